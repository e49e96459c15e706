//! Numbers with their derivatives by some others, for formulas that are written once: the value and, exactly,
//! the slopes. None of it is the library's: special functions are those of `pxfm`, or their series.

use std::f64::consts::{PI, SQRT_2, TAU};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number and its derivatives by `N` others.
#[derive(Clone, Copy, Debug)]
pub struct Dual<const N: usize> {
    pub value: f64,
    pub slopes: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// A number without derivatives.
    pub fn constant(value: f64) -> Self {
        Self { value, slopes: [0.0; N] }
    }

    /// The number by which the derivatives at a place are.
    pub fn variable(value: f64, place: usize) -> Self {
        let mut own = Self::constant(value);
        own.slopes[place] = 1.0;
        own
    }

    /// f(x), given its value and its derivative.
    fn chain(self, value: f64, slope: f64) -> Self {
        Self { value, slopes: self.slopes.map(|own| slope * own) }
    }

    /// f(x, y), given its value and its derivatives.
    fn chain2(self, other: Self, value: f64, by_self: f64, by_other: f64) -> Self {
        let slopes = std::array::from_fn(|k| by_self * self.slopes[k] + by_other * other.slopes[k]);
        Self { value, slopes }
    }

    pub fn exp(self) -> Self {
        self.chain(self.value.exp(), self.value.exp())
    }

    pub fn exp_m1(self) -> Self {
        self.chain(self.value.exp_m1(), self.value.exp())
    }

    pub fn ln(self) -> Self {
        self.chain(self.value.ln(), 1.0 / self.value)
    }

    pub fn ln_1p(self) -> Self {
        self.chain(self.value.ln_1p(), 1.0 / (1.0 + self.value))
    }

    pub fn sqrt(self) -> Self {
        self.chain(self.value.sqrt(), 0.5 / self.value.sqrt())
    }

    pub fn square(self) -> Self {
        self * self
    }

    pub fn sin(self) -> Self {
        self.chain(self.value.sin(), self.value.cos())
    }

    pub fn cos(self) -> Self {
        self.chain(self.value.cos(), -self.value.sin())
    }

    pub fn atan(self) -> Self {
        self.chain(self.value.atan(), 1.0 / (1.0 + self.value * self.value))
    }

    pub fn tanh(self) -> Self {
        self.chain(self.value.tanh(), 1.0 - self.value.tanh().powi(2))
    }
}

macro_rules! operators {
    ($($Trait:ident $method:ident: |$x:ident, $y:ident| $value:expr, $by_x:expr, $by_y:expr;)*) => {$(
        impl<const N: usize> $Trait for Dual<N> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                let ($x, $y) = (self.value, other.value);
                self.chain2(other, $value, $by_x, $by_y)
            }
        }

        impl<const N: usize> $Trait<f64> for Dual<N> {
            type Output = Self;

            fn $method(self, other: f64) -> Self {
                $Trait::$method(self, Self::constant(other))
            }
        }

        impl<const N: usize> $Trait<Dual<N>> for f64 {
            type Output = Dual<N>;

            fn $method(self, other: Dual<N>) -> Dual<N> {
                $Trait::$method(Dual::constant(self), other)
            }
        }
    )*};
}

operators! {
    Add add: |x, y| x + y, 1.0, 1.0;
    Sub sub: |x, y| x - y, 1.0, -1.0;
    Mul mul: |x, y| x * y, y, x;
    Div div: |x, y| x / y, 1.0 / y, -x / (y * y);
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;

    fn neg(self) -> Self {
        self.chain(-self.value, -1.0)
    }
}

impl<const N: usize> std::iter::Sum for Dual<N> {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::constant(0.0), Add::add)
    }
}

/// log φ(z) of the standard normal density φ.
pub fn gaussian<const N: usize>(z: Dual<N>) -> Dual<N> {
    -0.5 * z * z - 0.5 * TAU.ln()
}

/// The log density of Student's t.
pub fn student<const N: usize>(z: Dual<N>, freedom: Dual<N>) -> Dual<N> {
    lgamma(0.5 * (freedom + 1.0))
        - lgamma(0.5 * freedom)
        - 0.5 * (freedom * PI).ln()
        - 0.5 * (freedom + 1.0) * (z * z / freedom).ln_1p()
}

/// log(1 + eˣ)
pub fn softplus<const N: usize>(x: Dual<N>) -> Dual<N> {
    if x.value > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() }
}

