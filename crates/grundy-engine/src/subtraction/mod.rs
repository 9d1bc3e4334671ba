//! Grundy values of a finite subtraction set, as a table over `0..=last`.
//!
//! From a heap of `n` one takes `s` tokens for some `s` of the set, `s <= n`; so (Sprague 1935, Grundy 1939)
//! the value of `n` is the mex of the values of `n - s`. With `k` takes no value exceeds `k`.
//!
//! Three engines share the work, each going on from the values found so far:
//! * `one_hot` keeps `1 << value` for each heap; 64 heaps gather their sets by ORing unaligned loads, and the
//!   mex is the lowest clear bit. It needs values below 64 and runs on any machine;
//! * `bytes` is its form for AVX-512: byte values, and one permutation of bytes as the lookup `value -> bit`;
//! * `wide` takes over where a value of 63 or more appears: greedy layers, one bit-set for each value, or
//!   plain marking where the set is sparse.
//!
//! The set's sequence is periodic: see [`period`](period()).

#[cfg(target_arch = "x86_64")]
mod bytes;
mod one_hot;
mod period;
mod stream;
#[cfg(test)]
mod tests;
mod wide;

pub(crate) use period::recurrence;
pub use period::{Period, period};
pub(crate) use stream::Stream;

use grundy_base::message;
use grundy_base::text::Message;

/// How many takes that matter (distinct, not above the last heap) the engine accepts: values fit 16 bits.
pub const MOST_TAKES: usize = 65_534;

/// Heaps are settled in blocks of so many.
const BLOCK: usize = 64;

/// The values of the heaps `0..=last`, as narrow as the set allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Values that fit a byte.
    U8(Vec<u8>),
    /// Values up to 65534: only for sets of more than 254 takes.
    U16(Vec<u16>),
}

impl Values {
    /// The value of heap `n`, or `None` beyond the table.
    #[must_use]
    pub fn get(&self, n: u64) -> Option<u16> {
        let n = usize::try_from(n).ok()?;
        match self {
            Values::U8(values) => values.get(n).map(|&value| u16::from(value)),
            Values::U16(values) => values.get(n).copied(),
        }
    }

    /// How many heaps the table covers.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Values::U8(values) => values.len(),
            Values::U16(values) => values.len(),
        }
    }

    /// Whether the table covers no heap at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values in order of the heaps.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        let (narrow, broad): (&[u8], &[u16]) = match self {
            Values::U8(values) => (values, &[]),
            Values::U16(values) => (&[], values),
        };
        narrow
            .iter()
            .map(|&value| u16::from(value))
            .chain(broad.iter().copied())
    }
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// A take of 0 would let a player pass for ever.
    ZeroTake,
    /// A set without takes has no period to speak of: every heap is dead.
    NoTake,
    /// More than [`MOST_TAKES`] takes.
    TooManyTakes,
    /// The table needs more memory than the limit allows (or than there is).
    TooLarge {
        /// The bytes the table and its working memory need, as far as known.
        bytes: u128,
    },
    /// No window of the greatest take's length recurred within the positions allowed.
    NoPeriodWithin {
        /// How many heaps were examined.
        positions: u64,
    },
    /// The caller's `stop` said so.
    Stopped,
}

impl TableError {
    /// The sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            TableError::ZeroTake => message!("taking 0 is not a move", "取 0 颗不是一步"),
            TableError::NoTake => message!("the set of takes is empty", "可取数的集合为空"),
            TableError::TooManyTakes => message!(
                "there are more than {most} takes",
                "可取数超过 {most} 个",
                most = MOST_TAKES
            ),
            TableError::TooLarge { bytes } => message!(
                "the table needs {bytes#byte}, more than allowed",
                "此表需要 {bytes} 字节，超过允许的内存",
                bytes = bytes
            ),
            TableError::NoPeriodWithin { positions } => message!(
                "no period was found within {positions} heaps",
                "前 {positions} 堆内未出现周期",
                positions = positions
            ),
            TableError::Stopped => message!("stopped", "已停止"),
        }
    }
}

impl std::fmt::Display for TableError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(out)
    }
}

impl std::error::Error for TableError {}

/// The Grundy values of the heaps `0..=last` for the given takes (any order, repetitions allowed).
///
/// Time is about `last × takes / 64` loads for values below 64. `limit` bounds the bytes allocated; `stop` is polled
/// every few thousand heaps.
///
/// ```
/// use grundy_engine::subtraction::values;
/// let table = values(&[1, 3, 4], 13, 1 << 22, &|| false)?;
/// let first: Vec<u16> = table.iter().collect();
/// assert_eq!(first, [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]);
/// # Ok::<(), grundy_engine::subtraction::TableError>(())
/// ```
///
/// # Errors
/// [`TableError::ZeroTake`], [`TableError::TooManyTakes`], [`TableError::TooLarge`], [`TableError::Stopped`].
pub fn values(
    takes: &[u64],
    last: u64,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Values, TableError> {
    values_by(Path::best(), takes, last, limit, stop)
}

/// [`values`] by a given instruction set, which the machine must have.
fn values_by(
    path: Path,
    takes: &[u64],
    last: u64,
    limit: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Values, TableError> {
    let takes = Takes::new(takes, last)?;
    let heaps = u128::from(last) + 1;
    let target = usize::try_from(heaps).map_err(|_| TableError::TooLarge { bytes: heaps })?;
    let mut table = Table::new(takes, path, limit);
    table.extend(target, stop)?;
    Ok(table.values)
}

/// The instruction sets with a form of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// All this machine has, the best last.
    fn all() -> Vec<Path> {
        #[allow(unused_mut, reason = "other machines have one path only")]
        let mut paths = vec![Path::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                paths.push(Path::Avx2);
            }
            if bytes::available() {
                paths.push(Path::Avx512);
            }
        }
        paths
    }

    fn best() -> Path {
        Path::all().pop().unwrap_or(Path::Portable)
    }
}

