//! What is left when a file cannot be written: each call that changes a file fails once, or is the last before `kill -9`.
//!
//! The program runs as it is; a small library between it and that of C (`faults/shim.c`) counts the calls and makes them fail.
//! Of each run that failed: its words name a file, outputs are the old ones or the new ones, nothing else stays but what a
//! checkpoint needs, and the same run, or one that goes on, then ends with the very bytes of a run that nothing happened to.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use common::grundy;
use common::sequences::{arguments, folder};

/// The library between, built once.
fn shim() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/shim.c");
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-shim.so");
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
        let status = Command::new(compiler)
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([built.as_os_str(), source.as_ref()])
            .arg("-ldl")
            .status();
        assert!(status.expect("a compiler of C").success());
        built
    })
}

/// A run of the program, with files in a folder: words that begin with `@`.
struct Case {
    name: &'static str,
    line: &'static str,
    /// The same that goes on after it was cut off.
    again: &'static str,
    /// Files and folders that it writes.
    outputs: &'static [&'static str],
    /// What may stay besides when it was cut off.
    stays: &'static [&'static str],
}

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Full,
    Broken,
    Short,
    Killed,
}

impl Fault {
    fn word(self) -> &'static str {
        match self {
            Fault::Full => "ENOSPC",
            Fault::Broken => "EIO",
            Fault::Short => "SHORT",
            Fault::Killed => "KILL",
        }
    }
}

const OLD: &[u8] = b"what was there before";

/// Files by their names, those in folders too.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() {
            let within = files(&path).into_iter();
            found.extend(within.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            found.insert(name.into_owned(), fs::read(&path).expect("a file"));
        }
    }
    found
}

fn of<'n>(names: &[&str], file: &'n str) -> Option<&'n str> {
    let of = |name: &&str| file == *name || file.starts_with(&format!("{name}/"));
    names.iter().any(of).then_some(file)
}

impl Case {
    /// The folder as it is before a run.
    fn fresh(&self, folder: &Path) {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("a folder");
        fs::write(folder.join("graph.txt"), graph()).expect("a file");
        for output in self.outputs.iter().filter(|name| name.contains('.')) {
            fs::write(folder.join(output), OLD).expect("a file");
        }
    }

    fn run(&self, folder: &Path, line: &str, fault: Option<(Fault, usize)>) -> Output {
        let mut command = grundy(&arguments(folder, line));
        if let Some((fault, at)) = fault {
            command
                .env("LD_PRELOAD", shim())
                .env("FAULT_AT", at.to_string())
                .env("FAULT_KIND", fault.word())
                .env("FAULT_COUNT", folder.join("../faults-count"));
        }
        command.output().expect("a run")
    }

    /// How many calls there are, and the outputs.
    fn whole(&self, folder: &Path) -> (usize, BTreeMap<String, Vec<u8>>) {
        self.fresh(folder);
        let ran = self.run(folder, self.line, Some((Fault::Full, 0)));
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        let count = fs::read_to_string(folder.join("../faults-count")).expect("a count");
        let outputs = self.outputs(folder);
        assert!(!outputs.is_empty() && outputs.values().all(|bytes| bytes != OLD));
        (count.trim().parse().expect("a number"), outputs)
    }

    fn outputs(&self, folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let files = files(folder).into_iter();
        files
            .filter(|(file, _)| of(self.outputs, file).is_some())
            .collect()
    }

    /// Has every `step`th call fail; says how many runs failed.
    fn survives(&self, kinds: &[Fault], step: usize) -> usize {
        let folder = folder(&format!("faults-{}/run", self.name));
        let (calls, whole) = self.whole(&folder);
        let mut failed = 0;
        for &fault in kinds {
            for at in (1..=calls).step_by(step) {
                self.fresh(&folder);
                let ran = self.run(&folder, self.line, Some((fault, at)));
                let told = String::from_utf8_lossy(&ran.stderr).into_owned();
                let place = format!("{}: {fault:?} at call {at} of {calls}: {told}", self.name);
                if ran.status.success() {
                    // What failed was not needed.
                    assert_eq!(self.outputs(&folder), whole, "{place}");
                } else {
                    failed += 1;
                    self.check(&folder, &ran, fault, &whole, &place);
                }
                // Whoever has a checkpoint goes on.
                let kept = ["run.save", "run.save.part"].iter();
                let line = match kept.into_iter().any(|name| folder.join(name).exists()) {
                    true => self.again,
                    false => self.line,
                };
                if self.outputs(&folder) != whole {
                    let ran = self.run(&folder, line, None);
                    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
                    assert!(ran.status.success(), "{place}\nand then {told}");
                }
                let outputs = self.outputs(&folder);
                let finished = outputs.iter().filter(|(name, _)| !name.ends_with(".part"));
                assert!(finished.eq(whole.iter()), "{place}: other bytes");
            }
        }
        println!("{}: {calls} calls, {failed} runs failed", self.name);
        failed
    }

