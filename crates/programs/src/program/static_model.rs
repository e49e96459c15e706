//! A static model within a program.
//!
//! Its parameters are choices of the run: drawn from their statements, each after the parameters that its
//! statement mentions, or taken from the previous run. With the log densities lᵢ of the statements of the
//! parameters, and log p of the whole model, the rest is a factor:
//!
//!   log p(θ, y) = Σ lᵢ(θᵢ | θ of its parents) + (log p(θ, y) − Σ lᵢ).
//!
//! The elements of a parameter are drawn together, so they are one choice with a site for each element; the
//! first site has the log density.

use super::Run;
use super::address::{Place, SiteName};
use super::record::{ANY_LAW, Site, SiteKind};
use super::run::Halt;
use crate::error::Error;
use crate::trace::Trace;
use rand::Rng;
use std::panic::resume_unwind;

/// A model whose parameters can be choices of programs: the interface that runs and chains need.
///
/// `values` are the values of all parameters that are not given to the model itself, one parameter after
/// the other.
pub trait StaticModel: Sync {
    /// Fails to compile unless all parameters are continuous, so that the gradient can move them.
    const ASSERT_CONTINUOUS: ();

    /// The workspaces of evaluations.
    type Memory: Send;

    /// The parameters that become choices: all parameters but those for which the model itself was given
    /// values.
    fn parameters(&self) -> &[Parameter];

    /// Lends workspaces, which [`give_back`](Self::give_back) takes again.
    fn take_memory(&self) -> Self::Memory;

    /// Takes workspaces back.
    fn give_back(&self, memory: Self::Memory);

    /// Draws the parameters that are not `known` from their statements into `values`, and evaluates the
    /// model.
    ///
    /// # Errors
    ///
    /// [`Error::OutsideSupport`] if a value is outside the support of its parameter, and the errors of
    /// statements from which no value can be drawn.
    fn complete(
        &self,
        known: &[bool],
        values: &mut [f64],
        rng: &mut dyn Rng,
        memory: &mut Self::Memory,
    ) -> Result<Evaluated, Error>;

    /// Draws data given the values of the last [`complete`](Self::complete), and returns the names of
    /// statements with the elements of each.
    ///
    /// # Errors
    ///
    /// The errors of statements from which no value can be drawn.
    fn replicate(
        &self,
        rng: &mut dyn Rng,
        memory: &mut Self::Memory,
    ) -> Result<Vec<(&'static str, Vec<f64>)>, Error>;

    /// Returns the parameters and the definitions at the values of the last [`complete`](Self::complete).
    ///
    /// # Errors
    ///
    /// The errors of definitions that have no value there.
    fn trace(&self, memory: &mut Self::Memory) -> Result<Trace, Error>;

    /// The number of unconstrained coordinates.
    fn dimension(&self) -> usize;

    /// Computes the unconstrained coordinates of values.
    ///
    /// # Errors
    ///
    /// [`Error::OutsideSupport`] if a value is outside the support of its parameter.
    fn unconstrain(&self, values: &[f64], memory: &mut Self::Memory) -> Result<Vec<f64>, Error>;

    /// Writes the values at unconstrained coordinates to `values`.
    ///
    /// # Errors
    ///
    /// The errors of definitions that have no value there.
    fn constrain(&self, point: &[f64], values: &mut [f64], memory: &mut Self::Memory) -> Result<(), Error>;

    /// Computes the log density of the parameters and the data at unconstrained coordinates, without the
    /// Jacobian.
    fn log_joint(&self, point: &[f64], memory: &mut Self::Memory) -> f64;

    /// Computes the log density with the Jacobian, and writes its gradient to `gradient`.
    fn log_density_and_gradient(&self, point: &[f64], gradient: &mut [f64], memory: &mut Self::Memory)
    -> f64;
}

/// A parameter of a model within a program.
#[non_exhaustive]
pub struct Parameter {
    /// The names of the parameter's elements.
    pub names: Vec<SiteName>,
    /// The name that identifies the law; parameters of different sizes have different names.
    pub law: &'static str,
}

impl Parameter {
    /// Makes a parameter of the names of its elements and of the name of its law.
    pub fn new(names: Vec<SiteName>, law: &'static str) -> Self {
        Self { names, law }
    }
}

/// The log densities of a model at some values.
#[non_exhaustive]
pub struct Evaluated {
    /// The log density of the parameters and the data.
    pub joint: f64,
    /// The log density of the statements of each parameter.
    pub of_parameters: Vec<f64>,
}

impl Evaluated {
    /// Makes the log densities of a model: `joint` of all its statements, and `of_parameters` of the
    /// statements of each parameter.
    pub fn new(joint: f64, of_parameters: Vec<f64>) -> Self {
        Self { joint, of_parameters }
    }
}

/// The origin of the values of a parameter.
enum Origin {
    /// The values are given, as observations or by an intervention.
    Given(SiteKind),
    /// The values come from the previous run, with this log density.
    Kept(f64),
    /// The values are drawn, as a choice or in place of given values.
    Drawn(SiteKind),
}

impl Run {
    /// Makes the parameters of a model choices of this run, and its data observations. The choices have the
    /// names of the parameters: `mu`, `eta[0]`, …; a call around it adds a prefix,
    /// `run.call("school", |run| run.model(&part))`.
    ///
    /// It returns a trace of the parameters and the definitions. Parameters are drawn from their priors,
    /// and the elements of a vector are drawn together;
    /// [`Chain::hamiltonian_within`](super::Chain::hamiltonian_within) moves all of them by the gradient.
    ///
    /// If the prior of the model cannot be drawn from, the program ends with an error.
    pub fn model<Part: StaticModel>(&mut self, part: &Part) -> Trace {
        let mut memory = part.take_memory();
        let trace = self.model_in(part, &mut memory);
        part.give_back(memory);
        match trace {
            Ok(trace) => trace,
            Err(Error::OutsideSupport { .. }) => resume_unwind(Box::new(Halt::Impossible)),
            Err(error) => {
                let place = Place { call: 0, name: SiteName::from("model"), count: 0 };
                self.fail(place, error.to_string())
            }
        }
    }

