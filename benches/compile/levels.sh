#!/usr/bin/env bash
# The costs and gains of levels of optimisation, and of kernels for AVX-512 in addition to AVX2, for a program.
#
#   benches/compile/levels.sh           # writes benches/report/levels.md
#
# For each level, `[profile.dev] opt-level = LEVEL` for the program and all that it depends on, as a user writes it:
# user seconds to compile the program, the library being compiled already, and the least nanoseconds of a gradient.
# It needs the toolchain alone, and ten minutes of a machine at rest.
set -euo pipefail
# The locale in which the numbers of `time` are read.
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source "$here/models.sh"
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS MONOMORPH_INSTRUCTIONS MONOMORPH_OUTLINED

PROGRAMS="eight_schools_gradient regressions_5 radon mixture hidden_markov sir"
# The levels, each with the features of the library.
BUILDS="1: 2: 3: 3:avx512"

folder=${CARGO_TARGET_DIR:-$root/target}/levels

# `timed MODEL`: the program of a model, which prints the least nanoseconds of its gradient.
timed() {
    program "$1" | sed '/^#\[allow(dead_code)\]/,$d'
    cat <<'RUST'
#[inline(never)]
fn evaluate(posterior: &dyn Density) {
    let mut workspace = posterior.workspace();
    let q = vec![0.1; posterior.dimension()];
    let mut gradient = vec![0.0; q.len()];
    let mut batch = |calls: u32| {
        let start = std::time::Instant::now();
        for _ in 0..calls {
            let q = std::hint::black_box(&q);
            std::hint::black_box(posterior.log_density_and_gradient(q, &mut gradient, &mut workspace));
        }
        start.elapsed().as_nanos() as f64 / f64::from(calls)
    };
    // A batch takes about a millisecond.
    let calls = (1e6 / batch(10)).clamp(10.0, 1e5) as u32;
    println!("{:.1}", (0..300).map(|_| batch(calls)).fold(f64::INFINITY, f64::min));
}
RUST
}

# `build LEVEL FEATURES`: a package of all programs, whose library is compiled.
build() {
    mkdir -p "$folder/src/bin"
    cp "$root/Cargo.lock" "$folder/"
    : >"$folder/src/lib.rs"
    local model
    for model in $PROGRAMS; do
        timed "$model" >"$folder/src/bin/$model.rs"
    done
    cat >"$folder/Cargo.toml" <<TOML
[package]
name = "levels"
version = "0.0.0"
edition = "2024"

[dependencies]
monomorph = { path = "$root", features = [$2] }

[profile.dev]
opt-level = $1

[workspace]
TOML
    export CARGO_TARGET_DIR=$folder/built
    (cd "$folder" && cargo build --quiet --lib)
}

# `row MODEL`: user seconds of its compilation, and nanoseconds.
row() {
    local seconds
    touch "$folder/src/bin/$1.rs"
    # The compiler's messages go to the original output; only the output of `time` is captured.
    # The braces are needed: without them the redirection of the timed command would also apply to `time`.
    seconds=$({ TIMEFORMAT=%1U; time { (cd "$folder" && cargo build --quiet --bin "$1") 2>&3; }; } 3>&2 2>&1)
    echo "$seconds $("$CARGO_TARGET_DIR/debug/$1")"
}

declare -A cells
for of in $BUILDS; do
    level=${of%%:*} features=${of#*:}
    build "$level" "${features:+\"$features\"}"
    for model in $PROGRAMS; do
        cells[$of,$model]=$(row "$model")
    done
done

{
    processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)
    cat <<MARKDOWN
# Levels of optimisation

Written by \`benches/compile/levels.sh\`, which says what is measured: user seconds to compile a program, with debug
information as \`cargo build\` writes it, and nanoseconds of its gradient, at the levels 1, 2 and 3 with kernels for AVX2,
and at 3 with kernels for AVX-512 beside them.
$(rustc --version); ${processor:-$(uname -m)}; $(date -u +%Y-%m-%d).

| | seconds, 1 | 2 | 3 | 3, avx512 | nanoseconds, 1 | 2 | 3 | 3, avx512 |
|-|-:|-:|-:|-:|-:|-:|-:|-:|
MARKDOWN
    for model in $PROGRAMS; do
        seconds="" nanoseconds=""
        for of in $BUILDS; do
            read -r a b <<<"${cells[$of,$model]}"
            seconds+=" $a |" nanoseconds+=" $b |"
        done
        echo "| $(title "$model") |$seconds$nanoseconds"
    done
} >"$folder/levels.md"
cat "$folder/levels.md"
mv "$folder/levels.md" "$root/benches/report/levels.md"
