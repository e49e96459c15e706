//! Dormand and Prince's explicit method of order 5, with an error estimate of order 4.
//!
//! Dormand and Prince 1980, "A family of embedded Runge–Kutta formulae"; Hairer, Nørsett and Wanner, "Solving
//! ordinary differential equations I", table II.5.2.

use super::{MOST, RungeKutta};
use crate::sealed::{Sealed, sealed};

/// Dormand and Prince's method, for equations that are not stiff.
#[derive(Clone, Copy, Debug)]
pub enum DormandPrince {}

impl RungeKutta for DormandPrince {
    const STAGES: usize = 7;

    const TIMES: [f64; MOST] = [0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0];

    const WEIGHTS: [[f64; MOST]; MOST] = [
        [0.0; MOST],
        [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0, 0.0],
        [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0, 0.0],
        [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0, 0.0],
        [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0],
    ];

    const DIAGONAL: f64 = 0.0;

    const ERRORS: [f64; MOST] = [
        71.0 / 57600.0,
        0.0,
        -71.0 / 16695.0,
        71.0 / 1920.0,
        -17253.0 / 339_200.0,
        22.0 / 525.0,
        -1.0 / 40.0,
    ];

    const ORDER: f64 = 5.0;
}

sealed! {
    [] DormandPrince;
}
