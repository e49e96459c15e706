//! Adaptations that do not belong to a posterior.

use monomorph::prelude::*;
use monomorph::target::{CustomPosterior, CustomTarget};

#[test]
fn wrong_adaptations_are_refused() {
    let learned = {
        params! { mu: real(), tau: positive(), eta: vector(3) }
        let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0), eta |= normal(mu, tau) };
        let nuts = model.compile().unwrap().nuts().chains(2).warmup(100).draws(20).seed(1).run();
        nuts.unwrap().adaptation()
    };
    let message = |found: Result<Fit, Error>| found.unwrap_err().to_string();

    {
        params! { mu: real(), other: real() }
        let model = model! { mu |= normal(0.0, 1.0), other |= normal(0.0, 1.0) };
        let text = message(model.compile().unwrap().nuts().warm_start(&learned).run());
        assert!(text.contains("tau") && text.contains("other"), "{text}");
    }
    {
        params! { mu: real(), tau: positive(), eta: vector(4) }
        let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0), eta |= normal(mu, tau) };
        let text = message(model.compile().unwrap().nuts().warm_start(&learned).run());
        assert!(text.contains("`eta`") && text.contains('4') && text.contains('3'), "{text}");
    }
    params! { mu: real(), tau: interval(5.0, 6.0), eta: vector(3) }
    let model = model! { mu |= normal(0.0, 1.0), tau |= uniform(5.0, 6.0), eta |= normal(mu, tau) };
    let text = message(model.compile().unwrap().nuts().warm_start(&learned).run());
    assert!(text.contains("`tau`"), "{text}");
}

/// Three normal coordinates without a function that converts values to a point.
struct Own;

impl CustomTarget for Own {
    fn dimension(&self) -> usize {
        3
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.iter_mut().zip(q).for_each(|(slope, q)| *slope = -q);
        -0.5 * q.iter().map(|q| q * q).sum::<f64>()
    }
}

#[test]
fn densities_of_ones_own_say_so() {
    let posterior = CustomPosterior::new(Own).unwrap();
    let learned = posterior.nuts().chains(1).warmup(50).draws(20).run().unwrap().adaptation();
    let text = posterior.nuts().warm_start(&learned).run().unwrap_err().to_string();
    assert!(text.contains("`warm_start`") && text.contains("of one's own"), "{text}");
}

/// A run that is refused leaves the store of an earlier one as it is.
#[cfg(feature = "report")]
#[test]
fn stores_are_not_touched() {
    let store = std::env::temp_dir().join(format!("monomorph_refused_{}.zarr", std::process::id()));
    let learned = {
        params! { other: real() }
        let posterior = model! { other |= normal(0.0, 1.0) }.compile().unwrap();
        posterior.nuts().chains(1).warmup(50).draws(20).run().unwrap().adaptation()
    };
    params! { mu: real() }
    let posterior = model! { mu |= normal(0.0, 1.0) }.compile().unwrap();
    let nuts = posterior.nuts().chains(1).warmup(50).draws(20).save_zarr(&store);
    let fit = nuts.clone().run().unwrap();
    assert!(nuts.warm_start(&learned).run().is_err());
    assert_eq!(&Draws::from_zarr(&store).unwrap(), fit.draws());
    std::fs::remove_dir_all(&store).ok();
}
