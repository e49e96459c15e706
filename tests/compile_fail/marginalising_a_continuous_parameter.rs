// A continuous parameter that has no conjugate pair is marginalised.
//~ monomorph: `mu` cannot be marginalised: it is neither a discrete parameter of the model nor one that is conjugate to all that mentions it
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, 1.0), data(1.0) |= student_t(4.0, mu, 1.0) };
    model.marginalise(mu).compile()?; //@ here
    Ok(())
}
