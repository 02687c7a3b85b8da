#!/usr/bin/env bash
# Brings in what Kindex is built and tested with, and nothing that is already there.
#
#   scripts/setup.sh [rust] [narrow] [bare] [strace] [wasm] [node] [node22] [browser] [engines]
#                    [generators] [python] [python-docs] [release] [vectors] [fuzz] [supply] [coverage]
#                    [mutants] [miri]
#
# Without a name it brings in all but the last seven, each of which only one target of make needs.
#
# It keeps its builds in ${KINDEX_CACHE:-${XDG_CACHE_HOME:-~/.cache}/kindex}, so that every clone on
# a machine shares them. It writes the tools that it finds to env.sh in that directory; sourcing
# that file puts them first in PATH. System packages come from apt-get; on systems without it, one
# line says what is missing and how to get it.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${KINDEX_CACHE:-${XDG_CACHE_HOME:-${HOME:?set HOME or KINDEX_CACHE}/.cache}/kindex}
WASM_TARGET=wasm32-unknown-unknown
NARROW_TARGET=i686-unknown-linux-musl
BARE_TARGET=thumbv7em-none-eabi
WASM_PACK_VERSION=0.15.1
NODE_MINIMUM=20.19
NODE_22_MINIMUM=22.19
CYCLONEDX_VERSION=0.5.9
FUZZ_VERSION=0.13.1
DENY_VERSION=0.20.2
LLVM_COV_VERSION=0.9.1
MUTANTS_VERSION=27.1.0

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: error: %s\n' "$*" >&2
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Runs a long command quietly; its output matters only when it fails.
logged() { # log-name command...
    local log="$CACHE/log/$1.log"
    shift
    if ! "$@" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        return 1
    fi
}

# Writes stdin to a file, whole or not at all.
write_file() { # path
    mkdir -p "$(dirname "$1")"
    cat >"$1.$$"
    mv -f "$1.$$" "$1"
}

# A wrapper rather than a symbolic link: it behaves the same whatever the program deduces from its
# own path, and it can carry arguments.
write_wrapper() { # path command...
    local path=$1
    shift
    write_file "$path" <<<"#!/bin/sh
exec $(printf '%q ' "$@")\"\$@\""
    chmod +x "$path"
}

