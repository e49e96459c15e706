//! Dependency graphs: hand-worked networks, two other derivations of independence on random graphs, the
//! graphs of models, and their pictures.

use monomorph::Error;
use monomorph::faer::mat;
use monomorph::graph::{ExpressionSketch, Graph, Kind, LawSketch, Sketch, SupportSketch, Target};
use monomorph::name::Name;
use monomorph::prelude::*;
use monomorph::shape::Extent;
use proptest::prelude::*;

/// A graph from lines such as `y: a b` for parameters, `y = a b` for definitions and `! a b` for increments.
fn graph(lines: &[&str]) -> Graph {
    let mut sketch = Sketch::default();
    for &line in lines {
        let (name, mentions) = line.split_once([':', '=', '!']).unwrap();
        let (name, value) =
            (name.trim(), ExpressionSketch::new(mentions).mentioning(mentions.split_whitespace()));
        if line.contains('=') {
            sketch.defines(name, value, line);
        } else if line.contains('!') {
            sketch.increments(value, line);
        } else {
            let target = Target::parameter(name, Extent::Scalar, SupportSketch::real());
            sketch.follows(target, LawSketch::new("normal").with("location", value), line);
        }
    }
    Graph::new(sketch)
}

/// Checks lines such as `a, b | c d` to be independent, or with `~` before them dependent, in both
/// directions.
#[track_caller]
fn check(graph: &Graph, lines: &[&str]) {
    for line in lines {
        let (expected, rest) = match line.strip_prefix('~') {
            Some(rest) => (false, rest),
            None => (true, *line),
        };
        let (pair, given) = rest.split_once('|').unwrap();
        let (left, right) = pair.split_once(',').unwrap();
        let [left, right, given] =
            [left, right, given].map(|text| text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(graph.is_independent(&left, &right, &given).unwrap(), expected, "{line}");
        assert_eq!(graph.is_independent(&right, &left, &given).unwrap(), expected, "{line}, turned");
    }
}

// Hand-worked networks.

#[test]
fn chain() {
    let graph = graph(&["a:", "b: a", "c: b"]);
    check(&graph, &["~a, c |", "a, c | b", "~a, b |", "~a, b | c"]);
    assert_eq!(graph.blanket("b").unwrap(), ["a", "c"]);
    assert_eq!(graph.blanket("a").unwrap(), ["b"]);
}

#[test]
fn fork() {
    let graph = graph(&["a:", "b: a", "c: a"]);
    check(&graph, &["~b, c |", "b, c | a"]);
    assert_eq!(graph.blanket("b").unwrap(), ["a"]);
}

#[test]
fn collider_and_its_descendant() {
    let graph = graph(&["a:", "b:", "c: a b", "d: c", "e: d"]);
    check(&graph, &["a, b |", "~a, b | c", "~a, b | d", "~a, b | e", "a b, e | c", "a b, e | d", "~a, e |"]);
    assert_eq!(graph.blanket("a").unwrap(), ["b", "c"]);
}

#[test]
fn m_bias() {
    let graph = graph(&["u:", "v:", "x: u", "m: u v", "y: v"]);
    check(&graph, &["x, y |", "~x, y | m", "x, y | m u", "x, y | m v", "x, y | u v"]);
}

#[test]
fn front_door() {
    let graph = graph(&["u:", "x: u", "m: x", "y: m u"]);
    check(&graph, &["~x, y |", "~x, y | m", "x, y | m u", "m, u | x", "~m, u |", "~m, u | x y"]);
    assert_eq!(graph.blanket("m").unwrap(), ["u", "x", "y"]);
}

#[test]
fn asia() {
    let graph = graph(&[
        "asia:",
        "smoke:",
        "tub: asia",
        "lung: smoke",
        "bronc: smoke",
        "either = tub lung",
        "xray: either",
        "dysp: either bronc",
    ]);
    check(
        &graph,
        &[
            "asia, smoke |",
            "~asia, smoke | dysp",
            "~tub, lung | xray",
            "tub, lung |",
            "lung, bronc | smoke",
            "~lung, bronc | smoke dysp",
            "asia, xray | either",
            "asia, xray | tub lung", // which determine `either`
            "xray, dysp | tub lung",
            "xray, dysp | either",
            "~xray, dysp | tub",
            "~xray, dysp | tub smoke",
            "either, smoke asia xray dysp | tub lung",
        ],
    );
    assert_eq!(graph.blanket("lung").unwrap(), ["smoke", "tub", "bronc", "xray", "dysp"]);
    assert_eq!(graph.blanket("either").unwrap(), ["tub", "lung"]);
    assert_eq!(graph.stochastic_children("tub").unwrap(), ["xray", "dysp"]);
    assert_eq!(graph.children("tub").unwrap(), ["either"]);
}

#[test]
fn a_definition_of_nothing_is_known() {
    let graph = graph(&["c =", "a: c", "b: c"]);
    check(&graph, &["a, b |", "c, a |"]);
}

#[test]
fn given_variables_and_empty_sets() {
    let graph = graph(&["a:", "b: a"]);
    check(&graph, &["~a, a |", "a, a | a", "a, b | a", ", b |", "a, |"]);
}

#[test]
fn factors_are_always_observed() {
    let graph = graph(&["a:", "b:", "c:", "! a b", "! b c"]);
    check(&graph, &["~a, b |", "~a, c |", "a, c | b", "a, increment |"]);
    assert_eq!(graph.blanket("b").unwrap(), ["a", "c", "increment", "increment#2"]);
    assert_eq!(graph.blanket("increment#2").unwrap(), ["b", "c"]);
}

#[test]
fn circles_are_factors() {
    let graph = graph(&["a: b d", "b: a", "c: a", "d:", "e: b"]);
    check(
        &graph,
        &["~a, b |", "~b, c |", "b, c | a", "~d, b |", "~d, b | a", "e, a | b", "~d, e | c", "d, c | a"],
    );
    let error = graph.topological_order().unwrap_err();
    assert_eq!(error, Error::Circular { names: vec!["a".to_owned(), "b".to_owned()] });
    assert_eq!(error.to_string(), "the variables a, b depend on themselves");
    assert_eq!(graph.ancestors("a").unwrap(), ["a", "b", "d"]);
}

#[test]
fn unknown_names_are_errors() {
    let graph = graph(&["a:", "b: a"]);
    let expected = Error::UnknownName { name: "x".to_owned(), known: vec!["a".to_owned(), "b".to_owned()] };
    assert_eq!(graph.parents("x").unwrap_err(), expected);
    assert_eq!(graph.blanket("x").unwrap_err(), expected);
    assert_eq!(graph.vertex("x").unwrap_err(), expected);
    assert_eq!(graph.is_independent(&["a"], &["b"], &["x"]).unwrap_err(), expected);
}

// Random graphs, against two other derivations.

/// The parents of each vertex, all before it, and which vertices are definitions.
#[derive(Clone, Debug)]
struct Network {
    parents: Vec<Vec<usize>>,
    is_definition: Vec<bool>,
}

impl Network {
    fn graph(&self) -> Graph {
        let lines: Vec<String> = (0..self.parents.len())
            .map(|place| {
                let parents: Vec<String> =
                    self.parents[place].iter().map(|parent| format!("v{parent}")).collect();
                format!(
                    "v{place}{} {}",
                    if self.is_definition[place] { " =" } else { ":" },
                    parents.join(" ")
                )
            })
            .collect();
        graph(&lines.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Returns the given vertices, and the definitions that they determine.
    fn determined(&self, given: &[bool]) -> Vec<bool> {
        let mut all = given.to_vec();
        for place in 0..all.len() {
            all[place] |= self.is_definition[place] && self.parents[place].iter().all(|&parent| all[parent]);
        }
        all
    }

    /// Separation in the moral graph of the ancestors (Lauritzen et al. 1990).
    fn is_separated(&self, x: usize, y: usize, given: &[bool]) -> bool {
        let count = self.parents.len();
        let given = self.determined(given);
        let mut is_kept: Vec<bool> =
            (0..count).map(|place| given[place] || place == x || place == y).collect();
        for place in (0..count).rev() {
            if is_kept[place] {
                self.parents[place].iter().for_each(|&parent| is_kept[parent] = true);
            }
        }
        let mut joined = vec![vec![false; count]; count];
        for child in (0..count).filter(|&child| is_kept[child]) {
            let family: Vec<usize> = self.parents[child].iter().copied().chain([child]).collect();
            for &a in &family {
                family.iter().for_each(|&b| joined[a][b] = true);
            }
        }
        let (mut is_seen, mut open) = (given.clone(), vec![x]);
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut is_seen[place], true) {
                open.extend((0..count).filter(|&other| joined[place][other]));
            }
        }
        given[x] || given[y] || !is_seen[y]
    }

    /// Cov (x, y | given) where each variable is a linear function of its parents with these coefficients,
    /// plus a noise of variance one unless it is a definition, in units of the standard deviations.
    fn partial_correlation(&self, x: usize, y: usize, given: &[bool], coefficients: &[f64]) -> f64 {
        let count = self.parents.len();
        // Each variable as a linear function of the noises.
        let mut rows = vec![vec![0.0; count]; count];
        for place in 0..count {
            for &parent in &self.parents[place] {
                let row = rows[parent].clone();
                let by = coefficients[place * count + parent];
                rows[place].iter_mut().zip(row).for_each(|(own, theirs)| *own += by * theirs);
            }
            rows[place][place] += if self.is_definition[place] { 0.0 } else { 1.0 };
        }
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        for known in (0..count).filter(|&place| given[place]) {
            let direction = rows[known].clone();
            let length = dot(&direction, &direction);
            if length > 1e-10 {
                for row in &mut rows {
                    let by = dot(row, &direction) / length;
                    row.iter_mut().zip(&direction).for_each(|(own, part)| *own -= by * part);
                }
            }
        }
        let variance = |place: usize| dot(&rows[place], &rows[place]);
        if variance(x).min(variance(y)) < 1e-10 {
            0.0
        } else {
            dot(&rows[x], &rows[y]) / (variance(x) * variance(y)).sqrt()
        }
    }
}

fn networks(with_definitions: bool) -> impl Strategy<Value = (Network, Vec<bool>, usize, usize, Vec<f64>)> {
    (2..9_usize).prop_flat_map(move |count| {
        let arrows = prop::collection::vec(prop::bool::weighted(0.35), count * count);
        let definitions =
            prop::collection::vec(prop::bool::weighted(if with_definitions { 0.4 } else { 0.0 }), count);
        let given = prop::collection::vec(prop::bool::weighted(0.35), count);
        let coefficients = prop::collection::vec((0.4..1.6_f64, any::<bool>()), count * count);
        (arrows, definitions, given, 0..count, 0..count, coefficients).prop_map(
            move |(arrows, is_definition, mut given, x, y, coefficients)| {
                let of = |place: usize| (0..place).filter(|parent| arrows[place * count + parent]).collect();
                let network = Network { parents: (0..count).map(of).collect(), is_definition };
                (given[x], given[y]) = (false, false);
                let signed =
                    coefficients.into_iter().map(|(size, sign)| if sign { size } else { -size }).collect();
                (network, given, x, y, signed)
            },
        )
    })
}

/// Returns the answer of Bayes ball.
fn answer(network: &Network, x: usize, y: usize, given: &[bool]) -> bool {
    let name = |place: usize| format!("v{place}");
    let known: Vec<String> = (0..given.len()).filter(|&place| given[place]).map(name).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    network.graph().is_independent(&[&name(x)], &[&name(y)], &known).unwrap()
}

proptest! {
    #![proptest_config(
        ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn separation_in_moral_graphs_agrees((network, given, x, y, _) in networks(true)) {
        prop_assume!(x != y);
        prop_assert_eq!(answer(&network, x, y, &given), network.is_separated(x, y, &given));
    }

    #[test]
    fn independence_is_a_partial_correlation_of_zero(
        (network, given, x, y, coefficients) in networks(false)) {
        prop_assume!(x != y);
        let correlation = network.partial_correlation(x, y, &given, &coefficients);
        prop_assert_eq!(answer(&network, x, y, &given), correlation.abs() < 1e-9, "{}", correlation);
    }

    #[test]
    fn with_definitions_what_is_independent_has_no_partial_correlation(
        (network, given, x, y, coefficients) in networks(true)
    ) {
        prop_assume!(x != y);
        if answer(&network, x, y, &given) {
            prop_assert!(network.partial_correlation(x, y, &given, &coefficients).abs() < 1e-7);
        }
    }

    #[test]
    fn the_blanket_separates_from_the_rest((network, _, x, _, _) in networks(true)) {
        let graph = network.graph();
        let name = format!("v{x}");
        if network.is_definition[x] {
            prop_assert_eq!(graph.blanket(&name).unwrap(), graph.stochastic_parents(&name).unwrap());
            return Ok(());
        }
        let blanket = graph.blanket(&name).unwrap();
        let is_rest = |other: &str| other != name && graph.vertex(other).unwrap().kind() != Kind::Definition;
        for other in graph.topological_order().unwrap().into_iter().filter(|other| is_rest(other)) {
            if !blanket.contains(&other) {
                prop_assert!(graph.is_independent(&[&name], &[other], &blanket).unwrap(), "{}", other);
            }
        }
    }

    #[test]
    fn parents_come_first((network, _, _, _, _) in networks(true)) {
        let graph = network.graph();
        let order = graph.topological_order().unwrap();
        prop_assert_eq!(order.len(), network.parents.len());
        let place = |name: &str| order.iter().position(|&other| other == name).unwrap();
        for &name in &order {
            for parent in graph.parents(name).unwrap() {
                prop_assert!(place(parent) < place(name));
            }
            for ancestor in graph.ancestors(name).unwrap() {
                prop_assert!(graph.descendants(ancestor).unwrap().contains(&name));
            }
        }
    }
}

// Graphs of models.

#[test]
fn eight_schools() {
    let (y, sigma) = ([28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0], [15.0; 8]);
    params! { mu: real(), tau: positive(), eta: vector(8) }
    let graph = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    }
    .graph();
    assert_eq!(graph.topological_order().unwrap(), ["mu", "tau", "eta", "theta", "y"]);
    assert_eq!(graph.data(), ["y"]);
    check(
        &graph,
        &["mu, tau |", "~mu, tau | y", "mu, y | theta", "mu tau eta, y | theta", "~mu, tau | theta"],
    );
    assert_eq!(graph.blanket("eta").unwrap(), ["mu", "tau", "y"]);
    let tau = graph.vertex("tau").unwrap();
    assert_eq!((tau.kind(), tau.extent()), (Kind::Parameter, Extent::Scalar));
    assert_eq!(tau.support().unwrap().to_string(), "positive");
    assert_eq!(tau.law().unwrap().argument("scale").unwrap().number(), Some(5.0));
    let theta = graph.vertex("theta").unwrap();
    assert_eq!((theta.extent(), theta.value().unwrap().text()), (Extent::Vector(8), "mu + tau * eta"));
}

