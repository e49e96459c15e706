// The prefix of a submodel is written as text.
//~ `&str` is not a name
//~ prefixes by `names! { school }`
use monomorph::name::Name;
use monomorph::prelude::*;

fn effects<Prefix: Name>(prefix: Prefix) -> impl Model {
    params! { in prefix; scale: positive() }
    model! { scale |= half_normal(1.0) }
}

fn main() -> Result<(), Error> {
    effects("school").compile()?; //@ here
    Ok(())
}
