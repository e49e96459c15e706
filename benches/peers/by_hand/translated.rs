//! The four models of `models/translated.rs` as a translator writes them: loops over all observations, whose
//! sums `compile()` takes beforehand. Scales have the prior half_normal(5); their logarithms are coordinates.

use super::HALF_LOG_TAU;
use crate::timing::Gradient;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::{factor, inverse, solve};
use faer::{Mat, Par, Spec};

/// The log density of normal(0, 10) at x, and its slope.
fn wide(x: f64) -> (f64, f64) {
    (-HALF_LOG_TAU - 10_f64.ln() - x * x / 200.0, -x / 100.0)
}

/// The log density of half_normal(5) at a scale s with log |ds/dq|, and its slope by q = log s.
fn scale(log: f64) -> (f64, f64) {
    let square = (2.0 * log).exp() / 25.0;
    (std::f64::consts::LN_2 - HALF_LOG_TAU - 5_f64.ln() - 0.5 * square + log, 1.0 - square)
}

/// yᵢ ~ normal(μ, σ): q is μ, log σ.
pub fn numbers(y: Vec<f64>) -> Gradient<'static> {
    let n = y.len() as f64;
    Box::new(move |q, gradient| {
        let (mu, inverse) = (q[0], (-q[1]).exp());
        let (mut sum, mut squares) = (0.0, 0.0);
        for y in &y {
            let z = (y - mu) * inverse;
            sum += z;
            squares += z * z;
        }
        let (prior, slope) = wide(mu);
        let (prior_of_scale, slope_of_scale) = scale(q[1]);
        gradient[0] = slope + sum * inverse;
        gradient[1] = slope_of_scale + squares - n;
        prior + prior_of_scale - n * (HALF_LOG_TAU + q[1]) - 0.5 * squares
    })
}

/// yᵢ ~ normal(α + β xᵢ, σ): q is α, β, log σ.
pub fn line(x: Vec<f64>, y: Vec<f64>) -> Gradient<'static> {
    let n = y.len() as f64;
    Box::new(move |q, gradient| {
        let (alpha, beta, inverse) = (q[0], q[1], (-q[2]).exp());
        let (mut sum, mut moment, mut squares) = (0.0, 0.0, 0.0);
        for (x, y) in x.iter().zip(&y) {
            let z = (y - alpha - beta * x) * inverse;
            sum += z;
            moment += z * x;
            squares += z * z;
        }
        let (of_alpha, of_beta, of_sigma) = (wide(alpha), wide(beta), scale(q[2]));
        gradient[0] = of_alpha.1 + sum * inverse;
        gradient[1] = of_beta.1 + moment * inverse;
        gradient[2] = of_sigma.1 + squares - n;
        of_alpha.0 + of_beta.0 + of_sigma.0 - n * (HALF_LOG_TAU + q[2]) - 0.5 * squares
    })
}

/// yᵢ ~ normal(a[gᵢ] + b xᵢ, σ) with aⱼ = μ + τ zⱼ: q is μ, log τ, z₁ … z₈, b, log σ.
pub fn groups(group: Vec<usize>, x: Vec<f64>, y: Vec<f64>) -> Gradient<'static> {
    let n = y.len() as f64;
    Box::new(move |q, gradient| {
        let (mu, tau, offsets, b, inverse) = (q[0], q[1].exp(), &q[2..10], q[10], (-q[11]).exp());
        let (mut moment, mut squares, mut sums) = (0.0, 0.0, [0.0; 8]);
        for ((&group, x), y) in group.iter().zip(&x).zip(&y) {
            let z = (y - (mu + tau * offsets[group]) - b * x) * inverse;
            sums[group] += z;
            moment += z * x;
            squares += z * z;
        }
        let (of_mu, of_tau, of_b, of_sigma) = (wide(mu), scale(q[1]), wide(b), scale(q[11]));
        let mut value = of_mu.0 + of_tau.0 + of_b.0 + of_sigma.0 - n * (HALF_LOG_TAU + q[11]) - 0.5 * squares;
        let (mut by_mu, mut by_tau) = (0.0, 0.0);
        for (place, (offset, sum)) in offsets.iter().zip(sums).enumerate() {
            let slope = sum * inverse;
            by_mu += slope;
            by_tau += slope * offset;
            gradient[2 + place] = tau * slope - offset;
            value -= HALF_LOG_TAU + 0.5 * offset * offset;
        }
        gradient[0] = of_mu.1 + by_mu;
        gradient[1] = of_tau.1 + tau * by_tau;
        gradient[10] = of_b.1 + moment * inverse;
        gradient[11] = of_sigma.1 + squares - n;
        value
    })
}

