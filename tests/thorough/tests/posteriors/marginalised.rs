//! Models of posteriordb in which the crate sums discrete variables out, instead of sums written by hand.
//! They have the same golden values.

use crate::posteriordb::case::*;
use core::f64::consts::LN_2;
use faer::MatRef;

posteriors! {
    normal_mixture: ["normal_2-normal_mixture"],
    low_dim_gauss_mix_collapse: ["low_dim_gauss_mix_collapse-low_dim_gauss_mix_collapse"],
    hmm_example: ["hmm_example-hmm_example"],
    hmm_drive_0: ["bball_drive_event_0-hmm_drive_0"],
    m0: ["M0_data-M0_model"],
    mt: ["Mt_data-Mt_model"],
    mh: ["Mh_data-Mh_model"],
    mth: ["Mth_data-Mth_model"],
    lda_k2: ["three_docs1200-ldaK2", "three_men1-ldaK2", "three_men2-ldaK2"],
}

fn normal_mixture(case: &Case, task: &mut impl Task) {
    let y = case.vector("y");
    params! { theta: interval(0.0, 1.0), mu: vector(2), z: vector(y.len()).category(2) }
    let model = model! {
        theta |= uniform(0.0, 1.0),
        mu    |= normal(0.0, 10.0),
        z     |= bernoulli(1.0 - theta),
        data(&y) |= normal(mu.at(z), 1.0),
    };
    task.run(model.marginalise(z));
}

fn low_dim_gauss_mix_collapse(case: &Case, task: &mut impl Task) {
    let y = case.vector("y");
    params! {
        mu: vector(2),
        sigma: vector(2).positive(),
        theta: interval(0.0, 1.0),
        z: vector(y.len()).category(2),
    }
    let model = model! {
        sigma |= normal(0.0, 2.0),
        mu    |= normal(0.0, 2.0),
        theta |= beta(5.0, 5.0),
        z     |= bernoulli(1.0 - theta),
        data(&y) |= normal(mu.at(z), sigma.at(z)),
    };
    task.run(model.marginalise(z));
}

/// The first state has no distribution in the program: each counts fully, twice as much as with
/// probabilities.
fn hmm_example(case: &Case, task: &mut impl Task) {
    let y = case.vector("y");
    params! { theta: simplex(2).rows(2), mu: positive_ordered(2), s: vector(y.len()).category(2) }
    let model = model! {
        theta |= flat(),
        mu    |= normal(&[3.0, 10.0], 1.0),
        s     |= markov_chain(&[0.5, 0.5], theta),
        data(&y) |= normal(mu.at(s), 1.0),
        increment(LN_2),
    };
    task.run(model.marginalise(s));
}

fn hmm_drive_0(case: &Case, task: &mut impl Task) {
    let (u, v, alpha) = (case.vector("u"), case.vector("v"), case.vector("alpha"));
    let alpha = MatRef::from_row_major_slice(&alpha, 2, 2);
    params! {
        theta: simplex(2).rows(2),
        phi: positive_ordered(2),
        lambda: positive_ordered(2),
        s: vector(u.len()).category(2),
    }
    let model = model! {
        theta  |= dirichlet(data(alpha)),
        phi    |= normal(&[0.0, 3.0], 1.0),
        lambda |= normal(&[0.0, 3.0], 1.0),
        s      |= markov_chain(&[0.5, 0.5], theta),
        data(&u) |= exponential(phi.at(s)),
        data(&v) |= exponential(lambda.at(s)),
        increment(LN_2),
    };
    task.run(model.marginalise(s));
}

/// The existence of each animal is marginalised: an animal that does not exist is never captured.
fn m0(case: &Case, task: &mut impl Task) {
    let occasions = case.size("T");
    let captures = case.vector("y");
    let totals: Vec<f64> = captures.chunks(occasions).map(|row| row.iter().sum()).collect();
    params! { omega: interval(0.0, 1.0), p: interval(0.0, 1.0), exists: vector(totals.len()).binary() }
    let model = model! {
        omega  |= flat(),
        p      |= flat(),
        exists |= bernoulli(omega),
        data(&totals) |= binomial(occasions as f64, p * exists),
    };
    task.run(model.marginalise(exists));
}

fn mt(case: &Case, task: &mut impl Task) {
    let (occasions, captures) = (case.size("T"), case.vector("y"));
    let (animal, occasion) = cells(captures.len(), occasions);
    params! {
        omega: interval(0.0, 1.0),
        p: vector(occasions).interval(0.0, 1.0),
        exists: vector(captures.len() / occasions).binary(),
    }
    let model = model! {
        omega  |= flat(),
        p      |= flat(),
        exists |= bernoulli(omega),
        data(&captures) |= bernoulli(p.at(&occasion) * exists.at(&animal)),
    };
    task.run(model.marginalise(exists));
}

fn mh(case: &Case, task: &mut impl Task) {
    let (captures, occasions) = (case.vector("y"), case.number("T"));
    params! {
        omega:   interval(0.0, 1.0),
        mean_p:  interval(0.0, 1.0),
        sigma:   interval(0.0, 5.0),
        eps_raw: vector(captures.len()),
        exists:  vector(captures.len()).binary(),
    }
    let model = model! {
        omega   |= flat(),
        mean_p  |= flat(),
        sigma   |= flat(),
        eps_raw |= normal(0.0, 1.0),
        exists  |= bernoulli(omega),
        p = (mean_p.logit() + sigma * eps_raw).inv_logit(),
        data(&captures) |= binomial(occasions, p * exists),
    };
    task.run(model.marginalise(exists));
}

fn mth(case: &Case, task: &mut impl Task) {
    let (captures, occasions, animals) = (case.vector("y"), case.size("T"), case.size("M"));
    let (animal, occasion) = cells(captures.len(), occasions);
    params! {
        omega:   interval(0.0, 1.0),
        mean_p:  vector(occasions).interval(0.0, 1.0),
        sigma:   interval(0.0, 5.0),
        eps_raw: vector(animals),
        exists:  vector(animals).binary(),
    }
    let model = model! {
        omega   |= flat(),
        mean_p  |= flat(),
        sigma   |= flat(),
        eps_raw |= normal(0.0, 1.0),
        exists  |= bernoulli(omega),
        base = mean_p.logit(),
        effect = sigma * eps_raw,
        data(&captures) |=
            bernoulli((base.at(&occasion) + effect.at(&animal)).inv_logit() * exists.at(&animal)),
    };
    task.run(model.marginalise(exists));
}

/// The animal and the occasion of each capture.
fn cells(count: usize, occasions: usize) -> (Vec<usize>, Vec<usize>) {
    (0..count).map(|place| (place / occasions, place % occasions)).unzip()
}

/// The topic of each word is marginalised; its probability stands in the row of the document.
fn lda_k2(case: &Case, task: &mut impl Task) {
    let (word, document, words) = (case.indices("w"), case.indices("doc"), case.size("V"));
    let first: Vec<u32> = document.iter().map(|document| 2 * document).collect();
    params! {
        theta: simplex(2).rows(case.size("M")),
        phi: simplex(words).rows(2),
        topic: vector(word.len()).category(2),
    }
    let model = model! {
        theta |= dirichlet(1.0),
        phi   |= dirichlet(1.0),
        topic |= categorical(&[0.5, 0.5]),
        // In the place of ½.
        increment((2.0 * theta.flatten().at(topic + data(&first))).log()),
        increment(phi.flatten().at(words as i32 * topic + data(&word)).log()),
    };
    task.run(model.marginalise(topic));
}
