//! Penicillin: each of six samples was put on 24 plates of bacteria, and the diameter of the area without
//! bacteria was measured in millimetres. How much do plates differ, and how much do samples differ? Each
//! plate has each sample, so the effects are crossed: lme4's `diameter ~ 1 + (1 | plate) + (1 | sample)`.
//!
//! Data: O. Davies and P. Goldsmith (editors), "Statistical Methods in Research and Production", 4th
//! edition (1972), as distributed with lme4.
//!
//! `cargo run --release --example crossed` prints three fits.
//!
//! What to look at: For normal effects and data a Laplace approximation is exact, and the mode under flat
//! priors is lme4's fit: standard deviations of 0.846, 1.771 and 0.550 by maximum likelihood, and of 0.847,
//! 1.932 and 0.550 by REML, which integrates the level out as well. The fit by NUTS shows that six samples
//! determine their standard deviation poorly.

use monomorph::prelude::*;

/// The diameter for each plate (row) and each sample (column).
#[rustfmt::skip]
pub const DIAMETERS: [[u8; 6]; 24] = [
    [27, 23, 26, 23, 23, 21], [27, 23, 26, 23, 23, 21], [25, 21, 25, 24, 24, 20], [26, 23, 25, 23, 23, 20],
    [25, 22, 26, 22, 23, 20], [24, 22, 25, 23, 22, 19], [24, 20, 23, 21, 22, 19], [26, 22, 26, 24, 24, 21],
    [24, 21, 24, 22, 22, 20], [24, 21, 24, 23, 22, 19], [26, 23, 26, 24, 24, 21], [25, 22, 26, 24, 24, 20],
    [26, 24, 26, 24, 25, 22], [26, 23, 26, 23, 23, 20], [26, 23, 25, 24, 24, 22], [25, 22, 25, 23, 23, 20],
    [25, 21, 24, 23, 23, 20], [25, 22, 24, 23, 23, 19], [24, 21, 23, 21, 21, 19], [26, 23, 26, 24, 24, 21],
    [25, 21, 24, 22, 22, 18], [25, 22, 25, 22, 22, 20], [24, 21, 24, 22, 24, 19], [24, 21, 24, 22, 21, 18],
];

fn main() -> Result<(), monomorph::Error> {
    let diameter: Vec<f64> = DIAMETERS.iter().flatten().map(|&diameter| f64::from(diameter)).collect();
    let plates: Vec<usize> = (0..144).map(|row| row / 6).collect();
    let samples: Vec<usize> = (0..144).map(|row| row % 6).collect();

    params! {
        level: real(), noise: positive(),
        of_plates: positive(), of_samples: positive(),
        plate: vector(24), sample: vector(6),
    }
    let model = model! {
        level      |= flat(),
        noise      |= flat(),
        of_plates  |= flat(),
        of_samples |= flat(),
        plate      |= normal(0.0, of_plates),
        sample     |= normal(0.0, of_samples),
        data(&diameter) |= normal(level + plate.at(&plates) + sample.at(&samples), noise),
    };
    let likelihood = model.marginalise_by_laplace((plate, sample)).compile()?;
    let mode = likelihood.optimise().jacobian(false).standard_errors(true).run()?;
    println!("maximum likelihood: log likelihood {:.3}\n{mode}", mode.log_density());

    let restricted = model.marginalise_by_laplace((level, plate, sample)).compile()?;
    let mode = restricted.optimise().jacobian(false).run()?;
    println!("REML: log likelihood {:.3}\n{mode}", mode.log_density());

    let fit = likelihood.nuts().chains(4).seed(1972).run()?;
    println!("{}", fit.summary());
    let effects = likelihood.recover(fit.draws(), 1)?;
    for sample in 0..6 {
        let effect = effects.column(&format!("sample[{sample}]"))?;
        println!("sample {sample}: {:+.2} mm (sd {:.2})", effect.mean(), effect.sd());
    }
    Ok(())
}
