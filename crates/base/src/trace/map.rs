//! Values by name.

use super::assemble::assemble;
use super::check::{check_distinct, check_extent, check_stored};
use super::part::locate;
use super::path::PathStep;
use super::subsumption::Relation;
use super::{IntoVarName, Named, Path, Shaped, Value, VarName};
use crate::error::Error;

/// Values by name, in the order in which they were set: a readable form of a point of a model.
///
/// `Posterior::constrain` makes a trace from an unconstrained point, and `Posterior::unconstrain_trace`
/// does the inverse.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { tau: positive(), eta: vector(2) }
/// let model = model! {
///     tau |= half_cauchy(5.0),
///     eta |= normal(0.0, 1.0),
///     theta = tau * eta,
/// };
/// let posterior = model.compile()?;
/// let mut trace = posterior.constrain(&[0.0, 0.5, -2.0])?;
/// assert_eq!(trace.get("tau")?, 1.0);
/// assert_eq!(trace.get("theta")?, [0.5, -2.0]);
/// assert_eq!(trace.value_of(eta)?, vec![0.5, -2.0]); // the type follows from that of `eta`
///
/// trace.set("eta[1]", 3.0)?;
/// assert_eq!(posterior.unconstrain_trace(&trace)?, [0.0, 0.5, 3.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Laws
///
/// *A part of a value is the value of the part.* For every path ℓ, and whether `x` is stored as a whole or
/// in elements, `trace.get(x ∘ ℓ) == trace.get(x)?.part(ℓ)`; and for groups,
/// `trace.get("school.scale") == trace.group("school")?.get("scale")`.
///
/// *`get` returns what `set` stored*, and `set` changes nothing else: after `set(x, v)`, `get(x) == v`.
///
/// *Each element is stored once.* Stored names never overlap: setting a part of a stored variable changes
/// that variable, and a name that shares elements with stored names in any other way is an error.
///
/// ```
/// use monomorph::prelude::*;
///
/// let mut trace = Trace::new();
/// trace.set("x[0]", 1.0)?;
/// trace.set("x[1:3]", [2.0, 3.0])?;
/// assert_eq!(trace.get("x")?, [1.0, 2.0, 3.0]);
/// assert_eq!(trace.get("x[1:3][0]")?, 2.0);
/// assert_eq!(
///     trace.set("x[2]", 9.0).unwrap_err().to_string(),
///     "`x[2]` cannot stand beside `x[1:3]`: they have elements in common"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    pub(super) entries: Vec<(VarName, Value)>,
}

