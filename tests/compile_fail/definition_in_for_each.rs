// A definition for each k.
//~ `theta` is defined in for_each, but can have only one definition
//~ define it as a vector, before for_each
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let y = [[0.1, 0.2], [0.3, 0.4]];
    params! { mu: vector(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        for_each(2, |k| model! { theta = mu.at(k).exp(), data(&y[k]) |= normal(theta, 1.0) }), //@ here
    };
    model.compile()?;
    Ok(())
}
