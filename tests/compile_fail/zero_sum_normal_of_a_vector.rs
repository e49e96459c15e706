// What sums to zero by its law is declared so.
//~ `x` follows zero_sum_normal, so all of it must stand on the left
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { x: vector(3) }
    let model = model! { x |= zero_sum_normal(1.0) }; //@ here
    model.compile()?;
    Ok(())
}
