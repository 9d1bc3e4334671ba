//! The program of a format that only names its game: by the [algorithm](crate::named) that is known for it, or by its options where the one-line
//! notation says them.

use grundy::text::list_of;
use grundy::{Lang, message};
use grundy_judge::{End, Field, Filled, Format, Item, Reply, Slot, Span};

use super::answers::{Row, shifted, told, written};
use super::reading::{self, Writing};
use super::{parameter, titled};
use crate::error::NotEmitted;
use crate::functions::complete;
use crate::named::{self, Found, algorithm};
use crate::names::Names;
use crate::tree::{Expr, Global, Op, Program, Stmt, Target, Type};
use crate::{Task, Way};

/// The program of a task whose format has neither options nor formulas.
pub(super) fn program(task: &Task<'_>) -> Result<Program, NotEmitted> {
    let format = task.format;
    if let Some(found) = named::find(format, task.misere) {
        return by_theorem(task, &found);
    }
    let options = named::as_options(format);
    let options = options.and_then(|text| format.with_options(&text, task.misere).ok());
    if let Some(format) = options {
        return super::program(&Task {
            format: &format,
            ..*task
        });
    }
    let known: Vec<String> = named::heads().map(|head| head.words[0].clone()).collect();
    let mut known: Vec<&str> = (known.iter())
        .map(|name| name.split(':').next().unwrap_or_default())
        .collect();
    known.sort_unstable();
    known.dedup();
    Err(NotEmitted::new(message!(
        "the format '{name}' only names its game, '{rule}', and no theorem that a program could use answers what it asks; a program needs its moves in the one-line notation: add them to the format, as in {example}, or give them by --rule; for misère play write --misere at the beginning of its rule or on the command line. Of the games that are only named, programs can be written for {known}",
        "格式 '{name}' 只写出了游戏名 '{rule}'，而其所问没有可供程序使用的定理；写程序需要一行记法的走法：请在格式中补上，例如 {example}，或用 --rule 给出；规则以 --misere 开头或给出 --misere 时，不能行动者胜。只写出游戏名也能写出程序的有：{known}",
        name = format.name.as_str(),
        rule = format.rule.text(),
        example = "options = \"heap -> heap-k for k in {1,3,4}\"",
        known = list_of(&known)
    )))
}

/// The program of a rule of which more is known than its moves: a game with a theorem.
pub(super) fn known(task: &Task<'_>) -> Option<Result<Program, NotEmitted>> {
    let found = named::find(task.format, task.misere)?;
    Some(by_theorem(task, &found))
}

