//! Numbers formatted for readers.

/// Formats an estimate with as many digits as its Monte Carlo error justifies: the last digit has the size
/// of the error.
///
/// If the error is zero or unknown, as for a constant, there are four significant digits.
///
/// ```
/// use monomorph_report::report::estimate;
///
/// assert_eq!(estimate(4.2341, 0.066), "4.23");
/// assert_eq!(estimate(-4.2341, 0.3), "−4.2");
/// assert_eq!(estimate(12_345.0, 26.0), "12350");
/// assert_eq!(estimate(1.23e-7, 4e-10), "1.230e−7");
/// assert_eq!(estimate(f64::NAN, 0.1), "–");
/// ```
pub fn estimate(value: f64, error: f64) -> String {
    if !(error.is_finite() && error > 0.0 && value.is_finite()) {
        return significant(value, 4);
    }
    rounded(value, error.log10().floor() as i32)
}

/// Formats a finite number; its last digit is that of the power `last` of ten, but it has at least one
/// digit.
fn rounded(value: f64, last: i32) -> String {
    let first = if value == 0.0 { last } else { value.abs().log10().floor() as i32 };
    let last = last.min(first).max(first - 15);
    if first >= 7 || last < -6 {
        return minus(&format!("{value:.*e}", (first - last) as usize));
    }
    match usize::try_from(-last) {
        Ok(decimals) => minus(&without_sign_of_zero(format!("{value:.decimals$}"))),
        Err(_) => {
            let unit = 10_f64.powi(last);
            minus(&format!("{:.0}", (value / unit).round() * unit))
        }
    }
}

/// Formats a number with some significant digits; NaN becomes a dash.
///
/// ```
/// use monomorph_report::report::significant;
///
/// assert_eq!(significant(0.012345, 2), "0.012");
/// assert_eq!(significant(1234.5, 2), "1200");
/// assert_eq!(significant(-2.0e9, 2), "−2.0e9");
/// assert_eq!(significant(0.0, 3), "0");
/// assert_eq!(significant(f64::INFINITY, 3), "∞");
/// ```
pub fn significant(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞".into() } else { "−∞".into() };
    }
    if value == 0.0 {
        return "0".into();
    }
    rounded(value, value.abs().log10().floor() as i32 + 1 - digits.max(1) as i32)
}

fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// Removes the sign of `-0.00`.
fn without_sign_of_zero(text: String) -> String {
    let is_zero = text.chars().all(|letter| "-0.".contains(letter));
    if is_zero { text.trim_start_matches('-').into() } else { text }
}

/// Formats a count with thin spaces between thousands.
pub(crate) fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_end_where_the_error_begins() {
        let cases = [
            (4.2341, 0.0999, "4.23"),
            (4.2341, 0.1, "4.2"),
            (0.05, 0.3, "0.05"),
            (-0.004, 0.003, "−0.004"),
            (99.97, 0.5, "100.0"),
            (1e7, 1.0, "1.0000000e7"),
            (123_456.0, 1e4, "120000"),
            (1.0, 1e-30, "1.000000000000000e0"),
            (0.0, 0.01, "0.00"),
            (5.0, 0.0, "5.000"),
            (5.0, f64::NAN, "5.000"),
            (f64::MAX, 1e307, "1.8e308"),
            (5e-324, 1e-324, "4.941e−324"),
        ];
        for (value, error, wanted) in cases {
            assert_eq!(estimate(value, error), wanted, "{value} ± {error}");
        }
        assert_eq!(
            [0, 12, 1234, 1_234_567].map(count),
            ["0", "12", "1\u{202f}234", "1\u{202f}234\u{202f}567"]
        );
    }
}
