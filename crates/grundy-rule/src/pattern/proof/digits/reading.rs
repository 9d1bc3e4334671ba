//! From the notation of rules to what is said of numbers: conditions, numbers, and the moves of a rule.
//!
//! A number that is no sum of multiples is given a name of its own with a fact that tells it: a remainder is below the divisor and differs from
//! the number by a multiple of it; a quotient is told by its remainder; a minimum is one of the two and not above the other. Such a number
//! exists for all others and is the only one, so "for some number" says the same as "for this number", also behind "not".

use std::collections::HashMap;
use std::rc::Rc;

use super::fact::{Fact, Term};
use super::machine::{Machine, Steps, Track};
use super::relations::{self, Counted};
use crate::rule::syntax::{
    Body, Clause, Comparison, Coordinate, Defined, Domain, Expression, Function, Item, Kind,
    Operator, Syntax,
};

/// Largest divisor, and largest factor that is no constant.
const DIVISOR: i64 = 128;
const FACTOR: i64 = 16;

/// Most elements of a range whose numbers are exponents.
const EXPONENTS: i64 = 24;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Stands {
    For(Term),
    /// The power of this base to the name, where the name stands for nothing else.
    Exponent(i64, Track),
}

pub(super) type Names = HashMap<String, Stands>;

/// Numbers with names of their own, and what is so of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) tracks: Vec<Track>,
    pub(super) facts: Vec<Fact>,
}

impl Scope {
    /// "For some of these numbers" all that is known of them, and this.
    pub(super) fn around(mut self, fact: Fact) -> Fact {
        self.facts.push(fact);
        Fact::some(self.tracks, Fact::All(self.facts))
    }
}

/// A way to move: for some numbers of which this is so, these positions are left.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) scope: Scope,
    pub(super) left: Vec<Vec<Term>>,
}

/// Reads expressions of one rule and of patterns.
pub(super) struct Reader {
    pub(super) base: usize,
    pub(super) steps: Steps,
    next: Track,
    constants: Names,
    arrays: HashMap<String, Vec<i64>>,
    /// Numbers that are known to be no larger than this.
    most: HashMap<Track, i64>,
}

impl Reader {
    /// For a rule without functions; `None` where a constant of it is none here.
    pub(super) fn new(syntax: &Syntax, base: usize, steps: Steps) -> Option<Reader> {
        let mut reader = Reader {
            base,
            steps,
            next: 0,
            constants: Names::new(),
            arrays: HashMap::new(),
            most: HashMap::new(),
        };
        for definition in &syntax.definitions {
            let name = definition.name.text.clone();
            match &definition.value {
                Defined::Number(number) => {
                    let number = Term::number(reader.constant(number)?);
                    reader.constants.insert(name, Stands::For(number));
                }
                Defined::Array(all) => {
                    let all = all.iter().map(|one| reader.constant(one));
                    let all = all.collect::<Option<Vec<i64>>>()?;
                    reader.arrays.insert(name, all);
                }
                Defined::Function(..) => return None,
            }
        }
        Some(reader)
    }

    fn constant(&mut self, expression: &Expression) -> Option<i64> {
        let mut scope = Scope::default();
        let names = self.constants.clone();
        let term = self.number(expression, &names, &mut scope)?;
        (term.parts.is_empty() && scope.tracks.is_empty()).then_some(term.constant)
    }

    /// A number with a name of its own.
    pub(super) fn fresh(&mut self) -> Track {
        self.next += 1;
        self.next - 1
    }

    fn of_scope(&mut self, scope: &mut Scope) -> Track {
        let track = self.fresh();
        scope.tracks.push(track);
        track
    }

    /// A number that may be negative: a difference of two, one of which is 0.
    fn signed(&mut self, scope: &mut Scope) -> Option<Term> {
        let (more, less) = (self.of_scope(scope), self.of_scope(scope));
        let none = |track| Fact::Zero(Term::of(track));
        scope.facts.push(Fact::Any(vec![none(more), none(less)]));
        Term::of(more).plus(-1, &Term::of(less))
    }

