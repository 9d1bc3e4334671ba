//! Natural numbers of any length: [as text](decimal), and their [arithmetic in pieces](long).

pub mod decimal;
pub mod long;

/// A natural number of any size; up to 128 bits are held without allocation.
pub type Natural = dashu_int::UBig;

/// Bytes that a number holds outside itself.
#[inline]
pub fn heap_bytes(number: &Natural) -> u64 {
    use dashu_int::ops::BitTest;
    let bits = number.bit_len() as u64;
    if bits <= 128 { 0 } else { bits / 8 }
}
