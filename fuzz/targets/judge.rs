//! Law: no bytes make a format panic, and neither how the bytes arrive nor by which instructions they are read changes
//! anything.
#![cfg_attr(fuzzing, no_main)]

use std::io::{self, Read};
use std::time::Duration;

use grundy_judge::{JudgeError, Limits, Path, Summary, formats, run_within};
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
    let mut limits = Limits::default();
    (limits.table, limits.kept) = (2000, 1000);
    (limits.budget.positions, limits.budget.bytes) = (2000, 1 << 22);
    limits.budget.time = Some(Duration::from_secs(2));
    // How far the last read went is the reader's affair.
    let told = |summary: Result<Summary, JudgeError>| {
        summary
            .map(|summary| (summary.cases, summary.answers))
            .map_err(|error| error.to_string())
    };
    let mut dripped = Vec::new();
    let drip = Drip(bytes, usize::from(step).max(1));
    let other = told(run_within(format, &limits, drip, &mut dripped));
    for path in Path::all_here() {
        limits.path = path;
        let mut whole = Vec::new();
        let one = told(run_within(format, &limits, bytes, &mut whole));
        assert_eq!(whole, dripped, "{path:?}");
        assert_eq!(one, other, "{path:?}");
    }
});
