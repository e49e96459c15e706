//! Round numbers along an axis.

/// Returns round numbers from `low` to `high`, at most about `wanted`, with their texts. They are 1, 2 or 5
/// times a power of ten apart, and have enough digits to distinguish them.
pub(super) fn ticks(low: f64, high: f64, wanted: usize) -> Vec<(f64, String)> {
    let rough = (high / 2.0 - low / 2.0) / wanted.max(1) as f64 * 2.0;
    if !rough.is_finite() || rough <= 0.0 {
        return vec![];
    }
    let exponent = rough.log10().floor();
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * 10_f64.powf(exponent) >= rough * 0.999);
    let factor = factor.unwrap_or(10.0);
    let (factor, exponent) = if factor == 10.0 { (1.0, exponent + 1.0) } else { (factor, exponent) };
    let step = factor * 10_f64.powf(exponent);
    let first = (low / step - 1e-6).ceil();
    let last = (high / step + 1e-6).floor();
    if !(last - first).is_finite() || last - first > 100.0 || first.abs().max(last.abs()) > 9e15 {
        return vec![];
    }
    let largest = first.abs().max(last.abs()) * step;
    let count = (last - first).max(-1.0) as usize;
    let numbers = (0..=count).map(|k| first + k as f64).filter(|k| *k <= last);
    numbers.map(|k| (k * step, label(k * step, exponent as i32, largest))).collect()
}

/// Formats a number; its last digit is that of the power `exponent` of ten. Large numbers become powers of
/// ten.
fn label(value: f64, exponent: i32, largest: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if (1e-4..1e6).contains(&largest) && exponent > -7 {
        return minus(&format!("{value:.*}", usize::try_from(-exponent).unwrap_or(0)));
    }
    let own = value.abs().log10().floor() as i32;
    let digits = usize::try_from(own - exponent).unwrap_or(0);
    let text = format!("{value:.digits$e}");
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    // Removes the zeros that a coarser step leaves.
    let mantissa =
        if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    let power: String = power.chars().map(raised).collect();
    match mantissa {
        "1" => format!("10{power}"),
        "-1" => format!("−10{power}"),
        mantissa => format!("{}×10{power}", minus(mantissa)),
    }
}

fn raised(digit: char) -> char {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or('⁻', |digit| digits[digit as usize])
}

/// Replaces a hyphen by the minus sign, which is as wide as a plus sign.
pub(crate) fn minus(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round() {
        let labels = |low, high| ticks(low, high, 5).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(
            labels(0.0, 1.0),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"].map(|s| if s == "0.0" { "0" } else { s })
        );
        assert_eq!(labels(-7.3, 12.0), ["−5", "0", "5", "10"]);
        assert_eq!(labels(0.0, 4e6), ["0", "10⁶", "2×10⁶", "3×10⁶", "4×10⁶"]);
        assert_eq!(labels(1e-9, 3e-9), ["10⁻⁹", "1.5×10⁻⁹", "2×10⁻⁹", "2.5×10⁻⁹", "3×10⁻⁹"]);
        assert_eq!(labels(99.98, 100.02), ["99.98", "99.99", "100.00", "100.01", "100.02"]);
        assert_eq!(labels(0.0, 0.0), [""; 0]);
        for (low, high) in [(f64::MIN, f64::MAX), (1e15, 1e15 + 1.0), (1e300, 1.1e300), (0.0, 5e-324)] {
            assert!(ticks(low, high, 5).len() < 12);
        }
    }
}
