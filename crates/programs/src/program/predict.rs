//! Prediction: the program runs again with the choices of a draw, and its observations are drawn.

use super::address::seed_of;
use super::generator::Generator;
use super::recorded::{RecordedChoices, Wanted};
use super::{Program, ProgramFit, Record, Run};
use crate::error::Error;
use rand::SeedableRng;

impl<T, F: Fn(&mut Run) -> T> Program<F> {
    /// Predicts observations: runs the program with the choices of each draw of a fit, and draws the
    /// observations from their laws. Choices that were [conditioned on](Program::condition) are drawn as
    /// well, choices that were set keep their values, and factors do not count.
    ///
    /// The fit must have recorded all of its choices. It may be a fit of another program with the same
    /// choices; choices that it does not have are drawn. In the returned fit the observations are the
    /// recorded [choices](ProgramFit::choices), and the weights are those of the fit.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::program;
    ///
    /// let coin = program(|run| {
    ///     let p = run.sample("p", beta(1.0, 1.0));
    ///     run.observe("heads", binomial(10, p), 9);
    /// });
    /// let fit = coin.single_site().draws(500).seed(1).record_all().run()?;
    /// let again = coin.predict(&fit, 2)?;
    /// assert!(again.summary()?.row("heads")?.mean > 7.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] if the fit has not recorded all choices, and [`Error::Program`] if the
    /// program cannot continue, or if a draw is impossible in it.
    pub fn predict<Value>(&self, fit: &ProgramFit<Value>, seed: u64) -> Result<ProgramFit<T>, Error> {
        if !fit.recorded.wanted.all {
            let rule = "be set for the fit from whose draws predictions are made";
            return Err(Error::InvalidSetting { setting: "record_all", rule });
        }
        let mut recorded = RecordedChoices::new(Wanted { all: true, names: Vec::new() });
        let (mut run, mut values) = (self.run(seed), Vec::new());
        run.predicts = true;
        for draw in 0..fit.recorded.count() {
            let choices = fit.recorded.draw(draw).iter();
            let choices = choices.map(|&(place, value)| (fit.recorded.names[place as usize].1, value));
            run.source = Record::of_values(choices);
            run.rng = Generator::seed_from_u64(seed_of(seed, draw as u64));
            let Some(value) = self.execute(&mut run)? else {
                let reason = format!("draw {draw} of the fit is impossible in this program");
                return Err(Error::Program { address: String::new(), reason });
            };
            values.push(value);
            recorded.push_predicted(&run.record);
        }
        let (weights, chains) = (fit.weights.clone(), fit.chains);
        Ok(ProgramFit {
            values,
            weights,
            chains,
            recorded,
            log_evidence: None,
            accepted: None,
            warnings: Vec::new(),
        })
    }
}