# A sourced env.sh would make this script find its own earlier choices instead of the machine's.
strip_cache_from_path() {
    local dir kept=
    local IFS=:
    for dir in $PATH; do
        case $dir in "$CACHE"/*) ;; *) kept=${kept:+$kept:}$dir ;; esac
    done
    PATH=$kept
}

# ---- system packages ---------------------------------------------------------------------------

APT_UPDATED=

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_update_once() {
    [ -z "$APT_UPDATED" ] || return 0
    logged apt-update as_root apt-get -o DPkg::Lock::Timeout=600 update || return 1
    APT_UPDATED=yes
}

apt_installed() { # package...
    local state
    have dpkg-query || return 1
    state=$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null) || return 1
    ! grep -qv '^installed$' <<<"$state"
}

apt_offers() { # package...
    apt-cache show --no-all-versions "$@" >/dev/null 2>&1
}

# Installs packages; fails quietly where apt-get is not the way here or does not offer them.
apt_install() { # package...
    apt_installed "$@" && return 0
    have apt-get || return 1
    if [ "$(id -u)" -ne 0 ] && ! have sudo; then
        apt_offers "$@" || return 1
        fail "not root and no sudo: have an administrator run: apt-get install $*"
    fi
    apt_update_once || return 1
    apt_offers "$@" || return 1
    say "installing $* (apt-get)"
    logged apt-install as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends "$@"
}

# ---- rust --------------------------------------------------------------------------------------

RUST_IS_DEBIANS=

# The oldest Rust the workspace builds with, as its manifest says.
rust_minimum() {
    sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' "$ROOT/Cargo.toml" 2>/dev/null | head -n 1
}

version_at_least() { # version minimum
    local major minor min_major min_minor
    IFS=. read -r major minor _ <<<"$1"
    IFS=. read -r min_major min_minor _ <<<"$2"
    [ "$major" -gt "${min_major:-0}" ] ||
        { [ "$major" -eq "${min_major:-0}" ] && [ "$minor" -ge "${min_minor:-0}" ]; }
}

# Does this directory (empty: PATH) have all four programs, do they run, and are they new enough?
# A rustup proxy exists in PATH even when no toolchain stands behind it, so each one is run.
rust_works_in() { # directory-or-empty
    local version with="PATH=${1:+$1:}$PATH"
    env "$with" rustfmt --version >/dev/null 2>&1 || return 1
    env "$with" cargo clippy --version >/dev/null 2>&1 || return 1
    env "$with" cargo --version >/dev/null 2>&1 || return 1
    version=$(env "$with" rustc --version 2>/dev/null) || return 1
    version=${version#rustc }
    version_at_least "${version%%[!0-9.]*}" "$(rust_minimum)"
}

# A rustup toolchain of the minimal profile comes without these two.
add_rustup_components() {
    have rustup && rustc --version >/dev/null 2>&1 || return 0
    rustfmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return 0
    say "adding rustfmt and clippy (rustup)"
    logged rustup-components rustup component add rustfmt clippy || true
}

rustup_bin() { # toolchain
    printf '%s/bin\n' "$(rustup run "$1" rustc --print sysroot 2>/dev/null)"
}

# An installed rustup toolchain that works, for when none is the default.
rustup_toolchain() {
    local name
    have rustup || return 1
    while read -r name _; do
        if rust_works_in "$(rustup_bin "$name")"; then
            printf '%s\n' "$name"
            return 0
        fi
    done < <(rustup toolchain list 2>/dev/null)
    return 1
}

# Debian's current Rust. Its stable release carries it as "-web", beside an old one without.
debian_rust() {
    rust_works_in /usr/bin && return 0
    apt_install rustc-web cargo-web rustfmt-web rust-web-clippy || return 1
    rust_works_in /usr/bin
}

# Puts the Rust of another directory first in PATH, without whatever else is in that directory.
use_rust_of() { # directory
    local tool
    for tool in cargo rustc rustdoc rustfmt cargo-fmt cargo-clippy clippy-driver; do
        if [ -x "$1/$tool" ]; then write_wrapper "$CACHE/rust/bin/$tool" "$1/$tool"; fi
    done
    PATH=$CACHE/rust/bin:$PATH
}

setup_rust() {
    local name
    rust_works_in "" || add_rustup_components
    if rust_works_in ""; then
        rm -rf "$CACHE/rust"
    elif name=$(rustup_toolchain); then
        export RUSTUP_TOOLCHAIN=$name
        use_rust_of "$(rustup_bin "$name")"
    elif debian_rust; then
        RUST_IS_DEBIANS=yes
        use_rust_of /usr/bin
    else
        fail "no working Rust >= $(rust_minimum) with rustfmt and clippy: run: rustup toolchain install stable --component rustfmt,clippy (https://rustup.rs)"
    fi
    have cc || apt_install gcc libc6-dev ||
        fail "no C compiler to link with: install gcc or clang (macOS: xcode-select --install)"
}

# ---- narrow: programs whose numbers of bytes have 32 bits, as in WebAssembly ----------------------

# Links a program for real and runs it. The linker comes with rustup's toolchain, and the target
# brings its C library.
narrow_runs() {
    local out="$CACHE/narrow/probe"
    mkdir -p "$CACHE/narrow"
    printf 'fn main() { assert_eq!(usize::BITS, 32); }\n' |
        rustc --edition 2024 --crate-name probe --target "$NARROW_TARGET" \
            -C linker=rust-lld -o "$out" - >/dev/null 2>&1 && "$out"
}

# Other systems than Linux on x86 cannot run such programs, and only rustup has the target.
setup_narrow() {
    rm -f "$CACHE/no-narrow"
    if narrow_runs; then
        say "narrow: $NARROW_TARGET"
        return
    fi
    if have rustup && [ "$(uname -sm)" = "Linux x86_64" ]; then
        say "adding $NARROW_TARGET (rustup)"
        logged rustup-narrow rustup target add "$NARROW_TARGET" || true
        if narrow_runs; then return; fi
        fail "no $NARROW_TARGET: run: rustup target add $NARROW_TARGET"
    fi
    write_file "$CACHE/no-narrow" <<<"$NARROW_TARGET is not installed: it takes rustup, on Linux on x86_64"
    say "no $NARROW_TARGET, its tests will be skipped"
}

# ---- bare: a target without the standard library -------------------------------------------------

bare_compiles() {
    mkdir -p "$CACHE/bare"
    echo '#![no_std]' |
        rustc --crate-type rlib --emit metadata --target "$BARE_TARGET" -o "$CACHE/bare/probe.rmeta" - >/dev/null 2>&1
}

# Only rustup has the target.
setup_bare() {
    rm -f "$CACHE/no-bare"
    if bare_compiles; then
        say "bare: $BARE_TARGET"
        return
    fi
    if have rustup && [ -z "$RUST_IS_DEBIANS" ]; then
        say "adding $BARE_TARGET (rustup)"
        logged rustup-bare rustup target add "$BARE_TARGET" || true
        if bare_compiles; then return; fi
        fail "no $BARE_TARGET: run: rustup target add $BARE_TARGET"
    fi
    write_file "$CACHE/no-bare" <<<"$BARE_TARGET is not installed: it takes rustup"
    say "no $BARE_TARGET, its test will be skipped"
}

# ---- wasm --------------------------------------------------------------------------------------

# Links a library for real, because the standard library and the linker can each be missing.
wasm_links_with() { # rustc
    local out="$CACHE/wasm/probe.wasm"
    mkdir -p "$CACHE/wasm"
    printf '#[unsafe(no_mangle)] pub extern "C" fn f() -> Box<u8> { Box::new(1) }\n' |
        "$1" --edition 2024 --crate-type cdylib --crate-name probe --target "$WASM_TARGET" \
            -C panic=abort -o "$out" - >/dev/null 2>&1 && rm -f "$out"
}

# The program that links: rustc asks for "rust-lld", which Debian packages by LLVM version.
debian_rust_lld() {
    local major
    have rust-lld && return 0
    major=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    [ -x "/usr/bin/lld-$major" ] || apt_install "lld-$major" || return 1
    write_wrapper "$CACHE/wasm/bin/rust-lld" "/usr/bin/lld-$major"
}

# shellcheck source=scripts/rustflags.sh
. "$(dirname "${BASH_SOURCE[0]}")/rustflags.sh"

# Compiles the standard library from Debian's sources, as Debian ships none for this target.
# Bitcode has to be embedded, or link-time optimisation fails later. The source paths in panic
# messages would otherwise name this user's directories.
build_wasm_std() { # output directory
    local build="$CACHE/build/std" flags
    flags=$(encoded_rustflags -Cembed-bitcode=yes \
        --remap-path-prefix=/usr/lib/rustlib/src/rust=rust \
        "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo")
    rm -rf "$build"
    mkdir -p "$build/src"
    : >"$build/src/lib.rs"
    printf '[package]\nname = "empty"\nedition = "2024"\n[workspace]\n' >"$build/Cargo.toml"
    # RUSTC_BOOTSTRAP: building the standard library oneself is not a stable cargo feature.
    (cd "$build" && logged wasm-std env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        CARGO_ENCODED_RUSTFLAGS="$flags" CARGO_TARGET_DIR="$build/target" \
        /usr/bin/cargo build --release --target "$WASM_TARGET" -Zbuild-std=std,panic_abort) || return 1
    mkdir -p "$1"
    rm -f "$build/target/$WASM_TARGET/release/deps/"libempty-*
    cp "$build/target/$WASM_TARGET/release/deps/"*.rlib "$1/"
    rm -rf "$build"
}

# A second sysroot, which borrows the native half of Debian's: /usr stays as the packages left it.
make_wasm_sysroot() {
    local host sysroot="$CACHE/wasm/sysroot" tool
    host=$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
    say "building the $WASM_TARGET standard library (a minute, once)"
    rm -rf "$sysroot"
    mkdir -p "$sysroot/lib/rustlib"
    ln -s "/usr/lib/rustlib/$host" "$sysroot/lib/rustlib/$host"
    build_wasm_std "$sysroot/lib/rustlib/$WASM_TARGET/lib" || return 1
    for tool in cargo rustdoc; do
        write_wrapper "$CACHE/wasm/bin/$tool" "/usr/bin/$tool"
    done
    write_wrapper "$CACHE/wasm/bin/rustc" /usr/bin/rustc --sysroot "$sysroot"
}

# The state for which the wasm toolchain was made; when it changes, the toolchain is looked at
# again.
wasm_state() {
    rustc -vV
    ls "$(rustc --print target-libdir --target "$WASM_TARGET")" 2>/dev/null || true
    /usr/bin/rustc -vV 2>/dev/null || true
}

# The ordinary toolchain, with the standard library that rustup delivers for this target.
wasm_by_rustup() {
    wasm_links_with rustc && return 0
    if [ -n "$RUST_IS_DEBIANS" ] || ! have rustup; then return 1; fi
    say "adding $WASM_TARGET (rustup)"
    rustup target add "$WASM_TARGET" >"$CACHE/log/rustup-target.log" 2>&1 || return 1
    wasm_links_with rustc
}

wasm_by_debian() {
    debian_rust && apt_install rust-web-src || return 1
    debian_rust_lld && make_wasm_sysroot || return 1
    PATH=$CACHE/wasm/bin:$PATH wasm_links_with "$CACHE/wasm/bin/rustc"
}

setup_wasm_target() {
    local stamp="$CACHE/wasm/stamp" state
    state=$(wasm_state)
    if [ "$(cat "$stamp" 2>/dev/null)" != "$state" ]; then
        rm -rf "$CACHE/wasm"
        wasm_by_rustup || wasm_by_debian ||
            fail "no $WASM_TARGET standard library: run: rustup target add $WASM_TARGET"
        # Again, because the fallback may just have installed /usr/bin/rustc.
        wasm_state | write_file "$stamp"
    fi
    if [ -x "$CACHE/wasm/bin/rustc" ]; then
        say "wasm: $WASM_TARGET, standard library built from source"
    else
        say "wasm: $WASM_TARGET"
    fi
}

# cargo install from source, with the versions the tool's authors locked if they still resolve. Tools
# run for seconds, so that it does not pay to optimise them.
cargo_install() { # crate version flag-of-cargo...
    local build="$CACHE/build/tools" name=$1
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_STRIP=symbols
    say "installing $1 $2 (cargo install, a minute or two, once)"
    set -- --quiet --force --root "$CACHE/tools" --target-dir "$build" "${@:3}" "$1@$2"
    logged "cargo-install-$name" cargo install --locked "$@" 2>/dev/null ||
        logged "cargo-install-$name" cargo install "$@"
}

# Installs a tool unless it is there in just this version. Subcommands of cargo are called as it
# calls them, with their name.
need_tool() { # crate program version flag-of-cargo...
    local program found name=
    case $2 in cargo-*) name=${2#cargo-} ;; esac
    for program in "$CACHE/tools/bin/$2" "$2"; do
        found=$("$program" ${name:+"$name"} --version 2>/dev/null) || continue
        read -r _ found _ <<<"$found"
        if [ "$found" = "$3" ]; then
            say "$2 $3"
            return 0
        fi
    done
    (cargo_install "$1" "$3" "${@:4}") || fail "cannot install $1 $3: run: cargo install $1 --version $3"
}

# wasm-bindgen's program and library have to be of one version, which the lock file decides.
wasm_bindgen_version() {
    awk '$0 == "name = \"wasm-bindgen\"" { getline; gsub(/version = |"/, ""); print; exit }' \
        "$ROOT/Cargo.lock" 2>/dev/null || true
}

setup_wasm() {
    local version
    version=$(wasm_bindgen_version)
    [ -n "$version" ] || fail "Cargo.lock names no wasm-bindgen, so no version of its tool to install"
    setup_wasm_target
    need_tool wasm-pack wasm-pack "$WASM_PACK_VERSION"
    # It can download too, which needs TLS and is not asked of it here.
    need_tool wasm-bindgen-cli wasm-bindgen "$version" --no-default-features --bin wasm-bindgen
    rm -rf "$CACHE/build"
}

# ---- node --------------------------------------------------------------------------------------

setup_node() {
    local stamp="$ROOT/node_modules/.kindex-stamp" version state
    if ! have node || ! have npm; then
        fail "no Node.js: install Node >= $NODE_MINIMUM with npm (https://nodejs.org)"
    fi
    version=$(node --version)
    version_at_least "${version#v}" "$NODE_MINIMUM" ||
        fail "Node $version is too old: install Node >= $NODE_MINIMUM (https://nodejs.org)"
    state="$(uname -sm) $(cksum <"$ROOT/package-lock.json")"
    if [ "$(cat "$stamp" 2>/dev/null)" != "$state" ]; then
        say "installing the node modules (npm ci)"
        # No package here needs its install script; without them nothing but npm itself runs.
        (cd "$ROOT" && logged npm-ci npm ci --ignore-scripts --no-audit --no-fund) ||
            fail "npm ci failed: see $CACHE/log/npm-ci.log"
        # npm ci replaces node_modules, so that an interrupted run leaves no stamp behind.
        write_file "$stamp" <<<"$state"
    fi
    say "node: $version, node modules as locked"
}

# Node.js 22, which only tests of the generators that want it run: the machine's own where that is new enough, or
# else what npm has for this platform.
setup_node22() {
    local folder="$CACHE/node22" lock="$ROOT/scripts/node22/package-lock.json" own path state
    own=$(command -v node) || fail "no Node.js: install Node >= $NODE_MINIMUM with npm (https://nodejs.org)"
    if version_at_least "$(node -p process.versions.node)" "$NODE_22_MINIMUM"; then
        note_program node-22 "$own" ""
        return
    fi
    state="$(uname -sm) $(cksum <"$lock")"
    if [ "$(cat "$folder/stamp" 2>/dev/null)" != "$state" ]; then
        say "installing Node.js 22 for some tests (npm ci)"
        rm -rf "$folder"
        mkdir -p "$folder"
        cp "$ROOT/scripts/node22/package.json" "$lock" "$folder/"
        (cd "$folder" && logged npm-node22 npm ci --ignore-scripts --no-audit --no-fund) ||
            fail "npm ci failed: see $CACHE/log/npm-node22.log"
        write_file "$folder/stamp" <<<"$state"
    fi
    path=$(first_program "$folder"/node_modules/*/bin/node) && "$path" --version >/dev/null 2>&1 || path=
    note_program node-22 "$path" "npm has none for this machine; install Node.js >= $NODE_22_MINIMUM in place of $own"
}

