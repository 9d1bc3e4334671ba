//! Parquet files of two columns, `n` and `value`, written as the values come.
//!
//! The layout is chosen so that every length follows from the number of values alone: the heaps of a row group are
//! delta-encoded, differences of 1 in no bits at all; the values are numbers of a dictionary that holds each value at its
//! own place, packed in 8 or 16 bits, which is to say that they stand there as plain bytes; values of 32 bits need no
//! dictionary. A file can so be left at any value and gone on with. Nothing is compressed.
//!
//! The format is that of Apache Parquet (`parquet.thrift`), its metadata in Thrift's compact protocol.

use super::thrift::{Struct, varint};
use super::width::Width;

/// Values of a page; fewer in tests, so that few values make several row groups.
const PAGE: u64 = if cfg!(test) { 1 << 10 } else { 1 << 16 };

/// Values of a row group.
const GROUP: u64 = 64 * PAGE;

/// What a file begins and ends with.
const MARK: &[u8; 4] = b"PAR1";

// Numbers of `parquet.thrift`.
const INT32: i64 = 1;
const INT64: i64 = 2;
const REQUIRED: i64 = 0;
const UNSIGNED: [i64; 3] = [11, 12, 13];
const PLAIN: i64 = 0;
const RUNS: i64 = 3;
const DELTAS: i64 = 5;
const NUMBERS: i64 = 8;
const DATA_PAGE: i64 = 0;
const DICTIONARY_PAGE: i64 = 2;

/// Writes the values of a sequence from one heap on.
#[derive(Debug)]
pub(super) struct Parquet {
    width: Width,
    code: String,
    from: u64,
    /// How many values there have been.
    done: u64,
    /// Those of the page that is not full yet.
    pending: Vec<u8>,
}

/// Lengths of a row group's two chunks.
struct Chunks {
    dictionary: usize,
    values: usize,
    heaps: usize,
}

impl Parquet {
    /// What comes first.
    pub(super) const HEAD: &[u8] = MARK;

    pub(super) fn new(width: Width, code: &str, from: u64, done: u64, pending: Vec<u8>) -> Parquet {
        Parquet {
            width,
            code: code.to_owned(),
            from,
            done,
            pending,
        }
    }

    /// How many bytes wait after so many values.
    pub(super) fn pending_length(width: Width, done: u64) -> usize {
        width.bytes() * (done % PAGE) as usize
    }

    /// The values of the page that is not full yet.
    pub(super) fn pending(&self) -> &[u8] {
        &self.pending
    }

    /// Takes values, and adds the pages that they fill.
    pub(super) fn push(&mut self, mut values: &[u32], out: &mut Vec<u8>) {
        while !values.is_empty() {
            let room = PAGE - self.done % PAGE;
            let taken = values.len().min(room as usize);
            self.width.push(&values[..taken], &mut self.pending);
            self.done += taken as u64;
            values = &values[taken..];
            if self.done.is_multiple_of(PAGE) {
                self.page(PAGE, out);
                if self.done.is_multiple_of(GROUP) {
                    heaps(self.from + self.done - GROUP, GROUP, out);
                }
            }
        }
    }

