//! Whole numbers between two bounds: the support of a discrete parameter. It has no transform and no
//! coordinates; the values are stored in the workspace, where a Gibbs sampler sets them.

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::SupportSketch;
use crate::contract::transform::{BoundSupport, Integers, Placement, SupportFacts, SupportKind, Totals};
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Scalar, Shape};
use crate::simd::{Blocks, Lane, for_lanes};
use crate::support::{Real, Space, Support, SupportOf, real};
use monomorph_macros::inlined;
use pulp::Simd;

impl<Sh: Shape, Seen> Space<Sh, Real, Seen> {
    /// Every element 0 or 1: a discrete parameter, marginalised or sampled by Gibbs steps.
    pub fn binary(self) -> Space<Sh, Integers, Seen> {
        self.integer(0, 1)
    }

    /// Every element one of `count` categories, counted from 0: a discrete parameter, marginalised or sampled
    /// by Gibbs steps.
    pub fn category(self, count: usize) -> Space<Sh, Integers, Seen> {
        self.discrete(0, count)
    }

    /// Every element a whole number from `lowest` to `highest`, both included: a discrete parameter,
    /// marginalised or sampled by Gibbs steps.
    pub fn integer(self, lowest: i32, highest: i32) -> Space<Sh, Integers, Seen> {
        let count = i64::from(highest) - i64::from(lowest) + 1;
        self.discrete(lowest, usize::try_from(count).unwrap_or(0))
    }

    fn discrete(self, lowest: i32, count: usize) -> Space<Sh, Integers, Seen> {
        self.on(Integers { lowest, count })
    }
}

/// 0 or 1: a discrete parameter.
///
/// Discrete parameters have no gradient. They are marginalised by
/// [`marginalise`](crate::model::Marginalise::marginalise), for samplers with gradients, or sampled by
/// [`gibbs`](crate::posterior::Posterior::gibbs).
pub fn binary() -> Space<Scalar, Integers> {
    real().binary()
}

/// One of `count` categories, counted from 0: a discrete parameter, which can be used as an index.
///
/// ```
/// use monomorph::prelude::*;
///
/// let x = [-2.1, 1.9, 2.2];
/// params! { mu: vector(2), z: vector(3).category(2) }
/// let model = model! {
///     mu |= normal(0.0, 5.0),
///     z  |= categorical(&[0.5, 0.5]),
///     data(&x) |= normal(mu.at(z), 1.0),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn category(count: usize) -> Space<Scalar, Integers> {
    real().category(count)
}

/// A whole number from `lowest` to `highest`, both included: a discrete parameter.
pub fn integer(lowest: i32, highest: i32) -> Space<Scalar, Integers> {
    real().integer(lowest, highest)
}

impl<Sh: Shape> SupportOf<Sh> for Integers {
    type Free = Dyn;
}

impl Integers {
    fn contains(self, value: f64) -> bool {
        let above = value - f64::from(self.lowest);
        value.fract() == 0.0 && above >= 0.0 && above < self.count as f64
    }
}

impl Support for Integers {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        let lowest = f64::from(self.lowest);
        SupportSketch::integers(lowest, lowest + self.count as f64 - 1.0)
    }

    fn bind(self, compiler: &mut Compiler, _: usize, _: usize) -> Result<Self, Error> {
        let what = || "the range of a discrete parameter".to_owned();
        compiler.context().check_not_empty_length(Some(self.count), &what)?;
        Ok(self)
    }
}

#[inlined]
impl BoundSupport for Integers {
    const FACTS: SupportFacts = SupportFacts {
        kind: SupportKind::Integers,
        is_elementwise: true,
        may_be_empty: true,
        ..SupportFacts::NONE
    };

    fn integers(&self) -> Option<(f64, usize)> {
        Some((f64::from(self.lowest), self.count))
    }

    fn free(&self, _: usize) -> usize {
        0
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        _: bool,
        _: &mut Totals<S>,
    ) {
        // The value does not change; its adjoint, which is not read, is cleared so that it cannot overflow.
        if place.is_scalar {
            frame.start_value(place.slot, frame.value(simd, place.slot));
            return;
        }
        for block in Blocks::new(simd, place.length, false) {
            for_lanes!(lane in block => {
                frame.start_values(place.slot, lane, frame.values(place.slot, lane));
            });
        }
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Placement, _: bool) {}

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        _: &mut [f64],
    ) -> Result<(), Error> {
        let simd = pulp::Scalar::new();
        let all = || (0..place.length).collect();
        for index in place.only.map_or_else(all, |only| only.elements(frame)) {
            let lane = Lane { index, ..Lane::scalar(simd) };
            let value = frame.values(place.slot, lane).first();
            if !self.contains(value) {
                return Err(Error::OutsideSupport {
                    statement: String::new(),
                    what: format!("the parameter `{name}`"),
                    index: (!place.is_scalar).then_some(index),
                    value,
                    rule: format!(
                        "be a whole number from {} to {}",
                        self.lowest,
                        i64::from(self.lowest) + self.count as i64 - 1
                    ),
                });
            }
        }
        Ok(())
    }
}

sealed! {
    [] Integers;
}
