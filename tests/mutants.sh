#!/usr/bin/env bash
# Changes one line of a module at a time, and tells which changes no test notices: by cargo-mutants.
#
#   tests/mutants.sh                      # the names of the modules
#   tests/mutants.sh MODULE [OPTION…]     # options of `cargo mutants`: --list, --shard 0/8, --file one/of/them.rs
#
# The report is in target/mutants/MODULE: missed.txt has the survivors. Those that change nothing that can be seen
# are in tests/mutants.txt, each with its reason, and are left out of what is printed at the end. A mutant of a crate of
# its own takes some 10 s; one of the library builds the library and a program of tests, some 2 min, so a shard of
# such a module is what minutes are enough for.
set -euo pipefail
cd "$(dirname "$0")/.."

# Module, package, files, and what is run: arguments of `cargo test`.
modules() {
    cat <<'MODULES'
psis            monomorph-diagnostics  crates/diagnostics/src/psis/*.rs             --lib --test references
loo             monomorph-diagnostics  crates/diagnostics/src/loo/*.rs              --lib --test references
stores          monomorph-report       crates/report/src/zarr/**/*.rs               --lib --test zarr --test append
csv             monomorph              src/inference/sampling/csv.rs                --test sampling_files --test types
resume          monomorph              src/inference/checkpoint/*.rs                --lib --test sampling_files
rewrites        monomorph              src/compiler/rewrite/**/*.rs                 --lib --test model
choice          monomorph              src/model/equation/choice.rs               --test model
marginalisation monomorph              src/model/marginal/**/*.rs                   --test conditioning
conjugacy       monomorph              src/model/conjugacy/**/*.rs                  --test conditioning
scopes          monomorph              src/contract/scope/**/*.rs                     --test conditioning
MODULES
}

name=${1:-}
row=$(modules | awk -v name="$name" '$1 == name')
if [ -z "$row" ]; then
    modules | awk '{ print $1, $3 }' | column -t
    exit $([ -z "$name" ] && echo 0 || echo 2)
fi
shift
read -r _ package files tests <<<"$row"
command -v cargo-mutants >/dev/null || cargo install cargo-mutants --locked

folder=target/mutants/$name
mkdir -p "$folder"
# Survivors make it exit with 2, and mutants that never end with 3: both are listed.
cargo mutants --package "$package" --file "$files" --output "$folder" --no-shuffle --baseline skip --timeout 300 \
    "$@" -- $tests || [ $? -le 3 ]

missed=$folder/mutants.out/missed.txt
[ -e "$missed" ] || exit 0
# Places move with each edit, so a survivor is known by its file and by what is changed.
known=$(sed -n 's/^\([^ ].*\)$/\1/p' tests/mutants.txt | grep -v '^#' || true)
left=0
while read -r line; do
    change=$(sed 's/^\([^:]*\):[0-9]*:[0-9]*: /\1: /' <<<"$line")
    if ! grep -qxF -- "$change" <<<"$known"; then
        echo "not noticed: $line"
        left=$((left + 1))
    fi
done <"$missed"
echo "$name: $left changes that no test notices"
[ "$left" = 0 ]
