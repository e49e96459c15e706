//! [`LintRule::PriorSupport`], [`LintRule::CutPrior`] and [`LintRule::UniformPrior`]: a parameter's declared
//! support, compared with the support of its prior.

use super::{Findings, LintRule, Prior, Severity};
use crate::contract::family::Property;
use crate::contract::sketch::{Kind, LawSketch, Limit};
use crate::graph::Graph;

pub(super) fn check(graph: &Graph, prior: &Prior<'_>, findings: &mut Findings<'_>) {
    let Prior { place, name, support, law } = prior;
    let Some(range) = law.range() else { return };
    let declared = support.range();
    if support.is_ordered() && declared.reaches_beyond(range) == Some(true) {
        let remedy = if range.lower == Limit::at(0.0) && range.upper.is_infinite() {
            "declare it `positive_ordered(…)`"
        } else {
            "let a function of what is ordered have this prior"
        };
        let message = format!(
            "`{name}` is declared ordered, but {} is zero outside {range}: {remedy}, because samplers work \
             badly where the density suddenly becomes zero",
            law.name()
        );
        findings.add(LintRule::PriorSupport, Severity::Warning, *place, message);
    }
    if !support.is_elementwise() || support.is_discrete() {
        return;
    }
    let is_wider = declared.reaches_beyond(range);
    let is_narrower = range.reaches_beyond(declared);
    if law.properties().iter().any(|property| matches!(property, Property::Between(..))) {
        if is_wider != Some(false) || is_narrower != Some(false) {
            let severity = if is_wider == Some(true) { Severity::Warning } else { Severity::Note };
            let message = format!(
                "`{name}` is declared {support} and has a uniform prior on {range}: declare it \
                 `interval({}, {})`, or better give it a prior without hard limits",
                range.lower, range.upper
            );
            findings.add(LintRule::UniformPrior, severity, *place, message);
        }
        return;
    }
    if law.is(Property::Improper) || law.is(Property::Periodic) {
        return;
    }
    if is_wider == Some(true) {
        let message = format!(
            "`{name}` is declared {support}, but {} is zero outside {range}: declare it there, because \
             samplers work badly where the density suddenly becomes zero",
            law.name()
        );
        findings.add(LintRule::PriorSupport, Severity::Warning, *place, message);
    }
    if is_narrower == Some(true) && !is_half_of_symmetric(prior) {
        let varies =
            law.arguments().iter().any(|argument| graph.depends_on_parameters(argument.value.variables()));
        let (severity, rest) = if varies {
            let rest = "which depends on parameters, so their posterior is not what the statement says; write \
                        `.truncated(…)`";
            (Severity::Warning, rest)
        } else {
            (Severity::Note, "a constant, unless the bounds vary; `.truncated(…)` would count it")
        };
        let message = format!(
            "the prior of `{name}`, {}, is cut to {declared} without being divided by its probability there, \
             {rest}",
            law.name()
        );
        findings.add(LintRule::CutPrior, severity, *place, message);
    }
}

/// True for half of a symmetric distribution, whose probability is ½ for every scale.
fn is_half_of_symmetric(prior: &Prior<'_>) -> bool {
    let range = prior.support.range();
    let bound = match (&range.lower, &range.upper) {
        (bound, limit) | (limit, bound) if limit.is_infinite() && !bound.is_infinite() => bound,
        _ => return false,
    };
    let location = prior.law.argument("location").map_or(Limit::at(0.0), Limit::of);
    prior.law.is(Property::Symmetric) && *bound == location
}

impl Graph {
    /// The texts of the statements of data whose law is zero beyond a limit that depends on parameters.
    pub(crate) fn moving_supports(&self) -> impl Iterator<Item = &str> {
        let moves = |law: &LawSketch| {
            let limits = law.range().map(|range| [&range.lower, &range.upper]);
            limits.into_iter().flatten().any(|limit| self.is_of_parameters(limit, law))
        };
        let data = self.vertices.iter().filter(|vertex| vertex.kind == Kind::Data);
        data.filter(move |vertex| vertex.laws().any(moves)).map(|vertex| vertex.statement.as_str())
    }

    /// True if the limit is an argument of the law that depends on parameters.
    fn is_of_parameters(&self, limit: &Limit, law: &LawSketch) -> bool {
        let Limit::Expression(text) = limit else { return false };
        let mut own = law.arguments().iter().filter(|argument| argument.value.text() == text);
        own.any(|argument| self.depends_on_parameters(argument.value.variables()))
    }
}
