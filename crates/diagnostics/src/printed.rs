//! Numbers in printed tables.

/// Formats a number with `decimals` digits after the point, or in scientific notation if it is `limit` or
/// larger, or would have more than eight digits after the point. NaN becomes a dash.
pub fn number(value: f64, decimals: usize, limit: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "-".to_owned() } else { value.to_string() };
    }
    if decimals > 8 || value.abs() >= limit { format!("{value:.2e}") } else { format!("{value:.decimals$}") }
}

/// Formats a sum of log densities or its standard error with one digit after the point.
pub(crate) fn log_density(value: f64) -> String {
    number(value, 1, 1e7)
}
