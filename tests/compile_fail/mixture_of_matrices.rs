// As in `matrix_times_vector`, with a law that is made of distributions and sizes that are part of the types.
//~ what stands on the left of `|=` is no matrix, but an argument of the distribution is one
//~ the product of a matrix and a vector is written `x.dot(beta)`
use monomorph::prelude::*;
use monomorph::typenum::U2;

fn main() -> Result<(), Error> {
    params! { beta: vector(U2::new()), b: real_matrix(U2::new(), U2::new()) }
    let model = model! {
        beta |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        fixed(&[1.0, 2.0]) |= mixture((0.5, 0.5), (normal(b * beta, 1.0), normal(0.0, 1.0))), //@ here
    };
    model.compile()?;
    Ok(())
}
