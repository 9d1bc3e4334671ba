//! The answers as files, the same whoever wrote them.
//!
//! The vertices are cut into ranges of equal length, and each range is a file. So the files depend on the graph and on what was
//! asked, never on how many workers there were. A file is written under another name and renamed when it is whole;
//! a list of all files comes last, so a directory without it holds no answers yet.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use grundy::message;
use grundy_graph::{Column, Names, RowFormat, RowWriter};

use crate::answers::Answers;
use crate::links::Links;
use crate::results::Results;
use crate::run::{lock, run};
use crate::shard::Naming;
use crate::solve::{Report, solve_graph};
use crate::{Failure, Job, Source};

/// Where and how answers are written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Output {
    /// The directory; it must not hold answers already. With several machines, each writes its part into its own
    /// directory of this name, unless they share it.
    pub directory: PathBuf,
    /// The form of the files.
    pub format: RowFormat,
    /// How many vertices a file is for.
    pub vertices_in_part: u32,
}

/// The file that is written last: the names of the others, each with its number of rows.
pub const MANIFEST: &str = "_SUCCESS";

impl Output {
    /// Parquet files of a million vertices in this directory.
    pub fn new(directory: impl Into<PathBuf>) -> Output {
        Output {
            directory: directory.into(),
            format: RowFormat::Parquet,
            vertices_in_part: 1 << 20,
        }
    }
}

/// Answers a graph and writes the answers of all vertices into a directory, `part-00000.parquet` and so on, the vertices of each in
/// rising order, and last of all a list of the files, [`MANIFEST`]. Every process of the job calls it with
/// the same source and the same job, but for its own number.
///
/// The processes talk to each other **without any check of who is at the other end, and unencrypted**: whoever can
/// reach a port of the job can break it or falsify its answers. Addresses that are neither of this machine nor of a private
/// network are therefore refused, unless [`Hosts::allow_public`](crate::Hosts::allow_public) is set; even then, keep strangers
/// out by other means. Nothing is executed that comes over the wire.
///
/// A process that does not start, goes silent, or ends, and a panic of any worker, end the job in all processes within
/// [`Job::peer_timeout`] and a second or two. What had been answered by then is in [`Job::checkpoint`], if there is one.
///
/// # Errors
/// See [`Failure`]. No file is left half-written.
pub fn solve_into(
    source: impl Source + 'static,
    output: &Output,
    job: &Job,
) -> Result<Report, Failure> {
    job.check_memory(source.about())?;
    let (mut asked, output) = (job.clone(), output.clone());
    // Files of one list must be in one place and form.
    asked.also = format!(
        "{} {:?} {}",
        output.directory.display(),
        output.format,
        output.vertices_in_part
    );
    let job = asked.clone();
    let is_first = job.hosts.as_ref().is_none_or(|hosts| hosts.process == 0);
    let _lock = is_first.then(|| lock(&output.directory)).transpose()?;
    let mut reports = run(&job, move |links, local| {
        prepare(links, &output)?;
        let (mut report, found) = solve_graph(links, &source, &asked, local)?;
        let start = Instant::now();
        write(links, &found, report.bound, &output, &asked.columns)?;
        report.writing = start.elapsed().as_secs_f64();
        Ok(report)
    })?;
    reports.pop().ok_or(Failure::Interrupted)
}

/// Everybody looks at the directory before anybody writes to it.
fn prepare(links: &mut Links, output: &Output) -> Result<(), Failure> {
    let directory = &output.directory;
    let failed = |error| Failure::file(directory, &error);
    fs::create_dir_all(directory).map_err(failed)?;
    for entry in fs::read_dir(directory).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if name == MANIFEST {
            return Err(Failure::Asked(message!(
                "{path} holds answers already: give another directory, or remove them",
                "{path} 中已有答案：请另选目录，或将其删除",
                path = directory.display().to_string()
            )));
        }
    }
    links.agree([0; 4])?;
    Ok(())
}

