//! Two threads on one file, with the very answers of one.
//!
//! A round takes two stretches of the file. The first thread goes on from where it is; the second
//! starts at the end of the first stretch, where a line seems to begin a case. What it finds counts
//! only if the first thread comes to that very byte between two cases; otherwise the guess was
//! wrong, the second's answers are dropped, and the first goes on alone until a guess is right.

use super::cases::{End, Progress, Run};
use super::read_at::read_at;
use super::tallies::{Driver, drive};
use super::{Limits, Summary, ahead, finish, guess};
use crate::channel::Channel;
use crate::error::JudgeError;
use crate::format::Format;
use crate::source::{Ahead, Source};
use crate::tally::Tally;
use grundy_number::text::tokens::Path;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a stretch: its answers are held in memory.
const STRETCH: u64 = 8 << 20;
/// Bytes of answers that are held at most; the first thread judges a stretch with more.
const MOST_HELD: usize = 32 << 20;

/// Holds answers, as far as there is room.
struct Held(Vec<u8>);

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_HELD {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a file from a place to a limit.
struct Part<'f> {
    file: &'f File,
    at: u64,
    limit: u64,
    /// What is done where a case goes on beyond the limit.
    beyond: Beyond<'f>,
    read: Option<&'f AtomicU64>,
    /// Threads that may pass over a long row.
    threads: usize,
}

impl Read for Part<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.limit - self.at).unwrap_or(usize::MAX);
        let room = buffer.len().min(left);
        let count = read_at(self.file, &mut buffer[..room], self.at)?;
        self.at += count as u64;
        if let Some(read) = self.read {
            read.fetch_add(count as u64, Ordering::Relaxed);
        }
        Ok(count)
    }
}

/// What is done where a case goes on beyond a limit.
#[derive(Clone, Copy)]
enum Beyond<'f> {
    /// The limit is put where another case seems to begin, so many bytes on.
    Go {
        format: &'f Format,
        stretch: u64,
        length: u64,
    },
    /// The input ends there.
    Stop,
    /// The input has ended there.
    Stopped,
}

/// Counts what is read.
struct Counting<'f>(&'f File, Option<&'f AtomicU64>);

impl Read for Counting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        if let Some(read) = self.1 {
            read.fetch_add(count as u64, Ordering::Relaxed);
        }
        Ok(count)
    }
}

impl Source for Part<'_> {
    fn at_limit(&self) -> bool {
        self.at == self.limit && !matches!(self.beyond, Beyond::Stopped)
    }

    fn lift(&mut self) {
        match self.beyond {
            Beyond::Go {
                format,
                stretch,
                length,
            } => {
                let from = self.limit + stretch;
                let next = guess::case_start(format, self.file, from, length, guess::NARROW);
                self.limit = next.unwrap_or(from);
            }
            Beyond::Stop | Beyond::Stopped => self.beyond = Beyond::Stopped,
        }
    }

    fn ahead(&mut self, back: u64, most: u64, path: Path) -> Option<Ahead> {
        let Beyond::Go { length, .. } = self.beyond else {
            return None;
        };
        let from = self.at - back;
        let ahead = ahead::ahead(self.file, from, length, most, self.threads, path)?;
        self.at = from + ahead.bytes;
        // A case that goes on beyond the limit lifts it.
        self.limit = self.limit.max(self.at);
        if let Some(read) = self.read {
            read.fetch_add(ahead.bytes - back, Ordering::Relaxed);
        }
        Some(ahead)
    }
}

/// [`run_within`](super::run_within) for an open file, from where it stands, on `threads` threads (one or two).
///
/// Two threads read different parts of a regular file; the answers are those of one. Anything
/// else (a pipe, a terminal) is read by one thread, as are formats whose answers number the cases.
///
/// # Errors
/// As [`run`](super::run()).
pub fn run_file(
    format: &Format,
    limits: &Limits,
    file: &File,
    threads: usize,
    mut output: impl Write,
) -> Result<Summary, JudgeError> {
    in_stretches(format, limits, file, threads, STRETCH, &mut output)
}

/// [`run_file`] with stretches of so many bytes.
fn in_stretches(
    format: &Format,
    limits: &Limits,
    file: &File,
    threads: usize,
    stretch: u64,
    output: &mut dyn Write,
) -> Result<Summary, JudgeError> {
    let mut handle = file;
    let begin = handle.stream_position();
    let length = file.metadata().map_err(JudgeError::Read)?;
    match begin {
        Ok(begin) if threads > 1 && length.is_file() && !format.numbers_cases() => {
            let pair = Pair {
                format,
                limits,
                file,
                begin,
                length: length.len(),
                stretch,
                threads,
                output,
            };
            drive(format, limits, pair)
        }
        _ => {
            let mut input = Counting(file, limits.read.as_deref());
            super::alone(format, limits, &mut input, output)
        }
    }
}

