//! Where an answer is kept until it is sent.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::TooLong;

/// Bytes of an answer, as many as are allowed; of a longer one nothing, for its beginning would look like an answer.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// `None` when there were more.
    bytes: Arc<Mutex<Option<Vec<u8>>>>,
    length: usize,
}

impl Kept {
    pub(super) fn new(length: usize) -> Kept {
        Kept {
            bytes: Arc::new(Mutex::new(Some(Vec::new()))),
            length,
        }
    }

    pub(super) fn take(&self) -> Vec<u8> {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.take().unwrap_or_default()
    }
}

impl Write for Kept {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        let mut kept = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *kept {
            Some(bytes) if more.len() <= self.length - bytes.len() => {
                bytes.extend_from_slice(more);
                Ok(more.len())
            }
            kept => {
                *kept = None;
                Err(io::Error::other(TooLong(self.length)))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_answer_that_is_too_long_nothing_is_kept() {
        let mut fits = Kept::new(6);
        assert!(fits.write_all(b"abc").is_ok() && fits.write_all(b"def").is_ok());
        assert_eq!(fits.take(), b"abcdef");
        let mut long = Kept::new(5);
        assert!(long.write_all(b"abc").is_ok() && long.write_all(b"def").is_err());
        // Nor is what would fit by itself.
        assert!(long.write_all(b"g").is_err());
        assert_eq!(long.take(), b"");
    }
}
