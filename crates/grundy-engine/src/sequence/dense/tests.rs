use super::*;
use crate::sequence::tests::{naive, rules};

fn stream(path: Path, rules: &Rules, length: usize) -> Vec<u32> {
    stream_by(1, path, rules, length)
}

fn stream_by(threads: usize, path: Path, rules: &Rules, length: usize) -> Vec<u32> {
    let mut dense = Dense::by(path, rules.clone(), Limits::default());
    dense.set_threads(threads);
    let mut values = Vec::new();
    while values.len() < length {
        dense.next_block(&mut values).expect("no limit is met");
        assert_eq!(dense.len(), values.len() as u64);
    }
    values.truncate(length);
    values
}

#[test]
fn every_path_gives_the_same_values() {
    let length = if cfg!(debug_assertions) { 700 } else { 20_000 };
    for text in [
        "0.77",
        "0.453",
        "4.7",
        "0.6",
        "grundy",
        "couples",
        "0.44444:unequal,least9",
    ] {
        let rules = rules(text);
        let portable = stream(Path::Portable, &rules, length);
        assert_eq!(portable[..300], naive(&rules, 300), "{text}");
        for path in Path::all() {
            assert!(stream(path, &rules, length) == portable, "{text} {path:?}");
        }
        for threads in [2, 3, 8] {
            let several = stream_by(threads, Path::default(), &rules, length.min(3000));
            assert!(
                several == portable[..several.len()],
                "{text} {threads} threads"
            );
        }
    }
}

/// Lasker's Nim as far as a code reaches: heaps of n are worth about n, which needs wide cells.
#[test]
fn cells_widen() {
    let mut digits = vec![3; 1200];
    digits[0] = 4;
    let lasker = Rules::new(&digits).expect("rules");
    let value = |heap: u32| match heap % 4 {
        0 => heap.saturating_sub(1),
        3 => heap + 1,
        _ => heap,
    };
    let expected: Vec<u32> = (0..1200).map(value).collect();
    for path in Path::all() {
        for threads in [1, 3] {
            let values = stream_by(threads, path, &lasker, 1200);
            assert_eq!(values, expected, "{path:?} {threads}");
        }
    }
    let mut halves = Pairs::<u16>::new(Path::default());
    let mut words = Vec::new();
    halves.reserve(1 << 20).expect("room");
    halves.push(3, &mut words);
    halves.push(65_535, &mut words);
    let wider = halves.widened::<u32>(1 << 20).expect("room");
    assert_eq!(wider.values(), [3, 65_535]);
}

#[test]
fn what_occurs_is_found() {
    let row =
        |seed: u32| (0..5000u32).map(move |place| (place + seed).wrapping_mul(0x9E37_79B9) >> 27);
    for length in [0, 1, 31, 64, 255, 256, 257, 1000, 5000] {
        let one: Vec<u16> = row(1).map(|value| value as u16).take(length).collect();
        let other: Vec<u16> = row(77)
            .map(|value| 32 * value as u16)
            .take(length)
            .collect();
        for wanted in (0..1024).map(|wanted| [wanted, wanted ^ 77, wanted / 2, 1023 - wanted]) {
            for asked in [
                [true; 4],
                [true, false, false, false],
                [false, true, true, true],
            ] {
                let occurs = |wanted: u16| {
                    let mut pairs = one.iter().zip(&other);
                    pairs.any(|(one, other)| one ^ other == wanted)
                };
                let expected: [bool; 4] =
                    std::array::from_fn(|place| asked[place] && !occurs(wanted[place]));
                for path in Path::all() {
                    let mut left = asked;
                    let looked = path.seek(&one, &other, &wanted, &mut left);
                    assert_eq!(left, expected);
                    assert!(looked <= length && (looked == length || left == [false; 4]));
                }
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    for text in ["0.77", "0.8f"] {
        let rules = rules(text);
        let mut dense = Dense::new(rules.clone(), Limits { memory: 9_000 });
        let mut values = Vec::new();
        let stop = loop {
            if let Err(stop) = dense.next_block(&mut values) {
                break stop;
            }
        };
        assert!(matches!(stop, Stop::Memory(bytes) if bytes > 9_000));
        assert_eq!(dense.len(), values.len() as u64);
        let again = Dense::restore(dense.save(), Limits::default()).expect("what was saved");
        assert_eq!(again.len(), dense.len());
    }
}

#[test]
fn several_heaps_go_on_where_they_were_saved() {
    let rules = rules("0.8f{4}");
    let mut whole = Dense::new(rules.clone(), Limits::default());
    let mut values = Vec::new();
    whole.next_block(&mut values).expect("no limit is met");
    let mut again = Dense::restore(whole.save(), Limits::default()).expect("what was saved");
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    whole.next_block(&mut ones).expect("no limit is met");
    again.next_block(&mut others).expect("no limit is met");
    assert_eq!(ones, others);
    let too_large = Saved {
        rules,
        values: vec![0, 3],
    };
    assert!(Dense::restore(too_large, Limits::default()).is_none());
}
