#!/bin/sh
# globals.sh LIBRARY.a -- checks that the library has no mutable global variables except the
# descriptors of types, which get ids at registration, and the counter of ids with its lock.
set -eu
variables=$(objdump -t "$1" | awk '
    NF < 5 { next }
    { section = $(NF - 2); size = $(NF - 1) }
    section ~ /^\.(data|bss|tdata|tbss)/ && section !~ /^\.data\.rel\.ro/ && size ~ /[1-9a-f]/ {
        print $NF
    }' | grep -Ev '_type$|^(last_type_id|giving_ids)$' || true)
[ -z "$variables" ] || {
    printf 'variables of the process: %s\n' $variables
    exit 1
}
