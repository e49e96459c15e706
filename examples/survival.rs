//! Survival with censoring: weeks of remission of 42 children with leukaemia, half of them treated with
//! 6-mercaptopurine, the others with a placebo. Of those who were still in remission when the study ended
//! only a lower bound of the time is known.
//!
//! Data: Freireich et al., Blood 21 (1963); a Weibull distribution whose scale depends on the treatment.
//!
//! ```sh
//! cargo run --release --example survival
//! ```

use monomorph::prelude::*;

/// Weeks with the treatment, and whether the child was still in remission then.
const TREATED: [u8; 21] = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35];
const IN_REMISSION: [u8; 21] = [0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1];

/// Weeks with a placebo; every remission ended.
const PLACEBO: [u8; 21] = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23];

fn main() -> Result<(), Error> {
    params! {
        shape:  positive(),
        base:   real(),          // the logarithm of the scale without treatment
        effect: real(),          // what treatment adds to it
    }
    let model = model! {
        shape  |= gamma(2.0, 1.0),
        base   |= normal(2.0, 1.0),
        effect |= normal(0.0, 1.0),
        times_longer = effect.exp(),
        data(&PLACEBO) |= weibull(shape, base.exp()),
        data(&TREATED) |= weibull(shape, (base + effect).exp()).right_censored(data(&IN_REMISSION)),
    };

    let fit = model.compile()?.nuts().chains(4).seed(1).run()?;
    println!("{}", fit.summary());

    let longer = fit.draws().column("times_longer")?;
    println!(
        "With the treatment a remission lasts {:.1} times as long (90% interval {:.1} to {:.1}).",
        longer.mean(),
        longer.quantile(0.05),
        longer.quantile(0.95),
    );
    Ok(())
}
