//! Hubble's law from Hubble's own data: the recession of 24 nebulae against their distance, a straight line.
//!
//! Data: Table 1 of E. Hubble, "A relation between distance and radial velocity among extra-galactic
//! nebulae", PNAS 15 (1929), in the public domain in the United States.
//!
//! `cargo run --release --example linear_regression -- FOLDER` writes a figure, `linear_regression.svg`, into
//! the folder.
//!
//! What to look at: `hubble` is 449 km/s for each megaparsec, with a 90 % interval from 317 to 578;
//! Hubble's estimate was 465 ± 50. In the figure the intervals move to the right with the distance, and 23
//! of 24 nebulae are inside their 90 % intervals. The other nebula, at 1 Mpc, recedes at 920 km/s.

use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

/// Distances in megaparsecs, and radial velocities in km/s.
const DISTANCE: [f64; 24] = [
    0.032, 0.034, 0.214, 0.263, 0.275, 0.275, 0.45, 0.5, 0.5, 0.63, 0.8, 0.9, 0.9, 0.9, 0.9, 1.0, 1.1, 1.1,
    1.4, 1.7, 2.0, 2.0, 2.0, 2.0,
];
const VELOCITY: [i32; 24] = [
    170, 290, -130, -70, -185, -220, 200, 290, 270, 200, 300, -30, 650, 150, 500, 920, 450, 500, 500, 960,
    500, 850, 800, 1090,
];

fn main() -> Result<(), monomorph::Error> {
    params! {
        intercept: real(),
        hubble:    real(),
        sigma:     positive(),
    }
    let model = model! {
        intercept |= normal(0.0, 500.0),
        hubble    |= normal(0.0, 1000.0),
        sigma     |= half_normal(500.0),
        data(&VELOCITY) |= normal(intercept + hubble * data(&DISTANCE), sigma),
    };
    let fit = model.compile()?.nuts().chains(4).seed(1929).run()?;
    println!("{}", fit.summary());

    let hubble = fit.draws().column("hubble")?;
    println!(
        "Nebulae recede by {:.0} km/s for each megaparsec (90% interval {:.0} to {:.0}); Hubble gave 465 ± 50.",
        hubble.mean(),
        hubble.quantile(0.05),
        hubble.quantile(0.95),
    );
    println!("Today's value is near 70: his distances were too short by a factor of seven.");

    if let Some(folder) = std::env::args_os().nth(1) {
        let places = DISTANCE.map(|distance| format!("{distance} Mpc"));
        let replicated = model.predict(fit.draws(), 1)?.get("VELOCITY")?.each();
        plot::observations(&places, &VELOCITY.map(f64::from), &replicated)
            .title("The farther a nebula, the faster it recedes")
            .x_label("velocity away from us, km/s")
            .caption(
                "A row for each nebula, the nearest first. Points are observed; lines are 50 % and 90 % of \
                 what the fitted model draws anew.",
            )
            .save(Path::new(&folder).join("linear_regression.svg"))?;
    }
    Ok(())
}
