//! The rule of a format: the notation of a game with gaps that a case fills.
//!
//! `nim {heap}` with the heaps 3 5 7 is `nim 3 5 7`; a word with lists is repeated for each
//! entry, as `bounded {heap},{limit}`, but within the name its entries are joined by commas, as
//! `take:{take} {heap}`. `{n-1}` adds or takes away a number, `{1..n}` is a run of numbers.

use super::layout::{Field, Layout, named};
use grundy::{Message, message};

/// One end of a run of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Always this number.
    Fixed(u64),
    /// The number of that name, with something added.
    Named(Field, i64),
}

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Literal(String),
    /// The number of a field, or each of its entries, with something added.
    Gap(Field, i64),
    /// The numbers from one end to the other.
    Run(End, End),
    /// The letters of a field, in the place of its alphabet those given; lines of a board are joined by `/`.
    Letters(Field, Option<(Vec<u8>, Vec<u8>)>),
    /// A word for each row of its lists, joined by commas.
    Joined(Vec<Piece>),
}

/// The notation of a game with gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub(crate) text: String,
    /// Whether who cannot move wins.
    pub(crate) misere: bool,
    /// Name and parameters.
    pub(crate) name: Vec<Piece>,
    /// The words of the position.
    pub(crate) words: Vec<Vec<Piece>>,
}

/// What numbers a case has, by field: one for a number, all entries for a list. Those of a field that may be below 0 are held as the 128 bits
/// of a number with a sign; formulas alone read them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers(
    pub(crate) Vec<Vec<u128>>,
    /// By field, whether its numbers may be below 0.
    Vec<bool>,
);

/// Why a rule cannot be written out for a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gapped {
    /// A number becomes negative, or too large.
    Range { field: Field, plus: i64 },
    /// There are more words than may be kept.
    TooMany,
}

/// `number + plus`.
pub(crate) fn shifted(number: u128, plus: i64) -> Option<u128> {
    number.checked_add_signed(plus.into())
}

pub(crate) type Fault = (usize, Message);

impl Rule {
    pub(crate) fn parse(text: &str, layout: &Layout) -> Result<Rule, Fault> {
        let mut words = Vec::new();
        let mut misere = false;
        let mut at = 0;
        for word in text.split(' ') {
            match word {
                "" => {}
                "--misere" if words.is_empty() => misere = true,
                "+" => {
                    return Err((
                        at,
                        message!(
                            "a rule must be one game, not a sum",
                            "规则是单个游戏，不能是和"
                        ),
                    ));
                }
                word => words.push((at, pieces(word, at, layout)?)),
            }
            at += word.len() + 1;
        }
        if words.is_empty() {
            let wanted = match misere {
                true => {
                    message!(
                        "expected a game after --misere, as in \"--misere nim {heap}\"; if the moves are in `options`, write misere = true instead of `rule`",
                        "--misere 之后应为游戏，如 \"--misere nim {heap}\"；若走法写在 `options` 中，请以 misere = true 代替 `rule`"
                    )
                }
                false => message!(
                    "expected a game, as in \"nim {heap}\"",
                    "此处应为游戏，如 \"nim {heap}\""
                ),
            };
            return Err((0, wanted));
        }
        for (at, word) in &words[1..] {
            // Lists of one word are read together, so that they are of one length.
            let mut rows = word.iter().filter_map(|piece| match piece {
                Piece::Gap(field, _) => layout.rows_of(*field).map(|_| *field),
                _ => None,
            });
            let runs = word.iter().filter(|piece| matches!(piece, Piece::Run(..)));
            let first = rows.next();
            let lists = usize::from(first.is_some()) + runs.count();
            let beside = |list| first.is_some_and(|first| layout.are_beside(first, list));
            if lists > 1 || !rows.all(beside) {
                return Err((
                    *at,
                    message!(
                        "lists within one word must be read in the same rows",
                        "同一个字中的各列表须在同一行中读入"
                    ),
                ));
            }
        }
        let mut words = words.into_iter().map(|(_, word)| word);
        Ok(Rule {
            text: text.to_owned(),
            misere,
            name: words.next().unwrap_or_default(),
            words: words.collect(),
        })
    }

    /// The rule as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether who cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// The name where it has no gaps.
    pub(crate) fn plain_name(&self) -> Option<&str> {
        match self.name.as_slice() {
            [Piece::Literal(name)] => Some(name),
            _ => None,
        }
    }

    /// The game of a case, in the notation; at most so many words.
    pub(crate) fn game(&self, numbers: &Numbers, most: usize) -> Result<String, Gapped> {
        let mut game = String::new();
        self.write_name(numbers, &mut game)?;
        let mut count = 0;
        self.each_word(numbers, |word| {
            count += 1;
            game.push(' ');
            game.push_str(word);
            (count <= most).then_some(()).ok_or(Gapped::TooMany)
        })?;
        Ok(game)
    }

