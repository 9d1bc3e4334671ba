//! Writing the packed form.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use grundy_files::Partial;

use super::{EDGES, END, LONE, MAGIC, MOST, NAMES, NAMES_TOGETHER, VERSION, block};
use crate::{Names, Sink, SinkError, WriteError};

/// A sink that packs what it takes into a file, with a few mebibytes of memory.
///
/// The file has its name when it is [finished](Self::finish); otherwise nothing stays behind.
pub struct Pack {
    file: Partial,
    path: PathBuf,
    edges: Vec<(u32, u32)>,
    block: Vec<u8>,
    taken: u64,
    bytes: u64,
}

/// What was packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// How many edges the file has.
    pub edges: u64,
    /// How many bytes.
    pub bytes: u64,
}

impl Pack {
    /// Creates the file under a temporary name and writes its header.
    pub fn create(path: &Path) -> Result<Pack, WriteError> {
        let begin = || {
            let mut pack = Pack {
                file: Partial::create(path)?,
                path: path.to_owned(),
                edges: Vec::with_capacity(MOST),
                block: Vec::new(),
                taken: 0,
                bytes: 0,
            };
            pack.write(&MAGIC)?;
            pack.write(&VERSION.to_le_bytes())?;
            Ok(pack)
        };
        begin().map_err(|error| failed(path, error))
    }

    /// Writes the names, which the reading of the graph gave, and ends the file.
    pub fn finish(mut self, names: &Names) -> Result<Packed, WriteError> {
        let packed = self.end(names).map_err(|error| failed(&self.path, error))?;
        let Pack { file, path, .. } = self;
        file.finish().map_err(|error| failed(&path, error))?;
        Ok(packed)
    }

    fn end(&mut self, names: &Names) -> io::Result<Packed> {
        self.flush()?;
        for lone in names.lone().chunks(MOST) {
            self.begin_block(LONE, lone.len());
            for vertex in lone {
                self.block.extend_from_slice(&vertex.to_le_bytes());
            }
            self.end_block()?;
        }
        let words = names.words().map(|(_, words)| words);
        let mut count = 0;
        for word in words.into_iter().flat_map(|words| words.iter()) {
            if count == 0 {
                self.begin_block(NAMES, 0);
            }
            count += 1;
            // No name has 2^32 bytes.
            self.block
                .extend_from_slice(&(word.len() as u32).to_le_bytes());
            self.block.extend_from_slice(word.as_bytes());
            if self.block.len() >= NAMES_TOGETHER {
                self.end_block_of(std::mem::take(&mut count))?;
            }
        }
        if count > 0 {
            self.end_block_of(count)?;
        }
        self.begin_block(END, 0);
        self.block
            .extend_from_slice(&names.may_miss().to_le_bytes());
        let words = words.map_or(0, |words| words.len());
        self.block.extend_from_slice(&words.to_le_bytes());
        self.block.extend_from_slice(&self.taken.to_le_bytes());
        self.end_block()?;
        Ok(Packed {
            edges: self.taken,
            bytes: self.bytes,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.edges.is_empty() {
            return Ok(());
        }
        let mut edges = std::mem::take(&mut self.edges);
        if !edges.is_sorted() {
            edges.sort_unstable();
        }
        self.taken += edges.len() as u64;
        self.begin_block(EDGES, edges.len());
        block::pack(&edges, &mut self.block);
        edges.clear();
        self.edges = edges;
        self.end_block()
    }

    fn begin_block(&mut self, kind: u8, count: usize) {
        self.block.clear();
        self.block.push(kind);
        self.block.extend_from_slice(&(count as u32).to_le_bytes());
        self.block.extend_from_slice(&[0; 4]);
    }

    fn end_block_of(&mut self, count: u32) -> io::Result<()> {
        self.block[1..5].copy_from_slice(&count.to_le_bytes());
        self.end_block()
    }

    fn end_block(&mut self) -> io::Result<()> {
        let length = (self.block.len() - 9) as u32;
        self.block[5..9].copy_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(&self.block);
        self.block.extend_from_slice(&sum.to_le_bytes());
        let block = std::mem::take(&mut self.block);
        self.write(&block)?;
        self.block = block;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}

impl Sink for Pack {
    fn edges(&mut self, mut edges: &[(u32, u32)]) -> Result<(), SinkError> {
        while !edges.is_empty() {
            let (now, later) = edges.split_at(edges.len().min(MOST - self.edges.len()));
            self.edges.extend_from_slice(now);
            edges = later;
            if self.edges.len() == MOST {
                self.flush().map_err(SinkError::File)?;
            }
        }
        Ok(())
    }

    /// The names tell of vertices without edges, at the end.
    fn vertex(&mut self, _: u32) -> Result<(), SinkError> {
        Ok(())
    }
}

fn failed(path: &Path, error: io::Error) -> WriteError {
    WriteError {
        path: Some(path.to_owned()),
        error,
    }
}
