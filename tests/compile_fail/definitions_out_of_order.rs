// Definitions are glued in an order in which they cannot be evaluated.
//~ monomorph: `doubled` stands in a definition that comes before its own
use monomorph::model::define;
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    names! { doubled, quadrupled }
    let (doubled, first) = define(doubled, mu * 2.0);
    let (quadrupled, second) = define(quadrupled, doubled * 2.0);
    let rest = mu.follow(normal(0.0, 1.0), None) & data(&[1.0]).follow(normal(quadrupled, 1.0), None);
    let model = second & first & rest; //@ here
    model.compile()?;
    Ok(())
}
