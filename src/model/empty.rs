//! The model without statements as it runs: it does nothing.

use crate::compiler::Compiler;
use crate::contract::conjugacy::Factors;
use crate::contract::scope::Scope;
use crate::contract::sketch::Sketch;
use crate::error::Error;
use crate::model::facts::ModelFacts;
use crate::model::statement::{BoundModel, Model, Schedule, Scheduled};
use crate::sealed::{Sealed, sealed};

/// A model without statements. Its log density is 0.
#[derive(Clone, Copy, Debug)]
pub struct Empty;

impl Model for Empty {
    type Bound = BoundEmpty;

    fn bind(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundEmpty)
    }

    fn sketch(&self, _: &mut Sketch) {}
}

/// A model without statements. Its log density is 0.
#[derive(Clone, Copy, Debug)]
pub struct BoundEmpty;

impl BoundModel for BoundEmpty {
    const FACTS: &'static ModelFacts = &ModelFacts::NONE;
    const FACTORS: Factors = Factors::NONE;
    type Needs<C: Scope> = ();
    type Inexact<Root: BoundModel> = ();
}

impl Scheduled for BoundEmpty {
    fn schedule<C: Scope>(&self, _: &mut Schedule) {}
}

sealed! {
    [] Empty;
    [] BoundEmpty;
}
