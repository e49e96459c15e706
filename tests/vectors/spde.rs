//! Matérn fields on meshes: value and gradient equal those of their dense precisions, draws have their
//! covariance, and matrices that do not belong to a mesh are refused.

use crate::common::{assert_gradient, differences, evaluate, on_every_set};
use crate::mesh::{Mesh, sparse};
use approx::assert_relative_eq;
use monomorph::covariance::{SpdeMatrices, spde};
use monomorph::faer::Mat;
use monomorph::faer::linalg::solvers::DenseSolveCore;
use monomorph::prelude::*;

fn matrices(mesh: &Mesh) -> SpdeMatrices {
    let [c0, g1, g2] = [&mesh.c0, &mesh.g1, &mesh.g2].map(sparse);
    SpdeMatrices::new(c0.as_ref(), g1.as_ref(), g2.as_ref()).unwrap()
}

/// The field itself, as a parameter, with a mean; and rows of data with one mean.
#[test]
fn fields_on_a_mesh_have_their_dense_precision() {
    let mesh = Mesh::new(5, 6);
    let n = mesh.nodes.len();
    for row in 0..n {
        assert!((0..n).map(|column| mesh.g1[(row, column)]).sum::<f64>().abs() < 1e-13);
    }
    let own = matrices(&mesh);
    assert_eq!(own.size(), n);
    let Mesh { c0, g1, g2, .. } = &mesh;
    let y = Mat::from_fn(3, n, |row, column| ((row * 5 + column * 7) % 11) as f64 / 4.0 - 1.0);
    params! { kappa: positive(), tau: positive(), mu: real(), x: vector(n) }
    let short = model! {
        kappa |= gamma(2.0, 1.0),
        tau   |= gamma(2.0, 1.0),
        mu    |= normal(0.0, 1.0),
        x     |= multi_normal(mu, spde(&own, kappa, tau)),
        data(&y) |= multi_normal(x, spde(&own, 0.7, 2.0 * tau)),
    };
    let dense = model! {
        kappa |= gamma(2.0, 1.0),
        tau   |= gamma(2.0, 1.0),
        mu    |= normal(0.0, 1.0),
        mass   = kappa.square().square() * data(c0),
        omega  = tau.square() * (mass + 2.0 * kappa.square() * data(g1) + data(g2)),
        of_y   = 0.7_f64.powi(4) * data(c0) + 2.0 * 0.49 * data(g1) + data(g2),
        x     |= multi_normal_prec(mu, omega),
        data(&y) |= multi_normal_prec(x, (2.0 * tau).square() * of_y),
    };
    let dense = dense.compile().unwrap();
    on_every_set(short, |_, short| {
        for shift in [0.9, 0.2] {
            let q: Vec<f64> = (0..n + 3).map(|place| ((place * 13) % 17) as f64 / 9.0 - shift).collect();
            let (value, gradient) = evaluate(short, &q);
            let (want, slopes) = evaluate(&dense, &q);
            assert_relative_eq!(value, want, max_relative = 1e-11);
            for (slope, want) in gradient.iter().zip(&slopes) {
                assert_relative_eq!(slope, want, max_relative = 1e-9, epsilon = 1e-9);
            }
            assert_gradient(&gradient, &differences(short, &q), 1e-6, || format!("{shift}"));
        }
    });
}

#[test]
fn draws_have_the_covariance_of_the_mesh() {
    let mesh = Mesh::new(3, 3);
    let own = matrices(&mesh);
    let (kappa, tau): (f64, f64) = (1.1, 0.8);
    params! { x: vector(9) }
    let model = model! { x |= multi_normal(1.0, spde(&own, kappa, tau)) };
    let omega = Mat::from_fn(9, 9, |i, j| {
        let at = |matrix: &Mat<f64>| matrix[(i, j)];
        tau * tau * (kappa.powi(4) * at(&mesh.c0) + 2.0 * kappa * kappa * at(&mesh.g1) + at(&mesh.g2))
    });
    let sigma = omega.partial_piv_lu().inverse();
    let prior = model.sample_prior(40_000, 3).unwrap();
    let columns: Vec<Vec<f64>> =
        (0..9).map(|i| prior.column(&format!("x[{i}]")).unwrap().as_slice().to_vec()).collect();
    for i in 0..9 {
        for j in 0..9 {
            let products = columns[i].iter().zip(&columns[j]).map(|(a, b)| (a - 1.0) * (b - 1.0));
            let mean = products.sum::<f64>() / 40_000.0;
            // Five standard errors.
            let error = ((sigma[(i, i)] * sigma[(j, j)] + sigma[(i, j)].powi(2)) / 40_000.0).sqrt();
            assert!((mean - sigma[(i, j)]).abs() < 5.0 * error, "{i} {j}: {mean}");
        }
    }
}

