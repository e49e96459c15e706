//! A compiled model as a part of programs: the functions of a static model that a run and a chain call.

use crate::contract::scope::{Gradient, Value};
use crate::error::Error;
use crate::model::Model;
use crate::model::drawing::Observations;
use crate::model::statement::BoundModel;
use crate::name::Var;
use crate::posterior::compile::{Compile, assert_whole, compile_to_simulate};
use crate::posterior::{Posterior, Slots, Workspace};
use crate::predict::name_of;
use crate::program::{Evaluated, Parameter, SiteName, StaticModel};
use crate::trace::{Trace, interned};
use rand::Rng;
use std::sync::{Mutex, PoisonError};

/// A compiled model whose parameters can be choices of programs; [`submodel`] creates it.
pub struct Submodel<M: BoundModel> {
    /// The posterior that computes the log density of the whole model, with all rewrites.
    density: Posterior<M>,
    /// The posterior that draws parameters and data, and computes the log densities of single statements.
    simulated: Posterior<M>,
    parameters: Vec<Parameter>,
    /// The places of each parameter.
    places: Vec<Standing>,
    /// Workspaces that no run uses at present.
    memory: Mutex<Vec<SubmodelMemory>>,
}

/// The places of a parameter.
struct Standing {
    var: Var,
    /// The places of its elements in the workspace of the simulated model, in the order of their names.
    slots: Vec<usize>,
    /// The offset of the first element among the values of all variables.
    offset: usize,
}

/// Workspaces of both posteriors, and the last evaluated point.
#[doc(hidden)]
pub struct SubmodelMemory {
    density: Workspace,
    simulated: Workspace,
    point: Vec<f64>,
}

/// Compiles a model to be a part of programs: [`Run::model`](super::Run::model) makes its parameters choices
/// of a run.
///
/// Its parameters must have priors that can be drawn from. A model may be conditioned before, on values of
/// whole parameters.
///
/// # Errors
///
/// The errors of [`compile`](Compile::compile); [`Error::HeldInPart`] if elements of a parameter have given
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
    let (mut parameters, mut places) = (Vec::new(), Vec::new());
    for (variable, info) in simulated.layout_variables().iter().zip(simulated.variables()) {
        if variable.is_defined || simulated.store().holds(info.name) {
            continue;
        }
        let slots = variable.slot.0..variable.slot.0 + variable.size();
        if slots.clone().any(|slot| simulated.store().holds_element(slot)) {
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
        parameters.push(Parameter::new(names.collect(), interned(&law)));
        places.push(Standing {
            var: variable.var(),
            slots: variable.extent.places().map(|place| variable.slot.0 + place).collect(),
            offset: info.offset,
        });
    }
    Ok(Submodel { density, simulated, parameters, places, memory: Mutex::new(Vec::new()) })
}

impl<M: BoundModel> Submodel<M> {
    /// Copies the values of the parameters to the workspace of the simulated model.
    fn store(&self, values: &[f64], memory: &mut SubmodelMemory) {
        let slots = self.places.iter().flat_map(|place| &place.slots);
        for (&slot, value) in slots.zip(values) {
            memory.simulated.values_mut(slot, 1)[0] = *value;
        }
    }

    /// Returns the values of all parameters in the workspace of the simulated model, including given ones.
    fn values(&self, memory: &mut SubmodelMemory) -> Vec<f64> {
        let parameters = self.simulated.layout_variables().iter().filter(|variable| !variable.is_defined);
        let mut values = Vec::new();
        for variable in parameters {
            let own = memory.simulated.values_mut(variable.slot.0, variable.size());
            values.extend(variable.extent.places().map(|place| own[place]));
        }
        values
    }

    /// Returns the log density of each parameter's statements.
    fn log_densities(&self, memory: &mut SubmodelMemory) -> Result<Vec<f64>, Error> {
        let unread = vec![0.0; self.simulated.dimension()];
        self.simulated.define(&unread, &mut memory.simulated)?;
        let mut statements = Observations::of_parameters();
        self.simulated.with_frame(&unread, &mut memory.simulated, |frame| {
            self.simulated.model().observe(&mut statements, frame);
            Ok(())
        })?;
        let sum = |place: &Standing| {
            let own = statements.all.iter().filter(|one| one.parameter == Some(place.var.name()));
            own.flat_map(|one| &one.log_densities).sum()
        };
        Ok(self.places.iter().map(sum).collect())
    }
}

