//! Solutions of differential equations at times and under inputs that are given.

#[path = "../../../common/mod.rs"]
mod common;
#[path = "../../../common/solutions.rs"]
mod solutions;

mod ode_inputs;
mod ode_times;
