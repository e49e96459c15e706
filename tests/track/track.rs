//! Proves that tracked functions return the results of plain ones, and that the list has the steps of the
//! source.

use monomorph::prelude::*;
use monomorph::program::{Run, program};
use monomorph::track::{Dependence, Kind, List, NodeId, RecordedStep, Recorder, Tracked, track, track_with};

/// The plain value is the tracked one.
macro_rules! agrees {
    ($function:ident ($($argument:expr),*)) => {{
        let plain = $function($($argument),*);
        let (value, _) = track(|tape| $function::tracked(tape, $($argument),*));
        assert_eq!(value.value(), plain, concat!(stringify!($function), " of {:?}"), ($($argument,)*));
    }};
}

const GRAVITY: f64 = 9.81;
const WEIGHTS: [f64; 3] = [0.2, 0.3, 0.5];

fn triangle(n: u64) -> u64 {
    n * (n + 1) / 2
}

fn mean_of(values: &[f64], shift: f64) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64 + shift
}

#[track]
fn operators(x: f64, n: u64, flag: bool) -> f64 {
    let (a, b): (f64, f64) = (x * x - 2.0, -x / 3.0 + GRAVITY);
    let mut y = a % 1.5;
    y += b;
    y *= 2.0;
    y -= f64::from(3u32);
    y /= 1.0 + n as f64;
    let z = (x.abs() + 1.0).ln().max(y).powi(2) + f64::min(y, x.sin());
    let t = (z, [y, a]);
    let both = flag & (n > 3) | (n % 3 == 1) ^ !flag;
    z + t.0 * t.1[1] - std::f64::consts::PI + (both as u64) as f64
}

#[track]
fn branches(x: f64, n: u64) -> f64 {
    let late;
    let mut y = x;
    if x > 1.0 && n > 2 || x < -1.0 {
        y = 2.0 * x;
        late = 1.0;
    } else if n == 0 {
        late = x.exp();
    } else {
        y += 1.0;
        late = -1.0;
    }
    let z = if n.is_multiple_of(2) { y } else { -y };
    let whole = n.pow(2).max(3).saturating_sub(5) + n.min(2).abs_diff(1);
    let away = (n as i64 - 4).abs() as f64;
    let kind = match n {
        0 => 10.0,
        1 | 2 => 20.0,
        k if k as f64 > x + 5.0 => k as f64,
        small @ 3..=4 => 30.0 + small as f64,
        other => {
            y = 0.0;
            other as f64 / 2.0
        }
    };
    let pair = match (n > 2, x > 0.0) {
        (true, true) => 1.0,
        (false, at) => at as u64 as f64,
        _ => -1.0,
    };
    y + z + late + kind * pair + whole as f64 - away
}

#[track]
fn loops(n: u64, v: &[f64], limit: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        if i == 2 {
            continue;
        }
        sum += i as f64;
    }
    let mut k = 12;
    while k > n {
        k -= 3;
        sum += 0.5;
    }
    for x in v {
        sum += x * 2.0;
        if sum > limit {
            break;
        }
    }
    for (i, &x) in v.iter().enumerate().skip(1).rev() {
        sum -= i as f64 * x;
    }
    for (x, y) in v.iter().zip(WEIGHTS.iter()) {
        sum += x * y;
    }
    for i in (1..=n).rev().step_by(2) {
        sum = sum / 2.0 + i as f64;
    }
    let steps = 'outer: loop {
        let mut steps = 0.0;
        loop {
            steps += 1.0;
            sum *= 0.5;
            if steps > 6.0 {
                break 'outer steps;
            }
            if sum < 1.0 {
                break;
            }
        }
        if sum.abs() < 2.0 {
            break steps * 10.0;
        }
    };
    sum + steps
}

#[track]
fn early(x: f64, v: &[f64]) -> f64 {
    if x < 0.0 {
        return -1.0;
    }
    for &y in v {
        if y > x {
            return y;
        }
    }
    let found = 'search: {
        if x > 10.0 {
            break 'search 1.0;
        }
        2.0
    };
    found * x
}

