//! A positive semidefinite matrix R with the null space U, of orthonormal columns, by the factor of what is
//! left of it when some elements P, as many as U has columns, are pinned to 0. With K = (R₋ₚ₋ₚ)⁻¹, and 0 in
//! the rows and columns of P,
//!
//!   pdet R = |R₋ₚ₋ₚ| / |Uₚ|²,   R⁺ = C K C   with C = I − U Uᵀ,
//!
//!   R⁺ᵢᵢ = Kᵢᵢ − 2 uᵢᵀ(K U)ᵢ + uᵢᵀ(Uᵀ K U) uᵢ,
//!
//! and C y of a draw y from N(0, K) is one from N(0, R⁺). For U = 1/√n that is the matrix tree theorem.
//!
//! The factor L Lᵀ is that of a band of b numbers beside the diagonal. Its inverse within the band is found
//! backward: Kᵢⱼ = (δᵢⱼ/Lⱼⱼ − Σₖ Kᵢₖ Lₖⱼ)/Lⱼⱼ over k from j + 1 to j + b. Takahashi, Fagan and Chen 1973,
//! "Formation of a sparse bus impedance matrix".

/// The factor of a matrix of which some elements are pinned.
#[derive(Clone, Debug)]
pub(super) struct Pinned {
    /// The elements that are not pinned, in the order of rows of the factor, and those that are.
    order: Vec<usize>,
    pins: Vec<usize>,
    /// The columns of U.
    null: Vec<Vec<f64>>,
    /// The number of elements of a row before the diagonal.
    band: usize,
    /// Rows of L, each from `band` elements before the diagonal to it.
    factor: Vec<f64>,
}

