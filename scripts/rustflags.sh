# shellcheck shell=bash
# Sourced by the scripts that compile for WebAssembly.

# The user's own flags and more, in the form in which paths with spaces stay whole. The variable
# overrides RUSTFLAGS even where it is empty, as it does for cargo.
encoded_rustflags() ( # flag...
    IFS=$' \t\n' own=${RUSTFLAGS:-}
    if [ -n "${CARGO_ENCODED_RUSTFLAGS+set}" ]; then
        IFS=$'\x1f' own=$CARGO_ENCODED_RUSTFLAGS
    fi
    set -f
    # shellcheck disable=SC2086 # to be split
    set -- $own "$@"
    IFS=$'\x1f'
    printf '%s' "$*"
)
