use super::*;

/// The values of heaps below `length`, from the definition.
fn naive(rules: &Rules, length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        let mut options = Vec::new();
        for (removed, digit) in rules.digits().iter().enumerate() {
            if removed > heap {
                break;
            }
            let left = heap - removed;
            if digit & 1 != 0 && left == 0 {
                options.push(0);
            }
            if digit & 2 != 0 && left > 0 {
                options.push(values[left]);
            }
            if digit & 4 != 0 {
                for one in 1..left {
                    options.push(values[one] ^ values[left - one]);
                }
            }
        }
        let mut met = vec![false; options.len() + 1];
        for option in options {
            if let Some(met) = met.get_mut(option as usize) {
                *met = true;
            }
        }
        let value = met.iter().position(|met| !met).expect("a value");
        values.push(value as u32);
    }
    values
}

fn streamed(rules: &Rules, length: usize) -> Vec<u32> {
    let mut sequence = Sequence::new(rules.clone(), Limits::default());
    let mut values = Vec::new();
    while values.len() < length {
        sequence.next_block(&mut values).expect("no limit is met");
        assert_eq!(sequence.len(), values.len() as u64);
    }
    values.truncate(length);
    values
}

fn rules(code: &str) -> Rules {
    code.parse().expect("a code")
}

#[test]
fn all_short_codes_agree_with_the_definition() {
    for code in 0..512u16 {
        // Splits without removal for each third code only: the time.
        for first in [0, 4].into_iter().take(1 + usize::from(code % 3 == 0)) {
            let digits = [
                first,
                (code >> 6) as u8,
                (code >> 3 & 7) as u8,
                code as u8 & 7,
            ];
            let rules = Rules::new(&digits).expect("rules");
            // Each code in turn gets a longer look.
            let length = if code % 64 == 21 { 300 } else { 70 };
            assert_eq!(
                streamed(&rules, length),
                naive(&rules, length),
                "{digits:?}"
            );
        }
    }
}

#[test]
fn a_limit_is_told() {
    let mut sequence = Sequence::new(rules("0.77"), Limits { memory: 10_000 });
    let mut values = Vec::new();
    let stop = loop {
        if let Err(stop) = sequence.next_block(&mut values) {
            break stop;
        }
    };
    assert!(matches!(stop, Stop::Memory(bytes) if bytes > 10_000));
    assert_eq!(values, naive(&rules("0.77"), values.len()));
}

/// The dense engine's values, whatever the space.
fn dense(rules: &Rules, length: usize) -> Vec<u32> {
    let mut dense = Dense::new(rules.clone(), Limits::default());
    let mut values = Vec::new();
    while values.len() < length {
        dense.next_block(&mut values).expect("no limit is met");
    }
    values.truncate(length);
    values
}

fn narrow(values: &[u32]) -> Vec<u16> {
    values.iter().map(|&value| value as u16).collect()
}

/// The values with the sparse engine from `first` on, whether or not the space is sparse.
fn sparse(rules: &Rules, first: usize, length: usize, portable: bool) -> Option<Vec<u32>> {
    let mut values = dense(rules, first);
    let mut sparse = Sparse::after(rules, Limits::default(), &narrow(&values), 1)?;
    if portable {
        sparse = sparse.portable();
    }
    while values.len() < length {
        sparse.next_block(&mut values).expect("no limit is met");
        assert_eq!(sparse.len(), values.len() as u64);
    }
    values.truncate(length);
    Some(values)
}

#[test]
fn both_engines_agree() {
    let length = if cfg!(debug_assertions) {
        6_000
    } else {
        40_000
    };
    for code in [
        "0.106", "0.104", "0.454", "0.16", "0.07", "0.77", "0.6", "4.1", "0.45", "0.007", "0.165",
        "0.376",
    ] {
        let rules = rules(code);
        let dense = dense(&rules, length);
        for (first, portable) in [(50, true), (1024, false)] {
            let sparse = sparse(&rules, first, length, portable).expect("a space");
            let differs = (0..length).find(|&heap| dense[heap] != sparse[heap]);
            assert_eq!(differs, None, "{code} from {first}");
        }
        assert!(streamed(&rules, length) == dense, "{code}");
    }
}

#[test]
fn the_sparse_engine_agrees_for_short_codes() {
    for code in (5..512u16).step_by(13) {
        let digits = [
            code as u8 & 4,
            (code >> 6) as u8,
            (code >> 3 & 7) as u8,
            code as u8 & 7,
        ];
        let rules = Rules::new(&digits).expect("rules");
        if let Some(sparse) = sparse(&rules, 40, 700, code % 2 == 0) {
            assert_eq!(sparse, naive(&rules, 700), "{digits:?}");
        }
    }
}

#[test]
fn the_engine_is_told() {
    for (code, engine) in [("0.106", Engine::Sparse), ("0.333", Engine::Dense)] {
        let mut sequence = Sequence::new(rules(code), Limits::default());
        let mut values = Vec::new();
        while values.len() < 5_000 {
            sequence.next_block(&mut values).expect("no limit is met");
        }
        assert_eq!(sequence.engine(), engine, "{code}");
    }
}

#[test]
fn dropping_old_values_changes_nothing() {
    // Long enough for values to be dropped is too long without optimisation.
    if cfg!(debug_assertions) {
        return;
    }
    let stream = |portable: bool| {
        let rules = rules("0.106");
        let values = dense(&rules, 1024);
        let mut sparse = Sparse::after(&rules, Limits { memory: 1 << 26 }, &narrow(&values), 4)
            .expect("a space");
        if portable {
            sparse = sparse.portable();
        }
        let (mut block, mut sum) = (Vec::new(), 0u64);
        while sparse.len() < 9_000_000 {
            block.clear();
            sparse.next_block(&mut block).expect("no limit is met");
            for &value in &block {
                sum = sum.wrapping_mul(31).wrapping_add(value.into());
            }
        }
        (sum, sparse.len())
    };
    assert_eq!(stream(false), stream(true));
}

#[test]
fn a_saved_sequence_goes_on() {
    for (code, cut, length) in [
        ("0.77", 700, 3000),
        ("0.156", 1536, 9000),
        ("0.106", 5_000_192, 5_010_000),
    ] {
        let mut whole = Sequence::new(rules(code), Limits::default());
        let mut values = Vec::new();
        while whole.len() < cut {
            values.clear();
            whole.next_block(&mut values).expect("no limit is met");
        }
        let saved = whole.save();
        let mut again = Sequence::restore(&saved, Limits::default()).expect("what was saved");
        assert_eq!((again.len(), again.rules()), (whole.len(), whole.rules()));
        let mut others = Vec::new();
        values.clear();
        while whole.len() < length {
            whole.next_block(&mut values).expect("no limit is met");
            again.next_block(&mut others).expect("no limit is met");
        }
        assert!(values == others, "{code}");
        assert_eq!(again.save(), whole.save());
        assert_eq!(
            Sequence::restore(&saved[..saved.len() - 1], Limits::default()).err(),
            Some(NotSaved::Damaged)
        );
        let mut changed = saved.clone();
        changed[16] = 9;
        assert_eq!(
            Sequence::restore(&changed, Limits::default()).err(),
            Some(NotSaved::Version(9))
        );
        assert_eq!(
            Sequence::restore(b"0 1 2", Limits::default()).err(),
            Some(NotSaved::Foreign)
        );
    }
}
