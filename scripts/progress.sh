#!/usr/bin/env bash
# Makes targets of the Makefile, as many at a time as there are processors, and says every half
# minute what is being done and what is left:
#
#   scripts/progress.sh TARGET...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

MAKE=${MAKE:-make}
INTERVAL_SECONDS=30
STEPS=$(mktemp)
export STEPS
trap 'rm -f "$STEPS"' EXIT
# An outer make would lend its own jobs, of which it has one.
unset MAKEFLAGS MFLAGS MAKELEVEL

# The names of the steps that make would take.
planned() {
    "$MAKE" --dry-run "$@" | sed -n 's/^@*scripts\/step\.sh "\([^"]*\)".*/\1/p'
}

# Those of the plan that did not begin, and those that began and did not end.
left() { grep -vxF -f <(sed -n $'s/^begin\t//p' "$STEPS") <<<"$PLAN" || true; }
doing() { sed -n $'s/^begin\t//p' "$STEPS" | grep -vxF -f <(sed -n $'s/^end\t//p' "$STEPS") || true; }

listed() { paste -sd, - | sed 's/,/, /g'; }

watch() {
    local rest
    SECONDS=0
    while sleep "$INTERVAL_SECONDS" >/dev/null 2>&1; do
        rest=$(left | listed)
        printf 'make: %d:%02d, %s%s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$(doing | listed)" "${rest:+; then $rest}"
    done
}

jobs() { nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2; }

PLAN=$(planned "$@")
watch &
WATCH=$!
trap 'kill "$WATCH" 2>/dev/null || true; rm -f "$STEPS"' EXIT
# Two more than there are processors: builds in one directory wait for each other.
"$MAKE" --jobs=$(($(jobs) + 2)) "$@"
