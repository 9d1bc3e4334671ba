//! Edges in files: one, or a directory of parts, as text or as Parquet.
//!
//! Every worker reads its part of the whole: of texts a range of bytes, where a line belongs to the range in which it
//! begins; of Parquet whole row groups, dealt out in turn. So the files must be where every worker sees them under the same name.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use grundy::message;
use grundy_graph::{Header, Sink};

use crate::source::{Source, refused};
use crate::{Failure, columns};

/// Edges in a file or in all files of a directory.
///
/// A text has an edge a line, `u v`, two whole numbers with spaces, a tab or a comma between them; a number alone is a
/// vertex; lines that begin with `#` or `%` say nothing. A Parquet file has two columns of integers, called `from` and `to`,
/// `source` and `target`, `src` and `dst`, or else the first two; a missing second number makes a vertex alone. In a directory, files
/// whose names begin with `.` or `_` are passed over.
#[derive(Clone, Debug)]
pub struct Parts {
    texts: Vec<(PathBuf, u64)>,
    tables: Vec<PathBuf>,
    /// Of a single text: the line before the edges that is none, and how many bytes there are up to its end.
    header: Option<(Header, u64)>,
}

/// A longer line is no edge.
const LINE: usize = 1 << 10;
const CHUNK: usize = 1 << 20;

impl Parts {
    /// Looks what is there.
    ///
    /// # Errors
    /// If it cannot be looked at, is compressed, or holds nothing to read.
    pub fn new(path: &Path) -> Result<Parts, Failure> {
        let failed = |error: std::io::Error| Failure::file(path, &error);
        let mut files = Vec::new();
        if fs::metadata(path).map_err(failed)?.is_dir() {
            for entry in fs::read_dir(path).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let name = entry.file_name();
                let hidden = name.as_encoded_bytes().starts_with(b".")
                    || name.as_encoded_bytes().starts_with(b"_");
                if !hidden && fs::metadata(entry.path()).map_err(failed)?.is_file() {
                    files.push(entry.path());
                }
            }
            files.sort();
            if files.is_empty() {
                return Err(Failure::Input(message!(
                    "{path} holds no files",
                    "{path} 中没有文件",
                    path = path.display().to_string()
                )));
            }
        } else {
            files.push(path.to_owned());
        }
        let mut parts = Parts {
            texts: Vec::new(),
            tables: Vec::new(),
            header: None,
        };
        for file in files {
            let ending = file.extension().and_then(|ending| ending.to_str());
            match ending.map(str::to_ascii_lowercase).as_deref() {
                Some("parquet") => parts.tables.push(file),
                Some("gz" | "zst" | "bz2" | "xz") => {
                    return Err(Failure::Input(message!(
                        "{path} is compressed as a whole and cannot be read by several workers; decompress it, or make Parquet of it",
                        "{path} 整体压缩，无法由多个工作线程读取；请先解压或转换为 Parquet",
                        path = file.display().to_string()
                    )));
                }
                _ => {
                    let size = fs::metadata(&file)
                        .map_err(|error| Failure::file(&file, &error))?
                        .len();
                    parts.texts.push((file, size));
                }
            }
        }
        Ok(parts)
    }

    /// Looks whether the file begins with the line that contest problems write before the edges, as
    /// [`grundy_graph::header`] does. Only a single text has one; it is read no further than to know that.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn find_header(&mut self) -> Result<Option<&str>, Failure> {
        let ([(path, _)], []) = (&self.texts[..], &self.tables[..]) else {
            return Ok(None);
        };
        // What is no list of edges is told when it is read.
        if let Ok(Some(header)) = grundy_graph::header(path) {
            self.header = end_of_header(path, &header)?.map(|end| (header, end));
        }
        Ok(self.header.as_ref().map(|(header, _)| header.line.as_str()))
    }
}

/// Where the line of a header ends: it is the first that says anything.
fn end_of_header(path: &Path, header: &Header) -> Result<Option<u64>, Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let mut reader = BufReader::new(File::open(path).map_err(failed)?);
    let (mut line, mut end) = (Vec::new(), 0);
    loop {
        line.clear();
        end += reader.read_until(b'\n', &mut line).map_err(failed)? as u64;
        let text = String::from_utf8_lossy(&line);
        if text.trim_start_matches('\u{feff}').trim() == header.line {
            return Ok(Some(end));
        }
        if line.is_empty() {
            return Ok(None);
        }
    }
}

impl Source for Parts {
    fn read(&self, part: usize, of: usize, sink: &mut dyn Sink) -> Result<(), Failure> {
        let total: u64 = self.texts.iter().map(|&(_, size)| size).sum();
        let bound = |part: usize| (u128::from(total) * part as u128 / of as u128) as u64;
        let (from, to) = (bound(part), bound(part + 1));
        if let (0, Some((header, _))) = (part, &self.header) {
            for vertex in header.vertices.clone() {
                sink.vertex(vertex).map_err(refused)?;
            }
        }
        let mut first = 0;
        for (path, size) in &self.texts {
            let begin = from.saturating_sub(first).min(*size);
            let end = to.saturating_sub(first).min(*size);
            let begin = begin.max(self.header.as_ref().map_or(0, |&(_, end)| end));
            if begin < end {
                lines(path, begin, end, sink)?;
            }
            first += size;
        }
        columns::read(&self.tables, part, of, sink)
    }

