//! Fast approximations before sampling: the mode with standard errors, Laplace's approximation, Pathfinder,
//! and chains that start at Pathfinder's draws.
//!
//! Data: four doses and the deaths among five animals at each dose, published in Racine, Grieve, Flühler
//! and Smith, "Bayesian methods in practice", Applied Statistics 35 (1986).
//!
//! `cargo run --release --example approximate -- FOLDER` writes a figure, `approximate.svg`, into the folder.
//!
//! What to look at: Half of the animals die at a dose of −0.09 (`half`) by every method. `beta` has a long
//! tail to the right. In the figure Pathfinder has less of this tail: by k-hat, 0.66, its 4000 draws are
//! worth about 1100 draws of the posterior.

use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

fn main() -> Result<(), monomorph::Error> {
    // Logarithms of doses, and the number of deaths among five animals at each.
    let dose = [-0.86, -0.30, -0.05, 0.73];
    let (died, of) = ([0.0, 1.0, 3.0, 5.0], [5.0; 4]);
    params! { alpha: real(), beta: real() }
    let model = model! {
        alpha |= normal(0.0, 2.0),
        beta  |= normal(10.0, 10.0),
        half = -alpha / beta,                // the dose at which half of them die
        data(&died) |= binomial_logit(data(&of), alpha + beta * data(&dose)),
    };
    let posterior = model.compile()?;

    println!("{}", posterior.optimise().starts(3).standard_errors(true).run()?);
    println!("{}", posterior.laplace().seed(1).run()?);
    let approximation = posterior.pathfinder().seed(1).run()?;
    println!("{approximation}");

    let nuts = posterior.nuts().seed(1).progress(false);
    let fit = nuts.initial_draws(approximation.draws()).run()?;
    println!("{}", fit.summary());
    let (exact, quick) = (fit.summary().row("half")?.mean, approximation.row("half")?.mean);
    println!("half die at {exact:.3}, and at {quick:.3} by Pathfinder");
    assert!((exact - quick).abs() < 0.05);

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::forest(&fit.draws().dataset())
            .beside("NUTS", "Pathfinder", &approximation.draws().dataset())
            .title("An approximation beside the posterior")
            .caption("Density, median, 50 % and 90 % interval.")
            .save(Path::new(&folder).join("approximate.svg"))?;
    }
    Ok(())
}
