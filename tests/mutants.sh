#!/usr/bin/env bash
# Changes one module's code in one place after another, a comparison turned round or a function that returns nothing, and
# prints the changes that none of the module's tests notices. The tool is cargo-mutants, which is installed if it is missing.
#
#     tests/mutants.sh            lists the modules
#     tests/mutants.sh psis       takes a minute or two; modules of the core compile the library anew for each change
#     tests/mutants.sh choice 20  looks at every 20th change alone
#
# Changes that mean the same as the code stand in tests/mutants.txt, each with the reason. A change that is printed wants a
# test, or a line there.
set -euo pipefail
cd "$(dirname "$0")/.."

# A module, its files, and the tests that should notice.
modules() {
    echo "psis        crates/diagnostics/src/psis/*.rs          --package monomorph-diagnostics"
    echo "stores      crates/report/src/zarr/**/*.rs            --package monomorph-report"
    echo "choice      src/model/equation/choice.rs              --test model rewrites"
    echo "rows        src/model/equation/rows.rs                --test model rewrites"
    echo "quadratic   src/compiler/rewrite/quadratic/*.rs       --test model rewrites degenerate_designs"
    echo "rewrite     src/compiler/rewrite/*.rs                 --test model rewrites"
    echo "marginal    src/model/marginal/**/*.rs                --test conditioning"
    echo "conjugacy   src/model/conjugacy/**/*.rs               --test conditioning"
    echo "scope       src/contract/scope/*.rs                   --test conditioning"
    echo "condition   src/model/condition.rs                    --test conditioning"
    echo "held        src/model/held/**/*.rs                    --test conditioning"
    echo "runner      src/inference/chains/*.rs                 --test sampling_files"
    echo "checkpoint  src/inference/checkpoint/*.rs             --test sampling_files"
    echo "csv         src/results/draws/table.rs                --test inference draws"
}

if [ $# = 0 ]; then
    modules
    exit 0
fi
line=$(modules | grep "^$1 ") || { echo "there is no module $1" && exit 2; }
read -r name files tests <<<"$line"
if ! cargo mutants --version >/dev/null 2>&1; then
    cargo install --locked --quiet cargo-mutants
fi
folder=target/mutants/$name
mkdir -p "$folder"
shard=()
[ $# = 1 ] || shard=(--shard "0/$2")
# Tests that are not chosen by name are all of the binary. What is compiled once serves all changes.
binary=() filter=()
for word in $tests; do
    case "$word" in
    --*) binary+=("$word") ;;
    *) if [[ "${binary[-1]}" = --* ]]; then binary+=("$word"); else filter+=("$word"); fi ;;
    esac
done
CARGO_INCREMENTAL=1 cargo mutants --in-place --baseline skip --timeout 300 --no-shuffle "${shard[@]}" --file "$files" \
    --output "$folder" -- "${binary[@]}" -- "${filter[@]}" || true
new=0
while IFS= read -r survivor; do
    # The line's number moves with each edit.
    change=$(sed 's/:[0-9]*:[0-9]*: /: /' <<<"$survivor")
    if ! grep --quiet --fixed-strings --line-regexp "$change" tests/mutants.txt; then
        echo "no test notices: $survivor"
        new=1
    fi
done <"$folder/mutants.out/missed.txt"
exit $new
