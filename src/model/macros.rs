//! [`params!`](crate::params), [`model!`](crate::model) and [`names!`](crate::names), which expand to calls
//! of public functions only.

/// Declares parameters: binds each name to an expression.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! {
///     mu:  real(),
///     tau: positive(),
///     eta: vector(8),
/// }
/// # let _ = (mu, tau, eta);
/// ```
///
/// expands, for each line, to
///
/// ```
/// use monomorph::name::{Declaration, Name};
/// use monomorph::prelude::*;
///
/// #[allow(non_camel_case_types)]
/// #[derive(Clone, Copy)]
/// struct mu {}
/// impl Name for mu {
///     const NAME: &'static str = "mu";
///     const DECLARATION: Declaration =
///         Declaration::new("module:line:column", "mu", &["mu", "tau", "eta"]);
/// }
/// let mu = parameter(mu {}, real());
/// # let _ = mu;
/// ```
///
/// A space may mention the names above it: `x: lower(mu)`.
///
/// Each name is a type, so a block can declare it only once: two models with parameters of the same names
/// are declared in blocks or functions of their own, `let first = { params! { mu: real() } … };`.
///
/// Coordinates of the unconstrained point are in the order of declaration. In a function that builds a part
/// of a model, `params! { in prefix; … }` puts a prefix before each name, see [`names!`](crate::names).
#[macro_export]
macro_rules! params {
    (in $prefix:expr; $($name:ident: $space:expr),+ $(,)?) => {
        $crate::__names!([$($name)+]);
        $(let $name = $crate::support::parameter($crate::name::prefixed($prefix, $name {}), $space);)+
    };
    ($($name:ident: $space:expr),+ $(,)?) => {
        $crate::__names!([$($name)+]);
        $(let $name = $crate::support::parameter($name {}, $space);)+
    };
    ($($other:tt)*) => {
        $crate::__malformed_params! { $($other)* }
    };
}

/// Declares a name type for each identifier of a list, with its place in the list.
#[doc(hidden)]
#[macro_export]
macro_rules! __names {
    ([$($name:ident)+]) => { $crate::__names!([$($name)+] $($name)+); };
    ($all:tt $($name:ident)+) => { $($crate::__name!($name, $all);)+ };
}

/// Declares one name type.
#[doc(hidden)]
#[macro_export]
macro_rules! __name {
    ($name:ident, [$($all:ident)*]) => {
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug)]
        struct $name {}

        impl $crate::name::Name for $name {
            const NAME: &'static str = $crate::name::plain(stringify!($name));
            const DECLARATION: $crate::name::Declaration = $crate::name::Declaration::new(
                concat!(module_path!(), ":", line!(), ":", column!()),
                Self::NAME,
                &[$($crate::name::plain(stringify!($all))),*],
            );
        }
    };
    ($name:ident) => { $crate::__name!($name $crate::name::plain(stringify!($name))); };
    ($name:ident $text:expr) => {
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug)]
        struct $name {}

        impl $crate::name::Name for $name {
            const NAME: &'static str = $text;
            const DECLARATION: $crate::name::Declaration = $crate::name::Declaration::ALONE;
        }
    };
}

/// Declares names that are not parameters: prefixes for submodels.
///
/// ```
/// use monomorph::name::Name;
/// use monomorph::prelude::*;
/// use monomorph::shape::{Dyn, Vector};
/// use monomorph::contract::expression::Expression;
///
/// /// A hierarchy of `n` effects, to be glued into a larger model.
/// fn effects<Prefix: Name>(
///     prefix: Prefix,
///     n: usize,
/// ) -> (Expr<impl Expression<Shape = Vector<Dyn>>>, impl Model) {
///     params! { in prefix; scale: positive(), raw: vector(n) }
///     let part = model! {
///         scale |= half_normal(1.0),
///         raw   |= normal(0.0, 1.0),
///     };
///     (scale * raw, part)
/// }
///
/// names! { school, pupil }
/// let (by_school, schools) = effects(school, 3);
/// let (by_pupil, pupils) = effects(pupil, 5);
/// let model = model! {
///     schools,
///     pupils,
///     increment(-(by_school.sum() + by_pupil.sum()).square()),
/// };
/// assert_eq!(model.compile()?.parameter_names()[..2], ["school.scale", "school.raw[0]"]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[macro_export]
macro_rules! names {
    ($($name:ident),+ $(,)?) => {
        $($crate::__name!($name);)+
        $(let $name = $name {};)+
    };
}

