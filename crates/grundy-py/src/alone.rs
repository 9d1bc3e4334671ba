//! The engines without Python around them: what benchmarks of the package are paired with.

use std::hint::black_box;
use std::time::Instant;

use grundy::engine::sequence::{BLOCK, Limits, Rules, Sequence};
use pyo3::prelude::*;

use crate::game::{parsed, play};

/// Seconds that reading and solving a position takes, so many times one after the other.
#[pyfunction]
#[pyo3(signature = (text, count, *, misere = false))]
pub(crate) fn _solve_alone(py: Python<'_>, text: &str, count: u32, misere: bool) -> PyResult<f64> {
    parsed(py, text)?;
    Ok(py.detach(|| {
        let begun = Instant::now();
        for _ in 0..count {
            if let Ok(game) = black_box(text).parse::<grundy::Game>() {
                black_box(grundy::solve(&game, play(misere)));
            }
        }
        begun.elapsed().as_secs_f64()
    }))
}

/// Seconds that the first `count` values of a sequence take, kept in memory, one block after the other.
#[pyfunction]
pub(crate) fn _sequence_alone(py: Python<'_>, code: &str, count: usize) -> PyResult<f64> {
    let rules: Rules = code
        .parse()
        .map_err(|wrong| crate::error::game(py, code, &wrong))?;
    Ok(py.detach(|| {
        let begun = Instant::now();
        let mut sequence = Sequence::new(rules, Limits { memory: 2 << 30 });
        let mut values: Vec<u32> = Vec::with_capacity(count + BLOCK);
        while values.len() < count && sequence.next_block(&mut values).is_ok() {}
        let seconds = begun.elapsed().as_secs_f64();
        black_box(values);
        seconds
    }))
}
