//! Lip cancer in Scotland: which of 56 districts have higher risks than others, if neighbouring districts
//! have similar risks, and how much of this do outdoor occupations explain? The model is BYM2 (Riebler and
//! others, "An intuitive Bayesian spatial model for disease mapping", 2016): the effects of districts have
//! one scale `sigma`, and neighbours share the part `rho` of the variance.
//!
//! Data: cases from 1975 to 1980, the cases expected from the ages of people, the percentage of people who
//! work in agriculture, fishing and forestry, and the neighbours of each district; D. Clayton and J.
//! Kaldor, "Empirical Bayes estimates of age-standardized relative risks for use in disease mapping",
//! Biometrics 43 (1987), with the neighbours of N. Breslow and D. Clayton (1993) in the version of B.
//! Carlin, which Stan's case study of ICAR models uses too.
//!
//! `cargo run --release --example scotland` prints a table, and with `-- FOLDER` it draws a map,
//! `scotland.svg`, into the folder. The map is drawn from the graph of neighbours, because the data have no
//! borders: the distance of two districts is about the number of borders between them.
//!
//! What to look at: The standard deviation of districts, `sigma`, is 0.5 on the logarithmic scale, and
//! neighbours share most of the variance: `rho` is 0.9, with a 90 % interval from 0.6 to 1. Ten percent
//! more outdoor work multiplies the risk by e^0.38 = 1.5. The first district had 6.4 times the expected
//! cases, and its risk is estimated at 4.8. The last two districts had no cases, and their risks are
//! estimated at 0.8, because few people live there. R-INLA's `bym2` has the level −0.22 and the slope 0.37
//! (Stan's case study).

use monomorph::faer::{Mat, Side};
use monomorph::prelude::*;
use std::fmt::Write;
use std::path::Path;

pub const CASES: [u16; 56] = [
    9, 39, 11, 9, 15, 8, 26, 7, 6, 20, 13, 5, 3, 8, 17, 9, 2, 7, 9, 7, 16, 31, 11, 7, 19, 15, 7, 10, 16, 11,
    5, 3, 7, 8, 11, 9, 11, 8, 6, 4, 10, 8, 2, 6, 19, 3, 2, 3, 28, 6, 1, 1, 1, 1, 0, 0,
];
pub const EXPECTED: [f64; 56] = [
    1.4, 8.7, 3.0, 2.5, 4.3, 2.4, 8.1, 2.3, 2.0, 6.6, 4.4, 1.8, 1.1, 3.3, 7.8, 4.6, 1.1, 4.2, 5.5, 4.4, 10.5,
    22.7, 8.8, 5.6, 15.5, 12.5, 6.0, 9.0, 14.4, 10.2, 4.8, 2.9, 7.0, 8.5, 12.3, 10.1, 12.7, 9.4, 7.2, 5.3,
    18.8, 15.8, 4.3, 14.6, 50.7, 8.2, 5.6, 9.3, 88.7, 19.6, 3.4, 3.6, 5.7, 7.0, 4.2, 1.8,
];
/// The percentage of work in agriculture, fishing and forestry.
pub const OUTDOORS: [u8; 56] = [
    16, 16, 10, 24, 10, 24, 10, 7, 7, 16, 7, 16, 10, 24, 7, 16, 10, 7, 7, 10, 7, 16, 10, 7, 1, 1, 7, 7, 10,
    10, 7, 24, 10, 7, 7, 0, 10, 1, 16, 0, 1, 16, 16, 0, 1, 7, 1, 1, 0, 1, 1, 0, 1, 1, 16, 10,
];

