//! The query of an address, read strictly: a `%` without two hexadecimal digits or bytes that are no UTF-8 are mistakes,
//! not something to guess at.

use grundy::Lang;

/// A query that cannot be read: the first text that is wrong, in printable form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unreadable(pub(crate) String);

/// Names and values, in order; a name without `=` has an empty value.
pub(crate) fn pairs(query: &str) -> Result<Vec<(String, String)>, Unreadable> {
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}

/// The text of a part: `+` is a blank, `%41` a byte.
fn decoded(text: &str) -> Result<String, Unreadable> {
    let wrong = || Unreadable(text.chars().take(60).collect());
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let (high, low) = (hex(rest.next()), hex(rest.next()));
                let (high, low) = high.zip(low).ok_or_else(wrong)?;
                high << 4 | low
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

fn hex(digit: Option<u8>) -> Option<u8> {
    let digit = char::from(digit?).to_digit(16)?;
    u8::try_from(digit).ok()
}

/// The language that a query asks for, as far as it can be read: what is wrong with a request is told in it.
pub(crate) fn lang(query: &str) -> Option<Lang> {
    query
        .split('&')
        .find_map(|pair| named(pair.strip_prefix("lang=")?))
}

/// A language by its tag.
pub(crate) fn named(tag: &str) -> Option<Lang> {
    match tag {
        "en" => Some(Lang::En),
        "zh" => Some(Lang::Zh),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries() {
        let read = |query: &str| {
            let pairs = pairs(query).expect("a query");
            let pairs: Vec<String> = pairs.iter().map(|(n, v)| format!("{n}={v}")).collect();
            pairs.join(";")
        };
        assert_eq!(read(""), "");
        assert_eq!(read("game=nim+3%205&misere"), "game=nim 3 5;misere=");
        assert_eq!(read("a=%2B%e5%B0%BC&&b==%3d"), "a=+\u{5c3c};b===");
        for wrong in [
            "a=%", "a=%4", "a=%zz", "%+1=a", "a=%ff", "a=%e5%b0", "a=%c0%80",
        ] {
            assert!(pairs(wrong).is_err(), "{wrong}");
        }
        assert_eq!(lang("game=%&lang=zh"), Some(Lang::Zh));
        assert_eq!(lang("lang=fr"), None);
    }
}
