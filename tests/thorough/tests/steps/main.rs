//! Solutions of differential equations at times and under inputs that are given.

#[path = "../../../common/mod.rs"]
mod common;

mod ode_inputs;
mod ode_times;
