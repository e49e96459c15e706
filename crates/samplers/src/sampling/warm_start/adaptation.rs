//! [`Adaptation`]: the results of a run for the start of a later one.

use crate::checkpoint::Checksum;
use crate::draws::Draws;
use crate::sampling::Fit;
use crate::trace::VariableInfo;
use core::convert::Infallible;

/// The most draws that are kept.
const MOST: usize = 256;
/// The most numbers of the draws that are kept, unless these are fewer draws than [`FEWEST`].
const NUMBERS: usize = 1 << 16;
/// The least number of draws that are kept.
const FEWEST: usize = 32;

/// The results of a run for the start of a later one: some of its draws, by the names of their elements,
/// its step size, and the mean number of leapfrog steps of a draw. [`Fit::adaptation`] makes it, and
/// [`SavedDraws::adaptation`](crate::sampling::SavedDraws::adaptation) makes it from draws in a file.
/// [`Nuts::warm_start`](super::super::Nuts::warm_start) starts another run with it, of this posterior or of
/// one with other data.
///
/// An adaptation owns its numbers: at most 256 draws, and fewer for a model of many parameters. With the
/// feature `serde` it can be serialised, for instance together with a version of the model.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive() }
/// let posterior = |y: &[f64]| -> Result<_, monomorph::Error> {
///     let model = model! { mu |= normal(0.0, 5.0), tau |= half_normal(5.0), data(y) |= normal(mu, tau) };
///     model.compile()
/// };
/// let yesterday = posterior(&[2.1, 1.7, 3.0])?.nuts().seed(1).run()?;
/// let learned: Adaptation = yesterday.adaptation();
/// let today = posterior(&[2.1, 1.7, 3.0, 2.4])?.nuts().warm_start(&learned).seed(2).run()?;
/// assert!(today.is_warm_started());
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Adaptation {
    pub(super) step_size: f64,
    pub(super) leapfrogs: f64,
    pub(super) draws: usize,
    pub(super) parameters: Vec<Parameter>,
}

/// The draws of one parameter.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Parameter {
    pub name: String,
    /// The names of the elements.
    pub elements: Vec<String>,
    /// True if the elements have labels.
    pub is_labelled: bool,
    /// The elements of each draw, draw after draw.
    pub values: Vec<f64>,
}

/// Returns true if the elements of a variable have labels.
pub(super) fn is_labelled(variable: &VariableInfo) -> bool {
    variable.levels.rows.is_some() || variable.levels.columns.is_some()
}

impl Adaptation {
    /// The number of transitions of warmup after a warm start, unless the program sets another.
    pub const WARMUP: usize = 100;

    /// The step size of the run, in units of the adapted scales: the median over its chains.
    pub fn step_size(&self) -> f64 {
        self.step_size
    }

    /// The number of draws that are kept.
    pub fn draws(&self) -> usize {
        self.draws
    }

    /// Makes the adaptation of `total` draws of a run, chain after chain; `column` returns all draws of an
    /// element. It keeps `kept` draws, or by default as many as the constants of this file allow.
    pub(in crate::sampling) fn of<Column: AsRef<[f64]>, Failure>(
        variables: &[VariableInfo],
        (total, kept): (usize, Option<usize>),
        (step_size, leapfrogs): (f64, f64),
        mut column: impl FnMut(usize) -> Result<Column, Failure>,
    ) -> Result<Self, Failure> {
        let own = || variables.iter().filter(|variable| !variable.is_defined);
        let size = own().map(VariableInfo::size).sum::<usize>().max(1);
        let draws = kept.unwrap_or((NUMBERS / size).clamp(FEWEST, MOST)).min(total);
        let mut parameters = Vec::new();
        for variable in own() {
            let size = variable.size();
            let mut values = vec![0.0; draws * size];
            for element in 0..size {
                let all = column(variable.offset + element)?;
                // The kept draws are evenly spaced over the run: the last draw of each part.
                for part in 0..draws {
                    values[part * size + element] = all.as_ref()[(part + 1) * total / draws - 1];
                }
            }
            let (name, elements) = (variable.name.to_owned(), variable.element_names().collect());
            parameters.push(Parameter { name, elements, is_labelled: is_labelled(variable), values });
        }
        Ok(Self { step_size, leapfrogs, draws, parameters })
    }

    /// Makes the adaptation of draws in memory. `pace` are the step size and the number of leapfrog steps
    /// of a draw; `kept` is the number of draws to keep, or `None` for the default.
    pub(in crate::sampling) fn of_draws(draws: &Draws, pace: (f64, f64), kept: Option<usize>) -> Self {
        let columns: Vec<&[f64]> = draws.columns().map(|(_, column)| column.as_slice()).collect();
        let total = draws.chains() * draws.draws_per_chain();
        let column = |element: usize| Ok::<_, Infallible>(columns[element]);
        let Ok(learned) = Self::of(draws.variables(), (total, kept), pace, column);
        learned
    }

    /// Returns true if there is a number for each element of each draw, the draws are not too many, and the
    /// step size is positive and finite: an adaptation from a file may be invalid.
    pub(super) fn is_whole(&self) -> bool {
        let has_all = |kept: &Parameter| kept.elements.len() * self.draws == kept.values.len();
        let is_step = self.step_size.is_finite() && self.step_size > 0.0;
        is_step && (1..=MOST).contains(&self.draws) && self.parameters.iter().all(has_all)
    }

    /// The number of draws and a checksum of all numbers and names, which identify this adaptation.
    #[doc(hidden)]
    pub fn fact(&self) -> String {
        let Self { step_size, leapfrogs, draws, parameters } = self;
        let mut sum = Checksum::default();
        sum.add_numbers(&[*step_size, *leapfrogs]);
        for Parameter { name, elements, is_labelled, values } in parameters {
            sum.add(&[u8::from(*is_labelled)]);
            elements.iter().chain([name]).for_each(|text| sum.add_text(text));
            sum.add_numbers(values);
        }
        format!("{draws} draws ({:016x})", sum.value())
    }
}

impl Fit {
    /// The results of the run for the start of a later one: see [`Adaptation`].
    pub fn adaptation(&self) -> Adaptation {
        Adaptation::of_draws(&self.draws, self.pace(), None)
    }

    /// The median step size of the chains, and the mean number of leapfrog steps of a draw.
    pub(in crate::sampling) fn pace(&self) -> (f64, f64) {
        let steps = self.chains.iter().map(|chain| chain.step_size()).collect();
        let all = self.chains.iter().flat_map(|chain| &chain.draws).map(|draw| draw.leapfrogs as f64);
        let total = self.draws.chains() * self.draws.draws_per_chain();
        (median(steps), all.sum::<f64>() / total as f64)
    }

    /// Returns true if the run began with the adaptation of [another run](super::super::Nuts::warm_start).
    pub fn is_warm_started(&self) -> bool {
        self.settings.warm_start.is_some()
    }
}

/// Returns the number in the middle, or the larger of the two; 1 for an empty list.
pub(in crate::sampling) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(1.0)
}
