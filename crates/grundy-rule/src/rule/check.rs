//! Syntax to program: names are bound, constants folded, conditions told from numbers, open ranges given an end.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::budget::pulse;
use crate::message;
use crate::notation::{near, shortened};
use crate::rule::code::{Code, Fault, FaultKind, Listed, Missing};
use crate::rule::columns::Columns;
use crate::rule::error::RuleError;
use crate::rule::expand::unknown;
use crate::rule::fold::length_of;
use crate::rule::lines::Lines;
use crate::rule::monotone::{least, stoppers};
use crate::rule::parse::{
    BASE, EACH, FORMULA, FUNCTION, GIVEN, PAIRS, SPLIT, TAKE, is_reserved, run_together,
};
use crate::rule::places::sought;
use crate::rule::position::MOST;
use crate::rule::program::{MoveClause, Program, ValueClause};
use crate::rule::step::Step;
use crate::rule::syntax::{
    Body, Clause, Coordinate, Defined, Definition, Domain, Expression, IgnoredSpan, Item, Kind,
    Name, Operator, Pattern, Span, Syntax,
};

/// Most generators, guards and names of one clause.
pub(crate) const MOST_ITEMS: usize = 16;

/// Most numbers that a clause generates or names: so many are told with a move.
pub(crate) const MOST_NAMES: usize = 8;

/// The program of a rule, or all that is wrong with it. Where constants are given beside the text, they may be others in each case: what is
/// undefined with these is a fault only where it is evaluated.
pub(crate) fn check(syntax: &Syntax, are_given: bool) -> Result<Program, Vec<RuleError>> {
    let mut checker = Checker {
        are_given,
        ..Checker::default()
    };
    checker.definitions(syntax);
    let arity = syntax
        .clauses
        .first()
        .map_or(1, |clause| clause.pattern.coordinates.len());
    let (mut values, mut moves, mut slots) = (Vec::new(), Vec::new(), arity);
    for clause in &syntax.clauses {
        checker.pattern(&clause.pattern, arity);
        let fixed = fixed(&clause.pattern);
        let steps = checker.tail(clause);
        match &clause.body {
            Body::Value(value) => {
                let span = value.span;
                let value = checker.number(value);
                values.push(ValueClause {
                    fixed,
                    steps,
                    value,
                    span,
                });
            }
            Body::Options(alternatives) => {
                let mut options = Vec::new();
                for sum in alternatives {
                    let position = |checker: &mut Checker<'_>, coordinates: &[Expression]| {
                        let numbers = coordinates.iter();
                        numbers.map(|number| checker.number(number)).collect()
                    };
                    let sum = sum
                        .iter()
                        .map(|term| position(&mut checker, &term.coordinates));
                    options.push(sum.collect());
                }
                let steps = checker.ended(clause, steps, &options);
                let names = checker.scope[arity.min(checker.scope.len())..].iter();
                moves.push(MoveClause {
                    fixed,
                    sought: sought(&steps),
                    lines: Lines::of(&steps, &options),
                    columns: Columns::of(&steps, &options),
                    steps,
                    options,
                    names: names.cloned().collect(),
                });
            }
        }
        slots = slots.max(checker.known.len());
    }
    if !checker.errors.is_empty() {
        return Err(checker.errors);
    }
    Ok(Program {
        arity,
        values,
        moves,
        places: vec![OnceLock::new(); checker.arrays.len()],
        arrays: checker.arrays,
        slots,
    })
}

/// The code of an expression over these names, of which some are conditions themselves, and whether it is a condition; or all that is wrong
/// with it.
pub(crate) fn formula(
    expression: &Expression,
    names: &[(&str, bool)],
) -> Result<(Code, bool), Vec<RuleError>> {
    let mut checker = Checker::default();
    if names.len() > MOST {
        let message = message!("there are too many names", "名字过多");
        checker.wrong(expression.span, message, FORMULA);
    }
    for (slot, &(name, is_condition)) in names.iter().enumerate() {
        checker.scope.push((name.to_owned(), slot));
        checker.known.push(None);
        if is_condition {
            checker.truths.push(slot);
        }
    }
    let code = checker.lower(expression);
    if checker.errors.is_empty() {
        return Ok(code);
    }
    Err(checker.errors)
}

