//! From syntax to what is matched: names have places, letters numbers, and every name is bound before it is used.
//!
//! The pieces of the left side bind names from the left to the right, what is left of the generators follows in its order. A move all of
//! whose names stand for single letters and for few numbers is written out into pairs of words, left and right ([`Pair`]): most rules are
//! a handful of such pairs, and what is found out of a rule (what no move touches, measures, symmetry) is found out of pairs.

use crate::message;
use crate::rule::syntax::Span;
use crate::rule::{Given, RuleError};

use super::matching::{self, Value};
use super::parse::{CUT, FLIP, GROUP, KEPT, KEYWORDS, PALINDROME, RUN, WHERE};
use super::syntax::{Clause, Condition, Defined, Domain, Item, Number, Operand, Piece, Syntax};

/// Most letters of an alphabet: a set of them is a word of the machine.
pub(crate) const MOST_LETTERS: usize = 64;

/// Most pairs that a rule is written out into.
const MOST_PAIRS: usize = 4096;

/// Most boards into which a move cuts one.
const MOST_BOARDS: usize = 4;

/// Longest side of a pair.
const LONGEST_PAIR: usize = 64;

/// What a rule says, ready to be matched.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The alphabet.
    pub(crate) letters: Vec<char>,
    pub(crate) cyclic: bool,
    /// Whether places along a line mean nothing.
    pub(crate) grid: bool,
    /// One for each alternative of each clause.
    pub(crate) moves: Vec<Move>,
    /// Those about groups and boards of a grid.
    pub(crate) shaped: Vec<Move>,
    /// All moves written out, where they are few.
    pub(crate) pairs: Option<Vec<Pair>>,
    /// The words of tables.
    pub(crate) family: Option<Family>,
}

/// A word by numbers.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) parts: Vec<Part>,
    pub(crate) numbers: usize,
}

/// An alternative of a clause: what its left side matches becomes what its right side says. Letters are their places in the rule's
/// alphabet, sets of them bits.
#[derive(Clone, Debug)]
pub struct Move {
    /// Only at the beginning of the word.
    pub start: bool,
    /// Only at its end.
    pub end: bool,
    /// The pieces of the left side, from the left to the right; they bind names in this order.
    pub left: Vec<Part>,
    /// The pieces of the right side.
    pub right: Vec<Part>,
    /// The names.
    pub slots: Vec<Slot>,
    /// The slots that the left side does not bind, in the order in which they are bound.
    pub rest: Vec<usize>,
    /// The conditions, which must all hold.
    pub tests: Vec<Test>,
}

/// A piece of a side, so many times.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The piece.
    pub what: What,
    /// How often it stands there.
    pub times: Times,
}

/// Letters of a side.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// These letters.
    Letters(Vec<u8>),
    /// What a name stands for.
    Slot(usize),
    /// The same backwards.
    Back(usize),
}

/// How often a piece stands somewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Times {
    /// Once.
    Once,
    /// The slot is bound by how often it is found.
    Bind(usize),
    /// So often; a name stands on the left at least once.
    Of(Num),
}

/// A name of a move.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The name.
    pub name: String,
    /// What it runs through.
    pub domain: Dom,
}

