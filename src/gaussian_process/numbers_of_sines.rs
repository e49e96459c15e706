//! The number of sines and the boundary for a length scale: with the half range S of the points and length
//! scales from l₁ to l₂,
//!
//!   c = max(a l₂/S, 1.2),   m = b c S/l₁,
//!
//! where a and b were found by simulation in one dimension. Riutort-Mayol, Bürkner, Andersen, Solin and
//! Vehtari 2022, "Practical Hilbert space approximate Bayesian Gaussian processes for probabilistic
//! programming", section 4.

/// Declares the functions: `function: a, b`.
macro_rules! numbers_of_sines {
    ($($(#[$doc:meta])* $function:ident: $a:literal, $b:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// The posterior's curve is approximated well if its length scale is between these two. They are a
        /// guess before the fit; if the fitted length scale is beyond them, use another basis. For an
        /// invalid range the results are refused by [`HilbertBasis::new`](super::HilbertBasis::new).
        pub fn $function(half_range: f64, shortest: f64, longest: f64) -> (usize, f64) {
            let boundary = f64::max($a * longest / half_range, 1.2);
            (($b * boundary * half_range / shortest).ceil() as usize, boundary)
        }
    )*};
}

numbers_of_sines! {
    /// The number of sines and the boundary for [`gp_exp_quad_scales`](super::gp_exp_quad_scales), given half
    /// the range of the points in a dimension, and the shortest and the longest length scale.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let x = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0];
    /// let basis = HilbertBasis::new(&x, &[gp_exp_quad_sines(1.5, 0.5, 3.0)])?;
    /// assert_eq!((basis.count(), basis.boundary()[0].round()), (34, 10.0));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    gp_exp_quad_sines: 3.2, 1.75;

    /// The number of sines and the boundary for [`gp_matern52_scales`](super::gp_matern52_scales), given half
    /// the range of the points in a dimension, and the shortest and the longest length scale.
    gp_matern52_sines: 4.1, 2.65;

    /// The number of sines and the boundary for [`gp_matern32_scales`](super::gp_matern32_scales), given half
    /// the range of the points in a dimension, and the shortest and the longest length scale.
    gp_matern32_sines: 4.5, 3.42;
}
