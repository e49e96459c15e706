//! Adds new elements to draws, which the former model did not have: they are drawn given the other
//! elements.
//!
//! Let u be the new elements, drawn from p(u | θ), their prior given the draw θ. Then (θ, u) is a draw of
//! p(θ | rows before) p(u | θ), and its weight in the new posterior is p(added rows | θ, u): the density of
//! u is in both and is never computed.

use super::builder::{Rows, Update};
use crate::draws::Draws;
use crate::error::Error;
use crate::trace::VariableInfo;
use std::borrow::Cow;

impl<'a> Update<'a> {
    /// Takes new elements, such as the effect of a county that had no data, from a function of the old
    /// draws that draws the elements from their prior given all others: `predict` of the model of all rows
    /// does that. Draws with these elements are weighted like any others; without such a function new
    /// elements need a refit.
    ///
    /// The added rows must be given by [`added`](Self::added); its function then receives the draws with
    /// the new elements.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::sampling::Route;
    ///
    /// fn rates<'a>(events: &'a [u32], county: &'a Labels) -> impl Model + 'a {
    ///     params! { mu: real(), log_rate: vector(county) }
    ///     model! {
    ///         mu |= normal(1.0, 1.0),
    ///         log_rate |= normal(mu, 0.5),
    ///         data(events) |= poisson_log(log_rate.at(county)),
    ///     }
    /// }
    ///
    /// let (county, events) = (Labels::from(&["Aitkin", "Anoka", "Anoka"]), [2, 4, 5]);
    /// let fit = rates(&events, &county).compile()?.nuts().seed(1).run()?;
    ///
    /// let new = county.extended(&["Cass"]);                       // the rows that came
    /// let all = county.extended(&["Aitkin", "Anoka", "Anoka", "Cass"]);
    /// let model = rates(&[2, 4, 5, 1], &all);
    /// let posterior = model.compile()?;
    /// let updated = fit
    ///     .update(&posterior)
    ///     .new_elements(|draws| model.predict(draws, 2))
    ///     .added(|draws| rates(&[1], &new).pointwise_log_likelihood(draws))
    ///     .run()?;
    /// assert_eq!(updated.route(), Route::Weighted);
    /// assert!(updated.row("log_rate[Cass]")?.mean < updated.row("mu")?.mean);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn new_elements(
        mut self,
        elements: impl Fn(&Draws) -> Result<Draws, Error> + Send + Sync + 'a,
    ) -> Self {
        self.new_elements = Some(Box::new(elements));
        self
    }

    /// Completes the draws: each parameter takes the values of the function if it has them, else it keeps
    /// its own.
    pub(super) fn complete(&mut self, elements: &Rows<'a>) -> Result<(), Error> {
        let (old, target) = (&self.basis.draws, self.target.variables());
        let drawn = elements(old)?;
        let find = |name: &str| {
            let is_wanted = target.iter().any(|variable| variable.name == name && !variable.is_defined);
            drawn.variables().iter().find(|variable| is_wanted && variable.name == name)
        };
        let was_there = |name: &str| old.variables().iter().any(|variable| variable.name == name);
        let before = old.variables().iter().filter(|variable| !variable.is_defined);
        let before = before.map(|own| find(own.name).map_or((&**old, own), |other| (&drawn, other)));
        let new = drawn.variables().iter().filter(|own| find(own.name).is_some() && !was_there(own.name));
        let (mut variables, mut values) = (Vec::new(), Vec::new());
        for (draws, own) in before.chain(new.map(|own| (&drawn, own))) {
            let variable = VariableInfo::behind(&variables, own.name, own.extent(), false);
            variables.push(variable.with_levels(own.levels).with_form(own.form));
            values.extend_from_slice(draws.get(own.name)?.as_slice());
        }
        let draws = Draws::new(variables, old.chains(), old.draws_per_chain(), values)?;
        (self.basis.draws, self.basis.is_completed) = (Cow::Owned(draws), true);
        Ok(())
    }
}
