#!/bin/sh
# same_output.sh PROGRAM FILE -- checks that the program succeeds and prints exactly the content of
# the file.
set -eu
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$1" > "$out"
diff -u "$2" "$out"
