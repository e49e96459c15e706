//! Whether a chain that was restored is the one that was saved.

/// The largest difference of a log density from the saved one, relative to its size, that other rounding
/// explains.
const ROUNDING: f64 = 1e-6;

/// Compares the log density `there`, with which a chain was saved, with the one that it has `here`. With
/// `is_exact` they must be the same to the last bit.
pub fn compare(there: f64, here: f64, chain: usize, is_exact: bool) -> Result<(), String> {
    let is_same = match is_exact {
        true => here.to_bits() == there.to_bits(),
        false => (here - there).abs() <= ROUNDING * (1.0 + there.abs()),
    };
    let what = "it belongs to another model or to other data";
    match is_same {
        true => Ok(()),
        false => {
            Err(format!("{what}: the log density where chain {chain} is was {there}, and is {here} here"))
        }
    }
}

/// The message about a chain whose saved bytes do not fit.
pub fn no_state(chain: usize) -> String {
    format!("the state of chain {chain} is none of this version of monomorph")
}

/// The message about chains for which there is no memory.
pub fn no_memory() -> String {
    "there is no memory for its chains".to_owned()
}
