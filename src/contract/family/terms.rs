//! Terms of a log density, and the times at which they are evaluated.

use crate::contract::family::{Family, is_companion};
use crate::contract::node::{Packs, Tuple, places};
use crate::contract::scope::{Scope, is_uniform};
use crate::frame::MAX_ARGUMENTS;
use crate::sealed::Sealed;
use crate::simd::Pack;
use core::marker::PhantomData;
use pulp::Simd;

/// The dependence of a term on data, which rewrites read.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Form {
    /// The term depends on data in some other way.
    Any,
    /// The term is linear in the values at these places taken together: its sum over rows is the number of
    /// rows times the term at the mean.
    Linear(&'static [usize]),
    /// −½ ((y − location)/scale)², a term of the values at its three places, in this order.
    Square,
}

/// One term of a log density.
pub trait Term {
    /// The places that the term reads: 0 for the variable, 1 for the first argument, and so on.
    const READS: &'static [usize];

    /// The dependence of the term on data.
    const FORM: Form;

    /// Adds the term to `value` and its partial derivatives to `partials`.
    fn add<C: Counts, S: Simd>(packs: &Packs<S>, value: &mut Pack<S>, partials: &mut Packs<S>);
}

/// The time at which a term is evaluated.
enum When {
    /// The term is evaluated by `compile()`: it reads data alone.
    WithData,
    /// The term is evaluated once per gradient: it reads repeated scalars alone.
    Once,
    /// The term is evaluated once per register.
    PerLane,
}

const fn when<A: Tuple>(reads: &[usize]) -> When {
    when_of::<A>(reads, &places!(A, |node| node.is_splat))
}

/// The places in which all rows are equal in a scope.
const fn equal_rows<A: Tuple, C: Scope>() -> [bool; MAX_ARGUMENTS] {
    places!(A, |node| node.is_splat || is_uniform::<C>(node.rows_of))
}

/// The time at which a term that reads the places `reads` is evaluated, given the places in which all rows
/// are equal.
const fn when_of<A: Tuple>(reads: &[usize], equal: &[bool; MAX_ARGUMENTS]) -> When {
    let (mut all_data, mut all_splat) = (true, true);
    let mut i = 0;
    while i < reads.len() {
        if is_companion(reads[i]) {
            // This place belongs to an argument that the term reads too.
            i += 1;
            continue;
        }
        // The places after the arguments are columns of the variable.
        let place = if reads[i] < A::COUNT { reads[i] } else { 0 };
        all_data = all_data && A::EACH[place].is_data();
        all_splat = all_splat && equal[place];
        i += 1;
    }
    if all_data {
        When::WithData
    } else if all_splat {
        When::Once
    } else {
        When::PerLane
    }
}

/// The sizes of counts that may occur in a statement.
pub trait Counts: Sealed {
    /// True if counts from `LARGE_COUNT` on may be among them.
    const MAY_BE_LARGE: bool;
}

/// Counts of all sizes.
pub struct AnyCounts;

/// Counts that `compile()` has checked, none of which is large.
pub struct SmallCounts;

impl Sealed for AnyCounts {}

impl Counts for AnyCounts {
    const MAY_BE_LARGE: bool = true;
}

impl Sealed for SmallCounts {}

impl Counts for SmallCounts {
    const MAY_BE_LARGE: bool = false;
}

/// Some of the terms of a statement.
pub trait Stage: Sealed {
    /// The sizes of counts that may occur in the terms.
    type Counts: Counts;

    /// True if the stage includes this term.
    fn includes<T: Term>() -> bool;
}

/// True if any of the terms reads nothing but data.
pub(crate) const fn any_with_data<T: Terms, A: Tuple>() -> bool {
    any::<T, A>(true)
}

/// The constant in each observation's terms of variables.
pub(crate) const fn moving_constant<F: Family, A: Tuple>() -> f64 {
    match F::FACTS.constant {
        Some((place, number)) if !A::EACH[place].is_data() => number,
        _ => 0.0,
    }
}

/// True if any of the terms reads anything that is not data.
pub(crate) const fn any_moving<T: Terms, A: Tuple>() -> bool {
    any::<T, A>(false)
}

const fn any<T: Terms, A: Tuple>(with_data: bool) -> bool {
    let mut term = 0;
    while term < T::READS.len() {
        let when = when::<A>(T::READS[term]);
        if matches!(when, When::WithData) == with_data {
            return true;
        }
        term += 1;
    }
    false
}

/// True if all terms differ from row to row.
pub(crate) const fn are_per_lane<T: Terms, A: Tuple>() -> bool {
    let mut term = 0;
    while term < T::READS.len() {
        if !matches!(when::<A>(T::READS[term]), When::PerLane) {
            return false;
        }
        term += 1;
    }
    true
}

/// The terms that read nothing but data, in a statement with the nodes `A`.
pub struct WithData<A>(PhantomData<A>);

/// The terms that read nothing but repeated scalars.
pub struct Once<A>(PhantomData<A>);

/// All other terms.
pub struct PerLane<A>(PhantomData<A>);

/// All other terms, in a statement without large counts.
pub struct PerLaneOfSmall<A>(PhantomData<A>);

/// The terms that read anything that is not data.
pub struct Moving<A>(PhantomData<A>);

/// All terms.
pub struct Every;

impl Sealed for Every {}

impl Stage for Every {
    type Counts = AnyCounts;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn includes<T: Term>() -> bool {
        true
    }
}

macro_rules! stages {
    ($($Stage:ident of $Counts:ident: $($When:ident)|+;)*) => {$(
        impl<A: Tuple> Sealed for $Stage<A> {}

        impl<A: Tuple> Stage for $Stage<A> {
            type Counts = $Counts;

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn includes<T: Term>() -> bool {
                const { matches!(when::<A>(T::READS), $(When::$When)|+) }
            }
        }
    )*};
}

