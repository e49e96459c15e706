//! Solutions of differential equations at given times and with given inputs.

#[path = "../../../common/mod.rs"]
mod common;
#[path = "../../../common/solutions.rs"]
mod solutions;

mod ode_inputs;
mod ode_times;
