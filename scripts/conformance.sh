#!/usr/bin/env bash
# Brings in the test vectors of src/analyze/conformance.rs, unless they are there: unpacks the
# packages that tests/conformance pins. Without network it says so, and those tests are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

MANIFEST=tests/conformance/Cargo.toml
HELD=target/conformance
LOG=$HELD/log

mkdir -p "$HELD"
cmp -s tests/conformance/Cargo.lock "$HELD/Cargo.lock" && exit 0
rm -f "$HELD/Cargo.lock"
if cargo vendor --locked --manifest-path "$MANIFEST" "$HELD/packages" >"$LOG" 2>&1; then
    # This comes last, so that work that was broken off is begun anew.
    cp tests/conformance/Cargo.lock "$HELD/Cargo.lock"
elif grep -qE 'failed to (download|get|query|fetch)|network|[Cc]ould not resolve' "$LOG" &&
    ! grep -q checksum "$LOG"; then
    tail -n 3 "$LOG" >&2
    printf 'conformance: cannot download the test vectors; what needs them is NOT TESTED\n' >&2
else
    cat "$LOG" >&2
    printf 'conformance: error: the test vectors could not be unpacked\n' >&2
    exit 1
fi
