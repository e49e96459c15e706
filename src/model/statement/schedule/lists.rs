//! The lists of a schedule for one instruction set, with the functions that add statements and the passes of
//! a kernel over the lists.

use super::group::{Definitions, Group, Member, Parameters, ParametersOf, Terms};
#[cfg(feature = "rayon")]
use crate::contract::scope::Gradient;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::facts::Level;
#[cfg(feature = "rayon")]
use crate::model::rows::score_in_parts;
use crate::model::statement::BoundModel;
use core::any::{Any, TypeId};
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// The lists of a schedule, for any instruction set.
pub(crate) trait Lists: Send + Sync {
    fn as_any(&mut self) -> &mut dyn Any;
    fn set_variables(&self, frame: &mut Frame<'_>, highest: usize);
    fn log_density(&self, frame: &mut Frame<'_>, highest: usize) -> f64;
    fn pull_back(&self, frame: &mut Frame<'_>, highest: usize) -> bool;
}

/// The groups of statements, for the instruction set `S`.
pub(crate) struct ListsFor<S: Simd> {
    simd: S,
    parameters: Vec<Typed<dyn Parameters<S>>>,
    definitions: Vec<Typed<dyn Definitions<S>>>,
    terms: Vec<Typed<dyn Terms<S>>>,
}

/// The request for lists without statements.
pub(crate) struct Empty;

impl WithSimd for Empty {
    type Output = Box<dyn Lists>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Box<dyn Lists> {
        let (parameters, definitions, terms) = (Vec::new(), Vec::new(), Vec::new());
        Box::new(ListsFor { simd, parameters, definitions, terms })
    }
}

/// An item that is added to the lists.
pub(crate) trait Entry {
    fn add_to<S: Simd>(self, lists: &mut ListsFor<S>);
}

/// The request to add an entry to the lists, whose instruction set is the one of the dispatch.
pub(crate) struct Add<'a, Added> {
    entry: Added,
    lists: &'a mut dyn Lists,
}

impl<'a, Added> Add<'a, Added> {
    pub fn new(entry: Added, lists: &'a mut dyn Lists) -> Self {
        Self { entry, lists }
    }
}

impl<Added: Entry> WithSimd for Add<'_, Added> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        // The lists are those of the schedule's instruction set.
        if let Some(lists) = self.lists.as_any().downcast_mut::<ListsFor<S>>() {
            self.entry.add_to(lists);
        }
    }
}

/// Declares the kinds of entries as which statements are added: parameters, a definition or a term.
macro_rules! entries {
    ($($(#[doc = $doc:literal])* $Entry:ident<$($C:ident),*>;)*) => {$(
        $(#[doc = $doc])*
        pub(crate) struct $Entry<'a, M, $($C),*> {
            statement: &'a M,
            scope: PhantomData<($($C,)*)>,
        }

        impl<'a, M, $($C),*> $Entry<'a, M, $($C),*> {
            pub fn new(statement: &'a M) -> Self {
                Self { statement, scope: PhantomData }
            }
        }
    )*};
}

entries! {
    /// The parameters of a statement, computed in the scope `Values`; their gradient is computed in `C`.
    AsParameters<Values, C>;
    /// A definition.
    AsDefinition<C>;
    /// A log density.
    AsTerm<C>;
}

/// A group with its type.
type Typed<G> = (TypeId, Box<G>);

/// Returns the place of the group of a type. It compares the type ids that are stored with the groups, and
/// does not call the groups, so it is compiled once, and not for each type of statement.
fn place<G: ?Sized>(groups: &[Typed<G>], wanted: TypeId) -> Option<usize> {
    groups.iter().position(|(group, _)| *group == wanted)
}

/// Returns the group in a place, with its own type.
fn group<G: Any, Kind: Member + ?Sized>(groups: &mut [Typed<Kind>], place: Option<usize>) -> Option<&mut G> {
    groups[place?].1.as_any().downcast_mut()
}

impl<M: BoundModel, Values: Scope, C: Scope> Entry for AsParameters<'_, M, Values, C> {
    fn add_to<S: Simd>(self, lists: &mut ListsFor<S>) {
        let own = TypeId::of::<ParametersOf<M, Values, C>>();
        let place = place(&lists.parameters, own);
        match group::<ParametersOf<M, Values, C>, _>(&mut lists.parameters, place) {
            Some(group) => group.push(self.statement),
            None => lists.parameters.push((own, Box::new(ParametersOf::<M, Values, C>::of(self.statement)))),
        }
    }
}

