//! No progress bars, without the feature `sampling`.

use super::{Progress, ShowFits};

/// Nothing.
pub fn bars() -> Option<Box<dyn Progress>> {
    None
}

/// Nothing.
pub fn line_of_fits(_all: usize) -> Option<Box<ShowFits<'static>>> {
    None
}
