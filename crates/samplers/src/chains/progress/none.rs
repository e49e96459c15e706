//! The replacement of progress bars without the feature `bars`.

use super::{Progress, ShowFits};

/// Returns `None`: the feature `bars` is off.
pub fn bars() -> Option<Box<dyn Progress>> {
    None
}

/// Returns `None`: the feature `bars` is off.
pub fn line_of_fits(_all: usize) -> Option<Box<ShowFits<'static>>> {
    None
}
