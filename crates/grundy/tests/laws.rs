//! Laws that hold for every game of the catalogue, whatever its rules: each winning move leaves a P-position, the order
//! of components does not matter, a game and its twin cancel, and what is printed reads back.

use grundy::component::Component;
use grundy::explorer::EncodedOptions;
use grundy::rulesets::CATALOGUE;
use grundy::{Game, Outcome, Play, Reason, Solver};
use proptest::prelude::*;

fn written(component: &dyn Component) -> String {
    format!("{} {}", component.head(), component.position())
}

fn solver() -> Solver {
    let mut solver = Solver::new();
    solver.budget.positions = 200_000;
    solver.budget.time = Some(std::time::Duration::from_secs(2));
    solver.listed = 4;
    solver
}

fn parse(text: &str) -> Game {
    text.parse()
        .unwrap_or_else(|error| panic!("'{text}': {error}"))
}

/// Every listed winning move leaves a P-position, as far as that is answered.
fn moves_win(text: &str, play: Play) -> usize {
    let game = parse(text);
    let answer = solver().solve(&game, play);
    let components: Vec<&dyn Component> = game.components().collect();
    let mut checked = 0;
    for found in &answer.winning.listed {
        let rest = components
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != found.component);
        let mut left: Vec<String> = rest.map(|(_, component)| written(*component)).collect();
        left.extend(found.to.iter().map(|component| written(component.as_ref())));
        let left = if left.is_empty() {
            "nim".to_owned()
        } else {
            left.join(" + ")
        };
        if let Some(outcome) = solver().solve(&parse(&left), play).outcome {
            assert_eq!(
                outcome,
                Outcome::P,
                "{text} under {play:?}: {} leaves {left}",
                found.message
            );
            checked += 1;
        }
    }
    checked
}

