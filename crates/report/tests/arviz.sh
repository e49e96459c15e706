#!/usr/bin/env bash
# Opens stores with ArviZ 1 and xarray. Skips with a message if there is no Python 3.12 or the packages cannot
# be installed: an older Python would install an older ArviZ without a message.
set -euo pipefail
cd "$(dirname "$0")/../../.."

python=
for name in "${MONOMORPH_PYTHON:-}" python3.13 python3.12 python3 "$HOME"/.pyenv/versions/3.1[2-9]*/bin/python3; do
    if [ -n "$name" ] && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    echo "NOT RUN: no Python 3.12 or newer, so no store was opened with ArviZ"
    exit 0
fi

target=${CARGO_TARGET_DIR:-target}
venv=$target/arviz-venv
if ! "$venv/bin/python" -c 'import arviz, zarr' 2>/dev/null; then
    if ! { "$python" -m venv "$venv" && "$venv/bin/pip" install --quiet 'arviz>=1' zarr; }; then
        echo "NOT RUN: ArviZ could not be installed, so no store was opened with it"
        exit 0
    fi
fi

folder=$target/arviz_stores
mkdir -p "$folder"
cargo build --quiet --release --package monomorph-report --example stores
"$venv/bin/python" crates/report/tests/stores.py "$folder" "$target/release/examples/stores"
