//! The log likelihood of a linear Gaussian state space model, whose states are integrated out:
//!
//!   yₜ = Zₜ αₜ + εₜ,  εₜ ~ N(0, Hₜ);  αₜ₊₁ = cₜ + Tₜ αₜ + ηₜ,  ηₜ ~ N(0, Qₜ);  α₁ ~ N(a₁, P₁),
//!
//! with a diagonal H. The filter processes observations one by one, so that no matrix is inverted: with z
//! the row of Z,
//!
//!   v = y − z′ a,  F = z′ P z + h,  a ← a + P z v/F,  P ← P − P z z′ P/F,
//!   log L −= ½ (log 2π + log F + v²/F),
//!
//! and between two times a ← T a + c, P ← T P T′ + Q. Missing observations are skipped.
//!
//! **Diffuse states.** The first states may be diffuse, without a known beginning. Then the covariance is
//! P + κ P∞, P∞ begins as the unit matrix of these states, and the value is the limit of log L + ½ d log κ
//! for κ → ∞, with d the number of observations that have F∞ = z′ P∞ z > 0: such an observation adds
//! −½ (log 2π + log F∞), and the state changes by the formulas in `diffuse`. This is exact, without a large
//! variance instead of κ. It ends when as many observations as states have had F∞ > 0.
//!
//! **The adjoints** are those of these formulas, from the end to the beginning. With ḡ the adjoint of log L,
//! ā and P̄ those of the state after an observation, g = P z, and P̄ symmetric:
//!
//!   v̄ = (ā′ g − ḡ v)/F,  F̄ = −½ ḡ (1/F − v²/F²) − ā′ g v/F² + g′ P̄ g/F²,
//!   ḡ of g = ā v/F − 2 P̄ g/F + F̄ z,
//!   ȳ += v̄,  h̄ += F̄,  z̄ += F̄ g − v̄ a + P (ḡ of g),  ā −= v̄ z,  P̄ += ½ ((ḡ of g) z′ + z (ḡ of g)′),
//!
//! and between two times Q̄ += P̄, c̄ += ā, T̄ += 2 P̄ T P + ā a′, P̄ ← T′ P̄ T, ā ← T′ ā. At each time ā is
//! r and P̄ is ½ (r r′ − N) of the smoother, so these are the scores of Koopman and Shephard.
//!
//! **From one prediction to the next** there is one step in each direction, if the last observation of a
//! time was made: with k = T P z and L = T − k z′/F, a ← T a + c + k v/F, P ← T P T′ + Q − k k′/F, and
//! backward P̄ ← L′ P̄ L + …, with the rest in `transition`. Steps depend on each other, so the dependent
//! part of each is small: 1/F and one multiplication forward, two products of matrices backward.
//!
//! **Steady times.** If matrices are the same at all times, P converges, and `steady` continues without it.
//!
//! Koopman and Durbin 2000, "Fast filtering and smoothing for multivariate state space models"; Koopman and
//! Shephard 1992, "Exact score for time series models in state space form"; Koopman 1997, "Exact initial
//! Kalman filtering and smoothing for nonstationary time series models".

// Loop bodies are one formula each, with several rows and columns by one index.
#![allow(clippy::needless_range_loop)]

mod adjoint;
mod checks;
pub(crate) mod components;
mod diffuse;
pub(crate) mod drawn;
pub(crate) mod filter;
mod likelihood;
pub(crate) mod memory;
mod products;
mod sizes;
pub(crate) mod steady;
mod structural;
pub(crate) mod system;
mod transition;

pub(crate) use self::checks::without_variance;
pub use self::structural::{BoundStructural, Structural};

use self::checks::check_variances;
use self::likelihood::{constant, log_likelihood, pass_back};
use self::memory::FilterMemory;
use self::system::System;
use crate::compiler::Context;
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, PackedIndices};
use crate::matrix::check_covariance;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The log likelihood, given the observations, Z, T, the diagonal of H, Q, c, a₁ and P₁.
#[derive(Clone, Copy, Debug)]
pub struct StateSpace<'a> {
    /// The number of the first states that are diffuse; all states if there is no number.
    pub(crate) diffuse: Option<usize>,
    /// A flag for each observation that was made, if some are missing.
    pub(crate) observed: Option<&'a [bool]>,
}

/// The log likelihood with its packed mask.
#[derive(Clone, Copy, Debug)]
pub struct BoundStateSpace {
    diffuse: usize,
    /// The packed flags: 1 for each observation that was made.
    observed: Option<PackedIndices>,
    /// The number of observations that were made.
    count: usize,
    /// True if observations without a variance are drawn, not refused.
    is_to_simulate: bool,
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
        setup.claim_scratch(FilterMemory::length(setup.size(2).columns, length, series, diffuse > 0));
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
        let has_gaps = count < setup.size(0).length();
        let observed =
            flags.filter(|_| has_gaps).map(|flags| setup.pack_indices(flags.iter().map(|&flag| flag.into())));
        Ok(Self { diffuse, observed, count, is_to_simulate: setup.is_to_simulate() })
    }

    /// Returns a flag for each observation; the list is empty if no observation is missing.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn flags<'a>(&self, sizes: &Sizes, indices: &'a [u32]) -> &'a [u32] {
        self.observed.map_or(&[], |packed| &indices[packed.0..][..sizes[0].length()])
    }

    /// Returns the system of these arguments.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn system<'a>(&self, sizes: &Sizes, arguments: &[&'a [f64]; 8], indices: &'a [u32]) -> System<'a> {
        System::new(sizes, self.diffuse, arguments, self.flags(sizes, indices))
    }
}

/// The names of the covariances in messages.
const STATE_NOISE: &str = "the state noise";
const INITIAL: &str = "the initial covariance";

#[inlined]
impl BoundOperation for BoundStateSpace {
    const FACTS: OperationFacts = OperationFacts {
        symmetric: [None, None, None, None, Some(STATE_NOISE), None, None, Some(INITIAL)],
        continues: true,
        ..OperationFacts::NONE
    };

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        _: &mut [f64],
    ) -> Result<(), Error> {
        let states = sizes[2].columns;
        for (place, name) in [(4, STATE_NOISE), (7, INITIAL)] {
            if !is_data[place] || sizes[place].columns != states {
                continue;
            }
            for (number, matrix) in operands.arguments[place].chunks_exact(states * states).enumerate() {
                let is_one = sizes[place].rows == states;
                let of_time = if is_one { String::new() } else { format!(" at time {number}") };
                check_covariance(context, &format!("{name}{of_time}"), states, matrix)?;
            }
        }
        if !self.is_to_simulate && is_data[1..].iter().all(|is_data| *is_data) {
            let system = self.system(sizes, &operands.arguments, operands.indices);
            check_variances(context, "linear_gaussian", &system, self.count, operands.scratch)?;
        }
        Ok(())
    }

    fn data_terms(&self, _: &Sizes, _: [bool; MAX_ARGUMENTS], _: Operands<'_>) -> f64 {
        constant(self.count)
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        operands.value[0] = log_likelihood(simd, &system, self.count, operands.scratch);
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        pass_back(simd, &system, operands.scratch, &mut adjoints);
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        drawn::draw(&system, operands.scratch, to)
    }

    fn log_densities(&self, sizes: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        let system = self.system(sizes, &operands.arguments, operands.indices);
        drawn::given_the_past(&system, operands.scratch, each)
    }
}
