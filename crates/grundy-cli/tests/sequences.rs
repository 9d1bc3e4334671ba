//! `grundy seq` as a program: formats read back, runs that are killed and go on, checkpoints that are not what they
//! should be.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{Ran, grundy, run};
use serde_json::Value;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The arguments of a call, with files in a folder: words that begin with `@`.
fn arguments(folder: &Path, line: &str) -> Vec<String> {
    let word = |word: &str| match word.strip_prefix('@') {
        Some(name) => folder.join(name).display().to_string(),
        None => word.to_owned(),
    };
    line.split(' ').map(word).collect()
}

fn seq(folder: &Path, line: &str) -> Ran {
    run(&arguments(folder, &format!("seq {line}")), b"")
}

/// Values by the definition: the least value that no option has.
fn by_definition(code: &str, count: usize) -> Vec<u32> {
    let digits: Vec<u32> = code.chars().filter_map(|digit| digit.to_digit(8)).collect();
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let mut met = vec![false; 2 * count];
        for (removed, digit) in digits
            .iter()
            .enumerate()
            .take_while(|(place, _)| *place <= heap)
        {
            let left = heap - removed;
            if digit & 1 != 0 && left == 0 {
                met[0] = true;
            }
            if digit & 2 != 0 && left > 0 {
                met[values[left] as usize] = true;
            }
            if digit & 4 != 0 {
                for one in 1..left {
                    met[(values[one] ^ values[left - one]) as usize] = true;
                }
            }
        }
        let value = met.iter().position(|met| !met).expect("room");
        values.push(value as u32);
    }
    values
}

fn numbers(text: &str) -> Vec<u32> {
    let numbers = text.split_ascii_whitespace().map(|word| word.parse());
    numbers.collect::<Result<_, _>>().expect("numbers")
}

#[test]
fn every_format_holds_the_values_of_the_definition() {
    let folder = folder("seq-formats");
    for (code, from) in [("0.77", 0), ("0.106", 3), ("4.7", 700), ("0.33333", 0)] {
        let expected = &by_definition(code, 1500)[from..];
        let call = format!("{code} -n 1500 --from {from}");
        let text = seq(&folder, &call);
        assert_eq!((text.exit, text.err.as_str()), (0, ""));
        assert_eq!(numbers(&text.out), expected, "{code}");
        let csv = seq(&folder, &format!("{call} --format csv")).out;
        let rows = (from..).zip(expected);
        let rows: String = rows
            .map(|(heap, value)| format!("{heap},{value}\n"))
            .collect();
        assert_eq!(csv, format!("n,value\n{rows}"));
        for width in [1, 2, 4] {
            let bits = 8 * width;
            let little = |bytes: &[u8]| -> Vec<u32> {
                let number = |bytes: &[u8]| {
                    bytes
                        .iter()
                        .rev()
                        .fold(0, |number, &byte| number << 8 | u32::from(byte))
                };
                bytes.chunks(width).map(number).collect()
            };
            let name = format!("values.u{bits}");
            assert_eq!(seq(&folder, &format!("{call} -o @{name}")).exit, 0);
            let raw = fs::read(folder.join(name)).expect("the file");
            assert_eq!(little(&raw), expected, "{code}");
            let line = format!("{call} --width {bits} -o @values.npy");
            assert_eq!(seq(&folder, &line).exit, 0);
            let array = fs::read(folder.join("values.npy")).expect("the file");
            assert!(array.starts_with(b"\x93NUMPY\x01\x00"));
            let head = String::from_utf8_lossy(&array[10..128]);
            assert!(
                head.contains(&format!("'shape': ({},)", expected.len())),
                "{head}"
            );
            assert!(
                head.contains(&format!("u{width}', 'fortran_order': False")),
                "{head}"
            );
            assert_eq!(little(&array[128..]), expected, "{code}");
        }
    }
    assert_eq!(left_over(&folder), Vec::<String>::new());
}

/// Names of files that are not complete.
fn left_over(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder");
    files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".part") || name.ends_with(".new"))
        .collect()
}

#[test]
fn parquet_is_read_by_others() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let folder = folder("seq-parquet");
    // More than a page, and pages that are not full.
    for (count, from, width) in [(70_003, 5, 8), (1000, 0, 16), (66_000, 65_990, 32)] {
        let call = format!("0.16 -n {count} --from {from}");
        let expected = numbers(&seq(&folder, &call).out);
        let line = format!("{call} -o @values.parquet --width {width}");
        assert_eq!(seq(&folder, &line).exit, 0);
        let file = fs::File::open(folder.join("values.parquet")).expect("the file");
        let reader = SerializedFileReader::new(file).expect("metadata");
        let rows = reader.metadata().file_metadata().num_rows();
        assert_eq!(rows, expected.len() as i64);
        let mut heap = from;
        for (row, value) in reader.get_row_iter(None).expect("rows").zip(expected) {
            let row = row.expect("a row");
            assert_eq!(row.get_long(0).expect("a heap"), heap);
            let found = match width {
                8 => u32::from(row.get_ubyte(1).expect("a value")),
                16 => u32::from(row.get_ushort(1).expect("a value")),
                _ => row.get_uint(1).expect("a value"),
            };
            assert_eq!(found, value);
            heap += 1;
        }
        assert_eq!(heap, count);
    }
}

