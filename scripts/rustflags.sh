# shellcheck shell=bash
# Sourced by the scripts that compile what is released.

# A path as the compiler knows it, which on Windows is no path of this shell.
compilers_path() {
    if command -v cygpath >/dev/null; then cygpath -w "$1"; else printf '%s\n' "$1"; fi
}

# Panic messages hold paths of sources. These folders of this machine are nobody's business.
OWN_PATHS=(
    "$(compilers_path "$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)")"
    "$(compilers_path "${CARGO_HOME:-$HOME/.cargo}")"
)

# The user's own flags and more, in the form in which paths with spaces stay whole. The variable
# overrides RUSTFLAGS even where it is empty, as it does for cargo.
encoded_rustflags() ( # flag...
    IFS=$' \t\n' own=${RUSTFLAGS:-}
    if [ -n "${CARGO_ENCODED_RUSTFLAGS+set}" ]; then
        IFS=$'\x1f' own=$CARGO_ENCODED_RUSTFLAGS
    fi
    set -f
    # shellcheck disable=SC2086 # to be split
    set -- $own "$@" "--remap-path-prefix=${OWN_PATHS[0]}=." "--remap-path-prefix=${OWN_PATHS[1]}=cargo"
    IFS=$'\x1f'
    printf '%s' "$*"
)
