//! Lists with a number for each vertex of a tree, made along its edges: `h = [max(h+1) up p]` from the leaves up, `d = [d+1 down p]` from the
//! roots down; and for each cell of a board, made of the cells next to it: `c = [sum(mine) around m]`.
//!
//! `p` are the parents, 0 for a root. Up the tree `sum(…)`, `max(…)`, `any(…)` go through the vertices right below, in which the name of the
//! list is the number of that vertex and that of another list its entry; outside of them another list is the entry of the vertex itself. Down
//! the tree the name of the list is the number of the parent, 0 above a root. Each vertex is looked at once, from a queue. A board is a list of
//! its rows, each of m numbers; `around m` has the eight cells next to each cell, `beside m` the four that share a side with it.

use std::sync::Arc;

use super::fold::{self, Fold, Scope, Wrong};
use super::formula::{INDEX, told};
use super::layout::{Field, Layout};
use super::linked;
use super::made::{Unmade, held};
use super::rule::Numbers;
use grundy::rule::{Comprehension, Gathered};
use grundy::{Budget, message};

/// Which way numbers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the leaves to the roots.
    Up,
    /// From the roots to the leaves.
    Down,
    /// Of the four cells that share a side with a cell of a board.
    Beside,
    /// Of the eight cells next to a cell of a board.
    Around,
}

const WAYS: [(&str, Way); 4] = [
    ("up", Way::Up),
    ("down", Way::Down),
    ("beside", Way::Beside),
    ("around", Way::Around),
];

impl Way {
    /// Whether it goes along a tree.
    pub fn is_of_tree(self) -> bool {
        matches!(self, Way::Up | Way::Down)
    }
}

/// What a name of a part stands for at a vertex or a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The number of the list that is made: of the vertex below, or of the parent.
    Own,
    /// The entry of a list.
    Entry(Field),
    /// A number.
    Number(Field),
    /// The vertex or the cell, from 1.
    Index,
    /// What has become of the vertices right below or of the cells next to it, by its place in [`Along::below`].
    Below(usize),
}

/// A number or a condition at a vertex or a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// It runs through nothing.
    pub each: Comprehension,
    /// What its names stand for.
    pub names: Vec<At>,
    /// What its arrays are.
    pub arrays: Vec<Field>,
}

/// What is asked of the vertices right below, or of the cells next to one.
#[derive(Clone, Debug, PartialEq)]
pub struct Below {
    /// What becomes of them.
    pub fold: Fold,
    /// The number or the condition of each.
    pub body: Local,
    /// Which of them count.
    pub guard: Option<Local>,
}

/// A list that is made along a tree, or of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    /// Which way.
    pub way: Way,
    /// The parents of the vertices, or how many cells a row of the board has.
    pub of: Field,
    /// What is asked of the vertices right below each, or of the cells next to it.
    pub below: Vec<Below>,
    /// The number of a vertex or of a cell.
    pub body: Local,
}

impl Eq for Along {}

/// A text such as `max(h+1) up p`: what stands before the word, which way, and where what stands behind it begins.
pub(super) fn split(text: &str) -> Option<(&str, Way, usize)> {
    WAYS.iter().find_map(|&(word, way)| {
        let place = fold::outer_word(text, word)?;
        let behind = place + word.len();
        let of = text[behind..].trim();
        let is_name = of
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_call = of.starts_with(|first: char| first.is_ascii_alphabetic())
            && of
                .find('(')
                .is_some_and(|open| fold::is_closed(&of[open..]));
        let stands = !text[..place].trim().is_empty() && !of.is_empty();
        (stands && (is_name || is_call)).then_some((&text[..place], way, behind))
    })
}

/// Where a part stands, which says what it may speak of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Of a vertex right below, or of a vertex whose parent is known.
    Known,
    /// Of the vertex itself, whose number is not known yet.
    Unknown,
    /// Of a cell of a board, none of which has a number yet.
    Board,
}

