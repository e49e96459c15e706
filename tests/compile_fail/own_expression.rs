// An expression of one's own, which could be one thing when it is checked and another when it is bound.
//~ `Mine` cannot implement this trait: only types of monomorph do
//~ compiled models read memory without bounds checks
use monomorph::Error;
use monomorph::compile::Compiler;
use monomorph::node;
use monomorph::rewrite::RowFacts;
use monomorph::shape::{Scalar, Sides};
use monomorph::contract::expression::{AsWhole, Describe, Expression, TimesVector};
use monomorph::node::Constant;

#[derive(Clone, Copy)]
struct Mine;

impl Describe for Mine {
    fn describe(&self, text: &mut String) {
        text.push_str("mine");
    }
}

impl RowFacts for Mine {}

impl TimesVector for Mine {
    type Multiplication = AsWhole;
}

impl Expression for Mine {
    type Shape = Scalar;
    type Bound = node::BoundConstant;
    type Erased = Self; //@ here

    fn erase(self) -> Self {
        self
    }

    fn sides(&self) -> Sides {
        Constant(1.0).sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<node::BoundConstant, Error> {
        Constant(1.0).bind(compiler)
    }
}

fn main() {}