    /// One that is natural where the numbers that it is told by are.
    fn like(&mut self, natural: bool, scope: &mut Scope) -> Option<Term> {
        match natural {
            true => Some(Term::of(self.of_scope(scope))),
            false => self.signed(scope),
        }
    }

    /// The number itself, of which digits are read; none where it may be negative.
    fn track(&mut self, term: &Term, scope: &mut Scope) -> Option<Track> {
        if let Some(track) = term.single() {
            return Some(track);
        }
        if !term.is_natural() {
            return None;
        }
        let track = self.of_scope(scope);
        scope.facts.push(Fact::equal(term, &Term::of(track))?);
        Some(track)
    }

    /// Largest number that a sum can be, where that is known and small.
    fn largest(&self, term: &Term) -> Option<i64> {
        let mut all = term.constant;
        for (track, by) in &term.parts {
            all += by * self.most.get(track)?;
        }
        (term.is_natural() && all <= FACTOR).then_some(all)
    }

    fn is_two(&self) -> Option<()> {
        (self.base == 2).then_some(())
    }

    /// A number of the notation; `None` where it cannot be said here.
    pub(super) fn number(
        &mut self,
        expression: &Expression,
        names: &Names,
        scope: &mut Scope,
    ) -> Option<Term> {
        match &expression.kind {
            Kind::Number(number) => Term::number(*number).plus(0, &Term::default()),
            Kind::Fold(_) => return None,
            Kind::Name(name) => match names.get(name)? {
                Stands::For(term) => Some(term.clone()),
                Stands::Exponent(..) => None,
            },
            Kind::Negate(part) => self.number(part, names, scope)?.times(-1),
            Kind::Not(_) | Kind::Compare(..) | Kind::Binary(Operator::And | Operator::Or, _) => {
                let holds = self.condition(expression, names)?;
                let told = self.of_scope(scope);
                self.most.insert(told, 1);
                let is = |number| Fact::equal(&Term::of(told), &Term::number(number));
                let yes = Fact::All(vec![is(1)?, holds]);
                // Numbers bound within the condition get other names.
                let not = self.condition(expression, names)?.not();
                scope
                    .facts
                    .push(Fact::Any(vec![yes, Fact::All(vec![is(0)?, not])]));
                Some(Term::of(told))
            }
            Kind::Binary(operator, pair) => self.joined(*operator, pair, names, scope),
            Kind::Call(Function::Min | Function::Max, parts) => {
                let least = matches!(expression.kind, Kind::Call(Function::Min, _));
                let mut all = None;
                for part in parts {
                    let part = self.number(part, names, scope)?;
                    all = Some(match all {
                        None => part,
                        Some(before) => self.extreme(&before, &part, least, scope)?,
                    });
                }
                all
            }
            Kind::Call(Function::Abs, parts) => {
                let [part] = &parts[..] else { return None };
                let part = self.number(part, names, scope)?;
                let other = part.times(-1)?;
                let told = Term::of(self.of_scope(scope));
                self.chosen(&part, &other, false, &told, scope)?;
                Some(told)
            }
            Kind::Index(name, index) => {
                let place = self.constant(index)?;
                let array = self.arrays.get(&name.text)?;
                Some(Term::number(*array.get(usize::try_from(place).ok()?)?))
            }
            Kind::Call(..) | Kind::Apply(..) => None,
        }
    }

    /// The lesser or the greater of two.
    fn extreme(&mut self, a: &Term, b: &Term, least: bool, scope: &mut Scope) -> Option<Term> {
        if a.parts.is_empty() && b.parts.is_empty() {
            let (a, b) = (a.constant, b.constant);
            return Some(Term::number(if least { a.min(b) } else { a.max(b) }));
        }
        let natural = match least {
            true => a.is_natural() && b.is_natural(),
            false => a.is_natural() || b.is_natural(),
        };
        let told = self.like(natural, scope)?;
        if let (true, true, Some(track)) = (least, natural, told.single()) {
            let most = [a, b].into_iter().filter_map(|term| self.largest(term));
            if let Some(most) = most.min() {
                self.most.insert(track, most);
            }
        }
        self.chosen(a, b, least, &told, scope)?;
        Some(told)
    }

