// Three components, two weights.
//~ is not a list of 3 weights
//~ with one weight for each component
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), share: interval(0.0, 1.0) }
    let model = model! {
        mu    |= normal(0.0, 1.0),
        share |= flat(),
        data(&[0.5]) |= mixture((share, 1.0 - share), (normal(mu, 1.0), normal(mu, 2.0), normal(mu, 3.0))), //@ here
    };
    model.compile()?;
    Ok(())
}
