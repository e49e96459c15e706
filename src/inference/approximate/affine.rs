//! Many points from standard normal numbers u: x = μ + A u, with log densities −½ (log |A Aᵀ| + uᵀu + n log
//! 2π).

use super::lbfgs::dot;
use crate::simd::{InstructionSet, MAX_LANES, Pack};
use core::f64::consts::TAU;
use pulp::{Simd, WithSimd};

/// A normal distribution by its mean and a factor A of its covariance.
#[derive(Clone, Debug)]
pub(super) struct Affine {
    mean: Vec<f64>,
    /// The columns of A, each padded to whole registers.
    columns: Vec<f64>,
    log_determinant: f64,
    /// A draw, and the numbers that it is made of.
    work: [Vec<f64>; 2],
    set: InstructionSet,
}

impl Affine {
    pub fn new() -> Self {
        Self {
            mean: Vec::new(),
            columns: Vec::new(),
            log_determinant: 0.0,
            work: Default::default(),
            set: InstructionSet::best(),
        }
    }

    /// Becomes the distribution with the mean, the factor's entry in a row and a column, and log |A Aᵀ|.
    pub fn set(&mut self, mean: &[f64], log_determinant: f64, entry: impl Fn(usize, usize) -> f64) {
        let n = mean.len();
        let padded = n.next_multiple_of(MAX_LANES);
        self.log_determinant = log_determinant;
        self.mean.clear();
        self.mean.extend_from_slice(mean);
        self.mean.resize(padded, 0.0);
        self.columns.clear();
        for column in 0..n {
            self.columns.extend((0..n).map(|row| entry(row, column)));
            self.columns.resize((column + 1) * padded, 0.0);
        }
        self.work[0].resize(padded, 0.0);
        self.work[1].resize(n, 0.0);
    }

    /// Turns standard normal numbers into draws, one after the other, and writes their log densities.
    pub fn draw(&mut self, numbers: &mut [f64], log_densities: &mut [f64]) {
        let Self { mean, columns, log_determinant, work: [draw, own], set } = self;
        let constant = *log_determinant + own.len() as f64 * TAU.ln();
        set.dispatch(Draws { mean, columns, constant, draw, own, numbers, log_densities });
    }
}

struct Draws<'a> {
    mean: &'a [f64],
    columns: &'a [f64],
    constant: f64,
    draw: &'a mut [f64],
    own: &'a mut [f64],
    numbers: &'a mut [f64],
    log_densities: &'a mut [f64],
}

impl WithSimd for Draws<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { mean, columns, constant, draw, own, numbers, log_densities } = self;
        let (n, padded) = (own.len(), mean.len());
        let (mean, _) = S::as_simd_f64s(mean);
        let (columns, _) = S::as_simd_f64s(columns);
        let registers = padded / S::F64_LANES;
        for (point, log_density) in numbers.chunks_exact_mut(n).zip(log_densities) {
            *log_density = -0.5 * (constant + dot(point, point));
            own.copy_from_slice(point);
            let (results, _) = S::as_mut_simd_f64s(draw);
            for (register, result) in results.iter_mut().enumerate() {
                let mut sum = Pack::new(simd, mean[register]);
                for (column, number) in columns[register..].iter().step_by(registers).zip(&*own) {
                    sum = Pack::new(simd, *column).mul_add(*number, sum);
                }
                *result = sum.value;
            }
            point.copy_from_slice(&draw[..n]);
        }
    }
}
