#!/usr/bin/env bash
# Whether tests notice wrong code: cargo-mutants changes a module in one place at a time and runs the tests of the module.
#
#   tests/mutants.sh MODULE          # all mutants of a module
#   tests/mutants.sh MODULE K/N      # the share K of N, K from 0: mutants of kernels take minutes each
#   tests/mutants.sh --list          # the modules, with their numbers of mutants
#
# Prints the mutants that no test noticed, and exits with 1 if one of them is not in tests/mutants.txt, where each has
# the reason why it is equivalent. The tests must pass before. Needs cargo-mutants (`cargo install cargo-mutants --locked`).
set -euo pipefail
cd "$(dirname "$0")/.."

# MODULE | FILES | PACKAGES WITH THE TESTS | WHAT `cargo test` IS GIVEN
modules() {
    grep -v '^#' <<'TABLE'
psis|crates/diagnostics/src/psis/**|monomorph-diagnostics|--lib --test references
zarr|crates/report/src/zarr/**|monomorph-report|--lib --test zarr --test append
csv|crates/samplers/src/sampling/csv.rs crates/samplers/src/sampling/chain_file.rs|monomorph|--test sampling_files
saved_draws|crates/samplers/src/sampling/saved_draws.rs|monomorph|--test sampling_files
checkpoint|crates/samplers/src/checkpoint/**|monomorph|--test sampling_files
resume|crates/samplers/src/chains/slot.rs crates/samplers/src/chains/runner.rs crates/samplers/src/chains/cut.rs crates/samplers/src/chains/until.rs|monomorph|--test sampling_files
rewrites|src/compiler/rewrite/**|monomorph|--lib --test model
choice|src/model/equation/choice.rs|monomorph|--test model
marginalisation|src/model/marginal/**|monomorph|--test conditioning
conjugacy|src/model/conjugacy/**|monomorph|--test conditioning
conditioning|src/model/condition.rs src/posterior/compile/**|monomorph|--test conditioning --test model
scopes|src/contract/scope/** src/model/marginal/scope.rs src/time/scan/scope.rs src/time/scan_rows/scope.rs src/time/process/scope.rs|monomorph|--test conditioning --test time
TABLE
}

# `of MODULE`: sets what cargo-mutants is given for it.
of() {
    local name files packages tests word
    IFS='|' read -r name files packages tests < <(modules | grep "^$1|") || { echo "no module $1" >&2; exit 2; }
    selected=(--workspace)
    tested_in=()
    set -f
    for word in $files; do
        selected+=(--file "$word")
    done
    read -r -a tested <<<"$tests"
    set +f
    for word in $packages; do
        tested_in+=(--test-package "$word")
    done
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
# The tests are run once without a mutant by whoever calls this: cargo-mutants would run them in the package of the
# module, where they need not stand.
cargo mutants --colors never --no-times --output "$folder" "${selected[@]}" "${share[@]}" \
    --baseline skip --timeout 600 "${tested_in[@]}" -- "${tested[@]}" || [ $? = 2 ] || [ $? = 3 ]

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