    /// Looks at what a run has left that failed.
    fn check(
        &self,
        folder: &Path,
        ran: &Output,
        fault: Fault,
        whole: &BTreeMap<String, Vec<u8>>,
        place: &str,
    ) {
        let killed = fault == Fault::Killed;
        if !killed {
            let code = ran.status.code().expect("no signal");
            assert!((1..=2).contains(&code), "{place}: exit {code}");
            let told = String::from_utf8_lossy(&ran.stderr);
            assert!(
                told.contains(&folder.display().to_string()),
                "{place}: names no file"
            );
        }
        for (file, bytes) in files(folder) {
            let passing = file.ends_with(".part") || file.ends_with(".lock");
            match of(self.outputs, &file) {
                // Of an output in parts, some may be there.
                Some(file) if !passing => assert!(
                    bytes == OLD || whole.get(file) == Some(&bytes),
                    "{place}: {file} is neither old nor new"
                ),
                _ if of(self.stays, &file).is_some() || file == "graph.txt" => {}
                _ => assert!(killed && passing, "{place}: {file} stays"),
            }
        }
    }
}

/// A graph with play that goes round, and a path.
fn graph() -> String {
    let mut text = String::new();
    let mut random = 1u64;
    let mut below = |bound: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005);
        random = random.wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % bound
    };
    for vertex in 1..400 {
        text += &format!("{vertex} {}\n", below(vertex));
        text += &format!("{} {}\n", 400 + below(300), 400 + below(300));
    }
    text
}

const SEQ: &[&str] = &[
    "run.save",
    "values.txt.part",
    "values.parquet.part",
    "values.npy.part",
];

const CASES: &[Case] = &[
    Case {
        name: "seq-text",
        line: "seq 0.106 -n 3000 -o @values.txt --checkpoint @run.save --every 500",
        again: "seq 0.106 -n 3000 -o @values.txt --checkpoint @run.save --every 500 --resume",
        outputs: &["values.txt"],
        stays: SEQ,
    },
    Case {
        name: "seq-parquet",
        line: "seq 0.106 -n 3000 -o @values.parquet --checkpoint @run.save --every 500 --json",
        again: "seq 0.106 -n 3000 -o @values.parquet --checkpoint @run.save --every 500 --json --resume",
        outputs: &["values.parquet"],
        stays: SEQ,
    },
    Case {
        name: "seq-plain",
        line: "seq 0.77 -n 3000 -o @values.csv",
        again: "",
        outputs: &["values.csv"],
        stays: &[],
    },
    Case {
        name: "table",
        line: "table nim 0..20 0..20 -o @table.csv",
        again: "",
        outputs: &["table.csv"],
        stays: &[],
    },
    Case {
        name: "table-png",
        line: "table nim 0..20 0..20 -o @table.png",
        again: "",
        outputs: &["table.png"],
        stays: &[],
    },
    Case {
        name: "certificate",
        line: "period 0.77 --certificate @proof.txt",
        again: "",
        outputs: &["proof.txt"],
        stays: &[],
    },
    Case {
        name: "period",
        line: "period 0.77 --checkpoint @run.save --certificate @proof.txt",
        again: "period 0.77 --checkpoint @run.save --certificate @proof.txt --resume",
        outputs: &["proof.txt"],
        stays: &["run.save"],
    },
    Case {
        name: "emit",
        line: "emit --to cpp hdu1847 -o @program.cpp",
        again: "",
        outputs: &["program.cpp"],
        stays: &[],
    },
    Case {
        name: "chart",
        line: "chart nim -o @chart.svg",
        again: "",
        outputs: &["chart.svg"],
        stays: &[],
    },
    Case {
        name: "graph",
        line: "graph @graph.txt -o @rows.csv",
        again: "",
        outputs: &["rows.csv"],
        stays: &[],
    },
    Case {
        name: "graph-packed",
        line: "graph @graph.txt -o @packed.grg",
        again: "",
        outputs: &["packed.grg"],
        stays: &[],
    },
    #[cfg(feature = "parquet")]
    Case {
        name: "graph-scratch",
        line: "graph @graph.txt --memory 1K --scratch @. -o @rows.parquet",
        again: "",
        outputs: &["rows.parquet"],
        stays: &[],
    },
    #[cfg(feature = "cluster")]
    Case {
        name: "workers",
        line: "graph @graph.txt --workers 2 --format csv -o @answers --checkpoint @done",
        again: "",
        outputs: &["answers"],
        stays: &["done"],
    },
];

fn case(name: &str) -> &'static Case {
    let case = CASES.iter().find(|case| case.name == name);
    case.expect("a case")
}

#[test]
fn a_full_disk_costs_no_more_than_the_work_since_the_checkpoint() {
    assert!(case("seq-text").survives(&[Fault::Full], 1) > 10);
}

#[test]
fn a_program_killed_at_a_write_goes_on() {
    assert!(case("seq-parquet").survives(&[Fault::Killed], 3) > 4);
}

#[test]
fn a_full_disk_leaves_the_old_files() {
    for name in ["table", "period", "graph-packed"] {
        assert!(case(name).survives(&[Fault::Full], 1) > 2);
    }
}

#[test]
#[ignore = "some minutes: every call of every command, in all ways; run with --ignored"]
fn every_call_may_fail() {
    let only = std::env::var("GRUNDY_FAULTS").ok();
    for case in CASES {
        if only
            .as_ref()
            .is_none_or(|only| case.name.contains(only.as_str()))
        {
            case.survives(
                &[Fault::Full, Fault::Broken, Fault::Short, Fault::Killed],
                1,
            );
        }
    }
}
