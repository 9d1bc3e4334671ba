//! No input may cost more than its budget: every command on hard and hostile questions, measured from outside.
//!
//! The law, for a budget of B bytes and T seconds: the process never holds more than 1.5 B + 20 MiB, ends within T + 0.5 s,
//! and within 0.5 s of Ctrl-C or SIGTERM, with what it knows. Time is what passed or what the process worked, whichever is
//! less: a machine with other work to do is no fault. The usual run asks a part of the questions with a short time;
//! all of them, and a thousand that are made up:
//!
//! ```text
//! cargo test --release -p grundy-cli --test budgets -- --ignored --nocapture
//! ```

#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use common::hostile::{HARD, Hard, Input};
use common::{grundy, words};

/// One question at a time: they would take the processor from one another.
static ALONE: Mutex<()> = Mutex::new(());

/// What is allowed beyond the budget.
const SPARE_BYTES: u64 = 20 << 20;
const SPARE_TIME: Duration = Duration::from_millis(500);

/// Where even this has passed, nothing is waited for.
const HOPELESS: Duration = Duration::from_secs(30);

struct Budget {
    bytes: u64,
    time: Duration,
}

/// How a process ended.
struct Ended {
    /// What passed, or what it worked, whichever is less.
    time: Duration,
    /// The most memory that it ever had.
    peak: u64,
    /// Its exit code, or less than 0 where a signal ended it.
    code: i32,
    /// The beginning of what it said on standard error.
    told: String,
}

/// A process that is measured.
struct Measured {
    child: Child,
    begun: Instant,
    /// What it had worked when its time began to count.
    worked: Duration,
    told: thread::JoinHandle<String>,
}

impl Measured {
    fn start(words: &[String], stdin: Stdio) -> Measured {
        let begun = Instant::now();
        let mut child = grundy(words)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = child.stdout.take().expect("standard output");
        thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        let mut err = child.stderr.take().expect("standard error");
        let told = thread::spawn(move || {
            let mut told = Vec::new();
            let _ = err.by_ref().take(4096).read_to_end(&mut told);
            let _ = std::io::copy(&mut err, &mut std::io::sink());
            String::from_utf8_lossy(&told).into_owned()
        });
        Measured {
            child,
            begun,
            worked: Duration::ZERO,
            told,
        }
    }

    fn is_running(&self) -> bool {
        let stat =
            fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .is_some_and(|rest| !rest.trim_start().starts_with('Z') && !rest.is_empty())
    }

    /// Sends a signal; from now on its time counts.
    fn signal(&mut self, signal: i32) {
        self.worked = worked(self.child.id());
        self.begun = Instant::now();
        #[expect(unsafe_code, reason = "std sends no signal but SIGKILL")]
        // SAFETY: the child is ours and was not waited for, so the number is still its own.
        unsafe {
            libc::kill(self.child.id() as i32, signal)
        };
    }

