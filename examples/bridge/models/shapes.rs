//! A parameter of each kind, to compare names, orders and Jacobians with Stan's.

use monomorph::prelude::*;
use monomorph_bridge::{Data, Problem, export};

pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
    let y = input.numbers("y")?;
    params! {
        share: interval(-1.0, 2.0),
        scales: real_matrix(2, 3).positive(),
        loadings: real_matrix(3, 2),
        weights: simplex(4),
        profiles: simplex(3).rows(2),
        offsets: vector(2).rows(3),
        factor: cholesky_factor_corr(3),
        correlation: corr_matrix(3),
        covariance: cov_matrix(2),
        root: cholesky_factor_cov(3),
        cuts: ordered(3),
        direction: unit_vector(3),
        contrasts: sum_to_zero(4),
        above: vector(2).lower(share),
    }
    let model = model! {
        share       |= normal(0.0, 1.0),
        scales      |= lognormal(0.0, 1.0),
        loadings    |= normal(0.0, 1.0),
        weights     |= dirichlet(&[1.5, 2.0, 2.5, 3.0]),
        profiles    |= dirichlet(&[2.0, 2.0, 3.0]),
        offsets     |= normal(0.5, 1.0),
        factor      |= lkj_corr_cholesky(2.0),
        correlation |= lkj_corr(2.0),
        covariance  |= flat(),
        root        |= flat(),
        cuts        |= normal(0.0, 1.0),
        direction   |= flat(),
        contrasts   |= normal(0.0, 1.0),
        above       |= normal(1.0, 1.0),
        increment(-0.5 * covariance.square().sum() - 0.5 * root.square().sum()),
        product = scales.dot(loadings),
        data(&y) |= normal(above.at(0) + direction.at(0) + product.cells(&[0], &[1]).at(0), 1.0),
    };
    Ok(model.compile()?)
}

export!(build);
