//! [`Adaptation`]: what a run has learned, for the next one.

use crate::checkpoint::Checksum;
use crate::draws::Draws;
use crate::sampling::Fit;
use crate::trace::VariableInfo;

/// The most draws that are kept, and the most numbers of them unless these are fewer draws than [`FEWEST`].
const MOST: usize = 256;
const NUMBERS: usize = 1 << 16;
const FEWEST: usize = 32;

/// What a run has learned of a posterior: some of its draws, by the names of their elements, its step size,
/// and how many leapfrog steps a draw took. [`Fit::adaptation`] makes it, and
/// [`Nuts::warm_start`](super::super::Nuts::warm_start) begins another run with it, of this posterior or of
/// one with other data.
///
/// An adaptation owns its numbers: 256 draws at most, and fewer of a model of many parameters. With the
/// feature `serde` it is written and read, beside the version of a model for instance.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::sampling::Adaptation;
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
    /// True if elements are called by labels.
    pub is_labelled: bool,
    /// The elements of each draw, draw after draw.
    pub values: Vec<f64>,
}

/// True if elements of a variable are called by labels.
pub(super) fn is_labelled(variable: &VariableInfo) -> bool {
    variable.levels.rows.is_some() || variable.levels.columns.is_some()
}

impl Adaptation {
    /// The step size with which the run sampled: the median of its chains.
    pub fn step_size(&self) -> f64 {
        self.step_size
    }

    /// The number of draws that are kept.
    pub fn draws(&self) -> usize {
        self.draws
    }

    /// True if there are as many numbers as draws of all elements, and the step is a step: what was read from
    /// a file may be anything.
    pub(super) fn is_whole(&self) -> bool {
        let has_all = |kept: &Parameter| {
            kept.elements.len().checked_mul(self.draws).is_some_and(|count| count == kept.values.len())
        };
        self.step_size.is_finite() && self.step_size > 0.0 && self.parameters.iter().all(has_all)
    }

    /// The checksum of all numbers and names.
    pub(in crate::sampling) fn fact(&self) -> String {
        let Self { step_size, leapfrogs, draws, parameters } = self;
        let mut sum = Checksum::default();
        sum.add_numbers(&[*step_size, *leapfrogs]);
        for Parameter { name, elements, values, .. } in parameters {
            for text in elements.iter().chain([name]) {
                sum.add(&(text.len() as u64).to_le_bytes());
                sum.add(text.as_bytes());
            }
            sum.add_numbers(values);
        }
        format!("{draws} draws ({:016x})", sum.value())
    }
}

impl Adaptation {
    /// The adaptation that draws tell, with a step size and the leapfrog steps of a draw: `count` of the
    /// draws, or as many as are kept of a run.
    pub(in crate::sampling) fn of(
        draws: &Draws,
        (step_size, leapfrogs): (f64, f64),
        count: Option<usize>,
    ) -> Self {
        let variables = || draws.variables().iter().filter(|variable| !variable.is_defined);
        let size = variables().map(VariableInfo::size).sum::<usize>().max(1);
        let count = count.unwrap_or((NUMBERS / size).clamp(FEWEST, MOST));
        let count = count.min(draws.chains() * draws.draws_per_chain());
        let parameters = variables().map(|variable| Parameter::of(draws, variable, count)).collect();
        Self { step_size, leapfrogs, draws: count, parameters }
    }
}

impl Fit {
    /// What the run has learned, for the next one: see [`Adaptation`].
    pub fn adaptation(&self) -> Adaptation {
        Adaptation::of(&self.draws, self.pace(), None)
    }

    /// The step size with which the run sampled, the median of its chains, and the leapfrog steps of a draw.
    pub(in crate::sampling) fn pace(&self) -> (f64, f64) {
        let mut steps: Vec<f64> = self.chains.iter().map(|chain| chain.step_size()).collect();
        steps.sort_by(f64::total_cmp);
        let all = self.chains.iter().flat_map(|chain| &chain.draws);
        let leapfrogs = all.clone().map(|draw| draw.leapfrogs as f64).sum::<f64>();
        let step_size = steps.get(steps.len() / 2).copied().unwrap_or(1.0);
        (step_size, leapfrogs / all.count().max(1) as f64)
    }

    /// True if the run began with what [another one](super::super::Nuts::warm_start) had learned.
    pub fn is_warm_started(&self) -> bool {
        self.settings.warm_start.is_some()
    }
}

impl Parameter {
    /// The elements of one variable in some draws that are spread evenly over a run: the last of each part.
    fn of(draws: &Draws, variable: &VariableInfo, kept: usize) -> Self {
        let length = draws.draws_per_chain();
        let total = draws.chains() * length;
        let places = (1..=kept).map(|part| part * total / kept - 1);
        let at = |place: usize| draws.get(variable.name).ok()?.at(place / length, place % length);
        Self {
            name: variable.name.to_owned(),
            elements: variable.element_names().collect(),
            is_labelled: is_labelled(variable),
            values: places.flat_map(|place| at(place).unwrap_or_default()).collect(),
        }
    }
}