/// The number of neighbours of each district, and the neighbours, counted from 1: `num` and `adj` of
/// WinBUGS.
pub const NUMBERS: [usize; 56] = [
    4, 2, 2, 3, 5, 2, 5, 1, 6, 4, 4, 3, 4, 3, 3, 6, 6, 6, 5, 3, 3, 2, 6, 8, 3, 4, 4, 4, 11, 6, 7, 4, 4, 9, 5,
    4, 5, 6, 5, 5, 7, 6, 4, 5, 4, 6, 6, 4, 9, 3, 4, 4, 4, 5, 5, 6,
];
pub const NEIGHBOURS: [usize; 264] = [
    5, 9, 11, 19, 7, 10, 6, 12, 18, 20, 28, 1, 11, 12, 13, 19, 3, 8, 2, 10, 13, 16, 17, 6, 1, 11, 17, 19, 23,
    29, 2, 7, 16, 22, 1, 5, 9, 12, 3, 5, 11, 5, 7, 17, 19, 31, 32, 35, 25, 29, 50, 7, 10, 17, 21, 22, 29, 7,
    9, 13, 16, 19, 29, 4, 20, 28, 33, 55, 56, 1, 5, 9, 13, 17, 4, 18, 55, 16, 29, 50, 10, 16, 9, 29, 34, 36,
    37, 39, 27, 30, 31, 44, 47, 48, 55, 56, 15, 26, 29, 25, 29, 42, 43, 24, 31, 32, 55, 4, 18, 33, 45, 9, 15,
    16, 17, 21, 23, 25, 26, 34, 43, 50, 24, 38, 42, 44, 45, 56, 14, 24, 27, 32, 35, 46, 47, 14, 27, 31, 35,
    18, 28, 45, 56, 23, 29, 39, 40, 42, 43, 51, 52, 54, 14, 31, 32, 37, 46, 23, 37, 39, 41, 23, 35, 36, 41,
    46, 30, 42, 44, 49, 51, 54, 23, 34, 36, 40, 41, 34, 39, 41, 49, 52, 36, 37, 39, 40, 46, 49, 53, 26, 30,
    34, 38, 43, 51, 26, 29, 34, 42, 24, 30, 38, 48, 49, 28, 30, 33, 56, 31, 35, 37, 41, 47, 53, 24, 31, 46,
    48, 49, 53, 24, 44, 47, 49, 38, 40, 41, 44, 47, 48, 52, 53, 54, 15, 21, 29, 34, 38, 42, 54, 34, 40, 49,
    54, 41, 46, 47, 49, 34, 38, 49, 51, 52, 18, 20, 24, 27, 56, 18, 24, 30, 33, 45, 55,
];

/// Returns the positions of the districts in the map. Distances are near the numbers of steps over borders,
/// by majorisation of their stress (Gansner, Koren and North, "Graph drawing by stress majorization",
/// 2004). The start is given by the eigenvectors of the scaled Laplacian.
fn layout(adjacency: &Adjacency) -> Result<Vec<[f64; 2]>, Box<dyn std::error::Error>> {
    let n = adjacency.count();
    let mut steps = Mat::from_fn(n, n, |i, j| if i == j { 0.0 } else { n as f64 });
    for &(one, other) in adjacency.edges() {
        (steps[(one, other)], steps[(other, one)]) = (1.0, 1.0);
    }
    let is_edge = |i: usize, j: usize| steps[(i, j)] == 1.0;
    let roots: Vec<f64> =
        (0..n).map(|i| (0..n).filter(|&j| is_edge(i, j)).count() as f64).map(f64::sqrt).collect();
    let laplacian = |i: usize, j: usize| match i == j {
        true => 1.0,
        false => -f64::from(u8::from(is_edge(i, j))) / (roots[i] * roots[j]),
    };
    let laplacian = Mat::from_fn(n, n, laplacian);
    let eigen = laplacian.self_adjoint_eigen(Side::Lower).map_err(|error| format!("{error:?}"))?;
    let mut places: Vec<[f64; 2]> =
        (0..n).map(|i| [1, 2].map(|k| 10.0 * eigen.U()[(i, k)] / roots[i])).collect();
    for (between, from, to) in (0..n * n * n).map(|all| (all / (n * n), all / n % n, all % n)) {
        steps[(from, to)] = f64::min(steps[(from, to)], steps[(from, between)] + steps[(between, to)]);
    }
    for _ in 0..300 {
        places = (0..n)
            .map(|i| {
                let (mut sum, mut weights) = ([0.0; 2], 0.0);
                for j in (0..n).filter(|&j| j != i) {
                    let ([x, y], [other_x, other_y]) = (places[i], places[j]);
                    let (weight, wanted) = (steps[(i, j)].powi(-2), steps[(i, j)]);
                    let stretch = wanted / (x - other_x).hypot(y - other_y).max(1e-9);
                    sum[0] += weight * (other_x + stretch * (x - other_x));
                    sum[1] += weight * (other_y + stretch * (y - other_y));
                    weights += weight;
                }
                sum.map(|sum| sum / weights)
            })
            .collect();
    }
    Ok(places)
}

/// Returns the colour of a risk: blue for a third of the expected risk, white for the expected risk, and
/// red for three times the expected risk.
fn colour(risk: f64) -> String {
    let share = (risk.ln() / 3.0_f64.ln()).clamp(-1.0, 1.0);
    let end = if share < 0.0 { [33.0, 102.0, 172.0] } else { [178.0, 24.0, 43.0] };
    let [r, g, b] = end.map(|end| (247.0 + share.abs() * (end - 247.0)).round());
    format!("rgb({r} {g} {b})")
}

