//! Compiles the functions that kernels are made of as those of the crate of numerics are, inlined or called.
//! Its build script decides, and says why.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(monomorph_outlined)");
    if env::var_os("DEP_MONOMORPH_NUMERICS_OUTLINED").is_some() {
        println!("cargo::rustc-cfg=monomorph_outlined");
    }
}
