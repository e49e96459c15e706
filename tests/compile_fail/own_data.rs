// Data that change their value each time they are read.
//~ `Changing` cannot implement this trait: only types of monomorph do
//~ compiled models read memory without bounds checks
use monomorph::compiler::Datum;
use monomorph::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

static READ: AtomicU64 = AtomicU64::new(0);

#[derive(Clone, Copy)]
struct Changing;

impl Datum for Changing { //@ here
    fn to_f64(self) -> f64 {
        READ.fetch_add(1, Ordering::Relaxed) as f64
    }
}

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&[Changing; 3]) |= normal(mu, 1.0),
    };
    model.compile()?;
    Ok(())
}
