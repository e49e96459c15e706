//! Programs that break promises as far as safe code can: none may access memory outside its own. Traits on
//! which memory safety relies cannot be implemented (`tests/compile_fail/own_*.rs`); here are the traits
//! that can be implemented, buffers that do not fit, and sizes that overflow. In this build every access of
//! a kernel is checked, so an access outside its buffer would panic.

use crate::common::{is_near, sets, with_room};
use faer::MatRef;
use monomorph::model::{Elements, Numbers, ValueOf};
use monomorph::name::{Declaration, Name, Var, VarSet, Variables};
use monomorph::prelude::*;
use monomorph::shape::{Scalar, Vector};
use monomorph::target::Target;
use monomorph::trace::{IntoVarName, Named};
use monomorph::typenum::U1024;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts its calls.
struct Calls(AtomicUsize);

impl Calls {
    fn none() -> Self {
        Self(AtomicUsize::new(0))
    }

    fn next(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

/// Compiles a model, and evaluates it if it compiles, whatever the broken promises.
fn survives<M: Model>(model: M) {
    for &(_, instructions) in sets() {
        let Ok(posterior) = model.compile_with(Options::default().instructions(instructions)) else {
            continue;
        };
        let (q, mut gradient) = (vec![0.5; posterior.dimension()], vec![0.0; posterior.dimension()]);
        let workspace = &mut posterior.workspace();
        let alone = posterior.log_density(&q, workspace);
        let together = posterior.log_density_and_gradient(&q, &mut gradient, workspace);
        assert!(is_near(together, alone, 1e-9 * alone.abs()), "{alone} {together}");
    }
}

/// Returns the error of a model that is too large.
fn complaint<M: Model>(model: M) -> String {
    match model.compile() {
        Err(error @ Error::TooLarge { .. }) => error.to_string(),
        Err(error) => panic!("another error: {error}"),
        Ok(_) => panic!("it compiles"),
    }
}

// Workspaces.

#[test]
fn a_workspace_belongs_to_one_posterior() {
    params! { x: real(), y: vector(3) }
    let model = model! { x |= normal(0.0, 1.0), y |= normal(x, 1.0) };
    let [one, two] = [1.0, 2.0].map(|value| model.condition(x, value).compile().unwrap());
    let q = [0.1, 0.2, 0.3];
    let own = one.log_density(&q, &mut one.workspace());
    assert!(own.is_finite() && own != two.log_density(&q, &mut two.workspace()));

    // Of the same sizes, with another constant in it.
    let foreign = &mut two.workspace();
    assert!(one.log_density(&q, foreign).is_nan());
    let mut gradient = [0.0; 3];
    assert!(one.log_density_and_gradient(&q, &mut gradient, foreign).is_nan());
    assert!(gradient.iter().all(|slope| slope.is_nan()));
    gradient = [0.0; 3];
    assert!(one.restricted::<(), (y,)>(&q, &mut gradient, foreign).is_nan());
    assert!(gradient.iter().all(|slope| slope.is_nan()));
    assert_eq!(one.constrain_into(&q, &mut [0.0; 3], foreign), Err(Error::ForeignWorkspace));
    // And the workspace is as good as before for the posterior that made it.
    assert_eq!(two.log_density(&q, foreign), two.log_density(&q, &mut two.workspace()));
}

#[test]
fn a_posterior_of_any_model_checks_what_it_is_given() {
    params! { s: positive(), x: vector(3).lower(s) }
    let model = model! { s |= exponential(1.0), x |= normal(0.0, s) };
    for &(_, instructions) in sets() {
        let options = Options::default().instructions(instructions);
        let [own, other] =
            [0; 2].map(|_| -> Box<dyn Target> { Box::new(model.compile_with(options).unwrap()) });
        let own_workspace = &mut own.workspace();
        let fits = |workspace: &mut Workspace, points: usize, numbers: usize| {
            let (mut q, mut values) = (vec![0.1; points], vec![3.0; numbers]);
            let constrained = own.constrain_into(&q, &mut values, workspace).is_ok();
            let density = own.log_density(&q, workspace);
            let slopes = own.log_density_and_gradient(&q, &mut values, workspace);
            own.infinite_slope(&q, workspace);
            own.diagnose(&q, workspace);
            let placed = own.place("x", &[2.0; 3], &mut q, workspace).is_ok();
            assert!(own.place("x", &[2.0; 4], &mut q, workspace).is_err());
            [constrained, !density.is_nan(), !slopes.is_nan(), placed]
        };
        for (points, numbers) in
            [(0, 4), (3, 4), (5, 4), (4096, 4), (4, 0), (4, 3), (4, 5), (4, 4096), (4, 4)]
        {
            let expected = [numbers == 4, true, numbers == 4, true].map(|fits| fits && points == 4);
            assert_eq!(fits(own_workspace, points, numbers), expected, "{points} {numbers}");
            assert_eq!(fits(&mut other.workspace(), points, numbers), [false; 4], "{points} {numbers}");
        }
        assert_eq!(own.failures(&other.workspace()), [0, 0]);
    }
}

#[test]
fn the_same_model_compiled_again_is_another_posterior() {
    params! { x: real() }
    let model = model! { x |= normal(0.0, 1.0) };
    let [one, two] = [model, model].map(|model| model.compile().unwrap());
    assert!(one.log_density(&[0.0], &mut two.workspace()).is_nan());
}

#[test]
fn a_clone_takes_the_workspaces_of_its_original() {
    params! { x: real() }
    let posterior = model! { x |= normal(0.0, 1.0) }.compile().unwrap();
    let clone = posterior.clone();
    let workspace = &mut posterior.workspace();
    assert_eq!(clone.log_density(&[0.5], workspace), posterior.log_density(&[0.5], workspace));
    assert_eq!(posterior.log_density(&[0.5], &mut clone.workspace()), clone.log_density(&[0.5], workspace));
}

#[test]
fn full_conditionals_take_their_own_workspaces() {
    params! { x: real(), y: real() }
    let model = model! { x |= normal(0.0, 1.0), y |= normal(x, 1.0) };
    let [one, two] = [model, model].map(|model| model.compile().unwrap());
    let [of_one, of_two] = [&one, &two].map(|posterior| posterior.full_conditional(y, &[0.5, 0.5]).unwrap());
    let mut gradient = [0.0];
    assert!(of_one.log_density(&[0.1], &mut of_one.workspace()).is_finite());
    for mut workspace in [of_two.workspace(), one.workspace(), two.workspace()] {
        assert!(of_one.log_density(&[0.1], &mut workspace).is_nan());
        assert!(of_one.log_density_and_gradient(&[0.1], &mut gradient, &mut workspace).is_nan());
        assert!(gradient[0].is_nan());
    }
}

#[test]
fn lengths_that_do_not_fit_give_nan() {
    params! { x: vector(5), s: positive() }
    let model = model! { x |= normal(0.0, s), s |= exponential(1.0) };
    for &(_, instructions) in sets() {
        let options = Options::default().instructions(instructions);
        let posterior = model.compile_with(options).expect("the model compiles");
        let workspace = &mut posterior.workspace();
        for (points, slopes) in [(0, 6), (5, 6), (7, 6), (4096, 6), (6, 0), (6, 5), (6, 7), (6, 4096), (0, 0)]
        {
            let (q, mut gradient) = (vec![0.1; points], vec![0.0; slopes]);
            assert!(posterior.log_density_and_gradient(&q, &mut gradient, workspace).is_nan());
            assert!(gradient.iter().all(|slope| slope.is_nan()));
            assert!(posterior.restricted::<(s,), ()>(&q, &mut gradient, workspace).is_nan());
            assert_eq!(posterior.log_density(&q, workspace).is_nan(), points != 6);
            assert_eq!(
                posterior.constrain_into(&q, &mut vec![0.0; slopes], workspace).is_ok(),
                (points, slopes) == (6, 6)
            );
        }
    }
}

// Implementations of what is open.

/// An expression that is longer at the second evaluation.
#[derive(Clone, Copy)]
struct Growing<'a>(&'a Calls, &'a [f64]);

impl<'a> IntoExpr for Growing<'a> {
    type Node = <&'a [f64] as IntoExpr>::Node;

    fn into_expr(self) -> Expr<Self::Node> {
        let length = if self.0.next().is_multiple_of(2) { 2 } else { self.1.len() };
        self.1[..length].into_expr()
    }
}

#[test]
fn expressions_that_change_between_calls() {
    let (calls, numbers) = (Calls::none(), [0.5; 200]);
    let growing = Growing(&calls, &numbers);
    params! { x: vector(2), y: real() }
    for _ in 0..4 {
        with_room(|| {
            survives(model! { x |= normal(growing, 1.0), y |= normal(0.0, 1.0) });
            survives(model! { x |= normal(growing, growing), y |= normal(x.dot(growing), 1.0) });
            survives(model! { x |= normal(0.0, 1.0), y |= normal(0.0, 1.0), increment((x * growing).sum()) });
        });
    }
}

/// Indices that differ at the second read.
struct Shifting(Calls);

impl AsRef<[usize]> for Shifting {
    fn as_ref(&self) -> &[usize] {
        if self.0.next().is_multiple_of(2) { &[0, 1] } else { &[usize::MAX, 1 << 40, 7, 0] }
    }
}

#[test]
fn indices_that_change_between_calls() {
    params! { m: real_matrix(2, 2) }
    for _ in 0..4 {
        let (rows, columns) = (Shifting(Calls::none()), Shifting(Calls::none()));
        with_room(|| {
            survives(model! { m |= normal(0.0, 1.0), increment(m.cells(&rows, &columns).sum()) });
            survives(model! { m |= normal(0.0, 1.0), increment(m.rows_at(&rows).sum()) });
        });
    }
}

/// A value whose length is not the variable's.
#[derive(Clone, Copy)]
struct Long<'a>(&'a [f64]);

impl<'a> ValueOf<'a, Scalar> for Long<'a> {
    fn numbers(self) -> Numbers<'a> {
        Numbers::Many(self.0)
    }
}

