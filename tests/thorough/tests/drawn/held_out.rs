//! Predictions of rows that a fit has not seen are in the places of these rows, and are those of the
//! posterior of the other rows.

use crate::common::assert_near;
use monomorph::comparison::{Fold, LeftOut, predict_held_out};
use monomorph::diagnostics::predictive::accuracy;
use monomorph::prelude::*;

const Y: [f64; 7] = [1.0, -2.0, 4.0, 0.5, 9.0, -3.0, 2.5];

/// An unknown mean with a prior so wide that the posterior is that of the data: predictions of a row have the
/// mean of the others and the variance 1 + 1/n.
fn normals(y: &[f64]) -> impl Model {
    params! { mu: real() }
    model! { mu |= normal(0.0, 1e6), data(y) |= normal(mu, 1.0) }
}

fn predict(fold: &Fold) -> Result<Vec<Vec<f64>>, Error> {
    let draws = normals(&fold.training_of(&Y)).compile()?.gibbs().chains(1).draws(4000).seed(3).run()?;
    Ok(normals(&fold.held_out_of(&Y)).predict(&draws, 5)?.get("y")?.each())
}

#[test]
fn rows_stand_in_their_places() -> Result<(), Error> {
    for left_out in [LeftOut::Rows, LeftOut::Folds { k: 3, seed: 4 }, LeftOut::Groups(&[2, 0, 2, 1, 1, 0, 2])]
    {
        let folds = left_out.folds(Y.len())?;
        let predicted = predict_held_out(&folds, Y.len(), predict)?;
        assert_eq!(predicted.len(), 4000);
        for fold in &folds {
            let known = fold.training_of(&Y);
            let count = known.len() as f64;
            let mean = known.iter().sum::<f64>() / count;
            for &row in fold.held_out() {
                let values = predicted.iter().map(|all| all[row]);
                let found = values.clone().sum::<f64>() / 4000.0;
                assert_near(found, mean, 0.09, || format!("{left_out:?}, row {row}"));
                let variance = values.map(|value| (value - found).powi(2)).sum::<f64>() / 4000.0;
                assert_near(variance, 1.0 + 1.0 / count, 0.15, || format!("the variance, row {row}"));
            }
        }
        let found = accuracy(&Y, &predicted)?;
        assert!(found.rmse.value > 3.0 && found.crps.value < found.mae.value, "{found}");
    }
    Ok(())
}

/// Rows of no fold, of which a series has some at its beginning, are NaN, and not compared.
#[test]
fn rows_of_no_fold_are_gaps() -> Result<(), Error> {
    let folds = LeftOut::Future { first: 4, horizon: 1 }.folds(Y.len())?;
    let predicted = predict_held_out(&folds, Y.len(), predict)?;
    assert!(
        predicted.iter().all(|all| all[..4].iter().all(|value| value.is_nan())
            && all[4..].iter().all(|value| value.is_finite()))
    );
    let found = accuracy(&Y, &predicted)?;
    let means = (4..7).map(|row| Y[..row].iter().sum::<f64>() / row as f64);
    let squares: Vec<f64> = means.zip(&Y[4..]).map(|(mean, y)| (y - mean).powi(2)).collect();
    let mean = squares.iter().sum::<f64>() / 3.0;
    let deviations: f64 = squares.iter().map(|square| (square - mean).powi(2)).sum();
    let se = 0.5 * (deviations / 6.0).sqrt() / mean.sqrt();
    assert_eq!(found.observations, 3);
    assert_near(found.rmse.value, mean.sqrt(), 0.1, || format!("{found}"));
    assert_near(found.rmse.se, se, 0.1, || format!("single steps: {found}"));
    // What the series lacks is left out.
    let mut seen = Y;
    seen[5] = f64::NAN;
    assert_eq!(accuracy(&seen, &predicted)?.observations, 2);
    assert!(accuracy(&Y[1..], &predicted).is_err());
    Ok(())
}

/// Predictions that stand for a fit: the last value that is known, less and more ½.
fn last(fold: &Fold) -> Result<Vec<Vec<f64>>, Error> {
    let last = Y[fold.training().len() - 1];
    Ok([-0.5, 0.0, 0.5].map(|more| vec![last + more; fold.held_out().len()]).to_vec())
}

