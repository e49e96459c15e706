//! The methods that read and change all values of a trace.

use super::check::check_stored;
use super::{Trace, Value, VarName};
use crate::error::Error;
use core::iter::Map;
use core::{fmt, slice};

impl Trace {
    /// Returns this trace after setting all values of `other` in it.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let newer = Trace::of([("tau", 3.0), ("x[0]", 4.0)])?;
    /// let merged = Trace::of([("mu", 1.0), ("tau", 2.0)])?.merge(newer)?;
    /// assert_eq!(merged, Trace::of([("mu", 1.0), ("tau", 3.0), ("x[0]", 4.0)])?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn merge(mut self, other: Self) -> Result<Self, Error> {
        other.entries.into_iter().try_for_each(|(name, value)| self.set(name, value))?;
        Ok(self)
    }

    /// Returns the trace of the values for which a condition holds.
    #[must_use = "the trace that is returned has the selected values"]
    pub fn filter(mut self, mut keeps: impl FnMut(&VarName, &Value) -> bool) -> Self {
        self.entries.retain(|(name, value)| keeps(name, value));
        self
    }

    /// Returns a trace with the same names, and values computed by `value_of`.
    ///
    /// # Errors
    ///
    /// [`Error::ShapeMismatch`] if the new value of stored elements has another shape.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let trace = Trace::of([("mu", 1.0), ("tau", 2.0)])?;
    /// let doubled = trace.map(|_, value| value.iter().map(|x| 2.0 * x).sum::<f64>())?;
    /// assert_eq!(doubled.values(), [2.0, 4.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn map<V: Into<Value>>(self, mut value_of: impl FnMut(&VarName, Value) -> V) -> Result<Self, Error> {
        let changed = self.entries.into_iter().map(|(name, value)| {
            let value = value_of(&name, value).into();
            check_stored(&name, value.extent())?;
            Ok((name, value))
        });
        Ok(Self { entries: changed.collect::<Result<_, Error>>()? })
    }

    /// The number of stored names.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if the trace is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The stored names with their values, in the order in which they were set: what
    /// `for (name, value) in &trace` visits.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let trace = Trace::of([("mu", 1.0), ("tau", 2.0)])?;
    /// let mut total = 0.0;
    /// for (_, value) in &trace {
    ///     total += value.iter().sum::<f64>();
    /// }
    /// assert_eq!(total, 3.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&VarName, &Value)> {
        self.into_iter()
    }

    /// The stored names.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &VarName> {
        self.entries.iter().map(|(name, _)| name)
    }

    /// All numbers, one value after the other. The elements of each value are in the order of their names,
    /// which is column after column for a matrix, as `Posterior::unconstrain` takes them.
    pub fn values(&self) -> Vec<f64> {
        self.entries.iter().flat_map(|(_, value)| value.in_names()).collect()
    }
}

/// Prints one name and its value per line: `theta[0:2] = [1.0, 2.0]`.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, value)| writeln!(f, "{name} = {value}"))
    }
}

impl<'a> IntoIterator for &'a Trace {
    type Item = (&'a VarName, &'a Value);
    type IntoIter = Map<slice::Iter<'a, (VarName, Value)>, fn(&'a (VarName, Value)) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(name, value)| (name, value))
    }
}

impl IntoIterator for Trace {
    type Item = (VarName, Value);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}
