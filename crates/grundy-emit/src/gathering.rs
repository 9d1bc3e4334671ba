//! What becomes of several numbers or conditions, as loops: the sum, the least, whether one of them holds.
//!
//! Loops end where no more is asked for, as the evaluation of the rule does.

use grundy::rule::syntax::{Comparison, Domain, Expression, Fold, Item, Kind, Numbers};

use crate::expressions::Scope;
use crate::facts::Known;
use crate::names::Names;
use crate::options::{guarded, through};
use crate::tree::{Expr, Native, Op, Stmt, Target, Type};

pub(crate) fn local(name: &str) -> Expr {
    Expr::local(name)
}

/// A local number or condition becomes another.
pub(crate) fn set(place: &Expr, value: Expr) -> Stmt {
    Stmt::Assign(target(place), value)
}

fn target(place: &Expr) -> Target {
    match place {
        Expr::Global(name) => Target::Global(name.clone()),
        Expr::Local(name) => Target::Local(name.clone()),
        _ => Target::Local(String::new()),
    }
}

/// A number or a condition in the program.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) written: Expr,
    /// Whether it is never negative.
    pub(crate) is_natural: bool,
}

/// Whether it is never negative, whatever it is of.
pub(crate) fn is_natural_by_itself(fold: Fold) -> bool {
    matches!(
        fold,
        Fold::Count | Fold::Any | Fold::All | Fold::Len | Fold::Gcd
    )
}

/// Whether the rest may not be looked at.
pub(crate) fn ends_early(fold: Fold) -> bool {
    matches!(fold, Fold::First | Fold::Any | Fold::All)
}

/// Makes the result, with what it is of none.
pub(crate) fn result(names: &mut Names, fold: Fold, stmts: &mut Vec<Stmt>) -> Expr {
    let name = names.fresh(match fold {
        Fold::Sum => "sum",
        Fold::Count | Fold::Len => "count",
        Fold::Min => "least",
        Fold::Max => "most",
        Fold::Gcd => "divisor",
        Fold::Xor => "nim_sum",
        Fold::First => "first",
        Fold::Last => "last",
        Fold::Any => "some",
        Fold::All => "every",
        Fold::List => "all",
    });
    let (kind, first) = match fold {
        Fold::Any => (Type::Flag, Expr::Flag(false)),
        Fold::All => (Type::Flag, Expr::Flag(true)),
        Fold::List => (Type::List, Expr::NewList),
        _ => (Type::Number, Expr::Number(0)),
    };
    stmts.push(Stmt::Let(name.clone(), kind, first));
    Expr::Local(name)
}

/// A loop that is being written.
pub(crate) struct Gathering {
    fold: Fold,
    /// The number, the condition or the list that becomes of all.
    result: Expr,
    /// Whether there was a number before, where that must be known.
    begun: Option<Expr>,
    /// Says that there was.
    begin: Option<Stmt>,
}

impl Gathering {
    /// How numbers become the result; `later` says that a number came before, `stmts` make what is needed to know that.
    pub(crate) fn new(
        names: &mut Names,
        fold: Fold,
        result: Expr,
        is_natural: bool,
        later: Option<Expr>,
        stmts: &mut Vec<Stmt>,
    ) -> Gathering {
        let mut gathering = Gathering {
            fold,
            result,
            begun: None,
            begin: None,
        };
        let asks = match fold {
            Fold::Min => true,
            // 0, which there is of none, is below all others.
            Fold::Max => !is_natural,
            _ => false,
        };
        if asks {
            gathering.begun = Some(later.unwrap_or_else(|| {
                let begun = names.fresh("begun");
                stmts.push(Stmt::Let(begun.clone(), Type::Flag, Expr::Flag(false)));
                gathering.begin = Some(set(&local(&begun), Expr::Flag(true)));
                Expr::Local(begun)
            }));
        }
        gathering
    }

