//! `grundy seq` as a program: formats read back, statistics, pictures, and what is refused.

mod common;

use std::fs;

use common::sequences::{contents, folder, left_over, numbers, seq};
use serde_json::Value;

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
    // Which values are rare is told of all heaps only.
    assert_eq!(found["space"], Value::Null);
    let whole = seq(&folder, "0.106 -n 5000 --json");
    let whole: Value = serde_json::from_str(&whole.out).expect("JSON");
    let all = numbers(&seq(&folder, "0.106 -n 5000").out);
    let (space, odd) = (&whole["space"], &whole["space"]["odd"]);
    let mask = space["mask"].as_u64().expect("a mask");
    let is_rare = |heap: usize, value: u32| {
        let digits = (u64::from(value) & mask).count_ones() % 2 == 1;
        odd[heap % 2] != digits
    };
    let rare = (0..)
        .zip(&all)
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
    assert!(ran.err.contains("about 7451G of memory"), "{}", ran.err);
    assert_eq!(contents(&folder), []);
}

/// A limit of positions is one of values, however it is written; behind a period only those that are asked for count.
#[test]
fn more_values_than_positions_are_refused() {
    let folder = folder("seq-positions");
    for most in ["1000", "1e3", "1K"] {
        let ran = seq(&folder, &format!("0.6 -n 2000 --positions {most}"));
        assert_eq!((ran.exit, ran.out.as_str()), (1, ""), "{most}");
        assert!(ran.err.contains("more than 1000 positions"), "{}", ran.err);
    }
    let far = seq(&folder, "0.77 -n 1000005 --from 1000000 --positions 1K");
    assert_eq!((far.exit, numbers(&far.out).len()), (0, 5));
    assert_eq!(seq(&folder, "0.6 -n 2000 --positions 1M").exit, 0);
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = common::spawned(&["seq", "0.106", "-n", "1e12"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