impl<M: BoundModel, C: Scope> Entry for AsDefinition<'_, M, C> {
    fn add_to<S: Simd>(self, lists: &mut ListsFor<S>) {
        let own = TypeId::of::<Group<M, C>>();
        // Definitions read each other, so only the last group may grow.
        let last = lists.definitions.len().saturating_sub(1);
        let place = place(&lists.definitions[last..], own).map(|_| last);
        match group::<Group<M, C>, _>(&mut lists.definitions, place) {
            Some(group) => group.push(self.statement),
            None => lists.definitions.push((own, Box::new(Group::<M, C>::of(self.statement)))),
        }
    }
}

impl<M: BoundModel, C: Scope> Entry for AsTerm<'_, M, C> {
    fn add_to<S: Simd>(self, lists: &mut ListsFor<S>) {
        let own = TypeId::of::<Group<M, C>>();
        let place = place(&lists.terms, own);
        match group::<Group<M, C>, _>(&mut lists.terms, place) {
            Some(group) => group.push(self.statement),
            None => lists.terms.push((own, Box::new(Group::<M, C>::of(self.statement)))),
        }
    }
}

/// Returns the passes over parameters.
fn levels(highest: usize) -> impl DoubleEndedIterator<Item = Level> {
    (0..=highest).map(move |level| if highest == 0 { Level::Every } else { Level::Only(level) })
}

impl<S: Simd> ListsFor<S> {
    /// Computes parameters and definitions.
    #[inline(always)]
    fn constrain_and_define(&self, frame: &mut Frame<'_>, highest: usize, totals: &mut Totals<S>) {
        for level in levels(highest) {
            for (_, group) in &self.parameters {
                group.constrain(self.simd, frame, level, totals);
            }
        }
        for (_, group) in &self.definitions {
            group.define(self.simd, frame);
        }
    }

    /// Adds the log densities of all terms, and passes on adjoints.
    #[inline(always)]
    fn score_terms(&self, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        for (_, group) in &self.terms {
            group.score(self.simd, frame, totals);
        }
    }

    #[cfg(not(feature = "rayon"))]
    #[inline(always)]
    fn score(&self, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        self.score_terms(frame, totals);
    }

    /// Adds the log densities of all terms, in parts if there are any, and passes on adjoints.
    #[cfg(feature = "rayon")]
    #[inline(always)]
    fn score(&self, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        score_in_parts::<Gradient, S>(self.simd, frame, totals, |frame, sums| {
            let mut totals = Totals::from_parts(self.simd, sums);
            self.score_terms(frame, &mut totals);
            totals.to_parts()
        });
    }
}

/// All computations of the lists, compiled for the instruction set.
struct All<'a, 'b, S: Simd, const BACKWARD: bool> {
    lists: &'a ListsFor<S>,
    frame: &'a mut Frame<'b>,
    highest: usize,
}

/// Computes the log density.
impl<Own: Simd> WithSimd for All<'_, '_, Own, false> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<Same: Simd>(self, _: Same) -> f64 {
        let Self { lists, frame, highest } = self;
        let mut totals = Totals::new(lists.simd);
        lists.constrain_and_define(frame, highest, &mut totals);
        lists.score(frame, &mut totals);
        totals.sum()
    }
}

/// Computes the gradient; returns true if it is finite.
impl<Own: Simd> WithSimd for All<'_, '_, Own, true> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<Same: Simd>(self, _: Same) -> bool {
        let Self { lists, frame, highest } = self;
        for (_, group) in lists.definitions.iter().rev() {
            group.propagate(lists.simd, frame);
        }
        frame.start_gradient();
        for level in levels(highest).rev() {
            for (_, group) in lists.parameters.iter().rev() {
                group.pull_back(lists.simd, frame, level);
            }
        }
        frame.gradient_is_finite(lists.simd)
    }
}

impl<S: Simd> Lists for ListsFor<S> {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn set_variables(&self, frame: &mut Frame<'_>, highest: usize) {
        self.constrain_and_define(frame, highest, &mut Totals::new(self.simd));
    }

    fn log_density(&self, frame: &mut Frame<'_>, highest: usize) -> f64 {
        self.simd.vectorize(All::<S, false> { lists: self, frame, highest })
    }

    fn pull_back(&self, frame: &mut Frame<'_>, highest: usize) -> bool {
        self.simd.vectorize(All::<S, true> { lists: self, frame, highest })
    }
}
