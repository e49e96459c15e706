# The models that `run.sh` compiles, as programs. `program NAME` prints a model, `title NAME` its description.

MODELS="eight_schools eight_schools_gradient regressions_1 regressions_5 regressions_15 regressions_38 kinds_10
    chain_8 chain_16 chain_24 radon hidden_markov sir mixture crossed_effects missing gibbs_10"

# The models whose lines are compared with `lines.txt`: the smallest model for each way in which models grow.
CHECKED="eight_schools regressions_15 chain_8 hidden_markov mixture crossed_effects gibbs_5"

title() {
    local count=${1##*_}
    case $1 in
        eight_schools) echo "eight schools, with sampler and summary" ;;
        eight_schools_gradient) echo "eight schools, gradient alone" ;;
        regressions_*) echo "regressions, $count: $((4 * count)) statements" ;;
        kinds_*) echo "$((6 * count)) statements, six kinds of them $count times" ;;
        chain_*) echo "a chain of $count definitions" ;;
        radon) echo "radon: varying intercepts" ;;
        hidden_markov) echo "a hidden Markov model of two states" ;;
        sir) echo "SIR, by its differential equations" ;;
        mixture) echo "a marginalised mixture of three" ;;
        crossed_effects) echo "crossed effects, by a Laplace approximation" ;;
        missing) echo "missing data: outcomes, predictors, cells and counts" ;;
        gibbs_*) echo "Gibbs sampling of $count parameters" ;;
        *) return 1 ;;
    esac
}

program() {
    local count=${1##*_}
    title "$1" >/dev/null || return 1
    echo "use monomorph::prelude::*;"
    echo
    echo "fn main() -> Result<(), monomorph::Error> {"
    case $1 in
        eight_schools) eight_schools && sampled ;;
        eight_schools_gradient) eight_schools && evaluated ;;
        regressions_*) regressions "$count" && evaluated ;;
        kinds_*) kinds "$count" && evaluated ;;
        chain_*) chain "$count" && evaluated ;;
        gibbs_*) gibbs "$count" ;;
        missing) missing ;;
        mixture) mixture && echo "let model = model.marginalise(z);" && evaluated ;;
        crossed_effects)
            crossed_effects && echo "let model = model.marginalise_by_laplace((pupil, school));" && evaluated ;;
        *) "$1" && evaluated ;;
    esac
    echo "Ok(())"
    echo "}"
    # The posterior is behind `dyn`, as in a program that keeps posteriors of several models.
    cat <<'RUST'

#[allow(dead_code)]
#[inline(never)]
fn evaluate(posterior: &dyn Density) {
    let mut workspace = posterior.workspace();
    let q = vec![0.1; posterior.dimension()];
    let mut gradient = vec![0.0; q.len()];
    let value = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
    println!("{value} {gradient:?}");
}
RUST
}

evaluated() {
    echo "evaluate(&model.compile()?);"
}

sampled() {
    echo 'println!("{}", model.compile()?.nuts().chains(4).seed(1).progress(false).run()?.summary());'
}

# `times COUNT TEMPLATE`: prints the template COUNT times, with numbers from 0 in the place of each `#`.
times() {
    local number
    for ((number = 0; number < $1; number++)); do
        echo "${2//\#/$number}"
    done
}

eight_schools() {
    cat <<'RUST'
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(8) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    };
RUST
}

# Outcomes and a predictor for the models without other data.
data() {
    cat <<'RUST'
    let x: Vec<f64> = (0..50).map(|i| f64::from(i) / 50.0).collect();
    let y: Vec<f64> = (0..50).map(|i| f64::from(7 * i).sin()).collect();
RUST
}

regressions() {
    data
    echo "params! {"
    times "$1" "a#: real(), b#: real(), s#: positive(),"
    echo "} let model = model! {"
    times "$1" "a# |= normal(0.0, 5.0), b# |= normal(0.0, 2.0), s# |= exponential(1.0), data(&y) |= normal(a# + b# * data(&x), s#),"
    echo "};"
}

kinds() {
    echo "let y = [28.0, 8.0, -3.0]; params! {"
    times "$1" "mu#: real(), tau#: positive(), eta#: vector(3), sigma#: positive(),"
    echo "} let model = model! {"
    times "$1" "mu# |= normal(0.0, 5.0), tau# |= half_cauchy(5.0), eta# |= normal(0.0, 1.0), sigma# |= exponential(1.0),
        theta# = mu# + tau# * eta#, data(&y) |= student_t(4.0, theta#, sigma#),"
    echo "};"
}

chain() {
    data
    echo "params! { a: real(), b: real(), s: positive() } let model = model! {"
    echo "a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), s |= exponential(1.0), d0 = a + b * data(&x),"
    local number
    for ((number = 1; number < $1; number++)); do
        echo "d$number = a + b * d$((number - 1)),"
    done
    echo "data(&y) |= normal(d$(($1 - 1)), s), };"
}

radon() {
    cat <<'RUST'
    let county: Vec<usize> = (0..919).map(|i| i * 85 / 919).collect();
    let x: Vec<f64> = (0..919).map(|i| f64::from(i % 2)).collect();
    let y: Vec<f64> = (0..919).map(|i| f64::from(7 * i).sin()).collect();
    params! { mu: real(), tau: positive(), beta: real(), sigma: positive(), eta: vector(85) }
    let model = model! {
        mu    |= normal(0.0, 10.0),
        tau   |= half_normal(1.0),
        beta  |= normal(0.0, 10.0),
        sigma |= half_normal(1.0),
        eta   |= normal(0.0, 1.0),
        alpha = mu + tau * eta,
        data(&y) |= normal(alpha.at(&county) + beta * data(&x), sigma),
    };
RUST
}