/// A scalar with the shape of a vector.
#[derive(Clone, Copy)]
struct Wide;

/// The name of the scalar.
#[derive(Clone, Copy, Debug)]
struct TheScalar;

impl Name for TheScalar {
    const NAME: &'static str = "scalar";
    const DECLARATION: Declaration = Declaration::ALONE;
}

impl Named for Wide {
    type Shape = Vector<U1024>;
    type Name = TheScalar;
    const NAME: &'static str = "no such variable";
}

#[test]
fn values_that_do_not_fit() {
    let scalar = parameter(TheScalar, real());
    let model = model! { scalar |= normal(0.0, 1.0) };
    let numbers = [0.5; 1024];
    assert!(matches!(model.condition(scalar, Long(&numbers)).compile(), Err(Error::LengthMismatch { .. })));
    assert!(matches!(model.condition(scalar, Long(&[])).compile(), Err(Error::LengthMismatch { .. })));
    assert!(matches!(model.condition(Wide, &numbers).compile(), Err(Error::LengthMismatch { .. })));
    let posterior = model.compile().unwrap();
    assert!(posterior.full_conditional(Wide, &[0.0]).is_err());
}

/// A name with the key of another name.
#[derive(Clone, Copy, Debug)]
struct Impostor;

impl Name for Impostor {
    const NAME: &'static str = "impostor";
    const DECLARATION: Declaration =
        Declaration { block: 7, position: 1 << 40, names: &["impostor", "nobody"] };
    const VAR: Var = Var::new("victim");
}

