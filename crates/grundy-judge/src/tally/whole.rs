//! Closed forms of a whole case: games of contests that are no games of the catalogue, each a function of the lists of
//! its case. They run through numbers that are kept, never calling themselves on what an input says.

mod graphs;
mod heaps;
mod lists;
mod numbers;
mod tables;
mod trees;
mod walks;

use super::{Move, Tally, components, put, put_number, refusal};
use crate::error::Problem;
use crate::format::{Field, Format, Numbers, OwnPlace, OwnRule, Piece, Reply, Rule, shifted};
use crate::source::Sink;
use grundy::{Message, message};
use std::fmt;

/// What a closed form says of a case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    pub(super) wins: bool,
    pub(super) value: u64,
    pub(super) count: u128,
    pub(super) moves: Vec<Move>,
}

impl Told {
    fn of(wins: bool) -> Told {
        Told {
            wins,
            ..Told::default()
        }
    }

    fn worth(value: u64) -> Told {
        Told {
            wins: value != 0,
            value,
            ..Told::default()
        }
    }
}

/// The lists of a case in the order of the rule's words.
type Given<'g> = &'g [Vec<u64>];

/// How a case is judged.
#[derive(Clone, Copy)]
enum Judge {
    /// At once.
    Case(fn(Given<'_>) -> Result<Told, Message>),
    /// By a table that is made of all lists but the last: whether the mover wins, by the number that is then asked.
    Table(fn(Given<'_>) -> Result<Vec<bool>, Message>),
    /// As a sum of tokens, which the last list says: by a table of the values of all places, which the lists before make.
    Tokens(fn(Given<'_>) -> Result<graphs::Values, Message>),
}

/// A closed form.
pub(crate) struct Form {
    name: &'static str,
    /// How many words the rule has.
    pub(crate) words: usize,
    /// How it is written.
    pub(crate) usage: &'static str,
    /// What it tells beside who wins.
    tells: Tells,
    judge: Judge,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tells {
    Outcome,
    Value,
    Count,
    Moves,
    /// All of these.
    All,
}

const fn form(
    name: &'static str,
    words: usize,
    usage: &'static str,
    tells: Tells,
    judge: fn(Given<'_>) -> Result<Told, Message>,
) -> Form {
    Form {
        name,
        words,
        usage,
        tells,
        judge: Judge::Case(judge),
    }
}

/// The game of the catalogue that is judged by its theorem on graphs of any size.
pub(crate) const GEOGRAPHY: &str = "undirected-geography";

/// Paths to the root are taken from a forest.
pub(crate) const ROOT_PATHS: &str = "root-paths";

/// The closed forms by their names.
static FORMS: [Form; 57] = [
    form("coinage", 1, "coinage {a}", Tells::Moves, numbers::coinage),
    form(
        "odd-divisors",
        1,
        "odd-divisors {n}",
        Tells::Outcome,
        numbers::odd_divisors,
    ),
    form(
        "counter-game",
        1,
        "counter-game {n}",
        Tells::Outcome,
        numbers::counter,
    ),
    form(
        "wizards",
        2,
        "wizards {a} {b}",
        Tells::Outcome,
        numbers::wizards,
    ),
    form(
        "leaf-hunt",
        4,
        "leaf-hunt {n} {x} {u} {v}",
        Tells::Outcome,
        trees::leaf_hunt,
    ),
    form(
        "shrinking-tree",
        3,
        "shrinking-tree {n} {u} {v}",
        Tells::Outcome,
        trees::shrinking_tree,
    ),
    form(
        "digit-takes",
        1,
        "digit-takes {n}",
        Tells::Outcome,
        numbers::digit_takes,
    ),
    form(
        "seated-takes",
        3,
        "seated-takes {s} {own} {other}",
        Tells::Outcome,
        heaps::seated_takes,
    ),
    form(
        "bags-and-plates",
        1,
        "bags-and-plates {a}",
        Tells::Outcome,
        lists::bags_and_plates,
    ),
    form(
        "mock-coins",
        1,
        "mock-coins {coin}",
        Tells::Value,
        lists::mock_coins,
    ),
    form(
        "hyper-knights",
        2,
        "hyper-knights {x} {y}",
        Tells::Value,
        heaps::hyper_knights,
    ),
    form("trees", 3, "trees {m} {u} {v}", Tells::Value, graphs::trees),
    form(
        "misere-trees",
        3,
        "misere-trees {m} {u} {v}",
        Tells::Outcome,
        graphs::misere_trees,
    ),
    form(
        "fusion",
        4,
        "fusion {n} {k} {u} {v}",
        Tells::Value,
        graphs::fusion,
    ),
    Form {
        name: "arrows",
        words: 3,
        usage: "arrows {k} {next} {token}",
        tells: Tells::Value,
        judge: Judge::Tokens(graphs::arrows),
    },
    form(
        "tree-walk",
        4,
        "tree-walk {n} {start} {u} {v}",
        Tells::Moves,
        graphs::tree_walk,
    ),
    Form {
        name: GEOGRAPHY,
        words: 1,
        usage: "undirected-geography:{u}-{v},.. {start}",
        tells: Tells::Outcome,
        judge: Judge::Table(walks::won_starts),
    },
    form(
        ROOT_PATHS,
        3,
        "root-paths {n} {u} {v}",
        Tells::All,
        trees::root_paths,
    ),
    form(
        "placed-walk",
        3,
        "placed-walk {n} {u} {v}",
        Tells::Moves,
        walks::placed_walk,
    ),
    form(
        "rook-walk",
        2,
        "rook-walk {row} {column}",
        Tells::Moves,
        walks::rook_walk,
    ),
    form(
        "king-walk",
        2,
        "king-walk {row} {column}",
        Tells::Moves,
        walks::king_walk,
    ),
    form(
        "circuits",
        5,
        "circuits {n} {l} {r} {u} {v}",
        Tells::Value,
        graphs::circuits,
    ),
    form(
        "squared-boxes",
        2,
        "squared-boxes {s} {c}",
        Tells::Value,
        heaps::squared_boxes,
    ),
    form(
        "multiple-nim",
        2,
        "multiple-nim {n} {k}",
        Tells::Moves,
        heaps::multiple_nim,
    ),
    form(
        "forbidden-takes",
        3,
        "forbidden-takes {a} {x} {y}",
        Tells::Value,
        heaps::forbidden_takes,
    ),
    form(
        "attacks",
        4,
        "attacks {x} {y} {z} {a}",
        Tells::Count,
        heaps::attacks,
    ),
    form(
        "base-powers",
        1,
        "base-powers {n}",
        Tells::Value,
        heaps::base_powers,
    ),
    form(
        "progressions",
        1,
        "progressions {n}",
        Tells::Moves,
        heaps::progressions,
    ),
    form(
        "calendar",
        3,
        "calendar {year} {month} {day}",
        Tells::Outcome,
        heaps::calendar,
    ),
    form(
        "intervals",
        2,
        "intervals {l} {r}",
        Tells::Value,
        heaps::intervals,
    ),
    form(
        "nim-products",
        2,
        "nim-products {x} {y}",
        Tells::Value,
        heaps::products,
    ),
    form(
        "nim-boxes",
        3,
        "nim-boxes {x} {y} {z}",
        Tells::Value,
        heaps::boxes,
    ),
    form(
        "row-sums",
        2,
        "row-sums {m} {cell}",
        Tells::Value,
        tables::row_sums,
    ),
    form(
        "row-factors",
        2,
        "row-factors {m} {cell}",
        Tells::Value,
        tables::row_factors,
    ),
    form(
        "distance-parity",
        2,
        "distance-parity {m} {cell}",
        Tells::Value,
        tables::distance_parity,
    ),
    form(
        "free-lines",
        2,
        "free-lines {m} {cell}",
        Tells::Outcome,
        tables::free_lines,
    ),
    form(
        "last-cell",
        1,
        "last-cell {cell}",
        Tells::Value,
        tables::last_cell,
    ),
    form(
        "row-stacks",
        2,
        "row-stacks {m} {cell}",
        Tells::Value,
        tables::row_stacks,
    ),
    form(
        "ordered-nim",
        1,
        "ordered-nim {heap}",
        Tells::Outcome,
        lists::ordered_nim,
    ),
    form(
        "distinct-piles",
        1,
        "distinct-piles {a}",
        Tells::Outcome,
        lists::distinct_piles,
    ),
    form(
        "half-the-piles",
        1,
        "half-the-piles {a}",
        Tells::Outcome,
        lists::half_the_piles,
    ),
    form(
        "decrementing",
        1,
        "decrementing {a}",
        Tells::Outcome,
        lists::decrementing,
    ),
    form(
        "candy-piles",
        1,
        "candy-piles {a}",
        Tells::Outcome,
        lists::candy_piles,
    ),
    form(
        "falling-walk",
        3,
        "falling-walk {a} {u} {v}",
        Tells::Moves,
        lists::falling_walk,
    ),
    form(
        "distinct-numbers",
        1,
        "distinct-numbers {a}",
        Tells::Outcome,
        lists::distinct_numbers,
    ),
    form(
        "card-pairs",
        2,
        "card-pairs {a} {b}",
        Tells::Outcome,
        lists::card_pairs,
    ),
    form(
        "differences",
        1,
        "differences {a}",
        Tells::Outcome,
        lists::differences,
    ),
    form(
        "ring-of-piles",
        1,
        "ring-of-piles {a}",
        Tells::Outcome,
        lists::ring_of_piles,
    ),
    form(
        "everything-nim",
        1,
        "everything-nim {a}",
        Tells::Outcome,
        lists::everything_nim,
    ),
    form(
        "parted-pairs",
        1,
        "parted-pairs {s}",
        Tells::Value,
        lists::parted_pairs,
    ),
    form(
        "ring-of-numbers",
        1,
        "ring-of-numbers {a}",
        Tells::Outcome,
        lists::ring_of_numbers,
    ),
    form(
        "growing-piles",
        1,
        "growing-piles {a}",
        Tells::Value,
        lists::growing_piles,
    ),
    form(
        "lots-of-games",
        2,
        "lots-of-games {k} {s}",
        Tells::Outcome,
        lists::lots_of_games,
    ),
    form(
        "palindrome-cuts",
        1,
        "palindrome-cuts {s}",
        Tells::Moves,
        lists::palindrome_cuts,
    ),
    form(
        "digit-deletions",
        1,
        "digit-deletions {s}",
        Tells::Outcome,
        lists::digit_deletions,
    ),
    form(
        "strange-nim",
        2,
        "strange-nim {a} {k}",
        Tells::Value,
        lists::strange_nim,
    ),
    form("crosses", 1, "crosses {s}", Tells::Moves, tables::crosses),
];

/// The form of that name.
pub(crate) fn form_of(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.name == name)
}

impl Form {
    /// What it is called by.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it can be told so.
    pub(crate) fn tells(&self, reply: &Reply) -> bool {
        match reply {
            Reply::Outcome { .. } => true,
            Reply::Value(_) => matches!(self.tells, Tells::Value | Tells::All),
            Reply::Count(_) => matches!(self.tells, Tells::Count | Tells::All),
            Reply::Moves { .. } => matches!(self.tells, Tells::Moves | Tells::All),
        }
    }

    /// Whether it answers each number of a list by itself.
    pub(crate) fn answers_each(&self) -> bool {
        matches!(self.judge, Judge::Table(_))
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        self.name == other.name
    }
}

impl Eq for Form {}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A closed form at work.
pub(crate) struct Whole {
    form: &'static Form,
    told: Told,
    /// The number that the rule asks a table with.
    asks: Option<(Field, i64)>,
    /// How many vertices there are, where a rule on graphs says so.
    vertices: Option<Field>,
    /// Whether the same table serves a whole case.
    is_fixed: bool,
    /// The table of the case.
    table: Option<Vec<bool>>,
    /// The values of the case's places.
    values: Option<graphs::Values>,
}

impl Whole {
    pub(crate) fn new(form: &'static Form, format: &Format) -> Whole {
        let asks = match format.rule.words.as_slice() {
            [word] => match word.as_slice() {
                [Piece::Gap(field, plus)] => Some((*field, *plus)),
                _ => None,
            },
            _ => None,
        };
        let words = format.rule.words.as_slice();
        let before = match form.judge {
            Judge::Tokens(_) => &words[..words.len().saturating_sub(1)],
            _ => &[],
        };
        let named = fields(&format.rule.name).chain(before.iter().flat_map(|word| fields(word)));
        let mut named = named.collect::<Vec<_>>().into_iter();
        Whole {
            form,
            told: Told::default(),
            asks,
            vertices: match format.own.as_ref().map(OwnRule::place) {
                Some(OwnPlace::Edges { vertices, .. }) => Some(*vertices),
                _ => None,
            },
            is_fixed: !format.prefixes && named.all(|(field, _)| !format.layout.is_late(field)),
            table: None,
            values: None,
        }
    }

    /// The sum of the tokens of a position.
    fn tokens(
        &mut self,
        values: fn(Given<'_>) -> Result<graphs::Values, Message>,
        rule: &Rule,
        numbers: &Numbers,
    ) -> Result<(), Problem> {
        let refused =
            |message: Message| Problem::Unfit(refusal(self.form.name.to_owned(), &message));
        let Some((last, before)) = rule.words.split_last() else {
            return Ok(());
        };
        let known = match self.values.take().filter(|_| self.is_fixed) {
            Some(known) => known,
            None => {
                let before = before.iter().flat_map(|word| fields(word));
                values(&given(before, numbers)?).map_err(refused)?
            }
        };
        let tokens = given(fields(last), numbers)?;
        let told = graphs::tokens(&known, tokens.iter().flatten());
        self.values = Some(known);
        self.told = told.map_err(refused)?;
        Ok(())
    }

    /// Answers one question out of the table of the case; one that is not in it has nothing to do with what the table is of.
    fn ask(
        &mut self,
        table: fn(Given<'_>) -> Result<Vec<bool>, Message>,
        rule: &Rule,
        numbers: &Numbers,
        number: u64,
    ) -> Result<(), Problem> {
        let refused =
            |message: Message| Problem::Unfit(refusal(self.form.name.to_owned(), &message));
        let known = match self.table.take() {
            Some(known) => known,
            None => {
                let given = given(fields(&rule.name), numbers)?;
                table(&given).map_err(refused)?
            }
        };
        let wins = match known.get(usize::try_from(number).unwrap_or(usize::MAX)) {
            _ if number == 0 => Err(refused(walks::no_vertex())),
            _ if (self.vertices).is_some_and(|most| u128::from(number) > numbers.one(most)) => {
                Err(refused(walks::no_vertex()))
            }
            wins => Ok(wins.copied().unwrap_or(false)),
        };
        self.table = Some(known);
        self.told = Told::of(wins?);
        Ok(())
    }
}

/// The fields of a rule's pieces with what is added to each.
fn fields(pieces: &[Piece]) -> impl Iterator<Item = (Field, i64)> + '_ {
    let pieces = pieces.iter().flat_map(|piece| match piece {
        Piece::Joined(pieces) => pieces.as_slice(),
        piece => std::slice::from_ref(piece),
    });
    pieces.filter_map(|piece| match piece {
        Piece::Gap(field, plus) => Some((*field, *plus)),
        Piece::Letters(field, _) => Some((*field, 0)),
        _ => None,
    })
}

/// Their lists.
fn given(
    fields: impl Iterator<Item = (Field, i64)>,
    numbers: &Numbers,
) -> Result<Vec<Vec<u64>>, Problem> {
    let list = |(field, plus): (Field, i64)| {
        let numbers = numbers.0[field].iter();
        numbers.map(|&number| narrow(number, plus)).collect()
    };
    fields.map(list).collect()
}

fn narrow(number: u128, plus: i64) -> Result<u64, Problem> {
    let moved = shifted(number, plus).ok_or(Problem::OutOfRange { plus })?;
    u64::try_from(moved).map_err(|_| Problem::OutOfRange { plus: 0 })
}

impl Sink for Whole {
    fn narrow(&mut self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    fn wide(&mut self, _: u128) -> Result<(), Problem> {
        Ok(())
    }
}

impl Tally for Whole {
    fn set(&mut self, _: &Numbers) -> Result<(), Problem> {
        (self.table, self.values) = (None, None);
        Ok(())
    }

    fn begin(&mut self) {
        self.told = Told::default();
    }

    fn position(&mut self, rule: &Rule, numbers: &Numbers) -> Result<(), Problem> {
        let judge = match self.form.judge {
            Judge::Case(judge) => judge,
            Judge::Tokens(values) => return self.tokens(values, rule, numbers),
            Judge::Table(table) => {
                if !self.is_fixed {
                    self.table = None;
                }
                let (field, plus) = self.asks.ok_or(Problem::OutOfRange { plus: 0 })?;
                return self.ask(table, rule, numbers, narrow(numbers.one(field), plus)?);
            }
        };
        let words = rule.words.iter().flat_map(|word| fields(word));
        let told = judge(&given(fields(&rule.name).chain(words), numbers)?);
        self.told =
            told.map_err(|message| Problem::Unfit(refusal(self.form.name.to_owned(), &message)))?;
        Ok(())
    }

    fn split(&mut self, rule: &Rule, numbers: &Numbers, most: usize) -> Result<Vec<u128>, Problem> {
        if !self.is_fixed {
            self.table = None;
        }
        components(rule, numbers, most)
    }

    fn component(&mut self, rule: &Rule, numbers: &Numbers, number: u128) -> Result<(), Problem> {
        self.begin();
        match self.form.judge {
            Judge::Table(table) => self.ask(table, rule, numbers, narrow(number, 0)?),
            Judge::Case(_) | Judge::Tokens(_) => Ok(()),
        }
    }

    fn mover_wins(&mut self) -> Result<bool, Problem> {
        Ok(self.told.wins)
    }

    fn count(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put(out, self.told.count)
    }

    fn value(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        put_number(out, self.told.value)
    }

    fn moves(&mut self, show: &mut dyn FnMut(&Move) -> bool) {
        for one in &self.told.moves {
            if !show(one) {
                return;
            }
        }
    }
}

/// The least number that is not among these.
fn mex(values: &mut Vec<u64>) -> u64 {
    values.sort_unstable();
    let mut least = 0;
    for &value in &*values {
        if value > least {
            break;
        }
        least += u64::from(value == least);
    }
    least
}

/// The only number of a word.
fn one(list: &[u64]) -> u64 {
    list.first().copied().unwrap_or(0)
}

fn too_large(most: u64) -> Message {
    message!(
        "a number is too large (at most {most})",
        "数太大（最多 {most}）",
        most = most
    )
}
