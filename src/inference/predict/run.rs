//! The draws of a posterior's variables from their statements.

use super::given::Given;
use super::matched::of_other_length;
use super::names;
use crate::draws::Draws;
use crate::error::Error;
use crate::frame::Frame;
use crate::labels::{Levels, SideLevels};
use crate::model::drawing::{Replicate, Simulation};
use crate::model::statement::BoundModel;
use crate::name::{Var, VarSet};
use crate::posterior::{Posterior, Slots, Store, VariableInfo, Workspace};
use crate::shape::{Extent, MatrixForm};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// The maximum number of times that a draw is begun anew until all values are inside their supports.
const ATTEMPTS: usize = 1_000;

/// The variables that are drawn.
#[derive(Clone, Copy)]
pub(in crate::inference) enum Wanted<'a> {
    /// All variables that are not given.
    All,
    /// All variables that are not given; observations are drawn for a comparison with the observed data.
    Compared,
    /// All variables that are not given, and the given variable of this name, as if it were data.
    Replicated(&'a str),
    /// Steps that continue the given series.
    Steps(usize),
}

impl<'a> Wanted<'a> {
    /// Returns the number of steps by which series are continued, if they are.
    fn horizon(self) -> Option<usize> {
        match self {
            Self::Steps(horizon) => Some(horizon),
            Self::All | Self::Compared | Self::Replicated(_) => None,
        }
    }

    /// Returns the name of the given variable that is drawn again, if there is one.
    fn replicated(self) -> Option<&'a str> {
        match self {
            Self::Replicated(name) => Some(name),
            Self::All | Self::Compared | Self::Steps(_) => None,
        }
    }
}

impl<M: BoundModel> Posterior<M> {
    /// Draws the wanted variables: `size.0` chains of `size.1` draws. The model must have been compiled for
    /// simulation.
    pub(in crate::inference) fn simulate(
        &self,
        given: Option<&Draws>,
        wanted: Wanted<'_>,
        size: (usize, usize),
        seed: u64,
    ) -> Result<Draws, Error> {
        self.simulated().simulate(given, wanted, size, seed)
    }

    /// Draws all parameters once, except the given ones, whose values are in the workspace, and data if
    /// `draws_data`.
    pub(crate) fn draw_rest(
        &self,
        given: &[Var],
        draws_data: bool,
        rng: &mut dyn Rng,
        workspace: &mut Workspace,
    ) -> Result<Vec<Replicate>, Error> {
        let mut simulation = Simulation::new(self.dimension(), rng);
        simulation.draws_data = draws_data;
        self.simulated().draw(&mut simulation, given, &|_| (), workspace)?;
        simulation.sort_data();
        Ok(simulation.data)
    }

    fn simulated(&self) -> Simulated<'_> {
        Simulated { store: self.store(), statements: self.model() }
    }
}

/// A posterior without the type of its model: the code that draws from it is compiled once.
#[derive(Clone, Copy)]
struct Simulated<'a> {
    store: &'a Store,
    statements: &'a dyn Statements,
}

/// The statements of a model.
trait Statements {
    /// Lets each statement draw the variables that it can.
    fn walk(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error>;
}

impl<M: BoundModel> Statements for M {
    fn walk(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.simulate(simulation, frame)
    }
}

impl Simulated<'_> {
    /// Draws the wanted variables: see [`Posterior::simulate`].
    fn simulate(
        self,
        given: Option<&Draws>,
        wanted: Wanted<'_>,
        size: (usize, usize),
        seed: u64,
    ) -> Result<Draws, Error> {
        let Self { store, .. } = self;
        let horizon = wanted.horizon();
        let given_by = given.map(|draws| draws.variables().iter().map(|variable| variable.name).collect());
        let given = Given::new(store, given, horizon).map_err(|error| match horizon {
            None => of_other_length(error),
            Some(_) => error,
        })?;
        let replicated = wanted.replicated().map(|name| self.given_variable(name, &given)).transpose()?;
        let mut workspace = store.initial.clone();
        let mut rng = SmallRng::seed_from_u64(seed);
        if let Some(name) = given.first_missing(store).filter(|_| horizon.is_some()) {
            return Err(Error::MissingValue { name: name.to_owned() });
        }
        let mut simulation = Simulation::new(store.dimension(), &mut rng)
            .continuing(horizon)
            .given_in_part(&given.parts)
            .relabelled(&given.relabelled);
        simulation.given_by = given_by;
        simulation.is_compared = matches!(wanted, Wanted::Compared);
        simulation.replicated = replicated;
        let (chains, draws) = size;
        let mut output: Option<Output> = None;
        for place in 0..chains * draws {
            let put = |workspace: &mut Workspace| given.store(place, workspace);
            if let Err(error) = self.draw(&mut simulation, &given.vars, &put, &mut workspace) {
                return Err(match simulation.without_law {
                    Some(reads) => given.named(place, error, reads),
                    None => error,
                });
            }
            simulation.sort_data();
            let data = &simulation.data;
            let has_drawn = |var| simulation.has_drawn(&VarSet::of(var));
            let again = replicated.map(|var| var.name());
            let new = || Output::new(store, &given, (horizon, &has_drawn), (data, again), chains * draws);
            let output = output.get_or_insert_with(new);
            output.store(place, data, &mut workspace);
        }
        let Output { variables, values, .. } = output.unwrap_or_default();
        if variables.is_empty() {
            let what = match horizon {
                None => "what is left to be predicted",
                Some(_) => {
                    "what a forecast continues, a `process`, a `hidden_markov` law, a state space model or a vector that is longer than in the draws,"
                }
            };
            return Err(Error::Empty { statement: String::new(), what: what.to_owned() });
        }
        Draws::new(variables, chains, draws, values)
    }