#[test]
fn supports_tell_their_ranges() {
    params! {
        a: real(), b: positive(), c: lower(-1.5), d: upper(a), e: interval(0.0, b),
        f: offset_multiplier(a, b),
        g: ordered(2), h: positive_ordered(2), i: simplex(2), j: sum_to_zero(2), k: unit_vector(2),
        l: simplex(2).rows(3), m: cholesky_factor_corr(2), n: corr_matrix(2), o: cholesky_factor_cov(2),
        p: cov_matrix(2), q: row_stochastic_matrix(2, 2), r: sum_to_zero_matrix(2, 2),
        s: vector(2).lower(&[0.0, 1.0]),
    }
    let first = model! {
        a |= flat(), b |= flat(), c |= flat(), d |= flat(), e |= flat(), f |= flat(), g |= flat(),
        h |= flat(),
    };
    let second = model! {
        i |= flat(), j |= flat(), k |= flat(), l |= flat(), m |= flat(), n |= flat(), o |= flat(),
        p |= flat(),
        q |= flat(), r |= flat(), s |= flat(),
    };
    let graph = model! { first, second }.graph();
    let told: Vec<String> = graph
        .vertices()
        .iter()
        .map(|vertex| {
            let support = vertex.support().unwrap();
            let bounded = if support.is_bounded() { "bounded" } else { "unbounded" };
            format!("{support} {} {bounded}", support.range())
        })
        .collect();
    let expected = [
        "real (−∞, ∞) unbounded",
        "positive (0, ∞) unbounded",
        "lower(-1.5) (-1.5, ∞) unbounded",
        "upper(a) (−∞, a) unbounded",
        "interval(0, b) (0, b) bounded",
        "offset_multiplier(a, b) (−∞, ∞) unbounded",
        "ordered (−∞, ∞) unbounded",
        "positive_ordered (0, ∞) unbounded",
        "simplex (0, 1) bounded",
        "sum_to_zero (−∞, ∞) unbounded",
        "unit_vector (-1, 1) bounded",
        "simplex (0, 1) bounded",
        "cholesky_factor_corr (-1, 1) bounded",
        "corr_matrix (-1, 1) bounded",
        "cholesky_factor_cov (−∞, ∞) unbounded",
        "cov_matrix (−∞, ∞) unbounded",
        "stochastic_matrix (0, 1) bounded",
        "sum_to_zero_matrix (−∞, ∞) unbounded",
        "lower(data(&[0, 1])) (0 … 1, ∞) unbounded",
    ];
    assert_eq!(told, expected);
}

