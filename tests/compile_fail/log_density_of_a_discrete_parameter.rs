// A discrete parameter has no coordinate, so there is no density of points.
//~ monomorph: `z` is discrete, and no gradient can move it: marginalise it by `model.marginalise(z)`, or sample it with `gibbs()`
use monomorph::prelude::*;

fn main() {
    params! { mu: vector(2), z: category(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        z |= categorical(&[0.5, 0.5]),
        data(1.0) |= normal(mu.at(z), 1.0),
    };
    let posterior = model.compile().unwrap();
    posterior.log_density(&[0.0, 0.0], &mut posterior.workspace()); //@ here
}
