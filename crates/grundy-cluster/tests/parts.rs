//! Edges from files in parts, and answers into files.

use std::path::{Path, PathBuf};

use grundy_cluster::{
    Edges, Failure, Job, MANIFEST, Output, Partition, Parts, Source, solve, solve_into,
};
use grundy_graph::{RowFormat, Sink, SinkError};

#[derive(Default)]
struct All {
    edges: Vec<(u32, u32)>,
    lone: Vec<u32>,
}

impl Sink for All {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.edges.extend_from_slice(edges);
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.lone.push(vertex);
        Ok(())
    }
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-parts-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the scratch directory can be written");
    path
}

fn read(parts: &Parts, of: usize) -> Result<All, Failure> {
    let mut all = All::default();
    for part in 0..of {
        parts.read(part, of, &mut all)?;
    }
    Ok(all)
}

#[test]
fn each_line_is_read_once_however_it_is_cut() {
    let directory = scratch("lines");
    std::fs::write(
        directory.join("a"),
        "1 2\n\n# 9 9\n  3\t4  \r\n5 , 6\n77\n% x\n",
    )
    .expect("a file");
    std::fs::write(directory.join("b.csv"), "").expect("a file");
    std::fs::write(directory.join("c.txt"), "10,11\n4294967294 0\n8 8").expect("a file");
    std::fs::write(directory.join("_SUCCESS"), "no edges").expect("a file");
    let parts = Parts::new(&directory).expect("parts");
    for of in 1..60 {
        let all = read(&parts, of).expect("edges");
        let edges = [(1, 2), (3, 4), (5, 6), (10, 11), (4294967294, 0), (8, 8)];
        assert_eq!(all.edges, edges, "{of}");
        assert_eq!(all.lone, [77]);
    }
}

#[test]
fn long_files_come_in_chunks() {
    let path = scratch("long").join("edges");
    let edges: Vec<(u32, u32)> = (0..150_000).map(|n| (n * 7919 % 100_003, n)).collect();
    let text: String = edges.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
    assert!(text.len() > 3 << 19);
    std::fs::write(&path, format!("#{}\n{text}", "x".repeat(500))).expect("a file");
    let parts = Parts::new(&path).expect("parts");
    for of in [1, 2, 3, 7] {
        assert_eq!(read(&parts, of).expect("edges").edges, edges);
    }
}

#[test]
fn mistakes_have_a_line_and_a_column() {
    let path = scratch("mistakes").join("edges");
    for (text, line, column) in [
        ("1 2\n3 x\n", 2, 3),
        ("1 2\n\n1 2 3\n", 3, 5),
        ("4294967295 1", 1, 1),
        ("1 2\n1;2\n", 2, 2),
        ("1 2\n-1 2\n", 2, 1),
        ("1,,2\n", 1, 3),
    ] {
        std::fs::write(&path, text).expect("a file");
        let failure = read(&Parts::new(&path).expect("parts"), 1)
            .err()
            .expect("a mistake");
        let place = format!("line {line}, column {column}:");
        assert!(failure.to_string().contains(&place), "{failure}");
    }
    std::fs::write(&path, "1".repeat(5 << 20)).expect("a file");
    assert!(read(&Parts::new(&path).expect("parts"), 3).is_err());
    let path = path.with_extension("gz");
    std::fs::write(&path, "").expect("a file");
    assert!(matches!(Parts::new(&path), Err(Failure::Input(_))));
    assert!(matches!(
        Parts::new(&scratch("none")),
        Err(Failure::Input(_))
    ));
    assert!(matches!(
        Parts::new(Path::new("nowhere")),
        Err(Failure::File { .. })
    ));
}

