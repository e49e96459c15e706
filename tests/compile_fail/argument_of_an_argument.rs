// A function of data that is not borrowed, deep inside a statement of several lines.
//~ `Vec<f64>` cannot be used as an expression of a model
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let x: Vec<f64> = vec![1.0, 2.0];
    params! { mu: real(), share: interval(0.0, 1.0) }
    let model = model! {
        mu    |= normal(0.0, 1.0),
        share |= flat(),
        data(&[0.5, 1.5]) |= mixture(
            (share, 1.0 - share),
            (
                normal(mu, 1.0),
                normal(x, 2.0), //@ here
            ),
        ),
    };
    model.compile()?;
    Ok(())
}
