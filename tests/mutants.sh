#!/usr/bin/env bash
# Checks that tests detect wrong code: cargo-mutants lists the possible changes of a module, and the tests of the module
# are run with each of these changes.
#
#   tests/mutants.sh MODULE…                   # all mutants of modules of tests/mutants/modules.txt
#   tests/mutants.sh --missed MODULE…          # the mutants that the last run of these modules missed
#   tests/mutants.sh --constants MODULE K/N    # the mutants in constants, the share K of N, K from 0
#
# Prints the mutants that no test notices, and exits with 1 if one of them is not in tests/mutants/equivalent.txt, where each
# has the reason why it is equivalent. All mutants of modules are compiled together, and a number in the environment says
# which one runs: that takes one build of the library and its tests (tests/mutants/src/main.rs). Constants cannot ask, so
# their mutants are built one at a time, minutes each. Needs cargo-mutants (`cargo install cargo-mutants --locked`).
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --constants ]; then
    CARGO_TARGET_DIR=target/mutants/tool cargo build --quiet --release --manifest-path tests/mutants/Cargo.toml
    exec target/mutants/tool/release/mutants "$@"
fi

module=${2:?"the name of a module"}
list=target/mutants/$module.constants
[ -f "$list" ] || { echo "first, tests/mutants.sh $module, which lists those in constants" >&2; exit 2; }
IFS='|' read -r _ files tests < <(grep "^$module |" tests/mutants/modules.txt)
selected=()
set -f
for word in $files; do
    selected+=(--file "$word")
done
read -r -a tested <<<"$tests"
set +f
while read -r name; do
    selected+=(--re "^$(sed 's/[][\.^$*+?(){}|]/\\&/g' <<<"$name")$")
done <"$list"
# A mutant changes only a part of the library, so the other parts are kept from mutant to mutant.
export CARGO_INCREMENTAL=1 CARGO_TARGET_DIR=$PWD/target/mutants/constants
cargo mutants --colors never --no-times --output target/mutants --workspace "${selected[@]}" --shard "${3:-0/1}" \
    --baseline skip --timeout 600 --test-package "${tested[1]}" -- "${tested[@]:2}" || [ $? = 2 ] || [ $? = 3 ]
# A mutant is identified by its file and its text, because the number of its line changes with each edit.
survivors=$(sed -E 's/:[0-9]+:[0-9]+: /: /' target/mutants/mutants.out/missed.txt | sort -u)
known=$(sed -n 's/ *— .*//p' tests/mutants/equivalent.txt | sort -u)
new=$(comm -23 <(printf '%s' "$survivors" | sed '/^$/d') <(printf '%s\n' "$known"))
[ -z "$new" ] || { echo "that no test notices:"; echo "$new"; exit 1; }
