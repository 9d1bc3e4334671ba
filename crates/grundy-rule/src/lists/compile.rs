//! From syntax to a [program](Program) that is gone through.
//!
//! The first slots of every clause hold what is known of the whole list; then come the places that a clause names on its left side
//! only, each of which runs through the whole list; then what stands behind `for`, in its order.

use std::collections::HashSet;
use std::sync::Arc;

use crate::message;
use crate::rule::RuleError;
use crate::rule::check::Checker;
use crate::rule::code::Code;
use crate::rule::expand;
use crate::rule::fold;
use crate::rule::step::Step as Numbers;
use crate::rule::syntax::{
    self as numbers, Body, Coordinate, Domain, Expression, IgnoredSpan, Item as Plain, Kind, Name,
    Operator, Pattern, Span, Term,
};

mod look;

use super::parse::{FAMILY, PARTS, SETS, SPLIT, TAKE, WHOLE, WHOLES, alone, has_meaning, is_word};
use super::program::{
    Count, Element, Family, Filling, LENGTH, Move, Program, SUM, Step, Sum, Value,
};
use super::syntax::{Clause, Item, Parts, Piece, Put, Syntax, Times};
use look::{
    asks, counts, every_code, every_code_of, filling_mentions, is_local, mentions, only_entry,
    slope,
};

/// Most slots of a clause.
const MOST_SLOTS: usize = 64;

/// Checks a rule and makes it ready; `are_given` as in [`check`](crate::rule::check::check).
pub(super) fn compile(syntax: &Syntax, are_given: bool) -> Result<Program, Vec<RuleError>> {
    let syntax = expanded(syntax)?;
    let mut checker = Checker {
        arrays: vec![Arc::new([])],
        list: Some(&syntax.name.text),
        are_given,
        ..Checker::default()
    };
    checker.define(&syntax.definitions);
    for definition in &syntax.definitions {
        let name = &definition.name;
        if is_word(&name.text) {
            let message = has_meaning(&name.text);
            checker.wrong(name.span, message, TAKE);
        }
    }
    let list = syntax.name.text.as_str();
    if checker.constants.contains_key(list) {
        let message = message!(
            "the name '{name}' is given twice",
            "名字 '{name}' 重复",
            name = list
        );
        checker.wrong(syntax.name.span, message, TAKE);
    }
    let moves: Vec<Move> = (syntax.clauses.iter())
        .map(|clause| moved(&mut checker, list, syntax.ordered, clause))
        .collect();
    let family = (syntax.family.as_ref()).map(|pieces| family(&mut checker, pieces));
    if !checker.errors.is_empty() {
        return Err(checker.errors);
    }
    let local = moves.iter().all(is_local);
    let asks = |of: fn(&Code) -> bool| moves.iter().any(|mv| asks(mv, of));
    let sums = asks(|code| code.mentions(SUM));
    let counts = asks(counts);
    Ok(Program {
        ordered: syntax.ordered,
        nonzero: syntax.nonzero,
        moves,
        arrays: checker.arrays,
        family,
        local,
        sums,
        counts,
    })
}

/// The rule without functions of its own.
pub(super) fn expanded(syntax: &Syntax) -> Result<Syntax, Vec<RuleError>> {
    let mut syntax = syntax.clone();
    let mut all = Vec::new();
    syntax.expressions(&mut |one| all.push(one.clone()));
    // A clause of a rule on numbers that has them all.
    let nowhere = IgnoredSpan(Span::default());
    let carrier = numbers::Syntax {
        clauses: vec![numbers::Clause {
            pattern: Pattern {
                coordinates: vec![Coordinate::Any],
                span: nowhere,
            },
            body: Body::Options(vec![vec![Term {
                coordinates: all,
                span: nowhere,
            }]]),
            tail: Vec::new(),
        }],
        definitions: std::mem::take(&mut syntax.definitions),
    };
    let mut carrier = expand::expanded(&carrier)?;
    syntax.definitions = carrier.definitions;
    let Some(Body::Options(mut sums)) = carrier.clauses.pop().map(|clause| clause.body) else {
        return Ok(syntax);
    };
    let terms = sums.pop().and_then(|mut sum| sum.pop());
    let mut all = terms
        .map_or(Vec::new(), |term| term.coordinates)
        .into_iter();
    syntax.expressions(&mut |one| {
        if let Some(next) = all.next() {
            *one = next;
        }
    });
    let list = syntax.name.text.clone();
    syntax.expressions(&mut |one| fold::rows(one, &[&list]));
    Ok(syntax)
}