    /// Takes a number or a condition.
    pub(crate) fn take(&self, names: &mut Names, number: Expr, stmts: &mut Vec<Stmt>) {
        let result = &self.result;
        let update = |op: Op, number: Expr| Stmt::Update(target(result), op, number);
        let stmt = match self.fold {
            Fold::Sum => update(Op::Add, number),
            Fold::Len => update(Op::Add, Expr::Number(1)),
            Fold::Count => Stmt::when(number, vec![update(Op::Add, Expr::Number(1))]),
            Fold::Xor => update(Op::Xor, number),
            Fold::List => Stmt::Push(result.clone(), number),
            Fold::Gcd => set(
                result,
                Expr::Call("gcd".into(), vec![result.clone(), number]),
            ),
            Fold::First | Fold::Last => set(result, number),
            Fold::Any => Stmt::when(number, vec![set(result, Expr::Flag(true))]),
            Fold::All => {
                let fails = Expr::Not(Box::new(number));
                Stmt::when(fails, vec![set(result, Expr::Flag(false))])
            }
            Fold::Min | Fold::Max => {
                let (op, native) = match self.fold {
                    Fold::Min => (Op::Less, Native::Min),
                    _ => (Op::Greater, Native::Max),
                };
                let Some(begun) = &self.begun else {
                    let better = Expr::Native(native, vec![result.clone(), number]);
                    return stmts.push(set(result, better));
                };
                let mut number = number;
                if number.is_long() {
                    let kept = names.fresh("number");
                    stmts.push(Stmt::Let(kept.clone(), Type::Number, number));
                    number = Expr::Local(kept);
                }
                let better = Expr::binary(op, number.clone(), result.clone());
                let is_first = Expr::Not(Box::new(begun.clone()));
                let mut then = vec![set(result, number)];
                then.extend(self.begin.clone());
                Stmt::when(Expr::binary(Op::Or, is_first, better), then)
            }
        };
        stmts.push(stmt);
    }

    /// Leaves the loop where no more is asked for.
    pub(crate) fn stop(&self, stmts: &mut Vec<Stmt>) {
        match stmts.last_mut() {
            Some(Stmt::If(_, then, _)) if matches!(self.fold, Fold::Any | Fold::All) => {
                then.push(Stmt::Break);
            }
            _ => stmts.push(Stmt::Break),
        }
    }
}

/// What is made of each of what generators run through.
pub(crate) struct Each<'e> {
    pub(crate) fold: Fold,
    pub(crate) body: &'e Expression,
    pub(crate) items: &'e [Item],
}

impl Each<'_> {
    /// Up to which number all primes are counted, if that is what is asked.
    fn counts_primes(&self) -> Option<&Expression> {
        let [Item::In(prime, Domain::Numbers(Numbers::Primes, of))] = self.items else {
            return None;
        };
        let number = |part: &Expression, fits: fn(i64) -> bool| matches!(part.kind, Kind::Number(number) if fits(number));
        let is_prime =
            |part: &Expression| matches!(&part.kind, Kind::Name(name) if *name == prime.text);
        let counts = match (self.fold, &self.body.kind) {
            (Fold::Len, _) => true,
            (Fold::Sum, Kind::Number(1)) => true,
            (Fold::Count, Kind::Number(number)) => *number != 0,
            // What holds of every prime.
            (Fold::Count, Kind::Compare(first, rest)) => match &rest[..] {
                [(Comparison::Greater, least)] => is_prime(first) && number(least, |it| it < 2),
                [(Comparison::AtLeast, least)] => is_prime(first) && number(least, |it| it <= 2),
                [(Comparison::Equal, other)] => first.kind == other.kind,
                _ => false,
            },
            _ => false,
        };
        counts.then_some(of)
    }

    /// The loops, with the result; numbers of a list are put into `into`.
    pub(crate) fn gathered(
        &self,
        names: &mut Names,
        scope: Scope,
        into: Option<&Expr>,
        stmts: &mut Vec<Stmt>,
    ) -> Told {
        let result = into.map_or_else(|| result(names, self.fold, stmts), Expr::clone);
        if let (Some(of), None) = (self.counts_primes(), into) {
            let count = Expr::Call("primes_up_to".into(), vec![scope.number(of)]);
            stmts.extend(guarded(scope.present(of), vec![set(&result, count)]));
            return Told {
                written: result,
                is_natural: true,
            };
        }
        let loops = self.items.iter();
        let loops = loops.filter(|item| matches!(item, Item::In(..)));
        let taken = (self.fold == Fold::First && loops.count() > 1).then(|| {
            let taken = names.fresh("taken");
            stmts.push(Stmt::Let(taken.clone(), Type::Flag, Expr::Flag(false)));
            Expr::Local(taken)
        });
        let mut walk = Walk {
            each: self,
            result: result.clone(),
            taken,
            is_natural: false,
            before: Vec::new(),
        };
        let mut loops = Vec::new();
        walk.items(names, self.items, scope, 0, &mut loops);
        stmts.append(&mut walk.before);
        stmts.append(&mut loops);
        Told {
            written: result,
            is_natural: walk.is_natural || is_natural_by_itself(self.fold),
        }
    }
}

