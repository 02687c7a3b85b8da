#!/usr/bin/env bash
# Runs the tests of a tier, and says at its end which took longest:
#
#   scripts/test.sh quick|test|full
#
# make brings in and builds what they need; CONTRIBUTING.md says what is in which tier.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TIER=${1:-}
TIMES=target/times
STEP=scripts/step.sh
TAB=$'\t'

# Job slots of an outer make are of no use to cargo.
unset MAKEFLAGS MFLAGS

# Runs tests in Rust, and keeps their times.
cargo_test() { # name argument...
    local host name=$1
    shift
    host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
    env "CARGO_TARGET_${host}_RUNNER=$PWD/scripts/timed.sh" cargo test --locked "$@" | tee "$TIMES/$name.log" || return
    sed -n "s/^test \(.*\) \.\.\. ok <\([0-9.]*\)s>\$/\2$TAB\1/p" "$TIMES/$name.log" >"$TIMES/$TIER.$name"
}

# The lints of the builds that the ordinary run does not compile. Without stemmers, the one that makes
# indexes needs no standard library.
other_features() {
    local features target=thumbv7em-none-eabi
    for features in "" build stem languages explore group serde; do
        cargo clippy --quiet --locked -p kindex --no-default-features --features "$features" -- -D warnings
    done
    cargo clippy --quiet --locked -p kindex-wasm --features texts -- -D warnings
    if [ -n "${KINDEX_NO_BARE:-}" ]; then
        printf 'other features: %s; a machine without std is NOT TESTED\n' "$KINDEX_NO_BARE" >&2
        return
    fi
    cargo check --quiet --locked -p kindex --no-default-features --features build --target "$target"
}

documents() {
    npm run --silent lint
    npm run --silent typecheck
    npm run --silent check:docs
}

# Steps are programs of their own.
export -f other_features documents

# Tests that try thousands of inputs, which make test has.
SLOW=()
for name in oracle::scores_equal merge::merged_parts limits:: sharding::damage typos::; do
    SLOW+=(--skip "$name")
done

# JavaScript is tested beside Rust, and told after it.
quick() {
    local failed=0
    { node scripts/modules.mjs && KINDEX_MODULES=1 node scripts/tests.mjs quick && npm run --silent lint; } >"$TIMES/javascript.log" 2>&1 &
    tests=$!
    trap 'kill "$tests" 2>/dev/null || true' EXIT
    $STEP "format" cargo fmt --all --check || failed=1
    cargo_test core --workspace --lib --test core -- "${SLOW[@]}" || failed=1
    $STEP "lints of Rust" cargo clippy --quiet --locked -p kindex --all-targets -- -D warnings || failed=1
    wait "$tests" || failed=1
    cat "$TIMES/javascript.log"
    return "$failed"
}

ordinary() {
    $STEP "format" cargo fmt --all --check
    $STEP "lints of Rust" cargo clippy --quiet --locked --workspace --all-targets --features kindex-wasm/build -- -D warnings
    $STEP "lints, types and links" documents
    KINDEX_NEEDS_FIELD=1 cargo_test rust --workspace
    node scripts/tests.mjs test
}

full() {
    $STEP "lints of other features" other_features
    $STEP "test vectors of others" scripts/conformance.sh
    cargo_test conformance --workspace --lib -- conformance
    scripts/test-narrow.sh
    node scripts/tests.mjs full
    $STEP "the Worker beside its OpenAPI document" node scripts/check-api.mjs
    # Last, as it replaces the package that was tested.
    $STEP "what the demo begins with" scripts/package.sh demo
}

mkdir -p "$TIMES"
[[ -z $TIER ]] || rm -f "$TIMES/$TIER".*
case $TIER in
quick) quick ;;
test) ordinary ;;
full) full ;;
*)
    echo "usage: scripts/test.sh quick|test|full" >&2
    exit 2
    ;;
esac
scripts/slowest.sh "$TIER"
