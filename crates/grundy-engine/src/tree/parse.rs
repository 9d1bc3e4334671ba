//! Trees as text: lists of parents and of edges, read at some nanoseconds a number.
//!
//! Eight bytes are looked at together: the first byte that is no digit ends the number, and three multiplications
//! make the digits before it a number. Whatever is out of the ordinary (long numbers,
//! runs of blanks, the last bytes, mistakes) is read byte by byte.

use std::error::Error;
use std::fmt;

use grundy_base::message;
use grundy_base::text::Message;

/// A place in a text: line and column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl LineColumn {
    /// The place of the byte with this index. Linear time: meant for messages.
    pub fn of(text: &[u8], at: usize) -> LineColumn {
        let before = &text[..at.min(text.len())];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        LineColumn {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: before[line_start..]
                .iter()
                .filter(|&&byte| byte & 0xC0 != 0x80)
                .count()
                + 1,
        }
    }
}

impl LineColumn {
    /// The place in words.
    pub fn message(self) -> Message {
        message!(
            "line {line}, column {column}",
            "第 {line} 行第 {column} 列",
            line = self.line,
            column = self.column
        )
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// A text is no list of parents or edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The place of the error in the text.
    pub place: LineColumn,
    /// What is wrong there.
    pub problem: Problem,
}

/// What may be wrong with a list of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A byte other than a digit, a blank or a comma.
    Character(u8),
    /// A comma that does not stand between two numbers.
    Comma,
    /// A number beyond 32 bits.
    TooLarge,
    /// A number smaller than that of the first vertex.
    BelowFirst(u32),
    /// The last edge has only one end.
    OneEnd,
}

impl Problem {
    /// What was expected, without the place.
    pub fn message(self) -> Message {
        match self {
            Problem::Character(byte) => message!(
                "expected a vertex number, found '{found}'",
                "此处应为顶点编号，却是 '{found}'",
                found = byte.escape_ascii().to_string()
            ),
            Problem::Comma => message!(
                "expected a vertex number on each side of the comma",
                "逗号两侧都应为顶点编号"
            ),
            Problem::TooLarge => message!(
                "expected a vertex number, at most {most}",
                "此处应为顶点编号，至多 {most}",
                most = u32::MAX
            ),
            Problem::BelowFirst(first) => message!(
                "expected a vertex number; the first vertex is {first}",
                "此处应为顶点编号；最小编号为 {first}",
                first = first
            ),
            Problem::OneEnd => message!(
                "expected the other end of the last edge",
                "此处应为最后一条边的另一端点"
            ),
        }
    }

    /// A text without the problem.
    pub fn example(self) -> &'static str {
        match self {
            Problem::OneEnd => "0 1",
            _ => "0,0,1,1",
        }
    }
}

