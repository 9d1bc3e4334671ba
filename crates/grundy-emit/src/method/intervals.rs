//! Heaps whose options are an interval of smaller ones that ends a fixed number below: `n -> n-k for k in 1..=c[n]`.
//!
//! The heaps from l to r are worth the least value whose last place among 0..=r lies before l. Of each value the last place is kept in a segment
//! tree, into which heaps come as r moves on; so a heap takes time in proportion to a logarithm, however many options it has.

use grundy::rule::syntax::{
    Body, Clause, Comparison, Coordinate, Domain, Expression, Function as Of, Item, Kind, Operator,
    Span, Syntax,
};

use super::{Game, call, global, local, op};
use crate::error::NotEmitted;
use crate::names::Names;
use crate::options::options;
use crate::tree::{Expr, Function, Native, Op, Program, Stmt, Target, Type};

/// Options that are an interval.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    /// The clause with its first option alone, where there is an option.
    first: Clause,
    /// The last option is the heap less this.
    below: i64,
}

fn expression(kind: Kind) -> Expression {
    Expression {
        kind,
        span: Span::default(),
    }
}

fn name(name: &str) -> Expression {
    expression(Kind::Name(name.to_owned()))
}

fn of_two(function: Of, one: Expression, other: Expression) -> Expression {
    expression(Kind::Call(function, vec![one, other]))
}

fn less(one: Expression, number: i64) -> Expression {
    let pair = [one, expression(Kind::Number(number))];
    expression(Kind::Binary(Operator::Subtract, Box::new(pair)))
}

fn at_most(one: Expression, other: Expression) -> Item {
    let rest = vec![(Comparison::AtMost, other)];
    Item::If(expression(Kind::Compare(Box::new(one), rest)))
}

