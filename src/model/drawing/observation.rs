//! The log likelihood of each observation at one point.

use crate::contract::transform::SupportKind;
use crate::frame::Frame;
use crate::model::statement::BoundLaw;
use crate::model::{BoundEqNode, BoundVariable};
use crate::name::{Var, VarSet};
use crate::shape::Extent;

/// The log densities of the statements with data on their left, observation by observation.
#[derive(Default)]
pub struct Observations {
    /// Variables that have been given a value, whether their own statement counts, and whether it is a value
    /// of the whole.
    held: Vec<(u64, bool, bool)>,
    pub(crate) all: Vec<Observation>,
    /// True if statements of parameters are wanted, and not those of data.
    is_of_parameters: bool,
    /// What is known of the integrals of priors, if this is wanted and nothing else.
    pub(crate) priors: Option<Priors>,
    /// The variables that are marginalised, whose statements are left to passes.
    summed: Vec<VarSet>,
    /// The pass that goes on.
    pass: Option<SumOfRows>,
}

/// The log densities of the rows that read each element of a variable that is marginalised, while it has one
/// value.
pub(crate) struct SumOfRows {
    vars: VarSet,
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

/// What is known of the integrals of priors.
pub(crate) struct Priors {
    pub unnormalised: Vec<Unnormalised>,
    /// The variables of factors that are no law of a parameter or of data, of which a prior may be made.
    pub factors: VarSet,
}

/// A statement of a parameter whose density does not integrate to one.
pub(crate) struct Unnormalised {
    pub statement: String,
    pub parameter: Var,
    /// True if the integral is known to be finite.
    pub is_bounded: bool,
}

/// The log densities of one statement.
pub(crate) struct Observation {
    pub statement: String,
    /// The parameter or the definition on the left; `None` for data and for parts.
    pub parameter: Option<&'static str>,
    pub extent: Extent,
    /// The elements that the numbers are of, if they are not all.
    pub seen: Option<Seen>,
    pub log_densities: Vec<f64>,
    /// True if the law predicts each row from those before it.
    pub is_given_the_past: bool,
}

/// Some elements of a value.
pub(crate) struct Seen {
    /// The extent of the value.
    pub of: Extent,
    /// The places of the elements, row after row; those of a matrix are in the order of names.
    pub places: Vec<usize>,
}

impl Observations {
    /// The log densities of the statements with parameters on their left that have no value, in the place of
    /// those of data.
    pub(crate) fn of_parameters() -> Self {
        Self { is_of_parameters: true, ..Self::default() }
    }

    /// What is known of the integrals of priors, and no log densities.
    pub(crate) fn of_priors() -> Self {
        let priors = Priors { unnormalised: Vec::new(), factors: VarSet::EMPTY };
        Self { priors: Some(priors), ..Self::of_parameters() }
    }

    /// Adds the variables of a factor that is no law of a parameter or of data.
    pub(crate) fn add_factor(&mut self, vars: &VarSet) {
        if let Some(priors) = &mut self.priors {
            priors.factors = priors.factors.union(vars);
        }
    }

    /// Adds the statement of a parameter if its density does not integrate to one.
    fn add_unnormalised<Target: BoundVariable, Law: BoundLaw<Target>>(
        &mut self,
        statement: &BoundEqNode<Target, Law>,
        parameter: Var,
        frame: &Frame<'_>,
    ) {
        let BoundEqNode { variable, text, .. } = statement;
        let is_between = const { Target::SUPPORT.kind.is(SupportKind::Between) };
        // Between 0 and 1 a flat density is the uniform one.
        let is_proper = is_between && (!Law::IS_FLAT || variable.is_standard());
        let is_known = variable.known_elements(frame).len() == variable.whole_size();
        if is_proper || is_known || variable.is_filled() || self.holds(parameter) {
            return;
        }
        if let Some(priors) = &mut self.priors {
            priors.unnormalised.push(Unnormalised {
                statement: text.clone(),
                parameter,
                is_bounded: is_between,
            });
        }
    }

    /// Tells that a variable has been given a value, which counts unless one of the whole has been told of
    /// before.
    pub(crate) fn hold(&mut self, var: Var, has_law: bool, is_whole: bool) {
        if !self.held.iter().any(|&(key, _, is_whole)| is_whole && key == var.key()) {
            self.held.push((var.key(), has_law, is_whole));
        }
    }

