//! Runs whose draws stay on disk.

use super::{Y, directory, short, small};
use monomorph::prelude::*;
use monomorph::sampling::SavedDraws;

#[test]
fn draws_on_disk_are_those_in_memory() -> Result<(), Error> {
    let path = directory("disk").join("run.mono");
    let posterior = small(&Y, 3.0);
    let fit = short(&posterior).run()?;
    // The second half by a second run.
    short(&posterior).draws(70).checkpoint(&path, 9).run_to_disk()?;
    let saved: SavedDraws = short(&posterior).resume(&path).run_to_disk()?;
    assert_eq!((saved.chains(), saved.draws_per_chain()), (3, 150));
    assert_eq!(saved.variables(), fit.draws().variables());
    assert_eq!(&saved.read(&["mu", "tau"])?, fit.draws());
    let tau = saved.read(&["tau"])?;
    assert_eq!(tau.column("tau")?, fit.draws().column("tau")?);
    assert_eq!(tau.variables()[0].offset, 0);
    let (summary, expected) = (saved.summary()?, fit.summary());
    assert_eq!(summary.rows(), expected.rows());
    assert_eq!(summary.warnings(), expected.warnings());

    // What a run in memory has saved is read as well.
    let later = posterior.saved_draws(&path)?;
    assert_eq!(later.read(&["tau"])?, tau);
    assert_eq!(short(&posterior).resume(&path).run()?.draws(), fit.draws());
    Ok(())
}

#[test]
fn what_cannot_be_read_is_an_error() -> Result<(), Error> {
    let path = directory("disk-errors").join("run.mono");
    let posterior = small(&Y, 3.0);
    let message = |nuts: Nuts<'_>| nuts.run_to_disk().expect_err("an error").to_string();
    assert!(message(short(&posterior)).contains("`checkpoint` must be set"));
    let with_file = || short(&posterior).checkpoint(&path, 9);
    assert!(message(with_file().until(10.0, 1.1)).contains("`until` must not be set"));
    assert!(message(with_file().save("x")).contains("`save` must not be set"));

    let saved = with_file().run_to_disk()?;
    let unknown = saved.read(&["mu", "sigma"]).expect_err("no such variable");
    assert!(matches!(unknown, Error::UnknownName { ref name, .. } if name == "sigma"));
    params! { nu: real() }
    let other = model! { nu |= normal(0.0, 1.0) }.compile()?;
    let error = other.saved_draws(&path).expect_err("another model").to_string();
    assert!(error.contains("another model"), "{error}");

    let draws = path.with_extension("mono.draws");
    let mut bytes = std::fs::read(&draws).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&draws, bytes).expect("written");
    assert!(posterior.saved_draws(&path).expect_err("a changed byte").to_string().contains("corrupted"));
    // The file went away while its draws were to be read.
    std::fs::remove_file(draws).expect("removed");
    assert!(matches!(saved.read(&["mu"]), Err(Error::Io { .. })));
    Ok(())
}
