// A definition is computed after all parameters.
//~ monomorph: `middle` is a definition, which is computed after all parameters
use monomorph::model::{GlueNode, define};
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    names! { middle }
    params! { mu: real() }
    let (middle, definition) = define(middle, mu + 1.0);
    params! { x: lower(middle) }
    let model = GlueNode::new(definition, model! { mu |= normal(0.0, 1.0), x |= normal(0.0, 1.0) });
    model.compile()?; //@ here
    Ok(())
}
