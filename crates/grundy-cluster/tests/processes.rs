//! Several processes on this machine: the same answers, and what happens when one of them is killed, stopped, never
//! started, or panics.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use grundy_cluster::{Failure, Hosts, Job, MANIFEST, Partition, Parts, Source, solve_into};
use grundy_graph::{RowFormat, Sink};

const CHILD: &str = "GRUNDY_CLUSTER_TEST_CHILD";

/// What a child process is to do.
#[derive(Clone)]
struct Task {
    edges: PathBuf,
    output: PathBuf,
    checkpoint: Option<PathBuf>,
    addresses: Vec<String>,
    workers: usize,
    peer_timeout: u64,
    /// The process whose workers panic while they read.
    panics: usize,
}

const NOBODY: usize = usize::MAX;

struct Panics<S>(S, bool);

impl<S: Source> Source for Panics<S> {
    fn read(&self, part: usize, of: usize, sink: &mut dyn Sink) -> Result<(), Failure> {
        assert!(!self.1 || part.is_multiple_of(2), "as arranged");
        self.0.read(part, of, sink)
    }
}

impl Task {
    fn run(&self, process: usize) -> Result<(), Failure> {
        let mut job = Job::default();
        job.workers = self.workers;
        job.partition = Partition::Hash;
        job.peer_timeout = Duration::from_secs(self.peer_timeout);
        job.checkpoint.clone_from(&self.checkpoint);
        if self.addresses.len() > 1 {
            job.hosts = Some(Hosts::new(self.addresses.clone(), process));
        }
        let mut output = grundy_cluster::Output::new(&self.output);
        output.vertices_in_part = 1000;
        output.format = RowFormat::Csv;
        let source = Panics(Parts::new(&self.edges)?, self.panics == process);
        solve_into(source, &output, &job).map(|_| ())
    }

    fn child(&self, process: usize) -> Child {
        let path = |path: &Path| path.display().to_string();
        let fields = [
            process.to_string(),
            path(&self.edges),
            path(&self.output),
            self.checkpoint.as_deref().map_or(String::new(), path),
            self.addresses.join(","),
            self.workers.to_string(),
            self.peer_timeout.to_string(),
            self.panics.to_string(),
        ];
        Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "child", "--nocapture", "--test-threads=1"])
            .env(CHILD, fields.join("\n"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child")
    }

    fn children(&self) -> Vec<Child> {
        (0..self.addresses.len())
            .map(|process| self.child(process))
            .collect()
    }
}

/// No test of its own: what the child processes run.
#[test]
fn child() {
    let Ok(task) = std::env::var(CHILD) else {
        return;
    };
    let fields: Vec<&str> = task.split('\n').collect();
    let number = |field: usize| fields[field].parse::<usize>().expect("a number");
    let task = Task {
        edges: fields[1].into(),
        output: fields[2].into(),
        checkpoint: (!fields[3].is_empty()).then(|| fields[3].into()),
        addresses: fields[4].split(',').map(str::to_owned).collect(),
        workers: number(5),
        peer_timeout: number(6) as u64,
        panics: number(7),
    };
    match task.run(number(0)) {
        Ok(()) => std::process::exit(0),
        Err(failure) => {
            println!("FAILURE {failure}");
            std::process::exit(3);
        }
    }
}

fn free_addresses(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"))
        .collect();
    listeners
        .iter()
        .map(|listener| listener.local_addr().expect("an address").to_string())
        .collect()
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the scratch directory can be written");
    path
}

/// A long path, which scattered over two processes takes a while, and beside it a tangle with cycles, in two parts.
fn write_edges(directory: &Path, path: u32) {
    let mut text = String::from("# a path\n");
    for vertex in 1..path {
        text += &format!("{vertex} {}\n", vertex - 1);
    }
    let directory = directory.join("edges");
    std::fs::create_dir_all(&directory).expect("a directory");
    std::fs::write(directory.join("a.txt"), &text).expect("a file");
    text.clear();
    let mut seed = 1u64;
    let mut random = |bound: u32| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        path + ((seed >> 33) % u64::from(bound)) as u32
    };
    for _ in 0..4000 {
        text += &format!("{},{}\r\n", random(3000), random(3000));
    }
    // No end of line after the last.
    text += &format!("{}", path + 3500);
    std::fs::write(directory.join("b.csv"), &text).expect("a file");
}

