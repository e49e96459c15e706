//! Seeing is not doing: a confounded model, conditioned on its treatment and intervened on.
//!
//! Severity drives both who is treated and who recovers:
//!
//! severity ~ N(0, 1), dose ~ N(2 severity, 1), recovery ~ N(dose − 3 severity, 1).
//!
//! Patients who *were given* a high dose are mostly severe cases, and recover badly: E[recovery | dose = 2] =
//! 2 − 3 · 0.8 < 0. Patients who *are made to take* it recover well: E[recovery | do(dose = 2)] = 2.

use monomorph::graph::Inspect;
use monomorph::prelude::*;

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
    let mean = |draws: Draws| Ok::<f64, Error>(draws.column("recovery")?.mean());
    let seen = mean(seen.gibbs().chains(1).draws(20_000).seed(1).run()?)?;
    let done = mean(done.gibbs().chains(1).draws(20_000).seed(1).run()?)?;
    println!("E[recovery | dose = 2]     = {seen:5.2}   (exactly −0.40)");
    println!("E[recovery | do(dose = 2)] = {done:5.2}   (exactly  2.00)");
    Ok(())
}
