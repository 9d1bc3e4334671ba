//! What is computed and written for a position.

use grundy::{Message, message};
use grundy_judge::{
    Coordinate, Count, End, Format, Known as Whole, Named, Options, Over, Part, Reply, Slot,
    Wording,
};

use super::folds::{Formulating, Found, condition};
use super::formulas::{add, bind_known, summed};
use super::method_of::{Method, slots};
use super::reading::Growing;
use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Op, Stmt, Target, Type};

pub(crate) struct Answers<'a> {
    pub(crate) format: &'a Format,
    pub(crate) options: &'a Options,
    pub(crate) method: &'a Method,
    /// What counts the entries of lists.
    pub(crate) index: String,
}

/// The numbers of a position.
#[derive(Clone, Copy)]
struct Placed<'p> {
    /// By field, what it is in the program.
    fields: &'p [Expr],
    /// What its formulas have in common.
    found: &'p Found,
}

/// What is done with a component, given its coordinates.
type Each<'e> = dyn FnMut(&mut Names, Vec<Expr>) -> Result<Vec<Stmt>, NotEmitted> + 'e;

fn local(name: &str) -> Expr {
    Expr::local(name)
}

fn xor(name: &str, value: Expr) -> Stmt {
    Stmt::Update(Target::Local(name.into()), Op::Xor, value)
}

/// A number with something added.
pub(crate) fn shifted(number: Expr, plus: i64) -> Expr {
    match plus {
        0 => number,
        plus if plus > 0 => Expr::binary(Op::Add, number, Expr::Number(plus)),
        plus => Expr::binary(Op::Subtract, number, Expr::Number(plus.saturating_neg())),
    }
}

/// What is known of the components of a sum so far, by the names that it has in the program.
struct Sums {
    total: String,
    /// Under misère Nim, whether some heap has two or more.
    large: String,
    /// The values, where winning moves are counted.
    values: String,
    /// How many loopy values are infinite, and the number of the last such position.
    infinite: String,
    last: String,
}

impl Sums {
    fn named(is_loopy: bool, names: &mut Names) -> Sums {
        let [total, large, values] = ["total", "large", "values"].map(|name| names.fresh(name));
        let [infinite, last] = match is_loopy {
            true => ["infinite", "last"].map(|name| names.fresh(name)),
            false => Default::default(),
        };
        Sums {
            total,
            large,
            values,
            infinite,
            last,
        }
    }
}

