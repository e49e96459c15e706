//! The dependency graph of a run of a tracked program: the choices and observations, and the choices on
//! which they depend through ordinary code.

use super::Graph;
use crate::contract::sketch::{ExpressionSketch, LawSketch, Sketch, SupportSketch, Target};
use crate::shape::Extent;
use crate::track::Kind;
use monomorph_programs::program::{SiteKind, TrackedExecution};

/// Makes the graph of a run. [`TrackedExecution`] implements this trait.
pub trait InspectRun {
    /// The dependency graph of this run, with the same functions as the graph of a model,
    /// [`model.graph()`](super::Inspect::graph): parents, blankets, independence, pictures.
    ///
    /// A choice depends on the choices from which the arguments of its law are computed, and on the choices
    /// that decide whether it is made. Paths that the run has not taken are not in the graph. Code between
    /// choices has no vertices.
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
    fn graph(&self) -> Graph;
}

impl<T> InspectRun for TrackedExecution<T> {
    fn graph(&self) -> Graph {
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
}