    /// The number is the lesser of two, or the greater.
    fn chosen(
        &mut self,
        a: &Term,
        b: &Term,
        least: bool,
        told: &Term,
        scope: &mut Scope,
    ) -> Option<()> {
        let (low, high) = if least { (a, b) } else { (b, a) };
        let first = Fact::All(vec![Fact::at_most(low, high)?, Fact::equal(told, a)?]);
        let second = Fact::All(vec![Fact::at_most(high, low)?, Fact::equal(told, b)?]);
        scope.facts.push(Fact::Any(vec![first, second]));
        Some(())
    }

    fn joined(
        &mut self,
        operator: Operator,
        pair: &[Expression; 2],
        names: &Names,
        scope: &mut Scope,
    ) -> Option<Term> {
        match operator {
            Operator::Remainder => {
                let by = self.constant(&pair[1])?;
                self.modulo(&pair[0], by, names, scope)
            }
            Operator::Power => {
                let by = self.constant(&pair[0])?;
                if let Kind::Name(name) = &pair[1].kind
                    && let Some(Stands::Exponent(base, track)) = names.get(name)
                {
                    return (*base == by).then(|| Term::of(*track));
                }
                if let Some(of) = length_less_one(&pair[1], by).filter(|_| by == self.base as i64) {
                    return self.greatest(of, names, scope);
                }
                let exponent = u32::try_from(self.constant(&pair[1])?).ok()?;
                Term::number(by.checked_pow(exponent)?).plus(0, &Term::default())
            }
            Operator::BitAnd if is_lowest(pair) => {
                self.is_two()?;
                let of = self.number(&pair[0], names, scope)?;
                let (of, told) = (self.track(&of, scope)?, self.of_scope(scope));
                let machine = relations::lowest(&mut self.steps).ok()?;
                scope
                    .facts
                    .push(Fact::Digits(Rc::new(machine), vec![of, told]));
                Some(Term::of(told))
            }
            _ => {
                let a = self.number(&pair[0], names, scope)?;
                let b = self.number(&pair[1], names, scope)?;
                match operator {
                    Operator::Add => a.plus(1, &b),
                    Operator::Subtract => a.plus(-1, &b),
                    Operator::Multiply => self.product(&a, &b, scope),
                    Operator::Divide => {
                        let by = b.parts.is_empty().then_some(b.constant)?;
                        self.quotient(&a, by, scope)
                    }
                    Operator::ShiftRight => {
                        let by = b.parts.is_empty().then_some(b.constant)?;
                        let by = 1i64.checked_shl(u32::try_from(by).ok()?)?;
                        self.quotient(&a, by, scope)
                    }
                    Operator::Xor => self.digitwise(&a, &b, &|a, b| a ^ b, scope),
                    Operator::BitAnd => self.digitwise(&a, &b, &|a, b| a & b, scope),
                    Operator::BitOr => self.digitwise(&a, &b, &|a, b| a | b, scope),
                    _ => None,
                }
            }
        }
    }

    fn quotient(&mut self, of: &Term, by: i64, scope: &mut Scope) -> Option<Term> {
        if !(1..=DIVISOR).contains(&by) {
            return None;
        }
        let told = self.like(of.is_natural(), scope)?;
        // by·told <= of <= by·told + by − 1
        let times = told.times(by)?;
        scope.facts.push(Fact::at_most(&times, of)?);
        scope
            .facts
            .push(Fact::at_most(of, &times.plus(1, &Term::number(by - 1))?)?);
        Some(told)
    }

