//! Laws of covariances, of correlations and of their factors.

use super::records::laws;
use monomorph::prelude::*;

/// Laws with degrees of freedom and a scale.
macro_rules! scaled {
    ($($law:ident;)*) => {
        laws! {$(
            $law |record, compare| {
                let n = record.side(0);
                params! { w: vector(n).rows(n), nu: real(), s: vector(n).rows(n) }
                compare!(model! { w |= $law(nu, s), nu |= flat(), s |= flat() })
            }
        )*}
    };
}

scaled! {
    wishart;
    inv_wishart;
    wishart_cholesky;
    inv_wishart_cholesky;
}

/// Laws with a shape.
macro_rules! shaped {
    ($($law:ident;)*) => {
        laws! {$(
            $law |record, compare| {
                let n = record.side(0);
                params! { y: vector(n).rows(n), eta: real() }
                compare!(model! { y |= $law(eta), eta |= flat() })
            }
        )*}
    };
}

shaped! {
    lkj_corr;
    lkj_corr_cholesky;
}
