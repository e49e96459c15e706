//! Marginalised variables, when the other parameters are known: their joint draws, and their probabilities.
//!
//! Given the parameters θ of a draw, p(zᵢ = k | y, θ) = rᵢₖ are the weights in the sum's own gradient, so no
//! simulation is needed: z is drawn from these probabilities, element by element, and of several dependent
//! variables the later ones are drawn given the earlier ones. The average of rᵢₖ over draws of θ has a
//! smaller variance than the share of draws of z that are k (Rao and Blackwell).

mod chain;
mod probabilities;
mod recovery;

use crate::draws::Draws;
use crate::error::Error;
use crate::model::VisitSummed;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, VariableInfo};
use crate::predict::by_element;
use crate::trace::Named;
use monomorph_diagnostics::psis::{Quality, psis};
use probabilities::Probabilities;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use recovery::Recovery;

impl<M: BoundModel> Posterior<M> {
    /// Draws the variables that were [marginalised](crate::model::Marginalise::marginalise) jointly, once
    /// for each draw of the other parameters; together they are draws of the posterior of all parameters.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] for a parameter that the draws do not contain, the errors of
    /// [`unconstrain`](Self::unconstrain), and [`Error::Empty`] if nothing was marginalised.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [-2.1, 1.9, 2.2, -1.8, 2.4];
    /// params! { mu: ordered(2), z: vector(y.len()).category(2) }
    /// let model = model! {
    ///     mu |= normal(0.0, 5.0),
    ///     z  |= categorical(&[0.5, 0.5]),
    ///     data(&y) |= normal(mu.at(z), 1.0),
    /// };
    /// let posterior = model.marginalise(z).compile()?;
    /// let fit = posterior.nuts().chains(2).draws(300).seed(1).run()?;
    /// let categories = posterior.recover(fit.draws(), 1)?;
    /// assert!(categories.column("z[0]")?.mean() < 0.1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn recover(&self, draws: &Draws, seed: u64) -> Result<Draws, Error> {
        self.recover_weighted(draws, seed).map(|(recovered, _)| recovered)
    }

    /// Computes [`recover`](Self::recover), and how well the approximations of
    /// [`marginalise_by_laplace`](crate::model::Marginalise::marginalise_by_laplace) fit: Pareto's k̂ of the
    /// ratios of the joint posterior to the approximation, one ratio for each draw. The quality is `None` if
    /// all variables are drawn from their exact distribution.
    ///
    /// If k̂ is above 0.7 the approximation is not reliable, and NUTS on all parameters is the remedy. With
    /// thousands of effects, each effect contributes to the ratio of a draw: a large k̂ then only shows that
    /// the draws of all effects cannot be weighted together.
    ///
    /// # Errors
    ///
    /// The errors of [`recover`](Self::recover), and [`Error::NotFinite`] if a ratio is not finite.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (count, group) = ([3, 0, 2, 12, 9, 1], [0, 0, 1, 2, 2, 3]);
    /// params! { tau: positive(), effect: vector(4) }
    /// let model = model! {
    ///     tau    |= half_normal(1.0),
    ///     effect |= normal(1.0, tau),
    ///     data(&count) |= poisson_log(effect.at(&group)),
    /// };
    /// let posterior = model.marginalise_by_laplace(effect).compile()?;
    /// let fit = posterior.nuts().chains(2).draws(300).seed(1).run()?;
    /// let (effects, quality) = posterior.recover_with_quality(fit.draws(), 1)?;
    /// assert!(effects.column("effect[2]")?.mean() > 1.0);
    /// assert!(quality.is_some_and(|quality| quality.pareto_k < 0.7));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn recover_with_quality(&self, draws: &Draws, seed: u64) -> Result<(Draws, Option<Quality>), Error> {
        let (recovered, log_ratios) = self.recover_weighted(draws, seed)?;
        let count = draws.chains() * draws.draws_per_chain();
        let each = log_ratios.len() / count.max(1);
        if each == 0 {
            return Ok((recovered, None));
        }
        let sums: Vec<f64> = log_ratios.chunks_exact(each).map(|ratios| ratios.iter().sum()).collect();
        let refused = |_| {
            let index = sums.iter().position(|sum| !sum.is_finite());
            let what = "the ratio of the posterior to its approximation, at a draw".to_owned();
            let value = index.map_or(f64::NAN, |draw| sums[draw]);
            Error::NotFinite { statement: String::new(), what, index, value }
        };
        let smoothed = psis(&sums, 1.0).map_err(refused)?;
        Ok((recovered, Some(smoothed.quality)))
    }

    /// Returns draws of the marginalised variables, and the logarithm of the ratio of each draw.
    fn recover_weighted(&self, draws: &Draws, seed: u64) -> Result<(Draws, Vec<f64>), Error> {
        let rng = SmallRng::seed_from_u64(seed);
        let (variables, values, log_ratios) = (Vec::new(), Vec::new(), Vec::new());
        let mut recovery = Recovery { rng, error: None, variables, values, log_ratios };
        self.visit_draws(draws, &mut recovery)?;
        let Recovery { error, mut variables, values, log_ratios, .. } = recovery;
        variables.iter_mut().for_each(|own| own.levels = self.store().levels_of_summed(own.name));
        if let Some(error) = error {
            return Err(error);
        }
        Ok((assemble(variables, values, draws)?, log_ratios))
    }

    /// Returns the probabilities of the values of a [marginalised](crate::model::Marginalise::marginalise)
    /// variable, given everything else, at each draw of the other parameters: a row for each element and a
    /// column for each value; for a scalar, a vector of probabilities. Their means are the posterior
    /// probabilities. The names have the value, not its place: `year[1980]` for `year: integer(1980, 2019)`.
    /// [Labels](crate::labels::Labels) name the elements: `class[Ann,0]` for
    /// `class: vector(&person).category(2)`.
    ///
    /// # Errors
    ///
    /// The errors of [`recover`](Self::recover), [`Error::UnknownName`] if the variable was not
    /// marginalised, and [`Error::NotSummed`] if it depends on a variable that was marginalised after it:
    /// its probabilities are known only if it was marginalised last.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), z: binary() }
    /// let model = model! {
    ///     mu |= normal(0.0, 1.0),
    ///     z  |= bernoulli(0.5),
    ///     data(3.0) |= normal(mu + 3.0 * z, 1.0),
    /// };
    /// let posterior = model.marginalise(z).compile()?;
    /// let fit = posterior.nuts().chains(2).draws(500).seed(1).run()?;
    /// let probabilities = posterior.probabilities(z, fit.draws())?;
    /// assert!(probabilities.column("z[1]")?.mean() > 0.8);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn probabilities<V: Named>(&self, variable: V, draws: &Draws) -> Result<Draws, Error> {
        let _ = variable;
        let mut table = Probabilities {
            name: V::NAME,
            levels: self.store().levels_of_summed(V::NAME),
            seen: Vec::new(),
            discrete: Vec::new(),
            error: None,
            info: None,
            values: Vec::new(),
        };
        self.visit_draws(draws, &mut table)?;
        let Probabilities { discrete, error, info, values, .. } = table;
        if let Some(error) = error {
            return Err(error);
        }
        let Some(info) = info else {
            let known = discrete.iter().map(|name| (*name).to_owned()).collect();
            return Err(Error::UnknownName { name: V::NAME.to_owned(), known });
        };
        assemble(vec![info], values, draws)
    }

    /// Shows the marginalised variables to the visitor at each draw.
    fn visit_draws(&self, draws: &Draws, visitor: &mut impl VisitSummed) -> Result<(), Error> {
        let mut columns = Vec::new();
        for variable in self.variables().into_iter().filter(|variable| !variable.is_defined) {
            let missing = |_| Error::MissingValue { name: variable.name.to_owned() };
            let of_variable = draws.get(variable.name).map_err(missing)?;
            columns.extend(of_variable.columns().map(|(_, column)| column));
        }
        let mut workspace = self.workspace();
        let mut values = vec![0.0; columns.len()];
        for place in 0..draws.chains() * draws.draws_per_chain() {
            for (value, column) in values.iter_mut().zip(&columns) {
                *value = column.as_slice()[place];
            }
            let point = self.unconstrain_in(&values, &mut workspace)?;
            self.visit_summed(&point, &mut workspace, visitor)?;
        }
        Ok(())
    }
}

/// Assembles draws from values that were computed draw by draw.
fn assemble(variables: Vec<VariableInfo>, values: Vec<f64>, draws: &Draws) -> Result<Draws, Error> {
    let (chains, each) = (draws.chains(), draws.draws_per_chain());
    let elements: usize = variables.iter().map(VariableInfo::size).sum();
    if elements == 0 {
        let what = "the list of variables that are marginalised".to_owned();
        return Err(Error::Empty { statement: String::new(), what });
    }
    let values = by_element(&variables, &values);
    Draws::new(variables, chains, each, values)
}
