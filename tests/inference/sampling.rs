//! Tests that NUTS finds the right posterior, and reports its problems.

use crate::schools::eight_schools;
use monomorph::draws::{Warning, diagnostics};
use monomorph::prelude::*;

#[test]
fn draws_do_not_depend_on_the_number_of_threads() {
    let posterior = eight_schools();
    let run = |threads, seed| {
        let nuts = posterior.nuts().chains(5).warmup(150).draws(100).seed(seed).threads(threads);
        nuts.run().expect("a fit")
    };
    let one = run(1, 3);
    for threads in [2, 4] {
        let fit = run(threads, 3);
        assert_eq!(fit.draws(), one.draws());
        for (a, b) in fit.chains().iter().zip(one.chains()) {
            assert_eq!(a.draws(), b.draws());
            assert_eq!(a.inverse_metric(), b.inverse_metric());
        }
    }
    let column = one.draws().column("mu").expect("mu");
    assert_ne!(column.chain(0), column.chain(1));
    assert_ne!(run(2, 4).draws(), one.draws());
}

#[test]
fn a_normal_has_its_moments() {
    params! { x: real(), y: vector(3) }
    let model = model! { x |= normal(-20.0, 0.01), y |= normal(100.0, 50.0) };
    let fit = model.compile().and_then(|p| p.nuts().warmup(400).draws(500).seed(2).run()).expect("a fit");
    let summary = fit.summary();
    for (name, mean, sd) in [("x", -20.0, 0.01), ("y[0]", 100.0, 50.0), ("y[2]", 100.0, 50.0)] {
        let chains = fit.draws().column(name).expect("a column").chains();
        let row = summary.row(name).expect("a row");
        assert!(((row.mean - mean) / row.mcse_mean).abs() < 4.0, "{name}: mean {}", row.mean);
        assert!(((row.sd - sd) / diagnostics::mcse_sd(&chains)).abs() < 4.0, "{name}: sd {}", row.sd);
    }
    assert_eq!(fit.divergences(), 0);
    for chain in fit.chains() {
        // The metric finds scales that differ by a factor of 5000.
        let ratio = chain.inverse_metric()[1] / chain.inverse_metric()[0];
        assert!((2.5e6..2.5e8).contains(&ratio), "ratio {ratio}");
        assert!((0.5..=1.0).contains(&mean(chain.draws().iter().map(|draw| draw.acceptance))));
        assert!(chain.e_bfmi() > 0.5);
        assert_eq!(chain.draws().iter().map(|draw| draw.leapfrogs).sum::<u64>(), chain.leapfrogs());
        for draw in chain.draws() {
            assert!(draw.energy >= -draw.log_density && draw.leapfrogs >= (1 << draw.tree_depth) - 1);
        }
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

#[test]
fn the_log_density_of_a_draw_is_the_posteriors() {
    let posterior = eight_schools();
    let fit = posterior.nuts().chains(1).warmup(100).draws(50).run().expect("a fit");
    let parameters = posterior.parameter_names().len();
    for (i, draw) in fit.chains()[0].draws().iter().enumerate() {
        let values: Vec<f64> =
            fit.draws().columns().take(parameters).map(|(_, column)| column.as_slice()[i]).collect();
        let q = posterior.unconstrain(&values).expect("inside the support");
        let log_density = posterior.log_density(&q, &mut posterior.workspace());
        assert!((log_density - draw.log_density).abs() < 1e-9 * log_density.abs());
    }
}

#[test]
fn threads_bound_a_run_and_leave_its_draws_alone() {
    let posterior = eight_schools();
    let run = |threads| {
        let seen = std::sync::Mutex::new(std::collections::HashSet::new());
        let note = |_: &monomorph::sampling::Draw<'_>| {
            seen.lock().expect("no panic").insert(std::thread::current().id());
        };
        let nuts = posterior.nuts().chains(4).warmup(50).draws(50).seed(3).on_draw(note);
        let fit = nuts.threads(threads).run().expect("a fit");
        (fit, seen.into_inner().expect("no panic").len())
    };
    let (one, alone) = run(1);
    assert_eq!(alone, 1);
    for threads in [2, 4] {
        let (fit, count) = run(threads);
        assert!((1..=threads).contains(&count), "{count} of {threads}");
        assert_eq!(fit.draws(), one.draws(), "{threads} threads");
    }
}

#[test]
fn an_impossible_initial_point_is_explained() {
    params! { rate: real() }
    // The support of the prior begins far from where initial points are drawn.
    let model = model! { rate |= uniform(50.0, 60.0) };
    let posterior = model.compile().expect("the model compiles");
    let error = posterior.nuts().chains(1).seed(1).run().expect_err("no initial point");
    assert!(matches!(error, Error::NoInitialPoint { chain: 0, attempts: 100, .. }), "{error}");
    let text = error.to_string();
    let parts = [
        "log density was -inf",
        "the log density of `rate |= uniform(50.0, 60.0)` was −∞, where rate = ",
        "at 100 of the points",
        "initial_points",
        "initial_radius",
        "now 2",
    ];
    for part in parts {
        assert!(text.contains(part), "{text}");
    }
    let error = posterior.nuts().chains(3).seed(1).run().expect_err("no initial point");
    let Error::Chains { chains: 3, errors } = &error else { panic!("{error}") };
    assert_eq!(errors.len(), 3);
    assert!(error.to_string().starts_with("3 of 3 chains failed:\n  chain 0: no initial point"));

    let given = posterior.nuts().chains(1).initial_points([vec![0.0]]).run().expect_err("outside");
    assert!(
        matches!(given, Error::NoInitialPoint { attempts: 1, .. }) && given.to_string().contains("choose")
    );
}

#[test]
fn a_matrix_that_is_no_covariance_is_named() -> Result<(), Error> {
    params! { rho: real(), s: positive() }
    let y = monomorph::faer::mat![[1.0, 0.5], [0.2, -0.4], [1.5, 1.0]];
    let model = model! {
        rho |= normal(0.0, 2.0),
        s |= half_normal(1.0),
        k = stack_rows((concatenate((s, rho)), concatenate((rho, s)))),
        data(&y) |= multi_normal(0.0, k),
    };
    let posterior = model.compile()?;
    let nuts = posterior.nuts().chains(2).warmup(100).draws(100).seed(1);
    let words = "the matrix `k` is not positive definite there";
    let error = nuts.clone().initial(s, 0.1).initial(rho, 1.0).run().unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
    // A chain that leaves the covariances says so as well, where its transitions diverge.
    let fit = nuts.run()?;
    let warnings: Vec<String> = fit.summary().warnings().iter().map(ToString::to_string).collect();
    let named = warnings.iter().filter(|warning| warning.contains("there was no log density")).count();
    assert!(named == 1 && warnings.iter().any(|warning| warning.contains(words)), "{warnings:#?}");

    // A funnel diverges where it has a density: nothing is said of it.
    params! { tau: positive(), theta: vector(8) }
    let funnel = model! { tau |= half_cauchy(5.0), theta |= normal(0.0, tau) };
    let fit = funnel.compile()?.nuts().chains(2).warmup(100).draws(200).seed(1).run()?;
    let warnings: Vec<String> = fit.summary().warnings().iter().map(ToString::to_string).collect();
    assert!(fit.divergences() > 0);
    assert!(!warnings.iter().any(|warning| warning.contains("no log density")), "{warnings:#?}");
    Ok(())
}

#[test]
fn a_chain_that_does_not_move_is_told() -> Result<(), Error> {
    // A covariance that rounding makes singular: two places are equal, and nothing is added to the diagonal.
    let (x, y) = ([0.0, 0.001, 0.002, 0.003, 1.0, 1.0, 2.0, 2.0001], [1, 2, 3, 2, 1, 2, 3, 0]);
    params! { a: positive(), l: positive(), f: vector(8) }
    let model = model! {
        a |= half_normal(1.0), l |= inv_gamma(5.0, 5.0),
        f |= multi_normal(0.0, gp_exp_quad_cov(&x, a, l)),
        data(&y) |= poisson_log(f),
    };
    // Rounding decides where a step has a density after all: some chains move by a last place or two.
    let posterior = model.compile()?;
    let mut told = 0;
    for seed in 1..=12 {
        let fit = posterior.nuts().chains(1).warmup(30).draws(30).max_depth(5).seed(seed).run()?;
        let warnings: Vec<String> = fit.summary().warnings().iter().map(ToString::to_string).collect();
        let is_told = warnings
            .iter()
            .any(|warning| warning.starts_with("the chains with the numbers 0 have not moved:"));
        let moved = fit.draws().column("a")?.sd() > 0.0;
        assert!(!(is_told && moved), "{warnings:#?}");
        told += usize::from(is_told);
    }
    assert!(told > 3, "{told} of 12 chains");
    Ok(())
}

/// Functions of a statement that have no value for some numbers are reported, in sums, gathers, products,
/// roots and under other names.
#[test]
fn functions_without_a_value_are_told() {
    let y = [1.0, 2.0, 3.0];
    params! { x: real(), v: vector(3) }
    macro_rules! told {
        ($($value:expr => $what:literal;)*) => {$({
            let model = model! {
                x |= normal(0.0, 1.0), v |= normal(0.0, 1.0), data(&y) |= normal($value, 1.0),
            };
            let posterior = model.compile().unwrap();
            let point = vec![-1.5, -2.0, -3.0, -4.0];
            let text = posterior.optimise().initial_points([point]).run().unwrap_err().to_string();
            assert!(text.contains("; NaN is ") && text.contains($what), "{}: {text}", stringify!($value));
        })*};
    }
    told! {
        x.ln() => "`log` or `ln` of a number below 0";
        x.log() => "`log` or `ln` of a number below 0";
        v.log() => "`log` or `ln` of a number below 0";
        v.log().at(&[2, 1, 0]) => "`log` or `ln` of a number below 0";
        2.0 * v.log().sum() + x => "`log` or `ln` of a number below 0";
        x.log1p() => "`log1p` of a number below −1";
        (-x).log1m() => "`log1m` of a number above 1";
        x.logit() => "`logit` of a number outside of 0 to 1";
        x.sqrt() => "`sqrt` of a number below 0";
        x.powf(0.5) => "`powf` of a number below 0";
        (-x).log1m_exp() => "`log1m_exp` of a number above 0";
    }
    // What has a value everywhere is not told of, though its text may say otherwise.
    params! { u: real() }
    let ln = u + 1.0;
    let model = model! { u |= normal(0.0, 1.0), data(&y) |= normal(0.0, ln) };
    let posterior = model.compile().unwrap();
    let text = posterior.optimise().initial_points([vec![-1.5]]).run().unwrap_err().to_string();
    assert!(!text.contains("NaN is"), "{text}");
}

#[test]
fn a_logarithm_of_a_negative_number_is_told() -> Result<(), Error> {
    let (y, dose) = ([1.0, 2.0, 3.0], [1.0, -2.0, 3.0]);
    params! { a: real(), s: positive() }
    let model = model! {
        a |= normal(0.0, 1.0),
        s |= half_normal(1.0),
        data(&y) |= lognormal(a * data(&dose).ln(), s),
    };
    let error = model.compile()?.nuts().chains(1).seed(1).run().unwrap_err().to_string();
    assert!(error.contains("; NaN is `log` or `ln` of a number below 0"), "{error}");
    Ok(())
}

#[test]
fn a_gradient_that_is_not_finite_is_explained() {
    params! { a: real(), b: real() }
    // At b = 0 the density is finite, and the derivative of the root infinite.
    let model = model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), increment((b * b).sqrt()) };
    let posterior = model.compile().expect("the model compiles");
    let run = posterior.nuts().chains(1).initial_radius(0.0).run();
    let text = run.expect_err("no gradient").to_string();
    assert!(text.contains("gradient with respect to `b` was"), "{text}");
    let statement = "the log density of `increment((b * b).sqrt())` has a slope of NaN by `b`, where b = 0";
    assert!(text.contains(statement), "{text}");
    // Gibbs sampling begins with the log density alone, and says which statement has none.
    let given = posterior.gibbs().chains(1).initial("b", [f64::INFINITY]).run().expect_err("no finite value");
    assert!(given.to_string().contains("`b` is inf"), "{given}");
}

