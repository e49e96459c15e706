//! Proves that every kernel of programs has the posterior: against sums over all runs, where there are few,
//! and series where there are not.

#[path = "../../common/mod.rs"]
mod common;
#[path = "../../common/runs.rs"]
mod runs;

use common::assert_near;
use monomorph::dirichlet_process::{NormalCluster, chinese_restaurant};
use monomorph::prelude::*;
use monomorph::program::{Choices, ProgramFit, Run, program, steps, submodel};
use runs::{normalised, poisson_probability, total_variation};

/// A branch that decides which choices there are, of which kinds, and within which bounds.
#[test]
fn choices_that_come_and_go() {
    let branches = || {
        program(|run| {
            let model = run.sample("model", discrete_range(0, 2)) as usize;
            let x = match model {
                0 => run.sample("x", poisson(2.0)),
                1 => run.sample("x", binomial(4, 0.5)) + run.sample("more", poisson(0.7)),
                // one family, with a support that depends on a choice
                _ => {
                    let most = run.sample("most", discrete_range(1, 5));
                    run.sample("x", discrete_range(0, most)) as u64
                }
            };
            run.observe("y", poisson(0.5 + x as f64), 3);
            10 * model + x as usize
        })
    };
    let binomial_of = |x: u64| [1.0, 4.0, 6.0, 4.0, 1.0].get(x as usize).map_or(0.0, |ways| ways / 16.0);
    let prior = |model: usize, x: u64| match model {
        0 => poisson_probability(x, 2.0),
        1 => (0..=x).map(|first| binomial_of(first) * poisson_probability(x - first, 0.7)).sum(),
        _ => (1..=5).filter(|&most| x <= most).map(|most| 0.2 / (most + 1) as f64).sum(),
    };
    let exact = normalised((0..30).map(|place| {
        let (model, x) = (place / 10, (place % 10) as u64);
        prior(model, x) * poisson_probability(3, 0.5 + x as f64)
    }));
    let chain = branches().single_site().draws(5_000).thin(4).seed(5).run().unwrap();
    let distance = total_variation(&chain, &exact, |place| *place);
    assert!(distance < 0.04, "{distance}");
    assert!(chain.acceptance().unwrap() > 0.2);
    let particles = branches().particles(20_000).seed(6).run().unwrap();
    assert!(total_variation(&particles, &exact, |place| *place) < 0.03);
}

/// A walk with normal steps that is seen with noise at each step: the likelihood of a local level.
#[test]
fn particles_go_from_observation_to_observation() {
    let y = [0.3, -0.2, 0.9, 1.4, 1.1];
    let walk = program(|run| {
        let mut x = 0.0;
        for (step, &y) in y.iter().enumerate() {
            x = run.sample(("x", step), normal(x, 0.5));
            run.observe("y", normal(x, 0.4), y);
        }
        x
    });
    let exact = model! { data(&y) |= linear_gaussian(1.0, 0.16, 1.0, 0.25).initial(0.0, 0.25) };
    let posterior = exact.compile().unwrap();
    let want = posterior.log_density(&[], &mut posterior.workspace());
    let fit = walk.particles(5_000).seed(7).run().unwrap();
    assert_near(fit.log_evidence().unwrap(), want, 0.05, || "evidence".to_owned());
    // the Kalman filter's last mean
    let (mut mean, mut variance) = (0.0, 0.0_f64);
    for y in y {
        variance += 0.25;
        let gain = variance / (variance + 0.16);
        (mean, variance) = (mean + gain * (y - mean), variance * (1.0 - gain));
    }
    assert_near(fit.mean(|x| *x), mean, 0.03, || "mean".to_owned());
    // in steps, whose particles do not run again, and which are a program as well
    let stepped = steps(
        |_| 0.0,
        y.len(),
        |run, x: &mut f64, step| {
            *x = run.sample("x", normal(*x, 0.5));
            run.observe("y", normal(*x, 0.4), y[step]);
        },
    );
    let fit = stepped.particles(5_000).seed(7).run().unwrap();
    assert_near(fit.log_evidence().unwrap(), want, 0.05, || "evidence in steps".to_owned());
    assert_near(fit.mean(|x| *x), mean, 0.03, || "mean in steps".to_owned());
    let one = stepped.particles(700).seed(7).threads(1).run().unwrap();
    assert_eq!(stepped.particles(700).seed(7).threads(2).run().unwrap().values(), one.values());
    let trace =
        Trace::of(y.iter().enumerate().map(|(step, _)| (format!("step[{step}].x"), 0.1 * step as f64)));
    let same = Trace::of(y.iter().enumerate().map(|(step, _)| (format!("x[{step}]"), 0.1 * step as f64)));
    let (trace, same) = (trace.unwrap(), same.unwrap());
    let densities = (stepped.program().log_density_of(&trace), walk.log_density_of(&same));
    assert_near(densities.0.unwrap(), densities.1.unwrap(), 1e-13, || "density in steps".to_owned());
    let chain = walk.particle_gibbs(20).draws(300).warmup(10).seed(8).run().unwrap();
    assert_near(chain.mean(|x| *x), mean, 0.06, || "mean of a chain".to_owned());
    assert_near(chain.mean(|x| (x - mean) * (x - mean)), variance, 0.02, || "variance of a chain".to_owned());
}