/// What a name runs through.
#[derive(Clone, Debug)]
pub enum Dom {
    /// One of these letters.
    Letters(u64),
    /// Any of these letters side by side, or none.
    Words(u64),
    /// Whole runs of one of these letters.
    Runs(u64),
    /// Groups of one of these letters in a grid.
    Groups(u64),
    /// Boards into which a grid is cut.
    Boards,
    /// The numbers from one to another, both included; without an end only where the name says how often something stands on the left.
    Range(Num, Option<Num>),
    /// These numbers.
    Set(Vec<Num>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Num {
    /// This one.
    Constant(i64),
    /// What a name stands for.
    Slot(usize),
    /// How many letters a name stands for.
    Length(usize),
    /// How many of these letters are among those that a name stands for.
    Count(usize, u64),
    /// Over how many rows of a grid a name reaches.
    Rows(usize),
    /// Over how many columns.
    Columns(usize),
    /// How many cells with one of these letters lie beside a group.
    Beside(usize, u64),
    /// How many cells with the letter of another name lie beside a group.
    BesideName(usize, usize),
    /// `+`, `-`, `*`, `/` or `%` of two numbers; the last two are rounded down.
    Of(char, Box<(Num, Num)>),
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Test {
    /// A chain of comparisons of numbers.
    Numbers(Num, Vec<(&'static str, Num)>),
    /// A chain of comparisons of words by `==` and `!=`; the letter 255 is one that no word has.
    Words(What, Vec<(&'static str, What)>),
    /// It does not hold.
    Not(Box<Test>),
    /// All hold.
    And(Vec<Test>),
    /// One holds.
    Or(Vec<Test>),
}

/// A move written out: these letters become those.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) left: Vec<u8>,
    pub(crate) right: Vec<u8>,
    /// Only at the beginning of the word.
    pub(crate) start: bool,
    /// Only at its end.
    pub(crate) end: bool,
}

/// Checks a rule and makes it ready.
pub(crate) fn compile(
    syntax: &Syntax,
    given: &[(&str, Given)],
) -> (Option<Program>, Vec<RuleError>) {
    let mut checker = Checker {
        grid: syntax.grid.is_some(),
        letters: Vec::new(),
        constants: Vec::new(),
        arrays: Vec::new(),
        errors: Vec::new(),
    };
    checker.define(syntax, given);
    checker.alphabet(syntax);
    let mut moves = Vec::new();
    for clause in &syntax.clauses {
        for right in &clause.right {
            moves.extend(checker.moved(clause, right, syntax.cyclic));
        }
    }
    let family = match syntax.family.as_slice() {
        [] => None,
        items => checker.family(items),
    };
    if !checker.errors.is_empty() {
        return (None, checker.errors);
    }
    let (shaped, moves): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(Move::is_shaped);
    let pairs = written_out(&moves);
    let program = Program {
        letters: checker.letters,
        cyclic: syntax.cyclic,
        grid: syntax.grid.is_some(),
        moves,
        shaped,
        pairs,
        family,
    };
    (Some(program), Vec::new())
}

impl Move {
    /// Whether it is about groups or boards of a grid.
    fn is_shaped(&self) -> bool {
        self.slots.iter().any(Slot::is_shape)
    }
}

impl Slot {
    fn is_shape(&self) -> bool {
        matches!(self.domain, Dom::Groups(_) | Dom::Boards)
    }
}

struct Checker {
    /// Whether letters stand in rows, between which is a sign of its own, and blanks are no cells.
    grid: bool,
    letters: Vec<char>,
    constants: Vec<(String, i64)>,
    arrays: Vec<(String, Vec<i64>)>,
    errors: Vec<RuleError>,
}

/// The names of a clause, and which of them are bound so far.
struct Scope {
    slots: Vec<Slot>,
    bound: Vec<bool>,
    span: Span,
}

impl Scope {
    fn find(&self, name: &str) -> Option<usize> {
        self.slots.iter().position(|slot| slot.name == name)
    }

    fn is_number(&self, slot: usize) -> bool {
        matches!(self.slots[slot].domain, Dom::Range(..) | Dom::Set(_))
    }
}

impl Checker {
    fn error(&mut self, span: Span, message: crate::text::Message, example: &'static str) {
        self.errors.push(RuleError::new(span, message, example));
    }

    fn define(&mut self, syntax: &Syntax, given: &[(&str, Given)]) {
        for (name, value) in given {
            let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_')
                && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
            if !is_word || KEYWORDS.contains(name) {
                let message = message!(
                    "'{name}' cannot name what is given",
                    "'{name}' 不能作为所给数据的名字",
                    name = crate::notation::shortened(name)
                );
                self.error(Span::default(), message, WHERE);
            }
            match value {
                Given::Number(number) => self.constants.push(((*name).to_owned(), *number)),
                Given::Array(numbers) => self.arrays.push(((*name).to_owned(), numbers.clone())),
            }
        }
        for (name, value) in &syntax.definitions {
            if given.iter().any(|(given, _)| given == name) {
                continue;
            }
            match value {
                Defined::Number(number) => self.constants.push((name.clone(), *number)),
                Defined::Array(numbers) => self.arrays.push((name.clone(), numbers.clone())),
            }
        }
    }

    /// Every letter that the rule names.
    fn alphabet(&mut self, syntax: &Syntax) {
        let whole = Span::default();
        let mut texts: Vec<(&str, Span)> = vec![(&syntax.over, whole)];
        let side = |items: &'_ [Item]| -> Vec<(String, Span)> {
            let letters = items.iter().filter_map(|item| match &item.piece {
                Piece::Letters(letters) => Some((letters.clone(), item.span.0)),
                _ => None,
            });
            letters.collect()
        };
        let mut sides = side(&syntax.family);
        for clause in &syntax.clauses {
            sides.extend(side(&clause.left));
            sides.extend(clause.right.iter().flat_map(|right| side(right)));
            for generator in &clause.generators {
                if let Domain::Letters(Some(letters))
                | Domain::Words(Some(letters))
                | Domain::Runs(Some(letters))
                | Domain::Groups(Some(letters)) = &generator.domain
                {
                    sides.push((letters.clone(), generator.span.0));
                }
            }
        }
        // What a condition on groups or boards asks for may stand in a cell.
        if self.grid {
            for clause in &syntax.clauses {
                let mut asked = Vec::new();
                clause
                    .guards
                    .iter()
                    .for_each(|guard| guard.letters(&mut asked));
                sides.extend(asked.into_iter().map(|letters| (letters, clause.span.0)));
            }
        }
        texts.extend(
            sides
                .iter()
                .map(|(letters, span)| (letters.as_str(), *span)),
        );
        let mut all: Vec<char> = Vec::new();
        for (letters, span) in texts {
            for letter in letters.chars() {
                let between = self.grid && "/ ".contains(letter);
                if !between && letter.is_whitespace()
                    || letter.is_control()
                    || "'\"\\".contains(letter)
                {
                    let message = message!(
                        "blanks, quotation marks and '\\' cannot be letters of a word",
                        "空白、引号与 '\\' 不能作为字中的字母"
                    );
                    self.error(span, message, FLIP);
                    break;
                }
                if !all.contains(&letter) {
                    if all.len() == MOST_LETTERS {
                        let message = message!(
                            "a rule names at most {most} letters",
                            "规则最多用 {most} 个字母",
                            most = MOST_LETTERS
                        );
                        return self.error(span, message, FLIP);
                    }
                    all.push(letter);
                }
            }
        }
        self.letters = all;
    }

    fn encode(&self, letters: &str) -> Vec<u8> {
        let places = letters
            .chars()
            .filter_map(|letter| self.letters.iter().position(|known| *known == letter));
        places.map(|place| place as u8).collect()
    }

    fn set(&self, letters: Option<&String>) -> u64 {
        match letters {
            None => {
                let cells = self.letters.iter().enumerate();
                let cells = cells.filter(|(_, letter)| !self.grid || !"/ ".contains(**letter));
                cells.fold(0, |set, (place, _)| set | 1 << place)
            }
            Some(letters) => (self.encode(letters).iter()).fold(0, |set, letter| set | 1 << letter),
        }
    }

    /// A number; names must be bound.
    fn number(&mut self, number: &Number, scope: &Scope) -> Num {
        let wrong = Num::Constant(0);
        match number {
            Number::Constant(number) => Num::Constant(*number),
            Number::Name(name) => {
                if let Some((_, value)) = self.constants.iter().find(|(known, _)| known == name) {
                    return Num::Constant(*value);
                }
                match scope.find(name) {
                    Some(slot) if scope.bound[slot] && scope.is_number(slot) => Num::Slot(slot),
                    Some(slot) if scope.bound[slot] => {
                        let message = message!(
                            "'{name}' stands for letters, not a number; its length is len({name})",
                            "'{name}' 代表字母而不是数；其长度为 len({name})",
                            name = name.as_str()
                        );
                        self.error(scope.span, message, PALINDROME);
                        wrong
                    }
                    _ => {
                        self.unbound(name, scope.span);
                        wrong
                    }
                }
            }
            Number::Length(name) | Number::Count(name, _) => {
                let Some(slot) = self.word_slot(name, scope) else {
                    return wrong;
                };
                match number {
                    Number::Count(_, letters) => Num::Count(slot, self.set(Some(letters))),
                    _ => Num::Length(slot),
                }
            }
            Number::Rows(name) | Number::Columns(name) | Number::Beside(name, _) => {
                let Some(slot) = self.word_slot(name, scope) else {
                    return wrong;
                };
                let is_beside = matches!(number, Number::Beside(..));
                let fits = match scope.slots[slot].domain {
                    Dom::Groups(_) => true,
                    Dom::Boards => !is_beside,
                    _ => false,
                };
                if !fits {
                    let message = match is_beside {
                        true => message!(
                            "'{name}' is not a group, and only groups have cells beside them",
                            "'{name}' 代表的不是连通块，只有连通块才有旁边的格",
                            name = name.as_str()
                        ),
                        false => message!(
                            "'{name}' is neither a group nor a board: only these have rows and columns",
                            "'{name}' 代表的不是连通块或棋盘，没有行数与列数",
                            name = name.as_str()
                        ),
                    };
                    self.error(scope.span, message, if is_beside { GROUP } else { CUT });
                    return wrong;
                }
                match number {
                    Number::Rows(_) => Num::Rows(slot),
                    Number::Columns(_) => Num::Columns(slot),
                    Number::Beside(_, Piece::Name(of)) => match self.word_slot(of, scope) {
                        Some(of) if matches!(scope.slots[of].domain, Dom::Letters(_)) => {
                            Num::BesideName(slot, of)
                        }
                        Some(_) => {
                            let message = message!(
                                "'{name}' does not stand for one letter",
                                "'{name}' 代表的不是一个字母",
                                name = of.as_str()
                            );
                            self.error(scope.span, message, GROUP);
                            wrong
                        }
                        None => wrong,
                    },
                    Number::Beside(_, Piece::Letters(letters)) => {
                        Num::Beside(slot, self.set(Some(letters)))
                    }
                    _ => wrong,
                }
            }
            Number::Of(sign, both) => {
                let left = self.number(&both.0, scope);
                let right = self.number(&both.1, scope);
                Num::Of(*sign, Box::new((left, right)))
            }
        }
    }

    fn unbound(&mut self, name: &str, span: Span) {
        let message = message!(
            "the name '{name}' is not defined here; define it by 'for {name} in letters', 'for {name} in words', 'for {name} in 1..=3' or 'where {name} = 3'",
            "名字 '{name}' 在此没有定义；可用 'for {name} in letters'、'for {name} in words'、'for {name} in 1..=3' 或 'where {name} = 3' 定义",
            name = name
        );
        let error = RuleError::new(span, message, KEPT).about(name);
        self.errors.push(error);
    }

    /// The place of a name that stands for letters.
    fn word_slot(&mut self, name: &str, scope: &Scope) -> Option<usize> {
        match scope.find(name) {
            Some(slot) if scope.bound[slot] && !scope.is_number(slot) => Some(slot),
            Some(slot) if scope.bound[slot] => {
                let message = message!(
                    "'{name}' stands for a number, not letters",
                    "'{name}' 代表数而不是字母",
                    name = name
                );
                self.error(scope.span, message, PALINDROME);
                None
            }
            _ => {
                self.unbound(name, scope.span);
                None
            }
        }
    }

    fn domain(&mut self, domain: &Domain, scope: &Scope) -> Dom {
        match domain {
            Domain::Letters(of) => Dom::Letters(self.set(of.as_ref())),
            Domain::Words(of) => Dom::Words(self.set(of.as_ref())),
            Domain::Runs(of) => Dom::Runs(self.set(of.as_ref())),
            Domain::Groups(of) => Dom::Groups(self.set(of.as_ref())),
            Domain::Boards => Dom::Boards,
            Domain::Range(from, to) => {
                let from = self.number(from, scope);
                let to = to.as_ref().map(|(to, inclusive)| {
                    let to = self.number(to, scope);
                    match inclusive {
                        true => to,
                        false => Num::Of('-', Box::new((to, Num::Constant(1)))),
                    }
                });
                Dom::Range(from, to)
            }
            Domain::Set(numbers) => Dom::Set(
                numbers
                    .iter()
                    .map(|number| self.number(number, scope))
                    .collect(),
            ),
            Domain::Equal(number) => Dom::Set(vec![self.number(number, scope)]),
            Domain::Array(name) => {
                let array = self.arrays.iter().find(|(known, _)| known == name);
                match array {
                    Some((_, numbers)) => {
                        Dom::Set(numbers.iter().copied().map(Num::Constant).collect())
                    }
                    None => {
                        let message = message!(
                            "'{name}' is not an array; define it by 'where {name} = [1,2]'",
                            "'{name}' 不是数组；可用 'where {name} = [1,2]' 定义",
                            name = name.as_str()
                        );
                        let error = RuleError::new(scope.span, message, WHERE).about(name);
                        self.errors.push(error);
                        Dom::Set(Vec::new())
                    }
                }
            }
        }
    }

    /// Binds the name of a slot: what its numbers are must be known by now.
    fn bind(&mut self, slot: usize, clause: &Clause, scope: &mut Scope) {
        let generator = &clause.generators[slot];
        let span = std::mem::replace(&mut scope.span, generator.span.0);
        let domain = self.domain(&generator.domain, scope);
        scope.span = span;
        scope.slots[slot].domain = domain;
        scope.bound[slot] = true;
    }

    fn moved(&mut self, clause: &Clause, right: &[Item], cyclic: bool) -> Option<Move> {
        let before = self.errors.len();
        let mut scope = Scope {
            slots: Vec::new(),
            bound: vec![false; clause.generators.len()],
            span: clause.span.0,
        };
        for generator in &clause.generators {
            let taken = scope.find(&generator.name).is_some()
                || (self.constants.iter()).any(|(known, _)| *known == generator.name);
            if taken {
                let message = message!(
                    "'{name}' is defined twice",
                    "'{name}' 定义了两次",
                    name = generator.name.as_str()
                );
                self.error(generator.span.0, message, KEPT);
            }
            // Which kind it is must be known before its numbers are.
            let domain = match generator.domain {
                Domain::Letters(_) => Dom::Letters(0),
                Domain::Words(_) => Dom::Words(0),
                Domain::Runs(_) => Dom::Runs(0),
                Domain::Groups(_) => Dom::Groups(0),
                Domain::Boards => Dom::Boards,
                _ => Dom::Set(Vec::new()),
            };
            scope.slots.push(Slot {
                name: generator.name.clone(),
                domain,
            });
        }
        let (start, end, left) = self.anchored(&clause.left, cyclic);
        let left = self.side(left, true, clause, &mut scope);
        let mut rest = Vec::new();
        for slot in 0..clause.generators.len() {
            if scope.bound[slot] {
                continue;
            }
            self.bind(slot, clause, &mut scope);
            let open = matches!(scope.slots[slot].domain, Dom::Range(_, None));
            let names_place = scope.slots[slot].is_shape()
                || matches!(scope.slots[slot].domain, Dom::Words(_) | Dom::Runs(_));
            if open || names_place {
                let message = message!(
                    "'{name}' has infinitely many values and does not occur on the left",
                    "'{name}' 的取值无穷多，却不出现在左边",
                    name = clause.generators[slot].name.as_str()
                );
                self.error(clause.generators[slot].span.0, message, RUN);
            }
            rest.push(slot);
        }
        if scope.slots.iter().any(Slot::is_shape) && self.errors.len() == before {
            self.shaped(clause, right, &scope);
        } else if let Some(sum) = clause
            .left
            .iter()
            .chain(right)
            .find(|item| item.piece == Piece::Sum)
        {
            let message = message!(
                "'+' is allowed only on the right, between boards",
                "'+' 只能在右边的棋盘之间"
            );
            self.error(sum.span.0, message, CUT);
        }
        let (right_start, right_end, right) = self.anchored(right, cyclic);
        if (right_start, right_end) != (false, false) {
            let message = message!(
                "'^' and '$' are allowed only on the left",
                "'^' 与 '$' 只能出现在左边"
            );
            self.error(clause.span.0, message, "^ \"a\" -> \"b\"");
        }
        let right = self.side(right, false, clause, &mut scope);
        let tests = clause.guards.iter().map(|guard| self.test(guard, &scope));
        let tests = tests.collect();
        if left.is_empty() && self.errors.len() == before {
            let message = message!(
                "expected letters or names on the left: a move replaces something",
                "左边应有字母或名称：每步都要替换某处"
            );
            self.error(clause.span.0, message, FLIP);
        }
        (self.errors.len() == before).then_some(Move {
            start,
            end,
            left,
            right,
            slots: scope.slots,
            rest,
            tests,
        })
    }

    /// Takes the ends off a side.
    fn anchored<'i>(&mut self, items: &'i [Item], cyclic: bool) -> (bool, bool, &'i [Item]) {
        let (mut start, mut end, mut inner) = (false, false, items);
        if let [first, rest @ ..] = inner
            && first.piece == Piece::Start
        {
            (start, inner) = (true, rest);
        }
        if let [rest @ .., last] = inner
            && last.piece == Piece::End
        {
            (end, inner) = (true, rest);
        }
        let anchors = items
            .iter()
            .filter(|item| matches!(item.piece, Piece::Start | Piece::End));
        for anchor in anchors {
            if cyclic || anchor.times.is_some() {
                let message = message!(
                    "a cyclic word has no ends, and an end may occur only once",
                    "环形字没有两端，端点也只出现一次"
                );
                self.error(anchor.span.0, message, "^ \"a\" -> \"b\"");
            }
        }
        for item in inner {
            if matches!(item.piece, Piece::Start | Piece::End) {
                let message = message!(
                    "'^' must come first and '$' last",
                    "'^' 应在最前，'$' 应在最后"
                );
                self.error(item.span.0, message, "^ \"a\" -> \"b\"; \"a\" $ -> \"b\"");
            }
        }
        (start, end, inner)
    }

    fn side(
        &mut self,
        items: &[Item],
        binds: bool,
        clause: &Clause,
        scope: &mut Scope,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for item in items {
            scope.span = item.span.0;
            let times = match &item.times {
                None => Times::Once,
                Some(Number::Name(name))
                    if binds
                        && let Some(slot) = scope.find(name)
                        && !scope.bound[slot]
                        && scope.is_number(slot) =>
                {
                    self.bind(slot, clause, scope);
                    Times::Bind(slot)
                }
                Some(number) => Times::Of(self.number(number, scope)),
            };
            let what = match &item.piece {
                Piece::Letters(letters) => What::Letters(self.encode(letters)),
                Piece::Name(name) => {
                    if binds
                        && let Some(slot) = scope.find(name)
                        && !scope.bound[slot]
                        && !scope.is_number(slot)
                    {
                        self.bind(slot, clause, scope);
                    }
                    match self.word_slot(name, scope) {
                        Some(slot) => What::Slot(slot),
                        None => continue,
                    }
                }
                Piece::Reverse(name) => match self.word_slot(name, scope) {
                    Some(slot) => What::Back(slot),
                    None => continue,
                },
                Piece::Start | Piece::End | Piece::Sum => continue,
            };
            parts.push(Part { what, times });
        }
        scope.span = clause.span.0;
        parts
    }

    /// Whether a clause about groups or boards is of a form that means something.
    fn shaped(&mut self, clause: &Clause, right: &[Item], scope: &Scope) {
        let named = |item: &Item| match (&item.piece, &item.times) {
            (Piece::Name(name), None) => scope.find(name),
            _ => None,
        };
        let groups = scope
            .slots
            .iter()
            .filter(|slot| matches!(slot.domain, Dom::Groups(_)));
        if groups.count() > 0 {
            let letter = |item: &Item| match &item.piece {
                Piece::Letters(letters) => {
                    letters.chars().count() == 1 && !"/ ".contains(letters.as_str())
                }
                Piece::Name(name) => scope
                    .find(name)
                    .is_some_and(|slot| matches!(scope.slots[slot].domain, Dom::Letters(_))),
                _ => false,
            };
            let is_one = scope.slots.iter().filter(|slot| slot.is_shape()).count() == 1;
            let left = matches!(clause.left.as_slice(), [one] if named(one).is_some());
            let filled = matches!(right, [one] if one.times.is_none() && letter(one));
            if !(is_one && left && filled) {
                let message = message!(
                    "write a group alone on the left, and on the right the one letter that fills it",
                    "连通块单独写在左边，右边是填满它的一个字母"
                );
                self.error(clause.span.0, message, GROUP);
            }
            return;
        }
        let mut boards: Vec<usize> = Vec::new();
        let mut fits = clause.left.len() % 2 == 1 && clause.left.len() / 2 < MOST_BOARDS;
        for (place, item) in clause.left.iter().enumerate() {
            fits &= match place % 2 {
                0 => named(item).is_some_and(|slot| {
                    let is_new = scope.slots[slot].is_shape() && !boards.contains(&slot);
                    boards.push(slot);
                    is_new
                }),
                _ => item.piece == Piece::Letters("/".to_owned()) && item.times.is_none(),
            };
        }
        fits &= boards.len() > 1;
        let mut kept: Vec<usize> = Vec::new();
        for (place, item) in right.iter().enumerate() {
            fits &= match place % 2 {
                0 => named(item).is_some_and(|slot| {
                    let is_new = boards.contains(&slot) && !kept.contains(&slot);
                    kept.push(slot);
                    is_new
                }),
                _ => item.piece == Piece::Sum,
            };
        }
        fits &= right.len() % 2 == 1;
        if !fits {
            let message = message!(
                "a cut has two to {most} boards on the left, separated by \"/\", and on the right those that stay, separated by '+'",
                "切割的左边是用 \"/\" 隔开的二至 {most} 个棋盘，右边是留下的棋盘，以 '+' 相连",
                most = MOST_BOARDS
            );
            self.error(clause.span.0, message, CUT);
        }
    }

    fn test(&mut self, condition: &Condition, scope: &Scope) -> Test {
        match condition {
            Condition::Not(one) => Test::Not(Box::new(self.test(one, scope))),
            Condition::And(all) => Test::And(all.iter().map(|one| self.test(one, scope)).collect()),
            Condition::Or(all) => Test::Or(all.iter().map(|one| self.test(one, scope)).collect()),
            Condition::Chain(first, rest) => {
                let all = || std::iter::once(first).chain(rest.iter().map(|(_, one)| one));
                let is_word = |operand: &Operand| match operand {
                    Operand::Word(_) => true,
                    Operand::Number(Number::Name(name)) => {
                        scope.find(name).is_some_and(|slot| !scope.is_number(slot))
                    }
                    Operand::Number(_) => false,
                };
                let signs = rest.iter().map(|(sign, _)| *sign);
                let is_shape = |operand: &Operand| {
                    let name = match operand {
                        Operand::Word(Piece::Name(name) | Piece::Reverse(name))
                        | Operand::Number(Number::Name(name)) => name,
                        _ => return false,
                    };
                    scope
                        .find(name)
                        .is_some_and(|slot| scope.slots[slot].is_shape())
                };
                if all().any(is_shape) {
                    let message = message!(
                        "groups and boards cannot be compared directly, only their len, count, rows and columns",
                        "连通块与棋盘本身不能比较，可比较其 len、count、rows 与 columns"
                    );
                    self.error(scope.span, message, CUT);
                    return Test::And(Vec::new());
                }
                if all().any(is_word) {
                    if signs.clone().any(|sign| !matches!(sign, "==" | "!=")) {
                        let message = message!(
                            "words can be compared only by '==' and '!='",
                            "字只能用 '==' 与 '!=' 比较"
                        );
                        self.error(scope.span, message, PALINDROME);
                    }
                    let mut words: Vec<What> = Vec::new();
                    for operand in all() {
                        let what = match operand {
                            Operand::Word(Piece::Letters(letters)) => {
                                // A letter that no word has is equal to none.
                                let mut encoded = self.encode(letters);
                                if encoded.len() != letters.chars().count() {
                                    encoded.push(u8::MAX);
                                }
                                Some(What::Letters(encoded))
                            }
                            Operand::Word(Piece::Reverse(name)) => {
                                self.word_slot(name, scope).map(What::Back)
                            }
                            Operand::Word(Piece::Name(name))
                            | Operand::Number(Number::Name(name)) => {
                                self.word_slot(name, scope).map(What::Slot)
                            }
                            _ => {
                                let message = message!(
                                    "letters cannot be compared with a number",
                                    "字母不能与数比较"
                                );
                                self.error(scope.span, message, PALINDROME);
                                None
                            }
                        };
                        words.push(what.unwrap_or(What::Letters(Vec::new())));
                    }
                    let first = words.remove(0);
                    return Test::Words(first, signs.zip(words).collect());
                }
                let mut numbers: Vec<Num> = Vec::new();
                for operand in all() {
                    if let Operand::Number(number) = operand {
                        numbers.push(self.number(number, scope));
                    }
                }
                let first = numbers.remove(0);
                Test::Numbers(first, signs.zip(numbers).collect())
            }
        }
    }

    /// The words of tables: letters so many times, each number by a name of its own or given twice.
    fn family(&mut self, items: &[Item]) -> Option<Family> {
        let example = "\"++\" -> \"--\" from \"+\"{n}";
        let mut scope = Scope {
            slots: Vec::new(),
            bound: Vec::new(),
            span: Span::default(),
        };
        fn names(number: &Number, all: &mut Vec<String>) {
            match number {
                Number::Name(name) if !all.contains(name) => all.push(name.clone()),
                Number::Of(_, both) => {
                    names(&both.0, all);
                    names(&both.1, all);
                }
                _ => {}
            }
        }
        let mut all = Vec::new();
        for item in items {
            if let Some(times) = &item.times {
                names(times, &mut all);
            }
        }
        all.retain(|name| self.constants.iter().all(|(known, _)| known != name));
        for name in &all {
            scope.slots.push(Slot {
                name: name.clone(),
                domain: Dom::Set(Vec::new()),
            });
            scope.bound.push(true);
        }
        let mut parts = Vec::new();
        for item in items {
            scope.span = item.span.0;
            let Piece::Letters(letters) = &item.piece else {
                let message = message!(
                    "'from' must be followed by letters in quotation marks, each with a number of times",
                    "'from' 之后应为引号内的字母及其重复次数"
                );
                self.error(item.span.0, message, example);
                return None;
            };
            let what = What::Letters(self.encode(letters));
            let times = match &item.times {
                None => Times::Once,
                Some(times) => Times::Of(self.number(times, &scope)),
            };
            parts.push(Part { what, times });
        }
        Some(Family {
            parts,
            numbers: all.len(),
        })
    }
}

/// All moves as pairs; none where they are many, or some name stands for any number of letters.
fn written_out(moves: &[Move]) -> Option<Vec<Pair>> {
    let mut pairs = Vec::new();
    let mut work = 16 * MOST_PAIRS;
    for mv in moves {
        // In the order in which they are bound: those that the left side binds, then the others.
        let mut order: Vec<usize> = Vec::new();
        for part in &mv.left {
            if let Times::Bind(slot) = part.times {
                order.push(slot);
            }
            if let What::Slot(slot) = part.what
                && !order.contains(&slot)
            {
                order.push(slot);
            }
        }
        order.extend(&mv.rest);
        let mut values = vec![Value::Unbound; mv.slots.len()];
        assign(mv, &order, &mut values, &mut work, &mut |values| {
            pair(mv, values, &mut pairs)
        })?;
    }
    let mut seen = std::collections::HashSet::new();
    pairs.retain(|pair: &Pair| seen.insert(pair.clone()));
    Some(pairs)
}

/// Tells all values of the slots that stand for single letters and numbers; none where they are many.
pub(crate) fn each_value(mv: &Move, mut take: impl FnMut(&[Value]) -> Option<()>) -> Option<()> {
    let mut values = vec![Value::Unbound; mv.slots.len()];
    let mut work = 16 * MOST_PAIRS;
    assign(mv, &mv.rest, &mut values, &mut work, &mut take)
}

/// Adds the pair that a move with these values is.
fn pair(mv: &Move, values: &[Value], pairs: &mut Vec<Pair>) -> Option<()> {
    let holds = matching::holds(&mv.tests, values, &[]).ok()?;
    if !holds {
        return Some(());
    }
    // A name that is bound on the left stands there at least once.
    for part in &mv.left {
        if !matches!(part.what, What::Letters(_))
            && matching::times(&part.times, values, &[]).ok()? < 1
        {
            return Some(());
        }
    }
    let left = matching::built(&mv.left, values, &[], LONGEST_PAIR).ok()?;
    let right = matching::built(&mv.right, values, &[], LONGEST_PAIR).ok()?;
    if let (Some(left), Some(right)) = (left, right)
        && !left.is_empty()
    {
        pairs.push(Pair {
            left,
            right,
            start: mv.start,
            end: mv.end,
        });
        if pairs.len() > MOST_PAIRS {
            return None;
        }
    }
    Some(())
}

/// Gives the slots all their values, one after the other.
fn assign(
    mv: &Move,
    order: &[usize],
    values: &mut Vec<Value>,
    work: &mut usize,
    take: &mut dyn FnMut(&[Value]) -> Option<()>,
) -> Option<()> {
    *work = work.checked_sub(1)?;
    let Some((&slot, rest)) = order.split_first() else {
        return take(values);
    };
    let all: Vec<Value> = match &mv.slots[slot].domain {
        Dom::Letters(set) => (0..64)
            .filter(|letter| set >> letter & 1 == 1)
            .map(Value::Letter)
            .collect(),
        Dom::Words(_) | Dom::Runs(_) | Dom::Groups(_) | Dom::Boards | Dom::Range(_, None) => {
            return None;
        }
        Dom::Set(numbers) => {
            let numbers = numbers
                .iter()
                .map(|number| matching::number(number, values, &[]));
            numbers
                .map(|number| number.map(Value::Number))
                .collect::<Result<_, _>>()
                .ok()?
        }
        Dom::Range(from, Some(to)) => {
            let from = matching::number(from, values, &[]).ok()?;
            let to = matching::number(to, values, &[]).ok()?;
            if to.checked_sub(from)? > LONGEST_PAIR as i64 {
                return None;
            }
            (from..=to).map(Value::Number).collect()
        }
    };
    for value in all {
        values[slot] = value;
        assign(mv, rest, values, work, take)?;
    }
    values[slot] = Value::Unbound;
    Some(())
}
