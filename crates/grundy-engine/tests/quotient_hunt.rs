//! A hunt for false certificates of quotients that the independent checker verifies: true ones changed at random, and periods that
//! hold for a while. What is verified is built anew, much further, and compared.

use std::collections::HashMap;
use std::path::Path;

use grundy_check::quotient::{Fault, Finding, check};
use grundy_check::{Effort, Refusal};
use grundy_engine::misere::{Builder, Element, Heaps, Limits, MisereQuotient, Repeats};
use grundy_engine::quotient::Outcome;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Numbers drawn from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 29) ^ (self.0 >> 47)) % limit as u64) as usize
    }
}

fn sealed(claim: &Value) -> String {
    let line = claim.to_string();
    let hash = Sha256::digest(line.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("grundy quotient 1\n{line}\nsha256 {hash}\n")
}

fn finding(claim: &Value) -> Result<Finding, Refusal> {
    let effort = Effort {
        most_options: 100_000_000,
        ..Effort::default()
    };
    check(sealed(claim).as_bytes(), &effort).map(|report| report.finding)
}

/// The quotient of the first heaps of a game, if it has at most so many elements.
fn built(code: &str, heaps: usize, order: usize) -> Option<Builder<Heaps>> {
    let mut builder = Builder::new(Heaps::new(code.parse().ok()?, heaps));
    let mut limits = Limits { order, meter: None };
    while builder.advance(&mut limits).ok()? {}
    Some(builder)
}

fn numbers(value: &Value) -> Vec<usize> {
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(number)
        .collect()
}

/// Whether a claim is that of a quotient built otherwise, of as many heaps or more: both are generated together, and what one letter is
/// worth in one it is worth in the other.
fn is_true(claim: &Value, built: &MisereQuotient) -> bool {
    let generators = numbers(&claim["generators"]);
    let actions: Vec<Vec<usize>> = claim["actions"]
        .as_array()
        .map_or_else(Vec::new, |actions| actions.iter().map(numbers).collect());
    let phi = numbers(&claim["phi"]);
    let p = numbers(&claim["p"]);
    if claim["order"] != json!(built.order()) {
        return false;
    }
    let mut map: Vec<Option<Element>> = vec![None; built.order()];
    map[0] = Some(Element::ONE);
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for (action, &letter) in actions.iter().zip(&generators) {
            let value = built.value(letter).expect("covered");
            let image = map[at].map(|at| built.product(at, value));
            match map[action[at]] {
                None => {
                    map[action[at]] = image;
                    reached.push(action[at]);
                }
                known if known != image => return false,
                _ => {}
            }
        }
    }
    let image = |x: usize| map[x].expect("all are reached");
    let periods = (claim["preperiod"].as_u64(), claim["period"].as_u64());
    let value = |heap: usize| match periods {
        (Some(first), Some(period)) if heap >= phi.len() => {
            let (first, period) = (first as usize, period as usize);
            phi[first + (heap - first) % period]
        }
        _ => phi[heap],
    };
    (0..built.order()).all(|x| (built.outcome(image(x)) == Outcome::P) == p.contains(&x))
        && (0..built.letters()).all(|heap| built.value(heap) == Some(image(value(heap))))
}

/// What a hunt came to.
#[derive(Debug, Default)]
struct Figures {
    claims: usize,
    /// No certificate, contradictory, or too long.
    refused: usize,
    refuted: usize,
    verified: usize,
    /// By the condition that a refuted claim breaks.
    faults: HashMap<String, usize>,
    false_ones: Vec<String>,
}

/// The certificates that are changed.
fn originals() -> Vec<Value> {
    let names = [
        "0-77",
        "0-75",
        "0-71",
        "0-72",
        "0-23",
        "0-26",
        "4-3",
        "4-56",
        "0-8",
        "0-3c",
        "take-1-3-4",
        "take-1-4mod5",
        "0-6-unequal-least5",
        "couples",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/quotients");
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).expect(name);
        let line = text.lines().nth(1).expect("a claim");
        serde_json::from_str(line).expect("JSON")
    };
    names.map(read).to_vec()
}

