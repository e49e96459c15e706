//! Functions of plain numbers for tests: comparisons, differences, special functions and random numbers.
//! Nothing here uses the library or another crate.
#![allow(dead_code)] // No test file uses everything.

/// True if the number is within the tolerance of the expected one. Only an infinity is near an infinity.
///
/// Panics if the tolerance is not finite, because every number would be within it. A tolerance that is
/// relative to an expected infinity is infinite, and is not used.
#[track_caller]
pub fn is_near(got: f64, want: f64, tolerance: f64) -> bool {
    if want.is_infinite() {
        return got == want;
    }
    assert!(tolerance.is_finite(), "every number would be within a tolerance of {tolerance} of {want:e}");
    (got - want).abs() <= tolerance
}

/// Panics unless the number is within the tolerance of the expected one, as defined by [`is_near`].
#[track_caller]
pub fn assert_near(got: f64, want: f64, tolerance: f64, what: impl FnOnce() -> String) {
    if !is_near(got, want, tolerance) {
        is_off(got, want, tolerance, &what());
    }
}

#[track_caller]
fn is_off(got: f64, want: f64, tolerance: f64, what: &str) -> ! {
    let difference = got - want;
    panic!("{what}: {got:e} instead of {want:e}, off by {difference:e} where {tolerance:e} is allowed")
}

/// Returns the cases of a sweep that this run tests: `few` of them, spread evenly, or all of them if
/// `MONOMORPH_SWEEPS` is `all`, as `.ci/run` sets it. The cases differ in sizes, seeds or points, but not
/// in the formulas that they prove.
pub fn swept<Case>(few: usize, cases: impl IntoIterator<Item = Case>) -> Vec<Case> {
    let all: Vec<Case> = cases.into_iter().collect();
    let count = all.len();
    let few = if is_whole_sweep() { count } else { few.min(count) };
    let places: Vec<usize> = (0..few).map(|place| place * count / few).collect();
    all.into_iter().enumerate().filter(|(place, _)| places.contains(place)).map(|(_, case)| case).collect()
}

/// Returns the number of repetitions, such as draws, in this run: a fifth of `all` if not all cases of
/// sweeps are run.
pub fn swept_count(all: usize) -> usize {
    if is_whole_sweep() { all } else { all / 5 }
}

/// Returns true if this run tests all cases of sweeps.
pub fn is_whole_sweep() -> bool {
    std::env::var("MONOMORPH_SWEEPS").is_ok_and(|sweeps| sweeps == "all")
}

/// The largest absolute value.
pub fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, number| number.abs().max(largest))
}

/// The gradient of any function by central differences, extrapolated to steps of zero (Richardson).
///
/// With the step h = 1e-3 · max(1, |qᵢ|) the error of the extrapolation is of the order h⁴ f⁽⁵⁾ / 30 ≈ 1e-13
/// f⁽⁵⁾, that of rounding 2 ε |f| / h ≈ 4e-13 |f|.
pub fn gradient_by_differences(f: &mut dyn FnMut(&[f64]) -> f64, q: &[f64]) -> Vec<f64> {
    let mut moved = q.to_vec();
    let mut gradient = Vec::with_capacity(q.len());
    for coordinate in 0..q.len() {
        let step = 1e-3 * q[coordinate].abs().max(1.0);
        let mut slope = |step: f64| {
            let mut at = |place: f64| {
                moved[coordinate] = place;
                f(&moved)
            };
            (at(q[coordinate] + step) - at(q[coordinate] - step)) / (2.0 * step)
        };
        let (coarse, fine) = (slope(step), slope(step / 2.0));
        moved[coordinate] = q[coordinate];
        gradient.push((4.0 * fine - coarse) / 3.0);
    }
    gradient
}

/// log(1 + eˣ)
pub fn softplus(x: f64) -> f64 {
    if x > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() }
}

/// The logistic function.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// log Γ(x) for x > 0 by Stirling's series after shifting to x ≥ 20.
pub fn lgamma(mut x: f64) -> f64 {
    let mut product = 1.0;
    let mut shift = 0.0;
    while x < 20.0 {
        product *= x;
        if product > 1e100 {
            shift += product.ln();
            product = 1.0;
        }
        x += 1.0;
    }
    let (w, u) = (1.0 / x, 1.0 / (x * x));
    let series = w * (1.0 / 12.0 - u * (1.0 / 360.0 - u * (1.0 / 1260.0 - u * (1.0 / 1680.0 - u / 1188.0))));
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - product.ln() - shift
}

/// Reproducible numbers: splitmix64.
pub struct Random(pub u64);

impl Random {
    /// Makes a generator whose numbers depend on a number and a text.
    pub fn of(number: usize, text: &str) -> Self {
        let letters = text.bytes().map(u64::from);
        Self(letters.fold(number as u64, |seed, letter| seed.wrapping_mul(1_000_003) ^ letter))
    }

    /// Returns a number between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a number between two bounds.
    pub fn between(&mut self, lower: f64, upper: f64) -> f64 {
        lower + (upper - lower) * self.unit()
    }

    /// Draws `count` numbers between two bounds.
    pub fn numbers(&mut self, count: usize, lower: f64, upper: f64) -> Vec<f64> {
        (0..count).map(|_| self.between(lower, upper)).collect()
    }

    /// Draws `count` whole numbers from 0 to below a bound.
    pub fn indices(&mut self, count: usize, below: usize) -> Vec<u32> {
        (0..count).map(|_| (self.unit() * below as f64) as u32).collect()
    }
}

/// Returns numbers without a pattern that could hide a wrong index.
pub fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|k| ((k * k + 3 * k) as f64 * 0.7).sin()).collect()
}

/// Asserts that the mean of independent numbers is within five of its standard errors.
#[track_caller]
pub fn assert_mean(what: &str, numbers: &[f64], want: f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt().max(1e-12);
    assert!((mean - want).abs() < 5.0 * error, "the mean of {what} is {mean}, not {want} (± {error})");
}
