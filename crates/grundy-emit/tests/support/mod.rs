//! Compiles and runs programs, many at once: all of a language make one file, or one call of its compiler.

mod made_up;

pub(crate) use made_up::{made_up, trial};

/// A test for each language, which calls a function with it.
macro_rules! each_language_agrees_with_the_judge {
    ($agrees:ident) => {
        #[test]
        fn cpp_agrees_with_the_judge() {
            $agrees(grundy_emit::Language::Cpp);
        }

        #[test]
        fn python_agrees_with_the_judge() {
            $agrees(grundy_emit::Language::Python);
        }

        #[test]
        fn rust_agrees_with_the_judge() {
            $agrees(grundy_emit::Language::Rust);
        }

        #[test]
        fn java_agrees_with_the_judge() {
            $agrees(grundy_emit::Language::Java);
        }
    };
}
pub(crate) use each_language_agrees_with_the_judge;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use grundy_emit::Language;

/// A program with an input and the output that is expected of it.
pub(crate) struct Trial {
    pub(crate) name: String,
    pub(crate) program: String,
    pub(crate) input: String,
    pub(crate) expected: String,
}

fn is_there(command: &str, argument: &str) -> bool {
    let run = Command::new(command)
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    run.is_ok_and(|status| status.success())
}

/// Whether the tools of a language are here. A language that `GRUNDY_EMIT_REQUIRE` names must be.
pub(crate) fn is_usable(language: Language) -> bool {
    let usable = match language {
        Language::Cpp => is_there("g++", "--version"),
        Language::Python => is_there("python3", "--version"),
        Language::Rust => is_there("rustc", "--version"),
        Language::Java => is_there("javac", "-version") && is_there("java", "-version"),
    };
    let required = std::env::var("GRUNDY_EMIT_REQUIRE").unwrap_or_default();
    let required = required
        .split(',')
        .any(|name| name.trim() == language.name());
    assert!(
        usable || !required,
        "{} is required and not here",
        language.name()
    );
    if !usable {
        println!("{} is left out: its tools are not here", language.name());
    }
    usable
}

fn call(command: &mut Command) {
    let done = command.output().expect("the tool starts");
    let message = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {message}");
}

/// How long one program may run.
const LIMIT: Duration = Duration::from_secs(20);

