//! Simulation-based calibration of every Gibbs update, of NUTS and of marginalised models, by
//! [`monomorph::calibration`]; and of defects that are planted, which it must find.

use monomorph::calibration::Calibration;

/// Draws of each posterior that are as good as independent ones, about.
const DRAWS: usize = 19;

/// Ranks as uneven as these come by chance less than once in 10 000.
fn assert_calibrated(found: &Calibration) {
    assert!(found.failed().is_empty() && found.p_value() > 1e-4, "{found}");
}

/// `calibrated!(replications, y = length, model, quantities, |posterior, seed| draws)`: the model is an
/// expression that reads `y`, a slice of `length` numbers, on the left of its one statement of data. Draws of
/// a Gibbs sampler are `rules, |sampler| settings`.
macro_rules! calibrated {
    ($replications:expr, $data:ident = $length:expr, $model:expr, $quantities:expr,
        |$posterior:ident, $seed:ident| $draws:expr) => {{
        let zeros = [0.0; $length];
        let prior = {
            let $data = &zeros[..];
            $model.sample_prior($replications, 7).unwrap()
        };
        let truths = monomorph::calibration::Truths::of(prior);
        let calibration = monomorph::calibration::sbc(&truths, |truth| {
            let $data = truth.data("y")?;
            $model.compile()
        });
        let found = calibration.of($quantities).run_with(|$posterior, $seed| Ok($draws));
        $crate::assert_calibrated(&found.unwrap());
    }};
    ($replications:expr, $data:ident = $length:expr, $model:expr, $quantities:expr, $rules:expr,
        |$sampler:ident| $settings:expr) => {
        calibrated!($replications, $data = $length, $model, $quantities, |posterior, seed| {
            let $sampler = posterior.gibbs().chains(1).draws(DRAWS).seed(seed);
            let sampler = $settings;
            let rules: Vec<UpdateRule> = sampler.schedule().steps.iter().map(|step| step.rule).collect();
            assert_eq!(rules, $rules);
            sampler.run()?
        })
    };
}

mod defects;
mod gibbs;
mod laplace;
mod marginal;
mod nuts;
mod updates;
mod warm;
