#!/usr/bin/env bash
# Embeds a site with the model of bench/vectors, and serves the home page with a search of it: by words,
# or by meaning too.
#
#   SITE=folder     Markdown or HTML, such as the sources of a documentation; if it is not given, the
#                   documentation of Vue is taken, where DATA has it
#   QUERIES="a|b"   queries to try
#   DATA=folder     where docs/vue-docs.tar.xz lies
#   PORT=8080       where to serve it
#
# The model is small, old and for English. It embeds 35 to 70 passages a second on one core, the first
# time all and then those that changed. Needs what `make command dist/.packaged-test setup-vectors` makes.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TARGET=${CARGO_TARGET_DIR:-$ROOT/target}
DATA=${DATA:-$ROOT/../shared/data}
VUE=$DATA/docs/vue-docs.tar.xz
VUE_QUERIES="share state between components|make the page load faster|why does my list not update|stop a component from being destroyed|clean up when component goes away"

if [[ -z ${SITE:-} ]]; then
    if [[ ! -f $VUE ]]; then
        echo "vectors-demo: error: say which site, with SITE=folder of Markdown or HTML; $VUE is not there" >&2
        exit 1
    fi
    mkdir -p "$TARGET/demo"
    tar -xJf "$VUE" -C "$TARGET/demo"
    SITE=$TARGET/demo/vue-docs
    QUERIES=${QUERIES:-$VUE_QUERIES}
fi
# MDN would take a minute to index, and has no vectors.
export VECTORS=1 DOCS=$SITE QUERIES=${QUERIES:-} DATA=/dev/null
exec "$ROOT/scripts/demo.sh"