# ---- browser -----------------------------------------------------------------------------------

# Prints where the first of these programs is that there is.
first_program() { # name-or-path-or-empty...
    local name
    for name; do
        if [ -n "$name" ] && command -v "$name" 2>/dev/null; then return 0; fi
    done
    return 1
}

find_chromium() {
    first_program "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        /Applications/Chromium.app/Contents/MacOS/Chromium
}

setup_browser() {
    local path
    if ! path=$(find_chromium); then
        apt_install chromium chromium-driver || true
        path=$(find_chromium) || fail "no Chromium: install Chromium or Chrome, or set CHROMIUM to its path"
    fi
    write_file "$CACHE/chromium" <<<"$path"
    say "browser: $path"
    setup_shell
}

# Chromium without windows, in which tests take half the time. Where there is none they have the whole one.
setup_shell() {
    local path
    if [ "$(id -u)" -eq 0 ] || have sudo; then
        ! apt_offers chromium-headless-shell || apt_install chromium-headless-shell || true
    fi
    if path=$(first_program "${CHROMIUM_SHELL:-}" chromium-headless-shell chrome-headless-shell); then
        write_file "$CACHE/chromium-shell" <<<"$path"
        say "browser without windows: $path"
    else
        rm -f "$CACHE/chromium-shell"
    fi
}

