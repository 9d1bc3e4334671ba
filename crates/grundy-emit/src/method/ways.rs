//! How many moves of a position lead to a given value, and which.
//!
//! Two moves are the same where they lead to the same position, whichever alternative says so, and the summands of a sum come
//! in no order. So what was led to is kept, the summands sorted, unless the form of the rule shows that no option comes twice.

use grundy::rule::syntax::{Body, Domain, Expression, Item, Kind, Operator};

use super::{Game, call, global, local, op};
use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::names::Names;
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Target, Type};

/// What is written of a move: of the names where it was found, its option, and the place of its summand.
pub(super) type Telling<'a> = dyn Fn(&Scope, &[Vec<Expr>], &Expr) -> Vec<Expr> + 'a;

impl Game<'_> {
    /// Adds `ways`: how many moves of a position lead to a given value, in normal play.
    pub(crate) fn add_ways(
        &self,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<(), NotEmitted> {
        let [target, count] = ["target", "count"].map(|name| names.fresh(name));
        // A position worth a nimber has the options of a Nim heap.
        let mut body = self.said_values(names, &mut |value| {
            Stmt::If(
                op(Op::Less, local(&target), value),
                vec![Stmt::Return(Expr::Number(1))],
                vec![Stmt::Return(Expr::Number(0))],
            )
        });
        body.push(Stmt::Let(count.clone(), Type::Number, Expr::Number(0)));
        let add = Stmt::Update(Target::Local(count.clone()), Op::Add, Expr::Number(1));
        let mut told = KnownOptions {
            add,
            by_terms: (!self.comes_once()).then(Vec::new),
        };
        let found = self.options(names, &mut |names, _, sum| {
            let (mut stmts, value) = self.option_value(&sum, names);
            let fits = op(Op::Equal, value, local(&target));
            stmts.push(Stmt::when(fits, told.add_once(sum, names)));
            Ok(stmts)
        })?;
        body.extend(self.kept(told, program));
        body.extend(found);
        body.push(Stmt::Return(local(&count)));
        let mut parameters = self.parameters();
        parameters.push((target, Type::Number));
        program.functions.push(Function {
            name: "ways".into(),
            notes: vec![self.note(
                "how many moves lead to the value target",
                "走到值为 target 的后继的走法数",
            )],
            parameters,
            returns: Some(Type::Number),
            body,
            state: true,
        });
        Ok(())
    }

    /// The statements that ask for the value of each summand of an option, and what the option is worth.
    fn option_value(&self, sum: &[Vec<Expr>], names: &mut Names) -> (Vec<Stmt>, Expr) {
        let (mut stmts, mut values) = (Vec::new(), Vec::new());
        for position in sum {
            let value = names.fresh("value");
            values.push(local(&value));
            stmts.push(Stmt::Let(value, Type::Number, call("sg", position.clone())));
        }
        (stmts, self.sum_of(values))
    }

    /// Adds `find_moves`: what is told of the moves to positions worth a target, all of them or the first; how many there are. `told` gives the
    /// numbers of a move whose names are bound, of the position that is left. No move raises the value where `lowers` says so. The last of
    /// these numbers say which move is the first where there is an `order`: the least, or the greatest where it holds.
    pub(crate) fn add_moves(
        &self,
        (first, lowers): (bool, bool),
        order: &[bool],
        told: &Telling<'_>,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<(), NotEmitted> {
        let [target, place, count] = ["target", "place", "count"].map(|name| names.fresh(name));
        let mut body = Vec::new();
        if lowers && let Some(heap) = self.here().into_iter().next() {
            let higher = op(Op::AtLeast, local(&target), heap);
            body.push(Stmt::when(higher, vec![Stmt::Return(Expr::Number(0))]));
        }
        let stops = first && order.is_empty();
        if !stops {
            body.push(Stmt::Let(count.clone(), Type::Number, Expr::Number(0)));
        }
        let mut known = KnownOptions {
            add: Stmt::Break,
            by_terms: (!first && !self.comes_once()).then(Vec::new),
        };
        let found = self.options(names, &mut |names, scope, sum| {
            let (mut stmts, value) = self.option_value(&sum, names);
            let numbers = told(scope, &sum, &local(&place));
            let push = |number| Stmt::Push(global("winning_moves"), number);
            let better = better(&numbers, order);
            let mut add: Vec<Stmt> = numbers.into_iter().map(push).collect();
            let one = Expr::Number(1);
            if better.is_some() {
                add.insert(0, Stmt::Clear(global("winning_moves")));
            }
            match stops {
                true => add.push(Stmt::Return(one)),
                false => add.push(Stmt::Update(Target::Local(count.clone()), Op::Add, one)),
            }
            let fits = op(Op::Equal, value, local(&target));
            if let Some(better) = better {
                add = vec![Stmt::when(better, add)];
            }
            let add = match known.by_terms {
                None => add,
                Some(_) => {
                    known.add = Stmt::Block(add);
                    known.add_once(sum, names)
                }
            };
            stmts.push(Stmt::when(fits, add));
            // Names of one option are no names of the next.
            Ok(vec![Stmt::Block(stmts)])
        })?;
        body.extend(self.kept(known, program));
        body.extend(found);
        body.push(Stmt::Return(match stops {
            true => Expr::Number(0),
            false => local(&count),
        }));
        let mut parameters = self.parameters();
        parameters.extend([(target, Type::Number), (place, Type::Number)]);
        self.list(
            program,
            "winning_moves",
            self.note(
                "what is written of each winning move",
                "每个必胜走法要输出的数",
            ),
        );
        program.functions.push(Function {
            name: "find_moves".into(),
            notes: vec![match stops {
                true => self.note(
                    "looks for the first move to the value target; 1 if there is one, otherwise 0",
                    "寻找第一个走到值为 target 的走法；有则为 1，无则为 0",
                ),
                false if first => self.note(
                    "keeps the move to the value target that comes first in the order asked for; 0 if no better one is found",
                    "保留走到值为 target 的走法中次序最前的一个；没有更好的则为 0",
                ),
                false => self.note(
                    "lists the moves to the value target; how many there are",
                    "列出走到值为 target 的走法，返回其个数",
                ),
            }],
            parameters,
            returns: Some(Type::Number),
            body,
            state: true,
        });
        Ok(())
    }

    /// The maps of what was told, emptied.
    fn kept(&self, told: KnownOptions, program: &mut Program) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for (terms, name) in told.by_terms.into_iter().flatten() {
            program.globals.push(Global {
                name: name.clone(),
                kind: Type::Map((terms * self.coordinates.len()).max(1)),
                first: Vec::new(),
                note: self.note("positions that a move leads to", "已数过的后继"),
            });
            stmts.push(Stmt::Clear(global(&name)));
        }
        stmts
    }

    /// Whether the form of the rule shows that no two of its options are the same: there is one, or one for each number of a
    /// range or set that is added to a coordinate or taken from it.
    fn comes_once(&self) -> bool {
        let mut clauses = self.syntax.clauses.iter();
        let mut clauses = clauses.by_ref().filter_map(|clause| match &clause.body {
            Body::Options(alternatives) => Some((clause, alternatives)),
            Body::Value(_) => None,
        });
        let (Some((clause, alternatives)), None) = (clauses.next(), clauses.next()) else {
            return false;
        };
        let [sum] = alternatives.as_slice() else {
            return false;
        };
        let items = clause.tail.iter();
        let items: Vec<&Item> = items.filter(|it| !matches!(it, Item::If(_))).collect();
        match (sum.as_slice(), items.as_slice()) {
            (_, []) => true,
            ([only], [Item::In(name, domain)]) => {
                let differ = match domain {
                    Domain::Range { .. } | Domain::Numbers(..) => true,
                    Domain::Set(elements) => differ(elements),
                    // What the input gives may hold a number twice.
                    Domain::Array(_) => false,
                };
                let mut coordinates = only.coordinates.iter();
                differ && coordinates.any(|it| shifts(it, &name.text) == Some(true))
            }
            _ => false,
        }
    }
}

