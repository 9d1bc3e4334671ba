use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::Instant;

use grundy_base::budget::{Budget, Meter};
use proptest::prelude::*;

use crate::quotient::Outcome;
use crate::split::search::{Search, Sizes};

use super::plane::Drawing;
use super::*;

/// What every line on a land leaves.
fn options(land: &Land) -> BTreeSet<Vec<Land>> {
    let mut options = BTreeSet::new();
    let told: ControlFlow<()> = lines(land, |_, lands| {
        options.insert(lands.to_vec());
        ControlFlow::Continue(())
    });
    assert!(told.is_continue());
    options
}

/// What every line leaves of a sum of lands.
fn after(lands: &[Land]) -> BTreeSet<Vec<Land>> {
    let mut after = BTreeSet::new();
    for (place, land) in lands.iter().enumerate() {
        for option in options(land) {
            let mut sum = lands.to_vec();
            sum.remove(place);
            sum.extend(option);
            sum.sort();
            after.insert(sum);
        }
    }
    after
}

fn read(text: &str) -> Vec<Land> {
    match text {
        // Nothing is left to be drawn.
        "" => Vec::new(),
        _ => Land::read(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}")),
    }
}

fn spots(count: usize) -> Land {
    Land::spots(count).expect("few enough")
}

fn mex(values: &BTreeSet<u32>) -> u32 {
    (0..).find(|value| !values.contains(value)).expect("finite")
}

/// The value of a land by the definition.
fn value(land: &Land, known: &mut HashMap<Land, u32>) -> u32 {
    if let Some(&known) = known.get(land) {
        return known;
    }
    let sum = |lands: Vec<Land>| lands.iter().fold(0, |sum, land| sum ^ value(land, known));
    let values = options(land).into_iter().map(sum).collect();
    let value = mex(&values);
    known.insert(land.clone(), value);
    value
}

/// Values of drawings, by their shapes; each is compared with the lands that it is.
struct Plane {
    values: HashMap<String, u32>,
    lands: HashMap<Land, u32>,
}

impl Plane {
    fn value(&mut self, drawing: &Drawing) -> u32 {
        let shape = drawing.shape();
        if let Some(&known) = self.values.get(&shape) {
            return known;
        }
        let next = drawing.options();
        let told: BTreeSet<Vec<Land>> = next.iter().map(|next| read(&next.text())).collect();
        let lands = read(&drawing.text());
        assert_eq!(told, after(&lands), "{}", drawing.text());
        let values = next.iter().map(|next| self.value(next)).collect();
        let value = mex(&values);
        let sum = (lands.iter()).fold(0, |sum, land| sum ^ self::value(land, &mut self.lands));
        assert_eq!(sum, value, "{}", drawing.text());
        self.values.insert(shape, value);
        value
    }
}

/// Every drawing that three spots can lead to.
#[test]
fn lands_are_drawings() {
    let mut plane = Plane {
        values: HashMap::new(),
        lands: HashMap::new(),
    };
    for (count, value) in [(1, 0), (2, 0), (3, 1)] {
        assert_eq!(plane.value(&Drawing::spots(count)), value);
    }
    // The shapes of drawings, with spots that have no life and all else that makes no difference; and the lands that they are.
    assert_eq!((plane.values.len(), plane.lands.len()), (4309, 150));
}

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (self.0 >> 33) as usize % most
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

#[test]
fn lands_are_drawings_in_some_plays_of_more_spots() {
    let mut chance = Chance(7);
    for count in [4, 4, 4, 5, 5, 6] {
        let mut drawing = Drawing::spots(count);
        loop {
            let options = drawing.options();
            let told: BTreeSet<Vec<Land>> = options.iter().map(|next| read(&next.text())).collect();
            assert_eq!(told, after(&read(&drawing.text())), "{}", drawing.text());
            if options.is_empty() {
                break;
            }
            drawing = options[chance.below(options.len())].clone();
        }
    }
}

/// A land that some moves from so many spots lead to.
fn some_land(count: usize, moves: usize, chance: &mut Chance) -> Land {
    let mut land = spots(count);
    for _ in 0..moves {
        let next: Vec<Land> = options(&land).into_iter().flatten().collect();
        if next.is_empty() {
            break;
        }
        // Of a few, the one with the most letters.
        let few = (0..3).map(|_| next[chance.below(next.len())].clone());
        land = few.max_by_key(|land| land.as_bytes().len()).expect("some");
    }
    land
}

/// A land told in another way: other names, regions the other way round, all in another order.
fn told_otherwise(land: &Land, chance: &mut Chance) -> String {
    let mut names: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    chance.shuffle(&mut names);
    let name = |&token: &u8| match token {
        ..LETTER => char::from(b'0' + token),
        letter => names[usize::from(letter - LETTER)],
    };
    let mut regions: Vec<String> = Vec::new();
    for region in land.regions() {
        let back = chance.below(2) == 1;
        let mut boundaries: Vec<String> = Vec::new();
        for boundary in region {
            let mut spots: Vec<char> = boundary.iter().map(name).collect();
            let turn = chance.below(spots.len());
            spots.rotate_left(turn);
            if back {
                spots.reverse();
            }
            boundaries.push(spots.into_iter().chain(['.']).collect());
        }
        chance.shuffle(&mut boundaries);
        regions.push(boundaries.concat());
    }
    chance.shuffle(&mut regions);
    regions.join("/")
}

