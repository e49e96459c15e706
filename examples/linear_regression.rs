//! Hubble's law from Hubble's own data (1929): the recession of nebulae against their distance.

use monomorph::prelude::*;

/// Distances of 24 nebulae in megaparsecs, and their radial velocities in km/s, from Table 1 of E. Hubble, "A
/// relation between distance and radial velocity among extra-galactic nebulae", PNAS 15 (1929).
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
    Ok(())
}
