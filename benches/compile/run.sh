#!/usr/bin/env bash
# The cost of compiling models, as users see it: a crate with one model, in release, with the default features.
#
#   benches/compile/run.sh              # all models: writes benches/report/compile.md
#   benches/compile/run.sh MODEL…       # some of them: prints
#   benches/compile/run.sh --check      # LLVM lines of seven models; exits with 1 if any grew by more than 5 % over lines.txt
#   benches/compile/run.sh --write      # writes lines.txt
#   benches/compile/run.sh --list       # names of the models
#   benches/compile/run.sh --print MODEL
#
# Four figures. User seconds are those of one `rustc`, the library being compiled already, with its threads and the linker; beside other work
# they are 1.3 to 1.6 times as many. Lines are those of functions in LLVM's language before any pass of LLVM, which
# no machine changes, only the compiler's version and the architecture. The longest name is that of a function among
# them, mangled by v0. The size is that of the program. It needs the toolchain alone.
set -euo pipefail
# The locale in which the numbers of `time` are read.
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source "$here/models.sh"

# Settings that a user's machine does not have, from this repository's tests or from the environment.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS MONOMORPH_INSTRUCTIONS MONOMORPH_OUTLINED

folder=${CARGO_TARGET_DIR:-$root/target}/compile
export CARGO_TARGET_DIR=$folder/built
host=$(rustc -vV | sed -n 's/^host: //p')
compiler="$(rustc --version), $host"

# `library`: builds the library, and sets `link` to what a program that uses it gives `rustc`. The package that depends on it stands
# outside of the workspace, whose other members would unite their features with the library's.
library() {
    mkdir -p "$folder/src"
    cp "$root/Cargo.lock" "$folder/"
    : >"$folder/src/lib.rs"
    cat >"$folder/Cargo.toml" <<TOML
[package]
name = "models"
version = "0.0.0"
edition = "2024"

[dependencies]
monomorph = { path = "$root" }

[workspace]
TOML
    link_to "$(cd "$folder" && cargo build --release --quiet --lib --message-format=json)"
}

# The library without code, in half the time: its functions are there to be called, and lines of a program need no more.
# Its dependencies are those of optimised tests, which have these features; its kernels, those of the default
# features.
library_without_code() {
    mkdir -p "$folder"
    CARGO_TARGET_DIR=$(dirname "$folder")
    local messages
    messages=$(cd "$root" && MONOMORPH_INSTRUCTIONS=avx2,scalar RUSTC_WORKSPACE_WRAPPER=$here/declared.sh \
        cargo build --release --quiet --package monomorph --lib --features avx512,mapped --message-format=json)
    link_to "$messages"
}

# `link_to MESSAGES`: sets `link` to the arguments that a program gives to `rustc`, from Cargo's messages about its build.
link_to() {
    local rlib
    rlib=$(sed -n 's/.*"\([^"]*libmonomorph-[0-9a-f]*\)\.rmeta".*/\1.rlib/p' <<<"$1")
    link=(--extern "monomorph=$rlib" -L "dependency=$(dirname "$rlib")" -L "dependency=$CARGO_TARGET_DIR/release/deps")
}

# `compile MODEL FLAG…`: one `rustc`, as Cargo calls it in release.
compile() {
    local model=$1
    shift
    program "$model" >"$folder/$model.rs"
    rustc --crate-name "$model" --edition=2024 --crate-type bin -C opt-level=3 -A warnings "${link[@]}" "$folder/$model.rs" "$@"
}

# `lines MODEL`: LLVM lines as emitted, and the length of the longest name.
lines() {
    local file=$folder/$1.ll
    RUSTC_BOOTSTRAP=1 compile "$1" --emit=llvm-ir -o "$file" \
        -C no-prepopulate-passes -C codegen-units=1 -C symbol-mangling-version=v0 || return
    awk '
        /^define/ { inside = 1; match($0, /@[^(]*\(/); if (RLENGTH - 2 > longest) longest = RLENGTH - 2; next }
        /^}/ { inside = 0 }
        inside { count++ }
        END { print count, longest }' "$file"
    rm -f "$file"
}

# `row MODEL`: a row of the report.
row() {
    local seconds size counted
    # The compiler's messages go to the original output; only the output of `time` is captured.
    seconds=$({ TIMEFORMAT=%1U; time compile "$1" --emit=link -o "$folder/$1.bin" 2>&3; } 3>&2 2>&1)
    size=$(($(wc -c <"$folder/$1.bin") / 1000))
    counted=($(lines "$1"))
    echo "| $(title "$1") | $seconds | ${counted[0]} | ${counted[1]} | $size |"
}

head_of_table() {
    echo "| | user seconds | LLVM lines | longest name | program, kB |"
    echo "|-|-|-|-|-|"
}

report() {
    local commit processor
    commit=$(git -C "$root" describe --always --dirty 2>/dev/null || echo "no commit")
    processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)
    cat <<MARKDOWN
# What models cost to compile

Written by \`benches/compile/run.sh\`, which says what is measured: one \`rustc\` in release, with the library compiled before.
$compiler; ${processor:-$(uname -m)}; $(date -u +%Y-%m-%d); $commit. Load when it began: $(load). Lines and names depend on no machine.

MARKDOWN
    head_of_table
    local model
    for model in $MODELS; do
        row "$model"
    done
}

# The number of processes that waited for a processor in the last minute: if it is not small, seconds are inaccurate.
load() {
    uptime | sed 's/.*load averages\{0,1\}: *\([0-9.]*\).*/\1/'
}

written() {
    local model counted
    echo "# LLVM lines of models, by benches/compile/run.sh --write. They depend on no machine, but on the compiler:"
    echo "# $compiler"
    for model in $CHECKED; do
        counted=($(lines "$model"))
        echo "$model ${counted[0]}"
    done
}

check() {
    local expected=$here/lines.txt fails=0 model counted before verdict
    if ! grep -qxF "# $compiler" "$expected"; then
        echo "NOT RUN: lines are compared with those of $(sed -n 's/^# \(rustc .*\)/\1/p' "$expected"), and this is $compiler"
        return
    fi
    library_without_code
    for model in $CHECKED; do
        counted=($(lines "$model"))
        before=$(awk -v model="$model" '$1 == model { print $2 }' "$expected")
        verdict=$(awk -v now="${counted[0]}" -v before="${before:-0}" 'BEGIN {
            change = before ? 100 * (now / before - 1) : 100
            word = ""
            if (change > 5) word = "  GREW"
            if (change < -5) word = "  shrank: run with --write"
            printf("%8d lines, %8d before, %+6.1f %%%s", now, before, change, word)
        }')
        printf '%-16s %s\n' "$model" "$verdict"
        [[ $verdict != *GREW ]] || fails=1
    done
    return $fails
}

case ${1:-} in
    --list) printf '%s\n' $MODELS ;;
    --print) program "$2" ;;
    --check) check ;;
    --write)
        library_without_code
        written >"$folder/lines.txt"
        mv "$folder/lines.txt" "$here/lines.txt"
        ;;
    "")
        library
        report | tee "$folder/compile.md"
        mkdir -p "$here/../report"
        mv "$folder/compile.md" "$here/../report/compile.md"
        ;;
    *)
        for model in "$@"; do
            title "$model" >/dev/null || { echo "no model $model; there are: $MODELS" >&2 && exit 1; }
        done
        library
        head_of_table
        for model in "$@"; do
            row "$model"
        done
        ;;
esac
