#!/usr/bin/env bash
# Runs the unit tests of the index format in Miri, which notices what is undefined in Rust: the core
# has no unsafe code, its dependencies have some.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ -n "${KINDEX_NO_MIRI:-}" ]; then
    printf 'miri: %s; NOT TESTED\n' "$KINDEX_NO_MIRI" >&2
    exit 0
fi

# Properties keep what fails in files. An interpreter takes a thousand
# times as long, so few are tried.
export MIRIFLAGS="${MIRIFLAGS:-} -Zmiri-disable-isolation"
export PROPTEST_CASES=4
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri
# Tests that learn rules of stems from whole vocabularies, or build a section of letters from
# all of Unicode, take seconds natively and hours here. Roots of vectors are taken in
# assembly, which Miri does not read.
skipped=()
for test in format::forms::learn format::vectors {the_reader_finds,letters_are_listed,unlisted_letters,texts_without}_; do
    skipped+=(--skip "$test")
done
cargo +nightly miri test --locked -p kindex --lib -- format:: "${skipped[@]}"
