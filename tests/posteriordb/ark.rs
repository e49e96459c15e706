//! An autoregression of order K.

use super::case::*;

posteriors! { ark: ["arK-arK"] }

fn ark(case: &Case, task: &mut impl Task) {
    let (y, order) = (case.vector("y"), case.size("K"));
    let lags: Vec<f64> = (1..=order).flat_map(|lag| y[order - lag..y.len() - lag].to_vec()).collect();
    let lags = matrix(by_columns(&lags, y.len() - order));
    params! { alpha: real(), beta: vector(order), sigma: positive() }
    task.run(model! {
        alpha |= normal(0.0, 10.0),
        beta  |= normal(0.0, 10.0),
        sigma |= cauchy(0.0, 2.5),
        data(&y[order..]) |= normal(alpha + lags.dot(beta), sigma),
    });
}
