use proptest::prelude::*;

use super::*;

fn rules(text: &str) -> Rules {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn names_and_other_ways_of_writing() {
    for (text, same) in [
        ("kayles", "0.77"),
        ("nim", "take:!"),
        ("officers", "0.6"),
        ("0.70", "0.7"),
        ("0.{0,1,2}{3}", "0.78"),
        ("grundys-game", "grundy"),
        ("4.0:unequal", "grundy"),
        ("4.:least3", "couples"),
        ("0.33:unequal,least9", "0.33"),
        ("subtraction:4,1,3", "take:1,3,4"),
        ("take:2-3,1,7", "take:1-3,7"),
        ("take:4,1mod5", "take:1,4mod5"),
        ("take:!2,1", "take:!1,2"),
        ("0.", "0.0"),
    ] {
        assert_eq!(rules(text), rules(same));
        assert_eq!(rules(text).to_string(), same);
    }
    for text in [
        "{4}.3{0,1,2,3,4,5,6,7}",
        "c.f",
        "8.0",
        "take:!",
        "0.6:least4",
        "0.777:unequal",
    ] {
        assert_eq!(rules(text).to_string(), text);
    }
}

#[test]
fn what_they_allow() {
    let grundy = rules("grundy");
    assert_eq!(
        (grundy.digits(), grundy.unequal(), grundy.least_split()),
        (&[4][..], true, 2)
    );
    assert_eq!(
        (grundy.octal(), grundy.parts(), grundy.takes()),
        (false, 2, None)
    );
    let couples = rules("couples");
    assert_eq!(
        (couples.unequal(), couples.least_split(), couples.octal()),
        (false, 3, false)
    );
    assert_eq!(
        (
            rules("0.8f").parts(),
            rules("0.{0,1,2,3,4,5,6,7}").parts(),
            rules("0.0").parts()
        ),
        (3, 7, 0)
    );
    assert!(rules("0.137").octal() && !rules("0.8").octal() && !rules("take:1").octal());
    let set = rules("take:1-3,7");
    assert_eq!(set.takes(), Some(&Takes::These(vec![(1, 3), (7, 7)])));
    assert_eq!((set.digits(), set.parts()), (&[][..], 1));
    for (text, allowed) in [
        ("take:1-3,7", &[1, 2, 3, 7][..]),
        ("take:!1,2,5", &[3, 4, 6, 7, 8, 9]),
        ("take:0,2mod3", &[2, 3, 5, 6, 8, 9]),
    ] {
        let rules = rules(text);
        let takes = rules.takes().expect("takes");
        let found: Vec<u64> = (0..10).filter(|&take| takes.contains(take)).collect();
        assert_eq!(found, allowed, "{text}");
    }
    assert!(rules("0.71").ends(2) && !rules("0.71").ends(0) && !rules("0.72").ends(2));
}

#[test]
fn what_is_none_is_told_with_its_place() {
    for (text, column, about) in [
        ("0.7g7", 4, "is not a digit"),
        ("0.7.7", 4, "is not a digit"),
        ("07", 1, "expected a code"),
        ("", 1, "expected a code"),
        ("00.7", 1, "expected a code"),
        ("1.7", 1, "would never end"),
        ("0.3{8}", 5, "at most 7"),
        ("0.3{x}", 5, "a whole number"),
        ("0.3{4", 5, "}"),
        ("0.3[16]", 4, "is not a digit"),
        ("{4}", 1, "point"),
        ("0.8:unequal", 1, "unequal"),
        ("0.6:least", 10, ""),
        ("0.6:odd", 5, "unequal"),
        ("grundy:3", 8, "no parameters"),
        ("wythoff", 1, "expected a code"),
        ("take", 1, "needs a set"),
        ("take:1,x", 8, ""),
        ("take:3-1", 8, "smaller"),
        ("take:0", 6, "not a move"),
        ("take:powers2", 6, ""),
        ("take:5mod5", 6, "at most 4"),
        ("take:1mod0", 10, "0"),
        ("take:!1-18446744073709551615", 6, "empty"),
        ("七.7", 1, "expected a code"),
        ("0.7七", 4, "is not a digit"),
    ] {
        let error = text.parse::<Rules>().expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(about), "{text}: {error}");
        assert!(!error.example.is_empty(), "{text}");
        error.example.parse::<Rules>().expect("the example");
    }
    assert_eq!(Rules::new(&[7; 9]), Err(NotRules::Endless));
    let long = [vec![0], vec![7; MOST_DIGITS]].concat();
    assert_eq!(Rules::new(&long), Err(NotRules::Long));
    assert_eq!(Rules::splitting(&[0, 8], true, 2), Err(NotRules::Unequal));
    assert_eq!(Rules::taking(Takes::These(vec![])), Err(NotRules::Takes));
    assert_eq!(
        Rules::taking(Takes::These(vec![(0, 3)])),
        Err(NotRules::Takes)
    );
    assert_eq!(
        Rules::taking(Takes::Modulo(3, vec![(0, 3)])),
        Err(NotRules::Takes)
    );
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let digits = || proptest::collection::vec(any::<u8>(), 0..12);
    let runs = |most: u64| {
        let run = (0..=most, 0..=most).prop_map(|(one, other)| (one.min(other), one.max(other)));
        proptest::collection::vec(run, 0..5)
    };
    prop_oneof![
        digits().prop_map(|digits| Rules::new(&digits)),
        (digits(), any::<bool>(), 0..9u64).prop_map(|(mut digits, unequal, least)| {
            digits.iter_mut().for_each(|digit| *digit &= 7);
            Rules::splitting(&digits, unequal, least)
        }),
        runs(u64::MAX).prop_map(|runs| Rules::taking(Takes::These(runs))),
        runs(40).prop_map(|runs| Rules::taking(Takes::AllBut(runs))),
        (1..30u64, runs(29))
            .prop_map(|(divisor, runs)| Rules::taking(Takes::Modulo(divisor, runs))),
    ]
    .prop_filter_map("rules", Result::ok)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn written_and_read_again(rules in any_rules()) {
        prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules.clone()));
        let bytes = postcard::to_allocvec(&rules).expect("bytes");
        prop_assert_eq!(postcard::from_bytes::<Rules>(&bytes), Ok(rules));
    }

    #[test]
    fn no_text_does_harm(text in "[0-9a-z.:,!\\[\\]-]{0,20}") {
        if let Ok(rules) = text.parse::<Rules>() {
            prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
        }
    }
}
