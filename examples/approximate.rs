//! A fast look before sampling: the mode with standard errors, Laplace's approximation, Pathfinder, and
//! chains that begin at its draws.

use monomorph::prelude::*;

fn main() -> Result<(), monomorph::Error> {
    // Doses and deaths of five beetles at each: Racine, Grieve, Fluehler and Smith (1986).
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
    Ok(())
}
