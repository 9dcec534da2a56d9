#!/bin/sh
# same_output.sh PROGRAM FILE [ARGUMENT...] -- checks that the program succeeds and prints exactly
# the content of the file.
set -eu
program=$1 expected=$2
shift 2
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$program" "$@" > "$out"
diff -u "$expected" "$out"
