//! Law: whatever is read as a certificate is judged or refused without panic, hang or much memory; what is verified is
//! so again, and not with another saltus.
#![cfg_attr(fuzzing, no_main)]

use grundy_check::words::{self, Language};
use grundy_check::{Effort, Finding, check, json};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fuzz_target!(|bytes: &[u8]| {
    // Whether a sample is drawn; then the file, behind its first line if that is not there.
    let Some((&choice, rest)) = bytes.split_first() else {
        return;
    };
    let effort = Effort {
        sample: (choice & 1 == 1).then_some(u64::from(choice >> 2)),
        seed: choice.into(),
        most_options: 10_000_000,
        walk: false,
        bound: 100,
    };
    let mut file = Vec::new();
    if choice & 2 == 0 {
        file.extend(b"grundy certificate 1\n");
    }
    file.extend(rest);
    hashed(&mut file);
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

/// Puts the true hash into the line of claims, which no mutation would find.
fn hashed(file: &mut Vec<u8>) {
    let mut lines = file.splitn(3, |&byte| byte == b'\n');
    let (Some(first), Some(line), Some(payload)) = (lines.next(), lines.next(), lines.next())
    else {
        return;
    };
    let Ok(serde_json::Value::Object(mut claim)) = serde_json::from_slice(line) else {
        return;
    };
    let hash: String = Sha256::digest(payload)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    claim.insert("sha256".to_owned(), hash.into());
    let mut whole = first.to_vec();
    whole.extend(format!("\n{}\n", serde_json::Value::Object(claim)).bytes());
    whole.extend(payload);
    *file = whole;
}
