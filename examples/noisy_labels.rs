//! Labels of unknown quality (Dawid and Skene 1979, "Maximum likelihood estimation of observer error-rates
//! using the EM algorithm"): several people have assigned each item to one of three kinds. The true kind is
//! a category that all labels of an item share. The label probabilities of each person for items of each
//! kind, a row of a confusion matrix, are unknown too.
//!
//! zᵢ ~ Categorical(π), lₙ ~ Categorical(θ of the true kind z of the item and of the person).
//!
//! The data are simulated: five people whose labels are right in 95, 85, 70, 55 and 40 % of cases label 150
//! items.
//!
//! `cargo run --release --example noisy_labels -- FOLDER` writes a figure, `noisy_labels.svg`, into the
//! folder.
//!
//! What to look at: The model finds the true kind of 149 of 150 items, the majority of labels finds 125:
//! the model has learned the reliability of each person. In the figure the five people are in the order of
//! their true reliability, although the true kinds were unknown.

use monomorph::prelude::*;
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};
use monomorph::report::plot;
use std::path::Path;

const KINDS: usize = 3;

/// The probability that each person is right.
const RIGHT: [f64; 5] = [0.95, 0.85, 0.7, 0.55, 0.4];

fn main() -> Result<(), Error> {
    let (items, people) = (150, RIGHT.len());
    let mut rng = SmallRng::seed_from_u64(4);
    let truth: Vec<usize> = (0..items).map(|_| [0, 0, 0, 1, 1, 2][rng.random_range(0..6)]).collect();
    let (mut item, mut cell, mut label) = (Vec::new(), Vec::new(), Vec::new());
    for (i, kind) in truth.iter().enumerate() {
        for (p, right) in RIGHT.iter().enumerate() {
            // A wrong label is more often the kind before the true kind than the kind after it.
            let miss = if rng.random_bool(0.8) { KINDS - 1 } else { 1 };
            let said = if rng.random_bool(*right) { *kind } else { (kind + miss) % KINDS };
            item.push(i);
            cell.push(p * KINDS + said);
            label.push(said);
        }
    }

    params! {
        prevalence: simplex(KINDS),
        // The label probabilities of people (rows) for items of each kind.
        of_first: simplex(KINDS).rows(people),
        of_second: simplex(KINDS).rows(people),
        of_third: simplex(KINDS).rows(people),
        z: vector(items).category(KINDS),
    }
    let model = model! {
        prevalence |= dirichlet(1.0),
        // People are better than guessing, which identifies the categories.
        of_first   |= dirichlet(&[4.0, 1.0, 1.0]),
        of_second  |= dirichlet(&[1.0, 4.0, 1.0]),
        of_third   |= dirichlet(&[1.0, 1.0, 4.0]),
        z          |= categorical(prevalence),
        // The probabilities by kind, person and label, at the kind of the item and at this person's label.
        increment(
            concatenate((of_first.flatten(), of_second.flatten(), of_third.flatten()))
                .at((people * KINDS) as i32 * z.at(&item) + data(&cell))
                .log()
        ),
    };
    let posterior = model.marginalise(z).compile()?;
    println!("{}", posterior.explain());
    let fit = posterior.nuts().chains(2).seed(1).run()?;
    for (person, right) in RIGHT.iter().enumerate() {
        let share = |name: &str, kind: usize| -> Result<f64, Error> {
            Ok(fit.draws().column(&format!("{name}[{person},{kind}]"))?.mean())
        };
        let shares: [f64; KINDS] = [share("of_first", 0)?, share("of_second", 1)?, share("of_third", 2)?];
        println!("person {person} is right in {shares:.2?} of the items of each kind; in truth in {right}");
    }

    let probabilities = posterior.probabilities(z, fit.draws())?;
    let (mut by_model, mut by_votes) = (0, 0);
    for (i, kind) in truth.iter().enumerate() {
        let probability =
            |k: usize| -> Result<f64, Error> { Ok(probabilities.column(&format!("z[{i},{k}]"))?.mean()) };
        let probability: Vec<f64> = (0..KINDS).map(probability).collect::<Result<_, Error>>()?;
        let votes = |k: usize| (0..people).filter(|p| label[i * people + p] == k).count();
        by_model += usize::from((0..KINDS).all(|k| probability[k] <= probability[*kind]));
        by_votes += usize::from((0..KINDS).all(|k| k == *kind || votes(k) < votes(*kind)));
    }
    println!("correct kinds of {items} items: {by_model} by the model, {by_votes} by the majority");

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::forest(&fit.draws().dataset())
            .of((0..people).map(|person| format!("of_first[{person},0]")))
            .title("How often five people recognise an item of the first kind")
            .x_label("probability")
            .caption(
                "Density, median, 50 % and 90 % interval, found without knowing what is true. In truth it \
                 is 0.95, 0.85, 0.7, 0.55 and 0.4.",
            )
            .save(Path::new(&folder).join("noisy_labels.svg"))?;
    }
    Ok(())
}
