//! An expression of probabilities: the elements of a vector add up to 1, or the elements of each row of a
//! matrix. It runs as the expression inside.
//!
//! Probabilities that are data are checked. Numbers whose sum differs from 1 by more than 10⁻⁸ are an
//! error; if it differs by less, they are divided by their sum, if they are numbers of the model.

use crate::compiler::rewrite::{AffineRow, RowFacts};
use crate::compiler::{Compiler, Context, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::frame::Slot;
use crate::probabilities::{Fault, sum_of_known};
use crate::shape::{Sides, Tag};

/// The expression `N`, whose elements are probabilities.
#[derive(Clone, Copy, Debug)]
pub struct Probabilities<N> {
    source: N,
    /// False for an expression that is not checked, such as logarithms of probabilities.
    is_checked: bool,
    /// The number by which a vector is divided, computed once, so that an element does not need all others.
    divisor: f64,
}

impl<N: Expression> Probabilities<N> {
    /// Probabilities that are checked.
    pub(crate) fn new(source: N) -> Self {
        Self::if_they_are(true, source)
    }

    /// Wraps an expression, which is checked if `is_checked` says that its elements are probabilities.
    pub(crate) fn if_they_are(is_checked: bool, source: N) -> Self {
        // A single number is repeated for each category of the law, so its own value is not a sum to be
        // checked.
        let is_checked = is_checked && !N::Shape::IS_SCALAR;
        let mut own = Self { source, is_checked, divisor: 1.0 };
        if N::DIVIDES && !N::Shape::IS_MATRIX {
            own.divisor = own.sum_of(0).unwrap_or(1.0);
        }
        own
    }

    /// The expression inside.
    pub(crate) fn source(&self) -> &N {
        &self.source
    }

    /// The number of vectors of probabilities, and of elements in each.
    fn rows_and_columns(&self) -> (usize, usize) {
        let size = self.source.size();
        if N::Shape::IS_MATRIX { (size.rows, size.columns) } else { (1, size.length()) }
    }

    /// The sum of the probabilities of a row if all are known, otherwise 1.
    fn sum_of(&self, row: usize) -> Result<f64, Fault> {
        let (_, columns) = self.rows_and_columns();
        // An expression without elements is refused elsewhere, with an error about that.
        if !self.is_checked || columns == 0 {
            return Ok(1.0);
        }
        sum_of_known((0..columns).map(|column| self.source.known(row * columns + column)))
    }

    /// The number by which an element is divided.
    fn divisor(&self, element: usize) -> f64 {
        if !N::DIVIDES || !N::Shape::IS_MATRIX {
            return self.divisor;
        }
        let (_, columns) = self.rows_and_columns();
        element.checked_div(columns).map_or(1.0, |row| self.sum_of(row).unwrap_or(1.0))
    }

    /// Checks the known probabilities. True if any are divided by a number other than 1.
    fn check(&self, context: &Context) -> Result<bool, Error> {
        let (rows, _) = self.rows_and_columns();
        let mut is_divided = false;
        for row in 0..rows {
            let sum = self.sum_of(row).map_err(|fault| {
                let part = context.part();
                let numbers = if N::Shape::IS_MATRIX { format!("row {row} of {part}") } else { part };
                broken(context, fault, &numbers)
            })?;
            is_divided |= N::DIVIDES && sum != 1.0;
        }
        Ok(is_divided)
    }
}

/// The error for numbers with this name that are not probabilities.
pub(crate) fn broken(context: &Context, fault: Fault, numbers: &str) -> Error {
    let (what, index, value, rule) = fault.in_words(numbers);
    context.outside_rows().outside(what, index, value, rule)
}

impl<N: Expression> Expression for Probabilities<N> {
    type Shape = N::Shape;
    type Bound = N::Bound;
    type Erased = Probabilities<N::Erased>;

    fn erase(self) -> Self::Erased {
        let Self { source, is_checked, divisor } = self;
        Probabilities { source: source.erase(), is_checked, divisor }
    }

    fn sides(&self) -> Sides {
        self.source.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_first_rows(usize::MAX, compiler)
    }

    fn bind_first_rows(self, rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        if self.check(compiler.context())? {
            return self.source.bind_divided(&|element| self.divisor(element), compiler);
        }
        self.source.bind_first_rows(rows, compiler)
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.source.bind_coefficients(compiler)
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        if self.check(compiler.context())? {
            self.bind(compiler)
        } else {
            self.source.bind_into(slot, compiler)
        }
    }
}

impl<N: Expression> Describe for Probabilities<N> {
    const PRECEDENCE: u8 = N::PRECEDENCE;

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
    }
}

impl<N: Expression> RowFacts for Probabilities<N> {
    fn datum(&self, index: usize) -> Option<f64> {
        self.source.datum(index).map(|number| number / self.divisor(index))
    }

    fn known(&self, index: usize) -> Option<f64> {
        self.source.known(index).map(|number| number / self.divisor(index))
    }

    fn key(&self, row: usize, key: &mut Key) {
        self.source.key(row, key);
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        self.source.affine(row, weight, form);
    }
}

expression! {
    [N] Probabilities<N>;
}
