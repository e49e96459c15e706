//! Kennedy and Carpenter's implicit method of order 4, with an error estimate of order 3: ESDIRK4(3)6L[2]SA.
//! Its last stage is the point after the step, so errors in directions that decay fast vanish in one step
//! (the method is L-stable and stiffly accurate).
//!
//! Kennedy and Carpenter 2016, "Diagonally implicit Runge–Kutta methods for ordinary differential equations.
//! A review", NASA TM-2016-219173.

use super::{MOST, RungeKutta};
use crate::sealed::{Sealed, sealed};

/// Kennedy and Carpenter's method, for stiff equations.
#[derive(Clone, Copy, Debug)]
pub enum KennedyCarpenter {}

/// bᵢ of the last stage, including γ, and of the solution of order 3.
const LAST: [f64; MOST] =
    [82889.0 / 524_892.0, 0.0, 15625.0 / 83664.0, 69875.0 / 102_672.0, -2260.0 / 8211.0, 0.25, 0.0];
const OF_ORDER_3: [f64; MOST] = [
    4_586_570_599.0 / 29_645_900_160.0,
    0.0,
    178_811_875.0 / 945_068_544.0,
    814_220_225.0 / 1_159_782_912.0,
    -3_700_637.0 / 11_593_932.0,
    61727.0 / 225_920.0,
    0.0,
];

impl RungeKutta for KennedyCarpenter {
    const STAGES: usize = 6;

    const TIMES: [f64; MOST] = [0.0, 0.5, 83.0 / 250.0, 31.0 / 50.0, 17.0 / 20.0, 1.0, 0.0];

    const WEIGHTS: [[f64; MOST]; MOST] = [
        [0.0; MOST],
        [0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [8611.0 / 62500.0, -1743.0 / 31250.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [5_012_029.0 / 34_652_500.0, -654_441.0 / 2_922_500.0, 174_375.0 / 388_108.0, 0.0, 0.0, 0.0, 0.0],
        [
            15_267_082_809.0 / 155_376_265_600.0,
            -71_443_401.0 / 120_774_400.0,
            730_878_875.0 / 902_184_768.0,
            2_285_395.0 / 8_070_912.0,
            0.0,
            0.0,
            0.0,
        ],
        [LAST[0], LAST[1], LAST[2], LAST[3], LAST[4], 0.0, 0.0],
        [0.0; MOST],
    ];

    const DIAGONAL: f64 = 0.25;

    const ERRORS: [f64; MOST] = {
        let mut errors = [0.0; MOST];
        let mut stage = 0;
        while stage < MOST {
            errors[stage] = LAST[stage] - OF_ORDER_3[stage];
            stage += 1;
        }
        errors
    };

    const ORDER: f64 = 4.0;
}

sealed! {
    [] KennedyCarpenter;
}
