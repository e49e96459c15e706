//! The posteriors as tests.

/// Makes a test of each model, which opens the model's posteriors one after the other and lets the test
/// file's own `Check` run. Without the pack (`tests/thorough/build.rs`) each test is listed as not run.
macro_rules! posteriors {
    ($($model:ident: $posteriors:expr),+ $(,)?) => {
        mod tests {
            $(
                #[test]
                #[cfg_attr(without_posteriordb, ignore = "NOT RUN: the pack of posteriordb is not there")]
                fn $model() {
                    let pack = super::pack().expect("the pack is there");
                    for posterior in $posteriors {
                        let case = super::Case::open(&pack, posterior);
                        super::$model(&case, &mut crate::Check(&case));
                    }
                }
            )+
        }
    };
}
