//! Laws of probabilities and of counts.

use super::linear::table;
use super::{X, sheet, x, xs};
use crate::dual::lgamma;
use monomorph::prelude::*;

/// log(eˣ / Σ eˣ)
pub fn log_softmax(logits: &[X]) -> Vec<X> {
    let sum = logits.iter().map(|logit| logit.exp()).sum::<X>().ln();
    logits.iter().map(|&logit| logit - sum).collect()
}

fn softmax(logits: &[X]) -> Vec<X> {
    log_softmax(logits).iter().map(|log| log.exp()).collect()
}

pub fn logs(numbers: &[X]) -> Vec<X> {
    numbers.iter().map(|number| number.ln()).collect()
}

/// Elements by indices.
pub fn at(numbers: &[X], places: &[u32]) -> Vec<X> {
    places.iter().map(|&place| numbers[place as usize]).collect()
}

fn dirichlet_plain(y: &[X], alpha: &[X]) -> X {
    let parts = y.iter().zip(alpha).map(|(y, &alpha)| (alpha - 1.0) * y.ln() - lgamma(alpha)).sum::<X>();
    parts + lgamma(alpha.iter().copied().sum())
}

#[test]
fn dirichlets() {
    sheet("dirichlet", 17, |case| {
        let n = case.length;
        let (seen, several) = (case.simplex("seen", n), case.simplex("several", n));
        let rows = table(2, n, &[&seen[..], &several[..]].concat());
        let known = case.numbers("known", n, 0.5, 3.0);
        let short: Vec<f32> = known.iter().map(|&x| x as f32).collect();
        let (whole, places) = (case.whole("whole", n, 5), case.whole("places", n, 3));
        let counts: Vec<u8> = whole.iter().map(|&k| k as u8 + 1).collect();
        params! { a: vector(n), s: real(), g: vector(3), logits: vector(n), y: vector(n) }
        let model = model! {
            a |= flat(), s |= flat(), g |= flat(), logits |= flat(),
            half = 0.5 * a + 0.2,
            p = logits.softmax(),
            r = half.softmax(),
            data(&seen) |= dirichlet(a),
            data(&seen) |= dirichlet(s),
            data(&seen) |= dirichlet(half),
            data(&seen) |= dirichlet(g.at(&places)),
            data(&seen) |= dirichlet(a.square() + s),
            data(&seen) |= dirichlet(data(&known)),
            data(&seen) |= dirichlet(data(&short)),
            data(&seen) |= dirichlet(2.5),
            data(&rows) |= dirichlet(a),
            data(&rows) |= dirichlet(s),
            data(&rows) |= dirichlet(data(&counts)),
            p |= dirichlet(data(&counts)),
            y |= dirichlet(a),
            r |= dirichlet(s),
        };
        let bounds =
            [("a", 0.5, 3.0), ("s", 0.5, 3.0), ("g", 0.5, 3.0), ("logits", -1.0, 1.0), ("y", 0.2, 0.8)];
        case.check(&bounds, model, &|of| {
            let (y, z, a, s) = (xs(&seen), xs(&several), of.all("a"), vec![of.one("s"); n]);
            let half: Vec<X> = a.iter().map(|&a| 0.5 * a + 0.2).collect();
            let bent: Vec<X> = a.iter().map(|&a| a * a + of.one("s")).collect();
            let numbers = |of: &dyn Fn(usize) -> f64| (0..n).map(|i| x(of(i))).collect::<Vec<X>>();
            let counts = numbers(&|i| f64::from(counts[i]));
            let p = softmax(of.all("logits"));
            vec![
                dirichlet_plain(&y, a),
                dirichlet_plain(&y, &s),
                dirichlet_plain(&y, &half),
                dirichlet_plain(&y, &at(of.all("g"), &places)),
                dirichlet_plain(&y, &bent),
                dirichlet_plain(&y, &xs(&known)),
                dirichlet_plain(&y, &numbers(&|i| f64::from(short[i]))),
                dirichlet_plain(&y, &vec![x(2.5); n]),
                dirichlet_plain(&y, a) + dirichlet_plain(&z, a),
                dirichlet_plain(&y, &s) + dirichlet_plain(&z, &s),
                dirichlet_plain(&y, &counts) + dirichlet_plain(&z, &counts),
                dirichlet_plain(&p, &counts),
                dirichlet_plain(of.all("y"), a),
                dirichlet_plain(&softmax(&half), &s),
            ]
        });
    });
}

