//! The construction of a graph: from sketches to vertices and arrows.
//!
//! A statement is a vertex: two statements about the same data are two factors of the density. A law that
//! only looks like a conditional density has arrows for pictures and for questions about parents, and for
//! independence is a root with a factor below it: a prior that its support cuts, whose integral depends on
//! its arguments, a weighted law, variables that depend on each other in a circle. Arithmetic may imply
//! more independence, such as of x from x + y and y; so the graph's "no" means "not shown".

use super::Graph;
use crate::contract::sketch::{ExpressionSketch, Kind, Sketch, Vertex};
use std::collections::{HashMap, HashSet};

impl Graph {
    /// Makes the graph of these statements.
    ///
    /// A name that is mentioned but has no statement becomes a parameter without a law: a part of a model
    /// may read variables that another part declares.
    pub fn new(sketch: Sketch) -> Self {
        let mut vertices = sketch.vertices;
        vertices.sort_by_key(|vertex| match vertex.kind {
            Kind::Parameter => 0,
            Kind::Definition => 1,
            Kind::Data => 2,
            Kind::Factor => 3,
        });
        number_equal_names(&mut vertices);
        let mentioned: Vec<String> =
            vertices.iter().flat_map(Vertex::parts).flat_map(|part| part.variables().to_vec()).collect();
        for name in mentioned {
            if vertices.iter().all(|vertex| !is_variable(vertex, &name)) {
                vertices.push(Vertex::elsewhere(&name));
            }
        }
        let place = |name: &String| vertices.iter().position(|vertex| is_variable(vertex, name));
        let mut parents: Vec<Vec<usize>> = Vec::with_capacity(vertices.len());
        for vertex in &vertices {
            let mut own: Vec<usize> =
                vertex.parts().flat_map(ExpressionSketch::variables).filter_map(place).collect();
            if !vertex.laws_of_parts.is_empty() {
                // Elements of a variable that depend on other elements of it are not a circle.
                own.retain(|&parent| vertices[parent].name != vertex.name);
            }
            own.sort_unstable();
            own.dedup();
            parents.push(own);
        }
        let mut children = vec![Vec::new(); vertices.len()];
        for (child, own) in parents.iter().enumerate() {
            for &parent in own {
                children[parent].push(child);
            }
        }
        Self { vertices, parents, children }
    }
}

/// True if a vertex is the variable with this name. Data can have the name of a parameter; a name in a
/// statement never means data, unless it is a variable that was given a value.
fn is_variable(vertex: &Vertex, name: &str) -> bool {
    (vertex.is_held || !vertex.is_observed()) && vertex.name == name
}

/// Appends `#2` to the name of the second vertex with the same name, and so on.
fn number_equal_names(vertices: &mut [Vertex]) {
    let mut taken: HashSet<String> = HashSet::new();
    // The number of the next vertex with a name; thousands of statements may have the same name.
    let mut next: HashMap<String, usize> = HashMap::new();
    for vertex in vertices {
        let plain = vertex.name.clone();
        while vertex.is_observed() && !vertex.is_held && taken.contains(&vertex.name) {
            let number = next.entry(plain.clone()).or_insert(2);
            vertex.name = format!("{plain}#{number}");
            *number += 1;
        }
        taken.insert(vertex.name.clone());
    }
}
