//! Law: whatever is read as a certificate is judged or refused without panic, hang or much memory; what is verified is
//! so again, and not with another saltus.
#![no_main]

use grundy_check::words::{self, Language};
use grundy_check::{Effort, Finding, check, json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Whether a sample is drawn; then the file, behind its first line if that is not there.
    let Some((&choice, rest)) = bytes.split_first() else {
        return;
    };
    let effort = Effort {
        sample: (choice & 1 == 1).then_some(u64::from(choice >> 2)),
        seed: choice.into(),
        most_options: 10_000_000,
    };
    let mut file = Vec::new();
    if choice & 2 == 0 {
        file.extend(b"grundy certificate 1\n");
    }
    file.extend(rest);
    match check(&file[..], &effort) {
        Ok(report) => {
            for language in [Language::English, Language::Chinese] {
                assert!(words::report(&report, language).ends_with('\n'));
            }
            let object = json::report(&report);
            let verified = matches!(report.finding, Finding::Verified(_));
            assert_eq!(object["verdict"] == "verified", verified);
            assert_eq!(
                check(&file[..], &effort).map(|report| report.finding),
                Ok(report.finding)
            );
        }
        Err(refusal) => {
            assert!(!words::refusal(&refusal, Language::Chinese).is_empty());
        }
    }
});
