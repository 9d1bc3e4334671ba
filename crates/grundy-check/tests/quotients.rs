//! Certificates of misère quotients: who wins by them is who wins by brute force, and each condition has claims that break it alone.

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "common/brute.rs"]
mod brute;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "common/sums.rs"]
mod sums;

use brute::Game;
use grundy_check::quotient::{Fault, Finding, Verified, check};
use grundy_check::words::{self, Language};
use grundy_check::{Effort, Judgement, Refusal, json, judge};
use serde_json::{Value, json};
use sums::{Quotient, Sums, sealed};

fn finding(text: &str) -> Result<Finding, Refusal> {
    check(text.as_bytes(), &Effort::default()).map(|report| report.finding)
}

fn fault(claim: &Value) -> Fault {
    match finding(&sealed(&claim.to_string())) {
        Ok(Finding::Refuted(fault)) => fault,
        other => panic!("{other:?}: {claim}"),
    }
}

fn refusal(claim: &Value) -> Refusal {
    match finding(&sealed(&claim.to_string())) {
        Err(refusal) => refusal,
        other => panic!("{other:?}: {claim}"),
    }
}

fn verified(claim: &Value) -> Verified {
    match finding(&sealed(&claim.to_string())) {
        Ok(Finding::Verified(verified)) => verified,
        other => panic!("{other:?}: {claim}"),
    }
}

macro_rules! kept {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../../testdata/quotients/", $name, ".txt")))),*]
    };
}

/// As the library writes them: of every sort of rules.
fn kept() -> [(&'static str, &'static str); 27] {
    kept!(
        "0-77" "0-75" "0-71" "0-72" "0-115" "0-4107" "0-07" "0-644" "0-137" "0-26" "0-23" "4-3" "4-7" "4-56" "0-8" "0-09f" "0-3c"
        "0-0-4-3" "grundy" "couples" "0-6-unequal-least5" "0-07-unequal" "take-1-3-4" "take-2-3" "take--1-2" "take-1-4mod5"
        "take-1-3mod4"
    )
}

fn game(code: &str, count: usize) -> Sums {
    let digits = |digits: &[u8]| Game::code(digits);
    let take = |set: &[usize], all_but| Game::Take {
        set: set.to_vec(),
        all_but,
    };
    let split = |digits: &[u8], unequal, least| Game::Code {
        digits: digits.to_vec(),
        unequal,
        least,
    };
    let game = match code {
        "0.77" => digits(&[0, 7, 7]),
        "0.75" => digits(&[0, 7, 5]),
        "0.71" => digits(&[0, 7, 1]),
        "0.72" => digits(&[0, 7, 2]),
        "0.115" => digits(&[0, 1, 1, 5]),
        "0.4107" => digits(&[0, 4, 1, 0, 7]),
        "0.07" => digits(&[0, 0, 7]),
        "0.644" => digits(&[0, 6, 4, 4]),
        "0.137" => digits(&[0, 1, 3, 7]),
        "0.26" => digits(&[0, 2, 6]),
        "0.23" => digits(&[0, 2, 3]),
        "4.3" => digits(&[4, 3]),
        "4.7" => digits(&[4, 7]),
        "4.56" => digits(&[4, 5, 6]),
        "0.8" => digits(&[0, 8]),
        "0.09f" => digits(&[0, 0, 9, 15]),
        "0.3c" => digits(&[0, 3, 12]),
        "0.0{4}3" => digits(&[0, 0, 16, 3]),
        "grundy" => split(&[4], true, 0),
        "couples" => split(&[4], false, 3),
        "0.6:unequal,least5" => split(&[0, 6], true, 5),
        "0.07:unequal" => split(&[0, 0, 7], true, 0),
        "take:1,3,4" => take(&[1, 3, 4], false),
        "take:2,3" => take(&[2, 3], false),
        "take:!1,2" => take(&[1, 2], true),
        "take:1,4mod5" => return Sums::of_remainders(5, &[1, 4], count),
        "take:1,3mod4" => return Sums::of_remainders(4, &[1, 3], count),
        other => panic!("{other}"),
    };
    Sums::of(&game, count)
}

