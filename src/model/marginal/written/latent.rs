//! Models in which a variable is marginalised by a Laplace approximation, before they are bound.

use crate::compiler::Compiler;
use crate::contract::transform::SupportKind;
use crate::error::Error;
use crate::model::marginal::{Plan, laplace_passes, own};
use crate::model::marginalised::Beside;
use crate::model::statement::{BoundModel, Model};
use crate::name::{Name, Var, VarSet};

/// The maximum number of elements that may all meet, and the maximum number of groups of elements that are
/// moved one by one.
const MOST_MEETING: usize = 64;
const MOST_COLOURS: usize = 512;

/// Does not compile if one of the variables is not a continuous parameter without bounds.
#[track_caller]
pub(super) const fn check<Var: Name, M: Model>() {
    let own = own::<Var>();
    VarSet::complain(own.first_common(M::Bound::FACTS.summed), "is marginalised already").refuse();
    let held = own.first_common(M::Bound::FACTS.held);
    VarSet::complain(held, "has a value, so there is nothing to integrate over").refuse();
    let stranger = own.first_missing(&of_supports::<M>(&own, true));
    let complaint = "cannot be marginalised by a Laplace approximation: it is no parameter of the model \
                     that may be any real number, or that sums to zero";
    VarSet::complain(stranger, complaint).refuse();
    let part = own.first_common(M::FACTS.parts);
    VarSet::complain(part, "cannot be marginalised: parts of it stand on the left of statements").refuse();
}

/// Returns the variables of `vars` that sum to zero, and with `with_real` also the real variables without
/// bounds.
pub(super) const fn of_supports<M: Model>(vars: &VarSet, with_real: bool) -> VarSet {
    let (mut set, mut place) = (VarSet::EMPTY, 0);
    while place < vars.len() {
        let var = vars.get(place);
        let is_one = match M::Bound::FACTS.kinds.find(var) {
            Some(kind) => match kind.support {
                SupportKind::ZeroSum => true,
                SupportKind::Real => with_real,
                _ => false,
            },
            None => false,
        };
        if is_one {
            set = set.union(&VarSet::of(var));
        }
        place += 1;
    }
    set
}

/// Returns the plan of the variables, after the statements have reported which elements meet. The variables
/// `constrained` sum to zero.
pub(super) fn plan(vars: &[Var], constrained: &VarSet, compiler: &mut Compiler) -> Result<Plan, Error> {
    let own = compiler.take_approximated(vars[0]);
    let var = vars[0];
    let refused =
        |statement: String, reason: String| Error::NotSummed { statement, name: var.name(), reason };
    let length: usize = own.blocks[..own.vars.len()].iter().map(|block| block.length).sum();
    let unknown =
        [&own.meetings.quadratic, &own.meetings.others].into_iter().find_map(|kind| kind.unknown.clone());
    if let Some(statement) = unknown
        && length > MOST_MEETING
    {
        let reason = format!(
            "it is not known which of its {length} elements meet in a term of this statement, and at most \
             {MOST_MEETING} may all meet: elements are recognised if they are read as they stand, or by \
             `at(&index)`"
        );
        return Err(refused(statement, reason));
    }
    if let Some(var) = vars.iter().find(|var| constrained.contains(**var) && !own.constrains(**var)) {
        let reason = "it sums to zero, but follows a law other than `icar`, `intrinsic_random_walk` and \
                      `zero_sum_normal`";
        let (statement, name) = (String::new(), var.name());
        return Err(Error::NotSummed { statement, name, reason: reason.to_owned() });
    }
    if !own.known.is_empty() && !own.constraints.is_empty() {
        return Err(refused(
            String::new(),
            "some of its elements have values, although it sums to zero".to_owned(),
        ));
    }
    let plan = Plan::new(own).map_err(|error| refused(String::new(), error.to_string()))?;
    let colours = plan.quadratic.colours().max(plan.others.colours());
    if colours > MOST_COLOURS {
        let reason = format!(
            "its elements meet so many others that {colours} groups of them would be moved one by one, and \
             at most {MOST_COLOURS} are allowed"
        );
        return Err(refused(String::new(), reason));
    }
    Ok(plan)
}

/// Returns the text of `explain()`: the pattern and the cost.
pub(super) fn describe_laplace(plan: &Plan) -> String {
    let [quadratic, others] = laplace_passes(plan);
    let evaluated = |what: &str, [step, mode, gradient]: [usize; 3]| match step {
        0 => String::new(),
        _ => format!(
            "; {what} are evaluated {step} times for each step to the mode, {mode} times besides, and \
             {gradient} times more for the gradient"
        ),
    };
    let (length, pairs) = (plan.length(), plan.entries() - plan.length());
    format!(
        "a Laplace approximation over {length} elements{}, of which {pairs} pairs meet ({} numbers in the \
         factor){}{}",
        match plan.constraints.count() {
            0 => String::new(),
            1 => " with a sum that is 0".to_owned(),
            count => format!(" with {count} sums that are 0"),
        },
        plan.factor.fill(),
        evaluated("the statements that are quadratic in it", quadratic),
        evaluated("the others that mention it", others),
    )
}

/// Returns the variables of an approximation except the first.
pub(super) fn beside(vars: Option<&'static [Var]>, compiler: &Compiler) -> Vec<Beside> {
    let others = vars.iter().flat_map(|vars| &vars[1..]);
    let each = others.filter_map(|var| {
        let slot = compiler.registered(var.name())?.slot;
        Some(Beside { name: var.name(), extent: compiler.extent_of(*var), slot })
    });
    each.collect()
}

/// Returns the names of the marginalised variables as a text.
pub(super) fn names_of(var: Var, approximated: Option<&'static [Var]>) -> String {
    let names = approximated.unwrap_or(&[]).iter().map(|var| var.name());
    let text = names.collect::<Vec<&str>>().join(", ");
    if text.is_empty() { var.name().to_owned() } else { text }
}
