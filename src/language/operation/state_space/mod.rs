//! The log likelihood of a linear Gaussian state space model, whose states are integrated out:
//!
//!   yₜ = Zₜ αₜ + εₜ,  εₜ ~ N(0, Hₜ);  αₜ₊₁ = cₜ + Tₜ αₜ + ηₜ,  ηₜ ~ N(0, Qₜ);  α₁ ~ N(a₁, P₁),
//!
//! with a diagonal H. The filter takes observations in one by one, so that no matrix is inverted: with z the row of Z,
//!
//!   v = y − z′ a,  F = z′ P z + h,  a ← a + P z v/F,  P ← P − P z z′ P/F,  log L −= ½ (log 2π + log F + v²/F),
//!
//! and between two times a ← T a + c, P ← T P T′ + Q. Observations that were not made are passed over.
//!
//! **Diffuse states.** The first states may have no known beginning. Then the covariance is P + κ P∞, P∞ begins as the unit matrix of these
//! states, and the value is the limit of log L + ½ d log κ for κ → ∞, with d the number of observations that have F∞ = z′ P∞ z > 0:
//! such an observation adds −½ (log 2π + log F∞), and the state moves on as `diffuse` says. This is exact, with no large variance in the
//! place of κ. It ends when as many observations as states had F∞ > 0.
//!
//! **The adjoints** are those of these formulas, from the end to the beginning. With ḡ the adjoint of log L, ā and P̄ those of the state behind
//! an observation, g = P z, and P̄ symmetric:
//!
//!   v̄ = (ā′ g − ḡ v)/F,  F̄ = −½ ḡ (1/F − v²/F²) − ā′ g v/F² + g′ P̄ g/F²,  ḡ of g = ā v/F − 2 P̄ g/F + F̄ z,
//!   ȳ += v̄,  h̄ += F̄,  z̄ += F̄ g − v̄ a + P (ḡ of g),  ā −= v̄ z,  P̄ += ½ ((ḡ of g) z′ + z (ḡ of g)′),
//!
//! and between two times Q̄ += P̄, c̄ += ā, T̄ += 2 P̄ T P + ā a′, P̄ ← T′ P̄ T, ā ← T′ ā. At each time ā is r and P̄ is ½ (r r′ − N) of the
//! smoother, so that these are the scores of Koopman and Shephard.
//!
//! Koopman and Durbin 2000, "Fast filtering and smoothing for multivariate state space models"; Koopman and Shephard 1992, "Exact score for
//! time series models in state space form"; Koopman 1997, "Exact initial Kalman filtering and smoothing for nonstationary time series models".

// One formula a loop body: several rows and columns by one index.
#![allow(clippy::needless_range_loop)]

mod adjoint;
pub(crate) mod components;
mod diffuse;
#[cfg(feature = "random")]
pub(crate) mod drawn;
pub(crate) mod filter;
pub(crate) mod memory;
mod products;
mod sizes;
mod structural;
pub(crate) mod system;

pub use self::structural::{BoundStructural, Structural};

use self::adjoint::{StateAdjoints, back, finish};
use self::filter::{Predicted, begin, filter};
use self::memory::Memory;
use self::system::System;
use super::{BoundOperation, Operation, Setup, Sizes};
#[cfg(feature = "random")]
use crate::drawing::DrawnRow;
use crate::error::Error;
use crate::math;
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands, Pack, PackedIndices};
use core::array::from_fn;
use pulp::Simd;

/// The log likelihood, given the observations, Z, T, the diagonal of H, Q, c, a₁ and P₁.
#[derive(Clone, Copy, Debug)]
pub struct StateSpace<'a> {
    /// How many of the first states have no known beginning; all if there is no number.
    pub(crate) diffuse: Option<usize>,
    /// Which observations were made, if not all.
    pub(crate) observed: Option<&'a [bool]>,
}

/// The log likelihood with its mask packed.
#[derive(Clone, Copy, Debug)]
pub struct BoundStateSpace {
    diffuse: usize,
    /// 1 for each observation that was made.
    observed: Option<PackedIndices>,
    /// The number of observations that were made.
    count: usize,
}

impl Sealed for StateSpace<'_> {}
impl Sealed for BoundStateSpace {}

impl Operation for StateSpace<'_> {
    type Bound = BoundStateSpace;

    fn describe(&self, arguments: &[String]) -> String {
        format!("linear_gaussian({})", arguments[1..].join(", "))
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundStateSpace, Error> {
        let diffuse = self.diffuse.unwrap_or(setup.size(2).columns);
        sizes::check(setup, diffuse)?;
        let Size { rows: length, columns: series } = setup.size(0);
        setup.claim_scratch(Memory::length(setup.size(2).columns, length, series, diffuse > 0));
        BoundStateSpace::new(diffuse, self.observed, setup)
    }
}

impl BoundStateSpace {
    /// Checks the mask, and packs it.
    fn new(diffuse: usize, flags: Option<&[bool]>, setup: &mut Setup<'_>) -> Result<Self, Error> {
        let mut count = setup.size(0).length();
        if let Some(flags) = flags {
            setup.check_count(&format!("`{}`", setup.name(0)), count, "the mask", flags.len())?;
            count = flags.iter().filter(|&&flag| flag).count();
        }
        let observed = flags.map(|flags| setup.pack_indices(flags.iter().map(|&flag| flag.into())));
        Ok(Self { diffuse, observed, count })
    }