/// Draws the map: a circle for each district, whose colour is its risk and whose area grows with the
/// expected cases, and a line for each border.
fn map(adjacency: &Adjacency, risks: &[f64]) -> Result<String, Box<dyn std::error::Error>> {
    let places = layout(adjacency)?;
    let radius = |expected: f64| 3.0 + 2.2 * expected.sqrt();
    let least = |k: usize| places.iter().map(|place| place[k]).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(0), least(1));
    let at = |district: usize| {
        let [x, y] = places[district];
        (40.0 + 62.0 * (x - left), 40.0 + 62.0 * (y - top))
    };
    let ends =
        (0..places.len()).map(at).fold((0.0, 0.0), |end, (x, y)| (f64::max(end.0, x), f64::max(end.1, y)));
    let (width, height) = (ends.0 + 190.0, ends.1 + 40.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"11\" \
         text-anchor=\"middle\" role=\"img\" aria-label=\"Risks of lip cancer in 56 districts\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    );
    for &(one, other) in adjacency.edges() {
        let ((x, y), (to_x, to_y)) = (at(one), at(other));
        write!(svg, "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"#c3c9d0\"/>")?;
    }
    let mut circle = |(x, y): (f64, f64), radius: f64, fill: &str, words: &str| {
        write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"#5b6570\">\
             <title>{words}</title></circle>"
        )
    };
    for (district, risk) in risks.iter().enumerate() {
        let (cases, expected) = (CASES[district], EXPECTED[district]);
        let words = format!("district {}: {cases} cases, {expected} expected, risk {risk:.2}", district + 1);
        circle(at(district), radius(expected), &colour(*risk), &words)?;
    }
    let right = ends.0 + 90.0;
    let keys = [0.33, 0.5, 1.0, 2.0, 3.0].map(|risk| (format!("risk {risk}"), 9.0, colour(risk)));
    let sizes =
        [2.0, 10.0, 80.0].map(|cases| (format!("{cases} expected"), radius(cases), "#fff".to_owned()));
    let mut y = 40.0;
    let mut labels = String::new();
    for (words, radius, fill) in keys.iter().chain(&sizes) {
        y += radius;
        circle((right, y), *radius, fill, words)?;
        write!(
            labels,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"start\">{words}</text>",
            right + 28.0,
            y + 4.0
        )?;
        y += radius + 5.0;
    }
    svg += &labels;
    // Numbers are below the circles, with a white edge where lines cross them.
    for (district, expected) in EXPECTED.iter().enumerate() {
        let ((x, y), number) = (at(district), district + 1);
        let y = y + radius(*expected) + 10.0;
        write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" stroke=\"#fff\" stroke-width=\"2\" paint-order=\"stroke\">\
             {number}</text>"
        )?;
    }
    Ok(svg + "</svg>\n")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let neighbours = NEIGHBOURS.map(|district| district - 1);
    let adjacency = Adjacency::of_lists(&NUMBERS, &neighbours)?;
    let exposure = EXPECTED.map(f64::ln);
    let outdoors = OUTDOORS.map(|percent| f64::from(percent) / 10.0);

    params! {
        level: real(),
        slope: real(),
        sigma: positive(),
        rho:   interval(0.0, 1.0),
        theta: vector(CASES.len()),
        phi:   sum_to_zero(CASES.len()).within(&adjacency),
    }
    let model = model! {
        level |= normal(0.0, 5.0),
        slope |= normal(0.0, 5.0),
        sigma |= half_normal(1.0),
        rho   |= beta(0.5, 0.5),
        theta |= normal(0.0, 1.0),                 // the effects of single districts
        phi   |= icar(&adjacency, 1.0),            // the effects that neighbours share, scaled to 1
        effect = bym2(theta, phi, sigma, rho),
        risk = (level + slope * data(&outdoors) + effect).exp(),
        data(&CASES) |= poisson_log(data(&exposure) + level + slope * data(&outdoors) + effect),
    };
    let fit = model.compile()?.nuts().chains(4).target_accept(0.95).seed(1980).run()?;
    println!("{}", fit.summary().of(&["level", "slope", "sigma", "rho"])?);

    println!("district   cases   expected   their ratio   risk   90 % interval");
    for district in [0, 1, 3, 7, 10, 48, 53, 54, 55] {
        let risk = fit.summary().row(&format!("risk[{district}]"))?.clone();
        let (cases, expected) = (CASES[district], EXPECTED[district]);
        println!(
            "{:>8}   {cases:>5}   {expected:>8.1}   {:>11.2}   {:>4.2}   {:.2} to {:.2}",
            district + 1,
            f64::from(cases) / expected,
            risk.mean,
            risk.q5,
            risk.q95
        );
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        let of = |district: usize| Ok(fit.draws().column(&format!("risk[{district}]"))?.mean());
        let risks: Vec<f64> = (0..CASES.len()).map(of).collect::<Result<_, monomorph::Error>>()?;
        std::fs::write(Path::new(&folder).join("scotland.svg"), map(&adjacency, &risks)?)?;
    }
    Ok(())
}
