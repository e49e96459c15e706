//! The results of a sampler: draws, their summary and their diagnostics.
//!
//! The chapter *Results, pages and figures* of the guide begins with a whole program.

mod column;
#[cfg(feature = "report")]
mod dataset;
#[doc(hidden)]
pub mod fixed;
mod log_likelihood;
mod shown;
mod sparkline;
mod summary;
mod summary_row;
#[doc(hidden)]
pub mod table;
mod traces;
mod variable;
mod warning;

pub use column::Column;
#[cfg(feature = "report")]
#[doc(hidden)]
pub use dataset::{add_dimensions, add_variable, library, of_run};
pub use monomorph_diagnostics::chains as diagnostics;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use monomorph_diagnostics::{any_number, any_numbers};
pub use summary::Summary;
pub use summary_row::SummaryRow;
pub use variable::VariableDraws;
#[doc(hidden)]
pub use warning::e_bfmi;
pub use warning::{ChainsApart, Warning};

use crate::error::Error;
use crate::labels::position;
use crate::trace::{IntoVarName, VariableInfo};
use core::convert::Infallible;

/// The draws of all chains: the constrained values of the parameters and the values of the definitions,
/// without warmup.
///
/// The values are stored by element, then by chain, then by draw, so that the draws of one element are one
/// slice. Elements and chains are numbered from 0. The elements of a matrix, and of a vector of vectors, go
/// column after column in names, summaries and files, as in Stan.
///
/// A user's own sampler can make draws from a posterior's `variables`:
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), eta: vector(2) }
/// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
/// let posterior = model.compile()?;
///
/// // Two chains of two draws: `mu`, then `eta[0]`, then `eta[1]`.
/// let values = vec![0.1, 0.2, 0.3, 0.4, 1.0, 2.0, 3.0, 4.0, -1.0, -2.0, -3.0, -4.0];
/// let draws = Draws::new(posterior.variables(), 2, 2, values)?;
///
/// assert_eq!(draws.names(), ["mu", "eta[0]", "eta[1]"]);
/// assert_eq!(draws.column("eta[1]")?.as_slice(), [-1.0, -2.0, -3.0, -4.0]);
/// assert_eq!(draws.get("eta")?.at(1, 0)?, [3.0, -3.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter *Results, pages and figures* of the guide begins with a whole program.
///
/// Draws are equal if their variables and values are; [warnings](Self::warnings) are not compared.
#[derive(Clone, Debug)]
pub struct Draws {
    variables: Vec<VariableInfo>,
    names: Vec<String>,
    chains: usize,
    draws_per_chain: usize,
    values: Vec<f64>,
    warnings: Vec<Warning>,
}

impl PartialEq for Draws {
    fn eq(&self, other: &Self) -> bool {
        let sizes = |draws: &Self| (draws.chains, draws.draws_per_chain);
        (sizes(self), &self.variables, &self.values) == (sizes(other), &other.variables, &other.values)
    }
}

impl Draws {
    /// Makes draws from their values, in the order *element, chain, draw*.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] without chains or draws; [`Error::LengthMismatch`] if the number of values
    /// is not the product of the numbers of elements, chains and draws; [`Error::Results`] if two variables
    /// have the same name, or a name is empty.
    pub fn new(
        variables: Vec<VariableInfo>,
        chains: usize,
        draws_per_chain: usize,
        values: Vec<f64>,
    ) -> Result<Self, Error> {
        for (setting, number) in [("chains", chains), ("draws", draws_per_chain)] {
            if number == 0 {
                return Err(Error::InvalidSetting { setting, rule: "be at least 1" });
            }
        }
        for (place, VariableInfo { name, .. }) in variables.iter().enumerate() {
            if name.is_empty() {
                return Err(Error::results("a variable of the draws has no name".to_owned()));
            }
            if variables[..place].iter().any(|other| other.name == *name) {
                return Err(Error::results(format!("two variables of the draws are called `{name}`")));
            }
        }
        let names: Vec<String> = variables.iter().flat_map(VariableInfo::element_names).collect();
        let expected = names.len().saturating_mul(chains).saturating_mul(draws_per_chain);
        if values.len() != expected {
            return Err(Error::LengthMismatch {
                statement: String::new(),
                expected_by: format!(
                    "{chains} chains of {draws_per_chain} draws of {} elements",
                    names.len()
                ),
                expected,
                found_in: "the vector of values".to_owned(),
                found: values.len(),
            });
        }
        Ok(Self { variables, names, chains, draws_per_chain, values, warnings: Vec::new() })
    }