/// A grammar, S → S S with probability 0.3, else a letter: a sentence of n letters has C(n − 1) trees, of
/// which each has the probability 0.3ⁿ⁻¹ 0.7ⁿ times that of its letters.
#[test]
fn sentences_of_a_grammar() {
    fn sentence(run: &mut Run, letters: &mut Vec<usize>) {
        // no sentence that is looked for is so long
        if letters.len() < 6 && run.sample("splits", bernoulli(0.3)) {
            run.call("left", |run| sentence(run, letters));
            run.call("right", |run| sentence(run, letters));
        } else {
            letters.push(run.sample("letter", categorical(&[0.6, 0.3, 0.1])));
        }
    }
    for (wanted, trees) in [(vec![1], 1.0), (vec![0, 0], 1.0), (vec![0, 1, 0], 2.0)] {
        let grammar = program(|run| {
            let mut letters = Vec::new();
            sentence(run, &mut letters);
            run.factor(if letters == wanted { 0.0 } else { f64::NEG_INFINITY });
        });
        let of_letters: f64 = wanted.iter().map(|&letter| [0.6, 0.3, 0.1][letter] * 0.7).product();
        let exact = trees * 0.3_f64.powi(wanted.len() as i32 - 1) * of_letters;
        let fit = grammar.importance(40_000).seed(10).run().unwrap();
        let error = (exact / 40_000.0).sqrt();
        assert_near(fit.log_evidence().unwrap().exp(), exact, 5.0 * error, || format!("{wanted:?}"));
    }
}

/// The log density of points whose mean is normal around 0 with the variance `spread`: one after the other,
/// each given those before.
fn log_density_of_cluster(points: &[f64], spread: f64, noise: f64) -> f64 {
    let (mut mean, mut variance, mut sum) = (0.0, spread, 0.0);
    for y in points {
        let total: f64 = variance + noise;
        sum += -0.5 * ((y - mean) * (y - mean) / total + (2.0 * std::f64::consts::PI * total).ln());
        let gain = variance / total;
        (mean, variance) = (mean + gain * (y - mean), variance * (1.0 - gain));
    }
    sum
}

