//! [`Truths`]: parameters, and data that are simulated from them.

use crate::draws::Draws;
use crate::error::Error;
use crate::predict::Predict;
use crate::trace::Trace;

/// Draws of parameters and of data that are simulated from them; each draw is one truth.
///
/// They outlive the posteriors that are compiled for them, so that a model may borrow the data of its truth.
#[derive(Clone, Debug)]
pub struct Truths {
    draws: Draws,
    all: Vec<Truth>,
}

/// One truth: parameters, and data that are simulated from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    trace: Trace,
}

impl Truths {
    /// Returns the truths of some draws, which must contain all parameters and data, as the draws of
    /// [`sample_prior`](crate::predict::Predict::sample_prior) do.
    pub fn of(draws: Draws) -> Self {
        let all = draws.traces().map(|trace| Truth { trace }).collect();
        Self { draws, all }
    }

    /// Returns the truths of a posterior, for a calibration at the observed data: `count` of its draws,
    /// evenly spread, each with data that the model predicts from it. The truth is a draw of the posterior
    /// given both the observed data and the truth's data, so ranks are uniform.
    ///
    /// Säilynoja, Schmitt, Bürkner and Vehtari (2025), *Posterior SBC: simulation-based calibration checking
    /// conditional on data*, arXiv 2502.03279.
    ///
    /// ```
    /// use monomorph::calibration::{Truth, Truths, sbc};
    /// use monomorph::prelude::*;
    ///
    /// let seen = [3.0, 5.0, 2.0, 4.0];
    /// params! { rate: positive() }
    /// let y = &seen;
    /// let model = model! { rate |= gamma(2.0, 1.0), data(y) |= poisson(rate) };
    /// let draws = model.clone().compile()?.gibbs().seed(1).run()?;
    /// let truths = Truths::of_posterior(model, &draws, 50, 2)?;
    /// let with_both = |truth: &Truth| {
    ///     let y = [&seen[..], truth.data("y")?].concat();
    ///     model! { rate |= gamma(2.0, 1.0), data(&y) |= poisson(rate) }.compile()
    /// };
    /// let found = sbc(&truths, with_both)
    ///     .run_with(|posterior, seed| posterior.gibbs().chains(1).draws(100).seed(seed).run())?;
    /// assert!(found.p_value() > 0.001);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`predict`](Predict::predict); [`Error::InvalidSetting`] if `count` is 0 or larger than
    /// the number of draws.
    pub fn of_posterior(model: impl Predict, draws: &Draws, count: usize, seed: u64) -> Result<Self, Error> {
        let all = draws.chains() * draws.draws_per_chain();
        if count == 0 || count > all {
            return Err(Error::InvalidSetting { setting: "count", rule: "be from 1 to the number of draws" });
        }
        let mut values = Vec::with_capacity(draws.names().len() * count);
        for (_, column) in draws.columns() {
            values.extend((1..=count).map(|part| column.as_slice()[part * all / count - 1]));
        }
        let mut variables = draws.variables().to_vec();
        let some = Draws::new(variables.clone(), 1, count, values.clone())?;
        let predicted = model.predict(&some, seed)?;
        for variable in predicted.variables() {
            if variables.iter().all(|own| own.name != variable.name) {
                let offset = values.len() / count;
                values.extend_from_slice(predicted.get(variable.name)?.as_slice());
                let mut moved = *variable;
                moved.offset = offset;
                variables.push(moved);
            }
        }
        Ok(Self::of(Draws::new(variables, 1, count, values)?))
    }

    /// The draws.
    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    /// Each truth, in the order of the draws.
    pub fn all(&self) -> &[Truth] {
        &self.all
    }
}

impl Truth {
    /// The simulated data with the name that they have in the model, `y` for `data(&y)`; a matrix row by
    /// row.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`], [`Error::InvalidName`].
    ///
    /// ```
    /// use monomorph::calibration::Truths;
    /// use monomorph::prelude::*;
    ///
    /// params! { p: interval(0.0, 1.0) }
    /// let flips = [0.0; 5];
    /// let model = model! { p |= beta(2.0, 2.0), data(&flips) |= bernoulli(p) };
    /// let truths = Truths::of(model.sample_prior(10, 1)?);
    /// assert_eq!(truths.all()[3].data("flips")?.len(), 5);
    /// let error = truths.all()[3].data("flip").unwrap_err();
    /// assert!(error.to_string().contains("flips"), "{error}");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn data(&self, name: &str) -> Result<&[f64], Error> {
        match self.trace.stored(&name.parse()?) {
            Some(value) => Ok(value.as_slice()),
            None => Err(match self.trace.get(name) {
                Err(error) => error,
                Ok(_) => Error::UnknownName { name: name.to_owned(), known: self.names() },
            }),
        }
    }

    /// All values by name: data, parameters and definitions.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    fn names(&self) -> Vec<String> {
        self.trace.iter().map(|(name, _)| name.to_string()).collect()
    }
}
