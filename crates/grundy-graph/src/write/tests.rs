//! Every form of rows, read back; and no file where something went wrong.

use super::*;
use grundy::Outcome;
use grundy::engine::graph::Loopy;

const ALL: [Column; 4] = [
    Column::Outcome,
    Column::Value,
    Column::Remoteness,
    Column::Move,
];

fn rows() -> Vec<Row<'static>> {
    let row = |vertex, outcome, value, remoteness, best| Row {
        vertex,
        outcome: Some(outcome),
        value: Some(value),
        remoteness,
        best,
    };
    vec![
        row(0, Outcome::P, Loopy::Finite(0), Some(0), None),
        row(1, Outcome::N, Loopy::Finite(1), Some(1), Some(0)),
        row(2, Outcome::D, Loopy::Infinite(&[]), None, Some(2)),
        row(3, Outcome::N, Loopy::Infinite(&[0]), Some(1), Some(0)),
        row(4, Outcome::N, Loopy::Infinite(&[0, 1]), Some(1), Some(0)),
    ]
}

fn written(format: RowFormat, names: &Names, columns: &[Column], rows: &[Row<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = RowWriter::to(&mut out, format, names, columns).unwrap();
    for row in rows {
        writer.row(row).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), rows.len() as u64);
    out
}

fn text(format: RowFormat, names: &Names, columns: &[Column], rows: &[Row<'_>]) -> String {
    String::from_utf8(written(format, names, columns, rows)).unwrap()
}

fn numbers(bound: u32) -> Names {
    Names::Numbers {
        bound,
        lone: Vec::new(),
    }
}

fn odd_names() -> Names {
    Names::of(["a", "b, c", "say \"d\"", "", "\u{7532}\n"]).unwrap()
}

#[test]
fn csv() {
    assert_eq!(
        text(RowFormat::Csv, &numbers(5), &ALL, &rows()),
        "vertex,outcome,value,remoteness,move\n0,P,0,0,\n1,N,1,1,0\n2,D,inf{},,2\n3,N,inf{0},1,0\n4,N,\"inf{0,1}\",1,0\n"
    );
    assert_eq!(
        text(RowFormat::Csv, &odd_names(), &[Column::Move], &rows()),
        "vertex,move\na,\n\"b, c\",a\n\"say \"\"d\"\"\",\"say \"\"d\"\"\"\n\"\",a\n\"\u{7532}\n\",a\n"
    );
    assert_eq!(text(RowFormat::Csv, &numbers(0), &[], &[]), "vertex\n");
}

#[test]
fn json_lines() {
    assert_eq!(
        text(RowFormat::JsonLines, &numbers(5), &ALL, &rows()),
        "{\"vertex\":0,\"outcome\":\"P\",\"value\":0,\"remoteness\":0,\"move\":null}\n\
         {\"vertex\":1,\"outcome\":\"N\",\"value\":1,\"remoteness\":1,\"move\":0}\n\
         {\"vertex\":2,\"outcome\":\"D\",\"value\":{\"infinite\":[]},\"remoteness\":null,\"move\":2}\n\
         {\"vertex\":3,\"outcome\":\"N\",\"value\":{\"infinite\":[0]},\"remoteness\":1,\"move\":0}\n\
         {\"vertex\":4,\"outcome\":\"N\",\"value\":{\"infinite\":[0,1]},\"remoteness\":1,\"move\":0}\n"
    );
    let lines = text(RowFormat::JsonLines, &odd_names(), &ALL, &rows());
    for (line, row) in lines.lines().zip(rows()) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            object["vertex"].as_str(),
            odd_names().name(row.vertex).as_deref()
        );
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_rows() {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    let read = |names: &Names, columns: &[Column]| {
        let bytes = written(RowFormat::Parquet, names, columns, &rows());
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows: Vec<String> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().to_string())
            .collect();
        rows
    };
    assert_eq!(
        read(&numbers(5), &ALL),
        [
            "{vertex: 0, outcome: \"P\", value: 0, infinite: null, remoteness: 0, move: null}",
            "{vertex: 1, outcome: \"N\", value: 1, infinite: null, remoteness: 1, move: 0}",
            "{vertex: 2, outcome: \"D\", value: null, infinite: [], remoteness: null, move: 2}",
            "{vertex: 3, outcome: \"N\", value: null, infinite: [0], remoteness: 1, move: 0}",
            "{vertex: 4, outcome: \"N\", value: null, infinite: [0, 1], remoteness: 1, move: 0}",
        ]
    );
    assert_eq!(
        read(&odd_names(), &[Column::Move])[1],
        "{vertex: \"b, c\", move: \"a\"}"
    );
    let none = written(RowFormat::Parquet, &numbers(0), &ALL, &[]);
    let reader = SerializedFileReader::new(bytes::Bytes::from(none)).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
}

/// Answers of many rows, so that more than one piece or group is written.
#[test]
fn many_rows() {
    let names = numbers(600_000);
    let many: Vec<Row<'_>> = (0..300_000)
        .map(|vertex| Row {
            vertex,
            outcome: Some(Outcome::N),
            value: Some(Loopy::Finite(vertex % 7)),
            remoteness: None,
            best: Some(vertex.wrapping_mul(2_654_435_761) % 600_000),
        })
        .collect();
    let csv = text(RowFormat::Csv, &names, &ALL, &many);
    assert_eq!(csv.lines().count(), 300_001);
    for (line, row) in csv.lines().skip(1).zip(&many).step_by(997) {
        let expected = format!("{},N,{},,{}", row.vertex, row.vertex % 7, row.best.unwrap());
        assert_eq!(line, expected);
    }
    #[cfg(feature = "parquet")]
    {
        let bytes = written(RowFormat::Parquet, &names, &ALL, &many);
        assert!(bytes.len() < 4 * many.len(), "{}", bytes.len());
        use ::parquet::file::reader::{FileReader, SerializedFileReader};
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 300_000);
        assert_eq!(reader.num_row_groups(), 2);
    }
}

#[test]
fn files_are_complete_or_not_there() {
    let directory = std::env::temp_dir().join(format!("grundy-rows-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let files = || std::fs::read_dir(&directory).unwrap().count();
    let formats = [
        ("a.csv", RowFormat::Csv),
        ("a.jsonl", RowFormat::JsonLines),
        #[cfg(feature = "parquet")]
        ("a.parquet", RowFormat::Parquet),
    ];
    let names = numbers(4);
    for (name, format) in formats {
        let path = directory.join(name);
        assert_eq!(RowFormat::of(&path), Some(format));
        let mut writer = RowWriter::create(&path, format, &names, &ALL).unwrap();
        for row in &rows()[..4] {
            writer.row(row).unwrap();
        }
        let error = writer.row(&rows()[4]).unwrap_err();
        assert!(
            error.to_string().ends_with("vertex 4 has no name"),
            "{error}"
        );
        drop(writer);
        assert_eq!(files(), 0);
        let mut writer = RowWriter::create(&path, format, &names, &ALL).unwrap();
        writer.row(&rows()[0]).unwrap();
        assert_eq!(files(), 1);
        assert!(!path.exists());
        assert_eq!(writer.finish().unwrap(), 1);
        assert!(path.exists());
        std::fs::remove_file(&path).unwrap();
    }
    let nowhere = directory.join("no/a.csv");
    let error = RowWriter::create(&nowhere, RowFormat::Csv, &names, &ALL).err();
    assert!(error.unwrap().to_string().contains("a.csv: "));
    assert!(RowWriter::create(&directory, RowFormat::Csv, &names, &ALL).is_err());
    std::fs::remove_dir(&directory).unwrap();
}
