//! A static model within a program.
//!
//! Its parameters are choices of the run: drawn forward from their statements, each after what these mention,
//! or taken from the run before. With the log densities lᵢ of the statements of the parameters, and log p of
//! the whole model, what is left is a factor:
//!
//!   log p(θ, y) = Σ lᵢ(θᵢ | θ of its parents) + (log p(θ, y) − Σ lᵢ).
//!
//! The elements of a parameter are drawn together, so they are one choice of as many sites; the first of them
//! has the log density.

use super::Run;
use super::address::{Place, SiteName};
use super::record::{ANY_LAW, Site, SiteKind};
use super::run::Halt;
use crate::contract::scope::Value;
use crate::error::Error;
use crate::model::Model;
use crate::model::drawing::Observations;
use crate::model::statement::BoundModel;
use crate::name::Var;
use crate::posterior::compile::{Compile, assert_whole, compile_to_simulate};
use crate::posterior::{Posterior, Slots, Workspace};
use crate::predict::name_of;
use crate::trace::{Trace, interned};
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

/// A compiled model whose parameters can be choices of programs; made by [`submodel`].
pub struct Submodel<M: BoundModel> {
    /// The posterior that gives the log density of the whole, with all rewrites.
    pub(super) density: Posterior<M>,
    /// The posterior that draws parameters and data, and gives the log densities of single statements.
    simulated: Posterior<M>,
    pub(super) parameters: Vec<Parameter>,
    /// The number of values of all parameters.
    pub(super) count: usize,
    /// Workspaces that no run uses.
    memory: Mutex<Vec<Memory>>,
}

/// A parameter of a model within a program.
pub(super) struct Parameter {
    var: Var,
    /// Where its elements stand in the workspace of the model that is simulated, in the order of their names.
    slots: Vec<usize>,
    pub names: Vec<SiteName>,
    /// The name that stands for its law: parameters of other sizes have other names.
    pub law: &'static str,
    /// The place at which it begins among the values of all variables.
    pub offset: usize,
}

impl Parameter {
    /// The elements that stand in the workspace of the model that is simulated, in the order of their names.
    fn values(&self, memory: &mut Memory) -> Vec<f64> {
        self.slots.iter().map(|slot| memory.simulated.values_mut(*slot, 1)[0]).collect()
    }
}

/// Workspaces of both posteriors.
pub(super) struct Memory {
    pub density: Workspace,
    simulated: Workspace,
}

/// Compiles a model to be a part of programs: [`Run::model`] makes its parameters choices of a run.
///
/// Its parameters must have priors that can be drawn from. A model may be conditioned beforehand, on values
/// of whole parameters.
///
/// # Errors
///
/// Those of [`compile`](Compile::compile); [`Error::HeldInPart`] if elements of a parameter have been given
/// values.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::program::{program, submodel};
///
/// params! { mu: real(), tau: positive() }
/// let y = [1.2, 0.4, 0.9];
/// let model = model! { mu |= normal(0.0, 2.0), tau |= exponential(1.0), data(&y) |= normal(mu, tau) };
/// let part = submodel(model)?;
///
/// // The model as a program has the density that it has by itself.
/// let whole = program(|run| run.model(&part));
/// let trace = Trace::of([("mu", 0.5), ("tau", 0.8)])?;
/// assert!((whole.log_density_of(&trace)? - model.compile()?.log_joint(&trace)?).abs() < 1e-12);
///
/// // A program that decides whether there is the model's mean or a known one.
/// let choice = program(|run| {
///     if run.sample("known", bernoulli(0.5)) {
///         y.iter().for_each(|&y| run.observe("y", normal(0.0, 1.0), y));
///         return Ok(0.0);
///     }
///     run.call("unknown", |run| run.model(&part)).value_of(mu)
/// });
/// let fit = choice.single_site().times(3).hamiltonian_within("unknown", &part).seed(1).run()?;
/// assert!(fit.values().iter().all(|mean| mean.is_ok()));
/// # Ok::<(), monomorph::Error>(())
/// ```
#[inline(never)]
pub fn submodel<Written: Model>(model: Written) -> Result<Submodel<Written::Bound>, Error> {
    const { assert_whole::<Written::Bound>() }
    let (density, simulated) = (model.compile()?, compile_to_simulate(model)?);
    let mut parameters = Vec::new();
    for (variable, info) in simulated.layout_variables().iter().zip(simulated.variables()) {
        if variable.is_defined || simulated.holds(info.name) {
            continue;
        }
        let slots = variable.slot.0..variable.slot.0 + variable.size();
        if slots.clone().any(|slot| simulated.holds_element(slot)) {
            return Err(Error::HeldInPart { name: info.name });
        }
        let names = (0..info.size()).zip(info.element_names());
        let names = names.map(|(element, name)| match (info.length, info.columns) {
            (None, _) => SiteName::from(info.name),
            (Some(_), None) => SiteName::from((info.name, element)),
            // An address has one index.
            (Some(_), Some(_)) => SiteName::from(interned(&name)),
        });
        let law = match info.length {
            None => "a parameter of a model".to_owned(),
            Some(length) => format!("a parameter of a model, of {length} elements"),
        };
        parameters.push(Parameter {
            var: variable.var(),
            slots: variable.extent.places().map(|place| variable.slot.0 + place).collect(),
            names: names.collect(),
            law: interned(&law),
            offset: info.offset,
        });
    }
    let all = simulated.variables().into_iter().filter(|info| !info.is_defined);
    let count = all.map(|info| info.size()).sum();
    Ok(Submodel { density, simulated, parameters, count, memory: Mutex::new(Vec::new()) })
}

