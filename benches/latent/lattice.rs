//! Counts on a lattice of m × m cells, yᵢ ~ Poisson(exp(β + xᵢ)), x ~ N(0, (τ (κ I + D − W))⁻¹), compared
//! with TMB.

use crate::Bar;
use crate::clock::seconds;
use crate::peer::{self, Peer};
use crate::random::Random;
use monomorph::covariance::{Pattern, sparse_precision};
use monomorph::prelude::*;
use std::error::Error;
use std::fmt::Write;

/// The cells of a side.
const SIDES: [usize; 3] = [50, 100, 200];

/// Points that are near one another, as those of a chain are: log κ, log τ and β.
const NEAR: usize = 7;

/// How often points are evaluated by each; the fastest time counts.
const ROUNDS: usize = 5;

/// Counts around a smooth surface.
pub struct Lattice {
    pub counts: Vec<u32>,
    pub pattern: Pattern,
    /// I and D − W on the pattern.
    pub identity: Vec<f64>,
    pub laplacian: Vec<f64>,
}

impl Lattice {
    pub fn new(m: usize) -> Result<Self, Box<dyn Error>> {
        let mut random = Random::new(42);
        let count = |cell: usize| {
            let (across, down) = ((cell % m) as f64 / m as f64, (cell / m) as f64 / m as f64);
            let noise = 0.6 * (random.uniform() - 0.5);
            poisson((0.5 + (6.0 * down).sin() + (5.0 * across).cos() + noise).exp(), &mut random)
        };
        let counts = (0..m * m).map(count).collect();
        let right = (0..m * m).filter(|cell| cell % m + 1 < m).map(|cell| (cell, cell + 1));
        let below = (0..m * (m - 1)).map(|cell| (cell, cell + m));
        let edges: Vec<(usize, usize)> = right.chain(below).collect();
        let mut neighbours = vec![0.0; m * m];
        edges.iter().flat_map(|(i, j)| [i, j]).for_each(|cell| neighbours[*cell] += 1.0);
        let pattern = Pattern::new(m * m, edges)?;
        let of = |diagonal: &dyn Fn(usize) -> f64, other: f64| {
            pattern.iter().map(|(i, j)| if i == j { diagonal(i) } else { other }).collect()
        };
        let (identity, laplacian) = (of(&|_| 1.0, 0.0), of(&|cell| neighbours[cell], -1.0));
        Ok(Self { counts, pattern, identity, laplacian })
    }

    fn posterior(&self, instructions: Instructions) -> Result<Posterior<impl BoundModel>, monomorph::Error> {
        let (identity, laplacian) = (data(&self.identity), data(&self.laplacian));
        params! { log_kappa: real(), log_tau: real(), beta: real(), x: vector(self.counts.len()) }
        let model = model! {
            log_kappa |= flat(),
            log_tau   |= flat(),
            beta      |= flat(),
            values = log_tau.exp() * (log_kappa.exp() * identity + laplacian),
            x |= multi_normal(0.0, sparse_precision(&self.pattern, values)),
            data(&self.counts) |= poisson_log(beta + x),
        };
        model.marginalise_by_laplace(x).compile_with(Options::default().instructions(instructions))
    }
}

/// A count, by products of uniform numbers.
fn poisson(rate: f64, random: &mut Random) -> u32 {
    let (limit, mut product, mut count) = ((-rate).exp(), random.uniform(), 0);
    while product > limit {
        product *= random.uniform();
        count += 1;
    }
    count
}

/// Points that are near one another, and some that are not.
fn points() -> Vec<[f64; 3]> {
    let near = (0..NEAR).map(|k| 0.02 * (k as f64 - 3.0)).map(|e| [-2.0 + e, 1.0 - e, 0.3 + 0.3 * e]);
    near.chain([[0.0, 0.0, 0.0], [-4.0, 2.0, 1.0], [1.5, -1.0, 0.5]]).collect()
}

/// What a point gave: the value, and the gradient behind it.
fn evaluate(posterior: &dyn Density, point: &[f64], answer: &mut [f64; 4], workspace: &mut Workspace) {
    answer[0] = posterior.log_density_and_gradient(point, &mut answer[1..], workspace);
}

/// The largest difference of values and of gradients, by the size of these.
fn differences(ours: &[[f64; 4]], theirs: &[Vec<f64>]) -> [f64; 2] {
    let mut largest = [0.0_f64; 2];
    for (ours, theirs) in ours.iter().zip(theirs) {
        largest[0] = largest[0].max(((ours[0] - theirs[0]) / theirs[0]).abs());
        let size = theirs[1..].iter().fold(0.0_f64, |size, slope| size.max(slope.abs()));
        for (a, b) in ours[1..].iter().zip(&theirs[1..]) {
            largest[1] = largest[1].max((a - b).abs() / size);
        }
    }
    largest
}

/// A lattice, measured.
struct Measured {
    cells: usize,
    /// Milliseconds with kernels for AVX2 and for AVX-512, where there are any, and of TMB that searches for
    /// the mode in R and on its tape.
    milliseconds: [f64; 4],
    differences: [f64; 2],
}