/// Observations within triangles of a field that is integrated out, compared with the dense normal
/// distribution: by a sparse matrix of the weights of nodes, and by the nodes of each triangle. In both
/// forms only the nodes of a triangle meet.
#[test]
fn fields_at_places_are_integrated_out() {
    let mesh = Mesh::new(5, 6);
    let n = mesh.nodes.len();
    let own = matrices(&mesh);
    let places = (0..40).map(|i| [0.3 + 0.087 * f64::from(i), 0.4 + f64::from(i * 29 % 41) / 10.0]);
    let found: Vec<_> = places.filter_map(|place| mesh.locate(place)).collect();
    assert!(found.len() > 30);
    let mut a = Mat::<f64>::zeros(found.len(), n);
    for (row, (nodes, near)) in found.iter().enumerate() {
        nodes.iter().zip(near).for_each(|(&node, &near)| a[(row, node)] = near);
    }
    let y: Vec<f64> = (0..found.len()).map(|i| (i * 7 % 13) as f64 / 4.0 - 1.2).collect();
    let nodes = [0, 1, 2].map(|corner| found.iter().map(|(nodes, _)| nodes[corner]).collect::<Vec<_>>());
    let near = [0, 1, 2].map(|corner| found.iter().map(|(_, near)| near[corner]).collect::<Vec<_>>());
    let (of_places, turned) = (sparse(&a), a.transpose().to_owned());
    let eye = Mat::<f64>::identity(found.len(), found.len());
    let Mesh { c0, g1, g2, .. } = &mesh;
    params! { kappa: positive(), tau: positive(), noise: positive(), mu: real(), x: vector(n) }
    let prior = model! {
        kappa |= gamma(2.0, 1.0), tau |= gamma(2.0, 1.0), noise |= half_normal(1.0), mu |= normal(0.0, 1.0),
    };
    let by_matrix = model! {
        prior,
        x |= multi_normal(mu, spde(&own, kappa, tau)),
        data(&y) |= normal(data(&of_places).dot(x), noise),
    };
    let by_nodes = model! {
        prior,
        x |= multi_normal(mu, spde(&own, kappa, tau)),
        field = data(&near[0]) * x.at(&nodes[0]) + data(&near[1]) * x.at(&nodes[1])
            + data(&near[2]) * x.at(&nodes[2]),
        data(&y) |= normal(field, noise),
    };
    let by_matrix = by_matrix.marginalise_by_laplace(x).compile().unwrap();
    let by_nodes = by_nodes.marginalise_by_laplace(x).compile().unwrap();
    let pairs = |text: String| {
        let (_, rest) = text.split_once("30 elements, of which ").expect("the number of pairs");
        rest.split_once(" pairs meet").and_then(|(count, _)| count.parse::<usize>().ok()).expect("a number")
    };
    let [one, other] = [by_matrix.explain().to_string(), by_nodes.explain().to_string()].map(pairs);
    assert!(one == other && one < 200, "{one} {other}");
    let dense = {
        params! { kappa: positive(), tau: positive(), noise: positive(), mu: real() }
        let model = model! {
            kappa |= gamma(2.0, 1.0), tau |= gamma(2.0, 1.0),
            noise |= half_normal(1.0), mu |= normal(0.0, 1.0),
            mass  = kappa.square().square() * data(c0),
            omega = tau.square() * (mass + 2.0 * kappa.square() * data(g1) + data(g2)),
            sigma = data(&a).dot(omega.inverse_spd()).dot(data(&turned)),
            data(&y) |= multi_normal(mu, sigma + noise.square() * data(&eye)),
        };
        model.compile().unwrap()
    };
    for q in [[0.3_f64, -0.4, -0.7, 0.2], [-0.5, 0.6, 0.1, -0.3]] {
        let (want, slopes) = evaluate(&dense, &q);
        for (value, gradient) in [evaluate(&by_matrix, &q), evaluate(&by_nodes, &q)] {
            assert_relative_eq!(value, want, max_relative = 1e-9);
            for (slope, want) in gradient.iter().zip(&slopes) {
                assert_relative_eq!(slope, want, max_relative = 1e-6, epsilon = 1e-6);
            }
        }
    }
}