#[test]
fn statistics_are_those_of_the_values() {
    let folder = folder("seq-statistics");
    let ran = seq(&folder, "0.106 -n 5000 --from 10 --json");
    let found: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(found["schema"], "grundy.sequence/1");
    assert_eq!(
        (&found["code"], &found["from"]),
        (&"0.106".into(), &10.into())
    );
    let values = numbers(&seq(&folder, "0.106 -n 5000 --from 10").out);
    let listed: Vec<u32> = serde_json::from_value(found["values"].clone()).expect("values");
    assert_eq!(listed, values);
    assert_eq!(found["count"], 4990);
    let largest = *values.iter().max().expect("values");
    assert_eq!(found["largest"]["value"], largest);
    let first = values.iter().position(|&value| value == largest);
    assert_eq!(found["largest"]["heap"], first.expect("there") + 10);
    let mut counted = 0;
    for row in found["frequencies"].as_array().expect("rows") {
        let of = |place: &(usize, &u32)| row["value"] == *place.1;
        let places: Vec<usize> = values
            .iter()
            .enumerate()
            .filter(of)
            .map(|(at, _)| at)
            .collect();
        assert_eq!(row["count"], places.len());
        assert_eq!(row["last"], places.last().expect("a place") + 10);
        counted += places.len();
    }
    assert_eq!(counted, values.len());
    let (space, odd) = (&found["space"], &found["space"]["odd"]);
    let mask = space["mask"].as_u64().expect("a mask");
    let is_rare = |heap: usize, value: u32| {
        let digits = (u64::from(value) & mask).count_ones() % 2 == 1;
        odd[heap % 2] != digits
    };
    let rare = (10..)
        .zip(&values)
        .filter(|&(heap, &value)| is_rare(heap, value));
    let rare: Vec<usize> = rare.map(|(heap, _)| heap).collect();
    assert_eq!(space["rare"], rare.len());
    assert_eq!(space["last_rare"], *rare.last().expect("a rare heap"));
    // Beside values on standard output, statistics are told on standard error.
    let both = seq(&folder, "0.106 -n 5000 --from 10 --json --format text");
    assert_eq!(numbers(&both.out), values);
    assert!(both.err.starts_with("{\"schema\""));
    assert!(
        seq(&folder, "0.106 -n 5000 --stats --lang zh")
            .out
            .contains("稀有")
    );
}

