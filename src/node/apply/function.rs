//! Functions of several arguments: their values and partial derivatives, the domains of their arguments,
//! and the way to draw from a law whose log density is the function.

use crate::contract::family::Argument;
use crate::contract::node::{Packs, Tuple};
use crate::frame::MAX_ARGUMENTS;
use crate::sealed::Sealed;
use crate::simd::Pack;
use pulp::Simd;

/// A function of several arguments with its partial derivatives.
pub trait Function: Sealed + Copy + Send + Sync + 'static {
    /// The name in messages.
    const NAME: &'static str;

    /// The names and the domains of the arguments; data must be inside their domains.
    const ARGUMENTS: &'static [Argument];

    /// The arguments x for which f reads 1 − x beside x, in the places of
    /// [complements](crate::contract::family::FamilyFacts::complements).
    const COMPLEMENTS: &'static [usize] = &[];

    /// f and its partial derivatives. Unused results cost nothing: the compiler removes them.
    ///
    /// Outside the domains, f is NaN. `A` shows which arguments are data, and so known to be inside.
    fn value_and_partials<A: Tuple, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>);

    /// The place of the first argument that breaks a rule about several arguments, and the rule in words,
    /// which a message puts after "must". `is_data` shows which arguments are known.
    fn broken_rule(
        _: &[f64; MAX_ARGUMENTS],
        _is_data: &[bool; MAX_ARGUMENTS],
    ) -> Option<(usize, &'static str)> {
        None
    }

    /// The place of an argument that is a term of the value, in some rows or in all, and the places of the
    /// arguments that decide in which rows; empty if in all rows. In these rows the terms of data alone in
    /// the argument are terms of the value.
    const PASSES: Option<(usize, &'static [usize])> = None;

    /// The way to draw from the law whose log density is the value.
    const DRAW: DrawWith = DrawWith::Nothing;
}

/// The way in which the variable of a law is drawn, when the law's log density is a function of nodes.
#[derive(Clone, Copy)]
pub enum DrawWith {
    /// The variable is not drawn.
    Nothing,
    /// The variable is drawn by the node in this place.
    Node(usize),
    /// The variable is drawn by the node in this place, and the function then changes it to the observation
    /// between limits, given the nodes' values.
    Limited(usize, fn(f64, &[f64; MAX_ARGUMENTS]) -> f64),
    /// The variable is drawn by the node in this place. If draws are compared with observations, the function
    /// changes a draw so that it can be compared with the observation in its place, given the draw, the
    /// observation and the nodes' values.
    Compared(usize, fn(f64, f64, &[f64; MAX_ARGUMENTS]) -> f64),
    /// The variable is drawn by the function from the nodes' values, if the law has draws.
    Values(fn(&[f64; MAX_ARGUMENTS], &mut dyn rand::Rng) -> Option<f64>),
}

/// Declares functions of several arguments: `Type, "name", (argument in domain, …) { …; (value, [partial
/// derivative, …]) }`. A number outside its domain becomes NaN before the body reads it. A body may read
/// 1 − x of the argument in a place, `, complement rest of 0: { … }`.
///
/// A function that is the log density of a law may state how the law is drawn: `, drawn DrawWith::…;`. It
/// may have a type parameter, such as a family. `, passes` sets [`Function::PASSES`], the argument whose
/// terms of data alone the value has, and `, broken` sets [`Function::broken_rule`].
macro_rules! functions_of_several {
    ($(
        $(#[$doc:meta])*
        $Name:ident $(<$F:ident: $Bound:ident>)?, $name:expr,
        ($($argument:ident in $domain:ident),+)
            $(, complement $complement:ident of $place_of_complement:literal:)? $body:block
            $(, broken $broken:expr)? $(, passes $passes:expr)? $(, drawn $draw:expr;)?
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name $(<$F>(core::marker::PhantomData<$F>))?;

        impl $(<$F: $Bound>)? $crate::sealed::Sealed for $Name $(<$F>)? {}

        impl $(<$F: $Bound>)? $crate::node::Function for $Name $(<$F>)? {
            const NAME: &'static str = $name;
            const ARGUMENTS: &'static [$crate::contract::family::Argument] =
                &[$($crate::contract::family::Argument {
                name: stringify!($argument),
                domain: $crate::contract::family::Domain::$domain,
            }),+];
            $(const COMPLEMENTS: &'static [usize] = &[$place_of_complement];)?

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn value_and_partials<A: $crate::contract::node::Tuple, S: ::pulp::Simd>(
                packs: &$crate::contract::node::Packs<S>,
            ) -> ($crate::simd::Pack<S>, $crate::contract::node::Packs<S>) {
                let [$($argument,)+ ..] = *packs;
                $(let $argument = $crate::contract::family::Domain::$domain.guard($argument);)+
                $(
                    let _ = $place_of_complement;
                    let $complement = packs[$crate::contract::family::COMPLEMENT];
                )?
                let (value, slopes) = $body;
                let mut partials = [value; $crate::frame::MAX_ARGUMENTS];
                partials[..slopes.len()].copy_from_slice(&slopes);
                (value, partials)
            }

            $(fn broken_rule(
                values: &[f64; $crate::frame::MAX_ARGUMENTS],
                is_data: &[bool; $crate::frame::MAX_ARGUMENTS],
            ) -> Option<(usize, &'static str)> {
                $broken(values, is_data)
            })?

            $(const PASSES: Option<(usize, &'static [usize])> = Some($passes);)?

            $(
            const DRAW: $crate::node::DrawWith = $draw;)?
        }
    )*};
}

pub(crate) use functions_of_several;