#[test]
fn bounds_are_parents() {
    params! { low: real(), size: positive(), x: interval(low, low + size) }
    let graph =
        model! { low |= normal(0.0, 1.0), size |= half_normal(1.0), x |= uniform(low, low + size) }.graph();
    assert_eq!(graph.parents("x").unwrap(), ["low", "size"]);
    let x = graph.vertex("x").unwrap();
    assert_eq!(x.law().unwrap().range(), Some(x.support().unwrap().range()));
    check(&graph, &["low, size |"]);
}

#[test]
fn what_is_cut_ties_its_parents_together() {
    params! { a: real(), b: real(), x: positive() }
    let cut = model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), x |= normal(a + b, 1.0) }.graph();
    check(&cut, &["~a, b |", "~a, b | x"]);
    {
        params! { a: real(), b: real(), x: positive() }
        let whole = model! {
            a |= normal(0.0, 1.0),
            b |= normal(0.0, 1.0),
            x |= normal(a + b, 1.0).truncated_below(0.0),
        }
        .graph();
        check(&whole, &["a, b |", "~a, b | x"]);
    }
}

#[test]
fn laws_of_whole_vectors_and_matrices_are_not_cut() {
    let unit = mat![[1.0, 0.0], [0.0, 1.0]];
    params! {
        a: real(), b: real(), share: simplex(3), shares: simplex(3).rows(2), l: cholesky_factor_corr(2),
        s: cov_matrix(2), x: vector(2), steps: ordered(2), above: vector(2).positive(),
    }
    let parents = || model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0) };
    let whole = model! {
        parents(),
        share  |= dirichlet((a + b).exp()),
        shares |= dirichlet((a + b).exp()),
        l      |= lkj_corr_cholesky((a + b).exp()),
        s      |= wishart(2.0 + (a + b).exp(), data(&unit)),
        x      |= multi_normal(a + b, data(&unit)),
    };
    check(
        &whole.graph(),
        &["a, b |", "~a, b | share", "~a, b | shares", "~a, b | l", "~a, b | s", "~a, b | x"],
    );
    check(&model! { parents(), steps |= normal(a + b, 1.0) }.graph(), &["~a, b |"]);
    check(&model! { parents(), above |= multi_normal(a + b, data(&unit)) }.graph(), &["~a, b |"]);
    check(
        &model! { parents(), above |= flat(), x |= normal(a + b, above) }.graph(),
        &["a, b |", "a, above |"],
    );
}