impl<M: BoundModel> Submodel<M> {
    /// Workspaces, for a time.
    pub(super) fn take_memory(&self) -> Memory {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner).pop();
        memory.unwrap_or_else(|| Memory {
            density: self.density.workspace(),
            simulated: self.simulated.workspace(),
        })
    }

    pub(super) fn give_back(&self, memory: Memory) {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }

    /// The values of all parameters that stand in the workspace of the model that is simulated, those that
    /// were given included.
    fn values(&self, memory: &mut Memory) -> Vec<f64> {
        let parameters = self.simulated.layout_variables().iter().filter(|variable| !variable.is_defined);
        let mut values = Vec::new();
        for variable in parameters {
            let own = memory.simulated.values_mut(variable.slot.0, variable.size());
            values.extend(variable.extent.places().map(|place| own[place]));
        }
        values
    }

    /// The log density of each parameter's statements.
    fn log_densities(&self, memory: &mut Memory) -> Result<Vec<f64>, Error> {
        let unread = vec![0.0; self.simulated.dimension()];
        self.simulated.define(&unread, &mut memory.simulated)?;
        let mut statements = Observations::of_parameters();
        self.simulated.with_frame(&unread, &mut memory.simulated, |frame| {
            self.simulated.model().observe(&mut statements, frame);
            Ok(())
        })?;
        let sum = |parameter: &Parameter| {
            let own = statements.all.iter().filter(|one| one.parameter == Some(parameter.var.name()));
            own.flat_map(|one| &one.log_densities).sum()
        };
        Ok(self.parameters.iter().map(sum).collect())
    }
}

/// The origin of the values of a parameter.
enum Origin {
    /// They are given, and count or not.
    Given(SiteKind),
    /// The run before had them, with this log density.
    Kept(f64),
    /// They are drawn, as a choice or in the place of values that are given.
    Drawn(SiteKind),
}

impl Run {
    /// The parameters of a model as choices, and its data as observations. The choices are named as the
    /// parameters are: `mu`, `eta[0]`, …; a call before gives them another name,
    /// `run.call("school", |run| run.model(&part))`.
    ///
    /// A trace of the parameters and the definitions comes back. Parameters are drawn from their priors, and
    /// the elements of a vector are drawn together;
    /// [`Chain::hamiltonian_within`](super::Chain::hamiltonian_within) moves all of them by the gradient.
    ///
    /// A model whose prior cannot be drawn from ends the program with an error.
    pub fn model<M: BoundModel>(&mut self, submodel: &Submodel<M>) -> Trace {
        let mut memory = submodel.take_memory();
        let trace = self.model_in(submodel, &mut memory);
        submodel.give_back(memory);
        match trace {
            Ok(trace) => trace,
            Err(Error::OutsideSupport { .. }) => resume_unwind(Box::new(Halt::Impossible)),
            Err(error) => {
                let place = Place { call: 0, name: SiteName::from("model"), count: 0 };
                self.fail(place, error.to_string())
            }
        }
    }

