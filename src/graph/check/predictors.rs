//! [`LintRule::UnscaledPredictor`] and [`LintRule::ConstantPredictor`]: the data that multiply coefficients.
//!
//! The scale of a predictor is read from the rows of the affine form, which the rewriter reads as well: the
//! weights of a coefficient over all rows are its column of the design, in whichever way it is written.

use super::{Findings, LintRule, Severity};
use crate::compiler::rewrite::Predictor;
use crate::contract::sketch::{ExpressionSketch, Vertex};
use crate::graph::Graph;

/// The range of standard deviations in which samplers work well, and priors with a scale of about 1 are
/// sensible for the effect.
const USUAL: core::ops::RangeInclusive<f64> = 1e-2..=1e2;

/// The distance of a mean from 0, in standard deviations, from which on the coefficient and the intercept
/// are strongly correlated.
const FAR: f64 = 20.0;

/// The standard deviation, as a share of the mean, below which differences are rounding errors.
const ROUNDING: f64 = 1e-12;

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for (place, vertex) in graph.vertices.iter().enumerate() {
        for part in vertex.parts() {
            let all = part.predictors().iter().chain(part.predictors_within());
            all.for_each(|predictor| scale(predictor, place, findings));
            location(part, place, findings);
            constant(vertex, part, place, findings);
        }
    }
}

fn scale(predictor: &Predictor, place: usize, findings: &mut Findings<'_>) {
    let (mean, sd) = (predictor.mean(), predictor.sd());
    if !sd.is_finite() || sd <= ROUNDING * mean.abs() || USUAL.contains(&sd) {
        return;
    }
    let message = format!(
        "{} have a standard deviation of {sd:.1e}, so that the coefficient is probably far from 1: change \
         their units, or take (x - {mean:.3e}) / {sd:.1e}, so that the coefficient is the effect of one \
         standard deviation",
        named(predictor)
    );
    findings.add(LintRule::UnscaledPredictor, Severity::Note, place, message);
}

/// Finds data that lie far from 0, such as years, beside an intercept.
fn location(part: &ExpressionSketch, place: usize, findings: &mut Findings<'_>) {
    let Some(intercept) = part.predictors().iter().find(is_intercept) else { return };
    for predictor in part.predictors().iter().filter(|predictor| USUAL.contains(&predictor.sd())) {
        let (mean, sd) = (predictor.mean(), predictor.sd());
        if mean.abs() > FAR * sd && sd > ROUNDING * mean.abs() {
            // The mean, rounded to a tenth of the standard deviation.
            let digits = (1.0 - sd.log10().floor()).clamp(0.0, 9.0) as usize;
            let sign = if mean > 0.0 { '-' } else { '+' };
            let message = format!(
                "{} lie {:.0} standard deviations from 0, so that `{}` is the value far outside of the data \
                 and is strongly correlated with the coefficient: take x {sign} {:.*}, and then the prior of \
                 `{}` is about the middle of the data",
                named(predictor),
                mean.abs() / sd,
                intercept.coefficients,
                digits,
                mean.abs(),
                intercept.coefficients
            );
            findings.add(LintRule::UnscaledPredictor, Severity::Note, place, message);
        }
    }
}

/// True for a coefficient that all rows multiply by the same number.
fn is_intercept(predictor: &&Predictor) -> bool {
    predictor.is_constant() && predictor.column.is_none() && !predictor.is_grouped
}

/// Finds a column that is the same in all rows, beside an intercept.
fn constant(vertex: &Vertex, part: &ExpressionSketch, place: usize, findings: &mut Findings<'_>) {
    let constants = || part.predictors().iter().filter(|predictor| predictor.is_constant());
    let Some(intercept) = constants().find(is_intercept) else { return };
    if part.extent().size() < 2 {
        return;
    }
    for predictor in constants().filter(|predictor| predictor.column.is_some() && !predictor.is_grouped) {
        let message = format!(
            "{} are {} in all rows of `{}`, which have `{}` too: data cannot tell the two apart. Leave out the column, or \
             the intercept",
            named(predictor),
            predictor.least,
            vertex.name,
            intercept.coefficients
        );
        findings.add(LintRule::ConstantPredictor, Severity::Warning, place, message);
    }
}

/// The text for the data that multiply a coefficient.
fn named(predictor: &Predictor) -> String {
    let coefficients = &predictor.coefficients;
    match predictor.column {
        Some(column) => format!("the data in column {column} that multiply `{coefficients}`"),
        None => format!("the data that multiply `{coefficients}`"),
    }
}