#[track(into(scale, total))]
fn vectors(n: usize, v: &[f64]) -> f64 {
    let mut all = Vec::<f64>::new();
    let mut table = vec![vec![0.0; n]; 2];
    for i in 0..n {
        all.push(v[i] * 2.0);
        table[1][i] = all[i] + WEIGHTS[i % 3];
        if table[1][i] > 3.0 {
            all[i] = 0.0;
        }
    }
    all.reverse();
    all[0] += 1.0;
    let row = [[1.0, 2.0], [3.0, 4.0]][n % 2];
    let mut first = 0.0;
    std::mem::swap(&mut first, &mut all[0]);
    scale(&mut all, row[1]);
    total(&all) + all.len() as f64 + first + total(&table[1][1..])
}

#[track]
fn scale(v: &mut [f64], by: f64) {
    for x in v.iter_mut() {
        if *x > 100.0 {
            return;
        }
        *x *= by;
    }
}

#[track]
fn total(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in v {
        sum += x;
    }
    sum
}

#[track]
fn factorial(n: u64) -> u64 {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

#[track]
fn sum_and_square(x: f64, y: f64) -> (f64, f64) {
    (x + y, x * x)
}

#[track]
fn calls(n: u64, v: &[f64]) -> f64 {
    fn half(x: f64) -> f64 {
        x / 2.0
    }
    assert!(n < 100, "n is {n}");
    half(triangle(n) as f64) + mean_of(v, 1.0)
}

#[track]
fn area(r: f64, n: u64) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += (r + i as f64).sqrt();
    }
    if s > 3.0 { s * r } else { r }
}

#[track]
fn assigned(x: f64) -> (f64, [f64; 2], f64) {
    let (mut y, mut v, mut w) = (1.0, [0.0, 0.5], vec![0.0]);
    let i = 1;
    if x > 5.0 {
        y = 2.0;
        v[i] = 3.0;
        w.push(1.0);
    }
    (y, v, w[0])
}

#[track]
fn skipping(v: &[f64]) -> f64 {
    let mut last = 0.0;
    for &x in v {
        if x > 1.0 {
            continue;
        }
        last = x * 2.0;
    }
    last + 1.0
}

#[track]
fn chosen(i: usize, x: f64) -> f64 {
    let mut v = [1.0, 2.0, 3.0];
    v[i] = x;
    v[0] + v[1] * 0.0
}

#[track]
fn geometric(run: &mut Run, n: u64, p: f64) -> u64 {
    if run.sample("u", uniform(0.0, 1.0)) < p { n } else { run.call("next", |run| geometric(run, n + 1, p)) }
}

struct Data {
    y: Vec<f64>,
    sigma: f64,
    weights: [f64; 2],
}

/// Names that the macro might need for itself, and data that it does not know.
#[track]
fn names(run: &mut Run, data: &Data, mut tape: u64, at: f64, v: &[f64]) -> f64 {
    const K: usize = 2;
    let depth = at + 1.0;
    let value = if depth > 1.5 { tape as f64 } else { depth };
    let mut frame = [value; K];
    for i in 0..data.y.len() {
        let jump = run.sample(("x", i), normal(value, data.sigma));
        if jump > 3.0 {
            continue;
        }
        frame[i % K] += jump;
        run.observe(("y", i), normal(jump, 1.0), data.y[i]);
        tape += run.sample(("z", i), categorical(&data.weights)) as u64;
    }
    let mut index = 0.0;
    for y in &data.y {
        index += y * data.y.len() as f64;
    }
    let result = match tape > 2 {
        true => {
            if at > 100.0 {
                return f64::INFINITY;
            }
            frame[0]
        }
        false => 2.0_f64.sqrt(),
    };
    let v = v[0];
    v.abs().sqrt() + result + frame[1] + index + mean_of(&data.y, u64::MAX as f64 * 0.0)
}

#[track]
fn search(n: u64) -> u64 {
    let mut k = 0;
    'outer: loop {
        k += 1;
        for j in 0..k {
            if j == 3 {
                continue 'outer;
            }
            if k > n && j + k > 8 {
                return j;
            }
        }
        if k > 50 {
            return 99;
        }
    }
}

