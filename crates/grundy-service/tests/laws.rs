//! Laws of quotients that are infinite, or too large to be found: read from JSON alone, as its documentation says, and held against
//! plain search; sums by which candidates were refused, and when a law is looked for.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use grundy::budget::{Meter, Watch};
use grundy::component::Component;
use grundy::engine::misere::Element;
use grundy::engine::whole::SumSearch;
use grundy::{Budget, Game, Lang, Outcome, Play};
use grundy_service::Quiet;
use grundy_service::quotient::{EndedBy, Request, Response, Status};
use serde_json::Value;

/// Codes, the first heap with which no quotient of at most 300 elements is found, and whether the quotient is infinite with that. Of the
/// sums with that heap: the largest other heap of sums of two, and of sums of up to five.
const LAWS: [(&str, usize, bool, [usize; 2]); 7] = [
    ("0.3122", 7, true, [7, 4]),
    ("0.404", 12, true, [12, 3]),
    ("0.424", 12, true, [12, 3]),
    ("0.564", 11, true, [4, 3]),
    ("0.76", 12, true, [2, 2]),
    ("0.226", 16, true, [2, 2]),
    ("0.264", 16, false, [2, 2]),
];

fn within(game: &str, order: u64, budget: &Budget) -> Response {
    let request = Request {
        game: Some(game.to_owned()),
        order: Some(order),
        ..Request::default()
    };
    request.run(budget, &mut Quiet).expect("a quotient")
}

/// As much time as it takes.
fn patient() -> Budget {
    Budget {
        time: None,
        ..Budget::default()
    }
}

/// The exponents of a word by generator: `ab²`.
fn exponents(word: &str, names: &[String]) -> Vec<u32> {
    let mut exponents = vec![0; names.len()];
    let mut letters = word.chars().filter(|&one| one != '1').peekable();
    while let Some(name) = letters.next() {
        let place = names.iter().position(|one| *one == name.to_string());
        let mut exponent = 0;
        while let Some(digit) = letters.peek().and_then(|one| "⁰¹²³⁴⁵⁶⁷⁸⁹".find(*one))
        {
            let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹"[..digit].chars().count() as u32;
            exponent = 10 * exponent + digit;
            letters.next();
        }
        exponents[place.expect("a generator")] += exponent.max(1);
    }
    exponents
}

/// The set of a law, from JSON.
struct Set {
    /// By heap: its word, or its place among the free letters.
    phi: Vec<Result<Vec<u32>, usize>>,
    /// Words and the lesser ones that they equal.
    relations: Vec<[Vec<u32>; 2]>,
    /// The multiples of two numbers whose difference is looked at, by their places.
    differences: Vec<[(i64, usize); 2]>,
    cases: Vec<(Value, Vec<Vec<u32>>)>,
    free: usize,
    period: i64,
}

impl Set {
    fn of(law: &Value) -> Set {
        let texts = |value: &Value| -> Vec<String> {
            let texts = value.as_array().expect("a list").iter();
            texts
                .map(|one| one.as_str().expect("text").to_owned())
                .collect()
        };
        let set = &law["set"];
        let generators = set["generators"].as_array().expect("a list").iter();
        let names: Vec<String> = generators
            .map(|one| one["name"].as_str().expect("a name").to_owned())
            .collect();
        let word = |text: &str| exponents(text, &names);
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let free = texts(&law["free"]);
        let term = |term: &Value| {
            let place = free.iter().position(|one| *one == term["letter"]);
            (
                term["times"].as_i64().expect("times"),
                place.expect("a free letter"),
            )
        };
        Set {
            phi: (list(&set["phi"]).iter())
                .map(|one| match one.as_u64() {
                    Some(free) => Err(free as usize),
                    None => Ok(word(one.as_str().expect("a word"))),
                })
                .collect(),
            relations: (list(&set["relations"]).iter())
                .map(|both| [0, 1].map(|side| word(both[side].as_str().expect("a word"))))
                .collect(),
            differences: (list(&law["differences"]).iter())
                .map(|both| [term(&both[0]), term(&both[1])])
                .collect(),
            cases: (list(&set["p"]).into_iter())
                .map(|case| {
                    let words = texts(&case["words"]);
                    (case, words.iter().map(|text| word(text)).collect())
                })
                .collect(),
            free: free.len(),
            period: law["period"].as_i64().expect("a period"),
        }
    }

