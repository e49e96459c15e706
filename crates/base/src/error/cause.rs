//! The cause of an [`Error`](super::Error), if that is an error of another crate or of the operating
//! system.

use core::error::Error;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// The error of another crate, or of the operating system, that caused an [`Error`](super::Error).
///
/// The [source](core::error::Error::source) of the error is this one, of its own type:
///
/// ```
/// use monomorph::Error;
/// use std::error::Error as _;
/// use std::io;
/// use std::path::Path;
///
/// let refused = io::Error::from(io::ErrorKind::PermissionDenied);
/// let error = Error::io(Path::new("run.mono"), refused);
/// let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
/// assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::PermissionDenied));
/// ```
#[derive(Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// Makes a cause of the error of another crate or of the operating system.
    pub fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self(Arc::new(error))
    }

    /// The error.
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

// A cause is only read, and a posterior or a service that keeps an error is used behind `catch_unwind`.
impl UnwindSafe for Cause {}
impl RefUnwindSafe for Cause {}

/// Errors of the system cannot be compared: two causes are equal if their texts are equal.
impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.to_string() == other.0.to_string()
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use crate::error::Error;
    use core::error::Error as _;
    use monomorph_diagnostics::loo::LooError;
    use monomorph_diagnostics::psis::WeightsError;
    use std::io;
    use std::path::Path;

    fn kind(error: &(dyn core::error::Error + 'static)) -> Option<io::ErrorKind> {
        error.downcast_ref::<io::Error>().map(io::Error::kind)
    }

    #[test]
    fn a_file_that_is_missing_is_not_found() {
        let path = Path::new("/no/such/file");
        let open = || Error::io(path, std::fs::File::open(path).expect_err("no file"));
        let error = open();
        assert_eq!(error.source().and_then(kind), Some(io::ErrorKind::NotFound));
        assert!(error.to_string().contains("/no/such/file: "), "{error}");
        // Two errors of one kind, and a clone, are equal; another kind is not.
        assert_eq!(error, open());
        assert_eq!(error.clone(), error);
        assert_ne!(error, Error::io(path, io::ErrorKind::PermissionDenied.into()));
    }

    #[test]
    fn errors_of_other_crates_are_sources() {
        let weights = LooError::Weights { observation: "y".to_owned(), reason: WeightsError::AllZero };
        let error = Error::from(weights.clone());
        let source = error.source().expect("a source");
        assert_eq!(source.downcast_ref(), Some(&weights));
        assert_eq!(source.source().and_then(|source| source.downcast_ref()), Some(&WeightsError::AllZero));
        assert_eq!(error.to_string(), weights.to_string());
        assert!(Error::results("no cause").source().is_none() && Error::Interrupted.source().is_none());
        let chains = Error::Chains { chains: 4, errors: vec![error.clone(), Error::Interrupted] };
        assert_eq!(chains.source().and_then(|source| source.downcast_ref()), Some(&error));
    }
}
