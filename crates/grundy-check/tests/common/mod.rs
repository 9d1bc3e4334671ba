//! Certificates made by the tests: values by a naive loop of their own, and the bytes of the format by hand.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Values by a code of digits, that of no removal first.
pub(crate) fn by_code(digits: &[u8], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut options = vec![false; 4 * count + 4];
    for heap in 0..count {
        options.fill(false);
        for (removed, digit) in digits.iter().enumerate().take(heap + 1) {
            let left = heap - removed;
            if digit & 1 != 0 && left == 0 {
                options[0] = true;
            }
            if digit & 2 != 0 && left > 0 {
                options[values[left] as usize] = true;
            }
            if digit & 4 != 0 {
                // A plain loop: without optimisation it is several times as fast as iterators.
                let (mut one, mut other) = (1, left.saturating_sub(1));
                while one <= other {
                    options[(values[one] ^ values[other]) as usize] = true;
                    (one, other) = (one + 1, other - 1);
                }
            }
            if digit & 8 != 0 {
                for one in 1..left {
                    for other in one..left - one {
                        let value = values[one] ^ values[other] ^ values[left - one - other];
                        options[value as usize] = true;
                    }
                }
            }
        }
        values.push(options.iter().position(|seen| !seen).unwrap() as u32);
    }
    values
}

/// Values by what may be taken.
pub(crate) fn by_takes(allowed: impl Fn(usize) -> bool, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count {
        let takes = (1..=heap).filter(|&take| allowed(take));
        let options: BTreeSet<u32> = takes.map(|take| values[heap - take]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// A certificate that can be changed before its bytes are made.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) claim: Value,
    pub(crate) stretches: Vec<Vec<u32>>,
}

impl Made {
    /// Of one stretch.
    pub(crate) fn new(
        code: &str,
        theorem: &str,
        claim: [u64; 3],
        checked_to: u64,
        values: &[u32],
    ) -> Made {
        let [period, preperiod, saltus] = claim;
        let kept = (period + preperiod) as usize;
        Made {
            claim: json!({
                "version": 1, "code": code, "period": period, "preperiod": preperiod, "saltus": saltus,
                "theorem": theorem, "checked_to": checked_to, "width": 2,
                "stretches": [{"start": 0, "length": kept}],
            }),
            stretches: vec![values[..kept].to_vec()],
        }
    }

    /// The bytes of the values.
    pub(crate) fn payload(&self) -> Vec<u8> {
        let width = self.claim["width"].as_u64().unwrap() as usize;
        let values = self.stretches.iter().flatten();
        values
            .flat_map(|value| value.to_le_bytes().into_iter().take(width))
            .collect()
    }

    /// The file, with the hash of its values unless the claim has one.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let payload = self.payload();
        let mut claim = self.claim.clone();
        if claim.get("sha256").is_none() {
            let hash = Sha256::digest(&payload);
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            claim["sha256"] = hash.into();
        }
        let mut bytes = format!("grundy certificate 1\n{claim}\n").into_bytes();
        bytes.extend(payload);
        bytes
    }
}
