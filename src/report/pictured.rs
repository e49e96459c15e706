//! The graph of a model on a page.

use super::Pictured;
use crate::graph::{Graph, Kind, Vertex};

impl Pictured for Graph {
    fn text(&self) -> String {
        let statement = |vertex: &&Vertex| !vertex.statement().is_empty();
        let lines: Vec<&str> = self.vertices().iter().filter(statement).map(Vertex::statement).collect();
        let declared = self.vertices().iter().filter(|vertex| vertex.kind() == Kind::Parameter);
        let declared =
            declared.filter_map(|vertex| Some(format!("{}: {}", vertex.name(), vertex.support()?)));
        let text = format!("{}\n\n{}", declared.collect::<Vec<_>>().join("\n"), lines.join("\n"));
        text.trim().to_owned()
    }

    fn to_svg(&self) -> String {
        Graph::to_svg(self)
    }
}
