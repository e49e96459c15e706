//! Updates of elements that each have a full conditional of a known kind.
//!
//! The type determines the kind, and the slopes of the log density f at one or two points determine its
//! numbers, with x₁ = 2 x₀ where x is positive:
//!
//! | full conditional | f′ | numbers |
//! |-|-|-|
//! | normal | h − P x | P = (f′(x₀) − f′(x₁))/(x₁ − x₀), mean = x₀ + f′(x₀)/P |
//! | gamma | a/x − b | a = 2 x₀ (f′(x₀) − f′(x₁)), b = a/x₀ − f′(x₀): shape a + 1, rate b |
//! | inverse gamma | −a/x + b/x² | b = 2 x₀ (x₀ f′(x₀) − x₁ f′(x₁)), a = b/x₀ − x₀ f′(x₀): shape a − 1, scale b |
//! | beta | a/x − b/(1 − x) | at ¼ and ¾, where f′ is 4 a − 4/3 b and 4/3 a − 4 b: a + 1, b + 1 |
//! | Dirichlet | aₖ/xₖ | at xₖ = 1/K: aₖ + 1 |
//!
//! So a rule needs no formula for any pair of distributions: every sum of such functions is recognised,
//! including data that were rewritten to a few numbers, several likelihoods, and offsets.

use super::scope::Blanket;
use super::state::State;
use crate::error::Error;
use crate::model::BoundVariable;
use crate::model::conjugacy::UpdateRule;
use crate::model::statement::BoundModel;
use crate::random;
use rand::Rng;

/// The ratio of the two terms of a slope above which the smaller term is lost in the rounding of the larger.
const FAR: f64 = 1e6;

/// The maximum number of times that other points are tried, at which both terms are significant.
const MOST: usize = 24;

/// Returns a and b of the log densities a log x − b x (gamma) or −a log x − b/x (inverse gamma) of all
/// elements, from slopes at two points: at the current values, unless one term is negligible there. For
/// example, draws with small shapes, such as 10⁻³⁰⁰, contain no information about the rate.
fn two_coefficients<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    values: &[f64],
    rule: UpdateRule,
) -> Result<Vec<[f64; 2]>, Error> {
    let mut points = values.to_vec();
    let mut found = vec![[f64::NAN; 2]; values.len()];
    for _ in 0..MOST {
        let mut at = |points: &[f64]| -> Result<Vec<f64>, Error> {
            state.set(variable, points)?;
            Ok(state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec())
        };
        let first = at(&points)?;
        let second = at(&points.iter().map(|x| 2.0 * x).collect::<Vec<f64>>())?;
        let mut is_far = false;
        for ((x, found), (first, second)) in points.iter_mut().zip(&mut found).zip(first.iter().zip(second)) {
            // These are the sizes of both terms, times x, and the power by which the point moves to where
            // the second term is as large as the first.
            let (own, rate, power) = if rule == UpdateRule::Gamma {
                let a = 2.0 * *x * (first - second);
                *found = [a, a / *x - first];
                (a.abs(), found[1].abs() * *x, 1.0)
            } else {
                let b = 2.0 * *x * (*x * first - 2.0 * *x * second);
                *found = [b / *x - *x * first, b];
                (found[0].abs(), b.abs() / *x, -1.0_f64)
            };
            if own > FAR * rate || rate > FAR * own.max(1.0) || !(own + rate).is_finite() {
                let ratio = (own.max(f64::from(u8::from(rate > own))) / rate).clamp(1e-15, 1e15);
                let ratio = if ratio.is_nan() { 1.0 } else { ratio };
                *x = (*x * ratio.powf(power)).clamp(1e-150, 1e150);
                is_far = true;
            }
        }
        if !is_far {
            break;
        }
    }
    Ok(found)
}

/// Draws all elements given the rest.
pub(super) fn update<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    rule: UpdateRule,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let mut values = state.get(variable).to_vec();
    let columns = variable.extent().columns().unwrap_or(values.len());
    let at = |state: &mut State<'_, M>, values: &[f64]| -> Result<Vec<f64>, Error> {
        state.set(variable, values)?;
        Ok(state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec())
    };
    match rule {
        UpdateRule::Normal => {
            let first = state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec();
            let moved: Vec<f64> = values.iter().map(|x| x + 1.0 + x.abs()).collect();
            let second = at(state, &moved)?;
            for (((x, moved), first), second) in values.iter_mut().zip(moved).zip(first).zip(second) {
                let precision = (first - second) / (moved - *x);
                *x = random::normal(*x + first / precision, precision.sqrt().recip(), rng);
            }
        }
        UpdateRule::Gamma | UpdateRule::InverseGamma => {
            let coefficients = two_coefficients(state, variable, &values, rule)?;
            for (x, [a, b]) in values.iter_mut().zip(coefficients) {
                *x = if rule == UpdateRule::Gamma {
                    random::bounded_gamma(a + 1.0, b, rng)
                } else {
                    random::bounded_gamma(a - 1.0, b, rng).recip()
                };
            }
        }
        UpdateRule::Beta => {
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
            name: Target::FACTS.name,
            index: variable.extent().length().map(|_| index),
        });
    }
    state.set(variable, &values)
}