/// Begins a scope in which what is known of a list has names.
fn wholes(checker: &mut Checker<'_>, name: &str) {
    for word in WHOLES {
        let slot = checker.known.len();
        checker.scope.push((format!("{word}({name})"), slot));
        checker.known.push(Some(0));
    }
}

fn too_many(checker: &mut Checker<'_>, span: Span) {
    if checker.known.len() > MOST_SLOTS {
        let message = message!(
            "a clause names at most {most} numbers",
            "一条规则最多命名 {most} 个数",
            most = MOST_SLOTS
        );
        checker.wrong(span, message, TAKE);
    }
}

fn moved(checker: &mut Checker<'_>, list: &str, ordered: bool, clause: &Clause) -> Move {
    checker.scope.clear();
    checker.known.clear();
    wholes(checker, list);
    let span = clause.span.0;
    let mut steps: Vec<Step> = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    let bound: HashSet<&str> = (clause.tail.iter())
        .filter_map(|item| match item {
            Item::Plain(Plain::If(_)) => None,
            Item::Plain(Plain::In(name, _) | Plain::Let(name, _))
            | Item::Sets(name, _)
            | Item::All(name)
            | Item::Parts(name, _) => Some(name.text.as_str()),
        })
        .collect();
    // Places that nothing else names run through the list.
    let mut free = Vec::new();
    for place in clause.places.iter().flatten() {
        let Some(name) = alone(place) else { continue };
        let known = bound.contains(name)
            || checker.constants.contains_key(name)
            || name.contains('(')
            || checker.scope.iter().any(|(known, _)| known == name);
        if known || name == list {
            continue;
        }
        let slot = checker.known.len();
        checker.known.push(Some(0));
        let text = name.to_owned();
        let span = place.span;
        checker.bind(&Name { text, span }, slot);
        let last = Code::binary(
            Operator::Subtract,
            Code::Slot(LENGTH),
            Code::Number(1),
            span,
        );
        steps.push(Step::Plain(Numbers::Range(slot, Code::Number(0), last)));
        spans.push(span);
        free.push(slot);
    }
    let (mut set, mut sums) = (None, Vec::new());
    for item in &clause.tail {
        let slot = checker.known.len();
        let errors = checker.errors.len();
        let (step, span) = match item {
            Item::Plain(item) => {
                let step = checker.item(slot, item);
                let span = match item {
                    Plain::In(name, _) | Plain::Let(name, _) => name.span,
                    Plain::If(condition) => condition.span,
                };
                (Step::Plain(step), span)
            }
            Item::Sets(name, _) | Item::All(name) => {
                if set.is_some() {
                    let message = message!(
                        "a clause can have only one set of places",
                        "一条规则只能有一个位置集合"
                    );
                    checker.wrong(name.span, message, SETS);
                }
                set = Some(slot);
                let step = match item {
                    Item::Sets(_, Some(count)) => Step::Sets(slot, Some(counted(checker, count))),
                    Item::Sets(..) => Step::Sets(slot, None),
                    _ => Step::All(slot),
                };
                checker.known.truncate(slot);
                checker.known.extend([Some(0), Some(1)]);
                checker.bind(name, slot);
                let count = format!("{}({})", WHOLES[LENGTH], name.text);
                checker.scope.push((count, slot + 1));
                (step, name.span)
            }
            Item::Parts(name, parts) => {
                let sum = summed(checker, parts, sums.len());
                checker.known.truncate(slot);
                let text = name.text.clone();
                wholes(checker, &text);
                sums.push(text);
                (Step::Parts(slot, Box::new(sum)), name.span)
            }
        };
        if let (Some(set), true) = (set, checker.errors.len() == errors)
            && !matches!(
                step,
                Step::Plain(Numbers::Guard(_)) | Step::Sets(..) | Step::All(_)
            )
            && mentions(&step, set)
        {
            let message = message!(
                "a set of places has no single entry that this could depend on; only conditions, which must hold for all of them, and the replacement may refer to it",
                "位置集合没有唯一的项可供依赖；只有条件（须对其中所有位置成立）与替换内容可以提到它"
            );
            checker.wrong(span, message, SETS);
        }
        steps.push(step);
        spans.push(span);
    }
    too_many(checker, span);
    let places = clause.places.as_ref().map(|places| {
        let places = places.iter().map(|place| checker.number(place));
        places.collect::<Vec<Code>>()
    });
    for (number, place) in places.iter().flatten().enumerate() {
        if places.iter().flatten().take(number).any(|one| one == place) {
            let message = message!(
                "the entries on the left must be at different places; this one is named twice",
                "左边各项的位置互不相同；这一项出现了两次"
            );
            let place = clause.places.iter().flatten().nth(number);
            checker.wrong(place.map_or(span, |place| place.span), message, TAKE);
        }
    }
    if let Some(slot) = set {
        check_set(checker, slot, places.as_deref().unwrap_or(&[]), span);
    }
    let mut alternatives = Vec::new();
    for right in &clause.right {
        let mut fillings = Vec::new();
        for (number, put) in right.iter().enumerate() {
            let filling = filled(checker, put, &sums);
            let place = places.as_ref().and_then(|places| places.get(number));
            if let Some(slot) = set
                && place != Some(&Code::Slot(slot))
                && filling_mentions(&filling, slot)
            {
                let message = message!(
                    "only the replacement of the set may refer to its places",
                    "只有替换该集合的内容可以提到其中的位置"
                );
                checker.wrong(span, message, SETS);
            }
            fillings.push(filling);
        }
        alternatives.push(fillings);
    }
    let steps = ended(checker, steps, &spans, &alternatives);
    let same = (free.first().copied()).filter(|&slot| {
        let only_as_place = |step: &Step| match step {
            Step::Plain(Numbers::Range(own, ..)) if free.contains(own) => true,
            step => every_code(step, &mut |code| only_entry(code, slot)),
        };
        let places = places.iter().flatten();
        let mut plain = places.filter(|place| place.mentions(slot));
        !ordered
            && plain.all(|place| *place == Code::Slot(slot))
            && steps.iter().all(only_as_place)
            && (alternatives.iter().flatten())
                .all(|filling| every_code_of(filling, &mut |code| only_entry(code, slot)))
    });
    Move {
        places,
        set,
        steps,
        alternatives,
        slots: checker.known.len(),
        same,
    }
}

