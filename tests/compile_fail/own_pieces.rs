// Rows that are put together to a matrix of another shape than they have.
//~ `Tall` cannot implement this trait: only types of monomorph do
//~ compiled models read memory without bounds checks
use monomorph::expression::{Pieces, Rows};
use monomorph::contract::node::MAX_ARGUMENTS;
use monomorph::prelude::*;
use monomorph::shape::Matrix;
use monomorph::typenum::{U1024, U2};

#[derive(Clone, Copy)]
struct Tall;

impl Pieces for Tall { //@ here
    type Nodes = ();
    const IS_VECTOR: [bool; MAX_ARGUMENTS] = [true; MAX_ARGUMENTS];

    fn into_nodes(self) {}
}

impl Rows for Tall {
    type Shape = Matrix<U1024, U2>;
}

fn main() -> Result<(), Error> {
    let model = model! { increment(stack_rows(Tall).sum()) };
    model.compile()?;
    Ok(())
}
