//! From syntax to what is gone through: names have slots, expressions are code, open ranges an end.
//!
//! The first slots of every clause hold what is known of the whole list; then come the places that a clause names on its left side
//! only, each of which runs through the whole list; then what stands behind `for`, in its order.

use std::collections::HashSet;
use std::sync::Arc;

use crate::message;
use crate::rule::RuleError;
use crate::rule::check::Checker;
use crate::rule::code::{Code, Listed};
use crate::rule::expand;
use crate::rule::step::Step as Numbers;
use crate::rule::syntax::{
    self as numbers, Body, Coordinate, Domain, Expression, IgnoredSpan, Item as Plain, Kind, Name,
    Operator, Pattern, Span, Term,
};

use super::parse::{FAMILY, PARTS, SETS, SPLIT, TAKE, WHOLE, WHOLES, alone, has_meaning, is_word};
use super::syntax::{Clause, Item, Parts, Piece, Put, Syntax, Times};

/// The slot of the number of entries, the first of what is known of the whole list.
pub(super) const LENGTH: usize = 0;

/// The slot of their sum.
const SUM: usize = 1;

/// Most slots of a clause.
const MOST_SLOTS: usize = 64;

/// What a rule says, ready to be gone through.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) ordered: bool,
    pub(super) nonzero: bool,
    pub(super) moves: Vec<Move>,
    /// Arrays of the rule, the first of which is kept for the list.
    pub(super) arrays: Vec<Arc<[i64]>>,
    pub(super) family: Option<Family>,
    /// Whether each move replaces one entry, and looks at nothing else.
    pub(super) local: bool,
    /// Whether the sum of the entries is asked for.
    pub(super) sums: bool,
    /// Whether it is asked how many entries are equal to a number.
    pub(super) counts: bool,
}

/// The lists of tables.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) pieces: Vec<Element>,
    /// How many numbers they have, in the first slots.
    pub(super) numbers: usize,
    pub(super) slots: usize,
}

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// The places of what is replaced; none where that is the whole list.
    pub(super) places: Option<Vec<Code>>,
    /// Which of the places are those of a set, whose slot this is.
    pub(super) set: Option<usize>,
    pub(super) steps: Vec<Step>,
    pub(super) alternatives: Vec<Vec<Filling>>,
    pub(super) slots: usize,
    /// The place that runs through a list without order, where equal entries lead to equal lists.
    pub(super) same: Option<usize>,
}

/// A generator or a guard.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Plain(Numbers),
    /// Sets of places, by how many they are; behind the slot of a place stands that of their number.
    Sets(usize, Option<Numbers>),
    /// The set of all places.
    All(usize),
    /// Ways to write a number as a sum; the slots hold what is known of them as of a list.
    Parts(usize, Box<Sum>),
}

/// Ways to write a number as a sum.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) list: usize,
    pub(super) distinct: bool,
    pub(super) of: Code,
    pub(super) count: Option<Numbers>,
    pub(super) among: Option<Numbers>,
}

/// What comes in the place of an entry.
#[derive(Clone, Debug)]
pub(super) enum Filling {
    One(Code),
    Any(Numbers),
    List(Vec<Element>),
}

/// Entries side by side.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) value: Value,
    pub(super) times: Count,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Code(Code),
    /// The parts of a sum.
    Parts(usize),
}

#[derive(Clone, Debug)]
pub(super) enum Count {
    Once,
    Of(Code),
    For(Numbers),
}

/// Checks a rule and makes it ready.
pub(super) fn compile(syntax: &Syntax) -> Result<Program, Vec<RuleError>> {
    let syntax = expanded(syntax)?;
    let mut checker = Checker {
        arrays: vec![Arc::new([])],
        list: Some(&syntax.name.text),
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
fn expanded(syntax: &Syntax) -> Result<Syntax, Vec<RuleError>> {
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
                        "a clause has one set of places",
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
                "a set of places has no single entry that this could depend on; only conditions, which must hold for all of them, and what comes in their place may speak of it",
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
                "the entries on the left side are at places that differ; this one is named twice",
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
                    "only what comes in the place of the set may speak of its places",
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
            "the set of places stands on the left side once, as a[s]",
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
                    "the parts of a sum stand in brackets: [p]",
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
        Times::For(name, domain) => {
            let slot = checker.known.len();
            let step = closed(checker, domain, name.span);
            checker.bind(name, slot);
            Count::For(step)
        }
    };
    let list = alone(&piece.value).and_then(|name| sums.iter().position(|known| known == name));
    let value = match list {
        Some(list) => Value::Parts(list),
        None => Value::Code(checker.number(&piece.value)),
    };
    checker.scope.truncate(bound);
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
            Times::For(name, _) => Some(name.text.as_str()),
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
            Times::For(_, Domain::Range { from, to }) => {
                see(from);
                to.iter().for_each(|(to, _)| see(to));
            }
            _ => {}
        }
    }
    if names.len() > 2 {
        let (_, span) = names[2];
        let message = message!(
            "the lists of tables are named by at most two numbers",
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
    }
}