fn fed(command: &mut Command, input: &str, name: &str) -> String {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut told = child.stdout.take().expect("a pipe");
    let mut complained = child.stderr.take().expect("a pipe");
    let input = input.to_owned();
    let writing = thread::spawn(move || {
        // A program that ends early closes its input.
        let _ = pipe.write_all(input.as_bytes());
    });
    let reading = thread::spawn(move || {
        let mut output = String::new();
        told.read_to_string(&mut output).map(|_| output)
    });
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().expect("the program can be waited for") {
            Some(status) => break status,
            None if begun.elapsed() > LIMIT => {
                let _ = child.kill();
                let _ = child.wait();
                panic!("{name} runs too long: {command:?}");
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    if begun.elapsed() > LIMIT / 20 {
        println!("{name} takes {:?}", begun.elapsed());
    }
    let _ = writing.join();
    let mut message = String::new();
    let _ = complained.read_to_string(&mut message);
    assert!(status.success(), "{name}: {message}");
    reading.join().expect("no panic").expect("text")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs all trials in a language, from files called by `name`.
pub(crate) fn try_all(language: Language, name: &str, trials: &[Trial]) {
    let folder = folder(&format!("{name}-{}", language.name()));
    // Trials of the same program share one copy of it.
    let mut programs: Vec<&str> = Vec::new();
    let mut places = Vec::new();
    for trial in trials {
        let known = programs.iter().position(|it| *it == trial.program);
        places.push(known.unwrap_or_else(|| {
            programs.push(&trial.program);
            programs.len() - 1
        }));
    }
    let outputs = match language {
        Language::Python => python(&folder, &programs, trials, &places),
        Language::Java => java(&folder, &programs, trials, &places),
        Language::Cpp | Language::Rust => {
            let (file, text) = match language {
                Language::Cpp => ("main.cpp", joined_cpp(&programs)),
                _ => ("main.rs", joined_rust(&programs)),
            };
            fs::write(folder.join(file), text).expect("written");
            compile(language, &folder);
            let runs = trials.iter().zip(&places).map(|(trial, place)| {
                let mut command = Command::new(folder.join("main"));
                fed(command.arg(place.to_string()), &trial.input, &trial.name)
            });
            runs.collect()
        }
    };
    for ((trial, output), place) in trials.iter().zip(outputs).zip(places) {
        assert!(
            output == trial.expected,
            "{} in {}:\n{}\ninput:\n{}\nexpected:\n{}\ngot:\n{output}",
            trial.name,
            language.name(),
            programs[place],
            shortened(&trial.input),
            shortened(&trial.expected),
        );
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(2000).collect()
}

fn compile(language: Language, folder: &Path) {
    match language {
        Language::Cpp => {
            let level = if cfg!(debug_assertions) { "-O0" } else { "-O1" };
            let flags = [
                "-std=c++17",
                "-Wall",
                "-Wno-main",
                level,
                "-o",
                "main",
                "main.cpp",
            ];
            call(Command::new("g++").args(flags).current_dir(folder));
        }
        Language::Rust => {
            let level = if cfg!(debug_assertions) { "0" } else { "1" };
            let level = format!("-Copt-level={level}");
            let flags = [
                "--edition=2021",
                "-Adead_code",
                "-Cdebug-assertions=on",
                &level,
                "main.rs",
            ];
            call(Command::new("rustc").args(flags).current_dir(folder));
        }
        _ => {}
    }
}

/// The command that runs a program, which is compiled as it is.
fn made(language: Language, name: &str, program: &str) -> Command {
    let folder = folder(&format!("{name}-{}", language.name()));
    fs::write(folder.join(language.file_name()), program).expect("written");
    match language {
        Language::Python => {
            let mut command = Command::new("python3");
            command.arg(folder.join("main.py"));
            command
        }
        Language::Java => {
            call(Command::new("javac").arg("Main.java").current_dir(&folder));
            let mut command = Command::new("java");
            command
                .arg("-XX:TieredStopAtLevel=1")
                .arg("-cp")
                .arg(&folder)
                .arg("Main");
            command
        }
        _ => {
            compile(language, &folder);
            Command::new(folder.join("main"))
        }
    }
}

/// A program as it is must end by itself with an error on each of these inputs, having written nothing.
pub(crate) fn refuses(language: Language, name: &str, program: &str, inputs: &[&str]) {
    let command = made(language, name, program);
    for &input in inputs {
        let mut again = Command::new(command.get_program());
        let piped = (again.args(command.get_args()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = piped.spawn().expect("the program starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        // A program that ends early closes its input.
        let _ = pipe.write_all(input.as_bytes());
        drop(pipe);
        let begun = Instant::now();
        while child
            .try_wait()
            .expect("the program can be waited for")
            .is_none()
        {
            if begun.elapsed() > LIMIT {
                let _ = child.kill();
                panic!("{name} in {} runs too long: {input:?}", language.name());
            }
            thread::sleep(Duration::from_millis(1));
        }
        let output = child.wait_with_output().expect("an output");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(
            !output.status.success() && told.is_empty(),
            "{name} in {} reads {input:?}: {told}\n{program}",
            language.name()
        );
    }
}

/// One program as it is, compiled and run.
pub(crate) fn alone(language: Language, name: &str, trial: &Trial) {
    let mut command = made(language, name, &trial.program);
    let output = fed(&mut command, &trial.input, &trial.name);
    assert_eq!(
        output,
        trial.expected,
        "{} in {}",
        trial.name,
        language.name()
    );
}

fn joined_cpp(programs: &[&str]) -> String {
    let mut includes = BTreeSet::new();
    let mut text = String::new();
    for (place, program) in programs.iter().enumerate() {
        let _ = writeln!(text, "namespace p{place} {{");
        for line in program.lines() {
            if line.starts_with("#include") {
                includes.insert(line);
            } else {
                let _ = writeln!(text, "{line}");
            }
        }
        text.push_str("}\n");
    }
    let includes: String = includes.iter().map(|line| format!("{line}\n")).collect();
    let mut main = String::from(
        "int main(int count, char** given) {\n    switch (count > 1 ? atoi(given[1]) : 0) {\n",
    );
    for place in 0..programs.len() {
        let _ = writeln!(main, "    case {place}: return p{place}::main();");
    }
    main.push_str("    }\n}\n");
    includes + &text + &main
}

fn joined_rust(programs: &[&str]) -> String {
    let mut text = String::new();
    let mut main = String::from("fn main() {\n    match std::env::args().nth(1).as_deref() {\n");
    for (place, program) in programs.iter().enumerate() {
        let program = program.replace("\nfn main()", "\npub fn main()");
        let _ = writeln!(text, "mod p{place} {{\n{program}}}");
        let _ = writeln!(main, "        Some(\"{place}\") => p{place}::main(),");
    }
    main.push_str("        _ => {}\n    }\n}\n");
    text + &main
}

const RUN_ALL: &str = r#"
import io, sys

folder = sys.argv[1]
for line in open(folder + "/runs"):
    place, number = line.split()
    with open(folder + "/" + number + ".in", "rb") as given:
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.read()))
    told = io.BytesIO()
    sys.stdout = io.TextIOWrapper(told)
    with open(folder + "/p" + place + ".py") as program:
        exec(compile(program.read(), "p" + place, "exec"), {"__name__": "__main__"})
    with open(folder + "/" + number + ".out", "wb") as out:
        out.write(told.getvalue())
"#;

fn python(folder: &Path, programs: &[&str], trials: &[Trial], places: &[usize]) -> Vec<String> {
    for (place, program) in programs.iter().enumerate() {
        fs::write(folder.join(format!("p{place}.py")), program).expect("written");
    }
    fs::write(folder.join("all.py"), RUN_ALL).expect("written");
    let mut command = Command::new("python3");
    files(
        folder,
        trials,
        places,
        command.arg(folder.join("all.py")).arg(folder),
    )
}

/// One call that runs all trials, from files to files.
fn files(folder: &Path, trials: &[Trial], places: &[usize], command: &mut Command) -> Vec<String> {
    let mut runs = String::new();
    for (number, (trial, place)) in trials.iter().zip(places).enumerate() {
        fs::write(folder.join(format!("{number}.in")), &trial.input).expect("written");
        let _ = writeln!(runs, "{place} {number}");
    }
    fs::write(folder.join("runs"), runs).expect("written");
    call(command);
    let output = |number| fs::read_to_string(folder.join(format!("{number}.out")));
    (0..trials.len())
        .map(|number| output(number).expect("an output"))
        .collect()
}

const RUNNER: &str = r#"
import java.io.*;
import java.nio.file.*;
import java.net.*;

public class Runner {
    public static void main(String[] given) throws Exception {
        PrintStream console = System.out;
        URL[] here = {new File(given[0]).toURI().toURL()};
        for (String line : Files.readAllLines(Path.of(given[0], "runs"))) {
            String[] words = line.split(" ");
            System.setIn(new FileInputStream(new File(given[0], words[1] + ".in")));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            System.setOut(new PrintStream(out));
            // A loader of its own gives the program static variables of its own.
            try (URLClassLoader loader = new URLClassLoader(here, null)) {
                Class<?> main = Class.forName("p" + words[0] + ".Main", true, loader);
                main.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            }
            Files.write(Path.of(given[0], words[1] + ".out"), out.toByteArray());
        }
        System.setOut(console);
    }
}
"#;

fn java(folder: &Path, programs: &[&str], trials: &[Trial], places: &[usize]) -> Vec<String> {
    let mut sources = vec!["Runner.java".to_owned()];
    fs::write(folder.join("Runner.java"), RUNNER).expect("written");
    for (place, program) in programs.iter().enumerate() {
        let package = folder.join(format!("p{place}"));
        fs::create_dir_all(&package).expect("a folder");
        fs::write(
            package.join("Main.java"),
            format!("package p{place};\n{program}"),
        )
        .expect("written");
        sources.push(format!("p{place}/Main.java"));
    }
    let flags = ["-J-XX:TieredStopAtLevel=1", "-encoding", "UTF-8", "-d", "."];
    call(
        Command::new("javac")
            .args(flags)
            .args(sources)
            .current_dir(folder),
    );
    let mut command = Command::new("java");
    command
        .arg("-XX:TieredStopAtLevel=1")
        .arg("-cp")
        .arg(folder)
        .arg("Runner")
        .arg(folder);
    files(folder, trials, places, &mut command)
}

/// Numbers that are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let word = self.0 ^ (self.0 >> 33);
        word.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 20
    }

    pub(crate) fn within(&mut self, range: &std::ops::RangeInclusive<u64>) -> u64 {
        let size = (range.end() - range.start()).saturating_add(1);
        range.start() + self.next() % size
    }
}