# ---- engines: Gecko and WebKit -------------------------------------------------------------------

find_firefox() {
    first_program "${FIREFOX:-}" firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox
}

# The driver brings its own browser, which has no mode without a display.
find_webkit() {
    have Xvfb && first_program "${WEBKIT_DRIVER:-}" WebKitWebDriver
}

# Says where a program of a test is. It may be missing only where apt-get has no package of it: Ubuntu has some
# under other names, or none.
note_program() { # name path-or-empty what-to-do package...
    local name=$1 path=$2 advice=$3 package
    shift 3
    rm -f "$CACHE/$name" "$CACHE/no-$name"
    if [ -n "$path" ]; then
        write_file "$CACHE/$name" <<<"$path"
        say "$name: $path"
        return
    fi
    for package; do
        if apt_offers "$package"; then fail "no $name: $advice"; fi
    done
    write_file "$CACHE/no-$name" <<<"$name is not installed: $advice"
    say "no $name, its tests will be skipped: $advice"
}

# It speaks WebDriver BiDi, so that it needs no driver.
setup_firefox() {
    local path
    path=$(find_firefox) || { apt_install firefox-esr && path=$(find_firefox); } || true
    note_program firefox "$path" "install Firefox, or set FIREFOX to its path" firefox-esr
}

