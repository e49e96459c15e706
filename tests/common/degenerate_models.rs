//! Statements with all expressions that the rewrites support, for [designs](super::degenerate) of any kind:
//! `models!` makes a test of each statement, which compares it rewritten, on every instruction set, with
//! its written form.

use super::{Random, evaluate_gradient, is_near, say, sets, with_room};
use monomorph::prelude::*;

/// The allowed difference of values, relative to their size, and of gradients, relative to their largest
/// entry, in addition to the rounding of the rows in their written form.
const TOLERANCE: f64 = 1e-10;

/// The number of designs for which the statement of interest was rewritten.
#[derive(Default)]
pub struct Tally {
    designs: usize,
    rewritten: usize,
}

impl Tally {
    /// Compares a model of the design with its written form.
    pub fn compare<M: Model>(&mut self, name: &str, seed: u64, [of_sums, of_slopes]: [f64; 2], model: M) {
        with_room(|| {
            let compile = |instructions, rewrites| {
                model.compile_with(Options::default().instructions(instructions).rewrites(rewrites))
            };
            let plain = compile(Instructions::Best, Rewrites::None).unwrap_or_else(|error| panic!("{error}"));
            let mut random = Random(seed);
            let mut points: Vec<Vec<f64>> =
                (0..3).map(|_| random.numbers(plain.dimension(), -1.0, 1.0)).collect();
            points.push(vec![0.0; plain.dimension()]);
            let expected: Vec<_> = points.iter().map(|q| evaluate_gradient(&plain, q)).collect();
            self.designs += 1;
            let mut was_rewritten = false;
            for &(set, instructions) in sets() {
                let rewritten = compile(instructions, Rewrites::All)
                    .unwrap_or_else(|error| panic!("{name}, design {seed}: {error}"));
                let is_rewritten = rewritten.explain().statements().iter().any(|it| it.is_rewritten());
                was_rewritten |= is_rewritten;
                for (q, (value, gradient)) in points.iter().zip(&expected) {
                    let context =
                        || format!("{name}, design {seed}, {set}, at {q:?}: {}", rewritten.explain());
                    let (got, slopes) = evaluate_gradient(&rewritten, q);
                    let allowed = TOLERANCE * value.abs().max(1.0) + of_sums * (1.0 + value.abs().sqrt());
                    assert!(is_near(got, *value, allowed), "{got} for {value}: {}", context());
                    let scale = gradient.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
                    for (place, (got, slope)) in slopes.iter().zip(gradient).enumerate() {
                        let allowed = TOLERANCE * scale + of_slopes;
                        assert!(
                            is_near(*got, *slope, allowed),
                            "{got} for {slope} at {place} of {gradient:?}: {}",
                            context()
                        );
                    }
                }
            }
            self.rewritten += usize::from(was_rewritten);
        });
    }

    /// Prints the number of rewritten statements, and checks that there are enough of them for a
    /// comparison.
    pub fn finish(&self, name: &str, least: f64) {
        let Self { designs, rewritten } = self;
        say(&format!("{name}: {rewritten} of {designs} designs were rewritten"));
        assert!(*rewritten as f64 >= least * *designs as f64, "{name}: {rewritten} of {designs}");
    }
}

/// Makes a test for each model, `name(least part that is rewritten): |design| model`, with `designs()`
/// designs.
#[macro_export]
macro_rules! models {
    ($($name:ident($least:literal): |$design:ident| $model:block)*) => {$(
        #[test]
        fn $name() {
            let mut tally = $crate::common::degenerate_models::Tally::default();
            for seed in 0..designs() {
                let $design = &$crate::common::degenerate::Design::of(seed);
                let model = $model;
                tally.compare(stringify!($name), seed, $design.rounding(), model);
            }
            tally.finish(stringify!($name), $least);
        }
    )*};
}
