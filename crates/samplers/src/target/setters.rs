//! The setters of builders for the starts of chains and paths.

/// Writes the setters of [`Starts`](super::Starts), given the field of `self` that holds them and the word
/// for the thing that starts.
#[doc(hidden)]
#[macro_export]
macro_rules! start_setters {
    ($($starts:ident).+, $path:literal) => {
        $crate::chains::setters! {
            /// The bound of the unconstrained coordinates of random initial points, which are uniform in
            /// ±`initial_radius`: finite and not negative; 2 by default.
            initial_radius($($starts).+.radius: f64);
        }

        #[doc = concat!("The unconstrained point at which each ", $path, " begins: one point for each, or one")]
        /// for all.
        /// Without points, each begins at a random point.
        pub fn initial_points(mut self, points: impl IntoIterator<Item = Vec<f64>>) -> Self {
            self.$($starts).+.points = points.into_iter().collect();
            self
        }

        #[doc = concat!("The value of a parameter with which each ", $path, " begins, element after element.")]
        /// Parameters without a given value begin at random, or at their values in
        /// [`initial_points`](Self::initial_points) or [`initial_draws`](Self::initial_draws).
        pub fn initial(
            mut self,
            parameter: impl $crate::trace::IntoVarName,
            value: impl $crate::chains::InitialValue,
        ) -> Self {
            self.$($starts).+.values.set(&$crate::trace::text_of(parameter), value.into_elements());
            self
        }

        #[doc = concat!("Lets each ", $path, " begin at a draw of a run, of this model or of one with")]
        /// parameters of the same names. Parameters that the run does not have begin at random.
        pub fn initial_draws(mut self, draws: &$crate::draws::Draws) -> Self {
            self.$($starts).+.values.set_draws(draws);
            self
        }
    };
}
#[doc(hidden)]
pub use crate::start_setters;
