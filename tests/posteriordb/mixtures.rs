//! Mixtures of two normal distributions, the component of each observation summed over.

use super::case::*;

posteriors! {
    normal_mixture: ["normal_2-normal_mixture"],
    low_dim_gauss_mix_collapse: ["low_dim_gauss_mix_collapse-low_dim_gauss_mix_collapse"],
}

fn normal_mixture(case: &Case, task: &mut impl Task) {
    let y = case.vector("y");
    params! { theta: interval(0.0, 1.0), mu: vector(2) }
    task.run(model! {
        theta |= uniform(0.0, 1.0),
        mu    |= normal(0.0, 10.0),
        data(&y) |= mixture((theta, 1.0 - theta), [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
    });
}

fn low_dim_gauss_mix_collapse(case: &Case, task: &mut impl Task) {
    let y = case.vector("y");
    params! { mu: vector(2), sigma: vector(2).positive(), theta: interval(0.0, 1.0) }
    let component = |place| normal(mu.at(place), sigma.at(place));
    task.run(model! {
        sigma |= normal(0.0, 2.0),
        mu    |= normal(0.0, 2.0),
        theta |= beta(5.0, 5.0),
        data(&y) |= mixture((theta, 1.0 - theta), [component(0), component(1)]),
    });
}
