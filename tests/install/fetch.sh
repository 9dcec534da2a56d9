#!/bin/sh
# fetch.sh CMAKE SOURCE_DIR CC [LAUNCHER] -- a project that fetches tunip: it gets the libraries and
# nothing else, and its program runs.
set -eu
cmake=$1 source=$2 cc=$3 launcher=${4:-}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

quiet() { "$@" >"$here/log" 2>&1 || { cat "$here/log"; exit 1; }; }

cp "$source/examples/print_module.c" "$here"
cat >"$here/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
include(FetchContent)
FetchContent_Declare(tunip URL https://tunip.invalid/tunip.tar.gz)
FetchContent_MakeAvailable(tunip)
enable_testing()
add_executable(program print_module.c)
target_link_libraries(program PRIVATE tunip::static)
TEXT
quiet "$cmake" -S "$here" -B "$here/build" -DFETCHCONTENT_SOURCE_DIR_TUNIP="$source" \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DCMAKE_BUILD_TYPE=Debug \
    -G "Unix Makefiles"
quiet "$cmake" --build "$here/build" --target program --parallel 2
"$here/build/program" | diff "$source/examples/print_module.expected" -

# A build of everything makes only the libraries, and an installation copies nothing.
"$cmake" --build "$here/build" --target help >"$here/targets"
for target in tunip man3 regen docs tunip_unit_tests example_print_module; do
    ! grep -qx "\.\.\. $target" "$here/targets" || { echo "it makes $target"; exit 1; }
done
grep -qx '\.\.\. tunip_shared' "$here/targets"
(cd "$here/build" && ctest -N) | grep -qx 'Total Tests: 0'
quiet "$cmake" --install "$here/build" --prefix "$here/prefix"
test -z "$(find "$here/prefix" -type f 2>/dev/null)"