    /// The fields that fill its gaps with numbers.
    pub(super) fn fields(&self) -> Vec<Field> {
        fn add(pieces: &[Piece], fields: &mut Vec<Field>) {
            for piece in pieces {
                match piece {
                    Piece::Gap(field, _) => fields.push(*field),
                    Piece::Run(from, to) => {
                        fields.extend([from, to].into_iter().filter_map(|end| match end {
                            End::Named(field, _) => Some(*field),
                            End::Fixed(_) => None,
                        }));
                    }
                    Piece::Joined(pieces) => add(pieces, fields),
                    Piece::Literal(_) | Piece::Letters(..) => {}
                }
            }
        }
        let mut fields = Vec::new();
        let words = self.words.iter().chain([&self.name]);
        words.for_each(|word| add(word, &mut fields));
        fields
    }

    /// Name and parameters.
    pub(crate) fn write_name(&self, numbers: &Numbers, out: &mut String) -> Result<(), Gapped> {
        for piece in &self.name {
            match piece {
                Piece::Literal(text) => out.push_str(text),
                Piece::Gap(field, plus) => {
                    let entries = &numbers.0[*field];
                    for (index, &entry) in entries.iter().enumerate() {
                        if index > 0 {
                            out.push(',');
                        }
                        push(out, *field, entry, *plus)?;
                    }
                }
                Piece::Run(from, to) => {
                    let (from, to) = (end(*from, numbers)?, end(*to, numbers)?);
                    out.push_str(&format!("{from}-{to}"));
                }
                Piece::Letters(field, letters) => spelled(out, *field, letters.as_ref(), numbers),
                Piece::Joined(pieces) => joined(out, pieces, numbers)?,
            }
        }
        Ok(())
    }

    /// The words of the position one by one.
    pub(crate) fn each_word(
        &self,
        numbers: &Numbers,
        mut take: impl FnMut(&str) -> Result<(), Gapped>,
    ) -> Result<(), Gapped> {
        let mut text = String::new();
        for word in &self.words {
            let mut run = None;
            let mut times = 1;
            for piece in word {
                match *piece {
                    Piece::Run(from, to) => {
                        let (from, to) = (end(from, numbers)?, end(to, numbers)?);
                        run = Some(from);
                        times = (to + 1).saturating_sub(from);
                    }
                    Piece::Gap(field, _) if numbers.0[field].len() != 1 => {
                        times = numbers.0[field].len() as u128;
                    }
                    _ => {}
                }
            }
            for index in 0..times {
                text.clear();
                for piece in word {
                    match piece {
                        Piece::Literal(literal) => text.push_str(literal),
                        Piece::Run(..) => {
                            text.push_str(&(run.unwrap_or(0) + index).to_string());
                        }
                        Piece::Gap(field, plus) => {
                            let entries = &numbers.0[*field];
                            // A plain number stays the same in every repetition.
                            let entry = entries.get(index as usize).or(entries.first());
                            push(&mut text, *field, entry.copied().unwrap_or(0), *plus)?;
                        }
                        Piece::Letters(field, letters) => {
                            spelled(&mut text, *field, letters.as_ref(), numbers);
                        }
                        Piece::Joined(pieces) => joined(&mut text, pieces, numbers)?,
                    }
                }
                take(&text)?;
            }
        }
        Ok(())
    }
}

/// Writes letters out.
fn spelled(
    out: &mut String,
    field: Field,
    letters: Option<&(Vec<u8>, Vec<u8>)>,
    numbers: &Numbers,
) {
    for &letter in &numbers.0[field] {
        let letter = u8::try_from(letter).unwrap_or(b'?');
        let place = letters.and_then(|(from, _)| from.iter().position(|&own| own == letter));
        out.push(char::from(match (letter, letters, place) {
            (b'\n', _, _) => b'/',
            (_, Some((_, to)), Some(place)) => to[place],
            _ => letter,
        }));
    }
}