impl<M: BoundModel> StaticModel for Submodel<M> {
    const ASSERT_CONTINUOUS: () = Posterior::<M>::assert_continuous();
    type Memory = SubmodelMemory;

    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn take_memory(&self) -> SubmodelMemory {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner).pop();
        memory.unwrap_or_else(|| SubmodelMemory {
            density: self.density.workspace(),
            simulated: self.simulated.workspace(),
            point: Vec::new(),
        })
    }

    fn give_back(&self, memory: SubmodelMemory) {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }

    fn complete(
        &self,
        known: &[bool],
        values: &mut [f64],
        rng: &mut dyn Rng,
        memory: &mut SubmodelMemory,
    ) -> Result<Evaluated, Error> {
        self.store(values, memory);
        let vars: Vec<Var> =
            self.places.iter().zip(known).filter(|(_, known)| **known).map(|(place, _)| place.var).collect();
        if vars.len() < self.places.len() {
            self.simulated.draw_rest(&vars, false, rng, &mut memory.simulated)?;
        }
        let all = self.values(memory);
        memory.point = self.density.unconstrain_in(&all, &mut memory.density)?;
        let joint = self.density.conditional::<Value>(&memory.point, &mut memory.density);
        let of_parameters = self.log_densities(memory)?;
        for (&slot, value) in self.places.iter().flat_map(|place| &place.slots).zip(values) {
            *value = memory.simulated.values_mut(slot, 1)[0];
        }
        Ok(Evaluated::new(joint, of_parameters))
    }

    fn replicate(
        &self,
        rng: &mut dyn Rng,
        memory: &mut SubmodelMemory,
    ) -> Result<Vec<(&'static str, Vec<f64>)>, Error> {
        let all: Vec<Var> = self.places.iter().map(|place| place.var).collect();
        let data = self.simulated.draw_rest(&all, true, rng, &mut memory.simulated)?;
        Ok(data.into_iter().map(|one| (name_of(&one.statement, |_| false), one.values)).collect())
    }

    fn trace(&self, memory: &mut SubmodelMemory) -> Result<Trace, Error> {
        self.density.define(&memory.point, &mut memory.density)?;
        let mut all = Vec::with_capacity(self.density.value_count());
        for variable in self.density.layout_variables() {
            let own = memory.density.values_mut(variable.slot.0, variable.size());
            all.extend(variable.extent.places().map(|place| own[place]));
        }
        self.density.trace_of(&all)
    }

    fn dimension(&self) -> usize {
        self.density.dimension()
    }

    fn unconstrain(&self, values: &[f64], memory: &mut SubmodelMemory) -> Result<Vec<f64>, Error> {
        self.store(values, memory);
        let all = self.values(memory);
        self.density.unconstrain_in(&all, &mut memory.density)
    }

    fn constrain(&self, point: &[f64], values: &mut [f64], memory: &mut SubmodelMemory) -> Result<(), Error> {
        let mut all = vec![0.0; self.density.value_count()];
        self.density.constrain_into(point, &mut all, &mut memory.density)?;
        let own = self.places.iter().flat_map(|place| &all[place.offset..place.offset + place.slots.len()]);
        values.iter_mut().zip(own).for_each(|(value, own)| *value = *own);
        Ok(())
    }

    fn log_joint(&self, point: &[f64], memory: &mut SubmodelMemory) -> f64 {
        self.density.conditional::<Value>(point, &mut memory.density)
    }

    fn log_density_and_gradient(
        &self,
        point: &[f64],
        gradient: &mut [f64],
        memory: &mut SubmodelMemory,
    ) -> f64 {
        self.density.along_with_gradient::<Gradient>(point, gradient, &mut memory.density)
    }
}
