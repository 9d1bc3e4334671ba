//! How fast graphs are read and answers written:
//! `speed read THREADS FILE …`, `speed pack FILE OUT.grg`, `speed rows COUNT OUT.{csv,jsonl,parquet}`

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use grundy::Outcome;
use grundy::engine::graph::Loopy;
use grundy_graph::{
    Column, Input, Names, Options, Pack, Row, RowFormat, RowWriter, Sink, SinkError, read,
};

/// Adds up what comes, so that nothing is left out.
#[derive(Default)]
struct Sum(u64);

impl Sink for Sum {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        for &(from, to) in edges {
            self.0 = self.0.wrapping_add(u64::from(from) ^ (u64::from(to) << 1));
        }
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.0 = self.0.wrapping_add(u64::from(vertex));
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["read", threads, files @ ..] => {
            let mut options = Options::default();
            options.threads = threads.parse()?;
            for file in files {
                let (begin, mut sum) = (Instant::now(), Sum::default());
                let read = read(Input::path(*file), &options, &mut sum, &mut |_| ())?;
                let seconds = begin.elapsed().as_secs_f64();
                println!(
                    "{file}: {:?}, {} edges, {} vertices at most, sum {:x}: {seconds:.3} s, {:.2} GB/s, {:.1} million edges/s",
                    read.format,
                    read.edges,
                    read.names.bound(),
                    sum.0,
                    read.bytes as f64 / seconds / 1e9,
                    read.edges as f64 / seconds / 1e6,
                );
            }
        }
        ["pack", file, out] => {
            let begin = Instant::now();
            let mut pack = Pack::create(Path::new(out))?;
            let read = read(
                Input::path(*file),
                &Options::default(),
                &mut pack,
                &mut |_| (),
            )?;
            let packed = pack.finish(&read.names)?;
            let seconds = begin.elapsed().as_secs_f64();
            println!(
                "{out}: {:.2} bytes an edge, {seconds:.3} s, {:.1} million edges/s",
                packed.bytes as f64 / packed.edges as f64,
                packed.edges as f64 / seconds / 1e6
            );
        }
        ["rows", count, out] => rows(count.parse()?, Path::new(out))?,
        _ => return Err("speed read|pack|rows …".into()),
    }
    Ok(())
}

/// Answers as a random graph has them: values and remoteness small, moves anywhere.
fn rows(count: u32, out: &Path) -> Result<(), Box<dyn Error>> {
    let names = Names::of_numbers(count);
    let columns = [
        Column::Outcome,
        Column::Value,
        Column::Remoteness,
        Column::Move,
    ];
    let format = RowFormat::of(out).ok_or("no form of rows")?;
    let begin = Instant::now();
    let mut writer = RowWriter::create(out, format, &names, &columns)?;
    let mut state = 1u64;
    for vertex in 0..count {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let some = (state >> 33) as u32;
        let value = some.trailing_zeros();
        writer.row(&Row {
            vertex,
            outcome: Some(if value == 0 { Outcome::P } else { Outcome::N }),
            value: Some(Loopy::Finite(value)),
            remoteness: Some(some >> 20 & 63),
            best: (some & 15 > 0).then(|| ((u64::from(some) * u64::from(count)) >> 31) as u32),
        })?;
    }
    let rows = writer.finish()?;
    let seconds = begin.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(out)?.len();
    println!(
        "{}: {:.2} bytes a row, {seconds:.3} s, {:.1} million rows/s",
        out.display(),
        bytes as f64 / rows as f64,
        rows as f64 / seconds / 1e6
    );
    Ok(())
}
