//! The macro that turns a file's formulas into a [`Family`](crate::contract::family::Family).

/// Declares a family of distributions.
///
/// ```text
/// density! {
///     /// documentation of the function
///     Normal, normal(location: Location in Real, scale: Scale in Positive), y in Real;
///
///     // optional: a function of the variable, with its derivative, that terms read by this name; for data
///     // it is computed once
///     column log_y(y) { (math::log(y), y.recip()) }
///
///     // optional: the column that is the logarithm of the variable, which the transform of a positive
///     // scalar computes anyway
///     known log_y
///
///     // optional: a column that terms read as its sum over the whole vector
///     summed whole
///
///     // optional: terms have another form for large counts: their bodies pass the type `C`, which states
///     // whether counts may be large, to `replace_where`
///     large counts
///
///     // optional: the logarithm of an argument by this name, for a term that reads the argument too, and
///     // is another expression minus this logarithm. It has no separate derivative, costs nothing if the
///     // argument is a parameter that is e^q, and is computed from the product of many rows if possible
///     logarithm log_scale(scale)
///
///     // optional: 1 − x by this name for the variable or an argument, for terms and cumulative
///     // probabilities that read x too. It has no separate derivative, and is exact if x is a parameter
///     // close to 1. A second complement follows `and`; a column of y reads it as its second name
///     complement failure(probability)
///
///     // optional: for x between 0 and 1, the variable or an argument, with all other numbers data, the
///     // log density is a constant plus a log x + b log(1 − x): `Some([a, b])`, or `None` if numbers are
///     // so large that terms have another form
///     linear_in_logarithms(probability, y, trials) { Some([y, trials - y]) }
///
///     // optional: the form of the log density as a function of the variable or one argument alone, see
///     // `Curve`
///     conjugate(y: Gaussian, location: Gaussian, scale: Scale)
///
///     // optional: other properties of the family, see `Property`
///     is LocationScale(location, scale)
///     is Symmetric
///
///     // optional: the constant part of a term that reads these names; it is omitted if the terms of data
///     // alone are omitted
///     constant(scale) { -HALF_LOG_TWO_PI }
///
///     // one function for each term: its value, and its partial derivatives by the names that it reads
///     term Exponent(y, location, scale) { …; (value, [by_y, by_location, by_scale]) }
///     term Normaliser(scale) { …; (value, [by_scale]) }
///
///     // the dependence of a term on data, if `compile()` can use it: linear in y and columns (and
///     // arguments) taken together, or −½ ((y − location)/scale)² of the three names that it reads
///     term Power(log_y, shape) linear(log_y) { … }
///     term Exponent(y, location, scale) square { … }
///
///     // optional: the same log density as a function of the square of the argument whose logarithm is
///     // read, for arguments that are square roots: the argument's name then denotes the square, and the
///     // logarithm is that of the square, of which half is subtracted
///     squared(scale) { term … }
///
///     // optional: the whole log density as an expression minus the logarithm of a factor between 1 and 2;
///     // sums over many rows compute the logarithm of the product of factors. It reads y and arguments, no
///     // column
///     factored Name(y, location) { …; (value, [by_y, by_location], factor) }
///
///     // for a vector as a whole, one function for each term of sums: each name is the sum of its elements
///     total Sum(alpha) { …; (value, [by_alpha]) }
///
///     // optional, checked on data: reads, words that follow "must", condition
///     rule(y, trials) "not exceed the number of trials" { y <= trials }
///
///     // optional: log P(Y ≤ y) and log P(Y > y) with their partial derivatives by the names that they
///     // read; y is rounded down if the law is a law of whole numbers
///     log_cdf(y, location, scale) { …; (value, [by_y, by_location, by_scale]) }
///     log_ccdf(y, location, scale) { …; (value, [by_y, by_location, by_scale]) }
///
///     // one draw, given the generator and the arguments that are read, as plain numbers
///     draw(rng, location, scale) { location + scale * rng.sample::<f64, _>(rand_distr::StandardNormal) }
///
///     // or a draw of a vector, given the observed vector, which it replaces, and the arguments as vectors
///     draw_vector(rng, y, concentration) { … }
///
///     // or a draw of one number, given the vector from which the last argument is picked, and the other
///     // arguments
///     draw_picked(rng, probability) { … }
///
///     // or a draw of a category that is counted, given the argument as a vector
///     draw_category(rng, probability) { … }
/// }
/// ```
///
/// expands to the type `Normal` with its `Family`, a type for each term, and the function `normal`, to whose
/// documentation it adds the rules for all arguments. The bodies are copied unchanged; each name that a term
/// or a cumulative probability reads is a `Pack<S>`, one register of its values. Draws are made only for
/// valid arguments: for others they are NaN. The body of `draw` can use `random`, the functions that draws
/// share, and its result is moved into the support if rounding has put it outside.
macro_rules! density {
    (
        $(#[$doc:meta])*
        $Family:ident, $function:ident($($argument:ident: $Node:ident in $domain:ident),*),
        $y:ident in $support:ident;
        $($sections:tt)*
    ) => {
        $crate::distribution::macros::family! {
            #[doc = concat!("The family of [`", stringify!($function), "`].")]
            $Family, $function($($argument in $domain),*), $y in $support;
            $($sections)*
        }

        $(#[$doc])*
        #[doc = $crate::distribution::macros::about_arguments!($($argument)*)]
        pub fn $function<$($Node: $crate::expression::IntoExpr),*>(
            $($argument: $Node),*
        ) -> $crate::distribution::Distribution<$Family, ($($Node::Node,)*)> {
            $crate::distribution::Distribution::new(($($argument.into_expr().0,)*))
        }
    };
}

/// Declares a family without the function, for families whose arguments have another form.
macro_rules! family {
    (
        $(#[$doc:meta])*
        $Family:ident, $function:ident($($argument:ident in $domain:ident),*), $y:ident in $support:ident;
        $(complement $complement:ident($complement_of:ident)
            $(and $second_complement:ident($second_complement_of:ident))?)?
        $(column $column:ident($of:ident $(, $of_complement:ident)?) $column_body:block)*
        $(known $known_column:ident)?
        $(summed $summed_column:ident)?
        $(large $large_counts:ident)?
        $(logarithm $logarithm:ident($logarithm_of:ident))?
        $(linear_in_logarithms($of_logarithms:ident $(, $in_factors:ident)*) $factors:block)?
        $(conjugate($($curved:ident: $curve:ident),+))?
        $(is $property:ident $(($($of_property:ident),+))?)*
        $(constant($constant_of:ident) $constant:block)?
        $(
            $(#[$term_doc:meta])*
            term $Term:ident($($read:ident),+) $($form:ident)? $(($($linear:ident),+))? $body:block
        )*
        $(squared($squared:ident) {
            $(
                $(#[$of_square_doc:meta])*
                term $TermOfSquare:ident($($read_of_square:ident),+) $of_square_body:block
            )+
        })?
        $(factored $Factored:ident($($read_in_factored:ident),+) $factored_body:block)?
        $(total $Total:ident($($summed:ident),+) $total_body:block)*
        $(rule($($ruled:ident),+) $words:literal $condition:block)*
        $(
            log_cdf($($below:ident),+) $log_cdf:block
            log_ccdf($($above:ident),+) $log_ccdf:block
        )?
        $(draw($rng:ident $(, $drawn_from:ident)*) $draw:block)?
        $(draw_vector($vector_rng:ident, $vector:ident $(, $vector_from:ident)*) $draw_vector:block)?
        $(draw_picked($picked_rng:ident, $source:ident $(, $picked_from:ident)*) $draw_picked:block)?
        $(draw_category($category_rng:ident, $category_from:ident) $draw_category:block)?
    ) => {
        $(#[$doc])*
        #[cfg_attr(doc, doc(hidden))] // Messages of the compiler would name it with its whole path.
        #[derive(Clone, Copy, Debug)]
        pub struct $Family;

        /// The places of the variable, the arguments and the columns.
        #[allow(non_camel_case_types, dead_code, clippy::upper_case_acronyms)]
        enum Place {
            $y, $($argument,)* $($column,)*
            $(
                $($second_complement = $crate::contract::family::SECOND_COMPLEMENT as isize,)?
                $complement = $crate::contract::family::COMPLEMENT as isize,
            )?
            $($logarithm = $crate::contract::family::LOGARITHM as isize,)?
        }

        impl $crate::sealed::Sealed for $Family {}

        impl $crate::contract::family::Family for $Family {
            const FACTS: &'static $crate::contract::family::FamilyFacts = &{
                use $crate::contract::family;
                const ARGUMENTS: &[family::Argument] = &[
                    family::Argument { name: stringify!($y), domain: family::Domain::$support },
                    $(family::Argument { name: stringify!($argument), domain: family::Domain::$domain },)*
                ];
                const COLUMNS: &[&str] = &[$(stringify!($column)),*];
                family::FamilyFacts {
                    properties: &[$(family::Property::$property $(($(Place::$of_property as usize),+))?),*],
                    rules: &[$(family::Constraint {
                        reads: &[$(Place::$ruled as usize),+],
                        words: $words,
                        holds: |values| {
                            let [$($ruled),+] = [$(values[Place::$ruled as usize]),+];
                            $condition
                        },
                    }),*],
                    columns: COLUMNS.len(),
                    $(has_large_counts: {
                        let _ = stringify!($large_counts);
                        true
                    },)?
                    $(known_column: Some(Place::$known_column as usize),)?
                    $(summed: Some(Place::$summed_column as usize - ARGUMENTS.len()),)?
                    $(logarithm_of: Some(Place::$logarithm_of as usize),)?
                    $(complements: &[
                        Place::$complement_of as usize,
                        $(Place::$second_complement_of as usize)?
                    ],)?
                    $(linear_in_logarithms: Some((Place::$of_logarithms as usize, |values| {
                        $(let $in_factors = values[Place::$in_factors as usize];)*
                        $factors
                    })),)?
                    $(constant: Some((Place::$constant_of as usize, $constant)),)?
                    $(squared: Some(Place::$squared as usize),)?
                    $(curves: &[$((Place::$curved as usize, $crate::contract::conjugacy::Curve::$curve)),+],)?
                    ..family::FamilyFacts::of(stringify!($function), ARGUMENTS)
                }
            };

            const DRAWING: $crate::contract::family::DrawsOf = {
                use $crate::contract::family::DrawsOf;
                let drawings: &[DrawsOf] = &[
                    $({
                        $(let _ = stringify!($drawn_from);)*
                        DrawsOf::Number(|values, rng| {
                            <Self as $crate::contract::family::Draw>::draw(values, rng)
                        })
                    },)?
                    $(DrawsOf::Vector(|$vector, vectors, $vector_rng| {
                        $(let $vector_from: &[f64] = &vectors[Place::$vector_from as usize];)*
                        $draw_vector
                    }),)?
                    $(DrawsOf::Picked(|values, $source, $picked_rng| {
                        let _ = values;
                        $(let $picked_from = values[Place::$picked_from as usize];)*
                        $draw_picked
                    }),)?
                    $(DrawsOf::Category(|$category_from, $category_rng| $draw_category),)?
                ];
                if drawings.is_empty() { DrawsOf::None } else { drawings[0] }
            };

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn columns<S: ::pulp::Simd>(
                variable: $crate::simd::Pack<S>,
                complement: $crate::simd::Pack<S>,
            ) -> [($crate::simd::Pack<S>, $crate::simd::Pack<S>); $crate::contract::family::MAX_COLUMNS] {
                let mut columns = [(variable, variable); $crate::contract::family::MAX_COLUMNS];
                let mut place = 0;
                $({
                    let $of = variable;
                    $(let $of_complement = complement;)?
                    columns[place] = $column_body;
                    place += 1;
                })*
                columns
            }

            type Terms = ($($Term,)*);
            type TermsOfSquare = ($($($TermOfSquare,)+)?);
            #[allow(unused_parens)]
            type Factored = ($($Factored)?);
            type Totals = ($($Total,)*);

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            #[allow(unused_mut)]
            fn guard<A: $crate::contract::node::Tuple, S: ::pulp::Simd>(
                mut packs: $crate::contract::node::Packs<S>,
            ) -> $crate::contract::node::Packs<S> {
                // A distribution that is evaluated at numbers has no nodes.
                $(if const { !$crate::contract::node::Facts::is_data_at(A::EACH, Place::$argument as usize) } {
                    packs[Place::$argument as usize] =
                        $crate::contract::family::Domain::$domain.guard(packs[Place::$argument as usize]);
                })*
                packs
            }
        }

        $(#[diagnostic::do_not_recommend] // The message leads to the table.
        impl $crate::contract::family::Cumulative for $Family {
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn log_cdf_beside<S: ::pulp::Simd>(
                packs: &$crate::contract::node::Packs<S>,
            ) -> ($crate::simd::Pack<S>, $crate::contract::node::Packs<S>) {
                let packs = $crate::distribution::shared::whole::at_whole_point::<Self, S>(packs);
                let mut partials = [packs[0].constant(0.0); $crate::frame::MAX_ARGUMENTS];
                let [$($below),+] = [$(packs[Place::$below as usize]),+];
                let (value, [$($below),+]) = $log_cdf;
                $(partials[Place::$below as usize] = $below;)+
                (value, partials)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn log_ccdf_beside<S: ::pulp::Simd>(
                packs: &$crate::contract::node::Packs<S>,
            ) -> ($crate::simd::Pack<S>, $crate::contract::node::Packs<S>) {
                let packs = $crate::distribution::shared::whole::at_whole_point::<Self, S>(packs);
                let mut partials = [packs[0].constant(0.0); $crate::frame::MAX_ARGUMENTS];
                let [$($above),+] = [$(packs[Place::$above as usize]),+];
                let (value, [$($above),+]) = $log_ccdf;
                $(partials[Place::$above as usize] = $above;)+
                (value, partials)
            }
        })?

        $(
            impl $crate::contract::family::Draw for $Family {
                #[allow(unused_variables)]
                fn draw<R: ::rand::Rng + ?Sized>(
                    values: &[f64; $crate::frame::MAX_ARGUMENTS],
                    $rng: &mut R,
                ) -> f64 {
                    #[allow(unused_imports)]
                    use rand::RngExt as _;
                    #[allow(unused_imports)]
                    use $crate::random;
                    if !$crate::contract::family::are_valid::<Self>(values) {
                        return f64::NAN;
                    }
                    $(let $drawn_from = values[Place::$drawn_from as usize];)*
                    $crate::contract::family::Domain::$support.next_inside($draw)
                }
            }

            impl $crate::distribution::Primitive for $Family {
                type Value = $crate::distribution::macros::native!($support);
            }
        )?

        $($crate::distribution::macros::term!(
            $(#[$term_doc])* $Term($($read),+) [$($form)? $(($($linear),+))?] $body
        );)*
        $($($crate::distribution::macros::term!(
            $(#[$of_square_doc])* $TermOfSquare($($read_of_square),+) [] $of_square_body
        );)+)?
        $(
            /// The log density as an expression minus the logarithm of a factor between 1 and 2.
            pub struct $Factored;

            impl $crate::contract::family::Factored for $Factored {
                const EXISTS: bool = {
                    let arguments = <$Family as $crate::contract::family::Family>::FACTS.arguments.len();
                    $(assert!((Place::$read_in_factored as usize) < arguments, "a factor reads arguments alone");)+
                    true
                };

                #[cfg_attr(not(monomorph_outlined), inline(always))]
                fn evaluate<S: ::pulp::Simd>(
                    packs: &$crate::contract::node::Packs<S>,
                ) -> ($crate::simd::Pack<S>, $crate::contract::node::Packs<S>, $crate::simd::Pack<S>) {
                    let mut partials = [packs[0].constant(0.0); $crate::frame::MAX_ARGUMENTS];
                    let [$($read_in_factored),+] = [$(packs[Place::$read_in_factored as usize]),+];
                    let (value, [$($read_in_factored),+], factor) = $factored_body;
                    $(partials[Place::$read_in_factored as usize] = $read_in_factored;)+
                    (value, partials, factor)
                }
            }
        )?
        $($crate::distribution::macros::term!(#[doc = "A term of sums."] $Total($($summed),+) [] $total_body);)*
    };
}

/// Declares one term: a function of the numbers that it reads.
macro_rules! term {
    (@form) => { $crate::contract::family::Form::Any };
    (@form square) => { $crate::contract::family::Form::Square };
    (@form linear($($linear:ident),+)) => {
        $crate::contract::family::Form::Linear(&[$(Place::$linear as usize),+])
    };
    ($(#[$doc:meta])* $Term:ident($($read:ident),+) [$($form:tt)*] $body:block) => {
        $(#[$doc])*
        pub struct $Term;

        impl $crate::contract::family::Term for $Term {
            const READS: &'static [usize] = &[$(Place::$read as usize),+];
            const FORM: $crate::contract::family::Form = $crate::distribution::macros::term!(@form $($form)*);

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn add<C: $crate::contract::family::Counts, S: ::pulp::Simd>(
                packs: &$crate::contract::node::Packs<S>,
                value: &mut $crate::simd::Pack<S>,
                partials: &mut $crate::contract::node::Packs<S>,
            ) {
                let [$($read),+] = [$(packs[Place::$read as usize]),+];
                let (term, [$($read),+]) = $body;
                *value = *value + term;
                $(partials[Place::$read as usize] = partials[Place::$read as usize] + $read;)+
            }
        }
    };
}

/// Returns the Rust type of the numbers in a domain.
macro_rules! native {
    (Binary) => {
        bool
    };
    (Count) => {
        u64
    };
    (Whole) => {
        i64
    };
    ($Domain:ident) => {
        f64
    };
}

/// Returns the documentation of the arguments, for every distribution with arguments.
macro_rules! about_arguments {
    () => {
        ""
    };
    ($($argument:ident)+) => {
        "\nEvery argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log \
         density −∞; data outside is an error of `compile()`."
    };
}

pub(crate) use about_arguments;
pub(crate) use density;
pub(crate) use family;
pub(crate) use native;
pub(crate) use term;
