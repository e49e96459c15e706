//! Which choices a site of a tracked run depends on, through ordinary code between them.

use super::TrackedExecution;
use crate::track::{Dependence, Kind, List, NodeId};
use std::collections::BTreeSet;

impl<T> TrackedExecution<T> {
    /// The addresses of the choices that a node of the list depends on, with no choice in between: by its
    /// operands, and by the branches that decide that it is there.
    pub fn parents_of(&self, id: NodeId) -> Vec<String> {
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