impl Along {
    /// Reads what stands before the word.
    pub(super) fn parse(
        name: &str,
        text: &str,
        way: Way,
        of: Field,
        layout: &Layout,
    ) -> Result<Along, Wrong> {
        let known = match way.is_of_tree() {
            true => Within::Known,
            false => Within::Board,
        };
        let mut whole = text.to_owned();
        let mut below = Vec::new();
        let mut stand_for: Vec<(String, bool, At)> = Vec::new();
        for (begin, fold, open, close) in fold::of_rows_in(text)? {
            if way == Way::Down {
                let why = message!(
                    "going down the tree there are no vertices below; define it as a number or a list of its own first",
                    "沿树向下时没有下方的顶点；请先把它另算成一个数或列表"
                );
                return Err((begin, why));
            }
            if matches!(fold, Fold::First | Fold::Last | Fold::List) {
                let why = message!(
                    "vertices right below and cells next to one have no order; as in max(a), sum(a), count(a == 0), any(a == 0)",
                    "直接下方的顶点与相邻的格子没有次序；可用 max(a)、sum(a)、count(a == 0)、any(a == 0)"
                );
                return Err((begin, why));
            }
            let inner = &text[open + 1..close];
            let placed = |(at, why): Wrong| (open + 1 + at, why);
            if let Some((place, ..)) = fold::of_rows_in(inner)?.first() {
                let why = message!(
                    "ask for one thing at a time; define it as a list of its own first",
                    "一次只能求一个量；请先把它另算成列表"
                );
                return Err((open + 1 + place, why));
            }
            let (body, guard) = match fold::outer_word(inner, "if") {
                Some(place) => (
                    &inner[..place],
                    Some((place + "if".len(), &inner[place + "if".len()..])),
                ),
                None => (inner, None),
            };
            let part = |text: &str| Local::parse(name, text, &[], known, layout);
            let body = part(body).map_err(placed)?;
            fold::fit(fold, body.each.is_condition()).map_err(placed)?;
            let guard = guard
                .map(|(behind, text)| part(text).map_err(|(at, why)| placed((behind + at, why))));
            let hidden = fold::name_of_length(close + 1 - begin, below.len(), layout);
            whole.replace_range(begin..=close, &hidden);
            stand_for.push((hidden, fold.is_condition(), At::Below(below.len())));
            below.push(Below {
                fold,
                body,
                guard: guard.transpose()?,
            });
        }
        let within = match way {
            Way::Up => Within::Unknown,
            Way::Down => Within::Known,
            Way::Beside | Way::Around => Within::Board,
        };
        let body = Local::parse(name, &whole, &stand_for, within, layout)?;
        let along = Along {
            way,
            of,
            below,
            body,
        };
        if !way.is_of_tree() && along.list().is_none() {
            let why = message!(
                "expected a list of the layout, the cells of the board, as in [sum(mine) around m]",
                "此处应为布局中的列表，即棋盘的各格，如 [sum(mine) around m]"
            );
            return Err((0, why));
        }
        Ok(along)
    }

    /// All its parts.
    fn parts(&self) -> impl Iterator<Item = &Local> {
        let below = self.below.iter();
        let below = below.flat_map(|below| [Some(&below.body), below.guard.as_ref()]);
        below.flatten().chain([&self.body])
    }

    /// The first of the lists whose entries it reads.
    pub fn list(&self) -> Option<Field> {
        let mut names = self.parts().flat_map(|part| &part.names);
        names.find_map(|at| match at {
            At::Entry(field) => Some(*field),
            _ => None,
        })
    }

    /// Whether all lists whose entries it reads are so long.
    fn are_even(&self, numbers: &Numbers, count: usize) -> bool {
        let mut names = self.parts().flat_map(|part| &part.names);
        names.all(|at| match at {
            At::Entry(field) => numbers.0[*field].len() == count,
            _ => true,
        })
    }

    /// The fields that it reads.
    pub(super) fn fields(&self) -> Vec<Field> {
        let mut fields = vec![self.of];
        for part in self.parts() {
            fields.extend(&part.arrays);
            fields.extend(part.names.iter().filter_map(|at| match at {
                At::Entry(field) | At::Number(field) => Some(*field),
                _ => None,
            }));
        }
        fields
    }

