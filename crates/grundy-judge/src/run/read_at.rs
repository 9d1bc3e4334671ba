//! Reading a file at a place, on every system.

use std::fs::File;
use std::io;
#[cfg(not(any(unix, windows)))]
use std::io::{Read, Seek};

/// Reads at a place, wherever others read the file.
pub(super) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_at(file, buffer, at);
    #[cfg(windows)]
    return std::os::windows::fs::FileExt::seek_read(file, buffer, at);
    #[cfg(not(any(unix, windows)))]
    {
        let mut file = file;
        file.seek(io::SeekFrom::Start(at))?;
        file.read(buffer)
    }
}
