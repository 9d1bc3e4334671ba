//! Values as bytes, piece by piece: text, CSV, plain little-endian integers, NumPy's `.npy`, Parquet.
//!
//! What has been written is told by the number of values alone, but for the page of a Parquet file that is not full yet
//! ([`Encoder::pending`]): so a run can go on from a checkpoint, and an output that is complete can be made longer.

use std::io::Write as _;

use super::parquet::Parquet;
use super::width::Width;

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Format {
    /// Twenty a line, with blanks between them.
    Text,
    /// `n,value` lines under a heading.
    Csv,
    /// Little-endian integers and nothing else.
    Raw(Width),
    /// A one-dimensional array of NumPy.
    Npy(Width),
    /// Columns `n` and `value`.
    Parquet(Width),
}

impl Format {
    /// Its name.
    pub(in crate::commands) fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "csv",
            Format::Raw(Width::One) => "u8",
            Format::Raw(Width::Two) => "u16",
            Format::Raw(Width::Four) => "u32",
            Format::Npy(_) => "npy",
            Format::Parquet(_) => "parquet",
        }
    }

    /// The largest value that it holds.
    pub(in crate::commands) fn most(self) -> u32 {
        match self {
            Format::Text | Format::Csv => u32::MAX,
            Format::Raw(width) | Format::Npy(width) | Format::Parquet(width) => width.most(),
        }
    }
}

/// A value that is too large for the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) struct TooWide {
    /// Its place among the values given.
    pub(in crate::commands) place: usize,
    pub(in crate::commands) value: u32,
}

/// Values in a line of text.
const LINE: u64 = 20;

/// Values whose digits are kept ready.
const READY: usize = 4096;

/// Writes the values of a sequence from one heap on.
#[derive(Debug)]
pub(in crate::commands) struct Encoder {
    format: Format,
    /// The first heap.
    from: u64,
    /// How many values there have been.
    done: u64,
    /// A blank and the digits of each small value, and the length of both.
    ready: Vec<[u8; 8]>,
    parquet: Option<Parquet>,
}

impl Encoder {
    /// Goes on after `done` values from the heap `from` on, of which `pending` was kept.
    pub(in crate::commands) fn new(
        format: Format,
        code: &str,
        from: u64,
        done: u64,
        pending: Vec<u8>,
    ) -> Encoder {
        let ready = match format {
            Format::Text | Format::Csv => (0..READY).map(ready).collect(),
            _ => Vec::new(),
        };
        let parquet = match format {
            Format::Parquet(width) => Some(Parquet::new(width, code, from, done, pending)),
            _ => None,
        };
        Encoder {
            format,
            from,
            done,
            ready,
            parquet,
        }
    }

    /// What comes before all values, `count` of which there will be; its length depends on the format alone.
    pub(in crate::commands) fn head(&self, count: u64) -> Vec<u8> {
        match self.format {
            Format::Text | Format::Raw(_) => Vec::new(),
            Format::Csv => b"n,value\n".to_vec(),
            Format::Npy(width) => npy(width, count),
            Format::Parquet(_) => Parquet::HEAD.to_vec(),
        }
    }

    /// Adds values.
    pub(in crate::commands) fn push(
        &mut self,
        values: &[u32],
        out: &mut Vec<u8>,
    ) -> Result<(), TooWide> {
        let most = self.format.most();
        // All at once where all are narrow enough.
        if values.iter().fold(0, |all, &value| all | value) > most
            && let Some(place) = values.iter().position(|&value| value > most)
        {
            let value = values[place];
            return Err(TooWide { place, value });
        }
        match self.format {
            Format::Text => self.text(values, out),
            Format::Csv => self.csv(values, out),
            Format::Raw(width) | Format::Npy(width) => width.push(values, out),
            Format::Parquet(_) => {
                if let Some(parquet) = &mut self.parquet {
                    parquet.push(values, out);
                }
            }
        }
        self.done += values.len() as u64;
        Ok(())
    }