stages! {
    WithData of AnyCounts: WithData;
    Once of AnyCounts: Once;
    PerLane of AnyCounts: PerLane;
    PerLaneOfSmall of SmallCounts: PerLane;
    Moving of AnyCounts: Once | PerLane;
}

/// The terms that are the same in all rows in the scope `C`, or, if `DIFFER` is true, the terms that are
/// not. Terms of data alone belong to neither.
pub struct InScope<A, C, const DIFFER: bool>(PhantomData<(A, C)>);

impl<A: Tuple, C: Scope, const DIFFER: bool> Sealed for InScope<A, C, DIFFER> {}

impl<A: Tuple, C: Scope, const DIFFER: bool> Stage for InScope<A, C, DIFFER> {
    type Counts = AnyCounts;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn includes<T: Term>() -> bool {
        const {
            match when_of::<A>(T::READS, &equal_rows::<A, C>()) {
                When::WithData => false,
                When::Once => !DIFFER,
                When::PerLane => DIFFER,
            }
        }
    }
}

/// True if any of the terms differs from row to row in the scope.
pub(crate) const fn any_differs<T: Terms, A: Tuple, C: Scope>() -> bool {
    let mut term = 0;
    while term < T::READS.len() {
        if matches!(when_of::<A>(T::READS[term], &equal_rows::<A, C>()), When::PerLane) {
            return true;
        }
        term += 1;
    }
    false
}

/// The terms of a log density.
pub trait Terms {
    /// The places that each term reads.
    const READS: &'static [&'static [usize]];

    /// The dependence of each term on data.
    const FORMS: &'static [Form];

    /// Adds up the terms that the stage includes.
    fn add<Included: Stage, S: Simd>(packs: &Packs<S>, value: &mut Pack<S>, partials: &mut Packs<S>);
}

macro_rules! terms {
    ($($T:ident)*) => {
        #[allow(unused_variables)]
        impl<$($T: Term),*> Terms for ($($T,)*) {
            const READS: &'static [&'static [usize]] = &[$($T::READS),*];
            const FORMS: &'static [Form] = &[$($T::FORM),*];

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn add<Included: Stage, S: Simd>(
                packs: &Packs<S>,
                value: &mut Pack<S>,
                partials: &mut Packs<S>,
            ) {
                $(if Included::includes::<$T>() {
                    $T::add::<Included::Counts, S>(packs, value, partials);
                })*
            }
        }
    };
}

terms!();
terms!(A);
terms!(A B);
terms!(A B C);
terms!(A B C D);
terms!(A B C D E);

/// The value and the partial derivatives of the terms that a stage includes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn evaluate<T: Terms, Included: Stage, S: Simd>(simd: S, packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
    // Adding to −0 leaves every number as it is, bit for bit, so the compiler drops the first addition.
    let mut value = Pack::splat(simd, -0.0);
    let mut partials = [value; MAX_ARGUMENTS];
    T::add::<Included, S>(packs, &mut value, &mut partials);
    (value, partials)
}

/// A term that is the square of data minus an affine form, with the places that it reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square {
    /// The place of the variable, or of a column of it after the arguments.
    pub observed: usize,
    pub location: usize,
    pub scale: usize,
}

impl Square {
    /// Finds among the terms a square of data whose location or scale is not data; `None` if there is none. A
    /// square of data alone is added up by `compile()` with all other terms of data.
    pub const fn of<T: Terms, A: Tuple>() -> Option<Self> {
        let mut term = 0;
        while term < T::READS.len() {
            let reads = T::READS[term];
            if matches!(T::FORMS[term], Form::Square)
                && A::EACH[0].is_data()
                && !(A::EACH[reads[1]].is_data() && A::EACH[reads[2]].is_data())
            {
                return Some(Self { observed: reads[0], location: reads[1], scale: reads[2] });
            }
            term += 1;
        }
        None
    }

    /// True if the location is affine, the scale is a number or a column of data, and no other term reads
    /// anything else.
    pub const fn is_of_affine_form<T: Terms, A: Tuple>(&self) -> bool {
        let mut term = 0;
        while term < T::READS.len() {
            if matches!(when::<A>(T::READS[term]), When::PerLane) && !matches!(T::FORMS[term], Form::Square) {
                return false;
            }
            term += 1;
        }
        let scale = A::EACH[self.scale].is_splat || A::EACH[self.scale].is_datum;
        A::EACH[self.location].is_affine && !A::EACH[self.location].is_data() && scale
    }
}

/// The places whose data may be replaced by means over equal rows.
pub(crate) struct Averages;

impl Averages {
    /// The places whose data enter every term that is evaluated per lane linearly or as a square.
    pub const fn of<T: Terms, A: Tuple>() -> [bool; MAX_ARGUMENTS] {
        let mut flags = places!(A, |node| node.is_column);
        let mut term = 0;
        while term < T::READS.len() {
            let reads = T::READS[term];
            let mut at = 0;
            while at < reads.len() {
                // The places after the arguments are columns of the variable.
                let place = if reads[at] < A::COUNT { reads[at] } else { 0 };
                let fits = match T::FORMS[term] {
                    _ if is_companion(reads[at]) => true,
                    Form::Any => false,
                    Form::Linear(linear) => contains(linear, reads[at]),
                    Form::Square => at == 0,
                };
                if !fits && matches!(when::<A>(reads), When::PerLane) {
                    flags[place] = false;
                }
                at += 1;
            }
            term += 1;
        }
        flags
    }
}

const fn contains(places: &[usize], place: usize) -> bool {
    let mut at = 0;
    while at < places.len() {
        if places[at] == place {
            return true;
        }
        at += 1;
    }
    false
}
