//! A reader in small steps, and runs through it.

#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod own;
pub(crate) mod search;

use grundy_judge::{Format, JudgeError, Limits, run_within};
use std::io::{self, Read};

/// Gives at most so many bytes at a time, the steps in turn, and interrupts now and then.
pub(crate) struct Steps<'a> {
    bytes: &'a [u8],
    steps: &'a [usize],
    reads: usize,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(bytes: &'a [u8], steps: &'a [usize]) -> Steps<'a> {
        Steps {
            bytes,
            steps,
            reads: 0,
        }
    }
}

impl Read for Steps<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads += 1;
        if self.reads.is_multiple_of(7) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let step = self
            .steps
            .get(self.reads % self.steps.len().max(1))
            .copied()
            .unwrap_or(usize::MAX);
        let count = step.clamp(1, buffer.len()).min(self.bytes.len());
        buffer[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

/// Small enough that no input can ask for much work.
pub(crate) fn small() -> Limits {
    let mut limits = Limits::default();
    (limits.table, limits.kept) = (2000, 1000);
    (limits.budget.positions, limits.budget.bytes) = (20_000, 1 << 24);
    limits
}

/// The answers as text, and how the run ended.
pub(crate) fn answers(
    format: &Format,
    input: &[u8],
    steps: &[usize],
) -> (String, Result<(), JudgeError>) {
    let mut answers = Vec::new();
    let result = run_within(format, &small(), Steps::new(input, steps), &mut answers).map(drop);
    (String::from_utf8(answers).expect("text"), result)
}
