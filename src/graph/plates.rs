//! Plates: groups of vertices that are repeated equally often.
//!
//! Two vertices are on the same plate if a path of arrows, in any direction, connects them, and all
//! vertices on the path have the same number of elements. Vectors of equal length that no path connects are
//! on separate plates. A vector or matrix that is drawn as a whole (a simplex, a covariance matrix, one
//! draw of `multi_normal`) is a single thing and on no plate; for several draws, the rows of a matrix, the
//! rows are repeated. No plate lies within another: a vector from which an index gathers,
//! `alpha.at(&group)`, has a plate beside that of the observations.

use super::Graph;
use crate::contract::sketch::{LawSketch, SupportSketch, Vertex};
use crate::shape::Extent;
use core::fmt;

/// Vertices that are repeated together.
///
/// ```
/// use monomorph::prelude::*;
///
/// let (y, group) = ([0.1, 0.4, 0.2, 0.9], [0, 0, 1, 1]);
/// params! { mu: real(), alpha: vector(2) }
/// let graph = model! {
///     mu    |= normal(0.0, 1.0),
///     alpha |= normal(mu, 1.0),
///     data(&y) |= normal(alpha.at(&group), 1.0),
/// }
/// .graph();
/// let plates: Vec<_> =
///     graph.plates().iter().map(|plate| (plate.to_string(), plate.members.clone())).collect();
/// assert_eq!(plates, [("2".to_owned(), vec!["alpha".to_owned()]), ("4".to_owned(), vec!["y".to_owned()])]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plate {
    /// The number of repetitions of the members, and the arrangement of their elements.
    pub extent: Extent,
    /// The names of the members.
    pub members: Vec<String>,
}

impl fmt::Display for Plate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = self.extent.size();
        match self.extent.columns() {
            Some(columns) if columns > 0 => write!(f, "{} × {columns}", length / columns),
            _ => write!(f, "{length}"),
        }
    }
}

impl Graph {
    /// The plates, in the order of their first members: see [`Plate`].
    pub fn plates(&self) -> Vec<Plate> {
        let plates = self.plate_members().into_iter();
        plates
            .map(|(extent, members)| Plate {
                extent,
                members: self.names(members).into_iter().map(str::to_owned).collect(),
            })
            .collect()
    }

    pub(super) fn plate_members(&self) -> Vec<(Extent, Vec<usize>)> {
        let repeats: Vec<Option<Extent>> = self.vertices.iter().map(repeated).collect();
        let mut is_placed = vec![false; repeats.len()];
        let mut plates = Vec::new();
        for first in 0..repeats.len() {
            let Some(extent) = repeats[first].filter(|_| !is_placed[first]) else { continue };
            let (mut members, mut open) = (Vec::new(), vec![first]);
            while let Some(place) = open.pop() {
                if repeats[place] == Some(extent) && !core::mem::replace(&mut is_placed[place], true) {
                    members.push(place);
                    open.extend(self.parents[place].iter().chain(&self.children[place]));
                }
            }
            members.sort_unstable();
            plates.push((extent, members));
        }
        plates
    }
}

/// The number of repetitions of a vertex; `None` if it is a single thing.
fn repeated(vertex: &Vertex) -> Option<Extent> {
    let is_whole = vertex.support.as_ref().is_some_and(|support: &SupportSketch| !support.is_elementwise());
    let is_drawn_as_a_whole = vertex.law.as_ref().is_some_and(|law: &LawSketch| law.range().is_none());
    match vertex.extent {
        Extent::Scalar => None,
        _ if is_whole => None,
        Extent::Matrix { length, columns } if is_drawn_as_a_whole => {
            length.checked_div(columns).map(Extent::Vector)
        }
        Extent::Vector(_) if is_drawn_as_a_whole => None,
        extent => Some(extent),
    }
}