struct Pair<'r> {
    format: &'r Format,
    limits: &'r Limits,
    file: &'r File,
    begin: u64,
    length: u64,
    stretch: u64,
    threads: usize,
    output: &'r mut dyn Write,
}

/// What the second thread found.
struct Second {
    progress: Progress,
    end: End,
    answers: Vec<u8>,
    /// Bytes used, up to the last number.
    used: u64,
    /// The end of its stretch: offset, lines within, and where the last line begins.
    place: (u64, u64, u64),
}

impl Driver for Pair<'_> {
    type Out = Result<Summary, JudgeError>;

    fn by<T: Tally + Send>(self, make: impl Fn() -> T + Sync) -> Self::Out {
        let part = |at: u64, limit: u64, beyond| Part {
            file: self.file,
            at,
            limit,
            beyond,
            read: self.limits.read.as_deref(),
            threads: self.threads,
        };
        let go = Beyond::Go {
            format: self.format,
            stretch: self.stretch,
            length: self.length,
        };
        // Where the next two stretches seem to end.
        let (format, file, stretch, length) = (self.format, self.file, self.stretch, self.length);
        let stretches = |at: u64, (stretch, window): (u64, guess::Window)| {
            let guess = |at: u64| guess::case_start(format, file, at + stretch, length, window);
            let middle = guess(at)?;
            // The second takes the rest of the file, where that is short.
            let ends = length.saturating_sub(middle) <= stretch + stretch / 2;
            let end = if ends { length } else { guess(middle)? };
            Some((middle, end))
        };
        // Where cases are long, more is looked at, and less often.
        let mut sizes = [(stretch, guess::NARROW), (4 * stretch, guess::WIDE)];
        let start = part(self.begin, self.begin, go);
        let stops = format.layout.stops();
        let mut channel =
            Channel::new(start, self.output, self.limits.path).single(stops.as_deref());
        let mut run = Run::new(self.format, self.limits, make());
        let mut progress = Progress::default();
        // What the second thread's tally learns stays for its next stretch.
        let mut other = Some(make());
        // So does the memory of its answers, which the system would have to clear each time.
        let mut spare = Vec::new();
        // Where the second thread's last number ended, and where the first goes on from there.
        let mut joined = (0, 0);
        let result = loop {
            // The first thread stands between two cases, or at the beginning.
            let at = channel.source().at;
            let found = stretches(at, sizes[0]).or_else(|| {
                let found = stretches(at, sizes[1]);
                if found.is_some() {
                    sizes.swap(0, 1);
                }
                found
            });
            let Some((middle, end)) = found else {
                // Alone for a while.
                channel.source().limit = at.saturating_add(8 * stretch);
                match run.go(&mut channel, &mut progress) {
                    Ok(End::Paused) => continue,
                    other => break other,
                }
            };
            channel.source().limit = middle;
            let (first, second) = std::thread::scope(|scope| {
                let beyond = part(middle, end, Beyond::Stop);
                let tally = other.take().unwrap_or_else(&make);
                let held = Held(std::mem::take(&mut spare));
                let second = scope.spawn(|| second(self.format, self.limits, tally, beyond, held));
                let first = run.go(&mut channel, &mut progress);
                let second = second.join().ok().map(|(second, tally)| {
                    other = Some(tally);
                    second
                });
                (first, second.flatten())
            });
            if !matches!(first, Ok(End::Paused)) {
                break first;
            }
            let left = progress.last.unwrap_or(u64::MAX) - progress.cases;
            let Some(second) = second
                .filter(|second| channel.source().at == middle && second.progress.cases <= left)
            else {
                // A guess was wrong, or the second thread met what the first must tell.
                continue;
            };
            if let Err(error) = channel.flush().and_then(|()| {
                let written = channel.output().write_all(&second.answers);
                written.map_err(JudgeError::Write)
            }) {
                break Err(error);
            }
            spare = second.answers;
            spare.clear();
            progress.cases += second.progress.cases;
            progress.answers = progress.answers.saturating_add(second.progress.answers);
            let (offset, line, line_start) = channel.end_of_buffer();
            let (length, lines, last_line) = second.place;
            let line_start = if lines > 1 {
                offset + last_line
            } else {
                line_start
            };
            channel.jump(offset + length, line + lines - 1, line_start);
            *channel.source() = part(end, end, go);
            joined = (offset + second.used, offset + length);
            if second.end == End::Done {
                break Ok(End::Done);
            }
        };
        let mut summary = finish(&mut channel, &progress, result.map(drop))?;
        if summary.bytes == joined.1 {
            summary.bytes = joined.0;
        }
        Ok(summary)
    }
}