#[track]
fn nothing(run: &mut Run, n: u64) {
    if n > 3 {
        return;
    }
    run.factor(-0.5);
    for (a, b) in [(1.0, 2.0), (3.0, 4.0)] {
        run.factor(a - b);
    }
    nothing(run, n + 1)
}

const DATA: [f64; 5] = [0.5, 1.5, -2.0, 4.0, 3.0];

#[test]
fn tracked_functions_give_what_plain_ones_give() {
    for n in 0..7 {
        for x in [-3.0, -0.5, 0.3, 1.7, 12.0] {
            agrees!(operators(x, n, x > 0.0));
            agrees!(branches(x, n));
            agrees!(loops(n, &DATA, x));
            agrees!(early(x, &DATA));
        }
        agrees!(factorial(n));
        agrees!(search(n));
        agrees!(calls(n, &DATA));
    }
    for n in 2..=5 {
        agrees!(vectors(n, &DATA));
    }
}

/// The names of the kinds, with the texts.
fn steps(list: &List) -> Vec<String> {
    let kind = |kind| match kind {
        Kind::Argument { name } => format!("argument {name}"),
        Kind::Primitive(function) | Kind::Special(function) => format!("{function:?}"),
        Kind::Call { function } => format!("call {function}"),
        other => format!("{other:?}").to_lowercase(),
    };
    list.nodes().map(|(_, node)| format!("{}: {}", kind(node.kind()), node.source().text)).collect()
}

/// The nodes that an expression with this text is.
fn nodes_of(list: &List, text: &str, is_kind: impl Fn(Kind) -> bool) -> Vec<NodeId> {
    let of_text = list.nodes().filter(|(_, node)| node.source().text == text && is_kind(node.kind()));
    of_text.map(|(id, _)| id).collect()
}

fn depends(list: &List, value: Tracked<f64>, on: NodeId, dependence: Dependence) -> bool {
    list.ancestors(value.node(), dependence, usize::MAX).contains(&on)
}

#[test]
fn the_list_has_what_the_source_says() {
    let (value, list) = track(|tape| area::tracked(tape, tape.input("r", 4.0), 2));
    let expected = [
        "argument r: ",
        "constant: n",
        "call area: area(r, n)",
        "argument r: area(r, n)",
        "argument n: area(r, n)",
        "constant: 0.0",
        "constant: 0",
        "..: 0..n",
        "jump: 0..n",
        "constant: 0..n",
        "as: i as f64",
        "+: r + i as f64",
        "sqrt: (r + i as f64).sqrt()",
        "+: s += (r + i as f64).sqrt()",
        "constant: 0..n",
        "as: i as f64",
        "+: r + i as f64",
        "sqrt: (r + i as f64).sqrt()",
        "+: s += (r + i as f64).sqrt()",
        "join: s",
        "constant: 3.0",
        ">: s > 3.0",
        "jump: s > 3.0",
        "*: s * r",
        "join: if s > 3.0",
        "return: area(r, n)",
    ];
    assert_eq!(steps(&list), expected);
    assert_eq!(value.node().index(), expected.len() - 1);
    let source = include_str!("track.rs");
    for text in ["s * r", "r + i as f64", "0..n"] {
        for node in nodes_of(&list, text, |_| true) {
            let (before, _) = source.split_once(&text.replace("0..n", "0..n {\n        s +=")).unwrap();
            let line = before.lines().count();
            let column = before.lines().last().unwrap().len() + 1;
            let place = list.node(node).unwrap().source();
            assert_eq!((place.line as usize, place.column as usize), (line, column), "{text}");
            assert!(place.file.ends_with("track.rs"));
        }
    }
}

#[test]
fn variables_depend_on_branches_that_would_assign_them() {
    let (((y, v, w), x), list) = track(|tape| {
        let x = tape.input("x", 4.0);
        (assigned::tracked(tape, x), x.node())
    });
    for (value, is_joined) in [(y, true), (v[0], false), (v[1], true), (w, true)] {
        assert!(!depends(&list, value, x, Dependence::Data));
        assert_eq!(depends(&list, value, x, Dependence::Both), is_joined, "{value}");
    }
}