#[test]
fn a_support_inside_the_space_makes_divergences() {
    params! { x: real() }
    // The density jumps to zero at its mode, in the middle of the space that the sampler moves in.
    let model = model! { x |= exponential(1.0) };
    let posterior = model.compile().expect("the model compiles");
    let nuts = posterior.nuts().chains(2).warmup(200).draws(300).initial_points([vec![1.0]]);
    // Steps that adapt within the orbit end in a branch of their own.
    for nuts in [nuts.clone(), nuts.walnuts(0.5)] {
        let fit = nuts.run().expect("divergences, no failure");
        assert!(fit.divergences() > 0);
        assert!(fit.draws().column("x").is_ok_and(|x| x.as_slice().iter().all(|x| *x >= 0.0)));
        // Inside they begin, and outside they end.
        for divergence in fit.divergent_transitions() {
            assert!(divergence.start("x").unwrap() >= 0.0 && divergence.end("x").unwrap() < 0.0);
            assert_eq!(divergence.end_point(), [divergence.end("x").unwrap()]);
        }
    }
}

#[test]
fn a_funnel_diverges_and_says_so() {
    params! { v: real(), x: vector(9) }
    let model = model! { v |= normal(0.0, 3.0), x |= normal(0.0, v.exp()) };
    let posterior = model.compile().expect("the model compiles");
    // How often depends on the last bits, and so on the instructions of the machine.
    let run = |seed| posterior.nuts().warmup(150).draws(300).max_depth(6).seed(seed).run().expect("a fit");
    // A single divergence has no spread.
    let fit = (1..20).map(run).find(|fit| fit.divergences() > 1).expect("a fit that diverges");
    let counted: usize = fit.chains().iter().map(|chain| chain.divergences()).sum();
    assert_eq!(fit.divergences(), counted);
    let summary = fit.summary();
    let warned = summary.warnings().iter().any(
        |warning| matches!(warning, Warning::Divergences { count, transitions: 1200, .. } if *count == counted),
    );
    assert!(warned);
    assert!(summary.to_string().contains(&format!("{counted} of 1200 transitions diverged")));
    // It says what would help.
    assert!(summary.to_string().contains("`.walnuts(0.5)`"));

    let v = fit.draws().column("v").expect("a parameter");
    assert_eq!(fit.divergent_transitions().count(), counted);
    for divergence in fit.divergent_transitions() {
        let (chain, draw) = (divergence.chain(), divergence.draw());
        assert!(fit.chains()[chain].draws()[draw].divergent);
        if draw > 0 {
            assert_eq!(divergence.start("v").unwrap(), v.chain(chain).expect("a chain")[draw - 1]);
        }
    }
    assert!(fit.divergent_transitions().next().expect("one").start("w").is_err());
    // They begin where the scale is low. A few of them do not tell it from the x by more than chance does.
    let table = fit.divergence_table();
    assert_eq!((table.count(), table.rows().len()), (counted, 10));
    assert!(table.rows().is_sorted_by(|a, b| a.location.abs() >= b.location.abs()), "{table}");
    let row = table.rows().iter().find(|row| row.name == "v").expect("a row");
    assert!(row.location < 0.0 && row.rank < 0.5, "{table}");
    let began: Vec<f64> = fit.divergent_transitions().map(|one| one.start("v").expect("a value")).collect();
    let mean = began.iter().sum::<f64>() / counted as f64;
    let spread = (began.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (counted - 1) as f64).sqrt();
    assert!((row.location - (mean - v.mean()) / v.sd()).abs() < 1e-12);
    assert!((row.spread - spread / v.sd()).abs() < 1e-12);
    let pairs = began.iter().flat_map(|start| v.as_slice().iter().map(move |draw| (start, draw)));
    let lower = pairs.map(|(start, draw)| {
        if draw < start {
            1.0
        } else if draw == start {
            0.5
        } else {
            0.0
        }
    });
    assert!((row.rank - lower.sum::<f64>() / (counted * v.as_slice().len()) as f64).abs() < 1e-12);
    let text = table.to_string();
    assert!(text.contains("divergences began, against all draws:\n"));
    let headings = text.lines().nth(1).expect("headings").split_whitespace();
    // Below the table, each column has its meaning.
    let legends = headings.filter(|heading| text.contains(&format!("\n{heading}:"))).count();
    assert_eq!(legends, 3, "{text}");
}

