//! The path from a variable to a part of it.

use super::parse::check_identifier;
use super::{Index, IntoIndices};
use crate::error::Error;
use core::fmt;

/// A step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathStep {
    /// `.scale`: a member by name.
    Property(String),
    /// `[1:10, 3]`: elements, with one index for each dimension.
    Index(Vec<Index>),
}

/// The path from a variable to a part of it: properties and indices, such as `.scale[1:10, 3][2]`.
///
/// The steps of a path are in normal form: `[[2, 3, 4]]` becomes `[2:5]`, and an empty range becomes
/// `[0:0]`. So two paths that select the same elements by the same steps are equal.
///
/// ```
/// use monomorph::trace::Path;
///
/// let path: Path = ".scale[[2, 3, 4]]".parse()?;
/// assert_eq!(path, Path::new().property("scale")?.index(2..5));
/// assert_eq!(path.to_string(), ".scale[2:5]");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    steps: Vec<PathStep>,
}

impl Path {
    /// The empty path, which selects the whole variable.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns this path followed by a property.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if `name` is not an identifier.
    pub fn property(&self, name: &str) -> Result<Self, Error> {
        check_identifier(name)?;
        Ok(self.then(PathStep::Property(name.to_owned())))
    }

    /// Returns this path followed by indices.
    #[must_use = "the path that is returned is the new one"]
    pub fn index(&self, indices: impl IntoIndices) -> Self {
        self.then(PathStep::Index(indices.into_indices()))
    }

    /// Returns this path followed by `rest`.
    #[must_use = "the path that is returned is the new one"]
    pub fn compose(&self, rest: &Self) -> Self {
        Self { steps: [&self.steps[..], &rest.steps].concat() }
    }

    /// The steps, in normal form.
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// True if the path selects the whole variable.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The rest of this path after `prefix`; `None` if this path does not begin with `prefix`.
    ///
    /// ```
    /// use monomorph::trace::Path;
    ///
    /// let path: Path = ".scale[2]".parse()?;
    /// assert_eq!(path.strip_prefix(&".scale".parse()?), Some(Path::new().index(2)));
    /// assert_eq!(path.strip_prefix(&".raw".parse()?), None);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn strip_prefix(&self, prefix: &Self) -> Option<Self> {
        self.steps.strip_prefix(&prefix.steps[..]).map(Self::of)
    }

    /// Returns the path with chained indices combined: `[1:10, 3][2]` becomes `[3, 3]`.
    ///
    /// A chain that selects elements which do not exist, such as `[0:3][5]` and `[2][0]`, is not changed.
    ///
    /// ```
    /// use monomorph::trace::Path;
    ///
    /// let chained: Path = "[1:10, 3][2]".parse()?;
    /// assert_eq!(chained.resolved().to_string(), "[3, 3]");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[must_use = "the path that is returned is the new one"]
    pub fn resolved(&self) -> Self {
        let mut resolved = Self::new();
        for step in &self.steps {
            let merged = match (resolved.steps.last(), step) {
                (Some(PathStep::Index(first)), PathStep::Index(later)) => chain(first, later),
                _ => None,
            };
            match merged {
                Some(indices) => {
                    resolved.steps.pop();
                    resolved.push(PathStep::Index(indices));
                }
                None => resolved.steps.push(step.clone()),
            }
        }
        resolved
    }

    /// Makes a path of steps that are in normal form.
    pub(super) fn of(steps: &[PathStep]) -> Self {
        Self { steps: steps.to_vec() }
    }

    fn then(&self, step: PathStep) -> Self {
        let mut path = self.clone();
        path.push(step);
        path
    }

    /// Adds a step in normal form; an index without dimensions adds no step.
    pub(super) fn push(&mut self, step: PathStep) {
        match step {
            PathStep::Index(indices) if indices.is_empty() => {}
            PathStep::Index(indices) => {
                self.steps.push(PathStep::Index(indices.into_iter().map(Index::normal).collect()));
            }
            PathStep::Property(_) => self.steps.push(step),
        }
    }
}

/// Combines two chained indices into one; `later` selects from the elements that `first` has selected.
/// Returns `None` if `later` has another number of dimensions, or selects elements that do not exist.
fn chain(first: &[Index], later: &[Index]) -> Option<Vec<Index>> {
    if first.iter().filter(|index| index.keeps_dimension()).count() != later.len() {
        return None;
    }
    let mut later = later.iter();
    let merge = |index: &Index| match index {
        Index::At(_) => Some(index.clone()),
        _ => index.then(later.next()?),
    };
    first.iter().map(merge).collect()
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Property(name) => write!(f, ".{name}"),
            Self::Index(indices) => {
                f.write_str("[")?;
                for (dimension, index) in indices.iter().enumerate() {
                    let separator = if dimension == 0 { "" } else { ", " };
                    write!(f, "{separator}{index}")?;
                }
                f.write_str("]")
            }
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| step.fmt(f))
    }
}
