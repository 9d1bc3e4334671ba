//! Positions as bytes: what engines hold that keep many positions, or send them elsewhere.
//!
//! A position has one byte form, and its end is seen from within: bytes of two positions can stand side by side, and
//! equal bytes mean equal positions. Numbers are written seven bits a byte, the lowest first, the eighth bit saying that
//! another byte follows (LEB128); lists begin with their length. Numbers, pairs, lists and what is made of them have
//! their form from here; a type of one's own has it by [`encoded!`](macro@crate::encoded) or by two functions.
//!
//! ```
//! use grundy_core::encoded::Encoded;
//! let mut bytes = Vec::new();
//! (300u64, vec![3u16, 2, 2]).encode(&mut bytes);
//! assert_eq!(bytes, [0xAC, 2, 3, 3, 2, 2]);
//! assert_eq!(<(u64, Vec<u16>)>::decode_all(&bytes), Ok((300, vec![3, 2, 2])));
//! assert!(u64::decode_all(&[0x80, 0]).is_err()); // 0 has one byte form, which is another
//! ```

use std::fmt;

use grundy_engine::set::Set;

use crate::Natural;
use crate::message;
use crate::text::{Lang, Message};

/// What has a byte form.
pub trait Encoded: Sized {
    /// Adds the byte form: of equal positions the same bytes, of others different ones, none of which begins another.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Reads what stands at the front, and leaves what follows.
    ///
    /// # Errors
    /// Where no byte form stands there; what is left is then of no meaning.
    fn decode(bytes: &mut &[u8]) -> Result<Self, Undecodable>;

    /// Reads what is the whole of the bytes.
    ///
    /// # Errors
    /// Where they are no byte form, or one and more.
    fn decode_all(mut bytes: &[u8]) -> Result<Self, Undecodable> {
        let decoded = Self::decode(&mut bytes)?;
        match bytes {
            [] => Ok(decoded),
            _ => Err(Undecodable::Longer),
        }
    }
}

/// Why bytes are no byte form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Undecodable {
    /// They end within it.
    Shorter,
    /// They go on behind it.
    Longer,
    /// A number is written with more bytes than it needs.
    Padded,
    /// A number or a mark is beyond what can stand there.
    OutOfRange,
}

impl Undecodable {
    /// The sentence.
    pub fn describe(self) -> Message {
        match self {
            Undecodable::Shorter => message!("the bytes end too early", "字节提前结束"),
            Undecodable::Longer => message!("bytes are left over", "末尾有多余的字节"),
            Undecodable::Padded => message!(
                "a number is written with more bytes than it needs",
                "有一个数占用的字节超过所需"
            ),
            Undecodable::OutOfRange => message!("a number is out of range", "有一个数超出范围"),
        }
    }
}

impl fmt::Display for Undecodable {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe().render(Lang::En))
    }
}

impl std::error::Error for Undecodable {}

/// Says that another byte of the number follows.
const MORE: u8 = 0x80;

#[inline]
fn first(bytes: &mut &[u8]) -> Result<u8, Undecodable> {
    let (&first, rest) = bytes.split_first().ok_or(Undecodable::Shorter)?;
    *bytes = rest;
    Ok(first)
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Encoded for $number {
            #[inline]
            fn encode(&self, bytes: &mut Vec<u8>) {
                let mut left = *self;
                while left >= MORE.into() {
                    bytes.push(left as u8 | MORE);
                    left >>= 7;
                }
                bytes.push(left as u8);
            }

            #[inline]
            fn decode(bytes: &mut &[u8]) -> Result<$number, Undecodable> {
                let (mut number, mut shift): ($number, u32) = (0, 0);
                loop {
                    let byte = first(bytes)?;
                    let low = <$number>::from(byte & !MORE);
                    if shift >= <$number>::BITS || low << shift >> shift != low {
                        return Err(Undecodable::OutOfRange);
                    }
                    number |= low << shift;
                    if byte < MORE {
                        return match (byte, shift) {
                            (0, 1..) => Err(Undecodable::Padded),
                            _ => Ok(number),
                        };
                    }
                    shift += 7;
                }
            }
        }
    )*};
}
numbers!(u16, u32, u64, u128, usize);

/// The byte itself.
impl Encoded for u8 {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(*self);
    }
    #[inline]
    fn decode(bytes: &mut &[u8]) -> Result<u8, Undecodable> {
        first(bytes)
    }
}

impl Encoded for bool {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push((*self).into());
    }
    fn decode(bytes: &mut &[u8]) -> Result<bool, Undecodable> {
        match first(bytes)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Undecodable::OutOfRange),
        }
    }
}

/// Numbers of either sign as 0, −1, 1, −2, 2, … are counted.
macro_rules! signed {
    ($($signed:ty as $number:ty),*) => {$(
        impl Encoded for $signed {
            #[inline]
            fn encode(&self, bytes: &mut Vec<u8>) {
                let folded = (self << 1) ^ (self >> (<$signed>::BITS - 1));
                folded.cast_unsigned().encode(bytes);
            }
            #[inline]
            fn decode(bytes: &mut &[u8]) -> Result<$signed, Undecodable> {
                let folded = <$number>::decode(bytes)?;
                Ok((folded >> 1).cast_signed() ^ -(folded & 1).cast_signed())
            }
        }
    )*};
}
signed!(i16 as u16, i32 as u32, i64 as u64, i128 as u128);

