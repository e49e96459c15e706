//! categorical_logit(β) for categories yᵢ in 0, …, K − 1: the categorical distribution of θ = softmax(β).
//! With cₖ the number of i with yᵢ = k:
//!
//! log p(y) = Σₖ cₖ log θₖ,  log θₖ = βₖ − log Σⱼ e^βⱼ.
//!
//! ∂/∂ log θₖ = cₖ, hence ∂/∂βₖ = cₖ − θₖ Σⱼ cⱼ (`node/softmax.rs`).
//!
//! For categories with a row of logits each, see [`CategoryOfRow`].
//!
//! Stan Functions Reference, "Categorical distribution". Stan counts categories from 1.

use crate::contract::expression::Expression;
use crate::distribution::macros::family;
use crate::distribution::sample;
use crate::distribution::vector::categorical::CategoryShape;
use crate::expression::IntoExpr;

family! {
    /// The counts of categories, given the logarithms of their probabilities; no factorials.
    CategoryCountsLog, categorical_logit(log_probability in Real), y in Count;

    /// c log θ
    term Seen(y, log_probability) {
        let none = y.eq(0.0);
        (none.select(0.0, y * log_probability), [y.constant(0.0), y])
    }

    draw_category(rng, log_probability) { sample::category_or_nan(&sample::softmax(log_probability), rng) }
}

/// The distribution of categories, given numbers whose softmax is the probabilities: the same numbers for
/// all observations, or a row for each observation.
///
/// $$ \log p(y \mid \beta) = \sum_i \log\mathrm{softmax}(\beta)_{y_i} $$
///
/// Categories are numbered from 0. With K logits they are 0, …, K − 1; other data are an error of
/// `compile()`. `logits` is a vector of K numbers, or a matrix with K columns and a row for each
/// observation. (A matrix with a row for each category would be another law, and could not be distinguished
/// if there are as many observations as categories.) A logit of −∞ excludes a category. The log density of N
/// categories has an error of 2e-16 N.
///
/// With a vector the cost does not depend on the number of observations:
///
/// ```
/// use monomorph::prelude::*;
///
/// let colour = [0, 2, 2, 1, 2];
/// params! { beta: vector(3) }
/// let model = model! { beta |= normal(0.0, 1.0), data(&colour) |= categorical_logit(beta) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// With a matrix it is softmax regression (Stan: `categorical_logit_glm`, or a loop over observations):
///
/// ```
/// use monomorph::faer::Mat;
/// use monomorph::prelude::*;
///
/// let colour = [0, 2, 2, 1, 2];
/// let x = Mat::from_fn(5, 2, |i, j| (i * (j + 1)) as f64 / 5.0);
/// params! { alpha: vector(3), beta: vector(3).rows(2) }
/// let model = model! {
///     alpha |= normal(0.0, 1.0),
///     beta  |= normal(0.0, 1.0),
///     data(&colour) |= categorical_logit(data(&x).dot(beta) + alpha),
/// };
/// assert_eq!(model.compile()?.dimension(), 9);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias("categorical_logit_lpmf", "categorical_logit_rng"))]
pub fn categorical_logit<Logits: IntoExpr>(logits: Logits) -> CategoricalLogit<Logits::Node>
where
    ShapeOf<Logits::Node>: CategoryShape,
{
    <ShapeOf<Logits::Node> as CategoryShape>::law_of_logits(logits.into_expr().0)
}

/// The shape of an expression.
type ShapeOf<N> = <N as Expression>::Shape;

/// The law of categories with the logits `N`.
pub type CategoricalLogit<N> = <ShapeOf<N> as CategoryShape>::OfLogits<N>;
