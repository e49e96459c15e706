//! One model with several data sets: `compile_in`, `with_data` and `renew`.

use monomorph::posterior::Memory;
use monomorph::prelude::*;

/// A regression with groups, whose likelihood is rewritten, and counts, whose likelihood is not.
fn model(
    y: &[f64],
    groups: &[usize],
    counts: &[u32],
    memory: &mut Memory,
) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { mu: real(), tau: positive(), alpha: vector(4), sigma: positive() }
    let model = model! {
        mu    |= normal(0.0, 5.0),
        tau   |= half_normal(2.0),
        alpha |= normal(mu, tau),
        sigma |= exponential(1.0),
        data(y) |= normal(alpha.at(groups), sigma),
        data(counts) |= poisson_log(alpha.at(groups) - 1.0),
    };
    model.compile_in(memory)
}

struct Rows {
    y: Vec<f64>,
    groups: Vec<usize>,
    counts: Vec<u32>,
}

impl Rows {
    fn new(count: usize, seed: usize) -> Self {
        let number = |i: usize| (i * 37 + seed * 11) % 23;
        Self {
            y: (0..count).map(|i| number(i) as f64 / 10.0).collect(),
            groups: (0..count).map(|i| number(i) % 4).collect(),
            counts: (0..count).map(|i| number(i) as u32 % 7).collect(),
        }
    }

    fn compile(&self, memory: &mut Memory) -> Result<Posterior<impl BoundModel + use<>>, Error> {
        model(&self.y, &self.groups, &self.counts, memory)
    }
}

/// The log density and the gradient at a point, as bits.
fn bits(posterior: &Posterior<impl BoundModel>, workspace: &mut Workspace) -> Vec<u64> {
    let mut gradient = [0.0; 7];
    let point = [0.3, -0.2, 0.5, 0.1, -0.4, 0.7, 0.2];
    let log_density = posterior.log_density_and_gradient(&point, &mut gradient, workspace);
    assert!(log_density.is_finite());
    [log_density].iter().chain(&gradient).map(|number| number.to_bits()).collect()
}

#[test]
fn memory_of_other_data_changes_no_bit() {
    let (mut memory, mut workspace) = (Memory::new(), Workspace::default());
    for (count, seed) in [(40, 1), (40, 2), (300, 3), (7, 4), (40, 1)] {
        let rows = Rows::new(count, seed);
        let posterior = rows.compile(&mut memory).unwrap();
        posterior.renew(&mut workspace);
        let anew = rows.compile(&mut Memory::new()).unwrap();
        let expected = bits(&anew, &mut anew.workspace());
        assert_eq!(bits(&posterior, &mut workspace), expected, "{count} rows");
        assert_eq!(bits(&posterior, &mut posterior.workspace()), expected, "{count} rows");
        memory.recycle(posterior);
    }
}

#[test]
fn a_posterior_becomes_that_of_other_data() {
    let (first, second) = (Rows::new(30, 1), Rows::new(30, 2));
    let posterior = first.compile(&mut Memory::new()).unwrap();
    let mut old = posterior.workspace();
    let before = bits(&posterior, &mut old);
    let next = posterior.with_data(|memory| second.compile(memory)).unwrap();
    assert_ne!(bits(&next, &mut next.workspace()), before);
    // What the old workspace holds depends on the old data.
    assert!(next.log_density(&[0.0; 7], &mut old).is_nan());
    next.renew(&mut old);
    assert!(next.log_density(&[0.0; 7], &mut old).is_finite());
}

#[test]
fn memory_that_clones_read_stays_theirs() {
    let (first, second) = (Rows::new(30, 1), Rows::new(30, 2));
    let mut memory = Memory::new();
    let posterior = first.compile(&mut memory).unwrap();
    let kept = posterior.clone();
    let before = bits(&kept, &mut kept.workspace());
    memory.recycle(posterior);
    second.compile(&mut memory).unwrap();
    assert_eq!(bits(&kept, &mut kept.workspace()), before);
}

#[test]
fn an_error_leaves_memory_that_works() {
    let mut memory = Memory::new();
    let good = Rows::new(30, 1);
    let posterior = good.compile(&mut memory).unwrap();
    memory.recycle(posterior);
    let mut bad = Rows::new(30, 2);
    bad.y[3] = f64::NAN;
    let error = bad.compile(&mut memory).err().unwrap().to_string();
    assert!(error.contains("element 3 is NaN"), "{error}");
    let posterior = good.compile(&mut memory).unwrap();
    let anew = good.compile(&mut Memory::new()).unwrap();
    assert_eq!(bits(&posterior, &mut posterior.workspace()), bits(&anew, &mut anew.workspace()));
}

/// An empty workspace belongs to no posterior, not even to the first of a program.
#[test]
fn an_empty_workspace_belongs_to_nobody() {
    let rows = Rows::new(30, 1);
    let posterior = rows.compile(&mut Memory::new()).unwrap();
    assert!(posterior.log_density(&[0.0; 7], &mut Workspace::default()).is_nan());
}
