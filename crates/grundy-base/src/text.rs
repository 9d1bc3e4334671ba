//! Words in two languages, kept apart from what they are about.
//!
//! The library computes *data*; a sentence is data too: a [`Text`] (the sentence in English and in Chinese, both
//! mandatory, so that a missing translation does not compile) and the facts that are put into it. Nothing is
//! rendered until somebody who knows the reader's language asks.

use std::fmt;
use std::time::Duration;

use crate::number::{Natural, decimal};

/// A language that every sentence exists in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

/// A sentence, or a template with `{name}` places, in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// Simplified Chinese.
    pub zh: &'static str,
}

impl Text {
    /// English, then Chinese.
    pub const fn new(en: &'static str, zh: &'static str) -> Text {
        Text { en, zh }
    }

    /// What is the same in every language, such as a notation.
    pub const fn same(text: &'static str) -> Text {
        Text { en: text, zh: text }
    }

    /// The text in one language, its places unfilled.
    pub const fn of(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }
}

/// What is put into a place of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number of any size.
    Number(Natural),
    /// Text that is the same in every language (a notation, a name).
    Word(String),
    /// A sentence of its own.
    Message(Box<Message>),
}

/// A template with its facts: a sentence as data.
///
/// A place `{name#value}` of an English template has its number with what is counted: "1 value" or "3 values"; `{name#vertex/vertices}` brings
/// a plural of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    text: &'static Text,
    facts: Vec<(&'static str, Fact)>,
}

