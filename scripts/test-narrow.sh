#!/usr/bin/env bash
# Runs the tests of forged bytes where numbers have 32 bits, as in WebAssembly: sums of numbers
# that an index says may have no room in these, which nothing shows where there are 64. In a debug
# build such a sum is a panic.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ -n "${KINDEX_NO_NARROW:-}" ]; then
    printf 'test-narrow: %s; hostile bytes are NOT TESTED with 32 bits\n' "$KINDEX_NO_NARROW" >&2
    exit 0
fi

TARGET=i686-unknown-linux-musl
cargo test --locked -p kindex --test core --target "$TARGET" \
    --config "target.$TARGET.linker=\"rust-lld\"" -- hostile:: sharding::
