#!/bin/sh
# run.sh CMAKE BUILD_DIR SOURCE_DIR CC -- installs to an empty prefix, builds the examples that
# are separate projects with it, and runs them. The examples are copied first, so that they cannot
# use the sources of tunip.
set -eu
cmake=$1 build=$2 source=$3 cc=$4
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
prefix=$here/prefix

quiet() { "$@" >"$here/log" 2>&1 || { cat "$here/log"; exit 1; }; }

quiet "$cmake" --install "$build" --prefix "$prefix"
cp -R "$source/examples/npu-dialect" "$here/npu"
cp -R "$source/examples/tilelang-dialect" "$here/tilelang"
cp -R "$source/examples/rust-backend" "$here/rust"
cp -R "$source/examples/sexp-format" "$here/sexp"
cp "$source/examples/print_module.c" "$source/examples/print_module.expected" "$here"
cd "$here"

# ---- a program, by pkg-config and by find_package ----

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tunip.pc)")
export PKG_CONFIG_PATH
library=$(pkg-config --variable=libdir tunip)
quiet "$cc" -std=c11 print_module.c -o by_pkg_config $(pkg-config --cflags --libs tunip)
LD_LIBRARY_PATH=$library ./by_pkg_config | diff print_module.expected -

# The libraries of the programs, if the command is built.
for name in inspect collage debug; do
  pkg-config --exists tunip-$name || { echo "skipped: tunip-$name"; continue; }
  case $name in
    inspect) body='tunip_artifact_set_free(tunip_artifact_set_new("c"));' ;;
    collage) body='tunip_context *c = tunip_context_new(NULL, NULL);
                   if (tunip_collage_prepare(c, NULL)) return 1;
                   tunip_context_free(c);' ;;
    debug) body='tunip_error error = TUNIP_ERROR_INIT;
                 if (tunip_debug_open("no.json", "no.so", NULL, &error)) return 1;
                 if (error.code != TUNIP_ERROR_IO) return 2;' ;;
  esac
  printf '#include <tunip.h>\n#include <tunip_%s.h>\nint main(void) { %s return 0; }\n' \
    $name "$body" >uses_$name.c
  quiet "$cc" -std=c11 uses_$name.c -o uses_$name $(pkg-config --cflags --libs tunip-$name)
  ./uses_$name
  # The names of others cannot collide with its own. Kernels call functions of the debugger's.
  if [ $name != debug ] && command -v objcopy >/dev/null; then
    nm --defined-only -g "$library/libtunip-$name.a" | awk 'NF == 3 && $3 !~ /^tunip_/' >names
    [ ! -s names ] || { cat names; exit 1; }
  fi
done