    fn product(&mut self, a: &Term, b: &Term, scope: &mut Scope) -> Option<Term> {
        if a.parts.is_empty() {
            return b.times(a.constant);
        }
        if b.parts.is_empty() {
            return a.times(b.constant);
        }
        let (small, large, most) = match (self.largest(a), self.largest(b)) {
            (Some(most), _) => (a, b, most),
            (_, Some(most)) => (b, a, most),
            _ => return None,
        };
        let told = self.like(large.is_natural(), scope)?;
        let mut cases = Vec::new();
        for number in 0..=most {
            cases.push(Fact::All(vec![
                Fact::equal(small, &Term::number(number))?,
                Fact::equal(&told, &large.times(number)?)?,
            ]));
        }
        scope.facts.push(Fact::Any(cases));
        if let (Some(track), Some(other)) = (told.single(), self.largest(large)) {
            self.most.insert(track, most * other);
        }
        Some(told)
    }

    fn digitwise(
        &mut self,
        a: &Term,
        b: &Term,
        of: &dyn Fn(usize, usize) -> usize,
        scope: &mut Scope,
    ) -> Option<Term> {
        self.is_two()?;
        let tracks = vec![
            self.track(a, scope)?,
            self.track(b, scope)?,
            self.of_scope(scope),
        ];
        let told = Term::of(tracks[2]);
        let machine = relations::digitwise(of, &mut self.steps).ok()?;
        scope.facts.push(Fact::Digits(Rc::new(machine), tracks));
        Some(told)
    }

    /// The greatest power of the base that a number reaches. Of 0 it is not defined, so that the form must tell that it is not asked.
    fn greatest(&mut self, of: &Expression, names: &Names, scope: &mut Scope) -> Option<Term> {
        if !self.is_positive(of) {
            return None;
        }
        let of = self.number(of, names, scope)?;
        let (of, told) = (self.track(&of, scope)?, self.of_scope(scope));
        let machine = relations::greatest(self.base, &mut self.steps).ok()?;
        scope
            .facts
            .push(Fact::Digits(Rc::new(machine), vec![of, told]));
        Some(Term::of(told))
    }

    /// The nim-sum of numbers.
    pub(super) fn nim_sum(&mut self, all: &[Term], scope: &mut Scope) -> Option<Term> {
        let mut sum = Term::default();
        for (place, term) in all.iter().enumerate() {
            sum = match place {
                0 => term.clone(),
                _ => self.digitwise(&sum, term, &|a, b| a ^ b, scope)?,
            };
        }
        Some(sum)
    }

    /// The remainder of a number, of which no more may be known than what is counted in digits.
    fn modulo(
        &mut self,
        of: &Expression,
        by: i64,
        names: &Names,
        scope: &mut Scope,
    ) -> Option<Term> {
        if !(1..=DIVISOR).contains(&by) {
            return None;
        }
        let part = match &of.kind {
            Kind::Binary(operator @ (Operator::Add | Operator::Subtract), pair) if counts(of) => {
                let a = self.modulo(&pair[0], by, names, scope)?;
                let b = self.modulo(&pair[1], by, names, scope)?;
                let sign = if *operator == Operator::Add { 1 } else { -1 };
                a.plus(sign, &b)?
            }
            Kind::Binary(Operator::Multiply, pair) if counts(of) => {
                let (times, of) = match self.constant(&pair[0]) {
                    Some(times) => (times, &pair[1]),
                    None => (self.constant(&pair[1])?, &pair[0]),
                };
                self.modulo(of, by, names, scope)?.times(times)?
            }
            Kind::Binary(Operator::Divide, pair) if counts(of) => {
                let divisor = self.constant(&pair[1]).filter(|&it| it > 0)?;
                let wider = divisor.checked_mul(by)?;
                let rest = self.modulo(&pair[0], wider, names, scope)?;
                self.quotient(&rest, divisor, scope)?
            }
            Kind::Call(function, parts) if counts(of) => {
                return self.counted(*function, parts, by, names, scope);
            }
            _ => self.number(of, names, scope)?,
        };
        if part.parts.is_empty() {
            return Some(Term::number(part.constant.rem_euclid(by)));
        }
        let rest = self.of_scope(scope);
        self.most.insert(rest, by - 1);
        let told = Term::of(rest);
        scope.facts.push(Fact::Divides(by, part.plus(-1, &told)?));
        scope
            .facts
            .push(Fact::at_most(&told, &Term::number(by - 1))?);
        Some(told)
    }

