#!/bin/sh
# conformance.sh TUNIP [--accept] -- how much of what TVM v0.23.0 printed tunip prints byte for
# byte. The corpus lies outside of this repository; without it there is nothing to compare.
#
# conformance.tsv holds, per group, how many cases passed when it was last accepted. Fewer is a
# failure. After an improvement: tests/conformance.sh build/tunip --accept
set -eu
tunip=$(realpath "$1")
cd "$(dirname "$0")"
accept=${2:-}
tool=../../shared/tools/conformance
if [ ! -x "$tool" ]; then
    echo "no corpus beside this repository: skipped"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$tool" --tunip "$tunip" --suite print --show 3 > "$work/print" || true
"$tool" --tunip "$tunip" --suite config --show 3 > "$work/config" || true
"$tool" --tunip "$tunip" --suite equal --show 3 > "$work/equal" || true

# "print authored/tir-blk   17 / 17" -> "print authored/tir-blk<TAB>17<TAB>17"
sed -n 's|^\([a-z]* [a-z-]*/[a-z-]*\)  *\([0-9]*\) / \([0-9]*\)$|\1\t\2\t\3|p' \
    "$work/print" "$work/config" "$work/equal" | LC_ALL=C sort > "$work/now"
[ -s "$work/now" ] || { cat "$work/print"; exit 1; }
[ "$accept" = --accept ] && cp "$work/now" conformance.tsv

awk -F '\t' '
    NR == FNR { before[$1] = $2; next }
    { passed += $2; total += $3; seen[$1] = 1 }
    $2 < before[$1] {
        printf "%s: %d of %d passed, %d did before\n", $1, $2, $3, before[$1]
        bad = 1
    }
    $2 > before[$1] { better += $2 - before[$1] }
    END {
        for (group in before) if (!seen[group]) { print group ": not run"; bad = 1 }
        printf "conformance: %d of %d\n", passed, total
        if (better) printf "%d more than accepted: see --accept\n", better
        exit bad
    }' conformance.tsv "$work/now" || { grep -h -A 40 '^---' "$work"/[pce]*; exit 1; }
