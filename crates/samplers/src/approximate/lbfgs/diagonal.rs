//! The diagonal of the inverse Hessian, updated by each pair of a path.
//!
//! Gilbert and Lemaréchal, Math. Programming 45 (1989), equation 4.9: with a = yᵀ diag(α) y, b = yᵀ s, c = sᵀ
//! diag(α)⁻¹ s it is
//!
//! αᵢ := b / (a / αᵢ + yᵢ² − (a / c) (sᵢ / αᵢ)²).
//!
//! An entry that would not be positive is left as it is.

/// Updates α by a pair (s, y) of positive curvature.
pub fn update_diagonal(alpha: &mut [f64], (s, y): (&[f64], &[f64])) {
    let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
    for i in 0..alpha.len() {
        a += y[i] * y[i] * alpha[i];
        b += y[i] * s[i];
        c += s[i] * s[i] / alpha[i];
    }
    for i in 0..alpha.len() {
        let new = b / (a / alpha[i] + y[i] * y[i] - (a / c) * (s[i] / alpha[i]).powi(2));
        if new > 0.0 && new.is_finite() {
            alpha[i] = new;
        }
    }
}