    /// The list.
    pub(super) fn of(
        &self,
        below_zero: bool,
        numbers: &Numbers,
        budget: &Budget,
    ) -> Result<Vec<u128>, Unmade> {
        if !self.way.is_of_tree() {
            return self.of_board(below_zero, numbers, budget);
        }
        let parents = linked::above(&numbers.0[self.of])?;
        let count = parents.len();
        if !self.are_even(numbers, count) {
            return Err(Unmade::Uneven);
        }
        let order = linked::leaves_first(&parents)?;
        let mut scope = Scope::new(numbers, Some(budget));
        let mut work: Vec<Work<'_>> = Vec::new();
        for part in self.parts() {
            work.push(Work::of(part, &mut scope)?);
        }
        let mut own = vec![0i64; count];
        let mut gathered: Vec<Vec<Gathered>> = Vec::new();
        for below in &self.below {
            gathered.push(vec![Gathered::new(below.fold); count]);
        }
        let all: Box<dyn Iterator<Item = &usize>> = match self.way {
            Way::Up => Box::new(order.iter()),
            _ => Box::new(order.iter().rev()),
        };
        let mut told = vec![0; self.below.len()];
        for &vertex in all {
            let row = vertex - 1;
            let parent = parents[row].checked_sub(1);
            for (told, gathered) in told.iter_mut().zip(&gathered) {
                *told = gathered[row].told().map_err(fold::fault)?;
            }
            let before = match self.way {
                Way::Up => 0,
                _ => parent.map_or(0, |parent| own[parent]),
            };
            // The body comes last.
            let (body, asked) = work.split_last_mut().ok_or(Unmade::Uneven)?;
            own[row] = body.at(row, before, &told, &mut scope)?;
            held(own[row], below_zero)?;
            let Some(parent) = parent else {
                continue;
            };
            let mut asked = asked.iter_mut();
            for (below, gathered) in self.below.iter().zip(&mut gathered) {
                let body = asked.next();
                let holds = match below.guard.as_ref().and_then(|_| asked.next()) {
                    Some(guard) => guard.at(row, own[row], &[], &mut scope)? != 0,
                    None => true,
                };
                if let Some(body) = body.filter(|_| holds) {
                    let number = body.at(row, own[row], &[], &mut scope)?;
                    if wants(below.fold, &gathered[parent]) {
                        gathered[parent].take(number);
                    }
                }
            }
        }
        own.into_iter()
            .map(|number| held(number, below_zero))
            .collect()
    }
}

impl Along {
    /// The list of a board.
    fn of_board(
        &self,
        below_zero: bool,
        numbers: &Numbers,
        budget: &Budget,
    ) -> Result<Vec<u128>, Unmade> {
        let count = self.list().map_or(0, |list| numbers.0[list].len());
        if !self.are_even(numbers, count) {
            return Err(Unmade::Uneven);
        }
        let board = linked::Board::new(count, numbers.one(self.of), self.way == Way::Around)?;
        let mut scope = Scope::new(numbers, Some(budget));
        // What each cell is to those next to it, if it counts.
        let mut given: Vec<(Fold, Vec<Option<i64>>)> = Vec::new();
        for below in &self.below {
            let mut body = Work::of(&below.body, &mut scope)?;
            let guard = below.guard.as_ref();
            let mut guard = guard.map(|guard| Work::of(guard, &mut scope)).transpose()?;
            let mut of_cells = Vec::with_capacity(count);
            for cell in 0..count {
                let holds = match &mut guard {
                    Some(guard) => guard.at(cell, 0, &[], &mut scope)? != 0,
                    None => true,
                };
                of_cells.push(match holds {
                    true => Some(body.at(cell, 0, &[], &mut scope)?),
                    false => None,
                });
            }
            given.push((below.fold, of_cells));
        }
        let mut body = Work::of(&self.body, &mut scope)?;
        let mut list = Vec::with_capacity(count);
        let mut told = vec![0; given.len()];
        for cell in 0..count {
            for (told, (fold, of_cells)) in told.iter_mut().zip(&given) {
                let mut gathered = Gathered::new(*fold);
                for number in board.beside(cell).filter_map(|other| of_cells[other]) {
                    if !gathered.take(number) {
                        break;
                    }
                }
                *told = gathered.told().map_err(fold::fault)?;
            }
            list.push(held(body.at(cell, 0, &told, &mut scope)?, below_zero)?);
        }
        Ok(list)
    }
}

/// Whether one more vertex may change what has been found.
fn wants(fold: Fold, gathered: &Gathered) -> bool {
    match fold {
        Fold::Any => gathered.told() == Ok(0),
        Fold::All => gathered.told() != Ok(0),
        _ => true,
    }
}

/// A part at work.
struct Work<'p> {
    part: &'p Local,
    slots: Vec<i64>,
    /// The entries of the lists that it reads, by name.
    entries: Vec<Option<Arc<[i64]>>>,
    arrays: Vec<Arc<[i64]>>,
}

