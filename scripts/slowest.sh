#!/usr/bin/env bash
# Prints the slowest twenty tests of the last run of a tier, out of the times that scripts/test.sh
# and scripts/tests.mjs left in target/times:
#
#   scripts/slowest.sh TIER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo "The slowest tests, in seconds:"
cat "target/times/$1."* | LC_ALL=C sort -rn | head -n 20 || true