/// Whether the numbers of a move come before those that are kept, or none are; nothing where there is no order.
fn better(numbers: &[Expr], order: &[bool]) -> Option<Expr> {
    let kept = || global("winning_moves");
    let begin = numbers.len().checked_sub(order.len())?;
    let mut less: Option<Expr> = None;
    for (place, falling) in order.iter().enumerate().rev() {
        let own = numbers.get(begin + place)?.clone();
        let at = i64::try_from(begin + place).ok()?;
        let other = Expr::element(kept(), Expr::Number(at));
        let way = if *falling { Op::Greater } else { Op::Less };
        let before = op(way, own.clone(), other.clone());
        less = Some(match less {
            None => before,
            Some(rest) => op(Op::Or, before, Expr::and(op(Op::Equal, own, other), rest)),
        });
    }
    let none = op(Op::Equal, Expr::length(kept()), Expr::Number(0));
    Some(op(Op::Or, none, less?))
}

/// Whether these are different numbers.
fn differ(elements: &[Expression]) -> bool {
    let number = |element: &Expression| match element.kind {
        Kind::Number(number) => Some(number),
        _ => None,
    };
    let numbers: Option<Vec<i64>> = elements.iter().map(number).collect();
    numbers.is_some_and(|mut numbers| {
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair[0] != pair[1])
    })
}

