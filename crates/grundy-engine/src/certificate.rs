//! Certificates of periods: what is claimed of a sequence of values, and the values that show it.
//!
//! A certificate is a file of three parts: the line `grundy certificate 1`, a line of claims in JSON, and the values of some
//! stretches of heaps one after the other, as little-endian numbers. An independent checker, which shares nothing with this
//! library, recomputes values from it by the plain definition.
//!
//! ```
//! use grundy_engine::certificate::{Certificate, Claim, Theorem};
//! let values: Vec<u32> = (0..20).map(|heap| heap % 3).collect();
//! let claim = Claim { period: 3, preperiod: 0, saltus: 0, checked_to: 20 };
//! let certificate = Certificate::of_values("take:1,2", Theorem::Subtraction, claim, &values).unwrap();
//! let mut file = Vec::new();
//! certificate.write(&mut file).unwrap();
//! assert!(file.starts_with(b"grundy certificate 1\n{\"version\":1,\"code\":\"take:1,2\""));
//! assert!(file.ends_with(b"}\n\0\x01\x02"));
//! ```

use std::fmt;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

/// Why the values go on as they did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Values that repeat long enough do so for ever: Guy and Smith (1956), for codes.
    GuySmith,
    /// A window of last values determines the next, and recurs: for codes with few rare values.
    Window,
    /// Values that grow by the saltus do so for ever: Austin (1976), Howse and Nowakowski (2004).
    Arithmetic,
    /// The last values determine the next, and recur: for finite subtraction sets.
    Subtraction,
}

impl Theorem {
    /// All of them.
    pub const ALL: [Theorem; 4] = [
        Theorem::GuySmith,
        Theorem::Window,
        Theorem::Arithmetic,
        Theorem::Subtraction,
    ];

    /// The theorem of a word in a certificate.
    pub fn of_word(word: &str) -> Option<Theorem> {
        Theorem::ALL
            .into_iter()
            .find(|theorem| theorem.word() == word)
    }

    /// Its word in the certificate.
    pub fn word(self) -> &'static str {
        match self {
            Theorem::GuySmith => "guy-smith",
            Theorem::Window => "window",
            Theorem::Arithmetic => "arithmetic",
            Theorem::Subtraction => "subtraction",
        }
    }
}

/// That G(n + period) = G(n) + saltus for all n from the pre-period on, n counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The least period, not 0.
    pub period: u64,
    /// The least pre-period.
    pub preperiod: u64,
    /// By how much values are greater each time.
    pub saltus: u64,
    /// How many values were computed, from heap 0 on: as many as the theorem needs at least.
    pub checked_to: u64,
}

/// How values are split into rare and common ones, for [`Theorem::Window`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// A value v of heap n is common if v has, among these digits, an odd number exactly if `odd[n % 2]`.
    pub mask: u32,
    /// See `mask`: for even heaps, and for odd ones.
    pub odd: [bool; 2],
    /// All heaps with rare values, ascending, with their values; heap 0 may be among them or not.
    pub rare: Vec<(u64, u32)>,
    /// How many last values determine the next one, together with the first stretch.
    pub window: u64,
}

/// The values of heaps in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first heap.
    pub start: u64,
    /// Its value and those of the heaps after it.
    pub values: Vec<u32>,
}

/// A claim with the values that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    code: String,
    theorem: Theorem,
    claim: Claim,
    space: Option<Space>,
    stretches: Vec<Stretch>,
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCertified {
    /// The period is 0, or pre-period and period together are beyond 64 bits.
    Period,
    /// There are fewer values than the certificate needs.
    Short,
    /// The values do not do what is claimed, first at this heap.
    Contradicted(u64),
    /// The theorem needs a space, or is not [`Theorem::Window`] and has none.
    Theorem,
}

impl fmt::Display for NotCertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCertified::Period => write!(f, "the period is 0 or too long"),
            NotCertified::Short => write!(f, "there are too few values"),
            NotCertified::Contradicted(heap) => {
                write!(f, "the values contradict the claim at heap {heap}")
            }
            NotCertified::Theorem => write!(f, "the theorem needs other values"),
        }
    }
}

impl std::error::Error for NotCertified {}