fn check_set(checker: &mut Checker<'_>, slot: usize, places: &[Code], span: Span) {
    let here = places.iter().filter(|place| **place == Code::Slot(slot));
    let (here, any) = (
        here.count(),
        places.iter().filter(|place| place.mentions(slot)).count(),
    );
    if here != 1 || any != 1 {
        let message = message!(
            "the set of places must occur once on the left, as a[s]",
            "位置集合在左边恰好出现一次，写作 a[s]"
        );
        checker.wrong(span, message, SETS);
    }
}

/// Numbers that are only asked whether one is among them; a range may be open.
fn counted(checker: &mut Checker<'_>, domain: &Domain) -> Numbers {
    let slot = checker.known.len();
    match checker.domain(slot, domain) {
        Numbers::Open(slot, from, _) => Numbers::Range(slot, from, Code::Number(i64::MAX)),
        step => step,
    }
}

fn summed(checker: &mut Checker<'_>, parts: &Parts, list: usize) -> Sum {
    let among = parts.among.as_ref();
    Sum {
        list,
        distinct: parts.distinct,
        of: checker.number(&parts.of),
        count: parts.count.as_ref().map(|count| counted(checker, count)),
        among: among.map(|among| counted(checker, among)),
    }
}

/// A range that must have an end, in a scope of its own.
fn closed(checker: &mut Checker<'_>, domain: &Domain, span: Span) -> Numbers {
    let slot = checker.known.len();
    let step = checker.domain(slot, domain);
    if matches!(step, Numbers::Open(..)) {
        let message = message!("this range needs an end", "此范围需要终点");
        checker.wrong(span, message, WHOLE);
    }
    checker.known.push(None);
    too_many(checker, span);
    step
}

fn filled(checker: &mut Checker<'_>, put: &Put, sums: &[String]) -> Filling {
    match put {
        Put::One(one) => {
            if alone(one).is_some_and(|name| sums.iter().any(|known| known == name)) {
                let message = message!(
                    "write the parts of a sum in brackets: [p]",
                    "和的各部分写在方括号里：[p]"
                );
                checker.wrong(one.span, message, PARTS);
                return Filling::List(Vec::new());
            }
            Filling::One(checker.number(one))
        }
        Put::Any(domain) => Filling::Any(closed(checker, domain, first_span(domain))),
        Put::List(pieces) => {
            let pieces = pieces.iter().map(|piece| element(checker, piece, sums));
            Filling::List(pieces.collect())
        }
    }
}

fn first_span(domain: &Domain) -> Span {
    match domain {
        Domain::Range { from, .. } => from.span,
        Domain::Set(all) => all.first().map_or(Span::default(), |one| one.span),
        Domain::Array(name) => name.span,
        Domain::Numbers(_, of) => of.span,
    }
}