/// A Chinese restaurant of five points, each table with a mean of its own, beside the sum over all 52
/// partitions.
#[test]
fn partitions_of_a_restaurant() {
    const Y: [f64; 5] = [-1.9, 0.2, -2.3, 1.1, 0.7];
    let restaurant = program(|run| {
        let (mut tables, mut seats): (Vec<(f64, f64)>, Vec<usize>) = (Vec::new(), Vec::new());
        for (guest, &y) in Y.iter().enumerate() {
            let total = guest as f64 + 1.0;
            let mut parts: Vec<f64> = tables.iter().map(|(_, guests)| guests / total).collect();
            parts.push(1.0 / total);
            let table = run.sample(("table", guest), categorical(&parts));
            if table == tables.len() {
                tables.push((run.sample(("mean", table), normal(0.0, 2.0)), 0.0));
            }
            tables[table].1 += 1.0;
            seats.push(table);
            run.observe("y", normal(tables[table].0, 0.6), y);
        }
        seats
    });
    let log_density_of = |points: &[f64]| log_density_of_cluster(points, 4.0, 0.36);
    let mut partitions: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..5 {
        let extend = |seats: Vec<usize>| {
            let new = seats.iter().max().map_or(0, |last| last + 1);
            (0..=new).map(move |table| [&seats[..], &[table]].concat())
        };
        partitions = partitions.into_iter().flat_map(extend).collect();
    }
    assert_eq!(partitions.len(), 52);
    let joint = |seats: &Vec<usize>| -> f64 {
        let of_table = |table: usize| -> Vec<f64> {
            (0..5).filter(|&guest| seats[guest] == table).map(|guest| Y[guest]).collect()
        };
        (0..5)
            .map(of_table)
            .filter(|points| !points.is_empty())
            .map(|points| (log_density_of(&points)).exp() * (1..points.len()).product::<usize>() as f64)
            .product()
    };
    let exact = normalised(partitions.iter().map(joint));
    let place = |seats: &Vec<usize>| partitions.iter().position(|known| known == seats).unwrap();
    // the sampler that integrates the means out has the same posterior
    let cluster = NormalCluster { location: 0.0, spread: 2.0, scale: 0.6 };
    let draws = chinese_restaurant(1.0, cluster, &Y).draws(5_000).seed(11).run().unwrap();
    let seats =
        |place| draws.columns().take(5).map(|(_, z)| z.as_slice()[place] as usize).collect::<Vec<_>>();
    let mut found = vec![0.0; 52];
    (0..20_000).for_each(|draw| found[place(&seats(draw))] += 1.0 / 20_000.0);
    let distance = 0.5 * found.iter().zip(&exact).map(|(found, exact)| (found - exact).abs()).sum::<f64>();
    assert!(distance < 0.03, "{distance}");
    let particles = restaurant.particles(4_000).seed(11).run().unwrap();
    let distance = total_variation(&particles, &exact, place);
    assert!(distance < 0.06, "{distance}");
    let conditional = restaurant.particle_gibbs(15).draws(300).warmup(10).seed(12).run().unwrap();
    let distance = total_variation(&conditional, &exact, place);
    assert!(distance < 0.12, "{distance}");
    let chain = restaurant.single_site().draws(3_000).thin(6).seed(13).run().unwrap();
    let distance = total_variation(&chain, &exact, place);
    assert!(distance < 0.08, "{distance}");
}

/// A Poisson number of points on [0, 2], of which a count with a rate that depends on their number is seen,
/// and the sum of those that are on the left. Birth and death alone move it.
#[test]
fn birth_and_death_of_points() {
    let points = program(|run| {
        let n = run.sample("n", poisson(2.0)) as usize;
        let left = (0..n).filter(|&i| run.sample(("x", i), uniform(0.0, 2.0)) < 0.5).count();
        run.observe("y", poisson(0.5 + n as f64), 4);
        run.observe("left", poisson(0.2 + left as f64), 2);
        10 * n + left
    });
    // a part of the interval, as a number between 0 and 1
    let propose = |run: &mut Run, now: &Choices| {
        let n = now.get("n")?;
        if n == 0.0 || run.sample("birth", bernoulli(0.5)) {
            run.sample("where", beta(1.0, 2.0));
            run.sample("place", discrete_range(0, n as i64));
        } else {
            run.sample("place", discrete_range(0, n as i64 - 1));
        }
        Ok(())
    };
    let map = |now: &mut Choices, auxiliary: &mut Choices| {
        let n = now.get("n")? as usize;
        let place = format!("x[{}]", auxiliary.get("place")?);
        // where there are no points, there is no choice but birth
        if n == 0 || auxiliary.remove("birth")? == 1.0 {
            let last = format!("x[{n}]");
            now.set(&last, 2.0 * auxiliary.remove("where")?);
            now.swap(&last, &place)?;
            now.set("n", n as f64 + 1.0);
            auxiliary.set("birth", 0.0);
            return Ok(2.0_f64.ln());
        }
        let last = format!("x[{}]", n - 1);
        now.swap(&last, &place)?;
        auxiliary.set("where", 0.5 * now.remove(&last)?);
        now.set("n", n as f64 - 1.0);
        if n > 1 {
            auxiliary.set("birth", 1.0);
        }
        Ok(-2.0_f64.ln())
    };
    let ways = |n: usize, k: usize| (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64);
    let exact = normalised((0..150).map(|place| {
        let (n, left) = (place / 10, place % 10);
        if left > n {
            return 0.0;
        }
        let prior = poisson_probability(n as u64, 2.0)
            * ways(n, left)
            * 0.25_f64.powi(left as i32)
            * 0.75_f64.powi((n - left) as i32);
        prior * poisson_probability(4, 0.5 + n as f64) * poisson_probability(2, 0.2 + left as f64)
    }));
    let fit = points.chain().involution(propose, map).thin(3).draws(3_000).seed(18).run().unwrap();
    let distance = total_variation(&fit, &exact, |place| *place);
    assert!(distance < 0.03, "{distance}");
    // with single sites in turn it is the same
    let fit = points.single_site().times(2).involution(propose, map).draws(3_000).seed(19).run().unwrap();
    assert!(total_variation(&fit, &exact, |place| *place) < 0.03);
}

