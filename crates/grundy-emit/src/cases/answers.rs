//! What is computed and written for a position.

use grundy::message;
use grundy_judge::{Coordinate, End, Format, Named, Options, Over, Part, Reply, Slot, Wording};

use super::method_of::{Method, slots};
use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::names::Names;
use crate::tree::{Expr, Op, Stmt, Target, Type};

pub(crate) struct Answers<'a> {
    pub(crate) format: &'a Format,
    pub(crate) options: &'a Options,
    pub(crate) method: &'a Method,
    /// What counts the entries of lists.
    pub(crate) index: String,
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

impl Answers<'_> {
    /// The statements that answer a position whose numbers have been read.
    pub(crate) fn position(
        &self,
        fields: &[Expr],
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        if self.format.each {
            return self.components(fields, names, &mut |names, position| {
                self.one(vec![position], case, names)
            });
        }
        if let Reply::Moves { .. } = &self.format.tell {
            return self.moves(fields, case, names);
        }
        if let Some(position) = self.single(fields) {
            return self.one(vec![position], case, names);
        }
        let [total, large] = ["total", "large"].map(|name| names.fresh(name));
        let mut stmts = vec![Stmt::Let(total.clone(), Type::Number, Expr::Number(0))];
        let misere_nim = matches!(self.method, Method::Nim { misere: true, .. });
        if misere_nim {
            stmts.push(Stmt::Let(large.clone(), Type::Flag, Expr::Flag(false)));
        }
        let counts = matches!(self.format.tell, Reply::Count(_));
        let values = names.fresh("values");
        if counts {
            stmts.push(Stmt::Let(values.clone(), Type::List, Expr::NewList));
        }
        stmts.extend(self.components(fields, names, &mut |names, position| {
            let mut body = Vec::new();
            let value = self.valued(position, &mut body, names);
            if misere_nim {
                let set = Stmt::Assign(Target::Local(large.clone()), Expr::Flag(true));
                let is_large = Expr::binary(Op::Greater, value.clone(), Expr::Number(1));
                body.push(Stmt::when(is_large, vec![set]));
            }
            if counts {
                body.push(Stmt::Push(local(&values), value.clone()));
            }
            body.push(match self.method {
                Method::Quotient { quotient, .. } => {
                    let product = quotient.product(local(&total), value);
                    Stmt::Assign(Target::Local(total.clone()), product)
                }
                _ => xor(&total, value),
            });
            Ok(body)
        })?);
        if counts {
            stmts.extend(self.counted(fields, &total, &values, case, names)?);
            return Ok(stmts);
        }
        let lost = if let Method::Quotient { quotient, .. } = self.method {
            quotient.is_lost(local(&total))
        } else if misere_nim {
            // An even number of ones is won, which is where their exclusive or is 0.
            let zero = Expr::binary(Op::Equal, local(&total), Expr::Number(0));
            Expr::binary(Op::Equal, zero, local(&large))
        } else {
            Expr::binary(Op::Equal, local(&total), Expr::Number(0))
        };
        stmts.extend(self.told(lost, Some(local(&total)), case)?);
        Ok(stmts)
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
        fields: &[Expr],
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
        if let Some(position) = self.single(fields) {
            stmts.push(find(position, zero(), Expr::Number(1)));
        } else {
            stmts.extend([
                Stmt::Let(total.clone(), Type::Number, zero()),
                Stmt::Let(values.clone(), Type::List, Expr::NewList),
            ]);
            stmts.extend(self.components(fields, names, &mut |names, position| {
                let mut body = Vec::new();
                let value = self.valued(position, &mut body, names);
                body.push(Stmt::Push(local(&values), value.clone()));
                body.push(xor(&total, value));
                Ok(body)
            })?);
            let here = Expr::element(local(&values), local(&part));
            let target = Expr::binary(Op::Xor, local(&total), here);
            let search = self.components(fields, names, &mut |_, position| {
                let place = shifted(local(&part), 1);
                let mut found = vec![find(position, target.clone(), place)];
                if *first {
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
                Part::Slot(_) => {
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
        let call = Expr::Call("sg".into(), position);
        body.push(Stmt::Let(value.clone(), Type::Number, call));
        Expr::Local(value)
    }

    /// The number of winning moves of a sum.
    fn counted(
        &self,
        fields: &[Expr],
        total: &str,
        values: &str,
        case: &Expr,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let Reply::Count(told) = &self.format.tell else {
            return Ok(Vec::new());
        };
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
            stmts.extend(self.components(fields, names, &mut |names, position| {
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

    /// The coordinates of the only component, if there is one and no list.
    fn single(&self, fields: &[Expr]) -> Option<Vec<Expr>> {
        let coordinates = self.options.coordinates();
        let plain = coordinates
            .iter()
            .all(|it| !self.is_list(it) && !matches!(it, Coordinate::Run(..)));
        (plain && coordinates.len() == self.options.arity()).then(|| {
            coordinates
                .iter()
                .map(|it| self.number(it, fields, None))
                .collect()
        })
    }

    fn is_list(&self, coordinate: &Coordinate) -> bool {
        coordinate.list(&self.format.layout).is_some()
    }

    fn number(&self, coordinate: &Coordinate, fields: &[Expr], row: Option<&Expr>) -> Expr {
        match coordinate {
            Coordinate::Named(field, plus) => {
                let mut number = fields[*field].clone();
                if let Some(row) = row.filter(|_| self.is_list(coordinate)) {
                    number = Expr::element(number, row.clone());
                }
                shifted(number, *plus)
            }
            Coordinate::Fixed(number) => Expr::Number(i64::try_from(*number).unwrap_or(i64::MAX)),
            Coordinate::Run(..) => row.cloned().unwrap_or(Expr::Number(0)),
            Coordinate::Formula(over) => {
                scoped(over, self.format, fields, row).number(over.formula().expression())
            }
        }
    }

    /// Does something with every component.
    fn components(
        &self,
        fields: &[Expr],
        names: &mut Names,
        each: &mut Each<'_>,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let mut stmts = Vec::new();
        for coordinates in self.options.coordinates().chunks(self.options.arity()) {
            let list = coordinates.iter().find(|it| self.is_list(it));
            let end = |end: &End| match end {
                End::Fixed(number) => Expr::Number(i64::try_from(*number).unwrap_or(i64::MAX)),
                End::Named(field, plus) => shifted(fields[*field].clone(), *plus),
            };
            let range = match (coordinates, list) {
                ([Coordinate::Run(from, to)], _) => Some((end(from), end(to), true)),
                (_, Some(coordinate)) => {
                    let list = coordinate.list(&self.format.layout);
                    let length = list.map(|field| Expr::length(fields[field].clone()));
                    length.map(|length| (Expr::Number(0), length, false))
                }
                _ => None,
            };
            let Some((from, to, included)) = range else {
                let position = coordinates.iter().map(|it| self.number(it, fields, None));
                stmts.extend(each(names, position.collect())?);
                continue;
            };
            let name = self.index.clone();
            let row = local(&name);
            let position = coordinates
                .iter()
                .map(|it| self.number(it, fields, Some(&row)));
            let body = each(names, position.collect())?;
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

/// What the names of a formula are in the program: numbers that were read, in a row those of the row.
pub(crate) fn scoped(over: &Over, format: &Format, fields: &[Expr], row: Option<&Expr>) -> Scope {
    let mut scope = Scope::default();
    for (name, stands_for) in over.formula().names().iter().zip(over.names()) {
        let written = match (stands_for, row) {
            (Named::Field(field), Some(row)) if format.layout.rows_of(*field).is_some() => {
                Expr::element(fields[*field].clone(), row.clone())
            }
            (Named::Field(field), _) => fields[*field].clone(),
            (Named::Index, row) => shifted(row.cloned().unwrap_or(Expr::Number(0)), 1),
            // Those who know of all rows bind them anew.
            (Named::Known(_), _) => continue,
            // Formats that have them were refused.
            (Named::Folded(_), _) => continue,
        };
        let known = Known {
            name: name.clone(),
            least: Some(0),
            ..Known::default()
        };
        scope.bind(known, written);
    }
    scope
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

pub(crate) fn unknown() -> NotEmitted {
    NotEmitted::new(message!(
        "programs give who wins, the value, or how many winning moves there are; the moves themselves only where the format has `options` and no `rule`",
        "程序只输出胜负、SG 值或必胜着法数；只有格式用 `options` 而没有 `rule` 时才输出着法本身"
    ))
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
            Part::Slot(_) => None,
        };
        number.cloned().map(Stmt::Write).ok_or_else(unknown)
    };
    wording.parts().iter().map(part).collect()
}
