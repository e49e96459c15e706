//! Comparisons of user-defined derivatives with finite differences, for tests.
//!
//! f′(x) ≈ (8 (f(x + h) − f(x − h)) − (f(x + 2h) − f(x − 2h))) / 12h, whose error is of the order h⁴.

use crate::custom::{CustomDistribution, CustomOperation, Inputs, Outputs};
use crate::frame::Adjoints;
use crate::shape::Size;
use core::fmt;

/// The relative difference up to which two derivatives count as equal.
const TOLERANCE: f64 = 1e-6;

/// A description of derivatives that do not agree.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch(String);

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Mismatch {}

/// Returns the derivative of `f` at x by finite differences.
fn slope(x: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    let h = if x == 0.0 { 1e-4 } else { 1e-4 * x.abs() };
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

/// Compares a derivative with the derivative by finite differences.
fn compare(what: impl Fn() -> String, told: f64, found: f64) -> Result<(), Mismatch> {
    let is_close = (told - found).abs() <= TOLERANCE * (1e-2 + told.abs() + found.abs());
    if is_close {
        return Ok(());
    }
    Err(Mismatch(format!("{} is {told}, but {found} by finite differences", what())))
}

/// Compares the adjoints of an operation with finite differences, at arguments that are given with their
/// sizes.
///
/// # Errors
///
/// Returns a [`Mismatch`] that names the argument and the element, or reports that the operation refuses the
/// sizes.
///
/// See [`CustomOperation`] for an example.
pub fn check_operation<Op: CustomOperation>(
    operation: &Op,
    arguments: &[(&[f64], Size)],
) -> Result<(), Mismatch> {
    let sizes: Vec<Size> = arguments.iter().map(|(_, size)| *size).collect();
    for (place, (numbers, size)) in arguments.iter().enumerate() {
        if numbers.len() != size.length() {
            let (count, expected) = (numbers.len(), size.length());
            return Err(Mismatch(format!("argument {place} has {count} numbers, not {expected}")));
        }
    }
    let size = operation.size(&sizes).map_err(Mismatch)?;
    if size.known::<Op::Shape>() != size {
        return Err(Mismatch(format!("the size {} × {} is not one of the shape", size.rows, size.columns)));
    }
    let mut point: Vec<Vec<f64>> = arguments.iter().map(|(numbers, _)| numbers.to_vec()).collect();
    let mut memory = vec![f64::NAN; operation.memory(&sizes)];
    // The weights of the elements of the value are all different: Σ wᵢ yᵢ has the adjoint w.
    let weights: Vec<f64> = (0..size.length()).map(|place| 1.0 + 0.5 * (place as f64 + 1.0).sin()).collect();
    let evaluate = |point: &[Vec<f64>], memory: &mut [f64]| {
        let values: Vec<&[f64]> = point.iter().map(Vec::as_slice).collect();
        let mut value = vec![f64::NAN; size.length()];
        operation.value(Inputs::new(&values, &sizes), memory, &mut value);
        value
    };
    let value = evaluate(&point, &mut memory);
    // The operation must add to existing adjoints.
    let mut adjoints: Vec<Vec<f64>> = arguments.iter().map(|(numbers, _)| vec![1.0; numbers.len()]).collect();
    {
        let values: Vec<&[f64]> = point.iter().map(Vec::as_slice).collect();
        let mut outputs = Outputs::new(&value, Adjoints::over(&weights, &mut adjoints));
        operation.adjoint(Inputs::new(&values, &sizes), &mut memory, &mut outputs);
    }
    for (argument, adjoints) in adjoints.iter().enumerate() {
        for (element, adjoint) in adjoints.iter().enumerate() {
            let x = point[argument][element];
            let found = slope(x, |moved| {
                point[argument][element] = moved;
                evaluate(&point, &mut memory).iter().zip(&weights).map(|(y, weight)| y * weight).sum()
            });
            point[argument][element] = x;
            let what = || format!("the adjoint of element {element} of argument {argument}");
            compare(what, adjoint - 1.0, found)?;
        }
    }
    Ok(())
}

/// Compares the derivatives of a distribution's log density with finite differences, at a value and
/// arguments inside their domains. Arguments that are whole numbers have no derivatives.
///
/// # Errors
///
/// Returns a [`Mismatch`] that names the argument.
///
/// See [`CustomDistribution`] for an example.
pub fn check_distribution<D: CustomDistribution<COUNT>, const COUNT: usize>(
    y: f64,
    arguments: [f64; COUNT],
) -> Result<(), Mismatch> {
    let (value, by_y, by_arguments) = D::log_density(y, arguments);
    if !value.is_finite() {
        return Err(Mismatch(format!("the log density is {value}")));
    }
    if !D::VARIABLE.is_discrete() {
        compare(|| "the derivative by y".to_owned(), by_y, slope(y, |y| D::log_density(y, arguments).0))?;
    }
    for (place, (name, domain)) in D::ARGUMENTS.into_iter().enumerate() {
        if domain.is_discrete() {
            continue;
        }
        let mut moved = arguments;
        let found = slope(arguments[place], |argument| {
            moved[place] = argument;
            D::log_density(y, moved).0
        });
        compare(|| format!("the derivative by `{name}`"), by_arguments[place], found)?;
    }
    Ok(())
}