    /// A flag for each observation; none if all were made.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn flags<'a>(&self, sizes: &Sizes, indices: &'a [u32]) -> &'a [u32] {
        self.observed.map_or(&[], |packed| &indices[packed.0..][..sizes[0].length()])
    }

    /// The system of these arguments.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn system<'a>(&self, sizes: &Sizes, arguments: &[&'a [f64]; 8], indices: &'a [u32]) -> System<'a> {
        System::new(sizes, self.diffuse, arguments, self.flags(sizes, indices))
    }
}

impl BoundOperation for BoundStateSpace {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        operands.value[0] = log_likelihood(simd, &system, self.count, operands.scratch);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<S: Simd>(
        &self,
        _: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        pass_back::<S>(&system, operands.scratch, &mut adjoints);
    }

    #[cfg(feature = "random")]
    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        drawn::draw(&system, operands.scratch, to)
    }

    #[cfg(feature = "random")]
    fn log_densities(&self, sizes: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        drawn::given_the_past(&system, operands.scratch, each)
    }
}

/// Filters, and leaves in the scratch what the way back needs. `count` observations were made.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_likelihood<S: Simd>(simd: S, system: &System<'_>, count: usize, scratch: &mut [f64]) -> f64 {
    let (states, is_diffuse) = (system.states, system.diffuse > 0);
    let mut memory = Memory::new(states, system.length, system.series, is_diffuse, scratch);
    let work = core::mem::take(&mut memory.work);
    let mut at = Predicted::new(states, work);
    begin(system, states, &mut at);
    let mut squares = 0.0;
    *memory.first_known = 0.0;
    if is_diffuse {
        squares = filter::<S, true>(system, states, 0, &mut at, &mut memory);
    }
    let start = *memory.first_known as usize;
    squares += match states {
        1 => {
            let (mut mean, mut covariance) = ([at.mean[0]], [at.covariance[0]]);
            let (mut spare, mut gain) = ([0.0], [0.0]);
            let mut at = Predicted {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                gain: &mut gain,
            };
            filter::<S, false>(system, 1, start, &mut at, &mut memory)
        }
        2 => {
            let (mut mean, mut covariance): ([f64; 2], [f64; 4]) =
                (from_fn(|place| at.mean[place]), from_fn(|place| at.covariance[place]));
            let (mut spare, mut gain) = ([0.0; 4], [0.0; 2]);
            let mut at = Predicted {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                gain: &mut gain,
            };
            filter::<S, false>(system, 2, start, &mut at, &mut memory)
        }
        _ => filter::<S, false>(system, states, start, &mut at, &mut memory),
    };
    let logarithms = sum_of_logarithms(simd, memory.variances);
    -0.5 * (count as f64 * (2.0 * core::f64::consts::PI).ln() + logarithms + squares)
}

/// Goes back through the filter, and passes the adjoint of the log likelihood to the arguments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn pass_back<S: Simd>(system: &System<'_>, scratch: &mut [f64], adjoints: &mut Adjoints<'_>) {
    let (states, is_diffuse) = (system.states, system.diffuse > 0);
    let mut memory = Memory::new(states, system.length, system.series, is_diffuse, scratch);
    let work = core::mem::take(&mut memory.work);
    let mut at = StateAdjoints::new(states, work);
    let start = *memory.first_known as usize;
    let known = start..system.length;
    match states {
        1 => {
            let (mut mean, mut covariance, mut spare, mut rows) = ([0.0], [0.0], [0.0], [[0.0]; 4]);
            let [first, second, third, fourth] = &mut rows;
            let mut few = StateAdjoints {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                rows: [first, second, third, fourth],
            };
            back::<S, false>(system, 1, known, &mut few, &mut memory, adjoints);
            (at.mean[0], at.covariance[0]) = (mean[0], covariance[0]);
        }
        2 => {
            let (mut mean, mut covariance, mut spare, mut rows) =
                ([0.0; 2], [0.0; 4], [0.0; 4], [[0.0; 2]; 4]);
            let [first, second, third, fourth] = &mut rows;
            let mut few = StateAdjoints {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                rows: [first, second, third, fourth],
            };
            back::<S, false>(system, 2, known, &mut few, &mut memory, adjoints);
            at.mean.copy_from_slice(&mean);
            at.covariance.copy_from_slice(&covariance);
        }
        _ => back::<S, false>(system, states, known, &mut at, &mut memory, adjoints),
    }
    if is_diffuse {
        back::<S, true>(system, states, 0..start, &mut at, &mut memory, adjoints);
    }
    finish(system, states, &mut at, adjoints);
}

/// Σ log F, in lanes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sum_of_logarithms<S: Simd>(simd: S, variances: &[f64]) -> f64 {
    let mut sum = Pack::zero(simd);
    for variances in variances.chunks(Pack::<S>::LANES) {
        let loaded = Pack::new(simd, simd.partial_load_f64s(variances));
        if variances.len() == Pack::<S>::LANES {
            sum = sum + math::log(loaded);
        } else {
            // Lanes behind the end were loaded as 0.
            sum = sum + math::log(loaded.eq(0.0).select(1.0, loaded));
        }
    }
    sum.sum()
}