impl Certificate {
    /// A certificate that keeps all values up to the end of the first period, by any theorem but [`Theorem::Window`].
    ///
    /// `code` is the game in the notation of the library, without heaps: `0.77`, `grundy`, `take:1,3,4`, `take:!1,2`.
    /// `values` are those of heaps 0, 1, 2, …, at least preperiod + period of them; if there are more, they must do
    /// what is claimed. Time is in proportion to their number.
    ///
    /// # Errors
    /// [`NotCertified`].
    pub fn of_values(
        code: &str,
        theorem: Theorem,
        claim: Claim,
        values: &[u32],
    ) -> Result<Certificate, NotCertified> {
        if theorem == Theorem::Window {
            return Err(NotCertified::Theorem);
        }
        let kept = claim.kept()?;
        let kept = usize::try_from(kept).map_err(|_| NotCertified::Short)?;
        let first = values.get(..kept).ok_or(NotCertified::Short)?;
        // What is kept fits in memory, so do its parts.
        let (preperiod, period) = (claim.preperiod as usize, claim.period as usize);
        let fits = |&heap: &usize| {
            u64::from(values[heap]).checked_add(claim.saltus) == Some(values[heap + period].into())
        };
        let wrong = (preperiod..values.len() - period).find(|heap| !fits(heap));
        if let Some(heap) = wrong {
            return Err(NotCertified::Contradicted((heap + period) as u64));
        }
        Ok(Certificate {
            code: code.to_owned(),
            theorem,
            claim,
            space: None,
            stretches: vec![Stretch {
                start: 0,
                values: first.to_vec(),
            }],
        })
    }

    /// A certificate by [`Theorem::Window`] of a sequence too long to keep.
    ///
    /// The first of `stretches` begins with heap 0 and has all rare heaps. The others begin behind it. A pair of them at the
    /// distance of the period must have the heaps from the pre-period on, a whole window of them; if they begin one heap
    /// sooner, they show that the pre-period is the least. Two heaps from there on with different values, at a distance
    /// that is a multiple of period / q, show that this is no period; with such for each prime q that divides the
    /// period, it is shown to be the least. Values that have a whole window before them are recomputed by the checker.
    ///
    /// # Errors
    /// [`NotCertified::Period`]; [`NotCertified::Short`] if a stretch has no values or ends beyond 64 bits;
    /// [`NotCertified::Theorem`] if there are not two stretches, the first does not begin with heap 0, or the saltus is not 0.
    pub fn of_window(
        code: &str,
        claim: Claim,
        space: Space,
        stretches: Vec<Stretch>,
    ) -> Result<Certificate, NotCertified> {
        claim.kept()?;
        let empty = |stretch: &Stretch| {
            let length = stretch.values.len() as u64;
            length == 0 || stretch.start.checked_add(length).is_none()
        };
        if stretches.iter().any(empty) {
            return Err(NotCertified::Short);
        }
        if claim.saltus != 0 || stretches.len() < 2 || stretches[0].start != 0 {
            return Err(NotCertified::Theorem);
        }
        Ok(Certificate {
            code: code.to_owned(),
            theorem: Theorem::Window,
            claim,
            space: Some(space),
            stretches,
        })
    }

    /// What is claimed.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Why it holds.
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// Bytes a value: 1, 2 or 4.
    fn width(&self) -> usize {
        let values = self.stretches.iter().flat_map(|stretch| &stretch.values);
        match values.copied().max().unwrap_or(0) {
            0..=0xFF => 1,
            0x100..=0xFFFF => 2,
            _ => 4,
        }
    }

    /// Gives the bytes of the values to `take`, piece by piece.
    fn payload<E>(
        &self,
        width: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut bytes = Vec::with_capacity(width * PIECE);
        for piece in (self.stretches.iter()).flat_map(|stretch| stretch.values.chunks(PIECE)) {
            bytes.clear();
            for value in piece {
                bytes.extend(&value.to_le_bytes()[..width]);
            }
            take(&bytes)?;
        }
        Ok(())
    }

    /// The SHA-256 of the values' bytes, in hexadecimal: it tells certificates apart.
    pub fn sha256(&self) -> String {
        let mut hash = Sha256::new();
        let hashed = self.payload(self.width(), |bytes| {
            hash.update(bytes);
            Ok::<(), std::convert::Infallible>(())
        });
        match hashed {
            Ok(()) => (hash.finalize().iter())
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            Err(never) => match never {},
        }
    }

