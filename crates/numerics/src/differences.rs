//! Second derivatives by differences of gradients. For a direction v
//!
//!   H v = (−g(x + 2h v) + 8 g(x + h v) − 8 g(x − h v) + g(x − 2h v)) / 12h + O(h⁴).
//!
//! The error is h⁴/30 times the fifth derivative of the value. The step h is a five-hundredth of the
//! standard deviation along v, which a first difference estimates, but at most a five-hundredth of the size
//! of the coordinates or of 1: a curvature that is small by chance has no information on the fifth
//! derivative. With this step the error of the formula is about 1e-11 of the curvature, and rounding as
//! much. Abramowitz and Stegun, 25.3.24.

/// The step as a share of the standard deviation along the direction, and the longest step as a share of
/// the size of the coordinates.
const STEP: f64 = 2e-3;

/// The relative step of the first difference.
const FIRST: f64 = 1e-6;

/// The most times that a step is halved because the function has no value at its end.
const HALVED: usize = 20;

/// The multiples of the step, and twelve times the weight of the gradient there.
const STENCIL: [(f64, f64); 4] = [(2.0, -1.0), (1.0, 8.0), (-1.0, -8.0), (-2.0, 1.0)];

/// Stores the product of the Hessian at a point with a direction, given the gradient at the point, and
/// returns the number of evaluations. If the function has no value nearby, it returns `None`, and the
/// product is NaN.
///
/// `evaluate` stores the gradient at a point, and returns the value, which is not finite where the function
/// has none.
///
/// ```
/// use monomorph_numerics::differences::product;
///
/// // x²y has the second derivatives 2y, 2x and 0.
/// let mut evaluate = |x: &[f64], slopes: &mut [f64]| {
///     slopes.copy_from_slice(&[2.0 * x[0] * x[1], x[0] * x[0]]);
///     x[0] * x[0] * x[1]
/// };
/// let (point, mut gradient, mut of_x) = ([3.0, 5.0], [0.0; 2], [0.0; 2]);
/// evaluate(&point, &mut gradient);
/// product(&point, &gradient, &[1.0, 0.0], &mut of_x, &mut evaluate);
/// assert!((of_x[0] - 10.0).abs() < 1e-9 && (of_x[1] - 6.0).abs() < 1e-9);
/// ```
pub fn product(
    point: &[f64],
    gradient: &[f64],
    direction: &[f64],
    product: &mut [f64],
    evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64,
) -> Option<usize> {
    product.fill(0.0);
    // The step that changes a coordinate by its size, or by 1.
    let sizes = point.iter().zip(direction).filter(|(_, v)| **v != 0.0);
    let unit = sizes.map(|(x, v)| (1.0 + x.abs()) / v.abs()).fold(f64::INFINITY, f64::min);
    if unit == f64::INFINITY {
        return Some(0);
    }
    let (mut moved, mut slopes) = (point.to_vec(), vec![0.0; point.len()]);
    let mut evaluations = 0;
    let mut at = |step: f64, slopes: &mut [f64]| {
        let both = point.iter().zip(direction);
        moved.iter_mut().zip(both).for_each(|(moved, (x, v))| *moved = x + step * v);
        evaluations += 1;
        evaluate(&moved, slopes).is_finite()
    };
    let first = FIRST * unit;
    let curvature = if at(first, &mut slopes) {
        let change =
            slopes.iter().zip(gradient).zip(direction).map(|((after, before), v)| (after - before) * v);
        (change.sum::<f64>() / first).abs()
    } else {
        f64::NAN
    };
    // If the curvature is NaN or 0, the step is the longest one.
    let mut step = (STEP / curvature.sqrt()).min(STEP * unit);
    for _ in 0..=HALVED {
        product.fill(0.0);
        let is_whole = STENCIL.iter().all(|(steps, weight)| {
            let is_finite = at(steps * step, &mut slopes);
            let weight = weight / (12.0 * step);
            product.iter_mut().zip(&slopes).for_each(|(product, slope)| *product += weight * slope);
            is_finite
        });
        if is_whole {
            return Some(evaluations);
        }
        step *= 0.5;
    }
    product.fill(f64::NAN);
    None
}

/// Stores the Hessian at a point, row after row, given the gradient there, and returns the number of
/// evaluations. An error is the coordinate along which the function has no value nearby.
///
/// ```
/// use monomorph_numerics::differences::hessian;
///
/// let mut evaluate = |x: &[f64], slopes: &mut [f64]| {
///     slopes.copy_from_slice(&[2.0 * x[0] * x[1], x[0] * x[0]]);
///     x[0] * x[0] * x[1]
/// };
/// let (point, mut gradient, mut matrix) = ([3.0, 5.0], [0.0; 2], [0.0; 4]);
/// evaluate(&point, &mut gradient);
/// assert_eq!(hessian(&point, &gradient, &mut matrix, &mut evaluate), Ok(10));
/// let exact = [10.0, 6.0, 6.0, 0.0];
/// assert!(matrix.iter().zip(exact).all(|(found, exact)| (found - exact).abs() < 1e-9));
/// ```
///
/// # Errors
///
/// The coordinate along which no step is short enough.
pub fn hessian(
    point: &[f64],
    gradient: &[f64],
    matrix: &mut [f64],
    evaluate: &mut dyn FnMut(&[f64], &mut [f64]) -> f64,
) -> Result<usize, usize> {
    let n = point.len();
    let (mut direction, mut evaluations) = (vec![0.0; n], 0);
    for (i, row) in matrix.chunks_exact_mut(n.max(1)).enumerate() {
        direction[i] = 1.0;
        evaluations += product(point, gradient, &direction, row, evaluate).ok_or(i)?;
        direction[i] = 0.0;
    }
    for i in 0..n {
        for j in 0..i {
            let mean = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
            (matrix[i * n + j], matrix[j * n + i]) = (mean, mean);
        }
    }
    Ok(evaluations)
}
