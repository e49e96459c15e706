//! Models of level, trend, season and autoregression, whose matrices consist of a few parameters.
//!
//! The parameters are the standard deviation of the noise, followed by those of each component, in the order
//! in which the components were added. The states are those of the components, with the states of
//! autoregressions last: they are stationary, the others diffuse.

use crate::frame::scratch;

/// The maximum number of components.
pub const MOST: usize = 6;

/// A part of a structural model that changes over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A level μ, μₜ₊₁ = μₜ + N(0, s²). Its parameter is s.
    Level,
    /// A level with a slope ν, μₜ₊₁ = μₜ + νₜ + N(0, s²), νₜ₊₁ = νₜ + N(0, u²). Its parameters are s and u.
    Trend,
    /// Effects of the seasons of a period, whose sum is N(0, s²). Its parameter is s.
    Seasonal(usize),
    /// xₜ₊₁ = φ₁ xₜ + φ₂ xₜ₋₁ + N(0, s²), of order one or two. Its parameters are φ₁, φ₂ for order two, and
    /// s.
    Autoregression(usize),
}

/// The components of a model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Components {
    parts: [Option<Component>; MOST],
}

scratch! {
    /// Z, T, the diagonals of H and Q, and P₁; or their adjoints.
    pub struct Matrices(states) {
        design: states,
        transition: states * states,
        noise: 1,
        state_noise: states,
        covariance: states * states,
    }
}

impl<'a> Matrices<'a> {
    /// Takes the first numbers of a slice as matrices of 0, and leaves the rest in the slice.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn zeros(states: usize, numbers: &mut &'a mut [f64]) -> Self {
        numbers[..Self::length(states)].fill(0.0);
        Self::split_off(numbers, states)
    }
}

/// Returns the covariances of lag 0 and 1 of an autoregression of order two, NaN if it is not stationary,
/// and their derivatives by φ₁ and φ₂.
fn stationary(one: f64, two: f64, variance: f64) -> [[f64; 3]; 2] {
    let below = 1.0 - two;
    let inner = below * below - one * one;
    let divisor = (1.0 + two) * inner;
    let is_stationary = two > -1.0 && below > one.abs();
    let zero = if is_stationary { below * variance / divisor } else { f64::NAN };
    let by_one = zero * 2.0 * one * (1.0 + two) / divisor;
    let by_two = -(variance + zero * (inner - 2.0 * (1.0 + two) * below)) / divisor;
    let ratio = one / below;
    [
        [zero, by_one, by_two],
        [ratio * zero, zero / below + ratio * by_one, ratio * zero / below + ratio * by_two],
    ]
}

impl Component {
    fn states(self) -> usize {
        match self {
            Self::Level => 1,
            Self::Trend => 2,
            Self::Seasonal(period) => period.saturating_sub(1),
            Self::Autoregression(order) => order,
        }
    }

    fn parameters(self) -> usize {
        match self {
            Self::Level | Self::Seasonal(_) => 1,
            Self::Trend => 2,
            Self::Autoregression(order) => order + 1,
        }
    }

    fn is_stationary(self) -> bool {
        matches!(self, Self::Autoregression(_))
    }
}

impl Components {
    /// Returns the components with one more, if there is room.
    pub fn with(mut self, component: Component) -> Self {
        let free = self.parts.iter().position(Option::is_none);
        let place = free.unwrap_or_else(|| panic!("a state space model has at most {MOST} components"));
        self.parts[place] = Some(component);
        self
    }

