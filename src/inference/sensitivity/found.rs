//! What was found of the sensitivity of each quantity.

use crate::error::Error;
use core::fmt;
use monomorph_diagnostics::sensitivity::THRESHOLD;

/// Rows that are printed at most.
const ROWS: usize = 30;

/// From this shape of their tails on weights are no good.
const UNRELIABLE: f64 = 0.7;

/// How far each quantity moves with the prior and with the likelihood. It prints as a table, the most
/// sensitive to priors first.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    pub(super) rows: Vec<SensitivityRow>,
    pub(super) pareto_k: f64,
    /// The parameters whose priors were chosen; none if all priors are scaled together.
    pub(super) chosen: Vec<String>,
}

/// The sensitivity of one quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitivityRow {
    /// The name of the element.
    pub name: String,
    /// How far it moves for each doubling of the priors together: of all, or of those that were chosen. NaN
    /// of a quantity that is not finite at some draw.
    pub prior: f64,
    /// How far it moves for each doubling of the likelihood.
    pub likelihood: f64,
    /// How far it moves for each doubling of the prior of one parameter, by the name of that.
    pub by_prior: Vec<(String, f64)>,
}

/// What sensitivities mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// Data decide, or nothing moves it; or nothing is known of it, where its sensitivities are NaN.
    Fine,
    /// The prior decides: it is strong, or data are weak.
    StrongPrior,
    /// Prior and data both move it: they disagree.
    Conflict,
}

impl SensitivityRow {
    /// What the sensitivities mean, by the threshold of 0.05.
    pub fn diagnosis(&self) -> Diagnosis {
        match (self.prior >= THRESHOLD, self.likelihood >= THRESHOLD) {
            (true, true) => Diagnosis::Conflict,
            (true, false) => Diagnosis::StrongPrior,
            _ => Diagnosis::Fine,
        }
    }

    /// The parameter whose prior moves it most, if any does by the threshold of 0.05.
    pub fn strongest_prior(&self) -> Option<&str> {
        let known = self.by_prior.iter().filter(|(_, sensitivity)| *sensitivity >= THRESHOLD);
        known.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name.as_str())
    }
}

impl Sensitivity {
    /// The rows, in the order of the draws' elements.
    pub fn rows(&self) -> &[SensitivityRow] {
        &self.rows
    }

    /// The row of an element.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
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

    /// The priors that were scaled, in words.
    fn scaled_priors(&self) -> String {
        let named = self.chosen.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
        match &named[..] {
            [] => "all priors".to_owned(),
            [one] => format!("the prior of {one}"),
            [others @ .., last] => format!("the priors of {} and {last}", others.join(", ")),
        }
    }

    /// The larger of the shapes of the tails of both sets of weights. Above 0.7 the numbers are no good.
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
            writeln!(f, "Nothing is said of {name}{more}: not finite at some draw.")?;
        }
        if self.pareto_k > UNRELIABLE {
            writeln!(f, "Pareto k of the weights is {:.2}: these numbers are not reliable", self.pareto_k)?;
        }
        Ok(())
    }
}