impl Message {
    /// Joins a template and its facts; [`message!`](crate::message) is the short way.
    pub fn new(text: &'static Text, facts: Vec<(&'static str, Fact)>) -> Message {
        Message { text, facts }
    }

    /// Words that are the same in every language, such as those of a game of one's own.
    ///
    /// ```
    /// use grundy_base::text::{Lang, Message};
    /// assert_eq!(Message::verbatim("take 3").render(Lang::Zh), "take 3");
    /// ```
    pub fn verbatim(words: impl Into<String>) -> Message {
        static WORDS: Text = Text {
            en: "{words}",
            zh: "{words}",
        };
        Message::new(&WORDS, vec![("words", Fact::Word(words.into()))])
    }

    /// The facts, by name.
    pub fn facts(&self) -> &[(&'static str, Fact)] {
        &self.facts
    }

    /// Whether the sentence asks something, and so brings its own mark at the end.
    pub fn is_question(&self) -> bool {
        self.text.en.ends_with('?')
    }

    /// The sentence in one language. Numbers of more than 60 digits are shortened to their ends.
    pub fn render(&self, lang: Lang) -> String {
        let mut out = String::new();
        self.render_into(lang, &mut out);
        out
    }

    /// Adds the sentence in one language, as [`render`](Message::render) writes it.
    pub fn render_into(&self, lang: Lang, out: &mut String) {
        let mut rest = self.text.of(lang);
        // Sentences are short: no search is faster than to look at each byte.
        let find = |text: &str, wanted: u8| text.bytes().position(|byte| byte == wanted);
        while let Some(open) = find(rest, b'{') {
            let Some(length) = find(&rest[open..], b'}') else {
                break;
            };
            let close = open + length;
            out.push_str(&rest[..open]);
            let place = &rest[open + 1..close];
            let (name, noun) = match find(place, b'#') {
                Some(at) => (&place[..at], &place[at + 1..]),
                None => (place, ""),
            };
            let fact = self.facts.iter().find(|(key, _)| *key == name);
            match fact {
                Some((_, Fact::Number(number))) => match u64::try_from(number) {
                    Ok(number) => out.push_str(itoa::Buffer::new().format(number)),
                    Err(_) => out.push_str(&short(number)),
                },
                Some((_, Fact::Word(word))) => out.push_str(word),
                Some((_, Fact::Message(message))) => message.render_into(lang, out),
                None => out.push_str(&rest[open..=close]),
            }
            if let (Some((_, fact)), false) = (fact, noun.is_empty()) {
                let is_one = matches!(fact, Fact::Number(number) if number.is_one());
                counted(noun, is_one, out);
            }
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
    }
}

/// Adds what is counted behind its number: a noun with its plural, or one that takes an s.
fn counted(noun: &str, is_one: bool, out: &mut String) {
    let (one, many) = noun.split_once('/').unwrap_or((noun, ""));
    out.push(' ');
    out.push_str(if is_one || many.is_empty() { one } else { many });
    if !is_one && many.is_empty() {
        out.push('s');
    }
}

/// A number in decimal, its middle left out where it has more than 60 digits.
pub fn short(number: &Natural) -> String {
    match decimal::abridged(number) {
        Ok(all) => all,
        Err((first, last, digits)) => format!("{first}…{last} ({digits} digits)"),
    }
}

impl fmt::Display for Message {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

/// Makes a [`Message`]: English, Chinese, then the facts.
///
/// ```
/// use grundy_base::message;
/// use grundy_base::text::Lang;
/// let message = message!("take {n}", "取 {n} 个", n = 3u64);
/// assert_eq!(message.render(Lang::En), "take 3");
/// assert_eq!(message.render(Lang::Zh), "取 3 个");
/// ```
#[macro_export]
macro_rules! message {
    ($en:literal, $zh:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new(
            const { &$crate::Text { en: $en, zh: $zh } },
            vec![$((stringify!($name), $crate::Fact::from($value))),*],
        )
    };
}

macro_rules! number_facts {
    ($($type:ty),*) => {$(
        impl From<$type> for Fact {
            fn from(number: $type) -> Fact {
                Fact::Number(Natural::from(number))
            }
        }
    )*};
}
number_facts!(u8, u16, u32, u64, u128, usize);

impl From<Natural> for Fact {
    fn from(number: Natural) -> Fact {
        Fact::Number(number)
    }
}
impl From<&Natural> for Fact {
    fn from(number: &Natural) -> Fact {
        Fact::Number(number.clone())
    }
}
impl From<String> for Fact {
    fn from(word: String) -> Fact {
        Fact::Word(word)
    }
}
impl From<&str> for Fact {
    fn from(word: &str) -> Fact {
        Fact::Word(word.to_owned())
    }
}
impl From<&'static Text> for Fact {
    fn from(text: &'static Text) -> Fact {
        Fact::Message(Box::new(Message::new(text, Vec::new())))
    }
}
impl From<Message> for Fact {
    fn from(message: Message) -> Fact {
        Fact::Message(Box::new(message))
    }
}

/// A time in seconds, rounded for readers: hundredths, or thousandths of what is below a second.
///
/// ```
/// use grundy_base::text::seconds;
/// use std::time::Duration;
/// assert_eq!(seconds(Duration::from_micros(1_590_900)), "1.59");
/// assert_eq!(seconds(Duration::from_millis(250)), "0.25");
/// assert_eq!(seconds(Duration::from_secs(10)), "10");
/// assert_eq!(seconds(Duration::from_micros(40)), "0.00004");
/// ```
pub fn seconds(time: Duration) -> String {
    let places = match time.as_micros() {
        0..1000 => 6,
        1000..1_000_000 => 3,
        _ => 2,
    };
    let text = format!("{:.places$}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// All of a list: "1, 2 and 3".
///
/// ```
/// use grundy_base::text::{Lang, all_of};
/// assert_eq!(all_of(&[1, 2, 3]).render(Lang::En), "1, 2 and 3");
/// assert_eq!(all_of(&[1, 2, 3]).render(Lang::Zh), "1、2、3");
/// assert_eq!(all_of(&[1]).render(Lang::En), "1");
/// ```
pub fn all_of<T: fmt::Display>(items: &[T]) -> Message {
    match items {
        [before @ .., last] if !before.is_empty() => message!(
            "{before} and {last}",
            "{before}、{last}",
            before = list_of(before),
            last = last.to_string()
        ),
        _ => list_of(items),
    }
}

/// A list with no word before its last: "1, 2, 3".
///
/// ```
/// use grundy_base::text::{Lang, list_of};
/// assert_eq!(list_of(&[1, 2, 3]).render(Lang::En), "1, 2, 3");
/// assert_eq!(list_of(&[1, 2, 3]).render(Lang::Zh), "1、2、3");
/// ```
pub fn list_of<T: fmt::Display>(items: &[T]) -> Message {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    message!("{en}", "{zh}", en = items.join(", "), zh = items.join("、"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_filled_in_both_languages() {
        let message = message!("{a} and {b}", "{b} 与 {a}", a = 1u32, b = "x");
        assert_eq!(message.render(Lang::En), "1 and x");
        assert_eq!(message.render(Lang::Zh), "x 与 1");
    }

    #[test]
    fn what_is_counted_agrees_with_its_number() {
        let told = |count: u64| {
            let message = message!(
                "{n#byte}, {n#vertex/vertices}",
                "{n} 字节，{n} 个顶点",
                n = count
            );
            (message.render(Lang::En), message.render(Lang::Zh))
        };
        assert_eq!(told(1).0, "1 byte, 1 vertex");
        assert_eq!(told(0).0, "0 bytes, 0 vertices");
        assert_eq!(told(2).0, "2 bytes, 2 vertices");
        assert_eq!(told(1).1, "1 字节，1 个顶点");
    }

    #[test]
    fn long_numbers_are_shortened() {
        let long = Natural::from(10u8).pow(99);
        assert_eq!(
            short(&long),
            "10000000000000000000…00000000000000000000 (100 digits)"
        );
    }
}
