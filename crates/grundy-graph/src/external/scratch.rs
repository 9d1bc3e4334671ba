//! A file of pages for what does not fit into memory: streams of 32-bit words that are written at the end and read from
//! the beginning, each page given back as soon as it has been read.

use std::fs::{File, OpenOptions};
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy::budget::Meter;
use grundy_files::Temporary;

use super::Unsolved;

/// Words of a page are a multiple of this, so that records of one, two, three or four words never lie on two pages.
pub(super) const GRAIN: usize = 12;

/// A file of pages. It is removed when this is dropped; where the system allows, its name is gone from the beginning, so
/// that nothing is left behind whatever happens to the process.
#[derive(Debug)]
pub(super) struct Scratch {
    file: File,
    _name: Temporary,
    /// Words of a page.
    page: usize,
    free: Vec<u32>,
    pages: u32,
    /// A page on its way.
    bytes: Vec<u8>,
    /// How many bytes the file may take.
    limit: u64,
    meter: Meter,
    /// Bytes read so far.
    pub(super) read: u64,
    /// Bytes written so far.
    pub(super) written: u64,
}

/// A new file in this directory, open to read and write, and its name, which is gone already where the system allows.
fn create(place: &Path) -> io::Result<(File, Temporary)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = place.join(format!(".grundy-{}-{number}.scratch", std::process::id()));
        let made = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path);
        match made {
            Ok(file) => {
                let name = Temporary::new(path);
                // An open file lives on without a name where the system has Unix's ways.
                if cfg!(unix) {
                    let _ = std::fs::remove_file(name.path());
                }
                return Ok((file, name));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

impl Scratch {
    /// An empty file in this directory, of pages of about so many bytes.
    pub(super) fn new(
        place: &Path,
        page_bytes: usize,
        limit: u64,
        meter: Meter,
    ) -> io::Result<Scratch> {
        let page = (page_bytes / 4 / GRAIN).max(1) * GRAIN;
        let (file, name) = create(place)?;
        Ok(Scratch {
            file,
            _name: name,
            page,
            free: Vec::new(),
            pages: 0,
            bytes: vec![0; page * 4],
            limit,
            meter,
            read: 0,
            written: 0,
        })
    }

    fn at(&self, page: u32) -> u64 {
        u64::from(page) * self.page as u64 * 4
    }

    /// Writes words, at most a page of them, to a page of their own.
    fn write(&mut self, words: &[u32]) -> Result<u32, Unsolved> {
        self.meter.look()?;
        let page = match self.free.pop() {
            Some(page) => page,
            None => {
                let page = self.pages;
                self.pages = page.checked_add(1).ok_or_else(full)?;
                if self.at(self.pages) > self.limit {
                    return Err(full().into());
                }
                page
            }
        };
        for (bytes, word) in self.bytes.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        self.file.seek(SeekFrom::Start(self.at(page)))?;
        self.file.write_all(&self.bytes[..words.len() * 4])?;
        self.written += words.len() as u64 * 4;
        Ok(page)
    }

    /// Reads the first words of a page and adds them to those given.
    fn load(&mut self, page: u32, words: usize, to: &mut Vec<u32>) -> Result<(), Unsolved> {
        self.meter.look()?;
        self.file.seek(SeekFrom::Start(self.at(page)))?;
        let bytes = &mut self.bytes[..words * 4];
        self.file.read_exact(bytes)?;
        self.read += bytes.len() as u64;
        to.extend(
            bytes
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])),
        );
        Ok(())
    }

    /// Words of a page.
    pub(super) fn page(&self) -> usize {
        self.page
    }

    /// Allows the file so many bytes at most.
    pub(super) fn limit(&mut self, bytes: u64) {
        self.limit = bytes;
    }

    /// Asks whether to stop.
    pub(super) fn look(&self) -> Result<(), Unsolved> {
        Ok(self.meter.look()?)
    }
}

#[cold]
fn full() -> Error {
    Error::new(
        ErrorKind::StorageFull,
        "the scratch files have taken all the room they may take",
    )
}

/// Words in the order in which they were written. The last page is in memory until it is full.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pages: Vec<u32>,
    tail: Vec<u32>,
    /// How many words the last page lacks.
    lacks: usize,
}

impl Stream {
    /// Adds words.
    #[inline]
    pub(super) fn push(&mut self, scratch: &mut Scratch, words: &[u32]) -> Result<(), Unsolved> {
        if self.tail.len() + words.len() < scratch.page && self.tail.capacity() != 0 {
            self.tail.extend_from_slice(words);
            return Ok(());
        }
        self.push_over(scratch, words)
    }

