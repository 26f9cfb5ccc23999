#!/bin/bash
# The packages as a user meets them: `make deb` and `make static`, then a Debian system with nothing else on it (mmdebstrap), in which the static binary runs, the package is
# installed, found by man pages and shells, runs, and is taken away. The last line counts. Where no such system can be made, the tests in it are skipped, and that is said.
set -uo pipefail
cd "$(dirname "$0")/../.."
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sh tools/version)

# expect WHAT COMMAND...: one test; what the command said is shown where it failed.
expect() {
    local what=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        tail -40 "$work/said"
        echo "FAILED: $what"
    fi
}

holds() { "$@" check --memory sc examples/peterson.pml; }
violated() { "$@" check --memory tso examples/peterson.pml; [ $? = 1 ]; }
has_version() { [ "$(dpkg-deb -f "$1" Version)" = "$version" ]; }
not_dynamic() { [[ $(ldd build/static/tarry 2>&1) == *"not a dynamic executable"* ]]; }
draws() { "$@" check --svg "$work/drawing.svg" examples/peterson.pml >/dev/null; grep -q '<svg' "$work/drawing.svg"; }
writes_plugin() { cp tarry-pins.so build/static/ && build/static/tarry export --to pins --buffer 2 -o "$work/model.so" examples/peterson.pml && [ -s "$work/model.so" ]; }

# A client of the library as the package has it.
client() {
    dpkg -x "$1" "$work/library" &&
        PKG_CONFIG_LIBDIR=$(echo "$work"/library/usr/lib/*/pkgconfig) PKG_CONFIG_SYSROOT_DIR="$work/library" pkg-config --cflags --libs tarry >"$work/flags" &&
        # shellcheck disable=SC2046
        cc -std=c17 -o "$work/client" "$work/library/usr/share/doc/libtarry-dev/examples/client.c" $(cat "$work/flags") &&
        "$work/client" examples/peterson-fenced.pml | grep -q '^holds'
}

# Where the machine gets its packages from, as a line for mmdebstrap.
codename() { (. /etc/os-release && echo "$VERSION_CODENAME"); }
archive() {
    apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
        awk -v name="$(codename)" '$2 == name && $3 == "main" { print "deb", $1, $2, $3; exit }'
}

# Inside: what is printed is a line `ok` or `FAILED` for each test.
cat >"$work/inside" <<'INSIDE'
test_that() {
    what=$1
    shift
    if "$@" >/tmp/said 2>&1; then echo "ok: $what"; else tail -20 /tmp/said; echo "FAILED: in a clean system: $what"; fi
}
violated() { "$1" check --memory tso /tmp/examples/peterson.pml; [ $? = 1 ]; }
repairs() { (cd /tmp/examples && "$1" fence peterson.pml); }
gone() { [ -z "$(find / -xdev -path /tmp -prune -o -path /proc -prune -o -name '*tarry*' -print)" ]; }
test_that "the static binary runs" violated /tmp/tarry
test_that "the static binary repairs" repairs /tmp/tarry
test_that "the package is installed" apt-get install -y --no-install-recommends /tmp/tarry.deb
test_that "tarry runs" violated tarry
test_that "tarry repairs" repairs tarry
test_that "tarry has its plugin" tarry export --to pins --buffer 2 -o /tmp/model.so /tmp/examples/peterson.pml
for file in /usr/share/man/man1/tarry.1.gz /usr/share/man/man5/tarry.5.gz /usr/share/bash-completion/completions/tarry /usr/share/zsh/vendor-completions/_tarry \
    /usr/share/fish/vendor_completions.d/tarry.fish /usr/share/vim/vimfiles/syntax/tarry.vim /usr/share/tarry/examples/peterson.pml; do
    test_that "there is $file" test -s "$file"
done
test_that "the package is removed" apt-get purge -y tarry
test_that "nothing of it is left" gone
INSIDE

# The hook notes that the system is there: what fails before that is the network's fault.
clean_system() {
    local place count
    place=$(archive)
    if ! command -v mmdebstrap >/dev/null || [ "$(id -u)" != 0 ] || [ -z "$place" ]; then
        echo "skipped: a clean system (needs root, mmdebstrap and an archive of Debian packages)"
        return
    fi
    cp build/deb/tarry_"$version"_*.deb "$work/tarry.deb"
    cp build/static/tarry "$work/tarry"
    cp -r examples "$work/examples"
    mmdebstrap --quiet --variant=apt --format=null --customize-hook="touch $work/there" \
        --customize-hook="copy-in $work/tarry.deb $work/tarry $work/examples $work/inside /tmp" --customize-hook='chroot "$1" sh /tmp/inside' \
        "$(codename)" - "$place" >"$work/log" 2>&1
    if [ ! -e "$work/there" ]; then
        tail -3 "$work/log"
        echo "skipped: a clean system (no packages could be had)"
        return
    fi
    grep -q '^ok: ' "$work/log" || { cat "$work/log"; echo "FAILED: a clean system"; failed=$((failed + 1)); }
    grep -q '^FAILED: ' "$work/log" && cat "$work/log"
    count=$(grep -c '^ok: ' "$work/log") && passed=$((passed + count))
    count=$(grep -c '^FAILED: ' "$work/log") && failed=$((failed + count))
}

expect "make static" make -s static
expect "the static binary is static" not_dynamic
expect "the static binary: holds" holds build/static/tarry
expect "the static binary: violated" violated build/static/tarry
expect "the static binary calls dot" draws build/static/tarry
expect "the static binary writes a plugin" writes_plugin
expect "make deb" env DEB_BUILD_OPTIONS=noopt make -s deb
for package in build/deb/tarry_*.deb build/deb/libtarry-dev_*.deb; do expect "$package has the version" has_version "$package"; done
expect "a client of the packaged library" client build/deb/libtarry-dev_*.deb
clean_system
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
