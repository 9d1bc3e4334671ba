//! Quotients that come with the program: of well-known games whose quotients take longer to build than to read.
//!
//! Each is a certificate that tests have the independent checker verify, so it is believed when it is read. One that does not cover
//! what is asked is verified first, and grows.

use super::HeapQuotient;
use crate::sequence::Rules;

/// Rules as they are written, with the certificate of their heaps.
const KNOWN: [(&str, &str); 5] = [
    ("0.007", include_str!("known/0.007.txt")),
    ("0.07", include_str!("known/0.07.txt")),
    ("0.137", include_str!("known/0.137.txt")),
    ("0.4107", include_str!("known/0.4107.txt")),
    ("0.644", include_str!("known/0.644.txt")),
];

/// The certificates that come with the program, with the rules that they are of.
pub fn known() -> impl Iterator<Item = (&'static str, &'static str)> {
    KNOWN.into_iter()
}

impl HeapQuotient {
    /// The quotient of the heaps of a game that comes with the program, if there is one of at most `order` elements.
    ///
    /// ```
    /// use grundy_engine::misere::HeapQuotient;
    /// let quotient = HeapQuotient::known(&"0.4107".parse().unwrap(), 1000).unwrap();
    /// assert_eq!((quotient.quotient().order(), quotient.quotient().p_count()), (506, 58));
    /// assert!(HeapQuotient::known(&"0.77".parse().unwrap(), 1000).is_none());
    /// ```
    pub fn known(rules: &Rules, order: usize) -> Option<HeapQuotient> {
        let written = rules.to_string();
        let (_, text) = KNOWN.into_iter().find(|(code, _)| *code == written)?;
        HeapQuotient::believed(text, order).ok()
    }
}
