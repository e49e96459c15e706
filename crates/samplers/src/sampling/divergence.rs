//! Divergent transitions: the two points of each, and the parameters whose values there differ from those
//! of other draws.

use super::fit::Fit;
use crate::checkpoint::{State, Tape};
use crate::draws::diagnostics::{mean, sd};
use crate::error::Error;
use core::fmt;

/// The most divergent transitions of a chain whose points are kept: a chain with more is useless, and a
/// checkpoint holds all of them.
pub(super) const MOST: usize = 1000;

/// The record of a transition that diverged.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Divergent {
    /// The number of the draw.
    pub draw: usize,
    /// The unconstrained point at which the transition began, and the values of parameters and definitions
    /// there.
    pub start: (Vec<f64>, Vec<f64>),
    /// The point at which the energy was too high, and its values.
    pub end: (Vec<f64>, Vec<f64>),
}

crate::checkpoint::state!(Divergent { draw, start, end });

/// The list takes the length that was written.
impl State for Vec<Divergent> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Some(length) = tape.length(self.len(), 8) else { return };
        self.resize_with(length, Divergent::default);
        self.iter_mut().for_each(|divergent| divergent.pass(tape));
    }
}

/// A transition that diverged, with its first and last point; made by [`Fit::divergent_transitions`].
#[derive(Clone, Copy, Debug)]
pub struct Divergence<'a> {
    pub(super) names: &'a [String],
    pub(super) divergent: &'a Divergent,
    pub(super) chain: usize,
}

impl<'a> Divergence<'a> {
    /// The index of the chain among the chains of the draws.
    pub fn chain(&self) -> usize {
        self.chain
    }

    /// The number of the draw in its chain, from 0. The draw itself may be any point of the trajectory.
    pub fn draw(&self) -> usize {
        self.divergent.draw
    }

    /// The unconstrained point at which the transition began: the previous draw.
    pub fn start_point(&self) -> &'a [f64] {
        &self.divergent.start.0
    }

    /// The unconstrained point at which the energy was too high, or the log density not finite; with
    /// [`walnuts`](super::Nuts::walnuts), the point at which even the shortest steps had too large an
    /// error. Its coordinates may be infinite.
    pub fn end_point(&self) -> &'a [f64] {
        &self.divergent.end.0
    }

    /// The value of an element where the transition began: `tau`, `theta[0]`.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn start(&self, element: &str) -> Result<f64, Error> {
        Ok(self.divergent.start.1[self.place(element)?])
    }

    /// The value of an element where the energy was too high; it may be infinite or NaN.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn end(&self, element: &str) -> Result<f64, Error> {
        Ok(self.divergent.end.1[self.place(element)?])
    }

    fn place(&self, element: &str) -> Result<usize, Error> {
        let unknown = || Error::UnknownName { name: element.to_owned(), known: self.names.to_vec() };
        self.names.iter().position(|name| name == element).ok_or_else(unknown)
    }
}

/// The values of one element at the starts of divergent transitions, compared with all draws.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DivergenceRow {
    /// The name of the element.
    pub name: String,
    /// The mean of the element at the starts of divergent transitions minus its mean over all draws, in
    /// standard deviations of all draws.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub location: f64,
    /// The standard deviation of the element at these starts, in standard deviations of all draws; NaN for
    /// one divergence.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub spread: f64,
    /// The mean fraction of draws that are lower than the element at these starts, from 0 to 1; about ½ if
    /// the divergences do not depend on the element.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub rank: f64,
}

/// The starts of divergent transitions compared with all draws, for each element; elements whose location
/// differs most come first. Made by [`Fit::divergence_table`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DivergenceTable {
    rows: Vec<DivergenceRow>,
    count: usize,
}

/// The most rows that are printed.
const PRINTED: usize = 10;

/// The meaning of each column, below the table.
const LEGEND: &str = "\
location: mean where divergences began minus mean of all draws, in standard deviations of all draws;
          far from 0 where the element is related to the divergences
spread:   standard deviation where divergences began, in standard deviations of all draws;
          below 1 where they began in a narrow region
rank:     mean share of all draws that are lower; near 0 or 1 in a tail, 0.5 without a relation
";

