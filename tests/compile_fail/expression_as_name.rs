// An expression is looked up in a trace.
//~ is not the name of a variable, nor a variable
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, 1.0) };
    let trace = model.compile()?.constrain(&[0.5])?;
    println!("{}", trace.get(mu.exp())?); //@ here
    Ok(())
}
