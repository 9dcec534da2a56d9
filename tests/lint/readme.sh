#!/bin/sh
# readme.sh README TUNIP LIBRARY INCLUDE_DIR CC -- checks the examples of the README: its C program
# compiles and prints the module, the command writes the texts, and examples/check_bounds.c and the
# command write the diagnostics.
set -eu
readme=$1 tunip=$2 library=$3 include=$4 cc=$5
module=golden/script.two_prims.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shown LINE: the text below a line of the README
shown() {
    sed -n "/^\\\$ $1\$/,/^\`\`\`\$/p" "$readme" | sed '1d;$d'
}

"$tunip" print --backend text "$module" > "$work/expected"
shown 'tunip print --backend text module.json' | diff -u - "$work/expected"
"$tunip" print --backend doc cli/data/tenth.json > "$work/expected"
shown 'tunip print --backend doc tenth.json' | diff -u - "$work/expected"
(cd cli/data && "$tunip" print --backend builder loop.json) > "$work/expected"
shown 'tunip print --backend builder loop.json' | diff -u - "$work/expected"
(cd cli/data && ! "$tunip" print --backend builder tenth.json 2> "$work/expected")
shown 'tunip print --backend builder tenth.json' | diff -u - "$work/expected"
echo '{"root_index": 0, "nodes": [{"type": "tir.Add", "data": {}}]}' |
    "$tunip" print - 2> "$work/expected" && exit 1
shown 'echo .* | tunip print -' | diff -u - "$work/expected"

"$tunip" print "$module" > "$work/expected"
shown 'tunip print module.json' | diff -u - "$work/expected"

sed -n '/^```c$/,/^```$/p' "$readme" | sed '1d;$d' > "$work/program.c"
"$cc" -std=c11 -Wall -Wextra -Werror -I"$include" "$work/program.c" -o "$work/program" \
    "$library" -Wl,-rpath,"$(dirname "$library")"
"$work/program" "$module" | diff -u "$work/expected" -

sed -n '/^\$ check_bounds$/,/^```$/p' "$readme" | sed '1d;$d' |
    diff -u - "$(dirname "$readme")/examples/check_bounds.expected"

sed -n '/^\$ echo .* --diagnostics - loop.json$/,/^```$/p' "$readme" | sed '$d' > "$work/shown"
sed -n '1s/^\$ //p' "$work/shown" > "$work/script"
(cd cli/data && PATH=$(dirname "$tunip"):$PATH sh "$work/script") > "$work/expected"
sed 1d "$work/shown" | diff -u - "$work/expected"