impl DivergenceTable {
    /// The rows, one for each element that is not constant; empty without divergences.
    pub fn rows(&self) -> &[DivergenceRow] {
        &self.rows
    }

    /// The number of divergences.
    pub fn count(&self) -> usize {
        self.count
    }
}

impl fmt::Display for DivergenceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 0 {
            return writeln!(f, "no divergences");
        }
        let shown = &self.rows[..self.rows.len().min(PRINTED)];
        let width = shown.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let subject = if self.count == 1 { "divergence began" } else { "divergences began" };
        writeln!(f, "where {} {subject}, against all draws:", self.count)?;
        writeln!(f, "{:width$}  location  spread  rank", "")?;
        for DivergenceRow { name, location, spread, rank } in shown {
            let spread = if spread.is_nan() { "-".to_owned() } else { format!("{spread:.2}") };
            writeln!(f, "{name:width$}  {location:>+8.2}  {spread:>6}  {rank:.2}")?;
        }
        match self.rows.len() - shown.len() {
            0 => {}
            rest => writeln!(f, "and {rest} elements that differ less")?,
        }
        f.write_str(LEGEND)
    }
}

impl Fit {
    /// The transitions after warmup that diverged, chain after chain: the first 1 000 of each chain.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { height: real(), x: vector(9) }
    /// let model = model! { height |= normal(0.0, 3.0), x |= normal(0.0, height.exp()) };
    /// let fit = model.compile()?.nuts().chains(2).warmup(300).draws(500).seed(1).run()?;
    /// assert_eq!(fit.divergent_transitions().count(), fit.divergences());
    /// for divergence in fit.divergent_transitions() {
    ///     assert_eq!(divergence.start("height")?, divergence.start_point()[0]);
    /// }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn divergent_transitions(&self) -> impl Iterator<Item = Divergence<'_>> {
        let names = self.draws.names();
        self.chains.iter().enumerate().flat_map(move |(chain, statistics)| {
            let length = statistics.draws.len();
            let all = statistics.divergent.iter().filter(move |divergent| divergent.draw < length);
            all.map(move |divergent| Divergence { names, divergent, chain })
        })
    }

    /// Compares the starts of divergent transitions with all draws, element by element, to show which
    /// parameters are related to the divergences. In a funnel this is the scale, if there are about a
    /// hundred divergences; with only a few, locations differ from zero by chance.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { height: real(), x: vector(9) }
    /// let model = model! { height |= normal(0.0, 3.0), x |= normal(0.0, height.exp()) };
    /// let fit = model.compile()?.nuts().chains(2).warmup(300).draws(1000).seed(1).run()?;
    /// let table = fit.divergence_table();
    /// println!("{table}");                                    // with the meaning of each column below
    /// assert_eq!(table.rows().is_empty(), fit.divergences() == 0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn divergence_table(&self) -> DivergenceTable {
        let starts: Vec<&[f64]> =
            self.divergent_transitions().map(|divergence| &divergence.divergent.start.1[..]).collect();
        let mut rows = Vec::new();
        for (place, (name, column)) in self.draws.columns().enumerate() {
            let began: Vec<f64> = starts.iter().map(|start| start[place]).collect();
            let scale = column.sd();
            if began.is_empty() || !scale.is_finite() || scale == 0.0 {
                continue;
            }
            let mut sorted = column.as_slice().to_vec();
            sorted.sort_by(f64::total_cmp);
            let share = |x: f64| {
                let (below, until) =
                    (sorted.partition_point(|draw| *draw < x), sorted.partition_point(|draw| *draw <= x));
                (below + until) as f64 / (2 * sorted.len()) as f64
            };
            rows.push(DivergenceRow {
                name: name.to_owned(),
                location: (mean(&[&began]) - column.mean()) / scale,
                spread: sd(&[&began]) / scale,
                rank: began.iter().map(|x| share(*x)).sum::<f64>() / began.len() as f64,
            });
        }
        rows.sort_by(|a, b| b.location.abs().total_cmp(&a.location.abs()));
        DivergenceTable { rows, count: starts.len() }
    }
}