    /// Adds what comes after all values.
    pub(in crate::commands) fn end(&mut self, out: &mut Vec<u8>) {
        match self.format {
            Format::Text => out.push(b'\n'),
            Format::Csv | Format::Raw(_) | Format::Npy(_) => (),
            Format::Parquet(_) => {
                if let Some(parquet) = &mut self.parquet {
                    parquet.end(out);
                }
            }
        }
    }

    /// How much of what was given has not come out after so many values.
    pub(in crate::commands) fn pending_length(format: Format, done: u64) -> usize {
        match format {
            Format::Parquet(width) => Parquet::pending_length(width, done),
            _ => 0,
        }
    }

    /// What was given and has not come out yet.
    pub(in crate::commands) fn pending(&self) -> &[u8] {
        self.parquet.as_ref().map_or(&[], Parquet::pending)
    }

    fn text(&self, values: &[u32], out: &mut Vec<u8>) {
        let mut at = out.len();
        out.resize(at + 11 * values.len() + 8, 0);
        let mut place = self.done % LINE;
        let mut values = values.iter();
        if self.done == 0
            && let Some(&first) = values.next()
        {
            // Nothing stands before the first value.
            let digits = first.to_string();
            out[..at + digits.len()][at..].copy_from_slice(digits.as_bytes());
            at += digits.len();
            place = 1;
        }
        for &value in values {
            let length = self.spaced(value, &mut out[at..]);
            if place == 0 {
                out[at] = b'\n';
            }
            place = if place == LINE - 1 { 0 } else { place + 1 };
            at += length;
        }
        out.truncate(at);
    }

    /// Writes a blank and the digits of a value to the front of `out`, which has room for eleven bytes at least, and
    /// tells how many there are.
    #[inline]
    fn spaced(&self, value: u32, out: &mut [u8]) -> usize {
        match self.ready.get(value as usize) {
            Some(ready) => {
                out[..8].copy_from_slice(ready);
                usize::from(ready[7])
            }
            None => spaced_slowly(value, out),
        }
    }

    fn csv(&self, values: &[u32], out: &mut Vec<u8>) {
        let mut at = out.len();
        out.resize(at + 32 * values.len() + 8, 0);
        let mut heap = Counter::new(self.from + self.done);
        for &value in values {
            let digits = heap.digits();
            let line = &mut out[at..];
            line[..digits.len()].copy_from_slice(digits);
            let comma = digits.len();
            let length = self.spaced(value, &mut line[comma..]);
            line[comma] = b',';
            line[comma + length] = b'\n';
            at += comma + length + 1;
            heap.step();
        }
        out.truncate(at);
    }
}

/// The same for any value.
#[cold]
fn spaced_slowly(value: u32, out: &mut [u8]) -> usize {
    let mut rest = out;
    let before = rest.len();
    // There is room for a blank and ten digits.
    let _ = write!(rest, " {value}");
    before - rest.len()
}

/// A blank and the digits of a small number, and the length of both.
fn ready(number: usize) -> [u8; 8] {
    let digits = format!(" {number}");
    let mut ready = [0; 8];
    ready[..digits.len()].copy_from_slice(digits.as_bytes());
    ready[7] = digits.len() as u8;
    ready
}

/// A number that counts up in decimal digits.
struct Counter {
    digits: [u8; 20],
    /// Where they begin.
    start: usize,
}

impl Counter {
    fn new(number: u64) -> Counter {
        let text = number.to_string();
        let start = 20 - text.len();
        let mut digits = [b'0'; 20];
        digits[start..].copy_from_slice(text.as_bytes());
        Counter { digits, start }
    }

    fn digits(&self) -> &[u8] {
        &self.digits[self.start..]
    }

    fn step(&mut self) {
        for place in (0..20).rev() {
            if self.digits[place] < b'9' {
                self.digits[place] += 1;
                self.start = self.start.min(place);
                return;
            }
            self.digits[place] = b'0';
        }
    }
}

