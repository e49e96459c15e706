//! The setup: the sizes of the arguments and the memory with which an operation is bound.

use crate::compiler::{Compiler, Context, Index, ParameterRecord};
use crate::contract::node::Companion;
use crate::contract::operation::Sizes;
use crate::error::Error;
use crate::frame::{MAX_ARGUMENTS, PackedIndices, Slot};
use crate::shape::Size;
use faer::dyn_stack::StackReq;

/// The sizes of an operation's arguments, and the memory that it claims.
pub struct Setup<'a> {
    compiler: &'a mut Compiler,
    sizes: Sizes,
    is_data: [bool; MAX_ARGUMENTS],
    slots: [Slot; MAX_ARGUMENTS],
    /// The arguments as a user would write them.
    names: Vec<String>,
    /// True if the first argument is marginalised.
    is_summed: bool,
    /// The first argument, if it is a parameter itself and not an expression of one.
    parameter: Option<ParameterRecord>,
    scratch: usize,
    kept: usize,
}

/// A side of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The length of a row: the number of columns.
    Row,
    /// The length of a column: the number of rows.
    Column,
}

impl<'a> Setup<'a> {
    pub(crate) fn new(
        compiler: &'a mut Compiler,
        sizes: Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        slots: [Slot; MAX_ARGUMENTS],
        names: Vec<String>,
        is_summed: bool,
    ) -> Self {
        Self { compiler, sizes, is_data, slots, names, is_summed, parameter: None, scratch: 0, kept: 0 }
    }

    /// Adds the parameter that is the first argument, if the argument is a parameter itself.
    pub(crate) fn of_parameter(self, parameter: Option<ParameterRecord>) -> Self {
        Self { parameter, ..self }
    }

    /// The number of arguments.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// An argument as a user would write it.
    pub fn name(&self, place: usize) -> &str {
        &self.names[place]
    }

    /// The size of an argument.
    pub fn size(&self, place: usize) -> Size {
        self.sizes[place]
    }

    /// The sizes of all arguments.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The names and facts for error messages.
    fn context(&self) -> &Context {
        self.compiler.context()
    }

    /// Calls `bind` with other sizes of the arguments: the same elements in another arrangement.
    pub(crate) fn with_sizes<T>(&mut self, sizes: Sizes, bind: impl FnOnce(&mut Self) -> T) -> T {
        let own = core::mem::replace(&mut self.sizes, sizes);
        let bound = bind(self);
        self.sizes = own;
        bound
    }

    /// True if an argument has no variables.
    pub fn is_data(&self, place: usize) -> bool {
        self.is_data[place]
    }

    /// Replaces an argument that is a matrix with its Cholesky factor, if the factor is stored beside the
    /// matrix; returns true if the argument was replaced. Draws set only matrices, so a model that is
    /// compiled for simulation uses the matrix.
    pub(crate) fn takes_factor(&mut self, place: usize) -> bool {
        if self.is_to_simulate() {
            return false;
        }
        let factor = self.compiler.beside(self.slots[place], Companion::Factor);
        self.slots[place] = factor.unwrap_or(self.slots[place]);
        factor.is_some()
    }

    /// The slots of the arguments, or of the Cholesky factors that have replaced them.
    pub(crate) fn slots(&self) -> [Slot; MAX_ARGUMENTS] {
        self.slots
    }

    /// True if the first argument is a variable that is marginalised.
    pub(crate) fn is_summed(&self) -> bool {
        self.is_summed
    }

    /// The parameter that is the first argument, if the argument is a parameter itself and its statement has
    /// been bound.
    pub(crate) fn parameter(&self) -> Option<&ParameterRecord> {
        self.parameter.as_ref()
    }

    /// True if a statement may be evaluated in another form than the written one.
    pub(crate) fn rewrites(&self) -> bool {
        self.compiler.rewrites()
    }

    /// True if the model is compiled for simulation, which needs no density.
    pub(crate) fn is_to_simulate(&self) -> bool {
        self.compiler.keeps_observations()
    }

    /// The number of parts that can each evaluate a share of the series that an operation adds up, which
    /// have `length` observations.
    pub(crate) fn parts_of_series(&mut self, length: usize) -> usize {
        self.compiler.parts_of_series(length)
    }

    /// Counts the work of a sparse factor that takes as many multiplications.
    pub(crate) fn count_factor(&mut self, multiplications: usize) {
        self.compiler.count_factor(multiplications);
    }

    /// Claims numbers of working memory, which live from `forward` to `backward`.
    pub fn claim_scratch(&mut self, count: usize) {
        self.scratch = self.scratch.saturating_add(count);
    }

    /// Claims `count` numbers that `precompute` computes from data.
    pub fn claim_kept(&mut self, count: usize) {
        self.kept = self.kept.saturating_add(count);
    }

