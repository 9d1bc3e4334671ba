//! What has been answered, on disk, so that a job that was cut off can go on.
//!
//! An answer is final: it does not matter in which order answers are found or read back, by how many workers, or whether
//! the logs of different workers were cut off at different times. So each worker appends what it finds to a file of its own,
//! in blocks with a check sum; a block that was cut off is dropped. A later run reads whatever blocks are there and
//! writes to files of its own, and only what was not there. What is written survives the end of the process, not that of the machine.
//!
//! When all workers have brought the last answers of a kind to the disk, the first adds how many there are: whoever finds so many
//! later has nothing to ask or to tell.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy::message;

use crate::Failure;

/// What a log tells of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Its value.
    Values,
    /// Its round in normal play.
    Rounds,
    /// Its round in misère play.
    MisereRounds,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Values => "values",
            Kind::Rounds => "rounds",
            Kind::MisereRounds => "misere",
        }
    }

    /// Words of an answer: the vertex and its value, or the vertex, its round and its best option.
    pub(crate) fn words(self) -> usize {
        match self {
            Kind::Values => 2,
            Kind::Rounds | Kind::MisereRounds => 3,
        }
    }
}

const MAGIC: u64 = u64::from_le_bytes(*b"grundyC2");
/// Stands for a vertex before the number of all answers.
pub(crate) const ALL: u32 = u32::MAX;
/// Words after which a block is written.
const BLOCK: usize = 1 << 14;
/// Or the time after which it is.
const AGE: Duration = Duration::from_millis(20);

/// A worker's log of one kind.
#[derive(Debug)]
pub(crate) struct Log {
    directory: PathBuf,
    kind: Kind,
    mark: u64,
    worker: usize,
    /// Made when there is something to write.
    file: Option<(File, PathBuf)>,
    waiting: Vec<u32>,
    written: Instant,
}

impl Log {
    /// A new log beside those that are there.
    pub(crate) fn new(directory: &Path, kind: Kind, mark: u64, worker: usize) -> Log {
        Log {
            directory: directory.to_owned(),
            kind,
            mark,
            worker,
            file: None,
            waiting: Vec::new(),
            written: Instant::now(),
        }
    }

    /// Adds an answer.
    pub(crate) fn add(&mut self, answer: &[u32]) -> Result<(), Failure> {
        self.waiting.extend(answer);
        if self.waiting.len() >= BLOCK {
            self.write()?;
        }
        Ok(())
    }

    /// To be called now and then: writes what has waited long.
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        if !self.waiting.is_empty() && self.written.elapsed() > AGE {
            self.write()?;
        }
        Ok(())
    }

    /// Brings all to the disk.
    pub(crate) fn settle(&mut self) -> Result<(), Failure> {
        self.write()?;
        match &self.file {
            Some((file, path)) => file
                .sync_data()
                .map_err(|error| Failure::file(path, &error)),
            None => Ok(()),
        }
    }

    /// Notes that the logs hold so many answers, which are all. The others must have settled theirs.
    pub(crate) fn complete(&mut self, answers: u64) -> Result<(), Failure> {
        // There are fewer than 2^32.
        let mut all = vec![ALL, answers as u32];
        all.resize(self.kind.words(), 0);
        self.add(&all)?;
        self.settle()
    }

    /// Writes what there is.
    fn write(&mut self) -> Result<(), Failure> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut block = Vec::with_capacity(16 + 4 * self.waiting.len());
        block.extend((self.waiting.len() as u64).to_le_bytes());
        block.extend(check_sum(&self.waiting).to_le_bytes());
        block.extend(self.waiting.iter().flat_map(|word| word.to_le_bytes()));
        self.waiting.clear();
        self.written = Instant::now();
        let (file, path) = match &mut self.file {
            Some(there) => there,
            none => {
                let made = Self::create(&self.directory, self.kind, self.mark, self.worker)?;
                none.insert(made)
            }
        };
        file.write_all(&block)
            .map_err(|error| Failure::file(path, &error))
    }

    fn create(
        directory: &Path,
        kind: Kind,
        mark: u64,
        worker: usize,
    ) -> Result<(File, PathBuf), Failure> {
        for run in 0.. {
            let name = format!("{}-{run:03}-{worker:05}.log", kind.word());
            let path = directory.join(name);
            let failed = |error| Failure::file(&path, &error);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    let header = [MAGIC, mark].map(u64::to_le_bytes).concat();
                    file.write_all(&header).map_err(failed)?;
                    return Ok((file, path));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(Failure::Interrupted)
    }
}

fn check_sum(words: &[u32]) -> u64 {
    words.iter().fold(MAGIC ^ words.len() as u64, |sum, &word| {
        (sum ^ u64::from(word))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
    })
}

/// The logs of one kind in a directory, in order of their names. Makes the directory if there is none.
pub(crate) fn logs(directory: &Path, kind: Kind) -> Result<Vec<PathBuf>, Failure> {
    let failure = |error: &std::io::Error| Failure::file(directory, error);
    fs::create_dir_all(directory).map_err(|error| failure(&error))?;
    let mut logs = Vec::new();
    for entry in fs::read_dir(directory).map_err(|error| failure(&error))? {
        let path = entry.map_err(|error| failure(&error))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let ours = |name: &str| {
            let rest = name.strip_prefix(kind.word());
            rest.is_some_and(|rest| rest.starts_with('-') && rest.ends_with(".log"))
        };
        if name.is_some_and(ours) {
            logs.push(path);
        }
    }
    logs.sort();
    Ok(logs)
}

/// Reads a log back, block by block, as far as it is whole.
pub(crate) fn read(
    path: &Path,
    mark: u64,
    mut block: impl FnMut(&[u32]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    let mut file = std::io::BufReader::with_capacity(1 << 16, file);
    let mut number = || {
        let mut bytes = [0; 8];
        match file.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(u64::from_le_bytes(bytes))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(Failure::file(path, &error)),
        }
    };
    let (Some(magic), Some(marked)) = (number()?, number()?) else {
        return Ok(());
    };
    if magic != MAGIC || marked != mark {
        return Err(Failure::Asked(message!(
            "{path} is not of this graph: give another directory for the checkpoint, or remove it",
            "{path} 不属于这个图：请为检查点另选目录，或将其删除",
            path = path.display().to_string()
        )));
    }
    let mut words = Vec::new();
    let mut bytes = Vec::new();
    loop {
        let mut head = [0; 16];
        match file.read_exact(&mut head) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(Failure::file(path, &error)),
        }
        let (count, sum) = head.split_at(8);
        let number = |half: &[u8]| half.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let (count, sum) = (number(count), number(sum));
        // Blocks have at most some more than `BLOCK` words: anything else is damage.
        if count > 2 * BLOCK as u64 {
            return Ok(());
        }
        bytes.resize(4 * count as usize, 0);
        match file.read_exact(&mut bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(Failure::file(path, &error)),
        }
        words.clear();
        words.extend(bytes.chunks_exact(4).map(|word| {
            let mut four = [0; 4];
            four.copy_from_slice(word);
            u32::from_le_bytes(four)
        }));
        if check_sum(&words) != sum {
            return Ok(());
        }
        block(&words)?;
    }
}
