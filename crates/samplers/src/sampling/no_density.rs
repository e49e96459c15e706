//! Divergent transitions that left the points which have a log density: no step is short enough for these.

use super::divergence::Divergent;
use crate::draws::Warning;
use crate::target::Target;

/// The most transitions of a run that are looked at, each for the price of a log density.
const MOST: usize = 50;

/// The warning, if most transitions that diverged ended where there is no log density.
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
