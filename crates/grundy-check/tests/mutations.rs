//! Certificates of every kind, changed at random: what is still verified is true.

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "common/brute.rs"]
mod brute;
#[allow(dead_code, reason = "shared with the other tests")]
mod common;

use std::collections::HashMap;

use brute::{Dice, Game, Run, runs};
use common::Made;
use grundy_check::{Effort, Finding, Method, check};
use serde_json::{Value, json};

/// The rules of a code as certificates write it; only what mutations of the codes below can make.
fn game(code: &str) -> Option<Game> {
    let code = match code {
        "grundy" => "4.0:unequal",
        "couples" => "4.0:least3",
        code => code,
    };
    if let Some(set) = code.strip_prefix("take:") {
        let all_but = set.starts_with('!');
        let mut takes = Vec::new();
        for word in set
            .trim_start_matches('!')
            .split(',')
            .filter(|word| !word.is_empty())
        {
            let (low, high) = word.split_once('-').unwrap_or((word, word));
            let ends: [Option<usize>; 2] = [low, high].map(|end| end.parse().ok());
            takes.extend(ends[0]?..=ends[1]?);
        }
        return Some(Game::Take {
            set: takes,
            all_but,
        });
    }
    let (code, restricted) = code.split_once(':').unwrap_or((code, ""));
    let mut digits = Vec::new();
    let mut rest = code.chars().filter(|&letter| letter != '.');
    while let Some(letter) = rest.next() {
        digits.push(match letter {
            '[' => rest
                .by_ref()
                .take_while(|&letter| letter != ']')
                .collect::<String>()
                .parse()
                .ok()?,
            _ => letter.to_digit(16)? as u8,
        });
    }
    let least = restricted
        .split(',')
        .find_map(|word| word.strip_prefix("least"));
    Some(Game::Code {
        digits,
        unequal: restricted.split(',').any(|word| word == "unequal"),
        least: least.map_or(Some(0), |least| least.parse().ok())?,
    })
}

/// A true certificate of each kind.
fn originals() -> Vec<Made> {
    let mut all = Vec::new();
    for (code, theorem) in [
        ("0.77", "guy-smith"),
        ("0.15", "guy-smith"),
        ("4.3", "guy-smith"),
        ("0.35:unequal,least5", "guy-smith"),
        ("0.07", "guy-smith"),
        ("0.333", "subtraction"),
        ("take:1,3,4", "subtraction"),
        ("take:2,5-7", "subtraction"),
        ("take:!1,2", "arithmetic"),
        ("take:!2,5,9", "arithmetic"),
        ("0.8f", "arithmetic"),
        ("8.2", "arithmetic"),
    ] {
        let values = game(code).expect(code).values(300);
        let run = runs(&values, 60)
            .into_iter()
            .filter(|run| run.fails.is_none() && (run.saltus > 0) == (theorem == "arithmetic"))
            .find(|run| run.preperiod < 120);
        let run = run.expect(code);
        let claim = [run.period as u64, run.preperiod as u64, run.saltus.into()];
        all.push(Made::new(code, theorem, claim, 300, &values));
    }
    // The same as if its values were too many: see the tests of windows.
    let (period, preperiod) = (20, 498);
    let values = game("0.45").expect("0.45").values(900);
    let common = |mask: u32, value: u32| (value & mask).count_ones() % 2 == 1;
    let rare_by = |mask: u32| {
        let rare = values.iter().copied().enumerate();
        rare.filter(|&(_, value)| !common(mask, value))
            .collect::<Vec<_>>()
    };
    let mask = (1..64)
        .min_by_key(|&mask| rare_by(mask).len())
        .expect("masks");
    let rare = rare_by(mask);
    let last = rare[rare.len() - 1].0;
    let (first, window) = (last + 20, last + 30);
    let start = preperiod - 1 - window;
    let length = window + 1 + period + window + 10;
    all.push(Made {
        claim: json!({
            "version": 1, "code": "0.45", "period": period, "preperiod": preperiod, "saltus": 0, "theorem": "window",
            "checked_to": 900, "width": 2, "mask": mask, "odd": [1, 1], "rare": rare, "window": window,
            "stretches": [{"start": 0, "length": first}, {"start": start, "length": length}],
        }),
        stretches: vec![values[..first].to_vec(), values[start..start + length].to_vec()],
    });
    all
}

