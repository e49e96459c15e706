//! The Stan programs of the models, from `benches/peers` if it has them, in the variants that are fastest
//! for stanli.

pub const EIGHT_SCHOOLS: &str = include_str!("eight_schools.stan");
pub const LINEAR: &str = include_str!("../peers/stan/linreg.stan");
pub const LINEAR_FUSED: &str = include_str!("../peers/stan/linreg.glm.stan");
pub const LOGISTIC: &str = include_str!("../peers/stan/logreg.stan");
pub const LOGISTIC_FUSED: &str = include_str!("../peers/stan/logreg.glm.stan");
pub const RADON: &str = include_str!("radon.stan");
pub const RADON_FUSED: &str = include_str!("radon_glm.stan");
pub const VARYING_SLOPES: [&str; 4] = [
    include_str!("../peers/stan/mvhier.stan"),
    include_str!("../peers/stan/mvhier.cols.stan"),
    include_str!("../peers/stan/mvhier.seg.stan"),
    include_str!("../peers/stan/mvhier.segglm.stan"),
];
pub const VOLATILITY: [&str; 2] =
    [include_str!("../peers/stan/sv.stan"), include_str!("../peers/stan/sv.squares.stan")];
