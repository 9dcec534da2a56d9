#!/bin/sh
# packages.sh CMAKE CPACK SOURCE_DIR CC -- builds the Debian packages for /usr, checks their
# control data and lintian's verdict (if lintian is installed), installs them into an empty root and
# runs the command from there.
set -eu
cmake=$1 cpack=$2 source=$3 cc=$4
command -v dpkg-shlibdeps >/dev/null ||
    { echo "skipped: install.packages (no dpkg-shlibdeps)"; exit 77; }
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
module=$source/tests/golden/script.softmax

quiet() { "$@" >"$here/log" 2>&1 || { cat "$here/log"; exit 1; }; }

quiet "$cmake" -S "$source" -B "$here/build" -DCMAKE_INSTALL_PREFIX=/usr \
    -DCMAKE_C_COMPILER="$cc" -DTUNIP_BUILD_TESTS=OFF
quiet "$cmake" --build "$here/build"
quiet "$cpack" -G DEB --config "$here/build/CPackConfig.cmake" -B "$here"

field() { dpkg-deb --field "$here"/"$1"_*.deb "$2"; }
expect() { # expect WHAT TEXT PATTERN
    printf '%s\n' "$2" | grep -qE -- "$3" || { echo "$1: '$2' and not $3"; exit 1; }
}
has() { # has PACKAGE PATTERN
    dpkg-deb --contents "$here"/"$1"_*.deb >"$here/contents"
    grep -qE -- "$2" "$here/contents" || { echo "$1 lacks $2"; cat "$here/contents"; exit 1; }
}

library=$(basename "$here"/libtunip[0-9]*.deb | sed 's/_.*//')
expect "packages" "$(echo "$here"/*.deb | wc -w)" '^3$'
expect "$library depends" "$(field "$library" Depends)" 'libc6 .*libutf8proc[23]'
expect "$library section" "$(field "$library" Section)" '^libs$'
expect "libtunip-dev depends" "$(field libtunip-dev Depends)" "^$library \(= .*\), libutf8proc-dev"
expect "libtunip-dev section" "$(field libtunip-dev Section)" '^libdevel$'
expect "tunip depends" "$(field tunip Depends)" 'libutf8proc[23]'
for package in "$library" libtunip-dev tunip; do
    expect "$package maintainer" "$(field $package Maintainer)" '.+ <.+@.+>'
    expect "$package description" "$(field $package Description)" '^compiler IR as text'
    for file in copyright changelog.gz changelog.Debian.gz; do
        has $package "usr/share/doc/$package/$file$"
    done
done
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
has "$library" "usr/lib/$triplet/libtunip\.so\.[0-9]"
expect "$library does" "$(dpkg-deb --info "$here/$library"_*.deb)" 'triggers'
test -z "$(dpkg-deb --info "$here/$library"_*.deb | grep -E 'postinst|postrm')"
has libtunip-dev 'gdb/auto-load/usr/lib.*/libtunip\.so\.[0-9.]*-gdb\.py$'
for file in 'include/tunip\.h' 'libtunip\.so' 'libtunip\.a' 'tunip\.pc' 'tunip-config\.cmake' \
    'man3/tunip_print\.3\.gz' 'man3/tunip_tir_select_new\.3\.gz'; do has libtunip-dev "$file"; done
for file in bin/tunip man1/tunip.1.gz bash-completion/completions/tunip \
    zsh/vendor-completions/_tunip fish/vendor_completions.d/tunip.fish; do has tunip "$file"; done
if command -v lintian >/dev/null; then
    # The packages are not uploaded to Debian, so they close no bug there.
    quiet lintian --allow-root --fail-on error,warning \
        --suppress-tags initial-upload-closes-no-bugs "$here"/*.deb
    lintian=passed
fi

# ---- installed ----

root=$here/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
: >"$root/var/lib/dpkg/status"
quiet dpkg --root="$root" --log="$here/dpkg.log" --force-depends --force-not-root \
    --force-script-chrootless --install "$here"/*.deb
{ cat "$module.py" && echo; } >"$here/expected"
"$root/usr/bin/tunip" print "$module.json" | diff "$here/expected" -

PKG_CONFIG_PATH=$(dirname "$(find "$root" -name tunip.pc)")
export PKG_CONFIG_PATH
"$cc" -std=c11 "$source/examples/print_module.c" -o "$here/program" \
    $(pkg-config --cflags --libs tunip)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir tunip) "$here/program" |
    diff "$source/examples/print_module.expected" -
echo "packages: $(ls "$here" | grep -c "deb$") installed; lintian: ${lintian:-not installed}"