fn task(directory: &Path, output: &str, processes: usize) -> Task {
    Task {
        edges: directory.join("edges"),
        output: directory.join(output),
        checkpoint: None,
        addresses: free_addresses(processes),
        workers: 1,
        peer_timeout: 20,
        panics: NOBODY,
    }
}

fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(directory).expect("the output");
    entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("text");
            (name, std::fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

fn finish(children: Vec<Child>) -> Vec<Output> {
    let finish = |child: Child| child.wait_with_output().expect("an end");
    children.into_iter().map(finish).collect()
}

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn alone(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut one = task(directory, "alone", 1);
    one.addresses = vec![String::new()];
    one.run(0).expect("answers");
    let files = files(&directory.join("alone"));
    assert!(files.contains_key(MANIFEST) && files.len() > 2);
    files
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(status.expect("the program kill").success());
}

#[test]
fn two_processes_of_two_workers_write_the_same_bytes() {
    let directory = scratch("same");
    write_edges(&directory, 200);
    let expected = alone(&directory);
    let mut two = task(&directory, "two", 2);
    two.workers = 2;
    for output in finish(two.children()) {
        assert!(output.status.success(), "{}", says(&output));
    }
    assert_eq!(files(&two.output), expected);
    // What is there is not written over.
    two.addresses.truncate(1);
    let again = two.run(0).expect_err("answers are there");
    assert!(
        again.to_string().contains("holds answers already"),
        "{again}"
    );
}

/// Kills one of two processes when some 60 % of the answers are logged; gives the other's last words, or none if both had
/// ended by then.
#[cfg(unix)]
fn kill_in_mid_run(killed: &Task, vertices: u32) -> Option<String> {
    let checkpoint = killed.checkpoint.clone().expect("a checkpoint");
    let mut children = killed.children();
    // Of each vertex of the path there are two answers of eight bytes to be logged.
    let aim = u64::from(vertices) * 16 * 6 / 10;
    let start = Instant::now();
    loop {
        let logged: u64 = std::fs::read_dir(&checkpoint)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len()))
            .sum();
        if logged >= aim || start.elapsed() > Duration::from_secs(60) {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    signal(&children[1], "KILL");
    let start = Instant::now();
    let _ = children.pop().map(|mut child| child.wait());
    let output = finish(children).remove(0);
    assert!(start.elapsed() < Duration::from_secs(10));
    (output.status.code() == Some(3)).then(|| says(&output))
}

#[cfg(unix)]
#[test]
fn after_a_kill_it_goes_on_with_any_number_of_processes() {
    // On a quick machine a short path is through before it can be killed.
    for vertices in [1000, 10_000, 100_000] {
        let directory = scratch("kill");
        write_edges(&directory, vertices);
        let mut killed = task(&directory, "killed", 2);
        killed.checkpoint = Some(directory.join("checkpoint"));
        let Some(words) = kill_in_mid_run(&killed, vertices) else {
            continue;
        };
        assert!(words.contains("process 1 ended before"), "{words}");
        assert!(!killed.output.join(MANIFEST).exists());
        go_on(&directory);
        return;
    }
    panic!("it was never killed in time");
}

#[cfg(unix)]
fn go_on(directory: &Path) {
    let checkpoint = directory.join("checkpoint");
    let expected = alone(directory);
    // The end of a log may be cut anywhere.
    for (name, bytes) in files(&checkpoint) {
        let cut = bytes.len().saturating_sub(3);
        std::fs::write(checkpoint.join(name), &bytes[..cut]).expect("a file");
    }
    // Three processes, then again two, each from what the one before has left; nothing is logged twice.
    let mut logs = files(&checkpoint);
    for (name, processes) in [("three", 3), ("two", 2), ("one", 1)] {
        let mut more = task(directory, name, processes);
        more.checkpoint = Some(checkpoint.clone());
        if processes == 1 {
            more.workers = 3;
            more.run(0).expect("answers");
        } else {
            for output in finish(more.children()) {
                assert!(output.status.success(), "{}", says(&output));
            }
        }
        assert_eq!(files(&more.output), expected, "{name}");
        let now = files(&checkpoint);
        assert!(
            logs.iter()
                .all(|(name, bytes)| now.get(name) == Some(bytes))
        );
        if name == "three" {
            // What was cut off is new.
            assert!(now.len() > logs.len());
        } else {
            assert_eq!(now, logs, "{name}");
        }
        logs = now;
    }
    // The checkpoint of one graph is none of another.
    write_edges(directory, 30);
    let mut other = task(directory, "other", 1);
    other.checkpoint = Some(checkpoint);
    let failure = other.run(0).expect_err("another graph");
    assert!(
        failure.to_string().contains("not of this graph"),
        "{failure}"
    );
}

#[cfg(unix)]
#[test]
fn a_stopped_process_is_noticed() {
    let directory = scratch("stop");
    write_edges(&directory, 50_000);
    let mut stopped = task(&directory, "out", 2);
    stopped.peer_timeout = 2;
    stopped.checkpoint = Some(directory.join("checkpoint"));
    let mut children = stopped.children();
    // Both have begun once there are logs.
    while files_in(&directory.join("checkpoint")) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&children[1], "STOP");
    let start = Instant::now();
    let other = children.pop().expect("two");
    let output = finish(children).remove(0);
    let seconds = start.elapsed().as_secs_f64();
    signal(&other, "KILL");
    let _ = finish(vec![other]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        says(&output).contains("process 1 has been silent for 2 s"),
        "{}",
        says(&output)
    );
    assert!((1.0..8.0).contains(&seconds), "{seconds}");
}

