//! [`Summary`]: one row of estimates and diagnostics for each element.

use super::shown::variable;
use super::{Column, Draws, Warning, diagnostics, sparkline};
use crate::error::Error;
use crate::labels::position;

/// The number of draws, over all elements, from which on a summary is computed by several threads.
const PARALLEL: usize = 100_000;

/// The summary of one element's draws.
///
/// A number is NaN if the draws do not determine it: for example R-hat for a single chain, or the
/// diagnostics of an element that never changes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SummaryRow {
    /// The element: `mu`, `eta[0]`, …
    pub name: String,
    /// The posterior mean.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub mean: f64,
    /// The posterior standard deviation.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub sd: f64,
    /// The 5 % quantile.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub q5: f64,
    /// The median.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub q50: f64,
    /// The 95 % quantile.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub q95: f64,
    /// The Monte Carlo standard error of the mean.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub mcse_mean: f64,
    /// The effective sample size for the centre of the distribution, in draws.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub ess_bulk: f64,
    /// The effective sample size for the 5 % and 95 % quantiles, in draws.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub ess_tail: f64,
    /// The rank-normalised split R-hat.
    #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
    pub rhat: f64,
    /// A histogram of twelve bins from the 1 % to the 99 % quantile: heights from 0 to 8, relative to the
    /// highest bin.
    pub density: [u8; sparkline::BINS],
}

impl SummaryRow {
    /// Makes the row of an element from its numbers in the order of the fields.
    #[doc(hidden)]
    pub fn of_numbers(name: String, numbers: [f64; 9], density: [u8; sparkline::BINS]) -> Self {
        let [mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat] = numbers;
        Self { name, mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat, density }
    }

    /// The numbers of the row in the order of the fields.
    #[doc(hidden)]
    pub fn numbers(&self) -> [f64; 9] {
        let Self { name: _, mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat, density: _ } = self;
        [*mean, *sd, *q5, *q50, *q95, *mcse_mean, *ess_bulk, *ess_tail, *rhat]
    }

    /// Computes the row of an element from the draws of each chain.
    #[doc(hidden)]
    pub fn of(name: &str, chains: &[&[f64]]) -> Self {
        let quantiles = diagnostics::quantiles(chains, &[0.05, 0.5, 0.95, 0.01, 0.99]);
        let quantile = |i: usize| quantiles.get(i).copied().unwrap_or(f64::NAN);
        Self {
            name: name.to_owned(),
            mean: diagnostics::mean(chains),
            sd: diagnostics::sd(chains),
            q5: quantile(0),
            q50: quantile(1),
            q95: quantile(2),
            mcse_mean: diagnostics::mcse_mean(chains),
            ess_bulk: diagnostics::ess_bulk(chains),
            ess_tail: diagnostics::ess_tail(chains),
            rhat: diagnostics::rhat(chains),
            density: sparkline::heights(chains, (quantile(3), quantile(4))),
        }
    }
}

/// The mean, the standard deviation, quantiles and diagnostics of every element, and warnings.
///
/// It is printed as a table with a paragraph for each warning. Its numbers can also be read:
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let model = model! { mu |= normal(0.0, 1.0) };
/// let draws = Draws::new(model.compile()?.variables(), 2, 4, vec![1.0, 2.0, 3.0, 4.0, 4.0, 3.0, 2.0, 1.0])?;
/// let summary = draws.summary();
/// assert_eq!(summary.row("mu")?.mean, 2.5);
/// assert_eq!(summary.rows().len(), 1);
/// println!("{summary}");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    rows: Vec<SummaryRow>,
    chains: usize,
    draws_per_chain: usize,
    warnings: Vec<Warning>,
}

impl Summary {
    pub(super) fn new(draws: &Draws) -> Self {
        Self::of_rows(rows(draws), (draws.chains, draws.draws_per_chain), draws.warnings.clone())
    }

    /// Makes a summary of rows, the number of chains, and the number of draws of each chain. The warnings
    /// that follow from the rows are added to `warnings`.
    #[doc(hidden)]
    pub fn of_rows(
        rows: Vec<SummaryRow>,
        (chains, draws_per_chain): (usize, usize),
        mut warnings: Vec<Warning>,
    ) -> Self {
        warnings.extend(Warning::of_rows(&rows, chains, draws_per_chain));
        Self { rows, chains, draws_per_chain, warnings }
    }

