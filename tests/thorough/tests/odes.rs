//! Proves that `ode` has the solutions, and the derivatives by parameters and initial values, that scipy has
//! with tolerances near the precision of numbers: of equations that are chaotic (Lorenz), oscillate (van der
//! Pol, FitzHugh and Nagumo) or are stiff (van der Pol, Robertson), by both methods where they can.
//! `tests/reference/odes.py` made the numbers.

#[path = "../../common/mod.rs"]
mod common;

use common::{assert_near, beside_tests, evaluate_gradient, on_every_set};
use faer::MatRef;
use monomorph::prelude::*;
use serde_json::Value;

/// An equation with its solution: a row for each time; of each parameter and initial value the derivatives of
/// all that.
struct Reference {
    q: Vec<f64>,
    times: Vec<f64>,
    solution: Vec<f64>,
    slopes: Vec<Vec<f64>>,
}

fn flatten(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(flatten).collect(),
        number => vec![number.as_f64().expect("a number")],
    }
}

impl Reference {
    fn open(name: &str) -> Self {
        let text = std::fs::read_to_string(beside_tests("reference/odes.json")).expect("the references");
        let cases: Value = serde_json::from_str(&text).expect("JSON");
        let case =
            cases.as_array().expect("cases").iter().find(|case| case["name"] == name).expect("the case");
        let slopes = case["slopes"].as_array().expect("slopes").iter().map(flatten).collect();
        let q = [flatten(&case["parameters"]), flatten(&case["initial"])].concat();
        Self { q, times: flatten(&case["times"]), solution: flatten(&case["solution"]), slopes }
    }

    /// Weights for the elements of the solution, so that the gradient of one number tests all derivatives.
    fn weights(&self) -> Vec<f64> {
        (0..self.solution.len()).map(|place| 1.0 + (place as f64).sin()).collect()
    }

    /// Compares a model whose log density is the weighted sum of the solution, in a definition `y`.
    fn check<M: BoundModel>(&self, posterior: &Posterior<M>, set: &str, (of_value, of_slopes): (f64, f64)) {
        let y = posterior.constrain(&self.q).unwrap().get("y").unwrap();
        for (got, want) in y.iter().zip(&self.solution) {
            assert_near(*got, *want, of_value * want.abs().max(1e-3), || format!("the solution, {set}"));
        }
        let gradient = evaluate_gradient(posterior, &self.q).1;
        let weights = self.weights();
        for (got, slopes) in gradient.iter().zip(&self.slopes) {
            let terms = slopes.iter().zip(&weights).map(|(slope, weight)| slope * weight);
            let (want, size): (f64, f64) = (terms.clone().sum(), terms.map(f64::abs).sum());
            assert_near(*got, want, of_slopes * size.max(1e-6), || format!("a derivative, {set}"));
        }
    }
}

/// A test of an equation: its name, parameters and states, what each is called in the right-hand side, its
/// derivatives, its method and tolerance, and the errors that are allowed of values and of derivatives.
macro_rules! solves {
    ($test:ident, $name:literal, [$($parameter:ident)*], [$($state:ident $first:ident)*] => $rates:expr,
        $tolerance:literal $(, $method:ident)?; $allowed:expr) => {
        #[test]
        fn $test() {
            let reference = Reference::open($name);
            let weights = reference.weights();
            let weights = MatRef::from_row_major_slice(&weights, reference.times.len(),
                weights.len() / reference.times.len());
            params! { $($parameter: real(),)* $($first: real()),* }
            let model = model! {
                $($parameter |= flat(),)*
                $($first |= flat(),)*
                y = ode(&reference.times, ($($first,)*), |_, ($($state,)*)| $rates)
                    $(.$method())?
                    .max_steps(200_000)
                    .tolerance($tolerance, $tolerance),
                increment((y * data(weights)).sum()),
            };
            on_every_set(model, |set, posterior| reference.check(posterior, set, $allowed));
        }
    };
}

solves!(lorenz, "lorenz", [a b c], [x x0 y y0 z z0] => (a * (y - x), x * (b - z) - y, x * y - c * z),
    1e-13; (1e-9, 1e-9));
solves!(van_der_pol, "van der Pol", [p s], [x x0 v v0] => (v, p * ((1.0 - x * x) * v - s * x)),
    1e-13; (1e-10, 1e-9));
solves!(van_der_pol_implicitly, "van der Pol", [p s], [x x0 v v0] => (v, p * ((1.0 - x * x) * v - s * x)),
    1e-10, stiff; (1e-7, 1e-7));
solves!(stiff_van_der_pol, "stiff van der Pol", [p s], [x x0 v v0] => (v, p * ((1.0 - x * x) * v - s * x)),
    1e-10, stiff; (1e-7, 1e-6));
solves!(fitzhugh_nagumo, "FitzHugh-Nagumo", [a b c],
    [v v0 r r0] => (c * (v - v * v * v * (1.0 / 3.0) + r), -(v - a + b * r) / c), 1e-13; (1e-9, 1e-9));
solves!(robertson, "robertson", [a b c], [x x0 y y0 z z0] => {
    let (slow, fast, back) = (a * x, 3e7 * b * y * y, 1e4 * c * y * z);
    (back - slow, slow - back - fast, fast)
}, 1e-11, stiff; (1e-8, 1e-7));