fn files_in(directory: &Path) -> usize {
    std::fs::read_dir(directory).map_or(0, Iterator::count)
}

#[test]
fn a_process_that_never_starts_is_named() {
    let directory = scratch("absent");
    write_edges(&directory, 30);
    let mut absent = task(&directory, "out", 3);
    absent.peer_timeout = 1;
    let start = Instant::now();
    let outputs = finish(vec![absent.child(0), absent.child(2)]);
    assert!(start.elapsed() < Duration::from_secs(6));
    for output in outputs {
        let says = says(&output);
        assert_eq!(output.status.code(), Some(3));
        assert!(
            says.contains("process 1 (127.0.0.1:") && says.contains("within 1 s"),
            "{says}"
        );
    }
}

#[test]
fn a_panic_ends_all_processes() {
    let directory = scratch("panic");
    write_edges(&directory, 30);
    let mut panics = task(&directory, "out", 2);
    panics.workers = 2;
    panics.panics = 1;
    let outputs = finish(panics.children());
    assert_eq!(outputs[0].status.code(), Some(3));
    assert!(
        says(&outputs[0]).contains("process 1 gave up: worker 3 panicked: as arranged"),
        "{}",
        says(&outputs[0])
    );
    assert!(
        says(&outputs[1]).contains("worker 3 panicked: as arranged"),
        "{}",
        says(&outputs[1])
    );
    // With threads alone as well.
    let mut threads = task(&directory, "threads", 1);
    (threads.workers, threads.panics) = (3, 0);
    assert!(matches!(
        threads.run(0),
        Err(Failure::Panicked { worker: 1, .. })
    ));
}

#[test]
fn processes_of_different_jobs_part() {
    let directory = scratch("jobs");
    write_edges(&directory, 30);
    let one = task(&directory, "out", 2);
    let mut other = one.clone();
    other.workers = 2;
    let outputs = finish(vec![one.child(0), other.child(1)]);
    for output in outputs {
        assert_eq!(output.status.code(), Some(3));
        assert!(
            says(&output).contains("was started for another job"),
            "{}",
            says(&output)
        );
    }
}
