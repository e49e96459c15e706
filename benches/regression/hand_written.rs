//! The code that an expert writes for one model and one machine: X in panels of 64 rows, and for each panel
//! η = X β, the likelihood and Xᵀ r, in registers and the first-level cache.

use faer::Mat;
use monomorph::math;
use monomorph::simd::{Mask, Pack};
use pulp::{Arch, Simd, WithSimd};

/// The outcome's distribution, given the linear predictor.
#[derive(Clone, Copy, PartialEq)]
pub enum Outcome {
    /// normal(η, σ), with σ the last coordinate, as its logarithm
    Normal,
    /// bernoulli_logit(η)
    Bernoulli,
}

/// A log density with its gradient.
pub type Contender<'a> = Box<dyn FnMut(&[f64], &mut [f64]) -> f64 + 'a>;

const ROWS: usize = 64;
const REGISTERS: usize = 8;

/// The log density with its gradient.
pub fn contender<'a>(x: &[f64], y: &[f64], columns: usize, outcome: Outcome) -> Contender<'a> {
    let panels = y.len().div_ceil(ROWS);
    // faer's matrices start on a cache line, so that no register load straddles two.
    let mut packed = Mat::<f64>::zeros(panels * ROWS * columns, 1);
    let mut observed = Mat::<f64>::zeros(panels * ROWS, 1);
    for row in 0..y.len() {
        observed[(row, 0)] = y[row];
        for column in 0..columns {
            let place = (row / ROWS * columns + column) * ROWS + row % ROWS;
            packed[(place, 0)] = x[row * columns + column];
        }
    }
    let n = y.len();
    let arch = Arch::new();
    Box::new(move |q, gradient| {
        let x = packed.col_as_slice(0);
        let y = observed.col_as_slice(0);
        let prior = prior(q, gradient, columns, outcome);
        prior + arch.dispatch(Likelihood { x, y, n, columns, outcome, q, gradient })
    })
}

/// The log density of the priors and the transform; the gradient is set to theirs.
pub fn prior(q: &[f64], gradient: &mut [f64], columns: usize, outcome: Outcome) -> f64 {
    let normal = |x: f64, scale: f64| {
        let z = x / scale;
        (-0.5 * z * z - scale.ln() - 0.5 * std::f64::consts::TAU.ln(), -z / scale)
    };
    let mut value = 0.0;
    for column in 0..=columns {
        let scale = if column == 0 { 5.0 } else { 2.5 };
        let (term, slope) = normal(q[column], scale);
        value += term;
        gradient[column] = slope;
    }
    if outcome == Outcome::Normal {
        let sigma = q[columns + 1].exp();
        value += q[columns + 1] - sigma;
        gradient[columns + 1] = 1.0 - sigma;
    }
    value
}

struct Likelihood<'a> {
    x: &'a [f64],
    y: &'a [f64],
    n: usize,
    columns: usize,
    outcome: Outcome,
    q: &'a [f64],
    gradient: &'a mut [f64],
}

/// What becomes of one register of η and y: the residual, and a sum over the rows.
trait Link<S: Simd> {
    fn residual(&mut self, eta: Pack<S>, y: Pack<S>, rows: Mask<S>) -> Pack<S>;
}

struct Normal<S: Simd> {
    inverse: Pack<S>,
    squares: Pack<S>,
}

impl<S: Simd> Link<S> for Normal<S> {
    #[inline(always)]
    fn residual(&mut self, eta: Pack<S>, y: Pack<S>, rows: Mask<S>) -> Pack<S> {
        let z = rows.select((y - eta) * self.inverse, 0.0);
        self.squares = z.mul_add(z, self.squares);
        z * self.inverse
    }
}

struct Bernoulli<S: Simd> {
    value: Pack<S>,
}

impl<S: Simd> Link<S> for Bernoulli<S> {
    #[inline(always)]
    fn residual(&mut self, eta: Pack<S>, y: Pack<S>, rows: Mask<S>) -> Pack<S> {
        let (softplus, logistic) = math::log1p_exp_and_logistic(eta);
        self.value = self.value + rows.select(y * eta - softplus, 0.0);
        rows.select(y - logistic, 0.0)
    }
}

impl WithSimd for Likelihood<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let n = self.n as f64;
        let zero = Pack::zero(simd);
        if self.outcome == Outcome::Bernoulli {
            let mut link = Bernoulli { value: zero };
            sweep(simd, self, &mut link);
            return link.value.sum();
        }
        let place = self.columns + 1;
        let log_sigma = self.q[place];
        let mut link = Normal { inverse: Pack::splat(simd, (-log_sigma).exp()), squares: zero };
        let gradient = sweep(simd, self, &mut link);
        let squares = link.squares.sum();
        gradient[place] += squares - n;
        -0.5 * squares - n * (log_sigma + 0.5 * std::f64::consts::TAU.ln())
    }
}

/// Panel by panel: η = α + X β, the link, and Xᵀ r.
#[inline(always)]
fn sweep<'a, S: Simd, L: Link<S>>(simd: S, likelihood: Likelihood<'a>, link: &mut L) -> &'a mut [f64] {
    let Likelihood { x, y, n, columns, q, gradient, .. } = likelihood;
    let lanes = Pack::<S>::LANES;
    let (x, _) = S::as_simd_f64s(x);
    let (y, _) = S::as_simd_f64s(y);
    let height = ROWS / lanes;
    let alpha = Pack::splat(simd, q[0]);
    let mut by_alpha = Pack::zero(simd);
    let mut by_beta = vec![Pack::zero(simd); columns];
    let mut residuals = [Pack::zero(simd); ROWS];
    let residuals = &mut residuals[..height];
    let panels = x.chunks_exact(columns * height).zip(y.chunks_exact(height));
    for (panel, (x, y)) in panels.enumerate() {
        for part in (0..height).step_by(REGISTERS.min(height)) {
            let mut eta = [alpha; REGISTERS];
            for (column, beta) in x.chunks_exact(height).zip(&q[1..]) {
                let beta = Pack::splat(simd, *beta);
                for (eta, x) in eta.iter_mut().zip(&column[part..part + REGISTERS]) {
                    *eta = Pack::new(simd, *x).mul_add(beta, *eta);
                }
            }
            residuals[part..part + REGISTERS].copy_from_slice(&eta);
        }
        for (register, (residual, y)) in residuals.iter_mut().zip(y).enumerate() {
            let rows = Mask::first(simd, n.saturating_sub(panel * ROWS + register * lanes));
            *residual = link.residual(*residual, Pack::new(simd, *y), rows);
            by_alpha = by_alpha + *residual;
        }
        for part in (0..height).step_by(REGISTERS.min(height)) {
            let mut residual = [alpha; REGISTERS];
            residual.copy_from_slice(&residuals[part..part + REGISTERS]);
            for (column, sum) in x.chunks_exact(height).zip(&mut by_beta) {
                let mut total = *sum;
                for (residual, x) in residual.iter().zip(&column[part..part + REGISTERS]) {
                    total = Pack::new(simd, *x).mul_add(*residual, total);
                }
                *sum = total;
            }
        }
    }
    gradient[0] += by_alpha.sum();
    for (gradient, sum) in gradient[1..].iter_mut().zip(by_beta) {
        *gradient += sum.sum();
    }
    gradient
}