/// The code of a number or condition for each of what generators run through, over these names, of which some are conditions, and arrays
/// whose elements are natural numbers; and whether it is a condition. Or all that is wrong with it.
pub(crate) fn comprehension(
    (body, tail): &(Expression, Vec<Item>),
    names: &[(&str, bool)],
    arrays: &[&str],
) -> Result<(Program, Code, bool), Vec<RuleError>> {
    let mut checker = Checker {
        open_arrays: true,
        ..Checker::default()
    };
    for (slot, &(name, is_condition)) in names.iter().enumerate() {
        checker.scope.push((name.to_owned(), slot));
        checker.known.push(None);
        if is_condition {
            checker.truths.push(slot);
        }
    }
    for (array, &name) in arrays.iter().enumerate() {
        checker.arrays.push(Arc::from([0]));
        checker.lists.push((name.to_owned(), array));
    }
    if tail.len() > MOST_ITEMS {
        let message = message!(
            "a clause has at most {most} generators and guards",
            "一条规则最多 {most} 个生成式与条件",
            most = MOST_ITEMS
        );
        checker.wrong(body.span, message, EACH);
        return Err(checker.errors);
    }
    let mut steps = Vec::new();
    for item in tail {
        let slot = checker.known.len();
        steps.push(checker.item(slot, item));
    }
    let spans: Vec<Span> = (tail.iter())
        .map(|item| match item {
            Item::In(name, _) => name.span,
            _ => body.span,
        })
        .collect();
    // Nothing becomes negative here that would end an open range.
    let never = [vec![vec![Code::Number(0)]]];
    checker.end(&mut steps, &spans, &never, EACH);
    let (code, is_condition) = checker.lower(body);
    if !checker.errors.is_empty() {
        return Err(checker.errors);
    }
    let program = Program {
        arity: names.len(),
        values: Vec::new(),
        moves: vec![MoveClause {
            fixed: Vec::new(),
            steps,
            options: vec![Vec::new()],
            // Its arrays are others at each evaluation.
            sought: Vec::new(),
            lines: None,
            columns: None,
            names: Vec::new(),
        }],
        places: Vec::new(),
        arrays: checker.arrays,
        slots: checker.known.len(),
    };
    Ok((program, code, is_condition))
}

/// The code of a condition over these names, of which some are conditions themselves; or all that is wrong with it.
pub(crate) fn guard(
    expression: &Expression,
    names: &[(&str, bool)],
) -> Result<Code, Vec<RuleError>> {
    let mut checker = Checker::default();
    for (slot, &(name, is_condition)) in names.iter().enumerate() {
        checker.scope.push((name.to_owned(), slot));
        if is_condition {
            checker.truths.push(slot);
        }
    }
    let code = checker.condition(expression);
    match checker.errors.is_empty() {
        true => Ok(code),
        false => Err(checker.errors),
    }
}

fn fixed(pattern: &Pattern) -> Vec<Option<i64>> {
    let number = |coordinate: &Coordinate| match coordinate {
        Coordinate::Number(number) => Some(*number),
        _ => None,
    };
    pattern.coordinates.iter().map(number).collect()
}

/// What stands behind `where`.
#[derive(Clone, Copy)]
pub(crate) enum Constant {
    Number(i64),
    Array(usize),
}

/// Binds names and makes code of expressions.
#[derive(Default)]
pub(crate) struct Checker<'s> {
    pub(crate) errors: Vec<RuleError>,
    pub(crate) constants: HashMap<&'s str, Constant>,
    pub(crate) arrays: Vec<Arc<[i64]>>,
    /// Names bound in the clause, and their slots.
    pub(crate) scope: Vec<(String, usize)>,
    /// Slots that hold conditions.
    pub(crate) truths: Vec<usize>,
    /// By slot: the least number it can hold.
    pub(crate) known: Vec<Option<i64>>,
    /// The name of the list, in rules on lists: the first array is kept for it.
    pub(crate) list: Option<&'s str>,
    /// Whether what the arrays hold is only known when the code is evaluated.
    pub(crate) open_arrays: bool,
    /// Whether constants are given beside the text.
    pub(crate) are_given: bool,
    /// Arrays whose names may name numbers too.
    pub(crate) lists: Vec<(String, usize)>,
    /// Names bound before this place may be bound anew.
    pub(crate) own: usize,
}

