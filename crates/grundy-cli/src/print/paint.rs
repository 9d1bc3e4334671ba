//! Colours, and text that lies in columns: a Chinese character is two columns wide.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use grundy::Lang;
pub(crate) use grundy_service::states::brief;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::words::Word;

/// Colours text where that is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// A painter that may also leave everything plain.
    pub(crate) fn new(on: bool) -> Paint {
        Paint { on }
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.on {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    fn coloured(self, color: AnsiColor, text: &str) -> String {
        let style = Style::new().fg_color(Some(Color::Ansi(color))).bold();
        self.styled(style, text)
    }

    /// Emphasis.
    pub(crate) fn bold(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// What matters less.
    pub(crate) fn dim(self, text: &str) -> String {
        self.styled(Style::new().dimmed(), text)
    }

    /// A win for the player to move.
    pub(crate) fn win(self, text: &str) -> String {
        self.coloured(AnsiColor::Green, text)
    }

    /// A loss for the player to move.
    pub(crate) fn loss(self, text: &str) -> String {
        self.coloured(AnsiColor::Red, text)
    }

    /// Neither, or not known.
    pub(crate) fn open(self, text: &str) -> String {
        self.coloured(AnsiColor::Yellow, text)
    }

    /// The word before an error.
    pub(crate) fn error(self, text: &str) -> String {
        self.loss(text)
    }

    /// A heading.
    pub(crate) fn heading(self, text: &str) -> String {
        self.coloured(AnsiColor::Cyan, text)
    }
}

/// Columns that text takes on a terminal.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Text followed by blanks up to a width.
pub(crate) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Text after blanks up to a width.
pub(crate) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text without control characters, which could move the cursor or hide what follows.
pub(crate) fn clean(text: &str) -> String {
    let shown = |character: char| {
        if character.is_control() {
            '\u{fffd}'
        } else {
            character
        }
    };
    text.chars().map(shown).collect()
}

/// Adds text in lines of at most `columns`, each after `indent` blanks. Lines break at blanks, and anywhere beside a
/// wide character but before closing punctuation.
pub(crate) fn wrapped(out: &mut String, text: &str, indent: usize, columns: usize) {
    let room = columns.saturating_sub(indent).max(20);
    let mut line = String::new();
    let flush = |line: &mut String, out: &mut String| {
        let _ = writeln!(out, "{}{}", " ".repeat(indent), line.trim_end());
        line.clear();
    };
    for piece in pieces(text) {
        if !line.is_empty() && width(&line) + width(piece.trim_end()) > room {
            flush(&mut line, out);
        }
        if !line.is_empty() || !piece.trim().is_empty() {
            line.push_str(piece);
        }
    }
    if !line.trim().is_empty() {
        flush(&mut line, out);
    }
}

/// Adds rows, each of a label and the text beside it; those without a text are left out.
pub(crate) fn labelled(
    out: &mut String,
    rows: &[(Word, impl AsRef<str>)],
    lang: Lang,
    paint: Paint,
    columns: usize,
) {
    let rows = rows
        .iter()
        .map(|(label, text)| (label.of(lang), text.as_ref()));
    let rows: Vec<_> = rows.filter(|(_, text)| !text.is_empty()).collect();
    let labels = rows
        .iter()
        .map(|(label, _)| width(label))
        .max()
        .unwrap_or(0);
    for (label, text) in rows {
        let mut lines = String::new();
        wrapped(&mut lines, text, labels + 3, columns);
        let label = paint.dim(&left(label, labels));
        let _ = write!(out, "{label}   {}", lines.trim_start());
    }
}

/// Pieces between which a line may break.
fn pieces(text: &str) -> Vec<&str> {
    let is_wide = |character: char| character.width().unwrap_or(0) > 1;
    let closes = |character: char| "，。；：、）》」』”’！？,.;:)!?…".contains(character);
    let opens = |character: char| "（《「『“‘(".contains(character);
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, character) in text.char_indices() {
        if let Some(before) = before {
            let at_blank = before == ' ' && character != ' ';
            let beside_wide = (is_wide(before) || is_wide(character))
                && !closes(character)
                && !opens(before)
                && character != ' ';
            if at_blank || beside_wide {
                pieces.push(&text[start..at]);
                start = at;
            }
        }
        before = Some(character);
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_within_their_width_and_lose_nothing() {
        for text in [
            "Heaps of stones; take any number of stones, at least one, from one heap.",
            "若干堆石子；每次从某一堆取走至少一颗，取走最后一颗者胜，不能行动者负。",
            "averyveryveryverylongwordthatdoesnotfit in it",
        ] {
            let mut out = String::new();
            wrapped(&mut out, text, 2, 30);
            let words = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(words(&out), words(text));
            for line in out.lines() {
                assert!(width(line) <= 32 || !line.trim().contains(' '), "{line}");
            }
        }
    }

    #[test]
    fn the_middle_is_left_out() {
        assert_eq!(brief("abcdefgh", 8), "abcdefgh");
        assert_eq!(brief("abcdefghi", 7), "abc…ghi");
        assert_eq!(clean("a\u{1b}[2Jb"), "a\u{fffd}[2Jb");
    }
}
