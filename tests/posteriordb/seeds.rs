//! Seeds that germinate, by plate.

use super::case::*;

posteriors! {
    seeds_stanified: ["seeds_data-seeds_stanified_model"],
    seeds_centered: ["seeds_data-seeds_centered_model"],
}

macro_rules! seeds {
    ($case:ident, $task:ident, |$effect:ident| $b:expr) => {
        let (germinated, seeds) = ($case.vector("n"), $case.vector("N"));
        let (x1, x2) = ($case.vector("x1"), $case.vector("x2"));
        let (x1, x2) = (data(&x1), data(&x2));
        params! {
            alpha0: real(), alpha1: real(), alpha12: real(), alpha2: real(),
            $effect: vector(seeds.len()),
            sigma: positive(),
        }
        $task.run(model! {
            alpha0  |= normal(0.0, 1.0),
            alpha1  |= normal(0.0, 1.0),
            alpha2  |= normal(0.0, 1.0),
            alpha12 |= normal(0.0, 1.0),
            sigma   |= cauchy(0.0, 1.0),
            $effect |= normal(0.0, sigma),
            data(&germinated) |= binomial_logit(
                data(&seeds),
                alpha0 + alpha1 * x1 + alpha2 * x2 + alpha12 * x1 * x2 + $b
            ),
        });
    };
}

fn seeds_stanified(case: &Case, task: &mut impl Task) {
    seeds!(case, task, |b| b);
}

fn seeds_centered(case: &Case, task: &mut impl Task) {
    seeds!(case, task, |c| c - c.mean());
}
