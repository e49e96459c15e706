//! A simulated linear regression without intercept.

use crate::*;

#[test]
fn blr() {
    let Some(case) = Case::open("sblrc-blr") else { return };
    let (x, y) = (case.vector("X"), case.vector("y"));
    let x = matrix(by_rows(&x, case.size("D")));
    params! { beta: vector(case.size("D")), sigma: positive() }
    case.compare(model! {
        beta  |= normal(0.0, 10.0),
        sigma |= normal(0.0, 10.0),
        data(&y) |= normal(x.dot(beta), sigma),
    });
}
