//! Elementary functions minus the first terms of their series, without cancellation, and logarithms of
//! complements of probabilities.
//!
//!   eˣ − 1 − x = x²/2 (1 + x/3 (1 + x/4 (…)))                                       for |x| < 1,
//!   ln(1 + x) − x = −r x + 2 r³ (1/3 + r²/5 + r⁴/7 + …),   r = x / (2 + x)          for |r| < ¼,
//!   L = ln p:   ln(1 − p) = ln(1 − eᴸ),   ∂ ln(1 − p) = −p / (1 − p) ∂L.
//!
//! The second is Abramowitz and Stegun 4.1.27 for ln(1 + x), whose first term, 2 r, gives 2 r − x = −r x.
//! For the third see Mächler (2012), "Accurately computing log(1 − exp(−|a|))".

/// 1/2!, 1/3!, …, 1/20!.
const INVERSE_FACTORIALS: [f64; 19] = {
    let mut result = [0.5; 19];
    let mut k = 1;
    while k < 19 {
        result[k] = result[k - 1] / (k as f64 + 2.0);
        k += 1;
    }
    result
};

/// 1/3, 1/5, …, 1/31.
const INVERSE_ODD: [f64; 15] = {
    let mut result = [0.0; 15];
    let mut k = 0;
    while k < 15 {
        result[k] = 1.0 / (2.0 * k as f64 + 3.0);
        k += 1;
    }
    result
};

/// Returns the polynomial with these coefficients, the constant one first.
pub(super) fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// Returns true if a parameter is in the range in which nothing overflows.
pub(super) fn is_usable(parameter: f64) -> bool {
    (1e-50..=1e50).contains(&parameter)
}

/// eˣ − 1 − x.
pub(super) fn expm1_less_x(x: f64) -> f64 {
    if x.abs() < 1.0 { x * x * polynomial(x, &INVERSE_FACTORIALS) } else { x.exp_m1() - x }
}

/// ln(1 + x) − x.
pub(super) fn log1p_less_x(x: f64) -> f64 {
    let r = x / (2.0 + x);
    if r.abs() < 0.25 {
        let square = r * r;
        2.0 * r * square * polynomial(square, &INVERSE_ODD) - r * x
    } else {
        x.ln_1p() - x
    }
}

/// Returns ln x, from x or from y = 1 − x, whichever has more digits.
pub(super) fn log_of(x: f64, y: f64) -> f64 {
    if x <= 0.5 { x.ln() } else { (-y).ln_1p() }
}

/// Returns ln(x / mean), where excess = (x − mean) / mean was computed without cancellation.
pub fn log_ratio(x: f64, mean: f64, excess: f64) -> f64 {
    // Far below the mean, 1 + excess would be rounded.
    if excess < -0.5 { (x / mean).ln() } else { excess.ln_1p() }
}

/// Returns ln(x / mean) − excess, where excess = (x − mean) / mean was computed without cancellation.
pub fn log_ratio_less_excess(x: f64, mean: f64, excess: f64) -> f64 {
    if excess < -0.5 { (x / mean).ln() - excess } else { log1p_less_x(excess) }
}

/// ln(1 − eˣ), for x ≤ 0.
pub(super) fn log1m_exp(x: f64) -> f64 {
    if x > -core::f64::consts::LN_2 { (-x.exp_m1()).ln() } else { (-x.exp()).ln_1p() }
}

/// Returns ln(1 − p) and its partial derivatives, from those of ln p.
pub(super) fn complement<const OUT: usize>(log: [f64; OUT]) -> [f64; OUT] {
    // Rounding may have made a probability of 1 slightly larger.
    let value = log[0].min(0.0);
    let log_complement = log1m_exp(value);
    let mut result = log.map(|derivative| -times_exp(derivative, value - log_complement));
    result[0] = log_complement;
    result
}

/// Returns p and its partial derivatives, from those of ln p.
pub(super) fn plain<const OUT: usize>(log: [f64; OUT]) -> [f64; OUT] {
    let mut result = log.map(|derivative| times_exp(derivative, log[0]));
    result[0] = log[0].exp();
    result
}

/// Returns x e^log, which may be representable even if e^log underflows; 0 if log is −∞.
pub(super) fn times_exp(x: f64, log: f64) -> f64 {
    if log > -600.0 {
        x * log.exp()
    } else if log == f64::NEG_INFINITY || x == 0.0 {
        0.0
    } else {
        (log + x.abs().ln()).exp().copysign(x)
    }
}
