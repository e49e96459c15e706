//! NUTS finds the posteriors of real models on real data: the means and the standard deviations of fourteen
//! posteriors of posteriordb are those of its reference draws, or exact ones where there are any, to four
//! Monte Carlo standard errors.
//!
//! The models are those of `posteriordb.rs` beside this file, small enough to be sampled without
//! optimisation. Without the pack (see there) every test here is listed as ignored, NOT RUN.

#[path = "../../common/mod.rs"]
mod common;
#[macro_use]
#[path = "../../posteriordb/tests.rs"]
mod tests;

/// Data sets with few observations, all of whose models have references or exact moments.
#[path = "../../posteriordb"]
mod posteriordb {
    mod ark;
    pub mod case;
    mod eight_schools;
    mod kidiq;
    mod mesquite;
    mod rate;
    mod sblrc;
}

use common::with_room;
use monomorph::draws::diagnostics;
use posteriordb::case::*;
use serde_json::Value;

/// The mean and the standard deviation of an element, with their Monte Carlo standard errors.
struct Moments {
    mean: f64,
    mcse_mean: f64,
    sd: f64,
    mcse_sd: f64,
}

/// The posterior whose funnel is too narrow for the sampler, which must say so. Without centring it is
/// sampled well.
const FUNNEL: &str = "eight_schools-eight_schools_centered";

impl Moments {
    fn exact(mean: f64, sd: f64) -> Self {
        Self { mean, mcse_mean: 0.0, sd, mcse_sd: 0.0 }
    }

    /// Those of a probability with a flat prior, after `successes` among `trials`: beta(1 + k, 1 + n − k).
    fn of_rate(successes: f64, trials: f64) -> Self {
        let mean = (successes + 1.0) / (trials + 2.0);
        Self::exact(mean, (mean * (1.0 - mean) / (trials + 3.0)).sqrt())
    }

    /// Those of the difference of independent numbers.
    fn of_difference(left: &Self, right: &Self) -> Self {
        Self::exact(left.mean - right.mean, left.sd.hypot(right.sd))
    }
}

impl Case {
    fn name(&self) -> &str {
        self.golden["posterior"].as_str().expect("the name of the posterior")
    }

    /// The moments by element, in this crate's names.
    fn reference(&self) -> Vec<(String, Moments)> {
        let rate = |successes, trials| Moments::of_rate(self.number(successes), self.number(trials));
        let rates = match self.name() {
            "Rate_1_data-Rate_1_model" => vec![("theta", rate("k", "n"))],
            "Rate_2_data-Rate_2_model" => {
                let (first, second) = (rate("k1", "n1"), rate("k2", "n2"));
                let difference = Moments::of_difference(&first, &second);
                vec![("theta1", first), ("theta2", second), ("delta", difference)]
            }
            "Rate_4_data-Rate_4_model" => {
                vec![("theta", rate("k", "n")), ("thetaprior", Moments::of_rate(0.0, 0.0))]
            }
            name => return of_pack(name),
        };
        rates.into_iter().map(|(element, moments)| (element.to_owned(), moments)).collect()
    }
}

/// Samples, and compares the moments with the reference.
struct Check<'a>(&'a Case);

impl Task for Check<'_> {
    fn run(&mut self, model: impl Model) {
        let name = self.0.name();
        // One thread, this one: the others have less room.
        let fit = with_room(|| {
            let posterior = model.compile().expect("the model compiles");
            let nuts = posterior.nuts().warmup(500).draws(500).seed(1);
            nuts.threads(1).progress(false).run().expect("a fit")
        });
        if name == FUNNEL {
            assert!(!fit.summary().warnings().is_empty(), "{name}: nothing was said");
            return;
        }
        let reference = self.0.reference();
        assert!(!reference.is_empty());
        for (element, reference) in reference {
            let column = fit.draws().column(&element).expect("the element");
            let chains = column.chains();
            let (mcse_mean, mcse_sd) = (diagnostics::mcse_mean(&chains), diagnostics::mcse_sd(&chains));
            // A chain that does not move has large errors, which would excuse anything.
            assert!(mcse_mean < 0.1 * reference.sd, "{name}, {element}: standard error {mcse_mean}");
            let z_mean = (column.mean() - reference.mean) / mcse_mean.hypot(reference.mcse_mean);
            let z_sd = (column.sd() - reference.sd) / mcse_sd.hypot(reference.mcse_sd);
            println!("{name}, {element}: z {z_mean:.2} of the mean, {z_sd:.2} of the sd");
            assert!(z_mean.abs() < 4.0, "{name}, {element}: z {z_mean} of the mean {}", column.mean());
            assert!(z_sd.abs() < 4.0, "{name}, {element}: z {z_sd} of the sd {}", column.sd());
        }
    }
}

/// The moments that the pack has of a posterior, exact where it can be, else of the reference draws.
fn of_pack(posterior: &str) -> Vec<(String, Moments)> {
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
        let of = |key: &str| number(&of[key]);
        let moments = if exact.is_null() {
            Moments { mean: of("mean"), mcse_mean: of("mcse_mean"), sd: of("sd"), mcse_sd: of("mcse_sd") }
        } else {
            Moments::exact(number(&exact[0]), number(&exact[1]))
        };
        (element, moments)
    };
    drawn.as_object().expect("a posterior with a reference").iter().map(moments).collect()
}