/// Bits of a number that a byte holds.
const BITS: usize = 7;

/// As of a machine word, of whatever length.
impl Encoded for Natural {
    fn encode(&self, bytes: &mut Vec<u8>) {
        if let Ok(number) = u64::try_from(self) {
            return number.encode(bytes);
        }
        let whole = self.to_le_bytes();
        let (mut held, mut bits) = (0u16, 0);
        let start = bytes.len();
        for byte in whole.iter() {
            held |= u16::from(*byte) << bits;
            bits += 8;
            while bits >= BITS {
                bytes.push(held as u8 | MORE);
                held >>= BITS;
                bits -= BITS;
            }
        }
        bytes.push(held as u8);
        // What the leading zeros of the highest byte made.
        while bytes.len() > start + 1 && bytes[bytes.len() - 1] & !MORE == 0 {
            bytes.pop();
        }
        if let Some(last) = bytes.last_mut() {
            *last &= !MORE;
        }
    }

    fn decode(bytes: &mut &[u8]) -> Result<Natural, Undecodable> {
        let last = bytes.iter().position(|&byte| byte < MORE);
        let length = last.ok_or(Undecodable::Shorter)? + 1;
        if length <= 64 / BITS {
            return u64::decode(bytes).map(Natural::from);
        }
        let (own, rest) = bytes.split_at(length);
        *bytes = rest;
        if own.last() == Some(&0) {
            return Err(Undecodable::Padded);
        }
        let mut whole = Vec::with_capacity(length);
        let (mut held, mut bits) = (0u16, 0);
        for byte in own {
            held |= u16::from(byte & !MORE) << bits;
            bits += BITS;
            if bits >= 8 {
                whole.push(held as u8);
                held >>= 8;
                bits -= 8;
            }
        }
        whole.push(held as u8);
        Ok(Natural::from_le_bytes(&whole))
    }
}

macro_rules! tuples {
    ($($($part:ident),+;)*) => {$(
        impl<$($part: Encoded),+> Encoded for ($($part,)+) {
            #[inline]
            fn encode(&self, bytes: &mut Vec<u8>) {
                #[allow(non_snake_case)] // A part is named as its type is.
                let ($($part,)+) = self;
                $($part.encode(bytes);)+
            }
            #[inline]
            fn decode(bytes: &mut &[u8]) -> Result<Self, Undecodable> {
                Ok(($($part::decode(bytes)?,)+))
            }
        }
    )*};
}
tuples! { A; A, B; A, B, C; A, B, C, D; }

impl<T: Encoded, const N: usize> Encoded for [T; N] {
    fn encode(&self, bytes: &mut Vec<u8>) {
        for item in self {
            item.encode(bytes);
        }
    }
    fn decode(bytes: &mut &[u8]) -> Result<[T; N], Undecodable> {
        let items: Result<Vec<T>, Undecodable> = (0..N).map(|_| T::decode(bytes)).collect();
        <[T; N]>::try_from(items?).map_err(|_| Undecodable::Shorter)
    }
}

/// Its words.
impl<const WORDS: usize> Encoded for Set<WORDS> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.encode(bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Set<WORDS>, Undecodable> {
        <[u64; WORDS]>::decode(bytes).map(Set)
    }
}

impl<T: Encoded> Encoded for Option<T> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.is_some().encode(bytes);
        if let Some(item) = self {
            item.encode(bytes);
        }
    }
    fn decode(bytes: &mut &[u8]) -> Result<Option<T>, Undecodable> {
        match bool::decode(bytes)? {
            true => T::decode(bytes).map(Some),
            false => Ok(None),
        }
    }
}

/// The byte form of a list: how many there are, then each.
pub fn encode_list<T: Encoded>(items: &[T], bytes: &mut Vec<u8>) {
    items.len().encode(bytes);
    for item in items {
        item.encode(bytes);
    }
}

impl<T: Encoded> Encoded for Vec<T> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        encode_list(self, bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Vec<T>, Undecodable> {
        let length = usize::decode(bytes)?;
        // A length that is not true takes no room before that is seen.
        let mut items = Vec::with_capacity(length.min(bytes.len()));
        for _ in 0..length {
            if bytes.is_empty() {
                return Err(Undecodable::Shorter);
            }
            items.push(T::decode(bytes)?);
        }
        Ok(items)
    }
}

impl<T: Encoded> Encoded for Box<[T]> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        encode_list(self, bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Box<[T]>, Undecodable> {
        Vec::decode(bytes).map(Vec::into_boxed_slice)
    }
}

