//! Maximum likelihood of mixed models, g(E yᵢ) = xᵢᵀβ + Σₖ σₖ uₖ with Laplace's approximation of the
//! integral over the effects, compared with lme4 and glmmTMB.

use crate::Bar;
use crate::clock::seconds;
use crate::peer::Peer;
use faer::Mat;
use monomorph::approximate::Mode;
use monomorph::prelude::*;
use std::error::Error;
use std::fmt::Write;

/// How often each fits; the fastest fit counts.
const ROUNDS: usize = 3;

/// Data, with what their model needs.
struct Frame {
    answers: Vec<u32>,
    /// The answers as numbers.
    marks: Vec<f64>,
    trials: Vec<u32>,
    design: Mat<f64>,
    /// The element of all effects that each row reads, for each grouping.
    rows: Vec<Vec<usize>>,
    /// The grouping of each effect.
    grouping: Vec<usize>,
}

impl Frame {
    /// The data of a model, as R prints them.
    fn of(printed: &[Vec<f64>]) -> Result<Self, Box<dyn Error>> {
        let [answers, trials, counts, rest @ ..] = printed else { return Err("too few rows".into()) };
        let whole = |row: &Vec<f64>| row.iter().map(|number| *number as u32).collect();
        let (groupings, columns) = rest.split_at(counts[0] as usize);
        let (mut rows, mut grouping) = (Vec::new(), Vec::new());
        for (place, level) in groupings.iter().enumerate() {
            let first = grouping.len();
            rows.push(level.iter().map(|level| first + *level as usize).collect());
            let levels = level.iter().fold(0.0_f64, |most, level| most.max(level + 1.0));
            grouping.resize(first + levels as usize, place);
        }
        let design = Mat::from_fn(answers.len(), columns.len(), |row, column| columns[column][row]);
        let marks = answers.clone();
        Ok(Self { answers: whole(answers), marks, trials: whole(trials), design, rows, grouping })
    }
}

/// A fit: the log likelihood, the coefficients, and the standard deviations of the effects.
struct Fitted {
    milliseconds: f64,
    log_likelihood: f64,
    estimates: Vec<f64>,
}

/// Fits data by maximum likelihood, where each of these places has a grouping, and the answers have a law
/// with a linear predictor, and as many scales besides those of the effects.
macro_rules! fit {
    ($frame:expr, [$($place:literal),+], $scales:literal, |$eta:ident, $sigma:ident| $answers:ident $law:expr)
    => {{
        let Frame { $answers, design, rows, grouping, .. } = $frame;
        let work = || -> Result<Mode, monomorph::Error> {
            params! {
                beta: vector(design.ncols()), $sigma: vector(rows.len() + $scales).positive(),
                effect: vector(grouping.len()),
            }
            let $eta = data(design).dot(beta) $(+ effect.at(&rows[$place]))+;
            let model = model! {
                beta   |= flat(),
                $sigma |= flat(),
                effect |= normal(0.0, $sigma.at(grouping)),
                data($answers) |= $law,
            };
            let posterior = model.marginalise_by_laplace(effect).compile()?;
            posterior.optimise().jacobian(false).threads(1).run()
        };
        let (mode, seconds) = seconds(work);
        let mode = mode?;
        let (log_likelihood, estimates) = (mode.log_density(), mode.values().to_vec());
        Fitted { milliseconds: 1e3 * seconds, log_likelihood, estimates }
    }};
}

/// Data whose model is fitted.
struct Case {
    name: &'static str,
    words: &'static str,
    fit: fn(&Frame) -> Result<Fitted, monomorph::Error>,
}

const CASES: [Case; 5] = [
    Case {
        name: "cbpp",
        words: "infected cattle of 15 herds",
        fit: |frame| Ok(fit!(frame, [0], 0, |eta, sigma| answers binomial_logit(data(&frame.trials), eta))),
    },
    Case {
        name: "Salamanders",
        words: "counts at 23 sites",
        fit: |frame| Ok(fit!(frame, [0], 0, |eta, sigma| answers poisson_log(eta))),
    },
    Case {
        name: "grouseticks",
        words: "counts of 403 chicks, of broods, of places",
        fit: |frame| Ok(fit!(frame, [0, 1, 2], 0, |eta, sigma| answers poisson_log(eta))),
    },
    Case {
        name: "VerbAgg",
        words: "7 584 binary answers of 316 people, crossed with 24 questions",
        fit: |frame| Ok(fit!(frame, [0, 1], 0, |eta, sigma| answers bernoulli_logit(eta))),
    },
    Case {
        name: "InstEval",
        words: "73 421 marks, normal, that 2 972 students gave 1 128 lecturers",
        fit: |frame| Ok(fit!(frame, [0, 1], 1, |eta, sigma| marks normal(eta, sigma.at(2)))),
    },
];

