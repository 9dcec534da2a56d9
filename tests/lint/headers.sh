#!/bin/sh
# headers.sh INCLUDE_DIR CC [CXX] -- checks that every public header compiles alone, as C11 and as
# C++17, without a warning; all together also as C++11.
set -u
include=$1 cc=$2 cxx=${3:-}
status=0

try() { # try HEADER COMPILER FLAGS...
    header=$1
    shift
    printf '#include <%s>\n' "$header" |
        "$@" -I"$include" -Wall -Wextra -Wpedantic -Werror -fsyntax-only - || {
        echo "$header does not compile on its own: $*"
        status=1
    }
}

for path in "$include"/*.h "$include"/tunip/*.h "$include"/tunip/*/*.h; do
    header=${path#"$include"/}
    try "$header" "$cc" -std=c11 -x c
    case $cxx in
        "" | *NOTFOUND) ;;
        *) try "$header" "$cxx" -std=c++17 -x c++ ;;
    esac
done
case $cxx in
    "" | *NOTFOUND) ;;
    *)
        try tunip/tunip.hpp "$cxx" -std=c++17 -x c++
        (cd "$include" && printf '#include <%s>\n' *.h tunip/*.h tunip/*/*.h) |
            "$cxx" -std=c++11 -x c++ -I"$include" -Wall -Wextra -Werror -fsyntax-only - || status=1
        ;;
esac
exit $status