impl Answers<'_> {
    /// The statements that answer a position whose numbers have been read.
    pub(crate) fn position(
        &self,
        fields: &[Expr],
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let (mut stmts, found) = self.folds(fields, names);
        let place = Placed {
            fields,
            found: &found,
        };
        if self.format.each {
            let row = Row::of(self.format, fields, names, &mut stmts);
            stmts.extend(self.components(place, names, &mut |names, position| {
                let mut one = self.one(vec![position], case, names)?;
                one.extend(row.iter().flat_map(Row::answered));
                Ok(one)
            })?);
            return Ok(stmts);
        }
        if let Reply::Moves { .. } = &self.format.tell {
            stmts.extend(self.moves(place, case, names)?);
            return Ok(stmts);
        }
        if self.is_single() {
            let coordinates = self.options.coordinates();
            let position = self.numbers(coordinates, place, None, names, &mut stmts);
            stmts.extend(self.one(vec![position], case, names)?);
            return Ok(stmts);
        }
        let sums = Sums::named(self.is_loopy(), names);
        if let Some(wins) = &self.format.wins {
            stmts.extend(self.conditional(wins, place, case, names)?);
            return Ok(stmts);
        }
        stmts.extend(self.begun(&sums));
        stmts.extend(self.components(place, names, &mut |names, position| {
            Ok(self.added(position, &sums, names))
        })?);
        if self.counts() {
            stmts.extend(self.counted(place, &sums, case, names)?);
            return Ok(stmts);
        }
        stmts.extend(self.ended(&sums, case)?);
        Ok(stmts)
    }

    /// Statements before a loop through the rows of the last list and in it, where an answer follows each row: the component of a row stays
    /// what it is when others come.
    pub(crate) fn growing(
        &self,
        fields: &[Expr],
        row: &Expr,
        case: &Expr,
        names: &mut Names,
    ) -> Result<Option<Growing>, NotEmitted> {
        let asks = self.counts() || self.format.wins.is_some();
        if asks || !self.options.grows(&self.format.layout) {
            return Ok(None);
        }
        let sums = Sums::named(self.is_loopy(), names);
        let place = Placed {
            fields,
            found: &Found::default(),
        };
        let before = self.begun(&sums);
        let mut each = Vec::new();
        let coordinates = self.options.coordinates();
        let position = self.numbers(coordinates, place, Some(row), names, &mut each);
        each.extend(self.added(position, &sums, names));
        each.extend(self.ended(&sums, case)?);
        Ok(Some(Growing { before, each }))
    }

    /// Who wins by a condition on what is known of the values of all components.
    fn conditional(
        &self,
        wins: &Over,
        place: Placed<'_>,
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let summed = summed(names);
        let is_used = |whole: Whole| wins.names().contains(&Named::Known(whole));
        let used: Vec<_> = summed.iter().filter(|(whole, _)| is_used(*whole)).collect();
        let begin =
            |(_, name): &&(Whole, String)| Stmt::Let(name.clone(), Type::Number, Expr::Number(0));
        let mut stmts: Vec<Stmt> = used.iter().map(begin).collect();
        stmts.extend(self.components(place, names, &mut |names, position| {
            let mut body = Vec::new();
            let told = self.valued(position, &mut body, names);
            let value = names.fresh("value");
            body.push(Stmt::Let(value.clone(), Type::Number, told));
            let add = |(whole, name): &&(Whole, String)| add(*whole, name, local(&value));
            body.extend(used.iter().map(add));
            Ok(body)
        })?);
        let mut within = Formulating {
            format: self.format,
            fields: place.fields,
            names,
        };
        let mut found = place.found.clone();
        let mut scope = within.scope(wins, None, &mut found, &mut stmts);
        bind_known(wins, &summed, &mut scope);
        let lost = Expr::Not(Box::new(condition(&scope, wins)));
        stmts.extend(self.told(lost, None, case)?);
        Ok(stmts)
    }

    /// What the coordinates ask that is the same in each row.
    fn folds(&self, fields: &[Expr], names: &mut Names) -> (Vec<Stmt>, Found) {
        let (mut stmts, mut found) = (Vec::new(), Found::default());
        let mut within = Formulating {
            format: self.format,
            fields,
            names,
        };
        for coordinate in self.options.coordinates() {
            if let Coordinate::Formula(over) = coordinate {
                within.before(over, &mut found, &mut stmts);
            }
        }
        (stmts, found)
    }

    fn counts(&self) -> bool {
        matches!(self.format.tell, Reply::Count(_))
    }

    fn is_loopy(&self) -> bool {
        matches!(self.method, Method::Loopy { .. })
    }

    fn is_misere_nim(&self) -> bool {
        matches!(self.method, Method::Nim { misere: true, .. })
    }

    fn begun(&self, sums: &Sums) -> Vec<Stmt> {
        let mut stmts = vec![Stmt::Let(sums.total.clone(), Type::Number, Expr::Number(0))];
        if self.is_misere_nim() {
            let large = sums.large.clone();
            stmts.push(Stmt::Let(large, Type::Flag, Expr::Flag(false)));
        }
        if self.is_loopy() {
            for name in [&sums.infinite, &sums.last] {
                stmts.push(Stmt::Let(name.clone(), Type::Number, Expr::Number(0)));
            }
        }
        if self.counts() {
            let values = sums.values.clone();
            stmts.push(Stmt::Let(values, Type::List, Expr::NewList));
        }
        stmts
    }

    /// One component more.
    fn added(&self, position: Vec<Expr>, sums: &Sums, names: &mut Names) -> Vec<Stmt> {
        let mut body = Vec::new();
        let value = self.valued(position, &mut body, names);
        if self.is_misere_nim() {
            let set = Stmt::Assign(Target::Local(sums.large.clone()), Expr::Flag(true));
            let is_large = Expr::binary(Op::Greater, value.clone(), Expr::Number(1));
            body.push(Stmt::when(is_large, vec![set]));
        }
        if self.counts() {
            body.push(Stmt::Push(local(&sums.values), value.clone()));
        }
        if self.is_loopy() {
            let number = Expr::binary(Op::Subtract, Expr::Number(-2), value.clone());
            let one = Expr::Number(1);
            body.push(Stmt::If(
                Expr::binary(Op::AtLeast, value.clone(), Expr::Number(0)),
                vec![xor(&sums.total, value)],
                vec![
                    Stmt::Update(Target::Local(sums.infinite.clone()), Op::Add, one),
                    Stmt::Assign(Target::Local(sums.last.clone()), number),
                ],
            ));
            return body;
        }
        body.push(match self.method {
            Method::Quotient { quotient, .. } => {
                let product = quotient.product(local(&sums.total), value);
                Stmt::Assign(Target::Local(sums.total.clone()), product)
            }
            _ => xor(&sums.total, value),
        });
        body
    }

    /// Who wins the sum of all components so far, or its value.
    fn ended(&self, sums: &Sums, case: &Expr) -> Result<Vec<Stmt>, NotEmitted> {
        let total = local(&sums.total);
        let zero = Expr::binary(Op::Equal, total.clone(), Expr::Number(0));
        if self.is_loopy() {
            let are =
                |count: i64| Expr::binary(Op::Equal, local(&sums.infinite), Expr::Number(count));
            let leads = vec![local(&sums.last), total];
            let leads = Expr::Call("leads_to".into(), leads);
            let leads = Expr::binary(Op::Equal, leads, Expr::Number(1));
            let won = Expr::binary(Op::Or, are(0), Expr::and(are(1), leads));
            return of_three(self.format, Expr::and(are(0), zero), won, case);
        }
        let lost = match self.method {
            Method::Quotient { quotient, .. } => quotient.is_lost(total.clone()),
            // An even number of ones is won, which is where their exclusive or is 0.
            _ if self.is_misere_nim() => Expr::binary(Op::Equal, zero, local(&sums.large)),
            _ => zero,
        };
        self.told(lost, Some(total), case)
    }

    /// A position of one component.
    fn one(
        &self,
        position: Vec<Vec<Expr>>,
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let position = position.into_iter().next().unwrap_or_default();
        let mut stmts = Vec::new();
        let zero = |value: &Expr| Expr::binary(Op::Equal, value.clone(), Expr::Number(0));
        match self.method {
            Method::Labels { .. } => {
                let value = self.valued(position, &mut stmts, names);
                let is_won = Expr::binary(Op::Equal, value.clone(), Expr::Number(1));
                stmts.extend(of_three(self.format, zero(&value), is_won, case)?);
            }
            Method::Losing { .. } => {
                let lost = Expr::Call("loses".into(), position);
                stmts.extend(self.told(lost, None, case)?);
            }
            Method::Nim { misere: true, .. } => {
                let one = position.into_iter().next().unwrap_or(Expr::Number(0));
                let lost = Expr::binary(Op::Equal, one, Expr::Number(1));
                stmts.extend(self.told(lost, None, case)?);
            }
            Method::Quotient { quotient, .. } => {
                let value = self.valued(position, &mut stmts, names);
                let lost = quotient.is_lost(quotient.product(Expr::Number(0), value));
                stmts.extend(self.told(lost, None, case)?);
            }
            _ => {
                let value = self.valued(position.clone(), &mut stmts, names);
                if let Reply::Count(told) = &self.format.tell {
                    let count = names.fresh("count");
                    let counting = match self.method {
                        // Only what takes the whole heap leaves 0.
                        Method::Nim { .. } => {
                            let some = Expr::binary(Op::Greater, value, Expr::Number(0));
                            let one = Stmt::Assign(Target::Local(count.clone()), Expr::Number(1));
                            vec![
                                Stmt::Let(count.clone(), Type::Number, Expr::Number(0)),
                                Stmt::when(some, vec![one]),
                            ]
                        }
                        _ => {
                            stmts.clear();
                            let ways = self.ways(position, Expr::Number(0));
                            vec![Stmt::Let(count.clone(), Type::Number, ways)]
                        }
                    };
                    stmts.extend(counting);
                    stmts.extend(written(told, case, Some(&local(&count)), None)?);
                    return Ok(stmts);
                }
                stmts.extend(self.told(zero(&value), Some(value), case)?);
            }
        }
        Ok(stmts)
    }

    /// The winning moves, found summand after summand, and then written.
    fn moves(
        &self,
        place: Placed<'_>,
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
        } = &self.format.tell
        else {
            return Ok(Vec::new());
        };
        let [total, values, count, part] =
            ["total", "values", "count", "part"].map(|name| names.fresh(name));
        let zero = || Expr::Number(0);
        let mut stmts = vec![
            Stmt::Clear(Expr::global("winning_moves")),
            Stmt::Let(count.clone(), Type::Number, zero()),
        ];
        let add = |found: Expr| Stmt::Update(Target::Local(count.clone()), Op::Add, found);
        let find = |mut position: Vec<Expr>, target: Expr, place: Expr| {
            position.extend([target, place]);
            add(Expr::Call("find_moves".into(), position))
        };
        if self.is_single() {
            let coordinates = self.options.coordinates();
            let position = self.numbers(coordinates, place, None, names, &mut stmts);
            stmts.push(find(position, zero(), Expr::Number(1)));
        } else {
            stmts.extend([
                Stmt::Let(total.clone(), Type::Number, zero()),
                Stmt::Let(values.clone(), Type::List, Expr::NewList),
            ]);
            stmts.extend(self.components(place, names, &mut |names, position| {
                let mut body = Vec::new();
                let value = self.valued(position, &mut body, names);
                body.push(Stmt::Push(local(&values), value.clone()));
                body.push(xor(&total, value));
                Ok(body)
            })?);
            let here = Expr::element(local(&values), local(&part));
            let target = Expr::binary(Op::Xor, local(&total), here);
            let search = self.components(place, names, &mut |_, position| {
                let place = shifted(local(&part), 1);
                let mut found = vec![find(position, target.clone(), place)];
                if *first && each.order().is_empty() {
                    let none = Expr::binary(Op::Equal, local(&count), zero());
                    found = vec![Stmt::when(none, found)];
                }
                found.push(Stmt::Update(
                    Target::Local(part.clone()),
                    Op::Add,
                    Expr::Number(1),
                ));
                Ok(found)
            })?;
            let mut all = vec![Stmt::Let(part, Type::Number, zero())];
            all.extend(search);
            let won = Expr::binary(Op::Unequal, local(&total), zero());
            stmts.push(Stmt::when(won, all));
        }
        let (shown, next) = (names.fresh("shown"), names.fresh("next"));
        let mut one = Vec::new();
        if !first {
            let later = Expr::binary(Op::Greater, local(&shown), zero());
            let between = written(between, case, None, None)?;
            if !between.is_empty() {
                one.push(Stmt::when(later, between));
            }
        }
        for part in each.parts() {
            match part {
                Part::Literal(text) => one.push(Stmt::WriteText(text.clone())),
                Part::Slot(Slot::Case) => one.push(Stmt::Write(case.clone())),
                Part::Slot(_) | Part::Shifted(..) => {
                    let number = Expr::element(Expr::global("winning_moves"), local(&next));
                    one.push(Stmt::Write(number));
                    one.push(Stmt::Update(
                        Target::Local(next.clone()),
                        Op::Add,
                        Expr::Number(1),
                    ));
                }
            }
        }
        let mut told = written(win, case, None, None)?;
        if slots(each).next().is_some() {
            told.push(Stmt::Let(next, Type::Number, zero()));
        }
        match first {
            true => told.extend(one),
            false => told.push(Stmt::For {
                name: shown,
                from: zero(),
                to: local(&count),
                included: false,
                body: one,
            }),
        }
        told.extend(written(after, case, None, None)?);
        let none = Expr::binary(Op::Equal, local(&count), zero());
        stmts.push(Stmt::If(none, written(lose, case, None, None)?, told));
        Ok(stmts)
    }

    fn ways(&self, mut position: Vec<Expr>, target: Expr) -> Expr {
        position.push(target);
        Expr::Call("ways".into(), position)
    }

    /// The value of a component; what computes it is put into `body`.
    fn valued(&self, position: Vec<Expr>, body: &mut Vec<Stmt>, names: &mut Names) -> Expr {
        if let Method::Nim { .. } = self.method {
            return position.into_iter().next().unwrap_or(Expr::Number(0));
        }
        let value = names.fresh("value");
        if let Method::Losing { .. } = self.method {
            // No more is asked of it than whether it is 0.
            body.push(Stmt::Let(value.clone(), Type::Number, Expr::Number(1)));
            let set = Stmt::Assign(Target::Local(value.clone()), Expr::Number(0));
            let lost = Expr::Call("loses".into(), position);
            body.push(Stmt::when(lost, vec![set]));
            return Expr::Local(value);
        }
        let call = Expr::Call("sg".into(), position);
        body.push(Stmt::Let(value.clone(), Type::Number, call));
        Expr::Local(value)
    }

    /// The number of winning moves of a sum.
    fn counted(
        &self,
        place: Placed<'_>,
        sums: &Sums,
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let Reply::Count(told) = &self.format.tell else {
            return Ok(Vec::new());
        };
        let (total, values) = (&sums.total, &sums.values);
        let [count, part] = ["count", "part"].map(|name| names.fresh(name));
        let mut stmts = vec![Stmt::Let(count.clone(), Type::Number, Expr::Number(0))];
        let here = Expr::element(local(values), local(&part));
        let wanted = Expr::binary(Op::Xor, local(total), here.clone());
        let add = |value: Expr| Stmt::Update(Target::Local(count.clone()), Op::Add, value);
        if let Method::Nim { .. } = self.method {
            // One move of a heap leads to every smaller one.
            let smaller = Expr::binary(Op::Less, wanted, here);
            stmts.push(Stmt::For {
                name: part,
                from: Expr::Number(0),
                to: Expr::length(local(values)),
                included: false,
                body: vec![Stmt::when(smaller, vec![add(Expr::Number(1))])],
            });
        } else {
            stmts.push(Stmt::Let(part.clone(), Type::Number, Expr::Number(0)));
            stmts.extend(self.components(place, names, &mut |names, position| {
                let ways = names.fresh("more");
                Ok(vec![
                    Stmt::Let(
                        ways.clone(),
                        Type::Number,
                        self.ways(position, wanted.clone()),
                    ),
                    add(local(&ways)),
                    Stmt::Update(Target::Local(part.clone()), Op::Add, Expr::Number(1)),
                ])
            })?);
        }
        stmts.extend(written(told, case, Some(&local(&count)), None)?);
        Ok(stmts)
    }

    fn told(&self, lost: Expr, value: Option<Expr>, case: &Expr) -> Result<Vec<Stmt>, NotEmitted> {
        told(self.format, lost, value, case)
    }

    /// Whether there is one component and no list.
    fn is_single(&self) -> bool {
        let coordinates = self.options.coordinates();
        let plain = |it: &Coordinate| !self.is_list(it) && !matches!(it, Coordinate::Run(..));
        self.format.wins.is_none()
            && coordinates.len() == self.options.arity()
            && coordinates.iter().all(plain)
    }

    fn is_list(&self, coordinate: &Coordinate) -> bool {
        coordinate.list(&self.format.layout).is_some()
    }

    /// The coordinates of a component; what must be worked out for them is put into `stmts`.
    fn numbers(
        &self,
        coordinates: &[Coordinate],
        place: Placed<'_>,
        row: Option<&Expr>,
        names: &mut Names,
        stmts: &mut Vec<Stmt>,
    ) -> Vec<Expr> {
        let mut found = place.found.clone();
        let number = |coordinate: &Coordinate| match coordinate {
            Coordinate::Named(field, plus) => {
                let mut number = place.fields[*field].clone();
                if let Some(row) = row.filter(|_| self.is_list(coordinate)) {
                    number = Expr::element(number, row.clone());
                }
                shifted(number, *plus)
            }
            Coordinate::Fixed(number) => Expr::Number(i64::try_from(*number).unwrap_or(i64::MAX)),
            Coordinate::Run(..) => row.cloned().unwrap_or(Expr::Number(0)),
            Coordinate::Formula(over) => {
                let mut within = Formulating {
                    format: self.format,
                    fields: place.fields,
                    names: &mut *names,
                };
                let scope = within.scope(over, row, &mut found, stmts);
                scope.number(over.formula().expression())
            }
        };
        coordinates.iter().map(number).collect()
    }

    /// Does something with every component.
    fn components(
        &self,
        place: Placed<'_>,
        names: &mut Names,
        each: &mut Each<'_>,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let mut stmts = Vec::new();
        for coordinates in self.options.coordinates().chunks(self.options.arity()) {
            let list = coordinates.iter().find(|it| self.is_list(it));
            let end = |end: &End| match end {
                End::Fixed(number) => Expr::Number(i64::try_from(*number).unwrap_or(i64::MAX)),
                End::Named(field, plus) => shifted(place.fields[*field].clone(), *plus),
            };
            let range = match (coordinates, list) {
                ([Coordinate::Run(from, to)], _) => Some((end(from), end(to), true)),
                (_, Some(coordinate)) => {
                    let list = coordinate.list(&self.format.layout);
                    let length = list.map(|field| Expr::length(place.fields[field].clone()));
                    length.map(|length| (Expr::Number(0), length, false))
                }
                _ => None,
            };
            let Some((from, to, included)) = range else {
                let position = self.numbers(coordinates, place, None, names, &mut stmts);
                stmts.extend(each(names, position)?);
                continue;
            };
            let name = self.index.clone();
            let row = local(&name);
            let mut body = Vec::new();
            let position = self.numbers(coordinates, place, Some(&row), names, &mut body);
            body.extend(each(names, position)?);
            stmts.push(Stmt::For {
                name,
                from,
                to,
                included,
                body,
            });
        }
        Ok(stmts)
    }
}

