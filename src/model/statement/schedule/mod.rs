//! [`Schedule`], the statements of a model as lists that a kernel runs through.
//!
//! A model of few statements is one function, in which the values of one statement are in registers when the
//! next one needs them. With each statement more this function costs the compiler more than the last one did.
//! So a model of many is not compiled as a tree of statements: when it is made, the tree is walked once, and
//! each statement goes into the group of those that are the same type [without names](crate::erase), in the
//! scope that sees it. A group is a function that goes through its statements; whoever walks the lists of
//! groups knows no model. A statement more of a structure that is there costs the compiler the walk to it and
//! nothing else.
//!
//! Groups may stand in any order where nothing that they compute is read by another one: parameters of one
//! level, since bounds mention lower levels alone, and log densities, which add up. Definitions read each
//! other and stay in their order; those of one type that follow each other are one group.

mod group;
mod lists;

use crate::contract::scope::{Constrained, Gradient, Scope, Value, any_needed};
use crate::frame::Frame;
use crate::model::statement::BoundModel;
use crate::simd::InstructionSet;
use core::panic::{RefUnwindSafe, UnwindSafe};
use lists::{Add, AsDefinition, AsParameters, AsTerm, Empty, Lists};

/// A part of a schedule: a statement or a model.
pub trait Scheduled {
    /// Puts what the scope computes of the statements into the schedule.
    fn schedule<C: Scope>(&self, schedule: &mut Schedule);
}

/// The work of a kernel, in groups of statements that are one type.
pub struct Schedule {
    set: InstructionSet,
    lists: Box<dyn Lists>,
}

/// A schedule that runs is not changed, so no panic leaves one that is half changed.
impl UnwindSafe for Schedule {}
impl RefUnwindSafe for Schedule {}

impl Schedule {
    /// The schedule of what the scope computes of a model, for an instruction set.
    #[inline(never)]
    pub(crate) fn of<M: BoundModel, C: Scope>(model: &M, set: InstructionSet) -> Self {
        let mut schedule = Self { set, lists: set.dispatch_plainly(Empty) };
        model.schedule::<C>(&mut schedule);
        schedule
    }

    /// Adds what the whole log density and its gradient need of a statement without names.
    pub(crate) fn push_whole<M: BoundModel>(&mut self, statement: &M) {
        let parameters = const {
            if M::FACTS.lhs.is_empty() {
                Self::push_nothing::<M>
            } else {
                Self::push_parameters::<M, Value, Constrained<Gradient>>
            }
        };
        let definition = const {
            if M::FACTS.defined.is_empty() {
                Self::push_nothing::<M>
            } else {
                Self::push_definition::<M, Constrained<Gradient>>
            }
        };
        let term = const {
            if M::FACTS.has_density {
                Self::push_term::<M, Constrained<Gradient>>
            } else {
                Self::push_nothing::<M>
            }
        };
        parameters(self, statement);
        definition(self, statement);
        term(self, statement);
    }

    /// Adds what a scope needs of a statement under its names.
    pub(crate) fn push_named<M: BoundModel, C: Scope>(&mut self, statement: &M) {
        let parameters = const {
            if any_needed::<C>(M::FACTS.lhs) {
                Self::push_parameters::<M, C, C>
            } else {
                Self::push_nothing::<M>
            }
        };
        let definition = const {
            if any_needed::<C>(M::FACTS.defined) {
                Self::push_definition::<M, C>
            } else {
                Self::push_nothing::<M>
            }
        };
        parameters(self, statement);
        definition(self, statement);
        if M::count::<C>() > 0 {
            self.push_term::<M, C>(statement);
        }
    }

    fn push_nothing<M>(&mut self, _: &M) {}

    /// Adds the parameters on the left of a statement; `Values` is the scope in which they are taken from the
    /// unconstrained point, `C` that in which their adjoints become the gradient.
    pub(crate) fn push_parameters<M: BoundModel, Values: Scope, C: Scope>(&mut self, statement: &M) {
        self.set.dispatch_plainly(Add::new(AsParameters::<M, Values, C>::new(statement), &mut *self.lists));
    }

    /// Adds a definition.
    pub(crate) fn push_definition<M: BoundModel, C: Scope>(&mut self, statement: &M) {
        self.set.dispatch_plainly(Add::new(AsDefinition::<M, C>::new(statement), &mut *self.lists));
    }

    /// Adds the log density of a statement.
    pub(crate) fn push_term<M: BoundModel, C: Scope>(&mut self, statement: &M) {
        self.set.dispatch_plainly(Add::new(AsTerm::<M, C>::new(statement), &mut *self.lists));
    }

    /// Computes parameters and definitions. `highest` is the highest level of a parameter.
    pub(crate) fn set_variables(&self, frame: &mut Frame<'_>, highest: usize) {
        self.lists.set_variables(frame, highest);
    }

    /// The log density, with parameters and definitions; adjoints stay in the frame.
    pub(crate) fn log_density(&self, frame: &mut Frame<'_>, highest: usize) -> f64 {
        self.lists.log_density(frame, highest)
    }

    /// Turns the adjoints that `log_density` has left into the gradient; true if it is finite.
    pub(crate) fn pull_back(&self, frame: &mut Frame<'_>, highest: usize) -> bool {
        self.lists.pull_back(frame, highest)
    }
}
