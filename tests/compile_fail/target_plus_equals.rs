// Stan's `target += …`.
//~ a term of the log density is added by `increment(term)`, not by `+=`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= flat(),
        target += -mu.square(), //@ here
    };
    model.compile()?;
    Ok(())
}