/// Writes pieces out for each row.
fn joined(out: &mut String, pieces: &[Piece], numbers: &Numbers) -> Result<(), Gapped> {
    let lists = pieces.iter().filter_map(|piece| match piece {
        Piece::Gap(field, _) => Some(numbers.0[*field].len()),
        _ => None,
    });
    for row in 0..lists.max().unwrap_or(0) {
        if row > 0 {
            out.push(',');
        }
        for piece in pieces {
            match piece {
                Piece::Literal(text) => out.push_str(text),
                Piece::Gap(field, plus) => {
                    let entries = &numbers.0[*field];
                    let entry = entries.get(row).or(entries.first()).copied();
                    push(out, *field, entry.unwrap_or(0), *plus)?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn push(out: &mut String, field: Field, number: u128, plus: i64) -> Result<(), Gapped> {
    let number = shifted(number, plus).ok_or(Gapped::Range { field, plus })?;
    out.push_str(&number.to_string());
    Ok(())
}

fn end(end: End, numbers: &Numbers) -> Result<u128, Gapped> {
    match end {
        End::Fixed(number) => Ok(number.into()),
        End::Named(field, plus) => numbers.0[field]
            .first()
            .and_then(|&number| shifted(number, plus))
            .filter(|&number| number < u128::MAX)
            .ok_or(Gapped::Range { field, plus }),
    }
}

/// Takes a word apart.
fn pieces(word: &str, at: usize, layout: &Layout) -> Result<Vec<Piece>, Fault> {
    if let Some(each) = word.strip_suffix(",..") {
        // A name has its rows behind the last colon.
        let head = each.find(['{']).and_then(|gap| each[..gap].rfind(':'));
        let (head, each) = each.split_at(head.map_or(0, |colon| colon + 1));
        let mut pieces = Vec::new();
        if !head.is_empty() {
            pieces.push(Piece::Literal(head.to_owned()));
        }
        pieces.push(Piece::Joined(pieces_of(each, at + head.len(), layout)?));
        return Ok(pieces);
    }
    pieces_of(word, at, layout)
}

fn pieces_of(word: &str, at: usize, layout: &Layout) -> Result<Vec<Piece>, Fault> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let here = at + word.len() - rest.len();
        let (literal, gap) = rest.split_once('{').unwrap_or((rest, ""));
        if literal.contains('}') {
            return Err((
                here,
                message!("a '}' without a matching '{'", "'}' 没有对应的 '{'"),
            ));
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal.to_owned()));
        }
        if literal.len() == rest.len() {
            break;
        }
        let here = here + literal.len() + 1;
        let Some((gap, after)) = gap.split_once('}') else {
            return Err((
                here,
                message!("a '{' without a matching '}'", "'{' 没有对应的 '}'"),
            ));
        };
        pieces.push(fill(gap, layout).ok_or((
            here,
            message!(
                "expected a name of the layout, as in {heap}, {n-1} or {1..n}",
                "此处应为布局中的名字，如 {heap}、{n-1} 或 {1..n}"
            ),
        ))?);
        rest = after;
    }
    Ok(pieces)
}

fn fill(gap: &str, layout: &Layout) -> Option<Piece> {
    let gap_of = |text: &str| {
        let (name, plus) = named(text)?;
        Some((layout.field(name)?, plus))
    };
    let (name, letters) = match gap.split_once(':') {
        Some((name, letters)) => (name, Some(letters.as_bytes().to_vec())),
        None => (gap, None),
    };
    if let Some((field, alphabet)) = layout
        .field(name)
        .and_then(|field| Some((field, layout.alphabet(field)?)))
    {
        let letters = letters.map(|letters| (alphabet.to_vec(), letters));
        let fit = letters
            .as_ref()
            .is_none_or(|(from, to)| from.len() == to.len());
        return fit.then_some(Piece::Letters(field, letters));
    }
    let Some((from, to)) = gap.split_once("..") else {
        return gap_of(gap).map(|(field, plus)| Piece::Gap(field, plus));
    };
    let end = |text: &str| match text.parse() {
        Ok(number) => Some(End::Fixed(number)),
        Err(_) => {
            let (field, plus) = gap_of(text)?;
            layout
                .rows_of(field)
                .is_none()
                .then_some(End::Named(field, plus))
        }
    };
    Some(Piece::Run(end(from)?, end(to)?))
}

impl Numbers {
    /// None yet.
    pub(crate) fn of(layout: &Layout) -> Numbers {
        let fields = 0..layout.names().len();
        let below = fields.clone().map(|field| layout.may_be_negative(field));
        Numbers(fields.map(|_| Vec::new()).collect(), below.collect())
    }

    /// Whether numbers of a field may be below 0.
    pub(crate) fn may_be_negative(&self, field: Field) -> bool {
        self.1.get(field).copied().unwrap_or(false)
    }

    /// An entry of a field as formulas take it; nothing where it has more than 64 bits.
    pub(crate) fn narrow(&self, field: Field, entry: u128) -> Option<i64> {
        match self.may_be_negative(field) {
            true => i64::try_from(entry.cast_signed()).ok(),
            false => i64::try_from(entry).ok(),
        }
    }

    /// Whether lists are as long as each other.
    pub(crate) fn are_even(&self, lists: &[Field]) -> bool {
        let mut lengths = lists.iter().map(|&list| self.0[list].len());
        let first = lengths.next();
        lengths.all(|length| Some(length) == first)
    }

    /// The number of a field that was read last.
    pub(crate) fn last(&self, field: Field) -> u128 {
        self.0[field].last().copied().unwrap_or(0)
    }

    /// The number of a field that is no list.
    pub(crate) fn one(&self, field: Field) -> u128 {
        self.0[field].first().copied().unwrap_or(0)
    }

    /// A number that is fixed or named.
    pub(crate) fn parameter(&self, parameter: super::Parameter) -> u128 {
        match parameter {
            super::Parameter::Fixed(number) => number.into(),
            super::Parameter::Named(field) => self.one(field),
        }
    }
}
