//! The integral over all elements of a vector or a matrix together, which depend on each other given
//! everything else: [coefficients](multi_normal) of a linear predictor, missing cells of partly observed
//! rows, and [probabilities](dirichlet) that sum to 1.
//!
//! All rows of all statements contribute to one number, their sum, as for a marginalised scalar. The slopes
//! of this sum by the elements determine the posterior, as they do for a Gibbs sampler; the scope [`Slope`]
//! computes these slopes only. For the gradient, the backward pass of the statements runs at points with
//! equal weights, over which the functions in which the log density is linear have their posterior means:
//! see the [integral](crate::model::marginal::integral) over each element.

mod dirichlet;
mod groups;
mod multi_normal;

pub(crate) use groups::{ElementGroups, NO_ELEMENT};

use super::BoundMarginal;
use super::scope::{Pass, Slope, joint_of};
use super::sum::has_definitions;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::{Frame, MAX_ARGUMENTS, Places, Range};
use crate::model::conjugacy::Joint;
use crate::model::marginalised::{JointPosterior, NormalGroup};
use crate::model::rows::Tally;
use crate::model::statement::{BoundModel, no_pass};
use crate::name::Name;
use crate::shape::Shape;
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// Returns the size of the working memory of the integral over `length` elements, which are in `groups`.
pub(crate) fn joint_scratch(joint: Joint, length: usize, groups: &ElementGroups) -> usize {
    match joint {
        Joint::MultiNormal(_) => groups.count.saturating_mul(groups.memory()),
        Joint::Dirichlet => length,
        // This memory is reserved with the plan.
        Joint::Laplace => 0,
    }
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// The integral, if it is over all elements together.
    pub(crate) const JOINT: Option<Joint> = joint_of::<Var, M>();

    /// Returns the elements, their slopes, the working memory, and the packed indices.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn elements<'f>(
        &self,
        frame: &'f mut Frame<'_>,
        scratch: usize,
    ) -> (&'f mut [f64], &'f [f64], &'f mut [f64], &'f [u32]) {
        let value = Range { place: self.slot, length: self.table.length };
        let scratch = Range { place: self.table.numbers, length: scratch };
        let places = Places { value, scratch, ..Places::default() };
        let (operands, adjoints) = frame.operands_and_adjoints(&places, [false; MAX_ARGUMENTS]);
        (operands.value, adjoints.value, operands.scratch, operands.indices)
    }

    /// Returns the log density of the statements that mention the elements, and computes its slope by the
    /// elements.
    #[inline(always)]
    pub(super) fn find_slope<Own: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> f64 {
        frame.clear_adjoints(Range { place: self.slot, length: self.table.length });
        self.define_again::<Own, S>(simd, frame);
        let mut totals = Totals::new(simd);
        self.model.score_rows::<Own, S, _>(simd, frame, &mut totals);
        let propagate = const { if has_definitions::<Var, M>() { M::propagate::<Own, S> } else { no_pass } };
        propagate(&self.model, simd, frame);
        totals.sum()
    }

    /// Returns the logarithm of the integral over the statements that the scope keeps; NaN if the integral
    /// is not finite. The parameters of the posterior are kept in working memory.
    #[inline(always)]
    pub(crate) fn find_joint_posterior<Own: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        is_gradient: bool,
    ) -> f64 {
        let find = const {
            match Self::JOINT {
                Some(Joint::Dirichlet) => Self::find_dirichlet::<Own, S>,
                Some(Joint::Laplace) => Self::find_laplace::<Own, S>,
                _ => Self::find_multi_normal::<Own, S>,
            }
        };
        find(self, simd, frame, is_gradient)
    }

    /// Returns the posterior that was found last; `None` if the elements are not integrated over together.
    pub(crate) fn together(&self, frame: &mut Frame<'_>) -> Option<JointPosterior> {
        Some(match const { Self::JOINT }? {
            Joint::MultiNormal(_) => {
                let mut groups = Vec::new();
                self.memory(frame).for_groups(|group, _, _| {
                    let (places, mean, factor) =
                        (group.places.to_vec(), group.mean.to_vec(), group.factor.to_vec());
                    groups.push(NormalGroup { places, mean, factor });
                });
                JointPosterior::MultiNormal(groups)
            }
            Joint::Laplace => JointPosterior::Latent(self.latent_normal(frame)?),
            Joint::Dirichlet => {
                let (_, _, concentration, _) = self.elements(frame, self.table.length);
                JointPosterior::Dirichlet { concentration: concentration.to_vec(), columns: self.columns() }
            }
        })
    }

    /// Adds the logarithm of the integral, and passes adjoints on.
    #[inline(always)]
    pub(crate) fn integrate_jointly<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        if !tally.takes(1) {
            return;
        }
        let is_gradient = const { C::SETS.gradient && T::HAS_ADJOINT };
        let integral = self.find_joint_posterior::<Slope<Var, M, C, false>, S>(simd, frame, is_gradient);
        tally.add_number(Pack::splat(simd, integral));
        let outer = tally.weight(frame, Lane::scalar(simd)).map_or(1.0, |weight| weight.first());
        let backward = const {
            if C::SETS.gradient && T::HAS_ADJOINT {
                match Self::JOINT {
                    Some(Joint::Laplace) => Self::backward_around_mode::<C, S>,
                    _ => Self::backward_together::<C, S>,
                }
            } else {
                Self::no_backward::<S>
            }
        };
        // If the integral is NaN there is no posterior.
        if integral.is_finite() && outer > 0.0 {
            backward(self, simd, frame, outer);
        }
    }

    /// Does nothing, if there is no backward pass.
    #[inline(always)]
    fn no_backward<S: Simd>(&self, _: S, _: &mut Frame<'_>, _: f64) {}

    /// Runs the backward pass through points with equal weights.
    #[inline(always)]
    fn backward_together<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, outer: f64) {
        let count = match const { Self::JOINT } {
            Some(Joint::Dirichlet) => dirichlet::POINTS,
            _ => self.groups.size + 1,
        };
        let weight = Pack::splat(simd, outer / count as f64);
        for number in 0..count {
            match const { Self::JOINT } {
                Some(Joint::Dirichlet) => self.go_to_point(simd, frame, number),
                _ => self.memory(frame).go_to_corner(simd, number),
            }
            self.define_again::<Pass<Var, M, C, true>, S>(simd, frame);
            self.backward::<C, S>(simd, frame, 0, weight);
        }
    }
}