    /// Adds a sampler's warnings before those of the draws.
    #[doc(hidden)]
    pub fn with_warnings(mut self, mut warnings: Vec<Warning>) -> Self {
        warnings.append(&mut self.warnings);
        Self { warnings, ..self }
    }

    /// The rows, in the order of [`Draws::names`].
    pub fn rows(&self) -> &[SummaryRow] {
        &self.rows
    }

    /// The row of an element: `mu`, `eta[0]`, …
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn row(&self, element: &str) -> Result<&SummaryRow, Error> {
        let unknown = || Error::UnknownName {
            name: element.to_owned(),
            known: self.rows.iter().map(|row| row.name.clone()).collect(),
        };
        let place = position(self.rows.iter().map(|row| row.name.as_str()), element);
        place.map(|place| &self.rows[place]).ok_or_else(unknown)
    }

    /// The summary of some variables or elements, in the order of these names:
    /// `summary.of(&["mu", "tau"])`. The warnings are still those of all elements.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] for a name that is neither a variable nor an element.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(3) }
    /// let draws = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) }.sample_prior(100, 1)?;
    /// let part = draws.summary().of(&["eta", "mu"])?;
    /// assert_eq!((part.rows().len(), part.rows()[3].name.as_str()), (4, "mu"));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn of(&self, names: &[&str]) -> Result<Self, Error> {
        let mut rows = Vec::new();
        for name in names {
            let before = rows.len();
            rows.extend(self.rows.iter().filter(|row| variable(&row.name) == *name).cloned());
            if rows.len() == before {
                rows.push(self.row(name)?.clone());
            }
        }
        Ok(Self { rows, ..self.clone() })
    }

    /// The warnings about the draws; empty if there are none.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the table as CSV with all digits: a row for each element, names in quotation marks.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { eta: vector(2) }
    /// let draws = model! { eta |= normal(0.0, 1.0) }.sample_prior(100, 1)?;
    /// let csv = draws.summary().to_csv();
    /// assert!(csv.starts_with("name,mean,sd,q5,q50,q95,mcse_mean,ess_bulk,ess_tail,rhat\n\"eta[0]\","));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn to_csv(&self) -> String {
        let mut text = String::from("name,mean,sd,q5,q50,q95,mcse_mean,ess_bulk,ess_tail,rhat\n");
        for row in &self.rows {
            let SummaryRow { name, mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat, density: _ } =
                row;
            let numbers = [mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat];
            text.push('"');
            text.push_str(&name.replace('"', "\"\""));
            text.push('"');
            numbers.iter().for_each(|number| text.push_str(&format!(",{number}")));
            text.push('\n');
        }
        text
    }

    /// The number of chains.
    pub fn chains(&self) -> usize {
        self.chains
    }

    /// The number of draws of each chain.
    pub fn draws_per_chain(&self) -> usize {
        self.draws_per_chain
    }
}

/// The rows of all elements, computed on all cores if there are many draws.
fn rows(draws: &Draws) -> Vec<SummaryRow> {
    let columns: Vec<_> = draws.columns().collect();
    let summarise = |columns: &[(&str, Column<'_>)]| -> Vec<SummaryRow> {
        columns.iter().map(|(name, column)| SummaryRow::of(name, &column.chains())).collect()
    };
    let cores = monomorph_numerics::cores();
    if cores == 1 || draws.values.len() < PARALLEL {
        return summarise(&columns);
    }
    let parts: Vec<_> = columns.chunks(columns.len().div_ceil(cores)).collect();
    std::thread::scope(|scope| {
        let spawn = |part| std::thread::Builder::new().spawn_scoped(scope, move || summarise(part));
        let started: Vec<_> = parts.iter().map(|part| spawn(*part)).collect();
        let finish = started.into_iter().zip(&parts).flat_map(|(thread, part)| {
            // If the thread did not start or panicked, the part is computed here.
            thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(|| summarise(part))
        });
        finish.collect()
    })
}
