//! The conversion of draws to traces, and to values of the parameters' types.

use super::Draws;
use crate::error::Error;
use crate::error::text::{CHAINS, DRAWS};
use crate::trace::{Named, Shaped, Trace, Value, VarName, VariableInfo};

/// Returns an error if there are not more than `index` things.
pub(super) fn check(what: &str, index: usize, length: usize) -> Result<(), Error> {
    if index < length {
        return Ok(());
    }
    let (statement, what, index) = (String::new(), what.to_owned(), index as f64);
    Err(Error::IndexOutOfRange { statement, what, position: None, index, length })
}

impl Draws {
    /// Returns one draw of one chain, both counted from 0, as the values of all variables by name.
    ///
    /// # Errors
    ///
    /// [`Error::IndexOutOfRange`] if there is no such chain or draw.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(2) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let values = vec![0.1, 0.2, 1.0, 2.0, -1.0, -2.0];
    /// let draws = Draws::new(model.compile()?.variables(), 1, 2, values)?;
    /// assert_eq!(draws.trace(0, 1)?, Trace::new().with("mu", 0.2)?.with("eta", [2.0, -2.0])?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn trace(&self, chain: usize, draw: usize) -> Result<Trace, Error> {
        Ok(self.trace_at(self.place(chain, draw)?))
    }

    /// Iterates over all draws, one chain after the other.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// let draws = Draws::new(model.compile()?.variables(), 2, 2, vec![1.0, 2.0, 3.0, 4.0])?;
    /// let largest = draws.traces().filter(|trace| trace.get("mu").unwrap()[0] > 2.5);
    /// assert_eq!(largest.count(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn traces(&self) -> impl ExactSizeIterator<Item = Trace> {
        let all = 0..self.chains * self.draws_per_chain;
        all.map(|place| self.trace_at(place))
    }

    /// The values of a parameter or a definition in all draws, one chain after the other. The type follows
    /// from the shape: `f64`, `Vec<f64>` or a matrix of faer.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] and [`Error::ShapeMismatch`] if these draws do not have the variable.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(2) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let values = vec![0.1, 0.2, 1.0, 2.0, -1.0, -2.0];
    /// let draws = Draws::new(model.compile()?.variables(), 1, 2, values)?;
    ///
    /// assert_eq!(draws.values_of(mu)?, [0.1, 0.2]);
    /// let spreads: Vec<f64> = draws.values_of(eta)?.iter().map(|eta| eta[0] - eta[1]).collect();
    /// assert_eq!(spreads, [2.0, 4.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// An expression of parameters has no name:
    ///
    /// ```compile_fail,E0277
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// let draws = Draws::new(model.compile()?.variables(), 1, 1, vec![0.1])?;
    /// let _ = draws.values_of(mu + 1.0)?;
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn values_of<V: Named>(&self, _: V) -> Result<Vec<<V::Shape as Shaped>::Value>, Error> {
        let (info, first) = self.find(V::NAME)?;
        let all = 0..self.chains * self.draws_per_chain;
        all.map(|place| V::Shape::typed(V::NAME, self.value_at(info, first, place))).collect()
    }

    /// The value of a parameter or a definition at one draw of one chain, both counted from 0.
    ///
    /// # Errors
    ///
    /// [`Error::IndexOutOfRange`] if there is no such chain or draw, and the errors of
    /// [`values_of`](Self::values_of).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// let draws = Draws::new(model.compile()?.variables(), 2, 2, vec![1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(draws.value_of(mu, 1, 0)?, 3.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn value_of<V: Named>(
        &self,
        _: V,
        chain: usize,
        draw: usize,
    ) -> Result<<V::Shape as Shaped>::Value, Error> {
        let (info, first) = self.find(V::NAME)?;
        V::Shape::typed(V::NAME, self.value_at(info, first, self.place(chain, draw)?))
    }

    /// Returns the index of a draw among the draws of all chains.
    pub(super) fn place(&self, chain: usize, draw: usize) -> Result<usize, Error> {
        check(CHAINS, chain, self.chains)?;
        check(DRAWS, draw, self.draws_per_chain)?;
        Ok(chain * self.draws_per_chain + draw)
    }

    fn trace_at(&self, place: usize) -> Trace {
        let mut first = 0;
        let entries = self.variables.iter().map(|variable| {
            let value = self.value_at(variable, first, place);
            first += variable.size();
            (VarName::of_variable(variable.name), value)
        });
        Trace::from_entries(entries.collect())
    }

    /// Returns the value of a variable, whose first element has the index `first`, at the draw with the
    /// index `place` among all draws.
    fn value_at(&self, variable: &VariableInfo, first: usize, place: usize) -> Value {
        let length = self.chains * self.draws_per_chain;
        let elements = first..first + variable.size();
        let elements: Vec<f64> = elements.map(|element| self.values[element * length + place]).collect();
        Value::of_names(variable.extent(), &elements)
    }
}
