use proptest::prelude::*;

use super::*;
use crate::sequence::tests::{naive, rules};

/// The values, the window being saved and restored at `cut` if there is one.
fn stream(rules: &Rules, length: usize, cut: Option<usize>) -> (Vec<u32>, bool) {
    let mut window = Window::new(rules, Limits::default()).expect("a window");
    let mut values = Vec::new();
    while values.len() < length {
        if cut.is_some_and(|cut| cut <= values.len()) {
            window = Window::restore(window.save(), Limits::default()).expect("what was saved");
        }
        window.next_block(&mut values).expect("no limit is met");
        assert_eq!(window.len(), values.len() as u64);
    }
    values.truncate(length);
    (values, window.repeats())
}

#[test]
fn sets_of_all_kinds_agree_with_the_definition() {
    for (text, repeats) in [
        ("take:1,3,4", true),
        ("take:2,5", true),
        ("take:7", true),
        ("take:1-3,7,100-140", true),
        ("take:3,61,64,129,700", false),
        ("take:1-70000", false),
        ("take:5000000", false),
        ("take:!", true),
        ("take:!1", true),
        ("take:!1,2,5", true),
        ("take:!3,7-9,40", true),
        ("take:!1-40,50", true),
        ("take:1,4mod7", true),
        ("take:0mod3", false),
        ("take:0,2mod5", false),
        ("take:1-4,9mod12", true),
        ("take:0mod1", false),
        ("0.3333", true),
        ("0.1230213", true),
        ("0.111", true),
        ("0.0", true),
        ("0.2001", true),
    ] {
        let rules = rules(text);
        let (values, found) = stream(&rules, 1100, None);
        assert_eq!(found, repeats, "{text}");
        assert_eq!(values, naive(&rules, 1100), "{text}");
        for cut in [0, 1024] {
            assert!(
                stream(&rules, 1100, Some(cut)).0 == values,
                "{text} from {cut}"
            );
        }
    }
}

fn any_takes() -> impl Strategy<Value = Rules> {
    let runs = |most: u64, runs: usize| {
        let run = (1..=most, 0..4u64).prop_map(move |(low, more)| (low, (low + more).min(most)));
        proptest::collection::vec(run, 1..=runs)
    };
    prop_oneof![
        runs(90, 6).prop_map(Takes::These),
        runs(30, 4).prop_map(Takes::AllBut),
        (2..30u64, proptest::collection::vec(0..30u64, 1..5)).prop_map(|(divisor, remainders)| {
            let run = |remainder: u64| (remainder % divisor, remainder % divisor);
            Takes::Modulo(divisor, remainders.into_iter().map(run).collect())
        }),
    ]
    .prop_filter_map("rules", |takes| Rules::taking(takes).ok())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 12 } else { 400 }))]

    #[test]
    fn any_set_agrees_with_the_definition(rules in any_takes(), cut in 0..700usize) {
        let expected = naive(&rules, 700);
        prop_assert_eq!(&stream(&rules, 700, None).0, &expected);
        prop_assert_eq!(&stream(&rules, 700, Some(cut)).0, &expected);
    }

    #[test]
    fn any_code_without_splits_agrees_with_the_definition(
        digits in proptest::collection::vec(0..4u8, 0..70), cut in 0..700usize
    ) {
        let rules = Rules::new(&[vec![0], digits].concat()).expect("rules");
        let expected = naive(&rules, 700);
        prop_assert_eq!(&stream(&rules, 700, None).0, &expected);
        prop_assert_eq!(&stream(&rules, 700, Some(cut)).0, &expected);
    }
}

#[test]
fn without_memory_for_a_period_values_still_come() {
    let rules = rules("take:3,61,64,129,700,1501");
    let long = |memory: usize| {
        let mut window = Window::new(&rules, Limits { memory }).expect("a window");
        let mut values = Vec::new();
        while values.len() < 1_500_000 {
            window.next_block(&mut values).expect("no limit is met");
        }
        (values, window.save())
    };
    let ((some, _), (all, saved)) = (long(1_500_000), long(1 << 30));
    assert!(some == all);
    assert!(Window::restore(saved, Limits::default()).is_some());
    let mut window = Window::new(&rules, Limits { memory: 1000 }).expect("a window");
    assert!(matches!(
        window.next_block(&mut Vec::new()),
        Err(Stop::Memory(_))
    ));
}

#[test]
fn rising_values_stop_where_they_are_too_wide() {
    let mut repeat = Repeat::new(vec![5, u32::MAX - 2_000_000_000], 1, 1_000_000_000);
    let mut values = Vec::new();
    assert_eq!(repeat.extend(9, &mut values), Err(Stop::Wide));
    assert_eq!(
        values,
        [
            u32::MAX - 2_000_000_000,
            1_000_000_005,
            u32::MAX - 1_000_000_000,
            2_000_000_005,
            u32::MAX,
            3_000_000_005,
        ]
    );
    assert_eq!(repeat.extend(9, &mut values), Err(Stop::Wide));
    assert_eq!(values.len(), 6);
}