proptest! {
    #[test]
    fn a_land_has_one_form(seed: u64, count in 2usize..7, moves in 0usize..9) {
        let mut chance = Chance(seed);
        let land = some_land(count, moves, &mut chance);
        for _ in 0..4 {
            let text = told_otherwise(&land, &mut chance);
            prop_assert_eq!(read(&text), [land.clone()], "{}", text);
        }
        prop_assert_eq!(Land::from_bytes(land.as_bytes()), Some(land));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[012ABCab./é]{0,24}") {
        if let Ok(lands) = Land::read(&text) {
            for land in lands {
                prop_assert_eq!(read(&land.to_string()), [land.clone()]);
                for option in options(&land).iter().flatten() {
                    prop_assert!(option.lives() < land.lives());
                }
            }
        }
    }
}

/// Pieces that are alike are taken one for another, so that many of them take no time.
#[test]
fn symmetries_are_seen() {
    let rings = |count: u8| {
        let mut text = String::from("0.");
        let mut insides = String::new();
        for ring in 0..count {
            let (a, b) = (char::from(b'A' + 2 * ring), char::from(b'B' + 2 * ring));
            text.push_str(&format!("{a}{b}."));
            insides.push_str(&format!("/0.{b}{a}."));
        }
        text + &insides
    };
    let land = &read(&rings(12))[0];
    let mut chance = Chance(1);
    for _ in 0..20 {
        assert!(read(&told_otherwise(land, &mut chance)).iter().eq([land]));
    }
}

#[test]
fn lives_bound_the_play() {
    for count in 1..=6 {
        assert_eq!(spots(count).lives(), 3 * count as u32);
        assert_eq!(spots(count).as_spots(), Some(count));
    }
    assert_eq!(Land::spots(MOST_SPOTS + 1), None);
    // What 26 spots lead to at most is read; one spot more is not.
    let loops = |count: usize| {
        let names: Vec<char> = ('A'..='Z').chain('a'..='z').take(2 * count).collect();
        let ring = |pair: &[char]| format!("0.{}{}.", pair[0], pair[1]);
        let rings: Vec<String> = names.chunks(2).map(ring).collect();
        let outside: Vec<String> = names
            .chunks(2)
            .map(|pair| format!("{}{}.", pair[1], pair[0]))
            .collect();
        format!("{}/{}", outside.concat(), rings.join("/"))
    };
    assert_eq!(read(&loops(13)).len(), 1);
    assert!(Land::read(&loops(14)).is_err());
}

fn search() -> Search<Sprouts> {
    Search::new(Sprouts, 1 << 30).with(Sizes { whole: 0, deep: 0 })
}

fn meter() -> Meter {
    Meter::new(&Budget {
        positions: u64::MAX,
        time: None,
        ..Budget::default()
    })
}

/// Lemoine and Viennot 2010.
#[test]
fn values_of_spots() {
    let mut search = search();
    let mut values = Vec::new();
    for count in 1..=8 {
        values.push(search.value(&spots(count), &mut meter()).expect("a value"));
    }
    assert_eq!(values, [0, 0, 1, 1, 1, 0, 0, 0]);
}

/// The search agrees with the definition on all lands that three spots lead to.
#[test]
fn search_agrees_with_the_definition() {
    let mut known = HashMap::new();
    value(&spots(3), &mut known);
    let mut search = search();
    for (land, value) in known {
        assert_eq!(
            search.value(&land, &mut meter()).expect("a value"),
            value,
            "{land}"
        );
    }
}

/// Whether the player to move wins a sum of lands under misère play, by the definition.
fn misere(lands: &[Land], known: &mut HashMap<Vec<Land>, bool>) -> bool {
    if let Some(&known) = known.get(lands) {
        return known;
    }
    let after = after(lands);
    let wins = after.is_empty() || after.iter().any(|after| !misere(after, known));
    known.insert(lands.to_vec(), wins);
    wins
}

#[test]
fn misere_search_agrees_with_the_definition() {
    let mut known = HashMap::new();
    misere(&[spots(3)], &mut known);
    misere(&[spots(2), spots(1)], &mut known);
    let mut search = MisereSearch::new();
    for (lands, wins) in known {
        let outcome = search.outcome(&lands, &mut meter()).expect("an outcome");
        assert_eq!(outcome == Outcome::N, wins, "{lands:?}");
    }
}

/// Applegate, Jacobson and Sleator 1991.
#[test]
fn misere_outcomes_of_spots() {
    let mut search = MisereSearch::new();
    let mut won = Vec::new();
    for count in 0..=8 {
        let outcome = search.outcome(&[spots(count)], &mut meter());
        if outcome.expect("an outcome") == Outcome::N {
            won.push(count);
        }
    }
    assert_eq!(won, [0, 1, 5, 6]);
    // A budget that is spent says so, and what was found stays.
    let mut little = Meter::new(&Budget::of_positions(1000));
    assert!(search.outcome(&[spots(9)], &mut little).is_err());
    let again = search.outcome(&[spots(6)], &mut little.at_most(0));
    assert_eq!(again.ok(), Some(Outcome::N));
}

/// `cargo test --release -p grundy-engine --lib sprouts -- --ignored --nocapture`
#[test]
#[ignore = "some seconds in a release build"]
fn outcomes_of_more_spots() {
    for count in 9..=12 {
        let (mut search, begun) = (search(), Instant::now());
        let lost = search
            .is(&spots(count), 0, &mut meter())
            .expect("an outcome");
        eprintln!(
            "{count}: {:?}, {} options",
            begun.elapsed(),
            search.options()
        );
        assert_eq!(lost, count % 6 < 3);
    }
    for count in 9..=10 {
        let (mut search, begun) = (MisereSearch::new(), Instant::now());
        let outcome = search
            .outcome(&[spots(count)], &mut meter())
            .expect("an outcome");
        eprintln!(
            "misère {count}: {:?}, {} positions",
            begun.elapsed(),
            search.positions()
        );
        assert_eq!(outcome == Outcome::N, count == 10);
    }
}
