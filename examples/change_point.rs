//! When did disasters in British coal mines become rarer? The number of them in each year from 1851 to 1962
//! (Jarrett 1979, "A note on the intervals between coal-mining disasters"), with one rate before a change and
//! another after it. Each year is as likely to be the first of the second regime, and so is that there is no
//! change.
//!
//! The regime of a year is a state that is left once and never entered again, a Markov chain; marginalised,
//! all years of the change together cost time in proportion to the number of years.

use monomorph::prelude::*;

const DISASTERS: [u32; 112] = [
    4, 5, 4, 1, 0, 4, 3, 4, 0, 6, 3, 3, 4, 0, 2, 6, 3, 3, 5, 4, 5, 3, 1, 4, 4, 1, 5, 5, 3, 4, 2, 5, 2, 2, 3,
    4, 2, 1, 3, 2, 2, 1, 1, 1, 1, 3, 0, 0, 1, 0, 1, 1, 0, 0, 3, 1, 0, 3, 2, 2, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0,
    0, 2, 1, 0, 0, 0, 1, 1, 0, 2, 3, 3, 1, 1, 2, 1, 1, 1, 1, 2, 4, 2, 0, 0, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 0,
    0, 1, 0, 0, 1, 0, 1,
];

fn main() -> Result<(), Error> {
    params! { rate: vector(2).positive(), regime: vector(DISASTERS.len()).category(2) }
    let model = model! {
        rate   |= exponential(1.0),
        regime |= markov_chain(&[1.0, 0.0], stack_rows((data(&[0.5, 0.5]), data(&[0.0, 1.0])))),
        // A year that stays before the change has the factor ½, one after it has ½ by this: all years of the
        // change are as likely.
        increment(-core::f64::consts::LN_2 * regime),
        data(&DISASTERS) |= poisson(rate.at(regime)),
    };
    let posterior = model.marginalise(regime).compile()?;
    println!("{}", posterior.explain());
    let fit = posterior.nuts().chains(2).seed(1).run()?;
    println!("{}", fit.summary());

    // Of each draw the first year of the second regime.
    let regimes = posterior.recover(fit.draws(), 2)?;
    let mut first = vec![0; DISASTERS.len() + 1];
    for regimes in regimes.values_of(regime)? {
        first[regimes.iter().position(|regime| *regime == 1.0).unwrap_or(DISASTERS.len())] += 1;
    }
    let all: usize = first.iter().sum();
    for (year, count) in (1851..).zip(&first).filter(|(_, count)| **count * 50 > all) {
        println!("{year}  {:5.3}  {}", *count as f64 / all as f64, "■".repeat(count * 100 / all));
    }
    Ok(())
}
