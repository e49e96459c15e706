#!/usr/bin/env bash
# Whether tests notice wrong code: cargo-mutants changes a module in one place at a time and runs the tests of the module.
#
#   tests/mutants.sh MODULE          # all mutants of a module
#   tests/mutants.sh MODULE K/N      # the share K of N, K from 0: mutants of kernels take minutes each
#   tests/mutants.sh --list          # the modules, with their numbers of mutants
#
# Prints the mutants that no test noticed, and exits with 1 if one of them is not in tests/mutants.txt, where each has
# the reason why it is equivalent. Needs cargo-mutants (`cargo install cargo-mutants --locked`).
set -euo pipefail
cd "$(dirname "$0")/.."

# MODULE | PACKAGE | FILES | WHAT `cargo test` IS GIVEN
modules() {
    grep -v '^#' <<'TABLE'
psis|monomorph-diagnostics|crates/diagnostics/src/psis/**|
zarr|monomorph-report|crates/report/src/zarr/**|
csv|monomorph|src/inference/sampling/csv.rs src/inference/sampling/chain_file.rs|--lib --test sampling_files
saved_draws|monomorph|src/inference/sampling/saved_draws.rs|--lib --test sampling_files
checkpoint|monomorph|src/inference/checkpoint/**|--lib --test sampling_files
resume|monomorph|src/inference/chains/slot.rs src/inference/chains/runner.rs src/inference/chains/cut.rs src/inference/chains/until.rs|--lib --test sampling_files
rewrites|monomorph|src/compiler/rewrite/**|--lib --test model
choice|monomorph|src/model/equation/choice.rs|--test model
marginalisation|monomorph|src/model/marginal/**|--test conditioning
conjugacy|monomorph|src/model/conjugacy/**|--test conditioning
conditioning|monomorph|src/model/condition.rs src/posterior/compile/**|--test conditioning --test model
scopes|monomorph|src/contract/scope/** src/model/marginal/scope.rs src/time/scan/scope.rs src/time/scan_rows/scope.rs src/time/process/scope.rs|--test conditioning --test time
TABLE
}

# `of MODULE`: sets what cargo-mutants is given for it.
of() {
    local name package files tests
    IFS='|' read -r name package files tests < <(modules | grep "^$1|") || { echo "no module $1" >&2; exit 2; }
    selected=(--package "$package")
    local file
    set -f
    for file in $files; do
        selected+=(--file "$file")
    done
    read -r -a tested <<<"$tests"
    set +f
}

if [ "${1:-}" = --list ]; then
    while IFS='|' read -r name _; do
        of "$name"
        printf '%-16s %5d\n' "$name" "$(cargo mutants --list "${selected[@]}" | wc -l)"
    done < <(modules)
    exit
fi

module=${1:?"the name of a module: tests/mutants.sh --list"}
of "$module"
folder=target/mutants/$module
rm -rf "$folder"
mkdir -p "$folder"
share=()
[ -z "${2:-}" ] || share=(--shard "$2")
# What one mutant changes is a part of the library, so the rest of it is kept from mutant to mutant.
export CARGO_INCREMENTAL=1
# What all of them depend on is built once, and not for each copy of this folder that cargo-mutants makes.
export CARGO_TARGET_DIR=$PWD/target/mutants/built
cargo mutants --colors never --no-times --output "$folder" "${selected[@]}" "${share[@]}" \
    --timeout-multiplier 4 -- "${tested[@]}" || [ $? = 2 ] || [ $? = 3 ]

# A mutant is told by its file and its words: the number of its line changes with each edit.
survivors=$(cat "$folder"/mutants.out/missed.txt | sed -E 's/:[0-9]+:[0-9]+: /: /' | sort -u)
known=$(sed -n 's/ *— .*//p' tests/mutants.txt | sort -u)
new=$(comm -23 <(printf '%s' "$survivors" | sed '/^$/d') <(printf '%s\n' "$known"))
wc -l "$folder"/mutants.out/{caught,missed,timeout,unviable}.txt
if [ -n "$new" ]; then
    echo "mutants that no test noticed, and that tests/mutants.txt does not know:"
    echo "$new"
    exit 1
fi
