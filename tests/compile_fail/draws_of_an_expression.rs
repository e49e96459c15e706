// The draws of an expression are asked for, which has no name.
//~ is neither a parameter nor a definition
//~ give it a name in the model
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, 1.0) };
    let draws = Draws::new(model.compile()?.variables(), 1, 1, vec![0.5])?;
    println!("{:?}", draws.values_of(mu + 1.0)?); //@ here
    Ok(())
}