/// In rules on lists, `count[x]` is how many entries are x.
pub(crate) const COUNT: &str = "count";

impl<'s> Checker<'s> {
    pub(crate) fn wrong(
        &mut self,
        span: Span,
        message: crate::text::Message,
        example: &'static str,
    ) {
        self.errors.push(RuleError::new(span, message, example));
    }

    fn definitions(&mut self, syntax: &'s Syntax) {
        self.define(&syntax.definitions);
    }

    /// Takes what stands behind `where`.
    pub(crate) fn define(&mut self, definitions: &'s [Definition]) {
        for definition in definitions {
            let constant = match &definition.value {
                Defined::Number(number) => Constant::Number(self.constant(number)),
                Defined::Array(elements) => {
                    let numbers = elements.iter().map(|element| self.constant(element));
                    let numbers: Arc<[i64]> = numbers.collect();
                    self.arrays.push(numbers);
                    Constant::Array(self.arrays.len() - 1)
                }
                // They have been replaced.
                Defined::Function(..) => continue,
            };
            let name = &definition.name;
            if self.constants.insert(&name.text, constant).is_some() {
                self.twice(name);
            }
        }
    }

    fn twice(&mut self, name: &Name) {
        let message = message!(
            "the name '{name}' is given twice",
            "名字 '{name}' 重复",
            name = name.text.clone()
        );
        self.wrong(name.span, message, GIVEN);
    }

    /// A number that depends on no position.
    fn constant(&mut self, expression: &Expression) -> i64 {
        let errors = self.errors.len();
        let code = self.number(expression);
        if let (None, true) = (code.constant(), self.errors.len() == errors) {
            let message = message!(
                "'where' is for constants only; name a number that depends on the position by 'for m = n/2'",
                "'where' 后只能是常数；依赖局面的数请写成 'for m = n/2'"
            );
            self.wrong(expression.span, message, GIVEN);
        }
        code.constant().unwrap_or(0)
    }

    fn pattern(&mut self, pattern: &Pattern, arity: usize) {
        self.scope.clear();
        self.known = vec![Some(0); pattern.coordinates.len()];
        if pattern.coordinates.len() != arity {
            let message = message!(
                "every clause must have the {arity} coordinates of the first",
                "每一条都须与第一条同为 {arity} 个坐标",
                arity = arity
            );
            self.wrong(pattern.span.0, message, BASE);
        }
        for (slot, coordinate) in pattern.coordinates.iter().enumerate() {
            match coordinate {
                // Every slot has its place in the scope; what has no name gets one that cannot be written.
                Coordinate::Name(name) => self.bind(name, slot),
                Coordinate::Any | Coordinate::Number(_) => self.scope.push((String::new(), slot)),
            }
        }
    }

    pub(crate) fn bind(&mut self, name: &Name, slot: usize) {
        let own = &self.scope[self.own.min(self.scope.len())..];
        let taken = own.iter().any(|(bound, _)| *bound == name.text)
            || self.list == Some(name.text.as_str());
        if taken || self.constants.contains_key(name.text.as_str()) {
            self.twice(name);
        }
        self.scope.push((name.text.clone(), slot));
    }

    fn tail(&mut self, clause: &Clause) -> Vec<Step> {
        let says_value = matches!(clause.body, Body::Value(_));
        if clause.tail.len() > MOST_ITEMS {
            let message = message!(
                "a clause has at most {most} generators and guards",
                "一条规则最多 {most} 个生成式与条件",
                most = MOST_ITEMS
            );
            self.wrong(clause.pattern.span.0, message, SPLIT);
            return Vec::new();
        }
        let mut steps = Vec::new();
        for item in &clause.tail {
            let slot = self.known.len();
            if let (Item::In(name, _), true) = (item, says_value) {
                let message = message!(
                    "a value is one number: only 'if' and 'for m = …' may follow it",
                    "一个局面只有一个值：其后只能是 'if' 与 'for m = …'"
                );
                self.wrong(name.span, message, BASE);
            }
            steps.push(self.item(slot, item));
        }
        if self.known.len() > clause.pattern.coordinates.len() + MOST_NAMES {
            let message = message!(
                "a clause names at most {most} numbers besides the coordinates",
                "一条规则除坐标外最多命名 {most} 个数",
                most = MOST_NAMES
            );
            self.wrong(clause.pattern.span.0, message, SPLIT);
        }
        steps
    }

