//! Reading the packed form.

use std::io::{self, Read};

use grundy::{Message, message};

use super::{EDGES, END, LONE, LONGEST, MAGIC, MOST, NAMES, VERSION, block};
use crate::names::plain_number;
use crate::read::{BATCH, Cause, ReadError, Where};
use crate::{Names, Sink, Words};

/// What was read, and where.
struct Reading<'a> {
    reader: &'a mut dyn Read,
    sink: &'a mut dyn Sink,
    /// How many bytes were read.
    offset: u64,
    batch: Vec<(u32, u32)>,
    edges: u64,
    /// The greatest vertex so far.
    greatest: Option<u32>,
    lone: Vec<u32>,
    words: Words,
}

/// Reads a whole file: the names, and how many edges there are.
pub(crate) fn read(reader: &mut dyn Read, sink: &mut dyn Sink) -> Result<(Names, u64), ReadError> {
    let mut reading = Reading {
        reader,
        sink,
        offset: 0,
        batch: Vec::new(),
        edges: 0,
        greatest: None,
        lone: Vec::new(),
        words: Words::default(),
    };
    let mut head = [0; 12];
    reading.fill(&mut head)?;
    if head[..8] != MAGIC {
        return Err(wrong(
            0,
            message!("expected a packed graph", "此处应为打包的图"),
        ));
    }
    if head[8..] != VERSION.to_le_bytes() {
        return Err(wrong(
            8,
            message!(
                "expected version 1 of the packed form; a newer program may read this",
                "此处应为打包格式的第 1 版；较新的程序也许能读"
            ),
        ));
    }
    let mut content = Vec::new();
    loop {
        let begin = reading.offset;
        if let Some(end) = reading.block(begin, &mut content)? {
            return Ok(end);
        }
    }
}

