//! The reverse use: a library with BridgeStan's interface as an operation of a model, so that monomorph's
//! samplers sample its density. Here the library is this program itself; any other library has the same
//! functions.

use crate::DATA;
use crate::c::*;
use monomorph::custom::{CustomOperation, Inputs, Outputs, operation};
use monomorph::prelude::*;
use monomorph::shape::{Scalar, Size};
use std::ptr;
use std::sync::Arc;

/// The log density of a handle at an unconstrained point.
#[derive(Clone)]
struct Stan(Arc<Handle>);

impl CustomOperation for Stan {
    const NAME: &'static str = "stan";
    type Shape = Scalar;

    fn size(&self, sizes: &[Size]) -> Result<Size, String> {
        let (given, n) = (sizes[0].length(), unsafe { bs_param_unc_num(self.0.0) } as usize);
        if given == n { Ok(Size::SCALAR) } else { Err(format!("a point of {given} coordinates, not {n}")) }
    }

    fn memory(&self, sizes: &[Size]) -> usize {
        sizes[0].length()
    }

    fn value(&self, inputs: Inputs<'_>, gradient: &mut [f64], value: &mut [f64]) {
        let (q, place, message) = (inputs[0].as_ptr(), gradient.as_mut_ptr(), ptr::null_mut());
        // SAFETY: `size` has checked the number of coordinates, and `memory` made room for as many slopes.
        let code = unsafe { bs_log_density_gradient(self.0.0, true, true, q, &mut value[0], place, message) };
        if code != 0 {
            value[0] = f64::NEG_INFINITY;
        }
    }

    fn adjoint(&self, _: Inputs<'_>, gradient: &mut [f64], outputs: &mut Outputs<'_>) {
        let adjoint = outputs.adjoint[0];
        if let Some(q) = outputs.of(0) {
            q.iter_mut().zip(gradient).for_each(|(q, slope)| *q += adjoint * *slope);
        }
    }
}

#[test]
fn our_sampler_moves_on_the_density_of_a_library() {
    let handle = Arc::new(Handle::new(DATA).unwrap());
    let stan = Stan(handle.clone());
    params! { q: vector(4) }
    let model = model! { q |= flat(), increment(operation(&stan, (q,))) };
    let posterior = model.compile().unwrap();

    let (point, mut gradient) = ([0.1, 0.2, 0.3, 0.4], [0.0; 4]);
    let density = posterior.log_density_and_gradient(&point, &mut gradient, &mut posterior.workspace());
    assert_eq!((density, gradient.to_vec()), handle.sampled(&point));

    let fit = posterior.nuts().chains(2).warmup(300).draws(1_000).seed(1).run().unwrap();
    // With two schools, τ is determined by its prior, and μ by both schools.
    let direct = crate::build(&monomorph_bridge::Data::parse(DATA).unwrap()).unwrap();
    let expected = direct.nuts().chains(2).warmup(300).draws(1_000).seed(2).run().unwrap();
    let mean = |fit: &monomorph::sampling::Fit, name: &str| fit.draws().column(name).unwrap().mean();
    let (found, known) = (mean(&fit, "q[0]"), mean(&expected, "mu"));
    assert!((found - known).abs() < 0.8, "the mean of mu is {found}, not {known}");
}
