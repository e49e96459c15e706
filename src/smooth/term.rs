//! A smooth term f(x) = b ℓ(x) + Σⱼ uⱼ wⱼ(x) as data of a model, with
//!
//!   Σᵢ ℓ(xᵢ) = Σᵢ wⱼ(xᵢ) = Σᵢ ℓ(xᵢ) wⱼ(xᵢ) = 0,   Σᵢ ℓ(xᵢ)² = n,   Σᵢⱼ wⱼ(xᵢ)² = n,   J(f) = s² |u|²,
//!
//! where J is the penalty for bending: ∫ f″(x)² dx for cubic splines, Σⱼ (βⱼ₊₂ − 2 βⱼ₊₁ + βⱼ)² for
//! P-splines.

use super::columns::{Line, independent};
use super::knots::{Scale, at_quantiles, check, indistinct};
use super::penalised::Penalised;
use super::pieces::Pieces;
use crate::error::Error;
use faer::Mat;
use std::sync::Arc;

/// The fraction of the range by which the knots of a P-spline extend beyond the values, as in mgcv.
const BEYOND: f64 = 0.001;

/// A smooth curve of a predictor: the `s(x)` of mgcv and brms, as columns of data.
///
/// A curve is f(x) = b ℓ(x) + Σⱼ uⱼ wⱼ(x): a straight [`line`](Self::line) and the deviations from it, the
/// [`wiggles`](Self::wiggles). With `u |= normal(0.0, tau)`, `tau` is the scale of the deviations, and
/// replaces a smoothing parameter; near 0 the curve is a straight line. Curves sum to zero over the values
/// of x, so that a model can have its own level, and several curves. With standard normal u the variance of
/// the wiggles is 1 on average over the values: `tau` has the units of the predictor to which f is added,
/// and so has `b`, since ℓ(x) is (x − x̄)/sd(x).
///
/// ```
/// use monomorph::prelude::*;
///
/// let x = [0.1, 0.5, 0.9, 1.4, 1.8, 2.5, 2.9, 3.6, 4.4, 5.0];
/// let y = [0.2, 0.6, 0.7, 1.1, 0.9, 0.6, 0.1, -0.5, -0.9, -1.1];
/// let s = Smooth::cubic(&x, 8)?;
/// params! { a: real(), b: real(), tau: positive(), sigma: positive(), u: vector(s.count()) }
/// let model = model! {
///     a     |= normal(0.0, 1.0),
///     b     |= normal(0.0, 1.0),
///     tau   |= half_normal(1.0),
///     sigma |= half_normal(1.0),
///     u     |= normal(0.0, 1.0),
///     f = b * data(s.line()) + tau * data(s.wiggles()).dot(u),
///     data(&y) |= normal(a + f, sigma),
/// };
/// assert_eq!(model.compile()?.dimension(), 10);
///
/// // The same curves at other places, also beyond the ends.
/// let ahead = s.at(&[2.2, 6.0])?;
/// assert_eq!((ahead.line().len(), ahead.wiggles().ncols()), (2, s.count()));
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Smooths](crate::guide::smooths) begins with a whole program.
#[derive(Clone, Debug)]
pub struct Smooth {
    pub(super) curves: Arc<Curves>,
    pub(super) line: Vec<f64>,
    pub(super) wiggles: Mat<f64>,
}

/// The curves that smooths at several places share.
#[derive(Debug)]
pub(super) struct Curves {
    pub scale: Scale,
    pub line: Option<Line>,
    pub wiggles: Pieces,
    pub roughness: f64,
}