/// The name whose key is used by `Impostor`.
#[derive(Clone, Copy, Debug)]
struct Victim;

impl Name for Victim {
    const NAME: &'static str = "victim";
    const DECLARATION: Declaration = Declaration { block: 7, position: 0, names: &[] };
}

#[test]
fn names_that_lie() {
    let (impostor, victim) = (parameter(Impostor, vector(500)), parameter(Victim, vector(2)));
    let alone = model! { impostor |= normal(0.0, 1.0) };
    assert!(matches!(alone.compile(), Err(Error::UnusedParameter { .. })));
    // One key for two sizes.
    let both = model! { victim |= normal(impostor.at(499), 1.0) };
    assert!(matches!(both.compile(), Err(Error::Redeclared { .. })));
}

#[test]
fn sets_that_contradict_each_other() {
    params! { x: positive(), y: vector(3).lower(x) }
    /// All variables, twice.
    struct All;
    impl Variables for All {
        const SET: VarSet = VarSet::of(<y as Name>::VAR).union(&<(x, y)>::SET);
    }
    let posterior = model! { x |= exponential(1.0), y |= normal(x, 1.0) }.compile().unwrap();
    let (q, workspace) = ([0.1; 4], &mut posterior.workspace());
    let whole = posterior.log_density(&q, workspace);
    let mut gradient = [7.0; 4];
    // What is in focus is fixed, so nothing is written.
    assert!(posterior.restricted::<All, All>(&q, &mut gradient, workspace).is_finite());
    assert_eq!(gradient, [7.0; 4]);
    assert!((posterior.restricted::<(), All>(&q, &mut gradient, workspace) - whole).abs() < 1e-12);
    assert!(gradient.iter().all(|&slope| slope != 7.0));
}

