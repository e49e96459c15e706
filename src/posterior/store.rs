//! The parts of a posterior besides its statements. Nothing here is generic, so that it is compiled once
//! and not for every model.

use super::workspace::{buffers_to_precompute, counted, make_parts, renewed};
use super::{Memory, Workspace, storage_of};
use crate::compiler::{Compiled, Coordinates, Explanation, Layout, Options};
use crate::error::Error;
use crate::frame::{Buffers, Frame};
use crate::labels::SideLevels;
use crate::name::Var;
use crate::simd::{Aligned, InstructionSet};
use crate::trace::{Trace, VarName, VariableInfo};
use core::mem::take;
use monomorph_base::workspace::Storage;

/// Precomputes a model in a frame.
pub(super) type Precompute<'a> = dyn FnMut(&mut Frame<'_>) -> Result<(), Error> + 'a;

/// The layout of the memory, and the data.
#[derive(Clone)]
pub(crate) struct Store {
    pub layout: Layout,
    pub packed: Aligned,
    pub indices: Vec<u32>,
    pub explanation: Explanation,
    /// The memory with which every evaluation begins, including the numbers that depend on data alone.
    pub initial: Workspace,
    pub arch: InstructionSet,
    numbers_of_factors: usize,
}

pub(super) fn unknown(name: &str, variables: &[VariableInfo]) -> Error {
    let known = variables.iter().map(|variable| variable.name.to_owned()).collect();
    Error::UnknownName { name: name.to_owned(), known }
}

/// Checks a length that a caller has given.
pub(super) fn check_length(what: &str, expected: usize, found: usize) -> Result<(), Error> {
    if expected == found {
        return Ok(());
    }
    Err(Error::LengthMismatch {
        statement: String::new(),
        expected_by: String::new(),
        expected,
        found_in: what.to_owned(),
        found,
    })
}

/// The number of numbers that a gradient reads and writes.
fn numbers(packed: &Aligned, indices: &[u32], initial: &Workspace) -> usize {
    let Storage { values, adjoints, .. } = initial.storage();
    packed.len() + indices.len() + values.len() + adjoints.len()
}

impl Store {
    /// Makes the store of a compiled model's layout and packed data, in spare memory.
    pub fn new(compiled: Compiled, options: Options, memory: &mut Memory) -> Result<Self, Error> {
        let Compiled { layout, numbers: packed, indices, explanation, numbers_of_factors, .. } = compiled;
        let initial = renewed(take(&mut memory.workspace), &layout)?;
        // The cache line after the last number is needed even if nothing has been packed.
        let packed = memory.finish(packed, || layout.too_large())?;
        let arch = options.instructions.set(numbers(&packed, &indices, &initial))?;
        Ok(Self { layout, packed, indices, explanation, initial, arch, numbers_of_factors })
    }

    /// The least number of numbers that a gradient reads and writes, plus the numbers that could be read and
    /// written in the time that sparse factors take.
    pub fn numbers(&self) -> usize {
        numbers(&self.packed, &self.indices, &self.initial) + self.numbers_of_factors
    }

    /// Checks the data of the model, computes what depends on data alone, and makes memory for parts.
    pub fn precompute(&mut self, precompute: &mut Precompute<'_>) -> Result<(), Error> {
        let point = vec![0.0; self.dimension()];
        let none = Aligned::default();
        let buffers = buffers_to_precompute(&mut self.initial, &point, &none, &self.indices);
        let frame = Frame::open_to_precompute(&self.layout.sizes, buffers, &mut self.packed);
        precompute(&mut frame.ok_or(Error::ForeignWorkspace)?)?;
        make_parts(&mut self.initial, &self.layout);
        Ok(())
    }

    /// Precomputes a second time, in memory where variables have the values of a point. The numbers that
    /// precomputing leaves in the model depend on data alone, and so they do not change.
    pub fn precompute_once_more(
        &self,
        point: &[f64],
        memory: &mut Workspace,
        precompute: &mut Precompute<'_>,
    ) -> Result<(), Error> {
        let mut packed = self.packed.copied().ok_or_else(|| self.layout.too_large())?;
        let none = Aligned::default();
        let buffers = buffers_to_precompute(memory, point, &none, &self.indices);
        let frame = Frame::open_to_precompute(&self.layout.sizes, buffers, &mut packed);
        let mut frame = frame.ok_or(Error::ForeignWorkspace)?;
        frame.give_values();
        precompute(&mut frame)
    }