impl Measured {
    fn ours(&self) -> f64 {
        self.milliseconds[0].min(self.milliseconds[1])
    }

    fn theirs(&self) -> f64 {
        self.milliseconds[2].min(self.milliseconds[3])
    }
}

fn measure(m: usize) -> Result<Measured, Box<dyn Error>> {
    let (lattice, points) = (Lattice::new(m)?, points());
    let folder = peer::folder()?;
    let lines = |rows: &mut dyn Iterator<Item = String>| rows.collect::<Vec<_>>().join("\n") + "\n";
    let counts = lines(&mut lattice.counts.iter().map(u32::to_string));
    std::fs::write(folder.join(format!("counts_{m}.txt")), counts)?;
    let rows = lines(&mut points.iter().map(|[kappa, tau, beta]| format!("{kappa:?} {tau:?} {beta:?}")));
    std::fs::write(folder.join("points.txt"), rows)?;
    let (folder, side) = (folder.to_str().ok_or("a folder whose name is no text")?, m.to_string());
    let start = |place| Peer::start("lattice.R", &[folder, &side, place]);
    let mut peers = [start("outside")?, start("inside")?];
    let both = [
        lattice.posterior(Instructions::Avx2)?,
        match lattice.posterior(Instructions::Avx512) {
            Err(monomorph::Error::UnsupportedInstructions { .. }) => lattice.posterior(Instructions::Avx2)?,
            posterior => posterior?,
        },
    ];
    let mut largest = [0.0_f64; 2];
    for posterior in &both {
        let (mut ours, mut workspace) = (vec![[0.0; 4]; points.len()], posterior.workspace());
        points.iter().zip(&mut ours).for_each(|(point, row)| evaluate(posterior, point, row, &mut workspace));
        for peer in &mut peers {
            let found = differences(&ours, &peer.ask("points")?);
            largest.iter_mut().zip(found).for_each(|(largest, found)| *largest = largest.max(found));
        }
    }
    // As a chain has it: one workspace for all points.
    let mut workspaces = both.each_ref().map(Posterior::workspace);
    let mut milliseconds = [f64::INFINITY; 4];
    for _ in 0..ROUNDS {
        let own = both.iter().zip(&mut workspaces).zip(&mut milliseconds);
        for ((posterior, workspace), least) in own {
            let mut row = [0.0; 4];
            let all = || points[..NEAR].iter().for_each(|q| evaluate(posterior, q, &mut row, workspace));
            *least = least.min(1e3 * seconds(all).1 / NEAR as f64);
        }
        for (peer, least) in peers.iter_mut().zip(&mut milliseconds[2..]) {
            let taken = peer.ask(&format!("time {NEAR}"))?;
            *least = least.min(1e3 * taken[0][0] / NEAR as f64);
        }
    }
    Ok(Measured { cells: m * m, milliseconds, differences: largest })
}

/// Writes the table, and says whether TMB is beaten.
pub fn write(page: &mut String) -> Result<Vec<Bar>, Box<dyn Error>> {
    let all = SIDES.map(measure).into_iter().collect::<Result<Vec<_>, _>>()?;
    writeln!(
        page,
        "\n## Counts on a lattice\n\n\
         A Poisson count in each of m² cells, the logarithms of their means a Gaussian Markov random field. \
         Milliseconds of the processor for a value and its gradient, at {NEAR} points near one another, the \
         least of {ROUNDS} rounds in turn. TMB searches for the mode in R, from the last one, or on its \
         tape. Differences are the largest of both sets of kernels and both ways of TMB, at these points and \
         three far away: of values by their size, of gradients by that of their largest element.\n"
    )?;
    writeln!(
        page,
        "| cells | ours, AVX2 | AVX-512 | TMB, mode in R | on its tape | ratio to the faster \
         | difference of values | of gradients |\n|-:|-:|-:|-:|-:|-:|-:|-:|"
    )?;
    for measured in &all {
        let Measured { cells, milliseconds: [avx2, avx512, outside, inside], differences } = measured;
        writeln!(
            page,
            "| {cells} | {avx2:.1} | {avx512:.1} | {outside:.1} | {inside:.1} | {:.2} | {:.0e} | {:.0e} |",
            measured.ours() / measured.theirs(),
            differences[0],
            differences[1]
        )?;
    }
    let [_, middle, large] = &all[..] else { return Err("three lattices".into()) };
    let ratio = middle.ours() / middle.theirs();
    let growth = large.ours() / middle.ours();
    let [value, gradient] =
        [0, 1].map(|of| all.iter().map(|measured| measured.differences[of]).fold(0.0, f64::max));
    Ok(vec![
        Bar { what: format!("values are TMB's to 1e-8: {value:.0e}"), is_reached: value <= 1e-8 },
        Bar { what: format!("gradients are TMB's to 1e-8: {gradient:.0e}"), is_reached: gradient <= 1e-8 },
        Bar {
            what: format!("10 000 cells take half of TMB's time at most: {ratio:.2}"),
            is_reached: ratio <= 0.5,
        },
        Bar {
            what: format!("40 000 cells take 8 times the time of 10 000 at most: {growth:.1}"),
            is_reached: growth <= 8.0,
        },
    ])
}
