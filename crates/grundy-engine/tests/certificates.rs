//! What the engines find, written as certificates, is verified by the independent checker; what is altered is not.

use grundy_check::{Effort, Finding, Least, Method, Refusal, Verified, check};
use grundy_engine::certificate::{Certificate, Claim, Space, Stretch, Theorem};
use grundy_engine::period::Search;
use grundy_engine::sequence::{Limits, Rules, Sequence};

fn values(code: &str, count: usize) -> Vec<u32> {
    let rules: Rules = code.parse().expect("rules");
    let mut sequence = Sequence::new(rules, Limits::default());
    let mut values = Vec::new();
    while values.len() < count {
        sequence.next_block(&mut values).expect("within memory");
    }
    values
}

fn finding(certificate: &Certificate, effort: &Effort) -> Result<Finding, Refusal> {
    let mut file = Vec::new();
    certificate.write(&mut file).expect("memory takes all");
    check(&file[..], effort).map(|report| report.finding)
}

fn verified(certificate: &Certificate, effort: &Effort) -> Verified {
    match finding(certificate, effort) {
        Ok(Finding::Verified(verified)) => verified,
        other => panic!("{other:?}"),
    }
}

/// The certificate of a period by the values.
fn certified(code: &str, period: u64, preperiod: u64, values: &[u32]) -> Certificate {
    let claim = Claim {
        period,
        preperiod,
        saltus: 0,
        checked_to: values.len() as u64,
    };
    Certificate::of_values(code, Theorem::GuySmith, claim, values).expect("values that repeat")
}

#[test]
fn periods_of_octal_games() {
    // Known periods and pre-periods: Winning Ways, chapter 4; A. Flammenkamp's tables.
    for (code, period, preperiod) in [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.156", 349, 3_479),
        ("0.356", 142, 7_315),
        ("0.644", 442, 3_256),
    ] {
        let values = values(code, 2 * (period + preperiod) as usize + 10);
        let certificate = certified(code, period, preperiod, &values);
        let effort = match values.len() {
            ..200 => Effort::default(),
            _ => Effort {
                sample: Some(8),
                ..Effort::default()
            },
        };
        let verified = verified(&certificate, &effort);
        let least = match effort.sample {
            None => Least::Proved,
            Some(_) => Least::AsStored,
        };
        assert_eq!(
            (verified.least_period, verified.least_preperiod),
            (least, least)
        );
        // Twice the period is one, one heap later is a pre-period: not the least.
        let more = values.len() as u64 - preperiod;
        if more >= 2 * period {
            let twice = certified(code, 2 * period, preperiod, &values);
            assert!(matches!(finding(&twice, &effort), Ok(Finding::Refuted(_))));
        }
        let late = certified(code, period, preperiod + 1, &values);
        assert!(matches!(finding(&late, &effort), Ok(Finding::Refuted(_))));
    }
}

/// The longest of the periods that were found by hand of the computers of 1989 (A. Gangolli and T. Plambeck).
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "half a million values by the definition are for release builds"
)]
fn a_long_period_by_sample() {
    let values = values("0.16", 2 * (149_459 + 105_351) + 10);
    let certificate = certified("0.16", 149_459, 105_351, &values);
    let effort = Effort {
        sample: Some(100),
        ..Effort::default()
    };
    let verified = verified(&certificate, &effort);
    assert_eq!(verified.recomputed, 1_024 + 1_600);
}

/// Whatever the search proves within some values, of games of every kind.
#[test]
fn what_a_search_proves() {
    for code in [
        "0.77",
        "0.3",
        "0.333",
        "4.3",
        "0.137",
        "take:1,3,4",
        "take:2-5,9",
        "take:!1,2",
        "take:!2,5,9",
    ] {
        let rules: Rules = code.parse().expect(code);
        let mut search = Search::new(rules, 1 << 26);
        let proved = loop {
            match search.advance().expect("within memory") {
                Some(proved) => break proved,
                None => assert!(search.len() < 6_000, "{code}: no period"),
            }
        };
        let claim = Claim {
            period: proved.period(),
            preperiod: proved.preperiod(),
            saltus: proved.saltus(),
            checked_to: search.len(),
        };
        let values: Vec<u32> = search.finder().values().iter().collect();
        let text = search.rules().to_string();
        let certificate = Certificate::of_values(&text, proved.theorem(), claim, &values)
            .unwrap_or_else(|error| panic!("{code}: {error}"));
        let found = finding(&certificate, &Effort::default());
        assert!(
            matches!(found, Ok(Finding::Verified(_))),
            "{code}: {claim:?} {found:?}"
        );
        let other = Claim {
            saltus: claim.saltus + 1,
            ..claim
        };
        let kept = &values[..(claim.period + claim.preperiod) as usize];
        let certificate =
            Certificate::of_values(&text, proved.theorem(), other, kept).expect("no more values");
        assert!(
            !matches!(
                finding(&certificate, &Effort::default()),
                Ok(Finding::Verified(_))
            ),
            "{code}"
        );
    }
}

#[test]
fn a_window() {
    const PERIOD: u64 = 442;
    const PREPERIOD: u64 = 3_256;
    let values = values("0.644", 6_000);
    let odd = |mask: u32, value: u32| (value & mask).count_ones() % 2 == 1;
    let rare = |mask: u32| -> Vec<(u64, u32)> {
        let heaps = (0..).zip(values.iter().copied());
        heaps.filter(|&(_, value)| !odd(mask, value)).collect()
    };
    let mask = (1..256)
        .min_by_key(|&mask| rare(mask).len())
        .expect("masks");
    let rare = rare(mask);
    let last = rare.last().expect("heap 0 is rare").0;
    let space = Space {
        mask,
        odd: [true; 2],
        window: last + 300,
        rare,
    };
    let stretch = |start: u64, length: u64| Stretch {
        start,
        values: values[start as usize..(start + length) as usize].to_vec(),
    };
    let claim = Claim {
        period: PERIOD,
        preperiod: PREPERIOD,
        saltus: 0,
        checked_to: 6_000,
    };
    let first = stretch(0, last + 200);
    let lead = space.window;
    let second = stretch(PREPERIOD - 1 - lead, lead + 1 + PERIOD + lead + 20);
    let make = |stretches| {
        Certificate::of_window("0.644", claim, space.clone(), stretches).expect("stretches")
    };
    let certificate = make(vec![first.clone(), second.clone()]);
    let found = verified(&certificate, &Effort::default());
    assert_eq!(
        (found.least_period, found.least_preperiod),
        (Least::Proved, Least::Proved)
    );
    assert!(matches!(found.method, Method::Walked { .. }));
    for place in [0, 1, 400, PERIOD as usize + 20].map(|behind| lead as usize + behind) {
        let mut wrong = second.clone();
        wrong.values[place] ^= 32;
        let certificate = make(vec![first.clone(), wrong]);
        assert!(matches!(
            finding(&certificate, &Effort::default()),
            Ok(Finding::Refuted(_))
        ));
    }
}