#[test]
fn weights_tie_their_parents_together() {
    let y = [0.3, 0.1];
    params! { a: real(), b: real() }
    let parents = || model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0) };
    let plain = model! { parents(), data(&y) |= normal(a + b, 1.0) }.graph();
    check(&plain, &["a, b |", "~a, b | y"]);
    let weighted = model! { parents(), data(&y) |= weighted(0.5, normal(a + b, 1.0)) }.graph();
    check(&weighted, &["~a, b |", "~a, b | y"]);
}

#[test]
fn laws_tell_their_arguments() {
    let (y, z, pairs) = ([0.3, 1.4], [0, 2], mat![[0.1, 0.2], [0.3, 0.4]]);
    params! {
        share: simplex(2), mu: vector(2), sigma: positive(), cut: ordered(2), slope: real(),
        l: cholesky_factor_corr(2), limit: real(), k: simplex(3),
    }
    let graph = model! {
        share |= dirichlet(1.0),
        mu    |= normal(0.0, 1.0),
        sigma |= half_normal(1.0),
        cut   |= normal(0.0, 1.0),
        slope |= normal(0.0, 1.0),
        l     |= lkj_corr_cholesky(2.0),
        limit |= normal(0.0, 1.0),
        k     |= dirichlet(1.0),
        data(&y) |= mixture(share, (normal(mu.at(0), sigma), normal(mu.at(1), 1.0))),
        data(&z) |= ordered_logistic(slope * data(&y), cut),
        data(&pairs) |= multi_normal_cholesky(mu, l),
        data(&y) |= normal(slope, sigma).truncated_above(limit + 9.0),
        data(&y) |= normal(slope, 1.0).censored(-9.0, limit),
        data(&z) |= categorical(k),
        data(&y) |= normal(slope, 1.0).right_censored(data(&[0, 1])),
    }
    .graph();
    let parents = |name: &str| graph.parents(name).unwrap();
    assert_eq!(parents("y"), ["share", "mu", "sigma"]);
    assert_eq!(parents("z"), ["cut", "slope"]);
    assert_eq!(parents("pairs"), ["mu", "l"]);
    assert_eq!(parents("y#2"), ["sigma", "slope", "limit"]);
    assert_eq!(parents("y#3"), ["slope", "limit"]);
    assert_eq!(parents("z#2"), ["k"]);
    assert_eq!(parents("y#4"), ["slope"]);
    assert_eq!(parents("l"), [] as [&str; 0]);
    let law = |name: &str| graph.vertex(name).unwrap().law().unwrap().name().to_owned();
    let range = graph.vertex("y#2").unwrap().law().unwrap().range().unwrap();
    assert_eq!(range.to_string(), "(−∞, limit + 9)");
    let laws = ["y", "z", "pairs", "y#2", "y#3", "y#4", "l"].map(law);
    let expected = [
        "mixture",
        "ordered_logistic",
        "multi_normal",
        "normal.truncated",
        "normal.censored",
        "normal.right_censored",
        "lkj_corr_cholesky",
    ];
    assert_eq!(laws, expected);
    assert_eq!(graph.vertex("pairs").unwrap().extent(), Extent::Matrix { length: 4, columns: 2 });
}

