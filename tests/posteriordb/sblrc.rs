//! A simulated linear regression without intercept.

use super::case::*;

posteriors! { blr: ["sblrc-blr"] }

fn blr(case: &Case, task: &mut impl Task) {
    let (x, y) = (case.vector("X"), case.vector("y"));
    let x = matrix(by_rows(&x, case.size("D")));
    params! { beta: vector(case.size("D")), sigma: positive() }
    task.run(model! {
        beta  |= normal(0.0, 10.0),
        sigma |= normal(0.0, 10.0),
        data(&y) |= normal(x.dot(beta), sigma),
    });
}
