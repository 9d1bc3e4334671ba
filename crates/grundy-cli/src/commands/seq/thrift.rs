//! Thrift's compact protocol, as far as the metadata of a Parquet file needs it.

const INT32: u8 = 5;
const INT64: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct whose fields are added in the order of their numbers.
#[derive(Debug, Default)]
pub(super) struct Struct {
    out: Vec<u8>,
    last: u8,
}

impl Struct {
    /// Its bytes.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.out.push(0);
        self.out
    }

    fn field(&mut self, number: u8, kind: u8) {
        self.out.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    /// Adds a number of 32 bits.
    pub(super) fn int32(&mut self, field: u8, number: i64) {
        self.field(field, INT32);
        zigzag(number, &mut self.out);
    }

    /// Adds a number of 64 bits.
    pub(super) fn int64(&mut self, field: u8, number: i64) {
        self.field(field, INT64);
        zigzag(number, &mut self.out);
    }

    /// Adds a text.
    pub(super) fn text(&mut self, field: u8, text: &str) {
        self.field(field, TEXT);
        bytes(text, &mut self.out);
    }

    /// Adds a list of numbers.
    pub(super) fn int32s(&mut self, field: u8, numbers: &[i64]) {
        self.list(field, INT32, numbers.len());
        for &number in numbers {
            zigzag(number, &mut self.out);
        }
    }

    /// Adds a list of texts.
    pub(super) fn texts(&mut self, field: u8, texts: &[&str]) {
        self.list(field, TEXT, texts.len());
        for text in texts {
            bytes(text, &mut self.out);
        }
    }

    /// Adds a struct.
    pub(super) fn nested(&mut self, field: u8, fill: impl FnOnce(&mut Struct)) {
        self.field(field, STRUCT);
        let mut inner = Struct::default();
        fill(&mut inner);
        self.out.extend(inner.end());
    }

    /// Adds a list of structs, each filled by its place.
    pub(super) fn structs(
        &mut self,
        field: u8,
        count: usize,
        mut fill: impl FnMut(usize, &mut Struct),
    ) {
        self.list(field, STRUCT, count);
        for place in 0..count {
            let mut inner = Struct::default();
            fill(place, &mut inner);
            self.out.extend(inner.end());
        }
    }

    fn list(&mut self, field: u8, kind: u8, count: usize) {
        self.field(field, LIST);
        if count < 15 {
            self.out.push((count as u8) << 4 | kind);
        } else {
            self.out.push(0xF0 | kind);
            varint(count as u64, &mut self.out);
        }
    }
}

fn bytes(text: &str, out: &mut Vec<u8>) {
    varint(text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
}

fn zigzag(number: i64, out: &mut Vec<u8>) {
    varint((number << 1 ^ number >> 63) as u64, out);
}

/// Adds a number by sevens of bits, the lowest first.
pub(super) fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}
