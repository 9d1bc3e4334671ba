//! Law: no bytes make a format panic, and how the bytes arrive changes nothing.
#![no_main]

use std::io::{self, Read};

use grundy_judge::{JudgeError, Limits, Summary, formats, run_within};
use libfuzzer_sys::fuzz_target;

/// Gives a few bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.1.min(self.0.len()).min(buffer.len());
        buffer[..most].copy_from_slice(&self.0[..most]);
        self.0 = &self.0[most..];
        Ok(most)
    }
}

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (which, step, bytes) = input;
    let formats = formats();
    let format = &formats[usize::from(which) % formats.len()];
    let limits = || Limits {
        table: 2000,
        kept: 1000,
    };
    let (mut whole, mut dripped) = (Vec::new(), Vec::new());
    let one = run_within(format, limits(), bytes, &mut whole);
    let other = run_within(
        format,
        limits(),
        Drip(bytes, usize::from(step).max(1)),
        &mut dripped,
    );
    assert_eq!(whole, dripped);
    // How far the last read went is the reader's affair.
    let told = |summary: Result<Summary, JudgeError>| {
        summary
            .map(|summary| (summary.cases, summary.answers))
            .map_err(|error| error.to_string())
    };
    assert_eq!(told(one), told(other));
});
