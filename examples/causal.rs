//! Seeing is not doing: a confounded model is conditioned on its treatment, and then intervened on. The
//! only data are the dose.
//!
//! The severity has an effect on both the dose and the recovery:
//!
//! severity ~ N(0, 1), dose ~ N(2 severity, 1), recovery ~ N(dose − 3 severity, 1).
//!
//! Patients who *were given* a high dose are mostly severe cases, and recover badly: E[recovery | dose = 2]
//! = 2 − 3 · 0.8 < 0. Patients who *are made to take* a high dose recover well: E[recovery | do(dose = 2)]
//! = 2.
//!
//! `cargo run --release --example causal -- FOLDER` writes a figure, `causal.svg`, into the folder.
//!
//! What to look at: The first graph has an arrow from the severity to the dose. The second graph, of the
//! intervention, does not have it. If a dose of 2 is observed the mean recovery is −0.4; if it is set by an
//! intervention the mean recovery is 2. The figure shows both.

use monomorph::graph::Inspect;
use monomorph::prelude::*;
use monomorph::report::{data::Quantity, plot};
use std::path::Path;

fn main() -> Result<(), monomorph::Error> {
    params! { severity: real(), dose: real(), recovery: real() }
    let model = model! {
        severity |= normal(0.0, 1.0),
        dose     |= normal(2.0 * severity, 1.0),
        recovery |= normal(dose - 3.0 * severity, 1.0),
    };
    println!("{}", model.graph().to_mermaid());
    println!("{}", model.intervene(dose, 2.0).graph().to_mermaid());

    let seen = model.condition(dose, 2.0).compile()?;
    let done = model.intervene(dose, 2.0).compile()?;
    let seen = seen.gibbs().chains(1).draws(200_000).seed(1).run()?;
    let done = done.gibbs().chains(1).draws(200_000).seed(1).run()?;
    println!("E[recovery | dose = 2]     = {:5.2}   (exactly −0.40)", seen.column("recovery")?.mean());
    println!("E[recovery | do(dose = 2)] = {:5.2}   (exactly  2.00)", done.column("recovery")?.mean());

    if let Some(folder) = std::env::args_os().nth(1) {
        let quantity = |name: &str, draws: &Draws| {
            Ok::<_, Error>(Quantity::new(name, vec![draws.column("recovery")?.as_slice().to_vec()]))
        };
        plot::forest(&[quantity("given dose = 2", &seen)?, quantity("do(dose = 2)", &done)?])
            .reference(0.0)
            .title("Seeing is not doing")
            .x_label("recovery")
            .caption(
                "Density, median, 50 % and 90 % interval of those who were seen to take a dose of 2, and \
                 of those who are made to take it.",
            )
            .save(Path::new(&folder).join("causal.svg"))?;
    }
    Ok(())
}