hidden_markov() {
    cat <<'RUST'
    let y: Vec<f64> = (0..416).map(|i| f64::from(7 * i).sin()).collect();
    params! { rho: simplex(2), transitions: simplex(2).rows(2), mu: ordered(2), sigma: positive() }
    let model = model! {
        rho         |= dirichlet(1.0),
        transitions |= dirichlet(1.0),
        mu          |= normal(0.0, 2.0),
        sigma       |= exponential(1.0),
        data(&y) |= hidden_markov(rho, transitions, components(2, |k| normal(mu.at(k), sigma))),
    };
RUST
}

sir() {
    cat <<'RUST'
    let in_bed: [u64; 14] = [3, 8, 26, 76, 225, 298, 258, 233, 189, 128, 68, 29, 14, 4];
    let days: Vec<f64> = (1..=14).map(f64::from).collect();
    params! { beta: positive(), gamma: positive(), inverse_phi: positive() }
    let model = model! {
        beta        |= normal(2.0, 1.0),
        gamma       |= normal(0.4, 0.5),
        inverse_phi |= exponential(5.0),
        (_, infected, _) = ode(&days, (762.0, 1.0, 0.0), |_, (s, i, _)| {
            let new = beta * s * i / 763.0;
            (-new, new - gamma * i, gamma * i)
        }),
        data(&in_bed) |= neg_binomial_2(infected, 1.0 / inverse_phi),
    };
RUST
}

mixture() {
    cat <<'RUST'
    let y: Vec<f64> = (0..300).map(|i| f64::from(7 * i).sin()).collect();
    params! { w: simplex(3), mu: ordered(3), sigma: positive(), z: vector(y.len()).category(3) }
    let model = model! {
        w     |= dirichlet(2.0),
        mu    |= normal(0.0, 5.0),
        sigma |= lognormal(0.0, 0.5),
        z     |= categorical(w),
        data(&y) |= normal(mu.at(z), sigma),
    };
RUST
}

crossed_effects() {
    cat <<'RUST'
    let (pupils, schools): (Vec<usize>, Vec<usize>) = (0..300).map(|i| (i % 40, i % 7)).unzip();
    let passed: Vec<bool> = (0..300).map(|i| i % 3 == 0).collect();
    params! { level: real(), sd: vector(2).positive(), pupil: vector(40), school: vector(7) }
    let model = model! {
        level  |= normal(0.0, 2.0),
        sd     |= half_normal(1.0),
        pupil  |= normal(0.0, sd.at(0)),
        school |= normal(0.0, sd.at(1)),
        data(&passed) |= bernoulli_logit(level + pupil.at(&pupils) + school.at(&schools)),
    };
RUST
}

missing() {
    cat <<'RUST'
    let x = [0.3, f64::NAN, 1.1, -0.4, f64::NAN, 0.8];
    let y = [1.2, 0.4, f64::NAN, -0.1, 0.9, 2.0];
    {
        params! { m: real(), s: positive(), alpha: real(), beta: real(), sigma: positive(), xs: data(&x).missing_nan(), ys: data(&y).missing_nan() }
        let model = model! {
            m     |= normal(0.0, 5.0),
            s     |= half_normal(3.0),
            alpha |= normal(0.0, 5.0),
            beta  |= normal(0.0, 2.0),
            sigma |= half_normal(2.0),
            xs    |= normal(m, s),
            ys    |= normal(alpha + beta * xs, sigma),
        };
        evaluate(&model.compile()?);
        evaluate(&model.marginalise(xs).compile()?);
    }
    {
        let nan = f64::NAN;
        let cells = monomorph::faer::mat![[1.2, 0.4], [0.9, nan], [nan, 1.3], [2.0, 1.9], [nan, nan], [0.1, -0.5]];
        params! { mu: vector(2), scale: vector(2).positive(), corr: cholesky_factor_corr(2), rows: data(&cells).missing_nan() }
        let model = model! {
            mu    |= normal(0.0, 2.0),
            scale |= exponential(1.0),
            corr  |= lkj_corr_cholesky(2.0),
            rows  |= multi_normal_cholesky(mu, diag_pre_multiply(scale, corr)),
        };
        evaluate(&model.compile()?);
        evaluate(&model.marginalise(rows).compile()?);
    }
    {
        let (n, y) = ([7_u32, 0, 12, 0, 4], [3_u32, 5, 9, 0, 2]);
        let mask = [false, true, false, true, false];
        params! { rate: positive(), p: interval(0.0, 1.0), n: data(&n).missing(&mask).integer(0, 80) }
        let model = model! {
            rate |= gamma(2.0, 0.2),
            p    |= beta(2.0, 2.0),
            n    |= poisson(rate),
            data(&y) |= binomial(n, p),
        };
        evaluate(&model.marginalise(n).compile()?);
    }
RUST
}

# All parameters except the last are means with a conjugate prior, each in its own block; the last is their scale.
gibbs() {
    data
    echo "params! { s: positive(),"
    times $(($1 - 1)) "m#: real(),"
    echo "} let model = model! { s |= exponential(1.0),"
    times $(($1 - 1)) "m# |= normal(0.0, 5.0), data(&y) |= normal(m# + data(&x), s),"
    echo "};"
    echo 'println!("{}", model.compile()?.gibbs().chains(1).draws(100).seed(1).run()?.summary());'
}
