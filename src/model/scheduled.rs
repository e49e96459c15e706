//! Statements in schedules, with their names.

use crate::contract::node::BoundNode;
use crate::contract::scope::Scope;
use crate::model::definition::BoundDefinition;
use crate::model::equation::BoundEqNode;
use crate::model::increment::BoundIncrement;
use crate::model::statement::{BoundLaw, BoundVariable, Schedule, Scheduled};
use crate::name::Name;

/// Implements `schedule` for types of statements, which adds the statement with its name.
macro_rules! scheduled_by_itself {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        impl<$($parameter)*> Scheduled for $Type {
            fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
                schedule.push_named::<Self, C>(self);
            }
        }
    )*};
}

scheduled_by_itself! {
    [Target: BoundVariable, Law: BoundLaw<Target>] BoundEqNode<Target, Law>;
    [Var: Name, N: BoundNode] BoundDefinition<Var, N>;
    [N: BoundNode] BoundIncrement<N>;
}
