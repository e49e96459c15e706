//! The functions that [`model!`](macro@crate::model) calls, in addition to [`define`](crate::model::define)
//! and [`increment`](crate::model::increment). Their signatures state what each part of a statement must be,
//! so that the compiler's messages are about that part.

use crate::expression::{Expr, IntoExpr};
use crate::model::equation::Follow;
use crate::model::statement::{BoundVariable, Model};
use crate::model::variable::Variable;
use crate::name::VarSet;

/// The statement `variable |= distribution`; `source` is its text, for messages.
///
/// It is a compile-time error if a continuous parameter follows a distribution of whole numbers, or the other
/// way round.
///
/// ```
/// use monomorph::model::follow;
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let model = follow(mu, normal(0.0, 5.0), Some("mu |= normal(0.0, 5.0)"));
/// assert_eq!(model.compile()?.explain().statements()[0].statement(), "mu |= normal(0.0, 5.0)");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[inline(never)]
pub fn follow<Target: Variable, D: Follow<Target>>(
    variable: Expr<Target>,
    distribution: D,
    source: Option<&'static str>,
) -> Target::Stated<D::Statement> {
    let () = <D::Statement as Model>::CHECKED;
    Target::stated(distribution.statement(variable.0, source))
}

/// The variable that a name on the left of `|=` stands for.
#[diagnostic::on_unimplemented(
    message = "expected `Expr<_>`, found `{Self}`: a local variable stands on the left of `|=` in the place of a parameter or of data",
    label = "a `{Self}`: a variable of this name takes the place of the parameter",
    note = "`params!` makes a variable for each parameter, and a later `let` or argument of the same name hides it: give that another name, or \
            write numbers that were observed as `data(…)`"
)]
pub trait OnTheLeft {
    /// The variable.
    type Node;

    /// Returns the variable as an expression.
    fn on_the_left(self) -> Expr<Self::Node>;
}

impl<N> OnTheLeft for Expr<N> {
    type Node = N;

    fn on_the_left(self) -> Self {
        self
    }
}

/// Returns the variable of a name on the left of a statement.
pub fn named<Left: OnTheLeft>(variable: Left) -> Expr<Left::Node> {
    variable.on_the_left()
}

/// Returns data that also stand on the left of another statement of the model. It is a compile-time error
/// for a parameter, which has one statement.
#[inline(never)]
pub fn again<Target: Variable>(variable: Expr<Target>) -> Expr<Target> {
    const { check_data::<Target>() }
    variable
}

#[track_caller]
const fn check_data<Target: Variable>() {
    VarSet::complain(Target::BoundVariable::FACTS.var(), "stands on the left of two statements").refuse();
}

/// Returns the value of a definition as an expression.
pub fn expression<Value: IntoExpr>(value: Value) -> Expr<Value::Node> {
    value.into_expr()
}

/// Returns a model that is a part of another.
pub fn part<M: Model>(model: M) -> M {
    model
}
