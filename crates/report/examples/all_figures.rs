//! Writes all kinds of figures: `cargo run -p monomorph-report --example all_figures -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{EFFECTS, Random, SCHOOLS, effective, schools};
use monomorph_report::data::{Quantities, Quantity, groups};
use monomorph_report::plot::{self, Theme};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or("target/figures".into()));
    std::fs::create_dir_all(&folder)?;
    let (tree, other) = (schools(1000, 3), schools(1000, 4));
    let get = |group: &str| tree.get(group).ok_or("no such group");
    let (posterior, prior) = (get(groups::POSTERIOR)?, get(groups::PRIOR)?);
    let second = other.get(groups::POSTERIOR).ok_or("no such group")?;
    let stats = get(groups::SAMPLE_STATS)?;
    let energy = stats.quantity("energy").ok_or("no energy")?.chains;
    let divergent = stats.quantity("diverging").ok_or("no divergences")?.chains;
    let divergent: Vec<Vec<bool>> =
        divergent.iter().map(|chain| chain.iter().map(|value| *value == 1.0).collect()).collect();

    let save = |name: &str, svg: String| std::fs::write(folder.join(format!("{name}.svg")), svg);
    let forest = plot::forest(posterior).of(["theta", "mu"]).x_label("points").reference(0.0);
    save(
        "forest",
        forest.clone().title("Eight schools").caption("Densities, medians, 50 and 90 % intervals.").to_svg(),
    )?;
    save("forest_dark", forest.clone().theme(Theme::Dark).to_svg())?;
    save("forest_two", forest.beside("seed 3", "seed 4", second).to_svg())?;
    save("trace", plot::trace(posterior).of(["mu", "log_tau"]).to_svg())?;
    save("rank", plot::rank(posterior).of(["mu", "tau", "theta[Choate]", "log_tau"]).to_svg())?;
    save("density", plot::density(posterior).of(["mu", "tau"]).to_svg())?;
    save(
        "pairs",
        plot::pairs(posterior).of(["mu", "log_tau", "theta[Choate]"]).divergences(&divergent).to_svg(),
    )?;
    save("energy", plot::energy(&energy).to_svg())?;
    save("autocorrelation", plot::autocorrelation(posterior).of(["mu", "tau"]).to_svg())?;
    let ess =
        plot::ess(posterior).measure("bulk", effective).measure("tail", |chains| 0.7 * effective(chains));
    save("ess", ess.of(["mu", "tau"]).to_svg())?;
    save("prior", plot::prior_posterior(prior, posterior).to_svg())?;
    save("compare", plot::compare(posterior, second).x_label("seed 3").y_label("seed 4").to_svg())?;

    let replicated: Vec<Vec<f64>> = {
        let elements = get(groups::POSTERIOR_PREDICTIVE)?.quantities();
        (0..4000)
            .map(|draw| elements.iter().map(|own| own.chains[draw / 1000][draw % 1000]).collect())
            .collect()
    };
    let labels = SCHOOLS.map(String::from);
    save("observations", plot::observations(&labels, &EFFECTS, &replicated).x_label("points").to_svg())?;
    save("predictive", plot::predictive(&EFFECTS, &replicated).x_label("points").to_svg())?;
    let mut random = Random(5);
    let mut count = || (6.0 * random.uniform().powi(2) + 2.0 * random.uniform()).floor();
    let replicated: Vec<Vec<f64>> = (0..200).map(|_| (0..200).map(|_| count()).collect()).collect();
    let sum = |values: &Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    let largest = |values: &Vec<f64>| values.iter().copied().fold(0.0, f64::max);
    let rows = [("mean", sum as fn(&Vec<f64>) -> f64), ("largest", largest)];
    let rows = rows.map(|(name, of)| (name, of(&replicated[0]), replicated[1..].iter().map(of).collect()));
    save("statistics", plot::statistics(rows).to_svg())?;
    save("counts", plot::counts(&replicated[0], &replicated[1..]).x_label("goals of a match").to_svg())?;
    let ranks = [("even", 1.0), ("too narrow", 0.4)].map(|(name, power)| {
        let mut rank = || {
            let side: f64 = 2.0 * random.uniform() - 1.0;
            0.5 + 0.5 * side.signum() * side.abs().powf(power)
        };
        Quantity::new(name, vec![(0..200).map(|_| rank()).collect()])
    });
    let places: Vec<f64> = (1..100).map(|k| f64::from(k) / 100.0).collect();
    let half = |z: &f64| 3.2 * (z * (1.0 - z) / 200.0).sqrt();
    let (lower, upper): (Vec<f64>, Vec<f64>) = places.iter().map(|z| (z - half(z), z + half(z))).unzip();
    save("ecdf", plot::ecdf(&ranks).band(&places, &lower, &upper).to_svg())?;
    let predicted: Vec<f64> = (0..120).map(|_| 10.0 * random.uniform()).collect();
    let errors: Vec<f64> =
        predicted.iter().map(|x| (0.4 + 0.15 * x) * (4.0 * random.uniform() - 2.0)).collect();
    save("residuals", plot::residuals(&predicted, &errors).to_svg())?;
    Ok(())
}
