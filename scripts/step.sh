#!/usr/bin/env bash
# Runs a command, and says how long it took where that is a second or more:
#
#   scripts/step.sh NAME COMMAND...
#
# scripts/progress.sh reads from the file STEPS what is being done.
set -euo pipefail

NAME=$1
shift
note() { [[ -z ${STEPS:-} ]] || printf '%s\t%s\n' "$1" "$NAME" >>"$STEPS"; }

# The job slots of make are of no use to anything but another make.
unset MAKEFLAGS MFLAGS
SECONDS=0
note begin
"$@"
note end
((SECONDS == 0)) || printf 'make: %s: %d s\n' "$NAME" "$SECONDS"
