//! The code that one writes first: η = X β by faer, a scalar loop over the observations, Xᵀ r by faer.

use super::hand_written::{self, Contender, Outcome};
use faer::linalg::matmul::matmul;
use faer::{Accum, ColMut, ColRef, Mat, MatRef, Par};

/// The log density with its gradient.
pub fn contender<'a>(x: &[f64], y: &'a [f64], columns: usize, outcome: Outcome) -> Contender<'a> {
    let x: Mat<f64> = MatRef::from_row_major_slice(x, y.len(), columns).to_owned();
    let mut eta = vec![0.0; y.len()];
    let mut residual = vec![0.0; y.len()];
    Box::new(move |q, gradient| {
        let (alpha, beta) = (q[0], &q[1..=columns]);
        let mut value = hand_written::prior(q, gradient, columns, outcome);
        let product = ColMut::from_slice_mut(&mut eta).as_mat_mut();
        matmul(product, Accum::Replace, x.as_ref(), ColRef::from_slice(beta).as_mat(), 1.0, Par::Seq);
        match outcome {
            Outcome::Normal => {
                let sigma = q[columns + 1].exp();
                let mut squares = 0.0;
                for ((residual, eta), y) in residual.iter_mut().zip(&eta).zip(y) {
                    let z = (y - (alpha + eta)) / sigma;
                    squares += z * z;
                    *residual = z / sigma;
                }
                let n = y.len() as f64;
                value += -0.5 * squares - n * (sigma.ln() + 0.5 * std::f64::consts::TAU.ln());
                gradient[columns + 1] += squares - n;
            }
            Outcome::Bernoulli => {
                for ((residual, eta), y) in residual.iter_mut().zip(&eta).zip(y) {
                    let eta = alpha + eta;
                    let tail = (-eta.abs()).exp();
                    value += y * eta - eta.max(0.0) - tail.ln_1p();
                    let logistic = if eta >= 0.0 { 1.0 } else { tail } / (1.0 + tail);
                    *residual = y - logistic;
                }
            }
        }
        gradient[0] += residual.iter().sum::<f64>();
        let by_beta = ColMut::from_slice_mut(&mut gradient[1..=columns]).as_mat_mut();
        let residual = ColRef::from_slice(&residual).as_mat();
        matmul(by_beta, Accum::Add, x.transpose(), residual, 1.0, Par::Seq);
        value
    })
}