    fn is_p(&self, heaps: &[usize]) -> bool {
        let mut numbers = vec![0i64; self.free];
        let mut word = vec![0; self.relations.first().map_or(0, |both| both[0].len())];
        for &heap in heaps {
            match &self.phi[heap] {
                Err(free) => numbers[*free] += 1,
                Ok(of) => word.iter_mut().zip(of).for_each(|(sum, more)| *sum += more),
            }
        }
        while let Some([greater, less]) = (self.relations.iter())
            .find(|[greater, _]| greater.iter().zip(&word).all(|(part, whole)| part <= whole))
        {
            for (place, exponent) in word.iter_mut().enumerate() {
                *exponent = *exponent - greater[place] + less[place];
            }
        }
        let differences = self.differences.iter().map(|[plus, minus]| {
            let of = |(times, place): (i64, usize)| times * numbers[place];
            of(*plus) - of(*minus)
        });
        let differences: Vec<i64> = differences.collect();
        let met = |bound: &Value, number: i64| match bound.as_i64() {
            Some(exact) => number == exact,
            None => {
                let above = bound["above"].as_i64();
                above.is_none_or(|above| number > above)
                    && bound["below"].as_i64().is_none_or(|below| number < below)
                    && bound["remainder"]
                        .as_i64()
                        .is_none_or(|remainder| number.rem_euclid(self.period) == remainder)
            }
        };
        let all = |bounds: &Value, numbers: &[i64]| {
            let bounds = bounds.as_array().expect("a list");
            bounds.len() == numbers.len()
                && bounds
                    .iter()
                    .zip(numbers)
                    .all(|(bound, &number)| met(bound, number))
        };
        let mut cases = self.cases.iter().filter(|(case, _)| {
            all(&case["numbers"], &numbers) && all(&case["differences"], &differences)
        });
        let is_p = cases.next().is_some_and(|(_, words)| words.contains(&word));
        assert!(cases.next().is_none(), "cases exclude each other");
        is_p
    }
}

/// All sums of one heap and of others, up to so many of them.
fn sums(last: usize, others: usize, most: usize) -> Vec<Vec<usize>> {
    let mut sums = vec![vec![last]];
    let mut longest = sums.clone();
    for _ in 1..most {
        let longer = longest.iter().flat_map(|sum: &Vec<usize>| {
            let least = sum[1..].last().copied().unwrap_or(1);
            (least..=others).map(move |heap| [&sum[..], &[heap]].concat())
        });
        longest = longer.collect();
        sums.extend(longest.iter().cloned());
    }
    sums
}

fn agree_with_search(more: usize) {
    let mut seen = HashMap::new();
    for (code, last, infinite, others) in LAWS {
        let response = within(code, 300, &patient());
        let told: Value = serde_json::from_str(&response.json(Lang::En)).expect("JSON");
        let law = &told["law"];
        assert_eq!(response.status, Status::Partial, "{code}");
        assert_eq!(law["at"], format!("{code} {last}"));
        assert_eq!(law["at"], told["ended"]["at"]);
        assert_eq!(law["infinite"], infinite, "{code}");
        assert_eq!(law["distinct_powers_of"].is_string(), infinite, "{code}");
        let set = Set::of(law);
        let mut search = SumSearch::new(Play::Misere);
        let mut meter = Meter::new(&patient());
        let mut is_p = |heaps: &[usize]| {
            let heaps: Vec<String> = heaps.iter().map(usize::to_string).collect();
            let game = format!("{code} {}", heaps.join(" "));
            let game: Game = game.parse().expect("a game");
            let sum: Vec<&dyn Component> = game.components().collect();
            search.outcome(&sum, &mut meter).expect("small") == Outcome::P
        };
        let [two, five] = others.map(|heap| heap + more);
        let asked = [sums(last, two, 2), sums(last, five, 5)].concat();
        for heaps in asked {
            let told = set.is_p(&heaps);
            assert_eq!(told, is_p(&heaps), "{code} {heaps:?}");
            *seen.entry(told).or_insert(0) += 1;
        }
    }
    assert!(seen[&true] > 10 && seen[&false] > 100, "{seen:?}");
}

#[test]
fn laws_in_json_agree_with_search() {
    agree_with_search(0);
}

#[test]
#[ignore = "minutes: cargo test --release -p grundy-service --test all laws:: -- --ignored"]
fn laws_in_json_agree_with_long_search() {
    agree_with_search(2);
}

