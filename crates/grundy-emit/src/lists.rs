//! The options of a list: places that a clause names run through it, numbers and sets of places are chosen, and what comes in their places
//! is [put down](put), just as the rule is read (`grundy::lists`).
//!
//! A list is searched in one form, that of a multiset in rising order. Where each move is about one entry alone, the list is the sum of its
//! entries (Sprague 1935, Grundy 1939), each of which is searched by itself; and where such a move puts down a fixed number of entries,
//! the rule is one [on numbers](on_numbers), with all that there is for those.

mod put;

use grundy::kinds::AnyRule;
use grundy::lists::ListRule;
use grundy::lists::syntax::{Clause, Item, Parts, Put, Syntax, Times};
use grundy::rule::syntax::{
    Defined, Domain, Expression, IgnoredSpan, Item as Plain, Kind, Operator, Span, Term,
};
use grundy::rule::{Measure, Rule};
use grundy_judge::{Format, OwnPlace, Reply};

use crate::error::NotEmitted;
use crate::expressions::{Entries, Scope, folded};
use crate::facts::Known;
use crate::names::Names;
use crate::options::{ends, going_on, guarded, through};
use crate::tree::{Expr, Global, Native, Op, Program, Stmt, Target, Type};
use crate::words::{add, call, local};

/// The format with a rule on numbers for its rule on lists, where each move replaces one entry by a fixed number of them and looks at nothing
/// else; it gives the same answers.
pub(crate) fn on_numbers(format: &Format) -> Option<Format> {
    let own = format.own.as_ref()?;
    let (AnyRule::Lists(rule), OwnPlace::List(field)) = (own.rule(), own.place()) else {
        return None;
    };
    // Moves of equal entries are one move of a multiset, and as many of a sum.
    if !matches!(format.tell, Reply::Outcome { .. } | Reply::Value(_)) {
        return None;
    }
    let text = rule.on_numbers(&format.layout.names()[*field])?;
    let ends = Rule::parse(&text).is_ok_and(|rule| *rule.measure() != Measure::Unknown);
    let numbers = format.with_options(&text, false).ok().filter(|_| ends)?;
    let options = numbers.options.as_ref()?;
    let [coordinate] = options.coordinates() else {
        return None;
    };
    let same = coordinate.list(&format.layout) == Some(*field) && options.parameters().is_empty();
    same.then_some(numbers)
}

fn number(number: i64) -> Expr {
    Expr::Number(number)
}

fn made(kind: Kind) -> Expression {
    Expression {
        kind,
        span: Span::default(),
    }
}

/// The words for what is known of some numbers as a whole, and the functions that tell it.
const WHOLES: [(&str, &str); 4] = [
    ("sum", "sum_of"),
    ("min", "least_of"),
    ("max", "greatest_of"),
    ("distinct", "distinct_of"),
];

/// The body of `list_options`, and the name of the list in it.
pub(crate) fn options(
    rule: &ListRule,
    program: &mut Program,
    names: &mut Names,
) -> Result<(String, Vec<Stmt>), NotEmitted> {
    let syntax = rule.expanded();
    let list = names.of(&syntax.name.text);
    let mut scope = Scope::default();
    let entries = Known {
        name: syntax.name.text.clone(),
        least: Some(0),
        ..Known::default()
    };
    scope.bind(entries, local(&list));
    let length = format!("len({})", syntax.name.text);
    let one = made(Kind::Number(1));
    let pair = Box::new([made(Kind::Name(length)), one]);
    scope.list = Some(Entries {
        name: syntax.name.text.clone(),
        last: made(Kind::Binary(Operator::Subtract, pair)),
        there: Vec::new(),
    });
    bind_wholes(&mut scope, &syntax.name.text, &local(&list));
    let mut finding = Finding {
        syntax: &syntax,
        list: list.clone(),
        names,
        set: None,
        used: Used::default(),
    };
    let mut body = finding.constants(&mut scope, program);
    for (place, clause) in syntax.clauses.iter().enumerate() {
        body.extend(finding.clause(clause, rule.skips_equal(place), scope.clone())?);
    }
    let Used {
        choices,
        partial,
        sets,
    } = finding.used;
    let lists = [
        (true, "after", Type::List),
        (sets, "chosen", Type::List),
        (choices || partial, "choices", Type::List),
        (partial, "partial", Type::Lists),
    ];
    for (_, name, kind) in lists.into_iter().filter(|(used, ..)| *used) {
        program.globals.push(Global {
            name: name.into(),
            kind,
            first: Vec::new(),
            note: String::new(),
        });
    }
    Ok((list, body))
}

