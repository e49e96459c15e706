#!/bin/sh
# rustdoc with the flags that describe a crate as JSON, which a stable compiler has behind this variable. Cargo itself and
# the build scripts do not get the variable: some of them would be run again with it, and their crates be compiled again.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
