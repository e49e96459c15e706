//! A sentence and its parse trees: a probabilistic context-free grammar as a recursive program.
//!
//! The program generates a sentence from left to right, and compares each generated word with the observed
//! sentence. The inside algorithm also computes the probability of the sentence, summed over all trees: it
//! adds up the probabilities of all ways in which a symbol can become a part of the sentence (Lari and
//! Young 1990, "The estimation of stochastic context-free grammars").
//!
//! The grammar and its sentences are invented.
//!
//! `cargo run --release --example grammar` runs it.
//!
//! What to look at: The probability of each sentence by particles is near the probability by the inside
//! algorithm, 0.0047 for the second sentence by both. “with telescopes” belongs to the verb or to the stars
//! with a probability of one half each, and both trees are found.

use monomorph::Error;
use monomorph::prelude::*;
use monomorph::program::{Run, program};

/// A rule: two symbols or a word that replace a symbol, and the probability of the rule.
enum Rule {
    Pair(f64, &'static str, &'static str),
    Word(f64, &'static str),
}
use Rule::{Pair, Word};

/// The grammar: “saw” has an object, and “with” may belong to the verb or to a noun.
const GRAMMAR: [(&str, &[Rule]); 6] = [
    ("S", &[Pair(1.0, "NP", "VP")]),
    ("NP", &[Pair(0.3, "NP", "PP"), Word(0.3, "astronomers"), Word(0.25, "stars"), Word(0.15, "telescopes")]),
    ("VP", &[Pair(0.7, "V", "NP"), Pair(0.3, "VP", "PP")]),
    ("PP", &[Pair(1.0, "P", "NP")]),
    ("V", &[Word(1.0, "saw")]),
    ("P", &[Word(1.0, "with")]),
];

fn rules_of(symbol: &str) -> &'static [Rule] {
    GRAMMAR.iter().find(|(known, _)| *known == symbol).map_or(&[], |(_, rules)| rules)
}

/// Replaces a symbol, compares the words one by one with the observed words, and returns the tree with
/// brackets.
fn derive(run: &mut Run, symbol: &str, heard: &[&str], place: &mut usize) -> String {
    let rules = rules_of(symbol);
    let probabilities: Vec<f64> = rules.iter().map(|(Pair(p, ..) | Word(p, _))| *p).collect();
    match rules[run.sample("rule", categorical(&probabilities))] {
        Word(_, word) => {
            let is_heard = heard.get(*place) == Some(&word);
            *place += 1;
            run.factor(if is_heard { 0.0 } else { f64::NEG_INFINITY });
            word.to_owned()
        }
        Pair(_, left, right) => {
            // Each of the remaining symbols has at least one word.
            let left = run.call("left", |run| derive(run, left, heard, place));
            let right = run.call("right", |run| derive(run, right, heard, place));
            format!("[{left} {right}]")
        }
    }
}

/// Returns the probability that a symbol becomes the words, by the inside algorithm.
fn inside(symbol: &str, words: &[&str]) -> f64 {
    let of_rule = |rule: &Rule| match rule {
        Word(p, word) => p * f64::from(u8::from(words == [*word])),
        Pair(p, left, right) => {
            let splits = 1..words.len();
            p * splits.map(|at| inside(left, &words[..at]) * inside(right, &words[at..])).sum::<f64>()
        }
    };
    rules_of(symbol).iter().map(of_rule).sum()
}

fn main() -> Result<(), Error> {
    let sentences = [
        "astronomers saw stars",
        "astronomers saw stars with telescopes",
        "stars with astronomers saw telescopes with stars",
    ];
    for sentence in sentences {
        let heard: Vec<&str> = sentence.split(' ').collect();
        let sentence_heard = program(|run| {
            let mut place = 0;
            let tree = derive(run, "S", &heard, &mut place);
            run.factor(if place == heard.len() { 0.0 } else { f64::NEG_INFINITY });
            tree
        });
        let fit = sentence_heard.particles(50_000).seed(1).run()?;
        println!("“{sentence}”");
        println!("  inside algorithm {:.3e}", inside("S", &heard));
        println!("  particles        {:.3e}", fit.log_evidence().map_or(f64::NAN, f64::exp));
        let mut trees: Vec<(String, f64)> = Vec::new();
        for (tree, weight) in fit.values().iter().zip(fit.weights()) {
            match trees.iter_mut().find(|(known, _)| known == tree) {
                Some((_, sum)) => *sum += weight,
                None => trees.push((tree.clone(), *weight)),
            }
        }
        trees.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        for (tree, probability) in trees {
            println!("  {probability:.3}  {tree}");
        }
    }
    Ok(())
}
