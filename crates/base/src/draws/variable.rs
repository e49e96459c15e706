//! The draws of one variable.

use super::traces::check;
use super::{Column, Draws};
use crate::error::Error;
use core::ops::Range;

/// The draws of all elements of one parameter or definition; the elements of a matrix go column after
/// column. ([`Draws::trace`] and [`Draws::values_of`] return matrices.)
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { eta: vector(2) }
/// let model = model! { eta |= normal(0.0, 1.0) };
/// let draws = Draws::new(model.compile()?.variables(), 1, 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let eta = draws.get("eta")?;
/// assert_eq!((eta.len(), eta.chains(), eta.draws_per_chain()), (2, 1, 3));
/// let means: Vec<f64> = eta.columns().map(|(_, column)| column.mean()).collect();
/// assert_eq!(means, [2.0, 5.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariableDraws<'a> {
    pub(super) draws: &'a Draws,
    pub(super) name: &'static str,
    pub(super) elements: Range<usize>,
    pub(super) values: &'a [f64],
}

impl<'a> VariableDraws<'a> {
    /// The number of elements; 1 for a scalar.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// True for a vector of length 0.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The number of chains.
    pub fn chains(&self) -> usize {
        self.draws.chains
    }

    /// The number of draws of each chain.
    pub fn draws_per_chain(&self) -> usize {
        self.draws.draws_per_chain
    }

    /// The draws of the element with this number, from 0.
    ///
    /// # Errors
    ///
    /// [`Error::IndexOutOfRange`] with the number of elements if there is no such element.
    pub fn element(&self, index: usize) -> Result<Column<'a>, Error> {
        check(&format!("the variable `{}`", self.name), index, self.len())?;
        let values = self.values.chunks_exact(self.chains() * self.draws_per_chain()).nth(index);
        Ok(self.draws.column_of(values.unwrap_or_default()))
    }

    /// The names and the draws of all elements.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&'a str, Column<'a>)> + use<'a> {
        let draws = self.draws;
        let names = draws.names[self.elements.clone()].iter();
        let columns = self.values.chunks_exact(draws.chains * draws.draws_per_chain);
        names.zip(columns).map(move |(name, values)| (name.as_str(), draws.column_of(values)))
    }

    /// All draws, in the order *element, chain, draw*.
    pub fn as_slice(&self) -> &'a [f64] {
        self.values
    }

    /// The elements, in the order of [`columns`](Self::columns), at one draw of one chain, both counted
    /// from 0.
    ///
    /// # Errors
    ///
    /// [`Error::IndexOutOfRange`] with the number of chains or draws if there is no such chain or draw.
    pub fn at(&self, chain: usize, draw: usize) -> Result<Vec<f64>, Error> {
        let place = self.draws.place(chain, draw)?;
        Ok(self.columns().map(|(_, column)| column.values[place]).collect())
    }

    /// The elements at each draw, chain after chain, in the order of [`columns`](Self::columns). For
    /// replicated data this is one data set per draw, as [`predictive`](monomorph_diagnostics::predictive)
    /// takes them.
    ///
    /// ```
    /// use monomorph::diagnostics::predictive;
    /// use monomorph::prelude::*;
    ///
    /// let y = [0.3, 1.2, 0.1, 4.1];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0) };
    /// let replicated = model.sample_prior(200, 1)?;
    /// let found = predictive::check(&y, &replicated.get("y")?.each(), &[
    ///     ("largest", &|y| y.iter().copied().fold(f64::MIN, f64::max)),
    /// ])?;
    /// println!("{found}");
    /// assert!(found.rows[0].p_value < 0.2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn each(&self) -> Vec<Vec<f64>> {
        let all = self.chains() * self.draws_per_chain();
        let at = |place: usize| self.columns().map(|(_, column)| column.values[place]).collect();
        (0..all).map(at).collect()
    }
}
