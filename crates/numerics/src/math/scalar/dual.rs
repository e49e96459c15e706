//! Dual numbers: a value with its derivatives by two arguments.
//!
//!   (x + x′ε) + (y + y′ε) = x + y + (x′ + y′)ε,   (x + x′ε) (y + y′ε) = x y + (x′y + x y′)ε,
//!   1 / (x + x′ε) = 1/x − x′/x² ε,   (x + x′ε) / (y + y′ε) = q + (x′ − q y′)/y ε,   q = x/y.

use core::ops::{Add, Div, Mul, Sub};

/// A number and its partial derivatives.
#[derive(Clone, Copy)]
pub(super) struct Dual {
    pub value: f64,
    pub derivatives: [f64; 2],
}

impl Dual {
    /// Makes the argument at a place, whose derivative by itself is 1.
    pub fn variable(value: f64, place: usize) -> Self {
        let mut derivatives = [0.0; 2];
        derivatives[place] = 1.0;
        Self { value, derivatives }
    }

    pub fn recip(self) -> Self {
        let value = self.value.recip();
        Self { value, derivatives: self.derivatives.map(|derivative| -derivative * value * value) }
    }

    /// Returns the number, or a tiny one if it is 0, so that it can be a divisor.
    pub fn or_tiny(self) -> Self {
        if self.value == 0.0 { Self { value: 1e-300, ..self } } else { self }
    }

    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> [f64; 2] {
        core::array::from_fn(|place| f(self.derivatives[place], other.derivatives[place]))
    }
}

impl From<f64> for Dual {
    fn from(value: f64) -> Self {
        Self { value, derivatives: [0.0; 2] }
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, derivatives: self.zip(other, |x, y| x + y) }
    }
}

impl Mul for Dual {
    type Output = Self;
    // The product rule is a sum.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn mul(self, other: Self) -> Self {
        let derivatives = self.zip(other, |x, y| x * other.value + self.value * y);
        Self { value: self.value * other.value, derivatives }
    }
}

impl Div for Dual {
    type Output = Self;
    // The quotient rule is more than a quotient.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn div(self, other: Self) -> Self {
        let inverse = other.value.recip();
        let value = self.value * inverse;
        let derivatives = self.zip(other, |x, y| (x - value * y) * inverse);
        Self { value, derivatives }
    }
}

impl Add<f64> for Dual {
    type Output = Self;
    fn add(self, other: f64) -> Self {
        Self { value: self.value + other, ..self }
    }
}

impl Sub<f64> for Dual {
    type Output = Self;
    fn sub(self, other: f64) -> Self {
        Self { value: self.value - other, ..self }
    }
}

impl Mul<f64> for Dual {
    type Output = Self;
    fn mul(self, other: f64) -> Self {
        Self { value: self.value * other, derivatives: self.derivatives.map(|derivative| derivative * other) }
    }
}
