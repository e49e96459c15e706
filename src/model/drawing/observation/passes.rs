//! The observations of a marginalised variable: the log densities of the rows that read each of its
//! elements, added up in passes, one pass for each value of the variable.

use super::{Observation, Observations, Seen};
use crate::name::VarSet;
use crate::shape::Extent;

/// The log densities of the rows that read each element of a marginalised variable, while the variable has
/// one value.
pub(crate) struct SumOfRows {
    pub(super) vars: VarSet,
    /// The log densities of the statements that are observations.
    pub seen: Vec<f64>,
    /// The log densities of the other statements.
    pub others: Vec<f64>,
    /// True for each element that an observation reads.
    pub is_seen: Vec<bool>,
    /// The text of the first statement that is an observation; `None` before there is one.
    pub statement: Option<String>,
}

impl SumOfRows {
    /// Returns a sum without rows, over the statements that mention one of the variables `vars`, for a
    /// variable with `length` elements.
    pub fn new(vars: VarSet, length: usize) -> Self {
        let (seen, others) = (vec![0.0; length], vec![0.0; length]);
        Self { vars, seen, others, is_seen: vec![false; length], statement: None }
    }
}

impl Observations {
    /// Adds the log densities of a statement's rows to the pass. If `is_seen` holds, the rows in the places
    /// `own` are observations; without `own`, all rows are.
    pub(super) fn add_rows_to_pass(
        &mut self,
        rows: &[f64],
        elements: Option<&[usize]>,
        own: Option<Vec<usize>>,
        is_seen: bool,
        statement: &str,
    ) {
        let mut of_rows = vec![is_seen && own.is_none(); rows.len()];
        own.into_iter().flatten().for_each(|row| of_rows[row] = is_seen);
        self.add_to_pass(rows, elements, &|row| of_rows[row], statement);
    }

    /// Marks the statements that mention these variables as counted in passes; returns the variables of the
    /// running pass, if there is one.
    pub(crate) fn begin_sum(&mut self, vars: VarSet) -> Option<VarSet> {
        self.summed.push(vars);
        self.pass.as_ref().map(|pass| pass.vars)
    }

    /// Returns true if a sum over statements that mention the variables `blanket` is needed: during a pass,
    /// if they mention the variables of the pass; in any case, only if no other sum counts these statements.
    pub(crate) fn wants_sum(&self, blanket: &VarSet, pass: Option<&VarSet>) -> bool {
        let others = &self.summed[..self.summed.len() - 1];
        !self.is_of_parameters
            && others.iter().all(|vars| vars.is_disjoint(blanket))
            && pass.is_none_or(|vars| !vars.is_disjoint(blanket))
    }

    /// Begins a pass; returns the pass that was running, if any.
    pub(crate) fn begin_pass(&mut self, pass: SumOfRows) -> Option<SumOfRows> {
        self.pass.replace(pass)
    }

    /// Ends a pass and continues the pass `outer`; returns the pass that has ended.
    pub(crate) fn end_pass(&mut self, outer: Option<SumOfRows>) -> Option<SumOfRows> {
        core::mem::replace(&mut self.pass, outer)
    }

    /// Ends a sum: statements that mention its variables count again.
    pub(crate) fn end_sum(&mut self) {
        self.summed.pop();
    }

    /// Adds the log densities of rows to the elements that they read; a row reads the element with the row's
    /// number unless `elements` is given. Rows for which `is_seen` holds are observations of the statement.
    fn add_to_pass(
        &mut self,
        rows: &[f64],
        elements: Option<&[usize]>,
        is_seen: &dyn Fn(usize) -> bool,
        statement: &str,
    ) {
        let Some(pass) = &mut self.pass else { return };
        let last = pass.seen.len() - 1;
        for (row, value) in rows.iter().enumerate() {
            let element = elements.map_or(row, |elements| elements[row]).min(last);
            if is_seen(row) {
                pass.statement.get_or_insert_with(|| statement.to_owned());
                (pass.seen[element], pass.is_seen[element]) = (pass.seen[element] + value, true);
            } else {
                pass.others[element] += value;
            }
        }
    }

    /// Adds the sums over a variable: `seen` holds the log densities of what was observed given the rest,
    /// one observation for each element that is read, and `others` holds the rest.
    pub(crate) fn tell_sum(
        &mut self,
        statement: Option<String>,
        extent: Extent,
        is_seen: &[bool],
        seen: Vec<f64>,
        others: Vec<f64>,
    ) {
        if self.pass.is_some() {
            self.add_to_pass(&seen, None, &|row| is_seen[row], statement.as_deref().unwrap_or_default());
            self.add_to_pass(&others, None, &|_| false, "");
        } else if let Some(statement) = statement {
            let places: Vec<usize> = (0..seen.len()).filter(|place| is_seen[*place]).collect();
            let log_densities: Vec<f64> = places.iter().map(|place| seen[*place]).collect();
            let is_whole = places.len() == seen.len();
            self.all.push(Observation {
                statement,
                parameter: None,
                extent: if is_whole { extent } else { Extent::Vector(places.len()) },
                seen: (!is_whole).then_some(Seen { of: extent, places }),
                log_densities,
                is_given_the_past: false,
            });
        }
    }
}
