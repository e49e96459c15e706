//! Draws points x = μ + A u from standard normal numbers u, with their log densities −½ (log |A Aᵀ| + uᵀu +
//! n log 2π).

use super::lbfgs::dot;
use super::weighted::Normal;
use crate::linalg::store;
use crate::simd::{InstructionSet, MAX_LANES, Pack};
use core::f64::consts::TAU;
use pulp::{Simd, WithSimd};

/// A normal distribution, given by its mean and a factor A of its covariance.
#[derive(Clone, Debug)]
pub(super) struct Affine {
    mean: Vec<f64>,
    /// The columns of A, each padded to whole registers.
    columns: Vec<f64>,
    /// The number of coordinates.
    size: usize,
    log_determinant: f64,
    set: InstructionSet,
}

impl Affine {
    pub fn new() -> Self {
        Self {
            mean: Vec::new(),
            columns: Vec::new(),
            size: 0,
            log_determinant: 0.0,
            set: InstructionSet::best(),
        }
    }

    /// Replaces this distribution by the one with the mean, the entries of A and log |A Aᵀ| that are given.
    pub fn set(&mut self, mean: &[f64], log_determinant: f64, entry: impl Fn(usize, usize) -> f64) {
        let n = mean.len();
        let padded = n.next_multiple_of(MAX_LANES);
        (self.size, self.log_determinant) = (n, log_determinant);
        self.mean.clear();
        self.mean.extend_from_slice(mean);
        self.mean.resize(padded, 0.0);
        self.columns.clear();
        for column in 0..n {
            self.columns.extend((0..n).map(|row| entry(row, column)));
            self.columns.resize((column + 1) * padded, 0.0);
        }
    }
}

impl Normal for Affine {
    fn draw(&mut self, numbers: &[f64], points: &mut [f64], log_densities: &mut [f64]) {
        let Self { mean, columns, size, log_determinant, set } = self;
        let constant = *log_determinant + *size as f64 * TAU.ln();
        set.dispatch(Draws { mean, columns, size: *size, constant, numbers, points, log_densities });
    }
}

struct Draws<'a> {
    mean: &'a [f64],
    columns: &'a [f64],
    size: usize,
    constant: f64,
    numbers: &'a [f64],
    points: &'a mut [f64],
    log_densities: &'a mut [f64],
}

impl WithSimd for Draws<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { mean, columns, size, constant, numbers, points, log_densities } = self;
        let (mean, _) = S::as_simd_f64s(mean);
        let (columns, _) = S::as_simd_f64s(columns);
        let registers = mean.len();
        let draws = numbers.chunks_exact(size).zip(points.chunks_exact_mut(size));
        for ((numbers, point), log_density) in draws.zip(log_densities) {
            *log_density = -0.5 * (constant + dot(numbers, numbers));
            for (register, point) in point.chunks_mut(S::F64_LANES).enumerate() {
                let mut sum = Pack::new(simd, mean[register]);
                for (column, number) in columns[register..].iter().step_by(registers).zip(numbers) {
                    sum = Pack::new(simd, *column).mul_add(*number, sum);
                }
                store(simd, point, sum.value);
            }
        }
    }
}