/// Changes one thing.
fn change(claim: &mut Value, dice: &mut Dice) {
    let order = claim["actions"][0].as_array().map_or(1, Vec::len);
    let heaps = claim["phi"].as_array().map_or(0, Vec::len);
    let generators = claim["generators"].as_array().map_or(0, Vec::len);
    match dice.below(11) {
        0 | 1 => claim["phi"][dice.below(heaps)] = json!(dice.below(order)),
        2 if generators > 0 => {
            let generator = dice.below(generators);
            claim["actions"][generator][dice.below(order)] = json!(dice.below(order));
        }
        3 => {
            let mut p = numbers(&claim["p"]);
            let x = dice.below(order);
            match p.binary_search(&x) {
                Ok(place) => drop(p.remove(place)),
                Err(place) => p.insert(place, x),
            }
            claim["p"] = json!(p);
        }
        4 | 5 => {
            let name = ["preperiod", "period"][dice.below(2)];
            if let Some(number) = claim[name].as_u64() {
                claim[name] = json!(match dice.below(4) {
                    0 => number + 1,
                    1 => number.saturating_sub(1),
                    2 => number * 2,
                    _ => number + dice.below(12) as u64,
                });
            }
        }
        6 => {
            let kept = if dice.below(2) == 0 {
                heaps - dice.below(heaps / 2)
            } else {
                heaps
            };
            let mut phi = numbers(&claim["phi"]);
            phi.truncate(kept);
            for _ in 0..dice.below(3) {
                phi.push(phi[dice.below(phi.len())]);
            }
            claim["heaps"] = json!(phi.len());
            claim["phi"] = json!(phi);
            if dice.below(2) == 0 {
                let fields = claim.as_object_mut().expect("an object");
                fields.remove("period");
                fields.remove("preperiod");
            }
        }
        7 => {
            let name = ["order", "heaps"][dice.below(2)];
            let number = claim[name].as_u64().expect("a number");
            claim[name] = json!(if dice.below(2) == 0 {
                number + 1
            } else {
                number - 1
            });
        }
        8 if generators > 0 => {
            claim["generators"][dice.below(generators)] = json!(dice.below(heaps));
        }
        9 => {
            let mut code: Vec<u8> = claim["code"].as_str().expect("rules").bytes().collect();
            let digits: Vec<usize> = (0..code.len())
                .filter(|&at| code[at].is_ascii_hexdigit())
                .collect();
            code[digits[dice.below(digits.len())]] = b"0123456789abcdef"[dice.below(16)];
            claim["code"] = json!(String::from_utf8(code).expect("ASCII"));
        }
        _ if order > 2 => {
            // Two elements change their names, which keeps what is true.
            let (one, other) = (1 + dice.below(order - 1), 1 + dice.below(order - 1));
            let named = |x: usize| match x {
                x if x == one => other,
                x if x == other => one,
                x => x,
            };
            let all = |value: &Value| numbers(value).into_iter().map(named).collect::<Vec<_>>();
            let mut p = all(&claim["p"]);
            p.sort_unstable();
            claim["p"] = json!(p);
            claim["phi"] = json!(all(&claim["phi"]));
            for generator in 0..generators {
                let mut action = all(&claim["actions"][generator]);
                action.swap(one, other);
                claim["actions"][generator] = json!(action);
            }
        }
        _ => {}
    }
}

fn mutations(count: usize, seed: u64) -> Figures {
    let (mut figures, mut dice) = (Figures::default(), Dice(seed));
    let originals = originals();
    let mut known: HashMap<(String, usize), Option<Builder<Heaps>>> = HashMap::new();
    for _ in 0..count {
        let mut claim = originals[dice.below(originals.len())].clone();
        for _ in 0..1 + dice.below(3) / 2 {
            change(&mut claim, &mut dice);
        }
        figures.claims += 1;
        match finding(&claim) {
            Err(_) => figures.refused += 1,
            Ok(Finding::Refuted(fault)) => {
                figures.refuted += 1;
                let name = format!("{fault:?}");
                let name = name.split(|letter: char| !letter.is_alphanumeric()).next();
                *figures
                    .faults
                    .entry(name.unwrap_or_default().to_owned())
                    .or_default() += 1;
            }
            Ok(Finding::Verified(_)) => {
                figures.verified += 1;
                let code = claim["code"].as_str().expect("rules").to_owned();
                let order = claim["order"].as_u64().expect("an order") as usize;
                let heaps = claim["phi"].as_array().map_or(0, Vec::len);
                let far = if claim["period"].is_u64() {
                    3 * heaps
                } else {
                    heaps
                };
                let built = known
                    .entry((code.clone(), far))
                    .or_insert_with(|| built(&code, far, 4 * order + 20));
                match built {
                    Some(built) if is_true(&claim, built.quotient()) => {}
                    _ => figures.false_ones.push(claim.to_string()),
                }
            }
        }
    }
    figures
}

#[test]
fn changed_certificates() {
    let figures = mutations(1_500, 1);
    assert!(figures.false_ones.is_empty(), "{figures:#?}");
    assert!(
        figures.verified > 50 && figures.refuted > 500,
        "{figures:?}"
    );
}

#[test]
#[ignore = "minutes: cargo test --release -p grundy-engine --test quotient_hunt -- --ignored --nocapture"]
fn many_changed_certificates() {
    let figures = mutations(100_000, 2);
    println!("{figures:#?}");
    assert!(figures.false_ones.is_empty());
}

