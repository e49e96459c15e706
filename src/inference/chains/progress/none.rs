//! No progress bars, without the feature `sampling`.

use super::Progress;

/// Nothing.
pub fn bars() -> Option<Box<dyn Progress>> {
    None
}
