//! Frames: four bytes that tell a length, and so many bytes.

use std::io::{self, Read, Write};

/// Frames are shorter than this: some thousands of news take 16 bytes each.
pub(crate) const LONGEST: usize = 1 << 22;

/// What both say they speak; another version is another word.
pub(crate) const HELLO: &[u8] = b"grundy crew 2\n";

/// A frame of no bytes: a sign of life.
pub(crate) const ALIVE: &[u8] = b"";

/// Writes a frame at once.
pub(crate) fn write(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).ok();
    let length = length.filter(|_| bytes.len() < LONGEST);
    let length = length.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    to.write_all(&[&length.to_le_bytes(), bytes].concat())
}

/// Reads a frame, of at most so many bytes.
pub(crate) fn read(from: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > most {
        return Err(io::ErrorKind::InvalidData.into());
    }
    // Whoever announces much and sends nothing takes no memory.
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes)?;
    match bytes.len() == length {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_whole_or_not_at_all() {
        for bytes in [&b""[..], b"a", &[7; 5000]] {
            let mut written = Vec::new();
            write(&mut written, bytes).expect("short");
            assert_eq!(read(&mut &written[..], LONGEST).expect("whole"), bytes);
            for end in 0..written.len() {
                assert!(read(&mut &written[..end], LONGEST).is_err());
            }
        }
        assert!(read(&mut &u32::MAX.to_le_bytes()[..], LONGEST).is_err());
        assert!(write(&mut Vec::new(), &vec![0; LONGEST]).is_err());
    }
}