impl Encoded for String {
    fn encode(&self, bytes: &mut Vec<u8>) {
        encode_list(self.as_bytes(), bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<String, Undecodable> {
        String::from_utf8(Vec::decode(bytes)?).map_err(|_| Undecodable::OutOfRange)
    }
}

/// The byte form of a struct: that of its fields, one after another. A function behind `if` says whether they
/// are those of a struct at all.
///
/// ```
/// use grundy_core::encoded::{Encoded, Undecodable};
/// #[derive(Debug, PartialEq)]
/// struct Board { rows: u8, free: u64 }
/// grundy_core::encoded!(Board { rows, free } if |board| board.rows <= 8);
/// let mut bytes = Vec::new();
/// Board { rows: 2, free: 0b1010 }.encode(&mut bytes);
/// assert_eq!(Board::decode_all(&bytes), Ok(Board { rows: 2, free: 0b1010 }));
/// assert_eq!(Board::decode_all(&[9, 0]), Err(Undecodable::OutOfRange));
/// ```
#[macro_export]
macro_rules! encoded {
    ($name:ident { $($field:ident),+ $(,)? } $(if $holds:expr)?) => {
        impl $crate::encoded::Encoded for $name {
            #[inline]
            fn encode(&self, bytes: &mut ::std::vec::Vec<u8>) {
                $($crate::encoded::Encoded::encode(&self.$field, bytes);)+
            }
            #[inline]
            fn decode(
                bytes: &mut &[u8],
            ) -> ::std::result::Result<Self, $crate::encoded::Undecodable> {
                let decoded = $name {
                    $($field: $crate::encoded::Encoded::decode(bytes)?,)+
                };
                $(
                    let holds: fn(&$name) -> bool = $holds;
                    if !holds(&decoded) {
                        return ::std::result::Result::Err(
                            $crate::encoded::Undecodable::OutOfRange,
                        );
                    }
                )?
                ::std::result::Result::Ok(decoded)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<T: Encoded + PartialEq + fmt::Debug>(value: &T) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.encode(&mut bytes);
        assert_eq!(T::decode_all(&bytes).as_ref(), Ok(value));
        // None of its beginnings is one too, and nothing may follow.
        for end in 0..bytes.len() {
            assert_eq!(T::decode_all(&bytes[..end]), Err(Undecodable::Shorter));
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(T::decode_all(&longer), Err(Undecodable::Longer));
        bytes
    }

    #[test]
    fn numbers_come_back() {
        for bits in 0..128 {
            for number in [1u128 << bits, (1 << bits) - 1, u128::MAX >> bits] {
                let bytes = comes_back(&number);
                // A word of any length and a number of any length have one form.
                assert_eq!(comes_back(&Natural::from(number)), bytes);
                if let Ok(number) = u64::try_from(number) {
                    assert_eq!(comes_back(&number), bytes);
                    comes_back(&number.cast_signed());
                }
                if let Ok(number) = u16::try_from(number) {
                    assert_eq!(comes_back(&number), bytes);
                    comes_back(&number.cast_signed());
                }
            }
        }
        for bits in (128..600).step_by(3) {
            let power = Natural::ONE << bits;
            for number in [&power - 1u8, power.clone(), power + 1u8] {
                comes_back(&number);
            }
        }
    }

    #[test]
    fn lists_and_what_is_made_of_them_come_back() {
        comes_back(&Vec::<u64>::new());
        comes_back(&(vec![Some(3u8), None], [300u32, 0], true));
        comes_back(&vec![vec![1u16], vec![], vec![2, 70]].into_boxed_slice());
        comes_back(&Set([3u64, 0, 1 << 63, 0]));
        comes_back(&("名".to_owned(), -3i64, i64::MIN, i16::MAX));
    }

    #[test]
    fn bytes_that_are_none_are_refused() {
        use Undecodable::*;
        assert_eq!(u16::decode_all(&[0xFF, 0xFF, 0x04]), Err(OutOfRange));
        assert_eq!(u16::decode_all(&[0xFF, 0xFF, 0x83, 0]), Err(OutOfRange));
        assert_eq!(u64::decode_all(&[0x83, 0]), Err(Padded));
        let mut long = vec![0xFF; 30];
        long.push(0);
        assert_eq!(Natural::decode_all(&long), Err(Padded));
        assert_eq!(Natural::decode_all(&long[..30]), Err(Shorter));
        assert_eq!(bool::decode_all(&[2]), Err(OutOfRange));
        assert_eq!(String::decode_all(&[1, 0xFF]), Err(OutOfRange));
        // A length far beyond the bytes takes no memory.
        assert_eq!(
            Vec::<u64>::decode_all(&[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
            Err(Shorter)
        );
    }

    /// Whatever is read is written as it was read.
    #[test]
    fn each_position_has_one_form() {
        type Position = (Natural, Vec<u16>, Option<i64>, bool);
        let mut seed = 1u64;
        let mut read = 0;
        for _ in 0..200_000 {
            let mut bytes = [0; 6];
            for byte in &mut bytes {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
                // Mostly small numbers, lengths and marks.
                *byte = (seed >> 56) as u8 >> ((seed >> 40) & 7);
            }
            let mut rest = &bytes[..];
            if let Ok(position) = Position::decode(&mut rest) {
                let mut again = Vec::new();
                position.encode(&mut again);
                assert_eq!(again, bytes[..6 - rest.len()]);
                read += 1;
            }
        }
        assert!(read > 1000, "{read}");
    }
}
