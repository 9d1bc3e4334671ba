//! Law: no file makes a reader of graphs panic, and what it gives the sink has names: each vertex one that finds it.
//!
//! The library behind Parquet panics on some damaged files. The reader makes errors of that, so only a panic that nobody
//! catches is a finding here.
#![cfg_attr(fuzzing, no_main)]

use std::sync::Once;

use grundy_graph::{Format, Input, Options, Sink, SinkError, read};
use libfuzzer_sys::fuzz_target;

/// Counts edges and remembers the greatest vertex.
#[derive(Default)]
struct Count {
    edges: usize,
    greatest: Option<u32>,
}

impl Sink for Count {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.edges += edges.len();
        let greatest = edges.iter().map(|&(from, to)| from.max(to)).max();
        self.greatest = self.greatest.max(greatest);
        match self.edges {
            0..10_000_000 => Ok(()),
            _ => Err(SinkError::Interrupted),
        }
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.greatest = self.greatest.max(Some(vertex));
        Ok(())
    }
}

static QUIET: Once = Once::new();

fuzz_target!(|input: (u8, &[u8])| {
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| ())));
    let (kind, bytes) = input;
    let mut options = Options::default();
    options.table = kind & 32 != 0;
    options.undirected = kind & 64 != 0;
    options.threads = usize::from(kind >> 7) + 1;
    let input = match kind & 16 {
        0 => Input::bytes(bytes),
        _ => Input::reader(std::io::Cursor::new(bytes.to_vec())),
    };
    let input = match kind & 15 {
        0 => input.with_format(Format::Edges),
        1 => input.with_format(Format::Adjacency),
        2 => input.with_format(Format::Csv),
        3 => input.with_format(Format::Tsv),
        4 => input.with_format(Format::Dot),
        5 => input.with_format(Format::GraphMl),
        6 => input.with_format(Format::Json),
        7 => input.with_format(Format::Parquet),
        8 => input.with_format(Format::Packed),
        _ => input,
    };
    let mut count = Count::default();
    match read(input, &options, &mut count, &mut |_| ()) {
        Ok(read) => {
            let names = read.names;
            assert_eq!(read.edges, count.edges as u64);
            assert!(
                count
                    .greatest
                    .is_none_or(|greatest| greatest < names.bound())
            );
            let some = names.bound().min(1000);
            for vertex in (0..some).chain(names.bound() - some..names.bound()) {
                let name = names.name(vertex).expect("a name");
                assert_eq!(names.find(&name), Some(vertex));
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
