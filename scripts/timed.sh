#!/bin/sh
# Runs a program of Rust tests, which says how long each took: a flag that stable toolchains keep
# behind this variable. It is set for the program alone, as it would have cargo compile anew.
exec env RUSTC_BOOTSTRAP=1 "$@" -Zunstable-options --report-time