/// The answers of a graph as files are a graph again: vertex and best move.
#[test]
fn parquet_goes_out_and_comes_in() {
    let directory = scratch("parquet");
    let edges: Vec<(u32, u32)> = (0..5000u32)
        .map(|n| (n * 37 % 3001, n * 91 % 2999))
        .collect();
    let answers = solve(Edges::new(&edges[..]), &Job::default()).expect("answers");
    let mut bytes = Vec::new();
    for (workers, partition) in [
        (1, Partition::Block),
        (2, Partition::Hash),
        (3, Partition::Block),
    ] {
        let mut job = Job::default();
        job.workers = workers;
        job.partition = partition;
        let mut output = Output::new(directory.join(workers.to_string()));
        output.vertices_in_part = 700;
        let report = solve_into(Edges::new(&edges[..]), &output, &job).expect("answers");
        assert_eq!(report.edges, 5000);
        let files = |entry: std::io::Result<std::fs::DirEntry>| {
            let path = entry.expect("an entry").path();
            (
                path.file_name().map(ToOwned::to_owned),
                std::fs::read(&path).expect("a file"),
            )
        };
        let entries = std::fs::read_dir(&output.directory).expect("a directory");
        let mut written: Vec<_> = entries.map(files).collect();
        written.sort();
        assert_eq!(written.len(), 6);
        bytes.push(written);
    }
    assert!(bytes.iter().all(|written| *written == bytes[0]));
    let manifest = std::fs::read_to_string(directory.join("2").join(MANIFEST)).expect("a list");
    assert!(
        manifest.starts_with("part-00000.parquet 700\n"),
        "{manifest}"
    );
    let parts = Parts::new(&directory.join("1")).expect("parts");
    // By name the first two columns are vertex and outcome, which are no edges.
    assert!(matches!(read(&parts, 1), Err(Failure::Input(_))));
    let mut job = Job::default();
    job.columns = vec![grundy_graph::Column::Move];
    let output = Output::new(directory.join("moves"));
    solve_into(Edges::new(&edges[..]), &output, &job).expect("answers");
    let parts = Parts::new(&output.directory).expect("parts");
    for of in [1, 2, 5] {
        let mut all = read(&parts, of).expect("moves");
        all.edges.sort_unstable();
        let best = answers
            .rows()
            .filter_map(|row| Some((row.vertex, row.best?)));
        assert_eq!(all.edges, best.collect::<Vec<_>>());
        let ends = answers.rows().filter(|row| row.best.is_none());
        assert_eq!(all.lone, ends.map(|row| row.vertex).collect::<Vec<_>>());
    }
    // A file that was cut off.
    let part = output.directory.join("part-00000.parquet");
    let whole = std::fs::read(&part).expect("a file");
    for length in [0, 3, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&part, &whole[..length]).expect("a file");
        let parts = Parts::new(&output.directory).expect("parts");
        assert!(
            matches!(read(&parts, 1), Err(Failure::Input(_))),
            "{length}"
        );
    }
}

#[test]
fn nothing_is_left_of_a_job_that_fails() {
    let directory = scratch("fails");
    let edges = directory.join("edges");
    std::fs::write(&edges, "1 2\n2 3\nx\n").expect("a file");
    let mut output = Output::new(directory.join("out"));
    output.format = RowFormat::Csv;
    let mut job = Job::default();
    job.workers = 2;
    let failure = solve_into(Parts::new(&edges).expect("parts"), &output, &job);
    assert!(
        failure
            .expect_err("a mistake")
            .to_string()
            .contains("line 3, column 1")
    );
    assert_eq!(
        std::fs::read_dir(&output.directory)
            .expect("a directory")
            .count(),
        0
    );
    // Stopped before it began.
    job.stop = Some(std::sync::Arc::new(true.into()));
    let stopped = solve(Edges::new([(0, 1)]), &job);
    assert_eq!(stopped.expect_err("stopped"), Failure::Interrupted);
    // Too much for the memory allowed.
    job.stop = None;
    job.memory = Some(1000);
    let refused = solve(Edges::new(vec![(0, 1); 1000]), &job);
    assert!(matches!(refused, Err(Failure::Asked(_))));
    // And what is asked in vain.
    let mut vain = Job::default();
    vain.workers = 0;
    assert!(matches!(
        solve(Edges::new([]), &vain),
        Err(Failure::Asked(_))
    ));
    let mut vain = Job::default();
    vain.play = grundy::Play::Misere;
    assert!(matches!(
        solve(Edges::new([]), &vain),
        Err(Failure::Asked(_))
    ));
}