fn effects<Prefix: Name>(prefix: Prefix, n: usize) -> impl Model {
    params! { in prefix; scale: positive(), raw: vector(n) }
    model! { in prefix;
        scale |= half_normal(1.0),
        raw   |= normal(0.0, 1.0),
        effect = scale * raw,
    }
}

#[test]
fn parts_of_models() {
    names! { school, pupil }
    let graph = model! { effects(school, 2), effects(pupil, 3) }.graph();
    assert_eq!(graph.parents("pupil.effect").unwrap(), ["pupil.scale", "pupil.raw"]);
    check(&graph, &["school.effect, pupil.effect |"]);
    // Data can have a parameter's name.
    let scale = [1.0];
    params! { mu: real() }
    let part = model! { data(&scale) |= normal(mu, 1.0), data(&scale) |= normal(mu, 2.0) }.graph();
    assert_eq!(part.vertex("mu").unwrap().law(), None);
    assert_eq!(part.children("mu").unwrap(), ["scale", "scale#2"]);
    params! { y: real() }
    let (parameter, y) = (y, [0.5]);
    let same = model! { parameter |= normal(0.0, 1.0), data(&y) |= normal(parameter, 1.0) }.graph();
    assert_eq!(same.parents("y#2").unwrap(), ["y"]);
}

