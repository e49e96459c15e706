//! [`LintRule::UnscaledConstant`] and [`LintRule::VagueGamma`]: numbers as arguments of priors.
//!
//! Limits (0.1 and 10) are Stan's, but findings are notes, and only about priors: the units of data are no
//! choice.

use super::{Findings, LintRule, Prior, Severity};
use crate::contract::family::Property;
use crate::contract::sketch::{ArgumentRole, ArgumentSketch};

/// The limits that Stan's pedantic mode uses.
const USUAL: core::ops::RangeInclusive<f64> = 0.1..=10.0;

pub(super) fn check(prior: &Prior<'_>, findings: &mut Findings<'_>) {
    let Prior { place, name, support, law } = prior;
    // The parameter is data of which some are missing.
    if findings.graph.vertices[*place].has_observations() {
        return;
    }
    if let Some(number) = vague(prior) {
        let message = format!(
            "the prior of `{name}`, {}({number}, {number}), is meant to be vague, but has a pole at 0 or a \
             tail without a mean, and is more informative than it seems (Gelman 2006); use a half_normal or \
             half_student_t",
            law.name()
        );
        return findings.add(LintRule::VagueGamma, Severity::Warning, *place, message);
    }
    // The coordinate of such a parameter has other units than its values.
    if support.is_scaled() || support.is_bounded() {
        return;
    }
    let unusual: Vec<&str> = law
        .arguments()
        .iter()
        .filter(|argument| argument.role == ArgumentRole::Number && is_unusual(argument))
        .map(|argument| argument.value.text())
        .collect();
    if !unusual.is_empty() {
        let is_line = support.is_unconstrained();
        let message = format!(
            "{} in the prior of `{name}` suggest{} that it is not about 1 in its units, and samplers work \
             best if it is: change the units, or {}",
            unusual.join(" and "),
            if unusual.len() == 1 { "s" } else { "" },
            if is_line {
                "declare it with `.offset_multiplier(…)`"
            } else {
                "make it a number times a parameter"
            }
        );
        findings.add(LintRule::UnscaledConstant, Severity::Note, *place, message);
    }
}

/// True for a number that is far from 1 and is the argument for a location or a scale. The limits of a
/// truncated law have no domain, and do not count.
fn is_unusual(argument: &ArgumentSketch) -> bool {
    let is_continuous = argument.domain.is_some_and(|domain| !domain.is_discrete());
    let size = argument.value.number().map(f64::abs).filter(|_| is_continuous);
    size.is_some_and(|size| size != 0.0 && size.is_finite() && !USUAL.contains(&size))
}

/// The number a in a law such as gamma(a, a), if it is below 1.
fn vague(prior: &Prior<'_>) -> Option<f64> {
    let law = prior.law;
    let number = |place: usize| law.arguments()[place - 1].value.number();
    law.properties().iter().find_map(|property| {
        let Property::Vague(first, second) = *property else { return None };
        number(first).filter(|&shape| shape < 1.0 && number(second) == Some(shape))
    })
}