#[test]
fn the_example_of_every_game() {
    for listing in CATALOGUE {
        let game = parse(listing.example);
        assert_eq!(parse(&game.to_string()), game, "{}", listing.name);
        assert!(
            !listing.title.zh.is_ascii() && !listing.rule.zh.is_ascii(),
            "{}: Chinese",
            listing.name
        );
        assert!(listing.rule.en.is_ascii() || listing.rule.en.chars().all(|letter| letter < '⺀'));
        let answer = solver().solve(&game, Play::Normal);
        assert!(
            answer.outcome.is_some(),
            "{}: {:?}",
            listing.example,
            answer.unknown
        );
        for play in [Play::Normal, Play::Misere] {
            moves_win(listing.example, play);
        }
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = Vec::new();
    for listing in CATALOGUE {
        names.push(listing.name);
        names.extend(listing.aliases);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Every mention of a place in a template is filled, in both languages.
#[test]
fn sentences_are_filled() {
    for listing in CATALOGUE {
        let game = parse(listing.example);
        for play in [Play::Normal, Play::Misere] {
            let answer = solver().solve(&game, play);
            let components = answer
                .components
                .iter()
                .filter_map(|component| component.because.as_ref());
            let moves = answer.winning.listed.iter().map(|found| &found.message);
            let whys = answer.declined.iter().map(|declined| &declined.why);
            let whys = whys.chain(&answer.unknown).map(Reason::describe);
            for message in components
                .chain(moves)
                .chain(&answer.because)
                .cloned()
                .chain(whys)
            {
                for lang in [grundy::Lang::En, grundy::Lang::Zh] {
                    let text = message.render(lang);
                    let left = text.find('{').filter(|&at| {
                        text[at + 1..].starts_with(|first: char| first.is_ascii_alphabetic())
                    });
                    assert!(left.is_none(), "{}: {text}", listing.name);
                }
            }
        }
    }
}

/// Plays some moves at random, and calls `see` with every component met.
fn wander(text: &str, mut see: impl FnMut(&dyn Component)) {
    const MOST: usize = 2000;
    let mut seed = 17u64;
    for start in parse(text).components() {
        for _ in 0..4 {
            let mut sum = vec![start.boxed()];
            for _ in 0..12 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
                let component = sum.swap_remove((seed >> 33) as usize % sum.len());
                see(&*component);
                let Ok(options) = component.options(MOST) else {
                    break;
                };
                if !options.is_empty() {
                    let place = (seed >> 13) as usize % options.len();
                    sum.extend(options[place].iter().map(|left| left.boxed()));
                }
                if sum.is_empty() {
                    break;
                }
            }
        }
    }
}

/// A position comes back from its bytes, no other bytes are read as it, and bytes tell the same options as positions do.
#[test]
fn byte_forms_come_back() {
    let rules = ["rule '(x,y) -> (x-k,y) for k in 1..=x; (x,y) -> (x,y-k) for k in 1..=y' 3,4"];
    let examples = CATALOGUE.iter().map(|listing| listing.example);
    for text in examples.chain(rules) {
        let mut read = 0;
        wander(text, |component| {
            let rules = component.rules();
            let mut bytes = Vec::new();
            assert!(component.encode(&mut bytes), "{text} has no byte form");
            let mut rest = &bytes[..];
            let back = rules.decode(&mut rest).expect(text).expect(text);
            assert!(
                back.same(component) && rest.is_empty(),
                "{}",
                written(component)
            );
            for end in 0..bytes.len() {
                assert!(
                    rules.decode(&mut &bytes[..end]).expect(text).is_err(),
                    "{text}"
                );
            }
            // Whatever else is read at all is written as it was read.
            for at in 0..bytes.len().min(32) {
                for change in [1, 0x80, 0xFF] {
                    let mut other = bytes.clone();
                    other[at] ^= change;
                    let mut rest = &other[..];
                    if let Some(Ok(other_component)) = rules.decode(&mut rest) {
                        let length = other.len() - rest.len();
                        let mut again = Vec::new();
                        other_component.encode(&mut again);
                        let same = other_component.same(component);
                        assert!(!same || again == bytes, "{text}: {other:?} is {again:?}");
                        read += usize::from(again == other[..length]);
                    }
                }
            }
            const MOST: usize = 500;
            let mut explorer = rules.explorer(MOST).expect(text);
            let mut told = EncodedOptions::default();
            let Ok(()) = explorer.options(&mut &bytes[..], &mut told) else {
                return;
            };
            let mut ours: Vec<Vec<Vec<u8>>> = (0..told.len())
                .map(|place| told.sum(place).map(<[u8]>::to_vec).collect())
                .collect();
            let form = |left: Box<dyn Component>| {
                let mut bytes = Vec::new();
                left.encode(&mut bytes);
                bytes
            };
            let options = component.options(MOST).expect(text);
            let mut theirs: Vec<Vec<Vec<u8>>> = (options.into_iter())
                .map(|sum| sum.into_iter().map(form).collect())
                .collect();
            for sums in [&mut ours, &mut theirs] {
                sums.iter_mut().for_each(|sum| sum.sort());
                sums.sort();
                sums.dedup();
            }
            assert_eq!(ours, theirs, "{}", written(component));
        });
        assert!(read > 0, "{text}: no other bytes are read");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_of_two_games(one in 0..CATALOGUE.len(), other in 0..CATALOGUE.len(), heap in 0u32..6) {
        let (one, other) = (CATALOGUE[one].example, CATALOGUE[other].example);
        let text = format!("{one} + {other} + nim {heap}");
        moves_win(&text, Play::Normal);
        let forth = solver().solve(&parse(&text), Play::Normal);
        let back = solver().solve(&parse(&format!("nim {heap} + {other} + {one}")), Play::Normal);
        // A budget may end on one way round and not on the other; then one is unknown, never different.
        if let (Some(one), Some(other)) = (forth.outcome, back.outcome) {
            prop_assert_eq!(one, other);
        }
        if let (Some(one), Some(other)) = (forth.value, back.value) {
            prop_assert_eq!(one, other);
        }
        if let (Some(one), Some(other)) = (forth.winning.count, back.winning.count) {
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn twins_cancel(one in 0..CATALOGUE.len(), heap in 0u32..6) {
        let one = CATALOGUE[one].example;
        if parse(one).components().any(|component| !component.ends()) {
            return Ok(());
        }
        let text = format!("{one} + {one} + nim {heap}");
        let answer = solver().solve(&parse(&text), Play::Normal);
        prop_assert_eq!(answer.value.map(|value| value.to_string()), Some(heap.to_string()));
    }
}
