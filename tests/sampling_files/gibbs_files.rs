//! Files and stores of Gibbs sampling that grow during a run: when read they have the draws, under
//! difficult names, also for continued runs and for chains that fail.

use super::gibbs::{mixture, short};
use super::{directory, read_csv};
use monomorph::gibbs::Draw;
use monomorph::prelude::*;
use monomorph::report::{Tree, groups, zarr};
use std::sync::Mutex;

/// The draws of a chain, row after row.
fn rows(draws: &Draws, chain: usize) -> Vec<Vec<f64>> {
    let columns: Vec<&[f64]> =
        draws.columns().map(|(_, column)| column.chain(chain).expect("a chain")).collect();
    (0..draws.draws_per_chain()).map(|draw| columns.iter().map(|column| column[draw]).collect()).collect()
}

#[test]
fn files_of_gibbs_sampling_have_the_draws() -> Result<(), Error> {
    let folder = directory("gibbs-csv");
    let posterior = mixture();
    let draws = short(&posterior, || ()).save(folder.join("gibbs")).run()?;
    for chain in 0..2 {
        let path = folder.join(format!("gibbs_{}.csv", chain + 1));
        let (names, found) = read_csv(&path);
        assert_eq!(names[..4], ["p", "mu.1", "mu.2", "z.1"]);
        assert_eq!(found, rows(&draws, chain));
        let text = std::fs::read_to_string(&path).expect("a file");
        assert!(text.contains("# method = gibbs") && text.contains("Elapsed Time"), "{text}");
    }
    // They are written anew by a run that goes on, with the draws that there were.
    let checkpoint = folder.join("run.mono");
    short(&posterior, || ()).draws(30).checkpoint(&checkpoint, 7).run()?;
    let resumed = short(&posterior, || ()).resume(&checkpoint).save(folder.join("resumed")).run()?;
    assert_eq!(resumed, draws);
    assert_eq!(read_csv(&folder.join("resumed_2.csv")).1, rows(&draws, 1));
    let refused = short(&posterior, || ()).checkpoint(folder.join("x.mono"), 7).save(&folder).run_to_disk();
    assert!(matches!(refused, Err(Error::InvalidSetting { setting: "save", .. })));
    let lost = short(&posterior, || ()).save(folder.join("no/such/folder/x")).run();
    assert!(matches!(lost, Err(Error::Io { .. })));
    Ok(())
}

#[test]
fn stores_of_gibbs_sampling_have_the_draws() -> Result<(), Error> {
    let folder = directory("gibbs-zarr");
    let (store, path) = (folder.join("draws.zarr"), folder.join("run.mono"));
    let towns = ["a,b", "9", "chain", "", "x[1]"];
    let towns = Labels::with_levels(&towns, &towns)?.named("town");
    params! { draw: interval(0.0, 1.0), chain: vector(&towns).binary() }
    let posterior = model! { draw |= beta(1.0, 1.0), chain |= bernoulli(draw) }.compile()?;
    let gibbs = || posterior.gibbs().chains(3).warmup(20).draws(60).seed(4);
    let draws = gibbs().save_zarr(&store).run()?;
    let stored = Draws::from_zarr(&store)?;
    assert_eq!(stored.names(), draws.names());
    assert!(stored.columns().zip(draws.columns()).all(|(stored, own)| stored.1 == own.1));
    let tree = Tree::from_zarr(&store)?;
    assert_eq!(tree.groups().map(|(name, _)| name).collect::<Vec<_>>(), [groups::POSTERIOR]);
    assert_eq!(tree.get_attribute("sampler"), Some(&"Gibbs".into()));
    // A run on disk that goes on stores all draws.
    gibbs().draws(25).checkpoint(&path, 10).save_zarr(&store).run_to_disk()?;
    assert_eq!(Draws::from_zarr(&store)?.draws_per_chain(), 25);
    gibbs().resume(&path).save_zarr(&store).run_to_disk()?;
    assert!(Draws::from_zarr(&store)?.columns().zip(draws.columns()).all(|(stored, own)| stored.1 == own.1));
    Ok(())
}

#[test]
fn functions_see_each_draw_of_gibbs_sampling() -> Result<(), Error> {
    let store = directory("gibbs-seen").join("draws.zarr");
    let posterior = mixture();
    let seen = Mutex::new(vec![Vec::new(); 2]);
    let see = |draw: &Draw<'_>| {
        let mut seen = seen.lock().expect("no thread has panicked");
        assert_eq!(seen[draw.chain].len(), draw.index);
        seen[draw.chain].push(draw.values.to_vec());
    };
    let draws = short(&posterior, || ()).on_draw(see).run()?;
    let seen = seen.into_inner().expect("no thread has panicked");
    assert_eq!(seen, [rows(&draws, 0), rows(&draws, 1)]);
    // A chain that falls leaves the store to the other.
    let fall = |draw: &Draw<'_>| assert!(draw.chain != 0 || draw.index < 5, "this chain falls");
    let left = short(&posterior, || ()).on_draw(fall).save_zarr(&store).run()?;
    assert_eq!((left.chains(), rows(&left, 0)), (1, rows(&draws, 1)));
    assert_eq!(Tree::from_zarr(&store)?.get_attribute(zarr::LOST_CHAINS), Some(&vec![0_usize].into()));
    Ok(())
}
