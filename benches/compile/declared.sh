#!/usr/bin/env bash
# What Cargo calls in place of `rustc` for the crates of this repository, with `rustc` as the first word: their libraries
# are compiled to declarations alone. What Cargo itself needs to run, macros and build scripts, has its code.
if [[ " $* " == *" --crate-type lib "* ]]; then
    RUSTC_BOOTSTRAP=1 exec "$@" -Zcodegen-backend=dummy
fi
exec "$@"