impl Smooth {
    /// Constructs a cubic regression spline with k knots at quantiles of the distinct values, and straight
    /// beyond the first and the last of them: `s(x, bs = "cr", k = k)` of mgcv. The penalty is ∫ f″(x)² dx.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let s = Smooth::cubic(&[0.0, 1.0, 2.0, 4.0, 8.0], 3)?;
    /// assert_eq!(s.knots(), [0.0, 2.0, 8.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a value is not finite, if k is below 3, if there are fewer than k distinct values, or if
    /// these are too close to each other or too far apart for floating-point numbers.
    pub fn cubic(x: &[f64], k: usize) -> Result<Self, Error> {
        const CALL: &str = "Smooth::cubic";
        check(CALL, x, k, 3)?;
        let scale = Scale::of(CALL, x)?;
        let places = scale.places(CALL, x)?;
        let knots = at_quantiles(CALL, &scale, &places, k)?;
        // The penalty is ∫ f″(x)² dx in the units of x.
        let unit = scale.range.powi(-3);
        Self::of(CALL, scale, &places, Penalised::cubic(knots), unit)
    }

    /// Constructs a P-spline of k cubic B-splines, with a penalty for second differences of coefficients,
    /// over k − 2 knots at equal distances, and straight beyond them: `s(x, bs = "ps", k = k)` of mgcv, with
    /// its knots, which extend a thousandth of the range beyond the values.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let s = Smooth::p_spline(&[0.0, 1.0, 2.0, 4.0, 8.0], 5)?;
    /// assert_eq!((s.knots().len(), s.count()), (3, 3));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if [`cubic`](Self::cubic) fails, and if k is below 4.
    pub fn p_spline(x: &[f64], k: usize) -> Result<Self, Error> {
        const CALL: &str = "Smooth::p_spline";
        check(CALL, x, k, 4)?;
        let scale = Scale::of(CALL, x)?;
        let places = scale.places(CALL, x)?;
        let length = (1.0 + 2.0 * BEYOND) / (k - 3) as f64;
        let knots = (0..k - 2).map(|knot| knot as f64 * length - BEYOND).collect();
        Self::of(CALL, scale, &places, Penalised::p_spline(knots), 1.0)
    }

    /// Constructs a cubic spline whose ends meet, with k knots, the first and the last of which are the same
    /// place: `s(x, bs = "cc", k = k)` of mgcv with both ends of the period as its `knots`. It has no line:
    /// a periodic curve without bending is a constant.
    ///
    /// Values beyond the period are moved into it by whole periods, such as the month 13.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let month = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0];
    /// let deaths = [21, 19, 17, 15, 12, 11, 9, 8, 10, 13, 17, 19];
    /// let s = Smooth::cyclic(&month, 8, (0.5, 12.5))?;
    /// params! { level: real(), tau: positive(), u: vector(s.count()) }
    /// let model = model! {
    ///     level |= normal(2.0, 2.0),
    ///     tau   |= half_normal(1.0),
    ///     u     |= normal(0.0, tau),
    ///     data(&deaths) |= poisson_log(level + data(s.wiggles()).dot(u)),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 8);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if [`cubic`](Self::cubic) fails, if k is below 4, and if the period does not end after its
    /// beginning.
    pub fn cyclic(x: &[f64], k: usize, period: (f64, f64)) -> Result<Self, Error> {
        const CALL: &str = "Smooth::cyclic";
        let scale = Scale::of_period(CALL, period)?;
        let places = scale.places(CALL, x)?;
        check(CALL, &places, k, 4)?;
        let knots = at_quantiles(CALL, &scale, &places, k)?;
        let unit = scale.range.powi(-3);
        Self::of(CALL, scale, &places, Penalised::cyclic(knots), unit)
    }

    /// Returns the smooth of curves whose penalty has this unit.
    fn of(
        call: &'static str,
        scale: Scale,
        places: &[f64],
        penalised: Penalised,
        unit: f64,
    ) -> Result<Self, Error> {
        let line = (!scale.is_cyclic).then(|| Line::over(places));
        let columns = independent(penalised, places, line);
        let (wiggles, square) = columns.ok_or_else(|| indistinct(call))?;
        let curves = Curves { scale, line, wiggles, roughness: unit * square };
        Ok(Self::over(Arc::new(curves), places))
    }

    /// Returns the curves at places of their scale.
    pub(super) fn over(curves: Arc<Curves>, places: &[f64]) -> Self {
        let line = curves.line.iter().flat_map(|line| places.iter().map(|&place| line.at(place))).collect();
        let wiggles = curves.wiggles.at(places);
        Self { curves, line, wiggles }
    }
}