/// Judges a stretch from a guessed place, and gives the tally back; nothing where it does not go without an error.
fn second<T: Tally>(
    format: &Format,
    limits: &Limits,
    tally: T,
    part: Part<'_>,
    mut held: Held,
) -> (Option<Second>, T) {
    let stops = format.layout.stops();
    let mut channel = Channel::new(part, &mut held, limits.path).single(stops.as_deref());
    let mut progress = Progress {
        last: Some(u64::MAX),
        ..Progress::default()
    };
    // It ends between two cases: at its limit, or with the sentinel. In the middle of a case its input is over,
    // which is an error.
    let mut run = Run::new(format, limits, tally);
    let end = run.go(&mut channel, &mut progress);
    let tally = run.into_tally();
    let ends_within = |end: &End| {
        let cut = *end == End::Done && matches!(channel.source().beyond, Beyond::Stopped);
        !cut
    };
    let end = end.ok().filter(ends_within);
    let (used, place) = (channel.used(), channel.end_of_buffer());
    let flushed = channel.flush().is_ok();
    let second = end.filter(|_| flushed).map(|end| Second {
        progress,
        end,
        used,
        place,
        answers: held.0,
    });
    (second, tally)
}

#[cfg(test)]
mod tests {
    use super::in_stretches;
    use crate::{Format, Limits, find, run_within};
    use std::fs::File;
    use std::io::Write;

    /// One thread and two, on the same bytes: answers, summary and error must be the same.
    fn compare(format: &Format, input: &[u8], name: &str) -> u64 {
        let path =
            std::env::temp_dir().join(format!("grundy-paired-{}-{name}", std::process::id()));
        File::create(&path).unwrap().write_all(input).unwrap();
        let limits = Limits::default();
        let mut expected = Vec::new();
        let alone = run_within(format, &limits, input, &mut expected);
        for stretch in [1, 50, 300, 2000] {
            let mut answers = Vec::new();
            let file = File::open(&path).unwrap();
            let two = in_stretches(format, &limits, &file, 2, stretch, &mut answers);
            let told = |answers: &[u8]| String::from_utf8_lossy(answers).into_owned();
            assert_eq!(told(&answers), told(&expected), "{name} {stretch}");
            assert_eq!(
                format!("{:?}", two.map_err(|error| error.to_string())),
                format!("{:?}", alone.as_ref().map_err(|error| error.to_string())),
                "{name} {stretch}"
            );
        }
        std::fs::remove_file(&path).unwrap();
        alone.map_or(0, |summary| summary.cases)
    }

