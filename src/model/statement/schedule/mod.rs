//! [`Schedule`], the statements of a model as lists over which a kernel runs.
//!
//! A model of few statements is one function, in which the values of one statement are in registers when the
//! next statement reads them. Each further statement in this function takes the compiler longer than the
//! previous one. So a model of many statements is not compiled as a tree: when the schedule is created, the
//! tree is walked once, and each statement is added to the group of statements that have the same type
//! [without names](crate::erase), in the scope that keeps it. A group is a function that loops over its
//! statements; the code that runs over the lists of groups does not depend on the model. A further statement
//! with a known structure costs the compiler only its place in the walk.
//!
//! Groups may run in any order if no group reads a value that another one computes: this holds for
//! parameters of one level, since bounds mention lower levels only, and for log densities, which are added.
//! Definitions read each other and keep their order; consecutive definitions of one type are one group.

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
    /// Adds to the schedule everything that the scope computes of the statements.
    fn schedule<C: Scope>(&self, schedule: &mut Schedule);
}

/// The computations of a kernel, in groups of statements of one type.
pub struct Schedule {
    set: InstructionSet,
    lists: Box<dyn Lists>,
}

/// A schedule does not change while it runs, so a panic cannot leave it half changed.
impl UnwindSafe for Schedule {}
impl RefUnwindSafe for Schedule {}

impl Schedule {
    /// Returns the schedule of everything that the scope computes of a model, for an instruction set.
    #[inline(never)]
    pub(crate) fn of<M: BoundModel, C: Scope>(model: &M, set: InstructionSet) -> Self {
        let mut schedule = Self { set, lists: set.dispatch_plainly(Empty) };
        model.schedule::<C>(&mut schedule);
        schedule
    }

    /// Adds everything that the whole log density and its gradient need of a statement without names.
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

    /// Adds everything that a scope needs of a statement with its names.
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

    /// Adds the parameters on the left of a statement; `Values` is the scope in which they are computed from
    /// the unconstrained point, and `C` the scope in which their adjoints are turned into the gradient.
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

    /// Computes parameters and definitions, and returns the log density; the adjoints stay in the frame.
    pub(crate) fn log_density(&self, frame: &mut Frame<'_>, highest: usize) -> f64 {
        self.lists.log_density(frame, highest)
    }

    /// Turns the adjoints that `log_density` has stored into the gradient; returns true if it is finite.
    pub(crate) fn pull_back(&self, frame: &mut Frame<'_>, highest: usize) -> bool {
        self.lists.pull_back(frame, highest)
    }
}
