//! Random models, written by `tests/reference/random_designs.py`.

use super::designs;
use monomorph::prelude::*;

crate::models! {
    random_0(0.2): |d| {
        params! { p0: vector(d.groups[1]), p1: vector(d.groups[1]), p2: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= exponential(1.0),
            data(&d.y) |= normal((p0 - p1).at(&d.group[1]) - data(&d.x[1]), 0.8),
        }
    }
    random_1(0.2): |d| {
        params! {
            p0: real(), p1: vector(d.widths[0] + 1), p2: vector(d.widths[0]).rows(d.groups[0]), p3: vector(1),
            p4: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= exponential(1.0),
            data(&d.y) |= normal(p0 * data(&d.x[1]) + data(&d.matrices[0]).dot(p1.slice(1..d.widths[0] + 1))
                + data(&d.matrices[0]).dot_by_group(p2, &d.group[0]) + p3.at(&d.zeros), p4),
        }
    }
    random_2(0.2): |d| {
        params! { p0: real(), p1: vector(d.groups[0]), p2: real(), p3: real(), p4: vector(2), p5: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= exponential(1.0),
            data(&d.y) |= normal(((p0 + p1.at(&d.group[0])) * (1.5 + p2 * data(&d.x[1]))) / 2.0 - p3, p5),
        }
    }
    random_3(0.2): |d| {
        params! {
            p0: real(), p1: real(), p2: vector(d.groups[0]), p3: real(),
            p4: vector(d.widths[0]).rows(d.groups[1]),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            d0 = 1.5 * p2,
            data(&d.y) |= normal(p0 * data(&d.x[1]) - (p1 + d0.at(&d.group[0])) * (1.5 + p3 * data(&d.x[2]))
                + data(&d.matrices[0]).dot_by_group(p4, &d.group[1]), data(&d.scales)),
        }
    }
    random_4(0.2): |d| {
        params! {
            p0: real(), p1: vector(d.groups[1]), p2: real(), p3: vector(d.widths[1] + 1), p4: vector(3),
            p5: real(), p6: vector(2), p7: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= normal(0.0, 1.0),
            p7 |= exponential(1.0),
            data(&d.scales) |=
                lognormal((p0 + p1.at(&d.group[1])) * (1.5 + p2 * data(&d.x[0])) - data(&d.x[0])
                    + data(&d.matrices[1]).dot(p3.slice(0..d.widths[1])) - p4.at(&d.zeros) + 0.7, p7),
        }
    }
    random_5(0.0): |d| {
        params! { p0: real() }
        model! {
            p0 |= normal(0.0, 1.0),
            data(&d.flags) |= bernoulli_logit(p0 + data(&d.x[0])),
        }
    }
    random_6(0.0): |d| {
        params! {
            p0: vector(d.groups[0]), p1: vector(d.groups[0]), p2: real(), p3: vector(d.groups[0]), p4: real(),
            p5: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= exponential(1.0),
            data(&d.y) |= student_t(4.0, (p0 - p1).at(&d.group[0]) * data(&d.x[0])
                - (p2 + p3.at(&d.group[0])) * (1.5 + p4 * data(&d.x[2])), p5),
        }
    }
    random_7(0.2): |d| {
        params! { p0: vector(d.widths[0] + 1), p1: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= exponential(1.0),
            data(&d.y) |= normal(data(&d.matrices[0]).dot(p0.slice(0..d.widths[0])), p1),
        }
    }
    random_8(0.0): |d| {
        params! {
            p0: real(), p1: vector(d.groups[0]), p2: real(), p3: vector(d.widths[1] + 1), p4: real(),
            p5: vector(2),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            data(&d.flags) |=
                weighted(data(&d.scales),
                    bernoulli_logit(0.7 + (p0 + p1.at(&d.group[0])) * (1.5 + p2 * data(&d.x[1]))
                    - data(&d.x[1]) - data(&d.matrices[1]).dot(p3.slice(0..d.widths[1])))),
        }
    }
    random_9(0.2): |d| {
        params! {
            p0: vector(d.groups[1]), p1: vector(d.groups[1]), p2: vector(d.groups[0]),
            p3: vector(d.groups[0]), p4: real(), p5: vector(2), p6: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= exponential(1.0),
            data(&d.y) |= normal((p0 - p1).at(&d.group[1]) - (p2 - p3).at(&d.group[0]) + p4, 0.8),
        }
    }
    random_10(0.2): |d| {
        params! {
            p0: vector(d.widths[0]).rows(d.groups[0]), p1: vector(d.groups[1]),
            p2: vector(d.widths[1]).rows(d.groups[1]), p3: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= exponential(1.0),
            data(&d.y) |= normal(data(&d.matrices[0]).dot_by_group(p0, &d.group[0]) - p1.at(&d.group[1])
                * data(&d.x[0]) - data(&d.matrices[1]).dot_by_group(p2, &d.group[1]), 0.8),
        }
    }
    random_11(0.2): |d| {
        params! {
            p0: vector(d.widths[1] + 1), p1: vector(d.widths[1]), p2: real(), p3: real(),
            p4: vector(d.groups[0]), p5: real(), p6: real(), p7: vector(2), p8: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= normal(0.0, 1.0),
            p7 |= normal(0.0, 1.0),
            p8 |= exponential(1.0),
            data(&d.y) |=
                normal(p6 + data(&d.matrices[1]).dot(p0.slice(1..d.widths[1] + 1)) + data(&d.matrices[1])
                    .dot(p1 + p2) + (p3 + p4.at(&d.group[0])) * (1.5 + p5 * data(&d.x[1])), p8),
        }
    }
    random_12(0.2): |d| {
        params! {
            p0: real(), p1: vector(d.groups[0]), p2: real(), p3: real(), p4: vector(d.groups[1]), p5: real(),
            p6: real(), p7: vector(3), p8: real(), p9: vector(2), p10: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= normal(0.0, 1.0),
            p7 |= normal(0.0, 1.0),
            p8 |= normal(0.0, 1.0),
            p9 |= normal(0.0, 1.0),
            p10 |= exponential(1.0),
            d0 = 1.5 * p4,
            data(&d.y) |=
                normal((p0 + p1.at(&d.group[0])) * (1.5 + p2 * data(&d.x[2])) - (p3 + d0.at(&d.group[1]))
                    * (1.5 + p5 * data(&d.x[2])) + p6 * data(&d.x[1]) - p7.at(&d.zeros) + p8, 0.8),
        }
    }
    random_13(0.2): |d| {
        params! {
            p0: vector(d.widths[0]).rows(d.groups[1]), p1: vector(d.widths[0]).rows(d.groups[0]), p2: real(),
            p3: vector(d.groups[0]), p4: real(), p5: real(), p6: vector(2), p7: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= normal(0.0, 1.0),
            p7 |= exponential(1.0),
            data(&d.y) |=
                normal(data(&d.matrices[0]).dot_by_group(p0, &d.group[1])
                    - data(&d.matrices[0]).dot_by_group(p1, &d.group[0])
                    + (p2 + p3.at(&d.group[0])) * (1.5 + p4 * data(&d.x[0])) + p5, 0.8),
        }
    }
    random_14(0.2): |d| {
        params! {
            p0: vector(d.widths[1]), p1: real(), p2: vector(d.widths[1]).rows(d.groups[0]), p3: vector(3),
            p4: vector(d.widths[1] + 1), p5: real(), p6: vector(2),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= normal(0.0, 1.0),
            data(&d.y) |=
                normal(p6.at(1) + data(&d.matrices[1]).dot(p0 + p1)
                    + data(&d.matrices[1]).dot_by_group(p2, &d.group[0]) + p3.at(&d.zeros)
                    - data(&d.matrices[1]).dot(p4.slice(0..d.widths[1])), data(&d.scales)),
        }
    }
    random_15(0.2): |d| {
        params! { p0: vector(d.widths[1] + 1), p1: real(), p2: vector(2), p3: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= exponential(1.0),
            data(&d.y) |= normal(0.7 + data(&d.matrices[1]).dot(p0.slice(1..d.widths[1] + 1)), 0.8),
        }
    }
    random_16(0.0): |d| {
        params! {
            p0: real(), p1: vector(d.groups[0]), p2: real(), p3: real(), p4: vector(d.groups[1]), p5: real(),
            p6: real(), p7: vector(2), p8: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= normal(0.0, 1.0),
            p7 |= normal(0.0, 1.0),
            p8 |= exponential(1.0),
            d0 = p0 + p1,
            d1 = p3 + p4,
            data(&d.y) |=
                student_t(4.0, (d0.at(&d.group[0]) * data(&d.x[1])
                    - (p2 + d1.at(&d.group[1])) * (1.5 + p5 * data(&d.x[1]))) / 2.0 - p6, 0.8),
        }
    }
    random_17(0.2): |d| {
        params! { p0: vector(1), p1: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= exponential(1.0),
            data(&d.y) |= normal(p0.at(&d.zeros), p1),
        }
    }
    random_18(0.2): |d| {
        params! {
            p0: vector(d.groups[1]), p1: vector(d.groups[1]), p2: vector(d.widths[0] + 1), p3: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= exponential(1.0),
            data(&d.scales) |= lognormal((p0 - p1).at(&d.group[1]) * data(&d.x[2])
                + data(&d.matrices[0]).dot(p2.slice(0..d.widths[0])), p3),
        }
    }
    random_19(0.2): |d| {
        params! { p0: real(), p1: vector(2), p2: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= exponential(1.0),
            data(&d.y) |= normal(p1.at(0) + data(&d.x[1]), 0.8),
        }
    }
    random_20(0.0): |d| {
        params! { p0: vector(d.groups[0]), p1: vector(d.widths[1]), p2: real(), p3: vector(d.widths[0]) }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            d0 = 1.5 * p0,
            data(&d.flags) |=
                weighted(data(&d.scales), bernoulli_logit(d0.at(&d.group[0])
                    + data(&d.matrices[1]).dot(p1 * 0.5) - data(&d.x[0]) - data(&d.matrices[0]).dot(p3))),
        }
    }
    random_21(0.2): |d| {
        params! { p0: vector(d.groups[0]), p1: vector(1), p2: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= exponential(1.0),
            data(&d.scales) |= lognormal(data(&d.x[1]) + p0.at(&d.group[0]) + p1.at(&d.zeros), p2),
        }
    }
    random_22(0.2): |d| {
        params! {
            p0: vector(2), p1: real(), p2: vector(d.groups[0]), p3: vector(d.widths[0]).rows(d.groups[1]),
            p4: real(), p5: vector(2), p6: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= exponential(1.0),
            d0 = p1 + p2,
            data(&d.scales) |= lognormal(p4 + p0.at(&d.zeros) - d0.at(&d.group[0]) - data(&d.x[0])
                + data(&d.matrices[0]).dot_by_group(p3, &d.group[1]), 0.8),
        }
    }
    random_23(0.2): |d| {
        params! {
            p0: vector(d.groups[1]), p1: vector(d.groups[1]), p2: vector(1), p3: vector(d.widths[1] + 1),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            data(&d.y) |= normal((p0 - p1).at(&d.group[1]) - p2.at(&d.zeros)
                + data(&d.matrices[1]).dot(p3.slice(0..d.widths[1])), data(&d.scales)),
        }
    }
    random_24(0.0): |d| {
        params! { p0: vector(1), p1: real(), p2: vector(d.groups[0]), p3: real(), p4: real(), p5: vector(2) }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            d0 = 1.5 * p2,
            data(&d.flags) |=
                weighted(data(&d.scales), bernoulli_logit(p0.at(&d.zeros)
                    + (p1 + d0.at(&d.group[0])) * (1.5 + p3 * data(&d.x[0])) + p4)),
        }
    }
    random_25(0.0): |d| {
        params! { p0: vector(d.groups[0]), p1: real(), p2: vector(2), p3: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= exponential(1.0),
            data(&d.y) |= student_t(4.0, p0.at(&d.group[0]) + p2.at(1), 0.8),
        }
    }
    random_26(0.2): |d| {
        params! {
            p0: real(), p1: vector(d.groups[1]), p2: vector(d.groups[1]), p3: real(), p4: real(),
            p5: vector(2), p6: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= exponential(1.0),
            data(&d.scales) |=
                lognormal(p4 + (p0 + (p1 - p2).at(&d.group[1])) * (1.5 + p3 * data(&d.x[2])), p6),
        }
    }
    random_27(0.0): |d| {
        params! { p0: real(), p1: vector(d.groups[1]), p2: real(), p3: real(), p4: vector(2) }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            d0 = 1.5 * p1,
            data(&d.flags) |= weighted(data(&d.scales),
                bernoulli_logit(((p0 + d0.at(&d.group[1])) * (1.5 + p2 * data(&d.x[0]))) / 2.0 - p4.at(0))),
        }
    }
    random_28(0.2): |d| {
        params! { p0: vector(d.groups[1]), p1: vector(d.groups[0]), p2: positive() }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= exponential(1.0),
            data(&d.y) |= normal(p0.at(&d.group[1]) * data(&d.x[2]) + p1.at(&d.group[0]) * data(&d.x[2]), p2),
        }
    }
    random_29(0.2): |d| {
        params! {
            p0: real(), p1: vector(d.groups[1]), p2: real(), p3: real(), p4: vector(d.groups[1]),
            p5: vector(d.groups[1]), p6: real(), p7: vector(1), p8: vector(d.widths[1]).rows(d.groups[0]),
            p9: positive(),
        }
        model! {
            p0 |= normal(0.0, 1.0),
            p1 |= normal(0.0, 1.0),
            p2 |= normal(0.0, 1.0),
            p3 |= normal(0.0, 1.0),
            p4 |= normal(0.0, 1.0),
            p5 |= normal(0.0, 1.0),
            p6 |= normal(0.0, 1.0),
            p7 |= normal(0.0, 1.0),
            p8 |= normal(0.0, 1.0),
            p9 |= exponential(1.0),
            data(&d.y) |=
                normal((p0 + p1.at(&d.group[1])) * (1.5 + p2 * data(&d.x[1]))
                    - (p3 + (p4 - p5).at(&d.group[1])) * (1.5 + p6 * data(&d.x[1])) + p7.at(&d.zeros)
                    + data(&d.matrices[1]).dot_by_group(p8, &d.group[0]), 0.8),
        }
    }
}