#[test]
fn who_wins_is_who_wins_by_brute_force() {
    for (name, text) in kept() {
        assert!(matches!(finding(text), Ok(Finding::Verified(_))), "{name}");
        let quotient = Quotient::read(text);
        let calls = quotient.calls();
        let code = quotient.0["code"].as_str().expect("heaps").to_owned();
        let heaps = 10;
        let covered = quotient.0["phi"].as_array().map_or(0, Vec::len);
        let mut brute = game(&code, heaps);
        let mut all: Vec<Vec<usize>> = vec![vec![]];
        let mut begin = 0;
        for _ in 0..4 {
            let end = all.len();
            for at in begin..end {
                let least = all[at].last().copied().unwrap_or(0);
                let longer =
                    (least..heaps.min(covered)).map(|heap| [&all[at][..], &[heap]].concat());
                all.extend(longer.collect::<Vec<_>>());
            }
            begin = end;
        }
        for sum in &all {
            assert_eq!(calls.p(sum), brute.is_p(sum), "{code}: {sum:?}");
        }
    }
}

/// Heaps of which one stone may be taken: 1 and an element a with aa = 1.
fn single() -> Value {
    json!({
        "version": 1, "code": "0.3", "heaps": 4, "order": 2, "p": [1], "generators": [1], "actions": [[1, 0]],
        "phi": [0, 1, 0, 1], "preperiod": 1, "period": 2,
    })
}

/// The same heaps as letters.
fn letters() -> Value {
    json!({
        "version": 1, "letters": [[], [[0]], [[1]], [[2]]], "heaps": 4, "order": 2, "p": [1], "generators": [1],
        "actions": [[1, 0]], "phi": [0, 1, 0, 1],
    })
}

/// A claim with other fields.
fn with(mut claim: Value, fields: Value) -> Value {
    for (name, field) in fields.as_object().expect("fields") {
        match field {
            Value::Null => {
                claim.as_object_mut().map(|claim| claim.remove(name));
            }
            field => claim[name] = field.clone(),
        }
    }
    claim
}

#[test]
fn each_condition_is_needed() {
    verified(&single());
    verified(&letters());
    let nim = |fields| fault(&with(letters(), fields));
    // Two maps of three elements that do not commute, though both reach what they should.
    let wild = json!({
        "generators": [1, 2], "phi": [0, 1, 2, 0], "order": 3,
        "actions": [[1, 2, 0], [2, 2, 2]],
    });
    assert_eq!(
        nim(wild),
        Fault::Order {
            letters: [1, 2],
            element: 0
        }
    );
    // A third element that nothing reaches.
    let more = json!({"order": 3, "actions": [[1, 0, 0]], "p": [1, 2]});
    assert_eq!(nim(more), Fault::Unreached(2));
    assert_eq!(
        nim(json!({"generators": [2], "phi": [0, 1, 0, 1]})),
        Fault::Generator {
            letter: 2,
            value: 0,
            product: 1
        }
    );
    // Twice the quotient: aaaa = 1 where aa = 1 would do.
    let twice = json!({
        "order": 4, "p": [1, 3], "actions": [[1, 2, 3, 0]], "phi": [0, 1, 2, 3],
    });
    assert!(matches!(nim(twice), Fault::Alike(_)));
    assert_eq!(
        nim(json!({"letters": [[], [], [[1]], [[2]]]})),
        Fault::Still {
            letter: 1,
            value: 1
        }
    );
    assert_eq!(nim(json!({"p": [0]})), Fault::Empty);
    // Heap 2 is called P, and so is heap 1, to which it leads.
    assert_eq!(
        nim(json!({"phi": [0, 1, 1, 1]})),
        Fault::CalledP {
            sum: vec![2],
            letter: 2
        }
    );
    // Heap 2 leads to heap 1 only, which is called N.
    assert_eq!(
        nim(json!({"p": [], "order": 1, "actions": [], "generators": [], "phi": [0, 0, 0, 0]})),
        Fault::CalledN { sum: vec![1] }
    );
    // Beside heap 1 heap 3 is called P, and so is what it leads to.
    assert_eq!(
        nim(json!({"phi": [0, 1, 0, 0]})),
        Fault::CalledP {
            sum: vec![1, 3],
            letter: 3
        }
    );

    let taken = |fields| fault(&with(single(), fields));
    assert_eq!(
        taken(json!({"heaps": 5, "phi": [0, 1, 0, 1, 1]})),
        Fault::NoRepetition {
            heap: 2,
            value: 0,
            later: 1
        }
    );
    assert_eq!(
        taken(json!({"heaps": 3, "phi": [0, 1, 0]})),
        Fault::Reach(4)
    );
    let long = [0, 1].repeat(20);
    assert_eq!(
        taken(json!({"heaps": 40, "phi": long, "period": 6})),
        Fault::SmallerPeriod(3 - 1)
    );
    assert_eq!(
        taken(json!({"heaps": 40, "phi": long, "preperiod": 5})),
        Fault::SmallerPreperiod(4)
    );
    verified(&with(single(), json!({"heaps": 40, "phi": long})));
    assert_eq!(
        taken(json!({"heaps": 40, "phi": long, "code": "take:!1"})),
        Fault::Game
    );
}

