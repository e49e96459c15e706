//! The dependent elements of a variable that is integrated over, in the [groups](ElementGroups) that the
//! kernel visits.

use crate::compiler::{Compiler, HeldElement};
use crate::contract::conjugacy::Ties;
use crate::model::conjugacy::Joint;
use crate::model::marginal::{ElementGroups, NO_ELEMENT};
use crate::shape::Extent;

/// Returns the groups of elements without given values; the elements of a group depend on each other.
fn unknown(ties: Ties, extent: Extent, held: &[HeldElement]) -> Vec<Vec<usize>> {
    let length = extent.size();
    let mut is_known = vec![false; length];
    held.iter().for_each(|element| is_known[element.place] = true);
    let group_length = match ties {
        Ties::None => 1,
        Ties::Rows => extent.columns().unwrap_or(length),
        Ties::All => length,
    };
    let starts = (0..length).step_by(group_length.max(1));
    let groups = starts.map(|start| {
        let places = start..length.min(start + group_length);
        places.filter(|&place| !is_known[place]).collect::<Vec<_>>()
    });
    groups.filter(|group| !group.is_empty()).collect()
}

/// Returns the packed groups of an integral; they are empty if the integral is not normal.
pub(crate) fn element_groups(
    joint: Option<Joint>,
    extent: Extent,
    held: &[HeldElement],
    compiler: &mut Compiler,
) -> ElementGroups {
    let Some(Joint::MultiNormal(ties)) = joint else {
        return ElementGroups::default();
    };
    let groups = unknown(ties, extent, held);
    let (count, size) = (groups.len(), groups.iter().map(Vec::len).max().unwrap_or(0));
    let padded = groups.into_iter().flat_map(|group| {
        let padding = size - group.len();
        group.into_iter().chain(core::iter::repeat_n(NO_ELEMENT as usize, padding))
    });
    ElementGroups { places: compiler.pack_own_indices(padded), count, size }
}
