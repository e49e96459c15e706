//! Parameters that the No-U-Turn sampler moves together, given all others.
//!
//! In each sweep the [machine](crate::sampling) makes one transition of the block's coordinates by their
//! full conditional, whose kernel contains the statements of the block's Markov blanket only. The other
//! parameters have moved since the last transition, so the stored log density and gradient are computed
//! again before it begins.
//!
//! The types say which parameters have no conjugate pair, and these are the block. Values of bounds are not
//! in types: a gamma prior of a parameter that begins at 1 loses its pair at run time, and then the block's
//! kernel is that of the whole model. In one coordinate a transition is worth 0.3 to 0.5 draws, and a long
//! trajectory more than one: where the rest of a sweep costs as much as the block, `transitions(3)` pays.

use super::scope::Block as Scoped;
use super::scope::{Unpaired, depends_on_bounds};
use super::state::State;
use crate::chains::{Phase, Step};
use crate::checkpoint;
use crate::checkpoint::Tape;
use crate::contract::scope::{Gradient, Scope, Value};
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::name::{VarSet, Variables};
use crate::posterior::{Posterior, Workspace};
use crate::sampling::Metric;
use core::ops::Range;
use monomorph_samplers::sampling::nuts::{Sampler, Warmup};
use rand::Rng;

/// The maximum number of times that a trajectory may double.
const MAX_DEPTH: u32 = 10;

/// The relative amount by which the step length varies after warmup.
const JITTER: f64 = 0.1;

/// The settings of the sampler of blocks.
#[derive(Clone, Copy)]
pub(super) struct Settings {
    pub metric: Metric,
    pub target_accept: f64,
    /// The number of transitions in a sweep after warmup.
    pub transitions: usize,
    /// The number of sweeps of warmup.
    pub warmup: usize,
}

impl Settings {
    /// Returns the warmup of a sampler that is at its point.
    fn warmup(&self, sampler: &mut Sampler) -> Warmup {
        Warmup::new(sampler, self.metric, self.target_accept, self.warmup)
    }
}

/// A function that returns the log density at an unconstrained point, and stores its gradient.
type Slopes<M> = fn(&Posterior<M>, &[f64], &mut [f64], &mut Workspace) -> f64;

/// A function that computes the values of parameters in the workspace from an unconstrained point.
type SetVariables<M> = fn(&Posterior<M>, &[f64], &mut Workspace) -> Result<(), Error>;

/// The kernels of a block.
pub(super) struct Kernels<M> {
    /// The log density with its gradient by the block's coordinates; the gradient is among all coordinates.
    gradient: Slopes<M>,
    /// Computes the values of the block's parameters in the workspace.
    set_variables: SetVariables<M>,
}

impl<M> Clone for Kernels<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Kernels<M> {}

impl<M: BoundModel> Kernels<M> {
    /// Returns the kernels of a list of parameters.
    pub const fn of<Moved: Variables>() -> Self {
        Self::with::<Scoped<M, Moved, true>, Scoped<M, Moved, false>>()
    }

    /// Returns the kernels of the parameters without a conjugate pair; the kernels of the whole model, if a
    /// parameter has lost its pair because of its bounds.
    pub fn of_unpaired(moving: &[&'static str]) -> Option<Self> {
        let set = const { &<Unpaired<M> as Variables>::SET };
        let is_known = |name: &&str| (0..set.len()).any(|place| set.get(place).name() == *name);
        // Constants choose, so that the compiler does not visit kernels that do not exist.
        let of_whole =
            const { if depends_on_bounds::<M>() { Some(Self::with::<Gradient, Value>()) } else { None } };
        let of_unpaired = const {
            if <Unpaired<M> as Variables>::SET.is_empty() { None } else { Some(Self::of::<Unpaired<M>>()) }
        };
        if moving.is_empty() {
            None
        } else if of_whole.is_some() && !moving.iter().all(is_known) {
            of_whole
        } else {
            of_unpaired
        }
    }

    const fn with<Sloped: Scope, Plain: Scope>() -> Self {
        Self {
            gradient: |posterior, q, gradient, workspace| {
                posterior.along_with_gradient::<Sloped>(q, gradient, workspace)
            },
            set_variables: |posterior, q, workspace| posterior.set_variables::<Plain>(q, workspace),
        }
    }
}

/// Parameters that the user has chosen to move together.
pub(super) struct Chosen<M> {
    pub set: &'static VarSet,
    pub kernels: Kernels<M>,
}

/// One block of one chain.
pub(super) struct Block<M> {
    kernels: Kernels<M>,
    /// The ranges of the block's coordinates among all coordinates.
    places: Vec<Range<usize>>,
    sampler: Sampler,
    warmup: Option<Warmup>,
    settings: Settings,
    /// The block's coordinates and the gradient by them.
    own: (Vec<f64>, Vec<f64>),
    /// The gradient by all coordinates; only the block's coordinates are written.
    gradient: Vec<f64>,
}

impl<M: BoundModel> Block<M> {
    /// Returns a block of the coordinates at some places; `None` if there is no memory for it.
    pub fn new(
        posterior: &Posterior<M>,
        kernels: Kernels<M>,
        places: Vec<Range<usize>>,
        settings: Settings,
    ) -> Option<Self> {
        let count = places.iter().map(Range::len).sum();
        let sampler = Sampler::new(count, MAX_DEPTH, posterior.arch())?;
        let own = (vec![0.0; count], vec![0.0; count]);
        let gradient = vec![0.0; posterior.dimension()];
        Some(Self { kernels, places, sampler, warmup: None, settings, own, gradient })
    }