    /// The remainder of what is counted in the digits of a number.
    fn counted(
        &mut self,
        function: Function,
        parts: &[Expression],
        by: i64,
        names: &Names,
        scope: &mut Scope,
    ) -> Option<Term> {
        let base = match (function, parts) {
            (Function::Popcount | Function::BitLength, [_]) => 2,
            (Function::DigitSum, [_]) => 10,
            (Function::DigitSum | Function::Valuation | Function::Log, [_, base]) => {
                self.constant(base)?
            }
            _ => return None,
        };
        if base != self.base as i64 {
            return None;
        }
        let (what, add) = match function {
            Function::Popcount | Function::DigitSum => (Counted::Sum, 0),
            Function::BitLength => (Counted::Length, 0),
            // One less than there are digits.
            Function::Log => (Counted::Length, by - 1),
            _ => (Counted::Zeros, 0),
        };
        let of = parts.first()?;
        // Of 0 these two are not defined.
        if matches!(function, Function::Log | Function::Valuation) && !self.is_positive(of) {
            return None;
        }
        let term = self.number(of, names, scope)?;
        let track = self.track(&term, scope)?;
        let rest = self.of_scope(scope);
        self.most.insert(rest, by - 1);
        let mut cases = Vec::new();
        for number in 0..by {
            let machine = relations::counted(
                what,
                self.base,
                by as usize,
                number as usize,
                &mut self.steps,
            );
            let machine: Machine = machine.ok()?;
            let told = Term::number((number + add).rem_euclid(by));
            cases.push(Fact::All(vec![
                Fact::Digits(Rc::new(machine), vec![track]),
                Fact::equal(&Term::of(rest), &told)?,
            ]));
        }
        scope.facts.push(Fact::Any(cases));
        Some(Term::of(rest))
    }

    /// Whether a number is 1 at least, as its form tells.
    fn is_positive(&mut self, of: &Expression) -> bool {
        match &of.kind {
            Kind::Call(Function::Max, parts) => {
                parts.iter().any(|part| self.constant(part) >= Some(1))
            }
            Kind::Binary(Operator::Add, pair) => {
                let one = |part: &Expression| matches!(part.kind, Kind::Number(1..));
                let name = |part: &Expression| matches!(part.kind, Kind::Name(_));
                (one(&pair[0]) && name(&pair[1])) || (name(&pair[0]) && one(&pair[1]))
            }
            _ => false,
        }
    }

    /// A condition of the notation.
    pub(super) fn condition(&mut self, expression: &Expression, names: &Names) -> Option<Fact> {
        match &expression.kind {
            Kind::Binary(Operator::And, pair) => Some(Fact::All(vec![
                self.condition(&pair[0], names)?,
                self.condition(&pair[1], names)?,
            ])),
            Kind::Binary(Operator::Or, pair) => Some(Fact::Any(vec![
                self.condition(&pair[0], names)?,
                self.condition(&pair[1], names)?,
            ])),
            Kind::Not(part) => Some(self.condition(part, names)?.not()),
            Kind::Compare(first, rest) => {
                if let Some(fact) = self.remainder_is(first, rest, names) {
                    return Some(fact);
                }
                let mut scope = Scope::default();
                let mut left = self.number(first, names, &mut scope)?;
                let mut facts = Vec::new();
                for (comparison, right) in rest {
                    let right = self.number(right, names, &mut scope)?;
                    facts.push(compared(*comparison, &left, &right)?);
                    left = right;
                }
                Some(scope.around(Fact::All(facts)))
            }
            _ => {
                let mut scope = Scope::default();
                let number = self.number(expression, names, &mut scope)?;
                Some(scope.around(Fact::Zero(number).not()))
            }
        }
    }