    /// Claims working memory for linear algebra.
    pub fn claim_stack(&mut self, wanted: StackReq) {
        self.compiler.stack(wanted);
    }

    /// Packs indices that the operation has computed.
    pub fn pack_indices(&mut self, indices: impl IntoIterator<Item = usize>) -> PackedIndices {
        self.compiler.pack_own_indices(indices)
    }

    /// Checks that the user's indices are below `length`, and packs them. Messages call the indices `what`.
    pub fn pack_checked_indices<I: Index>(
        &mut self,
        what: &str,
        indices: &[I],
        length: usize,
    ) -> Result<PackedIndices, Error> {
        self.compiler.pack_indices_of(|| what.to_owned(), indices, length)
    }

    /// The claimed lengths of the scratch and of the kept memory.
    pub(crate) fn claimed(&self) -> (usize, usize) {
        (self.scratch, self.kept)
    }

    fn side(&self, place: usize, side: Side) -> (String, usize) {
        let (name, size) = (&self.names[place], self.sizes[place]);
        match side {
            Side::Row => (format!("a row of `{name}`"), size.columns),
            Side::Column if size.columns == 1 => (format!("`{name}`"), size.rows),
            Side::Column => (format!("a column of `{name}`"), size.rows),
        }
    }

    /// Checks that two sides have one length.
    pub fn check_same(&self, expected: (usize, Side), found: (usize, Side)) -> Result<(), Error> {
        let ((by, expected), (within, found)) =
            (self.side(expected.0, expected.1), self.side(found.0, found.1));
        self.context().check_same_length(&by, expected, &within, found)
    }

    /// Checks that a side has the length `expected`, which `by` sets.
    pub fn check_length(&self, by: &str, expected: usize, found: (usize, Side)) -> Result<(), Error> {
        let (within, found) = self.side(found.0, found.1);
        self.context().check_same_length(by, expected, &within, found)
    }

    /// Checks that a slice has the length of a side.
    pub fn check_slice(&self, expected: (usize, Side), slice: &str, found: usize) -> Result<(), Error> {
        let (by, expected) = self.side(expected.0, expected.1);
        self.context().check_same_length(&by, expected, slice, found)
    }

    /// Checks that two counts agree.
    pub fn check_count(&self, by: &str, expected: usize, within: &str, found: usize) -> Result<(), Error> {
        self.context().check_same_length(by, expected, within, found)
    }

    /// Checks that numbers are finite.
    pub fn check_finite(&self, what: &str, numbers: &[f64]) -> Result<(), Error> {
        self.context().check_all_finite(what, numbers)
    }

    /// Checks that an argument has elements.
    pub fn check_not_empty(&self, place: usize) -> Result<(), Error> {
        let what = || format!("`{}`", self.names[place]);
        self.context().check_not_empty_length(Some(self.sizes[place].length()), &what)
    }

    /// Checks that the rows of an argument have elements, if there are rows.
    pub fn check_rows_not_empty(&self, place: usize) -> Result<(), Error> {
        let Size { rows, columns } = self.sizes[place];
        if rows == 0 && columns > 0 { Ok(()) } else { self.check_not_empty(place) }
    }

    /// Checks that an argument is a single number.
    pub fn check_scalar(&self, place: usize) -> Result<(), Error> {
        let name = format!("`{}`", self.names[place]);
        self.context().check_same_length("a scalar", 1, &name, self.sizes[place].length())
    }

    /// Checks that a matrix is square.
    pub fn check_square(&self, place: usize) -> Result<(), Error> {
        self.check_same((place, Side::Row), (place, Side::Column))
    }

    /// Checks that a number of elements can be claimed.
    pub(crate) fn check_room(&self, length: usize, what: &str) -> Result<(), Error> {
        self.context().check_room(length, || what.to_owned())
    }

    /// The error for arguments that a function written by the user refuses.
    pub(crate) fn refused(&self, function: &'static str, reason: String) -> Error {
        self.context().refused(function, reason)
    }

    /// Records that the law of the first argument, with the second argument as its mean, ties these pairs
    /// of elements and no others.
    pub(crate) fn tie<Pairs: IntoIterator<Item = (usize, usize)>>(&mut self, pairs: impl Fn() -> Pairs) {
        for slot in [self.slots[0], self.slots[1]] {
            self.compiler.tie(slot, &pairs);
        }
    }

    /// Records the constraints of the support of the first argument's law: vectors of length 1, orthogonal
    /// to each other, each given by its nonzero elements. Call it before [`tie`](Self::tie), which
    /// completes the description of the law.
    pub(crate) fn constrain(&mut self, vectors: impl FnOnce() -> Vec<Vec<(u32, f64)>>) {
        self.compiler.constrain(self.slots[0], vectors);
    }

    /// The error for a number that breaks a rule.
    pub fn broken(&self, what: &str, value: f64, rule: &str) -> Error {
        self.context().outside(what.to_owned(), None, value, rule)
    }
}
