//! The ways in which a draw of independent elements becomes a draw on a support whose elements depend on
//! each other.

/// The way in which a draw of independent elements becomes a draw from their law on a support. The density
/// there is the product of the elements' densities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Draws are repeated until all elements are inside.
    ByChance,
    /// The elements, which follow one law, are sorted: of n! equally likely orders one is inside.
    BySorting,
    /// The elements, which follow normal laws, are projected.
    ByProjection,
    /// Elements that have a single possible value on the support are set to it.
    ByFixing,
}

/// The laws of independent normal elements that were drawn, which a projection reads.
#[derive(Clone, Copy, Debug)]
pub struct Normals<'a> {
    pub(crate) means: &'a [f64],
    /// The standard deviations.
    pub(crate) scales: &'a [f64],
}

impl<'a> Normals<'a> {
    /// The laws of the elements of row `row`, which has `length` elements; empty if the laws are not known.
    pub(crate) fn row(self, row: usize, length: usize) -> Self {
        let part = |all: &'a [f64]| all.get(row * length..(row + 1) * length).unwrap_or_default();
        Self { means: part(self.means), scales: part(self.scales) }
    }

    /// The variances divided by the largest, so that none overflows and not all underflow.
    pub(crate) fn relative_variances(self) -> Vec<f64> {
        let largest = self.scales.iter().fold(0.0, |largest: f64, scale| largest.max(*scale));
        self.scales.iter().map(|scale| (scale / largest).powi(2)).collect()
    }

    /// True if all elements have the same variance, up to rounding.
    pub(crate) fn have_one_variance(self) -> bool {
        self.relative_variances().iter().all(|variance| (variance - 1.0).abs() <= 1e-9)
    }

    /// True if all means are 0, up to rounding.
    pub(crate) fn are_centred(self) -> bool {
        let mut all = self.means.iter().zip(self.scales);
        all.all(|(mean, scale)| mean.abs() <= 1e-9 * scale)
    }
}