#[test]
fn an_index_that_may_be_another_is_what_all_elements_depend_on() {
    let ((value, i), list) = track(|tape| {
        let i = tape.input("i", 2_usize);
        (chosen::tracked(tape, i, 7.0), i.node())
    });
    assert_eq!(value.value(), 1.0);
    assert!(depends(&list, value, i, Dependence::Both));
    let (value, list) = track(|tape| chosen::tracked(tape, 0, tape.input("x", 7.0)));
    assert_eq!(value.value(), 7.0);
    assert!(list.nodes().all(|(_, node)| !matches!(node.kind(), Kind::Jump)));
}

#[test]
fn what_follows_a_branch_depends_on_it_if_it_leaves() {
    let is_jump = |kind| matches!(kind, Kind::Jump);
    let (value, list) = track(|tape| early::tracked(tape, tape.input("x", 0.7), &DATA[..2]));
    let mut jumps = nodes_of(&list, "x < 0.0", is_jump);
    jumps.extend(nodes_of(&list, "y > x", is_jump));
    assert_eq!((jumps.len(), list.branches_of(value.node())), (3, jumps));
    // a branch that ends is left behind
    let (value, list) = track(|tape| area::tracked(tape, tape.input("r", 4.0), 2));
    assert!(list.branches_of(value.node()).is_empty());
    assert_eq!(list.branches_of(nodes_of(&list, "s > 3.0", is_jump)[0]), []);
}

#[test]
fn a_round_depends_on_no_other_by_continue() {
    let ((value, inputs), list) = track(|tape| {
        let v = [0.5, 2.0, 0.25, 3.0].map(|x| tape.input("x", x));
        (skipping::tracked(tape, &v), v.map(|x| x.node()))
    });
    assert_eq!(value.value(), 1.5);
    let rounds = nodes_of(&list, "x * 2.0", |kind| matches!(kind, Kind::Primitive(_)));
    let reached = list.ancestors(rounds[1], Dependence::Both, usize::MAX);
    let reached: Vec<bool> = inputs.iter().map(|input| reached.contains(input)).collect();
    assert_eq!(reached, [false, false, true, false]);
    // the third round assigns `last` anew, and the fourth might have
    let reached = inputs.map(|input| depends(&list, value, input, Dependence::Both));
    assert_eq!(reached, [false, false, true, true]);
}

#[test]
fn calls_stand_in_each_other() {
    let (value, list) = track(|tape| factorial::tracked(tape, tape.input("n", 3_u64)));
    assert_eq!(value.value(), 6);
    let entered: Vec<_> = list.nodes().filter(|(_, node)| matches!(node.kind(), Kind::Call { .. })).collect();
    assert_eq!(entered.len(), 4);
    for pair in entered.windows(2) {
        assert_eq!(pair[1].1.call(), pair[0].0);
        let argument = list.steps_of(pair[1].0).next().unwrap();
        let of_caller = list.node(list.parents(argument)[0]).unwrap();
        assert_eq!((of_caller.source().text, of_caller.call()), ("n - 1", pair[0].0));
    }
    // the value of a call is what it returns, also when the run is changed; of several numbers the first
    let values: Vec<f64> = entered.iter().map(|(_, node)| node.value()).collect();
    assert_eq!(values, [6.0, 2.0, 1.0, 1.0]);
    let (x, list) = track(|tape| {
        let x = tape.input("x", 3.0);
        let _ = sum_and_square::tracked(tape, x, 2.0);
        x.node()
    });
    let (call, node) = list.nodes().find(|(_, node)| matches!(node.kind(), Kind::Call { .. })).unwrap();
    assert_eq!(node.value(), 5.0);
    let mut replay = list.replay();
    assert_eq!(replay.value(call), 5.0);
    assert!(replay.set(x, 4.0).is_ok());
    assert_eq!(replay.value(call), 6.0);
    replay.undo();
    assert_eq!(replay.value(call), 5.0);
    assert!(replay.set_all(&[x], &[7.0]).is_ok());
    assert_eq!(replay.value(call), 9.0);
    // functions that are not tracked are one step, with their numbers
    let (value, list) = track(|tape| calls::tracked(tape, 4, &DATA));
    assert_eq!(value.value(), calls(4, &DATA));
    let mean = nodes_of(&list, "mean_of(v, 1.0)", |kind| matches!(kind, Kind::Primitive(_)));
    assert_eq!(list.parents(mean[0]).len(), DATA.len() + 1);
    let fourth = list.parents(mean[0])[3];
    let mut replay = list.replay();
    assert!(replay.set(fourth, DATA[3] + 5.0).is_ok());
    assert!((replay.value(value.node()) - calls(4, &DATA) - 1.0).abs() < 1e-12);
}