/// y ~ multi_normal(0, K) with Kᵢⱼ = η² exp(−½ (xᵢ − xⱼ)²/ℓ²) + (σ² + 10⁻⁶)[i = j]: q is log ℓ, log η, log σ.
///
/// With α = K⁻¹ y the slope by K is ½ (α αᵀ − K⁻¹), of which the lower triangle is summed.
pub fn process(x: Vec<f64>, y: Vec<f64>) -> Gradient<'static> {
    let n = y.len();
    let (mut factored, mut inverted) = (Mat::<f64>::zeros(n, n), Mat::<f64>::zeros(n, n));
    let mut signal = Mat::<f64>::zeros(n, n);
    let mut alpha = Mat::<f64>::zeros(n, 1);
    let needed = factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Spec::default())
        .or(inverse::inverse_scratch::<f64>(n, Par::Seq))
        .or(solve::solve_in_place_scratch::<f64>(n, 1, Par::Seq));
    let mut memory = MemBuffer::new(needed);
    Box::new(move |q, gradient| {
        let precision = (-2.0 * q[0]).exp();
        let (eta_squared, sigma_squared) = ((2.0 * q[1]).exp(), (2.0 * q[2]).exp());
        for j in 0..n {
            for i in j..n {
                let distance = x[i] - x[j];
                let value = eta_squared * (-0.5 * distance * distance * precision).exp();
                signal[(i, j)] = value;
                factored[(i, j)] = value;
            }
            factored[(j, j)] += sigma_squared + 1e-6;
            alpha[(j, 0)] = y[j];
        }
        let stack = MemStack::new(&mut memory);
        if factor::cholesky_in_place(factored.as_mut(), Default::default(), Par::Seq, stack, Spec::default())
            .is_err()
        {
            gradient.fill(0.0);
            return f64::NEG_INFINITY;
        }
        solve::solve_in_place(factored.as_ref(), alpha.as_mut(), Par::Seq, MemStack::new(&mut memory));
        inverse::inverse(inverted.as_mut(), factored.as_ref(), Par::Seq, MemStack::new(&mut memory));

        let priors = [scale(q[0]), scale(q[1]), scale(q[2])];
        let mut value = priors.iter().map(|prior| prior.0).sum::<f64>() - n as f64 * HALF_LOG_TAU;
        let (mut by_length, mut by_height, mut by_noise) = (0.0, 0.0, 0.0);
        for j in 0..n {
            value -= factored[(j, j)].ln() + 0.5 * y[j] * alpha[(j, 0)];
            let slope = 0.5 * (alpha[(j, 0)] * alpha[(j, 0)] - inverted[(j, j)]);
            by_noise += slope;
            by_height += slope * signal[(j, j)];
            for i in j + 1..n {
                let distance = x[i] - x[j];
                let both = (alpha[(i, 0)] * alpha[(j, 0)] - inverted[(i, j)]) * signal[(i, j)];
                by_height += both;
                by_length += both * distance * distance;
            }
        }
        gradient[0] = priors[0].1 + precision * by_length;
        gradient[1] = priors[1].1 + 2.0 * by_height;
        gradient[2] = priors[2].1 + 2.0 * sigma_squared * by_noise;
        value
    })
}
