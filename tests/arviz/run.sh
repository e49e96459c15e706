#!/usr/bin/env bash
# Runs the example `report`: its page is opened in a browser, its store with ArviZ, whose diagnostics are compared with those
# of the summary. Skips with a message if there is no browser or no ArviZ.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
folder=$target/arviz_fit
mkdir -p "$folder"
# Beside other packages, if there is a selection of them, so that the library is not built anew.
cargo build --quiet --release ${MONOMORPH_PACKAGES:---package monomorph} --example report
"$target/release/examples/report" "$folder" >/dev/null
crates/report/tests/browser.sh "$folder/report.html" 30

crates/report/tests/arviz.sh
python=$target/arviz-venv/bin/python
if ! "$python" -c 'import arviz' 2>/dev/null; then
    echo "NOT RUN: there is no ArviZ, so no fit was compared with it"
    exit 0
fi
"$python" tests/arviz/compare.py "$folder"