/// Whether an expression is a number by that name with something added to it or taken from it, or it taken from something; not
/// told where the name stands in it in another way.
fn shifts(expression: &Expression, name: &str) -> Option<bool> {
    match &expression.kind {
        Kind::Number(_) => Some(false),
        Kind::Name(other) => Some(other == name),
        Kind::Binary(Operator::Add | Operator::Subtract, pair) => {
            match (shifts(&pair[0], name)?, shifts(&pair[1], name)?) {
                (true, true) => None,
                (one, other) => Some(one || other),
            }
        }
        _ => None,
    }
}

/// The options that were told.
struct KnownOptions {
    /// Counts one more.
    add: Stmt,
    /// The map that keeps the sums of so many summands; nothing is kept where no option comes twice.
    by_terms: Option<Vec<(usize, String)>>,
}

impl KnownOptions {
    /// Counts a sum if it was not counted before.
    fn add_once(&mut self, sum: Vec<Vec<Expr>>, names: &mut Names) -> Vec<Stmt> {
        let Some(by_terms) = &mut self.by_terms else {
            return vec![self.add.clone()];
        };
        let terms = sum.len();
        let known = by_terms.iter().find(|(of, _)| *of == terms);
        let map = known.map(|(_, name)| name.clone()).unwrap_or_else(|| {
            let name = names.fresh("counted");
            by_terms.push((terms, name.clone()));
            name
        });
        let mut stmts = Vec::new();
        let mut keys: Vec<Vec<Expr>> = sum;
        if terms > 1 {
            // In locals of their own, which change places until they are in order.
            for key in keys.iter_mut().flatten() {
                let part = names.fresh("part");
                let value = std::mem::replace(key, local(&part));
                stmts.push(Stmt::Let(part, Type::Number, value));
            }
            for last in (1..terms).rev() {
                for place in 0..last {
                    stmts.push(in_order(&keys[place], &keys[place + 1], names));
                }
            }
        }
        let mut keys = keys.concat();
        if keys.is_empty() {
            keys.push(Expr::Number(0));
        }
        let is_new = Expr::Not(Box::new(Expr::Has(map.clone(), keys.clone())));
        let keep = Stmt::Assign(Target::Entry(map, keys), Expr::Number(1));
        stmts.push(Stmt::when(is_new, vec![keep, self.add.clone()]));
        stmts
    }
}

/// Two positions, held by locals, change places where the first is the greater.
fn in_order(one: &[Expr], other: &[Expr], names: &mut Names) -> Stmt {
    let greater = one
        .iter()
        .zip(other)
        .rev()
        .fold(None, |rest, (one, other)| {
            let greater = op(Op::Greater, one.clone(), other.clone());
            Some(match rest {
                None => greater,
                Some(rest) => {
                    let same = op(Op::Equal, one.clone(), other.clone());
                    op(Op::Or, greater, Expr::and(same, rest))
                }
            })
        });
    let swap = one.iter().zip(other).flat_map(|(one, other)| {
        let kept = names.fresh("kept");
        let set = |place: &Expr, value: Expr| match place {
            Expr::Local(name) => Stmt::Assign(Target::Local(name.clone()), value),
            _ => Stmt::Do(value),
        };
        [
            Stmt::Let(kept.clone(), Type::Number, one.clone()),
            set(one, other.clone()),
            set(other, local(&kept)),
        ]
    });
    Stmt::when(greater.unwrap_or(Expr::Flag(false)), swap.collect())
}
