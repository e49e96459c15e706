//! [`LintRule::CentredHierarchy`]: θ |= normal(μ, τ) with a parameter τ.
//!
//! Where τ is small all θ are close to μ, so the posterior of (θ, log τ) is a funnel, and no step size is
//! right for both its mouth and its neck. The coordinates (θ − μ)/τ do not depend on τ, and remove the
//! funnel, unless data determine θ better than the prior does: then these coordinates make a funnel
//! (Papaspiliopoulos, Roberts and Sköld 2007; Betancourt and Girolami 2015). Which case holds depends on
//! the noise of the data, which a graph does not show; from ten observations for each element on there is
//! no warning. If τ is also the scale of data, or otherwise in the law of data, they keep it away from the
//! neck.

use super::{Findings, LintRule, Prior, Severity};
use crate::contract::family::Property;
use crate::contract::sketch::Kind;
use crate::graph::Graph;

/// The number of observations that determine an element well enough.
const MANY: usize = 10;

pub(super) fn check(graph: &Graph, prior: &Prior<'_>, findings: &mut Findings<'_>) {
    let Prior { place, name, support, law } = prior;
    let location_scale = law.properties().iter().find_map(|property| match *property {
        Property::LocationScale(location, scale) => Some((location, scale)),
        _ => None,
    });
    let Some(places) = location_scale.filter(|_| support.is_unconstrained()) else { return };
    let vertex = &graph.vertices[*place];
    if !vertex.laws_of_parts.is_empty() || vertex.has_observations() {
        // Elements may be the location of other elements, which no declaration can express; or the
        // parameter has observed elements.
        return;
    }
    let [location, scale] = [places.0, places.1].map(|place| &law.arguments()[place - 1].value);
    let scales = graph.parameters_in(scale.variables());
    let is_observed = |&child: &usize| graph.vertices[child].has_observations();
    let is_told = |&scale: &usize| graph.through_definitions(scale, &graph.children).iter().any(is_observed);
    if scales.is_empty() || scales.contains(place) || scales.iter().all(is_told) {
        return;
    }
    let size = graph.vertices[*place].extent().size().max(1);
    if graph.is_in_factor(*place) {
        return;
    }
    let children = graph.through_definitions(*place, &graph.children);
    let data =
        children.iter().map(|&child| &graph.vertices[child]).filter(|vertex| vertex.has_observations());
    let observations: usize = data.map(|vertex| vertex.extent().size()).sum();
    if observations >= MANY * size {
        return;
    }
    let (location_text, scale_text) = (location.text(), scale.text());
    let mentioned = location.variables().iter().chain(scale.variables());
    let is_definition =
        |name: &String| graph.vertex(name).is_ok_and(|vertex| vertex.kind() == Kind::Definition);
    let in_bounds = if { mentioned }.any(is_definition) {
        String::new()
    } else {
        format!("declare it `.offset_multiplier({location_text}, {scale_text})`, or ")
    };
    let message = format!(
        "the scale of `{name}`, {scale_text}, is a parameter, and there are only {observations} observations \
         for its {size} element{}: the posterior is likely to be a funnel; {in_bounds}define it as \
         {location_text} + {scale_text} * z with `z |= normal(0.0, 1.0)`; as it stands, sample it with \
         `nuts().walnuts(0.5)`",
        if size == 1 { "" } else { "s" }
    );
    findings.add(LintRule::CentredHierarchy, Severity::Warning, *place, message);
}