    /// Makes the transitions of a sweep. In sweeps of warmup the step length and the scales are adapted,
    /// which may take further transitions of one leapfrog step each.
    pub fn update(
        &mut self,
        state: &mut State<'_, M>,
        phase: Phase,
        rng: &mut dyn Rng,
    ) -> Result<Step, Error> {
        let Self { kernels, places, sampler, warmup, settings, own: (here, slopes), gradient } = self;
        // If a bound has moved, an unchanged value has another coordinate.
        let renew: fn(&mut State<'_, M>) -> Result<(), Error> =
            const { if M::FACTS.has_levels() { |state| state.renew_point() } else { |_| Ok(()) } };
        renew(state)?;
        let State { posterior, workspace, point, .. } = state;
        // The block's kernel reads the values that do not move with the block, and does not compute them.
        posterior.define(point, workspace)?;
        gather(places, point, here);
        let mut evaluate = |q: &[f64], slopes: &mut [f64]| {
            scatter(places, q, point);
            let log_density = (kernels.gradient)(posterior, point, gradient, workspace);
            gather(places, gradient, slopes);
            log_density
        };
        let log_density = evaluate(here, slopes);
        sampler.place(here, slopes, log_density);
        let mut made = Step { gradients: 1, ..Step::default() };
        let warmup = warmup.get_or_insert_with(|| settings.warmup(sampler));
        // Without sweeps of warmup the step length is adapted here.
        while !warmup.is_over() {
            sampler.transition(rng, &mut evaluate);
            made.gradients += sampler.leapfrogs();
            if warmup.learn(sampler) && phase != Phase::Sampling {
                break;
            }
        }
        if phase == Phase::Sampling {
            sampler.set_jitter(JITTER);
            for _ in 0..settings.transitions {
                sampler.transition(rng, &mut evaluate);
                made.gradients += sampler.leapfrogs();
                made.is_divergent |= sampler.is_divergent();
            }
        }
        made.step_size = sampler.length();
        scatter(places, sampler.point(), point);
        // The values are those of the last point of the trajectory.
        (kernels.set_variables)(posterior, point, workspace)?;
        Ok(made)
    }
}

/// The state of a block between two sweeps.
impl<M> checkpoint::State for Block<M> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Self { kernels: _, places: _, sampler, warmup, settings, own: _, gradient: _ } = self;
        let mut has_begun = warmup.is_some();
        has_begun.pass(tape);
        if tape.is_reading() && has_begun {
            *warmup = Some(settings.warmup(sampler));
        }
        sampler.pass(tape);
        if let Some(warmup) = warmup {
            warmup.pass(tape);
        }
    }
}

/// Copies a block's coordinates to their places among all coordinates.
fn scatter(places: &[Range<usize>], own: &[f64], all: &mut [f64]) {
    let mut rest = own;
    for place in places {
        let (here, after) = rest.split_at(place.len());
        all[place.clone()].copy_from_slice(here);
        rest = after;
    }
}

/// Copies a block's coordinates from their places among all coordinates.
fn gather(places: &[Range<usize>], all: &[f64], own: &mut [f64]) {
    let mut rest = own;
    for place in places {
        let (here, after) = rest.split_at_mut(place.len());
        here.copy_from_slice(&all[place.clone()]);
        rest = after;
    }
}
