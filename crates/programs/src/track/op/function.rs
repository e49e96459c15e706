//! Functions of one and two numbers, each with its derivatives; they are methods of tracked numbers, as
//! they are of `f64`.

use crate::track::{At, Primitive, Tracked};

/// `name: value, derivative;` where `x` is the number and `y` the value.
macro_rules! unary {
    ($($name:ident($x:ident, $y:ident): $derivative:expr;)*) => {
        /// Functions of `f64`; the last argument is the place.
        impl Tracked<f64> {$(
            #[doc = concat!("`x.", stringify!($name), "()`, whose derivative is `", stringify!($derivative), "`.")]
            #[inline]
            pub fn $name(self, at: At<'_>) -> Self {
                const FUNCTION: &Primitive = &Primitive::with_derivative(
                    stringify!($name),
                    |of| of[0].$name(),
                    |of, $y, partials| {
                        let $x = of[0];
                        let _ = ($x, $y);
                        partials[0] = $derivative;
                    },
                );
                at.primitive(FUNCTION, &[self.operand()], self.value().$name())
            }
        )*}
    };
}

unary! {
    exp(x, y): y;
    exp2(x, y): y * core::f64::consts::LN_2;
    exp_m1(x, y): x.exp();
    ln(x, y): 1.0 / x;
    ln_1p(x, y): 1.0 / (1.0 + x);
    log2(x, y): 1.0 / (x * core::f64::consts::LN_2);
    log10(x, y): 1.0 / (x * core::f64::consts::LN_10);
    sqrt(x, y): 0.5 / y;
    cbrt(x, y): 1.0 / (3.0 * y * y);
    recip(x, y): -y * y;
    abs(x, y): x.signum();
    sin(x, y): x.cos();
    cos(x, y): -x.sin();
    tan(x, y): 1.0 + y * y;
    asin(x, y): 1.0 / (1.0 - x * x).sqrt();
    acos(x, y): -1.0 / (1.0 - x * x).sqrt();
    atan(x, y): 1.0 / (1.0 + x * x);
    sinh(x, y): x.cosh();
    cosh(x, y): x.sinh();
    tanh(x, y): x.cosh().recip().powi(2);
    asinh(x, y): 1.0 / (x * x + 1.0).sqrt();
    acosh(x, y): 1.0 / (x * x - 1.0).sqrt();
    atanh(x, y): 1.0 / (1.0 - x * x);
    floor(x, y): 0.0;
    ceil(x, y): 0.0;
    round(x, y): 0.0;
    trunc(x, y): 0.0;
    signum(x, y): 0.0;
    fract(x, y): 1.0;
}

/// `name: derivatives;` where `a` and `b` are the numbers and `y` the value.
macro_rules! binary {
    ($($name:ident($a:ident, $b:ident, $y:ident): [$by_first:expr, $by_second:expr];)*) => {
        /// Functions of two `f64`; the last argument is the place.
        impl Tracked<f64> {$(
            #[doc = concat!(
                "`a.", stringify!($name), "(b)`, whose derivatives are `", stringify!($by_first), "` and `", stringify!($by_second), "`.")]
            #[inline]
            pub fn $name(self, other: Self, at: At<'_>) -> Self {
                const FUNCTION: &Primitive = &Primitive::with_derivative(
                    stringify!($name),
                    |of| of[0].$name(of[1]),
                    |of, $y, partials| {
                        let ($a, $b) = (of[0], of[1]);
                        let _ = ($a, $b, $y);
                        partials.copy_from_slice(&[$by_first, $by_second]);
                    },
                );
                at.primitive(FUNCTION, &[self.operand(), other.operand()], self.value().$name(other.value()))
            }
        )*}
    };
}

binary! {
    powf(a, b, y): [if b == 0.0 { 0.0 } else { b * a.powf(b - 1.0) },
        if a == 0.0 { 0.0 } else { y * a.ln() }];
    atan2(a, b, y): [b / (a * a + b * b), -a / (a * a + b * b)];
    hypot(a, b, y): [a / y, b / y];
    max(a, b, y): [f64::from(u8::from(a >= b)), f64::from(u8::from(b > a))];
    copysign(a, b, y): [if y == a { 1.0 } else { -1.0 }, 0.0];
    log(a, b, y): [1.0 / (a * b.ln()), -y / (b * b.ln())];
    min(a, b, y): [f64::from(u8::from(a <= b)), f64::from(u8::from(b < a))];
}

impl Tracked<f64> {
    /// `x.powi(n)`, whose derivative is n · xⁿ⁻¹.
    pub fn powi(self, power: Tracked<i32>, at: At<'_>) -> Self {
        const FUNCTION: &Primitive = &Primitive::with_derivative(
            "powi",
            |of| of[0].powi(of[1] as i32),
            |of, _, partials| {
                let slope = if of[1] == 0.0 { 0.0 } else { of[1] * of[0].powi(of[1] as i32 - 1) };
                partials.copy_from_slice(&[slope, 0.0]);
            },
        );
        let value = self.value().powi(power.value());
        at.primitive(FUNCTION, &[self.operand(), power.operand()], value)
    }

    /// `a * b + c` with one rounding.
    pub fn mul_add(self, factor: Self, term: Self, at: At<'_>) -> Self {
        const FUNCTION: &Primitive = &Primitive::with_derivative(
            "mul_add",
            |of| of[0].mul_add(of[1], of[2]),
            |of, _, partials| partials.copy_from_slice(&[of[1], of[0], 1.0]),
        );
        let operands = [self.operand(), factor.operand(), term.operand()];
        at.primitive(FUNCTION, &operands, self.value().mul_add(factor.value(), term.value()))
    }

    /// `x.clamp(lower, upper)`, whose derivative is 1 with respect to the argument that it equals.
    pub fn clamp(self, lower: Self, upper: Self, at: At<'_>) -> Self {
        const FUNCTION: &Primitive = &Primitive::with_derivative(
            "clamp",
            |of| if of[1] <= of[2] { of[0].clamp(of[1], of[2]) } else { f64::NAN },
            |of, _, partials| {
                let (is_low, is_high) = (of[0] < of[1], of[0] > of[2]);
                partials.copy_from_slice(&[
                    f64::from(u8::from(!is_low && !is_high)),
                    f64::from(u8::from(is_low)),
                    f64::from(u8::from(is_high)),
                ]);
            },
        );
        let operands = [self.operand(), lower.operand(), upper.operand()];
        at.primitive(FUNCTION, &operands, self.value().clamp(lower.value(), upper.value()))
    }

    /// `x.is_finite()`
    pub fn is_finite(self, at: At<'_>) -> Tracked<bool> {
        const FUNCTION: &Primitive =
            &Primitive::new("is_finite", |of| f64::from(u8::from(of[0].is_finite())));
        at.primitive(FUNCTION, &[self.operand()], self.value().is_finite())
    }

    /// `x.is_nan()`
    pub fn is_nan(self, at: At<'_>) -> Tracked<bool> {
        const FUNCTION: &Primitive = &Primitive::new("is_nan", |of| f64::from(u8::from(of[0].is_nan())));
        at.primitive(FUNCTION, &[self.operand()], self.value().is_nan())
    }
}