/// The generators of a fold.
struct Walk<'w> {
    each: &'w Each<'w>,
    result: Expr,
    /// What says that the first was taken, where it stands within several loops.
    taken: Option<Expr>,
    /// Whether no number is negative.
    is_natural: bool,
    /// What the loops need before them.
    before: Vec<Stmt>,
}

impl Walk<'_> {
    /// The loops of these items, so deep in others.
    fn items(
        &mut self,
        names: &mut Names,
        items: &[Item],
        mut scope: Scope,
        depth: usize,
        stmts: &mut Vec<Stmt>,
    ) {
        let Some((item, rest)) = items.split_first() else {
            return self.taken(names, &scope, depth, stmts);
        };
        match item {
            Item::If(guard) => {
                let mut body = Vec::new();
                let holds = scope.holds(guard);
                self.items(names, rest, scope, depth, &mut body);
                stmts.extend(guarded(holds, body));
            }
            Item::Let(name, value) => {
                let present = scope.present(value);
                let written = names.fresh(&Names::spelled(&name.text));
                let mut body = vec![Stmt::Let(
                    written.clone(),
                    Type::Number,
                    scope.number(value),
                )];
                let known = Known {
                    name: name.text.clone(),
                    least: scope.facts.least(value),
                    equals: Some(value.clone()),
                    ..Known::default()
                };
                scope.bind(known, Expr::Local(written));
                self.items(names, rest, scope, depth, &mut body);
                stmts.extend(guarded(present, body));
            }
            Item::In(name, domain) => {
                let written = names.fresh(&Names::spelled(&name.text));
                let mut inner = scope.clone();
                let known = scope.facts.running(&name.text, domain);
                inner.bind(known, local(&written));
                let mut body = Vec::new();
                self.items(names, rest, inner, depth + 1, &mut body);
                stmts.extend(through(names, written, domain, None, &scope, body));
                if depth > 0 && ends_early(self.each.fold) {
                    stmts.push(Stmt::when(self.enough(), vec![Stmt::Break]));
                }
            }
        }
    }

    /// Whether no more is asked for.
    fn enough(&self) -> Expr {
        match (self.each.fold, &self.taken) {
            (Fold::All, _) => Expr::Not(Box::new(self.result.clone())),
            (_, Some(taken)) => taken.clone(),
            (_, None) => self.result.clone(),
        }
    }

    /// What is done with each.
    fn taken(&mut self, names: &mut Names, scope: &Scope, depth: usize, stmts: &mut Vec<Stmt>) {
        let (fold, body) = (self.each.fold, self.each.body);
        self.is_natural = scope.facts.is_natural(body);
        let number = match fold {
            Fold::Count | Fold::Any | Fold::All => scope.translate(body),
            _ => scope.number(body),
        };
        let result = self.result.clone();
        let before = &mut self.before;
        let gathering = Gathering::new(names, fold, result, self.is_natural, None, before);
        let mut then = Vec::new();
        gathering.take(names, number, &mut then);
        then.extend(self.taken.iter().map(|taken| set(taken, Expr::Flag(true))));
        if depth > 0 && ends_early(fold) {
            gathering.stop(&mut then);
        }
        stmts.extend(guarded(scope.present(body), then));
    }
}
