// A continuous parameter cannot be a mixture of counts.
//~ `x` is continuous and cannot follow a distribution of whole numbers
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { x: positive() }
    let model = model! {
        x |= mixture([0.5, 0.5], [poisson(1.0), poisson(4.0)]), //@ here
    };
    model.compile()?;
    Ok(())
}