/// The head of a `.npy` file, version 1.0, which is 128 bytes whatever the number of values.
fn npy(width: Width, count: u64) -> Vec<u8> {
    let kind = match width {
        Width::One => "|u1",
        Width::Two => "<u2",
        Width::Four => "<u4",
    };
    let mut head = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    let shape = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({count},), }}");
    head.extend_from_slice(shape.as_bytes());
    head.resize(127, b' ');
    head.push(b'\n');
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values at once, and in pieces with a new encoder for each.
    fn written(format: Format, from: u64, values: &[u32]) -> Vec<u8> {
        let count = values.len() as u64;
        let mut whole = Encoder::new(format, "0.77", from, 0, Vec::new());
        let mut out = whole.head(count);
        whole.push(values, &mut out).expect("narrow values");
        whole.end(&mut out);
        let mut encoder = Encoder::new(format, "0.77", from, 0, Vec::new());
        let mut pieces = encoder.head(count);
        let mut done = 0;
        for (place, piece) in values.chunks(777).enumerate() {
            if place % 2 == 1 {
                let pending = encoder.pending().to_vec();
                encoder = Encoder::new(format, "0.77", from, done, pending);
            }
            encoder.push(piece, &mut pieces).expect("narrow values");
            done += piece.len() as u64;
        }
        encoder.end(&mut pieces);
        assert!(pieces == out, "{format:?} in pieces differs");
        out
    }

    #[test]
    fn text_and_lines_read_back() {
        let values: Vec<u32> = (0..5000u32).map(|n| n * n % 100_003).collect();
        let text = String::from_utf8(written(Format::Text, 3, &values)).expect("text");
        let back: Vec<u32> = text
            .split_ascii_whitespace()
            .map(|word| word.parse().expect("a number"))
            .collect();
        assert_eq!(back, values);
        assert!(text.lines().all(|line| line.split(' ').count() == 20));
        assert!(text.ends_with('\n') && !text.contains(" \n"));
        for from in [0, 95, 99_999, u64::MAX - 5000] {
            let text = String::from_utf8(written(Format::Csv, from, &values)).expect("text");
            let expected: String = (from..)
                .zip(&values)
                .map(|(heap, value)| format!("{heap},{value}\n"))
                .collect();
            assert_eq!(text, format!("n,value\n{expected}"));
        }
    }

    #[test]
    fn the_widest_values_are_written_whole() {
        let values = [u32::MAX, 0, 4095, 4096, u32::MAX];
        assert_eq!(
            written(Format::Text, 0, &values),
            b"4294967295 0 4095 4096 4294967295\n"
        );
        let raw = written(Format::Raw(Width::Four), 0, &values);
        assert_eq!(raw[..8], [255, 255, 255, 255, 0, 0, 0, 0]);
        assert_eq!(written(Format::Raw(Width::Two), 0, &[258, 3]), [2, 1, 3, 0]);
    }

    #[test]
    fn wide_values_are_refused_by_their_place() {
        for (format, most) in [
            (Format::Raw(Width::One), 255),
            (Format::Npy(Width::Two), 65_535),
        ] {
            let mut encoder = Encoder::new(format, "0.77", 0, 0, Vec::new());
            let values = [1, most, most + 1, most + 9];
            let refused = encoder.push(&values, &mut Vec::new());
            let value = most + 1;
            assert_eq!(refused, Err(TooWide { place: 2, value }));
        }
    }

    #[test]
    fn arrays_have_an_aligned_head() {
        for count in [1, 10, u64::MAX] {
            let head = npy(Width::Two, count);
            assert_eq!(head.len(), 128);
            assert_eq!(usize::from(head[8]), 128 - 10);
            let text = String::from_utf8_lossy(&head[10..]);
            assert!(text.contains(&format!("'shape': ({count},)")), "{text}");
        }
        written(Format::Npy(Width::One), 0, &[1, 2, 3]);
    }

    #[test]
    fn parquet_in_pieces() {
        let values: Vec<u32> = (0..200_000).map(|n| n % 251).collect();
        for width in [Width::One, Width::Two, Width::Four] {
            written(Format::Parquet(width), 7, &values);
        }
    }
}