# Built libraries find others in their own folder, not by the path of the build: an installation
# overwrites such a path, but the room for it stays, and differs between two builds.
for file in "$build"/*.so; do
  command -v readelf >/dev/null || { echo 'skipped: the paths in libraries (no readelf)'; break; }
  folders=$(LC_ALL=C readelf -d "$file" | sed -n 's/.*(R[UN]*PATH) .*\[\(.*\)\]$/\1/p')
  case $folders in
    '' | '$ORIGIN' | '$ORIGIN:') ;;
    *) echo "$file: expected the RUNPATH \$ORIGIN or none, got $folders"; exit 1 ;;
  esac
done

# gdb loads the script with the library.
if command -v gdb >/dev/null; then
  quiet gdb -nx -batch -iex 'set debuginfod enabled off' -iex "set auto-load safe-path $prefix" \
    -ex 'help tunip-dump' "$library/libtunip.so"
  grep -q 'tunip-dump EXPRESSION' "$here/log" || { cat "$here/log"; exit 1; }
else
  echo 'skipped: the script for gdb (no gdb)'
fi

mkdir program
cat >program/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.20)
project(program LANGUAGES C)
find_package(tunip 0.1 REQUIRED)
foreach(kind tunip static)
  add_executable(with_${kind} ../print_module.c)
  target_link_libraries(with_${kind} PRIVATE tunip::${kind})
endforeach()
TEXT
quiet "$cmake" -S program -B program/build -DCMAKE_PREFIX_PATH="$prefix"
quiet "$cmake" --build program/build
for kind in tunip static; do program/build/with_$kind | diff print_module.expected -; done
sed -i 's/0.1 REQUIRED/& COMPONENTS static/' program/CMakeLists.txt
quiet "$cmake" -S program -B program/build

# ---- libtunip-tvm, in a program without TVM ----

mkdir live
cat >live/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.20)
project(live LANGUAGES C)
find_package(tunip 0.1 REQUIRED)
foreach(kind tvm tvm_static)
  add_executable(with_${kind} live.c)
  target_link_libraries(with_${kind} PRIVATE tunip::${kind})
endforeach()
TEXT
cat >live/live.c <<'TEXT'
#include <stdio.h>
#include <tunip_tvm.h>
int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_tvm_import(context, &error, NULL, &error);
    tunip_context_free(context);
    return puts(error.message) < 0;
}
TEXT
quiet "$cmake" -S live -B live/build -DCMAKE_PREFIX_PATH="$prefix"
quiet "$cmake" --build live/build
for kind in tvm tvm_static; do
    LD_LIBRARY_PATH=$library live/build/with_$kind | grep -q 'no function `TVMFFIGetTypeInfo`'
done

# ---- a plugin ----

for plugin in npu rust sexp tilelang; do
    quiet "$cmake" -S $plugin -B $plugin/build -DCMAKE_PREFIX_PATH="$prefix"
    quiet "$cmake" --build $plugin/build
done
tunip() { "$prefix/bin/tunip" "$@"; }
export TUNIP_PLUGINS="$here/npu/build/npu.so"

tunip print npu/mixed.json | diff npu/mixed.expected -
TUNIP_PLUGINS='' tunip print --load npu/build/npu.so npu/mixed.json | diff npu/mixed.expected -
tunip print --load tilelang/build/tilelang.so tilelang/texts/tiles.tir |
    diff tilelang/texts/tiles.tir -
tunip equal npu/mixed.json npu/mixed.json
tunip print npu/mixed.json | tunip print - | diff npu/mixed.expected -
tunip print --verify npu/mixed.json >/dev/null
tunip print --report npu/mixed.json 2>&1 >/dev/null | grep -q 'can be parsed back into the same IR$'

# its function for the count of a loop writes no message
sed 's/range(2)/range(None)/' npu/mixed.expected >none.py
if tunip print none.py 2>none.err; then exit 1; fi
grep -q "this call does not take these arguments" none.err

rust() { tunip print --load rust/build/rust.so --backend rust "$@"; }
rust rust/softmax.json | diff rust/softmax.expected -
rust --set rust.types=false npu/mixed.json | grep -q '^            let a = cls::sub(x);$'

# ---- the commands of the three guides, exactly as written ----

# block PAGE FENCE: the text between ``` FENCE and the next ```
block() { awk -v fence="\`\`\`$2" '$0 == "```" { on = 0 } on; $0 == fence { on = 1 }' "$1"; }
PATH=$prefix/bin:$PATH PREFIX=$prefix
export PATH PREFIX
mkdir acme
page=$source/docs/writing-a-dialect.md
for file in c:acme.c cmake:CMakeLists.txt json:tile.json; do
    block "$page" "${file%%:*} ${file##*:}" >"acme/${file##*:}"
done
block "$page" sh >acme/commands
block "$page" text >acme/expected
(cd acme && sh -e commands) >"$here/log" 2>&1 || { cat "$here/log"; exit 1; }
tail -n "$(wc -l <acme/expected)" "$here/log" | diff acme/expected -

rm -rf rust/build
block "$source/docs/writing-a-backend.md" sh >rust/commands
(cd rust && sh -e commands) >"$here/log" 2>&1 || { cat "$here/log"; exit 1; }
tail -n "$(wc -l <rust/softmax.expected)" "$here/log" | diff rust/softmax.expected -

rm -rf sexp/build
block "$source/docs/writing-a-format.md" sh >sexp/commands
(cd sexp && sh -e commands) >"$here/log" 2>&1 || { cat "$here/log"; exit 1; }
tail -n "$(wc -l <sexp/loop.expected)" "$here/log" | diff sexp/loop.expected -

# ---- the text of the plugin's nodes is read back ----

tunip print npu/mixed.json >mixed.py
tunip equal mixed.py npu/mixed.json

# ---- two modules that differ inside of a node of the plugin ----

# A difference inside a node of the plugin is found and underlined.
sed -e 's/"stages": 2/"stages": 3/' npu/mixed.json >other.json
status=0
tunip equal npu/mixed.json other.json >message || status=$?
test $status = 1
grep -qF 'caused by lhs at <root>.functions[I.GlobalVar("npu_matmul")].body[5].stages:' message
grep -A1 'NPU.pipeline(4, stages=3)' message | grep -q '^ *^$'
status=0
tunip diff npu/mixed.json other.json >message || status=$?
test $status = 1
grep -q '^- .*NPU.pipeline(4, stages=2):$' message
grep -q '^+ .*NPU.pipeline(4, stages=3):$' message
tunip print --path-to-underline '<root>.functions[I.GlobalVar("npu_matmul")].body[5].stages' \
    npu/mixed.json >message
grep -A1 'NPU.pipeline(4, stages=2)' message | grep -q '^ *^$'
echo "installed: $(find "$prefix" -type f | wc -l) files"
