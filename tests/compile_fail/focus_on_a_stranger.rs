// The name of a prefix is taken for a variable of the model.
//~ monomorph: `nu` is no variable of the model
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    names! { nu }
    let _ = nu;
    let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
    let mut gradient = [0.0];
    posterior.restricted::<(), (nu,)>(&[0.0], &mut gradient, &mut posterior.workspace()); //@ here
    Ok(())
}
