//! The name and the size of a variable of a posterior.

use crate::labels::{Parts, SideLevels, element_name};
use crate::shape::{Extent, MatrixForm};

/// The name and the size of a parameter or a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariableInfo {
    /// The name.
    pub name: &'static str,
    /// The number of elements; `None` for a scalar.
    pub length: Option<usize>,
    /// The number of elements in a row of a matrix; `None` for everything else.
    pub columns: Option<usize>,
    /// True for a definition, false for a parameter.
    pub is_defined: bool,
    /// The index of the variable's first value among the values of all variables.
    pub offset: usize,
    /// The names of its rows and columns, if [labels](crate::labels::Labels) name them.
    pub levels: SideLevels,
    /// The elements that are constant or mirrored in all matrices of its kind.
    pub form: MatrixForm,
}

impl VariableInfo {
    /// Makes a variable whose values follow those of the variables `before`.
    #[doc(hidden)]
    pub fn behind(before: &[Self], name: &'static str, extent: Extent, is_defined: bool) -> Self {
        let offset = before.last().map_or(0, |last| last.offset + last.size());
        let (length, columns) = (extent.length(), extent.columns());
        let (levels, form) = (SideLevels::NONE, MatrixForm::General);
        Self { name, length, columns, is_defined, offset, levels, form }
    }

    /// Returns the variable with names of its rows and columns.
    #[doc(hidden)]
    pub fn with_levels(self, levels: SideLevels) -> Self {
        Self { levels, ..self }
    }

    /// Returns the variable as a matrix of this form.
    #[doc(hidden)]
    pub fn with_form(self, form: MatrixForm) -> Self {
        Self { form, ..self }
    }

    /// The number of values.
    pub fn size(&self) -> usize {
        self.length.unwrap_or(1)
    }

    /// The shape of the variable: a number, a vector or a matrix, and its size.
    pub fn extent(&self) -> Extent {
        match (self.length, self.columns) {
            (None, _) => Extent::Scalar,
            (Some(length), None) => Extent::Vector(length),
            (Some(length), Some(columns)) => Extent::Matrix { length, columns },
        }
    }

    /// The names of the values: `mu`, or `eta[0]`, `eta[1]`, …, and for a matrix column after column, as in
    /// Stan, `L[0,0]`, `L[1,0]`, … Places with [labels](crate::labels::Labels) are called by their labels:
    /// `alpha[St Louis]`. A label is put in quotation marks if it is empty, contains a comma, a bracket, a
    /// quotation mark or a line break, or begins or ends with a space: `alpha["a,b"]`, `alpha[""]`.
    pub fn element_names(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.name;
        self.element_parts().map(move |parts| element_name(name, parts))
    }

    /// The index or the label of each value, as it stands in the value's name, in the order of the names.
    #[doc(hidden)]
    pub fn element_parts(&self) -> impl Iterator<Item = Parts> + use<> {
        let Self { length, columns, levels, .. } = *self;
        self.extent().elements().map(move |(row, column)| match length {
            None => [None, None],
            Some(_) => levels.parts(row, columns.map(|_| column)),
        })
    }

    /// The indices of the values in a list of all variables' values whose matrices are stored row after
    /// row, in the order of the names.
    #[doc(hidden)]
    pub fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let offset = self.offset;
        self.extent().places().map(move |place| offset + place)
    }
}
