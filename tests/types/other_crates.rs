//! A program names matrices, generators and lengths by `monomorph::faer`, `rand` and `typenum`, so it needs
//! no version of these crates of its own. `.ci/packages` compiles this file in a package that depends on
//! monomorph alone.

use monomorph::faer::sparse::{SparseRowMat, Triplet};
use monomorph::faer::{Mat, MatRef, mat};
use monomorph::prelude::*;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph::rand::{Rng, RngExt, SeedableRng};
use monomorph::state_space::StateSpace;
use monomorph::typenum::{U1, U2, U3, Unsigned, op};

/// The sum of squares of the residuals that a design and two coefficients leave, by the log density.
fn squares(design: MatRef<'_, f64>) -> Result<f64, Error> {
    params! { beta: vector(U2::new()) }
    let model = model! { beta |= flat(), data(&[1.0, 2.0, 3.0]) |= normal(data(design).dot(beta), 1.0) };
    let posterior = model.compile_with(Options::default().drop_constants(true))?;
    Ok(-2.0 * posterior.log_density(&[0.5, 1.0], &mut posterior.workspace()))
}

#[test]
fn no_version_of_its_own() -> Result<(), Error> {
    let dense = mat![[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]];
    assert!((squares(dense.as_ref())? - 0.75).abs() < 1e-12);
    let turned: Mat<f64> = Mat::from_fn(3, 2, |row, column| dense[(2 - row, column)]);
    assert!((squares(turned.as_ref())? - 8.75).abs() < 1e-12);

    let row = |row: u32| [Triplet::new(row, 0_u32, 1.0), Triplet::new(row, 1, f64::from(row))];
    let entries: Vec<_> = (0..3).flat_map(row).collect();
    let sparse = SparseRowMat::try_new_from_triplets(3, 2, &entries).expect("places inside of the matrix");
    params! { beta: vector(U2::new()) }
    let model = model! { beta |= flat(), data(&[1.0, 2.0, 3.0]) |= normal(data(&sparse).dot(beta), 1.0) };
    assert_eq!(model.compile()?.dimension(), <op!(U3 - U1)>::USIZE);

    let level = StateSpace::new(1, &[1.0], &[0.1], &[1.0], &[0.01]);
    let draw = |seed: u64| level.simulate(&[1.0, f64::NAN], &mut ChaCha8Rng::seed_from_u64(seed));
    assert!(draw(1)? == draw(1)? && draw(1)? != draw(2)?);
    let step = |rng: &mut dyn Rng| rng.random_range(0.0..1.0);
    assert!((0.0..1.0).contains(&step(&mut ChaCha8Rng::seed_from_u64(1))));
    Ok(())
}
