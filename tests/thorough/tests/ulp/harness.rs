//! Calls of SIMD functions on every instruction set of this machine, and their errors.

use monomorph::simd::{MAX_LANES, Pack};
use pulp::{Scalar, Simd, WithSimd};

/// A function of two registers; those of one ignore the second.
pub trait Function: Copy {
    fn call<S: Simd>(self, x: Pack<S>, y: Pack<S>) -> Pack<S>;
}

macro_rules! functions {
    ($($Name:ident = |$x:ident $(, $y:ident)?| $value:expr;)*) => {$(
        #[derive(Clone, Copy)]
        struct $Name;
        impl $crate::harness::Function for $Name {
            #[inline(always)]
            fn call<S: pulp::Simd>(
                self,
                $x: monomorph::simd::Pack<S>,
                second: monomorph::simd::Pack<S>,
            ) -> monomorph::simd::Pack<S> {
                $(let $y = second;)?
                let _ = second;
                $value
            }
        }
    )*};
}

pub(crate) use functions;

struct Map<'a, F> {
    function: F,
    x: &'a [f64],
    y: &'a [f64],
}

impl<F: Function> WithSimd for Map<'_, F> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f64> {
        let mut result = Vec::with_capacity(self.x.len() + MAX_LANES);
        for (x, y) in self.x.chunks(S::F64_LANES).zip(self.y.chunks(S::F64_LANES)) {
            let load = |from: &[f64]| {
                let mut lanes = [1.0; MAX_LANES];
                lanes[..from.len()].copy_from_slice(from);
                Pack::from_array(simd, lanes)
            };
            result.extend_from_slice(&self.function.call(load(x), load(y)).to_array()[..x.len()]);
        }
        result
    }
}

/// The values by every instruction set, with its name and whether it has fused multiply-add.
pub fn on_every_set<F: Function>(function: F, x: &[f64], y: &[f64]) -> Vec<(&'static str, bool, Vec<f64>)> {
    let mut all = vec![("scalar", false, Scalar::new().vectorize(Map { function, x, y }))];
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(simd) = pulp::x86::V3::try_new() {
            all.push(("AVX2", true, Simd::vectorize(simd, Map { function, x, y })));
        }
        if let Some(simd) = pulp::x86::V4::try_new() {
            all.push(("AVX-512", true, Simd::vectorize(simd, Map { function, x, y })));
        }
    }
    all
}

/// The error in units of the last place of the expected number, or of `floor` if that is larger; infinite
/// where one is NaN or infinite and the other is not the same, or where a zero has the wrong sign.
pub fn ulps(got: f64, expected: f64, floor: f64) -> f64 {
    if got.is_nan() && expected.is_nan() {
        return 0.0;
    }
    if got == expected {
        return if got == 0.0 && got.signum() != expected.signum() { f64::INFINITY } else { 0.0 };
    }
    if !got.is_finite() || !expected.is_finite() {
        return f64::INFINITY;
    }
    // Where 0 is expected, the smallest number counts as the last place.
    let size = expected.abs().max(floor).max(f64::from_bits(2));
    let below = f64::from_bits(size.to_bits() - 1);
    // At a power of two the numbers below are closer; the larger gap counts.
    let unit = if size.to_bits() << 12 == 0 { 2.0 * (size - below) } else { size - below };
    (got - expected).abs() / unit
}

/// A small generator (splitmix64), so that the inputs are the same on every run.
pub struct Random(pub u64);

impl Random {
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let fraction = ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * fraction
    }
}

/// Inputs per range.
pub const COUNT: usize = 40_000;

/// Numbers evenly spread over each of the ranges.
pub fn uniform(ranges: &[(f64, f64)]) -> Vec<f64> {
    let mut random = Random(1);
    let mut x = Vec::with_capacity(ranges.len() * COUNT);
    for &(low, high) in ranges {
        x.extend((0..COUNT).map(|_| random.between(low, high)));
    }
    x
}

/// Positive numbers of all magnitudes.
pub fn magnitudes() -> Vec<f64> {
    uniform(&[(-1074.0, 1024.0)]).into_iter().map(f64::exp2).collect()
}

/// Numbers of either sign and all magnitudes.
pub fn signed_magnitudes() -> Vec<f64> {
    magnitudes().into_iter().enumerate().map(|(i, x)| if i % 2 == 0 { x } else { -x }).collect()
}

/// Of either sign: zero, infinity, NaN, extremes, powers of two, and neighbours of numbers where something
/// changes.
pub fn edges() -> Vec<f64> {
    let mut edges = vec![f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 1e-310, 0.0];
    let half_pi = core::f64::consts::FRAC_PI_2;
    let centres = [
        0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 10.0, 0.35, 0.375, 0.69, 1.04, 37.0, 708.4, 709.78, 710.48, 745.13,
        524288.0,
    ];
    let roots = [0.5f64.sqrt(), 2f64.sqrt(), 0.5f64.sqrt() - 1.0, 2f64.sqrt() - 1.0, f64::MIN_POSITIVE];
    // Of all numbers up to 2¹⁹ among those next to a multiple of π/2.
    edges.extend([45.553093477052, 91.106186954104, 728.849495632832, 2915.397982531328, 321307.9594422229]);
    let quadrants = (0..200).map(|k| k as f64 * 0.5 * half_pi);
    for centre in centres.into_iter().chain(roots).chain(quadrants) {
        let steps = -20..=20i64;
        edges.extend(steps.map(|step| {
            f64::from_bits((centre.to_bits() as i64 + step.max(-(centre.to_bits() as i64))) as u64)
        }));
    }
    edges.extend((-1074..1024).map(|exponent| 2f64.powi(exponent)));
    let negative: Vec<f64> = edges.iter().map(|x| -x).collect();
    edges.extend(negative);
    edges
}

/// The largest errors that are allowed, in units in the last place.
pub struct Bounds {
    pub fused: f64,
    pub unfused: f64,
    /// Errors of smaller results than this count in units of its last place.
    pub floor: f64,
}

/// Relative errors only.
pub fn within(fused: f64, unfused: f64) -> Bounds {
    Bounds { fused, unfused, floor: 0.0 }
}

pub fn check<F: Function>(function: F, expected: impl Fn(f64) -> f64, x: &[f64], bounds: Bounds) {
    check_both(function, |x, _| expected(x), x, x, bounds);
}

/// Prints the largest error on each instruction set and asserts that it is within the bounds. The expected
/// values are rounded, so that errors come out as whole numbers, up to half a unit off.
pub fn check_both<F: Function>(
    function: F,
    expected: impl Fn(f64, f64) -> f64,
    x: &[f64],
    y: &[f64],
    bounds: Bounds,
) {
    let name = core::any::type_name::<F>();
    let expected: Vec<f64> = x.iter().zip(y).map(|(&x, &y)| expected(x, y)).collect();
    for (set, has_fma, got) in on_every_set(function, x, y) {
        let errors = got.iter().zip(&expected).map(|(&got, &expected)| ulps(got, expected, bounds.floor));
        let (worst, error) = errors.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        let (x, y, got, expected) = (x[worst], y[worst], got[worst], expected[worst]);
        let what = format!("{name} on {set}: {error} ULP at {x:e}, {y:e}: {got:e} for {expected:e}");
        println!("{what}");
        assert!(error <= if has_fma { bounds.fused } else { bounds.unfused }, "{what}");
    }
}
