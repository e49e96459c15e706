//! Handles with different lifetimes.

use crate::DATA;
use crate::c::*;

#[test]
fn a_handle_outlives_others() {
    let (first, second) = (Handle::new(DATA).unwrap(), Handle::new(DATA).unwrap());
    let expected = second.sampled(&[0.1; 4]);
    drop(first);
    let third = Handle::new(r#"{"y": [1], "sigma": [2]}"#).unwrap();
    assert_eq!(second.sampled(&[0.1; 4]), expected);
    assert_eq!(third.sampled(&[0.1; 3]).1.len(), 3);
}
