//! A long row by all threads: the numbers that come next are parted where blanks stand, and each thread sums its part.
//!
//! Within a row nothing but the nim-sum of its numbers is wanted of some games, so it does not matter who reads them. What is
//! summed is so many bytes that the row cannot end within them, since a number takes two bytes at least.

use super::read_at::read_at;
use crate::source::Ahead;
use grundy_number::text::scan::{is_blank, lines};
use grundy_number::text::tokens::{self, Path};
use std::fs::File;

/// Bytes of a thread's part, at least and at most.
const LEAST: u64 = 512 << 10;
const MOST: u64 = 8 << 20;
/// Bytes that are read at a time.
const CHUNK: usize = 256 << 10;
/// Bytes within which a blank must stand, lest what stands there be no plain number.
const NUMBER: usize = 64;

/// Sums the plain numbers from byte `at` of the file on, by so many threads, as long as there are no more than `most` of them;
/// nothing where there are too few for that, or something else among them.
pub(super) fn ahead(
    file: &File,
    at: u64,
    length: u64,
    most: u64,
    threads: usize,
    path: Path,
) -> Option<Ahead> {
    let threads = threads as u64;
    // The last part may reach a number further than its share.
    let rest = length.saturating_sub(at).saturating_sub(NUMBER as u64);
    let part = (most.min(rest) / threads).min(MOST);
    if threads < 2 || part < LEAST {
        return None;
    }
    let mut borders = vec![at];
    for index in 1..=threads {
        borders.push(behind_blank(file, at + index * part)?);
    }
    let parts: Vec<Option<Ahead>> = std::thread::scope(|scope| {
        let parts = borders.windows(2).map(|ends| (ends[0], ends[1]));
        let mut parts: Vec<_> = parts.collect();
        let own = parts.remove(0);
        let sum = move |(from, to)| sum(file, from, to, path);
        let others: Vec<_> = (parts.into_iter())
            .map(|part| scope.spawn(move || sum(part)))
            .collect();
        let own = sum(own);
        let others = others.into_iter().map(|other| other.join().ok().flatten());
        std::iter::once(own).chain(others).collect()
    });
    let mut all = Ahead::default();
    for part in parts {
        let part = part?;
        if let Some(last_line) = part.last_line {
            all.last_line = Some(all.bytes + last_line);
        }
        all.bytes += part.bytes;
        all.lines += part.lines;
        all.numbers += part.numbers;
        all.sums.xor ^= part.sums.xor;
        all.sums.or |= part.sums.or;
    }
    (all.numbers <= most).then_some(all)
}

/// The place behind the first blank from `from` on.
fn behind_blank(file: &File, from: u64) -> Option<u64> {
    let mut bytes = [0; NUMBER];
    let count = read_at(file, &mut bytes, from).ok()?;
    let blank = bytes[..count].iter().position(|&byte| is_blank(byte))?;
    Some(from + blank as u64 + 1)
}

/// Sums the numbers from one byte to another, which stands behind a blank.
fn sum(file: &File, from: u64, to: u64, path: Path) -> Option<Ahead> {
    let mut ahead = Ahead {
        bytes: to - from,
        ..Ahead::default()
    };
    let mut buffer = vec![0; CHUNK];
    // The first bytes of the buffer that are a number cut by the last read, and the place behind them.
    let (mut kept, mut at) = (0, from);
    while at < to {
        let room = usize::try_from(to - at).unwrap_or(usize::MAX);
        let room = room.min(buffer.len() - kept);
        let count = read_at(file, &mut buffer[kept..kept + room], at).ok()?;
        let (line_ends, last) = lines(&buffer[kept..kept + count]);
        ahead.lines += line_ends;
        if let Some(last) = last {
            ahead.last_line = Some(at - from + last as u64);
        }
        at += count as u64;
        let end = kept + count;
        let taken = tokens::nim(path, &buffer[..end], 0, usize::MAX, &mut ahead.sums);
        ahead.numbers += taken.numbers as u64;
        kept = end - taken.next;
        if count == 0 || kept > CHUNK / 2 {
            return None;
        }
        buffer.copy_within(taken.next..end, 0);
    }
    buffer[..kept]
        .iter()
        .all(|&byte| is_blank(byte))
        .then_some(ahead)
}

#[cfg(test)]
mod tests {
    use super::{LEAST, ahead};
    use grundy_number::text::tokens::{Path, Sums, nim};
    use std::fs::File;

    #[test]
    fn sums_of_parts_are_the_sum() {
        let mut state = 1u64;
        let mut text = Vec::new();
        while (text.len() as u64) < 9 * LEAST {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let number = state >> (1 + state % 60);
            let blank = [" ", "\n", "  ", "\r\n", "\t"][(state >> 40) as usize % 5];
            text.extend_from_slice(format!("{number}{blank}").as_bytes());
        }
        let path = std::env::temp_dir().join(format!("grundy-ahead-{}", std::process::id()));
        std::fs::write(&path, &text).unwrap();
        let file = File::open(&path).unwrap();
        let length = text.len() as u64;
        for threads in [2, 3] {
            for way in Path::all_here() {
                let found = ahead(&file, 0, length, u64::MAX, threads, way).unwrap();
                let read = &text[..usize::try_from(found.bytes).unwrap()];
                let mut sums = Sums::default();
                let taken = nim(Path::Portable, read, 0, usize::MAX, &mut sums);
                assert_eq!((found.numbers, found.sums), (taken.numbers as u64, sums));
                let ends = read.iter().filter(|&&byte| byte == b'\n').count();
                let last = read.iter().rposition(|&byte| byte == b'\n');
                assert_eq!(found.lines, ends as u64);
                assert_eq!(found.last_line, last.map(|last| last as u64 + 1));
            }
        }
        // Fewer numbers than could stand there, or something that is not plain: nothing is passed over.
        assert!(ahead(&file, 0, length, LEAST / 2, 2, Path::best()).is_none());
        let middle = text.len() / 8;
        for odd in ["-", "x", "99999999999999999999"] {
            let mut broken = text.clone();
            broken.splice(middle..middle, odd.bytes());
            std::fs::write(&path, &broken).unwrap();
            let file = File::open(&path).unwrap();
            assert!(ahead(&file, 0, length, u64::MAX, 2, Path::best()).is_none());
        }
        std::fs::remove_file(&path).unwrap();
    }
}