/// A fit in R.
fn theirs(peer: &mut Peer, name: &str, package: &str) -> Result<Fitted, Box<dyn Error>> {
    let rows = peer.ask(&format!("fit {name} {package}"))?;
    let [seconds, log_likelihood, estimates @ ..] = &rows[0][..] else { return Err("too few".into()) };
    Ok(Fitted { milliseconds: 1e3 * seconds, log_likelihood: *log_likelihood, estimates: estimates.to_vec() })
}

/// The fastest fits of one case.
fn measure(peer: &mut Peer, case: &Case) -> Result<[Fitted; 3], Box<dyn Error>> {
    let frame = Frame::of(&peer.ask(&format!("data {}", case.name))?)?;
    let mut best: Option<[Fitted; 3]> = None;
    for _ in 0..ROUNDS {
        let lme4 = theirs(peer, case.name, "lme4")?;
        let fits = [(case.fit)(&frame)?, lme4, theirs(peer, case.name, "glmmTMB")?];
        let Some(best) = &mut best else {
            best = Some(fits);
            continue;
        };
        for (best, fit) in best.iter_mut().zip(fits) {
            if fit.milliseconds < best.milliseconds {
                *best = fit;
            }
        }
    }
    best.ok_or_else(|| "there are no rounds".into())
}

/// The largest difference of estimates.
fn difference(a: &Fitted, b: &Fitted) -> f64 {
    a.estimates.iter().zip(&b.estimates).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Writes the table, and says whether fits are the same and faster.
pub fn write(page: &mut String) -> Result<Vec<Bar>, Box<dyn Error>> {
    writeln!(
        page,
        "\n## Mixed models\n\n\
         Maximum likelihood with flat priors, of data that lme4 and glmmTMB bring along. Milliseconds of the \
         processor for a whole fit: from data to the mode, the model compiled in it, without standard \
         errors, which R's packages are not asked for either; the least of {ROUNDS} in turn. glmer's search \
         for the modes of effects ends at 1e-10: with 1e-7, its default, the log likelihood of cbpp has five \
         digits. Estimates are coefficients and standard deviations of effects.\n"
    )?;
    writeln!(
        page,
        "| data | ours, ms | lme4 | glmmTMB | ratio to the faster | log likelihood | less glmmTMB's \
         | less lme4's | largest difference of estimates to glmmTMB | to lme4 |\n\
         |-|-:|-:|-:|-:|-:|-:|-:|-:|-:|"
    )?;
    let mut peer = Peer::start("mixed.R", &[])?;
    let mut bars = Vec::new();
    for case in &CASES {
        let [ours, lme4, glmmtmb] = measure(&mut peer, case)?;
        let ratio = ours.milliseconds / lme4.milliseconds.min(glmmtmb.milliseconds);
        let value = ours.log_likelihood;
        let apart = [&glmmtmb, &lme4].map(|peer| value - peer.log_likelihood);
        let estimates = [&glmmtmb, &lme4].map(|peer| difference(&ours, peer));
        writeln!(
            page,
            "| {}: {} | {:.1} | {:.0} | {:.0} | {ratio:.2} | {value:.6} | {:.0e} | {:.0e} | {:.0e} \
             | {:.0e} |",
            case.name,
            case.words,
            ours.milliseconds,
            lme4.milliseconds,
            glmmtmb.milliseconds,
            apart[0],
            apart[1],
            estimates[0],
            estimates[1],
        )?;
        let relative = apart.map(|apart| (apart / value).abs()).into_iter().fold(0.0, f64::max);
        let name = case.name;
        bars.push(Bar {
            what: format!("{name}: the log likelihood is that of both to 1e-6: {relative:.0e}"),
            is_reached: relative <= 1e-6,
        });
        bars.push(Bar {
            what: format!("{name}: estimates are glmmTMB's to 1e-3: {:.0e}", estimates[0]),
            is_reached: estimates[0] <= 1e-3,
        });
        bars.push(Bar {
            what: format!("{name}: a fit is faster than both: {ratio:.2}"),
            is_reached: ratio < 1.0,
        });
    }
    Ok(bars)
}
