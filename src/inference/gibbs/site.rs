//! One parameter with the kernels of its full conditional.
//!
//! The type knows that the log density is, say, a log x − b x; two slopes give a and b. The kernel of the
//! slopes is the gradient of the parameter's Markov blanket, rewritten and in registers like any other, so
//! no rule has formulas for pairs of distributions, and a plate of a million rows that `compile()` made
//! into three numbers is updated from three numbers.

use super::state::State;
use super::{conjugate, enumerate, forward_backward, multi_normal, slice, wishart};
use crate::error::Error;
use crate::frame::{MAX_ARGUMENTS, Slot};
use crate::model::BoundVariable;
use crate::model::conjugacy::UpdateRule;
use crate::model::statement::{BoundModel, Sites};
use core::marker::PhantomData;
use core::ops::Range;
use rand::Rng;

/// One parameter that a step of a sweep updates.
pub(super) trait Site<M: BoundModel>: Sync {
    /// The parameter's name.
    fn name(&self) -> &'static str;

    /// The rule by which the parameter is updated.
    fn rule(&self) -> UpdateRule;

    /// The range of the parameter's coordinates.
    fn coordinates(&self) -> Range<usize>;

    /// Draws an initial value: discrete elements at random, other elements from the point.
    fn start(&self, state: &mut State<'_, M>, rng: &mut dyn Rng) -> Result<(), Error>;

    /// Returns the values.
    fn get(&self, state: &mut State<'_, M>) -> Vec<f64>;

    /// Sets the values. Returns an error if one is outside its support.
    fn set(&self, state: &mut State<'_, M>, values: &[f64]) -> Result<(), Error>;

    /// Draws a new value given all others.
    fn update(&self, state: &mut State<'_, M>, rule: UpdateRule, rng: &mut dyn Rng) -> Result<(), Error>;
}

/// All parameters of a model, as sites of a Gibbs sampler.
pub(super) struct ParameterSites<M: BoundModel>(pub(super) Vec<Box<dyn Site<M>>>);

impl<M: BoundModel> ParameterSites<M> {
    /// Returns the sites of a bound model.
    pub(super) fn of(model: &M) -> Self {
        let mut sites = Self(Vec::new());
        model.sites(&mut sites);
        sites
    }
}

impl<M: BoundModel> Sites for ParameterSites<M> {
    fn remove(&mut self, name: &str) {
        self.0.retain(|site| site.name() != name);
    }

    fn push<Target: BoundVariable>(&mut self, variable: Target, operands: [Slot; MAX_ARGUMENTS]) {
        self.0.push(Box::new(ParameterSite::<M, Target> { variable, operands, model: PhantomData }));
    }
}

struct ParameterSite<M, Target> {
    variable: Target,
    operands: [Slot; MAX_ARGUMENTS],
    model: PhantomData<fn() -> M>,
}

/// Draws a new value of a variable whose values are integers.
type UpdateIntegers<M, Target> =
    fn(&ParameterSite<M, Target>, &mut State<'_, M>, enumerate::Range, &mut dyn Rng) -> Result<(), Error>;

/// Draws a new value from a known distribution.
type UpdateConjugate<M, Target> =
    fn(&mut State<'_, M>, &Target, UpdateRule, &mut dyn Rng) -> Result<(), Error>;

/// Constants choose the functions, so that only the kernels are compiled that the type's own rule needs.
impl<M: BoundModel, Target: BoundVariable> ParameterSite<M, Target> {
    /// The rule that follows from the types.
    const RULE: UpdateRule = UpdateRule::of(&Target::FACTS, M::FACTS, &M::FACTORS);

    const UPDATE_INTEGERS: UpdateIntegers<M, Target> = match Self::RULE {
        UpdateRule::Enumerate => |site, state, range, rng| {
            enumerate::together::<M, Target>(state, &site.variable, range, rng);
            Ok(())
        },
        UpdateRule::OneByOne => {
            |site, state, range, rng| enumerate::one_by_one::<M, Target>(state, &site.variable, range, rng)
        }
        UpdateRule::ForwardBackward => |site, state, _, rng| {
            let places = [site.operands[1], site.operands[2]];
            forward_backward::update::<M, Target>(state, &site.variable, places, rng);
            Ok(())
        },
        _ => |_, _, _, _| Ok(()),
    };

    const UPDATE_CONJUGATE: UpdateConjugate<M, Target> = match Self::RULE {
        UpdateRule::MultiNormal => {
            |state, variable, _, rng| multi_normal::update::<M, Target>(state, variable, rng)
        }
        UpdateRule::Wishart | UpdateRule::InverseWishart => wishart::update::<M, Target>,
        UpdateRule::Normal
        | UpdateRule::Gamma
        | UpdateRule::InverseGamma
        | UpdateRule::Beta
        | UpdateRule::Dirichlet => conjugate::update::<M, Target>,
        _ => |_, _, _, _| Ok(()),
    };
}

impl<M: BoundModel, Target: BoundVariable> Site<M> for ParameterSite<M, Target> {
    fn name(&self) -> &'static str {
        Target::FACTS.name
    }

    fn rule(&self) -> UpdateRule {
        if self.variable.is_standard() { Self::RULE } else { UpdateRule::Hamiltonian }
    }

    fn coordinates(&self) -> Range<usize> {
        self.variable.coordinates()
    }

    fn start(&self, state: &mut State<'_, M>, rng: &mut dyn Rng) -> Result<(), Error> {
        let range = self.variable.integers();
        range.map_or(Ok(()), |range| enumerate::start(state, &self.variable, range, rng))
    }

    fn get(&self, state: &mut State<'_, M>) -> Vec<f64> {
        state.get(&self.variable).to_vec()
    }

    fn set(&self, state: &mut State<'_, M>, values: &[f64]) -> Result<(), Error> {
        state.set(&self.variable, values)
    }

    fn update(&self, state: &mut State<'_, M>, rule: UpdateRule, rng: &mut dyn Rng) -> Result<(), Error> {
        let variable = &self.variable;
        if let Some(range) = variable.integers() {
            return Self::UPDATE_INTEGERS(self, state, range, rng);
        }
        match rule {
            UpdateRule::Slice => slice::update::<M, Target>(state, variable, rng),
            // These parameters are updated by the No-U-Turn sampler or by a proposal, elsewhere.
            UpdateRule::Hamiltonian | UpdateRule::Block | UpdateRule::Proposal => Ok(()),
            _ => Self::UPDATE_CONJUGATE(state, variable, rule, rng),
        }
    }
}
