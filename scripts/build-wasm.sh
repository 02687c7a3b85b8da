#!/usr/bin/env bash
# Builds one of the five WebAssembly modules into target/wasm/LEVEL/NAME:
#
#   scripts/build-wasm.sh LEVEL page       searches
#   scripts/build-wasm.sh LEVEL several    searches several indexes as one
#   scripts/build-wasm.sh LEVEL explore    and finds the way through chunks, and explains
#   scripts/build-wasm.sh LEVEL texts      searches, and builds indexes of texts and records in English
#   scripts/build-wasm.sh LEVEL full       does all, and builds indexes of all files in all languages
#
# The level is quick for tests and the demo, or small for pages and releases. small optimises the
# program as a whole, and its WebAssembly until nothing becomes smaller.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LEVEL=${1:-}
NAME=${2:-}
OUT=$ROOT/target/wasm/$LEVEL/$NAME
NEW=$ROOT/target/wasm/$LEVEL/.$NAME.$$

usage() {
    echo "usage: scripts/build-wasm.sh quick|small page|several|explore|texts|full" >&2
    exit 2
}

# The stack, in bytes, is memory of every page. Searching takes 5 KB of it. The builds that
# make indexes read what others wrote, and have as much as the linker gives by itself.
#
# Pages load page, several and texts, so size decides: level s would make them 9 % larger, compressed. The
# others are at level s: half again as quick.
case $NAME in
page) FEATURES=() OPT_LEVEL=z STACK=65536 ;;
several) FEATURES=(--features group) OPT_LEVEL=z STACK=65536 ;;
explore) FEATURES=(--features explore) OPT_LEVEL=s STACK=65536 ;;
texts) FEATURES=(--features texts) OPT_LEVEL=z STACK=1048576 ;;
full) FEATURES=(--features build) OPT_LEVEL=s STACK=1048576 ;;
*) usage ;;
esac

# All quick builds have the same flags, so that cargo compiles what they share once.
case $LEVEL in
quick) LTO=off UNITS=16 OPT_LEVEL=1 STACK=1048576 ;;
small) LTO=fat UNITS=1 ;;
*) usage ;;
esac

# The compiler that has the standard library for WebAssembly is not always the one for the rest.
# As the two share no build artefact, wasm builds have a target directory of their own.
PATH=${KINDEX_WASM_BIN:+$KINDEX_WASM_BIN:}$PATH
export CARGO_TARGET_DIR=$ROOT/target/wasm
export CARGO_PROFILE_RELEASE_LTO=$LTO
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=$UNITS
export CARGO_PROFILE_RELEASE_PANIC=abort
# wasm-bindgen reads what symbols say.
export CARGO_PROFILE_RELEASE_STRIP=none
export CARGO_PROFILE_RELEASE_OPT_LEVEL=$OPT_LEVEL

# shellcheck source=scripts/rustflags.sh
. "$(dirname "${BASH_SOURCE[0]}")/rustflags.sh"

CARGO_ENCODED_RUSTFLAGS=$(encoded_rustflags -Clink-arg=-zstack-size="$STACK")
export CARGO_ENCODED_RUSTFLAGS

# cargo puts each engine under one name, from where wasm-bindgen takes it: one build at a time,
# where the system can tell (macOS cannot).
build_alone() {
    mkdir -p "$CARGO_TARGET_DIR"
    if command -v flock >/dev/null; then
        (flock 8 && build) 8>"$CARGO_TARGET_DIR/.lock"
    else
        build
    fi
}

# no-install: the tools come from scripts/setup.sh, wasm-pack is to download nothing.
build() {
    wasm-pack --quiet build "$ROOT/crates/wasm" --release --target web --mode no-install --no-opt \
        --no-pack --out-dir "$NEW" --out-name "$NAME" -- --locked ${FEATURES[@]+"${FEATURES[@]}"}
}

# Nothing lies in the first kilobyte of memory: it is the far end of the stack. To take the code
# apart and put it together again makes it half a percent smaller, compressed. It helps as much to
# inline small functions before that, and to know which functions write nothing.
optimize() {
    local wasm=$NEW/${NAME}_bg.wasm
    node "$ROOT/node_modules/binaryen/bin/wasm-opt" \
        --generate-global-effects -O3 --flatten --rereloop -O3 --flatten --rereloop \
        --generate-global-effects -Oz -Oz --converge --reorder-locals --reorder-functions \
        --low-memory-unused --strip-debug --strip-producers \
        "$wasm" -o "$wasm.opt"
    mv "$wasm.opt" "$wasm"
}

# The directory appears at once and whole, as make looks at its contents.
replace_output() {
    rm -f "$NEW/.gitignore"
    rm -rf "$OUT"
    mv "$NEW" "$OUT"
}

trap 'rm -rf "$NEW"' EXIT
build_alone
[[ $LEVEL == quick ]] || optimize
replace_output
printf '%s: %s bytes\n' "target/wasm/$LEVEL/$NAME/${NAME}_bg.wasm" "$(wc -c <"$OUT/${NAME}_bg.wasm" | tr -d ' ')"
