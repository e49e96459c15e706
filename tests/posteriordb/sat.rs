//! Item response where discriminations and difficulties of the items are correlated.

use super::case::*;

posteriors! { hier_2pl: ["sat-hier_2pl"] }

fn hier_2pl(case: &Case, task: &mut impl Task) {
    let (items, persons) = (case.size("I"), case.size("J"));
    let (item, person, answer) = (case.indices("ii"), case.indices("jj"), case.vector("y"));
    params! {
        theta: vector(persons),
        xi1:   vector(items),
        xi2:   vector(items),
        mu:    vector(2),
        tau:   vector(2).positive(),
        l:     cholesky_factor_corr(2),
    }
    task.run(model! {
        l     |= lkj_corr_cholesky(4.0),
        mu    |= normal(0.0, data(&[1.0, 5.0])),
        tau   |= exponential(0.1),
        theta |= normal(0.0, 1.0),
        // The two vectors are parameters of their own, in the order of the golden points.
        xi1   |= flat(),
        xi2   |= flat(),
        increment(
            multi_normal_cholesky(mu, diag_pre_multiply(tau, l)).log_density(stack_columns((xi1, xi2))).sum()
        ),
        discrimination = xi1.exp(),
        data(&answer) |= bernoulli_logit(discrimination.at(&item) * (theta.at(&person) - xi2.at(&item))),
    });
}
