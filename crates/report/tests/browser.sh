#!/usr/bin/env bash
# Opens pages in a headless browser, sorts, searches, changes the theme, and fails on any error.
# Skips with a message if there is no browser: `chromium`, or the browser that MONOMORPH_BROWSER names.
#
# `browser.sh PAGE FIGURES` opens only this page, which must have at least FIGURES figures.
set -euo pipefail
if [ $# -gt 0 ]; then
    set -- "$(realpath "$1")" "$2"
fi
cd "$(dirname "$0")/../../.."

browser=${MONOMORPH_BROWSER:-}
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
if [ -z "$browser" ]; then
    echo "NOT RUN: no browser, so pages were not opened (apt-get install chromium)"
    exit 0
fi

folder=${CARGO_TARGET_DIR:-target}/report_pages
mkdir -p "$folder"

# Copies a page and adds the scripts that watch it: at the beginning of the head, and after its own script.
prepare() {
    local page
    page=$(<"$1")
    printf '%s' "${page%%<head>*}<head><script>window.wrong=[];window.figures=$3;"
    printf '%s' 'addEventListener("error",e=>wrong.push("script: "+e.message));'
    printf '%s' 'addEventListener("securitypolicyviolation",e=>wrong.push("policy: "+e.violatedDirective));</script>'
    page=${page#*<head>}
    printf '%s' "${page%%</body>*}$4<script>"
    cat "$2"
    printf '%s' '</script></body></html>'
}

# Prints the title of the page at the end.
verdict() {
    "$browser" --headless --no-sandbox --disable-gpu --host-resolver-rules='MAP * ~NOTFOUND' \
        --window-size="$2" --virtual-time-budget=20000 --dump-dom "file://$(realpath "$1")" 2>/dev/null |
        grep -o '<title>\(FINE\|WRONG\)[^<]*' | head -n 1 | cut -c 8-
}

failed=0
check() {
    prepare "$1" crates/report/tests/browser.js "$3" "" >"$folder/driven.html"
    local found
    found=$(verdict "$folder/driven.html" "$2") || true
    echo "$(basename "$1") at $2: ${found:-the browser said nothing}"
    [[ $found == FINE* ]] || failed=1
}
if [ $# -gt 0 ]; then
    check "$1" 1280,900 "$2"
    check "$1" 420,900 "$2"
    exit "$failed"
fi

cargo run --quiet --release --package monomorph-report --example pages -- "$folder"
check "$folder/report.html" 1280,900 20
check "$folder/report.html" 420,900 20
check "$folder/two.html" 1280,900 40
check "$folder/many.html" 1280,900 100

# A planted error must be found: else this test would pass without testing.
prepare "$folder/report.html" crates/report/tests/browser.js 20 '<script>nothing.is.here()</script>' >"$folder/driven.html"
found=$(verdict "$folder/driven.html" 1280,900) || true
if [[ $found != WRONG*script* ]]; then
    echo "a planted error was not found: ${found:-nothing}"
    failed=1
fi
exit "$failed"