pub fn lgamma<const N: usize>(x: Dual<N>) -> Dual<N> {
    x.chain(pxfm::f_lgamma(x.value), pxfm::f_digamma(x.value))
}

pub fn digamma<const N: usize>(x: Dual<N>) -> Dual<N> {
    x.chain(pxfm::f_digamma(x.value), pxfm::f_trigamma(x.value))
}

pub fn trigamma<const N: usize>(x: Dual<N>) -> Dual<N> {
    x.chain(pxfm::f_trigamma(x.value), tetragamma(x.value))
}

/// ψ″(x) by its series for x ≥ 20, to which ψ″(x) = ψ″(x + 1) − 2/x³ leads.
fn tetragamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 20.0 {
        shift -= 2.0 / x.powi(3);
        x += 1.0;
    }
    let w = 1.0 / (x * x);
    let series = 1.0 / 6.0 - w * (1.0 / 6.0 - w * (3.0 / 10.0 - w * (5.0 / 6.0 - w * 691.0 / 210.0)));
    shift - w - w / x - w * w * (0.5 - w * series)
}

pub fn log_beta<const N: usize>(a: Dual<N>, b: Dual<N>) -> Dual<N> {
    lgamma(a) + lgamma(b) - lgamma(a + b)
}

pub fn log_choose<const N: usize>(n: Dual<N>, k: Dual<N>) -> Dual<N> {
    lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0)
}

/// The log probability of a count by a mean and a precision.
pub fn negative_binomial<const N: usize>(y: Dual<N>, mean: Dual<N>, precision: Dual<N>) -> Dual<N> {
    let total = mean + precision;
    lgamma(y + precision) - lgamma(precision) - lgamma(y + 1.0)
        + y * (mean / total).ln()
        + precision * (precision / total).ln()
}

pub fn erfc<const N: usize>(x: Dual<N>) -> Dual<N> {
    x.chain(pxfm::f_erfc(x.value), -2.0 / PI.sqrt() * (-x.value * x.value).exp())
}

pub fn log_erfc<const N: usize>(x: Dual<N>) -> Dual<N> {
    erfc(x).ln()
}

/// Φ⁻¹(p), whose derivative is 1/φ of it.
pub fn normal_quantile<const N: usize>(p: Dual<N>) -> Dual<N> {
    let value = -SQRT_2 * pxfm::f_erfcinv(2.0 * p.value);
    p.chain(value, TAU.sqrt() * (0.5 * value * value).exp())
}

/// log I₀(x), whose derivative is I₁(x)/I₀(x).
pub fn log_bessel_i0<const N: usize>(x: Dual<N>) -> Dual<N> {
    x.chain(pxfm::f_i0(x.value).ln(), pxfm::f_i1(x.value) / pxfm::f_i0(x.value))
}

/// The derivative of a function by differences: Richardson's extrapolation, twice.
fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let slope = |step: f64| (f(x + step) - f(x - step)) / (2.0 * step);
    let [coarse, middle, fine] = [0.016, 0.008, 0.004].map(slope);
    let (first, second) = ((4.0 * middle - coarse) / 3.0, (4.0 * fine - middle) / 3.0);
    (16.0 * second - first) / 15.0
}

/// The lower regularised incomplete gamma function; its derivative by a is that of `pxfm`'s values.
pub fn gamma_p<const N: usize>(a: Dual<N>, z: Dual<N>) -> Dual<N> {
    let by_a = difference(|a| pxfm::f_gamma_p(a, z.value), a.value);
    let by_z = (-z.value + (a.value - 1.0) * z.value.ln() - pxfm::f_lgamma(a.value)).exp();
    a.chain2(z, pxfm::f_gamma_p(a.value, z.value), by_a, by_z)
}

/// The regularised incomplete beta function; its derivatives by a and b are those of `pxfm`'s values.
pub fn inc_beta<const N: usize>(a: Dual<N>, b: Dual<N>, x: Dual<N>) -> Dual<N> {
    let by_a = difference(|a| pxfm::f_betainc_reg(a, b.value, x.value), a.value);
    let by_b = difference(|b| pxfm::f_betainc_reg(a.value, b, x.value), b.value);
    let log = (a.value - 1.0) * x.value.ln() + (b.value - 1.0) * (-x.value).ln_1p()
        - pxfm::f_lnbeta(a.value, b.value);
    let value = pxfm::f_betainc_reg(a.value, b.value, x.value);
    a.chain2(b, value, by_a, by_b).chain2(x, value, 1.0, log.exp())
}