fn file_name(part: u64, format: RowFormat) -> String {
    let ending = match format {
        RowFormat::Csv => "csv",
        RowFormat::JsonLines => "jsonl",
        _ => "parquet",
    };
    format!("part-{part:05}.{ending}")
}

fn write(
    links: &mut Links,
    found: &Results,
    bound: u64,
    output: &Output,
    columns: &[Column],
) -> Result<(), Failure> {
    let size = u64::from(output.vertices_in_part.max(1));
    let parts = bound.div_ceil(size);
    let workers = links.workers() as u64;
    // By part: how many rows. Only the first worker comes to know of all.
    let mut rows: Vec<u64> = vec![0; parts as usize];
    for wave in 0..parts.div_ceil(workers) {
        let mut mine = Answers::default();
        for part in (wave * workers..parts).take(workers as usize) {
            let range = part * size..((part + 1) * size).min(bound);
            send(
                links,
                found,
                range,
                (part % workers) as usize,
                columns,
                &mut mine,
            )?;
        }
        links.settle([0; 4], &mut |_, words| {
            mine.take(words);
            Ok(())
        })?;
        let part = wave * workers + links.me() as u64;
        let mut written = 0;
        if part < parts {
            mine.sort();
            written = write_part(&mine, part, bound, output, columns)?;
        }
        let all = links.agree([written, 0, 0, 0])?;
        for (worker, message) in all.iter().enumerate() {
            if let Some(rows) = rows.get_mut((wave * workers) as usize + worker) {
                *rows = message[0];
            }
        }
    }
    if links.me() == 0 {
        write_manifest(&rows, output)?;
    }
    Ok(())
}

/// Sends the answers of a range to the worker that writes it.
fn send(
    links: &mut Links,
    found: &Results,
    range: std::ops::Range<u64>,
    writer: usize,
    columns: &[Column],
    mine: &mut Answers,
) -> Result<(), Failure> {
    let shard = &found.shard;
    let mut range = range.start as u32..range.end as u32;
    if let Naming::Layout(layout, first) = &shard.naming
        && !layout.is_scattered()
    {
        range.start = range.start.max(*first);
        range.end = range.end.min(first + shard.len() as u32);
    }
    let mut words = Vec::new();
    for name in range {
        if let Some(vertex) = shard.number(name)
            && shard.is_vertex(vertex)
        {
            found.row(vertex, columns, |row| {
                if writer == links.me() {
                    mine.push(row);
                } else {
                    Answers::put(&row, &mut words);
                    links.put(writer, &words);
                    words.clear();
                }
            });
        }
        if name % 4096 == 0 || links.congested() {
            let mut take = |_, words: &[u32]| {
                mine.take(words);
                Ok(())
            };
            links.turn(false, &mut take)?;
            links.make_room(&mut take)?;
        }
    }
    Ok(())
}

fn write_part(
    answers: &Answers,
    part: u64,
    bound: u64,
    output: &Output,
    columns: &[Column],
) -> Result<u64, Failure> {
    let path = output.directory.join(file_name(part, output.format));
    let names = Names::Numbers {
        bound: bound as u32,
        lone: Vec::new(),
    };
    let failed = |error: grundy_graph::WriteError| Failure::file(&path, &error.error);
    let mut writer = RowWriter::create(&path, output.format, &names, columns).map_err(failed)?;
    for row in answers.rows() {
        writer.row(&row).map_err(failed)?;
    }
    writer.finish().map_err(failed)
}

fn write_manifest(rows: &[u64], output: &Output) -> Result<(), Failure> {
    let list: String = rows
        .iter()
        .enumerate()
        .map(|(part, rows)| format!("{} {rows}\n", file_name(part as u64, output.format)))
        .collect();
    let path = output.directory.join(MANIFEST);
    grundy_files::replace(&path, list.as_bytes()).map_err(|error| Failure::file(&path, &error))
}