/// One mean of four points, or two means and whose each point is: the number of means by splits and merges,
/// beside the sum over all 16 ways to share the points.
#[test]
fn splits_and_merges() {
    const Y: [f64; 4] = [-1.6, -0.9, 0.3, 1.2];
    let clusters = program(|run| {
        if !run.sample("two", bernoulli(0.4)) {
            let m = run.sample(("m", 0), normal(0.0, 1.5));
            Y.iter().for_each(|&y| run.observe("y", normal(m, 0.7), y));
            return 0;
        }
        let m = [run.sample(("m", 0), normal(0.0, 1.5)), run.sample(("m", 1), normal(0.0, 1.5))];
        let share = |(i, &y): (usize, &f64)| {
            let z = run.sample(("z", i), bernoulli(0.5));
            run.observe("y", normal(m[usize::from(z)], 0.7), y);
            usize::from(z) << i
        };
        1 + Y.iter().enumerate().map(share).sum::<usize>()
    });
    // m ↦ m − s u, m + s u, of which the Jacobian is 2 s; points go where they are nearer, more likely than
    // not
    let s = 0.8;
    let nearer = |mean: f64, u: f64, y: f64| 1.0 / (1.0 + (-2.0 * s * u * (y - mean)).exp());
    let propose = |run: &mut Run, now: &Choices| {
        if now.get("two")? == 0.0 {
            let (mean, u) = (now.get("m[0]")?, run.sample("u", normal(0.0, 1.0)));
            for (i, &y) in Y.iter().enumerate() {
                run.sample(("z", i), bernoulli(nearer(mean, u, y)));
            }
        }
        Ok(())
    };
    let map = |now: &mut Choices, auxiliary: &mut Choices| {
        let names = || (0..4).map(|i| format!("z[{i}]"));
        if now.get("two")? == 0.0 {
            let (mean, u) = (now.get("m[0]")?, auxiliary.remove("u")?);
            now.set("two", 1.0);
            now.set("m[0]", mean - s * u);
            now.set("m[1]", mean + s * u);
            names().try_for_each(|z| auxiliary.remove(&z).map(|value| now.set(&z, value)))?;
            return Ok((2.0 * s).ln());
        }
        let (first, second) = (now.get("m[0]")?, now.remove("m[1]")?);
        now.set("two", 0.0);
        now.set("m[0]", 0.5 * (first + second));
        auxiliary.set("u", 0.5 * (second - first) / s);
        names().try_for_each(|z| now.remove(&z).map(|value| auxiliary.set(&z, value)))?;
        Ok(-(2.0 * s).ln())
    };
    let marginal = |points: &[f64]| log_density_of_cluster(points, 1.5 * 1.5, 0.7 * 0.7).exp();
    let exact = normalised((0..17).map(|place| match place {
        0 => 0.6 * marginal(&Y),
        _ => {
            let of = |which: usize| (0..4).filter(move |i| (place - 1) >> i & 1 == which).map(|i| Y[i]);
            0.4 / 16.0 * marginal(&of(0).collect::<Vec<_>>()) * marginal(&of(1).collect::<Vec<_>>())
        }
    }));
    let kernels = clusters.single_site().times(5).involution(propose, map);
    let fit = kernels.draws(4_000).seed(20).run().unwrap();
    let distance = total_variation(&fit, &exact, |place| *place);
    assert!(distance < 0.03, "{distance}");

    // what is no involution is told
    let message = |map: &(dyn Fn(&mut Choices, &mut Choices) -> Result<f64, Error> + Sync)| {
        let chain = clusters.chain().involution(propose, map).draws(200).chains(1);
        chain.run().unwrap_err().to_string()
    };
    let jacobian = message(&|now, auxiliary| map(now, auxiliary).map(|_| (2.0 * s).ln()));
    assert!(jacobian.contains("on the way back"), "{jacobian}");
    let shifted = message(&|now, auxiliary| {
        now.set("m[0]", now.get("m[0]")? + 0.1);
        map(now, auxiliary)
    });
    assert!(shifted.contains("does not give the beginning"), "{shifted}");
    let lacking = message(&|now, auxiliary| {
        let log_jacobian = map(now, auxiliary)?;
        now.remove("z[2]").map(|_| log_jacobian).or(Ok(log_jacobian))
    });
    assert!(lacking.contains("`z[2]`") && lacking.contains("gives no value"), "{lacking}");
    let too_much = message(&|now, auxiliary| {
        now.set("z[7]", 1.0);
        map(now, auxiliary)
    });
    assert!(too_much.contains("`z[7]`") && too_much.contains("does not make"), "{too_much}");
}

