//! The draws and warnings of a run whose chains have stopped.

use super::common_length;
use crate::draws::Warning;
use crate::error::Error;

/// The chains and draws of a run that are kept, with warnings about the others.
pub struct Ending {
    /// The numbers of the chains that are kept, in ascending order.
    pub chains: Vec<usize>,
    /// The number of draws of each chain that are kept.
    pub draws: usize,
    pub warnings: Vec<Warning>,
}

impl Ending {
    /// Makes the ending of chains: each chain has a number of draws or an error, and `wanted` draws were
    /// requested of each.
    ///
    /// # Errors
    ///
    /// The errors of the chains if no chain has a draw, without repetitions; [`Error::Interrupted`] if no
    /// chain failed either.
    pub fn of(chains: impl IntoIterator<Item = Result<usize, Error>>, wanted: usize) -> Result<Self, Error> {
        let (mut lengths, mut errors) = (Vec::new(), Vec::new());
        for (number, result) in chains.into_iter().enumerate() {
            match result {
                Ok(length) => lengths.push((number, length)),
                Err(error) => errors.push(error),
            }
        }
        let Some(length) = common_length(lengths.iter().map(|(_, length)| *length)) else {
            let chains = errors.len() + lengths.len();
            // An error that all chains share is reported once: it names no chain.
            errors.dedup();
            return Err(match errors.len() {
                0 => Error::Interrupted,
                1 => errors.remove(0),
                _ => Error::Chains { chains, errors },
            });
        };
        let draws = length.min(wanted);
        let kept = lengths.iter().filter(|(_, length)| *length >= draws).map(|(number, _)| *number);
        let chains: Vec<usize> = kept.collect();
        let left_out = lengths.len() - chains.len();
        let failed = |error: Error| Warning::ChainFailed { reason: error.to_string() };
        let mut warnings: Vec<Warning> = errors.into_iter().map(failed).collect();
        if draws < wanted || left_out > 0 {
            warnings.push(Warning::Interrupted { draws, wanted, left_out });
        }
        Ok(Self { chains, draws, warnings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(chain: usize) -> Error {
        Error::Sampler { chain, reason: "it fell".to_owned() }
    }

    #[test]
    fn draws_of_some_chains_are_kept() -> Result<(), Error> {
        let all = Ending::of([Ok(5), Ok(5)], 5)?;
        assert!(all.chains == [0, 1] && all.draws == 5 && all.warnings.is_empty());
        let longer = Ending::of([Ok(9), Ok(9)], 5)?;
        assert!(longer.chains == [0, 1] && longer.draws == 5 && longer.warnings.is_empty());
        let short = Ending::of([Ok(1), Ok(4), Err(failure(2)), Ok(5)], 5)?;
        assert!(short.chains == [1, 3] && short.draws == 4);
        assert_eq!(short.warnings[1], Warning::Interrupted { draws: 4, wanted: 5, left_out: 1 });
        assert!(short.warnings[0].to_string().contains("it fell"));
        Ok(())
    }

    #[test]
    fn without_a_draw_there_is_an_error() {
        let error = |chains: Vec<Result<usize, Error>>| Ending::of(chains, 5).err();
        assert_eq!(error(vec![Ok(0), Ok(0)]), Some(Error::Interrupted));
        assert_eq!(error(vec![Ok(0), Err(failure(1))]), Some(failure(1)));
        assert_eq!(error(vec![Err(failure(7)), Err(failure(7)), Ok(0)]), Some(failure(7)));
        let errors = vec![failure(0), failure(1)];
        assert_eq!(
            error(vec![Err(failure(0)), Err(failure(1)), Ok(0)]),
            Some(Error::Chains { chains: 3, errors })
        );
    }
}