    /// A generator or a guard, which binds its name to this slot, the next one.
    pub(crate) fn item(&mut self, slot: usize, item: &Item) -> Step {
        match item {
            Item::If(condition) => Step::Guard(self.condition(condition)),
            Item::Let(name, value) => {
                let value = self.operand(value);
                self.known.push(least(&value, &self.known, &self.arrays));
                self.bind(name, slot);
                Step::Let(slot, value)
            }
            Item::In(name, domain) => {
                let step = self.domain(slot, domain);
                let bound = match &step {
                    Step::Range(_, from, _) | Step::Open(_, from, _) => {
                        least(from, &self.known, &self.arrays)
                    }
                    Step::Set(_, elements) => {
                        let bound = |element| least(element, &self.known, &self.arrays);
                        let all: Option<Vec<i64>> = elements.iter().map(bound).collect();
                        all.and_then(|all| all.into_iter().min())
                    }
                    Step::Array(_, array) => self.arrays[*array].iter().min().copied(),
                    _ => Some(1),
                };
                self.known.push(bound);
                self.bind(name, slot);
                step
            }
        }
    }

    pub(crate) fn domain(&mut self, slot: usize, domain: &Domain) -> Step {
        match domain {
            Domain::Range { from, to } => {
                let from = self.number(from);
                match to {
                    None => Step::Open(slot, from, Vec::new()),
                    Some((to, true)) => Step::Range(slot, from, self.number(to)),
                    Some((to, false)) => {
                        let span = to.span;
                        let to = self.number(to);
                        let last = Code::binary(Operator::Subtract, to, Code::Number(1), span);
                        Step::Range(slot, from, self.folded(last))
                    }
                }
            }
            Domain::Set(elements) => {
                let elements = elements.iter().map(|element| self.number(element));
                Step::Set(slot, elements.collect())
            }
            Domain::Array(name) => match self.array(name) {
                Some(array) => Step::Array(slot, array),
                None => Step::Set(slot, Vec::new()),
            },
            Domain::Numbers(numbers, of) => Step::Numbers(slot, *numbers, self.number(of)),
        }
    }

    /// Gives open ranges their end.
    fn ended(
        &mut self,
        clause: &Clause,
        mut steps: Vec<Step>,
        options: &[Vec<Vec<Code>>],
    ) -> Vec<Step> {
        let spans = clause.tail.iter().map(|item| match item {
            Item::In(name, _) => name.span,
            _ => clause.pattern.span.0,
        });
        let spans: Vec<Span> = spans.collect();
        self.end(&mut steps, &spans, options, PAIRS);
        steps
    }

    /// Gives open ranges their end; each step has its place.
    pub(crate) fn end(
        &mut self,
        steps: &mut [Step],
        spans: &[Span],
        options: &[Vec<Vec<Code>>],
        example: &'static str,
    ) {
        for place in 0..steps.len() {
            let Step::Open(slot, from, _) = &steps[place] else {
                continue;
            };
            let (slot, from) = (*slot, from.clone());
            let inner = &steps[place + 1..];
            match stoppers(slot, inner, options, &self.known, &self.arrays) {
                Some(ends) => steps[place] = Step::Open(slot, from, ends),
                None => {
                    let span = spans.get(place).copied().unwrap_or_default();
                    let message = message!(
                        "where does this range end? No coordinate is certain to become negative; write the end, as in 1..=n",
                        "此范围在何处结束？没有必然变为负数的坐标；请写出终点，如 1..=n"
                    );
                    self.wrong(span, message, example);
                }
            }
        }
    }