/// Makes a model of statements, separated by commas.
///
/// | statement | meaning | call |
/// |-|-|-|
/// | `mu \|= normal(0.0, 5.0)` | a parameter, a part of one, data, or a definition follows a distribution | [`follow`](crate::model::follow)`(mu, normal(0.0, 5.0), Some("…"))` |
/// | `theta = mu + tau * eta` | a value, evaluated once and reported with the draws | [`define`](crate::model::define)`(theta {}, expression(mu + tau * eta))` |
/// | `(s, i) = ode(…)` | values that are computed together, each defined and reported under its name: see [`Destructure`](crate::expression::Destructure) | [`define`](crate::model::define) for the whole, [`destructure`](crate::model::destructure), and a `define` for each name |
/// | `increment(-x.square())` | a term of the log density | [`increment`](crate::model::increment())`(-x.square()).written(Some("…"))` |
/// | `for_each(n, \|k\| data(&y[k]) \|= …)` | a statement for each of k = 0, …, n − 1 | [`for_each`](crate::model::for_each())`(n, \|k\| follow(data(&y[k]), …)).counted_by("k")` |
/// | `part` | a model from elsewhere | [`part`](crate::model::part)`(part)` |
///
/// Any expression can stand on either side; the left side must be a parameter, a part of a parameter, data,
/// or a definition, and the right side a distribution. The text is the source text of the statement, for
/// messages. Each call has the source location of its statement, so that the compiler underlines the
/// statement with the error.
///
/// A parameter can have the name of a distribution: a name that stands on the left of a statement of the
/// model, or is defined in it, is a variable; where the name is called, as in `gamma |= gamma(2.0, 1.0)`, it
/// is the function of the [`prelude`](crate::prelude).
///
/// Statements are glued in a balanced tree of [`GlueNode`](crate::model::GlueNode)s, so that models of
/// hundreds of statements compile. Definitions come first in the tree, in their order, and are computed
/// first; a definition can be used in all later definitions and in all other statements.
/// `model! { in prefix; … }` puts a prefix before the names of definitions.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive(), eta: vector(8) }
/// let model = model! {
///     mu  |= normal(0.0, 5.0),
///     tau |= half_cauchy(5.0),
///     eta |= normal(0.0, 1.0),
///     theta = mu + tau * eta,
///     data(&[28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0]) |= normal(theta, 10.0),
/// };
/// assert_eq!(model.compile()?.dimension(), 10);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Parts of parameters
///
/// Elements of a parameter can have statements of their own: `mu.at(0)`, `mu.slice(1..n)`, `m.row(0)`,
/// `m.block(0..2, 1..3)`, and parts of parts. Each element must stand on the left of one statement, unless
/// the model also contains `mu |= flat()`. A law may read other elements of the parameter: this is a random
/// walk.
///
/// ```
/// use monomorph::prelude::*;
///
/// let n = 20;
/// params! { x: vector(n), step: positive() }
/// let walk = model! {
///     step |= exponential(1.0),
///     x.at(0) |= normal(0.0, 1.0),
///     x.slice(1..n) |= normal(x.slice(0..n - 1), step),
/// };
/// let draws = walk.sample_prior(100, 1)?;                 // element after element
/// assert_eq!(draws.column("x[19]")?.as_slice().len(), 100);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Definitions on the left: no Jacobian is added
///
/// `theta |= law` for a definition `theta = f(x)` multiplies the density of x by the density of the law at
/// f(x), as `increment` would, and counts as a prior. **It does not give f(x) the law**: for that, the
/// density would also have to be multiplied by |∂f/∂x|. As in Stan, this is left to the user, with an
/// `increment` of its logarithm, unless f is linear. A better way is to give the law to a parameter, and to
/// define f in terms of the parameter.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { tau: positive() }
/// let model = model! {
///     log_tau = tau.log(),
///     tau |= flat(),
///     log_tau |= normal(0.0, 1.0),
///     increment(-log_tau),                                // log |d log τ/dτ|: without it τ is not lognormal
/// };
/// let lognormal = model! { tau |= lognormal(0.0, 1.0) };
/// let at = |posterior: &dyn Density| posterior.log_density(&[0.7], &mut posterior.workspace());
/// assert!((at(&model.compile()?) - at(&lognormal.compile()?)).abs() < 1e-14);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # What the macro expands to
///
/// The first model above expands, without the texts, to
///
/// ```
/// use monomorph::model::{GlueNode, define, expression, follow};
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive(), eta: vector(8) }
/// names! { theta }
/// let value = expression(mu + tau * eta);
/// let (theta, definitions) = define(theta, value);
/// let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
/// let model = GlueNode::new(
///     definitions,
///     GlueNode::new(
///         GlueNode::new(follow(mu, normal(0.0, 5.0), None), follow(tau, half_cauchy(5.0), None)),
///         GlueNode::new(follow(eta, normal(0.0, 1.0), None), follow(data(&y), normal(theta, 10.0), None)),
///     ),
/// );
/// assert_eq!(model.compile()?.dimension(), 10);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// or, shorter, `definition & mu.follow(normal(0.0, 5.0), None) & …`.
#[macro_export]
macro_rules! model {
    ($($statements:tt)*) => {
        $crate::__model! { $crate $($statements)* }
    };
}