/// The words for an outcome, or the value.
pub(crate) fn told(
    format: &Format,
    lost: Expr,
    value: Option<Expr>,
    case: &Expr,
) -> Result<Vec<Stmt>, NotEmitted> {
    match &format.tell {
        Reply::Outcome { win, lose } => {
            let win = written(win, case, None, None)?;
            let lose = written(lose, case, None, None)?;
            Ok(vec![Stmt::If(lost, lose, win)])
        }
        Reply::Value(told) => written(told, case, None, value.as_ref()),
        _ => Err(unknown()),
    }
}

/// How positions are labelled where play need not end.
pub(crate) fn labelled() -> Message {
    message!(
        "A position is won if a move leads to a lost one, and lost if all moves lead to won ones; what is neither, backwards from the ends of play, is a draw (Smith 1966).",
        "从终局倒推：能走到必败局面则胜，所有走法都到必胜局面则负；两者都不是则为和局（Smith 1966）。"
    )
}

/// How sums are judged where play need not end.
pub(crate) fn loopy() -> Message {
    message!(
        "Loopy values (Smith 1966; Fraenkel and Perl 1975): a sum of finite values is lost where their exclusive or is 0; beside one infinite value it is won where an option of that position has the value of the others, and a draw otherwise; with two it is a draw.",
        "循环局面的值（Smith 1966；Fraenkel、Perl 1975）：各值有限时，异或为 0 则必败；恰有一个无穷时，该局面有后继取其余之值则必胜，否则为和局；有两个无穷时为和局。"
    )
}

