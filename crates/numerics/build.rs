//! Decides how the functions of kernels are compiled, inlined (as kernels need) or called, and for which
//! instruction sets.
//!
//! With called functions this repository's own tests, which have hundreds of small kernels, compile in a
//! third of the time, and run a thousand times slower. So functions are called only if this repository's
//! `.cargo/config.toml`, which no other crate reads, requests it, and only without optimisation.
//! `MONOMORPH_OUTLINED=optimised` requests it with optimisation, too: tests that sample for long then
//! compile in a third of the time, and run ten times slower than with inlined kernels.
//!
//! A kernel is compiled once for each instruction set of a list, and the compile time grows with the list.
//! On x86 the list is
//!
//! * the value of `MONOMORPH_INSTRUCTIONS`, such as `avx2,scalar`, if it is set;
//! * else, in this repository's own debug builds, tests and examples, the best set of the machine that
//!   builds them;
//! * else the set that `-C target-cpu` allows, if it allows AVX2;
//! * else, without optimisation, `scalar`;
//! * else `avx2,scalar`, and `avx512` before them with the feature `avx512`.

use std::env;

/// The possible entries of the list, the best first.
const SETS: [&str; 3] = ["avx512", "avx2", "scalar"];

/// The features that AVX-512 kernels use, with their names in `-C target-cpu`.
const OF_AVX512: [&str; 5] = ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
/// The features that AVX2 kernels use, with their names in `-C target-cpu`.
const OF_AVX2: [&str; 4] = ["avx2", "fma", "bmi2", "lzcnt"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=MONOMORPH_OUTLINED");
    println!("cargo::rerun-if-env-changed=MONOMORPH_INSTRUCTIONS");
    println!("cargo::rustc-check-cfg=cfg(monomorph_outlined)");
    println!("cargo::rustc-check-cfg=cfg(monomorph_portable)");
    SETS.iter().for_each(|set| println!("cargo::rustc-check-cfg=cfg(monomorph_{set})"));

    let is_optimised = env::var_os("OPT_LEVEL").is_none_or(|level| level != "0");
    let wanted = env::var("MONOMORPH_OUTLINED").unwrap_or_default();
    let is_own = matches!(wanted.as_str(), "1" | "optimised");
    let is_outlined = is_own && !is_optimised || wanted == "optimised";
    // Cargo's name of both profiles, `dev` and `test`, is `debug`, whatever their optimisation.
    let is_for_this_machine = is_own && variable("PROFILE") == "debug";
    if is_outlined {
        println!("cargo::rustc-cfg=monomorph_outlined");
        // The build script of the crate above reads this value: both must decide equally.
        println!("cargo::metadata=outlined=1");
    }
    if matches!(variable("CARGO_CFG_TARGET_ARCH").as_str(), "x86" | "x86_64") {
        sets(is_for_this_machine, is_optimised)
            .iter()
            .for_each(|set| println!("cargo::rustc-cfg=monomorph_{set}"));
    } else {
        println!("cargo::rustc-cfg=monomorph_portable");
    }
}

/// Returns the list of the instruction sets for which kernels are compiled, as the head of this file
/// describes it.
fn sets(is_for_this_machine: bool, is_optimised: bool) -> Vec<&'static str> {
    let has_avx512 = env::var_os("CARGO_FEATURE_AVX512").is_some();
    let wanted = variable("MONOMORPH_INSTRUCTIONS");
    if !wanted.is_empty() {
        let unknown = wanted.split(',').find(|name| !SETS.contains(name));
        assert!(
            unknown.is_none(),
            "MONOMORPH_INSTRUCTIONS is {wanted}, but can have avx512, avx2 and scalar alone"
        );
        let is_wanted =
            |set: &&str| wanted.split(',').any(|name| name == *set) && (has_avx512 || *set != "avx512");
        let sets: Vec<_> = SETS.into_iter().filter(is_wanted).collect();
        assert!(
            !sets.is_empty(),
            "MONOMORPH_INSTRUCTIONS is {wanted}, which leaves no instructions: AVX-512 is the feature avx512"
        );
        return sets;
    }
    if is_for_this_machine {
        return vec![best(has_avx512)];
    }
    let allowed = variable("CARGO_CFG_TARGET_FEATURE");
    let allows =
        |features: &[&str]| features.iter().all(|feature| allowed.split(',').any(|one| one == *feature));
    if allows(&OF_AVX2) {
        return vec![if has_avx512 && allows(&OF_AVX512) { "avx512" } else { "avx2" }];
    }
    if !is_optimised {
        return vec!["scalar"];
    }
    SETS.into_iter().filter(|set| has_avx512 || *set != "avx512").collect()
}

/// Returns the best instruction set of the machine that builds.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn best(has_avx512: bool) -> &'static str {
    let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    if has_avx512 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
        "avx512"
    } else if has_avx2 {
        "avx2"
    } else {
        "scalar"
    }
}

/// Returns a set that every machine has, since the machine that builds is of another kind.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn best(_: bool) -> &'static str {
    "scalar"
}

/// Returns a variable of the environment, or an empty text if it is not set.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