/// A name that differs at each call.
struct Fickle<'a>(&'a Calls);

impl IntoVarName for Fickle<'_> {
    fn into_var_name(self) -> Result<VarName, Error> {
        ["x", "x[7]", "y", "x[99999999999]"][self.0.next() % 4].into_var_name()
    }
}

#[test]
fn names_of_values_that_change() {
    let calls = Calls::none();
    let mut trace = Trace::new();
    for _ in 0..8 {
        let _ = trace.set(Fickle(&calls), 1.0);
        let _ = trace.get(Fickle(&calls));
    }
    params! { x: vector(2) }
    let posterior = model! { x |= normal(0.0, 1.0) }.compile().unwrap();
    assert!(posterior.unconstrain_trace(&trace).is_err());
}

/// A density that returns the workspace of another density.
struct Thief<'a, M>(&'a Posterior<M>, &'a Posterior<M>);

impl<M: BoundModel> Density for Thief<'_, M> {
    fn dimension(&self) -> usize {
        1 << 20
    }

    fn workspace(&self) -> Workspace {
        self.1.workspace()
    }

    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        self.0.log_density(q, workspace)
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        self.0.log_density_and_gradient(q, gradient, workspace)
    }
}

#[test]
fn densities_that_swap_workspaces() {
    params! { x: real() }
    let model = model! { x |= normal(0.0, 1.0) };
    let [one, two] = [model, model].map(|model| model.compile().unwrap());
    let thief = Thief(&one, &two);
    let mut gradient = [0.0];
    assert!(thief.log_density(&[0.0], &mut thief.workspace()).is_nan());
    assert!(thief.log_density_and_gradient(&[0.0], &mut gradient, &mut thief.workspace()).is_nan());
    assert!(thief.log_density(&vec![0.0; thief.dimension()], &mut one.workspace()).is_nan());
}

// Sizes.

