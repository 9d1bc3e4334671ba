//! The text behind `@name` in the notation.

use std::fs::File;
use std::io::{self, Read};

use grundy::Said;

use crate::words;

/// Reads a file of at most `most` bytes; `@-` is standard input.
pub(crate) fn read(name: &str, most: u64) -> Result<String, Said> {
    let failed = |error: &io::Error| words::no_such_file(name, error);
    let mut text = String::new();
    let read = if name == "-" {
        limited(io::stdin().lock(), most, &mut text)
    } else {
        File::open(name).and_then(|file| limited(file, most, &mut text))
    };
    match read {
        Err(error) => Err(failed(&error)),
        Ok(bytes) if bytes as u64 > most => Err(words::file_too_large(name, most)),
        Ok(_) => Ok(text),
    }
}

fn limited(reader: impl Read, most: u64, text: &mut String) -> io::Result<usize> {
    reader.take(most.saturating_add(1)).read_to_string(text)
}