/// Binds what is known of some numbers as a whole.
fn bind_wholes(scope: &mut Scope, name: &str, list: &Expr) {
    let mut bind = |word: &str, written: Expr| {
        let known = Known {
            name: format!("{word}({name})"),
            least: Some(0),
            ..Known::default()
        };
        scope.bind(known, written);
    };
    bind("len", Expr::length(list.clone()));
    for (word, function) in WHOLES {
        bind(word, call(function, vec![list.clone()]));
    }
}

/// Which lists of the whole program are needed.
#[derive(Default)]
struct Used {
    /// Numbers of which any may be taken.
    choices: bool,
    /// The lists of which each is the beginning of an option.
    partial: bool,
    /// A set of places.
    sets: bool,
}

/// A rule on its way into loops.
struct Finding<'f> {
    syntax: &'f Syntax,
    /// What the list is written as.
    list: String,
    names: &'f mut Names,
    /// The name of the set of places of the clause at hand, once it is chosen.
    set: Option<String>,
    used: Used,
}

impl Finding<'_> {
    fn length(&self) -> Expr {
        Expr::length(local(&self.list))
    }

    /// The constants of the rule, bound; statements that fill its arrays.
    fn constants(&mut self, scope: &mut Scope, program: &mut Program) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for definition in &self.syntax.definitions {
            let mut known = Known {
                name: definition.name.text.clone(),
                ..Known::default()
            };
            match &definition.value {
                Defined::Number(number) => {
                    known.least = scope.facts.least(number);
                    known.equals = Some(number.clone());
                    let written = scope.translate(number);
                    scope.bind(known, written);
                }
                Defined::Array(elements) => {
                    let name = self.names.of(&definition.name.text);
                    let all: Vec<Expr> = elements.iter().map(|it| scope.translate(it)).collect();
                    let literal = |element: &Expr| match element {
                        Expr::Number(number) => Some(*number),
                        _ => None,
                    };
                    let first: Option<Vec<i64>> = all.iter().map(literal).collect();
                    let list = Expr::global(name.clone());
                    if first.is_none() {
                        stmts.push(Stmt::Clear(list.clone()));
                        let push = |it: Expr| Stmt::Push(list.clone(), it);
                        stmts.extend(all.into_iter().map(push));
                    }
                    let least = elements.iter().map(|it| scope.facts.least(it));
                    known.least = least
                        .collect::<Option<Vec<_>>>()
                        .and_then(|all| all.into_iter().min());
                    program.globals.push(Global {
                        name,
                        kind: Type::List,
                        first: first.unwrap_or_default(),
                        note: String::new(),
                    });
                    scope.bind(known, list);
                }
                // There are none in what functions were replaced in.
                Defined::Function(..) => {}
            }
        }
        stmts
    }

    /// Places that nothing else names run through the list.
    fn clause(
        &mut self,
        clause: &Clause,
        skips_equal: bool,
        mut scope: Scope,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        self.set = None;
        let bound = |name: &str| {
            clause.tail.iter().any(|item| match item {
                Item::Plain(Plain::If(_)) => false,
                Item::Plain(Plain::In(own, _) | Plain::Let(own, _))
                | Item::Sets(own, _)
                | Item::All(own)
                | Item::Parts(own, _) => own.text == name,
            })
        };
        let mut free: Vec<String> = Vec::new();
        for place in clause.places.iter().flatten() {
            let Kind::Name(name) = &place.kind else {
                continue;
            };
            if bound(name) || scope.numbers().contains(name) {
                continue;
            }
            let written = self.names.of(name);
            let known = Known {
                name: name.clone(),
                least: Some(0),
                most: scope.list.as_ref().map(|list| list.last.clone()),
                ..Known::default()
            };
            scope.bind(known, local(&written));
            free.push(written);
        }
        // What the places need, as far as their numbers are known already.
        let early = |place: &Expression, scope: &Scope| {
            let mut all = true;
            each_name(place, &mut |name| {
                all &= scope.numbers().iter().any(|it| it == name)
            });
            all
        };
        let places = clause.places.as_deref().unwrap_or(&[]);
        let all_early = places.iter().all(|place| early(place, &scope));
        let mut holds = Expr::Flag(true);
        if all_early {
            holds = self.are_places(places, &mut scope);
        }
        let body = self.items(clause, &clause.tail, all_early, scope)?;
        let mut body = guarded(holds, body);
        for (number_of, place) in free.into_iter().enumerate().rev() {
            if skips_equal && number_of == 0 {
                body = guarded(self.differs(&place), body);
            }
            body = vec![Stmt::For {
                name: place,
                from: number(0),
                to: self.length(),
                included: false,
                body,
            }];
        }
        Ok(body)
    }

    /// The condition that an entry is not equal to the one before it.
    fn differs(&self, place: &str) -> Expr {
        let entry = |place: Expr| Expr::element(local(&self.list), place);
        let before = entry(shifted(local(place), -1));
        let differs = Expr::binary(Op::Unequal, before, entry(local(place)));
        let begins = Expr::binary(Op::Equal, local(place), number(0));
        Expr::binary(Op::Or, begins, differs)
    }

    /// The condition that these are places of the list and differ.
    fn are_places(&self, places: &[Expression], scope: &mut Scope) -> Expr {
        let mut holds = Expr::Flag(true);
        for (number, place) in places.iter().enumerate() {
            if self.is_set(place) {
                continue;
            }
            holds = Expr::and(holds, scope.present(place));
            if let Some(list) = scope.list.clone() {
                holds = Expr::and(holds, scope.is_place(place, &list));
            }
            for other in &places[..number] {
                if self.is_set(other) {
                    continue;
                }
                let (one, other) = (scope.number(other), scope.number(place));
                if !differ(&one, &other) {
                    holds = Expr::and(holds, Expr::binary(Op::Unequal, one, other));
                }
            }
            if let Some(list) = &mut scope.list {
                list.there.push(place.clone());
            }
        }
        holds
    }

    /// Whether an expression is the set of places.
    fn is_set(&self, place: &Expression) -> bool {
        matches!(&place.kind, Kind::Name(name) if Some(name) == self.set.as_ref())
    }

    fn items(
        &mut self,
        clause: &Clause,
        items: &[Item],
        early: bool,
        mut scope: Scope,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let Some((item, rest)) = items.split_first() else {
            if early {
                return self.put_down(clause, &scope);
            }
            let places = clause.places.as_deref().unwrap_or(&[]);
            let holds = self.are_places(places, &mut scope);
            let body = self.put_down(clause, &scope)?;
            return Ok(self.apart(places, &scope, guarded(holds, body)));
        };
        match item {
            Item::Plain(Plain::If(guard)) => {
                let set = self.set.clone().filter(|set| mentions(guard, set));
                let Some(set) = set else {
                    let holds = scope.holds(guard);
                    let body = self.items(clause, rest, early, scope)?;
                    return Ok(guarded(holds, body));
                };
                // It must hold at every place of the set.
                let place = self.names.of(&set);
                let mut within = scope.clone();
                within.bind(self.place_of(&set, &scope), local(&place));
                let fails = Expr::Not(Box::new(within.holds(guard)));
                let all = self.names.fresh("fits");
                let no = Stmt::Assign(Target::Local(all.clone()), Expr::Flag(false));
                let body = self.items(clause, rest, early, scope)?;
                Ok(vec![
                    Stmt::Let(all.clone(), Type::Flag, Expr::Flag(true)),
                    Stmt::Each(
                        place,
                        Expr::global("chosen"),
                        vec![Stmt::when(fails, vec![no])],
                    ),
                    Stmt::when(local(&all), body),
                ])
            }
            Item::Plain(Plain::Let(name, value)) => {
                let present = scope.present(value);
                let written = self.names.of(&name.text);
                let stmt = Stmt::Let(written.clone(), Type::Number, scope.number(value));
                let known = Known {
                    name: name.text.clone(),
                    least: scope.facts.least(value),
                    equals: Some(value.clone()),
                    ..Known::default()
                };
                scope.bind(known, local(&written));
                let mut body = vec![stmt];
                body.extend(self.items(clause, rest, early, scope)?);
                Ok(match guarded(present, body) {
                    // Names of one clause are no names of the next.
                    body if matches!(body[..], [Stmt::Let(..), ..]) => vec![Stmt::Block(body)],
                    body => body,
                })
            }
            Item::Plain(Plain::In(name, domain)) => {
                let written = self.names.of(&name.text);
                let mut inner = scope.clone();
                let known = scope.facts.running(&name.text, domain);
                inner.bind(known, local(&written));
                let goes_on = match domain {
                    Domain::Range { to: None, .. } => {
                        Some(self.going_on(&name.text, clause, rest, &inner)?)
                    }
                    _ => None,
                };
                let body = self.items(clause, rest, early, inner)?;
                Ok(through(self.names, written, domain, goes_on, &scope, body))
            }
            Item::All(name) => {
                self.set = Some(name.text.clone());
                self.used.sets = true;
                let length = self.length();
                bind_length(&mut scope, &name.text, length.clone());
                let some = Expr::binary(Op::Greater, length.clone(), number(0));
                let first = Stmt::Do(call("first_set", vec![length]));
                let mut body = vec![first];
                body.extend(self.items(clause, rest, early, scope)?);
                Ok(vec![Stmt::when(some, body)])
            }
            Item::Sets(name, count) => {
                self.set = Some(name.text.clone());
                self.used.sets = true;
                let (size, more) = (self.names.fresh("size"), self.names.fresh("more"));
                let (from, to, stmts, admitted) =
                    self.counted(count.as_ref(), &local(&size), 1, self.length(), &scope);
                bind_length(&mut scope, &name.text, local(&size));
                let next = call("next_set", vec![self.length()]);
                let mut inner = self.items(clause, rest, early, scope)?;
                inner.push(Stmt::Assign(Target::Local(more.clone()), next));
                let mut body = stmts;
                body.extend(guarded(
                    admitted,
                    vec![
                        Stmt::Do(call("first_set", vec![local(&size)])),
                        Stmt::Let(more.clone(), Type::Flag, Expr::Flag(true)),
                        Stmt::While(local(&more), inner),
                    ],
                ));
                Ok(vec![Stmt::For {
                    name: size,
                    from,
                    to,
                    included: true,
                    body,
                }])
            }
            Item::Parts(name, parts) => {
                let sum = self.names.of(&name.text);
                let mut inner = scope.clone();
                let known = Known {
                    name: name.text.clone(),
                    least: Some(1),
                    ..Known::default()
                };
                inner.bind(known, local(&sum));
                bind_wholes(&mut inner, &name.text, &local(&sum));
                let body = self.items(clause, rest, early, inner)?;
                Ok(self.sums(sum, parts, &scope, body))
            }
        }
    }

    /// What is known of a place of the set.
    fn place_of(&self, set: &str, scope: &Scope) -> Known {
        Known {
            name: set.to_owned(),
            least: Some(0),
            most: scope.list.as_ref().map(|list| list.last.clone()),
            ..Known::default()
        }
    }

    /// The condition that an open range goes on.
    fn going_on(
        &self,
        name: &str,
        clause: &Clause,
        rest: &[Item],
        inner: &Scope,
    ) -> Result<Expr, NotEmitted> {
        let plain = |item: &Item| match item {
            Item::Plain(item) => item.clone(),
            _ => Plain::If(made(Kind::Number(1))),
        };
        let rest: Vec<Plain> = rest.iter().map(plain).collect();
        // What comes for sure.
        let sure = |put: &Put| match put {
            Put::One(one) => vec![one.clone()],
            Put::Any(_) => Vec::new(),
            Put::List(pieces) => {
                let once = pieces.iter().filter(|piece| piece.times == Times::Once);
                once.map(|piece| piece.value.clone()).collect()
            }
        };
        let alternatives = clause.right.iter().map(|right| {
            vec![Term {
                coordinates: right.iter().flat_map(sure).collect(),
                span: IgnoredSpan(Span::default()),
            }]
        });
        let alternatives: Vec<Vec<Term>> = alternatives.collect();
        let found = ends(name, &rest, &alternatives, inner)?;
        let mut within = inner.clone();
        if let Some(set) = &self.set {
            // Any place tells as well: a negative entry is none.
            let first = Expr::element(Expr::global("chosen"), number(0));
            within.bind(self.place_of(set, inner), first);
        }
        Ok(going_on(&found, &within))
    }

    /// From where to where a number of things goes, statements that find out whether one is admitted, and the condition that it is.
    fn counted(
        &mut self,
        domain: Option<&Domain>,
        count: &Expr,
        least: i64,
        most: Expr,
        scope: &Scope,
    ) -> (Expr, Expr, Vec<Stmt>, Expr) {
        let any = (number(least), most.clone(), Vec::new(), Expr::Flag(true));
        let Some(domain) = domain else { return any };
        match domain {
            Domain::Range { from, to } => {
                let present = scope.present(from);
                let first = at_least(scope.number(from), least);
                let Some((to, included)) = to else {
                    return (first, most, Vec::new(), present);
                };
                let present = Expr::and(present, scope.present(to));
                let mut last = scope.number(to);
                if !included {
                    last = shifted(last, -1);
                }
                let last = Expr::Native(Native::Min, vec![last, most]);
                (first, last, Vec::new(), present)
            }
            domain => {
                let (found, one) = (self.names.fresh("fits"), self.names.fresh("one"));
                let yes = Stmt::Assign(Target::Local(found.clone()), Expr::Flag(true));
                let same = Expr::binary(Op::Equal, local(&one), count.clone());
                let body = vec![Stmt::when(same, vec![yes])];
                let mut stmts = vec![Stmt::Let(found.clone(), Type::Flag, Expr::Flag(false))];
                stmts.extend(through(self.names, one, domain, None, scope, body));
                (number(least), most, stmts, local(&found))
            }
        }
    }

    /// The loop over the ways to write a number as a sum.
    fn sums(&mut self, sum: String, parts: &Parts, scope: &Scope, body: Vec<Stmt>) -> Vec<Stmt> {
        self.used.choices = true;
        let of = self.names.fresh("whole");
        let choices = || Expr::global("choices");
        let part = self.names.fresh("term");
        let push = vec![Stmt::Push(choices(), local(&part))];
        let mut stmts = vec![
            Stmt::Let(of.clone(), Type::Number, scope.number(&parts.of)),
            Stmt::Clear(choices()),
        ];
        match &parts.among {
            None | Some(Domain::Range { .. }) => {
                let (from, to, _, present) =
                    self.counted(parts.among.as_ref(), &number(0), 1, local(&of), scope);
                let all = Stmt::For {
                    name: part,
                    from,
                    to,
                    included: true,
                    body: push,
                };
                stmts.extend(guarded(present, vec![all]));
            }
            Some(domain) => {
                let positive = Expr::binary(Op::Greater, local(&part), number(0));
                let push = guarded(positive, push);
                stmts.extend(through(self.names, part, domain, None, scope, push));
            }
        }
        let length = Expr::length(local(&sum));
        let least = if parts.count.is_some() { 1 } else { 2 };
        let (from, to, mut inner, admitted) =
            self.counted(parts.count.as_ref(), &length, least, local(&of), scope);
        let enough = Expr::binary(Op::AtLeast, length, from.clone());
        let enough = match from {
            Expr::Number(1) => Expr::Flag(true),
            _ => enough,
        };
        inner.extend(guarded(Expr::and(enough, admitted), body));
        let distinct = Expr::Flag(parts.distinct);
        let all = call("sums_of", vec![local(&of), to, distinct]);
        stmts.push(Stmt::EachList(sum, all, inner));
        guarded(scope.present(&parts.of), vec![Stmt::Block(stmts)])
    }

    /// Statements for where no other place on the left is one of the set.
    fn apart(&mut self, places: &[Expression], scope: &Scope, body: Vec<Stmt>) -> Vec<Stmt> {
        let others: Vec<&Expression> = places.iter().filter(|place| !self.is_set(place)).collect();
        if self.set.is_none() || others.is_empty() {
            return body;
        }
        let (apart, place) = (self.names.fresh("apart"), self.names.fresh("place"));
        let no = Stmt::Assign(Target::Local(apart.clone()), Expr::Flag(false));
        let same = others.iter().map(|other| {
            Stmt::when(
                Expr::binary(Op::Equal, local(&place), scope.number(other)),
                vec![no.clone()],
            )
        });
        let same: Vec<Stmt> = same.collect();
        vec![
            Stmt::Let(apart.clone(), Type::Flag, Expr::Flag(true)),
            Stmt::Each(place, Expr::global("chosen"), same),
            Stmt::when(local(&apart), body),
        ]
    }
}