    fn array(&mut self, name: &Name) -> Option<usize> {
        if let Some((_, array)) = self.lists.iter().find(|(list, _)| *list == name.text) {
            return Some(*array);
        }
        // A part of an expression may go through the list.
        if self.own > 0 && self.list == Some(name.text.as_str()) {
            return Some(0);
        }
        match self.constants.get(name.text.as_str()) {
            Some(Constant::Array(array)) => Some(*array),
            _ => {
                let message = message!(
                    "there is no array '{name}'; define it by 'where {name} = [1,2,5]'",
                    "没有数组 '{name}'；请用 'where {name} = [1,2,5]' 给出",
                    name = name.text.clone()
                );
                let error = RuleError::new(name.span, message, GIVEN).about(&name.text);
                self.errors.push(error);
                None
            }
        }
    }

    /// A part of an expression: a number, or a condition, which is 1 where it holds and 0 where it does not.
    pub(crate) fn operand(&mut self, expression: &Expression) -> Code {
        self.lower(expression).0
    }

    pub(crate) fn number(&mut self, expression: &Expression) -> Code {
        let (code, condition) = self.lower(expression);
        if condition {
            let message = message!(
                "expected a number, not a condition; within arithmetic a condition counts as 1 where it holds and 0 where it does not",
                "此处应为数，而不是条件；在算式之内，条件成立时算作 1，不成立时算作 0"
            );
            self.wrong(expression.span, message, TAKE);
        }
        code
    }

    pub(crate) fn condition(&mut self, expression: &Expression) -> Code {
        let (code, condition) = self.lower(expression);
        if !condition {
            // What is 0 or 1 is meant where it is 1.
            let is_digit = |pair: &[Expression; 2], operator| {
                matches!(
                    (operator, &pair[1].kind),
                    (Operator::BitAnd, Kind::Number(1)) | (Operator::Remainder, Kind::Number(2))
                )
            };
            let meant = match &expression.kind {
                Kind::Binary(operator, pair) if is_digit(pair, *operator) => "== 1",
                _ => "!= 0",
            };
            let message = message!(
                "expected a condition, found a number; write {number} {meant}",
                "此处应为条件，却是一个数；请写 {number} {meant}",
                number = shortened(&expression.to_string()),
                meant = meant
            );
            self.wrong(expression.span, message, SPLIT);
        }
        code
    }

    /// The code, and whether it is a condition.
    pub(crate) fn lower(&mut self, expression: &Expression) -> (Code, bool) {
        pulse::step(300);
        let span = expression.span;
        let code = match &expression.kind {
            Kind::Number(number) => return (Code::Number(*number), false),
            Kind::Name(name) => {
                let code = self.named(name, span);
                let is_condition = matches!(code, Code::Slot(slot) if self.truths.contains(&slot));
                return (code, is_condition);
            }
            Kind::Negate(part) => {
                let part = self.operand(part);
                Code::binary(Operator::Subtract, Code::Number(0), part, span)
            }
            Kind::Not(part) => return (Code::Not(Box::new(self.condition(part))), true),
            Kind::Binary(operator, pair) if operator.joins_conditions() => {
                let (left, right) = (self.condition(&pair[0]), self.condition(&pair[1]));
                return (Code::binary(*operator, left, right, span), true);
            }
            Kind::Binary(operator, pair) => {
                let (left, right) = (self.operand(&pair[0]), self.operand(&pair[1]));
                Code::binary(*operator, left, right, span)
            }
            Kind::Compare(first, rest) => {
                let mut left = self.operand(first);
                let mut all: Option<Code> = None;
                for (comparison, right) in rest {
                    let right = self.operand(right);
                    let pair = Box::new([left, right.clone()]);
                    let one = Code::Compare(*comparison, pair);
                    all = Some(match all {
                        None => one,
                        Some(before) => Code::binary(Operator::And, before, one, span),
                    });
                    left = right;
                }
                return (all.unwrap_or(Code::Number(1)), true);
            }
            Kind::Call(function, arguments) => {
                let arguments = arguments.iter().map(|argument| self.operand(argument));
                let code = Code::Call(*function, arguments.collect(), IgnoredSpan(span));
                return (self.folded(code), function.is_condition());
            }
            Kind::Fold(folding) => return self.fold(folding, span),
            Kind::Apply(name, _) => {
                self.wrong(name.span, unknown(&name.text), FUNCTION);
                Code::Number(0)
            }
            Kind::Index(name, index) => {
                let index = Box::new(self.operand(index));
                let listed = match self.list {
                    Some(list) if name.text == list => Some(Listed::Entry),
                    Some(_) if name.text == COUNT => Some(Listed::Count),
                    _ => None,
                };
                if let Some(listed) = listed {
                    return (Code::Of(listed, index), false);
                }
                match self.array(name) {
                    Some(array) => Code::Element(array, index, IgnoredSpan(span)),
                    None => Code::Number(0),
                }
            }
        };
        (self.folded(code), false)
    }

