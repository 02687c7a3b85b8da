#!/usr/bin/env bash
# Brings in what Kindex is built and tested with, and nothing that is already there.
#
#   scripts/setup.sh [rust] [narrow] [bare] [strace] [wasm] [node] [node22] [browser] [engines]
#                    [generators] [python] [python-docs] [python-library] [databases] [python-bench]
#                    [static] [release] [vectors] [fuzz] [supply] [coverage] [mutants] [miri] [spark]
#
# Without a name it brings in all but the last ten, each of which only one target of make needs.
#
# It keeps its builds in ${KINDEX_CACHE:-${XDG_CACHE_HOME:-~/.cache}/kindex}, so that every clone on
# a machine shares them. It writes the tools that it finds to env.sh in that directory; sourcing
# that file puts them first in PATH. System packages come from apt-get; on systems without it, one
# line says what is missing and how to get it.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${KINDEX_CACHE:-${XDG_CACHE_HOME:-${HOME:?set HOME or KINDEX_CACHE}/.cache}/kindex}

for part in common rust wasm programs; do
    # shellcheck disable=SC1090 # each is checked by itself
    . "$ROOT/scripts/setup/$part.sh"
done

ALL="rust narrow bare strace wasm node node22 browser engines generators python python-docs python-library databases"
ASIDE="python-bench static release vectors fuzz supply coverage mutants miri spark"
# These need Rust first, wherever it stands in the list.
WITH_RUST="rust narrow bare wasm static release fuzz supply coverage mutants miri"

# Shell code that sets a variable to the contents of a file of the cache, where it is not set
# already. Between double quotes what %q escapes would stay escaped.
write_default() { # variable file
    [ -s "$CACHE/$2" ] || return 0
    # shellcheck disable=SC2016
    printf ': ${%s:=%q}\nexport %s\n' "$1" "$(cat "$CACHE/$2")" "$1"
}

write_python() { # variable environment
    [ ! -x "$CACHE/$2/bin/python" ] || printf 'export %s=%q\n' "$1" "$CACHE/$2/bin"
}

# Shell code, to be sourced (or named in BASH_ENV). Sourcing it twice changes nothing more.
write_env() {
    {
        echo '# Written by scripts/setup.sh; source it.'
        # shellcheck disable=SC2016 # to be expanded when sourced
        echo '_kindex_path() { case ":$PATH:" in *":$1:"*) ;; *) PATH=$1:$PATH ;; esac; }'
        printf '_kindex_path %q\n' "$CACHE/tools/bin"
        if [ -d "$CACHE/rust/bin" ]; then printf '_kindex_path %q\n' "$CACHE/rust/bin"; fi
        echo 'unset -f _kindex_path'
        echo 'export PATH'
        write_python KINDEX_PYTHON python
        write_python KINDEX_PYTHON_DOCS python-docs
        write_python KINDEX_PYTHON_LIBRARY python-library
        write_python KINDEX_PYTHON_DATABASES databases
        write_python KINDEX_PYTHON_BENCH python-bench
        write_python KINDEX_PYTHON_VECTORS vectors
        write_python KINDEX_PYTHON_SPARK spark
        if [ -d "$CACHE/wasm/bin" ]; then
            echo '# To be put first in PATH for wasm builds.'
            printf 'export KINDEX_WASM_BIN=%q\n' "$CACHE/wasm/bin"
        else
            echo 'unset KINDEX_WASM_BIN'
        fi
        write_default CHROMIUM chromium
        write_default CHROMIUM_SHELL chromium-shell
        write_default FIREFOX firefox
        write_default LLVM_COV llvm-cov
        write_default LLVM_PROFDATA llvm-profdata
        write_default KINDEX_NO_BARE no-bare
        write_default KINDEX_NO_MIRI no-miri
        write_default KINDEX_NO_NARROW no-narrow
        write_default KINDEX_NO_STATIC no-static
        write_default KINDEX_NODE_22 node-22
        write_default KINDEX_NO_NODE_22 no-node-22
        write_default KINDEX_NO_FIREFOX no-firefox
        write_default KINDEX_NO_POSTGRES no-postgres
        write_default POSTGRES postgres
        write_default QEMU qemu
        write_default WEBKIT_DRIVER webkit
        write_default KINDEX_NO_WEBKIT no-webkit
    } | write_file "$CACHE/env.sh"
}

# One set-up at a time, where the system can tell (macOS cannot).
lock_cache() {
    have flock || return 0
    exec 9>"$CACHE/lock"
    flock -n 9 && return 0
    say "waiting for another set-up to end"
    flock 9
}

among() { # word word...
    local word=$1
    shift
    case " $* " in *" $word "*) ;; *) return 1 ;; esac
}

main() {
    local component
    mkdir -p "$CACHE/log" || fail "cannot write to $CACHE: set KINDEX_CACHE to a directory of your own"
    CACHE=$(cd "$CACHE" && pwd)
    strip_cache_from_path
    lock_cache
    # shellcheck disable=SC2086 # to be split
    [ $# -gt 0 ] || set -- $ALL
    for component; do
        # shellcheck disable=SC2086
        if among "$component" $WITH_RUST; then
            find_rust
            break
        fi
    done
    for component; do
        # shellcheck disable=SC2086
        among "$component" $ALL $ASIDE || fail "unknown component $component ($ALL $ASIDE)"
        "setup_$component"
    done
    rm -rf "$CACHE/build"
    write_env
}

main "$@"
