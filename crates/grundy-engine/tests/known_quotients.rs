//! The quotients that come with the program: each is verified by the independent checker, is read, and grows where more is asked.

use grundy_check::Effort;
use grundy_check::quotient::{Finding, check};
use grundy_engine::misere::{HeapQuotient, Limits, Stopped, known};

#[test]
fn what_is_believed_was_verified() {
    for (code, text) in known() {
        let effort = Effort {
            most_options: u64::MAX,
            ..Effort::default()
        };
        let report = check(text.as_bytes(), &effort);
        assert!(
            matches!(&report, Ok(report) if matches!(report.finding, Finding::Verified(_))),
            "{code}: {report:?}"
        );
        let believed = HeapQuotient::known(&code.parse().expect("rules"), 1000).expect("known");
        assert_eq!(believed.rules().to_string(), code);
        assert!(
            believed.repeats().is_some() || believed.covered() >= 32,
            "{code}"
        );
    }
}

#[test]
fn more_heaps_are_not_believed() {
    let rules = "0.07".parse().expect("a code");
    let mut believed = HeapQuotient::known(&rules, 1000).expect("known");
    let covered = believed.covered() as u64;
    let mut few = Limits {
        order: 800,
        meter: None,
    };
    assert_eq!(believed.cover(covered - 1, &mut few), Ok(()));
    let beyond = believed.cover(covered, &mut few);
    assert!(matches!(beyond, Err(Stopped::Order(_))), "{beyond:?}");
    assert_eq!(believed.covered() as u64, covered);
    assert_eq!(believed.cover(covered - 1, &mut few), Ok(()));
}

/// Writes the certificates anew: `cargo test --release -p grundy-engine --test known_quotients -- --ignored`
#[test]
#[ignore = "writes the files of the source"]
fn write_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/misere/known");
    for (code, _) in known() {
        let mut quotient = HeapQuotient::new(code.parse().expect("rules"));
        let covered = quotient.cover(
            u64::MAX,
            &mut Limits {
                order: 1 << 12,
                meter: None,
            },
        );
        assert!(covered.is_ok() || quotient.covered() > 30, "{code}");
        std::fs::write(folder.join(format!("{code}.txt")), quotient.certificate())
            .expect("written");
    }
}
