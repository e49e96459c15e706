//! What was summed out, when the other parameters are known: joint draws of it, and its probabilities.
//!
//! Given the parameters θ of a draw, p(zᵢ = k | y, θ) = rᵢₖ are the weights that the sum's own gradient has, so nothing is simulated: a draw of z is one
//! from these probabilities, element by element, and of variables that depend on each other the later ones given the earlier ones. The average
//! of rᵢₖ over draws of θ has a smaller variance than the share of draws of z that are k (Rao and Blackwell).

use crate::conjugacy::Integral;
use crate::draws::Draws;
use crate::error::Error;
use crate::hidden_states::HiddenStates;
use crate::linalg::{Triangle, solve};
use crate::name::VarSet;
use crate::posterior::{Posterior, VariableInfo};
use crate::random::{self, category};
use crate::shape::Extent;
use crate::simd::Frame;
use crate::statement::{BoundModel, NormalGroup, SummedOut, Together, VisitSummed};
use crate::trace::Named;
use pulp::Scalar;
use rand::SeedableRng;
use rand::rngs::SmallRng;

impl<M: BoundModel> Posterior<M> {
    /// Joint draws of the variables that were [summed out](crate::model::Marginalise::marginalise), one for each draw of the other
    /// parameters: with these they are draws of the posterior of all.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] of a parameter that the draws do not have, those of [`unconstrain`](Self::unconstrain), and
    /// [`Error::Empty`] if nothing was summed out.
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
        let rng = SmallRng::seed_from_u64(seed);
        let mut recovery = Recovery { rng, error: None, variables: Vec::new(), values: Vec::new() };
        self.visit_draws(draws, &mut recovery)?;
        let Recovery { error, variables, values, .. } = recovery;
        if let Some(error) = error {
            return Err(error);
        }
        assemble(variables, values, draws)
    }

    /// The probabilities of the values of a variable that was [summed out](crate::model::Marginalise::marginalise), given everything else, at each draw of the other
    /// parameters: a row for each element and a column for each value; of a number, a vector of them. Their means are the posterior
    /// probabilities.
    ///
    /// # Errors
    ///
    /// Those of [`recover`](Self::recover), [`Error::UnknownName`] if the variable was not summed out, and [`Error::NotSummed`] if it
    /// depends on a variable that was summed out after it: its probabilities are known where it was summed out last.
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
        let Some((name, extent)) = info else {
            let known = discrete.iter().map(|name| (*name).to_owned()).collect();
            return Err(Error::UnknownName { name: V::NAME.to_owned(), known });
        };
        assemble(vec![VariableInfo::behind(&[], name, extent, false)], values, draws)
    }

    /// Shows what was summed out at each draw.
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

/// Draws of values that came in draw by draw.
fn assemble(variables: Vec<VariableInfo>, values: Vec<f64>, draws: &Draws) -> Result<Draws, Error> {
    let (chains, each) = (draws.chains(), draws.draws_per_chain());
    let elements: usize = variables.iter().map(VariableInfo::size).sum();
    if elements == 0 {
        let what = "the list of variables that are summed out".to_owned();
        return Err(Error::Empty { statement: String::new(), what });
    }
    let transposed = (0..elements).flat_map(|element| values.iter().skip(element).step_by(elements).copied());
    Draws::new(variables, chains, each, transposed.collect())
}

/// Draws each variable from its probabilities.
struct Recovery {
    rng: SmallRng,
    error: Option<Error>,
    variables: Vec<VariableInfo>,
    /// In the order draw, element.
    values: Vec<f64>,
}

impl Recovery {
    /// Gives an element the value that was drawn, which others may depend on.
    fn keep(&mut self, variable: &SummedOut, frame: &mut Frame<'_>, element: usize, value: f64) {
        variable.set(frame, element, value);
        self.values.push(value);
    }
}

/// Draws an element of a continuous variable.
fn draw(integral: Integral, [first, second]: [f64; 2], rng: &mut SmallRng) -> f64 {
    match integral {
        Integral::Normal => random::normal(first, second.sqrt().recip(), rng),
        Integral::Gamma => random::gamma(first, second, rng),
        Integral::InverseGamma => random::gamma(first, second, rng).recip(),
        Integral::Beta => random::beta(first, second, rng),
    }
}

/// Draws the elements of a group: m + U⁻¹ z with z standard normal.
fn draw_group(group: &NormalGroup, rng: &mut SmallRng) -> Vec<f64> {
    let NormalGroup { mean, factor, .. } = group;
    let mut drawn: Vec<f64> = mean.iter().map(|_| random::normal(0.0, 1.0, rng)).collect();
    solve(Scalar::new(), Triangle::upper(factor, mean.len()), &mut drawn, 1);
    drawn.iter_mut().zip(mean).for_each(|(drawn, mean)| *drawn += mean);
    drawn
}

