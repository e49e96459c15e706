// A function on the left of a statement that is written without `model!`.
//~ only a parameter or data can stand on the left of `|=`
//~ neither a parameter nor data
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { tau: positive() }
    let model = tau.log().follow(normal(0.0, 1.0), None); //@ here
    model.compile()?;
    Ok(())
}