fn by_theorem(task: &Task<'_>, found: &Found) -> Result<Program, NotEmitted> {
    let format = task.format;
    let letters = letters(found);
    let is_read = |item: &Item| match item {
        Item::Letters(field, span) => {
            *span != Span::Listed && letters.iter().any(|(own, _)| own == field)
        }
        item => reading::is_number(item),
    };
    if let Some(item) = reading::unread(format, is_read) {
        return Err(reading::refused(item, format));
    }
    let mut program = Program::default();
    let mut names = Names::new();
    let asked = names.asked();
    let places: Vec<(&str, String)> = (found.head.places.iter())
        .filter(|_| !found.head.each)
        .map(|place| (place.name, String::new()))
        .collect();
    // Numbers of the whole program are called otherwise.
    for local in found.head.locals(&places) {
        names.fresh(local);
    }
    let mut fields: Vec<Expr> = (format.layout.names().iter())
        .map(|name| Expr::Local(names.of(name)))
        .collect();
    let placed = match found.head.each {
        true => Vec::new(),
        false => placed(format, found, &mut fields, &mut names, &mut program),
    };
    let bound: Vec<(&str, String)> = (found.head.places.iter().zip(&placed))
        .map(|(place, placed)| (place.name, placed.written.clone()))
        .collect();
    let read = algorithm(&found.head, &bound, &mut names, task.lang);
    let read = read.map_err(|why| {
        NotEmitted::new(message!(
            "the algorithm cannot be read: {why}",
            "无法读取算法：{why}",
            why = why
        ))
    })?;
    let shown = read.globals.iter().find(|global| global.kind == Type::List);
    let shown = shown.map_or_else(String::new, |global| global.name.clone());
    program.globals.extend(read.globals);
    program.functions.extend(read.functions);
    let index = names.fresh("i");
    let row = index.clone();
    // What is looked at once stays the same for all positions of a case.
    let looked_at = placed.len().saturating_sub(1);
    let is_fixed = placed[..looked_at]
        .iter()
        .all(|place| place.is_read_early(format));
    let answer = |fields: &[Expr], case: &Expr, names: &mut Names| match found.head.each {
        true => of_each(format, found, fields, &row, case, names),
        false if found.head.prepares() => prepared(
            format,
            found,
            (&placed, is_fixed),
            fields,
            (&row, case),
            names,
        ),
        false => {
            let mut stmts = filled(format, &placed, fields, names);
            stmts.extend(of_all(format, found, (&shown, &placed), case, names)?);
            Ok(stmts)
        }
    };
    let mut writing = Writing::plain(format, (fields, names, index), &answer, &|_, _, _, _| {
        Ok(None)
    });
    writing.placed = letters;
    if found.head.prepares() && is_fixed {
        writing.derived.push(prepare());
    }
    program.main = writing.main(&mut program)?;
    reading::set_numbers(&mut program, format);
    let game = message!(
        "The game: {rule}",
        "游戏：{rule}",
        rule = format.rule.text()
    );
    let theorem = match task.lang {
        Lang::En => found.head.en,
        Lang::Zh => found.head.zh,
    };
    program.notes.extend(super::beyond(task));
    program.notes.extend(titled(task));
    program.notes.push(game.render(task.lang));
    program.notes.push(theorem.to_owned());
    complete(&mut program, &asked, task.lang);
    program.way = Way::Theorem;
    Ok(program)
}

/// A place of a rule that belongs to the whole program.
struct Placed {
    written: String,
    is_list: bool,
    filled: Filled,
    /// Whether it is what was read, which need not be filled.
    is_read: bool,
}

impl Placed {
    /// Whether it is what was read before the positions of a case.
    fn is_read_early(&self, format: &Format) -> bool {
        self.is_read
            && matches!(self.filled, Filled::Field(field, _) if !format.layout.is_late(field))
    }
}

/// The places of a rule, those that are read as they are among them.
fn placed(
    format: &Format,
    found: &Found,
    fields: &mut [Expr],
    names: &mut Names,
    program: &mut Program,
) -> Vec<Placed> {
    let all = found.of_name.iter().chain(found.words.iter().flatten());
    let mut placed: Vec<Placed> = Vec::new();
    for (filled, place) in all.zip(&found.head.places) {
        if let Filled::Field(field, 0) = *filled
            && format.layout.rows_of(field).is_some() == place.is_list
            && !format.prefixes
            && let Expr::Local(written) = fields[field].clone()
        {
            program.globals.push(parameter(format, field, &written));
            fields[field] = Expr::Global(written.clone());
            placed.push(Placed {
                written,
                is_list: place.is_list,
                filled: *filled,
                is_read: true,
            });
            continue;
        }
        let written = names.fresh(place.name);
        program.globals.push(Global {
            name: written.clone(),
            kind: if place.is_list {
                Type::List
            } else {
                Type::Number
            },
            first: if place.is_list { Vec::new() } else { vec![0] },
            note: String::new(),
        });
        placed.push(Placed {
            written,
            is_list: place.is_list,
            filled: *filled,
            is_read: false,
        });
    }
    placed
}

