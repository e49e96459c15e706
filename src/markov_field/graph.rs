//! The components of an undirected graph.

/// Returns the component of each place. Components are numbered in the order of their first places.
pub(super) fn components(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut neighbours = vec![Vec::new(); count];
    for &(from, to) in edges {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let mut components = vec![usize::MAX; count];
    let (mut found, mut reached) = (0, Vec::new());
    for first in 0..count {
        if components[first] < usize::MAX {
            continue;
        }
        reached.push(first);
        while let Some(place) = reached.pop() {
            if components[place] == usize::MAX {
                components[place] = found;
                reached.extend(&neighbours[place]);
            }
        }
        found += 1;
    }
    components
}
