// A length of one's own, which says one size to the types and another at run time.
//~ `Liar` cannot implement this trait: only types of monomorph do
//~ compiled models read memory without bounds checks
use monomorph::prelude::*;
use monomorph::shape::{Dimension, IntoDimension};

#[derive(Clone, Copy, Debug)]
struct Liar;

impl Dimension for Liar { //@ here
    const SIZE: Option<usize> = Some(1 << 24);

    fn size(self) -> usize {
        1
    }
}

impl IntoDimension for Liar {
    type Dimension = Self;

    fn into_dimension(self) -> Self {
        self
    }
}

fn main() -> Result<(), Error> {
    params! { x: vector(Liar) }
    let p = model! { x |= normal(0.0, 1.0) }.compile()?;
    p.log_density(&[0.0], &mut p.workspace());
    Ok(())
}
