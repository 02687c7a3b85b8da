# shellcheck shell=bash
# Rust, programs for 32 bits and without std, and what tests and releases of it take.

NARROW_TARGET=i686-unknown-linux-musl
BARE_TARGET=thumbv7em-none-eabi
STATIC_TARGETS="x86_64-unknown-linux-musl aarch64-unknown-linux-musl"
CYCLONEDX_VERSION=0.5.9
FUZZ_VERSION=0.13.1
DENY_VERSION=0.20.2
LLVM_COV_VERSION=0.9.1
MUTANTS_VERSION=27.1.0

# ---- rust --------------------------------------------------------------------------------------

RUST_IS_DEBIANS=

# The oldest Rust the workspace builds with, as its manifest says.
rust_minimum() {
    sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' "$ROOT/Cargo.toml" 2>/dev/null | head -n 1
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

find_rust() {
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

setup_rust() {
    say "rust: $(rustc --version)"
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
    add_target narrow "$NARROW_TARGET" narrow_runs "rustup, on Linux on x86_64" \
        test "$(uname -sm)" = "Linux x86_64"
}

# ---- bare: a target without the standard library -------------------------------------------------

bare_compiles() {
    mkdir -p "$CACHE/bare"
    echo '#![no_std]' |
        rustc --crate-type rlib --emit metadata --target "$BARE_TARGET" -o "$CACHE/bare/probe.rmeta" - >/dev/null 2>&1
}

# Only rustup has the target.
setup_bare() {
    add_target bare "$BARE_TARGET" bare_compiles rustup test -z "$RUST_IS_DEBIANS"
}

# ---- static: the command for Linux as it is released, for two processors --------------------------

# Links a program for real. The linker comes with Rust, and the target brings its C library.
static_links() { # target
    mkdir -p "$CACHE/static"
    echo 'fn main() {}' |
        rustc --edition 2024 --crate-name probe --target "$1" -C linker=rust-lld -o "$CACHE/static/$1" - >/dev/null 2>&1
}

# A machine with one of the two processors runs programs of the other by QEMU.
setup_static() {
    local target processor
    setup_zig
    for target in $STATIC_TARGETS; do
        add_target static "$target" "static_links $target" "rustup, on Linux" test "$(uname -s)" = Linux
        processor=${target%%-*}
        [ "$(uname -s)" = Linux ] && [ "$(uname -m)" != "$processor" ] || continue
        apt_install qemu-user || true
        note_program qemu "$(first_program "qemu-$processor" || true)" "install qemu-user" qemu-user
    done
}

# It compiles C for other machines, and links for an older glibc than that of this one.
setup_zig() {
    python_environment release 10 scripts/release/requirements.txt
    write_wrapper "$CACHE/tools/bin/zig" "$CACHE/release/bin/python" -m ziglang
}

# Adds a target of rustup. Where it cannot be there, the file no-NAME says why, and its tests are skipped.
add_target() { # name target probe takes condition...
    local name=$1 target=$2 probe=$3 takes=$4
    shift 4
    rm -f "$CACHE/no-$name"
    # shellcheck disable=SC2086 # to be split
    if $probe; then
        say "$name: $target"
        return
    fi
    if have rustup && "$@"; then
        say "adding $target (rustup)"
        logged "rustup-$name" rustup target add "$target" || true
        # shellcheck disable=SC2086
        if $probe; then return; fi
        fail "no $target: run: rustup target add $target"
    fi
    write_file "$CACHE/no-$name" <<<"$target is not installed: it takes $takes"
    say "no $target, its tests will be skipped"
}

# ---- release ------------------------------------------------------------------------------------

# maturin makes the wheel of the command. cargo-cyclonedx lists what a program is made of; it tells
# its version as a command of cargo only.
setup_release() {
    setup_zig
    write_wrapper "$CACHE/tools/bin/maturin" "$CACHE/release/bin/maturin"
    need_tool cargo-cyclonedx cargo-cyclonedx "$CYCLONEDX_VERSION"
}

# ---- proofs: supply chain, coverage, mutants, Miri -----------------------------------------------

# The SBOMs are looked at too.
setup_supply() {
    need_tool cargo-cyclonedx cargo-cyclonedx "$CYCLONEDX_VERSION"
    need_tool cargo-deny cargo-deny "$DENY_VERSION"
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
}

setup_mutants() {
    need_tool cargo-mutants cargo-mutants "$MUTANTS_VERSION"
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
}