#[test]
fn a_depth_that_is_too_small_is_hit() {
    let fit = eight_schools().nuts().chains(2).warmup(200).draws(100).max_depth(1).run().expect("a fit");
    assert!(fit.max_depth_hits() > 100);
    assert!(fit.summary().to_string().contains("used all 2^1 - 1 leapfrog steps"));
}

#[test]
fn a_start_at_the_mode_is_possible() {
    params! { mu: vector(2) }
    // The gradient is zero there, and the sampler scales with its inverse.
    let model = model! { mu |= normal(0.0, 1.0) };
    let posterior = model.compile().expect("the model compiles");
    for warmup in [0, 1, 2, 200] {
        let nuts = posterior.nuts().chains(1).warmup(warmup).draws(200).initial_points([vec![0.0; 2]]);
        let fit = nuts.run().expect("a fit");
        assert!(fit.draws().column("mu[0]").is_ok_and(|mu| (0.4..2.0).contains(&mu.sd())), "warmup {warmup}");
    }
}

#[test]
fn settings_are_checked() {
    let posterior = eight_schools();
    let nuts = || posterior.nuts();
    let wrong = [
        (nuts().chains(0), "`chains` must be at least 1"),
        (nuts().draws(0), "`draws` must be at least 1"),
        (nuts().threads(0), "`threads` must be at least 1"),
        (nuts().max_depth(0), "`max_depth` must be from 1 to 30"),
        (nuts().target_accept(f64::NAN), "`target_accept` must be above 0"),
        (nuts().walnuts(0.0), "`walnuts` must be above 0 and finite"),
        (nuts().initial_radius(-1.0), "`initial_radius` must be finite"),
        (nuts().initial_points(vec![vec![0.0; 10]; 3]), "`initial_points` must be one point for each chain"),
        (nuts().initial_points([vec![0.0; 9]]), "initial point 0 has length 9"),
        (nuts().draws(usize::MAX), "`draws` must be so few"),
        (nuts().save("no such directory/eight"), "no such directory/eight_1.csv"),
    ];
    for (nuts, words) in wrong {
        let text = nuts.run().expect_err(words).to_string();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn both_ends_of_an_interval_are_reached() {
    // Half of the mass is within e⁻¹⁴ of a bound, where 1 − p is next to no number.
    params! { p: interval(0.0, 1.0), q: simplex(2) }
    let model = model! { p |= beta(0.05, 0.05), q |= dirichlet(1.0), data(&[0, 1]) |= bernoulli(q.at(0)) };
    let fit = model.compile().unwrap().nuts().chains(4).draws(500).seed(7).run().expect("a fit");
    let summary = fit.summary();
    for name in ["p", "q[0]"] {
        let row = summary.row(name).expect("a row");
        assert!(((row.mean - 0.5) / row.mcse_mean).abs() < 4.0, "{name}: mean {}", row.mean);
    }
    assert_eq!(fit.divergences(), 0);
}

/// The log density of √x is finite at 0, but its slope there is not.
#[test]
fn a_chain_that_cannot_begin_names_the_slope() {
    params! { x: real(), y: real() }
    let model = model! { x |= normal(0.0, 1.0), y |= normal(0.0, 1.0), increment(y.square().sqrt()) };
    let posterior = model.compile().expect("the model compiles");
    let nuts = posterior.nuts().chains(1).initial_radius(0.0);
    let error = nuts.run().expect_err("no initial point").to_string();
    assert!(error.contains("its gradient with respect to `y` was NaN"), "{error}");
}
