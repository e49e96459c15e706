//! Labels of unknown quality (Dawid and Skene 1979, "Maximum likelihood estimation of observer error-rates using the EM algorithm"): several people have
//! looked at each item and said whether it has a property. What is true is a category that all labels of an item share; how often each person
//! is right, of items that have the property and of others, is unknown too.
//!
//! zᵢ ~ Bernoulli(π),  lₙ ~ Bernoulli(sensitivity of the person) if z of the item is 1, else Bernoulli(1 − specificity of the person).

use monomorph::prelude::*;
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};

fn main() -> Result<(), Error> {
    let (items, people) = (120, 5);
    let (right_of_true, right_of_false) = ([0.95, 0.9, 0.8, 0.75, 0.6], [0.9, 0.95, 0.85, 0.7, 0.55]);
    let mut rng = SmallRng::seed_from_u64(4);
    let truth: Vec<bool> = (0..items).map(|_| rng.random_bool(0.35)).collect();
    let (mut item, mut person, mut label) = (Vec::new(), Vec::new(), Vec::new());
    for (i, is_true) in truth.iter().enumerate() {
        for p in 0..people {
            let probability = if *is_true { right_of_true[p] } else { 1.0 - right_of_false[p] };
            item.push(i);
            person.push(p);
            label.push(rng.random_bool(probability));
        }
    }

    params! {
        prevalence: interval(0.0, 1.0),
        // Better than guessing, so that it is known which category is which.
        sensitivity: vector(people).interval(0.5, 1.0),
        specificity: vector(people).interval(0.5, 1.0),
        z: vector(items).binary(),
    }
    let model = model! {
        prevalence  |= beta(1.0, 1.0),
        sensitivity |= uniform(0.5, 1.0),
        specificity |= uniform(0.5, 1.0),
        z           |= bernoulli(prevalence),
        wrong = 1.0 - specificity,
        data(&label) |= bernoulli(
            z.at(&item) * sensitivity.at(&person) + (1.0 - z.at(&item)) * wrong.at(&person)
        ),
    };
    let posterior = model.marginalise(z).compile()?;
    let fit = posterior.nuts().chains(2).seed(1).run()?;
    println!("{}", fit.summary());

    let probabilities = posterior.probabilities(z, fit.draws())?;
    let votes = |i: usize| (0..people).filter(|p| label[i * people + p]).count();
    let (mut by_model, mut by_votes) = (0, 0);
    for (i, is_true) in truth.iter().enumerate() {
        let probability = probabilities.column(&format!("z[{i},1]"))?.mean();
        by_model += usize::from((probability > 0.5) == *is_true);
        by_votes += usize::from((votes(i) * 2 > people) == *is_true);
    }
    println!("right of {items} items: {by_model} by the model, {by_votes} by the majority");
    Ok(())
}
