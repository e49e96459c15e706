#!/usr/bin/env bash
# Tests that need ranks: draws on one and on two ranks, and failures of one of two. Without MPI it says so and skips them.
set -euo pipefail
cd "$(dirname "$0")"
source ../../benches/mpi/setup.sh
if [ -n "${MPI_MISSING:-}" ]; then
    echo "NOT RUN: $MPI_MISSING, so nothing was run on ranks"
    exit 0
fi
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../../target}
target=$CARGO_TARGET_DIR
# The tests are built like the examples, so that the library is compiled once: with AVX-512 if
# `MONOMORPH_INSTRUCTIONS` is set, like the libraries that are already in this folder.
features=(${MONOMORPH_INSTRUCTIONS:+--features avx512})
cargo test --quiet --release --lib ${features[@]+"${features[@]}"}
cargo build --quiet --release --examples ${features[@]+"${features[@]}"}
programs=$target/release/examples
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# `draws NAME RANKS FLAG…`: writes the draws of each group G to the file NAME.G.
draws() {
    local name=$1 ranks=$2
    shift 2
    mpirun -n "$ranks" "$programs/mpi_logistic" 3000 4 --draws "$folder/$name" "$@" >/dev/null
}

# `same ONE OTHER`: checks that two files have the same draws up to rounding.
same() {
    python3 - "$folder/$1" "$folder/$2" <<'COMPARE'
import sys
one, other = ([[float(x) for x in line.split(",")] for line in open(path)] for path in sys.argv[1:])
assert len(one) == len(other) == 100 and len(one[0]) == 5, "draws are missing"
worst = max(abs(a - b) for own, its in zip(one, other) for a, b in zip(own, its))
print(f"  the largest difference of a number is {worst:.1e}")
assert worst < 1e-8, "these are other draws"
COMPARE
}

echo "draws of one process, and of one, two and three ranks"
"$programs/mpi_logistic" 3000 4 --draws "$folder/alone" >/dev/null
for ranks in 1 2 3; do
    draws ranks "$ranks"
    same alone.0 ranks.0
done

echo "two chains at once, each of two shards, and each alone"
draws groups 4 --shards 2
"$programs/mpi_logistic" 3000 4 --draws "$folder/second" --seed 2 >/dev/null
same alone.0 groups.0
same second.0 groups.1
if cmp -s "$folder/alone.0" "$folder/second.0"; then
    echo "two seeds have the same draws" && exit 1
fi
if found=$(draws none 3 --shards 2 2>&1); then
    echo "three ranks were parted into groups of two" && exit 1
fi
grep -q "ranks: 3" <<<"$found" || { printf 'groups that are not possible: %s\n' "$found"; exit 1; }

expect() {
    found=$(mpirun -n 2 "$programs/ranks_that_fail" "$1" | sort)
    if [ "$found" != "$2" ]; then
        printf 'ranks that fail, %s: expected\n%s\nbut found\n%s\n' "$1" "$2" "$found"
        exit 1
    fi
    echo "ranks that fail, $1: as expected"
}
expect none "rank 0: Some(200) draws
rank 1: None draws"
expect refused "rank 0: rank 1 has no posterior: in \`data(y) |= normal(level, 1.0)\`: the variable on the left: element 0 is NaN, but must be finite; gaps are a parameter in \`params!\`, \`y: data(&y).missing_nan()\`, of counts \`data(&y).missing(&mask).integer(0, 20)\`
rank 1: rank 1 has no posterior: in \`data(y) |= normal(level, 1.0)\`: the variable on the left: element 0 is NaN, but must be finite; gaps are a parameter in \`params!\`, \`y: data(&y).missing_nan()\`, of counts \`data(&y).missing(&mask).integer(0, 20)\`"
expect other "rank 0: rank 1 has no posterior: its parameters are not those of rank 0, but mu, eta[0], eta[1], eta[2]
rank 1: rank 1 has no posterior: its parameters are not those of rank 0, but mu, eta[0], eta[1], eta[2]"
expect panic "rank 0: rank 1 panicked: the end of a rank, some draws are kept: Some(true)
rank 1: rank 1 panicked: the end of a rank, some draws are kept: None"
expect sampler "rank 0: rank 0 stopped sampling: the setting \`draws\` must be at least 1, some draws are kept: None
rank 1: rank 0 stopped sampling: the setting \`draws\` must be at least 1, some draws are kept: None"
# In the target folder of the tests, whose dependencies have been checked; last, because other jobs may still compile there.
cargo clippy --quiet --all-targets -- -D warnings