    /// Returns the parameter of this name, which the draws must contain.
    fn given_variable(self, name: &str, given: &Given<'_>) -> Result<Var, Error> {
        let parameters = || self.store.layout.variables.iter().filter(|variable| !variable.is_defined);
        let Some(variable) = parameters().find(|variable| variable.name() == name) else {
            let known = parameters().map(|variable| variable.name().to_owned()).collect();
            return Err(Error::UnknownName { name: name.to_owned(), known });
        };
        given.must_have(variable.var())?;
        Ok(variable.var())
    }

    /// Draws all variables that are not given once; `put` copies the given values to the workspace.
    fn draw(
        self,
        simulation: &mut Simulation<'_>,
        given: &[Var],
        put: &dyn Fn(&mut Workspace),
        workspace: &mut Workspace,
    ) -> Result<(), Error> {
        let Self { store, statements } = self;
        let unread = vec![0.0; store.dimension()];
        let mut refused = None;
        for _ in 0..ATTEMPTS {
            simulation.restart(given);
            put(workspace);
            let mut frame = store.open(&unread, None, workspace).ok_or(Error::ForeignWorkspace)?;
            loop {
                simulation.start_walk();
                statements.walk(simulation, &mut frame)?;
                if simulation.has_ended() {
                    break;
                }
            }
            if simulation.is_stuck() {
                let variables = store.layout.variables.iter();
                let unknown = variables.filter(|variable| !simulation.knows(&VarSet::of(variable.var())));
                let names = unknown.map(|variable| variable.name().to_owned()).collect();
                return Err(Error::Circular { names });
            }
            match simulation.refused.take() {
                None => return Ok(()),
                outside => refused = outside,
            }
        }
        let reason =
            refused.map_or_else(String::new, |outside| format!("in {ATTEMPTS} attempts, at last {outside}"));
        Err(Error::NoDraw { statement: "the model".to_owned(), reason })
    }
}

/// The draws that have been made so far.
#[derive(Default)]
struct Output {
    variables: Vec<VariableInfo>,
    /// The places of the elements of parameters and definitions in the workspace.
    slots: Vec<usize>,
    /// The values in the order (element, draw).
    values: Vec<f64>,
    draws: usize,
}

impl Output {
    fn new(
        store: &Store,
        given: &Given<'_>,
        (horizon, has_drawn): (Option<usize>, &dyn Fn(Var) -> bool),
        (data, again): (&[Replicate], Option<&str>),
        draws: usize,
    ) -> Self {
        let mut output = Self { draws, ..Self::default() };
        for (info, variable) in store.variables().into_iter().zip(&store.layout.variables) {
            if given.vars.iter().any(|var| var.name() == info.name) || store.holds(info.name) {
                continue;
            }
            let (mut extent, mut first) = (info.extent(), variable.slot.0);
            let last = first + variable.size();
            if let Some(horizon) = horizon {
                // In continued variables only the last steps are new.
                match extent {
                    Extent::Vector(length) if length > horizon && has_drawn(variable.var()) => {
                        (extent, first) = (Extent::Vector(horizon), last - horizon);
                    }
                    _ => continue,
                }
            }
            output.push(info.name, extent, info.is_defined);
            // Continued variables have their last levels only.
            let left = |levels: &'static Levels| levels.last(extent.size().min(levels.len()));
            let is_whole = extent == info.extent();
            let levels = if is_whole { info.levels } else { info.levels.with_rows(left) };
            output.name_elements(levels, info.form);
            output.slots.extend(extent.places().map(|place| first + place));
        }
        for replicate in data {
            let is_taken = |name: &str| {
                let names = || store.variables().into_iter().map(|info| info.name);
                names().any(|known| known == name && !store.holds(name) && again != Some(name))
                    || output.variables.iter().any(|info| info.name == name)
            };
            let name = names::name_of(&replicate.statement, is_taken);
            output.push(name, replicate.extent, false);
            let own = store.all_variables().into_iter().find(|info| info.name == name);
            if let Some(own) = own.filter(|own| own.extent() == replicate.extent) {
                output.name_elements(own.levels, own.form);
            }
        }
        let elements: usize = output.variables.iter().map(VariableInfo::size).sum();
        output.values = vec![0.0; elements * draws];
        output
    }

    fn push(&mut self, name: &'static str, extent: Extent, is_defined: bool) {
        self.variables.push(VariableInfo::behind(&self.variables, name, extent, is_defined));
    }

    fn name_elements(&mut self, levels: SideLevels, form: MatrixForm) {
        if let Some(last) = self.variables.last_mut() {
            (last.levels, last.form) = (levels, form);
        }
    }

    fn store(&mut self, place: usize, data: &[Replicate], workspace: &mut Workspace) {
        let mut elements: Vec<f64> =
            self.slots.iter().map(|slot| workspace.values_mut(*slot, 1)[0]).collect();
        for Replicate { extent, values, .. } in data {
            elements.extend(extent.places().map(|place| values[place]));
        }
        for (element, value) in elements.into_iter().enumerate() {
            self.values[element * self.draws + place] = value;
        }
    }
}
