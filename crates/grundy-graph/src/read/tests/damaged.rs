//! Files that are compressed or binary, cut off at every byte and changed at every bit.

use std::io::Write;

use super::*;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

fn zstandard(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn list() -> String {
    (0..200)
        .map(|number| format!("{number} {}\n", number * number % 211))
        .collect()
}

#[test]
fn compressed_files() {
    let list = list();
    let whole = text(Format::Edges, &list).unwrap();
    for compressed in [gzip(list.as_bytes()), zstandard(list.as_bytes())] {
        assert_eq!(graph(Input::bytes(compressed.clone())).unwrap(), whole);
        assert_eq!(graph(dribble(&compressed)).unwrap(), whole);
        for length in 5..compressed.len() {
            let error = graph(Input::bytes(&compressed[..length])).unwrap_err();
            assert!(
                error.to_string().contains("compressed file"),
                "{length} {error}"
            );
        }
        let mut changed = 0;
        for at in 8..compressed.len() {
            for bit in [0, 5] {
                let mut spoiled = compressed.clone();
                spoiled[at] ^= 1 << bit;
                changed +=
                    usize::from(graph(Input::bytes(spoiled)).is_ok_and(|found| found != whole));
            }
        }
        assert_eq!(changed, 0);
    }
    // Several in one file, one after another.
    let both = [gzip(b"1 2\n"), gzip(b"2 3\n")].concat();
    assert_eq!(
        graph(Input::bytes(both)).unwrap(),
        expected(&["1>2", "2>3"], &[])
    );
    let both = [zstandard(b"1 2\n"), zstandard(b"2 3\n")].concat();
    assert_eq!(
        graph(Input::bytes(both)).unwrap(),
        expected(&["1>2", "2>3"], &[])
    );
}

#[test]
fn endings_of_compressed_files() {
    let directory = std::env::temp_dir().join(format!("grundy-read-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = directory.join(name);
        std::fs::write(&path, content).unwrap();
        let read = graph_with(Input::path(&path), &Options::default());
        std::fs::remove_file(path).unwrap();
        read
    };
    let (found, read) = file("a.csv.gz", &gzip(b"x,y\n1,2\n")).unwrap();
    assert_eq!(found, expected(&["1>2"], &[]));
    assert_eq!(
        (read.format, read.compression),
        (Format::Csv, Some(Compression::Gzip))
    );
    let (_, read) = file("a.zst", &zstandard(b"[[1,2]]")).unwrap();
    assert_eq!(
        (read.format, read.compression),
        (Format::Json, Some(Compression::Zstandard))
    );
    for (name, content) in [
        ("a.gz", &b""[..]),
        ("a.gz", b"1 2\n"),
        ("a.zst", b""),
        ("a.gz", &zstandard(b"1 2")),
    ] {
        let error = file(name, content).unwrap_err();
        assert!(
            error.to_string().starts_with("byte 0: expected a "),
            "{error}"
        );
    }
    std::fs::remove_dir(directory).unwrap();
}

/// A small Parquet file of five edges, from each vertex to the next, in two groups.
#[cfg(feature = "parquet")]
pub(super) fn parquet_file(schema: &str, strings: bool) -> Vec<u8> {
    use ::parquet::column::writer::ColumnWriter;
    use ::parquet::data_type::ByteArray;
    use ::parquet::file::properties::WriterProperties;
    use ::parquet::file::writer::SerializedFileWriter;
    use ::parquet::schema::parser::parse_message_type;
    let schema = parse_message_type(schema).unwrap().into();
    let properties = WriterProperties::builder()
        .set_compression(::parquet::basic::Compression::SNAPPY)
        .build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties.into()).unwrap();
    for rows in [0..3i64, 3..5] {
        let mut group = writer.next_row_group().unwrap();
        let mut step = 0;
        while let Some(mut column) = group.next_column().unwrap() {
            let values: Vec<i64> = rows.clone().map(|row| row + step).collect();
            let there = vec![1i16; values.len()];
            let levels = Some(&there[..]);
            match column.untyped() {
                ColumnWriter::Int64ColumnWriter(column) => {
                    column.write_batch(&values, levels, None)
                }
                ColumnWriter::Int32ColumnWriter(column) => {
                    let values: Vec<i32> = values.iter().map(|&value| value as i32).collect();
                    column.write_batch(&values, levels, None)
                }
                ColumnWriter::ByteArrayColumnWriter(column) if strings => {
                    let words: Vec<ByteArray> = values
                        .iter()
                        .map(|value| ByteArray::from(format!("v{value}").into_bytes()))
                        .collect();
                    column.write_batch(&words, levels, None)
                }
                _ => panic!("another type"),
            }
            .unwrap();
            column.close().unwrap();
            step += 1;
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
    bytes
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_cut_off() {
    let schema = "message m { required binary from (STRING); optional int64 to; }";
    let bytes = parquet_file(schema, true);
    assert_eq!(graph(Input::bytes(bytes.clone())).unwrap().0.len(), 5);
    for length in 4..bytes.len() {
        let error = graph(Input::bytes(&bytes[..length])).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("the Parquet file is damaged or truncated ("),
            "{length} {error}"
        );
    }
    for schema in [
        "message m { required binary x (STRING); }",
        "message m { required int64 x; }",
    ] {
        let error = graph(Input::bytes(parquet_file(schema, true))).unwrap_err();
        assert!(
            error.to_string().starts_with("expected two columns"),
            "{error}"
        );
    }
}
