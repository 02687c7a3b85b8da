#!/usr/bin/env bash
# Assembles dist/npm with the engines of a level (scripts/package.mjs),
# and notes the level for make:
#
#   scripts/package.sh demo|test|pages|release
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rm -f dist/.packaged-*
node scripts/package.mjs "$1"
# The command has the search field in it.
node scripts/field.mjs
# Each level has all that the demo needs.
touch "dist/.packaged-$1" dist/.packaged-demo
