//! Which way of telling a position's value a program gets.

use grundy::pattern::{Finding, Form, Subject};
use grundy::rule::syntax::{Comparison, Expression, Kind};
use grundy::rule::{Evidence, Formula, Rule};
use grundy::{Message, message};
use grundy_judge::{
    Coordinate, End, Field, Known, Named, Options, Over, Part, Reply, Slot, Wording,
};

use super::answers;
use super::quotient::{self, Quotient};
use crate::error::NotEmitted;
use crate::expressions::{Scope, folded};
use crate::method::Game;
use crate::names::Names;
use crate::options::coordinate_names;
use crate::patterns::{self, Asked};
use crate::sizes::stay_small;
use crate::tree::{Expr, Function, Op, Program, Stmt, Type};
use crate::{Task, Way};

/// How a position is answered.
#[derive(Debug)]
pub(crate) enum Method {
    /// The heap is its own value (Bouton 1901); whether who cannot move wins.
    Nim { misere: bool, notes: Vec<Message> },
    /// By `sg`; under misère play 1 where the mover wins. `reset` forgets all values.
    Values {
        reset: Vec<Stmt>,
        notes: Vec<Message>,
    },
    /// By `sg`, which is 0 where the mover loses, 1 where the mover wins and 2 where neither can force a win.
    Labels {
        reset: Vec<Stmt>,
        notes: Vec<Message>,
    },
    /// By `sg`, which is the loopy value, or below 0 where that is infinite.
    Loopy {
        reset: Vec<Stmt>,
        notes: Vec<Message>,
    },
    /// By `loses`.
    Losing { notes: Vec<Message> },
    /// By a misère quotient, `sg` being the number of a heap's value.
    Quotient {
        quotient: Quotient,
        notes: Vec<Message>,
    },
}

impl Method {
    /// What forgets all values computed before.
    pub(crate) fn reset(&self) -> &[Stmt] {
        match self {
            Method::Values { reset, .. }
            | Method::Labels { reset, .. }
            | Method::Loopy { reset, .. } => reset,
            _ => &[],
        }
    }

    /// What the program says of it at its head.
    pub(crate) fn notes(&self) -> &[Message] {
        match self {
            Method::Nim { notes, .. }
            | Method::Values { notes, .. }
            | Method::Labels { notes, .. }
            | Method::Loopy { notes, .. }
            | Method::Losing { notes }
            | Method::Quotient { notes, .. } => notes,
        }
    }
}