    /// Adds the last page and the metadata.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        let rows = self.done % PAGE;
        if rows > 0 {
            self.page(rows, out);
        }
        let rows = self.done % GROUP;
        if rows > 0 {
            heaps(self.from + self.done - rows, rows, out);
        }
        let metadata = self.metadata();
        out.extend_from_slice(&metadata);
        out.extend_from_slice(&(metadata.len() as u32).to_le_bytes());
        out.extend_from_slice(MARK);
    }

    /// Adds a page with the values that are pending, the last of `done`.
    fn page(&mut self, rows: u64, out: &mut Vec<u8>) {
        if (self.done - rows).is_multiple_of(GROUP) {
            dictionary(self.width, out);
        }
        out.extend_from_slice(&page_head(self.width, rows));
        out.append(&mut self.pending);
        // Packed numbers come by eights.
        let padding = packed(self.width, rows) - self.width.bytes() * rows as usize;
        out.resize(out.len() + padding, 0);
    }

    /// Lengths of what a row group is made of.
    fn chunks(&self, first: u64, rows: u64) -> Chunks {
        let mut scratch = Vec::new();
        dictionary(self.width, &mut scratch);
        let dictionary = scratch.len();
        let page = |rows| page_head(self.width, rows).len() + packed(self.width, rows);
        let (full, last) = ((rows / PAGE) as usize, rows % PAGE);
        let values = full * page(PAGE) + if last > 0 { page(last) } else { 0 };
        let heaps = heaps_head(first, rows).iter().map(Vec::len).sum::<usize>() + deltas(rows);
        Chunks {
            dictionary,
            values,
            heaps,
        }
    }

    fn metadata(&self) -> Vec<u8> {
        let unsigned = match self.width {
            Width::One => UNSIGNED[0],
            Width::Two => UNSIGNED[1],
            Width::Four => UNSIGNED[2],
        };
        let mut metadata = Struct::default();
        metadata.int32(1, 1);
        metadata.structs(2, 3, |place, element| match place {
            0 => {
                element.text(4, "sequence");
                element.int32(5, 2);
            }
            1 => {
                element.int32(1, INT64);
                element.int32(3, REQUIRED);
                element.text(4, "n");
            }
            _ => {
                element.int32(1, INT32);
                element.int32(3, REQUIRED);
                element.text(4, "value");
                element.int32(6, unsigned);
            }
        });
        metadata.int64(3, self.done as i64);
        let groups = self.done.div_ceil(GROUP);
        let mut offset = MARK.len();
        metadata.structs(4, groups as usize, |place, group| {
            let before = place as u64 * GROUP;
            let rows = (self.done - before).min(GROUP);
            let chunks = self.chunks(self.from + before, rows);
            self.group(group, rows, offset, &chunks);
            offset += chunks.dictionary + chunks.values + chunks.heaps;
        });
        let facts = [("code", self.code.clone()), ("from", self.from.to_string())];
        metadata.structs(5, facts.len(), |place, fact| {
            fact.text(1, facts[place].0);
            fact.text(2, &facts[place].1);
        });
        metadata.text(6, concat!("grundy version ", env!("CARGO_PKG_VERSION")));
        metadata.end()
    }

    /// A row group that begins at `offset` with its values; its heaps come after them.
    fn group(&self, group: &mut Struct, rows: u64, offset: usize, chunks: &Chunks) {
        let values = chunks.dictionary + chunks.values;
        group.structs(1, 2, |place, chunk| {
            let is_heaps = place == 0;
            let start = if is_heaps { offset + values } else { offset };
            chunk.int64(2, start as i64);
            chunk.nested(3, |column| {
                let length = if is_heaps { chunks.heaps } else { values } as i64;
                column.int32(1, if is_heaps { INT64 } else { INT32 });
                column.int32s(
                    2,
                    match (is_heaps, self.width) {
                        (true, _) => &[DELTAS],
                        (false, Width::Four) => &[PLAIN],
                        (false, _) => &[PLAIN, RUNS, NUMBERS],
                    },
                );
                column.texts(3, &[if is_heaps { "n" } else { "value" }]);
                column.int32(4, 0);
                column.int64(5, rows as i64);
                column.int64(6, length);
                column.int64(7, length);
                if !is_heaps && chunks.dictionary > 0 {
                    column.int64(9, (start + chunks.dictionary) as i64);
                    column.int64(11, start as i64);
                } else {
                    column.int64(9, start as i64);
                }
            });
        });
        group.int64(2, (values + chunks.heaps) as i64);
        group.int64(3, rows as i64);
    }
}

/// The head of a page of so many bytes; `describe` adds what its kind needs.
fn head(kind: i64, bytes: usize, describe: impl FnOnce(&mut Struct)) -> Vec<u8> {
    let mut head = Struct::default();
    head.int32(1, kind);
    head.int32(2, bytes as i64);
    head.int32(3, bytes as i64);
    describe(&mut head);
    head.end()
}

/// The head of a page of data.
fn data_head(rows: u64, encoding: i64, bytes: usize) -> Vec<u8> {
    head(DATA_PAGE, bytes, |head| {
        head.nested(5, |data| {
            data.int32(1, rows as i64);
            data.int32(2, encoding);
            data.int32(3, RUNS);
            data.int32(4, RUNS);
        });
    })
}

