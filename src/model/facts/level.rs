//! The order in which parameters are computed when the bounds of some mention others.

/// The parameters that a pass of `constrain` or `pull_back` computes.
///
/// A parameter whose bounds are numbers or data has level 0, any other is one above the highest parameter
/// that its bounds mention. `constrain` goes through the levels upward and `pull_back` downward. A model
/// without such bounds has one level and one pass, [`Every`](Self::Every), in which nothing is compared.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// All parameters.
    Every,
    /// The parameters of one level.
    Only(usize),
}

impl Level {
    /// Returns true if the pass computes the parameters of this level.
    #[inline(always)]
    pub(crate) fn includes(self, level: usize) -> bool {
        match self {
            Self::Every => true,
            Self::Only(own) => own == level,
        }
    }
}
