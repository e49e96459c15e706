// A discrete parameter is sampled by a method that needs a gradient.
//~ monomorph: `z` is discrete, and no gradient can move it: marginalise it by `model.marginalise(z)`, or sample it with `gibbs()`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: vector(2), z: category(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        z |= categorical(&[0.5, 0.5]),
        data(1.0) |= normal(mu.at(z), 1.0),
    };
    let posterior = model.compile()?;
    posterior.nuts().run()?; //@ here
    Ok(())
}
