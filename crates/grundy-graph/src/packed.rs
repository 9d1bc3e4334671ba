//! packed
pub(crate) const MAGIC: [u8; 8] = *b"\x89grg\r\n\x1A\n";
