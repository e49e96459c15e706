//! Walks over an undirected graph, breadth first: its components, and an order of a component in which
//! neighbours are near each other.
//!
//! Cuthill and McKee 1969, "Reducing the bandwidth of sparse symmetric matrices", from a place that is far
//! from another one, as by Gibbs, Poole and Stockmeyer 1976.

/// The neighbours of each place.
pub(super) fn neighbours(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); count];
    for &(from, to) in edges {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    neighbours
}

/// The component of each place, by numbers in the order of their first places.
pub(super) fn components(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut components = vec![usize::MAX; neighbours.len()];
    let mut count = 0;
    for first in 0..neighbours.len() {
        if components[first] == usize::MAX {
            breadth_first(neighbours, first).into_iter().for_each(|(place, _)| components[place] = count);
            count += 1;
        }
    }
    components
}

/// The places of the component of a place in an order in which neighbours are near each other.
pub(super) fn near_each_other(neighbours: &[Vec<usize>], place: usize) -> Vec<usize> {
    let (mut first, mut depth) = (place, 0);
    let mut walk = breadth_first(neighbours, first);
    while let Some(&(_, last)) = walk.last().filter(|&&(_, last)| last > depth) {
        depth = last;
        let ends = walk.iter().filter(|&&(_, level)| level == last);
        first = ends.map(|&(end, _)| end).min_by_key(|&end| neighbours[end].len()).unwrap_or(first);
        walk = breadth_first(neighbours, first);
    }
    walk.into_iter().map(|(place, _)| place).collect()
}

/// The places that can be reached, each with the number of edges to it, those with few neighbours first.
fn breadth_first(neighbours: &[Vec<usize>], first: usize) -> Vec<(usize, usize)> {
    let mut is_found = std::collections::BTreeSet::from([first]);
    let mut walk = vec![(first, 0)];
    let mut next = 0;
    while let Some(&(place, level)) = walk.get(next) {
        let from = walk.len();
        walk.extend(
            neighbours[place].iter().filter(|&&other| is_found.insert(other)).map(|&o| (o, level + 1)),
        );
        walk[from..].sort_by_key(|&(other, _)| neighbours[other].len());
        next += 1;
    }
    walk
}
