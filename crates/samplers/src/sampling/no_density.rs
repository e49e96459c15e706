//! Divergent transitions that left the region in which the log density is finite: no step is short enough
//! for them.

use super::divergence::Divergent;
use crate::draws::Warning;
use crate::target::Target;

/// The most transitions of a run that are examined; each costs one log density.
const MOST: usize = 50;

/// Returns a warning if at least half of the divergent transitions ended where the log density is not
/// finite.
pub(super) fn warning<'a>(
    target: &dyn Target,
    divergent: impl Iterator<Item = &'a Divergent>,
) -> Option<Warning> {
    let finite = divergent.map(|divergent| &divergent.end.0).filter(|end| end.iter().all(|q| q.is_finite()));
    let ends: Vec<&Vec<f64>> = finite.take(MOST).collect();
    if ends.is_empty() {
        return None;
    }
    let mut workspace = target.workspace();
    let has_none = |end: &&Vec<f64>| !target.log_density(end, &mut workspace).is_finite();
    let of = ends.len();
    let without: Vec<&Vec<f64>> = ends.into_iter().filter(has_none).collect();
    let count = without.len();
    if 2 * count < of {
        return None;
    }
    let reason = target.diagnose(without[0], &mut workspace)?;
    Some(Warning::NoDensity { count, of, reason })
}
