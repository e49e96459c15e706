//! nutpieR's density kernels.

use crate::DATA;
use crate::c::{
    Handle, nutpier_density_kernel_abi_version, nutpier_density_kernel_bind, nutpier_density_kernel_destroy,
    nutpier_density_kernel_evaluate, nutpier_density_kernel_workspace,
    nutpier_density_kernel_workspace_destroy,
};
use std::ffi::{CStr, c_void};
use std::ptr;

const LAYOUT: &str = "mu\ntau\neta.1\neta.2";

/// Binds data, and returns the code, the kernel and the message.
fn bind(data: &str, n: usize, layout: &str, capacity: usize) -> (i32, *mut c_void, String) {
    let mut bound = ptr::dangling_mut::<c_void>();
    let mut error = [0x7f_u8; 300];
    let code = unsafe {
        nutpier_density_kernel_bind(
            data.as_ptr().cast(),
            data.len(),
            n,
            layout.as_ptr().cast(),
            layout.len(),
            &mut bound,
            error.as_mut_ptr().cast(),
            capacity,
        )
    };
    assert!(error[capacity..].iter().all(|byte| *byte == 0x7f), "there was no more room");
    let message = CStr::from_bytes_until_nul(&error).ok().filter(|_| code != 0);
    (code, bound, message.map(|text| text.to_str().unwrap().to_owned()).unwrap_or_default())
}

#[test]
fn a_kernel_answers_as_the_handle_does() {
    assert_eq!(unsafe { nutpier_density_kernel_abi_version() }, 1);
    let (code, bound, _) = bind(DATA, 4, LAYOUT, 200);
    assert_eq!(code, 0);
    let q = [0.1, 0.2, 0.3, 0.4];
    let (mut workspace, mut value, mut gradient) = (ptr::null_mut(), 0.0, [0.0; 4]);
    unsafe {
        assert_eq!(nutpier_density_kernel_workspace(bound, &mut workspace, ptr::null_mut(), 0), 0);
        let mut evaluate = |q: &[f64; 4], n: usize| {
            let (error, place) = (ptr::null_mut(), gradient.as_mut_ptr());
            let code =
                nutpier_density_kernel_evaluate(bound, workspace, q.as_ptr(), n, &mut value, place, error, 0);
            (code, value, gradient.to_vec())
        };
        let (value, gradient) = Handle::new(DATA).unwrap().sampled(&q);
        assert_eq!(evaluate(&q, 4), (0, value, gradient));
        assert_eq!(evaluate(&[0.0, 800.0, 0.0, 0.0], 4), (1, f64::NEG_INFINITY, vec![0.0; 4]));
        assert_eq!(evaluate(&q, 3).0, 2);
        nutpier_density_kernel_workspace_destroy(bound, workspace);
        nutpier_density_kernel_destroy(bound);
    }
}

#[test]
fn a_kernel_refuses_what_does_not_fit() {
    let (code, bound, message) = bind(DATA, 4, "mu\ntau\nschool.1\nschool.2", 200);
    assert!(code == 2 && bound.is_null());
    assert_eq!(
        message,
        "the model has 4 coordinates (mu, tau, eta.1, eta.2), not 4 (mu, tau, school.1, school.2)"
    );
    assert_eq!(bind(DATA, 5, LAYOUT, 200).0, 2);
    let (code, bound, message) = bind("{", 4, LAYOUT, 20);
    assert!(code == 2 && bound.is_null());
    // Only the part of the message that fits.
    assert_eq!(message, "the data are no JSO");
    assert_eq!(bind(r#"{"panic": 1}"#, 4, LAYOUT, 200).2, "a panic: as the data wish");
    assert_eq!(bind("{", 4, LAYOUT, 0).2, "");
}
