// What sums to zero over the components of a graph by its law is declared so.
//~ `x` follows icar, so all of it must stand on the left
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let adjacency = Adjacency::new(3, &[(0, 1), (1, 2)])?;
    params! { x: vector(3) }
    let model = model! { x |= icar(&adjacency, 1.0) }; //@ here
    model.compile()?;
    Ok(())
}
