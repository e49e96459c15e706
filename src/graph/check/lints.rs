//! [`Lints`]: the list of all findings of a check.

use super::Lint;
use core::fmt;
use core::ops::Deref;
use core::slice;
use std::vec;

/// The findings of [`check`](crate::graph::Inspect::check) and `check_prior`, warnings first, as a slice of
/// [`Lint`]; empty if nothing is suspicious. It prints a line for each finding:
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { height: real(), x: real() }
/// let findings = model! { height |= normal(170.0, 10.0), x |= normal(x, 1.0) }.check();
/// println!("{findings}");
/// assert_eq!((findings.len(), findings.to_string().lines().count()), (2, 2));
/// for finding in &findings {
///     println!("{}: {}", finding.variable, finding.message);
/// }
/// let sound = model! { height |= normal(0.0, 1.0), x |= normal(height, 1.0) }.check();
/// assert!(sound.is_empty() && sound.to_string() == "no findings");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Lints(Vec<Lint>);

impl Lints {
    /// Sorts findings: warnings first, then by `order`.
    pub(crate) fn sorted<K: Ord>(mut lints: Vec<Lint>, order: impl Fn(&Lint) -> K) -> Self {
        lints.sort_by_key(|lint| (lint.severity, order(lint)));
        Self(lints)
    }
}

impl fmt::Display for Lints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no findings");
        }
        for (place, lint) in self.iter().enumerate() {
            write!(f, "{}{lint}", if place == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl Deref for Lints {
    type Target = [Lint];

    fn deref(&self) -> &[Lint] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Lints {
    type Item = &'a Lint;
    type IntoIter = slice::Iter<'a, Lint>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Lints {
    type Item = Lint;
    type IntoIter = vec::IntoIter<Lint>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