/// Draws all elements of a variable whose elements depend on each other; those that are known are as they are.
fn draw_together(posterior: &Together, numbers: Vec<f64>, rng: &mut SmallRng) -> Vec<f64> {
    match posterior {
        Together::MultiNormal(groups) => {
            let mut all = numbers;
            for group in groups {
                for (&place, drawn) in group.places.iter().zip(draw_group(group, rng)) {
                    all[place as usize] = drawn;
                }
            }
            all
        }
        Together::Dirichlet { concentration, columns } => {
            let mut row = |row| random::proportions(row, rng);
            let drawn = concentration.chunks_exact(*columns).flat_map(&mut row);
            // A probability below the machine's numbers is no 0, whose logarithm others may take.
            drawn.map(|share| share.clamp(f64::MIN_POSITIVE, 1.0)).collect()
        }
    }
}

impl VisitSummed for Recovery {
    fn visit(&mut self, variable: &SummedOut, frame: &mut Frame<'_>) {
        if !self.variables.iter().any(|known| known.name == variable.name) {
            let info = VariableInfo::behind(&self.variables, variable.name, variable.extent, false);
            self.variables.push(info);
        }
        if let Some(together) = &variable.together {
            let numbers = (0..variable.length()).map(|element| variable.number(frame, element)).collect();
            let drawn = draw_together(together, numbers, &mut self.rng);
            for (element, drawn) in drawn.into_iter().enumerate() {
                self.keep(variable, frame, element, drawn);
            }
            return;
        }
        if let Some(states) = hidden_states(variable, frame) {
            let Some(states) = kept(states, &mut self.error) else { return };
            for (element, drawn) in states.draw_path(&mut self.rng).into_iter().enumerate() {
                self.keep(variable, frame, element, variable.value(drawn));
            }
            return;
        }
        for element in 0..variable.length() {
            let drawn = if let Some((integral, parameters)) = variable.posterior(frame, element) {
                draw(integral, parameters, &mut self.rng)
            } else {
                let weights =
                    (0..variable.count()).map(|number| variable.probability(frame, element, number));
                variable.value(category(&weights.collect::<Vec<f64>>(), &mut self.rng))
            };
            self.keep(variable, frame, element, drawn);
        }
    }
}

/// Collects the probabilities of one variable.
struct Probabilities {
    name: &'static str,
    /// The variables that there are.
    seen: Vec<&'static str>,
    /// Those that have probabilities.
    discrete: Vec<&'static str>,
    error: Option<Error>,
    info: Option<(&'static str, Extent)>,
    /// In the order draw, element, value.
    values: Vec<f64>,
}

impl VisitSummed for Probabilities {
    fn visit(&mut self, variable: &SummedOut, frame: &mut Frame<'_>) {
        let SummedOut { name, extent, blanket, .. } = variable;
        let is_continuous = variable.posterior(frame, 0).is_some() || variable.together.is_some();
        if *name == self.name && !is_continuous {
            let before = self.seen.iter().find(|seen| **seen != *name && mentions(blanket, seen));
            if let Some(before) = before {
                let reason = format!(
                    "given the other parameters it depends on `{before}`, which was summed out after it: sum it out last"
                );
                self.error = Some(Error::NotSummed { statement: String::new(), name, reason });
            }
            let columns = variable.count();
            let length = variable.length() * columns;
            let extent = if *extent == Extent::Scalar {
                Extent::Vector(columns)
            } else {
                Extent::Matrix { length, columns }
            };
            self.info = Some((name, extent));
            if let Some(states) = hidden_states(variable, frame) {
                let Some(states) = kept(states, &mut self.error) else { return };
                // A row for each state there, and for each element here.
                let (smoothed, length) = (states.smoothed(), variable.length());
                let rows =
                    (0..length).flat_map(|element| smoothed.iter().skip(element).step_by(length).copied());
                self.values.extend(rows);
                return;
            }
            for element in 0..variable.length() {
                self.values.extend((0..columns).map(|number| variable.probability(frame, element, number)));
            }
        }
        if !self.seen.contains(name) {
            self.seen.push(name);
        }
        if !is_continuous && !self.discrete.contains(name) {
            self.discrete.push(name);
        }
    }
}

/// The states of a Markov chain that is summed out.
fn hidden_states(variable: &SummedOut, frame: &Frame<'_>) -> Option<Result<HiddenStates, Error>> {
    let [initial, transition, log_densities] = variable.chain(frame)?;
    Some(HiddenStates::new(&initial, &transition, &log_densities))
}

/// The states, or nothing, and the error is kept.
fn kept(states: Result<HiddenStates, Error>, kept: &mut Option<Error>) -> Option<HiddenStates> {
    states.map_err(|error| *kept = Some(error)).ok()
}

/// True if a variable of this name is in the set.
fn mentions(vars: &VarSet, name: &str) -> bool {
    (0..vars.len()).any(|place| vars.get(place).name() == name)
}
