//! Generated quantities.

use crate::DATA;
use crate::c::*;
use std::ptr;

#[test]
fn generated_quantities_stand_behind_the_definitions() {
    let (handle, q, mut values) = (Handle::new(DATA).unwrap(), [1.0, 0.0, 2.0, 3.0], [0.0; 9]);
    unsafe {
        let (rng, message) = (bs_rng_construct(1, ptr::null_mut()), ptr::null_mut());
        let place = values.as_mut_ptr();
        assert_eq!(bs_param_constrain(handle.0, true, true, q.as_ptr(), place, rng, message), 0);
        assert_eq!(values, [1.0, 1.0, 2.0, 3.0, 3.0, 4.0, 7.0, 3.0, 4.0]);
        // Without definitions the generated quantities are the same.
        values.fill(0.0);
        assert_eq!(bs_param_constrain(handle.0, false, true, q.as_ptr(), place, rng, message), 0);
        assert_eq!(values[..7], [1.0, 1.0, 2.0, 3.0, 7.0, 3.0, 4.0]);
        assert_eq!(values[7..], [0.0, 0.0]);
        bs_rng_destruct(rng);
    }
}
