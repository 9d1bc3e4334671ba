//! What is packed is read again; what is damaged or truncated anywhere is refused.

use std::path::PathBuf;

use super::*;
use crate::{Input, Names, Options, Read, ReadError, Sink, SinkError, read};

#[derive(Debug, Default)]
struct Taken {
    edges: Vec<(u32, u32)>,
    vertices: Vec<u32>,
}

impl Sink for Taken {
    fn edges(&mut self, edges: &[(u32, u32)]) -> Result<(), SinkError> {
        self.edges.extend_from_slice(edges);
        Ok(())
    }

    fn vertex(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.vertices.push(vertex);
        Ok(())
    }
}

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("grundy-packed-{}-{name}.grg", std::process::id()))
}

fn packed(name: &str, edges: &[(u32, u32)], names: &Names) -> Vec<u8> {
    let path = path(name);
    let mut pack = Pack::create(&path).unwrap();
    for some in edges.chunks(100_000) {
        pack.edges(some).unwrap();
    }
    let told = pack.finish(names).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        told,
        Packed {
            edges: edges.len() as u64,
            bytes: bytes.len() as u64
        }
    );
    bytes
}

fn unpacked(bytes: &[u8]) -> Result<(Taken, Read), ReadError> {
    let mut taken = Taken::default();
    let read = read(
        Input::bytes(bytes),
        &Options::default(),
        &mut taken,
        &mut |_| (),
    )?;
    Ok((taken, read))
}

fn random(count: usize, below: u32) -> Vec<(u32, u32)> {
    let mut state = 1u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((state >> 33) % u64::from(below)) as u32
    };
    (0..count).map(|_| (next(), next())).collect()
}

#[test]
fn what_is_packed_is_read_again() {
    for (count, below) in [
        (0, 1),
        (1, 1),
        (3, 9),
        (50, u32::MAX),
        (1000, 300),
        (300_000, 70_000),
    ] {
        let mut edges = random(count, below);
        let bound = edges
            .iter()
            .map(|edge| edge.0.max(edge.1) + 1)
            .max()
            .unwrap_or(0);
        let lone = if bound > 2 { vec![0, 2] } else { vec![] };
        let names = Names::Numbers {
            bound,
            lone: lone.clone(),
        };
        let bytes = packed(&format!("{count}"), &edges, &names);
        let (mut taken, read) = unpacked(&bytes).unwrap();
        edges.sort_unstable();
        taken.edges.sort_unstable();
        assert_eq!(taken.edges, edges);
        assert_eq!((taken.vertices, read.edges), (lone, count as u64));
        assert_eq!(read.names.bound(), bound);
        assert!(matches!(read.names, Names::Numbers { .. }));
        if count == 300_000 {
            assert!(bytes.len() < 4 * count + 1000, "{}", bytes.len());
        }
    }
    let names = Names::of(["a", "", "9"]).unwrap();
    let (taken, read) = unpacked(&packed("names", &[(2, 1)], &names)).unwrap();
    assert_eq!((taken.edges, taken.vertices), (vec![(2, 1)], vec![0, 1, 2]));
    assert_eq!(
        (read.names.find(""), read.names.find("9")),
        (Some(1), Some(2))
    );
    let mut words = crate::Words::default();
    words.intern(b"a").unwrap();
    let names = Names::of_parts(5, vec![3], words);
    let (taken, read) = unpacked(&packed("both", &[(5, 1)], &names)).unwrap();
    assert_eq!(taken.vertices, [3, 5]);
    assert_eq!(
        (read.names.find("4"), read.names.find("a")),
        (Some(4), Some(5))
    );
}

#[test]
fn damage_is_seen() {
    let mut words = crate::Words::default();
    words.intern(b"name").unwrap();
    let names = Names::of_parts(5, vec![3], words);
    let bytes = packed("damage", &[(5, 1), (4, 4), (700, 2)][..2], &names);
    assert!(unpacked(&bytes).is_ok());
    for length in MAGIC.len()..bytes.len() {
        let error = unpacked(&bytes[..length]).unwrap_err();
        assert!(error.to_string().ends_with("it is truncated"), "{error}");
        assert_eq!(error.place, Some(crate::Where::Byte(length as u64)));
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << bit;
            assert!(unpacked(&bytes).is_err(), "{at} {bit}");
        }
    }
    let longer = [&bytes[..], &[0]].concat();
    let error = unpacked(&longer).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("byte {}: expected the end of the file", bytes.len())
    );
}

