#!/usr/bin/env bash
# Compiles C for the Linux of ZIG_TARGET, such as aarch64-linux-musl, with the headers that zig brings
# along. The names of targets that others give are not those of zig, and are left out.
set -euo pipefail

ARGS=()
for arg in "$@"; do
    [[ $arg == --target=* ]] || ARGS+=("$arg")
done
ZIG=(python3 -m ziglang)
if command -v zig >/dev/null; then ZIG=(zig); fi
exec "${ZIG[@]}" cc -target "$ZIG_TARGET" "${ARGS[@]}"
