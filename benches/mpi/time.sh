#!/usr/bin/env bash
# `time.sh ROWS COLUMNS RANKS`: prints the microseconds of a gradient of a logistic regression, the fastest of sixty, whose rows are
# divided among ranks of this machine. Without MPI it prints what is missing, and exits with 1.
set -euo pipefail
cd "$(dirname "$0")/../.."
source benches/mpi/setup.sh
if [ -n "${MPI_MISSING:-}" ]; then
    echo "$MPI_MISSING" >&2
    exit 1
fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
cargo build --quiet --release --manifest-path crates/mpi/Cargo.toml --example mpi_logistic --features avx512
mpirun -n "$3" "$CARGO_TARGET_DIR/release/examples/mpi_logistic" "$1" "$2" --time | sed -n 's/.*: \([0-9.]*\) us$/\1/p'
