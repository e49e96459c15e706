// A function on the left of a statement that is written without `model!`.
//~ the method `follow` exists for struct
//~ doesn't satisfy `_: Variable`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { tau: positive() }
    let model = tau.log().follow(normal(0.0, 1.0), None); //@ here
    model.compile()?;
    Ok(())
}
