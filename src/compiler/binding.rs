//! [`Compiler`]: the state with which statements and expressions are bound.

use crate::compiler::binders::{Binders, Loop};
use crate::compiler::census::Census;
use crate::compiler::layout::{Compiled, Layout};
use crate::compiler::memory::Claims;
use crate::compiler::order::Place;
use crate::compiler::packing::Packing;
use crate::compiler::parts::Work;
use crate::compiler::reads::Reads;
use crate::compiler::{
    BoundComponentIndex, ClosureKey, Context, Explanation, Failures, Outcome, Part, Rows, numbered,
};
use crate::error::Error;
use crate::simd::Aligned;
use std::sync::Arc;

/// The state that `bind` works with: it counts variables, claims memory, packs data, and holds the
/// statement that messages name.
///
/// A model is bound twice: a first time to find all its parameters and the order of their coordinates, and
/// then for good.
///
/// The functions for variables are in `register.rs`, those for memory and data in `claim.rs`.
#[derive(Debug)]
pub struct Compiler {
    /// The variables of the model.
    pub(super) census: Census,
    /// The memory of a workspace that has been claimed.
    pub(super) claims: Claims,
    pub(super) packing: Packing,
    /// The number of bytes that were packed before the statement that is being bound.
    pub(super) packed_before: usize,
    /// The error of the first claim that was too large.
    pub(super) excess: Option<Error>,
    /// The facts for error messages.
    pub(super) context: Context,
    explanation: Explanation,
    pub(super) options: BindOptions,
    /// The estimated work of the parts of the log density.
    pub(super) work: Work,
    /// True if matrices that depend on variables must be checked for symmetry, because an operation reads
    /// only one triangle of such a matrix.
    proves_symmetry: bool,
    /// The open binders, inside which something is bound.
    pub(super) binders: Binders,
    /// The places where failures are counted, if any have been claimed.
    pub(super) failures: Failures,
    /// The reads of marginalised variables by the statement that is being bound.
    pub(super) reads: Reads,
}

/// The options for the binding of statements. The first pass has the default ones: nothing is rewritten or
/// kept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BindOptions {
    /// True if statements may be rewritten.
    pub rewrites: bool,
    /// True if the bound statements keep their observations, which simulation and prediction read.
    pub keeps_observations: bool,
    /// The number of parts into which the log density is divided.
    pub parts: usize,
}

impl Compiler {
    /// A compiler for the first pass, or for a single operation. There is no `Default`: code that could
    /// make a compiler could bind nodes to places that they do not own.
    pub(crate) fn new() -> Self {
        Self::second_pass(Vec::new(), BindOptions::default())
    }

    /// A compiler for the second pass, with the places of the parameters that the first pass has found.
    pub(crate) fn second_pass(places: Vec<Place>, options: BindOptions) -> Self {
        Self {
            census: Census::with_places(places),
            claims: Claims::default(),
            packing: Packing::default(),
            packed_before: 0,
            excess: None,
            context: Context::default(),
            explanation: Explanation::default(),
            options,
            work: Work::of_parts(options.parts),
            proves_symmetry: false,
            binders: Binders::default(),
            failures: Failures::default(),
            reads: Reads::default(),
        }
    }

    /// Packs data into existing memory, whose content is dropped.
    pub(crate) fn pack_into(&mut self, mut numbers: Aligned, mut indices: Vec<u32>) {
        numbers.clear();
        indices.clear();
        (self.packing.numbers, self.packing.indices) = (numbers, indices);
    }

    /// Removes and returns the memory of packed data, after a first pass.
    pub(crate) fn take_packed(&mut self) -> (Aligned, Vec<u32>) {
        let Packing { numbers, indices, .. } = core::mem::take(&mut self.packing);
        (numbers, indices)
    }

    /// The place of each parameter among all parameters, after the first pass. If `may_leave_out` is true,
    /// declared parameters may be missing from the model.
    pub(crate) fn find_places(&self, may_leave_out: bool) -> Result<Vec<Place>, Error> {
        self.census.find_places(may_leave_out)
    }

    /// The layout, the packed data and the explanation of the model, after the second pass.
    pub(crate) fn finish(self) -> Compiled {
        let dimension = self.census.parameters.iter().map(|parameter| parameter.free).sum();
        let sizes = self.claims.sizes(dimension);
        let mut layout = Layout::new(&self.census, sizes, &|var| self.is_summed(var), self.failures);
        if self.options.parts > 1 {
            // Each part has its own values of marginalised variables.
            layout.shared = self.census.ranges(|var| !self.is_summed(var));
            layout.parts = self.parts_that_pay(layout.shared.iter().map(ExactSizeIterator::len).sum());
        }
        Compiled {
            layout,
            numbers_of_factors: self.numbers_of_factors(),
            numbers: self.packing.numbers,
            indices: self.packing.indices,
            explanation: self.explanation,
            proves_symmetry: self.proves_symmetry,
        }
    }

    /// Requests the check that matrices which depend on variables are symmetric.
    pub(crate) fn prove_symmetry(&mut self) {
        self.proves_symmetry = true;
    }

    /// The facts for error messages.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Starts a statement and returns its text, with the number that the loop around it has reached. The
    /// text stands in the messages of its errors.
    pub fn start_statement(&mut self, text: String) -> String {
        let loops = self.binders.all();
        let text = loops.fold(text, |text, &Loop { name, number }| numbered(&text, name, number));
        self.context = Context::of(&text);
        self.packed_before = self.packing.bytes();
        self.start_work();
        self.explanation.start(text.clone());
        self.start_reads();
        self.start_part("the expression".to_owned());
        text
    }

    /// Starts a part of a statement, such as an argument. Its name stands in the messages of its errors.
    pub fn start_part(&mut self, part: impl Into<Part>) {
        self.context.start_part(part.into());
    }

    /// Records the outcome for the statement that is being bound.
    pub(crate) fn explain(&mut self, outcome: Outcome) {
        self.explanation.explain(outcome);
    }

    /// Records how a variable is marginalised, in an entry of its own.
    pub(crate) fn explain_sum(&mut self, name: &str, words: String) {
        self.explanation.start(format!("marginalise({name})"));
        self.explanation.explain(Outcome::Rewritten(words));
    }

    /// Records a further improvement of the statement that is being bound.
    pub(crate) fn improve(&mut self, what: String) {
        self.explanation.improve(what);
    }

    /// Records a remark about the evaluation of a part of the statement that is being bound.
    pub(crate) fn note(&mut self, words: String) {
        self.explanation.note(&words);
    }

    /// Binds a part of a statement with other rows than those of the data.
    pub(crate) fn with_rows<T>(&mut self, rows: Arc<Rows>, bind: impl FnOnce(&mut Self) -> T) -> T {
        let own = self.context.replace_rows(Some(rows));
        let outcome = bind(self);
        self.context.replace_rows(own);
        outcome
    }

    /// The number of the component that is being bound, in the list of components with this key; an error
    /// outside of the closure of this list.
    pub(crate) fn component(&self, key: ClosureKey) -> Result<BoundComponentIndex, Error> {
        let inside = self.binders.all::<BoundComponentIndex>().find(|number| number.key() == key);
        inside.copied().ok_or_else(|| Error::NoComponent { statement: self.context.statement() })
    }

    /// True if the statement that is being bound may be rewritten, which is only in the pass after all
    /// errors have been found.
    pub(crate) fn rewrites(&self) -> bool {
        self.options.rewrites
    }

    /// True if a bound statement keeps its observations, because the model is compiled for simulation.
    pub(crate) fn keeps_observations(&self) -> bool {
        self.options.keeps_observations
    }
}
