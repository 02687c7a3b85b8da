#!/usr/bin/env bash
# Brings the pages of twenty of Debian's documentation packages into a folder. Nothing is installed.
#
#   bench/data/debian.sh [FOLDER [PACKAGE...]]
#
# FOLDER/PACKAGE has the HTML of a package; FOLDER is target/bench/debian unless you say otherwise. All packages
# are 320 MB to load and 4.6 GB of pages, in 116,000 files. debian.txt pins versions and checksums.
#
# Loaded packages are kept in debs/ of scripts/setup.sh's cache. DEBS names a folder where some may be already;
# nothing is written there. A package that is there and unpacked takes no time. Several runs may share the cache.
#
# It needs dpkg-deb, sha256sum and GNU tar, and apt-get for what DEBS lacks: Debian has them all.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CACHE=${KINDEX_CACHE:-${XDG_CACHE_HOME:-${HOME:?set HOME or KINDEX_CACHE}/.cache}/kindex}/debs

say() { printf 'debian: %s\n' "$*"; }
fail() {
    printf 'debian: error: %s\n' "$*" >&2
    exit 1
}

sum_of() { # file
    local sum
    sum=$(sha256sum <"$1") && printf '%s\n' "${sum%% *}"
}

# As apt-get names a package: a colon is written as %3a. The end of the name is that of the machine's kind.
find_package() { # folder package version
    local file
    for file in "$1/$2_${3//:/%3a}"_*.deb; do
        [ ! -f "$file" ] || { printf '%s\n' "$file" && return; }
    done
    return 1
}

# The folder of a package that is being loaded.
ASIDE=
trap '[ -z "$ASIDE" ] || rm -rf "$ASIDE"' EXIT

# Loads a package beside the others, and puts it among them once its checksum is right.
load() { # package version sum
    local file
    command -v apt-get >/dev/null || fail "no apt-get: put $1 $2 into a folder that DEBS names"
    say "loading $1 $2"
    ASIDE=$(mktemp -d "$CACHE/.$1.XXXXXX" 2>/dev/null) || fail "cannot write to $CACHE"
    (cd "$ASIDE" && apt-get -qq -o APT::Sandbox::User=root download "$1=$2" >log 2>&1) ||
        fail "apt-get cannot load $1 $2: $(grep -m 1 '^E:' "$ASIDE/log" || tail -n 1 "$ASIDE/log")"
    file=$(find_package "$ASIDE" "$1" "$2") || fail "apt-get has loaded no $1 $2"
    check "$file" "$3"
    mv -f "$file" "$CACHE/"
    rm -rf "$ASIDE"
    ASIDE=
}

check() { # file sum [what to do]
    local sum
    sum=$(sum_of "$1") || fail "cannot read $1"
    [ "$sum" = "$2" ] || fail "$1 is damaged or another one: its SHA-256 is $sum, not $2${3:+; $3}"
}

# Only pages are unpacked, aside; the folder takes its name when it is whole.
unpack() { # package sum file
    local aside="$FOLDER/.$1.part"
    rm -rf "$aside" && mkdir -p "$aside"
    dpkg-deb --fsys-tarfile "$3" 2>"$aside/.log" |
        tar -x -C "$aside" --no-same-owner --wildcards '*.html' 2>>"$aside/.log" ||
        fail "cannot unpack $3: $(grep -m 1 . "$aside/.log")"
    rm "$aside/.log"
    # Links lead out of the package, or to pages that are here already.
    find "$aside" -type l -delete
    printf '%s\n' "$2" >"$aside/.sum"
    rm -rf "${FOLDER:?}/$1"
    mv "$aside" "$FOLDER/$1"
}

bring() { # package version sum
    local file
    [ "$(cat "$FOLDER/$1/.sum" 2>/dev/null)" != "$3" ] || return 0
    if ! file=$(find_package "${DEBS:-$CACHE}" "$1" "$2" || find_package "$CACHE" "$1" "$2"); then
        load "$1" "$2" "$3"
        file=$(find_package "$CACHE" "$1" "$2")
    else
        check "$file" "$3" "remove it"
    fi
    say "unpacking $1 $2"
    unpack "$1" "$3" "$file"
}

# Names the programs that are missing.
missing() {
    local name
    for name in dpkg-deb sha256sum; do
        command -v "$name" >/dev/null || printf ', %s' "$name"
    done
    case "$(tar --version 2>/dev/null)" in *"GNU tar"*) ;; *) printf ', GNU tar as tar' ;; esac
}

MISSING=$(missing)
[ -z "$MISSING" ] || fail "this machine lacks ${MISSING#, }, which Debian has"
[ $# -gt 0 ] || set -- "$HERE/../../target/bench/debian"
mkdir -p "$1" "$CACHE" 2>/dev/null || fail "cannot make $1 and $CACHE"
FOLDER=$(cd "$1" && pwd)
shift
for name; do
    grep -q "^$name " "$HERE/debian.txt" || fail "no package $name: $(cut -d ' ' -f 1 "$HERE/debian.txt" | tr '\n' ' ')"
done
if command -v flock >/dev/null; then
    exec 9>"$FOLDER/.lock"
    flock -n 9 || { say "waiting for another run to end" && flock 9; }
fi
while read -r name version sum <&3; do
    case " $* " in "  " | *" $name "*) bring "$name" "$version" "$sum" ;; esac
done 3<"$HERE/debian.txt"
