//! The programs that must not compile, as modules of a file that the test writes.

include!(env!("MONOMORPH_WRONG"));