/// Means of three groups around a mean of their own, with known variances, as a static model: as a program,
/// and as a part of one.
#[test]
fn static_models_in_programs() {
    params! { mu: real(), eta: vector(3) }
    let y = [1.3, -0.4, 2.1];
    let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 0.8), data(&y) |= normal(eta, 0.6) };
    let part = submodel(model).unwrap();
    let whole = || program(|run| run.model(&part).value_of(mu).unwrap());

    let trace = Trace::new().with("mu", 0.4).unwrap().with("eta", [1.0, 0.1, 1.5]).unwrap();
    let posterior = model.compile().unwrap();
    let elements = [("mu", 0.4), ("eta[0]", 1.0), ("eta[1]", 0.1), ("eta[2]", 1.5)];
    let found = whole().log_density_of(&Trace::of(elements).unwrap()).unwrap();
    assert_near(found, posterior.log_joint(&trace).unwrap(), 1e-12, || "log density".to_owned());
    let once = whole().condition("mu", 0.4).unwrap().simulate(1).unwrap();
    let own = once.record.sites().iter().find(|site| site.law().contains("3 elements")).unwrap();
    let spread: f64 =
        once.record.trace(false).unwrap().get("eta").unwrap().iter().map(|x| (x - 0.4).powi(2)).sum();
    let want = -0.5 * spread / 0.64 - 3.0 * (0.8_f64.ln() + 0.5 * (2.0 * std::f64::consts::PI).ln());
    assert_near(own.log_density(), want, 1e-12, || "log density of a statement".to_owned());
    let part_alone = whole().condition("eta[1]", 0.0).unwrap().simulate(1).unwrap_err().to_string();
    assert!(part_alone.contains("in the same way, or none"), "{part_alone}");

    // y is normal around mu with the variance 0.64 + 0.36
    let (mean, variance) = (y.iter().sum::<f64>() / 4.0, 0.25);
    let evidence: f64 = {
        let squares = y.iter().map(|y| y * y).sum::<f64>() - y.iter().sum::<f64>().powi(2) / 4.0;
        -0.5 * (squares + 4.0_f64.ln()) - 1.5 * (2.0 * std::f64::consts::PI).ln()
    };
    let weighted = whole().importance(3_000).seed(21).run().unwrap();
    assert_near(weighted.log_evidence().unwrap(), evidence, 0.2, || "evidence".to_owned());
    assert_near(weighted.mean(|mu| *mu), mean, 0.1, || "weighted".to_owned());
    let chain = whole().single_site().thin(4).seed(22).warmup(100).draws(1_000).run().unwrap();
    assert_near(chain.mean(|mu| *mu), mean, 0.08, || "single sites".to_owned());
    assert_near(chain.sd(|mu| *mu).powi(2), variance, 0.06, || "single sites, variance".to_owned());
    let moved = whole()
        .chain()
        .hamiltonian_within("", &part)
        .seed(23)
        .warmup(200)
        .draws(400)
        .record("eta")
        .run()
        .unwrap();
    assert!(moved.acceptance().unwrap() > 0.6, "{:?}", moved.acceptance());
    assert_near(moved.mean(|mu| *mu), mean, 0.06, || "trajectories".to_owned());
    assert_near(moved.sd(|mu| *mu).powi(2), variance, 0.05, || "trajectories, variance".to_owned());
    assert!(moved.draws_of("mu", |mu| *mu).unwrap().summary().row("mu").unwrap().rhat < 1.03);
    // η₂ is normal with the precision 1/0.64 + 1/0.36, given mu
    let gain = 0.64 / (0.64 + 0.36);
    let want = gain * y[2] + (1.0 - gain) * mean;
    assert_near(moved.summary().unwrap().row("eta[2]").unwrap().mean, want, 0.07, || "eta".to_owned());
    let all = whole()
        .chain()
        .hamiltonian_within("", &part)
        .seed(24)
        .warmup(100)
        .draws(100)
        .record_all()
        .run()
        .unwrap();
    let again = whole().predict(&all, 25).unwrap().summary().unwrap();
    assert_near(again.row("y[2]").unwrap().mean, want, 0.2, || "prediction".to_owned());

    // Two models: the static one, whose mean is seen once more outside of it, and one without parameters.
    let seen = -0.3;
    let choice = program(|run| {
        if run.sample("static", bernoulli(0.7)) {
            let mu = run.call("part", |run| run.model(&part)).value_of(mu).unwrap();
            run.observe("seen", normal(mu, 0.5), seen);
            mu
        } else {
            y.iter().for_each(|&y| run.observe("y", normal(0.0, 1.2), y));
            run.observe("seen", normal(0.0, 0.5), seen);
            f64::NAN
        }
    });
    let log_normal = |x: f64, scale: f64| {
        -0.5 * (x / scale).powi(2) - scale.ln() - 0.5 * (2.0 * std::f64::consts::PI).ln()
    };
    let outside = evidence + log_normal(seen - mean, (variance + 0.25_f64).sqrt());
    let without = y.iter().map(|&y| log_normal(y, 1.2)).sum::<f64>() + log_normal(seen, 0.5);
    let want = 1.0 / (1.0 + 3.0 / 7.0 * (without - outside).exp());
    let mean = (mean / variance + seen / 0.25) / (1.0 / variance + 4.0);
    // Trajectories alone would leave all other choices as they were drawn first.
    let alone = choice.chain().hamiltonian_within("part", &part).run().unwrap_err().to_string();
    assert!(alone.contains("at `static`") && alone.contains("add `single_site`"), "{alone}");
    let of_part = choice.single_site().times(3).hamiltonian_within("part", &part);
    let of_part = of_part.warmup(150).draws(1_000).seed(26).run().unwrap();
    let is_static = of_part.mean(|mu| f64::from(u8::from(!mu.is_nan())));
    assert_near(is_static, want, 0.06, || "odds".to_owned());
    let of_static = of_part.mean(|mu| if mu.is_nan() { 0.0 } else { *mu }) / is_static;
    assert_near(of_static, mean, 0.08, || "mean of the static model".to_owned());
    let weighted = choice.importance(3_000).seed(27).run().unwrap();
    assert_near(weighted.mean(|mu| f64::from(u8::from(!mu.is_nan()))), want, 0.04, || {
        "odds by weights".to_owned()
    });
}