    /// `n%m == c` is said without a number for the remainder.
    fn remainder_is(
        &mut self,
        first: &Expression,
        rest: &[(Comparison, Expression)],
        names: &Names,
    ) -> Option<Fact> {
        let Kind::Binary(Operator::Remainder, pair) = &first.kind else {
            return None;
        };
        let [(comparison @ (Comparison::Equal | Comparison::Unequal), right)] = rest else {
            return None;
        };
        if counts(&pair[0]) {
            return None;
        }
        let by = self.constant(&pair[1])?;
        let right = self.constant(right)?;
        if !(1..=DIVISOR).contains(&by) || !(0..by).contains(&right) {
            return None;
        }
        let mut scope = Scope::default();
        let of = self.number(&pair[0], names, &mut scope)?;
        let divides = Fact::Divides(by, of.plus(-1, &Term::number(right))?);
        Some(scope.around(match comparison {
            Comparison::Equal => divides,
            _ => divides.not(),
        }))
    }

    /// All moves of a position.
    pub(super) fn moves(&mut self, syntax: &Syntax, position: &[Track]) -> Option<Vec<Move>> {
        let mut all = Vec::new();
        for clause in &syntax.clauses {
            let Body::Options(alternatives) = &clause.body else {
                return None;
            };
            let mut names = self.constants.clone();
            let mut scope = Scope::default();
            for (coordinate, &track) in clause.pattern.coordinates.iter().zip(position) {
                match coordinate {
                    Coordinate::Name(name) => {
                        let known = names.insert(name.text.clone(), Stands::For(Term::of(track)));
                        if known.is_some() {
                            return None;
                        }
                    }
                    Coordinate::Any => {}
                    Coordinate::Number(number) => {
                        let number = Term::number(*number);
                        scope.facts.push(Fact::equal(&Term::of(track), &number)?);
                    }
                }
            }
            let mut ways = Vec::new();
            self.tail(clause, 0, names, scope, &mut ways)?;
            for (names, scope) in ways {
                for alternative in alternatives {
                    let mut scope = scope.clone();
                    let mut left = Vec::new();
                    for term in alternative {
                        let mut position = Vec::new();
                        for coordinate in &term.coordinates {
                            position.push(self.left(coordinate, &names, &mut scope)?);
                        }
                        left.push(position);
                    }
                    all.push(Move { scope, left });
                }
            }
        }
        Some(all)
    }

    /// A coordinate that a move leaves: there is no move where it would be negative.
    fn left(&mut self, expression: &Expression, names: &Names, scope: &mut Scope) -> Option<Term> {
        let term = self.number(expression, names, scope)?;
        if term.is_natural() {
            return Some(term);
        }
        let track = self.of_scope(scope);
        scope.facts.push(Fact::equal(&term, &Term::of(track))?);
        Some(Term::of(track))
    }

