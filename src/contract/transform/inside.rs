//! The ways in which a draw of independent elements becomes one of their law on a support that ties them.

/// The way in which a draw of independent elements becomes a draw of their law on a support, where their
/// density is the product of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// There is none, but to draw until all are inside.
    ByChance,
    /// Elements of one law are sorted: one of n! orders, which are equally likely, is inside.
    BySorting,
    /// Elements of normal laws are projected.
    ByProjection,
    /// Elements that have one value on the support are given it.
    ByFixing,
}

/// The laws of independent normal elements that were drawn: what a projection reads.
#[derive(Clone, Copy, Debug)]
pub struct Normals<'a> {
    pub(crate) means: &'a [f64],
    /// The standard deviations.
    pub(crate) scales: &'a [f64],
}

impl<'a> Normals<'a> {
    /// The laws of a row of `length` elements; nothing where nothing is known.
    pub(crate) fn row(self, row: usize, length: usize) -> Self {
        let part = |all: &'a [f64]| all.get(row * length..(row + 1) * length).unwrap_or_default();
        Self { means: part(self.means), scales: part(self.scales) }
    }

    /// The variances in proportion to the largest, of which none is too large or all too small for a number.
    pub(crate) fn relative_variances(self) -> Vec<f64> {
        let largest = self.scales.iter().fold(0.0, |largest: f64, scale| largest.max(*scale));
        self.scales.iter().map(|scale| (scale / largest).powi(2)).collect()
    }

    /// True if all have one variance, but for rounding.
    pub(crate) fn have_one_variance(self) -> bool {
        self.relative_variances().iter().all(|variance| (variance - 1.0).abs() <= 1e-9)
    }

    /// True if all means are 0, but for rounding.
    pub(crate) fn are_centred(self) -> bool {
        let mut all = self.means.iter().zip(self.scales);
        all.all(|(mean, scale)| mean.abs() <= 1e-9 * scale)
    }
}
