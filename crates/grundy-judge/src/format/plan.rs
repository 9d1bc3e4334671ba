//! Which way of judging a format's rule has: one that takes heaps as they stream by, a closed
//! form, or the general solver with the rule written out.

use super::formula::Formulas;
use super::layout::{Field, Item, Layout};
use super::options::{Coordinate, Options};
use super::own::OwnRule;
use super::rule::{Piece, Rule};
use super::tell::Reply;
use crate::known::Memory;
use crate::tally::GEOGRAPHY;
use grundy::{Message, message};

/// A number that the rule has once for all or that a case gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    Fixed(u64),
    Named(Field),
}

/// A set of takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    Fixed(Vec<u64>),
    Named(Field),
}

/// How positions are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Nim, normal or misère.
    Nim,
    /// Nim with the moves themselves.
    NimMoves,
    /// Bounded Nim; heaps with limits, or one limit for all.
    Bounded(Option<Parameter>),
    /// Takes from P to Q.
    Interval(Parameter, Parameter),
    /// A subtraction set.
    Subtraction(Takes),
    /// Wythoff's game, one pair.
    Wythoff,
    /// Fibonacci Nim, one heap.
    Fibonacci,
    /// Grundy's game, one heap.
    Grundys,
    /// Lasker's Nim.
    Lasker,
    /// The product of two nimbers.
    NimProduct,
    /// Nim heaps x, x+1, …, x+m-1 for each pair x, m.
    NimRuns,
    /// Bids: Bash's game whose last take may be more than is left.
    Bids(Field),
    /// The cuts of a tree with so many vertices, as its edges stream by.
    Tree(Parameter),
    /// The nim-sums of the diagonals of a table so wide.
    Diagonals(Parameter),
    /// Letters that are counted as they stream by.
    Counted(&'static crate::tally::Counting),
    /// A closed form of the whole case.
    Whole(&'static crate::tally::Form),
    /// Formulas of the format's own.
    Formula(Box<Formulas>),
    /// A rule in the one-line notation.
    Options(Box<Options>, Memory),
    /// A rule of the user's own on words, grids or graphs.
    Own(Box<OwnRule>),
    /// Anything else: by the solver.
    General,
}

/// What one operand of a rule looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Every word is a number.
    Single,
    /// Every word is two numbers with a comma.
    Pair,
    Other,
}

/// The names that are no games of the catalogue.
const FORMULAS: [&str; 5] = ["nim-product", "nim-runs", "bids", "cuts", "diagonals"];

impl Plan {
    /// The way of judging, or what does not go together.
    pub(crate) fn of(
        rule: &Rule,
        tell: &Reply,
        layout: &Layout,
        each: bool,
    ) -> Result<Plan, Message> {
        let form = crate::tally::form(rule.plain_name().unwrap_or_default());
        if let Some(form) = form.filter(|form| form.name() != GEOGRAPHY) {
            let single = |word: &Vec<Piece>| {
                matches!(word.as_slice(), [Piece::Gap(..) | Piece::Letters(_, None)])
            };
            if rule.misere || rule.words.len() != form.words || !rule.words.iter().all(single) {
                return Err(message!(
                    "write it exactly so: {form}",
                    "须写作 {form}",
                    form = form.usage
                ));
            }
            if !form.tells(tell) {
                return Err(message!(
                    "this closed form cannot give that answer",
                    "该封闭公式给不出这种答案"
                ));
            }
            return Ok(Plan::Whole(form));
        }
        if let Some(counting) = crate::tally::counting(rule.plain_name().unwrap_or_default()) {
            let fit = matches!(rule.words.as_slice(), [word] if matches!(word.as_slice(), [Piece::Letters(_, None)]));
            if rule.misere || !fit || !matches!(tell, Reply::Outcome { .. }) {
                return Err(message!(
                    "letters can be counted only in one word, to tell who wins",
                    "字母只在一个字中计数，且只用于输出胜负"
                ));
            }
            return Ok(Plan::Counted(counting));
        }
        let plan = Plan::fast(rule, tell, layout, each).unwrap_or(Plan::General);
        let tells_value = matches!(tell, Reply::Value(_));
        match (&plan, tell) {
            (Plan::NimProduct, Reply::Value(_)) => {}
            (Plan::NimProduct, _) => {
                return Err(message!(
                    "print a product with `value`",
                    "乘积须用 `value` 输出"
                ));
            }
            (Plan::NimMoves | Plan::Wythoff | Plan::Bids(_), Reply::Moves { .. }) => {}
            (_, Reply::Moves { .. }) => {
                return Err(message!(
                    "moves can be printed for \"nim\", \"wythoff {a},{b}\" and \"bids\"",
                    "只有 \"nim\"、\"wythoff {a},{b}\" 与 \"bids\" 可以输出走法"
                ));
            }
            _ if rule.misere && tells_value => {
                return Err(message!(
                    "under misère play a position has no value to print",
                    "反常规则下局面没有值可输出"
                ));
            }
            (Plan::General, _) => check_name(rule)?,
            _ => {}
        }
        Ok(plan)
    }

