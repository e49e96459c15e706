// The second cut point lies above the first.
//~ monomorph: `first` stands in a bound of a parameter, but bounds must be numbers or data
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { first: real() }
    params! { second: lower(first) }
    let model = model! {
        first |= normal(0.0, 1.0),
        second |= normal(0.0, 1.0),
    };
    model.compile()?;
    Ok(())
}