fn number(number: u64) -> Expr {
    Expr::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

fn end(end: End, fields: &[Expr]) -> Expr {
    match end {
        End::Fixed(fixed) => number(fixed),
        End::Named(field, plus) => shifted(fields[field].clone(), plus),
    }
}

/// Fills the places that are not what was read.
fn filled(format: &Format, placed: &[Placed], fields: &[Expr], names: &mut Names) -> Vec<Stmt> {
    let mut stmts = Vec::new();
    for place in placed.iter().filter(|place| !place.is_read) {
        let one = match place.filled {
            Filled::Fixed(fixed) => number(fixed),
            Filled::Field(field, plus) => shifted(fields[field].clone(), plus),
            Filled::Run(from, _) => end(from, fields),
        };
        if !place.is_list {
            stmts.push(Stmt::Assign(Target::Global(place.written.clone()), one));
            continue;
        }
        let list = Expr::global(place.written.clone());
        stmts.push(Stmt::Clear(list.clone()));
        let entry = names.fresh("entry");
        let push = |value: Expr| Stmt::Push(list.clone(), value);
        stmts.push(match place.filled {
            Filled::Field(field, plus) if format.layout.rows_of(field).is_some() => {
                let value = shifted(Expr::local(entry.clone()), plus);
                Stmt::Each(entry, fields[field].clone(), vec![push(value)])
            }
            Filled::Run(from, to) => Stmt::For {
                name: entry.clone(),
                from: end(from, fields),
                to: end(to, fields),
                included: true,
                body: vec![push(Expr::local(entry))],
            },
            _ => push(one),
        });
    }
    stmts
}

fn prepare() -> Stmt {
    Stmt::Do(Expr::Call("prepare".into(), Vec::new()))
}

/// The answers of an algorithm that looks at the whole case but the last place of the rule, and is then asked of the number there, or of each
/// of a list.
fn prepared(
    format: &Format,
    found: &Found,
    (placed, is_fixed): (&[Placed], bool),
    fields: &[Expr],
    (index, case): (&str, &Expr),
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let wins = || Expr::Not(Box::new(Expr::Call("wins".into(), Vec::new())));
    let Some((asked, looked_at)) = placed.split_last() else {
        return Ok(Vec::new());
    };
    let mut stmts = Vec::new();
    if !is_fixed {
        stmts.extend(filled(format, looked_at, fields, names));
        stmts.push(prepare());
    }
    if !format.each {
        stmts.extend(filled(format, std::slice::from_ref(asked), fields, names));
        match found.head.has_values() {
            true => stmts.extend(of_all(format, found, ("", placed), case, names)?),
            false => stmts.extend(told(format, wins(), None, case)?),
        }
        return Ok(stmts);
    }
    let row = Row::of(format, fields, names, &mut stmts);
    let here = Expr::local(index);
    let (number, range) = match asked.filled {
        Filled::Run(from, to) => (here, Some((end(from, fields), end(to, fields), true))),
        Filled::Field(field, plus) if format.layout.rows_of(field).is_some() => {
            let list = fields[field].clone();
            let number = shifted(Expr::element(list.clone(), here), plus);
            (number, Some((zero(), Expr::length(list), false)))
        }
        Filled::Field(field, plus) => (shifted(fields[field].clone(), plus), None),
        Filled::Fixed(fixed) => (self::number(fixed), None),
    };
    let mut body = vec![Stmt::Assign(Target::Global(asked.written.clone()), number)];
    body.extend(told(format, wins(), None, case)?);
    body.extend(row.iter().flat_map(Row::answered));
    match range {
        None => stmts.extend(body),
        Some((from, to, included)) => stmts.push(Stmt::For {
            name: index.to_owned(),
            from,
            to,
            included,
            body,
        }),
    }
    Ok(stmts)
}

fn zero() -> Expr {
    Expr::Number(0)
}

/// The answer of an algorithm that looks at the whole case.
fn of_all(
    format: &Format,
    found: &Found,
    (shown, placed): (&str, &[Placed]),
    case: &Expr,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    if let Reply::Count(counted) = &format.tell {
        let mut stmts = vec![Stmt::Do(Expr::Call("moves".into(), Vec::new()))];
        let width = found.head.moves.unwrap_or_default().split(' ').count();
        let mut count = Expr::length(Expr::global(shown));
        if width > 1 {
            let width = Expr::Number(i64::try_from(width).unwrap_or(1));
            count = Expr::binary(Op::PlainDivide, count, width);
        }
        stmts.extend(written(counted, case, Some(&count), None)?);
        return Ok(stmts);
    }
    if let Reply::Moves { .. } = format.tell {
        let mut stmts = vec![Stmt::Do(Expr::Call("moves".into(), Vec::new()))];
        let numbers = found.head.moves.unwrap_or_default();
        stmts.extend(moves(format, (shown, numbers, placed), case, names)?);
        return Ok(stmts);
    }
    if found.head.moves.is_some() {
        let mut stmts = vec![Stmt::Do(Expr::Call("moves".into(), Vec::new()))];
        let none = Expr::binary(Op::Equal, Expr::length(Expr::global(shown)), zero());
        stmts.extend(told(format, none, None, case)?);
        return Ok(stmts);
    }
    if !found.head.has_values() {
        let wins = Expr::Call("wins".into(), Vec::new());
        return told(format, Expr::Not(Box::new(wins)), None, case);
    }
    let value = names.fresh("value");
    let sg = Expr::Call("sg".into(), Vec::new());
    let mut stmts = vec![Stmt::Let(value.clone(), Type::Number, sg)];
    let value = Expr::Local(value);
    let lost = Expr::binary(Op::Equal, value.clone(), zero());
    stmts.extend(told(format, lost, Some(value), case)?);
    Ok(stmts)
}

/// The letters that an algorithm reads, each with the alphabet in which they have their places.
fn letters(found: &Found) -> Vec<(Field, String)> {
    let filled = found.of_name.iter().chain(found.words.iter().flatten());
    let letters = filled
        .zip(&found.head.places)
        .filter_map(|(filled, place)| match (filled, &place.letters) {
            (Filled::Field(field, _), Some(letters)) => Some((*field, letters.clone())),
            _ => None,
        });
    letters.collect()
}

/// Writes all heaps with blanks between them, the one that a move changes as it is then.
fn heaps(placed: &[Placed], heap: &str, (index, to): (Expr, Expr)) -> Stmt {
    let list = placed
        .first()
        .map_or_else(String::new, |place| place.written.clone());
    let here = || Expr::local(heap);
    let one = |number: i64| Expr::Number(number);
    let is_later = Expr::binary(Op::Greater, here(), one(0));
    let is_moved = Expr::binary(Op::Equal, here(), Expr::binary(Op::Subtract, index, one(1)));
    let stays = Stmt::Write(Expr::element(Expr::global(list.clone()), here()));
    Stmt::For {
        name: heap.to_owned(),
        from: zero(),
        to: Expr::length(Expr::global(list)),
        included: false,
        body: vec![
            Stmt::when(is_later, vec![Stmt::WriteText(" ".to_owned())]),
            Stmt::If(is_moved, vec![Stmt::Write(to)], vec![stays]),
        ],
    }
}

/// The winning moves, from a list of the numbers that are shown of each.
fn moves(
    format: &Format,
    (shown, numbers, placed): (&str, &str, &[Placed]),
    case: &Expr,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let Reply::Moves {
        win,
        each,
        between,
        after,
        lose,
        first,
    } = &format.tell
    else {
        return Ok(Vec::new());
    };
    let all = || Expr::global(shown);
    let place = names.fresh("place");
    let number = |slot: Slot, at: &Expr| {
        let place = named::place_of(slot, numbers).unwrap_or(0);
        let place = i64::try_from(place).unwrap_or(0);
        Expr::element(all(), shifted(at.clone(), place))
    };
    let heap = names.fresh("heap");
    let one = |at: Expr| -> Result<Vec<Stmt>, NotEmitted> {
        let parts = each.parts().iter().map(|part| match part {
            grundy_judge::Part::Literal(text) => Stmt::WriteText(text.clone()),
            grundy_judge::Part::Slot(Slot::Case) => Stmt::Write(case.clone()),
            grundy_judge::Part::Slot(Slot::Heaps) => {
                let moved = (number(Slot::Index, &at), number(Slot::To, &at));
                heaps(placed, &heap, moved)
            }
            grundy_judge::Part::Slot(slot) | grundy_judge::Part::Shifted(slot, _) => {
                let plus = match part {
                    grundy_judge::Part::Shifted(_, plus) => *plus,
                    _ => 0,
                };
                Stmt::Write(shifted(number(*slot, &at), plus))
            }
        });
        Ok(parts.collect())
    };
    let mut told = written(win, case, None, None)?;
    if *first {
        told.extend(one(zero())?);
    } else {
        let mut body = Vec::new();
        let between = written(between, case, None, None)?;
        if !between.is_empty() {
            let later = Expr::binary(Op::Greater, Expr::local(place.clone()), zero());
            body.push(Stmt::when(later, between));
        }
        let width = i64::try_from(numbers.split(' ').count()).unwrap_or(1);
        let (mut begin, mut end) = (Expr::local(place.clone()), Expr::length(all()));
        if width > 1 {
            begin = Expr::binary(Op::Multiply, begin, Expr::Number(width));
            end = Expr::binary(Op::PlainDivide, end, Expr::Number(width));
        }
        body.extend(one(begin)?);
        told.push(Stmt::For {
            name: place,
            from: zero(),
            to: end,
            included: false,
            body,
        });
    }
    told.extend(written(after, case, None, None)?);
    let none = Expr::binary(Op::Equal, Expr::length(all()), zero());
    Ok(vec![Stmt::If(none, written(lose, case, None, None)?, told)])
}

/// The answer of an algorithm that is asked of every word.
fn of_each(
    format: &Format,
    found: &Found,
    fields: &[Expr],
    index: &str,
    case: &Expr,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let is_list = |field: Field| format.layout.rows_of(field).is_some();
    let argument = |filled: &Filled| match *filled {
        Filled::Fixed(fixed) => number(fixed),
        Filled::Run(..) => Expr::local(index),
        Filled::Field(field, plus) if is_list(field) => shifted(
            Expr::element(fields[field].clone(), Expr::local(index)),
            plus,
        ),
        Filled::Field(field, plus) => shifted(fields[field].clone(), plus),
    };
    let arguments =
        |word: &[Filled]| -> Vec<Expr> { found.of_name.iter().chain(word).map(argument).collect() };
    if !found.head.has_values() {
        let word = found.words.first().map_or(&[][..], Vec::as_slice);
        let wins = Expr::Call("wins".into(), arguments(word));
        return told(format, Expr::Not(Box::new(wins)), None, case);
    }
    let [total, value] = ["total", "value"].map(|name| names.fresh(name));
    let mut stmts = Vec::new();
    if !format.each {
        stmts.push(Stmt::Let(total.clone(), Type::Number, zero()));
    }
    let row = match format.each {
        true => Row::of(format, fields, names, &mut stmts),
        false => None,
    };
    for word in &found.words {
        let sg = Expr::Call("sg".into(), arguments(word));
        let mut body = Vec::new();
        if format.each {
            body.push(Stmt::Let(value.clone(), Type::Number, sg));
            let value = Expr::local(value.clone());
            let lost = Expr::binary(Op::Equal, value.clone(), zero());
            body.extend(told(format, lost, Some(value), case)?);
            body.extend(row.iter().flat_map(Row::answered));
        } else {
            body.push(Stmt::Update(Target::Local(total.clone()), Op::Xor, sg));
        }
        let list = word.iter().find_map(|filled| match *filled {
            Filled::Field(field, _) if is_list(field) => {
                Some((zero(), Expr::length(fields[field].clone()), false))
            }
            Filled::Run(from, to) => Some((end(from, fields), end(to, fields), true)),
            _ => None,
        });
        match list {
            None => stmts.push(Stmt::Block(body)),
            Some((from, to, included)) => stmts.push(Stmt::For {
                name: index.to_owned(),
                from,
                to,
                included,
                body,
            }),
        }
    }
    if !format.each {
        let total = Expr::Local(total);
        let lost = Expr::binary(Op::Equal, total.clone(), zero());
        stmts.extend(told(format, lost, Some(total), case)?);
    }
    Ok(stmts)
}