/// Adds the functions of the method that fits best; play need not end where it is `endless`.
pub(crate) fn method(
    task: &Task<'_>,
    options: &Options,
    rule: &Rule,
    endless: bool,
    scope: Scope,
    names: &mut Names,
    program: &mut Program,
) -> Result<Method, NotEmitted> {
    let single = task.format.each || is_single(task, options);
    let moves = matches!(task.format.tell, Reply::Moves { .. });
    let outcome = matches!(task.format.tell, Reply::Outcome { .. });
    let sum = || {
        message!(
            "Sprague (1935) and Grundy (1939): the value of a sum is the exclusive or of the values of its parts; the sum is a P-position exactly when that is 0.",
            "Sprague-Grundy 定理（1935/1939）：和的值等于各部分 SG 值的异或，为 0 时先手必败。"
        )
    };
    if options.parameters().is_empty() && is_nim(rule) && !moves {
        let misere = task.misere;
        let mut notes = vec![bouton()];
        if misere {
            notes.push(message!(
                "A player who cannot move wins: as in normal play where some heap has two or more, otherwise an even number of ones wins.",
                "不能行动者胜：有不少于 2 的堆时与正常规则相同，否则 1 的个数为偶数时先手胜。"
            ));
        } else {
            notes.push(sum());
        }
        if misere && !outcome {
            return Err(no_misere_value());
        }
        return Ok(Method::Nim { misere, notes });
    }
    let clauses = &rule.expanded().clauses;
    let coordinates = coordinate_names(clauses, names);
    if endless && task.format.draw.is_some() {
        let is_sum = !single;
        if rule.splits() || (is_sum && (task.misere || task.format.wins.is_some() || !outcome)) {
            return Err(NotEmitted::new(message!(
                "where play need not end, programs say who wins or that it is a draw, under misère play only for a single position, and not where a move leads to a sum",
                "对局未必结束时，程序判断胜、负、和，反常规则下只判断单独的局面；不判断走法会拆成和的局面"
            )));
        }
        let game = Game {
            syntax: rule.expanded(),
            coordinates: (coordinates.iter())
                .map(|(_, written)| written.clone())
                .collect(),
            scope,
            misere: task.misere,
            outcome: true,
            lang: task.lang,
            in_order: false,
            is_vast: false,
            largest: None,
        };
        if is_sum {
            program.way = Way::Search;
            let reset = game.add_loopy(program, names)?;
            let notes = vec![answers::loopy()];
            return Ok(Method::Loopy { reset, notes });
        }
        let reset = game.add_labels(program, names)?;
        let mut notes = vec![answers::labelled()];
        if task.misere {
            notes.push(message!("A player who cannot move wins.", "不能行动者胜。"));
        }
        return Ok(Method::Labels { reset, notes });
    }
    if task.misere {
        if !outcome && !moves {
            return Err(no_misere_value());
        }
        if moves && (!single || rule.splits()) {
            return Err(NotEmitted::new(message!(
                "under misère play programs print the winning moves of one position, and not of a sum; grundy judge answers such inputs",
                "反常规则下程序只输出单个局面的必胜走法，不输出和的走法；这样的输入可用 grundy judge 作答"
            )));
        }
        if !single || rule.splits() {
            if !options.parameters().is_empty() {
                return Err(quotient::of_cases());
            }
            let heap = coordinates.first().map_or("n", |(_, written)| written);
            let note = |message: &Message| message.render(task.lang);
            let (quotient, notes) = quotient::add(rule, heap, &note, program, names)?;
            return Ok(Method::Quotient { quotient, notes });
        }
    }
    let finding = task.finding.filter(|finding| uses(task, options, finding));
    let mut game = Game {
        syntax: rule.expanded(),
        coordinates: coordinates
            .iter()
            .map(|(_, written)| written.clone())
            .collect(),
        scope: scope.clone(),
        misere: task.misere,
        outcome: single && (outcome || moves && finding.is_none()) && !rule.splits(),
        lang: task.lang,
        in_order: rule.measure().is_of_coordinates(),
        is_vast: cells(options, task).is_some_and(|cells| cells > MOST_CELLS),
        // What is forgotten when parameters change is not filled further than it is asked for.
        largest: (options.parameters().is_empty())
            .then(|| largest(options, task))
            .flatten(),
    };
    // Of intervals values cost no more.
    game.outcome &= game.interval().is_none();
    let mut notes = Vec::new();
    let by_size = moves && !task.misere && options.parameters().is_empty() && is_nim(rule);
    let method = match finding {
        _ if by_size => {
            notes.push(bouton());
            program.functions.push(of_size(&game));
            Vec::new()
        }
        Some(finding) => {
            let asked = patterns::add(finding, &coordinates, &scope, program, names, task.lang)?;
            notes.push(finding.message());
            match asked {
                Asked::Outcome => return Ok(Method::Losing { notes }),
                Asked::Value => Vec::new(),
            }
        }
        None => match by_memory(&game, options, task, program, names) {
            Some((reset, note)) => {
                notes.push(note);
                reset
            }
            None => {
                program.way = match game.tabulates() {
                    true => Way::Tables(cells(options, task)),
                    false => Way::Search,
                };
                game.add_values(program, names)?
            }
        },
    };
    if matches!(task.format.tell, Reply::Count(_)) {
        game.add_ways(program, names)?;
    }
    if let Reply::Moves { each, first, .. } = &task.format.tell {
        // Moves of a game by its name are printed in an order of their own.
        if task.format.rule.text() != options.text() {
            return Err(answers::unknown());
        }
        let here: Vec<Expr> = (game.coordinates.iter().cloned())
            .map(Expr::Local)
            .collect();
        let told = |scope: &Scope, to: &[Vec<Expr>], place: &Expr| {
            let from = here.first().cloned().unwrap_or(Expr::Number(0));
            let to = to.first().and_then(|to| to.first()).cloned();
            let to = to.unwrap_or(Expr::Number(0));
            let number = |(slot, plus): (Slot, i64)| {
                let number = match slot {
                    Slot::Index => Some(place.clone()),
                    Slot::From => Some(from.clone()),
                    Slot::To => Some(to.clone()),
                    Slot::Take => Some(folded(Op::Subtract, from.clone(), to.clone())),
                    Slot::Named(name) => Some(scope.named(each.names().get(name)?)),
                    _ => None,
                };
                number.map(|number| answers::shifted(number, plus))
            };
            let order = each.order().iter().map(|key| (key.slot, 0));
            slots(each).chain(order).filter_map(number).collect()
        };
        let order: Vec<bool> = each.order().iter().map(|key| key.falling).collect();
        game.add_moves((*first, by_size), &order, &told, program, names)?;
    }
    if finding.is_none() && !by_size {
        notes.push(if task.misere {
            message!(
                "Misère play: the player who cannot move wins. A position is won if there is no move, or one to a lost position.",
                "反常规则：不能行动者胜。不能行动，或能走到必败局面，则先手胜。"
            )
        } else if game.outcome {
            message!(
                "A position is won if a move leads to a lost one, and lost otherwise.",
                "能走到必败局面则必胜，否则必败。"
            )
        } else {
            message!(
                "The value of a position is the mex of the values of its options.",
                "局面的 SG 值等于其各后继之值的 mex。"
            )
        });
    }
    if !task.misere && (finding.is_some() || !game.outcome) {
        notes.push(sum());
    }
    Ok(Method::Values {
        reset: method,
        notes,
    })
}

