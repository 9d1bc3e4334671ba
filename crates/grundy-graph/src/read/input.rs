//! Where a graph is read from, and what the first bytes and the ending of the name tell of its form.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy::message;

use super::error::{Cause, ReadError, Where};

/// A form that graphs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A list of edges, one a line: `a b`.
    Edges,
    /// A list of neighbours: the first name of a line has edges to all others.
    Adjacency,
    /// Fields with commas between them.
    Csv,
    /// Fields with tabs between them.
    Tsv,
    /// The DOT language.
    Dot,
    /// GraphML.
    GraphMl,
    /// JSON, in any of several shapes, or a line of it for each edge.
    Json,
    /// Parquet.
    Parquet,
    /// The packed binary form of this crate.
    Packed,
}

impl Format {
    /// The form that the ending of a name tells, after the ending of a compressed file is taken off. `.txt` tells none.
    ///
    /// ```
    /// use grundy_graph::Format;
    /// use std::path::Path;
    /// assert_eq!(Format::of(Path::new("web.csv.gz")), Some(Format::Csv));
    /// ```
    pub fn of(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = ["gz", "zst"]
            .iter()
            .find_map(|ending| name.strip_suffix(ending)?.strip_suffix('.'))
            .unwrap_or(&name);
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending {
            "edges" | "el" | "edgelist" => Format::Edges,
            "adjlist" => Format::Adjacency,
            "csv" => Format::Csv,
            "tsv" => Format::Tsv,
            "dot" | "gv" => Format::Dot,
            "graphml" | "xml" => Format::GraphMl,
            "json" | "jsonl" | "ndjson" => Format::Json,
            "parquet" => Format::Parquet,
            "grg" => Format::Packed,
            _ => return None,
        })
    }

    /// The form of a file that begins so; a list of edges if nothing else.
    pub(super) fn sniffed(head: &[u8]) -> Format {
        if head.starts_with(b"PAR1") {
            return Format::Parquet;
        }
        if head.starts_with(&crate::packed::MAGIC) {
            return Format::Packed;
        }
        let head = String::from_utf8_lossy(&head[..head.len().min(1 << 16)]);
        let begin = head.trim_start();
        if begin.starts_with(['{', '[']) {
            return Format::Json;
        }
        if begin.starts_with('<') {
            return Format::GraphMl;
        }
        let dot = ["digraph", "strict", "graph", "/*", "//"];
        if dot.iter().any(|word| begin.starts_with(word)) && begin.contains('{') {
            return Format::Dot;
        }
        let first = begin
            .lines()
            .find(|line| !line.starts_with('#'))
            .unwrap_or_default();
        for (sign, format) in [(',', Format::Csv), ('\t', Format::Tsv)] {
            let fields: Vec<&str> = first.split(sign).collect();
            if super::columns::known_pair(&fields).is_some() {
                return format;
            }
        }
        Format::Edges
    }
}

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstandard,
}

/// A graph that is to be read.
pub struct Input {
    source: Source,
    format: Option<Format>,
}

enum Source {
    Path(PathBuf),
    Reader(Box<dyn Read + Send>),
    Bytes(Vec<u8>),
}

impl Input {
    /// A file.
    pub fn path(path: impl Into<PathBuf>) -> Input {
        Source::Path(path.into()).into()
    }

    /// Standard input.
    pub fn stdin() -> Input {
        Input::reader(io::stdin())
    }

    /// Anything that can be read once from its beginning.
    pub fn reader(reader: impl Read + Send + 'static) -> Input {
        Source::Reader(Box::new(reader)).into()
    }

    /// A file in memory.
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Input {
        Source::Bytes(bytes.into()).into()
    }

    /// The input read in this format, whatever it looks like.
    pub fn with_format(self, format: Format) -> Input {
        Input {
            format: Some(format),
            ..self
        }
    }
}

impl From<Source> for Input {
    fn from(source: Source) -> Input {
        Input {
            source,
            format: None,
        }
    }
}

/// An input that was opened.
pub(super) struct Opened {
    pub(super) format: Format,
    pub(super) compression: Option<Compression>,
    /// What is to be read, decompressed.
    pub(super) content: Content,
    /// About how many bytes that is.
    pub(super) size: u64,
    /// How many bytes the file has, compressed as it is, if that is known.
    pub(super) total: Option<u64>,
    /// How many of them were read.
    pub(super) passed: Arc<AtomicU64>,
}

pub(super) enum Content {
    /// Bytes in order.
    Stream(Box<dyn Read + Send>),
    /// A file of which any part can be read.
    File(File),
    /// The same, in memory.
    Bytes(Vec<u8>),
}

impl Content {
    /// All of it, in order.
    pub(super) fn stream(self) -> Box<dyn Read + Send> {
        match self {
            Content::Stream(reader) => reader,
            Content::File(file) => Box::new(file),
            Content::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        }
    }
}