/// A game of one of all sorts of rules.
fn game(dice: &mut Dice) -> String {
    let digits = |dice: &mut Dice, most: usize| -> String {
        (0..1 + dice.below(4))
            .map(|_| char::from(b"0123456789abcdef"[dice.below(most)]))
            .collect()
    };
    let set = |dice: &mut Dice, least: usize, most: usize| -> String {
        let mut all: Vec<usize> = (0..1 + dice.below(3))
            .map(|_| least + dice.below(most))
            .collect();
        all.sort_unstable();
        all.dedup();
        all.iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(",")
    };
    match dice.below(8) {
        0 | 1 => format!("0.{}", digits(dice, 8)),
        2 => format!("4.{}", digits(dice, 8)),
        3 => format!("0.{}", digits(dice, 16)),
        4 => format!("{}.{}:unequal", [0, 4][dice.below(2)], digits(dice, 8)),
        5 => format!("0.{}:least{}", digits(dice, 8), 3 + dice.below(12)),
        6 => format!("take:{}", set(dice, 1, 7)),
        _ => {
            let divisor = 2 + dice.below(5);
            format!("take:{}mod{divisor}", set(dice, 0, divisor))
        }
    }
}

/// What a hunt for periods came to.
#[derive(Debug, Default)]
struct Periods {
    games: usize,
    /// Claims of periods that last as far as was built, and how many of them are verified.
    lasting: usize,
    verified: usize,
    /// Claims of periods that fail later, or in a quotient that grows later.
    failing: usize,
    /// Of those: by how many heaps the best fell short of what the theorem needs.
    nearest: Option<u128>,
    false_ones: Vec<String>,
}

impl Periods {
    /// All claims that the values of the first heaps suggest, up to half of those that are built.
    fn hunt(&mut self, code: &str, heaps: usize) {
        let Ok(rules) = code.parse() else { return };
        let mut builder = Builder::new(Heaps::new(rules, heaps));
        let mut limits = Limits {
            order: 60,
            meter: None,
        };
        let mut steps = Vec::new();
        while let Ok(true) = builder.advance(&mut limits) {
            if builder.quotient().letters() <= heaps / 2 {
                steps.push(builder.clone());
            }
        }
        let last = builder.quotient();
        if last.letters() < heaps {
            return;
        }
        self.games += 1;
        let mut seen = Vec::new();
        for step in &steps {
            let early = step.quotient();
            let values: Vec<_> = (0..early.letters()).map(|heap| early.value(heap)).collect();
            for period in 1..=values.len() / 2 {
                let mut pairs = values.iter().zip(&values[period..]);
                let preperiod = pairs.rposition(|(one, other)| one != other);
                let preperiod = preperiod.map_or(0, |place| place + 1).max(1);
                if preperiod + period >= values.len() || seen.contains(&(preperiod, period)) {
                    continue;
                }
                let goes_on = |heap: usize| last.value(heap) == last.value(heap + period);
                let lasts =
                    early.order() == last.order() && (preperiod..heaps - period).all(goes_on);
                let text = step.certificate(Some(Repeats { preperiod, period }));
                let found = check(text.as_bytes(), &Effort::default()).map(|report| report.finding);
                let is_verified = matches!(found, Ok(Finding::Verified(_)));
                if is_verified {
                    seen.push((preperiod, period));
                }
                match (lasts, found) {
                    (true, _) => {
                        self.lasting += 1;
                        self.verified += usize::from(is_verified);
                    }
                    (false, Ok(Finding::Refuted(Fault::Reach(bound)))) => {
                        self.failing += 1;
                        let short = bound - values.len() as u128;
                        self.nearest = Some(self.nearest.map_or(short, |least| least.min(short)));
                    }
                    (false, _) if !is_verified => self.failing += 1,
                    (false, _) => self.false_ones.push(text),
                }
            }
        }
    }
}

fn periods(games: usize, seed: u64) -> Periods {
    let (mut figures, mut dice) = (Periods::default(), Dice(seed));
    for _ in 0..games {
        let code = game(&mut dice);
        figures.hunt(&code, 60);
    }
    figures
}

#[test]
fn periods_that_hold_for_a_while() {
    let figures = periods(40, 1);
    assert!(figures.false_ones.is_empty(), "{figures:#?}");
    assert!(
        figures.verified > 10 && figures.failing > 100,
        "{figures:?}"
    );
}

#[test]
#[ignore = "minutes: cargo test --release -p grundy-engine --test quotient_hunt -- --ignored --nocapture"]
fn many_periods_that_hold_for_a_while() {
    let figures = periods(2_000, 2);
    println!("{figures:#?}");
    assert!(figures.false_ones.is_empty());
}
