//! The comparison: for each model the gradients of all contenders are compared, and then timed.

use crate::programs::{Program, variants};
use crate::random::Random;
use crate::report::{BUILDS, Row};
use crate::stanli;
use crate::stanli::Library;
use crate::timing::{self, Gradient};
use monomorph::Error;
use monomorph::prelude::{Compile, Model, Options};
use std::fmt::{Display, Formatter};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The largest difference of two gradients, relative to the largest entry, where both are exact.
const TOLERANCE: f64 = 1e-8;

/// What a model is compared with.
pub struct Rivals {
    /// The Stan program, of which all variants take part.
    program: String,
    json: String,
    by_hand: Option<Gradient<'static>>,
    /// Where gradients are compared; at the last they are timed.
    points: Vec<Vec<f64>>,
    /// The largest difference of two gradients, relative to the largest entry; NaN where that is infinite.
    tolerance: f64,
}

impl Rivals {
    /// A Stan program with its data.
    pub fn stan(program: &str, json: String) -> Self {
        Self { program: program.to_owned(), json, by_hand: None, points: Vec::new(), tolerance: TOLERANCE }
    }

    /// And a gradient written by hand.
    pub fn by_hand(self, gradient: Gradient<'static>) -> Self {
        Self { by_hand: Some(gradient), ..self }
    }

    /// Of equations that are solved, each by steps of its own.
    pub fn within(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// At these points, instead of a random one near the origin.
    pub fn at(self, points: Vec<Vec<f64>>) -> Self {
        Self { points, ..self }
    }
}

/// What has been measured, and what went wrong.
pub struct Bench {
    library: Library,
    /// Parts of names; those without any of them are left out.
    wanted: Vec<String>,
    pub rows: Vec<Row>,
    /// A line for each failure, which begins with the model's name.
    pub failures: Vec<String>,
    /// A line for each reason to leave models out.
    pub skipped: Vec<String>,
}

impl Bench {
    pub fn new(library: Library, wanted: Vec<String>) -> Self {
        Self { library, wanted, rows: Vec::new(), failures: Vec::new(), skipped: Vec::new() }
    }

    /// True if no names are given, or a part of this one is.
    pub fn wants(&self, name: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|part| name.contains(part.as_str()))
    }

    /// True if nothing was left out.
    pub fn is_full(&self) -> bool {
        self.wanted.is_empty() && self.skipped.is_empty()
    }

    /// Runs what measures one or several models; a panic is a failure like another.
    pub fn guard(&mut self, name: &str, measure: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| measure(self))).is_err() {
            note(&mut self.failures, format!("{name}: panicked, as said above"));
        }
    }

    /// Says why models are left out.
    pub fn skip(&mut self, reason: String) {
        note(&mut self.skipped, reason);
    }

    /// Measures a model.
    pub fn compare(&mut self, name: &str, model: impl Model, rivals: Rivals) {
        if !self.wants(name) {
            return;
        }
        let (mut ours, mut dimension) = (Vec::new(), 0);
        for (.., instructions) in BUILDS {
            match model.compile_with(Options::default().instructions(instructions)) {
                Ok(posterior) => {
                    let mut workspace = posterior.workspace();
                    dimension = posterior.dimension();
                    let gradient: Gradient = Box::new(move |q, gradient| {
                        posterior.log_density_and_gradient(q, gradient, &mut workspace)
                    });
                    ours.push(gradient);
                }
                // A machine without AVX-512 measures the default alone.
                Err(Error::UnsupportedInstructions { .. }) if !ours.is_empty() => {}
                Err(error) => return note(&mut self.failures, format!("{name}: {error}")),
            }
        }
        self.race(name, dimension, ours, rivals);
    }

    /// Compares all gradients with ours, drops those that differ, and times the others.
    fn race(&mut self, name: &str, dimension: usize, ours: Vec<Gradient<'_>>, rivals: Rivals) {
        let points = if rivals.points.is_empty() { vec![near_origin(dimension)] } else { rivals.points };
        let mut contenders: Vec<Contender<'_>> =
            ours.into_iter().map(|gradient| Contender { who: Who::Ours, gradient }).collect();
        contenders.extend(rivals.by_hand.map(|gradient| Contender { who: Who::ByHand, gradient }));
        let mut failures = Vec::new();
        match variants(&rivals.program) {
            Ok(programs) => {
                for (program, fast_math) in programs.iter().flat_map(|program| [(program, 0), (program, 1)]) {
                    match stanli(self.library, program, &rivals.json, fast_math, dimension) {
                        Ok(contender) => contenders.push(contender),
                        Err(reason) => failures.push(reason),
                    }
                }
            }
            Err(reason) => failures.push(reason),
        }

        let expected: Vec<Outcome> = points.iter().map(|q| contenders[0].at(q)).collect();
        contenders.retain_mut(|contender| {
            let errors = points.iter().zip(&expected).map(|(q, ours)| contender.error(q, ours));
            let worst = errors.fold(0.0, worse);
            let agrees = worst <= rivals.tolerance;
            if !agrees {
                failures.push(format!("the gradient of {} differs by {worst:e}", contender.who));
            }
            agrees
        });
        // Messages of Stan's compiler have several lines.
        let in_a_line = |reason: String| reason.split_whitespace().collect::<Vec<_>>().join(" ");
        for reason in failures {
            note(&mut self.failures, format!("{name}: {}", in_a_line(reason)));
        }

        let Some(last) = points.last() else { return };
        let (who, mut gradients): (Vec<Who>, Vec<Gradient<'_>>) =
            contenders.into_iter().map(|contender| (contender.who, contender.gradient)).unzip();
        let times = timing::race(&mut gradients, last);
        let (mut ours, mut by_hand) = (Vec::new(), None);
        let mut theirs: Option<(f64, String)> = None;
        for (who, time) in who.into_iter().zip(times) {
            match who {
                Who::Ours => ours.push(time),
                Who::ByHand => by_hand = Some(time),
                Who::Stanli(variant) => {
                    if theirs.as_ref().is_none_or(|&(best, _)| time < best) {
                        theirs = Some((time, variant));
                    }
                }
            }
        }
        let Some((stanli, variant)) = theirs.filter(|_| !ours.is_empty()) else { return };
        let row = Row { name: name.to_owned(), dimension, ours, stanli, variant, by_hand };
        println!("{row}");
        match self.rows.iter_mut().find(|known| known.name == name) {
            Some(known) => known.improve(row),
            None => self.rows.push(row),
        }
    }
}

