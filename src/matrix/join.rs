//! Joined vectors and matrices: the elements of the value are the elements of the arguments, and its
//! adjoints are added to theirs.
//!
//! For end to end and on top of each other, the arguments follow each other in memory; for side by side,
//! their rows do.

use crate::contract::operation::Affinity;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// A vector of numbers and vectors end to end.
#[derive(Clone, Copy, Debug)]
pub struct Concatenate;

/// A matrix of vectors, each as a row, and matrices on top of each other.
#[derive(Clone, Copy, Debug)]
pub struct StackRows {
    /// True for each argument that is a vector.
    pub(crate) is_vector: [bool; MAX_ARGUMENTS],
}

/// A matrix of vectors, each as a column, and matrices side by side.
#[derive(Clone, Copy, Debug)]
pub struct StackColumns;

/// Copies the arguments to the value, one after the other.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn copy(operands: Operands<'_>) {
    let mut start = 0;
    for argument in operands.arguments {
        operands.value[start..][..argument.len()].copy_from_slice(argument);
        start += argument.len();
    }
}

/// The argument and the place in it of an element of the value, if the arguments follow each other.
fn one_after_the_other(sizes: &Sizes, mut element: usize) -> Option<(usize, usize)> {
    for (place, size) in sizes.iter().enumerate() {
        if element < size.length() {
            return Some((place, element));
        }
        element -= size.length();
    }
    None
}

/// Adds the adjoint of the value to the adjoints of the arguments, one after the other.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add(sizes: &Sizes, mut adjoints: Adjoints<'_>) {
    let mut start = 0;
    for (place, size) in sizes.iter().enumerate() {
        let part = &adjoints.value[start..][..size.length()];
        if let Some(adjoint) = adjoints.of(place) {
            add_to(adjoint, part);
        }
        start += size.length();
    }
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_to(sums: &mut [f64], terms: &[f64]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

/// The sum of lengths; `usize::MAX` if it overflows.
fn sum(lengths: impl Iterator<Item = usize>) -> usize {
    lengths.fold(0, usize::saturating_add)
}

impl Sealed for Concatenate {}

impl Operation for Concatenate {
    type Bound = Self;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("concatenate(({}))", arguments.join(", "))
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sum(sizes.iter().map(|size| size.rows)), 1)
    }

    fn origin(&self, sizes: &Sizes, element: usize) -> Option<(usize, usize)> {
        one_after_the_other(sizes, element)
    }

    fn bind(self, _: &mut Setup<'_>) -> Result<Self, Error> {
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for Concatenate {
    const FACTS: OperationFacts = OperationFacts { affinity: Affinity::Sum(1.0), ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, _: S, _: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        copy(operands);
    }

    fn backward<S: Simd>(&self, _: S, sizes: &Sizes, _: Size, _: Operands<'_>, adjoints: Adjoints<'_>) {
        add(sizes, adjoints);
    }
}

impl StackRows {
    /// The side of an argument that must be as long as a row of the value.
    fn side(&self, place: usize) -> Side {
        if self.is_vector[place] { Side::Column } else { Side::Row }
    }
}

impl StackRows {
    /// The operation that stacks `count` vectors as rows.
    pub(crate) fn of_vectors(count: usize) -> Self {
        Self { is_vector: core::array::from_fn(|place| place < count) }
    }
}

impl Sealed for StackRows {}

impl Operation for StackRows {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("stack_rows(({}))", arguments.join(", "))
    }

    fn size(&self, sizes: &Sizes) -> Size {
        let rows =
            sizes.iter().zip(self.is_vector).map(|(size, is_vector)| if is_vector { 1 } else { size.rows });
        let columns = if self.is_vector[0] { sizes[0].rows } else { sizes[0].columns };
        Size::new(sum(rows), columns)
    }

    fn origin(&self, sizes: &Sizes, element: usize) -> Option<(usize, usize)> {
        one_after_the_other(sizes, element)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        let mut others = 1..setup.count();
        others.try_for_each(|place| setup.check_same((0, self.side(0)), (place, self.side(place))))?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for StackRows {
    const FACTS: OperationFacts =
        OperationFacts { affinity: Affinity::Sum(1.0), is_by_columns: true, ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, _: S, _: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        copy(operands);
    }

    fn backward<S: Simd>(&self, _: S, sizes: &Sizes, _: Size, _: Operands<'_>, adjoints: Adjoints<'_>) {
        add(sizes, adjoints);
    }
}

impl Sealed for StackColumns {}

impl Operation for StackColumns {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("stack_columns(({}))", arguments.join(", "))
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].rows, sum(sizes.iter().map(|size| size.columns)))
    }

    fn origin(&self, sizes: &Sizes, element: usize) -> Option<(usize, usize)> {
        let width = self.size(sizes).columns;
        let (row, mut column) = (element.checked_div(width)?, element % width);
        for (place, size) in sizes.iter().enumerate() {
            if column < size.columns {
                return Some((place, row * size.columns + column));
            }
            column -= size.columns;
        }
        None
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        let mut others = 1..setup.count();
        others.try_for_each(|place| setup.check_same((0, Side::Column), (place, Side::Column)))?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for StackColumns {
    const FACTS: OperationFacts = OperationFacts { affinity: Affinity::Sum(1.0), ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, _: S, sizes: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let mut start = 0;
        for (argument, width) in operands.arguments.iter().zip(sizes.map(|size| size.columns)) {
            for row in 0..if width == 0 { 0 } else { size.rows } {
                let target = &mut operands.value[row * size.columns + start..][..width];
                target.copy_from_slice(&argument[row * width..][..width]);
            }
            start += width;
        }
    }

    fn backward<S: Simd>(
        &self,
        _: S,
        sizes: &Sizes,
        size: Size,
        _: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (value, mut start) = (adjoints.value, 0);
        for (place, width) in sizes.map(|size| size.columns).into_iter().enumerate() {
            if let Some(adjoint) = adjoints.of(place) {
                for row in 0..size.rows {
                    let part = &value[row * size.columns + start..][..width];
                    add_to(&mut adjoint[row * width..][..width], part);
                }
            }
            start += width;
        }
    }
}