impl<'p> Work<'p> {
    fn of(part: &'p Local, scope: &mut Scope<'_>) -> Result<Work<'p>, Unmade> {
        let mut slots = Vec::new();
        let mut entries = Vec::new();
        for at in &part.names {
            entries.push(match at {
                At::Entry(field) => Some(scope.array(*field)?),
                _ => None,
            });
            slots.push(match at {
                At::Number(field) => scope.array(*field)?.first().copied().unwrap_or(0),
                _ => 0,
            });
        }
        let arrays = part.arrays.iter().map(|&field| scope.array(field));
        let arrays: Result<_, _> = arrays.collect();
        Ok(Work {
            part,
            slots,
            entries,
            arrays: arrays?,
        })
    }

    fn at(
        &mut self,
        row: usize,
        own: i64,
        told: &[i64],
        scope: &mut Scope<'_>,
    ) -> Result<i64, Unmade> {
        let names = self.part.names.iter().zip(&self.entries);
        for (slot, (at, entries)) in self.slots.iter_mut().zip(names) {
            match at {
                At::Own => *slot = own,
                At::Entry(_) => *slot = entries.as_ref().map_or(0, |entries| entries[row]),
                At::Number(_) => {}
                At::Index => *slot = i64::try_from(row).unwrap_or(i64::MAX).saturating_add(1),
                At::Below(place) => *slot = told[*place],
            }
        }
        let told = self.part.each.at(&self.slots, &self.arrays, scope.meter());
        told.map_err(|why| Unmade::Unmet(why.into()))
    }
}

impl Local {
    fn parse(
        own: &str,
        text: &str,
        known: &[(String, bool, At)],
        within: Within,
        layout: &Layout,
    ) -> Result<Local, Wrong> {
        let mut names: Vec<(&str, bool)> = Vec::new();
        let mut stand_for = Vec::new();
        for (name, is_condition, at) in known {
            names.push((name, *is_condition));
            stand_for.push(*at);
        }
        let (mut arrays, mut of_arrays) = (Vec::new(), Vec::new());
        let mut before = "";
        for (at, word) in fold::words(text) {
            let is_array = fold::is_array(text, at, word, before, &[]);
            before = word;
            let field = layout
                .field(word)
                .filter(|field| layout.alphabet(*field).is_none());
            let stands = match field {
                _ if word == own && is_array => {
                    let why = message!(
                        "'{own}' is being defined here: without [ ] it means the number of the vertex just below, or of the parent",
                        "'{own}' 正在此处算出：不带 [ ] 时，它是直接下方的顶点或父顶点的数",
                        own = own
                    );
                    return Err((at, why));
                }
                _ if word == own && within == Within::Unknown => {
                    let why = message!(
                        "'{own}' is being defined here: for the vertices just below use max({own}), sum({own}), any({own} == 0)",
                        "'{own}' 正在此处算出：直接下方各顶点的值请用 max({own})、sum({own})、any({own} == 0)",
                        own = own
                    );
                    return Err((at, why));
                }
                _ if word == own && within == Within::Board => {
                    let why = message!(
                        "'{own}' is being defined here, and no cell has its number yet",
                        "'{own}' 正在此处算出，各格还没有它的数",
                        own = own
                    );
                    return Err((at, why));
                }
                _ if word == own => At::Own,
                None if word == INDEX => At::Index,
                None => continue,
                Some(field) if is_array && layout.rows_of(field).is_some() => {
                    if !arrays.contains(&word) {
                        arrays.push(word);
                        of_arrays.push(field);
                    }
                    continue;
                }
                Some(field) if layout.rows_of(field).is_some() => At::Entry(field),
                Some(field) => At::Number(field),
            };
            if !names.iter().any(|(known, _)| *known == word) {
                names.push((word, false));
                stand_for.push(stands);
            }
        }
        let read = Comprehension::parse(text, &names, &arrays);
        let each = read.map_err(|errors| told(&errors, text, layout))?;
        if !each.items().is_empty() {
            let place = fold::outer_word(text, "for").or_else(|| fold::outer_word(text, "if"));
            let why = message!(
                "one number for each vertex or cell has no generators and no condition, as in [max(h+1) up p]",
                "每个顶点或格子一个数，不带 for 与 if，如 [max(h+1) up p]"
            );
            return Err((place.unwrap_or(0), why));
        }
        Ok(Local {
            each,
            names: stand_for,
            arrays: of_arrays,
        })
    }
}