    /// Writes the whole file. The values are gone through twice, once for the hash.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let width = self.width();
        writeln!(out, "grundy certificate 1")?;
        writeln!(out, "{}", self.claims(width))?;
        self.payload(width, |bytes| out.write_all(bytes))
    }

    /// The line of claims.
    fn claims(&self, width: usize) -> String {
        let Claim {
            period,
            preperiod,
            saltus,
            checked_to,
        } = self.claim;
        let extents: Vec<String> = (self.stretches.iter())
            .map(|Stretch { start, values }| {
                format!("{{\"start\":{start},\"length\":{}}}", values.len())
            })
            .collect();
        let space = self.space.as_ref().map_or(String::new(), |space| {
            let rare: Vec<String> = (space.rare.iter())
                .map(|(heap, value)| format!("[{heap},{value}]"))
                .collect();
            format!(
                "\"mask\":{},\"odd\":[{},{}],\"rare\":[{}],\"window\":{},",
                space.mask,
                u8::from(space.odd[0]),
                u8::from(space.odd[1]),
                rare.join(","),
                space.window,
            )
        });
        format!(
            "{{\"version\":1,\"code\":{code},\"period\":{period},\"preperiod\":{preperiod},\"saltus\":{saltus},\
             \"theorem\":\"{theorem}\",\"checked_to\":{checked_to},\"width\":{width},{space}\"stretches\":[{extents}],\
             \"sha256\":\"{hash}\"}}",
            code = quoted(&self.code),
            theorem = self.theorem.word(),
            extents = extents.join(","),
            hash = self.sha256(),
        )
    }
}

impl Claim {
    /// How many values go up to the end of the first period.
    fn kept(&self) -> Result<u64, NotCertified> {
        let kept = self.preperiod.checked_add(self.period);
        kept.filter(|_| self.period > 0).ok_or(NotCertified::Period)
    }
}

/// How many values are turned into bytes at once.
const PIECE: usize = 1 << 14;

/// A text as a string of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..='\u{1f}' => quoted += &format!("\\u{:04x}", u32::from(letter)),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAIM: Claim = Claim {
        period: 2,
        preperiod: 1,
        saltus: 0,
        checked_to: 9,
    };

    fn of(claim: Claim, values: &[u32]) -> Result<Certificate, NotCertified> {
        Certificate::of_values("0.3", Theorem::GuySmith, claim, values)
    }

    #[test]
    fn only_what_the_values_show() {
        assert!(of(CLAIM, &[7, 0, 1]).is_ok() && of(CLAIM, &[7, 0, 1, 0, 1, 0]).is_ok());
        assert_eq!(of(CLAIM, &[7, 0]), Err(NotCertified::Short));
        assert_eq!(
            of(CLAIM, &[7, 0, 1, 0, 2]),
            Err(NotCertified::Contradicted(4))
        );
        let none = Claim { period: 0, ..CLAIM };
        assert_eq!(of(none, &[7, 0, 1]), Err(NotCertified::Period));
        let endless = Claim {
            period: u64::MAX,
            ..CLAIM
        };
        assert_eq!(of(endless, &[7, 0, 1]), Err(NotCertified::Period));
        let growing = Claim { saltus: 3, ..CLAIM };
        assert!(of(growing, &[7, 0, 1, 3, 4, 6]).is_ok());
        assert_eq!(
            of(growing, &[7, 0, 1, 3, 3]),
            Err(NotCertified::Contradicted(4))
        );
    }

    #[test]
    fn values_are_as_wide_as_needed() {
        let values: Vec<u32> = vec![1 << 16, 255, 256];
        let certificate = of(CLAIM, &values).unwrap();
        let mut file = Vec::new();
        certificate.write(&mut file).unwrap();
        assert!(file.ends_with(&[0, 0, 1, 0, 255, 0, 0, 0, 0, 1, 0, 0]));
        for (value, width) in [(255, 1), (256, 2), (65_535, 2), (65_536, 4)] {
            assert_eq!(of(CLAIM, &[value, 0, 1]).unwrap().width(), width);
        }
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a\"b\\\n中"), "\"a\\\"b\\\\\\u000a中\"");
    }

    #[test]
    fn windows_have_stretches() {
        let space = Space {
            mask: 1,
            odd: [true; 2],
            rare: vec![(0, 0)],
            window: 1,
        };
        let stretch = |start, values: &[u32]| Stretch {
            start,
            values: values.to_vec(),
        };
        let of = |stretches| Certificate::of_window("0.3", CLAIM, space.clone(), stretches);
        assert!(of(vec![stretch(0, &[0]), stretch(5, &[1])]).is_ok());
        assert_eq!(of(vec![stretch(0, &[0])]), Err(NotCertified::Theorem));
        assert_eq!(
            of(vec![stretch(1, &[0]), stretch(5, &[1])]),
            Err(NotCertified::Theorem)
        );
        assert_eq!(
            of(vec![stretch(0, &[0]), stretch(5, &[])]),
            Err(NotCertified::Short)
        );
        assert_eq!(
            of(vec![stretch(0, &[0]), stretch(u64::MAX, &[1])]),
            Err(NotCertified::Short)
        );
    }
}