/// A table of all coordinates but one that only rules out moves, where there is one, and what the program says of it.
fn by_memory(
    game: &Game<'_>,
    options: &Options,
    task: &Task<'_>,
    program: &mut Program,
    names: &mut Names,
) -> Option<(Vec<Stmt>, Message)> {
    let given = super::samples(options.parameters(), task.format);
    let memory = game.memory(&given)?;
    let places: Vec<usize> = (0..options.arity()).collect();
    let others = memory.others(&places).into_iter();
    let others: Option<Vec<i128>> = others.map(|at| largest_at(at, options, task)).collect();
    let cells = others.and_then(|others| cells_of(&others));
    if cells.is_some_and(|cells| cells > MOST_CELLS) {
        return None;
    }
    // Where an end of a range is not plain enough, nothing is added.
    let (mut with, mut called) = (program.clone(), names.clone());
    let reset = game.by_memory(&memory, &mut with, &mut called).ok()?;
    (*program, *names) = (with, called);
    program.way = Way::Tables(cells);
    Some((reset, crate::method::note(&memory)))
}

/// Whether a pattern answers what is asked.
pub(crate) fn uses(task: &Task<'_>, options: &Options, finding: &Finding) -> bool {
    let single = task.format.each || is_single(task, options);
    let outcome = matches!(task.format.tell, Reply::Outcome { .. });
    let fits = match finding.subject {
        Subject::Values => true,
        Subject::Losing => single && outcome,
    };
    !task.misere
        && fits
        && patterns::is_written(finding)
        && holds(finding, options, task)
        && stays_small(finding, options, task)
}

/// Whether a formula computes only numbers that a program can hold, within the ranges of the format.
fn stays_small(finding: &Finding, options: &Options, task: &Task<'_>) -> bool {
    let Form::Formula { expression, .. } = &finding.form else {
        return true;
    };
    let format = task.format;
    // Sizes are known of numbers that are not below zero.
    let negative = |field: &Field| format.layout.may_be_negative(*field);
    if options.parameters().iter().any(negative) {
        return false;
    }
    let given = super::samples(options.parameters(), format);
    let given = given.first().map_or(&[][..], Vec::as_slice);
    let Ok(rule) = Rule::parse_with(options.text(), given) else {
        return true;
    };
    let end = |field: Field| end_of(field, task);
    let largest = |coordinate: &Coordinate| largest_of(coordinate, task);
    let named = coordinate_names(&rule.expanded().clauses, &mut Names::new());
    let size = |name: &str| {
        let parameter = options.parameters().iter();
        let mut parameter = parameter.filter(|&&field| &*format.layout.names()[field] == name);
        if let Some(&field) = parameter.next() {
            return end(field);
        }
        let place = named.iter().position(|(own, _)| own == name)?;
        let all = options.coordinates().chunks(options.arity());
        let all = all.map(|coordinates| coordinates.get(place).and_then(largest));
        all.collect::<Option<Vec<i128>>>()?.into_iter().max()
    };
    let parameters = options.parameters().iter();
    let parameters = parameters.map(|&field| &*format.layout.names()[field]);
    let names: Vec<&str> = (named.iter().map(|(name, _)| name.as_str()))
        .chain(parameters)
        .collect();
    match Formula::parse(expression, &names) {
        Ok(formula) => stay_small(formula.expression(), &size),
        Err(_) => true,
    }
}

