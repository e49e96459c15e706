//! Running means and sums of products of the draws of a window.
//!
//! With the n-th vector x, m′ = m + (x − m)/n, S′ = S + (x − m)(x − m′)ᵀ: Welford 1962, "Note on a method for
//! calculating corrected sums of squares and products".

/// The means and sums of squares of each coordinate.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moments {
    pub count: f64,
    means: Vec<f64>,
    squares: Vec<f64>,
}

crate::checkpoint::state!(Moments { count, means, squares });

impl Moments {
    pub fn new(dimension: usize) -> Self {
        Self { count: 0.0, means: vec![0.0; dimension], squares: vec![0.0; dimension] }
    }

    pub fn add(&mut self, vector: &[f64]) {
        self.count += 1.0;
        let part = 1.0 / self.count;
        for ((mean, square), x) in self.means.iter_mut().zip(&mut self.squares).zip(vector) {
            let before = x - *mean;
            *mean += before * part;
            *square += before * (x - *mean);
        }
    }

    /// The mean of each coordinate.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// The variance of each coordinate.
    pub fn variances(&self) -> impl Iterator<Item = f64> {
        let freedom = (self.count - 1.0).max(1.0);
        self.squares.iter().map(move |square| square / freedom)
    }

    pub fn clear(&mut self) {
        self.count = 0.0;
        self.means.fill(0.0);
        self.squares.fill(0.0);
    }
}

/// The means and sums of products of all pairs of coordinates.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Products {
    pub count: f64,
    means: Vec<f64>,
    /// The upper triangle of the sums, stored in rows of full length.
    products: Vec<f64>,
    deviations: Vec<f64>,
}

crate::checkpoint::state!(Products { count, means, products; deviations });

impl Products {
    pub fn new(dimension: usize) -> Self {
        Self {
            count: 0.0,
            means: vec![0.0; dimension],
            products: vec![0.0; dimension * dimension],
            deviations: vec![0.0; dimension],
        }
    }

    pub fn add(&mut self, vector: &[f64]) {
        self.count += 1.0;
        let dimension = vector.len();
        for ((deviation, mean), x) in self.deviations.iter_mut().zip(&mut self.means).zip(vector) {
            *deviation = x - *mean;
            *mean += *deviation / self.count;
        }
        let rows = self.products.chunks_exact_mut(dimension).zip(vector).zip(&self.means);
        for (i, ((row, x), mean)) in rows.enumerate() {
            let after = x - mean;
            row[i..].iter_mut().zip(&self.deviations[i..]).for_each(|(sum, before)| *sum += after * before);
        }
    }

    /// The covariance of two coordinates; the second must not come before the first.
    pub fn covariance(&self, first: usize, second: usize) -> f64 {
        self.products[first * self.means.len() + second] / (self.count - 1.0).max(1.0)
    }

    pub fn clear(&mut self) {
        self.count = 0.0;
        self.means.fill(0.0);
        self.products.fill(0.0);
    }
}
