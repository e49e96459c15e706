//! A smooth at given places: ℓ(x) and wⱼ(x) at the values from which it was constructed, or at others, with
//! the same mean and scale.

use super::Smooth;
use crate::error::Error;
use faer::MatRef;

impl Smooth {
    /// Returns the same curves at other places. The values of x from which the smooth was constructed still
    /// determine over which values the curves sum to zero, and their scale.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let x = [0.0, 1.0, 2.0, 4.0, 8.0];
    /// let s = Smooth::cubic(&x, 4)?;
    /// assert_eq!(s.at(&x)?.wiggles(), s.wiggles());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a value is not finite.
    pub fn at(&self, x: &[f64]) -> Result<Self, Error> {
        let places = self.curves.scale.places("Smooth::at", x)?;
        Ok(Self::over(self.curves.clone(), &places))
    }

    /// ℓ(xᵢ) = (xᵢ − x̄)/sd(x), which is not penalised: a number for each value. For a cyclic smooth it is
    /// empty.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let s = Smooth::cubic(&[0.0, 1.0, 2.0, 3.0], 3)?;
    /// let (line, sd) = (s.line(), 1.25_f64.sqrt());
    /// assert!((line[0] + 1.5 / sd).abs() < 1e-12 && (line[2] - 0.5 / sd).abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn line(&self) -> &[f64] {
        &self.line
    }

    /// wⱼ(xᵢ): a row for each value and a column for each coefficient, with the smoothest first.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let s = Smooth::cubic(&[0.0, 1.0, 2.0, 4.0, 8.0], 4)?;
    /// let (wiggles, line) = (s.wiggles(), s.line());
    /// assert_eq!((wiggles.nrows(), wiggles.ncols()), (5, 2));
    /// let sum: f64 = wiggles.col(1).iter().sum();
    /// let trend: f64 = wiggles.col(1).iter().zip(line).map(|(w, x)| w * x).sum();
    /// assert!(sum.abs() < 1e-12 && trend.abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn wiggles(&self) -> MatRef<'_, f64> {
        self.wiggles.as_ref()
    }

    /// The number of coefficients u, which is k − 2.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let s = Smooth::cubic(&[0.0, 1.0, 2.0, 3.0, 4.0], 5)?;
    /// params! { u: vector(s.count()) }
    /// let model = model! { u |= normal(0.0, 1.0), f = data(s.wiggles()).dot(u) };
    /// assert_eq!(model.compile()?.dimension(), 3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn count(&self) -> usize {
        self.wiggles.ncols()
    }

    /// The knots, in the units of x.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // Half of the distinct values lie between two knots.
    /// let s = Smooth::cubic(&[1.0, 2.0, 2.0, 2.0, 5.0, 9.0, 17.0], 3)?;
    /// assert_eq!(s.knots(), [1.0, 5.0, 17.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn knots(&self) -> Vec<f64> {
        self.curves.wiggles.knots.iter().map(|&knot| self.curves.scale.value(knot)).collect()
    }

    /// s², the penalty of a curve with |u| = 1: ∫ f″(x)² dx, or for P-splines the sum of squared second
    /// differences.
    ///
    /// mgcv's smoothing parameter λ for normal observations, with a penalty that is not rescaled, is σ²/(s²
    /// τ²), and for other laws 1/(s² τ²).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // One wiggle, whose f″ is a hat of the height h over the knot between the ends: ∫ f″(x)² dx = 2 h²/3.
    /// let s = Smooth::cubic(&[0.0, 1.0, 2.0], 3)?;
    /// let f = s.at(&[0.2, 0.5, 0.8])?;
    /// let w = f.wiggles();
    /// let h = 2.0 * (w[(0, 0)] - 2.0 * w[(1, 0)] + w[(2, 0)]) / 0.3_f64.powi(2);
    /// assert!((s.roughness() - 2.0 * h * h / 3.0).abs() < 1e-9 * s.roughness());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn roughness(&self) -> f64 {
        self.curves.roughness
    }
}
