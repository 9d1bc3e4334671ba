use super::*;
use crate::random::Random;

/// The values of heaps below `length`, from the definition.
pub(super) fn naive(rules: &Rules, length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        let mut options = Vec::new();
        if let Some(takes) = rules.takes() {
            let takes = (1..=heap).filter(|&take| takes.contains(take as u64));
            options.extend(takes.map(|take| values[heap - take]));
        }
        for (removed, digit) in rules.digits().iter().enumerate() {
            for parts in (0..8).filter(|&parts| digit >> parts & 1 != 0) {
                if removed <= heap && (parts < 2 || heap as u64 >= rules.least_split()) {
                    let mut left = Vec::new();
                    leave(
                        rules,
                        &values,
                        heap - removed,
                        parts,
                        &mut left,
                        &mut options,
                    );
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

/// Adds the nim-sums of all ways to put `stones` in so many heaps beside those `left` already, in no order.
fn leave(
    rules: &Rules,
    values: &[u32],
    stones: usize,
    parts: u32,
    left: &mut Vec<usize>,
    options: &mut Vec<u32>,
) {
    if parts == 0 {
        if stones == 0 && !(rules.unequal() && left.len() == 2 && left[0] == left[1]) {
            options.push(left.iter().fold(0, |sum, &heap| sum ^ values[heap]));
        }
        return;
    }
    let least = left.last().map_or(1, |&heap| heap);
    // The rest must be put in heaps no smaller; the last heap is all of it.
    let heaps = match parts {
        1 => stones.max(least)..=stones,
        _ => least..=stones / parts as usize,
    };
    for heap in heaps {
        left.push(heap);
        leave(rules, values, stones - heap, parts - 1, left, options);
        left.pop();
    }
}

fn streamed(rules: &Rules, length: usize) -> Vec<u32> {
    let mut sequence = Sequence::new(rules.clone(), Limits::default());
    let mut values = Vec::new();
    // A whole block of each code is long without optimisation.
    if cfg!(debug_assertions)
        && length < BLOCK
        && let State::Dense(dense) = &mut sequence.state
    {
        let done = dense.next_values(length, &mut values);
        done.expect("no limit is met");
    }
    while values.len() < length {
        sequence.next_block(&mut values).expect("no limit is met");
        assert_eq!(sequence.len(), values.len() as u64);
    }
    values.truncate(length);
    values
}

pub(super) fn rules(code: &str) -> Rules {
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

#[test]
#[cfg_attr(debug_assertions, ignore = "millions of values")]
fn rare_values_may_come_after_values_were_dropped() {
    let rules = rules("0.205");
    let length = 4_300_000;
    let mut all = Sequence::new(rules.clone(), Limits::default());
    all.whole = u64::MAX;
    let (mut values, mut streamed) = (Vec::new(), Vec::new());
    let mut sequence = Sequence::new(rules.clone(), Limits::default());
    let mut begun_anew = false;
    while values.len() < length {
        all.next_block(&mut values).expect("no limit is met");
        sequence.next_block(&mut streamed).expect("no limit is met");
        begun_anew |= sequence.whole > 0;
    }
    assert!(begun_anew);
    let length = values.len().min(streamed.len());
    assert!(values[..length] == streamed[..length]);
    // Where there is no memory for all of them, that is told.
    let limits = Limits { memory: 3 * length };
    let mut small = Sequence::new(rules, limits);
    let stop = loop {
        if let Err(stop) = small.pass_block(&mut Vec::new()) {
            break stop;
        }
    };
    assert!(matches!(stop, Stop::Dropped | Stop::Memory(_)), "{stop:?}");
}

/// The values with the sparse engine after the first ones, whether or not the space is sparse.
fn sparse(rules: &Rules, first: &[u32], length: usize, portable: bool) -> Option<Vec<u32>> {
    let mut values = first.to_vec();
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
    let (length, late) = if cfg!(debug_assertions) {
        (1_024, 512)
    } else {
        (40_000, 1_024)
    };
    for code in [
        "0.106", "0.104", "0.454", "0.16", "0.07", "0.77", "0.6", "4.1", "0.45", "0.007", "0.165",
        "0.376",
    ] {
        let rules = rules(code);
        let dense = dense(&rules, length);
        for (first, portable) in [(50, true), (late, false)] {
            let sparse = sparse(&rules, &dense[..first], length, portable).expect("a space");
            let differs = (0..length).find(|&heap| dense[heap] != sparse[heap]);
            assert_eq!(differs, None, "{code} from {first}");
        }
        // In the first blocks it is the dense engine anyway.
        if length > 1_024 {
            assert!(streamed(&rules, length) == dense, "{code}");
        }
    }
}

#[test]
fn stretches_agree_with_every_option() {
    let length = if cfg!(debug_assertions) { 896 } else { 30_000 };
    // Numbers of one and two bytes; splits that remove nothing, an odd and an even number, several numbers; single heaps.
    for code in [
        "0.6", "0.007", "4.007", "grundy", "0.376", "0.165", "0.77", "0.106", "4.1", "0.16",
    ] {
        let rules = rules(code);
        let dense = dense(&rules, length);
        for (first, portable, marked) in [(300, true, 5), (512, false, 0), (640, false, 10_000)] {
            let mut values = dense[..first].to_vec();
            let sparse = Sparse::after(&rules, Limits::default(), &narrow(&values), 1);
            let mut sparse = sparse.expect("a space").unswept(marked);
            if portable {
                sparse = sparse.portable();
            }
            while values.len() < length {
                sparse.next_block(&mut values).expect("no limit is met");
                assert_eq!(sparse.len(), values.len() as u64);
            }
            let differs = (0..length).find(|&heap| dense[heap] != values[heap]);
            assert_eq!(differs, None, "{code} from {first}, {marked} marked");
        }
    }
}

/// Several threads, from early on, where rare values are still frequent; blocks that begin anywhere.
#[test]
fn any_number_of_threads_gives_the_same_values() {
    let length = if cfg!(debug_assertions) {
        2_048
    } else {
        40_000
    };
    for code in ["0.6", "grundy", "0.007", "0.376", "0.165", "4.1"] {
        let rules = rules(code);
        let dense = dense(&rules, length);
        for (threads, first, marked) in [(1, 512, 64), (2, 960, 64), (3, 1_000, 0), (4, 640, 300)] {
            let mut values = dense[..first].to_vec();
            let sparse = Sparse::after(&rules, Limits::default(), &narrow(&values), 1);
            let mut sparse = sparse.expect("a space").unswept(marked).ahead_from(700);
            sparse.set_threads(threads);
            // Over several blocks at once, or a block at a time.
            let goal = if threads == 3 { 0 } else { length - 100 };
            sparse.set_goal(goal as u64);
            while values.len() < length {
                sparse.next_block(&mut values).expect("no limit is met");
                assert_eq!(sparse.len(), values.len() as u64);
                // What was saved holds nothing that is not proved.
                if threads == 2 && values.len().is_multiple_of(8_192) {
                    let saved = sparse.save();
                    sparse = Sparse::restore(saved, Limits::default()).expect("what was saved");
                    sparse = sparse.unswept(marked).ahead_from(700);
                    sparse.set_threads(threads);
                }
            }
            let differs = (0..length).find(|&heap| dense[heap] != values[heap]);
            assert_eq!(differs, None, "{code} from {first} by {threads}");
        }
    }
}

/// Helpers take memory, and where there is none for them, one thread goes on.
#[test]
fn threads_stay_within_the_memory() {
    let rules = rules("0.6");
    let first = dense(&rules, 1_024);
    let stream = |threads: usize, memory: usize| {
        let mut values = first.clone();
        let sparse = Sparse::after(&rules, Limits { memory }, &narrow(&values), 1);
        let mut sparse = sparse.expect("a space").unswept(64).ahead_from(1_024);
        sparse.set_threads(threads);
        while values.len() < 20_000 {
            if let Err(stop) = sparse.next_block(&mut values) {
                return (values, Some(stop));
            }
        }
        (values, None)
    };
    let (values, stop) = stream(1, 1 << 30);
    assert_eq!(stop, None);
    for memory in [300_000, 1_000_000, 3_000_000, 10_000_000] {
        for threads in [1, 3] {
            let (given, stop) = stream(threads, memory);
            assert!(values.starts_with(&given), "{memory} by {threads}");
            assert!(stop.is_none_or(|stop| matches!(stop, Stop::Memory(_))));
            assert!(stop.is_none() || memory < 10_000_000, "{threads}");
        }
    }
}

/// Codes at random, splits restricted or not, by every engine and in every way against the definition.
#[test]
fn random_codes_agree_with_the_definition() {
    let mut random = Random(2026);
    let (codes, length) = if cfg!(debug_assertions) {
        (3, 700)
    } else {
        (60, 1_400)
    };
    let mut spaces = 0;
    for code in 0..codes {
        let mut digits: Vec<u8> = (0..2 + random.below(4))
            .map(|_| random.below(8) as u8)
            .collect();
        digits[0] &= 4;
        digits[1] |= 4;
        let least = if code % 5 == 0 {
            2 + random.below(30)
        } else {
            2
        };
        let rules = Rules::splitting(&digits, code % 3 == 0, least).expect("rules");
        let values = naive(&rules, length);
        assert!(streamed(&rules, length) == values, "{rules}");
        for (portable, marked, threads) in [
            (true, 9, 1),
            (false, 0, 2),
            (false, 40, 3),
            (false, 10_000, 1),
        ] {
            let mut given = values[..600].to_vec();
            let sparse = Sparse::after(&rules, Limits::default(), &narrow(&given), 1);
            let Some(sparse) = sparse else { continue };
            let mut sparse = sparse.unswept(marked).ahead_from(0);
            sparse.set_threads(threads);
            if portable {
                sparse = sparse.portable();
            }
            spaces += 1;
            while given.len() < length {
                sparse.next_block(&mut given).expect("no limit is met");
            }
            let differs = (0..length).find(|&heap| values[heap] != given[heap]);
            assert_eq!(differs, None, "{rules}, {marked} marked");
        }
    }
    assert!(spaces >= 2 * codes, "{spaces}");
}

#[test]
fn two_equal_heaps_are_told_from_others() {
    let rules = rules("grundy");
    let values = naive(&rules, 1_500);
    assert_eq!(values[..10], [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]);
    assert!(dense(&rules, 1_500) == values);
    assert!(sparse(&rules, &values[..40], 1_500, true) == Some(values));
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
        let length = if cfg!(debug_assertions) { 450 } else { 700 };
        let values = naive(&rules, length);
        if let Some(sparse) = sparse(&rules, &values[..40], length, code % 2 == 0) {
            assert_eq!(sparse, values, "{digits:?}");
        }
    }
}

#[test]
fn the_engine_is_told() {
    for (code, engine) in [
        ("0.106", Engine::Sparse),
        ("0.137", Engine::Dense),
        ("0.8f", Engine::Dense),
        ("0.333", Engine::Window),
        ("take:!1", Engine::Window),
    ] {
        let rules = rules(code);
        let length = match rules.parts() {
            3.. if cfg!(debug_assertions) => 512,
            _ if cfg!(debug_assertions) => 1_500,
            _ => 5_000,
        };
        let mut sequence = Sequence::new(rules, Limits::default());
        let mut values = Vec::new();
        while values.len() < length {
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
    // Millions of values, of which the first are dropped, are too many without optimisation.
    let long = if cfg!(debug_assertions) {
        4_096
    } else {
        5_000_192
    };
    for (code, cut, length) in [
        ("0.77", 700, 1_200),
        ("0.156", 1536, 2_500),
        ("0.106", long, long + 9_808),
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

/// Codes of all kinds: hexadecimal and further digits, restricted splits, sets; octal codes have their own test above.
#[test]
fn rules_of_all_kinds_agree_with_the_definition() {
    let mut texts = Vec::new();
    for code in (0..4096u32).step_by(23) {
        let first = ["0", "4", "8", "c"][(code / 16) as usize % 4];
        texts.push((format!("{first}.{code:03x}"), 20));
        let digits = code & 0o777;
        texts.push((
            format!("{}.{digits:03o}:unequal", ["0", "4"][code as usize % 2]),
            90,
        ));
        texts.push((format!("4.{digits:03o}:least{}", code % 11), 50));
    }
    for further in [
        "0.{4}",
        "0.1{0,1,2,3,4}",
        "{5}.3",
        "0.{6}",
        "0.2{0,1,2,3,4,5,6,7}",
        "0.{7}7",
    ] {
        texts.push((further.to_owned(), 18));
    }
    texts.push(("grundy".to_owned(), 120));
    texts.push(("couples".to_owned(), 120));
    for set in 1..64u32 {
        let takes: Vec<String> = (0..6)
            .filter(|bit| set >> bit & 1 != 0)
            .map(|bit| (bit + 1).to_string())
            .collect();
        let takes = takes.join(",");
        texts.extend([
            (format!("take:{takes}"), 60),
            (format!("take:!{takes}"), 60),
            (format!("take:{takes}mod7"), 60),
        ]);
    }
    assert!(texts.len() > 500);
    for (text, length) in texts {
        let rules = rules(&text);
        assert_eq!(streamed(&rules, length), naive(&rules, length), "{text}");
        assert_eq!(rules.to_string().parse(), Ok(rules), "{text}");
    }
}
