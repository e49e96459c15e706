//! Mixtures of two normal distributions, the component of each observation summed over.

use crate::*;

#[test]
fn normal_mixture() {
    let Some(case) = Case::open("normal_2-normal_mixture") else { return };
    let y = case.vector("y");
    params! { theta: interval(0.0, 1.0), mu: vector(2) }
    case.compare(model! {
        theta |= uniform(0.0, 1.0),
        mu    |= normal(0.0, 10.0),
        data(&y) |= mixture((theta, 1.0 - theta), [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
    });
}

#[test]
fn low_dim_gauss_mix_collapse() {
    let Some(case) = Case::open("low_dim_gauss_mix_collapse-low_dim_gauss_mix_collapse") else { return };
    let y = case.vector("y");
    params! { mu: vector(2), sigma: vector(2).positive(), theta: interval(0.0, 1.0) }
    let component = |place| normal(mu.at(place), sigma.at(place));
    case.compare(model! {
        sigma |= normal(0.0, 2.0),
        mu    |= normal(0.0, 2.0),
        theta |= beta(5.0, 5.0),
        data(&y) |= mixture((theta, 1.0 - theta), [component(0), component(1)]),
    });
}
