//! Normal densities by elimination, for tests of variables that are integrated out.

/// The log density of a normal distribution.
pub fn log_density(x: f64, mean: f64, deviation: f64) -> f64 {
    -0.5 * ((x - mean) / deviation).powi(2) - deviation.ln() - 0.5 * core::f64::consts::TAU.ln()
}

/// log N(y | mean, Σ).
pub fn multi_normal(y: &[f64], mean: &[f64], sigma: &dyn Fn(usize, usize) -> f64) -> f64 {
    let count = y.len();
    let mut rows: Vec<Vec<f64>> =
        (0..count).map(|i| (0..count).map(|j| sigma(i, j)).chain([y[i] - mean[i]]).collect()).collect();
    let mut sum = -0.5 * count as f64 * core::f64::consts::TAU.ln();
    for pivot in 0..count {
        let row = rows[pivot].clone();
        sum -= 0.5 * row[pivot].ln() + 0.5 * row[count].powi(2) / row[pivot];
        for other in &mut rows[pivot + 1..] {
            let factor = other[pivot] / row[pivot];
            other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    sum
}
