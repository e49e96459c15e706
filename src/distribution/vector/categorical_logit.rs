//! categorical_logit(β) for categories yᵢ in 0, …, K − 1: the categorical distribution of θ = softmax(β). With cₖ the
//! number of i with yᵢ = k:
//!
//! log p(y) = Σₖ cₖ log θₖ,  log θₖ = βₖ − log Σⱼ e^βⱼ.
//!
//! ∂/∂ log θₖ = cₖ, hence ∂/∂βₖ = cₖ − θₖ Σⱼ cⱼ (`node/softmax.rs`).
//!
//! Stan Functions Reference, "Categorical distribution". Stan counts categories from 1.

use crate::distribution::Categorical;
use crate::distribution::macros::family;
#[cfg(feature = "random")]
use crate::distribution::sample;
use crate::expression::IntoExpr;
use crate::node::Logarithmic;
use crate::shape::{Dimension, Vector};
use crate::written::{Expression, Softmax};

family! {
    /// The counts of categories, given the logarithms of their probabilities; no factorials.
    CategoryCountsLog, categorical_logit(log_probability in Real), y in Count;

    /// c log θ
    term Seen(y, log_probability) {
        let none = y.eq(0.0);
        (none.select(0.0, y * log_probability), [y.constant(0.0), y])
    }

    draw_category(rng, log_probability) { sample::category(&sample::softmax(log_probability), rng) as f64 }
}

/// The distribution of categories, given numbers whose softmax is the probabilities.
///
/// $$ \log p(y \mid \beta) = \sum_i \log\mathrm{softmax}(\beta)_{y_i} $$
///
/// Categories are numbered from 0. `logits` is a vector of any numbers. The cost does not depend on the number of
/// observations.
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
pub fn categorical_logit<Logits: IntoExpr, Length: Dimension>(
    logits: Logits,
) -> Categorical<CategoryCountsLog, Softmax<Logarithmic, Logits::Node>>
where
    Logits::Node: Expression<Shape = Vector<Length>>,
{
    Categorical::new(Softmax::new(logits.into_expr().0))
}
