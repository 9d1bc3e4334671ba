//! JSON as the contract of `docs/guide/en/json.md` has it: one object on a line, made from types by serde.
//!
//! What serde does not know by itself stands here: numbers of any length, counts that not every reader holds exactly, numbers with so
//! many decimals, sentences in a language.

use std::io;

use grundy::number::decimal;
use grundy::{Component, Lang, Message, Natural, Nimber, Text};
use serde::Serialize;
use serde::ser::{Error, Serializer};
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};
use serde_json::value::RawValue;

/// Largest integer that every reader of JSON holds exactly.
const EXACT: u64 = 1 << 53;

/// A value as text, without a line end.
pub fn text(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    // A vector takes whatever is written, and no value here fails: keys are texts, numbers are finite.
    let _ = write(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

/// A value as a line.
pub fn line(value: &impl Serialize) -> String {
    let mut text = text(value);
    text.push('\n');
    text
}

/// Writes a value, without a line end, in as many pieces as it has.
///
/// # Errors
/// What the writer says.
pub fn write(out: impl io::Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, Plain);
    value.serialize(&mut serializer).map_err(io::Error::from)
}

/// No blanks; of control characters only line ends and tabs have a letter of their own.
struct Plain;

impl Formatter for Plain {
    fn write_char_escape<W>(&mut self, out: &mut W, escape: CharEscape) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let escape = match escape {
            CharEscape::Backspace => CharEscape::AsciiControl(0x08),
            CharEscape::FormFeed => CharEscape::AsciiControl(0x0c),
            other => other,
        };
        CompactFormatter.write_char_escape(out, escape)
    }
}

/// What is written as it stands, a number that no type of Rust holds.
fn raw<S: Serializer>(number: String, serializer: S) -> Result<S::Ok, S::Error> {
    let number = RawValue::from_string(number).map_err(S::Error::custom)?;
    number.serialize(serializer)
}

/// A number with as many digits as it needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits<'a>(pub(crate) &'a Natural);

impl<'a> Digits<'a> {
    /// A Grundy value.
    pub(crate) fn of(value: Option<&'a Nimber>) -> Option<Digits<'a>> {
        value.map(|value| Digits(&value.0))
    }
}

impl Serialize for Digits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) => serializer.serialize_u64(small),
            Err(_) => raw(decimal::print(self.0), serializer),
        }
    }
}

/// How many there are: a number as long as every reader holds it exactly, else its digits as text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count<'a>(pub(crate) &'a Natural);

impl Serialize for Count<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= EXACT => serializer.serialize_u64(small),
            _ => serializer.serialize_str(&decimal::print(self.0)),
        }
    }
}

/// A number with so many decimals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed<const DECIMALS: usize>(pub(crate) f64);

impl<const DECIMALS: usize> Serialize for Fixed<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        raw(format!("{:.DECIMALS$}", self.0), serializer)
    }
}

/// A sentence in a language, made when it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sentence<'a>(pub(crate) &'a Message, pub(crate) Lang);

impl Serialize for Sentence<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.render(self.1))
    }
}

/// A component in the notation, made when it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a>(pub(crate) &'a dyn Component);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = self.0.position();
        match position.is_empty() {
            true => serializer.serialize_str(self.0.head()),
            false => serializer.collect_str(&format_args!("{} {position}", self.0.head())),
        }
    }
}

/// An array whose elements are made one by one as it is written.
pub(crate) struct Each<F>(pub(crate) F);

impl<F, I> Serialize for Each<F>
where
    F: Fn() -> I,
    I: Iterator,
    I::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A text in both languages.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Both<'a> {
    pub(crate) en: &'a str,
    pub(crate) zh: &'a str,
}

impl From<&Text> for Both<'static> {
    fn from(text: &Text) -> Both<'static> {
        Both {
            en: text.en,
            zh: text.zh,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long runs of digits, which other arithmetic prints wrong at some lengths.
    #[test]
    fn a_long_number_is_written_as_it_was_read() {
        for length in [1, 10, 50_000, 100_000] {
            let digits = ["9", "0", "1"].map(|digit| digit.repeat(length)).concat();
            let number = decimal::parse(&digits, decimal::MOST_DIGITS).expect("a number");
            assert!(text(&Digits(&number)) == digits, "{length}");
        }
    }

    #[test]
    fn strings_are_read_back() {
        for told in [
            "",
            "a\"b\\c/",
            "尼姆\n\t\r",
            "\u{1}\u{8}\u{c}\u{1f}\u{7f}é𝄞",
        ] {
            let back: String = serde_json::from_str(&text(&told)).expect("valid JSON");
            assert_eq!(back, told);
        }
        assert_eq!(text(&"\u{8}\u{c}\u{1f}\n"), r#""\u0008\u000c\u001f\n""#);
    }

    #[test]
    fn a_count_beyond_2_to_53_is_a_string() {
        for (number, expected) in [
            (1u64 << 53, "9007199254740992"),
            ((1 << 53) + 1, "\"9007199254740993\""),
        ] {
            assert_eq!(text(&Count(&Natural::from(number))), expected);
        }
        let beyond = Natural::from(u128::MAX);
        assert_eq!(text(&Count(&beyond)), format!("\"{}\"", u128::MAX));
    }

    #[test]
    fn decimals_are_kept() {
        assert_eq!(text(&[Fixed::<4>(0.5), Fixed(0.0)]), "[0.5000,0.0000]");
        assert_eq!(text(&Fixed::<6>(0.123_456_789)), "0.123457");
    }
}
