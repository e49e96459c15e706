//! [`Rule::UnscaledConstant`] and [`Rule::VagueGamma`]: numbers as arguments of priors.

use super::{Findings, Prior, Rule, Severity};

/// The limits of Stan's pedantic mode.
const USUAL: core::ops::RangeInclusive<f64> = 0.1..=10.0;

pub(super) fn check(prior: &Prior<'_>, findings: &mut Findings<'_>) {
    let Prior { place, name, law, .. } = prior;
    if let Some(number) = vague(prior) {
        let message = format!(
            "the prior of `{name}`, {}({number}, {number}), is meant to be vague, but has a pole at 0 or a tail without a \
             mean, and says more than it seems to (Gelman 2006); a half_normal or half_student_t says what is meant",
            law.name()
        );
        findings.add(Rule::VagueGamma, Severity::Warning, *place, message);
    }
    let is_scaled = |name: &str| !matches!(name, "freedom" | "nu");
    let arguments = law.arguments().iter().filter(|argument| is_scaled(&argument.name));
    let continuous = arguments.filter(|argument| !argument.domain.is_some_and(|domain| domain.is_discrete()));
    let unusual: Vec<&str> = continuous
        .filter(|argument| {
            let number = argument.value.number().map(f64::abs);
            number.is_some_and(|size| size != 0.0 && size.is_finite() && !USUAL.contains(&size))
        })
        .map(|argument| argument.value.text())
        .collect();
    if !unusual.is_empty() {
        let message = format!(
            "{} in the prior of `{name}` suggests that it is not about 1 in its units; samplers and numbers are at their best \
             if it is: change the units, or declare it with `.offset_multiplier(…)`",
            unusual.join(" and ")
        );
        findings.add(Rule::UnscaledConstant, Severity::Note, *place, message);
    }
}

/// The number a of gamma(a, a) or inv_gamma(a, a), if it is below 1.
fn vague(prior: &Prior<'_>) -> Option<f64> {
    let second = match prior.law.name() {
        "gamma" => "rate",
        "inv_gamma" => "scale",
        _ => return None,
    };
    let shape = prior.law.argument("shape")?.number()?;
    (shape < 1.0 && prior.law.argument(second)?.number() == Some(shape)).then_some(shape)
}