fn mentions(of: &Expression, it: &dyn Fn(&str) -> bool) -> bool {
    match &of.kind {
        Kind::Fold(folding) => {
            let mut parts = folding.parts().into_iter();
            parts.any(|part| mentions(part, it))
        }
        Kind::Number(_) => false,
        Kind::Name(name) => it(name),
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => mentions(part, it),
        Kind::Binary(_, pair) => pair.iter().any(|part| mentions(part, it)),
        Kind::Compare(first, rest) => {
            mentions(first, it) || rest.iter().any(|(_, part)| mentions(part, it))
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => parts.iter().any(|part| mentions(part, it)),
    }
}

/// The number below a heap that an expression is.
fn below(of: &Expression, heap: &str) -> Option<i64> {
    match &of.kind {
        Kind::Name(name) if name == heap => Some(0),
        Kind::Binary(Operator::Subtract, pair) => match (&pair[0].kind, &pair[1].kind) {
            (Kind::Name(name), Kind::Number(number)) if name == heap => Some(*number),
            _ => None,
        },
        _ => None,
    }
}

/// The interval that the options of a rule on one coordinate are, where its length depends on the heap.
pub(crate) fn interval(syntax: &Syntax) -> Option<Interval> {
    let [clause] = &syntax.clauses[..] else {
        return None;
    };
    let [Coordinate::Name(heap)] = &clause.pattern.coordinates[..] else {
        return None;
    };
    let heap = heap.text.as_str();
    let Body::Options(alternatives) = &clause.body else {
        return None;
    };
    let [alternative] = &alternatives[..] else {
        return None;
    };
    let [term] = &alternative[..] else {
        return None;
    };
    let [option] = &term.coordinates[..] else {
        return None;
    };
    let mut generators = clause
        .tail
        .iter()
        .enumerate()
        .filter_map(|(at, item)| match item {
            Item::In(name, domain) => Some((at, name, domain)),
            _ => None,
        });
    let (at, generated, domain) = generators.next()?;
    let Domain::Range { from, to } = domain else {
        return None;
    };
    if generators.next().is_some() {
        return None;
    }
    let own = generated.text.as_str();
    let is_own = |name: &str| name == own;
    let stays = |item: &Item| match item {
        Item::If(of) | Item::Let(_, of) => !mentions(of, &is_own),
        Item::In(..) => true,
    };
    if !clause.tail.iter().all(stays) {
        return None;
    }
    let named = |of: &Expression| {
        let is_let = |name: &str| {
            let mut items = clause.tail.iter();
            items.any(|item| matches!(item, Item::Let(it, _) if it.text == name))
        };
        mentions(of, &|name| name == heap || is_let(name))
    };
    let (value, guard, below) = match &option.kind {
        // n - k for k in from..=to
        Kind::Binary(Operator::Subtract, pair)
            if pair[0].kind == Kind::Name(heap.to_owned())
                && pair[1].kind == Kind::Name(own.to_owned()) =>
        {
            let Kind::Number(least @ 1..) = from.kind else {
                return None;
            };
            let most = match to {
                None => name(heap),
                Some((to, included)) if named(to) => {
                    let to = match included {
                        true => to.clone(),
                        false => less(to.clone(), 1),
                    };
                    of_two(Of::Min, name(heap), to)
                }
                Some(_) => return None,
            };
            (most, at_most(from.clone(), name(own)), least)
        }
        // k for k in from..=n-1
        Kind::Name(option) if option == own && named(from) => {
            let (to, included) = to.as_ref()?;
            let below = below(to, heap)?.checked_add(i64::from(!included))?;
            if below < 1 {
                return None;
            }
            let zero = expression(Kind::Number(0));
            let last = less(name(heap), below);
            let least = of_two(Of::Max, from.clone(), zero);
            (least, at_most(name(own), last), below)
        }
        _ => return None,
    };
    let mut first = clause.clone();
    let items = [Item::Let(generated.clone(), value), guard];
    first.tail.splice(at..=at, items);
    Some(Interval { first, below })
}

/// The list of last places: the blocks of the segment tree, of which the last `width` are single values.
const TREE: &str = "last_place";

impl Game<'_> {
    /// The table of heaps whose options are an interval.
    pub(super) fn by_interval(
        &self,
        interval: &Interval,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let [width, entered] = ["width", "entered"].map(|name| names.fresh(name));
        self.list(
            program,
            TREE,
            self.note(
                "by value the last heap that has it, counted from 1, in a tree of minima",
                "线段树：每个值最后出现的堆（从 1 数起）及其最小值",
            ),
        );
        for name in [&width, &entered] {
            program.globals.push(crate::tree::Global {
                name: name.clone(),
                kind: Type::Number,
                first: vec![0],
                note: String::new(),
            });
        }
        let block = names.fresh("block");
        self.add_last_place(&width, &block, program, names);
        self.add_least_missing(&width, &block, program, names);
        let heap = || self.here().remove(0);
        let mut body = vec![Stmt::While(
            op(
                Op::AtMost,
                global(&entered),
                op(Op::Subtract, heap(), Expr::Number(interval.below)),
            ),
            vec![
                Stmt::Do(call(
                    "set_last_place",
                    vec![
                        Expr::element(global("grundy"), global(&entered)),
                        op(Op::Add, global(&entered), Expr::Number(1)),
                    ],
                )),
                Stmt::Update(Target::Global(entered.clone()), Op::Add, Expr::Number(1)),
            ],
        )];
        body.extend(options(
            &interval.first,
            &self.coordinates,
            &self.scope,
            names,
            &mut |_, _, mut sum| {
                let first = sum.pop().and_then(|mut position| position.pop());
                let first = first.unwrap_or(Expr::Number(0));
                Ok(vec![Stmt::Return(call("least_missing", vec![first]))])
            },
        )?);
        body.push(Stmt::Return(Expr::Number(0)));
        let mut reset = self.heaps(program, names, body)?;
        reset.push(Stmt::Clear(global(TREE)));
        for name in [width, entered] {
            reset.push(Stmt::Assign(Target::Global(name), Expr::Number(0)));
        }
        Ok(reset)
    }

    fn add_last_place(&self, width: &str, up: &str, program: &mut Program, names: &mut Names) {
        let [value, place, kept, at] = ["value", "place", "kept", "at"].map(|it| names.fresh(it));
        let node = |at: Expr| Expr::element(global(TREE), at);
        let least = |at: &str| {
            let left = op(Op::Multiply, Expr::Number(2), local(at));
            let right = op(Op::Add, left.clone(), Expr::Number(1));
            let least = Expr::Native(Native::Min, vec![node(left), node(right)]);
            Stmt::Assign(Target::Element(TREE.into(), local(at)), least)
        };
        let set = |name: &str, value: Expr| Stmt::Assign(Target::Local(name.to_owned()), value);
        let needed = op(Op::Add, local(&value), Expr::Number(2));
        let narrow = || op(Op::Less, global(width), needed.clone());
        let twice = op(Op::Multiply, Expr::Number(2), global(width));
        let leaf = |at: &str| op(Op::Add, global(width), local(at));
        let each = |to: Expr, body: Vec<Stmt>| Stmt::For {
            name: at.clone(),
            from: Expr::Number(0),
            to,
            included: false,
            body,
        };
        // One value is always left that no heap has.
        let widen = vec![
            Stmt::Let(kept.clone(), Type::List, Expr::NewList),
            each(
                global(width),
                vec![Stmt::Push(local(&kept), node(leaf(&at)))],
            ),
            Stmt::While(
                narrow(),
                vec![Stmt::Assign(
                    Target::Global(width.to_owned()),
                    Expr::Native(Native::Max, vec![Expr::Number(2), twice.clone()]),
                )],
            ),
            Stmt::Zeros(TREE.into(), twice),
            each(
                Expr::length(local(&kept)),
                vec![Stmt::Assign(
                    Target::Element(TREE.into(), leaf(&at)),
                    Expr::element(local(&kept), local(&at)),
                )],
            ),
        ];
        let node_at = names.fresh("node");
        let mut body = vec![Stmt::when(narrow(), {
            let mut widen = widen;
            widen.extend([
                Stmt::Let(
                    node_at.clone(),
                    Type::Number,
                    op(Op::Subtract, global(width), Expr::Number(1)),
                ),
                Stmt::While(
                    op(Op::Greater, local(&node_at), Expr::Number(0)),
                    vec![
                        least(&node_at),
                        Stmt::Update(
                            Target::Local(node_at.clone()),
                            Op::Subtract,
                            Expr::Number(1),
                        ),
                    ],
                ),
            ]);
            widen
        })];
        body.extend([
            Stmt::Let(
                up.to_owned(),
                Type::Number,
                op(Op::Add, global(width), local(&value)),
            ),
            Stmt::Assign(Target::Element(TREE.into(), local(up)), local(&place)),
            Stmt::While(
                op(Op::Greater, local(up), Expr::Number(1)),
                vec![
                    set(up, op(Op::PlainDivide, local(up), Expr::Number(2))),
                    least(up),
                ],
            ),
        ]);
        program.functions.push(Function {
            name: "set_last_place".into(),
            notes: vec![self.note(
                "a heap has this value; the places grow",
                "某堆取这个值；堆的编号递增",
            )],
            parameters: vec![(value, Type::Number), (place, Type::Number)],
            returns: None,
            body,
            state: true,
        });
    }

    fn add_least_missing(
        &self,
        width: &str,
        block: &str,
        program: &mut Program,
        names: &mut Names,
    ) {
        let first = names.fresh("first");
        let set = |value: Expr| Stmt::Assign(Target::Local(block.to_owned()), value);
        let here = Expr::element(global(TREE), local(block));
        program.functions.push(Function {
            name: "least_missing".into(),
            notes: vec![self.note(
                "the least value that no heap from `first` on has",
                "从 first 起各堆都没有的最小值",
            )],
            parameters: vec![(first.clone(), Type::Number)],
            returns: Some(Type::Number),
            body: vec![
                Stmt::Let(block.to_owned(), Type::Number, Expr::Number(1)),
                Stmt::While(
                    op(Op::Less, local(block), global(width)),
                    vec![
                        set(op(Op::Multiply, Expr::Number(2), local(block))),
                        Stmt::when(
                            op(Op::Greater, here, local(&first)),
                            vec![Stmt::Update(
                                Target::Local(block.to_owned()),
                                Op::Add,
                                Expr::Number(1),
                            )],
                        ),
                    ],
                ),
                Stmt::Return(op(Op::Subtract, local(block), global(width))),
            ],
            state: true,
        });
    }
}
