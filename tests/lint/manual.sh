#!/bin/sh
# manual.sh TUNIP PAGE -- checks that the manual page describes every command and every option.
set -eu
tunip=$1 page=$2
status=0
for command in $("$tunip" help | sed -n 's/^  tunip \([a-z]*\).*/\1/p'); do
    options=$("$tunip" help "$command" | sed -n 's/^  ..[ ,] *\(--[a-z-]*\).*/\1/p')
    for name in "$command" $options; do
        # The page writes the hyphens of options as \-.
        word=$(printf '%s' "$name" | sed 's/-/\\\\-/g')
        grep -q "^\.B.*$word" "$page" || {
            echo "$page says nothing of $name ($command)"
            status=1
        }
    done
done
exit $status
