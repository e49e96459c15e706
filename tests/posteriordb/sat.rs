//! Item response where discriminations and difficulties of the items are correlated.

use crate::*;

/// The correlation matrix of two has one number, ρ = tanh q. Its Cholesky factor has the rows (1, 0) and (ρ, √(1 − ρ²)),
/// so lkj_corr_cholesky(η) says that (ρ + 1)/2 ~ beta(η, η), and the two normal variables are one and, given it, the
/// other.
#[test]
fn hier_2pl() {
    let Some(case) = Case::open("sat-hier_2pl") else { return };
    let (items, persons) = (case.size("I"), case.size("J"));
    let (item, person, answer) = (case.indices("ii"), case.indices("jj"), case.vector("y"));
    params! {
        theta: vector(persons),
        xi1:   vector(items),
        xi2:   vector(items),
        mu:    vector(2),
        tau:   vector(2).positive(),
        free:  real(),
    }
    case.compare(model! {
        free  |= flat(),
        rho = free.tanh(),
        increment((1.0 - rho.square()).log()), // the Jacobian of tanh
        increment(beta(4.0, 4.0).log_density((rho + 1.0) / 2.0) - std::f64::consts::LN_2),
        mu    |= normal(0.0, data(&[1.0, 5.0])),
        tau   |= exponential(0.1),
        theta |= normal(0.0, 1.0),
        xi1   |= normal(mu.at(0), tau.at(0)),
        xi2   |= normal(
            mu.at(1) + rho * tau.at(1) / tau.at(0) * (xi1 - mu.at(0)),
            tau.at(1) * (1.0 - rho.square()).sqrt()
        ),
        discrimination = xi1.exp(),
        data(&answer) |= bernoulli_logit(discrimination.at(&item) * (theta.at(&person) - xi2.at(&item))),
    });
}
