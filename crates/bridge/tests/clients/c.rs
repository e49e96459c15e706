//! The functions as C headers declare them, and handles that free themselves.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr;

unsafe extern "C" {
    pub fn bs_model_construct(data: *const c_char, seed: c_uint, message: *mut *mut c_char) -> *mut c_void;
    pub fn bs_model_destruct(model: *mut c_void);
    pub fn bs_free_error_msg(message: *mut c_char);
    pub fn bs_name(model: *const c_void) -> *const c_char;
    pub fn bs_model_info(model: *const c_void) -> *const c_char;
    pub fn bs_param_names(model: *const c_void, tp: bool, gq: bool) -> *const c_char;
    pub fn bs_param_unc_names(model: *const c_void) -> *const c_char;
    pub fn bs_param_num(model: *const c_void, tp: bool, gq: bool) -> c_int;
    pub fn bs_param_unc_num(model: *const c_void) -> c_int;
    pub fn bs_param_constrain(
        model: *const c_void,
        tp: bool,
        gq: bool,
        q: *const f64,
        values: *mut f64,
        rng: *mut c_void,
        message: *mut *mut c_char,
    ) -> c_int;
    pub fn bs_param_unconstrain(
        model: *const c_void,
        values: *const f64,
        q: *mut f64,
        message: *mut *mut c_char,
    ) -> c_int;
    pub fn bs_param_unconstrain_json(
        model: *const c_void,
        json: *const c_char,
        q: *mut f64,
        message: *mut *mut c_char,
    ) -> c_int;
    pub fn bs_param_initialize(
        model: *const c_void,
        json: *const c_char,
        rng: *mut c_void,
        radius: f64,
        tries: c_int,
        jacobian: bool,
        q: *mut f64,
        message: *mut *mut c_char,
    ) -> c_int;
    pub fn bs_log_density(
        model: *const c_void,
        propto: bool,
        jacobian: bool,
        q: *const f64,
        value: *mut f64,
        message: *mut *mut c_char,
    ) -> c_int;
    pub fn bs_log_density_gradient(
        model: *const c_void,
        propto: bool,
        jacobian: bool,
        q: *const f64,
        value: *mut f64,
        gradient: *mut f64,
        message: *mut *mut c_char,
    ) -> c_int;
    pub fn bs_log_density_hessian(
        model: *const c_void,
        propto: bool,
        jacobian: bool,
        q: *const f64,
        value: *mut f64,
        gradient: *mut f64,
        hessian: *mut f64,
        message: *mut *mut c_char,
    ) -> c_int;
    pub fn bs_rng_construct(seed: c_uint, message: *mut *mut c_char) -> *mut c_void;
    pub fn bs_rng_destruct(rng: *mut c_void);
    pub fn monomorph_logp(
        n: usize,
        q: *const f64,
        gradient: *mut f64,
        value: *mut f64,
        model: *mut c_void,
    ) -> c_int;
    pub fn monomorph_expand(
        n: usize,
        count: usize,
        q: *const f64,
        values: *mut f64,
        model: *mut c_void,
    ) -> c_int;
    pub static bs_major_version: c_int;
    pub static bs_minor_version: c_int;
}

// nutpieR's density kernel.
unsafe extern "C" {
    pub fn nutpier_density_kernel_abi_version() -> u32;
    pub fn nutpier_density_kernel_bind(
        json: *const c_char,
        json_length: usize,
        n: usize,
        layout: *const c_char,
        layout_length: usize,
        bound: *mut *mut c_void,
        error: *mut c_char,
        capacity: usize,
    ) -> i32;
    pub fn nutpier_density_kernel_destroy(bound: *mut c_void);
    pub fn nutpier_density_kernel_workspace(
        bound: *mut c_void,
        workspace: *mut *mut c_void,
        error: *mut c_char,
        capacity: usize,
    ) -> i32;
    pub fn nutpier_density_kernel_workspace_destroy(bound: *mut c_void, workspace: *mut c_void);
    pub fn nutpier_density_kernel_evaluate(
        bound: *mut c_void,
        workspace: *mut c_void,
        q: *const f64,
        n: usize,
        value: *mut f64,
        gradient: *mut f64,
        error: *mut c_char,
        capacity: usize,
    ) -> i32;
}

/// A handle, freed at the end of its scope.
pub struct Handle(pub *mut c_void);

// SAFETY: the interface allows any thread to use a handle.
unsafe impl Send for Handle {}
unsafe impl Sync for Handle {}

impl Handle {
    /// Makes a handle for these data.
    pub fn new(data: &str) -> Result<Self, String> {
        let (data, mut message) = (CString::new(data).unwrap(), ptr::null_mut());
        let model = unsafe { bs_model_construct(data.as_ptr(), 1, &mut message) };
        if model.is_null() { Err(taken(message)) } else { Ok(Self(model)) }
    }

    /// Computes the log density that samplers use and its gradient, by BridgeStan's function.
    pub fn sampled(&self, q: &[f64]) -> (f64, Vec<f64>) {
        let (mut value, mut gradient) = (f64::NAN, vec![f64::NAN; q.len()]);
        let (message, place) = (ptr::null_mut(), gradient.as_mut_ptr());
        let code =
            unsafe { bs_log_density_gradient(self.0, true, true, q.as_ptr(), &mut value, place, message) };
        assert_eq!(code, 0);
        (value, gradient)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { bs_model_destruct(self.0) };
    }
}

/// Returns the text of a message, and frees the message.
pub fn taken(message: *mut c_char) -> String {
    assert!(!message.is_null(), "an error has a message");
    let text = text(message);
    unsafe { bs_free_error_msg(message) };
    text
}

/// Returns a text that the library owns.
pub fn text(text: *const c_char) -> String {
    unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned()
}
