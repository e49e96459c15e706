//! Models of one to a hundred and fifty statements, which the macros glue to balanced trees.

#[path = "../../common/mod.rs"]
mod common;

use approx::assert_relative_eq;
use common::with_room;
use monomorph::prelude::*;

/// The log density and the gradient at a point.
fn evaluate(posterior: &Posterior<impl BoundModel>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; q.len()];
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut posterior.workspace());
    (value, gradient)
}

/// A point without symmetries.
fn point(dimension: usize) -> Vec<f64> {
    (0..dimension).map(|i| ((i * 7 + 3) as f64).sin()).collect()
}

/// Tests a model of parameters with a statement each: the sum of their normal densities.
macro_rules! counts {
    ($($test:ident: $($name:ident)+;)+) => {$(
        #[test]
        fn $test() {
            params! { $($name: real()),+ }
            let posterior = model! { $($name |= normal(0.0, 1.0)),+ }.compile().unwrap();
            check_normals(&posterior, &[$(stringify!($name)),+]);
        }
    )+};
}

fn check_normals(posterior: &Posterior<impl BoundModel>, names: &[&str]) {
    assert_eq!(posterior.parameter_names(), names);
    let q = point(names.len());
    // The gradient has a kernel of its own; without it these tests compile in half the time.
    let value = posterior.log_density(&q, &mut posterior.workspace());
    let term = |q: &f64| -0.5 * q * q - 0.5 * std::f64::consts::TAU.ln();
    assert!((value - q.iter().map(term).sum::<f64>()).abs() < 1e-10);
}

counts! {
    statements_1: a0;
    statements_2: a0 a1;
    statements_3: a0 a1 a2;
    statements_4: a0 a1 a2 a3;
    statements_5: a0 a1 a2 a3 a4;
    statements_6: a0 a1 a2 a3 a4 a5;
    statements_7: a0 a1 a2 a3 a4 a5 a6;
    statements_8: a0 a1 a2 a3 a4 a5 a6 a7;
    statements_9: a0 a1 a2 a3 a4 a5 a6 a7 a8;
    statements_10: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9;
    statements_11: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10;
    statements_12: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11;
    statements_13: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12;
    statements_14: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13;
    statements_15: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14;
    statements_16: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15;
    statements_17: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16;
    statements_18: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17;
    statements_19: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18;
    statements_20: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19;
}

/// A hundred and fifty names in one `params!` and statements in one `model!` need no recursion limit. The
/// kernel of this model is not compiled, to save time.
#[test]
fn a_hundred_and_fifty_statements() {
    with_room(compile_a_hundred_and_fifty);
}

fn compile_a_hundred_and_fifty() {
    macro_rules! normals {
        ($($name:ident)+) => {{
            params! { $($name: real()),+ }
            model! { $($name |= normal(0.0, 1.0)),+ }
        }};
    }
    let model = normals! {
        a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24
        a25 a26 a27 a28 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 a45 a46 a47
        a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63 a64 a65 a66 a67 a68 a69 a70
        a71 a72 a73 a74 a75 a76 a77 a78 a79 a80 a81 a82 a83 a84 a85 a86 a87 a88 a89 a90 a91 a92 a93
        a94 a95 a96 a97 a98 a99 a100 a101 a102 a103 a104 a105 a106 a107 a108 a109 a110 a111 a112
        a113 a114 a115 a116 a117 a118 a119 a120 a121 a122 a123 a124 a125 a126 a127 a128 a129 a130
        a131 a132 a133 a134 a135 a136 a137 a138 a139 a140 a141 a142 a143 a144 a145 a146 a147 a148
        a149
    };
    let posterior = model.compile().unwrap();
    assert_eq!(posterior.dimension(), 150);
    assert_eq!(posterior.parameter_names()[149], "a149");
}

/// Sixty statements: ten groups of six, of which one is a definition.
#[test]
fn sixty_statements_of_all_kinds() {
    let y = [28.0, 8.0, -3.0];
    macro_rules! groups {
        ($($mu:ident $tau:ident $eta:ident $sigma:ident $theta:ident;)+) => {{
            params! { $($mu: real(), $tau: positive(), $eta: vector(3), $sigma: positive()),+ }
            model! { $(
                $mu    |= normal(0.0, 5.0),
                $tau   |= half_cauchy(5.0),
                $eta   |= normal(0.0, 1.0),
                $sigma |= exponential(1.0),
                $theta = $mu + $tau * $eta,
                data(&y) |= student_t(4.0, $theta, $sigma)
            ),+ }
        }};
    }
    let ten = groups! {
        mu0 tau0 eta0 sigma0 theta0;
        mu1 tau1 eta1 sigma1 theta1;
        mu2 tau2 eta2 sigma2 theta2;
        mu3 tau3 eta3 sigma3 theta3;
        mu4 tau4 eta4 sigma4 theta4;
        mu5 tau5 eta5 sigma5 theta5;
        mu6 tau6 eta6 sigma6 theta6;
        mu7 tau7 eta7 sigma7 theta7;
        mu8 tau8 eta8 sigma8 theta8;
        mu9 tau9 eta9 sigma9 theta9;
    };
    let one = groups! { mu tau eta sigma theta; };
    let (ten, one) = (ten.compile().unwrap(), one.compile().unwrap());
    let part = point(one.dimension());
    let whole: Vec<f64> = (0..10).flat_map(|_| part.clone()).collect();
    let (ten, one) = (evaluate(&ten, &whole), evaluate(&one, &part));
    assert_relative_eq!(ten.0, 10.0 * one.0, max_relative = 1e-12);
    for (i, gradient) in ten.1.iter().enumerate() {
        assert_relative_eq!(*gradient, one.1[i % part.len()], epsilon = 1e-12);
    }
}
