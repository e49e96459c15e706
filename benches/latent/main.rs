//! `cargo bench --bench latent`: Laplace approximations of latent fields and effects, compared with TMB,
//! lme4 and glmmTMB in one run. `benches/latent/setup.sh` installs these from Debian.
//!
//! - *Lattices.* A value and a gradient of counts on 2 500, 10 000 and 40 000 cells.
//! - *Mixed models.* Maximum likelihood of data that lme4 and glmmTMB bring along.
//! - *A map.* The lip cancers of Scotland, by the mode and by NUTS.
//! - *All coordinates.* NUTS on a field with its parameters, with a sparse precision and without.
//!
//! Seconds are processor seconds of one thread, so other programs have little influence. The page goes to
//! stdout and to `benches/report/latent.md`. A word after `--` runs the parts whose name contains it, and
//! does not write the file. The bench fails if a target is missed.

mod clock;
mod lattice;
#[path = "../peers/machine.rs"]
#[allow(dead_code)]
mod machine;
mod mixed;
mod peer;
mod precision;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
mod scotland;

use std::error::Error;
use std::fmt::Write;

/// What is to be reached, in words, and whether it is.
pub struct Bar {
    pub what: String,
    pub is_reached: bool,
}

/// A part, which writes its section.
type Part = fn(&mut String) -> Result<Vec<Bar>, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` runs this too, without the flag; there is nothing to time then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let parts: [(&str, Part); 4] = [
        ("lattice", lattice::write),
        ("mixed", mixed::write),
        ("scotland", scotland::write),
        ("precision", precision::write),
    ];
    let mut page = format!(
        "# Latent fields and effects\n\n\
         Written by `cargo bench --bench latent`, whose source says what is measured: {}, {}, monomorph {} \
         with kernels for AVX2 and AVX-512, {}, on {}.\n",
        machine::processor(),
        machine::compiler(),
        machine::version(),
        peer::versions()?,
        machine::date()
    );
    let mut bars = Vec::new();
    for (name, part) in parts {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            bars.extend(part(&mut page)?);
        }
    }
    writeln!(page, "\n## Bars\n")?;
    for Bar { what, is_reached } in &bars {
        writeln!(page, "- {}: {what}", if *is_reached { "reached" } else { "missed" })?;
    }
    println!("{page}");
    if words.is_empty() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/report/latent.md"), &page)?;
    }
    let missed: Vec<&str> = bars.iter().filter(|bar| !bar.is_reached).map(|bar| bar.what.as_str()).collect();
    if missed.is_empty() { Ok(()) } else { Err(missed.join("\n").into()) }
}
