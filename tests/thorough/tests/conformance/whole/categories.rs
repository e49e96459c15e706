//! Laws of categories, ordered or not, and of chains of them.

use super::linear::table;
use super::probabilities::{at, log_softmax, logs};
use super::{X, sheet, x, xs};
use crate::dual::erfc;
use monomorph::prelude::*;
use std::f64::consts::SQRT_2;

#[test]
fn categories() {
    sheet("categorical", 17, |case| {
        let (n, most) = (case.length, 4);
        let y = case.whole("y", n, most);
        let (bytes, longs): (Vec<u8>, Vec<i64>) = y.iter().map(|&y| (y as u8, i64::from(y))).unzip();
        let (known, odds) = (case.simplex("known", most), case.numbers("odds", most, -1.0, 1.0));
        let short: Vec<f32> = odds.iter().map(|&x| x as f32).collect();
        let places = case.whole("places", most, 3);
        let next: Vec<f64> = (0..most).flat_map(|row| case.simplex(&format!("next {row}"), most)).collect();
        let next = table(most, most, &next);
        let one = y[0] as i32;
        params! { logits: vector(most), p: vector(most), g: vector(3), rows: vector(most).rows(n),
        steps: vector(most).rows(most) }
        let model = model! {
            logits |= flat(), p |= flat(), g |= flat(), rows |= flat(), steps |= flat(),
            q = logits.softmax(),
            half = 0.5 * logits - 0.2,
            smaller = rows * 0.5,
            data(&y) |= categorical(p),
            data(&bytes) |= categorical(q),
            data(&longs) |= categorical(logits.softmax()),
            data(&y) |= categorical(data(&known)),
            data(one) |= categorical(q),
            data(&y) |= categorical_logit(logits),
            data(&bytes) |= categorical_logit(half),
            data(&longs) |= categorical_logit(g.at(&places)),
            data(&y) |= categorical_logit(data(&odds)),
            data(&y) |= categorical_logit(data(&short)),
            data(one) |= categorical_logit(logits),
            data(&y) |= categorical_logit(rows),
            data(&bytes) |= categorical_logit(smaller),
            data(&y) |= markov_chain(q, steps.softmax_rows()),
            data(&y) |= markov_chain(data(&known), data(&next)),
            data(&bytes) |= markov_chain(q, data(&next)),
        };
        let bounds = [
            ("logits", -1.0, 1.0),
            ("p", 0.1, 0.9),
            ("g", -1.0, 1.0),
            ("rows", -1.0, 1.0),
            ("steps", -1.0, 1.0),
        ];
        case.check(&bounds, model, &|of| {
            let logits = of.all("logits");
            let pick = |logs: &[X]| y.iter().map(|&y| logs[y as usize]).sum::<X>();
            let half: Vec<X> = logits.iter().map(|&logit| 0.5 * logit - 0.2).collect();
            let short: Vec<X> = short.iter().map(|&odds| x(f64::from(odds))).collect();
            let each = |factor: f64| {
                let row = |(i, &y): (usize, &u32)| {
                    let own: Vec<X> =
                        of.all("rows")[i * most..][..most].iter().map(|&logit| factor * logit).collect();
                    log_softmax(&own)[y as usize]
                };
                y.iter().enumerate().map(row).sum::<X>()
            };
            let chain = |first: &[X], step: &dyn Fn(usize, usize) -> X| {
                let later = y.windows(2).map(|pair| step(pair[0] as usize, pair[1] as usize)).sum::<X>();
                first[y[0] as usize] + later
            };
            let q = log_softmax(logits);
            let known = logs(&xs(&known));
            let given = |from: usize, to: usize| x(next[(from, to)].ln());
            let learnt = |from: usize, to: usize| log_softmax(&of.all("steps")[from * most..][..most])[to];
            vec![
                pick(&logs(of.all("p"))),
                pick(&q),
                pick(&q),
                pick(&known),
                q[y[0] as usize],
                pick(&q),
                pick(&log_softmax(&half)),
                pick(&log_softmax(&at(of.all("g"), &places))),
                pick(&log_softmax(&xs(&odds))),
                pick(&log_softmax(&short)),
                q[y[0] as usize],
                each(1.0),
                each(0.5),
                chain(&q, &learnt),
                chain(&known, &given),
                chain(&q, &given),
            ]
        });
    });
}

