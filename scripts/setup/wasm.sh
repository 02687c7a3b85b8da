# shellcheck shell=bash
# What compiles for WebAssembly.

WASM_TARGET=wasm32-unknown-unknown
WASM_PACK_VERSION=0.15.1

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
. "$ROOT/scripts/rustflags.sh"

# Compiles the standard library from Debian's sources, as Debian ships none for this target.
# Bitcode has to be embedded, or link-time optimisation fails later. The source paths in panic
# messages would otherwise name this user's directories.
build_wasm_std() { # output directory
    local build="$CACHE/build/std" flags
    flags=$(encoded_rustflags -Cembed-bitcode=yes \
        --remap-path-prefix=/usr/lib/rustlib/src/rust=rust)
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
}
