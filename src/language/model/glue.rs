//! Two models as one.

use super::Model;
use crate::binding::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::sketch::Sketch;
use crate::statement;

/// `left` and then `right`.
#[derive(Clone, Copy, Debug)]
pub struct GlueNode<L, R> {
    left: L,
    right: R,
}

/// Does not compile if the two cannot be one.
#[track_caller]
pub(super) const fn check<L: Model, R: Model>() {
    let both = L::LHS.union(&L::DEFINED).common(&R::LHS.union(&R::DEFINED));
    // Parts of one parameter may stand in both, which elements they are is known to `compile()`; and its
    // `flat()` in one.
    let parts = L::PARTS.union(&L::FLAT).common(&R::PARTS.union(&R::FLAT));
    let twice = both.without(&parts.without(&L::FLAT.common(&R::FLAT))).first();
    VarSet::complain(twice, "stands on the left of two statements").refuse();
    let early = L::EDGES.first_mentioned(&R::DEFINED);
    VarSet::complain(early, "stands in a definition that comes before its own").refuse();
}

impl<L: Model, R: Model> GlueNode<L, R> {
    /// Joins two models. It is a compile-time error if both have a statement for the same variable, or if a
    /// definition of `left` mentions one of `right`.
    #[inline(never)]
    pub fn new(left: L, right: R) -> Self {
        const { check::<L, R>() }
        Self { left, right }
    }
}

impl<L: Model, R: Model> Model for GlueNode<L, R> {
    type Bound = statement::GlueNode<L::Bound, R::Bound>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        #[expect(
            clippy::question_mark,
            reason = "`?` is three times as much to translate, for each statement"
        )]
        let left = match self.left.bind(compiler) {
            Ok(left) => left,
            Err(error) => return Err(error),
        };
        match self.right.bind(compiler) {
            Ok(right) => Ok(statement::GlueNode { left, right }),
            Err(error) => Err(error),
        }
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.left.sketch(sketch);
        self.right.sketch(sketch);
    }
}