/// What is said of the sum by which the last candidate was refused: the truth of it.
#[test]
fn refused_sums_are_what_they_are_said_to_be() {
    let orders = |code, orders: [u64; 3]| orders.map(|order| (code, order));
    let (mut refused, few) = (0, [8, 14, 20]);
    let all = [
        orders("0.72", few),
        orders("0.115", [12, 20, 30]),
        orders("0.3122", [60, 90, 120]),
    ];
    for (code, order) in all.concat() {
        let response = within(code, order, &patient());
        // Where the first candidate is too large, none is refused.
        let Some(failed) = response.failed() else {
            continue;
        };
        refused += 1;
        let end = response.end.as_ref().expect("an end");
        assert!(failed.sum.iter().any(|(letter, _)| *letter == end.at));
        assert!(failed.order <= order as usize && failed.order > 1);
        let heaps = failed.sum.iter().flat_map(|(letter, times)| {
            let heap = letter.split(' ').next_back().expect("a heap");
            std::iter::repeat_n(heap.to_owned(), *times as usize)
        });
        let game = format!("{code} {}", heaps.collect::<Vec<_>>().join(" "));
        let game: Game = game.parse().expect("a game");
        // By the whole quotient, or else by plain search.
        let whole = within(code, 300, &patient());
        let elements = game.components().map(|one| whole.built.element(one));
        let outcome = match elements.collect::<Option<Vec<Element>>>() {
            Some(elements) => {
                let quotient = whole.quotient();
                let product = |a, b| quotient.product(a, b);
                quotient.outcome(elements.into_iter().fold(Element::ONE, product))
            }
            None => {
                let sum: Vec<&dyn Component> = game.components().collect();
                let mut search = SumSearch::new(Play::Misere);
                let outcome = search.outcome(&sum, &mut Meter::new(&patient()));
                outcome.expect("small")
            }
        };
        assert_eq!(failed.outcome, Some(outcome), "{code} {failed:?}");
    }
    assert!(refused > 1, "{refused}");
    // The first candidate with that heap is too large already.
    let response = within("0.07", 30, &patient());
    assert_eq!(response.failed(), None);
    assert!(response.json(Lang::En).contains("\"failed\":null"));
    // What is complete has neither.
    let complete = within("0.77", 100, &patient());
    assert!(complete.failed().is_none() && complete.law().is_none() && complete.growth.is_none());
}

/// Sums of heaps and of positions have laws, too.
#[test]
fn laws_of_several_kinds() {
    let request = Request {
        game: Some("0.3122 + cram 2x3".to_owned()),
        order: Some(500),
        heaps: Some(8),
        ..Request::default()
    };
    let response = request.run(&patient(), &mut Quiet).expect("a quotient");
    let law = response.law().expect("a law");
    assert_eq!(law.infinite(), Some(true));
    assert_eq!(law.free(), ["0.3122 7", "0.3122 5"]);
    let failed = response.failed().expect("a candidate");
    assert!(failed.sum.iter().any(|(letter, _)| letter == "0.3122 7"));
}

/// A heap that no finite quotient has is given up before all of the budget is spent, and the budget is kept.
#[test]
fn laws_keep_to_the_budget() {
    let of_positions = |positions| {
        let budget = Budget {
            positions,
            ..patient()
        };
        within("0.3122", 1 << 12, &budget)
    };
    let found = of_positions(2_000_000);
    let end = found.end.as_ref().expect("an end");
    assert!(
        matches!(end.why, EndedBy::Order { most: 4096, .. }),
        "{end:?}"
    );
    assert_eq!(found.law().and_then(|law| law.infinite()), Some(true));
    assert!(of_positions(2_000).law().is_none());
    // Little time.
    let budget = Budget {
        time: Some(Duration::from_millis(30)),
        ..Budget::default()
    };
    let begun = Instant::now();
    let short = within("0.3122", 300, &budget);
    assert_eq!(short.heaps().map(|heaps| heaps <= 6), Some(true));
    assert!(begun.elapsed() < Duration::from_secs(5));
    // Somebody stops it: what is verified is told, and that it was stopped.
    let after = |most| Budget {
        watch: Some(Watch::new(move |positions| positions < most)),
        ..patient()
    };
    let stopped = within("0.226", 4096, &after(20_000));
    assert!(stopped.is_interrupted());
    assert_eq!(stopped.status, Status::Partial);
}
