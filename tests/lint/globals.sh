#!/bin/sh
# globals.sh LIBRARY.a -- the library has no variables that outlive a call: only the descriptors of
# types, which get their ids at registration, and the counter the ids come from.
set -eu
variables=$(objdump -t "$1" | awk '
    $(NF-2) ~ /^\.(data|bss|tdata|tbss)/ && $(NF-2) !~ /^\.data\.rel\.ro/ && $(NF-1) ~ /[1-9a-f]/ {
        print $NF
    }' | grep -Ev '_type$|^next_id$' || true)
[ -z "$variables" ] || {
    printf 'variables of the process: %s\n' $variables
    exit 1
}
