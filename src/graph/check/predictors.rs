//! [`Rule::UnscaledPredictor`] and [`Rule::ConstantPredictor`]: the data that coefficients are multiplied
//! with.

use super::{Findings, Rule, Severity};
use crate::compiler::rewrite::Predictor;
use crate::contract::sketch::{ExpressionSketch, Vertex};
use crate::graph::Graph;

/// Standard deviations between which samplers need no help.
const USUAL: core::ops::RangeInclusive<f64> = 1e-4..=1e4;

/// Smaller standard deviations, as a share of the mean, are rounding.
const ROUNDING: f64 = 1e-12;

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for (place, vertex) in graph.vertices.iter().enumerate() {
        for part in vertex.parts() {
            let all = part.predictors().iter().chain(part.predictors_within());
            all.for_each(|predictor| scale(predictor, place, findings));
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
        "{} have a standard deviation of {sd:.1e}, so that a coefficient of about 1 is not what the data can tell: change \
         their units, or take (x - {mean:.3e}) / {sd:.1e}, and let the prior speak of an effect for each standard deviation",
        named(predictor)
    );
    findings.add(Rule::UnscaledPredictor, Severity::Note, place, message);
}

/// A column that is the same in all rows, beside a coefficient that all rows have.
fn constant(vertex: &Vertex, part: &ExpressionSketch, place: usize, findings: &mut Findings<'_>) {
    let constants = || part.predictors().iter().filter(|predictor| predictor.is_constant());
    let is_intercept = |predictor: &&Predictor| predictor.column.is_none() && !predictor.is_grouped;
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
        findings.add(Rule::ConstantPredictor, Severity::Warning, place, message);
    }
}

/// The data, named by their coefficient.
fn named(predictor: &Predictor) -> String {
    let coefficients = &predictor.coefficients;
    match predictor.column {
        Some(column) => format!("the data in column {column} that multiply `{coefficients}`"),
        None => format!("the data that multiply `{coefficients}`"),
    }
}
