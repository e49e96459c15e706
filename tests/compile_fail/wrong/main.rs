//! The programs that must not compile. They are modules of a file that the test writes.

include!(env!("MONOMORPH_WRONG"));
