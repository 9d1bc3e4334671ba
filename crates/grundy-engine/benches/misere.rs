//! Misère quotients: building them with a proof of their periods, and answering sums by them.
//!
//! `cargo bench -p grundy-engine --bench misere`; with `-- --quick` on tiny sizes, as a smoke test; with `-- built` (or `sums`,
//! `census`) only that part. `census` is every octal code of three digits, each with as many positions as `-- census POSITIONS`
//! says: a million of them are about a second.

#[path = "../../../benches/paired.rs"]
mod paired;

use grundy_base::Budget;
use grundy_base::budget::Meter;
use grundy_engine::misere::census::{Nature, entry};
use grundy_engine::misere::{Builder, Element, HeapQuotient, Heaps, Limits};
use grundy_engine::quotient::Outcome;
use paired::{alone, run, timed, words};
use std::hint::black_box;

fn whole(code: &str) -> HeapQuotient {
    let mut quotient = HeapQuotient::new(black_box(code).parse().expect("rules"));
    let covered = quotient.cover(u64::MAX, &mut Limits::default());
    covered.expect("a period");
    quotient
}

fn built(quick: bool) {
    let codes = [
        "0.77", "0.75", "0.71", "0.72", "0.115", "0.644", "0.560", "0.4107",
    ];
    for code in &codes[..if quick { 3 } else { codes.len() }] {
        alone(
            &format!("{code} with its period"),
            if quick { 1 } else { 15 },
            (1.0, "quotients"),
            || timed(|| whole(code).quotient().order() as u64),
        );
    }
    let heaps = if quick { 20 } else { 34 };
    alone(
        &format!("0.07, heaps below {heaps}"),
        if quick { 1 } else { 15 },
        (1.0, "quotients"),
        || {
            timed(|| {
                let rules = black_box("0.07").parse().expect("rules");
                let mut builder = Builder::new(Heaps::new(rules, heaps));
                builder
                    .cover_all(&mut Limits::default())
                    .expect("a quotient");
                builder.quotient().order() as u64
            })
        },
    );
}

/// Sums of four heaps below 2^40, and who wins them.
fn sums(quick: bool) {
    let count: u64 = if quick { 1_000 } else { 10_000_000 };
    for code in ["0.77", "0.115", "0.4107"] {
        let quotient = whole(code);
        alone(
            &format!("sums of four heaps of {code}"),
            if quick { 1 } else { 5 },
            (count as f64, "sums"),
            || {
                timed(|| {
                    let mut state = 0x1234_5678_9ABC_DEF1u64;
                    let mut lost = 0;
                    for _ in 0..count {
                        let mut sum = Element::ONE;
                        for _ in 0..4 {
                            state ^= state << 13;
                            state ^= state >> 7;
                            state ^= state << 17;
                            let heap = quotient.heaps().at(state >> 24).expect("all heaps");
                            sum = quotient.quotient().product(sum, heap);
                        }
                        lost += u64::from(quotient.quotient().outcome(sum) == Outcome::P);
                    }
                    lost
                })
            },
        );
    }
}

/// Every octal code of three digits within so many positions.
fn census(positions: u64) {
    let (mut complete, mut tame, mut proofs) = (0, 0, 0.0);
    for code in 0..512 {
        let text = format!("0.{code:03o}");
        let mut meter = Meter::new(&Budget::of_positions(positions));
        let mut limits = Limits {
            meter: Some(&mut meter),
            ..Limits::default()
        };
        let mut found = None;
        let (seconds, _) = timed(|| {
            found = Some(entry(text.parse().expect("rules"), 1 << 22, &mut limits));
            0
        });
        let found = found.expect("an entry");
        let state = match found.complete() {
            Some(repeats) => {
                complete += 1;
                tame += u32::from(found.nature == Nature::Tame);
                proofs += seconds;
                format!("complete {} {}", repeats.preperiod, repeats.period)
            }
            None => format!("partial {} {:?}", found.lower_bound(), found.growth),
        };
        println!(
            "{text} {} {} {} {} {:?} {state} {seconds:.4}",
            found.covered(),
            found.order(),
            found.p_count(),
            found.nature.word(),
            found.last_change(),
        );
    }
    println!("{complete} complete, {tame} of them tame; proofs in {proofs:.3} s");
}

fn main() {
    if let [word, positions] = &words()[..]
        && word == "census"
    {
        return census(positions.parse().expect("positions"));
    }
    run(&[("built", built), ("sums", sums)]);
}
