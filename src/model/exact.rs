//! The complaints about statements whose posterior is not known in closed form; they are known when the
//! program is compiled.

use crate::contract::family::{DrawsOf, Family};
use crate::model::conjugacy::UpdateRule;
use crate::model::drawing::Complaint;
use crate::model::statement::{BoundModel, BoundVariable};
use crate::name::{Text, VarSet};
use core::marker::PhantomData;

/// The complaint that the statement `Statement` in the model `Root` has no posterior in closed form.
pub struct Unknown<Statement, Target, Root>(PhantomData<(Statement, Target, Root)>);

impl<Statement: BoundModel, Target: BoundVariable, Root: BoundModel> Complaint
    for Unknown<Statement, Target, Root>
{
    const TEXT: Text = unknown::<Statement, Target, Root>();
}

const fn unknown<Statement: BoundModel, Target: BoundVariable, Root: BoundModel>() -> Text {
    if !Root::FACTS.has_evidence {
        return Text::EMPTY;
    }
    // A definition stands for the parameters on which it depends.
    let free = Root::FACTS
        .edges
        .close_needed(*Statement::FACTS.all)
        .without(Root::FACTS.defined)
        .without(Root::FACTS.held);
    if free.len() > 1 {
        return VarSet::complain(
            free.first(),
            "stands in a statement with another parameter, so the posterior is not known in closed form: sample with nuts() or gibbs()",
        );
    }
    let is_free = Target::FACTS.is_parameter() && Target::FACTS.target.is_disjoint(Root::FACTS.held);
    let unknown = if is_free && !UpdateRule::of(&Target::FACTS, Root::FACTS, &Root::FACTORS).is_exact() {
        Target::FACTS.var()
    } else {
        None
    };
    VarSet::complain(
        unknown,
        "has no conjugate pair, so its posterior is not known in closed form: sample with nuts() or gibbs()",
    )
}

/// The complaint about a parameter of the model `Root` that is to be drawn from a family without draws.
pub struct Undrawn<F, Target, Root>(PhantomData<(F, Target, Root)>);

impl<F: Family, Target: BoundVariable, Root: BoundModel> Complaint for Undrawn<F, Target, Root> {
    const TEXT: Text = {
        let is_drawn = !Root::FACTS.has_evidence
            && Target::FACTS.is_parameter()
            && Target::FACTS.target.is_disjoint(Root::FACTS.held);
        let none = is_drawn && matches!(F::DRAWING, DrawsOf::None);
        let parameter = if none { Target::FACTS.var() } else { None };
        VarSet::complain(parameter, "follows a law that cannot be drawn from")
    };
}
