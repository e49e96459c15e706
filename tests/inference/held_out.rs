//! Predictions of rows that a fit has not seen stand in the rows' own places, and are those of the posterior
//! of the others.

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

/// Rows of no fold, of which a series has some at its beginning, are NaN, and gaps of the comparison.
#[test]
fn rows_of_no_fold_are_gaps() -> Result<(), Error> {
    let folds = LeftOut::Future { first: 4, horizon: 1 }.folds(Y.len())?;
    let predicted = predict_held_out(&folds, Y.len(), predict)?;
    assert!(
        predicted.iter().all(|all| all[..4].iter().all(|value| value.is_nan())
            && all[4..].iter().all(|value| value.is_finite()))
    );
    let mut seen = Y;
    seen[..4].fill(f64::NAN);
    assert_eq!(accuracy(&seen, &predicted)?.observations, 3);
    assert!(accuracy(&Y, &predicted).is_err());
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