    fn about(&self) -> Option<u64> {
        let bytes: u64 = self.texts.iter().map(|&(_, size)| size).sum();
        // Some 14 bytes a line.
        Some(bytes / 14 + columns::rows(&self.tables).ok()?)
    }
}

/// Reads the lines that begin in a range of a file.
fn lines(path: &Path, begin: u64, end: u64, sink: &mut dyn Sink) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let mut file = File::open(path).map_err(failed)?;
    // The byte before tells whether a line begins right here.
    let mut at = begin.saturating_sub(1);
    file.seek(SeekFrom::Start(at)).map_err(failed)?;
    let mut skipping = begin > 0;
    let mut buffer = vec![0; CHUNK];
    let mut filled = 0;
    let mut edges = Vec::with_capacity(CHUNK / 8);
    loop {
        let read = file.read(&mut buffer[filled..]).map_err(failed)?;
        let last = read == 0;
        filled += read;
        let mut next = 0;
        while at < end || skipping {
            let rest = &buffer[next..filled];
            let length = match rest.iter().position(|&byte| byte == b'\n') {
                Some(length) => length,
                None if last && !rest.is_empty() => rest.len(),
                None => break,
            };
            let line = &rest[..length];
            if skipping {
                skipping = false;
            } else {
                match edge(line) {
                    Ok(Line::Edge(from, to)) => edges.push((from, to)),
                    Ok(Line::Vertex(vertex)) => sink.vertex(vertex).map_err(refused)?,
                    Ok(Line::Nothing) => {}
                    Err(column) => return Err(wrong(path, at, column)),
                }
            }
            let taken = (length + 1).min(rest.len());
            next += taken;
            at += taken as u64;
        }
        sink.edges(&edges).map_err(refused)?;
        edges.clear();
        if last || (at >= end && !skipping) {
            return Ok(());
        }
        if filled - next > LINE {
            // Of a line that is passed over, the rest does not matter.
            if !skipping {
                return Err(wrong(path, at, LINE));
            }
            at += (filled - next) as u64;
            next = filled;
        }
        buffer.copy_within(next..filled, 0);
        filled -= next;
    }
}

enum Line {
    Edge(u32, u32),
    Vertex(u32),
    Nothing,
}

/// The column of the mistake, from 0, if there is one.
fn edge(line: &[u8]) -> Result<Line, usize> {
    let mut at = 0;
    skip(line, &mut at, b"");
    match line.get(at) {
        None | Some(b'#' | b'%') => return Ok(Line::Nothing),
        _ => {}
    }
    let from = number(line, &mut at)?;
    let first = at;
    skip(line, &mut at, b",");
    if at == line.len() {
        return Ok(Line::Vertex(from));
    }
    if at == first {
        return Err(at);
    }
    let to = number(line, &mut at)?;
    skip(line, &mut at, b"");
    if at < line.len() {
        Err(at)
    } else {
        Ok(Line::Edge(from, to))
    }
}

/// Passes over spaces, and one of these signs among them.
#[inline]
fn skip(line: &[u8], at: &mut usize, mut sign: &[u8]) {
    while let Some(&byte) = line.get(*at) {
        match byte {
            b' ' | b'\t' | b'\r' => *at += 1,
            byte if sign.contains(&byte) => {
                sign = b"";
                *at += 1;
            }
            _ => return,
        }
    }
}

#[inline]
fn number(line: &[u8], at: &mut usize) -> Result<u32, usize> {
    let start = *at;
    let mut number = 0u64;
    while let Some(digit) = line.get(*at).map(|byte| byte.wrapping_sub(b'0'))
        && digit < 10
    {
        number = number * 10 + u64::from(digit);
        if number >= u64::from(u32::MAX) {
            return Err(start);
        }
        *at += 1;
    }
    if *at == start {
        Err(start)
    } else {
        Ok(number as u32)
    }
}

/// The mistake with its line and column. The line is counted only now.
#[cold]
fn wrong(path: &Path, at: u64, column: usize) -> Failure {
    let mut line = 1u64;
    if let Ok(file) = File::open(path) {
        let mut before = std::io::BufReader::with_capacity(CHUNK, file.take(at));
        let mut buffer = vec![0; CHUNK];
        while let Ok(read) = before.read(&mut buffer)
            && read > 0
        {
            line += buffer[..read].iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
    }
    Failure::Input(message!(
        "{path}, line {line}, column {column}: expected two whole numbers below {most}",
        "{path} 第 {line} 行第 {column} 列：应为两个小于 {most} 的整数",
        path = path.display().to_string(),
        line = line,
        column = column + 1,
        most = u32::MAX
    ))
}
