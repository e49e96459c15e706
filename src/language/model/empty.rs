//! The model without statements: the neutral element of gluing.

use super::Model;
use crate::binding::Compiler;
use crate::error::Error;
use crate::sketch::Sketch;
use crate::statement;

/// A model without statements. Its log density is 0.
#[derive(Clone, Copy, Debug)]
pub struct Empty;

impl Model for Empty {
    type Bound = statement::Empty;

    fn bind(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(statement::Empty)
    }

    fn sketch(&self, _: &mut Sketch) {}
}