/// Enters only the call with one name.
struct Shallow(List, &'static str);

impl Recorder for Shallow {
    fn record(&mut self, step: RecordedStep<'_>) -> NodeId {
        self.0.record(step)
    }

    fn enters(&mut self, function: &'static str) -> bool {
        function == self.1
    }
}

#[test]
fn what_is_one_step_is_the_recorders_choice() {
    let (value, Shallow(list, _)) =
        track_with(Shallow(List::new(), "factorial"), |tape| area::tracked(tape, 4.0, 2));
    assert_eq!(
        (value.value(), steps(&list)),
        (area(4.0, 2), ["constant: r", "constant: n", "call area: area(r, n)"].map(String::from).into())
    );
    assert_eq!(list.parents(value.node()).len(), 2);
    let ((v, x), Shallow(list, _)) = track_with(Shallow(List::new(), ""), |tape| {
        let (mut v, x) = (vec![tape.input("v", 1.0), tape.input("v", 200.0)], tape.input("by", 2.0));
        scale::tracked(tape, &mut v, x);
        (v, x.node())
    });
    assert_eq!(v[0].value(), 2.0);
    assert!(v.iter().all(|&v| depends(&list, v, x, Dependence::Data)));
}

#[test]
fn an_early_return_decides_what_was_changed() {
    let ((v, by), list) = track(|tape| {
        let (mut v, by) = ([1.0, 200.0, 3.0].map(|v| tape.input("v", v)).to_vec(), tape.input("by", 2.0));
        scale::tracked(tape, &mut v, by);
        (v, by.node())
    });
    let is_scaled = |place: usize| depends(&list, v[place], by, Dependence::Both);
    assert_eq!([is_scaled(0), is_scaled(1), is_scaled(2)], [true, false, false]);
    let second = list.nodes().nth(1).unwrap().0;
    assert!(
        depends(&list, v[2], second, Dependence::Both) && !depends(&list, v[2], second, Dependence::Data)
    );
}

#[test]
fn gradients_are_those_of_the_path() {
    for (x, n) in [(1.7, 5), (0.3, 3), (12.0, 2), (-3.0, 0)] {
        let (value, list) = track(|tape| operators::tracked(tape, tape.input("x", x), n, true));
        let gradient = list.gradient(value.node()).unwrap()[0];
        let h = 1e-6;
        let difference = (operators(x + h, n, true) - operators(x - h, n, true)) / (2.0 * h);
        assert!((gradient - difference).abs() < 1e-5 * (1.0 + difference.abs()), "{gradient} {difference}");
    }
}

/// Uses all methods of a run.
#[track]
fn choices(run: &mut Run, y: &[f64], least: u64) -> f64 {
    let n = least + run.sample("n", poisson(2.0));
    let weights = [0.25, 0.25, 0.5];
    let mut sum = 0.0;
    for i in 0..n as usize {
        let kind = run.sample(("kind", i), categorical(&weights));
        sum += run.call("part", |run| {
            if kind == 2 {
                return run.sample("wide", normal(0.0, 10.0));
            }
            run.sample("narrow", normal(kind as f64, 0.1))
        });
    }
    for (i, &y) in y.iter().enumerate() {
        run.observe(("y", i), normal(sum, 1.0), y);
    }
    run.factor(-sum.abs());
    let last = run.call("last", |run| geometric(run, n, 0.5));
    sum + last as f64
}

#[test]
fn tracked_programs_make_the_choices_of_plain_ones() {
    for seed in 0..40 {
        let plain = program(|run| choices(run, &DATA, 1)).simulate(seed).unwrap();
        let tracked = program(|run| choices::tracked(run, &DATA, 1)).track(seed).unwrap();
        assert_eq!(plain.value, tracked.value.value());
        assert_eq!(plain.record.trace(true).unwrap(), tracked.record.trace(true).unwrap());
        // the value depends on every choice; what was observed is data
        let list = &tracked.list;
        let is_choice = |kind| matches!(kind, Kind::Choice { .. });
        let made = list.nodes().filter(|(_, node)| is_choice(node.kind())).count();
        assert_eq!(list.choices_of(tracked.value.node()).len(), made);
        // by the early return the part depends on its kind, which decides between wide and narrow
        for wide in nodes_of(list, "run.sample(\"wide\", normal(0.0, 10.0))", is_choice) {
            assert!(
                list.choices_of(wide).iter().any(|&id| list.node(id).unwrap().source().text.contains("kind"))
            );
        }
        assert!((plain.record.log_density() - tracked.list.replay().log_density()).abs() < 1e-9);
    }
}

#[test]
fn programs_over_data_of_their_own() {
    let data = Data { y: DATA.to_vec(), sigma: 2.0, weights: [0.25, 0.75] };
    for seed in 0..20 {
        let plain = program(|run| names(run, &data, 1, 0.7, &DATA)).simulate(seed).unwrap();
        let tracked = program(|run| names::tracked(run, &data, 1, 0.7, &DATA)).track(seed).unwrap();
        assert_eq!(plain.value, tracked.value.value());
    }
    let plain = program(|run| nothing(run, 1)).simulate(1).unwrap();
    let tracked = program(|run| nothing::tracked(run, 1)).track(1).unwrap();
    assert_eq!(plain.record.log_density(), tracked.record.log_density());
    assert_eq!(tracked.list.nodes().filter(|(_, node)| matches!(node.kind(), Kind::Factor)).count(), 9);
}

#[test]
fn pictures_have_a_box_for_each_call() {
    let mut runs = (0..).map(|seed| program(|run| geometric::tracked(run, 1, 0.2)).track(seed).unwrap());
    let tracked = runs.find(|run| run.value.value() > 2).unwrap();
    let (list, n) = (&tracked.list, tracked.value.value() as usize);
    let text = list.to_text();
    let deepest = text.lines().find(|line| line.contains("branch by") && line.ends_with(": 1]")).unwrap();
    assert_eq!(deepest.len() - deepest.trim_start().len(), 4 * n);
    assert_eq!(
        text.lines().count(),
        list.nodes().filter(|(_, node)| !matches!(node.kind(), Kind::Constant)).count()
    );
    let dot = list.to_dot();
    assert_eq!((dot.matches("subgraph").count(), dot.matches("{").count()), (n, n + 1));
    assert_eq!(dot.matches("{").count(), dot.matches("}").count());
    assert!(dot.contains("label=\"run.sample(\\\"u\\\", uniform(0.0, 1.0)) < p\\n= 0\""));
    let mermaid = list.to_mermaid();
    let ends = mermaid.lines().filter(|line| line.trim() == "end").count();
    assert_eq!((mermaid.matches("subgraph").count(), ends), (n, n));
    assert!(mermaid.contains("[\"run.sample(#quot;u#quot;, uniform(0.0, 1.0)) #lt; p<br>= 0\"]"));
    // the branch of a round points to the sum behind it, and not to the steps of the call that follows as
    // well
    let first =
        nodes_of(list, "run.sample(\"u\", uniform(0.0, 1.0)) < p", |kind| matches!(kind, Kind::Jump))[0];
    let children = list.children(first, Dependence::Control).count();
    let drawn = dot.matches(&format!("v{} -> ", first.index())).count();
    assert!(drawn > 1 && drawn < children);
}
