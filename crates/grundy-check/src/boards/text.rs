//! Pieces of a line that know where they begin, and what may be wrong with a line.

/// A piece of a text, behind so many bytes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'t>(pub(super) usize, pub(super) &'t str);

/// The pieces between separators.
pub(super) fn split(text: &str, separator: char) -> impl Iterator<Item = Place<'_>> {
    let mut start = 0;
    text.split(separator).map(move |piece| {
        let at = start;
        start += piece.len() + separator.len_utf8();
        Place(at, piece)
    })
}

/// A number of digits and nothing else; one that is far too large is the greatest.
pub(super) fn digits(text: &str) -> Option<usize> {
    let sound = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    sound.then(|| text.parse().unwrap_or(usize::MAX))
}

/// What is wrong behind so many bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slip(pub(super) usize, pub(super) Flaw);

impl Slip {
    /// The same, told of a text with so many bytes more before it.
    pub(super) fn after(self, bytes: usize) -> Slip {
        Slip(self.0.saturating_add(bytes), self.1)
    }
}

/// What is wrong with a line of a table of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The line ends in the file's end, without a line feed.
    Cut,
    /// It is longer than any should be.
    Long,
    /// It is not UTF-8.
    NotText,
    /// It should begin with this word and a blank.
    Word(&'static str),
    /// The game is not known.
    Game,
    /// A board or a graph has no squares, or too many.
    Size,
    /// A row does not have as many squares as the first, or none.
    Row,
    /// Neither `.` nor `x`.
    Square,
    /// No vertex has this name.
    Vertex,
    /// A vertex is named twice.
    Twice,
    /// ` = VALUE` or ` ! {VALUE,…}` should stand here.
    Claim,
    /// A number should stand here, without needless zeros, and of at most nine digits.
    Number,
    /// Values that are excluded must rise, and be below 64.
    Values,
    /// Something stands behind the end of the line's claim.
    More,
    /// `sha256` and 64 hexadecimal digits should stand here.
    Hash,
}