# Debian has named the package anew since.
setup_webkit() {
    local path
    path=$(find_webkit) || {
        { apt_install webkit2gtk-driver xvfb || apt_install webkitgtk-webdriver xvfb; } && path=$(find_webkit)
    } || true
    note_program webkit "$path" \
        "install WebKitGTK's WebKitWebDriver, or set WEBKIT_DRIVER to its path, and Xvfb" \
        webkit2gtk-driver webkitgtk-webdriver
}

setup_engines() {
    setup_firefox
    setup_webkit
}

# Programs that make pages of the comments in sources, in whose pages search is tested.
setup_generators() {
    local path
    path=$(command -v doxygen) || { apt_install doxygen && path=$(command -v doxygen); } || true
    note_program doxygen "$path" "install Doxygen" doxygen
    path=$(command -v javadoc) || { apt_install default-jdk-headless && path=$(command -v javadoc); } || true
    note_program javadoc "$path" "install a JDK" default-jdk-headless
}

# ---- strace ------------------------------------------------------------------------------------

# Ends a command at a call of the system, or has the call fail. Only Linux has it.
setup_strace() {
    local path
    path=$(command -v strace) || { apt_install strace && path=$(command -v strace); } || true
    note_program strace "$path" "install strace" strace
}

# ---- python ------------------------------------------------------------------------------------

