//! Invalid calls: each returns an error with a message, and has no other effect.

use crate::DATA;
use crate::c::*;
use std::ffi::{c_char, c_int};
use std::ptr;

/// Returns the message of a call that fails.
fn message_of(call: impl FnOnce(*mut *mut c_char) -> c_int) -> String {
    let mut message = ptr::null_mut();
    assert_eq!(call(&mut message), -1);
    taken(message)
}

#[test]
fn data_that_do_not_fit_are_told() {
    let problem = |data: &str| Handle::new(data).err().expect("the data are wrong");
    for (data, part) in [
        ("", "the data have no `y`, which must be a list of numbers"),
        ("{", "the data are no JSON"),
        ("[1]", "the data must be an object of JSON"),
        (r#"{"y": 1}"#, "`y` must be a list of numbers, but is a number"),
        (r#"{"y": [[1], [2]]}"#, "`y` must be a list of numbers, but is a list of 2, each a list of 1"),
        (r#"{"y": [[1], [2, 3]]}"#, "its lists have 1 and 2 elements"),
        (r#"{"y": [1, [2]]}"#, "numbers stand beside lists"),
        (r#"{"y": [null]}"#, "has null in it"),
        (r#"{"y": [1, 2], "sigma": [1, 2, 3]}"#, "3"),
        (r#"{"y": [1], "sigma": [-2]}"#, "must be positive and finite"),
        (r#"{"y": ["NaN"], "sigma": [2]}"#, "NaN"),
        ("/nowhere/data.json", "cannot read /nowhere/data.json"),
    ] {
        let found = problem(data);
        assert!(found.starts_with("bs_model_construct() failed: ") && found.contains(part), "{found}");
    }
}

#[test]
fn text_that_is_no_utf8_is_an_error() {
    let found = message_of(|message| {
        let model = unsafe { bs_model_construct(c"{\"y\": \xff}".as_ptr(), 1, message) };
        if model.is_null() { -1 } else { 0 }
    });
    assert!(found.contains("the text is no UTF-8"), "{found}");
}

#[test]
fn panics_become_messages() {
    let found = Handle::new(r#"{"panic": 1}"#).err().unwrap();
    assert_eq!(found, "bs_model_construct() failed: a panic: as the data wish");
    let (handle, mut values) = (Handle::new(DATA).unwrap(), [0.0; 9]);
    let q = [1e6, 0.0, 0.0, 0.0];
    let found = unsafe {
        let rng = bs_rng_construct(1, ptr::null_mut());
        let found = message_of(|message| {
            bs_param_constrain(handle.0, true, true, q.as_ptr(), values.as_mut_ptr(), rng, message)
        });
        bs_rng_destruct(rng);
        found
    };
    assert_eq!(found, "bs_param_constrain() failed: a panic: as the draw wishes");
    // The memory in which the panic happened is used again.
    assert!(handle.sampled(&[0.1; 4]).0.is_finite());
}

#[test]
fn null_pointers_are_errors() {
    let handle = Handle::new(DATA).unwrap();
    let (q, mut value, mut gradient) = ([0.1; 4], 0.0, [0.0; 4]);
    let (point, slopes) = (q.as_ptr(), gradient.as_mut_ptr());
    let density = |model, point, value: *mut f64, slopes: *mut f64| {
        message_of(|message| unsafe {
            bs_log_density_gradient(model, true, true, point, value, slopes, message)
        })
    };
    let (nothing, nowhere) = (ptr::null(), ptr::null_mut());
    assert!(density(ptr::null(), point, &mut value, slopes).contains("the model is a null pointer"));
    assert!(density(handle.0, nothing, &mut value, slopes).contains("theta_unc is a null pointer"));
    assert!(density(handle.0, point, nowhere, slopes).contains("val is a null pointer"));
    assert!(density(handle.0, point, &mut value, nowhere).contains("grad is a null pointer"));
    let odd = point.cast::<u8>().wrapping_add(1).cast();
    assert!(density(handle.0, odd, &mut value, slopes).contains("theta_unc is not aligned"));

    let nobody = ptr::null_mut();
    unsafe {
        // The caller wants no message.
        assert_eq!(bs_log_density(handle.0, true, true, nothing, &mut value, nobody), -1);
        assert!(bs_name(ptr::null()).is_null() && bs_param_names(ptr::null(), true, true).is_null());
        assert_eq!((bs_param_num(ptr::null(), true, true), bs_param_unc_num(ptr::null())), (-1, -1));
        bs_model_destruct(ptr::null_mut());
        bs_free_error_msg(ptr::null_mut());
        bs_rng_destruct(ptr::null_mut());
        assert_eq!(monomorph_logp(4, point, slopes, &mut value, ptr::null_mut()), -1);
    }
    let found = message_of(|message| unsafe {
        bs_param_constrain(handle.0, true, true, point, nowhere, ptr::null_mut(), message)
    });
    assert!(found.contains("rng is a null pointer"), "{found}");
    let found =
        message_of(|message| unsafe { bs_param_unconstrain_json(handle.0, ptr::null(), slopes, message) });
    assert!(found.contains("the data have no `mu`, which must be a number"), "{found}");
}

#[test]
fn wrong_lengths_are_errors() {
    let handle = Handle::new(DATA).unwrap();
    let (q, mut value, mut values) = ([0.1; 5], 0.0, [7.0; 5]);
    unsafe {
        assert_eq!(monomorph_logp(5, q.as_ptr(), values.as_mut_ptr(), &mut value, handle.0), -1);
        assert_eq!(monomorph_logp(0, ptr::null(), ptr::null_mut(), &mut value, handle.0), -1);
        assert_eq!(monomorph_expand(4, 5, q.as_ptr(), values.as_mut_ptr(), handle.0), -1);
    }
    assert_eq!((value, values), (0.0, [7.0; 5]));
}

#[test]
fn values_outside_of_supports_are_told() {
    let handle = Handle::new(DATA).unwrap();
    let (values, mut q) = ([0.0, -1.0, 0.0, 0.0], [0.0; 4]);
    let place = q.as_mut_ptr();
    let found =
        message_of(|message| unsafe { bs_param_unconstrain(handle.0, values.as_ptr(), place, message) });
    assert!(
        found.contains("the parameter `tau` is -1, but must be finite and above its lower bound"),
        "{found}"
    );
    let found = message_of(|message| unsafe {
        bs_param_unconstrain_json(handle.0, c"{\"mu\": 0, \"tau\": 1, \"eta\": [1]}".as_ptr(), place, message)
    });
    assert!(found.contains("`eta` must be a list of 2, but is a list of 1"), "{found}");
    let found = message_of(|message| unsafe {
        let rng = bs_rng_construct(1, ptr::null_mut());
        let json = c"{\"tau\": -1}".as_ptr();
        let code = bs_param_initialize(handle.0, json, rng, 2.0, 5, true, place, message);
        bs_rng_destruct(rng);
        code
    });
    assert!(found.contains("`tau`"), "{found}");
}