    /// Numbers below others, by Knuth's linear congruence.
    fn random(mut state: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    #[test]
    fn two_threads_answer_as_one() {
        let mut random = random(7);
        for name in ["nyoj585", "nyoj135", "hdu1850", "hdu1536"] {
            let format = find(name).unwrap();
            let mut cases = String::new();
            for _ in 0..300 {
                let n = 1 + random(6);
                let row = |random: &mut dyn FnMut(u64) -> u64, n: u64| {
                    (0..n)
                        .map(|_| (1 + random(9)).to_string())
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                match name {
                    "nyoj135" => cases += &format!("{n}\n{}\n", row(&mut random, 2 * n)),
                    "hdu1536" => {
                        cases += &format!("{n} {}\n2\n", row(&mut random, n));
                        cases += &format!("2 {}\n1 {}\n", row(&mut random, 2), row(&mut random, 1));
                    }
                    _ => cases += &format!("{n}\n{}\n", row(&mut random, n)),
                }
            }
            let counted = name.starts_with("nyoj");
            let begin = if counted { "300\n" } else { "" };
            let whole = format!("{begin}{cases}");
            assert_eq!(compare(format, whole.as_bytes(), name), 300);
            // Fewer cases than there are, and more; a sentinel, rubbish or an end in the middle.
            if counted {
                assert_eq!(
                    compare(format, format!("123\n{cases}").as_bytes(), name),
                    123
                );
                compare(format, format!("400\n{cases}").as_bytes(), name);
            }
            let lines: Vec<&str> = cases.lines().collect();
            for (at, what) in [
                (100, "0"),
                (301, "x"),
                (500, "1 2 -3"),
                (77, "\r\n\r\n"),
                (400, "1 1 1 1 1 1 1 1"),
            ] {
                let broken = [&lines[..at], &[what], &lines[at..]].concat().join("\n");
                compare(format, format!("{begin}{broken}").as_bytes(), name);
            }
            compare(format, &whole.as_bytes()[..whole.len() / 2], name);
            // Lines mean nothing: all in one, or each number on its own.
            compare(format, whole.replace('\n', " ").as_bytes(), name);
            compare(format, whole.replace(' ', "\n").as_bytes(), name);
            compare(format, whole.replace('\n', "\r\n").as_bytes(), name);
        }
    }

    #[test]
    fn two_threads_answer_cases_of_letters_as_one() {
        let told = |rule: &str, layout: &str, answer: &str| {
            let keys =
                format!("cases = \"counted\"\nlayout = \"{layout}\"\noptions = '''{rule}'''");
            let format = Format::parse(&format!("[[format]]\nname = \"own\"\n{keys}\n{answer}\n"));
            format.unwrap_or_else(|why| panic!("{why}"))
        };
        let own =
            |rule: &str, layout: &str| told(rule, layout, "answer = { value = \"{value}\\n\" }");
        let misere = |rule: &str, layout: &str| {
            let answer = "answer = { win = \"First\\n\", lose = \"Second\\n\" }";
            told(rule, layout, &format!("misere = true\n{answer}"))
        };
        let (flip, cram) = ("\"++\" -> \"--\"", "grid \"..\" -> \"##\"");
        let parts = "multiset a[i] -> [b, a[i]-b] for b in 1..a[i]";
        let mut random = random(3);
        for (name, format) in [
            ("word", own(flip, "s:'+-'")),
            ("line", own(flip, "n s:'+-'*n")),
            ("board", own(cram, "n m s:'.#'*n*m")),
            ("list", own(parts, "a*[]")),
            ("row", own(parts, "n a*n")),
            ("words", own(flip, "s:'+-'*[]")),
            ("four", own("\"ab\" -> \"cd\" | \"dc\"", "s:'abcd'")),
            ("misere-word", misere(flip, "s:'+-'")),
            ("misere-list", misere(parts, "a*[]")),
            ("counted", find("cf1373B").unwrap().clone()),
        ] {
            let mut cases = String::new();
            for _ in 0..400 {
                let n = 1 + random(5);
                let mut word = |letters: &[u8]| {
                    let letter = |_| char::from(letters[random(letters.len() as u64) as usize]);
                    (0..n).map(letter).collect::<String>()
                };
                let row = [word(b"12"), word(b"12"), word(b"12")];
                cases += &match name {
                    "word" | "misere-word" => format!("{}\n", word(b"+-")),
                    "four" => format!("{}\n", word(b"abcd")),
                    "counted" => format!("{}\n", word(b"01")),
                    "line" => format!("{n}\n{}\n", word(b"+-")),
                    "board" => format!("2 {n}\n{}\n{}\n", word(b".#"), word(b".#")),
                    "list" => format!("[{}]\n", row.join(",")),
                    "misere-list" => format!("[{n},{}]\n", &row[0][..1]),
                    "row" => format!("3 {}\n", row.join(" ")),
                    _ => format!("[\"{}\", \"{}\"]\n", word(b"+-"), word(b"+-")),
                };
            }
            let name = format!("letters-{name}");
            let whole = format!("400\n{cases}");
            assert_eq!(compare(&format, whole.as_bytes(), &name), 400);
            compare(&format, format!("123\n{cases}").as_bytes(), &name);
            compare(&format, format!("500\n{cases}").as_bytes(), &name);
            let lines: Vec<&str> = cases.lines().collect();
            for (at, what) in [
                (100, "0"),
                (301, "x"),
                (200, "+-"),
                (77, "\r\n\r\n"),
                (50, "[7]"),
            ] {
                let broken = [&lines[..at], &[what], &lines[at..]].concat().join("\n");
                compare(&format, format!("400\n{broken}").as_bytes(), &name);
            }
            compare(&format, &whole.as_bytes()[..whole.len() / 2], &name);
            compare(&format, whole.replace('\n', " ").as_bytes(), &name);
            compare(&format, whole.replace('\n', "\r\n").as_bytes(), &name);
        }
    }
}