    /// The number itself, where the code depends on nothing but constants.
    fn folded(&mut self, code: Code) -> Code {
        let parts_are_constant = match &code {
            Code::Binary(_, pair, _) => pair.iter().all(|part| part.constant().is_some()),
            Code::Call(_, parts, _) => parts.iter().all(|part| part.constant().is_some()),
            Code::Element(_, part, _) => !self.open_arrays && part.constant().is_some(),
            _ => false,
        };
        if !parts_are_constant {
            return code;
        }
        match code.evaluate(&[], &self.arrays) {
            Ok(number) => Code::Number(number),
            Err(Missing::Absent) => code,
            Err(Missing::Fault(_)) if self.are_given => code,
            Err(Missing::Fault(Fault { span, kind })) => {
                let message = match kind {
                    FaultKind::DivisionByZero => message!("this divides by 0", "此处除数为 0"),
                    FaultKind::Overflow => message!("this exceeds 64 bits", "此处超出 64 位整数"),
                    FaultKind::Beyond => {
                        message!("this is beyond the end of the array", "此处超出数组末尾")
                    }
                    _ => message!("this is not defined", "此处没有定义"),
                };
                self.wrong(span, message, TAKE);
                Code::Number(0)
            }
            // An array alone takes no steps and has no clock.
            Err(Missing::Steps | Missing::Exhausted(_)) => code,
        }
    }

    fn named(&mut self, name: &str, span: Span) -> Code {
        // The innermost of several that have the name.
        let bound = self.scope.iter().rev().find(|(bound, _)| bound == name);
        if let Some((_, slot)) = bound {
            return Code::Slot(*slot);
        }
        if let Some((_, array)) = self.lists.iter().find(|(list, _)| length_of(list) == name) {
            return Code::Length(*array);
        }
        match self.constants.get(name) {
            Some(Constant::Number(number)) => return Code::Number(*number),
            Some(Constant::Array(_)) => {
                let message = message!(
                    "'{name}' is an array; one of its numbers is {name}[0]",
                    "'{name}' 是数组；其中一个数写作 {name}[0]",
                    name = name
                );
                self.wrong(span, message, GIVEN);
                return Code::Number(0);
            }
            None => {}
        }
        let known = self.scope.iter().map(|(bound, _)| bound.as_str());
        let known = known.chain(self.constants.keys().copied());
        let known = known.filter(|known| !known.is_empty() && !is_reserved(known));
        let nearest = near(name, known, |known| known.len() / 2);
        let nearest = nearest.first().copied();
        if let (None, Some(message)) = (nearest, run_together(name)) {
            self.wrong(span, message, GIVEN);
            return Code::Number(0);
        }
        let message = match nearest {
            Some(nearest) => message!(
                "the name '{name}' is not defined here; did you mean '{nearest}'?",
                "名字 '{name}' 在此没有定义；是否想写 '{nearest}'？",
                name = name,
                nearest = nearest
            ),
            None => message!(
                "the name '{name}' is not defined here; define it by 'for {name} in 1..=n' or 'where {name} = 3'",
                "名字 '{name}' 在此没有定义；可用 'for {name} in 1..=n' 或 'where {name} = 3' 定义",
                name = crate::notation::shortened(name)
            ),
        };
        let error = RuleError::new(span, message, GIVEN).about(name);
        self.errors.push(error);
        Code::Number(0)
    }
}
