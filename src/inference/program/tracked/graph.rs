//! The dependency graph of a run: which choices and observations depend on which choices, through ordinary
//! code between them.

use super::super::record::SiteKind;
use super::TrackedExecution;
use crate::contract::sketch::{ExpressionSketch, LawSketch, Sketch, SupportSketch, Target};
use crate::graph::Graph;
use crate::shape::Extent;
use crate::track::{Dependence, Kind, List, NodeId};
use std::collections::BTreeSet;

impl<T> TrackedExecution<T> {
    /// The dependency graph of this run, as [`model.graph()`](crate::graph::Inspect::graph) is that of a
    /// model: parents, blankets, independence, pictures.
    ///
    /// A choice depends on what the arguments of its law are computed from, and on the choices that decide
    /// that it is made at all. Paths that the run has not taken are not in the graph. Code between choices
    /// makes no vertices.
    ///
    #[cfg_attr(
        feature = "track",
        doc = r#"
```
use monomorph::prelude::*;
use monomorph::program::{Run, program};
use monomorph::track::track;

#[track]
fn wet_grass(run: &mut Run) -> bool {
    let rain = run.sample("rain", bernoulli(0.2));
    let sprinkler = if rain { run.sample("sprinkler", bernoulli(0.01)) } else { run.sample("sprinkler", bernoulli(0.4)) };
    let p = if sprinkler || rain { 0.9 } else { 0.05 };
    run.observe("wet", bernoulli(p), true);
    rain
}

let graph = program(wet_grass::tracked).track(3)?.graph();
assert_eq!(graph.parents("wet")?, ["rain", "sprinkler"]);
assert_eq!(graph.blanket("rain")?, ["sprinkler", "wet"]);
# Ok::<(), monomorph::Error>(())
```"#
    )]
    pub fn graph(&self) -> Graph {
        let mut sketch = Sketch::default();
        for (id, node) in self.list.nodes() {
            let parents = self.parents_of(id);
            let (law, site) = match node.kind() {
                Kind::Choice { law, site } | Kind::Observation { law, site } => (law, site),
                Kind::Factor => {
                    sketch.increments(ExpressionSketch::new("").mentioning(parents), node.source().text);
                    continue;
                }
                _ => continue,
            };
            let site = &self.record.sites()[site as usize];
            let name = self.record.address(site);
            let arguments = ExpressionSketch::new("").mentioning(parents);
            let sketched = LawSketch::new(law.name).with("arguments", arguments);
            if matches!(node.kind(), Kind::Observation { .. }) {
                sketch.follows(
                    Target::data(Extent::Scalar),
                    sketched,
                    format!("data({name}) |= {}(…)", law.name),
                );
                continue;
            }
            let target = Target::parameter(name.clone(), Extent::Scalar, SupportSketch::real());
            sketch.follows(target, sketched, format!("{name} |= {}(…)", law.name));
            if site.kind() != SiteKind::Sampled {
                sketch.holds(&name, site.kind() == SiteKind::Observed);
            }
        }
        Graph::new(sketch)
    }

    /// The addresses of the choices that a site depends on, with no choice in between.
    fn parents_of(&self, id: NodeId) -> Vec<String> {
        let choices = nearest_choices(&self.list, id);
        let sites = choices.into_iter().filter_map(|choice| match self.list.node(choice)?.kind() {
            Kind::Choice { site, .. } => Some(&self.record.sites()[site as usize]),
            _ => None,
        });
        sites.map(|site| self.record.address(site)).collect()
    }
}

/// The choices that a node depends on through steps that are none.
fn nearest_choices(list: &List, id: NodeId) -> BTreeSet<NodeId> {
    let (mut choices, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![id]);
    while let Some(next) = open.pop() {
        for parent in list.depends_on(next, Dependence::Both) {
            if !seen.insert(parent) {
                continue;
            }
            match list.node(parent).map(|node| node.kind()) {
                Some(Kind::Choice { .. }) => drop(choices.insert(parent)),
                _ => open.push(parent),
            }
        }
    }
    choices
}
