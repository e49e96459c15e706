//! Updates of elements that have a full conditional of a known kind each.
//!
//! The type tells the kind, and the slopes of the log density f at one or two points tell its numbers, with x₁ = 2 x₀ where
//! x is positive:
//!
//! | full conditional | f′ | numbers |
//! |-|-|-|
//! | normal | h − P x | P = (f′(x₀) − f′(x₁))/(x₁ − x₀), mean = x₀ + f′(x₀)/P |
//! | gamma | a/x − b | a = 2 x₀ (f′(x₀) − f′(x₁)), b = a/x₀ − f′(x₀): shape a + 1, rate b |
//! | inverse gamma | −a/x + b/x² | b = 2 x₀ (x₀ f′(x₀) − x₁ f′(x₁)), a = b/x₀ − x₀ f′(x₀): shape a − 1, scale b |
//! | beta | a/x − b/(1 − x) | at ¼ and ¾, where f′ is 4 a − 4/3 b and 4/3 a − 4 b: a + 1, b + 1 |
//! | Dirichlet | aₖ/xₖ | at xₖ = 1/K: aₖ + 1 |
//!
//! So a rule needs no formula for any pair of distributions: whatever is a sum of such functions is found, with data that were
//! rewritten to a few numbers, several likelihoods, and offsets.

use super::Rule;
use super::scope::Blanket;
use super::state::State;
use crate::error::Error;
use crate::random;
use crate::statement::{BoundModel, BoundVariable};
use rand::Rng;

/// Draws all elements given the rest.
pub(super) fn update<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    rule: Rule,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let mut values = state.get(variable).to_vec();
    let columns = variable.extent().columns().unwrap_or(values.len());
    let at = |state: &mut State<'_, M>, values: &[f64]| -> Result<Vec<f64>, Error> {
        state.set(variable, values)?;
        Ok(state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec())
    };
    match rule {
        Rule::Normal => {
            let first = state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec();
            let moved: Vec<f64> = values.iter().map(|x| x + 1.0 + x.abs()).collect();
            let second = at(state, &moved)?;
            for (((x, moved), first), second) in values.iter_mut().zip(moved).zip(first).zip(second) {
                let precision = (first - second) / (moved - *x);
                *x = random::normal(*x + first / precision, precision.sqrt().recip(), rng);
            }
        }
        Rule::Gamma | Rule::InverseGamma => {
            let first = state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec();
            let doubled: Vec<f64> = values.iter().map(|x| 2.0 * x).collect();
            let second = at(state, &doubled)?;
            for ((x, first), second) in values.iter_mut().zip(first).zip(second) {
                let x0 = *x;
                *x = if rule == Rule::Gamma {
                    let a = 2.0 * x0 * (first - second);
                    random::bounded_gamma(a + 1.0, a / x0 - first, rng)
                } else {
                    let b = 2.0 * x0 * (x0 * first - 2.0 * x0 * second);
                    let a = b / x0 - x0 * first;
                    random::bounded_gamma(a - 1.0, b, rng).recip().clamp(f64::MIN_POSITIVE, f64::MAX)
                };
            }
        }
        Rule::Beta => {
            let first = at(state, &vec![0.25; values.len()])?;
            let second = at(state, &vec![0.75; values.len()])?;
            for ((x, first), second) in values.iter_mut().zip(first).zip(second) {
                let a = 0.28125 * first - 0.09375 * second;
                let b = 0.09375 * first - 0.28125 * second;
                *x = random::beta(a + 1.0, b + 1.0, rng);
            }
        }
        _ => {
            let share = 1.0 / columns as f64;
            let slopes = at(state, &vec![share; values.len()])?;
            let rows = values.chunks_exact_mut(columns).zip(slopes.chunks_exact(columns));
            for (row, slopes) in rows {
                for (x, slope) in row.iter_mut().zip(slopes) {
                    *x = slope * share + 1.0;
                }
                let drawn = random::proportions(row, rng);
                row.iter_mut().zip(drawn).for_each(|(x, share)| *x = share.clamp(f64::MIN_POSITIVE, 1.0));
            }
        }
    }
    if let Some(index) = values.iter().position(|value| !value.is_finite()) {
        return Err(Error::ImproperConditional {
            name: Target::NAME,
            index: variable.extent().length().map(|_| index),
        });
    }
    state.set(variable, &values)
}
