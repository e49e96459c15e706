//! The functions that R calls with pointers to all arguments.

use crate::DATA;
use crate::c::{Handle, bs_free_error_msg, text};
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

unsafe extern "C" {
    fn bs_version_R(major: *mut c_int, minor: *mut c_int, patch: *mut c_int);
    fn bs_model_construct_R(
        data: *mut *mut c_char,
        seed: *mut c_int,
        model: *mut *mut c_void,
        message: *mut *mut c_char,
        kept: *mut *mut c_void,
    );
    fn bs_model_destruct_R(model: *mut *mut c_void);
    fn bs_free_error_msg_R(message: *mut *mut c_void);
    fn bs_param_names_R(model: *mut *mut c_void, tp: *mut c_int, gq: *mut c_int, out: *mut *const c_char);
    fn bs_param_unc_num_R(model: *mut *mut c_void, out: *mut c_int);
    fn bs_log_density_gradient_R(
        model: *mut *mut c_void,
        propto: *mut c_int,
        jacobian: *mut c_int,
        q: *const f64,
        value: *mut f64,
        gradient: *mut f64,
        code: *mut c_int,
        message: *mut *mut c_char,
        kept: *mut *mut c_void,
    );
}

#[test]
fn r_gets_the_same_numbers() {
    let data = CString::new(DATA).unwrap().into_raw();
    let (mut data, mut seed, mut model) = (data, 1, ptr::null_mut());
    let (mut message, mut kept, mut n) = (ptr::null_mut(), ptr::null_mut(), 0);
    let (mut yes, mut no, mut names) = (1, 0, ptr::null());
    let (q, mut value, mut gradient, mut code) = ([0.1; 4], 0.0, [0.0; 4], 7);
    unsafe {
        let (mut major, mut minor, mut patch) = (0, 0, 7);
        bs_version_R(&mut major, &mut minor, &mut patch);
        assert_eq!((major, minor, patch), (2, 9, 0));
        bs_model_construct_R(&mut data, &mut seed, &mut model, &mut message, &mut kept);
        assert!(!model.is_null() && message.is_null() && kept.is_null());
        bs_param_unc_num_R(&mut model, &mut n);
        bs_param_names_R(&mut model, &mut no, &mut no, &mut names);
        assert_eq!((n, text(names).as_str()), (4, "mu,tau,eta.1,eta.2"));
        bs_log_density_gradient_R(
            &mut model,
            &mut yes,
            &mut yes,
            q.as_ptr(),
            &mut value,
            gradient.as_mut_ptr(),
            &mut code,
            &mut message,
            &mut kept,
        );
        assert_eq!(code, 0);
        assert_eq!((value, gradient.to_vec()), Handle::new(DATA).unwrap().sampled(&q));
        bs_model_destruct_R(&mut model);
        assert!(model.is_null());
        drop(CString::from_raw(data));
    }
}

#[test]
fn r_gets_messages_and_frees_them() {
    let (mut data, mut seed) = (c"{".as_ptr().cast_mut(), 1);
    let (mut model, mut message, mut kept) = (ptr::dangling_mut(), ptr::null_mut(), ptr::null_mut());
    unsafe {
        bs_model_construct_R(&mut data, &mut seed, &mut model, &mut message, &mut kept);
        assert!(model.is_null() && kept.cast() == message);
        assert!(text(message).contains("no JSON"));
        bs_free_error_msg_R(&mut kept);
        bs_model_construct_R(ptr::null_mut(), ptr::null_mut(), &mut model, &mut message, ptr::null_mut());
        assert!(text(message).contains("the data have no `y`"));
        bs_free_error_msg(message);
        // Null pointers, for results and for arguments.
        bs_model_destruct_R(ptr::null_mut());
        bs_param_unc_num_R(ptr::null_mut(), ptr::null_mut());
    }
}
