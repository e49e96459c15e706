// Brackets, as in R and Python, in place of `at`.
//~ elements of an expression are taken by `at`, not by brackets
//~ `alpha.at(&group)` is the element of each row's group
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let group = [0, 1, 1];
    params! { alpha: vector(2) }
    let model = model! {
        alpha |= normal(0.0, 1.0),
        data(&[1.0, 2.0, 3.0]) |= normal(alpha[&group], 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