/// Adds the dictionary of the values, each at its own place; none for 32 bits.
fn dictionary(width: Width, out: &mut Vec<u8>) {
    if width == Width::Four {
        return;
    }
    let count = width.most() + 1;
    out.extend(head(DICTIONARY_PAGE, 4 * count as usize, |head| {
        head.nested(7, |data| {
            data.int32(1, count.into());
            data.int32(2, PLAIN);
        });
    }));
    out.extend((0..count).flat_map(u32::to_le_bytes));
}

/// Bytes of a page's values: numbers of a dictionary come by eights.
fn packed(width: Width, rows: u64) -> usize {
    let rows = match width {
        Width::Four => rows,
        _ => rows.next_multiple_of(8),
    };
    width.bytes() * rows as usize
}

/// What comes before a page's values.
fn page_head(width: Width, rows: u64) -> Vec<u8> {
    if width == Width::Four {
        return data_head(rows, PLAIN, packed(width, rows));
    }
    // The bits of a number, then one run of packed ones.
    let mut run = vec![8 * width.bytes() as u8];
    varint(rows.div_ceil(8) << 1 | 1, &mut run);
    let bytes = run.len() + packed(width, rows);
    [data_head(rows, NUMBERS, bytes), run].concat()
}

/// Bytes of the blocks of a page of heaps: a difference of 1 and four widths of 0 for each 128 heaps but the first.
fn deltas(rows: u64) -> usize {
    5 * (rows - 1).div_ceil(128) as usize
}

/// What comes before these blocks.
fn heaps_head(first: u64, rows: u64) -> [Vec<u8>; 2] {
    let mut start = Vec::new();
    varint(128, &mut start);
    varint(4, &mut start);
    varint(rows, &mut start);
    varint(first << 1, &mut start);
    [data_head(rows, DELTAS, start.len() + deltas(rows)), start]
}

/// Adds the heaps of a row group.
fn heaps(first: u64, rows: u64, out: &mut Vec<u8>) {
    out.extend(heaps_head(first, rows).concat());
    // The least difference, 1, in the zigzag way; then the widths.
    let block = [2, 0, 0, 0, 0];
    out.extend(block.iter().cycle().take(deltas(rows)));
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    /// The columns, as the crate of the format's makers reads them.
    fn read(file: Vec<u8>, name: &str) -> (usize, Vec<(i64, u32)>) {
        let path = std::env::temp_dir().join(format!("grundy-{}-{name}", std::process::id()));
        let mut on_disk = File::create_new(&path).expect("a file");
        on_disk.write_all(&file).expect("a file");
        let on_disk = File::open(&path).expect("a file");
        std::fs::remove_file(&path).expect("a file");
        let reader = SerializedFileReader::new(on_disk).expect("metadata");
        let rows = reader.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row");
            let value = row.get_ubyte(1).map(u32::from);
            let value = value.or_else(|_| row.get_ushort(1).map(u32::from));
            let value = value.or_else(|_| row.get_uint(1));
            (row.get_long(0).expect("a heap"), value.expect("a value"))
        });
        (reader.metadata().num_row_groups(), rows.collect())
    }

    #[test]
    fn row_groups_are_read_back() {
        let from = 1u64 << 40;
        for (width, count, groups) in [
            (Width::One, GROUP + 2 * PAGE + 5, 2),
            (Width::Two, PAGE, 1),
            (Width::Four, PAGE + 129, 1),
            (Width::One, 1, 1),
        ] {
            let values: Vec<u32> = (0..count as u32)
                .map(|n| n.wrapping_mul(0x9E37_79B9) >> 7 & width.most())
                .collect();
            let mut parquet = Parquet::new(width, "0.77", from, 0, Vec::new());
            let mut file = Parquet::HEAD.to_vec();
            for piece in values.chunks(5000) {
                parquet.push(piece, &mut file);
            }
            parquet.end(&mut file);
            let (found, rows) = read(file, &format!("{count}.parquet"));
            assert_eq!(found, groups);
            assert_eq!(rows.len() as u64, count);
            for (place, (row, value)) in rows.into_iter().zip(values).enumerate() {
                assert_eq!(row, ((from + place as u64) as i64, value));
            }
        }
    }
}
