#!/bin/sh
# exports.sh LIBRARY LIST -- the shared library exports just the symbols of the list, all under the
# prefixes of the library and of its dialects. A new public function is a new line there:
#     tests/lint/exports.sh build/libtunip.so tests/lint/exports.txt --accept
set -eu
library=$1 list=$2
names=$(nm -D --defined-only "$library" | awk '{print $3}' | LC_ALL=C sort)
strange=$(printf '%s\n' "$names" | grep -Ev '^(tunip|ir|tir|te|arith|relax)_' || true)
if [ -n "$strange" ]; then
    echo "exported without a prefix of ours: $strange"
    exit 1
fi
if [ "${3:-}" = --accept ]; then
    printf '%s\n' "$names" > "$list"
fi
printf '%s\n' "$names" | diff -u "$list" - || {
    echo "the exports differ from $list"
    exit 1
}