    fn model_in<M: BoundModel>(
        &mut self,
        submodel: &Submodel<M>,
        memory: &mut Memory,
    ) -> Result<Trace, Error> {
        let Submodel { density, simulated, parameters, .. } = submodel;
        let (mut origins, mut known) = (Vec::with_capacity(parameters.len()), Vec::new());
        for parameter in parameters {
            let addresses: Vec<_> = parameter.names.iter().map(|name| self.address(*name)).collect();
            let mut own = parameter.values(memory);
            let origin = self.origin(parameter, &addresses, &mut own);
            for (slot, own) in parameter.slots.iter().zip(own) {
                memory.simulated.values_mut(*slot, 1)[0] = own;
            }
            if !matches!(origin, Origin::Drawn(_)) {
                known.push(parameter.var);
            }
            origins.push((addresses, origin));
        }
        if known.len() < parameters.len() {
            simulated.draw_rest(&known, false, &mut self.rng, &mut memory.simulated)?;
        }
        let values = submodel.values(memory);
        let point = density.unconstrain_in(&values, &mut memory.density)?;
        let joint = density.conditional::<Value>(&point, &mut memory.density);
        let log_densities = submodel.log_densities(memory)?;
        for ((parameter, (addresses, origin)), own) in parameters.iter().zip(origins).zip(&log_densities) {
            let kind = match origin {
                Origin::Given(kind) | Origin::Drawn(kind) => kind,
                Origin::Kept(_) => SiteKind::Sampled,
            };
            match origin {
                Origin::Kept(before) => self.reused += before,
                Origin::Drawn(SiteKind::Sampled) => self.fresh += own,
                _ => {}
            }
            let values = parameter.values(memory);
            for (element, ((hash, place), value)) in addresses.into_iter().zip(values).enumerate() {
                let log_density = if element == 0 { *own } else { 0.0 };
                self.push(Site { hash, place, law: parameter.law, value, log_density, kind });
            }
        }
        if self.predicts {
            let all: Vec<Var> = parameters.iter().map(|parameter| parameter.var).collect();
            let data = simulated.draw_rest(&all, true, &mut self.rng, &mut memory.simulated)?;
            for replicate in &data {
                self.push_replicate(name_of(&replicate.statement, |_| false), &replicate.values);
            }
        } else {
            let rest = joint - log_densities.iter().sum::<f64>();
            self.factor(if rest.is_nan() { f64::NEG_INFINITY } else { rest });
        }
        density.define(&point, &mut memory.density)?;
        let mut all = Vec::with_capacity(density.value_count());
        for variable in density.layout_variables() {
            let own = memory.density.values_mut(variable.slot.0, variable.size());
            all.extend(variable.extent.places().map(|place| own[place]));
        }
        density.trace_of(&all)
    }

    /// Where the values of a parameter come from; they are stored, unless they are to be drawn.
    fn origin(&mut self, parameter: &Parameter, addresses: &[(u64, Place)], own: &mut [f64]) -> Origin {
        let mut kinds = Vec::new();
        if !self.given.is_empty() {
            for (&(hash, place), own) in addresses.iter().zip(own.iter_mut()) {
                if let Some((value, counts)) = self.given(hash, place) {
                    *own = value;
                    kinds.push(if counts { SiteKind::Observed } else { SiteKind::Set });
                }
            }
        }
        if let Some(&kind) = kinds.first() {
            if kinds.len() < addresses.len() || kinds.iter().any(|other| *other != kind) {
                let reason = "the elements of a parameter of a model are given all or none";
                self.fail(addresses[0].1, reason.to_owned());
            }
            let is_drawn = self.predicts && kind == SiteKind::Observed;
            return if is_drawn { Origin::Drawn(kind) } else { Origin::Given(kind) };
        }
        let mut before = 0.0;
        for ((hash, _), own) in addresses.iter().zip(own) {
            let is_own = |site: &&Site| site.law == parameter.law || site.law == ANY_LAW;
            let old = self.source.site(*hash).filter(is_own);
            match old.filter(|site| site.kind == SiteKind::Sampled && self.changed != Some(*hash)) {
                Some(old) => (*own, before) = (old.value, before + old.log_density),
                None => return Origin::Drawn(SiteKind::Sampled),
            }
        }
        Origin::Kept(before)
    }

    /// Records data that were drawn.
    fn push_replicate(&mut self, name: &'static str, values: &[f64]) {
        for (element, &value) in values.iter().enumerate() {
            let is_one = values.len() == 1;
            let name = if is_one { SiteName::from(name) } else { SiteName::from((name, element)) };
            let (hash, place) = self.address(name);
            let (law, kind) = ("data of a model", SiteKind::Observed);
            self.push(Site { hash, place, law, value, log_density: 0.0, kind });
        }
    }
}
