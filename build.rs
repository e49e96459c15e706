//! Decides how the functions that kernels are made of are compiled: inlined, as kernels need it, or called.
//!
//! Called functions make this crate's own tests, with their hundreds of small kernels, compile in a third of the time, and run a
//! thousand times slower. So they are called only where `.cargo/config.toml` of this repository asks for it, which no
//! other crate reads, and only without optimisation.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=MONOMORPH_OUTLINED");
    println!("cargo::rustc-check-cfg=cfg(monomorph_outlined)");
    let is_wanted = env::var_os("MONOMORPH_OUTLINED").is_some_and(|wanted| wanted == "1");
    let is_optimised = env::var_os("OPT_LEVEL").is_none_or(|level| level != "0");
    if is_wanted && !is_optimised {
        println!("cargo::rustc-cfg=monomorph_outlined");
    }
}
