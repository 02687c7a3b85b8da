#!/usr/bin/env bash
# Gives every target of fuzz/ the inputs of a fuzzer, and says what that gave.
#
#   scripts/fuzz.sh run SECONDS [TARGET...]   each target for so long (all of them without a name)
#   scripts/fuzz.sh keep [TARGET...]          keep few inputs of those found, in fuzz/corpus
#
# Inputs gather in target/fuzz/corpus. One that shows a fault is left in target/fuzz/faults, and
# belongs in fuzz/corpus once the fault is mended: cargo test replays what is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CARGO_TARGET_DIR=$PWD/target/fuzz
# Targets are linked one by one, which optimising over crates would make slow.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_STRIP=none
PROGRAMS=$CARGO_TARGET_DIR/$(rustc -vV | sed -n 's/^host: //p')/release
# Longer than any index that the targets begin with.
LONGEST=16384
# Kept inputs of a target: how many at most, and how many bytes together.
MOST_FILES=60
MOST_BYTES=120000

all_targets() { sed -n 's/^name = "\([a-z_]*\)"$/\1/p' fuzz/Cargo.toml; }

# Without a sanitizer: no crate of Kindex has unsafe code. With assertions, so that a sum without
# room is a fault.
build() {
    cargo fuzz build --sanitizer none --debug-assertions >"$CARGO_TARGET_DIR/build.log" 2>&1 || {
        tail -n 20 "$CARGO_TARGET_DIR/build.log" >&2
        exit 1
    }
}

number_of() { # name log
    sed -n "s/^stat::$1: *//p" "$2"
}

run_target() { # target seconds
    local found="$CARGO_TARGET_DIR/corpus/$1" log="$CARGO_TARGET_DIR/log/$1" kept="fuzz/corpus/$1"
    local faults="$CARGO_TARGET_DIR/faults/$1" state=0 edges
    mkdir -p "$found" "$faults" "$kept"
    "$PROGRAMS/$1" -max_total_time="$2" -max_len="$LONGEST" -timeout=30 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="$faults/" "$found" "$kept" >"$log" 2>&1 || state=$?
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    printf '%-13s %10s inputs, %6s places reached, %s MB\n' "$1" \
        "$(number_of number_of_executed_units "$log")" "$edges" "$(number_of peak_rss_mb "$log")"
    [ "$state" = 0 ] && return
    grep -m 3 -E 'panicked|ERROR|assertion' -A 2 "$log" >&2
    echo "$1: a fault: see $log and $faults" >&2
    return 1
}

run() { # seconds target...
    local seconds=${1:-} target failed=
    [ $# -eq 0 ] || shift
    [[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "SECONDS is a whole number from 1, not \"$seconds\"" >&2; exit 2; }
    mkdir -p "$CARGO_TARGET_DIR/log"
    build
    # Names have no blanks.
    # shellcheck disable=SC2046
    [ $# -gt 0 ] || set -- $(all_targets)
    for target; do
        run_target "$target" "$seconds" || failed=yes
    done
    [ -z "$failed" ]
}

# Inputs that together reach all that was reached, or of these as many as there is room for, of all
# sizes.
keep_target() { # target
    local cover="$CARGO_TARGET_DIR/cover" kept="fuzz/corpus/$1"
    rm -rf "$cover"
    mkdir -p "$cover" "$kept"
    "$PROGRAMS/$1" -set_cover_merge=1 -max_len="$LONGEST" "$cover" "$kept" \
        "$CARGO_TARGET_DIR/corpus/$1" >"$CARGO_TARGET_DIR/log/keep-$1" 2>&1
    find "$kept" -type f ! -name 'fault-*' -delete
    # The middle one of each part of the row of sizes.
    find "$cover" -type f -printf '%s %p\n' | sort -n |
        awk -v files="$MOST_FILES" -v bytes="$MOST_BYTES" '
            { sum += $1; path[NR] = $2 }
            END {
                fits = int(NR * bytes / (sum + 1))
                count = fits < files ? fits : files
                if (NR < count) count = NR
                for (nth = 0; nth < count; nth++) print path[int((nth + 0.5) * NR / count) + 1]
            }' | xargs -r cp -t "$kept"
    printf '%-13s %5s inputs kept\n' "$1" "$(find "$kept" -type f | wc -l)"
}

case ${1:-} in
run) run "${@:2}" ;;
keep)
    shift
    # shellcheck disable=SC2046
    [ $# -gt 0 ] || set -- $(all_targets)
    for target; do keep_target "$target"; done
    ;;
*)
    sed -n '2,/^set/p' "$0" | sed -n 's/^# \{0,1\}//p' >&2
    exit 2
    ;;
esac
