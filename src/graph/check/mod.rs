//! A check of a model's prior and its geometry, similar to Stan's pedantic mode.

mod arguments;
mod circular;
mod constants;
mod cutpoints;
mod hierarchy;
mod improper;
mod lint;
mod lints;
mod predictors;
mod probabilities;
mod reach;
mod subspace;
mod support;
mod unseen;

pub use lint::{Lint, LintRule, Severity};
pub use lints::Lints;

use super::Graph;
use crate::contract::sketch::{Kind, LawSketch, SupportSketch, Vertex};

/// The list to which rules add their findings.
struct Findings<'a> {
    graph: &'a Graph,
    lints: Vec<Lint>,
}

impl Findings<'_> {
    fn add(&mut self, rule: LintRule, severity: Severity, place: usize, message: String) {
        let Vertex { name, statement, .. } = &self.graph.vertices[place];
        let (variable, statement) = (name.clone(), statement.clone());
        self.lints.push(Lint { rule, severity, variable, statement, message });
    }
}

/// A parameter with its support and its law.
struct Prior<'a> {
    place: usize,
    name: &'a str,
    support: &'a SupportSketch,
    law: &'a LawSketch,
}

impl Graph {
    /// The suspicious parts, warnings first: see [`Inspect::check`](super::Inspect::check).
    pub fn check(&self) -> Lints {
        let mut findings = Findings { graph: self, lints: Vec::new() };
        circular::check(self, &mut findings);
        reach::check(self, &mut findings);
        arguments::check(self, &mut findings);
        probabilities::check(self, &mut findings);
        cutpoints::check(self, &mut findings);
        predictors::check(self, &mut findings);
        unseen::check(self, &mut findings);
        for prior in self.priors() {
            improper::check(self, &prior, &mut findings);
            support::check(self, &prior, &mut findings);
            subspace::check(self, &prior, &mut findings);
            hierarchy::check(self, &prior, &mut findings);
            constants::check(&prior, &mut findings);
        }
        let mut lints = findings.lints;
        // A finding about several parts of a parameter is reported once.
        lints.dedup();
        Lints::sorted(lints, |lint| self.vertices.iter().position(|vertex| vertex.name == lint.variable))
    }

    fn priors(&self) -> impl Iterator<Item = Prior<'_>> {
        self.vertices.iter().enumerate().flat_map(|(place, vertex)| {
            let prior =
                move |law| Some(Prior { place, name: vertex.name(), support: vertex.support()?, law });
            vertex.priors().filter_map(prior)
        })
    }

    /// True if a path of arrows leads from a vertex to data or to a factor.
    fn reaches_observations(&self, place: usize) -> bool {
        let below = self.reach(&[place], &self.children);
        (0..below.len()).any(|other| below[other] && self.vertices[other].has_observations())
    }

    /// True if a factor, such as an `increment`, contains a vertex directly or through definitions: then it
    /// may be the prior of a parameter.
    fn is_in_factor(&self, place: usize) -> bool {
        let children = self.through_definitions(place, &self.children);
        children.iter().any(|&child| self.vertices[child].kind() == Kind::Factor)
    }

    /// True if an expression depends on a parameter.
    fn depends_on_parameters(&self, names: &[String]) -> bool {
        !self.parameters_in(names).is_empty()
    }

    /// The parameters that an expression mentions, directly or through definitions.
    fn parameters_in(&self, names: &[String]) -> Vec<usize> {
        let mentioned: Vec<usize> = names.iter().filter_map(|name| self.place(name).ok()).collect();
        let mut parameters = Vec::new();
        for place in mentioned {
            match self.vertices[place].kind {
                Kind::Definition => parameters.extend(self.through_definitions(place, &self.parents)),
                _ => parameters.push(place),
            }
        }
        parameters.sort_unstable();
        parameters.dedup();
        parameters
    }
}
