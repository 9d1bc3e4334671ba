//! Answers appear while the input pauses, and devices may fail.

use grundy_judge::{JudgeError, find, run};
use std::cell::RefCell;
use std::io::{self, Read, Write};

/// Gives its parts one by one and asks what was answered before each read.
struct Pausing<'a> {
    parts: &'a [(&'a str, &'a str)],
    answers: &'a RefCell<Vec<u8>>,
}

impl Read for Pausing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(&(part, before)) = self.parts.first() else {
            return Ok(0);
        };
        assert_eq!(self.answers.borrow().as_slice(), before.as_bytes());
        self.parts = &self.parts[1..];
        buffer[..part.len()].copy_from_slice(part.as_bytes());
        Ok(part.len())
    }
}

struct Shared<'a>(&'a RefCell<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn answers_do_not_wait_for_more_input() {
    let answers = RefCell::new(Vec::new());
    let parts = [
        ("3 1 1 1", ""),
        (" ", "PIAOYI\n"),
        ("0\n", "PIAOYI\n"),
        ("1 5\n", "PIAOYI\nHRDV\n"),
    ];
    // A number is over only when something follows it: "0" and the line end come together.
    let format = find("nyoj585").unwrap();
    let input = Pausing {
        parts: &parts,
        answers: &answers,
    };
    let error = run(format, input, Shared(&answers)).err();
    assert!(error.is_none(), "{error:?}");
    assert_eq!(answers.into_inner(), b"PIAOYI\nHRDV\nPIAOYI\n");
}

/// Fails as a device does.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("gone"))
    }
}

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn devices_may_fail() {
    let format = find("nyoj585").unwrap();
    let mut answers = Vec::new();
    let result = run(format, (&b"2 1 1 "[..]).chain(Broken), &mut answers);
    let error = result.unwrap_err();
    assert!(matches!(error, JudgeError::Read(_)), "{error}");
    assert_eq!(error.to_string(), "cannot read the input: gone");
    assert_eq!(answers, b"PIAOYI\n");
    let error = run(format, &b"1 1 1"[..], Broken).unwrap_err();
    assert!(
        matches!(&error, JudgeError::Write(error) if error.kind() == io::ErrorKind::BrokenPipe),
        "{error}"
    );
}
