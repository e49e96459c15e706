//! The posteriors as tests.

/// A test for each model: opens its posteriors one after the other, and lets the test file's own `Check` run.
macro_rules! posteriors {
    ($($model:ident: $posteriors:expr),+ $(,)?) => {
        mod tests {
            $(
                #[test]
                fn $model() {
                    let pack = match super::pack() {
                        Ok(pack) => pack,
                        Err(reason) => return crate::common::say(&format!("skipped: {reason}")),
                    };
                    for posterior in $posteriors {
                        let case = super::Case::open(&pack, posterior);
                        super::$model(&case, &mut crate::Check(&case));
                    }
                }
            )+
        }
    };
}
