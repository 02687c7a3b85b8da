# shellcheck shell=bash
# What all components of scripts/setup.sh use: files, system packages, tools of cargo, programs that may be missing.

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: error: %s\n' "$*" >&2
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Runs a long command quietly; its output matters only when it fails.
logged() { # log-name command...
    local log="$CACHE/log/$1.log"
    shift
    if ! "$@" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        return 1
    fi
}

# Writes stdin to a file, whole or not at all.
write_file() { # path
    mkdir -p "$(dirname "$1")"
    cat >"$1.$$"
    mv -f "$1.$$" "$1"
}

# A wrapper rather than a symbolic link: it behaves the same whatever the program deduces from its
# own path, and it can carry arguments.
write_wrapper() { # path command...
    local path=$1
    shift
    write_file "$path" <<<"#!/bin/sh
exec $(printf '%q ' "$@")\"\$@\""
    chmod +x "$path"
}

# A sourced env.sh would make this script find its own earlier choices instead of the machine's.
strip_cache_from_path() {
    local dir kept=
    local IFS=:
    for dir in $PATH; do
        case $dir in "$CACHE"/*) ;; *) kept=${kept:+$kept:}$dir ;; esac
    done
    PATH=$kept
}

version_at_least() { # version minimum
    local major minor min_major min_minor
    IFS=. read -r major minor _ <<<"$1"
    IFS=. read -r min_major min_minor _ <<<"$2"
    [ "$major" -gt "${min_major:-0}" ] ||
        { [ "$major" -eq "${min_major:-0}" ] && [ "$minor" -ge "${min_minor:-0}" ]; }
}

APT_UPDATED=

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_update_once() {
    [ -z "$APT_UPDATED" ] || return 0
    logged apt-update as_root apt-get -o DPkg::Lock::Timeout=600 update || return 1
    APT_UPDATED=yes
}

apt_installed() { # package...
    local state
    have dpkg-query || return 1
    state=$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null) || return 1
    ! grep -qv '^installed$' <<<"$state"
}

apt_offers() { # package...
    apt-cache show --no-all-versions "$@" >/dev/null 2>&1
}

# Installs packages; fails quietly where apt-get is not the way here or does not offer them.
apt_install() { # package...
    apt_installed "$@" && return 0
    have apt-get || return 1
    if [ "$(id -u)" -ne 0 ] && ! have sudo; then
        apt_offers "$@" || return 1
        fail "not root and no sudo: have an administrator run: apt-get install $*"
    fi
    apt_update_once || return 1
    apt_offers "$@" || return 1
    say "installing $* (apt-get)"
    logged apt-install as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends "$@"
}

# cargo install from source, with the versions the tool's authors locked if they still resolve. Tools
# run for seconds, so that it does not pay to optimise them.
cargo_install() { # crate version flag-of-cargo...
    local build="$CACHE/build/tools" name=$1
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_STRIP=symbols
    say "installing $1 $2 (cargo install, a minute or two, once)"
    set -- --quiet --force --root "$CACHE/tools" --target-dir "$build" "${@:3}" "$1@$2"
    logged "cargo-install-$name" cargo install --locked "$@" 2>/dev/null ||
        logged "cargo-install-$name" cargo install "$@"
}

# Installs a tool unless it is there in just this version. Subcommands of cargo are called as it
# calls them, with their name.
need_tool() { # crate program version flag-of-cargo...
    local program found name=
    case $2 in cargo-*) name=${2#cargo-} ;; esac
    for program in "$CACHE/tools/bin/$2" "$2"; do
        found=$("$program" ${name:+"$name"} --version 2>/dev/null) || continue
        read -r _ found _ <<<"$found"
        if [ "$found" = "$3" ]; then
            say "$2 $3"
            return 0
        fi
    done
    (cargo_install "$1" "$3" "${@:4}") || fail "cannot install $1 $3: run: cargo install $1 --version $3"
}

# Prints where the first of these programs is that there is.
first_program() { # name-or-path-or-empty...
    local name
    for name; do
        if [ -n "$name" ] && command -v "$name" 2>/dev/null; then return 0; fi
    done
    return 1
}

# Says where a program of a test is. It may be missing only where apt-get has no package of it: Ubuntu has some
# under other names, or none.
note_program() { # name path-or-empty what-to-do package...
    local name=$1 path=$2 advice=$3 package
    shift 3
    rm -f "$CACHE/$name" "$CACHE/no-$name"
    if [ -n "$path" ]; then
        write_file "$CACHE/$name" <<<"$path"
        say "$name: $path"
        return
    fi
    for package; do
        if apt_offers "$package"; then fail "no $name: $advice"; fi
    done
    write_file "$CACHE/no-$name" <<<"$name is not installed: $advice"
    say "no $name, its tests will be skipped: $advice"
}