    fn end(mut self) -> Ended {
        loop {
            if let Some((status, usage)) = waited(self.child.id()) {
                let passed = self.begun.elapsed();
                let all = |time: libc::timeval| {
                    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
                };
                let work = all(usage.ru_utime) + all(usage.ru_stime);
                return Ended {
                    time: passed.min(work.saturating_sub(self.worked)),
                    // Kibibytes, on Linux.
                    peak: usage.ru_maxrss as u64 * 1024,
                    code: match libc::WIFEXITED(status) {
                        true => libc::WEXITSTATUS(status),
                        false => -libc::WTERMSIG(status),
                    },
                    told: self.told.join().unwrap_or_default(),
                };
            }
            if self.begun.elapsed() > HOPELESS {
                let _ = self.child.kill();
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// What a process has worked until now.
fn worked(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks = |place: usize| {
        fields
            .get(place)
            .and_then(|field| field.parse::<u64>().ok())
    };
    // Hundredths of a second, by the behind of the name: user and system.
    Duration::from_millis(10 * (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)))
}

/// Whether a child has ended, and what it used.
#[expect(unsafe_code, reason = "std tells no usage")]
fn waited(process: u32) -> Option<(i32, libc::rusage)> {
    let mut status = 0;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both places may be written, and all bits of the second may be zero.
    let (ended, usage) = unsafe {
        let ended = libc::wait4(
            process as i32,
            &mut status,
            libc::WNOHANG,
            usage.as_mut_ptr(),
        );
        (ended, usage.assume_init())
    };
    (ended != 0).then_some((status, usage))
}

/// The input in a file; an empty one where there is none.
fn written(input: Option<Input>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("budgets");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("input");
    let mut file = BufWriter::new(File::create(&path).expect("a file"));
    if let Some(input) = input {
        input(&mut file).expect("an input");
    }
    file.flush().expect("an input");
    path
}

/// The words of a call with its input.
fn call(line: &str, path: &std::path::Path) -> Vec<String> {
    let path = path.to_str().expect("UTF-8");
    words(line)
        .iter()
        .map(|word| word.replace("{}", path))
        .collect()
}

fn limited(mut words: Vec<String>, budget: &Budget) -> Vec<String> {
    words.push(format!("--memory={}", budget.bytes));
    words.push(format!("--time={}ms", budget.time.as_millis()));
    words
}

fn stdin(path: &std::path::Path) -> Stdio {
    File::open(path).expect("the input").into()
}

/// The worst of what was measured.
#[derive(Default)]
struct Worst {
    peak: u64,
    time: Duration,
    heard: Duration,
}

impl Worst {
    fn message(&self) -> String {
        let Worst { peak, time, heard } = self;
        format!(
            "{} MiB, {time:.1?}, signals heard after {heard:.1?}",
            peak >> 20
        )
    }

    fn with(self, other: &Worst) -> Worst {
        Worst {
            peak: self.peak.max(other.peak),
            time: self.time.max(other.time),
            heard: self.heard.max(other.heard),
        }
    }
}

/// What is wrong with how a call kept its budget.
fn over(
    words: &[String],
    path: &std::path::Path,
    budget: &Budget,
    worst: &mut Worst,
) -> Vec<String> {
    let ended = Measured::start(&limited(words.to_vec(), budget), stdin(path)).end();
    let mut faults = Vec::new();
    worst.peak = worst.peak.max(ended.peak);
    worst.time = worst.time.max(ended.time);
    let most = budget.bytes * 3 / 2 + SPARE_BYTES;
    if ended.peak > most {
        faults.push(format!("held {} MiB of {}", ended.peak >> 20, most >> 20));
    }
    if ended.time > budget.time + SPARE_TIME {
        faults.push(format!("took {:?} of {:?}", ended.time, budget.time));
    }
    if !matches!(ended.code, 0..=2) {
        faults.push(format!("ended with {}", ended.code));
    }
    if ended.code != 0 && ended.told.contains("panicked") {
        faults.push("panicked".to_owned());
    }
    if !faults.is_empty() {
        faults.push(ended.told);
    }
    faults
}

/// What is wrong with how a call ended after a signal; nothing where it had ended before.
fn deaf(
    words: &[String],
    path: &std::path::Path,
    signal: i32,
    after: Duration,
    worst: &mut Worst,
) -> Vec<String> {
    let mut running = Measured::start(words, stdin(path));
    thread::sleep(after);
    if !running.is_running() {
        running.end();
        return Vec::new();
    }
    running.signal(signal);
    let ended = running.end();
    worst.heard = worst.heard.max(ended.time);
    let mut faults = Vec::new();
    if ended.time > SPARE_TIME {
        faults.push(format!("heard signal {signal} after {:?}", ended.time));
    }
    // It may have been about to end, or not even have begun to listen.
    let right = matches!(ended.code, 0..=2) || [128 + signal, -signal].contains(&ended.code);
    if !right {
        faults.push(format!("ended with {} after signal {signal}", ended.code));
    }
    faults
}

/// All that is wrong with these questions.
fn faults<'h>(
    hard: impl Iterator<Item = &'h Hard>,
    budget: &Budget,
    signals: &[i32],
) -> Vec<String> {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut all, mut worst) = (Vec::new(), Worst::default());
    for Hard { line, input, .. } in hard {
        let path = written(*input);
        let words = call(line, &path);
        let mut took = Worst::default();
        let mut wrong = over(&words, &path, budget, &mut took);
        for &signal in signals {
            let after = Duration::from_millis(150);
            wrong.extend(deaf(&words, &path, signal, after, &mut took));
        }
        let verdict = if wrong.is_empty() { "kept" } else { "broken" };
        println!("{verdict}: {}: {line} {}", took.message(), wrong.join("; "));
        worst = worst.with(&took);
        all.extend(wrong.into_iter().map(|wrong| format!("{line}: {wrong}")));
    }
    println!("the worst: {}", worst.message());
    all
}

#[test]
fn hard_questions_stay_within_their_budget() {
    let budget = Budget {
        bytes: 64 << 20,
        time: Duration::from_millis(300),
    };
    let usual = HARD.iter().filter(|hard| hard.is_usual);
    let faults = faults(usual, &budget, &[libc::SIGINT]);
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
#[ignore = "takes ten minutes"]
fn all_hard_questions_stay_within_their_budget() {
    let budget = Budget {
        bytes: 64 << 20,
        time: Duration::from_secs(2),
    };
    let faults = faults(HARD.iter(), &budget, &[libc::SIGINT, libc::SIGTERM]);
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
#[ignore = "takes ten minutes"]
fn questions_that_are_made_up_stay_within_their_budget() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let number = |name: &str, default| {
        let told = std::env::var(name).ok();
        told.and_then(|told| told.parse().ok()).unwrap_or(default)
    };
    let (count, seed) = (number("GRUNDY_QUESTIONS", 1000), number("GRUNDY_SEED", 1));
    let mut made = common::made::Made::new(seed);
    let (mut broken, mut worst) = (Vec::new(), Worst::default());
    for _ in 0..count {
        let (line, input) = made.question();
        let path = written(None);
        fs::write(&path, &input).expect("an input");
        let budget = Budget {
            bytes: 32 << 20,
            time: Duration::from_millis(200),
        };
        let words = call(&line, &path);
        let wrong = over(&words, &path, &budget, &mut worst);
        if !wrong.is_empty() {
            let begin: String = input.chars().take(100).collect();
            println!("broken: {line} <<< {begin}: {wrong:?}");
            broken.push(format!("{line}: {wrong:?}"));
        }
    }
    println!(
        "{count} questions from seed {seed}, {} broken; the worst: {}",
        broken.len(),
        worst.message()
    );
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn a_program_that_is_checked_does_not_outlive_the_check() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outlived");
    fs::create_dir_all(&folder).expect("a folder");
    let told = folder.join("number");
    let _ = fs::remove_file(&told);
    let command = format!("echo $$ > {}; sleep 100 & sleep 100", told.display());
    for limits in [&["--time=300ms"][..], &[]] {
        let words = [
            "check",
            "cses1098",
            "--limit-time",
            "50s",
            "--cmd",
            &command,
        ];
        let words = words.iter().chain(limits).map(ToString::to_string);
        let mut running = Measured::start(&words.collect::<Vec<_>>(), Stdio::null());
        thread::sleep(Duration::from_millis(200));
        if limits.is_empty() {
            running.signal(libc::SIGINT);
        }
        let ended = running.end();
        assert!(matches!(ended.code, 1 | 130), "{}", ended.told);
        let group: i32 = fs::read_to_string(&told)
            .expect("it ran")
            .trim()
            .parse()
            .expect("a number");
        #[expect(unsafe_code, reason = "std asks for no process by number")]
        // SAFETY: the signal 0 only asks whether the group is there.
        let is_there = || unsafe { libc::kill(-group, 0) == 0 };
        let begun = Instant::now();
        while is_there() && begun.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(!is_there());
    }
}

#[test]
fn a_limit_says_which_flag_sets_it() {
    for (words, flag) in [
        (
            &["table", "nim", "0..4000", "0..4000", "--time=100ms"][..],
            "--time",
        ),
        (
            &["seq", "0.007", "-n", "2e8", "--stats", "--time=100ms"],
            "--time",
        ),
        (
            &[
                "table",
                "--misere",
                "wythoff",
                "0..1200",
                "0..1200",
                "--time=100ms",
            ],
            "0.1 s",
        ),
    ] {
        let ran = common::run(words, b"");
        assert_eq!(ran.exit, 1, "{words:?}");
        assert!(ran.err.contains(flag), "{words:?}: {}", ran.err);
    }
}
