#!/bin/sh
# manual.sh TUNIP PAGE -- checks that the manual page describes every command, and every option of
# it in the section of this command or in one about all commands.
set -eu
tunip=$1 page=$2
status=0

# The sections that describe the options of a command, separated by bars.
sections() {
    shared='PLUGINS|INPUT|LIMITS|OUTPUT'
    case $1 in
    dialects | backends | help) echo "COMMANDS|$shared" ;;
    debug) echo "DEBUGGING GRAPHS|$shared" ;;
    inspect) echo "ARTIFACTS|$shared" ;;
    blame | trace) echo "OPTIONS OF BLAME AND TRACE|$shared" ;;
    *) echo "OPTIONS OF $(echo "$1" | tr a-z A-Z)|$shared" ;;
    esac
}

# Whether a line about options has a word, which ends there: in given sections, or in any.
describes() {
    awk -v sections="$1" -v word="$2" '
        BEGIN { count = split(sections, list, "|") }
        /^\.SH/ {
            inside = sections == ""
            for (i = 1; i <= count; i++) inside = inside || $0 == ".SH " list[i]
        }
        { gsub(/\\-/, "-") }
        inside && /^\.B/ && match($0 " ", "(^|[^a-z-])" word "[^a-z-]") { found = 1 }
        END { exit !found }' "$page"
}

for command in $("$tunip" help | sed -n 's/^  tunip \([a-z]*\).*/\1/p'); do
    describes '' "$command" || {
        echo "$page says nothing of $command"
        status=1
    }
    for name in $("$tunip" help "$command" | sed -n 's/^  ..[ ,] *\(--[a-z-]*\).*/\1/p'); do
        describes "$(sections "$command")" "$name" || {
            echo "$page says nothing of $name in the sections about $command"
            status=1
        }
    done
done
exit $status
