//! Checks that a restored chain agrees with the saved one.

/// The largest relative difference of a log density from the saved one that rounding on another machine
/// explains.
const ROUNDING: f64 = 1e-6;

/// Compares the log density `there`, saved with a chain, with the log density `here` of the restored chain.
/// With `is_exact` they must be equal to the last bit.
pub fn compare(there: f64, here: f64, chain: usize, is_exact: bool) -> Result<(), String> {
    let is_same = match is_exact {
        true => here.to_bits() == there.to_bits(),
        false => (here - there).abs() <= ROUNDING * (1.0 + there.abs()),
    };
    let what = "it belongs to another model or to other data";
    match is_same {
        true => Ok(()),
        false => {
            Err(format!("{what}: the log density of chain {chain} was {there} when saved, and is {here} now"))
        }
    }
}

/// The message about a chain whose saved bytes are not valid.
pub fn no_state(chain: usize) -> String {
    format!("the state of chain {chain} was not saved by this version of monomorph")
}

/// The message about chains for which there is no memory.
pub fn no_memory() -> String {
    "there is no memory for its chains".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_density_may_differ_by_rounding_where_it_need_not_be_exact() {
        // The allowed difference is a millionth of one plus the size of the saved number.
        for (there, allowed) in [(-1e4, 1e-6 * 10_001.0), (0.0, 1e-6), (3.0, 4e-6)] {
            for sign in [-1.0, 1.0] {
                assert_eq!(compare(there, there + 0.99 * sign * allowed, 2, false), Ok(()));
                let message =
                    compare(there, there + 1.01 * sign * allowed, 2, false).expect_err("a difference");
                assert!(message.contains("other data") && message.contains("chain 2"), "{message}");
            }
            assert!(compare(there, f64::NAN, 2, false).is_err());
            assert_eq!(compare(there, there, 2, true), Ok(()));
            assert!(compare(there, there + 1e-9, 2, true).is_err());
        }
        assert!(compare(0.0, -0.0, 0, true).is_err());
    }

    #[test]
    fn messages_tell_the_chain_and_the_reason() {
        assert_eq!(no_state(3), "the state of chain 3 was not saved by this version of monomorph");
        assert_eq!(no_memory(), "there is no memory for its chains");
    }
}