/// Errors of one path tell of that path; of paths that share steps each prediction counts.
#[test]
fn errors_of_a_path_hang_together() -> Result<(), Error> {
    let path = LeftOut::Future { first: 3, horizon: 4 }.folds(Y.len())?;
    let found = accuracy(&Y, &predict_held_out(&path, Y.len(), last)?)?;
    assert!(found.observations == 4 && found.rmse.value > 1.0, "{found}");
    assert!([found.rmse, found.mae, found.crps].iter().all(|estimate| estimate.se.is_nan()), "{found}");
    assert!(found.to_string().contains("No standard errors: there is one path of predictions"), "{found}");

    let paths = LeftOut::Future { first: 2, horizon: 2 }.folds(Y.len())?;
    let predicted = predict_held_out(&paths, Y.len(), last)?;
    assert_eq!(predicted.rows(), [2, 3, 3, 4, 4, 5, 5, 6]);
    assert_eq!((predicted[1][3], predicted[1][6]), (Y[2], Y[4]), "by the fold that knew most");
    let found = accuracy(&Y, &predicted)?;
    let errors: Vec<f64> = paths
        .iter()
        .flat_map(|fold| fold.held_out().iter().map(|row| (Y[*row] - Y[fold.training().len() - 1]).abs()))
        .collect();
    let mean = errors.iter().sum::<f64>() / 8.0;
    assert_eq!(found.observations, 8);
    assert_near(found.mae.value, mean, 1e-12, || format!("{found}"));
    // Four paths, of which neighbours share a step: Σ S² + 2 Σ S S' over 1 − 10/16, or with half the weight.
    let sums: Vec<f64> = errors.chunks(2).map(|path| path[0] + path[1] - 2.0 * mean).collect();
    let own: f64 = sums.iter().map(|sum| sum * sum).sum();
    let beside: f64 = sums.windows(2).map(|pair| 2.0 * pair[0] * pair[1]).sum();
    let variance = f64::max((own + beside) / (1.0 - 10.0 / 16.0), (own + 0.5 * beside) / (1.0 - 7.0 / 16.0));
    assert_near(found.mae.se, variance.sqrt() / 8.0, 1e-12, || format!("{found}"));
    // A group is one unit, rows that were dealt at random are many.
    let groups = LeftOut::Groups(&[0, 0, 0, 1, 1, 1, 1]).folds(Y.len())?;
    let zeros = |fold: &Fold| Ok::<_, Error>(vec![vec![0.0; fold.held_out().len()]; 2]);
    let found = accuracy(&Y, &predict_held_out(&groups, Y.len(), zeros)?)?;
    let (first, second) = (7.0 - 3.0 * 22.0 / 7.0, 15.0 - 4.0 * 22.0 / 7.0);
    let se = f64::sqrt(2.0 * (first * first + second * second)) / 7.0;
    assert_near(found.mae.se, se, 1e-12, || format!("groups: {found}"));
    let rows = accuracy(&Y, &predict_held_out(&LeftOut::Rows.folds(Y.len())?, Y.len(), zeros)?)?;
    let plain = accuracy(&Y, &[[0.0; 7], [0.0; 7]])?;
    assert_eq!((rows.mae.value, rows.observations), (plain.mae.value, plain.observations));
    assert_near(rows.crps.se, plain.crps.se, 1e-14, || format!("rows: {rows}"));
    Ok(())
}

#[test]
fn what_does_not_fit_is_told() -> Result<(), Error> {
    let folds = LeftOut::Blocks { k: 2 }.folds(4)?;
    let told = |folds: &[Fold], rows: usize, refit: &dyn Fn(&Fold) -> Vec<Vec<f64>>| {
        let error = predict_held_out(folds, rows, |fold| Ok(refit(fold))).err();
        error.map(|error| error.to_string()).unwrap_or_default()
    };
    let one = |fold: &Fold| vec![vec![0.0; fold.held_out().len()]];
    assert_eq!(told(&folds, 4, &one), "");
    let short = told(&folds, 4, &|_| vec![vec![0.0]]);
    assert!(short.contains("rows that are predicted of fold 0"), "{short}");
    let more = told(&folds, 4, &|fold| vec![vec![0.0; 2]; 1 + fold.held_out()[0]]);
    assert!(more.contains("data sets of fold 1"), "{more}");
    let few = told(&folds, 3, &one);
    assert!(few.contains("observations"), "{few}");
    let twice = told(&[folds[0].clone(), folds[0].clone()], 4, &one);
    assert!(twice.contains("each row in one fold at most"), "{twice}");
    Ok(())
}
