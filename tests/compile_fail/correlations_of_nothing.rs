// A correlation matrix has at least one row.
//~ `UTerm` cannot be the length of a vector
use monomorph::prelude::*;
use monomorph::typenum::U0;

fn main() -> Result<(), Error> {
    params! { correlations: corr_matrix(U0::new()) } //@ here
    let model = model! { correlations |= flat() };
    model.compile()?;
    Ok(())
}