impl Reading<'_> {
    /// Reads a block; the last tells what was read.
    fn block(
        &mut self,
        begin: u64,
        content: &mut Vec<u8>,
    ) -> Result<Option<(Names, u64)>, ReadError> {
        let mut head = [0; 9];
        self.fill(&mut head)?;
        let [kind, count @ .., _, _, _, _] = head;
        let count = u32::from_le_bytes(count) as usize;
        let length = u32::from_le_bytes([head[5], head[6], head[7], head[8]]) as usize;
        if !(EDGES..=END).contains(&kind) || length > LONGEST || count > MOST {
            return Err(damaged(begin));
        }
        content.resize(length, 0);
        self.fill(content)?;
        let mut sum = [0; 4];
        self.fill(&mut sum)?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&head);
        hasher.update(content);
        if sum != hasher.finalize().to_le_bytes() {
            return Err(damaged(begin));
        }
        match kind {
            EDGES => self.edges(begin, count, content)?,
            LONE => self.lone(begin, count, content)?,
            NAMES => self.names(begin, count, content)?,
            _ => return self.end(begin, content).map(Some),
        }
        Ok(None)
    }

    fn edges(&mut self, begin: u64, count: usize, content: &[u8]) -> Result<(), ReadError> {
        let mut unpacking = block::Unpacking::new(count, content).ok_or_else(|| damaged(begin))?;
        while !unpacking.is_empty() {
            self.batch.clear();
            unpacking
                .take(BATCH, &mut self.batch)
                .ok_or_else(|| damaged(begin))?;
            let greatest = self.batch.iter().map(|&(from, to)| from.max(to)).max();
            self.greatest = self.greatest.max(greatest);
            if greatest == Some(u32::MAX) {
                return Err(damaged(begin));
            }
            self.sink.edges(&self.batch).map_err(Cause::SinkError)?;
            self.edges += self.batch.len() as u64;
        }
        Ok(())
    }

    fn lone(&mut self, begin: u64, count: usize, content: &[u8]) -> Result<(), ReadError> {
        let (vertices, rest) = content.as_chunks::<4>();
        if vertices.len() != count || !rest.is_empty() {
            return Err(damaged(begin));
        }
        for vertex in vertices {
            let vertex = u32::from_le_bytes(*vertex);
            if vertex == u32::MAX || self.lone.last().is_some_and(|&last| last >= vertex) {
                return Err(damaged(begin));
            }
            self.lone.push(vertex);
            self.sink.vertex(vertex).map_err(Cause::SinkError)?;
        }
        self.greatest = self.greatest.max(self.lone.last().copied());
        Ok(())
    }

    fn names(&mut self, begin: u64, count: usize, content: &[u8]) -> Result<(), ReadError> {
        let mut rest = content;
        for _ in 0..count {
            let (length, names) = rest.split_first_chunk().ok_or_else(|| damaged(begin))?;
            let (name, later) = names
                .split_at_checked(u32::from_le_bytes(*length) as usize)
                .ok_or_else(|| damaged(begin))?;
            rest = later;
            let new = std::str::from_utf8(name).is_ok()
                && self.words.intern(name).is_ok_and(|(_, new)| new);
            if !new {
                return Err(damaged(begin));
            }
        }
        match rest {
            [] => Ok(()),
            _ => Err(damaged(begin)),
        }
    }

    fn end(&mut self, begin: u64, content: &[u8]) -> Result<(Names, u64), ReadError> {
        let fields = || {
            let (bound, rest) = content.split_first_chunk()?;
            let (words, rest) = rest.split_first_chunk()?;
            let (edges, rest) = rest.split_first_chunk()?;
            let fields = (
                u32::from_le_bytes(*bound),
                u32::from_le_bytes(*words),
                u64::from_le_bytes(*edges),
            );
            rest.is_empty().then_some(fields)
        };
        let (bound, words, edges) = fields().ok_or_else(|| damaged(begin))?;
        let all = bound.checked_add(words).filter(|&all| all < u32::MAX);
        let right = words == self.words.len()
            && edges == self.edges
            && all.is_some_and(|all| self.greatest.is_none_or(|greatest| greatest < all))
            && self.lone.last().is_none_or(|&last| last < bound)
            // A bound below which there is nothing would have others make room for it.
            && (words > 0 || bound == self.greatest.map_or(0, |greatest| greatest + 1))
            && !(bound > 0
                && self.words.iter().any(|word| {
                    plain_number(word.as_bytes()).is_some_and(|number| number < bound)
                }));
        if !right {
            return Err(damaged(begin));
        }
        for vertex in bound..bound + words {
            self.sink.vertex(vertex).map_err(Cause::SinkError)?;
        }
        let after = self.offset;
        if self.some(&mut [0])? > 0 {
            return Err(wrong(
                after,
                message!("expected the end of the file", "文件应在此结束"),
            ));
        }
        let (lone, table) = (
            std::mem::take(&mut self.lone),
            std::mem::take(&mut self.words),
        );
        Ok((Names::of_parts(bound, lone, table), self.edges))
    }

    fn some(&mut self, bytes: &mut [u8]) -> Result<usize, ReadError> {
        loop {
            match self.reader.read(bytes) {
                Ok(length) => {
                    self.offset += length as u64;
                    return Ok(length);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Cause::reading(error).at(Where::Byte(self.offset))),
            }
        }
    }

    fn fill(&mut self, mut bytes: &mut [u8]) -> Result<(), ReadError> {
        while !bytes.is_empty() {
            let length = self.some(bytes)?;
            if length == 0 {
                return Err(wrong(
                    self.offset,
                    message!(
                        "the packed graph ends too early: it is truncated",
                        "打包的图过早结束：文件被截断"
                    ),
                ));
            }
            bytes = &mut bytes[length..];
        }
        Ok(())
    }
}

fn wrong(at: u64, what: Message) -> ReadError {
    Cause::wrong(what).at(Where::Byte(at))
}

fn damaged(begin: u64) -> ReadError {
    wrong(
        begin,
        message!(
            "the block of the packed graph that begins here is damaged",
            "从此处开始的打包数据块已损坏"
        ),
    )
}