impl Trace {
    /// A trace without values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a trace by setting the values one after the other.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let trace = Trace::of([("mu", 0.5), ("tau", 2.0)])?;
    /// assert_eq!(trace.names().map(VarName::to_string).collect::<Vec<_>>(), ["mu", "tau"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn of<Name: IntoVarName, V: Into<Value>>(
        values: impl IntoIterator<Item = (Name, V)>,
    ) -> Result<Self, Error> {
        let mut trace = Self::new();
        values.into_iter().try_for_each(|(name, value)| trace.set(name, value))?;
        Ok(trace)
    }

    /// The value of a variable or of a part of it, which may be stored as a whole or in elements.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if no value, or not every element, is stored, or if the name is that of a
    /// [group](Self::group); [`Error::IndexOutOfRange`] and [`Error::NoSuchPart`] if the variable has no
    /// such part; [`Error::InvalidName`].
    pub fn get(&self, name: impl IntoVarName) -> Result<Value, Error> {
        let name = name.into_var_name()?;
        if let Some((place, path)) = self.find(&name) {
            let (stored, value) = &self.entries[place];
            return value.part_of(&stored.to_string(), &path);
        }
        let assembled = assemble(&self.entries, &name);
        let value = assembled.or_else(|| assemble(&self.entries, &name.resolved()));
        value.ok_or_else(|| self.unknown(&name))
    }

    /// The value that is stored under exactly this name, by reference; `None` if no value is, even if
    /// values of parts of the name are stored.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let trace = Trace::of([("x", [1.0, 2.0])])?;
    /// assert_eq!(trace.stored(&"x".parse()?).map(|value| value.len()), Some(2));
    /// assert_eq!(trace.stored(&"x[0]".parse()?), None);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn stored(&self, name: &VarName) -> Option<&Value> {
        self.entries.iter().find(|(stored, _)| stored == name).map(|(_, value)| value)
    }

    /// The value of a parameter or a definition: an `f64`, a `Vec<f64>` or a matrix, depending on its type.
    ///
    /// # Errors
    ///
    /// The errors of [`get`](Self::get), and [`Error::ShapeMismatch`] if the value has another shape.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(2) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let trace = model.compile()?.constrain(&[0.5, 1.0, 2.0])?;
    /// let sum: f64 = trace.value_of(mu)? + trace.value_of(eta)?.iter().sum::<f64>();
    /// assert_eq!(sum, 3.5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn value_of<V: Named>(&self, _: V) -> Result<<V::Shape as Shaped>::Value, Error> {
        V::Shape::typed(V::NAME, self.get(VarName::of_variable(V::NAME))?)
    }

    /// Returns the values whose names begin with this prefix, under the rest of their names.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there are none, [`Error::InvalidName`].
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let trace = Trace::of([("school.scale", 2.0), ("school.raw", 0.5), ("mu", 1.0)])?;
    /// assert_eq!(trace.group("school")?, Trace::of([("scale", 2.0), ("raw", 0.5)])?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn group(&self, prefix: impl IntoVarName) -> Result<Self, Error> {
        let prefix = prefix.into_var_name()?.resolved();
        let members = self.entries.iter().filter_map(|(name, value)| {
            let path = name.strip_prefix(&prefix)?;
            let (PathStep::Property(root), rest) = path.steps().split_first()? else { return None };
            Some((VarName::from_parts(root.clone(), Path::of(rest)), value.clone()))
        });
        let entries: Vec<_> = members.collect();
        if entries.is_empty() { Err(self.unknown(&prefix)) } else { Ok(Self { entries }) }
    }

    /// True if there is a value or a group of this name.
    pub fn contains(&self, name: impl IntoVarName) -> bool {
        let name = name.into_var_name();
        name.is_ok_and(|name| self.get(&name).is_ok() || self.group(&name).is_ok())
    }

    /// Sets the value of a variable or of a part of it.
    ///
    /// A value that is stored under this name is replaced; if the variable is stored as a whole, the part
    /// is replaced; otherwise the name is stored as a new entry.
    ///
    /// # Errors
    ///
    /// [`Error::Overlap`] if the name has elements in common with other stored names, or names an element
    /// twice; [`Error::ShapeMismatch`] if the value does not have the shape of the named elements; the
    /// errors of [`get`](Self::get) if the stored variable has no such part. After an error the trace is
    /// unchanged.
    pub fn set(&mut self, name: impl IntoVarName, value: impl Into<Value>) -> Result<(), Error> {
        let (name, value) = (name.into_var_name()?, value.into());
        match self.find(&name) {
            Some((place, path)) if !path.is_empty() => {
                let (stored, whole) = &mut self.entries[place];
                let (extent, places) = locate(&stored.to_string(), whole.extent(), &path)?;
                check_extent(&name, extent, value.extent())?;
                check_distinct(&name, &places)?;
                whole.put(&places, &value);
            }
            Some((place, _)) => {
                check_stored(&name.resolved(), value.extent())?;
                self.entries[place].1 = value;
            }
            None => self.insert(name.resolved(), value)?,
        }
        Ok(())
    }

    /// Stores a value under a new name.
    fn insert(&mut self, name: VarName, value: Value) -> Result<(), Error> {
        for (stored, _) in &self.entries {
            let reason = match name.relation(stored) {
                Relation::Disjoint => continue,
                Relation::Overlapping => "they have elements in common",
                Relation::Incompatible => "no variable has parts of both kinds",
            };
            return Err(Error::Overlap { name: name.to_string(), other: stored.to_string(), reason });
        }
        check_stored(&name, value.extent())?;
        self.entries.push((name, value));
        Ok(())
    }

    /// Returns this trace after setting one value, see [`set`](Self::set).
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let trace = Trace::new().with("mu", 0.5)?.with("theta", [1.0, 2.0])?;
    /// assert_eq!(trace.get("theta[1]")?, 2.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn with(mut self, name: impl IntoVarName, value: impl Into<Value>) -> Result<Self, Error> {
        self.set(name, value)?;
        Ok(self)
    }

    /// Removes and returns the entries that a name covers: a variable, stored elements or a group.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if the name covers no entry.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let mut trace = Trace::of([("school.scale", 2.0), ("mu", 1.0), ("school.raw", 0.5)])?;
    /// let removed = trace.remove("school")?;
    /// assert_eq!(removed, Trace::of([("school.scale", 2.0), ("school.raw", 0.5)])?);
    /// assert_eq!(trace, Trace::of([("mu", 1.0)])?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn remove(&mut self, name: impl IntoVarName) -> Result<Self, Error> {
        let name = name.into_var_name()?.resolved();
        let entries: Vec<_> = self.entries.extract_if(.., |(stored, _)| name.subsumes(stored)).collect();
        if entries.is_empty() { Err(self.unknown(&name)) } else { Ok(Self { entries }) }
    }

    /// Makes a trace of names that do not overlap, without a check.
    #[doc(hidden)]
    pub fn from_entries(entries: Vec<(VarName, Value)>) -> Self {
        Self { entries }
    }

    /// Returns the place of the entry that contains a name, and the path from the entry to the name; `None`
    /// if no entry contains it. If the name begins with a stored name, a chain of indices is not resolved,
    /// so that each of its indices is checked.
    fn find(&self, name: &VarName) -> Option<(usize, Path)> {
        let find = |name: &VarName| {
            self.entries
                .iter()
                .enumerate()
                .find_map(|(place, (stored, _))| Some((place, name.strip_prefix(stored)?)))
        };
        find(name).or_else(|| find(&name.resolved()))
    }

    fn unknown(&self, name: &VarName) -> Error {
        Error::UnknownName { name: name.to_string(), known: self.names().map(ToString::to_string).collect() }
    }
}