/// Only sums of several letters show what is wrong: Kayles with the heap of 9 called what the heap of 2 is, and others like it.
#[test]
fn what_only_long_sums_show() {
    let mut longest = 0;
    for (name, text) in kept() {
        let original = Quotient::read(text);
        let phi = original.0["phi"].as_array().expect("values").clone();
        let heaps = phi.len().min(16);
        for heap in 1..heaps {
            for other in &phi[..heap] {
                let mut changed = original.clone();
                changed.0["phi"][heap] = other.clone();
                if changed.0["phi"] == original.0["phi"] {
                    continue;
                }
                let as_object = changed.0.as_object_mut().expect("an object");
                as_object.remove("period");
                as_object.remove("preperiod");
                let found = finding(&changed.sealed());
                if let Ok(Finding::Refuted(fault)) = &found {
                    longest = longest.max(held(&changed, fault).unwrap_or(0));
                } else {
                    panic!("{name} {heap}: {found:?}");
                }
            }
        }
    }
    assert!(longest >= 3, "{longest}");
}

/// Holds a fault of sums against the claim: it must be there. Returns how many letters the sum has.
fn held(quotient: &Quotient, fault: &Fault) -> Option<usize> {
    let code = quotient.0["code"].as_str()?;
    if !matches!(fault, Fault::CalledP { .. } | Fault::CalledN { .. }) {
        return None;
    }
    let calls = quotient.calls();
    match fault {
        Fault::CalledP { sum, letter } => {
            let sum: Vec<usize> = sum.iter().map(|&letter| letter as usize).collect();
            let brute = game(code, sum.iter().max()? + 1);
            assert!(sum.contains(&(*letter as usize)));
            assert!(calls.p(&sum), "{code} {sum:?}");
            let found = brute.moves(&sum).iter().any(|next| calls.p(next));
            assert!(found, "{code} {sum:?}");
            Some(sum.len())
        }
        Fault::CalledN { sum } => {
            let sum: Vec<usize> = sum.iter().map(|&letter| letter as usize).collect();
            let brute = game(code, sum.iter().max()? + 1);
            let moves = brute.moves(&sum);
            assert!(!calls.p(&sum) && !moves.is_empty(), "{code} {sum:?}");
            let found = moves.iter().any(|next| calls.p(next));
            assert!(!found, "{code} {sum:?}");
            Some(sum.len())
        }
        _ => None,
    }
}

#[test]
fn what_is_no_certificate() {
    let contradicts = |claim: Value| {
        let refusal = refusal(&claim);
        assert!(matches!(refusal, Refusal::Contradiction(_)), "{refusal:?}");
    };
    for fields in [
        json!({"heaps": 5}),
        json!({"code": "0.3"}),
        json!({"letters": null}),
        json!({"letters": [[], [[0]], [[2]], [[2]]]}),
        json!({"letters": [[], [[0]], [[1]], [[4_294_967_295u32]]]}),
        json!({"names": ["a"]}),
        json!({"order": 0, "p": [], "phi": [], "heaps": 0, "letters": [], "actions": [], "generators": []}),
        json!({"order": 3}),
        json!({"order": 1}),
        json!({"p": [2]}),
        json!({"p": [1, 1]}),
        json!({"phi": [0, 1, 0, 2]}),
        json!({"generators": [4]}),
        json!({"generators": [1, 2]}),
        json!({"generators": [1, 1], "actions": [[1, 0], [1, 0]]}),
        json!({"actions": [[1, 2]]}),
        json!({"actions": [[1]]}),
        json!({"preperiod": 1, "period": 1}),
    ] {
        contradicts(with(letters(), fields));
    }
    for fields in [
        json!({"period": 0}),
        json!({"preperiod": 0}),
        json!({"preperiod": null}),
        json!({"period": null}),
        json!({"period": 4}),
        json!({"period": u64::MAX}),
        json!({"names": ["a", "b", "c", "d"]}),
    ] {
        contradicts(with(single(), fields));
    }
    assert_eq!(
        refusal(&with(single(), json!({"version": 2}))),
        Refusal::Foreign
    );
    assert_eq!(
        refusal(&with(single(), json!({"order": 10_000}))),
        Refusal::Large(1 << 13)
    );
    assert!(matches!(
        refusal(&with(single(), json!({"code": "0.3x"}))),
        Refusal::Code(_)
    ));
    for fields in [
        json!({"order": -1}),
        json!({"x": 1}),
        json!({"phi": [0, 0.5]}),
        json!({"p": "1"}),
    ] {
        assert!(matches!(
            refusal(&with(single(), fields)),
            Refusal::Header(_)
        ));
    }
    let whole = sealed(&single().to_string());
    assert!(matches!(finding(&whole), Ok(Finding::Verified(_))));
    for at in 0..whole.len() {
        assert!(finding(&whole[..at]).is_err(), "{at}");
        let mut bytes = whole.clone().into_bytes();
        bytes[at] ^= 1;
        assert!(check(&bytes[..], &Effort::default()).is_err(), "{at}");
    }
    assert_eq!(finding(&(whole.clone() + "\n")), Err(Refusal::Trailing));
    assert_eq!(
        finding(&whole.replace("sha256 ", "sha257 ")),
        Err(Refusal::Altered)
    );
    let little = Effort {
        most_options: 10,
        ..Effort::default()
    };
    assert_eq!(
        check(whole.as_bytes(), &little).err(),
        Some(Refusal::Long(10))
    );
    let long = "grundy quotient 1\n".to_owned() + &" ".repeat((1 << 24) + 1);
    assert_eq!(finding(&long), Err(Refusal::Bytes(1 << 24)));
}