/// More positions are not put into a table.
const MOST_CELLS: u128 = 100_000_000;

/// The largest number of each coordinate, where the ranges of the format say it.
fn largest(options: &Options, task: &Task<'_>) -> Option<Vec<i128>> {
    (0..options.arity())
        .map(|place| largest_at(place, options, task))
        .collect()
}

/// The same of one coordinate.
fn largest_at(place: usize, options: &Options, task: &Task<'_>) -> Option<i128> {
    let all = options.coordinates().chunks(options.arity());
    let all = all.map(|coordinates| largest_of(coordinates.get(place)?, task));
    all.collect::<Option<Vec<i128>>>()?.into_iter().max()
}

/// How many positions there are up to the largest, where the ranges of the format say it.
fn cells(options: &Options, task: &Task<'_>) -> Option<u128> {
    cells_of(&largest(options, task)?)
}

fn cells_of(largest: &[i128]) -> Option<u128> {
    let mut sizes = largest.iter().map(|&most| {
        let most = u128::try_from(most).ok()?;
        Some(most.saturating_add(1))
    });
    sizes.try_fold(1u128, |cells, size| Some(cells.saturating_mul(size?)))
}

/// The largest number that a field may have, by the ranges of the format, and by what the statement says where these are only the small ones.
fn end_of(field: Field, task: &Task<'_>) -> Option<i128> {
    let format = task.format;
    if format.layout.may_be_negative(field) {
        return None;
    }
    let told = format.ranges.iter().chain(&format.far);
    let ends = told.filter(|(own, _)| *own == field);
    ends.map(|(_, range)| i128::from(*range.end())).max()
}

/// The largest number that a coordinate may have, by the ranges of the format.
fn largest_of(coordinate: &Coordinate, task: &Task<'_>) -> Option<i128> {
    let end = |field: Field, plus: i64| Some(end_of(field, task)? + i128::from(plus));
    match *coordinate {
        Coordinate::Fixed(number) | Coordinate::Run(_, End::Fixed(number)) => {
            Some(i128::from(number))
        }
        Coordinate::Named(field, plus) | Coordinate::Run(_, End::Named(field, plus)) => {
            end(field, plus)
        }
        Coordinate::Formula(_) => None,
    }
}

fn bouton() -> Message {
    message!(
        "Nim (Bouton 1901): a heap is worth its size.",
        "Nim（Bouton 1901）：一堆的 SG 值就是石子数。"
    )
}

/// The function `sg` of Nim.
fn of_size(game: &Game<'_>) -> Function {
    let heap = game.coordinates.first().cloned().unwrap_or_default();
    Function {
        name: "sg".into(),
        notes: Vec::new(),
        parameters: vec![(heap.clone(), Type::Number)],
        returns: Some(Type::Number),
        body: vec![Stmt::Return(Expr::Local(heap))],
        state: true,
    }
}

/// What is told of a move, but for the number of the case.
pub(crate) fn slots(each: &Wording) -> impl Iterator<Item = (Slot, i64)> + '_ {
    let slots = each.parts().iter().filter_map(|part| match part {
        Part::Slot(slot) => Some((*slot, 0)),
        Part::Shifted(slot, plus) => Some((*slot, *plus)),
        Part::Literal(_) => None,
    });
    slots.filter(|(slot, _)| *slot != Slot::Case)
}

