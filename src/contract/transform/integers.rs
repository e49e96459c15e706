//! The range of a discrete parameter.

/// The support of the whole numbers from one number to another.
#[derive(Clone, Copy, Debug)]
pub struct Integers {
    pub(crate) lowest: i32,
    pub(crate) count: usize,
}

impl Integers {
    /// The lowest and the highest number; `None` if the range is empty.
    pub(crate) fn ends(self) -> Option<(i64, i64)> {
        let above = i64::try_from(self.count.checked_sub(1)?).ok()?;
        Some((i64::from(self.lowest), i64::from(self.lowest).saturating_add(above)))
    }
}