/// Σ log Γ(y + 1) less that of the sum.
fn ways(y: &[X]) -> X {
    lgamma(y.iter().copied().sum::<X>() + 1.0) - y.iter().map(|&y| lgamma(y + 1.0)).sum::<X>()
}

fn multinomial_plain(y: &[X], logs: &[X]) -> X {
    ways(y) + y.iter().zip(logs).map(|(&y, &log)| y * log).sum::<X>()
}

fn dirichlet_multinomial_plain(y: &[X], alpha: &[X]) -> X {
    let (count, all) = (y.iter().copied().sum::<X>(), alpha.iter().copied().sum::<X>());
    let parts = y.iter().zip(alpha).map(|(&y, &alpha)| lgamma(y + alpha) - lgamma(alpha)).sum::<X>();
    ways(y) + lgamma(all) - lgamma(count + all) + parts
}

#[test]
fn counts() {
    sheet("multinomial", 17, |case| {
        let n = case.length;
        let (y, known, places) =
            (case.whole("y", n, 9), case.simplex("known", n), case.whole("places", n, 3));
        let short: Vec<i16> = y.iter().map(|&y| y as i16).collect();
        let alone: Vec<f64> = y.iter().map(|&y| f64::from(y)).collect();
        let singles: Vec<f32> = known.iter().map(|&p| p as f32 * 3.0).collect();
        let rows = table(2, n, &[&alone[..], &alone[..]].concat());
        params! { logits: vector(n), g: vector(3), p: vector(n), a: vector(n), s: real() }
        let model = model! {
            logits |= flat(), g |= flat(), p |= flat(), a |= flat(), s |= flat(),
            q = logits.softmax(),
            half = 0.5 * logits - 0.2,
            data(&y) |= multinomial(p),
            data(&short) |= multinomial(q),
            data(&alone) |= multinomial(logits.softmax()),
            data(&y) |= multinomial(data(&known)),
            data(&rows) |= multinomial(q),
            data(&y) |= multinomial_logit(logits),
            data(&short) |= multinomial_logit(half),
            data(&alone) |= multinomial_logit(g.at(&places)),
            data(&y) |= multinomial_logit(data(&singles)),
            data(&y) |= multinomial_logit(logits.square() + s),
            data(&rows) |= multinomial_logit(logits),
            data(&y) |= dirichlet_multinomial(a),
            data(&short) |= dirichlet_multinomial(s),
            data(&alone) |= dirichlet_multinomial(g.at(&places).exp()),
            data(&y) |= dirichlet_multinomial(data(&singles)),
            data(&y) |= dirichlet_multinomial(1.5),
            data(&rows) |= dirichlet_multinomial(a),
        };
        let bounds =
            [("logits", -1.0, 1.0), ("g", -1.0, 1.0), ("p", 0.1, 0.9), ("a", 0.5, 3.0), ("s", 0.5, 3.0)];
        case.check(&bounds, model, &|of| {
            let (logits, y, one) = (of.all("logits"), xs(&alone), x(1.0));
            let singles: Vec<X> = singles.iter().map(|&p| x(f64::from(p))).collect();
            let half: Vec<X> = logits.iter().map(|&logit| 0.5 * logit - 0.2).collect();
            let bent: Vec<X> = logits.iter().map(|&logit| logit * logit + of.one("s")).collect();
            let gathered = at(of.all("g"), &places);
            let risen: Vec<X> = gathered.iter().map(|g| g.exp()).collect();
            let q = log_softmax(logits);
            vec![
                multinomial_plain(&y, &logs(of.all("p"))),
                multinomial_plain(&y, &q),
                multinomial_plain(&y, &q),
                multinomial_plain(&y, &logs(&xs(&known))),
                2.0 * multinomial_plain(&y, &q),
                multinomial_plain(&y, &q),
                multinomial_plain(&y, &log_softmax(&half)),
                multinomial_plain(&y, &log_softmax(&gathered)),
                multinomial_plain(&y, &log_softmax(&singles)),
                multinomial_plain(&y, &log_softmax(&bent)),
                2.0 * multinomial_plain(&y, &q),
                dirichlet_multinomial_plain(&y, of.all("a")),
                dirichlet_multinomial_plain(&y, &vec![of.one("s"); n]),
                dirichlet_multinomial_plain(&y, &risen),
                dirichlet_multinomial_plain(&y, &singles),
                dirichlet_multinomial_plain(&y, &vec![1.5 * one; n]),
                2.0 * dirichlet_multinomial_plain(&y, of.all("a")),
            ]
        });
    });
}
