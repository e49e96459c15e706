//! Models of different forms without any defects, for checks and warnings that must stay silent.

/// Calls `$visit!(name, model)` with each model.
#[macro_export]
macro_rules! sound_models {
    ($visit:ident) => {{
        let wave = |n: usize, step: f64| -> Vec<f64> { (0..n).map(|i| (i as f64 * step).sin()).collect() };
        let (x, z) = (wave(40, 0.7), wave(40, 1.9));
        let y: Vec<f64> = (0..40).map(|i| 0.5 + x[i] - 0.4 * z[i] + 0.8 * (i as f64 * 2.9).sin()).collect();
        let counts: Vec<i64> = (0..40).map(|i| (i * 7 % 5) as i64).collect();
        let hours: Vec<f64> = (0..40).map(|i| 1.0 + (i % 3) as f64).collect();
        let groups: Vec<usize> = (0..40).map(|i| i % 8).collect();
        {
            let effect = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
            let sd = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
            params! { mu: real(), tau: positive(), eta: vector(8) }
            $visit!(
                "eight schools, non-centred",
                model! {
                    mu |= normal(0.0, 5.0), tau |= half_cauchy(5.0), eta |= normal(0.0, 1.0),
                    theta = mu + tau * eta, data(&effect) |= normal(theta, data(&sd)),
                }
            );
        }
        {
            params! {
                mu: real(), tau: positive(), theta: vector(8).offset_multiplier(mu, tau), sigma: positive(),
            }
            $visit!(
                "groups, non-centred by declaration",
                model! {
                    mu |= normal(0.0, 2.0), tau |= half_normal(1.0), theta |= normal(mu, tau),
                    sigma |= exponential(1.0), data(&y) |= normal(theta.at(&groups), sigma),
                }
            );
        }
        {
            params! { a: real(), b: real(), c: real(), sigma: positive() }
            $visit!(
                "regression",
                model! {
                    a |= student_t(4.0, 0.0, 2.5), b |= normal(0.0, 1.0), c |= cauchy(0.0, 1.0),
                    sigma |= half_student_t(30.0, 2.0),
                    data(&y) |= normal(a + b * data(&x) + c * data(&z), sigma),
                }
            );
        }
        {
            params! { rate: interval(0.0, 1.0), other: interval(0.0, 1.0) }
            $visit!(
                "rare events",
                model! {
                    rate |= beta(1.0, 20.0), other |= beta_proportion(0.05, 40.0),
                    data(&counts) |= binomial(60, rate), data(&[2, 1]) |= binomial(60, other),
                }
            );
        }
        {
            params! { level: positive(), shape: positive() }
            $visit!(
                "counts",
                model! {
                    level |= gamma(20.0, 10.0), shape |= inv_gamma(15.0, 10.0),
                    data(&counts) |= neg_binomial_2(level * data(&hours), shape),
                }
            );
        }
        {
            params! { a: real(), b: real() }
            $visit!(
                "priors as increments",
                model! {
                    a |= flat(), b |= flat(), increment(-0.5 * a.square()),
                    spread = b - a, increment(-0.5 * spread.square()),
                    data(&y) |= normal(a + b * data(&x), 1.0),
                }
            );
        }
        {
            let gap = |(i, y): (usize, &f64)| if i % 9 == 4 { f64::NAN } else { *y };
            let gaps: Vec<f64> = y.iter().enumerate().map(gap).collect();
            params! { mu: real(), sigma: positive(), seen: data(&gaps).missing_nan(), slope: real() }
            $visit!(
                "gaps",
                model! {
                    mu |= normal(0.0, 2.0), slope |= normal(0.0, 1.0), sigma |= exponential(1.0),
                    seen |= normal(mu + slope * data(&x), sigma),
                    data(&counts) |= poisson(1.5),
                }
            );
        }
        {
            let grade = |i: usize| ((2.0 + 1.5 * x[i] + (i as f64 * 2.9).sin()) as i64).clamp(0, 3);
            let grades: Vec<i64> = (0..40).map(grade).collect();
            params! { slope: real(), cuts: ordered(3) }
            $visit!(
                "grades",
                model! {
                    slope |= normal(0.0, 1.0), cuts |= normal(0.0, 3.0),
                    data(&grades) |= ordered_logistic(slope * data(&x), cuts),
                }
            );
        }
        {
            let kinds: Vec<i64> = (0..40).map(|i| (i % 3) as i64).collect();
            params! { shares: simplex(3), angle: interval(-core::f64::consts::PI, core::f64::consts::PI) }
            $visit!(
                "shares and an angle",
                model! {
                    shares |= dirichlet(20.0), angle |= von_mises(0.0, 20.0),
                    data(&kinds) |= categorical(shares), data(&[0.3, 0.2, -0.1]) |= von_mises(angle, 4.0),
                }
            );
        }
        {
            let heights: Vec<f64> = y.iter().map(|y| 170.0 + 8.0 * y).collect();
            params! {
                mean: real().offset_multiplier(170.0, 10.0), low: interval(100.0, 250.0), sigma: positive(),
            }
            $visit!(
                "units",
                model! {
                    mean |= normal(170.0, 10.0), low |= normal(160.0, 20.0).truncated(100.0, 250.0),
                    sigma |= exponential(0.1),
                    data(&heights) |= normal(mean, sigma), data(&[161.0, 158.0, 170.0]) |= normal(low, 8.0),
                }
            );
        }
        {
            params! { mu: real(), phi: interval(-1.0, 1.0), s: positive() }
            $visit!(
                "a series",
                model! {
                    mu |= normal(0.0, 2.0), phi |= uniform(-1.0, 1.0), s |= half_normal(1.0),
                    data(&y) |= process(mu, |y| normal(mu + phi * (y - mu), s)),
                }
            );
        }
        {
            params! { share: interval(0.0, 1.0), place: ordered(2), s: positive() }
            let moved = |(i, y): (usize, &f64)| if i % 3 == 0 { y - 4.0 } else { y + 4.0 };
            let both: Vec<f64> = y.iter().enumerate().map(moved).collect();
            $visit!(
                "a mixture",
                model! {
                    share |= beta(5.0, 5.0), place |= normal(0.0, 5.0), s |= lognormal(0.0, 0.5),
                    data(&both)
                        |= mixture((share, 1.0 - share), (normal(place.at(0), s), normal(place.at(1), s))),
                }
            );
        }
        {
            let times: Vec<f64> = y.iter().map(|y| (0.5 * y).exp()).collect();
            params! { shape: positive(), scale: positive() }
            $visit!(
                "times",
                model! {
                    shape |= gamma(2.0, 1.0), scale |= lognormal(0.0, 1.0),
                    data(&times) |= weibull(shape, scale),
                }
            );
        }
    }};
}
