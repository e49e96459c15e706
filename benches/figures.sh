#!/bin/sh
# document = its words + figures(benches/report)
#
#   sh benches/figures.sh            # writes the figures of README, COMPARE and the guide from the reports
#   sh benches/figures.sh --check    # writes nothing; exits with 1 and the differences if a figure differs
#
# A figure in a sentence stands between its name and an empty comment, `<!-- sampling.median -->12.5<!-- -->`;
# a table stands between two lines, `<!-- peers -->` and `<!-- /peers -->`. `figures.awk` defines all of them.
set -eu
export LC_ALL=C

cd "$(dirname "$0")/.."
written=$(mktemp)
trap 'rm -f "$written"' EXIT

differ=0
for page in README.md COMPARE.md docs/guide/*.md; do
    awk -v page="$page" -f benches/figures.awk benches/report/*.md "$page" >"$written"
    if cmp -s "$page" "$written"; then continue; fi
    if [ "${1-}" = --check ]; then
        diff "$page" "$written" | sed "s|^|$page: |" >&2 || true
        differ=1
    else
        cat "$written" >"$page"
        echo "$page"
    fi
done
exit $differ
