//! A mixture whose categories are marginalised.

use monomorph::prelude::*;
use monomorph_bridge::{Data, Problem, export};

pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
    let y = input.numbers("y")?;
    params! { w: simplex(3), mu: ordered(3), sigma: positive(), z: vector(y.len()).category(3) }
    let model = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 5.0),
        sigma |= lognormal(0.0, 0.5),
        z     |= categorical(w),
        data(&y) |= normal(mu.at(z), sigma),
    };
    Ok(model.marginalise(z).compile()?)
}

export!(build);
