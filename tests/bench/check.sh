#!/bin/sh
# check.sh TUNIP PYTHON -- multiply.py makes a module with the requested number of functions,
# all with different names.
set -eu
cd "$(dirname "$0")"
for kind in relax mixed; do
    "$2" multiply.py $kind 100 | "$1" print - | sed -n 's/^    def \([^(]*\)(.*/\1/p' |
        sort | uniq -c | awk -v kind=$kind '
            $1 > 1 { print kind ": " $2 " is there " $1 " times"; bad = 1 }
            END { if (NR < 100) print kind ": " NR " functions"; exit bad || NR < 100 }'
done
