//! A posterior as a library that other programs sample, and the library of another program as a posterior.
//!
//! # A posterior as a library
//!
//! A crate of its own with `crate-type = ["cdylib"]` has a function from data to a posterior, and one line
//! that exports it. What `cargo build --release` makes is a shared library of BridgeStan's interface: its
//! clients for Python, R, Julia and Rust load it as if Stan had made it, and so do nutpie and walnutpie. The
//! documentation of the crate `monomorph_bridge` has the whole program, `examples/bridge` is one that Python
//! samples.
//!
//! ```ignore
//! pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
//!     let (y, sigma) = (input.numbers("y")?, input.numbers("sigma")?);
//!     params! { mu: real(), tau: positive(), eta: vector(y.len()) }
//!     let model = model! {
//!         mu  |= normal(0.0, 5.0),
//!         tau |= half_cauchy(5.0),
//!         eta |= normal(0.0, 1.0),
//!         data(&y) |= normal(mu + tau * eta, data(&sigma)),
//!     };
//!     Ok(model.compile()?)
//! }
//!
//! monomorph_bridge::export!(build);
//! ```
//!
//! # A library as a posterior
//!
//! The other way round, a log density that another program computes is a [`CustomTarget`]: the number of
//! coordinates, the log density with its gradient, and the names and values that draws are to hold. The
//! program may be written in C, in C++, or in Stan. This one is a function of C as nutpie, walnutpie and
//! numba take it too, which stands here in the place of a library:
//!
//! ```
//! use monomorph::prelude::*;
//! use monomorph::shape::Extent;
//! use monomorph::target::{CustomPosterior, CustomTarget};
//! use std::ffi::{c_int, c_void};
//!
//! type LogDensity = unsafe extern "C" fn(usize, *const f64, *mut f64, *mut f64, *mut c_void) -> c_int;
//!
//! /// log p = −½ (x² + y²), of another program.
//! unsafe extern "C" fn of_another_program(
//!     n: usize,
//!     q: *const f64,
//!     gradient: *mut f64,
//!     value: *mut f64,
//!     _: *mut c_void,
//! ) -> c_int {
//!     let (q, gradient) =
//!         unsafe { (std::slice::from_raw_parts(q, n), std::slice::from_raw_parts_mut(gradient, n)) };
//!     gradient.iter_mut().zip(q).for_each(|(slope, q)| *slope = -q);
//!     unsafe { *value = -0.5 * q.iter().map(|q| q * q).sum::<f64>() };
//!     0
//! }
//!
//! struct Foreign(LogDensity);
//!
//! impl CustomTarget for Foreign {
//!     fn dimension(&self) -> usize {
//!         2
//!     }
//!
//!     fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
//!         let (mut value, data) = (f64::NAN, std::ptr::null_mut());
//!         // SAFETY: both slices have as many numbers as the function is told.
//!         let code = unsafe { (self.0)(q.len(), q.as_ptr(), gradient.as_mut_ptr(), &mut value, data) };
//!         if code == 0 { value } else { f64::NEG_INFINITY }
//!     }
//!
//!     fn variables(&self) -> Vec<(String, Extent)> {
//!         vec![("place".to_owned(), Extent::Vector(2)), ("distance".to_owned(), Extent::Scalar)]
//!     }
//!
//!     fn constrain_into(&self, q: &[f64], values: &mut [f64]) -> Result<(), String> {
//!         values.copy_from_slice(&[q[0], q[1], q[0].hypot(q[1])]);
//!         Ok(())
//!     }
//! }
//!
//! let posterior = CustomPosterior::new(Foreign(of_another_program))?;
//! let fit = posterior.nuts().chains(2).warmup(300).draws(1000).seed(1).run()?;
//! assert_eq!(fit.draws().names(), ["place[0]", "place[1]", "distance"]);
//! // The mean distance is √(π/2).
//! assert!((fit.summary().row("distance")?.mean - 1.2533).abs() < 0.1);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! All settings of [`nuts`](crate::target::CustomPosterior::nuts) are there: metrics, WALNUTS, checkpoints,
//! stopping rules.
//!
//! # A model of Stan
//!
//! A compiled model of Stan has BridgeStan's functions (`make model.so STAN_THREADS=true`), among them those
//! for names and constrained values. `examples/bridge/drive.rs` is a `CustomTarget` of eight of them for any
//! such library, which it loads while it runs:
//!
//! ```text
//! $ cargo run --release --package eight_schools --example drive -- model.so data.json
//!            mean     sd      5%     50%     95%    MCSE  ESS bulk  ESS tail  R-hat
//! mu        4.37   3.28   -1.09    4.39    9.80   0.032     10797      6120  1.000
//! tau       3.63   3.17    0.28    2.79    9.87   0.038      6125      5387  1.000
//! eta.1    0.333  0.989  -1.318   0.338   1.941  0.0095     10792      6130  1.000
//! ```
//!
//! # As a part of a model
//!
//! Where the other program computes one term of a model that has other terms too, its function is an
//! [operation](crate::custom::CustomOperation) of parameters of the model: `increment(operation(&term,
//! (theta,)))` adds it to the log density, and everything else is as in any model.
//!
//! # What goes wrong
//!
//! Where a function of another program fails, it is for the [`CustomTarget`] to say what that means. A point
//! outside of a support is NaN or −∞, from which chains turn back; a `constrain_into` that fails ends the
//! chain with its message. A library that is not made for threads must not be called from several: refuse it,
//! as the example does.
//!
//! [`CustomTarget`]: crate::target::CustomTarget