fn bind_length(scope: &mut Scope, set: &str, length: Expr) {
    let known = Known {
        name: format!("len({set})"),
        least: Some(1),
        ..Known::default()
    };
    scope.bind(known, length);
}

/// A number with something added.
fn shifted(number: Expr, plus: i64) -> Expr {
    match plus {
        0.. => add(number, Expr::Number(plus)),
        _ => folded(Op::Subtract, number, Expr::Number(-plus)),
    }
}

/// The greater of two numbers.
fn at_least(first: Expr, least: i64) -> Expr {
    match first {
        Expr::Number(first) => Expr::Number(first.max(least)),
        first => Expr::Native(Native::Max, vec![first, Expr::Number(least)]),
    }
}

/// Whether it is plain that two numbers differ: something different is added to the same.
fn differ(one: &Expr, other: &Expr) -> bool {
    fn apart(number: &Expr) -> (Option<&Expr>, i64) {
        match number {
            Expr::Number(number) => (None, *number),
            Expr::Binary(op @ (Op::Add | Op::Subtract), pair) => match &pair[1] {
                Expr::Number(more) => match op {
                    Op::Add => (Some(&pair[0]), *more),
                    _ => (Some(&pair[0]), -more),
                },
                _ => (Some(number), 0),
            },
            number => (Some(number), 0),
        }
    }
    let (one, other) = (apart(one), apart(other));
    one.0 == other.0 && one.1 != other.1
}

/// Calls on every name in an expression.
fn each_name(expression: &Expression, see: &mut dyn FnMut(&str)) {
    match &expression.kind {
        Kind::Number(_) => {}
        Kind::Name(name) => see(name),
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => each_name(part, see),
        Kind::Binary(_, pair) => pair.iter().for_each(|part| each_name(part, see)),
        Kind::Compare(first, rest) => {
            each_name(first, see);
            rest.iter().for_each(|(_, part)| each_name(part, see));
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| each_name(part, see));
        }
    }
}

/// Whether an expression speaks of a name.
fn mentions(expression: &Expression, name: &str) -> bool {
    let mut found = false;
    each_name(expression, &mut |own| found |= own == name);
    found
}
