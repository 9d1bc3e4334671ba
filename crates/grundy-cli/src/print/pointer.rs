//! A text with a caret under what is wrong in it.

use unicode_width::UnicodeWidthChar;

use crate::print::paint::Paint;

/// Characters shown before and after the place.
const BEFORE: usize = 40;
const AFTER: usize = 30;

/// Two lines: the text around a column (in characters, from 1), and carets under it.
pub(crate) fn pointed(text: &str, column: usize, length: usize, paint: Paint) -> String {
    let shown = |character: char| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    };
    let at = column.saturating_sub(1);
    let first = at.saturating_sub(BEFORE);
    let window: Vec<char> = text
        .chars()
        .skip(first)
        .take(BEFORE + AFTER)
        .map(shown)
        .collect();
    if window.iter().all(|character| *character == ' ') {
        return String::new();
    }
    let columns = |characters: &[char]| -> usize {
        characters
            .iter()
            .map(|character| character.width().unwrap_or(0))
            .sum()
    };
    let place = (at - first).min(window.len());
    let wrong = &window[place..(place + length).min(window.len())];
    let line: String = window.iter().collect();
    let more = if first > 0 { "…" } else { "" };
    let carets = "^".repeat(columns(wrong).max(1));
    format!(
        "    {more}{}\n    {}{}\n",
        line.trim_end(),
        " ".repeat(columns(&window[..place]) + more.chars().count()),
        paint.error(&carets)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_what_is_wrong() {
        let plain = Paint::new(false);
        assert_eq!(
            pointed("nim 3 xy 7", 7, 2, plain),
            "    nim 3 xy 7\n          ^^\n"
        );
        assert_eq!(
            pointed("nim 尼 姆", 7, 1, plain),
            "    nim 尼 姆\n           ^^\n"
        );
        assert_eq!(pointed("nim 3 + ", 9, 1, plain).lines().count(), 2);
        assert_eq!(pointed("", 1, 1, plain), "");
        let long = format!("nim {} x", "7 ".repeat(100));
        let lines = pointed(&long, 206, 1, plain);
        let (text, carets) = lines.split_once('\n').expect("two lines");
        let text: Vec<char> = text.chars().collect();
        assert_eq!(text[carets.find('^').expect("a caret")], 'x');
    }
}