    /// Adds a statement, if there is data on its left.
    pub(crate) fn observe<Target: BoundVariable, Law: BoundLaw<Target>>(
        &mut self,
        statement: &BoundEqNode<Target, Law>,
        frame: &mut Frame<'_>,
    ) {
        let BoundEqNode { variable, law, text, owners, .. } = statement;
        let held = |var: Var| self.held.iter().any(|&(key, has_law, _)| has_law && key == var.key());
        let target = const { Target::TARGET.first() };
        if self.summed.iter().any(|vars| !Law::VARS.is_disjoint(vars)) {
            return;
        }
        if let Some(pass) = &self.pass {
            // The law that ties the elements is no row of any.
            if !Law::VARS.is_disjoint(&pass.vars) && !Law::COUPLES_ELEMENTS {
                let (rows, is_seen) = (law.log_densities(variable, frame), target.is_none_or(held));
                let elements = owners.map(|owners| owners.elements(frame));
                let own = variable.seen_elements(frame);
                let own = if rows.len() == variable.extent().size() { own } else { None };
                self.add_rows_to_pass(&rows, elements.as_deref(), own, is_seen, text);
            }
            return;
        }
        if self.priors.is_some() {
            if const { Target::IS_DEFINITION } {
                self.add_factor(const { &Law::VARS });
            }
            if let (true, Some(parameter)) = (const { Target::IS_PARAMETER && !Law::IS_NORMALISED }, target) {
                self.add_unnormalised(statement, parameter, frame);
            }
            return;
        }
        if self.is_of_parameters {
            let is_known = |var: Var| self.held.iter().any(|&(key, ..)| key == var.key());
            if let Some(parameter) = target.filter(|var| !is_known(*var)) {
                let log_densities = law.log_densities(variable, frame);
                let extent = extent_of(log_densities.len(), variable.extent());
                // A part may have all elements, in another order.
                let is_all = const { Target::IS_PART } && extent == Extent::Vector(variable.whole_size());
                let seen = is_all.then(|| Seen { of: extent, places: variable.elements(frame) });
                let (statement, parameter) = (text.clone(), Some(parameter.name()));
                self.all.push(Observation {
                    statement,
                    parameter,
                    extent,
                    seen,
                    log_densities,
                    is_given_the_past: law.is_sequential(),
                });
            }
            return;
        }
        if target.is_none_or(held) {
            let log_densities = law.log_densities(variable, frame);
            let (own, seen) = (variable.extent(), variable.seen_elements(frame));
            self.add_seen(
                Observation {
                    statement: text.clone(),
                    parameter: if Target::IS_PART { None } else { target.map(|var| var.name()) },
                    extent: extent_of(log_densities.len(), own),
                    seen: None,
                    log_densities,
                    is_given_the_past: law.is_sequential(),
                },
                own,
                seen,
            );
        }
    }

    /// Adds the log densities of a statement. Of a variable with as many elements as there are log
    /// densities, whose extent is `own`, those alone that stand in the places `seen`: other elements are no
    /// observations.
    ///
    /// This function and the next one know no type of a statement, so that one copy of each serves all.
    fn add_seen(&mut self, mut observation: Observation, own: Extent, seen: Option<Vec<usize>>) {
        let log_densities = &mut observation.log_densities;
        if let Some(mut places) = seen.filter(|_| log_densities.len() == own.size()) {
            let (_, columns) = own.rows_and_columns();
            places.sort_by_key(|place| (place % columns, *place));
            *log_densities = places.iter().map(|place| log_densities[*place]).collect();
            if log_densities.is_empty() {
                return;
            }
            observation.extent = Extent::Vector(log_densities.len());
            observation.seen = Some(Seen { of: own, places });
        }
        self.all.push(observation);
    }

    /// Adds the log densities of a statement's rows to the pass. Where `is_seen` holds, the rows are
    /// observations: those in the places `own`, where the variable itself was not seen everywhere, or all.
    fn add_rows_to_pass(
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

    /// True if a variable has been given a value as a whole.
    pub(crate) fn holds(&self, var: Var) -> bool {
        self.held.iter().any(|&(key, _, is_whole)| is_whole && key == var.key())
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

    /// Begins the observations at another point.
    pub(crate) fn clear(&mut self) {
        self.held.clear();
        self.all.clear();
    }
}

/// The extent of the log densities of a value: one number an element, or one for a vector or a row as a
/// whole.
fn extent_of(count: usize, own: Extent) -> Extent {
    match count {
        count if count == own.size() => own,
        1 => Extent::Scalar,
        count => Extent::Vector(count),
    }
}
