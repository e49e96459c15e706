//! The choices on which a site of a tracked run depends, through the ordinary code between them.

use super::TrackedExecution;
use crate::track::{Dependence, Kind, List, NodeId};
use std::collections::BTreeSet;

impl<T> TrackedExecution<T> {
    /// Returns the addresses of the choices on which a node of the list depends, with no choice in between:
    /// through its operands, and through the branches that led to it.
    pub fn parents_of(&self, id: NodeId) -> Vec<String> {
        let choices = nearest_choices(&self.list, id);
        let sites = choices.into_iter().filter_map(|choice| match self.list.node(choice)?.kind() {
            Kind::Choice { site, .. } => Some(&self.record.sites()[site as usize]),
            _ => None,
        });
        sites.map(|site| self.record.address(site)).collect()
    }
}

/// Returns the choices on which a node depends, with no choice in between.
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
