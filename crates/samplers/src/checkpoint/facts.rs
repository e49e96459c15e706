//! The facts that identify a run, in words.

use super::{Checksum, DATA, Facts, INSTRUCTIONS};
use crate::simd::InstructionSet;
use crate::trace::VariableInfo;

/// Returns the facts about a density, given the checksum of its data.
pub fn facts_of(data: Checksum, arch: InstructionSet) -> Facts {
    vec![
        (DATA.to_owned(), format!("{:016x}", data.value())),
        (INSTRUCTIONS.to_owned(), format!("{arch:?}")),
        ("monomorph".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
    ]
}

/// Returns a checksum of the labels of variables, if a variable has labels.
pub(super) fn labels_of(variables: &[VariableInfo]) -> Option<String> {
    let sides = variables.iter().flat_map(|info| [info.levels.rows, info.levels.columns]);
    if sides.clone().all(|side| side.is_none()) {
        return None;
    }
    let mut labels = Checksum::default();
    for side in sides {
        let count = side.map_or(0, |levels| levels.len() + 1);
        labels.add(&(count as u64).to_le_bytes());
        for level in side.into_iter().flat_map(|levels| levels.iter()) {
            labels.add_text(level);
        }
    }
    Some(format!("{:016x}", labels.value()))
}