#[test]
fn pictures_are_drawn() {
    let folder = folder("seq-pictures");
    for line in [
        "0.77 -n 100 --plot @few.svg",
        "0.106 -n 5000 --plot @many.svg",
    ] {
        let ran = seq(&folder, line);
        assert_eq!((ran.exit, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    }
    let svg = fs::read_to_string(folder.join("few.svg")).expect("a picture");
    assert!(svg.contains("<title>0.77: Grundy values of heaps 0 to 99</title>"));
    assert!(
        fs::metadata(folder.join("many.svg"))
            .expect("a picture")
            .len()
            < 1 << 20
    );
    assert_eq!(
        seq(&folder, "0.77 -n 100 --plot @few.png -o @values.u8").exit,
        0
    );
    let file = fs::File::open(folder.join("few.png")).expect("a picture");
    let decoder = png::Decoder::new(std::io::BufReader::new(file));
    assert!(decoder.read_info().expect("PNG").info().width > 300);
    assert_eq!(
        fs::read(folder.join("values.u8")).expect("values").len(),
        100
    );
}

/// Runs with a checkpoint, kills it again and again and goes on; says how often it was killed.
fn killed_and_gone_on_with(folder: &Path, line: &str, longest: Duration, seed: u64) -> (u32, Ran) {
    let mut random = seed;
    let mut kills = 0;
    loop {
        // Marsaglia's xorshift; the waits grow, so that it ends.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let wait =
            longest.mul_f64((random % 1000) as f64 / 1000.0 * (1.0 + f64::from(kills) / 20.0));
        let begin = match folder.join("run.save").exists() {
            true => " --resume",
            false => "",
        };
        let line = format!("seq {line} --checkpoint @run.save{begin}");
        let mut child = grundy(&arguments(folder, &line))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(wait);
        if child.try_wait().expect("a child").is_none() {
            child.kill().expect("a child");
            kills += 1;
        }
        let output = child.wait_with_output().expect("an end");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        match output.status.code() {
            None => (),
            Some(exit) => {
                let (out, err) = (text(output.stdout), text(output.stderr));
                assert_eq!(exit, 0, "{err}");
                return (kills, Ran { out, err, exit });
            }
        }
    }
}

/// What must not depend on how often a run was killed.
fn lasting(json: &str) -> Value {
    let mut found: Value = serde_json::from_str(json).expect("JSON");
    let object = found.as_object_mut().expect("an object");
    for passing in ["seconds", "computed", "values"] {
        object.remove(passing);
    }
    found
}

fn kill_and_compare(name: &str, line: &str, every: u32, file: &str) {
    let folder = folder(name);
    let begun = Instant::now();
    let whole = seq(&folder, &format!("{line} -o @whole-{file}"));
    assert_eq!(whole.exit, 0, "{}", whole.err);
    let longest = begun.elapsed() / 3;
    let line = format!("{line} -o @{file} --every {every}");
    let (kills, ran) = killed_and_gone_on_with(&folder, &line, longest, 0x5DEE_CE66);
    assert!(kills >= 3, "only {kills} kills");
    let read = |name: &str| fs::read(folder.join(name)).expect("the output");
    assert!(
        read(file) == read(&format!("whole-{file}")),
        "after {kills} kills"
    );
    assert_eq!(lasting(&ran.out), lasting(&whole.out));
    assert_eq!(left_over(&folder), Vec::<String>::new());
}

#[test]
fn killed_runs_go_on_in_text() {
    kill_and_compare(
        "seq-kill-text",
        "0.106 -n 100001 --json",
        8000,
        "values.txt",
    );
}

#[test]
fn killed_runs_go_on_in_parquet() {
    let line = "0.104 -n 100007 --from 1001 --json --width 8";
    kill_and_compare("seq-kill-parquet", line, 20_000, "values.parquet");
}

#[test]
fn killed_runs_go_on_with_the_dense_engine() {
    kill_and_compare("seq-kill-dense", "0.07 -n 3000 --json", 500, "values.u16");
}

/// Everything in a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).expect("the folder");
    let mut contents: Vec<_> = files
        .map(|file| file.expect("a file"))
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (name, fs::read(file.path()).expect("a file"))
        })
        .collect();
    contents.sort();
    contents
}

/// A folder with a run that was interrupted on the way.
fn interrupted(name: &str) -> PathBuf {
    let folder = folder(name);
    // Memory ends before the values do, and the checkpoint says how far they are.
    let line = "0.106 -n 50000 -o @values.u8 --checkpoint @run.save --memory 100000";
    let ran = seq(&folder, line);
    assert_eq!(ran.exit, 1, "{}", ran.err);
    assert!(ran.err.contains("--memory allows more"), "{}", ran.err);
    assert!(folder.join("values.u8.part").exists());
    folder
}

#[test]
fn checkpoints_that_do_not_fit_are_refused_and_nothing_is_changed() {
    let folder = interrupted("seq-refused");
    let save = folder.join("run.save");
    let good = fs::read(&save).expect("the checkpoint");
    let refused = |line: &str, part: &str| {
        let before = contents(&folder);
        let ran = seq(&folder, line);
        assert_eq!((ran.exit, ran.out.as_str()), (2, ""), "{line}: {}", ran.err);
        assert!(ran.err.contains(part), "{line}: {}", ran.err);
        assert!(contents(&folder) == before, "{line} changed something");
    };
    let resume = "0.106 -n 50000 -o @values.u8 --checkpoint @run.save --resume";
    for length in [
        0,
        5,
        16,
        19,
        20,
        51,
        52,
        100,
        good.len() / 2,
        good.len() - 1,
    ] {
        fs::write(&save, &good[..length]).expect("a file");
        refused(
            resume,
            if length < 16 {
                "no checkpoint"
            } else {
                "damaged"
            },
        );
    }
    for (place, part) in [
        (3, "no checkpoint"),
        (16, "another version"),
        (30, "damaged"),
        (60, "damaged"),
    ] {
        for place in [place, good.len() - place]
            .into_iter()
            .take(if place < 20 { 1 } else { 2 })
        {
            let mut changed = good.clone();
            changed[place] ^= 4;
            fs::write(&save, changed).expect("a file");
            refused(resume, part);
        }
    }
    fs::write(&save, [&good[..], b"more"].concat()).expect("a file");
    refused(resume, "damaged");
    fs::write(&save, &good).expect("a file");
    refused(&resume.replace(" --resume", ""), "--restart");
    refused(&resume.replace("0.106", "0.107"), "is one of 0.106");
    refused(&resume.replace("50000", "900"), "more than -n asks for");
    refused(&format!("{resume} --from 3"), "other flags");
    refused(&format!("{resume} --stats"), "other flags");
    refused(&resume.replace("values.u8", "values.u16"), "other flags");
    refused(
        &resume.replace("run.save", "other.save"),
        "there is no checkpoint",
    );
    refused(&resume.replace("values.u8", "else.u8"), "is missing");
    let part = folder.join("values.u8.part");
    let output = fs::read(&part).expect("the output");
    fs::write(&part, &output[..output.len() - 1]).expect("a file");
    refused(resume, "is not the output");
    let mut changed = output.clone();
    *changed.last_mut().expect("values") ^= 1;
    fs::write(&part, changed).expect("a file");
    refused(resume, "is not the output");
    fs::write(&part, [&output[..], b"more"].concat()).expect("a file");
    // What was written after the checkpoint is cut off.
    assert_eq!(seq(&folder, resume).exit, 0);
    let values = fs::read(folder.join("values.u8")).expect("the output");
    let plain = seq(&folder, "0.106 -n 50000 -o @plain.u8");
    assert_eq!(plain.exit, 0);
    assert!(values == fs::read(folder.join("plain.u8")).expect("the output"));
    // A code may be written otherwise, and a run that is complete may go on to more values.
    let further = resume.replace("0.106", "0.1060").replace("50000", "60100");
    assert_eq!(seq(&folder, &further).exit, 0);
    assert_eq!(seq(&folder, "0.106 -n 60100 -o @plain.u8").exit, 0);
    let read = |name: &str| fs::read(folder.join(name)).expect("the output");
    assert!(read("values.u8") == read("plain.u8"));
    let restart = resume
        .replace("--resume", "--restart")
        .replace("0.106", "0.77");
    assert_eq!(seq(&folder, &restart).exit, 0);
    assert_eq!(read("values.u8").len(), 50_000);
}

