#!/bin/sh
# same_output.sh PROGRAM FILE -- the program succeeds and prints just what the file holds.
set -eu
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$1" > "$out"
diff -u "$2" "$out"