    /// The buffers that a frame borrows; `None` if the workspace was made by another posterior.
    #[inline(always)]
    pub fn buffers<'a>(
        &'a self,
        point: &'a [f64],
        gradient: &'a mut [f64],
        workspace: &'a mut Workspace,
    ) -> Option<Buffers<'a>> {
        if !workspace.is_of(&self.initial) {
            return None;
        }
        let storage = storage_of(workspace);
        Some(Buffers {
            point,
            gradient,
            values: &mut storage.values,
            adjoints: &mut storage.adjoints,
            scratch: &mut storage.scratch,
            packed: &self.packed,
            indices: &self.indices,
            stack: &mut storage.stack,
            parts: Some(&mut storage.parts),
        })
    }

    /// A frame over the data, for a point and a workspace; `None` if the point or a gradient that is wanted
    /// does not have [`dimension`](Self::dimension) coordinates, or if the workspace was made by another
    /// posterior.
    #[inline(always)]
    pub fn open<'a>(
        &'a self,
        point: &'a [f64],
        gradient: Option<&'a mut [f64]>,
        workspace: &'a mut Workspace,
    ) -> Option<Frame<'a>> {
        let wants_gradient = gradient.is_some();
        let buffers = self.buffers(point, gradient.unwrap_or_default(), workspace)?;
        Frame::open(&self.layout.sizes, wants_gradient, buffers)
    }

    /// A frame for kernels, like the frame of [`open`](Self::open). A workspace that was made by this
    /// posterior has the right sizes, so only the lengths of the point and of a gradient that is wanted are
    /// compared.
    #[inline(always)]
    pub fn own_frame<'a>(
        &'a self,
        point: &'a [f64],
        gradient: &'a mut [f64],
        workspace: &'a mut Workspace,
        wants_gradient: bool,
    ) -> Option<Frame<'a>> {
        let dimension = self.layout.sizes.dimension;
        if point.len() != dimension || (wants_gradient && gradient.len() != dimension) {
            return None;
        }
        let buffers = self.buffers(point, gradient, workspace)?;
        // SAFETY: both lengths were compared. The workspace has the same owner as this posterior's own,
        // whose memory was made with the sizes of the layout. Its clones have these sizes too, and no code
        // changes the lengths.
        Some(unsafe { Frame::of_own(&self.layout.sizes, buffers) })
    }

    /// The number of unconstrained coordinates.
    pub fn dimension(&self) -> usize {
        self.layout.sizes.dimension
    }

    /// See [`Posterior::variables`](super::Posterior::variables).
    pub fn variables(&self) -> Vec<VariableInfo> {
        let mut variables = Vec::with_capacity(self.layout.variables.len());
        for variable in &self.layout.variables {
            let (name, is_defined) = (variable.name(), variable.is_defined);
            let info = VariableInfo::behind(&variables, name, variable.extent, is_defined);
            variables.push(info.with_levels(variable.levels).with_form(variable.form));
        }
        variables
    }

    /// The variables, followed by the variables that have been given values, with the names of their
    /// elements.
    pub fn all_variables(&self) -> Vec<VariableInfo> {
        let mut all = self.variables();
        for held in &self.layout.held {
            let info = VariableInfo::behind(&all, held.name(), held.extent, held.is_defined);
            all.push(info.with_levels(held.levels).with_form(held.form));
        }
        all
    }

    /// The names of the elements of a marginalised variable.
    pub fn levels_of_summed(&self, name: &str) -> SideLevels {
        let own = self.layout.summed.iter().find(|summed| summed.name() == name);
        own.map_or(SideLevels::NONE, |own| own.levels)
    }

    /// True if a variable has been given a value.
    pub fn holds(&self, name: &str) -> bool {
        self.layout.held.iter().any(|held| held.name() == name)
    }

    /// True if the single element at a slot has been given a value.
    pub fn holds_element(&self, slot: usize) -> bool {
        self.layout.held_elements.contains(&slot)
    }

    /// See [`Posterior::parameter_names`](super::Posterior::parameter_names).
    pub fn parameter_names(&self) -> Vec<String> {
        let parameters = self.variables().into_iter().filter(|variable| !variable.is_defined);
        parameters.flat_map(|variable| variable.element_names()).collect()
    }

    /// See [`Posterior::value_count`](super::Posterior::value_count).
    pub fn value_count(&self) -> usize {
        self.layout.variables.iter().map(|variable| variable.size()).sum()
    }

    /// Copies the values of all variables, in their order, into `values`, whose length must be
    /// [`value_count`](Self::value_count).
    pub fn copy_values(&self, values: &mut [f64], workspace: &Workspace) {
        let stored = workspace.storage().values.as_slice();
        let mut rest = values;
        for variable in &self.layout.variables {
            let (values, after) = rest.split_at_mut(variable.size());
            variable.extent.copy_named(&stored[variable.slot.0..variable.slot.0 + variable.size()], values);
            rest = after;
        }
    }

    /// Stores the values of all parameters, in their order, in the workspace.
    pub fn put_values(&self, values: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        let parameters = || self.layout.variables.iter().filter(|variable| !variable.is_defined);
        let expected = parameters().map(|variable| variable.size()).sum();
        check_length("the constrained values", expected, values.len())?;
        let mut rest = values;
        for variable in parameters() {
            let (own, after) = rest.split_at(variable.size());
            let start = variable.slot.0;
            variable
                .extent
                .put_named(own, &mut storage_of(workspace).values.as_mut_slice()[start..start + own.len()]);
            rest = after;
        }
        Ok(())
    }

    /// Adds the row and the column to the error about an element of a matrix, which a support counts row
    /// after row.
    pub fn with_indices(&self, error: Error) -> Error {
        let Error::OutsideSupport { statement, what, index: Some(index), value, rule } = error else {
            return error;
        };
        let name = what.strip_prefix("the parameter `").and_then(|rest| rest.strip_suffix('`'));
        let matrix = self.layout.variables.iter().find(|variable| Some(variable.name()) == name);
        let (what, index) = match matrix.and_then(|variable| variable.extent.columns()) {
            Some(columns) => {
                let element = format!("[{},{}]`", index / columns.max(1), index % columns.max(1));
                (format!("{}{element}", what.trim_end_matches('`')), None)
            }
            None => (what, Some(index)),
        };
        Error::OutsideSupport { statement, what, index, value, rule }
    }

    /// The parameters' values, one after the other, from values that are given by name in any order.
    pub fn values_named(&self, named: &[(&str, &[f64])]) -> Result<Vec<f64>, Error> {
        let mut parameters = self.variables();
        parameters.retain(|variable| !variable.is_defined);
        for (name, _) in named {
            if !parameters.iter().any(|parameter| parameter.name == *name) {
                return Err(unknown(name, &parameters));
            }
        }
        let mut values = Vec::new();
        for variable in &parameters {
            let given = named.iter().find(|(name, _)| *name == variable.name);
            let (name, given) =
                given.ok_or_else(|| Error::MissingValue { name: variable.name.to_owned() })?;
            check_length(&format!("the value of `{name}`"), variable.size(), given.len())?;
            values.extend(variable.extent().places().map(|place| given[place]));
        }
        Ok(values)
    }

    /// See [`Posterior::values_of`](super::Posterior::values_of).
    pub fn values_of(&self, trace: &Trace) -> Result<Vec<f64>, Error> {
        let variables = self.variables();
        let names: Vec<_> = variables.iter().map(|variable| VarName::of_variable(variable.name)).collect();
        if let Some(stranger) = trace.names().find(|name| !names.iter().any(|known| known.subsumes(name))) {
            return Err(unknown(&stranger.to_string(), &variables));
        }
        let mut values = Vec::new();
        for (variable, name) in variables.iter().zip(&names).filter(|(variable, _)| !variable.is_defined) {
            let missing = |_| Error::MissingValue { name: variable.name.to_owned() };
            let value = trace.get(name).map_err(missing)?;
            if value.extent() != variable.extent() {
                let (expected, found) = (variable.extent(), value.extent());
                return Err(Error::ShapeMismatch { name: variable.name.to_owned(), expected, found });
            }
            values.extend(value.in_names());
        }
        Ok(values)
    }

    /// Sets the entries of a gradient that a scope writes to 0.
    pub fn clear_gradient(&self, gradient: &mut [f64], is_written: &dyn Fn(Var) -> bool) {
        for Coordinates { name, range, .. } in &self.layout.coordinates {
            if is_written(Var::new(name)) {
                gradient[range.clone()].fill(0.0);
            }
        }
    }

    /// The numbers of failed solutions of differential equations and of failed searches for a mode: see
    /// [`Posterior::failed_solutions`](super::Posterior::failed_solutions).
    pub fn failures(&self, workspace: &Workspace) -> [u64; 2] {
        let is_own = workspace.is_of(&self.initial);
        self.layout
            .failures
            .map(|place| place.filter(|_| is_own).map_or(0.0, |place| counted(workspace, place)) as u64)
    }
}