    fn model_in<Part: StaticModel>(
        &mut self,
        part: &Part,
        memory: &mut Part::Memory,
    ) -> Result<Trace, Error> {
        let parameters = part.parameters();
        let mut origins = Vec::with_capacity(parameters.len());
        let (mut known, mut values) = (Vec::with_capacity(parameters.len()), Vec::new());
        for parameter in parameters {
            let addresses: Vec<_> = parameter.names.iter().map(|name| self.address(*name)).collect();
            let mut own = vec![0.0; addresses.len()];
            let origin = self.origin(parameter, &addresses, &mut own);
            values.extend(own);
            known.push(!matches!(origin, Origin::Drawn(_)));
            origins.push((addresses, origin));
        }
        let Evaluated { joint, of_parameters } = part.complete(&known, &mut values, &mut self.rng, memory)?;
        let mut left = values.into_iter();
        for ((parameter, (addresses, origin)), own) in parameters.iter().zip(origins).zip(&of_parameters) {
            let kind = match origin {
                Origin::Given(kind) | Origin::Drawn(kind) => kind,
                Origin::Kept(_) => SiteKind::Sampled,
            };
            match origin {
                Origin::Kept(before) => self.reused += before,
                Origin::Drawn(SiteKind::Sampled) => self.fresh += own,
                _ => {}
            }
            for (element, ((hash, place), value)) in addresses.into_iter().zip(left.by_ref()).enumerate() {
                let log_density = if element == 0 { *own } else { 0.0 };
                self.push(Site { hash, place, law: parameter.law, value, log_density, kind });
            }
        }
        if self.predicts {
            for (name, values) in part.replicate(&mut self.rng, memory)? {
                self.push_replicate(name, &values);
            }
        } else {
            let rest = joint - of_parameters.iter().sum::<f64>();
            self.factor(if rest.is_nan() { f64::NEG_INFINITY } else { rest });
        }
        part.trace(memory)
    }

    /// Determines the origin of a parameter's values, and writes them to `own` unless they must be drawn.
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
                let reason = "give all elements of the parameter values in the same way, or none";
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
