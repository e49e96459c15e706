//! The cost of a call through each interface compared with a direct call of the posterior, for the model of
//! eight schools.
//!
//! Each point is computed from the previous gradient, as in a sampler, so that calls wait for each other.
//! The fastest of many rounds counts, and the rounds of all interfaces alternate.

// The functions as C declares them; the tests call all of them.
#[path = "../tests/clients/c.rs"]
#[allow(dead_code)]
mod c;

use c::*;
use monomorph::prelude::*;
use monomorph_bridge::{Data, Problem, export};
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::hint::black_box;
use std::ptr;
use std::time::Instant;

fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
    let (y, sigma) = (input.numbers("y")?, input.numbers("sigma")?);
    params! { mu: real(), tau: positive(), eta: vector(y.len()) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    };
    Ok(model.compile()?)
}

export!(build);

type Construct = unsafe extern "C" fn(*const c_char, c_uint, *mut *mut c_char) -> *mut c_void;
type Destruct = unsafe extern "C" fn(*mut c_void);
type Gradient = unsafe extern "C" fn(
    *const c_void,
    bool,
    bool,
    *const f64,
    *mut f64,
    *mut f64,
    *mut *mut c_char,
) -> c_int;
type Callback = unsafe extern "C" fn(usize, *const f64, *mut f64, *mut f64, *mut c_void) -> c_int;
type MakeWorkspace = unsafe extern "C" fn(*mut c_void, *mut *mut c_void, *mut c_char, usize) -> i32;
type Evaluate = unsafe extern "C" fn(
    *mut c_void,
    *mut c_void,
    *const f64,
    usize,
    *mut f64,
    *mut f64,
    *mut c_char,
    usize,
) -> i32;

const DATA: &str = r#"{"y": [28, 8, -3, 7, -1, 1, 18, 12], "sigma": [15, 10, 16, 11, 9, 11, 10, 18]}"#;
const CALLS: usize = 2_000;
const ROUNDS: usize = 400;

/// Measures the nanoseconds of a call, in a round in which each point is computed from the previous
/// gradient.
fn round(n: usize, call: &mut dyn FnMut(&[f64], &mut [f64])) -> f64 {
    let (mut q, mut gradient) = (vec![0.1; n], vec![0.0; n]);
    let start = Instant::now();
    for _ in 0..CALLS {
        call(&q, &mut gradient);
        q.iter_mut().zip(&gradient).for_each(|(q, slope)| *q = 0.1 + 1e-9 * slope);
    }
    let nanoseconds = start.elapsed().as_nanos() as f64;
    black_box(&q);
    nanoseconds / CALLS as f64
}

/// The name of an interface, and its function for a gradient.
type Way<'a> = (&'a str, &'a mut dyn FnMut(&[f64], &mut [f64]));

fn main() -> Result<(), Problem> {
    let posterior = build(&Data::parse(DATA)?)?.without_constants();
    let (n, mut memory) = (posterior.dimension(), posterior.workspace());
    // The functions are hidden behind `black_box`, as for a client that looks them up: none is inlined.
    let construct = black_box::<Construct>(bs_model_construct);
    let destruct = black_box::<Destruct>(bs_model_destruct);
    let gradient_of = black_box::<Gradient>(bs_log_density_gradient);
    let callback = black_box::<Callback>(monomorph_logp);
    let make_workspace = black_box::<MakeWorkspace>(nutpier_density_kernel_workspace);
    let evaluate = black_box::<Evaluate>(nutpier_density_kernel_evaluate);

    let data = CString::new(DATA)?;
    // SAFETY: the handle is used as the interface requires, and freed once.
    let handle = unsafe { construct(data.as_ptr(), 1, ptr::null_mut()) };
    assert!(!handle.is_null());
    let (mut workspace, nobody) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the handle has not been freed, and there is a place for the workspace.
    assert_eq!(unsafe { make_workspace(handle, &mut workspace, ptr::null_mut(), 0) }, 0);

    let (mut value, mut value_of_kernel, mut value_of_callback) = (0.0, 0.0, 0.0);
    let mut itself = |q: &[f64], gradient: &mut [f64]| {
        black_box(posterior.log_density_and_gradient(q, gradient, &mut memory));
    };
    let mut bridgestan = |q: &[f64], gradient: &mut [f64]| {
        let (q, place) = (q.as_ptr(), gradient.as_mut_ptr());
        // SAFETY: both slices have as many numbers as the model has coordinates; the same holds below.
        unsafe { gradient_of(handle, true, true, q, &mut value, place, nobody) };
    };
    let mut by_callback = |q: &[f64], gradient: &mut [f64]| {
        unsafe { callback(n, q.as_ptr(), gradient.as_mut_ptr(), &mut value_of_callback, handle) };
    };
    let mut kernel = |q: &[f64], gradient: &mut [f64]| {
        let (q, place, error) = (q.as_ptr(), gradient.as_mut_ptr(), ptr::null_mut());
        unsafe { evaluate(handle, workspace, q, n, &mut value_of_kernel, place, error, 0) };
    };
    let mut ways: [Way<'_>; 4] = [
        ("the posterior itself", &mut itself),
        ("bs_log_density_gradient", &mut bridgestan),
        ("the callback", &mut by_callback),
        ("nutpieR's kernel", &mut kernel),
    ];
    let mut least = [f64::INFINITY; 4];
    for _ in 0..ROUNDS {
        for ((_, call), least) in ways.iter_mut().zip(&mut least) {
            *least = least.min(round(n, call));
        }
    }
    for ((name, _), least_of_way) in ways.iter().zip(least) {
        let more = least_of_way - least[0];
        println!("{name:24} {least_of_way:6.1} ns, {more:4.1} more, {:.2} times", least_of_way / least[0]);
    }
    // SAFETY: both were made above, and are not used any more.
    unsafe {
        nutpier_density_kernel_workspace_destroy(handle, workspace);
        destruct(handle);
    }
    let dearest = least[1..].iter().fold(0.0, |dearest: f64, way| dearest.max(way - least[0]));
    assert!(dearest <= 15.0, "a call costs {dearest:.1} ns more than the posterior itself");
    Ok(())
}