/// A parameter that the model itself was given stays where it is, and the others are moved around it.
#[test]
fn static_models_of_which_a_parameter_is_known() {
    params! { mu: real(), eta: vector(3) }
    let y = [1.3, -0.4, 2.1];
    let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 0.8), data(&y) |= normal(eta, 0.6) };
    let part = submodel(model.condition(mu, 0.4)).unwrap();
    let whole = program(|run| run.model(&part).get("eta").unwrap().iter().count());
    let fit = whole.chain().hamiltonian_within("", &part).seed(29).warmup(200).draws(600).record_all();
    let fit = fit.run().unwrap();
    assert!(fit.values().iter().all(|count| *count == 3));
    let (gain, summary) = (0.64 / (0.64 + 0.36), fit.summary().unwrap());
    for (element, y) in y.iter().enumerate() {
        let name = format!("eta[{element}]");
        let row = summary.row(&name).unwrap();
        assert_near(row.mean, gain * y + (1.0 - gain) * 0.4, 0.05, || name.clone());
        assert_near(row.sd, (gain * 0.36_f64).sqrt(), 0.05, || format!("{name}, sd"));
    }
}

/// What went wrong elsewhere: a support that depends on another choice, and a choice that a branch takes away
/// (TuringLang/Turing.jl, pull requests 2803 and 2863: means of 3.42 in place of 5.05, and a kernel that
/// fails).
#[test]
fn supports_that_depend_and_choices_that_disappear() {
    let nested = program(|run| {
        let x = run.sample("x", uniform(0.1, 10.0));
        (x, run.sample("y", uniform(0.0, x)))
    });
    let fit = nested.single_site().draws(8_000).thin(3).seed(28).run().unwrap();
    let row =
        |function: fn(&(f64, f64)) -> f64| fit.draws_of("it", function).unwrap().summary().rows()[0].clone();
    let (x, y) = (row(|(x, _)| *x), row(|(_, y)| *y));
    assert!(x.mcse_mean < 0.08 && y.mcse_mean < 0.05, "{} {}", x.mcse_mean, y.mcse_mean);
    assert_near(x.mean, 5.05, 4.0 * x.mcse_mean, || "x".to_owned());
    assert_near(y.mean, 2.525, 4.0 * y.mcse_mean, || "y".to_owned());

    let branch = program(|run| {
        let b = run.sample("b", bernoulli(0.3));
        let first = run.sample(("theta", 0), normal(0.0, 1.0));
        let second = if b { run.sample(("theta", 1), normal(0.0, 1.0)) } else { 0.0 };
        run.observe("y", normal(first + second, 0.5), 2.0);
        b
    });
    // y is normal with the variance 1.25 or 2.25
    let weight = |variance: f64| (-2.0 / variance).exp() / variance.sqrt();
    let exact = 0.3 * weight(2.25) / (0.3 * weight(2.25) + 0.7 * weight(1.25));
    assert_near(exact, 0.394, 5e-4, || "by hand".to_owned());
    let is_true = |fit: &ProgramFit<bool>| fit.mean(|b| f64::from(u8::from(*b)));
    let chain = branch.single_site().draws(5_000).thin(3).seed(29).run().unwrap();
    assert_near(is_true(&chain), exact, 0.03, || "single sites".to_owned());
    let particles = branch.particle_gibbs(10).draws(1_000).warmup(20).seed(30).run().unwrap();
    assert_near(is_true(&particles), exact, 0.05, || "particle Gibbs".to_owned());
    // a chain may begin anywhere
    let first = Trace::of([("b", 1.0), ("theta[1]", 2.5)]).unwrap();
    let started = branch.single_site().start(&first).warmup(0).draws(1).record_all().run().unwrap();
    assert!(started.choices("theta[1]").unwrap().contains(&Some(2.5)));
    let wrong = branch.single_site().start(&Trace::of([("c", 1.0)]).unwrap()).run().unwrap_err().to_string();
    assert!(wrong.contains("`c`") && wrong.contains("no run makes this choice"), "{wrong}");
}

