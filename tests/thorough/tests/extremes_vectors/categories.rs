//! Probabilities, counts of categories, and ordered categories.

use super::records::laws;
use monomorph::prelude::*;

laws! {
    dirichlet |record, compare| {
        let k = record.len(0);
        params! { theta: vector(k), alpha: vector(k) }
        compare!(model! { theta |= dirichlet(alpha), alpha |= flat() })
    }

    categorical |record, compare| {
        params! { theta: vector(record.len(0)) }
        compare!(model! { theta |= flat(), data(&record.whole) |= categorical(theta) })
    }

    categorical_logit |record, compare| {
        params! { beta: vector(record.len(0)) }
        compare!(model! { beta |= flat(), data(&record.whole) |= categorical_logit(beta) })
    }

    multinomial |record, compare| {
        params! { theta: vector(record.len(0)) }
        compare!(model! { theta |= flat(), data(&record.whole) |= multinomial(theta) })
    }

    multinomial_logit |record, compare| {
        params! { gamma: vector(record.len(0)) }
        compare!(model! { gamma |= flat(), data(&record.whole) |= multinomial_logit(gamma) })
    }

    dirichlet_multinomial |record, compare| {
        params! { alpha: vector(record.len(0)) }
        compare!(model! { alpha |= flat(), data(&record.whole) |= dirichlet_multinomial(alpha) })
    }

    ordered_logistic |record, compare| {
        params! { eta: real(), cutpoints: vector(record.len(1)) }
        compare!(model! {
            eta |= flat(),
            cutpoints |= flat(),
            data(&record.whole) |= ordered_logistic(eta, cutpoints),
        })
    }

    ordered_probit |record, compare| {
        params! { eta: real(), cutpoints: vector(record.len(1)) }
        compare!(model! {
            eta |= flat(),
            cutpoints |= flat(),
            data(&record.whole) |= ordered_probit(eta, cutpoints),
        })
    }
}
