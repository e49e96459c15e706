#!/bin/sh
# Installs what `cargo bench --bench latent` compares with, from Debian alone: R with TMB, lme4 and glmmTMB,
# and OpenBLAS for their factors. It compiles TMB's model below Cargo's target directory. If something is
# missing, it prints the names. It may be run again, from any working directory.
set -eu

fail() {
    echo "setup.sh: $*" >&2
    exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
command -v cargo >/dev/null 2>&1 || fail "cargo is not on the PATH"
metadata=$(cd "$here" && cargo metadata --no-deps --format-version 1) ||
    fail "'cargo metadata' failed in $here"
target=$(printf '%s' "$metadata" | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
[ -n "$target" ] || fail "the output of 'cargo metadata' could not be read"

# Prints what is missing, one per line.
missing() {
    command -v g++ >/dev/null 2>&1 || echo "a C++ compiler (g++)"
    if command -v Rscript >/dev/null 2>&1; then
        for package in TMB lme4 glmmTMB; do
            Rscript --vanilla -e "library($package)" >/dev/null 2>&1 || echo "R's package $package"
        done
    else
        echo "R"
    fi
    ldconfig -p 2>/dev/null | grep -q libopenblas || echo "OpenBLAS"
}

if [ -n "$(missing)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing R, TMB, lme4, glmmTMB and OpenBLAS from Debian"
    # Failures of the installation are printed below.
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y --no-install-recommends g++ libc6-dev r-base-core \
        r-cran-tmb r-cran-lme4 r-cran-glmmtmb libopenblas0-serial; } >/dev/null || true
fi
left=$(missing)
[ -z "$left" ] || fail "still missing:
$left
On Debian: apt-get install g++ r-base-core r-cran-tmb r-cran-lme4 r-cran-glmmtmb libopenblas0-serial"

folder=$target/latent
mkdir -p "$folder"
if [ -e "$folder/lattice.so" ] && cmp -s "$here/tmb/lattice.cpp" "$folder/lattice.cpp"; then
    echo "TMB's model is already compiled in $folder"
    exit 0
fi
echo "compiling TMB's model, which takes a minute"
rm -f "$folder/lattice.so" "$folder/lattice.cpp"
# It is compiled in another folder and moved at the end, so an interrupted run leaves nothing that looks complete.
partial=$folder/partial
rm -rf "$partial"
mkdir -p "$partial"
trap 'rm -rf "$partial"' EXIT
cp "$here/tmb/lattice.cpp" "$partial/"
command='TMB::compile("lattice.cpp", framework = "TMBad", flags = "-O3 -march=native")'
(cd "$partial" && Rscript --vanilla -e "$command") >"$folder/compiler.txt" 2>&1 ||
    fail "TMB's model does not compile: see $folder/compiler.txt"
mv "$partial/lattice.so" "$partial/lattice.cpp" "$folder/"
echo "TMB's model is ready in $folder"