// Pictures.

#[test]
fn pictures() {
    let (y, group) = ([0.1, 0.2, 0.3], [0, 0, 1]);
    params! { mu: real(), tau: positive(), eta: vector(2), weights: simplex(3) }
    let graph = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        weights |= dirichlet(1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta.at(&group), 1.0),
        increment((mu * tau).square()),
    }
    .graph();
    let members: Vec<_> =
        graph.plates().into_iter().map(|plate| (plate.to_string(), plate.members)).collect();
    assert_eq!(members[0], ("2".to_owned(), vec!["eta".to_owned(), "theta".to_owned()]));
    assert_eq!(members[1], ("3".to_owned(), vec!["y".to_owned()]));
    assert_eq!(members.len(), 2);
    let dot = "\
digraph model {
  node [fontname=\"Helvetica\"];
  graph [fontname=\"Helvetica\", labeljust=r, labelloc=b];
  subgraph cluster_0 {
    label=\"2\";
    v2 [label=\"eta\", tooltip=\"eta |= normal(0.0, 1.0)\", shape=ellipse];
    v4 [label=\"theta\", tooltip=\"theta = mu + tau * eta\", shape=diamond];
  }
  subgraph cluster_1 {
    label=\"3\";
    v5 [label=\"y\", tooltip=\"data(&y) |= normal(theta.at(&group), 1.0)\", shape=ellipse, style=filled, \
fillcolor=lightgray];
  }
  v0 [label=\"mu\", tooltip=\"mu |= normal(0.0, 5.0)\", shape=ellipse];
  v1 [label=\"tau\", tooltip=\"tau |= half_cauchy(5.0)\", shape=ellipse];
  v3 [label=\"weights\", tooltip=\"weights |= dirichlet(1.0)\", shape=ellipse];
  v6 [label=\"\", xlabel=\"increment\", tooltip=\"increment((mu * tau).square())\", shape=square, style=filled, \
fillcolor=black, width=0.15];
  v0 -> v4;
  v1 -> v4;
  v2 -> v4;
  v4 -> v5;
  v0 -> v6 [dir=none];
  v1 -> v6 [dir=none];
}
";
    assert_eq!(graph.to_dot(), dot);
    let mermaid = "\
flowchart TD
  subgraph p0[\"2\"]
    v2([\"eta\"])
    v4{\"theta\"}
  end
  subgraph p1[\"3\"]
    v5([\"y\"]):::data
  end
  v0([\"mu\"])
  v1([\"tau\"])
  v3([\"weights\"])
  v6[\"increment\"]:::factor
  v0 --> v4
  v1 --> v4
  v2 --> v4
  v4 --> v5
  v0 --- v6
  v1 --- v6
  classDef data fill:#d3d3d3
  classDef factor fill:#000,color:#fff
  classDef elsewhere stroke-dasharray:4
";
    assert_eq!(graph.to_mermaid(), mermaid);
}

#[test]
fn rows_of_draws_are_repeated() {
    let (y, x) = (mat![[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], [0.1, 0.2, 0.3]);
    let unit = mat![[1.0, 0.0], [0.0, 1.0]];
    params! { mu: vector(2), shift: vector(3), both: vector(2).rows(3) }
    let graph = model! {
        mu    |= multi_normal(data(&[0.0, 0.0]), data(&unit)),
        shift |= normal(0.0, 1.0),
        both  |= normal(0.0, 1.0),
        data(&x) |= normal(shift, 1.0),
        data(&y) |= multi_normal(mu, data(&unit)),
    }
    .graph();
    let plates: Vec<_> =
        graph.plates().into_iter().map(|plate| (plate.to_string(), plate.members.join(" "))).collect();
    let expected = [("3", "shift x"), ("3 × 2", "both"), ("3", "y")];
    assert_eq!(plates, expected.map(|(extent, members)| (extent.to_owned(), members.to_owned())));
}

#[test]
fn names_are_quoted() {
    let mut sketch = Sketch::default();
    sketch.follows(Target::data(Extent::Scalar), LawSketch::new("normal"), "data(&a[\"\\\"]) |= normal(…)");
    let graph = Graph::new(sketch);
    assert!(graph.to_dot().contains(r#"label="a[\"\\\"]""#));
    assert!(graph.to_mermaid().contains(r##"(["a[#quot;\#quot;]"])"##));
}
