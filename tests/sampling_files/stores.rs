//! Stores that grow while chains run: in continued runs, in runs that lose a chain, and in runs that keep
//! their warmup.

use super::{Y, directory, short, small};
use monomorph::draws::Warning;
use monomorph::prelude::*;
use monomorph::report::{Tree, groups, zarr};

#[test]
fn a_resumed_run_on_disk_stores_all_draws() -> Result<(), Error> {
    let folder = directory("stores-disk");
    let (path, store) = (folder.join("run.mono"), folder.join("draws.zarr"));
    let posterior = small(&Y, 3.0);
    let fit = short(&posterior).run()?;
    short(&posterior).draws(70).checkpoint(&path, 9).save_zarr(&store).run_to_disk()?;
    assert_eq!(Draws::from_zarr(&store)?.draws_per_chain(), 70);
    short(&posterior).resume(&path).save_zarr(&store).run_to_disk()?;
    let stored = Tree::from_zarr(&store)?;
    for group in [groups::POSTERIOR, groups::SAMPLE_STATS] {
        assert_eq!(stored.get(group), fit.tree().get(group), "{group}");
    }
    // In memory it is the same.
    short(&posterior).resume(&path).save_zarr(&store).run()?;
    assert_eq!(Tree::from_zarr(&store)?, stored);
    Ok(())
}

#[test]
fn a_lost_chain_is_left_out() -> Result<(), Error> {
    let store = directory("stores-lost").join("draws.zarr");
    let posterior = small(&Y, 3.0);
    let fall = |draw: &monomorph::sampling::Draw<'_>| {
        assert!(draw.chain != 1 || draw.index < 20, "this chain falls");
    };
    let fit = short(&posterior).on_draw(fall).save_zarr(&store).run()?;
    assert_eq!(fit.draws().chains(), 2);
    let tree = Tree::from_zarr(&store)?;
    assert_eq!(tree.get_attribute(zarr::LOST_CHAINS), Some(&vec![1_usize].into()));
    let mu = tree.get(groups::POSTERIOR).and_then(|group| group.quantity("mu")).expect("mu");
    let own = fit.draws().get("mu")?.columns().next().map(|(_, column)| column.chains()).expect("mu");
    assert_eq!((&mu.chains[0][..], &mu.chains[2][..]), (own[0], own[1]));
    assert!(mu.chains[1][20].is_finite() && mu.chains[1][21..].iter().all(|value| value.is_nan()));
    Ok(())
}

#[test]
fn warmup_is_kept_if_it_is_wanted() -> Result<(), Error> {
    let folder = directory("stores-warmup");
    let (path, store) = (folder.join("run.mono"), folder.join("draws.zarr"));
    let posterior = small(&Y, 3.0);
    let nuts = short(&posterior).save_warmup(true);
    let fit = nuts.clone().save_zarr(&store).run()?;
    let warmup = fit.warmup_draws().expect("warmup");
    assert_eq!(warmup.chains(), fit.draws().chains());
    let (stored, own) = (Tree::from_zarr(&store)?, fit.tree());
    assert_eq!(stored.groups().count(), 4);
    for (group, dataset) in own.groups() {
        assert_eq!(stored.get(group), Some(dataset), "{group}");
    }
    // The sampler had not adapted yet: steps differ from draw to draw.
    let steps = own.get(groups::WARMUP_SAMPLE_STATS).and_then(|group| group.quantity("step_size"));
    assert!(steps.expect("steps").chains[0].windows(2).any(|pair| pair[0] != pair[1]));
    assert_eq!(short(&posterior).run()?.draws(), fit.draws());
    assert!(short(&posterior).run()?.warmup_draws().is_none());

    let error = nuts.checkpoint(&path, 9).run().expect_err("no warmup in a checkpoint").to_string();
    assert!(error.contains("`save_warmup` must not be set with a checkpoint"), "{error}");
    Ok(())
}

/// The warnings of the sampler travel with the draws: into stores and the file of a checkpoint, and back.
#[test]
fn warnings_of_the_sampler_are_kept() -> Result<(), Error> {
    let folder = directory("stores-warnings");
    let (path, grown) = (folder.join("run.mono"), folder.join("grown.zarr"));
    params! { v: real(), x: vector(9) }
    let funnel = model! { v |= normal(0.0, 3.0), x |= normal(0.0, v.exp()) }.compile()?;
    // The small tree depth gives a second warning.
    let nuts = funnel.nuts().chains(2).warmup(100).draws(200).max_depth(4).progress(false);
    let run = |seed| nuts.clone().seed(seed).run().expect("a fit");
    let seed = (1..20).find(|&seed| run(seed).divergences() > 0).expect("a fit that diverges");
    let fit = nuts.seed(seed).checkpoint(&path, 50).save_zarr(&grown).run()?;
    let warnings = fit.draws().warnings();
    let diverged =
        Warning::Divergences { count: fit.divergences(), transitions: 400, may_have_effects: true };
    assert!(warnings.len() > 1 && warnings.contains(&diverged), "{warnings:?}");
    assert_eq!(fit.draws().summary(), fit.summary());

    fit.to_zarr(folder.join("fit.zarr"))?;
    fit.draws().to_zarr(folder.join("draws.zarr"))?;
    for store in ["fit.zarr", "draws.zarr", "grown.zarr"] {
        let read = Draws::from_zarr(folder.join(store))?;
        assert_eq!(read.warnings(), warnings, "{store}");
        assert_eq!(read.summary().warnings(), fit.summary().warnings(), "{store}");
    }
    let saved = funnel.saved_draws(&path)?;
    assert_eq!(saved.read(&["v"])?.warnings(), warnings);
    Ok(())
}
