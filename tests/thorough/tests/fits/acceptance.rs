//! The acceptance after a warmup, compared with the target.

use monomorph::prelude::*;

/// The mean acceptance of fits with several seeds.
fn reached<M: BoundModel>(posterior: &Posterior<M>, warmup: usize, target: f64) -> f64 {
    let seeds = 2;
    let of = |seed: u64| {
        let nuts = posterior.nuts().chains(2).warmup(warmup).draws(100).seed(seed).target_accept(target);
        let fit = nuts.progress(false).run().expect("a fit");
        let all = fit.chains().iter().flat_map(|chain| chain.draws());
        let (sum, count) = all.fold((0.0, 0), |(sum, count), draw| (sum + draw.acceptance, count + 1));
        sum / f64::from(count)
    };
    (0..seeds).map(of).sum::<f64>() / seeds as f64
}

/// Calls `$visit!(name, posterior)`.
macro_rules! models {
    ($visit:ident) => {{
        let x: Vec<f64> = (0..30).map(|i| (i as f64 * 0.7).sin()).collect();
        let y: Vec<f64> = x.iter().enumerate().map(|(i, x)| 0.5 + x + (i as f64 * 2.9).sin()).collect();
        let won: Vec<i64> = y.iter().map(|y| i64::from(*y > 0.3)).collect();
        {
            params! { v: vector(5) }
            $visit!("normal", model! { v |= normal(0.0, 1.0) });
        }
        {
            let scales: Vec<f64> = (0..6).map(|i| 10_f64.powf(f64::from(i) / 2.0 - 1.0)).collect();
            params! { v: vector(6) }
            $visit!("scales", model! { v |= normal(0.0, data(&scales)) });
        }
        {
            params! { a: real(), b: real(), s: positive() }
            $visit!("regression", model! {
                a |= normal(0.0, 2.0), b |= normal(0.0, 2.0), s |= exponential(1.0),
                data(&y) |= normal(a + b * data(&x), s),
            });
        }
        {
            params! { a: real(), b: real() }
            $visit!("logistic", model! {
                a |= normal(0.0, 2.0), b |= normal(0.0, 2.0), data(&won) |= bernoulli_logit(a + b * data(&x)),
            });
        }
    }};
}

/// The last metric has steps behind it: short warmups are no worse than shorter ones.
#[test]
fn a_short_warmup_has_a_step_for_its_metric() {
    let mut found = Vec::new();
    macro_rules! visit {
        ($name:literal, $model:expr) => {
            let posterior = $model.compile().unwrap();
            for warmup in [10, 15, 20, 30, 60] {
                found.push(($name, warmup, reached(&posterior, warmup, 0.8)));
            }
        };
    }
    models!(visit);
    println!("{found:#?}");
    let bad: Vec<_> = found.iter().filter(|(_, _, found)| !(0.6..=0.97).contains(found)).collect();
    assert!(bad.is_empty(), "{bad:?}");
}

/// The target acceptance is reached, from 0.8 to 0.99.
#[test]
fn the_acceptance_is_the_one_that_was_aimed_at() {
    let mut found = Vec::new();
    macro_rules! visit {
        ($name:literal, $model:expr) => {
            let posterior = $model.compile().unwrap();
            for target in [0.8, 0.95, 0.99] {
                found.push(($name, target, reached(&posterior, 250, target)));
            }
        };
    }
    models!(visit);
    println!("{found:#?}");
    // A fifth of what is rejected, and 0.03 where much is.
    let is_off = |(_, target, found): &&(&str, f64, f64)| {
        (found - target).abs() > 0.2 * (1.0 - target) + 0.02 * (1.0 - target).min(0.2) / 0.2
    };
    let bad: Vec<_> = found.iter().filter(is_off).collect();
    assert!(bad.is_empty(), "{bad:?}");
}
