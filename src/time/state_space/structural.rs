//! The log likelihood of a model of [components](crate::time::state_space::components): its matrices are
//! computed from the parameters, and the filter computes the rest.

use super::BoundStateSpace;
use super::checks::check_variances;
use super::components::{Component, Components, Matrices};
use super::likelihood::{constant, log_likelihood, pass_back};
use super::memory::FilterMemory;
use super::system::System;
use crate::compiler::Context;
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::time::state_space::drawn;
use monomorph_macros::inlined;
use pulp::Simd;

/// The log likelihood, given the observations and the parameters of the components.
#[derive(Clone, Copy, Debug)]
pub struct Structural<'a> {
    pub(crate) components: Components,
    /// A flag for each observation that was made, if some are missing.
    pub(crate) observed: Option<&'a [bool]>,
}

/// The log likelihood with its packed mask.
#[derive(Clone, Copy, Debug)]
pub struct BoundStructural {
    components: Components,
    inner: BoundStateSpace,
}

impl Sealed for Structural<'_> {}
impl Sealed for BoundStructural {}

impl Operation for Structural<'_> {
    type Bound = BoundStructural;

    fn describe(&self, arguments: &[String]) -> String {
        format!("components({})", arguments[1])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundStructural, Error> {
        setup.check_not_empty(0)?;
        for component in self.components.all() {
            if let Component::Seasonal(period @ 0..2) = component {
                let reason = format!("the period of a season is {period}, but must be at least 2");
                return Err(setup.refused("seasonal", reason));
            }
        }
        let (states, length) = (self.components.states(), setup.size(0).length());
        let inner = BoundStateSpace::new(self.components.diffuse(), self.observed, setup)?;
        setup.claim_scratch(Matrices::length(states).saturating_mul(2));
        setup.claim_scratch(FilterMemory::length(states, length, 1, self.components.diffuse() > 0));
        Ok(BoundStructural { components: self.components, inner })
    }
}

impl BoundStructural {
    /// Returns the system with these matrices.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn system<'a>(
        &self,
        observations: &'a [f64],
        observed: &'a [u32],
        matrices: &'a Matrices<'_>,
    ) -> System<'a> {
        System {
            states: self.components.states(),
            series: 1,
            length: observations.len(),
            diffuse: self.components.diffuse(),
            observations,
            observed,
            design: matrices.design,
            transition: matrices.transition,
            noise: matrices.noise,
            state_noise: matrices.state_noise,
            intercept: &[0.0],
            mean: &[0.0],
            covariance: matrices.covariance,
        }
    }
}

impl BoundStructural {
    /// Returns the result of the function `says` of the system and the memory of the filter. Kernels do not
    /// call it, because a closure is not always inlined, and then runs without SIMD.
    fn ask<T>(
        &self,
        sizes: &Sizes,
        operands: Operands<'_>,
        says: impl FnOnce(&System<'_>, &mut [f64]) -> T,
    ) -> T {
        let Operands { arguments: [observations, parameters, ..], mut scratch, indices, .. } = operands;
        let states = self.components.states();
        let mut matrices = Matrices::zeros(states, &mut scratch);
        self.components.fill(parameters, &mut matrices);
        let system = self.system(observations, self.inner.flags(sizes, indices), &matrices);
        says(&system, &mut scratch[Matrices::length(states)..])
    }
}

#[inlined]
impl BoundOperation for BoundStructural {
    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        _: &mut [f64],
    ) -> Result<(), Error> {
        if !is_data[1] || self.inner.is_to_simulate {
            return Ok(());
        }
        self.ask(sizes, operands, |system, scratch| {
            check_variances(context, "components", system, self.inner.count, scratch)
        })
    }

    fn data_terms(&self, _: &Sizes, _: [bool; MAX_ARGUMENTS], _: Operands<'_>) -> f64 {
        constant(self.inner.count)
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let Operands { arguments: [observations, parameters, ..], value, mut scratch, indices, .. } =
            operands;
        let states = self.components.states();
        let mut matrices = Matrices::zeros(states, &mut scratch);
        self.components.fill(parameters, &mut matrices);
        let system = self.system(observations, self.inner.flags(sizes, indices), &matrices);
        // The adjoints of the matrices are stored between.
        let scratch = &mut scratch[Matrices::length(states)..];
        value[0] = log_likelihood(simd, &system, self.inner.count, scratch);
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let Operands { arguments: [observations, parameters, ..], mut scratch, indices, .. } = operands;
        let states = self.components.states();
        let mut matrices = Matrices::zeros(states, &mut scratch);
        let of = Matrices::zeros(states, &mut scratch);
        self.components.fill(parameters, &mut matrices);
        let system = self.system(observations, self.inner.flags(sizes, indices), &matrices);
        let moves = self.components.all().any(|component| matches!(component, Component::Autoregression(_)));
        let value = adjoints.value;
        let mut inner = Adjoints::of_slices(
            value,
            [
                adjoints.of(0),
                None,
                moves.then_some(&mut *of.transition),
                Some(&mut *of.noise),
                Some(&mut *of.state_noise),
                None,
                None,
                moves.then_some(&mut *of.covariance),
            ],
        );
        pass_back(simd, &system, scratch, &mut inner);
        if let Some(of_parameters) = adjoints.of(1) {
            self.components.pull_back(parameters, &of, of_parameters);
        }
    }

    const FACTS: OperationFacts = OperationFacts { continues: true, ..OperationFacts::NONE };

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        self.ask(sizes, operands, |system, scratch| drawn::draw(system, scratch, to))
    }

    fn log_densities(&self, sizes: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        self.ask(sizes, operands, |system, scratch| drawn::given_the_past(system, scratch, each))
    }
}
