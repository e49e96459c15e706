//! No progress bars, without the feature `sampling`.

use super::{Progress, ShowFits};

/// Returns no bars: the feature `bars` is off.
pub fn bars() -> Option<Box<dyn Progress>> {
    None
}

/// Returns no line: the feature `bars` is off.
pub fn line_of_fits(_all: usize) -> Option<Box<ShowFits<'static>>> {
    None
}