/// A set of takes, ascending, without repetitions, all positive.
#[derive(Clone, Debug)]
struct Takes {
    /// The takes of a block's length or more: they reach only heaps of earlier blocks.
    far: Vec<usize>,
    /// The takes below a block's length.
    near: Vec<usize>,
}

impl Takes {
    /// Takes above `last` can never be made and are left out.
    fn new(takes: &[u64], last: u64) -> Result<Takes, TableError> {
        if takes.contains(&0) {
            return Err(TableError::ZeroTake);
        }
        let fits = |&take: &u64| {
            if take <= last {
                usize::try_from(take).ok()
            } else {
                None
            }
        };
        let mut far: Vec<usize> = takes.iter().filter_map(fits).collect();
        far.sort_unstable();
        far.dedup();
        if far.len() > MOST_TAKES {
            return Err(TableError::TooManyTakes);
        }
        let near = far
            .iter()
            .copied()
            .take_while(|&take| take < BLOCK)
            .collect::<Vec<_>>();
        far.drain(..near.len());
        Ok(Takes { far, near })
    }

    fn len(&self) -> usize {
        self.far.len() + self.near.len()
    }

    fn greatest(&self) -> usize {
        self.far.last().or(self.near.last()).copied().unwrap_or(0)
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.near.iter().chain(&self.far).copied()
    }
}

/// What an engine came back with: it has appended values as far as it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    /// All values asked for are there.
    End,
    /// The next block holds a value this engine has no room for.
    TooNarrow,
}

/// A table of values that can be made longer.
#[derive(Clone, Debug)]
struct Table {
    takes: Takes,
    path: Path,
    limit: u64,
    values: Values,
    /// The number of values the one-hot or byte engine has to provide for; more than 63 means neither can.
    room: u32,
}

impl Table {
    fn new(takes: Takes, path: Path, limit: u64) -> Table {
        Table {
            takes,
            path,
            limit,
            values: Values::U8(Vec::new()),
            room: 8,
        }
    }

    /// Appends values until there are `target` of them.
    fn extend(&mut self, target: usize, stop: &dyn Fn() -> bool) -> Result<(), TableError> {
        if stop() {
            return Err(TableError::Stopped);
        }
        let window = 12 * self.takes.greatest() as u128 + (1 << 20);
        within(self.limit, target as u128 + window)?;
        if let Values::U8(values) = &mut self.values {
            reserve(values, target)?;
            while self.room <= 64 {
                let reached = match self.path {
                    Path::Portable => {
                        one_hot::portable(self.room, &self.takes, values, target, stop)?
                    }
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx2 => one_hot::avx2(self.room, &self.takes, values, target, stop)?,
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx512 => bytes::extend(self.room, &self.takes, values, target, stop)?,
                };
                match reached {
                    Reached::End => return Ok(()),
                    Reached::TooNarrow => {
                        self.room += if self.path.by_planes() { 8 } else { self.room }
                    }
                }
            }
            if self.takes.len() > 254 {
                within(self.limit, 3 * target as u128 + window)?;
                let mut broad = Vec::new();
                reserve(&mut broad, target)?;
                broad.extend(values.iter().map(|&value| u16::from(value)));
                self.values = Values::U16(broad);
            }
        }
        let left = self
            .limit
            .saturating_sub(u64::try_from(3 * target as u128 + window).unwrap_or(u64::MAX));
        match &mut self.values {
            Values::U8(values) => wide::extend(&self.takes, values, target, left, stop),
            Values::U16(values) => {
                reserve(values, target)?;
                wide::extend(&self.takes, values, target, left, stop)
            }
        }
    }
}

impl Path {
    /// Whether the number of values provided for grows by eights (planes of bytes) or doubles (integers).
    fn by_planes(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self == Path::Avx512 {
            return true;
        }
        false
    }
}

/// Refuses what goes beyond the limit.
fn within(limit: u64, bytes: u128) -> Result<(), TableError> {
    if bytes > u128::from(limit) {
        Err(TableError::TooLarge { bytes })
    } else {
        Ok(())
    }
}

/// Makes room for `target` cells in all, or says how much was wanted.
fn reserve<T>(cells: &mut Vec<T>, target: usize) -> Result<(), TableError> {
    let bytes = target as u128 * size_of::<T>() as u128;
    cells
        .try_reserve_exact(target.saturating_sub(cells.len()))
        .map_err(|_| TableError::TooLarge { bytes })
}