/// How many of the numbers are seen is a choice, so that runs make different numbers of observations.
#[test]
fn a_random_number_of_observations() {
    const Y: [f64; 4] = [0.4, 0.9, -0.2, 2.5];
    let seen = program(|run| {
        let count = run.sample("count", discrete_range(0, 4)) as usize;
        let mean = run.sample("mean", normal(0.0, 1.0));
        Y[..count].iter().for_each(|&y| run.observe("y", normal(mean, 0.5), y));
        count
    });
    let exact = normalised((0..=4).map(|count| log_density_of_cluster(&Y[..count], 1.0, 0.25).exp()));
    let fit = seen.particles(8_000).seed(36).run().unwrap();
    assert!(total_variation(&fit, &exact, |count| *count) < 0.03);
    let evidence: f64 = (0..=4).map(|count| 0.2 * log_density_of_cluster(&Y[..count], 1.0, 0.25).exp()).sum();
    assert_near(fit.log_evidence().unwrap(), evidence.ln(), 0.05, || "evidence".to_owned());
    let conditional = seen.particle_gibbs(12).draws(1_000).warmup(20).seed(37).run().unwrap();
    assert!(total_variation(&conditional, &exact, |count| *count) < 0.04);
    let chain = seen.single_site().draws(4_000).thin(3).seed(38).run().unwrap();
    assert!(total_variation(&chain, &exact, |count| *count) < 0.03);
}
