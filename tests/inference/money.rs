//! An outcome that is 0 for most rows and a positive number for the others: predictions, cross-validation
//! and draws treat it as one outcome, whose zeros have a probability.

use crate::common::assert_near;
use monomorph::prelude::*;
use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};

const SPENT: [f64; 8] = [0.0, 1.2, 0.0, 3.4, 0.0, 0.7, 0.0, 2.0];

#[test]
fn one_outcome_of_zeros_and_amounts() -> Result<(), Error> {
    params! { any: interval(0.0, 1.0), mu: real() }
    let model = model! {
        any |= beta(2.0, 2.0),
        mu |= normal(0.0, 2.0),
        data(&SPENT) |= mixture((1.0 - any, any), (discrete_range(0, 0), lognormal(mu, 0.8))),
    };
    assert_eq!(*model.check(), []);
    let draws = model.compile()?.nuts().chains(2).warmup(200).draws(400).seed(3).run()?;
    let draws = draws.draws();
    // The posterior of a hurdle: beta(2 + 4, 2 + 4), and a normal mean of four logarithms.
    let (any, mu) = (draws.column("any")?, draws.column("mu")?);
    assert_near(any.mean(), 0.5, 0.03, || "any".into());
    let precision = 4.0 / 0.64 + 0.25;
    let sum: f64 = SPENT.iter().filter(|y| **y > 0.0).map(|y| y.ln()).sum();
    assert_near(mu.mean(), sum / 0.64 / precision, 0.1, || "mu".into());

    let each = model.pointwise_log_likelihood(draws)?;
    for (row, (name, column)) in each.columns().enumerate() {
        for (draw, got) in column.as_slice().iter().enumerate() {
            let (any, mu) = (any.as_slice()[draw], mu.as_slice()[draw]);
            let y = SPENT[row];
            let z = (y.ln() - mu) / 0.8;
            let density = -0.5 * z * z - (0.8 * core::f64::consts::TAU.sqrt()).ln() - y.ln();
            let want = if y == 0.0 { (1.0 - any).ln() } else { any.ln() + density };
            assert_near(*got, want, 1e-12 * want.abs().max(1.0), || format!("{name}, draw {draw}"));
        }
    }
    let loo = model.loo(draws)?;
    assert_eq!(loo.names().len(), SPENT.len());
    // Without a zero the posterior of any is beta(6, 5), whose mean is 6/11.
    assert_near(loo.pointwise_elpd()[0], (5.0f64 / 11.0).ln(), 0.05, || "a zero left out".into());
    let pit = model.loo_pit(draws, &SPENT, 5)?;
    assert_eq!(pit.below()[0], 0.0);
    assert_near(pit.at_most()[0], 5.0 / 11.0, 0.06, || "the share of zeros".into());
    assert!(pit.below()[3] > 0.6 && pit.below()[3] == pit.at_most()[3], "{pit:?}");

    let predicted = model.predict(draws, 7)?;
    let numbers: Vec<f64> = predicted.get("SPENT")?.each().concat();
    let zeros = numbers.iter().filter(|y| **y == 0.0).count() as f64 / numbers.len() as f64;
    assert_near(zeros, 1.0 - any.mean(), 0.02, || "zeros".into());
    assert!(numbers.iter().all(|y| *y >= 0.0));
    Ok(())
}

#[test]
fn draws_of_numbers() {
    let mut rng = SmallRng::seed_from_u64(4);
    let law = mixture([0.3, 0.7], (discrete_range(0, 0), exponential(0.5)));
    let numbers: Vec<f64> = (0..20_000).map(|_| rng.sample(law)).collect();
    let zeros = numbers.iter().filter(|y| **y == 0.0).count() as f64 / 20_000.0;
    assert_near(zeros, 0.3, 0.015, || "zeros".into());
    assert_near(numbers.iter().sum::<f64>() / 20_000.0, 1.4, 0.06, || "mean".into());
}