/// Changes the claims or the values, and seals them again.
fn mutated(original: &Made, others: &[Made], dice: &mut Dice) -> Vec<u8> {
    let mut made = original.clone();
    for _ in 0..1 + dice.below(3) {
        match dice.below(4) {
            0 => {
                let stretch = dice.below(made.stretches.len() as u64) as usize;
                let values = &mut made.stretches[stretch];
                if values.is_empty() {
                    continue;
                }
                let place = dice.below(values.len() as u64) as usize;
                match dice.below(4) {
                    0 => values[place] ^= 1 << dice.below(5),
                    1 => values.swap(place, 0),
                    2 => drop(values.remove(place)),
                    _ => values.insert(place, dice.below(16) as u32),
                }
                let length = values.len();
                if let Some(extent) = made.claim["stretches"].get_mut(stretch) {
                    extent["length"] = json!(length);
                }
            }
            1 => {
                let names: Vec<String> = made
                    .claim
                    .as_object()
                    .expect("claims")
                    .keys()
                    .cloned()
                    .collect();
                let name = &names[dice.below(names.len() as u64) as usize];
                let other = &others[dice.below(others.len() as u64) as usize];
                if let Some(value) = other.claim.get(name) {
                    made.claim[name] = value.clone();
                }
            }
            2 => {
                let name = dice.one_of(&[
                    "period",
                    "preperiod",
                    "saltus",
                    "checked_to",
                    "window",
                    "mask",
                ]);
                if let Some(number) = made.claim.get(name).and_then(Value::as_u64) {
                    made.claim[name] = json!(match dice.below(5) {
                        0 => number + 1,
                        1 => number.saturating_sub(1 + dice.below(3)),
                        2 => number * 2,
                        3 => number / 2,
                        _ => dice.below(200),
                    });
                }
                if dice.below(2) == 0 && made.stretches.len() == 1 {
                    // As many values as the claim asks for: those of before, and then any.
                    let kept =
                        ["period", "preperiod"].map(|name| made.claim[name].as_u64().unwrap_or(0));
                    let kept = (kept[0] + kept[1]).min(4_000) as usize;
                    let values = &mut made.stretches[0];
                    let period = original.claim["period"].as_u64().unwrap_or(1) as usize;
                    while values.len() < kept {
                        let value = values
                            .len()
                            .checked_sub(period)
                            .map_or(0, |before| values[before]);
                        values.push(value);
                    }
                    values.truncate(kept);
                    made.claim["stretches"][0]["length"] = json!(kept);
                }
            }
            _ => {
                let mut code: Vec<char> = made.claim["code"]
                    .as_str()
                    .expect("a code")
                    .chars()
                    .collect();
                let place = dice.below(code.len() as u64) as usize;
                let letter = dice.one_of(&['0', '1', '2', '3', '4', '7', '8', 'f', ',', '-', '!']);
                match dice.below(3) {
                    0 => code[place] = letter,
                    1 => code.insert(place, letter),
                    _ => drop(code.remove(place)),
                }
                if code.is_empty() {
                    code.push('0');
                }
                made.claim["code"] = json!(code.iter().collect::<String>());
            }
        }
    }
    let mut bytes = made.bytes();
    if dice.below(4) == 0 {
        let place = dice.below(bytes.len() as u64) as usize;
        match dice.below(3) {
            0 => bytes[place] ^= 1 << dice.below(8),
            1 => drop(bytes.remove(place)),
            _ => bytes.insert(place, b"0123456789,"[dice.below(11) as usize]),
        }
    }
    bytes
}

#[derive(Debug, Default)]
struct Figures {
    certificates: u64,
    refused: u64,
    refuted: u64,
    proved: u64,
    as_stored: u64,
}

fn hunted(seed: u64, certificates: u64) -> Figures {
    let originals = originals();
    let (mut figures, mut dice) = (Figures::default(), Dice(seed));
    let mut known: HashMap<String, Vec<u32>> = HashMap::new();
    for made in &originals {
        let found = check(&made.bytes()[..], &Effort::default()).map(|report| report.finding);
        assert!(
            matches!(found, Ok(Finding::Verified(_))),
            "{}: {found:?}",
            made.claim
        );
    }
    for _ in 0..certificates {
        let original = &originals[dice.below(originals.len() as u64) as usize];
        let bytes = mutated(original, &originals, &mut dice);
        let effort = Effort {
            most_options: 50_000_000,
            ..Effort::default()
        };
        figures.certificates += 1;
        let report = match check(&bytes[..], &effort) {
            Ok(report) => report,
            Err(_) => {
                figures.refused += 1;
                continue;
            }
        };
        let Finding::Verified(found) = report.finding else {
            figures.refuted += 1;
            continue;
        };
        let bound = match found.method {
            Method::Full { bound } => bound,
            Method::Walked { end, .. } => end,
            _ => {
                figures.as_stored += 1;
                continue;
            }
        };
        figures.proved += 1;
        let claim = report.claim;
        let [period, preperiod] = [claim.period, claim.preperiod].map(|number| number as usize);
        let far = 2 * bound as usize + 8 * period + 40;
        let values = known.entry(claim.code.clone()).or_default();
        if values.len() < far {
            let game = game(&claim.code).unwrap_or_else(|| panic!("{}", claim.code));
            *values = game.values(far);
        }
        let run = Run::held(values, period, preperiod, claim.saltus as u32);
        assert!(
            run.fails.is_none() && run.is_least(values),
            "{claim:?}: {run:?}"
        );
    }
    println!("{figures:?}");
    figures
}

#[test]
fn a_short_hunt() {
    let figures = hunted(1, 400);
    assert!(figures.refuted > 50 && figures.proved > 10, "{figures:?}");
}

/// `CERTIFICATES=… SEED=… cargo test --release -p grundy-check --test mutations -- --ignored --nocapture`
#[test]
#[ignore = "a minute; see the comment"]
fn a_long_hunt() {
    let number = |name: &str, otherwise: u64| {
        let value = std::env::var(name).ok();
        value.map_or(otherwise, |value| value.parse().expect(name))
    };
    hunted(number("SEED", 2), number("CERTIFICATES", 200_000));
}