/// Sums that are right do not make content right.
#[test]
fn wrong_contents_with_right_sums() {
    let block = |kind: u8, count: u32, content: &[u8]| {
        let mut block = vec![kind];
        block.extend(count.to_le_bytes());
        block.extend((content.len() as u32).to_le_bytes());
        block.extend(content);
        let sum = crc32fast::hash(&block);
        block.extend(sum.to_le_bytes());
        block
    };
    let end = |bound: u32, words: u32, edges: u64| {
        let mut content = bound.to_le_bytes().to_vec();
        content.extend(words.to_le_bytes());
        content.extend(edges.to_le_bytes());
        block(END, 0, &content)
    };
    let file = |blocks: &[Vec<u8>]| {
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(blocks.concat());
        file
    };
    let edge = [7, 0, 0, 0, 3, 0, 0, 0, 1, 0, 1];
    let one = block(EDGES, 1, &edge);
    let name = block(NAMES, 1, &[1, 0, 0, 0, b'a']);
    assert_eq!(
        unpacked(&file(&[one.clone(), end(8, 0, 1)]))
            .unwrap()
            .0
            .edges,
        [(7, 4)]
    );
    assert!(unpacked(&file(&[one.clone(), name.clone(), end(7, 1, 1)])).is_ok());
    for blocks in [
        vec![one.clone(), end(7, 0, 1)],
        vec![one.clone(), end(9, 0, 1)],
        vec![one.clone(), end(8, 0, 2)],
        vec![one.clone(), end(8, 1, 1)],
        vec![one.clone(), end(u32::MAX, 0, 1)],
        vec![one.clone(), name.clone(), end(u32::MAX, 1, 1)],
        vec![block(EDGES, 0, &edge), end(8, 0, 1)],
        vec![block(EDGES, 2, &edge), end(8, 0, 2)],
        vec![block(EDGES, 1, &edge[..10]), end(8, 0, 1)],
        vec![
            block(EDGES, 1, &[7, 0, 0, 0, 3, 0, 0, 0, 1, 255, 1]),
            end(8, 0, 1),
        ],
        vec![
            block(EDGES, 1, &[7, 0, 0, 0, 3, 0, 0, 0, 5, 0, 1]),
            end(8, 0, 1),
        ],
        vec![
            block(EDGES, 1, &[7, 0, 0, 0, 255, 255, 255, 255, 1, 0, 1]),
            end(8, 0, 1),
        ],
        vec![
            block(EDGES, 1, &[7, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0]),
            end(8, 0, 1),
        ],
        vec![one.clone(), name.clone(), name.clone(), end(7, 2, 1)],
        vec![block(NAMES, 1, &[1, 0, 0, 0, 255]), end(0, 1, 0)],
        vec![block(NAMES, 1, &[1, 0, 0, 0, b'a', b'b']), end(0, 1, 0)],
        vec![block(NAMES, 1, &[9, 0, 0, 0, b'a']), end(0, 1, 0)],
        vec![
            one.clone(),
            block(NAMES, 1, &[1, 0, 0, 0, b'5']),
            end(7, 1, 1),
        ],
        vec![block(LONE, 2, &[1, 0, 0, 0, 1, 0, 0, 0]), end(2, 0, 0)],
        vec![block(LONE, 1, &[1, 0, 0]), end(2, 0, 0)],
        vec![block(LONE, 1, &[255; 4]), end(2, 0, 0)],
        vec![block(9, 0, &[]), end(0, 0, 0)],
        vec![block(END, 0, &[0; 15])],
        vec![block(EDGES, 1 << 20, &edge), end(8, 0, 1)],
    ] {
        let error = unpacked(&file(&blocks)).expect_err("damage");
        assert!(error.to_string().ends_with("is damaged"), "{error}");
    }
    let mut newer = file(&[end(0, 0, 0)]);
    assert!(unpacked(&newer).is_ok());
    newer[8] = 2;
    assert!(
        unpacked(&newer)
            .unwrap_err()
            .to_string()
            .contains("version 1")
    );
}
