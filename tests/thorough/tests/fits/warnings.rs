//! There are no warnings about models without defects, and each warning appears if its defect is present.

use monomorph::draws::Warning;
use monomorph::prelude::*;
use std::mem::discriminant;

/// A warning counts if a run with another seed has it as well: in one run of thirty, a chain of a
/// hierarchical model meets a divergence by chance (3 in 480 000 transitions).
#[test]
fn fits_of_sound_models_have_no_warnings() {
    let (mut models, mut found) = (0, Vec::new());
    macro_rules! visit {
        ($name:literal, $model:expr) => {{
            let posterior = $model.compile().expect($name);
            let warnings = |seed| {
                let nuts = posterior.nuts().chains(4).warmup(500).draws(2000).seed(seed);
                // Of the schools' funnel the usual step misses a little.
                warnings(nuts.target_accept(0.98))
            };
            let again = |seed, warning: &Warning| {
                warnings(seed).iter().any(|other| discriminant(other) == discriminant(warning))
            };
            let sound = warnings(5).into_iter().filter(|warning| again(6, warning));
            found.extend(sound.map(|warning| format!("{}: {warning}", $name)));
            models += 1;
        }};
    }
    crate::sound_models!(visit);
    assert!(models >= 10);
    assert!(found.is_empty(), "{found:#?}");
}

/// The warnings of a fit.
fn warnings(nuts: monomorph::sampling::Nuts<'_>) -> Vec<Warning> {
    nuts.progress(false).run().expect("a fit").summary().warnings().to_vec()
}

#[test]
fn each_warning_speaks_where_it_should() {
    params! { v: real(), x: vector(9) }
    let funnel = model! { v |= normal(0.0, 3.0), x |= normal(0.0, (0.5 * v).exp()) }.compile().unwrap();
    let of_funnel = warnings(funnel.nuts().chains(4).warmup(200).draws(300).seed(1));
    let text: Vec<String> = of_funnel.iter().map(ToString::to_string).collect();
    assert!(of_funnel.iter().any(|found| matches!(found, Warning::Divergences { .. })), "{text:#?}");
    // Not what a model is told that is non-centred already: only what it may be.
    assert!(text.iter().any(|text| text.contains("If an effect is non-centred")), "{text:#?}");

    params! { a: real() }
    let two = model! { a |= mixture((0.5, 0.5), (normal(-9.0, 1.0), normal(9.0, 1.0))) }.compile().unwrap();
    let apart = warnings(two.nuts().chains(4).warmup(200).draws(300).seed(2));
    let names_chains = |text: &str| text.contains("the chains do not agree: chain") && text.contains("a = ");
    assert!(apart.iter().any(|found| names_chains(&found.to_string())), "{apart:?}");
    assert!(apart.iter().any(|found| matches!(found, Warning::Ess { .. })), "{apart:?}");

    let normal = model! { x |= normal(0.0, 1.0), v |= normal(x.sum(), 0.01) }.compile().unwrap();
    let short = warnings(normal.nuts().chains(2).warmup(200).draws(300).max_depth(2).seed(3));
    assert!(short.iter().any(|found| matches!(found, Warning::MaxDepth { .. })), "{short:?}");
    let few = warnings(normal.nuts().chains(2).warmup(50).draws(2).seed(3));
    assert!(few.iter().any(|found| matches!(found, Warning::TooFewDraws { .. })), "{few:?}");

    let heavy =
        model! { a |= cauchy(0.0, 1.0), v |= cauchy(0.0, 1.0), x |= cauchy(0.0, 1.0) }.compile().unwrap();
    let slow = warnings(heavy.nuts().chains(4).warmup(300).draws(500).seed(4));
    assert!(slow.iter().any(|found| matches!(found, Warning::LowEnergyExchange { .. })), "{slow:?}");
}