/// Rules that would take for ever are given up at once, and those that need heaps without end are refuted.
#[test]
fn work_has_a_limit() {
    let heaps = 3000;
    let claim = with(
        single(),
        json!({
            "code": "0.[255]", "heaps": heaps, "order": 1, "p": [], "generators": [], "actions": [], "phi": vec![0; heaps],
            "period": null, "preperiod": null,
        }),
    );
    let little = Effort {
        most_options: 1_000_000,
        ..Effort::default()
    };
    let text = sealed(&claim.to_string());
    let refused = check(text.as_bytes(), &little).err();
    assert_eq!(refused, Some(Refusal::Long(1_000_000)));
    let far = "take:1-9223372036854775807";
    assert!(matches!(
        fault(&with(single(), json!({"code": far}))),
        Fault::Reach(_)
    ));
    let far = "take:1mod9223372036854775807";
    assert!(matches!(
        fault(&with(single(), json!({"code": far}))),
        Fault::Reach(_)
    ));
    let far = "0.7:least9223372036854775807";
    assert!(matches!(
        fault(&with(single(), json!({"code": far}))),
        Fault::Reach(_)
    ));
}

#[test]
fn both_sorts_are_judged_in_both_languages() {
    let claims = [
        single(),
        letters(),
        with(
            letters(),
            json!({"names": ["-", "one\n", "two\u{202e}", "three"]}),
        ),
        with(
            letters(),
            json!({"phi": [0, 1, 1, 1], "names": ["-", "one\n", "two\u{202e}\n", "three"]}),
        ),
        with(single(), json!({"heaps": 3, "phi": [0, 1, 0]})),
    ];
    for claim in claims {
        let text = sealed(&claim.to_string());
        let judgement = judge(text.as_bytes(), &Effort::default()).expect("a judgement");
        assert!(matches!(judgement, Judgement::Quotient(_)));
        let object = json::judgement(&judgement);
        assert_eq!(object["verdict"] == "verified", judgement.is_verified());
        for language in [Language::English, Language::Chinese] {
            let said = words::judgement(&judgement, language);
            let lines = if judgement.is_verified() { 5 } else { 2 };
            assert_eq!(said.lines().count(), lines, "{said}");
            assert!(!said.contains('\u{202e}'));
        }
    }
    let text = sealed(&single().to_string());
    let judgement = judge(text.as_bytes(), &Effort::default()).expect("a judgement");
    assert_eq!(
        words::judgement(&judgement, Language::English)
            .lines()
            .next(),
        Some("0.3: misère quotient of 2 elements, 1 of them in P; period 2, pre-period 1")
    );
    assert!(judge(&b"grundy certificate 1\n"[..], &Effort::default()).is_err());
    assert!(judge(&b"grundy"[..], &Effort::default()).is_err());
    assert!(judge(&b""[..], &Effort::default()).is_err());
}