find_python() { # minor
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
        "$name" -c "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, $1))" >/dev/null 2>&1 || continue
        printf '%s\n' "$name"
        return 0
    done
    return 1
}

# Programs in Python that tests use, of the versions that a file of requirements pins, in an
# environment of their own.
python_environment() { # name minor requirements flag-of-pip...
    local venv="$CACHE/$1" requirements="$ROOT/$3" python state
    python=$(find_python "$2") || {
        apt_install python3 python3-venv || true
        python=$(find_python "$2") || fail "no Python >= 3.$2 with venv: install it (Debian: apt-get install python3-venv)"
    }
    state="$("$python" --version) $(cksum <"$requirements")"
    if [ "$(cat "$venv/stamp" 2>/dev/null)" != "$state" ]; then
        say "installing the Python packages of $3 (pip)"
        rm -rf "$venv"
        "$python" -m venv "$venv" || fail "cannot make a Python environment in $venv"
        logged "pip-$1" "$venv/bin/pip" install --disable-pip-version-check "${@:4}" -r "$requirements" ||
            fail "pip failed: see $CACHE/log/pip-$1.log"
        write_file "$venv/stamp" <<<"$state"
    fi
    say "$1: $("$venv/bin/python" --version), packages as pinned"
}

setup_python() {
    python_environment python 10 scripts/requirements.txt
}