    /// Adds the warnings of a sampler about its run.
    #[doc(hidden)]
    pub fn with_warnings(mut self, warnings: Vec<Warning>) -> Self {
        self.warnings.extend(warnings);
        self
    }

    /// The warnings of the sampler about its run: divergences, chains that failed, an interruption, ….
    /// [`summary`](Self::summary) repeats them, and adds the warnings that follow from the draws.
    ///
    /// Stores keep them, see `from_zarr`; CSV files do not.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The values, in the order *element, chain, draw*.
    #[doc(hidden)]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The number of chains, at least 1.
    pub fn chains(&self) -> usize {
        self.chains
    }

    /// The number of draws of each chain, at least 1.
    pub fn draws_per_chain(&self) -> usize {
        self.draws_per_chain
    }

    /// The parameters, in the order of the posterior's coordinates, and then the definitions.
    pub fn variables(&self) -> &[VariableInfo] {
        &self.variables
    }

    /// The names of all elements: `mu`, or `eta[0]`, `eta[1]`, …, or, for a matrix, `m[0,0]`, `m[1,0]`, …
    /// Labels replace the numbers where there are labels: `alpha[St Louis]`, `alpha["a,b"]`.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The draws of all elements of a variable. The variable is given by its name, or as the parameter or
    /// definition itself.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such variable, [`Error::InvalidName`].
    pub fn get(&self, name: impl IntoVarName) -> Result<VariableDraws<'_>, Error> {
        let (variable, first) = self.find(&name.into_var_name()?.to_string())?;
        let (elements, length) = (first..first + variable.size(), self.chains * self.draws_per_chain);
        let values = &self.values[elements.start * length..elements.end * length];
        Ok(VariableDraws { draws: self, name: variable.name, elements, values })
    }

    /// The draws of one element: `mu` for a scalar, `theta[0]` for the first element of a vector,
    /// `alpha[St Louis]` for an element with a label. The quotation marks of a label, as in `alpha["a,b"]`,
    /// may be omitted if no other element has the same name without them.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn column(&self, element: &str) -> Result<Column<'_>, Error> {
        let place = position(self.names.iter().map(String::as_str), element);
        let found = place.and_then(|place| self.columns().nth(place));
        let unknown = || Error::UnknownName { name: element.to_owned(), known: self.names.clone() };
        found.map(|(_, column)| column).ok_or_else(unknown)
    }

    /// The names and the draws of all elements.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&str, Column<'_>)> {
        let columns = self.values.chunks_exact(self.chains * self.draws_per_chain);
        self.names.iter().zip(columns).map(|(name, values)| (name.as_str(), self.column_of(values)))
    }

    /// Computes the mean, the standard deviation, quantiles and diagnostics of every element that the form of
    /// a matrix does not fix.
    ///
    /// Its warnings are those [of the sampler](Self::warnings), and those that follow from the draws.
    pub fn summary(&self) -> Summary {
        Summary::new(self)
    }

    /// Returns for each element whether the form of its variable fixes it, so that a table has no row for it.
    #[doc(hidden)]
    pub fn fixed_elements(&self) -> Vec<bool> {
        let length = self.chains * self.draws_per_chain;
        let column = |element: usize| &self.values[element * length..][..length];
        let Ok(fixed) =
            fixed::fixed_elements(&self.variables, |element| Ok::<_, Infallible>(column(element)));
        fixed
    }

    /// Returns a variable, and the index of its first element among all elements.
    fn find(&self, name: &str) -> Result<(&VariableInfo, usize), Error> {
        let mut first = 0;
        for variable in &self.variables {
            if variable.name == name {
                return Ok((variable, first));
            }
            first += variable.size();
        }
        let known = self.variables.iter().map(|variable| variable.name.to_owned()).collect();
        Err(Error::UnknownName { name: name.to_owned(), known })
    }

    fn column_of<'a>(&self, values: &'a [f64]) -> Column<'a> {
        Column { values, draws_per_chain: self.draws_per_chain }
    }
}
