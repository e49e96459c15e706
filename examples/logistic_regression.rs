//! The space shuttle's O-rings: how likely was damage at the temperature of Challenger's last launch?

use monomorph::prelude::*;

/// Temperature at launch in °F, and whether an O-ring was damaged, for the 23 flights before 28 January 1986,
/// from S. Dalal, E. Fowlkes, B. Hoadley, "Risk analysis of the space shuttle", JASA 84 (1989).
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

    let slope = fit.draws().column("slope")?;
    let damage = fit.draws().column("damage_at_31")?;
    println!("Ten degrees more multiply the odds of damage by {:.2}.", slope.mean().exp());
    println!(
        "At 31 °F, Challenger's temperature, the probability of damage is {:.0}% (90% interval {:.0}% to {:.0}%).",
        100.0 * damage.mean(),
        100.0 * damage.quantile(0.05),
        100.0 * damage.quantile(0.95),
    );
    Ok(())
}