    fn fast(rule: &Rule, tell: &Reply, layout: &Layout, each: bool) -> Option<Plan> {
        let name = rule.name.as_slice();
        let shape = rule.shape();
        let plain = rule.plain_name();
        let moves = matches!(tell, Reply::Moves { .. });
        let plain_numbers = rule.is_plain(layout);
        let single = rule.words.len() == 1 && plain_numbers;
        if plain == Some("nim") && shape == Shape::Single {
            return Some(if moves { Plan::NimMoves } else { Plan::Nim });
        }
        if rule.misere {
            return None;
        }
        let outcome = matches!(tell, Reply::Outcome { .. });
        // The edges in the name, and a token that stands on one vertex, or one on each of several that are answered by themselves.
        if let [Piece::Literal(name), Piece::Joined(edge)] = name
            && name.strip_suffix(':') == Some(GEOGRAPHY)
            && let [Piece::Gap(..), Piece::Literal(dash), Piece::Gap(..)] = edge.as_slice()
            && dash == "-"
            && shape == Shape::Single
            && (single || each)
            && outcome
        {
            return crate::tally::form(GEOGRAPHY).map(Plan::Whole);
        }
        match (shape, plain, name) {
            (Shape::Pair, Some("bounded"), _) => Some(Plan::Bounded(None)),
            (Shape::Pair, Some("wythoff"), _) if single && (outcome || moves) => {
                Some(Plan::Wythoff)
            }
            (Shape::Single, Some("fibonacci"), _) if single && outcome => Some(Plan::Fibonacci),
            (Shape::Single, Some("grundy"), _) if single && outcome => Some(Plan::Grundys),
            (Shape::Single, Some("lasker"), _) if !matches!(tell, Reply::Count(_)) => {
                Some(Plan::Lasker)
            }
            (Shape::Single, Some("nim-product"), _) if rule.words.len() == 2 && plain_numbers => {
                Some(Plan::NimProduct)
            }
            (Shape::Pair, Some("nim-runs"), _) if !matches!(tell, Reply::Count(_)) => {
                Some(Plan::NimRuns)
            }
            (Shape::Single, _, [Piece::Literal(name), Piece::Gap(most, 0)]) if name == "bids:" => {
                (single && (outcome || moves)).then_some(Plan::Bids(*most))
            }
            (Shape::Pair, _, [Piece::Literal(name), Piece::Gap(vertices, 0)])
                if name == "cuts:" && !matches!(tell, Reply::Count(_)) =>
            {
                Some(Plan::Tree(Parameter::Named(*vertices)))
            }
            (Shape::Single, _, [Piece::Literal(name), Piece::Gap(width, 0)])
                if name == "diagonals:" && outcome =>
            {
                Some(Plan::Diagonals(Parameter::Named(*width)))
            }
            (Shape::Single, Some(name), _) => {
                let (name, parameters) = name.split_once(':')?;
                match name {
                    "bash" => {
                        let limit = parameters.parse().ok()?;
                        Some(Plan::Bounded(Some(Parameter::Fixed(limit))))
                    }
                    "take" => Some(Plan::Subtraction(Takes::Fixed(takes(parameters)?))),
                    _ => None,
                }
            }
            (Shape::Single, None, [Piece::Literal(name), Piece::Gap(field, 0)]) => {
                match name.as_str() {
                    "bash:" => Some(Plan::Bounded(Some(Parameter::Named(*field)))),
                    "take:" => Some(Plan::Subtraction(Takes::Named(*field))),
                    _ => None,
                }
            }
            (
                Shape::Single,
                None,
                [
                    Piece::Literal(name),
                    Piece::Gap(from, 0),
                    Piece::Literal(dash),
                    Piece::Gap(to, 0),
                ],
            ) if name == "bash:" && dash == "-" && !matches!(tell, Reply::Count(_)) => Some(
                Plan::Interval(Parameter::Named(*from), Parameter::Named(*to)),
            ),
            _ => None,
        }
    }
}

