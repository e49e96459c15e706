//! Proves that distributions of numbers have the values and the gradients of Stan in every role that a
//! variable or an argument can have beside those of `tests/densities/oracle_densities.rs`: scalars, repeated
//! scalars, numbers and data; every record of `tests/oracle`, on every instruction set.

#[path = "../../common/mod.rs"]
mod common;

use common::densities::DensityRecord;
use monomorph::distribution;
use monomorph::prelude::*;

macro_rules! continuous {
    ($($distribution:ident($($key:ident: $argument:ident),+);)*) => {$(
        #[test]
        fn $distribution() {
            for record in DensityRecord::all(stringify!($distribution)) {
                let n = record.length();
                {
                    $(let $argument = record.vector(stringify!($key));)+
                    params! { y: vector(n) }
                    let model = model! { y |= distribution::$distribution($(data(&$argument)),+) };
                    record.compare("arguments that are data", model, &[("y", n)]);
                }
                if !record.has_scalar_arguments() {
                    continue;
                }
                {
                    let y = record.vector("y");
                    params! { $($argument: real()),+ }
                    let model = model! {
                        data(&y) |= distribution::$distribution($($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("observations and repeated scalars", model, &[$((stringify!($key), 1)),+]);
                }
                if n == 1 {
                    params! { y: real(), $($argument: real()),+ }
                    let model = model! {
                        y |= distribution::$distribution($($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("scalars", model, &[("y", 1), $((stringify!($key), 1)),+]);
                    record.compare_value("scalars", model, &[record.number("y"), $(record.number(stringify!($key))),+]);
                }
            }
        }
    )*};
}

mod continuous {
    use super::*;

    crate::for_continuous_densities!(continuous);
}

macro_rules! discrete {
    ($($distribution:ident($([$count:ident])? $($key:ident: $argument:ident),+);)*) => {$(
        #[test]
        fn $distribution() {
            for record in DensityRecord::all(stringify!($distribution)) {
                let n = record.length();
                let y = record.counts("y");
                if record.has_scalar_arguments() {
                    $(let $count = record.number(stringify!($count)) as i32;)?
                    params! { $($argument: real()),+ }
                    let model = model! {
                        data(&y) |= distribution::$distribution($($count,)? $($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("repeated scalars", model, &[$((stringify!($key), 1)),+]);
                }
                if n == 1 {
                    $(let $count = record.number(stringify!($count)) as i32;)?
                    params! { $($argument: real()),+ }
                    let model = model! {
                        data(y[0] as i32) |= distribution::$distribution($($count,)? $($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("scalars", model, &[$((stringify!($key), 1)),+]);
                }
            }
        }
    )*};
}

#[allow(non_snake_case)] // N is what the file calls the number of trials.
mod discrete {
    use super::*;

    crate::for_discrete_densities!(discrete);
}