    /// The components.
    pub fn all(&self) -> impl Iterator<Item = Component> + '_ {
        self.parts.iter().flatten().copied()
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.all().map(Component::states).fold(0, usize::saturating_add)
    }

    /// Returns the number of diffuse states.
    pub fn diffuse(&self) -> usize {
        let diffuse = self.all().filter(|component| !component.is_stationary());
        diffuse.map(Component::states).fold(0, usize::saturating_add)
    }

    /// Calls `visit` with each component, its first parameter and its first state.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn each(&self, mut visit: impl FnMut(Component, usize, usize)) {
        let (mut parameter, mut diffuse, mut stationary) = (1, 0, self.diffuse());
        for component in self.all() {
            let state = if component.is_stationary() { &mut stationary } else { &mut diffuse };
            visit(component, parameter, *state);
            *state += component.states();
            parameter += component.parameters();
        }
    }

    /// Fills matrices that are 0.
    pub fn fill(&self, parameters: &[f64], to: &mut Matrices<'_>) {
        let states = self.states();
        // A standard deviation below 0 is not valid.
        let variance = |place: usize| {
            if parameters[place] < 0.0 { f64::NAN } else { parameters[place] * parameters[place] }
        };
        to.noise[0] = variance(0);
        self.each(|component, first, state| {
            let mut set = |row: usize, column: usize, number: f64| {
                to.transition[(state + row) * states + state + column] = number;
            };
            to.design[state] = 1.0;
            match component {
                Component::Level => {
                    set(0, 0, 1.0);
                    to.state_noise[state] = variance(first);
                }
                Component::Trend => {
                    set(0, 0, 1.0);
                    set(0, 1, 1.0);
                    set(1, 1, 1.0);
                    to.state_noise[state] = variance(first);
                    to.state_noise[state + 1] = variance(first + 1);
                }
                Component::Seasonal(period) => {
                    (0..period - 1).for_each(|season| set(0, season, -1.0));
                    (1..period - 1).for_each(|season| set(season, season - 1, 1.0));
                    to.state_noise[state] = variance(first);
                }
                Component::Autoregression(order) => {
                    let two = if order == 2 { parameters[first + 1] } else { 0.0 };
                    let own = variance(first + order);
                    let [[zero, ..], [one, ..]] = stationary(parameters[first], two, own);
                    set(0, 0, parameters[first]);
                    to.state_noise[state] = own;
                    to.covariance[state * states + state] = zero;
                    if order == 2 {
                        set(0, 1, two);
                        set(1, 0, 1.0);
                        to.covariance[state * states + state + 1] = one;
                        to.covariance[(state + 1) * states + state] = one;
                        to.covariance[(state + 1) * states + state + 1] = zero;
                    }
                }
            }
        });
    }

    /// Adds the adjoints of the matrices to those of the parameters.
    pub fn pull_back(&self, parameters: &[f64], from: &Matrices<'_>, adjoints: &mut [f64]) {
        let states = self.states();
        adjoints[0] += 2.0 * parameters[0] * from.noise[0];
        self.each(|component, first, state| {
            let at = |row: usize, column: usize| (state + row) * states + state + column;
            match component {
                Component::Level | Component::Seasonal(_) => {
                    adjoints[first] += 2.0 * parameters[first] * from.state_noise[state];
                }
                Component::Trend => {
                    adjoints[first] += 2.0 * parameters[first] * from.state_noise[state];
                    adjoints[first + 1] += 2.0 * parameters[first + 1] * from.state_noise[state + 1];
                }
                Component::Autoregression(order) => {
                    let (one, last) = (parameters[first], first + order);
                    let (two, deviation) =
                        (if order == 2 { parameters[first + 1] } else { 0.0 }, parameters[last]);
                    let [zero, next] = stationary(one, two, 1.0);
                    let mut of = [from.covariance[at(0, 0)], 0.0];
                    if order == 2 {
                        of[0] += from.covariance[at(1, 1)];
                        of[1] += from.covariance[at(0, 1)] + from.covariance[at(1, 0)];
                    }
                    let along = |by: usize| of[0] * zero[by] + of[1] * next[by];
                    let variance = deviation * deviation;
                    adjoints[first] += from.transition[at(0, 0)] + variance * along(1);
                    if order == 2 {
                        adjoints[first + 1] += from.transition[at(0, 1)] + variance * along(2);
                    }
                    adjoints[last] += 2.0 * deviation * (from.state_noise[state] + along(0));
                }
            }
        });
    }
}
