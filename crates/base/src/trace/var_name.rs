//! The name of a variable or of a part of it.

use super::{IntoIndices, IntoVarName, Path};
use crate::error::Error;
use core::fmt;

/// The name of a variable or of a part of it: `mu`, `school.scale`, `theta[2]`, `y[1:10, 3][2]`.
///
/// A name is a root and a [`Path`] of properties and indices. It can be parsed from text, is printed as the
/// same text, and can be built from parts:
///
/// ```
/// use monomorph::prelude::*;
///
/// let name: VarName = "school.scale[1:10, 3]".parse()?;
/// assert_eq!(name, VarName::new("school")?.property("scale")?.index((1..10, 3)));
/// assert_eq!(name.to_string(), "school.scale[1:10, 3]");
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// | index | elements |
/// |-|-|
/// | `x[2]` | one element, counted from 0 |
/// | `x[1:10]` | the elements 1, …, 9: the end is not among them, as in `1..10` |
/// | `x[[0, 2, 5]]` | these elements, in this order |
/// | `x[:]` | all elements |
/// | `m[2, :]` | one index for each dimension: row 2 of a matrix |
/// | `x[1:10][2]` | element 2 of the elements 1, …, 9: element 3 of `x` |
///
/// # Order
///
/// A name is greater than the names of its parts: `a > b` if [`a.subsumes(&b)`](Self::subsumes) and the two
/// differ. It is a partial order: neither of two names such as `mu` and `tau` is greater.
///
/// ```
/// use monomorph::prelude::*;
///
/// let name = |text: &str| VarName::new(text).unwrap();
/// assert!(name("x") > name("x[1:3]") && name("x[1:3]") > name("x[2]"));
/// assert_eq!(name("x[1]").partial_cmp(&name("x[2]")), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VarName {
    root: String,
    path: Path,
}

impl VarName {
    /// Makes a name from a text, a parameter or a name type.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { theta: vector(8) }
    /// assert_eq!(VarName::new(theta)?.index(2), VarName::new("theta[2]")?);
    /// assert_eq!(
    ///     VarName::new("theta[2").unwrap_err().to_string(),
    ///     "`theta[2` is not a name: after `theta[2`, there must be `,` or `]`"
    /// );
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if a text is not a valid name.
    pub fn new(name: impl IntoVarName) -> Result<Self, Error> {
        name.into_var_name()
    }

    /// Makes the name of a variable of a model. If the text of a hand-written name type is not a valid
    /// name, the whole text is the root.
    #[doc(hidden)]
    pub fn of_variable(name: &str) -> Self {
        name.parse().unwrap_or_else(|_| Self::from_parts(name.to_owned(), Path::new()))
    }

    /// Makes a name from a valid root and a path.
    pub(super) fn from_parts(root: String, path: Path) -> Self {
        Self { root, path }
    }

    /// The name of the variable, without properties and indices.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The path after the root.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name of a member, such as `.scale`.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if `name` is not an identifier.
    pub fn property(&self, name: &str) -> Result<Self, Error> {
        Ok(self.with_path(self.path.property(name)?))
    }

    /// Returns the name of elements, such as `[2]` or `[1:10, 3]`: see [`IntoIndices`].
    #[must_use = "the name that is returned is the new one"]
    pub fn index(&self, indices: impl IntoIndices) -> Self {
        self.with_path(self.path.index(indices))
    }

    /// Returns this name with `path` appended.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let scale = VarName::new("school")?.compose(&".scale[2]".parse()?);
    /// assert_eq!(scale, VarName::new("school.scale[2]")?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[must_use = "the name that is returned is the new one"]
    pub fn compose(&self, path: &Path) -> Self {
        self.with_path(self.path.compose(path))
    }

    /// The path of this name after `prefix`; `None` if this name does not begin with `prefix`.
    pub fn strip_prefix(&self, prefix: &Self) -> Option<Path> {
        if self.root == prefix.root { self.path.strip_prefix(&prefix.path) } else { None }
    }

    /// Returns the name with chained indices combined: see [`Path::resolved`].
    #[must_use = "the name that is returned is the new one"]
    pub fn resolved(&self) -> Self {
        self.with_path(self.path.resolved())
    }

    fn with_path(&self, path: Path) -> Self {
        Self { root: self.root.clone(), path }
    }
}

impl fmt::Display for VarName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.root, self.path)
    }
}