/// The logarithm of the probability that each cutpoint leaves: s(c − η), or Φ(c − η).
fn ordered_plain(y: &[u32], predictor: &dyn Fn(usize) -> X, cut: &[X], below: fn(X) -> X) -> X {
    let each = |(i, &y): (usize, &u32)| {
        let above = |k: usize| if k == cut.len() { x(1.0) } else { below(cut[k] - predictor(i)) };
        let under = if y == 0 { x(0.0) } else { above(y as usize - 1) };
        (above(y as usize) - under).ln()
    };
    y.iter().enumerate().map(each).sum()
}

/// Cutpoints from a first one and the logarithms of their distances.
fn cutpoints(steps: &[X]) -> Vec<X> {
    let mut sum = x(-2.0);
    steps
        .iter()
        .map(|step| {
            sum = sum + step.exp();
            sum
        })
        .collect()
}

#[test]
fn ordered() {
    sheet("ordered", 17, |case| {
        let n = case.length;
        let y = case.whole("y", n, 4);
        let bytes: Vec<u8> = y.iter().map(|&y| y as u8).collect();
        let (known, seen) = ([-1.2, 0.1, 1.5], case.numbers("seen", n, -1.0, 1.0));
        let (short, places): (Vec<f32>, _) =
            (seen.iter().map(|&x| x as f32).collect(), case.whole("places", n, 3));
        let one = y[0] as i32;
        params! { steps: vector(3), v: vector(n), s: real(), g: vector(3) }
        let model = model! {
            steps |= flat(), v |= flat(), s |= flat(), g |= flat(),
            cut = steps.exp().cumulative_sum() - 2.0,
            eta = 0.5 * v + s,
            data(&y) |= ordered_logistic(v, cut),
            data(&bytes) |= ordered_logistic(s, cut),
            data(&y) |= ordered_logistic(eta, data(&known)),
            data(&y) |= ordered_logistic(g.at(&places), cut),
            data(&y) |= ordered_logistic(data(&seen), cut),
            data(&y) |= ordered_logistic(data(&short), data(&known)),
            data(&y) |= ordered_logistic(0.3, cut),
            data(one) |= ordered_logistic(s, cut),
            data(&y) |= ordered_probit(v, cut),
            data(&bytes) |= ordered_probit(s, cut),
            data(&y) |= ordered_probit(eta, data(&known)),
            data(&y) |= ordered_probit(g.at(&places), cut),
            data(&y) |= ordered_probit(data(&seen), cut),
            data(&y) |= ordered_probit(data(&short), data(&known)),
            data(&y) |= ordered_probit(0.3, cut),
            data(one) |= ordered_probit(s, cut),
        };
        let bounds = [("steps", -0.5, 0.5), ("v", -1.0, 1.0), ("s", -0.5, 0.5), ("g", -1.0, 1.0)];
        case.check(&bounds, model, &|of| {
            let (cut, fixed, s) = (cutpoints(of.all("steps")), xs(&known), of.one("s"));
            let logistic: fn(X) -> X = |x| 1.0 / (1.0 + (-x).exp());
            let normal: fn(X) -> X = |x| 0.5 * erfc(-x / SQRT_2);
            let laws = [logistic, normal].map(|below| {
                vec![
                    ordered_plain(&y, &|i| of.all("v")[i], &cut, below),
                    ordered_plain(&y, &|_| s, &cut, below),
                    ordered_plain(&y, &|i| 0.5 * of.all("v")[i] + s, &fixed, below),
                    ordered_plain(&y, &|i| of.all("g")[places[i] as usize], &cut, below),
                    ordered_plain(&y, &|i| x(seen[i]), &cut, below),
                    ordered_plain(&y, &|i| x(f64::from(short[i])), &fixed, below),
                    ordered_plain(&y, &|_| x(0.3), &cut, below),
                    ordered_plain(&y[..1], &|_| s, &cut, below),
                ]
            });
            laws.concat()
        });
    });
}
