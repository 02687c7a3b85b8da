#!/usr/bin/env bash
# Builds the command as it is released, without paths of this machine in it:
#
#   scripts/build-command.sh [target]
#
# With a target it is linked so that it needs no library that the system may lack: with musl for
# Linux, by the linker that Rust brings along, on and for any processor. Some crates have C in them,
# which zig compiles there, unless CC_x86_64_unknown_linux_musl and the like name another compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TARGET=${1:-}
FLAGS=()
case $TARGET in
*-linux-musl)
    export "CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$TARGET")_LINKER=rust-lld"
    CC_NAME=CC_${TARGET//-/_}
    if [ -z "${!CC_NAME:-}" ]; then
        if ! command -v zig >/dev/null && ! python3 -m ziglang version >/dev/null 2>&1; then
            printf 'build-command: error: zig is missing, which compiles C for %s; run: make setup-static\n' "$TARGET" >&2
            exit 1
        fi
        export "$CC_NAME=$PWD/scripts/zig-cc.sh" ZIG_TARGET="${TARGET/-unknown/}"
    fi
    # Tables of texts have an address to be set for each: a tenth of the program, unless these are packed.
    FLAGS=(-Clink-arg=-zpack-relative-relocs)
    ;;
*-windows-msvc) FLAGS=(-Ctarget-feature=+crt-static) ;;
esac

# shellcheck source=scripts/rustflags.sh
. scripts/rustflags.sh
CARGO_ENCODED_RUSTFLAGS=$(encoded_rustflags ${FLAGS[@]+"${FLAGS[@]}"})
export CARGO_ENCODED_RUSTFLAGS
cargo build --release --locked -p kindex-cli ${TARGET:+--target "$TARGET"}

FILE=${CARGO_TARGET_DIR:-target}/${TARGET:+$TARGET/}release/kindex
[ -e "$FILE" ] || FILE=$FILE.exe
for path in "${OWN_PATHS[@]}"; do
    if LC_ALL=C grep -aqF -e "$path" "$FILE"; then
        printf 'build-command: error: %s has paths of this machine in it, below %s\n' "$FILE" "$path" >&2
        exit 1
    fi
done