fn no_misere_value() -> NotEmitted {
    NotEmitted::new(message!(
        "under misère play a position has no value and its winning moves are not counted",
        "反常规则下局面没有 SG 值，也不统计必胜走法"
    ))
}

/// Whether a case is one position that is not a sum, of which no more is asked than who wins it.
fn is_single(task: &Task<'_>, options: &Options) -> bool {
    let layout = &task.format.layout;
    let by_outcome = |wins: &Over| !task.misere && tells_by_outcome(wins);
    task.format.wins.as_ref().is_none_or(by_outcome)
        && options.coordinates().len() == options.arity()
        && options
            .coordinates()
            .iter()
            .all(|coordinate| match coordinate {
                Coordinate::Fixed(_) => true,
                Coordinate::Named(..) | Coordinate::Formula(_) => coordinate.list(layout).is_none(),
                Coordinate::Run(..) => false,
            })
}

/// Whether a condition asks of the values only whether their nim-sum is 0: `(total != 0) == (first == 1)`.
fn tells_by_outcome(wins: &Over) -> bool {
    fn is_zero(part: &Expression) -> bool {
        matches!(part.kind, Kind::Number(0))
    }
    fn asks_for_zero(part: &Expression) -> bool {
        match &part.kind {
            Kind::Name(name) => name != "total",
            Kind::Compare(first, rest) => {
                let [(comparison, second)] = &rest[..] else {
                    return asks_for_zero(first)
                        && rest.iter().all(|(_, other)| asks_for_zero(other));
                };
                let is_total =
                    |part: &Expression| matches!(&part.kind, Kind::Name(name) if name == "total");
                use Comparison::{Equal, Greater, Less, Unequal};
                match (is_total(first), is_total(second)) {
                    (true, false) => {
                        is_zero(second) && matches!(comparison, Equal | Unequal | Greater)
                    }
                    (false, true) => is_zero(first) && matches!(comparison, Equal | Unequal | Less),
                    (true, true) => false,
                    (false, false) => asks_for_zero(first) && asks_for_zero(second),
                }
            }
            Kind::Number(_) => true,
            Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => asks_for_zero(part),
            Kind::Binary(_, pair) => pair.iter().all(asks_for_zero),
            Kind::Call(_, parts) | Kind::Apply(_, parts) => parts.iter().all(asks_for_zero),
            Kind::Fold(folding) => folding.parts().into_iter().all(asks_for_zero),
        }
    }
    let is_other = |name: &Named| match name {
        Named::Known(known) => *known != Known::Total,
        _ => false,
    };
    !wins.names().iter().any(is_other) && asks_for_zero(wins.formula().expression())
}

/// Whether the form of the rule proves that it is Nim.
fn is_nim(rule: &Rule) -> bool {
    rule.arity() == 1
        && rule
            .shown_alone()
            .is_some_and(|known| known.evidence == Evidence::Form && known.head == "nim")
}

/// Whether a pattern holds for every case: where cases give parameters, it must name them all.
fn holds(finding: &Finding, options: &Options, task: &Task<'_>) -> bool {
    let names = task.format.layout.names();
    let parameters = options.parameters().iter().map(|&field| &*names[field]);
    let parameters: Vec<&str> = parameters.collect();
    if parameters.is_empty() {
        return true;
    }
    let Form::Formula { expression, .. } = &finding.form else {
        return false;
    };
    // A name that the formula uses cannot be left out.
    parameters.iter().all(|name| {
        let others: Vec<&str> = all_names(options, task)
            .into_iter()
            .filter(|it| it != name)
            .collect();
        Formula::parse(expression, &others).is_err()
    })
}

/// Names that a formula may use: those of the layout, and those of the coordinates.
fn all_names<'n>(options: &'n Options, task: &'n Task<'_>) -> Vec<&'n str> {
    let names = task.format.layout.names();
    let parameters = options.parameters().iter().map(|&field| &*names[field]);
    let mut all: Vec<&str> = parameters.collect();
    let named = options.coordinates().iter().flat_map(Coordinate::fields);
    all.extend(named.map(|field| &*names[field]));
    all.extend(["n", "w", "x", "y", "z"]);
    all.sort_unstable();
    all.dedup();
    all.truncate(9);
    all
}
