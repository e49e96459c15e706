//! [`Served`]: a posterior in the form that the clients of a library use.

mod density;
mod generated;
mod initial;
mod model;
mod values;

use crate::names;
use crate::pool::Pool;
use crate::{Data, Problem};
use generated::{Generated, Quantities};
use model::{Both, EvaluationMemory, Model};
use monomorph::posterior::{VariableInfo, Workspace};
use monomorph::prelude::*;
use monomorph::rand::SeedableRng;
use monomorph::rand::rngs::ChaCha8Rng;
use std::ffi::{CStr, CString};

/// The generator of random numbers that clients make, for initial points and generated quantities.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Makes a generator from a seed.
    pub fn new(seed: u32) -> Self {
        Self(ChaCha8Rng::seed_from_u64(u64::from(seed)))
    }
}

/// The kind of a posterior's log density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// True if terms that depend only on data are omitted.
    pub is_proportional: bool,
    /// True if the log Jacobians of the transforms are included.
    pub has_jacobian: bool,
}

impl Kind {
    /// The log density that samplers use.
    pub const SAMPLED: Self = Self { is_proportional: true, has_jacobian: true };
}

/// A posterior with its names in Stan's form, and with memory for evaluations by any number of threads. The
/// handle of a client points to it.
///
/// Values are in Stan's order: the parameters, then the definitions, which are Stan's transformed
/// parameters, then the generated quantities. The values of a matrix go column after column.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph_bridge::{Kind, Served};
///
/// params! { mu: real(), tau: positive() }
/// let model = model! { mu |= normal(0.0, 1.0), tau |= exponential(1.0), both = mu + tau };
/// let served = Served::new(model.compile()?, "two")?;
/// assert_eq!(served.names(true, false).to_str()?, "mu,tau,both");
///
/// let mut gradient = [0.0; 2];
/// let kind = Kind { is_proportional: true, has_jacobian: false };
/// let log_density = served.log_density_and_gradient(kind, &[1.0, 0.0], &mut gradient);
/// assert_eq!((log_density, gradient), (-1.5, [-1.0, -1.0]));
/// # Ok::<(), monomorph_bridge::Problem>(())
/// ```
pub struct Served {
    model: Box<dyn Model>,
    pool: Pool<EvaluationMemory>,
    dimension: usize,
    variables: Vec<VariableInfo>,
    /// The number of the parameters' values, and the number of the values of parameters and definitions
    /// together.
    sizes: [usize; 2],
    generated: Option<Box<dyn Quantities>>,
    labels: Labels,
}

/// Threads share a handle through a pointer, for which the compiler does not check `Sync`: this assertion
/// does.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Served>();
};

/// The texts that clients receive, which live as long as the handle.
struct Labels {
    name: CString,
    info: CString,
    /// The names of values: without and with definitions, and then both with generated quantities.
    values: [CString; 4],
    coordinates: CString,
}

/// The description of the library that clients read. They look for `STAN_THREADS=true` before they call the
/// library from several threads.
const INFO: &str = concat!(
    "BridgeStan version: 2.9.0\nmonomorph version: ",
    env!("CARGO_PKG_VERSION"),
    "\n\tSTAN_THREADS=true\n\tBRIDGESTAN_AD_HESSIAN=false\n"
);

impl Served {
    /// Serves a posterior under a name.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a name contains a zero character, which would end a text of C.
    pub fn new<M: BoundModel>(posterior: Posterior<M>, name: &str) -> Result<Self, Problem> {
        Self::of_model(Box::new(Both::new(posterior)), None, name)
    }

    /// Serves a posterior with quantities that `generate` makes from the data and the values of a draw.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new), and those of `generate` at the point where all coordinates are 0,
    /// from which the names are determined.
    pub fn with_generated<M: BoundModel, F>(
        posterior: Posterior<M>,
        name: &str,
        data: Data,
        generate: F,
    ) -> Result<Self, Problem>
    where
        F: Fn(&Data, &Trace, &mut ChaCha8Rng) -> Result<Trace, Problem> + Send + Sync + 'static,
    {
        let generated = Generated::new(posterior.clone(), data, generate)?;
        Self::of_model(Box::new(Both::new(posterior)), Some(Box::new(generated)), name)
    }

    fn of_model(
        model: Box<dyn Model>,
        generated: Option<Box<dyn Quantities>>,
        name: &str,
    ) -> Result<Self, Problem> {
        let variables = model.variables();
        let parameters = || variables.iter().filter(|variable| !variable.is_defined);
        let own: Vec<String> = parameters().flat_map(names_of).collect();
        let all: Vec<String> = variables.iter().flat_map(names_of).collect();
        let coordinates = model.coordinates().iter().flat_map(|own| {
            // A parameter that has been given a value is not a variable, and has no coordinates.
            let variable = variables.iter().find(|variable| variable.name == own.name);
            variable.map(|variable| names::unconstrained(variable.extent(), own)).unwrap_or_default()
        });
        let more = generated.as_ref().map_or(&[][..], |own| own.names());
        let labels = Labels {
            name: CString::new(name)?,
            info: CString::new(INFO)?,
            values: [joined(&own, &[])?, joined(&all, &[])?, joined(&own, more)?, joined(&all, more)?],
            coordinates: joined(&coordinates.collect::<Vec<_>>(), &[])?,
        };
        let (dimension, sizes) = (model.dimension(), [own.len(), all.len()]);
        Ok(Self { model, pool: Pool::new(), dimension, variables, sizes, generated, labels })
    }

    /// The name of the model.
    pub fn name(&self) -> &CStr {
        &self.labels.name
    }

    /// A description of the library, in the form that clients read.
    pub fn info(&self) -> &CStr {
        &self.labels.info
    }

    /// The number of coordinates.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The names of the coordinates, with commas between them.
    pub fn coordinate_names(&self) -> &CStr {
        &self.labels.coordinates
    }

    /// The names of values, with commas between them: those of the parameters, and optionally those of
    /// definitions and generated quantities.
    pub fn names(&self, has_definitions: bool, has_generated: bool) -> &CStr {
        &self.labels.values[usize::from(has_definitions) + 2 * usize::from(has_generated)]
    }

    /// The number of the values that [`names`](Self::names) names.
    pub fn size(&self, has_definitions: bool, has_generated: bool) -> usize {
        let generated = self.generated.as_ref().filter(|_| has_generated);
        self.sizes[usize::from(has_definitions)] + generated.map_or(0, |own| own.names().len())
    }

    /// Memory for one thread that evaluates with [`log_density_in`](Self::log_density_in).
    pub fn workspace(&self) -> Workspace {
        self.model.workspace()
    }

    /// The parameters that have coordinates.
    fn parameters(&self) -> impl Iterator<Item = &VariableInfo> {
        self.variables.iter().filter(|variable| !variable.is_defined)
    }

    /// Runs `f` on memory that no other thread uses.
    #[inline]
    fn lend<T>(&self, f: impl FnOnce(&dyn Model, &mut EvaluationMemory) -> T) -> T {
        let model = &*self.model;
        self.pool.with(|| EvaluationMemory::new(model, self.sizes[1]), |memory| f(model, memory))
    }
}

fn names_of(variable: &VariableInfo) -> Vec<String> {
    names::constrained(variable.name, variable.extent())
}

/// Joins names with commas.
fn joined(names: &[String], more: &[String]) -> Result<CString, Problem> {
    Ok(CString::new([names, more].concat().join(","))?)
}
