//! A step along a direction of descent that satisfies the strong Wolfe conditions
//!
//! φ(α) ≤ φ(0) + c₁ α φ′(0) and |φ′(α)| ≤ c₂ |φ′(0)|,
//!
//! by algorithms 3.5 and 3.6 of Nocedal and Wright, *Numerical Optimization* (2006), with steps that minimise
//! the cubic of two values and two slopes (their equation 3.59).
//!
//! Two rules are added. If φ is not finite at a step, the step is shortened, and later steps stay below it.
//! If values differ by no more than their rounding, φ(α) ≤ φ(0) + ε |φ(0)| with φ′(α) ≤ (2 c₁ − 1) φ′(0)
//! replaces the first condition: equation 4.1 of Hager and Zhang, SIAM J. Optim. 16 (2005), which is
//! equivalent for a quadratic φ.

/// c₁ and c₂, as recommended for quasi-Newton directions.
const DECREASE: f64 = 1e-4;
const CURVATURE: f64 = 0.9;

/// ε: a hundred times the rounding of one number, since log densities are sums.
const ROUNDING: f64 = 100.0 * f64::EPSILON;

/// The most evaluations of one search.
const MOST: usize = 60;

/// The largest factor by which the search for an interval enlarges a step.
const GROWTH: f64 = 10.0;

/// A step along a direction, with the value and the slope of the function there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    pub step: f64,
    pub value: f64,
    pub slope: f64,
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// The step that satisfies both conditions; it was evaluated last.
    Wolfe(Trial),
    /// The best step, if none satisfied both conditions. Other steps may have been evaluated after it.
    Lower(Trial),
    /// No step lowers the value.
    Nothing,
}

/// A search from a point with its value and its negative slope.
struct Search<'a> {
    start: Trial,
    evaluations: usize,
    evaluate: &'a mut dyn FnMut(f64) -> (f64, f64),
}

/// Searches from step 0; the first step that is tried is `first`, which is positive and finite. `evaluate`
/// returns the value and the slope at a step; a value that is not finite means that the function has no
/// value there.
pub fn search((value, slope): (f64, f64), first: f64, evaluate: &mut dyn FnMut(f64) -> (f64, f64)) -> Found {
    Search { start: Trial { step: 0.0, value, slope }, evaluations: 0, evaluate }.bracket(first)
}

impl Search<'_> {
    fn at(&mut self, step: f64) -> Option<Trial> {
        self.evaluations += 1;
        let (value, slope) = (self.evaluate)(step);
        (value.is_finite() && slope.is_finite()).then_some(Trial { step, value, slope })
    }

    /// The largest difference of two values that is rounding.
    fn slack(&self) -> f64 {
        ROUNDING * self.start.value.abs()
    }

    /// Returns true if the value has decreased enough.
    fn is_lower(&self, trial: Trial) -> bool {
        let Trial { value, slope, .. } = self.start;
        trial.value <= value + DECREASE * trial.step * slope
            || ((trial.value - value).abs() <= self.slack() && trial.slope <= (2.0 * DECREASE - 1.0) * slope)
    }

    fn is_flat(&self, trial: Trial) -> bool {
        trial.slope.abs() <= CURVATURE * self.start.slope.abs()
    }

    /// Algorithm 3.5: enlarges the step until an interval contains a step that satisfies both conditions.
    fn bracket(mut self, first: f64) -> Found {
        let (mut before, mut step) = (self.start, first);
        // The smallest step at which the function has no value.
        let mut wall = f64::INFINITY;
        while self.evaluations < MOST {
            let Some(trial) = self.at(step) else {
                wall = step;
                step = before.step + 0.25 * (wall - before.step);
                if step <= before.step {
                    break;
                }
                continue;
            };
            let is_higher = before.step > 0.0 && trial.value > before.value + self.slack();
            if !self.is_lower(trial) || is_higher {
                return self.zoom(before, trial);
            }
            if self.is_flat(trial) {
                return Found::Wolfe(trial);
            }
            if trial.slope >= 0.0 {
                return self.zoom(trial, before);
            }
            let longest = (GROWTH * step).min(0.5 * (step + wall));
            let wanted = minimum_of_cubic(before, trial).filter(|wanted| *wanted > step);
            step = wanted.unwrap_or(longest).clamp((2.0 * step).min(longest), longest);
            before = trial;
        }
        self.give_up(before)
    }

    /// Algorithm 3.6: narrows an interval. The value at its end `low` is the lowest value that has
    /// decreased enough, and the slope there falls towards `high`.
    fn zoom(mut self, mut low: Trial, mut high: Trial) -> Found {
        let mut end = high.step;
        let mut known = true;
        while self.evaluations < MOST {
            let (least, most) = (low.step.min(end), low.step.max(end));
            let margin = 0.1 * (most - least);
            let cubic = if known { minimum_of_cubic(low, high) } else { None };
            let step = match cubic {
                Some(step) if step > least && step < most => step.clamp(least + margin, most - margin),
                _ => 0.5 * (least + most),
            };
            if step <= least || step >= most {
                break;
            }
            let Some(trial) = self.at(step) else {
                (end, known) = (step, false);
                continue;
            };
            if !self.is_lower(trial) || trial.value > low.value + self.slack() {
                (high, end, known) = (trial, step, true);
                continue;
            }
            if self.is_flat(trial) {
                return Found::Wolfe(trial);
            }
            if trial.slope * (end - low.step) >= 0.0 {
                (high, end, known) = (low, low.step, true);
            }
            low = trial;
        }
        self.give_up(low)
    }

    fn give_up(&self, best: Trial) -> Found {
        let is_better = best.step > 0.0 && best.value < self.start.value;
        if is_better { Found::Lower(best) } else { Found::Nothing }
    }
}

/// Returns the place of the minimum of the cubic with two given values and slopes, if it has one: equation
/// 3.59.
fn minimum_of_cubic(a: Trial, b: Trial) -> Option<f64> {
    let width = b.step - a.step;
    let d1 = a.slope + b.slope - 3.0 * (a.value - b.value) / (a.step - b.step);
    let square = d1 * d1 - a.slope * b.slope;
    if square.is_nan() || square < 0.0 {
        return None;
    }
    let d2 = width.signum() * square.sqrt();
    let step = b.step - width * ((b.slope + d2 - d1) / (b.slope - a.slope + 2.0 * d2));
    step.is_finite().then_some(step)
}
