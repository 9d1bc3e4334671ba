//! Reads graphs from files and tells how fast: `read_speed THREADS FILE …`

use std::time::Instant;

use grundy_graph::{Input, Options, Refused, Sink, read};

/// Adds up what comes, so that nothing is left out.
#[derive(Default)]
struct Sum(u64);

impl Sink for Sum {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), Refused> {
        for &(from, to) in edges {
            self.0 = self.0.wrapping_add(u64::from(from) ^ u64::from(to) << 1);
        }
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), Refused> {
        self.0 = self.0.wrapping_add(u64::from(vertex));
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut options = Options::default();
    options.threads = arguments.next().unwrap_or_default().parse()?;
    for path in arguments {
        let (begin, mut sum) = (Instant::now(), Sum::default());
        let read = read(Input::path(&path), &options, &mut sum, &mut |_| ())?;
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{path}: {:?}, {} edges, {} vertices at most, sum {:x}: {seconds:.3} s, {:.2} GB/s, {:.1} million edges/s",
            read.format,
            read.edges,
            read.names.bound(),
            sum.0,
            read.bytes as f64 / seconds / 1e9,
            read.edges as f64 / seconds / 1e6,
        );
    }
    Ok(())
}