/// Adds a line, once: each pass finds the same.
fn note(lines: &mut Vec<String>, line: String) {
    if !lines.contains(&line) {
        lines.push(line);
    }
}

enum Who {
    Ours,
    ByHand,
    /// A variant of the program with an arithmetic.
    Stanli(String),
}

impl Display for Who {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ours => formatter.write_str("monomorph"),
            Self::ByHand => formatter.write_str("the program written by hand"),
            Self::Stanli(variant) => formatter.write_str(variant),
        }
    }
}

struct Contender<'a> {
    who: Who,
    gradient: Gradient<'a>,
}

/// A log density with its gradient.
type Outcome = (f64, Vec<f64>);

impl Contender<'_> {
    fn at(&mut self, q: &[f64]) -> Outcome {
        let mut gradient = vec![f64::NAN; q.len()];
        ((self.gradient)(q, &mut gradient), gradient)
    }

    /// The largest difference of the gradient from ours, relative to the largest entry. A program written by
    /// hand must have our log density too; stanli leaves out constants.
    fn error(&mut self, q: &[f64], ours: &Outcome) -> f64 {
        let (value, gradient) = self.at(q);
        let error = difference(&ours.1, &gradient);
        match self.who {
            Who::ByHand => worse(error, difference(&[ours.0], &[value])),
            _ => error,
        }
    }
}

fn stanli(
    library: Library,
    program: &Program,
    json: &str,
    fast_math: i32,
    dimension: usize,
) -> Result<Contender<'static>, String> {
    let name = format!("{}, {}", program.name, if fast_math == 0 { "exact" } else { "fast" });
    let options = stanli::Options { fast_math, ..stanli::Options::default() };
    let model = library.model_with(&program.source, json, options);
    let mut model = model.map_err(|message| format!("{name}: {message}"))?;
    if model.dimension() != dimension {
        return Err(format!("{name}: dimension {} where we have {dimension}", model.dimension()));
    }
    let gradient =
        Box::new(move |q: &[f64], gradient: &mut [f64]| model.log_density_and_gradient(q, gradient));
    Ok(Contender { who: Who::Stanli(name), gradient })
}

/// A point whose coordinates are normal with standard deviation 0.1.
fn near_origin(dimension: usize) -> Vec<f64> {
    let mut random = Random::new(777);
    (0..dimension).map(|_| 0.1 * random.normal()).collect()
}

/// The largest difference of two gradients, relative to the largest entry; NaN where that is infinite.
fn difference(ours: &[f64], theirs: &[f64]) -> f64 {
    let scale = theirs.iter().fold(1.0_f64, |scale, entry| scale.max(entry.abs()));
    if scale.is_infinite() {
        return f64::NAN;
    }
    let errors = ours.iter().zip(theirs).map(|(a, b)| (a - b).abs() / scale);
    errors.fold(0.0, worse)
}

/// The larger; NaN is larger than everything here.
fn worse(worst: f64, error: f64) -> f64 {
    if error <= worst { worst } else { error }
}