fn element(checker: &mut Checker<'_>, piece: &Piece, sums: &[String]) -> Element {
    let bound = checker.scope.len();
    let times = match &piece.times {
        Times::Once => Count::Once,
        Times::Of(times) => Count::Of(checker.operand(times)),
        Times::For(name, domain, guard) => {
            let slot = checker.known.len();
            let step = closed(checker, domain, name.span);
            checker.bind(name, slot);
            let guard = guard.as_ref().map(|guard| checker.condition(guard));
            Count::For(step, None, guard)
        }
    };
    let list = alone(&piece.value).and_then(|name| sums.iter().position(|known| known == name));
    let value = match list {
        Some(list) => Value::Parts(list),
        None => Value::Code(checker.number(&piece.value)),
    };
    checker.scope.truncate(bound);
    let times = match (times, &value) {
        (Count::For(step, _, None), Value::Code(code)) => {
            let slope = step.slot().and_then(|slot| slope(code, slot));
            Count::For(step, slope, None)
        }
        (times, _) => times,
    };
    Element { value, times }
}

/// Gives open ranges their end: where an entry that comes for sure has become negative.
fn ended(
    checker: &mut Checker<'_>,
    steps: Vec<Step>,
    spans: &[Span],
    alternatives: &[Vec<Filling>],
) -> Vec<Step> {
    let sure = |filling: &Filling| -> Vec<Code> {
        match filling {
            Filling::One(code) => vec![code.clone()],
            Filling::Any(_) => Vec::new(),
            Filling::List(elements) => (elements.iter())
                .filter_map(|element| match element {
                    Element {
                        value: Value::Code(code),
                        times: Count::Once,
                    } => Some(code.clone()),
                    _ => None,
                })
                .collect(),
        }
    };
    let options: Vec<Vec<Vec<Code>>> = (alternatives.iter())
        .map(|fillings| vec![fillings.iter().flat_map(sure).collect()])
        .collect();
    let mut plain: Vec<Numbers> = (steps.iter())
        .map(|step| match step {
            Step::Plain(step) => step.clone(),
            _ => Numbers::Guard(Code::Number(1)),
        })
        .collect();
    checker.end(&mut plain, spans, &options, SPLIT);
    let both = steps.into_iter().zip(plain);
    let ended = both.map(|(step, plain)| match step {
        Step::Plain(_) => Step::Plain(plain),
        other => other,
    });
    ended.collect()
}

/// The lists of tables: names that nothing else binds are the numbers.
fn family(checker: &mut Checker<'_>, pieces: &[Piece]) -> Family {
    checker.scope.clear();
    checker.known.clear();
    let mut names: Vec<(String, Span)> = Vec::new();
    for piece in pieces {
        let own = match &piece.times {
            Times::For(name, ..) => Some(name.text.as_str()),
            _ => None,
        };
        let mut see = |expression: &Expression| {
            let mut found = Vec::new();
            named(expression, &mut found);
            for (name, span) in found {
                let known = names.iter().any(|(known, _)| *known == name);
                let constant = checker.constants.contains_key(name.as_str());
                if Some(name.as_str()) != own && !known && !constant {
                    names.push((name, span));
                }
            }
        };
        see(&piece.value);
        match &piece.times {
            Times::Of(times) => see(times),
            Times::For(_, domain, guard) => {
                if let Domain::Range { from, to } = domain {
                    see(from);
                    to.iter().for_each(|(to, _)| see(to));
                }
                guard.iter().for_each(|guard| see(guard));
            }
            _ => {}
        }
    }
    if names.len() > 2 {
        let (_, span) = names[2];
        let message = message!(
            "the lists of tables can be named by at most two numbers",
            "表格中的列表最多由两个数给出"
        );
        checker.wrong(span, message, FAMILY);
    }
    for (slot, (text, span)) in names.iter().enumerate() {
        checker.known.push(Some(0));
        let (text, span) = (text.clone(), *span);
        checker.bind(&Name { text, span }, slot);
    }
    let pieces: Vec<Element> = (pieces.iter())
        .map(|piece| element(checker, piece, &[]))
        .collect();
    Family {
        pieces,
        numbers: names.len(),
        slots: checker.known.len(),
    }
}

/// The names in an expression.
fn named(expression: &Expression, found: &mut Vec<(String, Span)>) {
    match &expression.kind {
        Kind::Number(_) => {}
        Kind::Name(name) => found.push((name.clone(), expression.span)),
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => named(part, found),
        Kind::Binary(_, pair) => pair.iter().for_each(|part| named(part, found)),
        Kind::Compare(first, rest) => {
            named(first, found);
            rest.iter().for_each(|(_, part)| named(part, found));
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| named(part, found));
        }
        Kind::Fold(folding) => {
            let mut within = Vec::new();
            let parts = folding.parts().into_iter();
            parts.for_each(|part| named(part, &mut within));
            let own = |name: &str| folding.names().any(|own| own == name);
            found.extend(within.into_iter().filter(|(name, _)| !own(name)));
        }
    }
}
