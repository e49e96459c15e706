//! The name of a variable or of a part of it.

use super::{IntoIndices, IntoVarName, Path};
use crate::error::Error;
use core::fmt;

/// The name of a variable or of a part of it: `mu`, `school.scale`, `theta[2]`, `y[1:10, 3][2]`.
///
/// A name is a root and a [`Path`] of properties and indices. It is parsed from text, printed as text that
/// reads the same, and put together from parts:
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
/// | `m[2, :]` | with one index for each dimension, here row 2 of a matrix |
/// | `x[1:10][2]` | of the elements that come first, these: here element 3 of `x` |
///
/// # Order
///
/// Names are ordered by what they cover: `a > b` if [`a.subsumes(&b)`](Self::subsumes) and the two differ. It
/// is a partial order, so of two names such as `mu` and `tau` none is the greater one.
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
    /// The name that a text, a parameter or a name type stands for.
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
    /// [`Error::InvalidName`] if a text does not read as a name.
    pub fn new(name: impl IntoVarName) -> Result<Self, Error> {
        name.into_var_name()
    }

    /// The name of a variable of a model. A name type that was written by hand may have a text that does not
    /// read as a name: then all of it is the root.
    #[doc(hidden)]
    pub fn of_variable(name: &str) -> Self {
        name.parse().unwrap_or_else(|_| Self::from_parts(name.to_owned(), Path::new()))
    }

    /// The name of a root that has been checked, and a path.
    pub(super) fn from_parts(root: String, path: Path) -> Self {
        Self { root, path }
    }

    /// The name of the variable, without properties and indices.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The path behind the root.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of a member: `.scale`.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if it is no identifier.
    pub fn property(&self, name: &str) -> Result<Self, Error> {
        Ok(self.with_path(self.path.property(name)?))
    }

    /// The name of elements: `[2]`, `[1:10, 3]`, see [`IntoIndices`].
    pub fn index(&self, indices: impl IntoIndices) -> Self {
        self.with_path(self.path.index(indices))
    }

    /// The name of the part to which a path leads from here.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let scale = VarName::new("school")?.compose(&".scale[2]".parse()?);
    /// assert_eq!(scale, VarName::new("school.scale[2]")?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn compose(&self, path: &Path) -> Self {
        self.with_path(self.path.compose(path))
    }

    /// The path that leads from `prefix` to this name; `None` if this name does not begin with it.
    pub fn strip_prefix(&self, prefix: &Self) -> Option<Path> {
        if self.root == prefix.root { self.path.strip_prefix(&prefix.path) } else { None }
    }

    /// The name with chained indices put together, see [`Path::resolved`].
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
