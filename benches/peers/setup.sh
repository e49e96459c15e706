#!/bin/sh
# Installs stanli, the Stan interpreter the benchmarks compare against, below
# Cargo's target directory, so that `cargo clean` removes it and nothing outside
# the checkout changes. Safe to run again, from any working directory.
set -eu

version=0.24.0
python=${PYTHON:-python3}

fail() {
    echo "setup.sh: $*" >&2
    exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

# Ask Cargo where `target` is: it may be shared by a workspace or moved by
# CARGO_TARGET_DIR or a configuration file.
command -v cargo >/dev/null 2>&1 || fail "cargo is not on the PATH"
metadata=$(cd "$here" && cargo metadata --no-deps --format-version 1) ||
    fail "'cargo metadata' failed in $here"
command -v "$python" >/dev/null 2>&1 ||
    fail "$python is not on the PATH; install Python 3.9 or later, or set PYTHON"
target=$(printf '%s' "$metadata" |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])') ||
    fail "the output of 'cargo metadata' could not be read"

folder=$target/peers/stanli
installed() {
    [ -d "$1/stanli-$version.dist-info" ] &&
        { [ -f "$1/stanli/_bin/libstanli.so" ] ||
            [ -f "$1/stanli/_bin/libstanli.dylib" ] ||
            [ -f "$1/stanli/_bin/stanli.dll" ]; }
}
if installed "$folder"; then
    echo "stanli $version is already installed in $folder"
    exit 0
fi

"$python" -m pip --version >/dev/null 2>&1 ||
    fail "$python has no pip; install it (for example: $python -m ensurepip --user)"

# Install beside the final folder and rename at the end: an interrupted run then
# never leaves half an installation that looks complete.
partial=$folder.partial
rm -rf "$partial"
mkdir -p "$partial"
trap 'rm -rf "$partial"' EXIT
echo "installing stanli $version from PyPI into $folder"
# Only the shared library is used, so neither the Python dependencies nor
# compiled bytecode are wanted. A user's own pip settings may ask for --user,
# which pip refuses together with --target.
PIP_USER=0 PIP_ROOT_USER_ACTION=ignore "$python" -m pip install \
    --quiet --disable-pip-version-check --no-deps --no-compile \
    --only-binary :all: --target "$partial" "stanli==$version" ||
    fail "pip could not install stanli $version: is the network (PyPI or its mirror) reachable, and is there a wheel for this platform?"
installed "$partial" || fail "the stanli $version wheel holds no shared library for this platform"

rm -rf "$folder"
mv "$partial" "$folder"
echo "stanli $version is ready"
