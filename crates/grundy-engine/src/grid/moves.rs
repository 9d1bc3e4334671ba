//! One token with any finite set of moves: leaps made once, and riders that repeat a step any number of times
//! (rook, bishop, queen, and mixtures such as rook and knight): by the fastest engine that knows them.

pub use super::in_order::Vector;
use super::in_order::{in_order, possible};
use super::{Grid, TableError, leaper, queen};

/// The Grundy values of one token that makes any of the `leaps`, or any positive number of steps of one of the
/// `riders`; each stays on the board, and riders do not jump off it and back.
///
/// Sets with a faster engine ([`leaper`](leaper::leaper()), [`queen`](queen::queen())) are handed to it. Else time is some
/// nanoseconds for each move and cell, and more where the values are large.
///
/// ```
/// use grundy_engine::grid::moves::moves;
/// let rook_or_knight = moves(&[(-1, -2), (-2, -1)], &[(-1, 0), (0, -1)], 20, 20, 1, 1 << 20, &|| false)?;
/// assert_eq!((rook_or_knight.get(1, 1), rook_or_knight.get(2, 1)), (Some(0), Some(3)));
/// # Ok::<(), grundy_engine::grid::TableError>(())
/// ```
///
/// # Errors
/// [`TableError::Standstill`], [`TableError::Unordered`] where the moves do not all lie in one open half-plane, so that
/// on a board large enough they lead back to where they began, [`TableError::TooManyMoves`] beyond 2^16, [`TableError::TooLarge`], [`TableError::Stopped`].
pub fn moves(
    leaps: &[Vector],
    riders: &[Vector],
    width: usize,
    height: usize,
    threads: usize,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Grid, TableError> {
    let (once, often) = (
        possible(leaps, width, height)?,
        possible(riders, width, height)?,
    );
    match (once.as_slice(), often.as_slice()) {
        (_, []) => leaper::leaper(&once, width, height, limit, stop),
        ([], [(-1, -1), (-1, 0), (0, -1)]) => queen::queen(width, height, threads, limit, stop),
        _ => in_order(&once, &often, width, height, limit, stop),
    }
}
