#!/bin/bash
# dev.sh SOURCE_DIR -- what ./dev says about packages, the generator it chooses, and the tests that
# it runs: with stubs of apt-get, dpkg-query, cmake and ctest, and no ninja and no sudo.
set -euo pipefail
unset DEV_NO_INSTALL TUNIP_TEST_ALL
source=$1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir "$here/bin" "$here/tree"
cp "$source/dev" "$here/tree"
for name in bash cat chmod cp dirname env git grep ls mkdir mktemp nproc pkg-config rm sed sort \
    strip tr; do
    if type -P "$name" >/dev/null; then ln -s "$(type -P "$name")" "$here/bin/$name"; fi
done
stub() { # stub NAME SCRIPT
    printf '#!/bin/bash\n%s\n' "$2" >"$here/bin/$1"
    chmod +x "$here/bin/$1"
}
stub apt-get "echo apt-get \"\$@\" >>$here/calls"
stub cmake "echo cmake \"\$@\" >>$here/calls; exit 1"
stub dpkg-query "echo not-installed"
stub c++ ""
dev() { # dev VERB: fails, because the stub of cmake does; the messages are in $here/out
    : >"$here/calls"
    rm -rf "$here/tree/build"
    ! PATH=$here/bin "$here/bin/bash" "$here/tree/dev" "$@" >"$here/out" 2>&1
}
expect() { # expect FILE PATTERN
    grep -qE -- "$2" "$here/$1" || { echo "no line of $1 is like $2:"; cat "$here/$1"; exit 1; }
}

# The message comes before the installation, and says how to do without.
if ((EUID == 0)); then
    dev demo
    expect out '^dev: installing with apt-get: .*libutf8proc-dev'
    expect out '^dev: to go on without them.* DEV_NO_INSTALL=1 \./dev demo$'
    expect calls '^apt-get install .*libutf8proc-dev'
fi
DEV_NO_INSTALL=1 dev demo
expect out '^dev: not installed: .*libutf8proc-dev'
expect calls '^cmake -S \. -B build-demo -DTUNIP_WERROR=ON'
! grep -q apt-get "$here/calls" || { echo "it calls apt-get"; exit 1; }
DEV_NO_INSTALL=1 dev test
expect out '^dev: not installed: .* python3 '
twice=$(sed -n 's/^dev: not installed: //p' "$here/out" | tr ' ' '\n' | sort | uniq -d)
test -z "$twice" || { echo "it names packages twice:" $twice; exit 1; }

# The files that the demo uses, or names for a reader to try, are there.
for pattern in $(sed -n '/^demo() {/,/^}/p' "$source/dev" | grep -oE 'tests/[][a-z0-9_./,{}-]+'); do
    for file in $(eval "echo $pattern"); do
        compgen -G "$source/$file*" >/dev/null || { echo "the demo names $file"; exit 1; }
    done
done

# Without root and sudo nothing is installed.
if ((EUID == 0)) && type -P setpriv >/dev/null; then
    chmod -R a+rX "$here"
    : >"$here/calls"
    chmod a+w "$here/calls"
    ! PATH=$here/bin "$(type -P setpriv)" --reuid=65534 --regid=65534 --clear-groups \
        "$here/bin/bash" "$here/tree/dev" demo >"$here/out" 2>&1
    expect out '^dev: missing packages, which only root can install: .*libutf8proc-dev'
    expect out '^dev: to go on without them: DEV_NO_INSTALL=1 \./dev demo$'
    test ! -s "$here/calls"
fi

# A build with Clang is skipped where there is no Clang. A static command is linked with musl if
# musl-gcc is there.
PATH=$here/bin DEV_NO_INSTALL=1 "$here/bin/bash" "$here/tree/dev" clang >"$here/out" 2>&1
expect out '^skipped: build with Clang \(no clang\)$'
DEV_NO_INSTALL=1 dev static
expect out '^dev: no musl-gcc \(package musl-tools\): linking with the static glibc$'
expect out '^dev: cc is not GCC: building without a profile$'
expect calls '^cmake -S \. -B build-release .*-DTUNIP_STATIC_CLI=ON'
! grep -q musl "$here/calls" || { echo "it calls musl-gcc"; exit 1; }
mkdir "$here/include"
: >"$here/include/utf8proc.h"
rm "$here/bin/pkg-config"
stub pkg-config "echo $here/include"
stub musl-gcc ""
stub cc "echo Free Software Foundation"
DEV_NO_INSTALL=1 dev static
expect calls '^cmake -S \. -B build-release .*-DTUNIP_STATIC_CLI=ON .*-DCMAKE_C_COMPILER=musl-gcc '
expect calls ' -DTUNIP_PROFILE=record$'
test -e "$here/tree/build-release/include/utf8proc.h"

# `test` leaves out the tests with the label `thorough`, and names them; `test --all` does not.
stub cmake ""
stub ctest "echo ctest \"\$@\" all=\${TUNIP_TEST_ALL:-} >>$here/calls
if [[ \" \$* \" == *' -N '* ]]; then printf '  Test  #7: docs\n  Test #12: slow\n'; fi"
tested() { # tested OPTION...
    : >"$here/calls"
    mkdir -p "$here/tree/build"
    PATH=$here/bin DEV_NO_INSTALL=1 "$here/bin/bash" "$here/tree/dev" "$@" >"$here/out" 2>&1
}
tested test
expect calls '^ctest --test-dir build .* -LE thorough all=$'
expect out '^left out, for \./dev test --all: docs, slow$'
tested test --all
expect calls '^ctest --test-dir build .* all=1$'
! grep -q thorough "$here/calls" || { echo "--all leaves tests out"; exit 1; }
! tested test --most
expect out '^dev: test knows no --most$'

# Wine's server ends if the first run of the command fails, and if a case does.
mkdir -p "$here/tree/tests" "$here/tree/build-source/utf8proc"
: >"$here/tree/build-source/utf8proc/utf8proc.c"
ln -s "$(type -P true)" "$here/tree/tests/pack.py"
stub wineserver "echo wineserver \"\$@\" >>$here/calls"
for status in 1 0; do
    stub wine "echo wine \"\$2\" >>$here/calls; exit $status"
    ! tested ports mingw || { echo "it does not fail"; exit 1; }
    expect calls '^wine --version$'
    test "$(tail -n 1 "$here/calls")" = 'wineserver -k' || { echo "Wine's server stays"; exit 1; }
done
expect out '^dev: the cases of the command line, built for mingw$'
