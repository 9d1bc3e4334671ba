use super::*;

/// The values of heaps below `length`, from the definition.
fn naive(rules: &Rules, length: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
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
            if let Some(met) = met.get_mut(usize::from(option)) {
                *met = true;
            }
        }
        let value = met.iter().position(|met| !met).expect("a value");
        values.push(value as u16);
    }
    values
}

fn streamed(rules: &Rules, length: usize) -> Vec<u16> {
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
fn what_is_no_code_is_refused() {
    for (code, why) in [
        ("0.8", NotRules::Form),
        ("07", NotRules::Form),
        ("", NotRules::Form),
        ("00.7", NotRules::Form),
        ("1.7", NotRules::Endless),
    ] {
        assert_eq!(code.parse::<Rules>(), Err(why), "{code}");
    }
    assert_eq!(Rules::new(&[7; 9]), Err(NotRules::Endless));
    let long = [vec![0], vec![7; MOST_DIGITS]].concat();
    assert_eq!(Rules::new(&long), Err(NotRules::Long));
    assert_eq!(rules("0.70"), rules("0.7"));
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
