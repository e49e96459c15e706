//! [`Summary`]: rows of estimates and diagnostics, and warnings.

use super::fixed::split;
use super::shown::variable;
use super::{Column, Draws, SummaryRow, Warning};
use crate::error::Error;
use crate::labels::position;

/// The number of draws, over all elements, from which on a summary is computed by several threads.
const PARALLEL: usize = 100_000;

/// The mean, the standard deviation, quantiles and diagnostics of elements, and warnings.
///
/// Elements that the form of a matrix fixes have no row: ones and zeros of a Cholesky factor, the diagonal of
/// a correlation matrix, and the upper triangle of a symmetric matrix. See
/// [`left_out`](Self::left_out).
///
/// The summary is printed as a table with a paragraph for each warning. Its numbers can also be read:
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
    #[cfg_attr(feature = "serde", serde(default))]
    left_out: Vec<SummaryRow>,
    chains: usize,
    draws_per_chain: usize,
    warnings: Vec<Warning>,
}

impl Summary {
    pub(super) fn new(draws: &Draws) -> Self {
        let lengths = (draws.chains, draws.draws_per_chain);
        Self::of_rows(split(rows(draws), &draws.fixed_elements()), lengths, draws.warnings.clone())
            .with_chains_apart(|element| Some(draws.column(element).ok()?.as_slice().to_vec()))
    }

    /// Makes a summary of rows and of the rows that are left out, the number of chains, and the number of
    /// draws of each chain. The warnings that follow from the rows are added to `warnings`.
    #[doc(hidden)]
    pub fn of_rows(
        (rows, left_out): (Vec<SummaryRow>, Vec<SummaryRow>),
        (chains, draws_per_chain): (usize, usize),
        mut warnings: Vec<Warning>,
    ) -> Self {
        warnings.extend(Warning::of_rows(&rows, chains, draws_per_chain));
        Self { rows, left_out, chains, draws_per_chain, warnings }
    }

    /// Adds the chains that lie apart to the warning about R-hat, given the draws of an element by its name,
    /// chain after chain; `None` if there are none.
    #[doc(hidden)]
    pub fn with_chains_apart(mut self, draws: impl Fn(&str) -> Option<Vec<f64>>) -> Self {
        for warning in &mut self.warnings {
            warning.find_chains_apart(&self.rows, self.draws_per_chain, &draws);
        }
        self
    }

    /// Adds to the warning about R-hat which chains have a far lower log density than the others.
    /// `log_densities` returns those of all draws, chain after chain; it is called if chains lie apart.
    #[doc(hidden)]
    pub fn with_log_densities<E>(
        mut self,
        log_densities: impl Fn() -> Result<Vec<f64>, E>,
    ) -> Result<Self, E> {
        for warning in &mut self.warnings {
            if let Warning::Rhat { apart: Some(apart), .. } = warning {
                apart.find_lost(&log_densities()?.chunks_exact(self.draws_per_chain).collect::<Vec<_>>());
            }
        }
        Ok(self)
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

    /// The rows of the elements that are left out, because the form of a matrix fixes them: elements that
    /// are constant in all matrices of this form, and elements above the diagonal of a symmetric matrix.
    /// The [form](crate::shape::MatrixForm) follows from the declaration of a parameter, from
    /// `multiply_lower_tri_self_transpose`, `tcrossprod`, `crossprod` and `cholesky`; any other square
    /// matrix is symmetric if all its draws are, to the last bit.
    ///
    /// [`row`](Self::row) and [`of`](Self::of) find these elements by their names.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { omega: corr_matrix(2) }
    /// let draws = model! { omega |= lkj_corr(2.0) }.sample_prior(100, 1)?;
    /// let summary = draws.summary();
    /// assert_eq!((summary.rows().len(), summary.rows()[0].name.as_str()), (1, "omega[1,0]"));
    /// assert_eq!(summary.left_out().len(), 3);
    /// assert_eq!(summary.row("omega[0,1]")?.mean, summary.row("omega[1,0]")?.mean);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn left_out(&self) -> &[SummaryRow] {
        &self.left_out
    }

    /// The row of an element: `mu`, `eta[0]`, …
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn row(&self, element: &str) -> Result<&SummaryRow, Error> {
        let all = || self.rows.iter().chain(&self.left_out);
        let unknown = || Error::UnknownName {
            name: element.to_owned(),
            known: all().map(|row| row.name.clone()).collect(),
        };
        let place = position(all().map(|row| row.name.as_str()), element);
        place.and_then(|place| all().nth(place)).ok_or_else(unknown)
    }

    /// The summary of some variables or elements, in the order of these names:
    /// `summary.of(&["mu", "tau"])`. An element that is left out has a row if its own name is given. The
    /// warnings are still those of all elements.
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
        let (mut rows, mut left_out) = (Vec::new(), Vec::new());
        for name in names {
            let before = rows.len() + left_out.len();
            let is_own = |row: &&SummaryRow| variable(&row.name) == *name;
            rows.extend(self.rows.iter().filter(is_own).cloned());
            left_out.extend(self.left_out.iter().filter(is_own).cloned());
            if rows.len() + left_out.len() == before {
                rows.push(self.row(name)?.clone());
            }
        }
        Ok(Self { rows, left_out, ..self.clone() })
    }

    /// The warnings about the draws; empty if there are none.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the table as CSV with all digits: the [rows](Self::rows), with names in quotation marks.
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