    #[cold]
    fn push_over(&mut self, scratch: &mut Scratch, mut words: &[u32]) -> Result<(), Unsolved> {
        if self.tail.capacity() == 0 {
            self.tail.reserve_exact(scratch.page);
        }
        while !words.is_empty() {
            let (now, later) = words.split_at(words.len().min(scratch.page - self.tail.len()));
            self.tail.extend_from_slice(now);
            words = later;
            if self.tail.len() == scratch.page {
                self.pages.push(scratch.write(&self.tail)?);
                self.tail.clear();
            }
        }
        Ok(())
    }

    /// Frees the memory of the last page. Nothing may be added from now on.
    pub(super) fn close(&mut self, scratch: &mut Scratch) -> Result<(), Unsolved> {
        if !self.tail.is_empty() {
            self.pages.push(scratch.write(&self.tail)?);
            self.lacks = scratch.page - self.tail.len();
        }
        self.tail = Vec::new();
        Ok(())
    }

    /// How many words there are.
    pub(super) fn words(&self, scratch: &Scratch) -> u64 {
        self.pages.len() as u64 * scratch.page as u64 + self.tail.len() as u64 - self.lacks as u64
    }

    /// How many pieces there are: see [`piece`](Stream::piece).
    pub(super) fn pieces(&self) -> usize {
        self.pages.len() + usize::from(!self.tail.is_empty())
    }

    /// Adds the words of a piece, about a page, to those given. Pieces are numbered from 0.
    pub(super) fn piece(
        &self,
        scratch: &mut Scratch,
        piece: usize,
        to: &mut Vec<u32>,
    ) -> Result<(), Unsolved> {
        match self.pages.get(piece) {
            Some(&page) if piece + 1 == self.pages.len() => {
                scratch.load(page, scratch.page - self.lacks, to)
            }
            Some(&page) => scratch.load(page, scratch.page, to),
            None => {
                to.extend_from_slice(&self.tail);
                Ok(())
            }
        }
    }

    /// As [`piece`](Stream::piece), and gives its page back; nobody may read it again.
    pub(super) fn last_look(
        &self,
        scratch: &mut Scratch,
        piece: usize,
        to: &mut Vec<u32>,
    ) -> Result<(), Unsolved> {
        self.piece(scratch, piece, to)?;
        scratch.free.extend(self.pages.get(piece));
        Ok(())
    }

    /// Adds all words to those given.
    pub(super) fn read(&self, scratch: &mut Scratch, to: &mut Vec<u32>) -> Result<(), Unsolved> {
        (0..self.pieces()).try_for_each(|piece| self.piece(scratch, piece, to))
    }

    /// Gives all pages back.
    pub(super) fn forget(self, scratch: &mut Scratch) {
        scratch.free.extend(self.pages);
    }

    /// Whether there are no words.
    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.tail.is_empty()
    }
}

/// The edges into one vertex that are too many for memory: a part of a file of its own.
#[derive(Debug)]
pub(super) struct Lists {
    file: File,
    _name: Temporary,
    end: u64,
    limit: u64,
    bytes: Vec<u8>,
    /// Bytes read so far.
    pub(super) read: u64,
    /// Bytes written so far.
    pub(super) written: u64,
}

impl Lists {
    /// An empty file in this directory.
    pub(super) fn new(place: &Path, limit: u64) -> io::Result<Lists> {
        let (file, name) = create(place)?;
        Ok(Lists {
            file,
            _name: name,
            end: 0,
            limit,
            bytes: Vec::new(),
            read: 0,
            written: 0,
        })
    }

    /// Room for so many words; where it begins.
    pub(super) fn room(&mut self, words: u64) -> io::Result<u64> {
        let begin = self.end;
        self.end += words;
        if self.end.saturating_mul(4) > self.limit {
            return Err(full());
        }
        Ok(begin)
    }

    /// Writes words at this place.
    pub(super) fn write(&mut self, at: u64, words: impl Iterator<Item = u32>) -> io::Result<()> {
        self.bytes.clear();
        self.bytes.extend(words.flat_map(u32::to_le_bytes));
        self.file.seek(SeekFrom::Start(at * 4))?;
        self.file.write_all(&self.bytes)?;
        self.written += self.bytes.len() as u64;
        Ok(())
    }

    /// Reads so many words from this place in place of those given.
    pub(super) fn load(&mut self, at: u64, words: usize, to: &mut Vec<u32>) -> io::Result<()> {
        self.bytes.resize(words * 4, 0);
        self.file.seek(SeekFrom::Start(at * 4))?;
        self.file.read_exact(&mut self.bytes)?;
        self.read += self.bytes.len() as u64;
        to.clear();
        to.extend(
            self.bytes
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])),
        );
        Ok(())
    }
}
