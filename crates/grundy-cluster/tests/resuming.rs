//! What it costs to go on: in bytes sent and logged, which do not depend on the machine.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_cluster::{Answers, Edges, Failure, Job, Partition, solve};

/// Edges from greater to lesser numbers, scattered; and some vertices among which play can go round.
fn edges(vertices: u32) -> Edges {
    let mut random = 1u64;
    let mut below = |bound: u32| {
        random = random.wrapping_mul(6_364_136_223_846_793_005);
        random = random.wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % u64::from(bound)) as u32
    };
    let falling =
        (1..vertices).flat_map(|vertex| [vertex; 4].map(|vertex| (vertex, below(vertex))));
    let mut edges: Vec<(u32, u32)> = falling.collect();
    edges.extend((0..300).map(|_| (vertices + below(200), vertices + below(200))));
    Edges::new(edges)
}

fn job(workers: usize, checkpoint: &Path) -> Job {
    let mut job = Job::default();
    job.workers = workers;
    job.partition = Partition::Hash;
    job.checkpoint = Some(checkpoint.to_owned());
    job
}

fn logs(checkpoint: &Path) -> Vec<(PathBuf, u64)> {
    let entries = fs::read_dir(checkpoint).expect("the logs");
    let size = |path: PathBuf| {
        let length = fs::metadata(&path).expect("a log").len();
        (path, length)
    };
    entries
        .map(|entry| size(entry.expect("an entry").path()))
        .collect()
}

fn logged(checkpoint: &Path) -> u64 {
    logs(checkpoint).iter().map(|(_, length)| length).sum()
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("resuming-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

fn same(one: &Answers, other: &Answers) -> bool {
    one.rows().eq(other.rows())
}

#[test]
fn going_on_costs_what_was_left() {
    let (checkpoint, edges) = (scratch("cost"), edges(60_000));
    let whole = solve(edges.clone(), &job(2, &checkpoint)).expect("answers");
    let (sent, all) = (whole.report().sent, logged(&checkpoint));
    // All is known: nothing is sent but that it is, and nothing logged.
    let again = solve(edges.clone(), &job(2, &checkpoint)).expect("answers");
    assert!(same(&again, &whole));
    assert!(again.report().sent < 2000, "{}", again.report().sent);
    assert_eq!(logged(&checkpoint), all);
    // A part of each log was lost; of the rest, no more than half as much again as it cost.
    for left in [0.1, 0.5] {
        for (log, length) in logs(&checkpoint) {
            let file = fs::OpenOptions::new().write(true).open(log).expect("a log");
            file.set_len((length as f64 * (1.0 - left)) as u64)
                .expect("a cut");
        }
        let kept = logged(&checkpoint);
        let answers = solve(edges.clone(), &job(2, &checkpoint)).expect("answers");
        assert!(same(&answers, &whole));
        let (now, logged) = (answers.report().sent, logged(&checkpoint) - kept);
        println!("{left} left: {now} of {sent} bytes sent, {logged} of {all} logged");
        // A block that was cut goes whole.
        let block = 4.0 * 65_536.0;
        assert!(
            (logged as f64) < 1.5 * left * all as f64 + block,
            "{logged} of {all}"
        );
        assert!(
            (now as f64) < 1.5 * left * sent as f64 + block,
            "{now} of {sent}"
        );
    }
    // Other workers go on as well.
    for workers in [1, 3] {
        let answers = solve(edges.clone(), &job(workers, &checkpoint)).expect("answers");
        assert!(same(&answers, &whole));
    }
}

#[test]
fn logs_that_are_damaged_or_missing_change_no_answer() {
    let checkpoint = scratch("damaged");
    let edges = edges(2000);
    let whole = solve(edges.clone(), &job(2, &checkpoint)).expect("answers");
    let mut good: Vec<(PathBuf, Vec<u8>)> = logs(&checkpoint)
        .into_iter()
        .map(|(path, _)| (path.clone(), fs::read(path).expect("a log")))
        .collect();
    good.sort();
    let mut random = 7u64;
    for flip in 0..60 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let _ = fs::remove_dir_all(&checkpoint);
        fs::create_dir_all(&checkpoint).expect("a folder");
        let victim = flip % good.len();
        for (at, (path, bytes)) in good.iter().enumerate() {
            let mut bytes = bytes.clone();
            if at == victim && flip < 8 {
                continue;
            }
            if at == victim {
                let place = (random >> 3) as usize % bytes.len();
                bytes[place] ^= 1 << (random & 7);
            }
            fs::write(path, bytes).expect("a log");
        }
        match solve(edges.clone(), &job(1 + flip % 3, &checkpoint)) {
            Ok(answers) => {
                let differ = answers
                    .rows()
                    .zip(whole.rows())
                    .find(|(one, other)| one != other);
                assert!(same(&answers, &whole), "flip {flip}: {differ:?}");
            }
            // The head of a log tells which graph it is of.
            Err(Failure::Asked(message)) => {
                assert!(
                    message.to_string().contains("not of this graph"),
                    "{message}"
                );
            }
            Err(other) => panic!("flip {flip}: {other}"),
        }
    }
}

#[test]
fn a_checkpoint_has_one_job() {
    let checkpoint = scratch("locked");
    fs::create_dir_all(&checkpoint).expect("a folder");
    let lock = grundy_files::Lock::on(&checkpoint).expect("nobody has it");
    let refused = solve(edges(10), &job(2, &checkpoint)).expect_err("a lock");
    assert!(
        refused.to_string().contains("in use by another run"),
        "{refused}"
    );
    drop(lock);
    solve(edges(10), &job(2, &checkpoint)).expect("answers");
}
