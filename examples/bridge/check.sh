#!/usr/bin/env bash
# Builds the library of this folder and those of `models`, and drives them with the clients that users have:
# BridgeStan's for Python and Rust, nutpie and walnutpie, R by `.C`, and the example `drive`, which samples a library
# by monomorph; with stanli as the oracle. Skips aloud what cannot be had: Python 3.12 or a package of it, the crates
# and the libclang of the client for Rust, R.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
# Beside other packages, if there is a selection of them, so that what is in this folder is not built anew.
examples=(--example shapes --example volatility --example mixture --example drive)
cargo build --quiet --release ${MONOMORPH_PACKAGES:---package eight_schools} --lib "${examples[@]}"
folder=$target/bridge
mkdir -p "$folder"
for name in eight_schools shapes volatility mixture; do
    library=$target/release/lib$name.so
    [ $name = eight_schools ] || library=$target/release/examples/lib$name.so
    strip --strip-all -o "$folder/lib$name.so" "$library"
done
bytes=$(stat -c %s "$folder/libeight_schools.so")
# A million is for the library as its author builds it: 989 168 bytes on 2026-11-30. Beside other packages it has their
# features too, which are 69 kB.
most=$([ -z "${MONOMORPH_PACKAGES:-}" ] && echo 1000000 || echo 1070000)
if [ "$bytes" -ge "$most" ]; then
    echo "the stripped library has $bytes bytes, and may have $most at most"
    exit 1
fi

python=
for name in "${MONOMORPH_PYTHON:-}" python3.13 python3.12 python3 "$HOME"/.pyenv/versions/3.1[2-9]*/bin/python3; do
    if [ -n "$name" ] && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    echo "NOT RUN: no Python 3.12 or newer, so no client was run; the library has $bytes bytes"
    exit 0
fi

venv=$target/bridge-venv
if ! "$venv/bin/python" -c 'import bridgestan, nutpie, stanli, walnutpie' 2>/dev/null; then
    if ! { "$python" -m venv "$venv" \
        && "$venv/bin/pip" install --quiet 'bridgestan==2.9.*' 'nutpie==0.16.*' 'walnutpie==0.0.3' 'stanli==0.24.*'; }; then
        echo "NOT RUN: the clients could not be installed, so none was run; the library has $bytes bytes"
        exit 0
    fi
fi

# Each further client says what it found as JSON.
clients=(drive="$target/release/examples/drive")
rust=(cargo build --quiet --release --manifest-path examples/bridge/clients/rust/Cargo.toml)
if ! { ldconfig -p | grep -q libclang || ls /usr/lib/llvm-*/lib/libclang* >/dev/null 2>&1; }; then
    echo "NOT RUN: there is no libclang, which BridgeStan's client for Rust is built with"
elif "${rust[@]}" --target-dir "$target/bridge-rust-client" 2>"$folder/rust.log"; then
    clients+=(rust="$target/bridge-rust-client/release/rust_client")
else
    echo "NOT RUN: BridgeStan's client for Rust could not be built: $(tail -n 1 "$folder/rust.log")"
fi
if command -v Rscript >/dev/null; then
    clients+=(R="Rscript examples/bridge/clients/client.R")
else
    echo "NOT RUN: there is no R"
fi

"$venv/bin/python" examples/bridge/sample.py "$folder/libeight_schools.so" >/dev/null
"$venv/bin/python" examples/bridge/check.py "$folder" examples/bridge/models "$bytes" "${clients[@]}"
