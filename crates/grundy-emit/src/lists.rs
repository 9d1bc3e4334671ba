//! The options of a list: places that a clause names run through it, numbers and sets of places are chosen, and what comes in their places
//! is [put down](put), just as the rule is read (`grundy::lists`).
//!
//! A list is searched in one form, that of a multiset in rising order. Where each move is about one entry alone, the list is the sum of its
//! entries (Sprague 1935, Grundy 1939), each of which is searched by itself; and where such a move puts down a fixed number of entries,
//! the rule is one [on numbers](on_numbers), with all that there is for those.

mod generators;
mod put;

use grundy::kinds::AnyRule;
use grundy::lists::ListRule;
use grundy::lists::syntax::{Clause, Item, Syntax};
use grundy::rule::syntax::{Defined, Expression, Item as Plain, Kind, Operator, Span};
use grundy::rule::{Measure, Rule};
use grundy_judge::{Format, OwnPlace, Reply};

use crate::cases::{sampled, samples};
use crate::error::NotEmitted;
use crate::expressions::{Entries, Scope, folded};
use crate::facts::Known;
use crate::names::Names;
use crate::options::guarded;
use crate::tree::{Expr, Global, Op, Program, Stmt, Type};
use crate::witness::{Witness, each_name};
use crate::words::{add, call, local};

/// The format with a rule on numbers for its rule on lists, where each move replaces one entry by a fixed number of them and looks at nothing
/// else; it gives the same answers. Of entries that are repeated only it matters whether their number is odd, but under misère play.
pub(crate) fn on_numbers(format: &Format, assume_finite: bool) -> Option<Format> {
    let own = format.own.as_ref()?;
    let (AnyRule::Lists(rule), OwnPlace::List(field)) = (own.rule(), own.place()) else {
        return None;
    };
    // Moves of equal entries are one move of a multiset, and as many of a sum.
    if !matches!(format.tell, Reply::Outcome { .. } | Reply::Value(_)) {
        return None;
    }
    let heap = &format.layout.names()[*field];
    let text = match format.rule.is_misere() {
        true => rule.on_numbers(heap)?,
        false => rule.values_on_numbers(heap)?,
    };
    // Whatever cases give for the parameters of the rule.
    let is_given = |name: &str| {
        let mut fields = own.parameters().iter();
        fields.any(|&field| &*format.layout.names()[field] == name)
    };
    let mut syntax = Rule::parse(&text).ok()?.syntax().clone();
    (syntax.definitions).retain(|definition| !is_given(&definition.name.text));
    let text = syntax.to_string();
    let is_sum = |rule: &AnyRule| matches!(rule, AnyRule::Lists(rule) if rule.is_sum());
    if !sampled(own, format).ok()?.iter().all(is_sum) {
        return None;
    }
    for sample in samples(own.parameters(), format) {
        let rule = Rule::parse_with(&text, &sample).ok()?;
        if *rule.measure() == Measure::Unknown && !assume_finite {
            return None;
        }
    }
    let numbers = format.with_options(&text, false).ok()?;
    let options = numbers.options.as_ref()?;
    let [coordinate] = options.coordinates() else {
        return None;
    };
    let same =
        coordinate.list(&format.layout) == Some(*field) && options.parameters() == own.parameters();
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

/// The body of `list_options`, and the name of the list in it; `given` are the parameters of the rule, `all` the rule with one or the other
/// number for them.
pub(crate) fn options(
    rule: &ListRule,
    all: &[AnyRule],
    given: &[(&str, Expr)],
    program: &mut Program,
    names: &mut Names,
) -> Result<(String, Vec<Stmt>), NotEmitted> {
    let mut syntax = rule.expanded();
    (syntax.definitions).retain(|own| given.iter().all(|(name, _)| *name != own.name.text));
    // What is read under the same name is something else.
    let called = &syntax.name.text;
    let list = match given.iter().any(|(name, _)| name == called) {
        true => names.fresh(called),
        false => names.of(called),
    };
    let mut scope = Scope::new(names.asked());
    bind_given(&mut scope, given);
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
        witnesses: 0,
        witness: Witness::None,
    };
    let mut body = finding.constants(&mut scope, program);
    for (place, clause) in syntax.clauses.iter().enumerate() {
        let skips =
            |rule: &AnyRule| matches!(rule, AnyRule::Lists(rule) if rule.skips_equal(place));
        body.extend(finding.clause(clause, all.iter().all(skips), scope.clone())?);
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

/// Binds the parameters of a rule: what they are written as is of the whole program.
pub(crate) fn bind_given(scope: &mut Scope, given: &[(&str, Expr)]) {
    for (name, written) in given {
        let known = Known {
            name: (*name).to_owned(),
            least: Some(0),
            given: true,
            ..Known::default()
        };
        scope.bind(known, written.clone());
    }
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
    /// Where numbers of the clause at hand that only bear witness begin, counted from the end of its tail, and their loops that are open.
    witnesses: usize,
    witness: Witness,
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
        self.witnesses = generators::witnesses_of(clause);
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
}

/// A number with something added.
fn shifted(number: Expr, plus: i64) -> Expr {
    match plus {
        0.. => add(number, Expr::Number(plus)),
        _ => folded(Op::Subtract, number, Expr::Number(-plus)),
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
