//! The space shuttle's O-rings: how probable was damage at the temperature of Challenger's last launch? A
//! logistic regression of damage on temperature.
//!
//! Data: the 23 flights before 28 January 1986, published in S. Dalal, E. Fowlkes, B. Hoadley, "Risk analysis
//! of the space shuttle", JASA 84 (1989).
//!
//! `cargo run --release --example logistic_regression -- FOLDER` writes a figure, `logistic_regression.svg`,
//! into the folder.
//!
//! What to look at: At 31 °F the probability of damage is 98 % (`damage_at_31`, 90 % from 91 to 100),
//! although no flight before Challenger's was colder than 53 °F. In the figure the probability falls to
//! 0.74 at 60 °F and to 0.03 at 80 °F. It is most uncertain between these temperatures.

use monomorph::prelude::*;
use monomorph::report::{data::Quantity, plot};
use std::path::Path;

/// Temperature at launch in °F, and damage to an O-ring (1) or none (0), for the 23 flights before 28
/// January 1986, from S. Dalal, E. Fowlkes, B. Hoadley, "Risk analysis of the space shuttle", JASA 84
/// (1989).
const TEMPERATURE: [u8; 23] =
    [66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58];
const DAMAGE: [bool; 23] = [
    false, true, false, false, false, false, false, false, true, true, true, false, false, true, false,
    false, false, false, false, false, true, false, true,
];

fn main() -> Result<(), monomorph::Error> {
    // Centred at 70 °F and in tens of degrees, so that one prior suits both coefficients.
    let warmth = (data(&TEMPERATURE) - 70.0) / 10.0;
    params! {
        at_70: real(),
        slope: real(),
    }
    let model = model! {
        at_70 |= student_t(7.0, 0.0, 2.5),
        slope |= student_t(7.0, 0.0, 2.5),
        data(&DAMAGE) |= bernoulli_logit(at_70 + slope * warmth),
        damage_at_31 = (at_70 + slope * ((31.0 - 70.0) / 10.0)).inv_logit(),
    };
    let fit = model.compile()?.nuts().chains(4).seed(1986).run()?;
    println!("{}", fit.summary());

    let change = fit.draws().column("slope")?;
    let damage = fit.draws().column("damage_at_31")?;
    println!("Ten degrees more multiply the odds of damage by {:.2}.", change.mean().exp());
    println!(
        "At 31 °F, Challenger's temperature, the probability of damage is {:.0}% (90% interval {:.0}% to {:.0}%).",
        100.0 * damage.mean(),
        100.0 * damage.quantile(0.05),
        100.0 * damage.quantile(0.95),
    );

    if let Some(folder) = std::env::args_os().nth(1) {
        let draws = fit.draws();
        let coefficients: Vec<_> = draws.values_of(at_70)?.into_iter().zip(draws.values_of(slope)?).collect();
        let rows = [31, 40, 50, 60, 70, 80].map(|degrees| {
            let tens = (f64::from(degrees) - 70.0) / 10.0;
            let damage =
                coefficients.iter().map(|(level, change)| 1.0 / (1.0 + (-level - change * tens).exp()));
            Quantity::new(format!("{degrees} °F"), vec![damage.collect()]).lower(0.0).upper(1.0)
        });
        plot::forest(&rows)
            .title("The colder the launch, the likelier damage to an O-ring")
            .x_label("probability of damage")
            .caption(
                "Density, median, 50 % and 90 % interval. No flight before Challenger's was colder than 53 \
                 °F.",
            )
            .save(Path::new(&folder).join("logistic_regression.svg"))?;
    }
    Ok(())
}