# Sphinx and MkDocs, which have a minimum of their own, and mdBook.
setup_python-docs() {
    python_environment python-docs 11 tests/python-docs/requirements.txt
}

# The embedder that make bench WHAT=vectors measures with, 290 MB. One of its packages asks for PyTorch, which it
# does not need here.
setup_vectors() {
    python_environment vectors 11 examples/vectors/requirements.txt --no-deps
}

# ---- release ------------------------------------------------------------------------------------

# maturin makes the wheel of the command. cargo-cyclonedx lists what a program is made of; it tells
# its version as a command of cargo only.
setup_release() {
    python_environment release 10 scripts/release/requirements.txt
    write_wrapper "$CACHE/tools/bin/maturin" "$CACHE/release/bin/maturin"
    need_tool cargo-cyclonedx cargo-cyclonedx "$CYCLONEDX_VERSION"
    rm -rf "$CACHE/build"
}

# ---- proofs: supply chain, coverage, mutants, Miri -----------------------------------------------

# The SBOMs are looked at too.
setup_supply() {
    need_tool cargo-cyclonedx cargo-cyclonedx "$CYCLONEDX_VERSION"
    need_tool cargo-deny cargo-deny "$DENY_VERSION"
    rm -rf "$CACHE/build"
}

# Tools for the LLVM of this Rust: those of rustup, or else the ones that Debian packages by version.
setup_llvm_tools() {
    local major
    rm -f "$CACHE/llvm-cov" "$CACHE/llvm-profdata"
    if [ -x "$(rustc --print target-libdir)/../bin/llvm-profdata" ]; then return; fi
    if have rustup && [ -z "$RUST_IS_DEBIANS" ]; then
        say "adding llvm-tools (rustup)"
        logged rustup-llvm-tools rustup component add llvm-tools && return
    fi
    major=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    have "llvm-profdata-$major" || apt_install "llvm-$major" ||
        fail "no llvm-profdata for LLVM $major: run: rustup component add llvm-tools"
    command -v "llvm-cov-$major" | write_file "$CACHE/llvm-cov"
    command -v "llvm-profdata-$major" | write_file "$CACHE/llvm-profdata"
}

setup_coverage() {
    setup_llvm_tools
    need_tool cargo-llvm-cov cargo-llvm-cov "$LLVM_COV_VERSION"
    rm -rf "$CACHE/build"
}

setup_mutants() {
    need_tool cargo-mutants cargo-mutants "$MUTANTS_VERSION"
    rm -rf "$CACHE/build"
}

# Miri and the sources of the standard library, which it compiles, come with a nightly toolchain of
# rustup. A machine without them does without.
setup_miri() {
    rm -f "$CACHE/no-miri"
    if have rustup && cargo +nightly --version >/dev/null 2>&1; then
        logged rustup-miri rustup component add --toolchain nightly miri rust-src || true
        if logged miri cargo +nightly miri setup; then
            say "miri: $(cargo +nightly miri --version)"
            return
        fi
    fi
    write_file "$CACHE/no-miri" <<<"Miri is not installed: it takes rustup, and a nightly toolchain that has it"
    say "no Miri, its tests will be skipped"
}

# ---- fuzzing ------------------------------------------------------------------------------------

# The fuzzer itself is in C++.
setup_fuzz() {
    have c++ || apt_install g++ || fail "no compiler of C++: install one (Debian: apt-get install g++)"
    need_tool cargo-fuzz cargo-fuzz "$FUZZ_VERSION"
    rm -rf "$CACHE/build"
}

# ---- the whole ---------------------------------------------------------------------------------