/// Counts at places, whose definition is a product with a sparse matrix that has rows of one, two and three
/// entries, and one without any.
#[test]
fn products_of_different_lengths() {
    let mesh = Mesh::new(4, 4);
    let (n, own) = (mesh.nodes.len(), matrices(&mesh));
    let rows: [&[(usize, f64)]; 8] = [
        &[(3, 1.0)],
        &[(0, 0.5), (1, 0.5)],
        &[(5, 0.2), (6, 0.3), (9, 0.5)],
        &[],
        &[(15, 1.0), (14, -0.5)],
        &[(5, 0.1), (6, 0.9)],
        &[(2, 2.0)],
        &[(9, 0.3), (10, 0.3), (13, 0.4)],
    ];
    let a = Mat::from_fn(8, n, |row, column| {
        rows[row].iter().find(|(own, _)| *own == column).map_or(0.0, |(_, value)| *value)
    });
    let of_places = sparse(&a);
    let counts = [3_u32, 0, 2, 1, 7, 4, 0, 2];
    params! { kappa: positive(), mu: real(), x: vector(n) }
    let prior = model! {
        kappa |= gamma(2.0, 1.0), mu |= normal(0.0, 1.0),
        x |= multi_normal(0.0, spde(&own, kappa, 1.0)),
    };
    let sparse = model! {
        prior,
        field = mu + data(&of_places).dot(x),
        data(&counts) |= poisson_log(field),
    };
    // A dense matrix hides which elements rows read.
    let dense = model! { prior, data(&counts) |= poisson_log(mu + data(&a).dot(x)) };
    let sparse = sparse.marginalise_by_laplace(x).compile().unwrap();
    let dense = dense.marginalise_by_laplace(x).compile().unwrap();
    assert!(dense.explain().to_string().contains("of which 120 pairs meet"), "{}", dense.explain());
    assert!(!sparse.explain().to_string().contains("of which 120 pairs meet"), "{}", sparse.explain());
    for q in [[0.3_f64, -0.4], [-0.5, 0.6], [1.0, 0.1]] {
        let ((value, gradient), (want, slopes)) = (evaluate(&sparse, &q), evaluate(&dense, &q));
        assert_relative_eq!(value, want, max_relative = 1e-10);
        for (slope, want) in gradient.iter().zip(&slopes) {
            assert_relative_eq!(slope, want, max_relative = 1e-7, epsilon = 1e-8);
        }
    }
}

#[test]
fn what_are_no_matrices_of_a_mesh_is_refused() {
    let mesh = Mesh::new(3, 2);
    let error = |change: &dyn Fn(&mut [Mat<f64>; 3])| {
        let mut own = [mesh.c0.clone(), mesh.g1.clone(), mesh.g2.clone()];
        change(&mut own);
        let [c0, g1, g2] = own.each_ref().map(sparse);
        SpdeMatrices::new(c0.as_ref(), g1.as_ref(), g2.as_ref()).unwrap_err().to_string()
    };
    let check = |change: &dyn Fn(&mut [Mat<f64>; 3]), words: &[&str]| {
        let text = error(change);
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    };
    check(&|own| own[1] = Mat::identity(5, 5), &["SpdeMatrices::new", "g1: ", "5 × 5", "6 × 6"]);
    check(&|own| own[2] = Mat::identity(6, 7), &["g2: ", "6 × 7", "6 × 6"]);
    check(&|own| own[0] = Mat::identity(6, 7), &["c0: ", "6 × 7"]);
    check(&|own| own[1][(0, 4)] += 1e-6, &["g1: ", "not symmetric", "4 and 0"]);
    check(&|own| own[2][(4, 1)] += 1e-6, &["g2: ", "not symmetric", "4 and 1"]);
    check(&|own| own[0][(3, 2)] = 0.1, &["c0: ", "diagonal, but has 0.1 in row 3, column 2"]);
    check(&|own| own[0][(2, 2)] = 0.0, &["c0: ", "positive, but is not in row 2, column 2"]);
    check(&|own| own[0][(5, 5)] = -1.0, &["c0: ", "positive, but is not in row 5, column 5"]);
    check(&|own| own[2][(1, 0)] = f64::NAN, &["g2: ", "NaN in row 1, column 0"]);

    let own = matrices(&mesh);
    params! { x: vector(7) }
    let text = model! { x |= multi_normal(0.0, spde(&own, 1.0, 1.0)) }.compile().unwrap_err().to_string();
    assert!(text.contains('6') && text.contains('7') && text.contains("spde"), "{text}");
}
