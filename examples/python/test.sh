#!/usr/bin/env bash
# Builds the extension and runs `test.py` with it. Skips with a message if there is no Python 3.10 or newer.
set -euo pipefail
cd "$(dirname "$0")"

python=
for name in "${MONOMORPH_PYTHON:-}" python3 python3.{14,13,12,11,10}; do
    if [ -n "$name" ] && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    echo "NOT RUN: no Python 3.10 or newer, so no extension was built"
    exit 0
fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../../target}
# As maturin and setuptools-rust do: symbols of Python are those of the interpreter that loads the library.
export PYO3_BUILD_EXTENSION_MODULE=1 PYO3_PYTHON=$python
cargo build --quiet --release
folder=$CARGO_TARGET_DIR/python
mkdir -p "$folder"
for library in "$CARGO_TARGET_DIR"/release/lib{robust.so,robust.dylib}; do
    [ ! -e "$library" ] || cp "$library" "$folder/robust.abi3.so"
done
PYTHONPATH=$folder "$python" test.py
# Last, since others may still be compiling in the folder of tests, as `crates/mpi/check.sh` has it.
cargo clippy --quiet --all-targets -- -D warnings
