#!/usr/bin/env bash
# Embeds the documents of this project as the demo shows them, with the model of bench/vectors, and keeps
# the vectors in bench/vectors/kept.jsonl. Needs what `make command dist/.packaged-test setup-vectors` makes.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TARGET=${CARGO_TARGET_DIR:-$ROOT/target}
DEMO=$TARGET/demo/own

mkdir -p "$TARGET/demo"
DATA=/dev/null RUST_DOCS=/dev/null DOCS='' DEMO=$DEMO NO_SERVE=1 "$ROOT/scripts/demo.sh"
"$TARGET/debug/kindex" chunks "$DEMO/indexes/kindex.kdx" -o "$DEMO/chunks.jsonl" --quiet
node "$ROOT/bench/vectors/demo.mjs" keep "$DEMO/chunks.jsonl"
rm -r "$DEMO"
ls -l "$ROOT/bench/vectors/kept.jsonl"