# Shell code that sets a variable to the contents of a file of the cache, where it is not set
# already. Between double quotes what %q escapes would stay escaped.
write_default() { # variable file
    [ -s "$CACHE/$2" ] || return 0
    # shellcheck disable=SC2016
    printf ': ${%s:=%q}\nexport %s\n' "$1" "$(cat "$CACHE/$2")" "$1"
}

# Shell code, to be sourced (or named in BASH_ENV). Sourcing it twice changes nothing more.
write_env() {
    {
        echo '# Written by scripts/setup.sh; source it.'
        # shellcheck disable=SC2016 # to be expanded when sourced
        echo '_kindex_path() { case ":$PATH:" in *":$1:"*) ;; *) PATH=$1:$PATH ;; esac; }'
        printf '_kindex_path %q\n' "$CACHE/tools/bin"
        if [ -d "$CACHE/rust/bin" ]; then printf '_kindex_path %q\n' "$CACHE/rust/bin"; fi
        echo 'unset -f _kindex_path'
        echo 'export PATH'
        if [ -x "$CACHE/python/bin/python" ]; then
            printf 'export KINDEX_PYTHON=%q\n' "$CACHE/python/bin"
        fi
        if [ -x "$CACHE/python-docs/bin/python" ]; then
            printf 'export KINDEX_PYTHON_DOCS=%q\n' "$CACHE/python-docs/bin"
        fi
        if [ -x "$CACHE/vectors/bin/python" ]; then
            printf 'export KINDEX_PYTHON_VECTORS=%q\n' "$CACHE/vectors/bin"
        fi
        if [ -d "$CACHE/wasm/bin" ]; then
            echo '# To be put first in PATH for wasm builds.'
            printf 'export KINDEX_WASM_BIN=%q\n' "$CACHE/wasm/bin"
        else
            echo 'unset KINDEX_WASM_BIN'
        fi
        write_default CHROMIUM chromium
        write_default CHROMIUM_SHELL chromium-shell
        write_default FIREFOX firefox
        write_default LLVM_COV llvm-cov
        write_default LLVM_PROFDATA llvm-profdata
        write_default KINDEX_NO_BARE no-bare
        write_default KINDEX_NO_MIRI no-miri
        write_default KINDEX_NO_NARROW no-narrow
        write_default KINDEX_NODE_22 node-22
        write_default KINDEX_NO_NODE_22 no-node-22
        write_default KINDEX_NO_FIREFOX no-firefox
        write_default WEBKIT_DRIVER webkit
        write_default KINDEX_NO_WEBKIT no-webkit
    } | write_file "$CACHE/env.sh"
}

# One set-up at a time, where the system can tell (macOS cannot).
lock_cache() {
    have flock || return 0
    exec 9>"$CACHE/lock"
    flock -n 9 && return 0
    say "waiting for another set-up to end"
    flock 9
}

main() {
    local component
    mkdir -p "$CACHE/log" || fail "cannot write to $CACHE: set KINDEX_CACHE to a directory of your own"
    CACHE=$(cd "$CACHE" && pwd)
    strip_cache_from_path
    lock_cache
    [ $# -gt 0 ] || set -- rust narrow bare strace wasm node node22 browser engines generators python python-docs
    # These need rust first, wherever it stands in the list.
    case " $* " in
    *" rust "* | *" narrow "* | *" bare "* | *" wasm "* | *" release "*) setup_rust ;;
    *" fuzz "* | *" supply "* | *" coverage "* | *" mutants "* | *" miri "*) setup_rust ;;
    esac
    for component; do
        case $component in
        rust) say "rust: $(rustc --version)" ;;
        narrow | bare | strace | wasm | node | node22 | browser | engines) "setup_$component" ;;
        generators | python | python-docs) "setup_$component" ;;
        release | vectors | fuzz | supply | coverage | mutants | miri) "setup_$component" ;;
        *) fail "unknown component $component (rust, narrow, bare, strace, wasm, node, node22, browser, engines, generators, python, python-docs, release, vectors, fuzz, supply, coverage, mutants, miri)" ;;
        esac
    done
    write_env
}

main "$@"
