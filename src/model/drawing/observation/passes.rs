//! Observations of a variable that is marginalised: the log densities of the rows that read each of its
//! elements, added up in passes, one for each of its values.

use super::{Observation, Observations, Seen};
use crate::name::VarSet;
use crate::shape::Extent;

/// The log densities of the rows that read each element of a variable that is marginalised, while it has one
/// value.
pub(crate) struct SumOfRows {
    pub(super) vars: VarSet,
    /// The log densities of the statements that are observations.
    pub seen: Vec<f64>,
    /// The log densities of the other statements.
    pub others: Vec<f64>,
    /// The elements that an observation reads.
    pub is_seen: Vec<bool>,
    /// The first statement that is an observation.
    pub statement: Option<String>,
}

impl SumOfRows {
    /// A sum without rows yet, of the statements that mention one of the variables, for a variable with
    /// `length` elements.
    pub fn new(vars: VarSet, length: usize) -> Self {
        let (seen, others) = (vec![0.0; length], vec![0.0; length]);
        Self { vars, seen, others, is_seen: vec![false; length], statement: None }
    }
}

impl Observations {
    /// Adds the log densities of a statement's rows to the pass. Where `is_seen` holds, the rows are
    /// observations: those in the places `own`, where the variable itself was not seen everywhere, or all.
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

    /// Leaves the statements that mention these variables to passes; tells what the pass that goes on is
    /// about.
    pub(crate) fn begin_sum(&mut self, vars: VarSet) -> Option<VarSet> {
        self.summed.push(vars);
        self.pass.as_ref().map(|pass| pass.vars)
    }

    /// True if a sum over statements that mention the variables `blanket` is wanted: in a pass if they
    /// mention what it is about, and else if none of them is left to another sum.
    pub(crate) fn wants_sum(&self, blanket: &VarSet, pass: Option<&VarSet>) -> bool {
        let others = &self.summed[..self.summed.len() - 1];
        !self.is_of_parameters
            && others.iter().all(|vars| vars.is_disjoint(blanket))
            && pass.is_none_or(|vars| !vars.is_disjoint(blanket))
    }

    /// Begins a pass; one that goes on is put aside.
    pub(crate) fn begin_pass(&mut self, pass: SumOfRows) -> Option<SumOfRows> {
        self.pass.replace(pass)
    }

    /// Ends a pass, and goes on with the one that was put aside.
    pub(crate) fn end_pass(&mut self, outer: Option<SumOfRows>) -> Option<SumOfRows> {
        core::mem::replace(&mut self.pass, outer)
    }

    /// The variables of a sum are no longer left out.
    pub(crate) fn end_sum(&mut self) {
        self.summed.pop();
    }

    /// Adds the log densities of rows to those of the elements that they read: of the own number, where
    /// nothing else is told. Rows that are seen are observations of a statement.
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

    /// Tells the sums over a variable: of what was seen given the rest, an observation for each element that
    /// one reads, and of the rest.
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
