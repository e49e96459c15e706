//! Affine maps with a lower triangular matrix, `T(x) = t + A (x − c)`. They are closed under composition,
//! and their determinants and inverses are cheap.

use monomorph_numerics::linalg::{Triangle, add_scaled, solve};
use pulp::Scalar;

/// An affine map; the transpose of `A` is stored row after row.
#[derive(Clone)]
pub(super) struct Affine {
    pub centre: Vec<f64>,
    pub image: Vec<f64>,
    pub upper: Vec<f64>,
}

impl Affine {
    /// Makes the translation that moves `centre` to `image`.
    pub fn shift(centre: Vec<f64>, image: Vec<f64>) -> Self {
        let ones = vec![1.0; centre.len()];
        Self::scaling(centre, image, &ones)
    }

    /// Makes the map that moves `centre` to `image` and scales each coordinate of the deviation from it.
    pub fn scaling(centre: Vec<f64>, image: Vec<f64>, factors: &[f64]) -> Self {
        let size = factors.len();
        let mut upper = vec![0.0; size * size];
        upper.iter_mut().step_by(size + 1).zip(factors).for_each(|(entry, factor)| *entry = *factor);
        Self { centre, image, upper }
    }

    /// Writes `T(x)` to `moved`.
    pub fn apply(&self, point: &[f64], moved: &mut [f64]) {
        moved.copy_from_slice(&self.image);
        for (row, (x, centre)) in point.iter().zip(&self.centre).enumerate() {
            let entries = &self.upper[row * point.len()..][row..point.len()];
            add_scaled(Scalar::new(), &mut moved[row..], x - centre, entries);
        }
    }

    /// Writes `T⁻¹(x)` to `moved`.
    pub fn invert(&self, point: &[f64], moved: &mut [f64]) {
        for ((moved, x), image) in moved.iter_mut().zip(point).zip(&self.image) {
            *moved = x - image;
        }
        solve(Scalar::new(), Triangle::upper(&self.upper, point.len()).transpose(), moved, 1);
        moved.iter_mut().zip(&self.centre).for_each(|(moved, centre)| *moved += centre);
    }

    /// Returns the composition: this map followed by `next`.
    pub fn then(&self, next: &Self) -> Self {
        let size = self.centre.len();
        let mut image = vec![0.0; size];
        next.apply(&self.image, &mut image);
        let mut upper = vec![0.0; size * size];
        for row in 0..size {
            for middle in row..size {
                let factor = self.upper[row * size + middle];
                let entries = &next.upper[middle * size..][middle..size];
                add_scaled(Scalar::new(), &mut upper[row * size..][middle..size], factor, entries);
            }
        }
        Self { centre: self.centre.clone(), image, upper }
    }

    /// Computes `log |det A|`.
    pub fn log_determinant(&self) -> f64 {
        self.upper.iter().step_by(self.centre.len() + 1).map(|entry| entry.ln()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compositions_and_inverses() {
        let first = Affine {
            centre: vec![1.0, 2.0, -1.0],
            image: vec![0.0, 5.0, 3.0],
            upper: vec![2.0, 0.5, -1.0, 0.0, 0.25, 3.0, 0.0, 0.0, 4.0],
        };
        let second = Affine::scaling(vec![0.5, -0.5, 2.0], vec![3.0, 1.0, 0.0], &[0.5, 2.0, 3.0]);
        let (point, mut once, mut twice, mut at_once) = ([0.3, -0.7, 1.9], [0.0; 3], [0.0; 3], [0.0; 3]);
        first.apply(&point, &mut once);
        // The matrix is lower triangular: the first coordinate of the image depends only on the first
        // coordinate.
        assert_eq!(once[0], 2.0 * (0.3 - 1.0));
        second.apply(&once, &mut twice);
        let both = first.then(&second);
        both.apply(&point, &mut at_once);
        let mut back = [0.0; 3];
        both.invert(&at_once, &mut back);
        for place in 0..3 {
            assert!((twice[place] - at_once[place]).abs() < 1e-13, "{twice:?} {at_once:?}");
            assert!((back[place] - point[place]).abs() < 1e-13, "{back:?}");
        }
        assert!((both.log_determinant() - 6_f64.ln()).abs() < 1e-14); // (2 · ¼ · 4) (½ · 2 · 3)
    }
}