impl Pinned {
    /// The factor of R = Σ c cᵀ over terms, which have coefficients c at some elements each. The last ones
    /// of `order` are pinned.
    pub fn new<'a>(
        terms: impl Iterator<Item = (&'a [usize], &'a [f64])> + Clone,
        mut order: Vec<usize>,
        null: Vec<Vec<f64>>,
    ) -> Self {
        let pins = order.split_off(order.len() - null.len());
        let mut row = vec![None; order.len() + pins.len()];
        order.iter().enumerate().for_each(|(place, &element)| row[element] = Some(place));
        let rows = |elements: &'a [usize], row: &[Option<usize>]| {
            elements.iter().map(|&element| row[element]).collect::<Vec<_>>()
        };
        let widest = terms.clone().map(|(elements, coefficients)| {
            let all = rows(elements, &row).into_iter().zip(coefficients);
            let own: Vec<usize> = all.filter(|(_, c)| **c != 0.0).filter_map(|(row, _)| row).collect();
            own.iter().max().zip(own.iter().min()).map_or(0, |(last, first)| last - first)
        });
        let band = widest.max().unwrap_or(0);
        let mut factor = vec![0.0; order.len() * (band + 1)];
        for (elements, coefficients) in terms {
            let own: Vec<_> = rows(elements, &row).into_iter().zip(coefficients).collect();
            for (i, a) in own.iter().filter_map(|&(row, c)| row.map(|row| (row, c))) {
                for (j, b) in own.iter().filter_map(|&(row, c)| row.map(|row| (row, c))) {
                    if j <= i && i - j <= band {
                        factor[i * (band + 1) + (j + band - i)] += a * b;
                    }
                }
            }
        }
        let mut pinned = Self { order, pins, null, band, factor };
        pinned.factorise();
        pinned
    }

    /// The factor of R = Σ c cᵀ over terms, of which number i has the coefficients c at the elements from i
    /// on, as many as the null space has columns and one more. With the first elements pinned the terms are
    /// the factor as they stand, from the last element on, and nothing of it is lost to rounding.
    pub fn of_differences(
        terms: impl ExactSizeIterator<Item = impl AsRef<[f64]>>,
        null: Vec<Vec<f64>>,
    ) -> Self {
        let (band, count) = (null.len(), terms.len());
        let mut factor = vec![0.0; count * (band + 1)];
        for (term, coefficients) in terms.enumerate() {
            let column = count - 1 - term;
            for (below, coefficient) in coefficients.as_ref()[..=band].iter().rev().enumerate() {
                // Of row `column + below` what stands `below` before the diagonal.
                if let Some(entry) = factor.get_mut((column + below) * (band + 1) + band - below) {
                    *entry = *coefficient;
                }
            }
        }
        Self { order: (band..count + band).rev().collect(), pins: (0..band).collect(), null, band, factor }
    }

    /// R → L; NaN where R is singular.
    fn factorise(&mut self) {
        let width = self.band + 1;
        for i in 0..self.order.len() {
            let (above, own) = self.factor.split_at_mut(i * width);
            for j in i.saturating_sub(self.band)..=i {
                // The columns that both rows have, from the first one of row i on.
                let count = j - i.saturating_sub(self.band);
                let at = j + self.band - i;
                let (before, other) = (&own[at - count..at], j * width + self.band);
                if j < i {
                    let dot = dot(before, &above[other - count..other]);
                    own[at] = (own[at] - dot) / above[other];
                } else {
                    own[at] = (own[at] - dot(before, before)).sqrt();
                }
            }
        }
    }

    /// Lᵢⱼ
    fn entry(&self, i: usize, j: usize) -> f64 {
        self.factor[i * (self.band + 1) + (j + self.band - i)]
    }

    /// log pdet R
    pub fn log_pdet(&self) -> f64 {
        let logs: f64 = (0..self.order.len()).map(|i| self.entry(i, i).ln()).sum();
        let at = |pin: usize, column: usize| self.null[column][self.pins[pin]];
        let determinant = match self.pins.len() {
            0 => 1.0,
            1 => at(0, 0),
            _ => at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0),
        };
        2.0 * (logs - determinant.abs().ln())
    }

    /// R⁺ᵢᵢ of each element.
    pub fn variances(&self) -> Vec<f64> {
        let mut variances = vec![0.0; self.order.len() + self.pins.len()];
        let own = self.order.iter().zip(self.inverse_diagonal());
        own.for_each(|(&element, variance)| variances[element] = variance);
        let solved: Vec<Vec<f64>> = self.null.iter().map(|column| self.solve(column)).collect();
        for (a, u) in self.null.iter().enumerate() {
            let twice = 2.0;
            variances
                .iter_mut()
                .enumerate()
                .for_each(|(i, variance)| *variance -= twice * u[i] * solved[a][i]);
            for (b, v) in self.null.iter().enumerate() {
                let within = dot(u, &solved[b]);
                variances.iter_mut().enumerate().for_each(|(i, variance)| *variance += u[i] * v[i] * within);
            }
        }
        variances
    }

    /// Kᵢᵢ in the order of rows.
    fn inverse_diagonal(&self) -> Vec<f64> {
        let (rows, width) = (self.order.len(), self.band + 1);
        // Kᵢⱼ at i (b + 1) + (i − j) for j ≤ i.
        let mut inverse = vec![0.0; rows * width];
        for j in (0..rows).rev() {
            let last = (j + self.band).min(rows - 1);
            let reciprocal = self.entry(j, j).recip();
            let column: Vec<f64> = (j + 1..=last).map(|k| self.entry(k, j)).collect();
            for i in (j..=last).rev() {
                let entry = |k: usize| inverse[i.max(k) * width + i.abs_diff(k)];
                let sum: f64 = column.iter().zip(j + 1..).map(|(l, k)| l * entry(k)).sum();
                let diagonal = if i == j { reciprocal } else { 0.0 };
                inverse[i * width + (i - j)] = (diagonal - sum) * reciprocal;
            }
        }
        (0..rows).map(|i| inverse[i * width]).collect()
    }

    /// K v, of all elements.
    fn solve(&self, v: &[f64]) -> Vec<f64> {
        let width = self.band + 1;
        let mut y: Vec<f64> = self.order.iter().map(|&element| v[element]).collect();
        for i in 0..y.len() {
            let first = i.saturating_sub(self.band);
            let row = &self.factor[i * width + (first + self.band - i)..(i + 1) * width];
            y[i] = (y[i] - dot(&row[..i - first], &y[first..i])) / row[i - first];
        }
        self.scatter(y)
    }

    /// L⁻ᵀy at the elements, and 0 at the pinned ones.
    fn scatter(&self, mut y: Vec<f64>) -> Vec<f64> {
        for i in (0..y.len()).rev() {
            y[i] /= self.entry(i, i);
            for j in i.saturating_sub(self.band)..i {
                y[j] -= self.entry(i, j) * y[i];
            }
        }
        let mut x = vec![0.0; self.order.len() + self.pins.len()];
        self.order.iter().zip(y).for_each(|(&element, y)| x[element] = y);
        x
    }

    /// A draw from N(0, R⁺), given a source of standard normal numbers.
    pub fn draw(&self, mut normal: impl FnMut() -> f64) -> Vec<f64> {
        let mut x = self.scatter(self.order.iter().map(|_| normal()).collect());
        // A second time for what the first has rounded.
        for column in self.null.iter().chain(&self.null) {
            let along = dot(column, &x);
            x.iter_mut().zip(column).for_each(|(x, u)| *x -= along * u);
        }
        x
    }

    /// The columns of the null space.
    pub fn null(&self) -> &[Vec<f64>] {
        &self.null
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
