// Two statements for each k without `model! { … }`.
//~ for_each makes one statement: several are a model, `|k| model! { …, … }`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let y = [[0.1, 0.2], [0.3, 0.4]];
    params! { mu: vector(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        for_each(2, |k| data(&y[k]) |= normal(mu.at(k), 1.0), increment(-mu.at(k))), //@ here
    };
    model.compile()?;
    Ok(())
}
