//! Processor seconds of all threads of this program. Time of other programs is not counted.

/// C's `timespec` of Linux with 64 bits.
#[repr(C)]
struct Time {
    seconds: i64,
    nanoseconds: i64,
}

/// The clock of the processor time of this program.
const PROCESSOR_TIME: i32 = 2;

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

fn now() -> f64 {
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: `Time` has C's layout, and the function writes it alone.
    let status = unsafe { clock_gettime(PROCESSOR_TIME, &mut time) };
    assert_eq!(status, 0, "there is no clock of the processor's time");
    time.seconds as f64 + 1e-9 * time.nanoseconds as f64
}

/// The processor's seconds of what is done.
pub fn seconds<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let began = now();
    let result = work();
    (result, now() - began)
}