#[test]
fn complete_arrays_can_be_made_longer() {
    let folder = folder("seq-longer");
    for file in ["values.npy", "values.parquet", "values.txt"] {
        for (place, count) in ["700", "1024", "66001"].iter().enumerate() {
            let resume = if place == 0 { "--restart" } else { "--resume" };
            let line = format!("0.16 -n {count} -o @{file} --checkpoint @run.save {resume}");
            let ran = seq(&folder, &line);
            assert_eq!(ran.exit, 0, "{line}: {}", ran.err);
            assert_eq!(
                seq(&folder, &format!("0.16 -n {count} -o @plain-{file}")).exit,
                0
            );
            let read = |name: &str| fs::read(folder.join(name)).expect("the output");
            assert!(read(file) == read(&format!("plain-{file}")), "{line}");
        }
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_heap() {
    let folder = folder("seq-wide");
    let values = numbers(&seq(&folder, "0.07 -n 8000").out);
    let largest = values.iter().max().expect("values");
    assert!(*largest < 256, "the test needs another game");
    // 0.3333… is Nim up to the number of its digits.
    let code = format!("0.{}", "3".repeat(300));
    let ran = seq(&folder, &format!("{code} -n 1000 -o @values.u8"));
    assert_eq!(ran.exit, 2);
    assert!(
        ran.err.contains("heap 256 has the value 256"),
        "{}",
        ran.err
    );
    assert_eq!(contents(&folder), []);
    assert_eq!(
        seq(&folder, &format!("{code} -n 1000 -o @values.u16")).exit,
        0
    );
}

#[test]
fn too_many_values_are_refused_before_anything_is_begun() {
    let folder = folder("seq-memory");
    let ran = seq(&folder, "0.07 -n 1e12 -o @values.u8 --checkpoint @run.save");
    assert_eq!((ran.exit, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("4000000000000 bytes"), "{}", ran.err);
    assert_eq!(contents(&folder), []);
}

#[test]
#[cfg(unix)]
fn ctrl_c_writes_a_last_checkpoint() {
    let folder = folder("seq-interrupt");
    let line = "seq 0.106 -n 1e12 -o @values.u8 --checkpoint @run.save --every 1h";
    let child = grundy(&arguments(&folder, line))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let part = folder.join("values.u8.part");
    while fs::metadata(&part).map_or(0, |part| part.len()) < 40_000 {
        std::thread::sleep(Duration::from_millis(5));
    }
    // Only one run may write the file.
    let other = seq(
        &folder,
        "0.106 -n 1e12 -o @values.u8 --checkpoint @run.save --resume",
    );
    assert_eq!(other.exit, 2);
    assert!(other.err.contains("another run"), "{}", other.err);
    let pressed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(pressed.success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("--resume goes on"), "{told}");
    let length = fs::metadata(&part).expect("the output").len();
    assert!(told.contains(&format!("after {length} values")), "{told}");
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = common::spawned(&["seq", "0.106", "-n", "1e12"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
