// The prior of a parameter was forgotten; the model is compiled with options.
//~ monomorph: `sigma` stands in the model, but on the left of no `|=`: give it a prior, or flat()
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), sigma: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(mu, sigma),
    };
    let options = Options::default().drop_constants(true);
    model.compile_with(options)?; //@ here
    Ok(())
}