/// The words for who wins, or for a draw, where a position may be neither won nor lost.
pub(crate) fn of_three(
    format: &Format,
    lost: Expr,
    won: Expr,
    case: &Expr,
) -> Result<Vec<Stmt>, NotEmitted> {
    let (Reply::Outcome { win, lose }, Some(draw)) = (&format.tell, &format.draw) else {
        return Err(unknown());
    };
    let [win, lose, draw] = [win, lose, draw].map(|wording| written(wording, case, None, None));
    Ok(vec![Stmt::If(
        lost,
        lose?,
        vec![Stmt::If(won, win?, draw?)],
    )])
}

pub(crate) fn unknown() -> NotEmitted {
    NotEmitted::new(message!(
        "programs print who wins, the value, or the number of winning moves; the moves themselves only where the format has `options` and no `rule`",
        "程序只输出胜负、SG 值或必胜走法数；只有格式用 `options` 而没有 `rule` 时才输出走法本身"
    ))
}

/// Answers that are told one by one, of which so many are a line.
pub(super) struct Row {
    so_far: String,
    most: Expr,
}

impl Row {
    /// Begins to count, where the format says how many they are.
    pub(super) fn of(
        format: &Format,
        fields: &[Expr],
        names: &mut Names,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Row> {
        let most = match format.row? {
            Count::Fixed(count) => Expr::Number(i64::try_from(count).unwrap_or(i64::MAX)),
            Count::Named(field, plus) => shifted(fields[field].clone(), plus),
            Count::Times(..) => return None,
        };
        let so_far = names.fresh("in_line");
        stmts.push(Stmt::Let(so_far.clone(), Type::Number, Expr::Number(0)));
        Some(Row { so_far, most })
    }

    /// What follows an answer.
    pub(super) fn answered(&self) -> Vec<Stmt> {
        let so_far = || Target::Local(self.so_far.clone());
        let is_full = Expr::binary(
            Op::Equal,
            Expr::local(self.so_far.clone()),
            self.most.clone(),
        );
        let ends = vec![
            Stmt::WriteText("\n".to_owned()),
            Stmt::Assign(so_far(), Expr::Number(0)),
        ];
        vec![
            Stmt::Update(so_far(), Op::Add, Expr::Number(1)),
            Stmt::when(is_full, ends),
        ]
    }
}

/// A text with its slots filled.
pub(crate) fn written(
    wording: &Wording,
    case: &Expr,
    count: Option<&Expr>,
    value: Option<&Expr>,
) -> Result<Vec<Stmt>, NotEmitted> {
    let part = |part: &Part| {
        let number = match part {
            Part::Literal(text) => return Ok(Stmt::WriteText(text.clone())),
            Part::Slot(Slot::Case) => Some(case),
            Part::Slot(Slot::Count) => count,
            Part::Slot(Slot::Value) => value,
            Part::Slot(Slot::Read(field)) => return Ok(Stmt::Echo(*field, 0)),
            Part::Shifted(Slot::Read(field), plus) => return Ok(Stmt::Echo(*field, *plus)),
            Part::Slot(_) | Part::Shifted(..) => None,
        };
        number.cloned().map(Stmt::Write).ok_or_else(unknown)
    };
    wording.parts().iter().map(part).collect()
}