impl Rule {
    /// What the words of the position look like.
    pub(crate) fn shape(&self) -> Shape {
        let shape = |word: &Vec<Piece>| match word.as_slice() {
            [Piece::Gap(..) | Piece::Run(..)] => Shape::Single,
            [Piece::Gap(..), Piece::Literal(comma), Piece::Gap(..)] if comma == "," => Shape::Pair,
            _ => Shape::Other,
        };
        let mut shapes = self.words.iter().map(shape);
        let first = shapes.next().unwrap_or(Shape::Other);
        if shapes.all(|other| other == first) {
            first
        } else {
            Shape::Other
        }
    }

    /// A rule in the one-line notation, in the place of a game of the catalogue.
    pub(crate) fn of_options(text: &str, misere: bool) -> Rule {
        Rule {
            text: text.to_owned(),
            misere,
            name: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The position of the rule as coordinates, where it is made of numbers or of pairs.
    pub(crate) fn coordinates(&self) -> Option<(usize, Vec<Coordinate>)> {
        let arity = match self.shape() {
            Shape::Single => 1,
            Shape::Pair => 2,
            Shape::Other => return None,
        };
        let pieces = self.words.iter().flatten();
        let coordinates = pieces.filter_map(|piece| match *piece {
            Piece::Gap(field, plus) => Some(Coordinate::Named(field, plus)),
            Piece::Run(from, to) => Some(Coordinate::Run(from, to)),
            _ => None,
        });
        Some((arity, coordinates.collect()))
    }

    /// Whether the position is made of plain numbers, each one only once.
    fn is_plain(&self, layout: &Layout) -> bool {
        self.words.iter().flatten().all(|piece| match piece {
            Piece::Gap(field, _) => layout.rows_of(*field).is_none(),
            Piece::Literal(_) => true,
            _ => false,
        })
    }

    /// Whether the position is just the rows that are read last, so that they need not be kept.
    pub(crate) fn streams(&self, layout: &Layout) -> bool {
        let last = match &layout.positions {
            Some((items, _)) => items.last(),
            None => layout.head.last(),
        };
        let fields = match last {
            Some(Item::Rows(fields, _)) => fields,
            Some(Item::Letters(field, span)) => {
                let own = matches!(self.words.as_slice(), [word] if *word == [Piece::Letters(*field, None)]);
                return own && *span != super::Span::Listed;
            }
            _ => return false,
        };
        match (self.words.as_slice(), self.shape()) {
            ([word], Shape::Single | Shape::Pair) => {
                let gaps: Vec<Field> = word
                    .iter()
                    .filter_map(|piece| match piece {
                        Piece::Gap(field, 0) => Some(*field),
                        _ => None,
                    })
                    .collect();
                gaps == *fields
            }
            _ => false,
        }
    }
}

/// `1,3,4` or `1-3`, as far as a table of takes is wanted for it.
fn takes(text: &str) -> Option<Vec<u64>> {
    let mut takes = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
        if from == 0 || to < from || to - from >= 1 << 16 {
            return None;
        }
        takes.extend(from..=to);
    }
    Some(takes)
}

/// Whether the solver knows a game of that name.
fn check_name(rule: &Rule) -> Result<(), Message> {
    let first = match rule.name.first() {
        Some(Piece::Literal(text)) => text.as_str(),
        _ => "",
    };
    let name = first.split(':').next().unwrap_or_default();
    let is_code = name.starts_with(|first: char| first.is_ascii_digit());
    if is_code || grundy::game::listing(name).is_some() {
        Ok(())
    } else if FORMULAS.contains(&name) {
        Err(message!(
            "\"nim-product {a} {b}\", \"nim-runs {x},{m}\", \"bids:{most} {price}\", \"cuts:{n} {u},{v}\" and \"diagonals:{m} {cell}\" must be written exactly so",
            "\"nim-product {a} {b}\"、\"nim-runs {x},{m}\"、\"bids:{most} {price}\"、\"cuts:{n} {u},{v}\" 与 \"diagonals:{m} {cell}\" 须照此写法"
        ))
    } else {
        Err(message!(
            "there is no such game; `grundy games` lists them",
            "没有这个游戏；`grundy games` 列出所有游戏"
        ))
    }
}