/// So much of a file is looked at before anything is decided.
const HEAD: usize = 1 << 16;
/// And of what tells no size, since a short text tells its size by its end.
const LONG_HEAD: usize = 1 << 20;
/// The binary logarithms of the windows of Zstandard: what its levels below 20 use, and what is the custom.
#[cfg(feature = "zstd")]
const LEAST_WINDOW: u32 = 23;
#[cfg(feature = "zstd")]
const MOST_WINDOW: u32 = 27;
/// What is taken for the size of a longer one.
const UNKNOWN: u64 = 1 << 26;

/// Opens an input: finds out its form, and decompresses it.
#[cfg_attr(
    not(feature = "zstd"),
    allow(unused_variables, reason = "bounds the window of Zstandard")
)]
pub(super) fn open(input: Input, bytes: u64) -> Result<Opened, ReadError> {
    let mut told = input.format;
    let mut ending = None;
    let (mut reader, total): (Box<dyn Read + Send>, _) = match input.source {
        Source::Path(path) => {
            told = told.or(Format::of(&path));
            ending = compression_of(&path);
            let file = File::open(&path).map_err(Cause::File)?;
            let about = file.metadata().map_err(Cause::File)?;
            let total = about.is_file().then_some(about.len());
            if told == Some(Format::Parquet) && ending.is_none() && total.is_some() {
                return Ok(Opened {
                    format: Format::Parquet,
                    compression: None,
                    content: Content::File(file),
                    size: about.len(),
                    total,
                    passed: Arc::default(),
                });
            }
            (Box::new(file), total)
        }
        Source::Reader(reader) => (reader, None),
        Source::Bytes(bytes) => {
            let total = Some(bytes.len() as u64);
            if told == Some(Format::Parquet) || bytes.starts_with(b"PAR1") {
                return Ok(Opened {
                    format: told.unwrap_or(Format::Parquet),
                    compression: None,
                    size: bytes.len() as u64,
                    total,
                    passed: Arc::default(),
                    content: Content::Bytes(bytes),
                });
            }
            (Box::new(Cursor::new(bytes)), total)
        }
    };
    let passed = Arc::<AtomicU64>::default();
    let raw_head = head(&mut reader, 4)?;
    let compression = if raw_head.starts_with(&[0x1F, 0x8B]) {
        Some(Compression::Gzip)
    } else if raw_head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        Some(Compression::Zstandard)
    } else {
        None
    };
    if ending.is_some() && ending != compression {
        return Err(Cause::wrong(match ending {
            Some(Compression::Gzip) => message!("expected a gzip file", "此处应为 gzip 文件"),
            _ => message!("expected a Zstandard file", "此处应为 Zstandard 文件"),
        })
        .at(Where::Byte(0)));
    }
    let raw = Counted {
        reader: Cursor::new(raw_head).chain(reader),
        passed: passed.clone(),
    };
    let mut reader: Box<dyn Read + Send> = match compression {
        None => Box::new(raw),
        Some(Compression::Gzip) => Box::new(flate2::read::MultiGzDecoder::new(raw)),
        #[cfg(not(feature = "zstd"))]
        Some(Compression::Zstandard) => {
            return Err(Cause::wrong(message!(
                "this program was built without Zstandard: build it with the feature 'zstd'",
                "此程序未包含 Zstandard：请以 'zstd' 特性编译"
            ))
            .into());
        }
        #[cfg(feature = "zstd")]
        Some(Compression::Zstandard) => {
            let mut decoder = zstd::Decoder::new(raw).map_err(Cause::reading)?;
            // A file may ask for a window of its own size.
            let most = bytes.checked_ilog2().unwrap_or(0).saturating_sub(1);
            decoder
                .window_log_max(most.clamp(LEAST_WINDOW, MOST_WINDOW))
                .map_err(Cause::reading)?;
            Box::new(decoder)
        }
    };
    let mut head = head(&mut reader, if total.is_some() { HEAD } else { LONG_HEAD })?;
    let whole = head.len() < if total.is_some() { HEAD } else { LONG_HEAD };
    let size = match (whole, total, compression) {
        (true, _, _) => head.len() as u64,
        (_, Some(total), None) => total,
        // Lists of edges shrink to a third or less.
        (_, Some(total), Some(_)) => total.saturating_mul(4),
        (_, None, _) => UNKNOWN,
    };
    if head.starts_with(b"\xEF\xBB\xBF") {
        head.drain(..3);
    }
    let format = told.unwrap_or_else(|| Format::sniffed(&head));
    Ok(Opened {
        format,
        compression,
        content: Content::Stream(Box::new(Cursor::new(head).chain(reader))),
        size,
        total,
        passed,
    })
}

fn compression_of(path: &Path) -> Option<Compression> {
    let ending = path.extension()?;
    if ending.eq_ignore_ascii_case("gz") {
        Some(Compression::Gzip)
    } else if ending.eq_ignore_ascii_case("zst") {
        Some(Compression::Zstandard)
    } else {
        None
    }
}

/// The first bytes, fewer only if there are no more.
fn head(reader: &mut impl Read, length: usize) -> Result<Vec<u8>, Cause> {
    let mut head = Vec::new();
    reader
        .take(length as u64)
        .read_to_end(&mut head)
        .map_err(Cause::reading)?;
    Ok(head)
}

/// Counts what is read.
struct Counted<R> {
    reader: R,
    passed: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.passed.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}