    /// Goes through generators and guards; a set makes several ways.
    fn tail(
        &mut self,
        clause: &Clause,
        place: usize,
        mut names: Names,
        mut scope: Scope,
        ways: &mut Vec<(Names, Scope)>,
    ) -> Option<()> {
        let Some(item) = clause.tail.get(place) else {
            ways.push((names, scope));
            return (ways.len() <= 64).then_some(());
        };
        match item {
            Item::If(condition) => {
                let condition = self.condition(condition, &names)?;
                scope.facts.push(condition);
            }
            Item::Let(name, number) => {
                let number = self.number(number, &names, &mut scope)?;
                names.insert(name.text.clone(), Stands::For(number));
            }
            Item::In(name, domain) => {
                let elements = match domain {
                    Domain::Numbers(..) => return None,
                    Domain::Set(all) => {
                        let all = all.iter();
                        let all = all.map(|one| self.number(one, &names, &mut scope));
                        Some(all.collect::<Option<Vec<Term>>>()?)
                    }
                    Domain::Array(array) => {
                        let all = self.arrays.get(&array.text)?.iter();
                        Some(all.map(|&number| Term::number(number)).collect())
                    }
                    Domain::Range { from, to } => match exponent(clause, &name.text) {
                        None => {
                            let ends = to.as_ref().map(|(to, _)| self.constant(to));
                            let ends = (self.constant(from), ends);
                            let few = matches!(ends, (Some(from), Some(Some(to)))
                                if to - from <= 4);
                            let closed = to.as_ref().is_some_and(|to| to.1);
                            match ends {
                                (Some(from), Some(Some(to))) if few => {
                                    let to = to + i64::from(closed);
                                    Some((from..to).map(Term::number).collect())
                                }
                                _ => {
                                    self.range(
                                        &name.text,
                                        from,
                                        to.as_ref(),
                                        &mut names,
                                        &mut scope,
                                    )?;
                                    None
                                }
                            }
                        }
                        Some(by) => match to {
                            Some((to, closed)) => {
                                let (from, to) = (self.constant(from)?, self.constant(to)?);
                                let to = to + i64::from(*closed);
                                if to - from > EXPONENTS {
                                    return None;
                                }
                                Some((from..to).map(Term::number).collect())
                            }
                            None => {
                                self.powers(&name.text, from, by, &mut names, &mut scope)?;
                                None
                            }
                        },
                    },
                };
                if let Some(elements) = elements {
                    for element in elements {
                        let mut names = names.clone();
                        names.insert(name.text.clone(), Stands::For(element));
                        // A constant may stand where a constant must.
                        let before = self.constants.clone();
                        if let Some(Stands::For(term)) = names.get(&name.text)
                            && term.parts.is_empty()
                        {
                            let term = Stands::For(term.clone());
                            self.constants.insert(name.text.clone(), term);
                        }
                        let done = self.tail(clause, place + 1, names, scope.clone(), ways);
                        self.constants = before;
                        done?;
                    }
                    return Some(());
                }
            }
        }
        self.tail(clause, place + 1, names, scope, ways)
    }

    fn range(
        &mut self,
        name: &str,
        from: &Expression,
        to: Option<&(Expression, bool)>,
        names: &mut Names,
        scope: &mut Scope,
    ) -> Option<()> {
        let from = self.number(from, names, scope)?;
        // Numbers here are natural.
        if !from.is_natural() {
            return None;
        }
        let track = self.of_scope(scope);
        let number = Term::of(track);
        scope.facts.push(Fact::at_most(&from, &number)?);
        if let Some((to, closed)) = to {
            let to = self.number(to, names, scope)?;
            let more = Term::number(i64::from(!closed));
            scope
                .facts
                .push(Fact::at_most(&number.plus(1, &more)?, &to)?);
        }
        names.insert(name.to_owned(), Stands::For(number));
        Some(())
    }

    /// Powers of a base, from one on.
    fn powers(
        &mut self,
        name: &str,
        from: &Expression,
        by: i64,
        names: &mut Names,
        scope: &mut Scope,
    ) -> Option<()> {
        let from = u32::try_from(self.constant(from)?).ok()?;
        let least = by.checked_pow(from)?;
        let base = self.base as i64;
        let mut every = 1;
        let mut power = base;
        while power < by {
            power = power.checked_mul(base)?;
            every += 1;
        }
        if power != by {
            return None;
        }
        let track = self.of_scope(scope);
        let machine = relations::is_power(self.base, every, &mut self.steps).ok()?;
        scope
            .facts
            .push(Fact::Digits(Rc::new(machine), vec![track]));
        let at_least = Fact::at_most(&Term::number(least), &Term::of(track))?;
        scope.facts.push(at_least);
        names.insert(name.to_owned(), Stands::Exponent(by, track));
        Some(())
    }
}

