//! Variables that depend on themselves: `a |= normal(b, 1.0)` and `b |= normal(a, 1.0)`.
//!
//! Such a model is a density, but its variables cannot be drawn in any order.

use super::Graph;

impl Graph {
    /// The vertices that can be reached from some vertices. These themselves are included only if arrows
    /// lead back to them.
    pub(super) fn reach(&self, from: &[usize], arrows: &[Vec<usize>]) -> Vec<bool> {
        let mut is_reached = vec![false; self.vertices.len()];
        let mut open = from.to_vec();
        while let Some(vertex) = open.pop() {
            for &next in &arrows[vertex] {
                if !is_reached[next] {
                    is_reached[next] = true;
                    open.push(next);
                }
            }
        }
        is_reached
    }

    /// The vertices that depend on each other in circles, one list for each circle.
    pub(super) fn circles(&self) -> Vec<Vec<usize>> {
        let below: Vec<Vec<bool>> =
            (0..self.vertices.len()).map(|vertex| self.reach(&[vertex], &self.children)).collect();
        let mut circles: Vec<Vec<usize>> = Vec::new();
        for vertex in (0..below.len()).filter(|&vertex| below[vertex][vertex]) {
            let own = circles.iter_mut().find(|circle| below[vertex][circle[0]] && below[circle[0]][vertex]);
            match own {
                Some(circle) => circle.push(vertex),
                None => circles.push(vec![vertex]),
            }
        }
        circles
    }
}