impl ParseError {
    /// The whole message: place, what was expected, an example.
    pub fn message(&self) -> Message {
        message!(
            "{place}: {what}; for example {example}",
            "{place}：{what}；例如 {example}",
            place = self.place.message(),
            what = self.problem.message(),
            example = self.problem.example()
        )
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for ParseError {}

/// Reads the parents of the second, third, … vertex, separated by blanks, line ends or commas. The first vertex, the root, is
/// called `first` in the text (0 or 1, as a rule) and 0 in the answer.
///
/// ```
/// use grundy_engine::tree::parse_parents;
/// assert_eq!(parse_parents(b"0,0, 1\n1", 0)?, [0, 0, 1, 1]);
/// assert_eq!(parse_parents(b"1 1 2 2", 1)?, [0, 0, 1, 1]);
/// let error = parse_parents(b"0,0\n1,x", 0).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 3: expected a vertex number, found 'x'; for example 0,0,1,1");
/// # Ok::<(), grundy_engine::tree::ParseError>(())
/// ```
pub fn parse_parents(text: &[u8], first: u32) -> Result<Vec<u32>, ParseError> {
    let mut numbers = Numbers::new(text, first);
    let mut parents = Vec::with_capacity(text.len() / 8);
    while let Some(parent) = numbers.next()? {
        parents.push(parent);
    }
    Ok(parents)
}

/// Reads edges, two ends each, all numbers separated by blanks, line ends or commas. The root is called `first` in the
/// text (0 or 1, as a rule) and 0 in the answer.
///
/// ```
/// use grundy_engine::tree::parse_edges;
/// assert_eq!(parse_edges(b"1 2\n3 1\n", 1)?, [(0, 1), (2, 0)]);
/// # Ok::<(), grundy_engine::tree::ParseError>(())
/// ```
pub fn parse_edges(text: &[u8], first: u32) -> Result<Vec<(u32, u32)>, ParseError> {
    let mut numbers = Numbers::new(text, first);
    let mut edges = Vec::with_capacity(text.len() / 16);
    while let Some(one) = numbers.next()? {
        let Some(other) = numbers.next()? else {
            return Err(ParseError {
                place: LineColumn::of(text, text.len()),
                problem: Problem::OneEnd,
            });
        };
        edges.push((one, other));
    }
    Ok(edges)
}

/// The numbers of a text, in turn.
pub(super) struct Numbers<'a> {
    text: &'a [u8],
    /// The next byte to be read.
    at: usize,
    first: u32,
    /// A comma may stand here: there is a number before it, and no comma since.
    comma_may_follow: bool,
    /// The comma that awaits a number, if one does.
    comma: Option<usize>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(text: &'a [u8], first: u32) -> Self {
        Numbers {
            text,
            at: 0,
            first,
            comma_may_follow: false,
            comma: None,
        }
    }

    /// The next number, or `None` at the end.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Result<Option<u32>, ParseError> {
        if let Some((number, width)) = short_number(&self.text[self.at..]) {
            let stop = self.text[self.at + width];
            if stop == b'\n' || stop == b' ' || stop == b',' {
                let start = self.at;
                self.comma_may_follow = stop != b',';
                self.comma = (stop == b',').then_some(start + width);
                self.at = start + width + 1;
                return match number.checked_sub(self.first) {
                    Some(vertex) => Ok(Some(vertex)),
                    None => Err(self.error(start, Problem::BelowFirst(self.first))),
                };
            }
        }
        self.next_slowly()
    }

    /// The next number read byte by byte: `None` at the end of the text, or what is wrong and where.
    #[cold]
    fn next_slowly(&mut self) -> Result<Option<u32>, ParseError> {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b',' if self.comma_may_follow => {
                    (self.comma_may_follow, self.comma) = (false, Some(self.at));
                    self.at += 1;
                }
                b',' => return Err(self.error(self.at, Problem::Comma)),
                b'0'..=b'9' => return self.number().map(Some),
                _ => return Err(self.error(self.at, Problem::Character(byte))),
            }
        }
        match self.comma {
            Some(at) => Err(self.error(at, Problem::Comma)),
            None => Ok(None),
        }
    }

    /// The number that begins here.
    fn number(&mut self) -> Result<u32, ParseError> {
        let start = self.at;
        let mut number = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.text.get(self.at) {
            let longer = number
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(u32::from(digit - b'0')));
            number = longer.ok_or_else(|| self.error(start, Problem::TooLarge))?;
            self.at += 1;
        }
        (self.comma_may_follow, self.comma) = (true, None);
        number
            .checked_sub(self.first)
            .ok_or_else(|| self.error(start, Problem::BelowFirst(self.first)))
    }

    #[cold]
    fn error(&self, at: usize, problem: Problem) -> ParseError {
        ParseError {
            place: LineColumn::of(self.text, at),
            problem,
        }
    }
}

/// A number of one to seven digits at the beginning of a text of at least eight bytes, and how many digits it has. The
/// digits become the last of eight, behind zeros.
#[inline(always)]
fn short_number(text: &[u8]) -> Option<(u32, usize)> {
    let word = u64::from_le_bytes(*text.first_chunk()?) ^ 0x3030_3030_3030_3030;
    // The top bit of each byte that is no digit; a carry can only reach bytes after the first such.
    let stops = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    // PERF: the commonest width in a large tree is guessed, so the next number need not wait for this one's end; an
    // eighth less time for 10^7 edges.
    if stops == 0x8000_0000_0000_0000 {
        return Some((number(word << 8), 7));
    }
    let width = stops.trailing_zeros() / 8;
    if width == 0 || width == 8 {
        return None;
    }
    Some((number(word << (64 - 8 * width)), width as usize))
}

/// The number of eight digits, each a byte, the first the lowest: pairs, fours and all eight are added up.
#[inline(always)]
fn number(digits: u64) -> u32 {
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    let number = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF;
    number as u32
}