/// Whether something holds of every code of a generator or guard.
fn every_number(step: &Numbers, holds: &mut dyn FnMut(&Code) -> bool) -> bool {
    match step {
        Numbers::Let(_, one) | Numbers::Guard(one) | Numbers::Numbers(_, _, one) => holds(one),
        Numbers::Range(_, from, to) => holds(from) && holds(to),
        Numbers::Open(_, from, ends) => holds(from) && ends.iter().all(holds),
        Numbers::Set(_, all) => all.iter().all(holds),
        Numbers::Array(..) => true,
    }
}

fn every_code(step: &Step, holds: &mut dyn FnMut(&Code) -> bool) -> bool {
    match step {
        Step::Plain(step) => every_number(step, holds),
        Step::Sets(_, count) => count.iter().all(|step| every_number(step, holds)),
        Step::All(_) => true,
        Step::Parts(_, sum) => {
            holds(&sum.of)
                && (sum.count.iter().chain(&sum.among)).all(|step| every_number(step, holds))
        }
    }
}

fn every_code_of(filling: &Filling, holds: &mut dyn FnMut(&Code) -> bool) -> bool {
    match filling {
        Filling::One(code) => holds(code),
        Filling::Any(step) => every_number(step, holds),
        Filling::List(elements) => elements.iter().all(|element| {
            let value = match &element.value {
                Value::Code(code) => holds(code),
                Value::Parts(_) => true,
            };
            value
                && match &element.times {
                    Count::Once => true,
                    Count::Of(times) => holds(times),
                    Count::For(step) => every_number(step, holds),
                }
        }),
    }
}

fn mentions(step: &Step, slot: usize) -> bool {
    !every_code(step, &mut |code| !code.mentions(slot))
}

fn filling_mentions(filling: &Filling, slot: usize) -> bool {
    !every_code_of(filling, &mut |code| !code.mentions(slot))
}

/// Whether some code of a move is such.
fn asks(mv: &Move, of: fn(&Code) -> bool) -> bool {
    let mut none = |code: &Code| !of(code);
    let steps = mv.steps.iter().all(|step| every_code(step, &mut none));
    let places = mv.places.iter().flatten().all(&mut none);
    let mut fillings = mv.alternatives.iter().flatten();
    !(steps && places && fillings.all(|filling| every_code_of(filling, &mut none)))
}

/// Whether it is asked how many entries are equal to a number.
fn counts(code: &Code) -> bool {
    match code {
        Code::Number(_) | Code::Slot(_) => false,
        Code::Of(what, part) => *what == Listed::Count || counts(part),
        Code::Not(part) | Code::Element(_, part, _) => counts(part),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => pair.iter().any(counts),
        Code::Call(_, parts, _) => parts.iter().any(counts),
    }
}

/// Whether a slot is read as the place of an entry only.
fn only_entry(code: &Code, slot: usize) -> bool {
    match code {
        Code::Number(_) => true,
        Code::Slot(own) => *own != slot,
        Code::Of(_, place) if **place == Code::Slot(slot) => true,
        Code::Of(_, part) | Code::Not(part) | Code::Element(_, part, _) => only_entry(part, slot),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => {
            pair.iter().all(|part| only_entry(part, slot))
        }
        Code::Call(_, parts, _) => parts.iter().all(|part| only_entry(part, slot)),
    }
}

/// Whether the code speaks of no entry but the one at this place, and of the list as a whole not at all.
fn looks_at(code: &Code, place: usize) -> bool {
    match code {
        Code::Number(_) => true,
        Code::Slot(slot) => *slot >= WHOLES.len() && *slot != place,
        Code::Of(Listed::Entry, at) => **at == Code::Slot(place),
        Code::Of(Listed::Count, _) => false,
        Code::Not(part) | Code::Element(_, part, _) => looks_at(part, place),
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => {
            pair.iter().all(|part| looks_at(part, place))
        }
        Code::Call(_, parts, _) => parts.iter().all(|part| looks_at(part, place)),
    }
}

/// Whether a move replaces one entry, whichever it is, and looks at nothing else.
fn is_local(mv: &Move) -> bool {
    let Some([Code::Slot(place)]) = mv.places.as_deref() else {
        return false;
    };
    let runs = |step: &Step| matches!(step, Step::Plain(Numbers::Range(slot, Code::Number(0), _)) if slot == place);
    let Some((first, rest)) = mv.steps.split_first() else {
        return false;
    };
    mv.set.is_none()
        && runs(first)
        && is_whole_range(first)
        && (rest.iter()).all(|step| every_code(step, &mut |code| looks_at(code, *place)))
        && (mv.alternatives.iter().flatten())
            .all(|filling| every_code_of(filling, &mut |code| looks_at(code, *place)))
}

/// Whether it runs through the whole list.
fn is_whole_range(step: &Step) -> bool {
    let Step::Plain(Numbers::Range(_, Code::Number(0), Code::Binary(Operator::Subtract, pair, _))) =
        step
    else {
        return false;
    };
    **pair == [Code::Slot(LENGTH), Code::Number(1)]
}
