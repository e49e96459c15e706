#!/usr/bin/env bash
# Opens the store of the example `report` with ArviZ, and compares its diagnostics with those of the summary. Skips aloud
# where there is no ArviZ.
set -euo pipefail
cd "$(dirname "$0")/../.."

crates/report/tests/arviz.sh
target=${CARGO_TARGET_DIR:-target}
python=$target/arviz-venv/bin/python
if ! "$python" -c 'import arviz' 2>/dev/null; then
    echo "SKIPPED: there is no ArviZ, so no fit was compared with it"
    exit 0
fi
folder=$target/arviz_fit
mkdir -p "$folder"
cargo run --quiet --release --example report -- "$folder" >/dev/null
"$python" tests/arviz/compare.py "$folder"
