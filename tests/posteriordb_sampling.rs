//! NUTS finds the posteriors of real models on real data: the means and the standard deviations of a dozen posteriors
//! of posteriordb are those of its reference draws, or of the closed form where the pack has one, to four Monte Carlo
//! standard errors.
//!
//! The models are those of `tests/posteriordb.rs`, small enough to be sampled without optimisation. Without the pack
//! (see there) every test here says that it is skipped.
#![cfg(feature = "sampling")]

mod common;

/// Data sets with few observations, all of whose models have references.
mod posteriordb {
    mod ark;
    pub mod case;
    mod eight_schools;
    mod kidiq;
    mod mesquite;
    mod sblrc;
}

use common::with_room;
use monomorph::draws::diagnostics;
use monomorph::prelude::*;
use posteriordb::case::*;
use serde_json::Value;

/// The mean and the standard deviation of an element, with their Monte Carlo standard errors.
struct Moments {
    mean: f64,
    mcse_mean: f64,
    sd: f64,
    mcse_sd: f64,
}

/// The reference by element, in this crate's names: exact where it can be, else of the reference draws.
fn reference(posterior: &str) -> Vec<(String, Moments)> {
    let pack = pack().expect("the pack has been found before");
    let exact = &read(&pack, "exact_moments.json")[posterior];
    let drawn = &read(&pack, "reference_moments_ext.json")[posterior]["params"];
    let number = |value: &Value| value.as_f64().expect("a number");
    let moments = |(name, of): (&String, &Value)| {
        // `theta[1]` there is `theta[0]` here.
        let element = match name.trim_end_matches(']').split_once('[') {
            Some((name, index)) => format!("{name}[{}]", index.parse::<usize>().expect("an index") - 1),
            None => name.clone(),
        };
        let exact = &exact[name];
        let moments = if exact.is_null() {
            let of = |key: &str| number(&of[key]);
            let (mean, sd) = (of("mean"), of("sd"));
            Moments { mean, mcse_mean: of("mcse_mean"), sd, mcse_sd: of("mcse_sd") }
        } else {
            Moments { mean: number(&exact[0]), mcse_mean: 0.0, sd: number(&exact[1]), mcse_sd: 0.0 }
        };
        (element, moments)
    };
    drawn.as_object().expect("a posterior with a reference").iter().map(moments).collect()
}

impl Case {
    /// Samples, and compares the moments with the reference.
    fn compare(&self, model: impl Model) {
        let name = self.golden["posterior"].as_str().expect("the name of the posterior");
        // One thread, this one: the others have less room.
        let fit = with_room(|| {
            let posterior = model.compile().expect("the model compiles");
            let nuts = posterior.nuts().warmup(500).draws(500).seed(1).target_accept(0.9);
            nuts.threads(1).progress(false).run().expect("a fit")
        });
        let reference = reference(name);
        assert!(!reference.is_empty());
        for (element, reference) in reference {
            let column = fit.draws().column(&element).expect("the element");
            let chains = column.chains();
            let (mcse_mean, mcse_sd) = (diagnostics::mcse_mean(&chains), diagnostics::mcse_sd(&chains));
            // A chain that does not move has large errors, which would excuse anything.
            assert!(mcse_mean < 0.15 * reference.sd, "{name}, {element}: standard error {mcse_mean}");
            let z_mean = (column.mean() - reference.mean) / mcse_mean.hypot(reference.mcse_mean);
            let z_sd = (column.sd() - reference.sd) / mcse_sd.hypot(reference.mcse_sd);
            println!("{name}, {element}: z {z_mean:.2} of the mean, {z_sd:.2} of the sd");
            assert!(z_mean.abs() < 4.0, "{name}, {element}: z {z_mean} of the mean {}", column.mean());
            assert!(z_sd.abs() < 4.0, "{name}, {element}: z {z_sd} of the sd {}", column.sd());
        }
    }
}
