//! Sums and products of vectors, in plain loops: where gradients are expensive, the coordinates are few.

/// Returns xᵀ y, added in four sums: a single sum would wait for each of its additions.
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let (x_fours, x_rest) = x.as_chunks::<4>();
    let (y_fours, y_rest) = y.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (x, y) in x_fours.iter().zip(y_fours) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = x_rest.iter().zip(y_rest).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// y += factor · x
pub fn add_scaled(y: &mut [f64], factor: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += factor * x;
    }
}

/// Returns the largest absolute entry and its place; NaN counts as infinite.
pub fn largest(x: &[f64]) -> (usize, f64) {
    let size = |x: f64| if x.is_nan() { f64::INFINITY } else { x.abs() };
    let mut found = (0, 0.0);
    for (place, &x) in x.iter().enumerate() {
        if size(x) > found.1 {
            found = (place, size(x));
        }
    }
    found
}
