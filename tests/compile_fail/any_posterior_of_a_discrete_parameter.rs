// A posterior with a discrete parameter is put among those that can be sampled.
//~ monomorph: `z` is discrete, and no gradient can move it: marginalise it by `model.marginalise(z)`, or sample it with `gibbs()`
use monomorph::prelude::*;
use monomorph::target::Target;

fn main() -> Result<(), Error> {
    params! { mu: vector(2), z: category(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        z |= categorical(&[0.5, 0.5]),
        data(1.0) |= normal(mu.at(z), 1.0),
    };
    let posteriors: Vec<Box<dyn Target>> = vec![Box::new(model.compile()?)]; //@ here
    posteriors[0].nuts().run()?;
    Ok(())
}
