//! [`Truths`]: parameters, and the data that follow from them.

use crate::draws::Draws;
use crate::error::Error;
use crate::trace::Trace;

/// Draws of parameters and of the data that follow from them, one truth a draw.
///
/// They stand for as long as posteriors are made of them, so that a model may borrow the data of its truth.
#[derive(Clone, Debug)]
pub struct Truths {
    draws: Draws,
    all: Vec<Truth>,
}

/// One truth: parameters, and data that follow from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    trace: Trace,
}

impl Truths {
    /// The truths of some draws, which have all parameters and data, as
    /// [`sample_prior`](crate::predict::Predict::sample_prior) gives them.
    pub fn of(draws: Draws) -> Self {
        let all = draws.traces().map(|trace| Truth { trace }).collect();
        Self { draws, all }
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
    /// The numbers of simulated data, by the name that they have in the model, `y` for `data(&y)`; of a
    /// matrix row after row.
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
