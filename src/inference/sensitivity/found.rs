//! The sensitivity of each quantity.

use crate::error::Error;
use core::fmt;
use monomorph_diagnostics::sensitivity::THRESHOLD;

/// The maximum number of printed rows.
const ROWS: usize = 30;

/// The shape of the tail from which on weights are unreliable.
const UNRELIABLE: f64 = 0.7;

/// The distances by which each quantity moves with the prior and with the likelihood. It prints as a table,
/// with the quantities that are most sensitive to priors first.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sensitivity {
    pub(super) rows: Vec<SensitivityRow>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::draws::any_number::serialize"))]
    pub(super) pareto_k: f64,
    /// The parameters whose priors were chosen; none if all priors are scaled together.
    pub(super) chosen: Vec<String>,
}

/// The sensitivity of one quantity.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SensitivityRow {
    /// The name of the element.
    pub name: String,
    /// The distance by which the quantity moves for each doubling of the priors together: of all priors, or
    /// of the chosen ones. It is NaN for a quantity that is not finite at some draw.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::draws::any_number::serialize"))]
    pub prior: f64,
    /// The distance by which the quantity moves for each doubling of the likelihood.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::draws::any_number::serialize"))]
    pub likelihood: f64,
    /// The distance by which the quantity moves for each doubling of the prior of one parameter, with the
    /// parameter's name.
    pub by_prior: Vec<(String, f64)>,
}

/// The interpretation of sensitivities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Diagnosis {
    /// The data determine the quantity, or nothing moves it; or its sensitivities are NaN, so nothing is
    /// known.
    Fine,
    /// The prior determines the quantity: the prior is strong, or the data are weak.
    StrongPrior,
    /// Both prior and data move the quantity: they disagree.
    Conflict,
}

impl SensitivityRow {
    /// Returns the interpretation of the sensitivities, with the threshold of 0.05.
    pub fn diagnosis(&self) -> Diagnosis {
        match (self.prior >= THRESHOLD, self.likelihood >= THRESHOLD) {
            (true, true) => Diagnosis::Conflict,
            (true, false) => Diagnosis::StrongPrior,
            _ => Diagnosis::Fine,
        }
    }

    /// Returns the parameter whose prior moves the quantity most, if any prior does by the threshold of
    /// 0.05.
    pub fn strongest_prior(&self) -> Option<&str> {
        let known = self.by_prior.iter().filter(|(_, sensitivity)| *sensitivity >= THRESHOLD);
        known.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name.as_str())
    }
}

impl Sensitivity {
    /// The rows, in the order of the draws' elements, without the elements that the form of a matrix fixes,
    /// as the diagonal of a correlation matrix.
    pub fn rows(&self) -> &[SensitivityRow] {
        &self.rows
    }

    /// The row of an element.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element, or if the form of its matrix fixes it.
    pub fn row(&self, element: &str) -> Result<&SensitivityRow, Error> {
        self.rows.iter().find(|row| row.name == element).ok_or_else(|| Error::UnknownName {
            name: element.to_owned(),
            known: self.rows.iter().map(|row| row.name.clone()).collect(),
        })
    }

    /// The parameters whose priors were [chosen](super::PowerScale::sensitivity_to); none if all priors were
    /// scaled together.
    pub fn chosen(&self) -> &[String] {
        &self.chosen
    }

    /// Returns the text that names the scaled priors.
    fn scaled_priors(&self) -> String {
        let named = self.chosen.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
        match &named[..] {
            [] => "all priors".to_owned(),
            [one] => format!("the prior of {one}"),
            [others @ .., last] => format!("the priors of {} and {last}", others.join(", ")),
        }
    }

    /// The larger of the tail shapes of both sets of weights. Above 0.7 the sensitivities are unreliable.
    pub fn pareto_k(&self) -> f64 {
        self.pareto_k
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fine => "",
            Self::StrongPrior => "strong prior or weak data",
            Self::Conflict => "prior and data disagree",
        })
    }
}

impl fmt::Display for Sensitivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<&SensitivityRow> = self.rows.iter().filter(|row| !row.prior.is_nan()).collect();
        rows.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let width = rows.iter().take(ROWS).map(|row| row.name.chars().count()).max().unwrap_or(0).max(8);
        writeln!(f, "{:width$}  prior  likelihood", "quantity")?;
        for row in rows.iter().take(ROWS) {
            let SensitivityRow { name, prior, likelihood, .. } = row;
            write!(f, "{name:width$}  {prior:>5.2}  {likelihood:>10.2}")?;
            match (row.diagnosis(), row.strongest_prior()) {
                (Diagnosis::Fine, _) => writeln!(f)?,
                (diagnosis, Some(prior)) => writeln!(f, "  {diagnosis}; most by the prior of `{prior}`")?,
                (diagnosis, None) => writeln!(f, "  {diagnosis}")?,
            }
        }
        if rows.len() > ROWS {
            writeln!(f, "… and {} quantities that priors move less", rows.len() - ROWS)?;
        }
        let moved = rows.iter().filter(|row| row.prior >= THRESHOLD).count();
        match moved {
            0 => writeln!(f, "No quantity moves with its priors: all are below {THRESHOLD}.")?,
            1 => writeln!(f, "1 quantity moves with its priors, by {THRESHOLD} or more.")?,
            _ => writeln!(f, "{moved} quantities move with their priors, by {THRESHOLD} or more.")?,
        }
        let scaled = self.scaled_priors();
        writeln!(f, "Numbers are distances moved by a doubling of {scaled}, or of the likelihood.")?;
        let mut unknown = self.rows.iter().filter(|row| row.prior.is_nan());
        if let Some(SensitivityRow { name, .. }) = unknown.next() {
            let more = match unknown.count() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            writeln!(f, "No result for {name}{more}: not finite at some draw.")?;
        }
        if self.pareto_k > UNRELIABLE {
            writeln!(f, "Pareto k of the weights is {:.2}: these numbers are not reliable", self.pareto_k)?;
        }
        Ok(())
    }
}