#[test]
fn parameters_that_no_memory_holds() {
    params! { x: vector(usize::MAX) }
    assert_eq!(
        complaint(model! { x |= normal(0.0, 1.0) }),
        format!(
            "in `x |= normal(0.0, 1.0)`: `x`, a vector of length {}, does not fit into the memory of this machine",
            usize::MAX
        )
    );
    macro_rules! names_x {
        ($($space:expr),+ $(,)?) => {$({
            params! { x: $space }
            let words = complaint(model! { x |= flat() });
            assert!(words.contains("`x`, a"), "{}: {words}", stringify!($space));
        })+};
    }
    names_x! {
        vector(usize::MAX - 7).positive(),
        vector((1 << 44) + 1),
        ordered(usize::MAX),
        positive_ordered(usize::MAX - 1),
        simplex(usize::MAX),
        sum_to_zero(1 << 60),
        unit_vector(usize::MAX),
        real_matrix(1 << 40, 1 << 40),
        real_matrix(1 << 63, 2),
        cov_matrix(1 << 33),
        cov_matrix(usize::MAX),
        corr_matrix(1 << 32),
        cholesky_factor_corr(usize::MAX),
        cholesky_factor_cov(1 << 62),
        cholesky_factor_cov_of(1 << 40, 1 << 39),
        sum_to_zero_matrix(1 << 32, 1 << 32),
        row_stochastic_matrix(usize::MAX, usize::MAX),
        column_stochastic_matrix(1 << 34, 1 << 34),
        vector(1 << 32).rows(1 << 32),
        simplex(1 << 32).rows(1 << 33),
    }
}

#[test]
fn a_workspace_that_is_not_allocated() {
    // As much as may be claimed, which is more than a process can address.
    params! { small: real(), large: vector((1 << 44) - 64) }
    let words = complaint(model! { small |= normal(0.0, 1.0), large |= normal(small, 1.0) });
    assert_eq!(
        words,
        "the model, whose largest variable is `large`, does not fit into the memory of this machine"
    );
}

#[test]
fn expressions_that_no_memory_holds() {
    params! { x: vector(8), y: vector(1 << 40) }
    let priors = model! { x |= normal(0.0, 1.0) };
    // The product of the sides is 8 when it wraps.
    let wrapping = (1 << 61) + 1;
    assert!(matches!(
        model! { priors, increment(x.reshape(wrapping, 8).column(0).sum()) }.compile(),
        Err(Error::LengthMismatch { .. })
    ));
    for model in [complaint(model! { priors, increment(x.repeat_rows(wrapping).sum()) }), {
        complaint(model! { priors, long = x.repeat_rows(wrapping), increment(long.sum()) })
    }] {
        assert!(model.contains("does not fit"), "{model}");
    }
    let square = model! { y |= normal(0.0, 1.0), priors, large = y.outer(y), increment(large.sum()) };
    assert!(complaint(square).contains("`large`"));
    let covariance = model! {
        y |= normal(0.0, 1.0), priors, large = gp_exp_quad_cov(y, 1.0, 1.0), increment(large.sum()),
    };
    assert!(complaint(covariance).contains("`large`"));
}

#[test]
fn data_without_end() {
    // One number, seen as a matrix of any size.
    let endless = MatRef::from_repeated_ref(&1.0, 1 << 40, 1 << 30);
    params! { x: vector(1 << 30), y: real() }
    let prior = model! { y |= normal(0.0, 1.0) };
    let words = complaint(model! { prior, data(endless) |= normal(y, 1.0) });
    assert!(words.starts_with("in `data(endless) |= normal(y, 1.0)`"), "{words}");
    let words =
        complaint(model! { prior, x |= normal(0.0, 1.0), z = matrix(endless).dot(x), increment(z.sum()) });
    assert!(words.starts_with("in `z = "), "{words}");
}

#[test]
fn elements_without_end() {
    params! { x: vector(4) }
    let model = model! { x |= normal(0.0, 1.0) };
    for range in [0..usize::MAX, 1..1 << 60] {
        let held = model.condition_at(x, Elements::from(range), &[1.0, 2.0]);
        assert!(matches!(held.compile(), Err(Error::LengthMismatch { .. })));
    }
}

