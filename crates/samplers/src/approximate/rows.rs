//! Means of an approximation, before and after its draws are weighted.

use crate::draws::Draws;
use crate::error::Error;

/// One element of an approximation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ApproximationRow {
    /// The element: `mu`, `eta[0]`, …
    pub name: String,
    /// The mean of the approximation before weighting.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub unweighted_mean: f64,
    /// The standard deviation of the approximation before weighting.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub unweighted_sd: f64,
    /// The mean after weighting, which estimates the mean of the posterior.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub mean: f64,
    /// The standard deviation after weighting, which estimates the standard deviation of the posterior.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub sd: f64,
}

/// Returns the rows of draws with weights that sum to 1.
pub(crate) fn rows(draws: &Draws, weights: &[f64]) -> Vec<ApproximationRow> {
    let equal = 1.0 / weights.len() as f64;
    let row = |(name, column): (&str, crate::draws::Column<'_>)| {
        let values = column.as_slice();
        let moments = |weight: &dyn Fn(usize) -> f64| {
            let mean: f64 = values.iter().enumerate().map(|(i, value)| weight(i) * value).sum();
            let square = |(i, value): (usize, &f64)| weight(i) * (value - mean).powi(2);
            (mean, values.iter().enumerate().map(square).sum::<f64>().sqrt())
        };
        let (unweighted_mean, unweighted_sd) = moments(&|_| equal);
        let (mean, sd) = moments(&|i| weights[i]);
        ApproximationRow { name: name.to_owned(), unweighted_mean, unweighted_sd, mean, sd }
    };
    draws.columns().map(row).collect()
}

/// The row of an element: `mu`, `eta[0]`, …
pub(crate) fn find_row(rows: Vec<ApproximationRow>, element: &str) -> Result<ApproximationRow, Error> {
    let known = rows.iter().map(|row| row.name.clone()).collect();
    let found = rows.into_iter().find(|row| row.name == element);
    found.ok_or_else(|| Error::UnknownName { name: element.to_owned(), known })
}