fn compared(comparison: Comparison, left: &Term, right: &Term) -> Option<Fact> {
    let one = Term::number(1);
    Some(match comparison {
        Comparison::Equal => Fact::equal(left, right)?,
        Comparison::Unequal => Fact::equal(left, right)?.not(),
        Comparison::AtMost => Fact::at_most(left, right)?,
        Comparison::AtLeast => Fact::at_most(right, left)?,
        Comparison::Less => Fact::at_most(&left.plus(1, &one)?, right)?,
        Comparison::Greater => Fact::at_most(&right.plus(1, &one)?, left)?,
    })
}

/// `n & -n`.
fn is_lowest(pair: &[Expression; 2]) -> bool {
    matches!(&pair[1].kind, Kind::Negate(part) if **part == pair[0])
}

/// The number whose digits in this base, less one, are counted: `bitlen(n)-1`, `log(n,3)`.
fn length_less_one(expression: &Expression, base: i64) -> Option<&Expression> {
    match &expression.kind {
        Kind::Binary(Operator::Subtract, pair) => match (&pair[0].kind, &pair[1].kind) {
            (Kind::Call(Function::BitLength, parts), Kind::Number(1)) if base == 2 => parts.first(),
            _ => None,
        },
        Kind::Call(Function::Log, parts) => match parts.get(1).map(|it| &it.kind) {
            Some(Kind::Number(own)) if *own == base => parts.first(),
            _ => None,
        },
        _ => None,
    }
}

/// Whether something is counted in digits there that has no number of its own here.
fn counts(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Call(
            Function::Popcount
            | Function::BitLength
            | Function::DigitSum
            | Function::Valuation
            | Function::Log,
            _,
        ) => true,
        Kind::Binary(
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide,
            pair,
        ) => counts(&pair[0]) || counts(&pair[1]),
        _ => false,
    }
}

/// The base, where a name stands behind the sign of a power.
fn exponent(clause: &Clause, name: &str) -> Option<i64> {
    let mut found = None;
    each_expression(clause, &mut |expression| {
        if let Kind::Binary(Operator::Power, pair) = &expression.kind
            && let (Kind::Number(base @ 2..), Kind::Name(own)) = (&pair[0].kind, &pair[1].kind)
            && own == name
        {
            found = Some(*base);
        }
    });
    found
}

/// Calls on every part of every expression of a clause.
pub(super) fn each_expression(clause: &Clause, see: &mut dyn FnMut(&Expression)) {
    if let Body::Options(alternatives) = &clause.body {
        for term in alternatives.iter().flatten() {
            term.coordinates.iter().for_each(|one| each_part(one, see));
        }
    }
    for item in &clause.tail {
        match item {
            Item::Let(_, one) | Item::If(one) | Item::In(_, Domain::Numbers(_, one)) => {
                each_part(one, see);
            }
            Item::In(_, Domain::Range { from, to }) => {
                each_part(from, see);
                to.iter().for_each(|(to, _)| each_part(to, see));
            }
            Item::In(_, Domain::Set(all)) => all.iter().for_each(|one| each_part(one, see)),
            Item::In(_, Domain::Array(_)) => {}
        }
    }
}

/// Calls on every part of an expression.
pub(super) fn each_part(expression: &Expression, see: &mut dyn FnMut(&Expression)) {
    see(expression);
    match &expression.kind {
        Kind::Number(_) | Kind::Name(_) => {}
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => each_part(part, see),
        Kind::Binary(_, pair) => pair.iter().for_each(|part| each_part(part, see)),
        Kind::Compare(first, rest) => {
            each_part(first, see);
            rest.iter().for_each(|(_, part)| each_part(part, see));
        }
        Kind::Call(_, parts) | Kind::Apply(_, parts) => {
            parts.iter().for_each(|part| each_part(part, see));
        }
        Kind::Fold(folding) => {
            let parts = folding.parts().into_iter();
            parts.for_each(|part| each_part(part, see));
        }
    }
}