#[cfg(feature = "random")]
mod random {
    use super::*;
    use monomorph::dirichlet_process::{Component, chinese_restaurant};
    use monomorph::rand::{Rng, RngExt};

    /// Returns NaN, and wrong numbers of members.
    struct Nonsense(Calls);

    impl Component for Nonsense {
        type Members = Vec<f64>;
        type Predictive = f64;

        fn add(&self, members: &mut Vec<f64>, observation: f64) {
            if self.0.next().is_multiple_of(3) {
                members.push(observation);
            }
        }

        fn remove(&self, members: &mut Vec<f64>, _: f64) {
            members.pop();
        }

        fn predictive(&self, members: &Vec<f64>) -> f64 {
            members.len() as f64
        }

        fn log_density(&self, predictive: f64, _: f64) -> f64 {
            [f64::NAN, f64::INFINITY, predictive, f64::NEG_INFINITY][self.0.next() % 4]
        }

        fn parameter(&self, _: &Vec<f64>, _: &mut dyn Rng) -> f64 {
            f64::NAN
        }
    }

    #[test]
    fn components_without_sense() {
        let data = [0.1, 0.2, 5.0, 5.1, 9.0];
        // Draws, or an error: what they are worth is the component's affair.
        let _ = chinese_restaurant(1.0, Nonsense(Calls::none()), &data)
            .chains(2)
            .warmup(20)
            .draws(20)
            .seed(1)
            .run();
    }

    #[test]
    fn proposals_without_sense() {
        params! { z: category(3), x: vector(3) }
        let model = model! {
            z |= categorical(data(&[0.2, 0.3, 0.5])),
            x |= normal(0.0, 1.0),
            data(&[0.3]) |= normal(x.at(z), 1.0),
        };
        let posterior = model.compile().unwrap();
        for length in [0, 2, 3, 4096] {
            let wild = move |_: &[f64], rng: &mut dyn Rng| {
                let far = [f64::NAN, 1e300, -7.0, 0.5][rng.random_range(0..4)];
                (vec![far; length], f64::NAN)
            };
            let run = posterior.gibbs().proposal("x", wild).chains(1).warmup(5).draws(5).seed(1).run();
            assert_eq!(run.is_ok(), length == 3);
        }
        // What is proposed for an index is no index.
        for far in [f64::NAN, 1e300, -1.0, 3.0, 0.5] {
            let run = posterior.gibbs().proposal("z", move |_: &[f64], _: &mut dyn Rng| (vec![far], 0.0));
            let _ = run.chains(1).warmup(5).draws(5).seed(1).run();
        }
    }
}

// Loops.

/// Closures that make different statements and terms at each call.
#[test]
fn closures_that_change_their_minds() {
    let y = [0.5; 40];
    params! { mu: vector(9), s: positive() }
    for start in 0..4 {
        let (statements, terms, sizes) = (Calls(start.into()), Calls(start.into()), Calls(start.into()));
        let (statements, terms, sizes) = (&statements, &terms, &sizes);
        let priors = model! { mu |= normal(0.0, 1.0), s |= exponential(1.0) };
        survives(model! {
            priors,
            for_each(3, |_| data(&y[..1 + 7 * (statements.next() % 5)]) |=
                normal(mu.at(statements.next() % 9), s)),
        });
        survives(
            model! { priors, increment(sum_over(3, |_| data(&y[..9]) * mu.at(terms.next() % 12)).at(8)) },
        );
        survives(model! { priors, increment(sum_over(3, |_| mu.slice(0..1 + sizes.next() % 9)).at(0)) });
        survives(
            model! { priors, all = sum_over(1, |_| mu.slice(0..1 + sizes.next() % 9)), increment(all.sum()) },
        );
    }
}
