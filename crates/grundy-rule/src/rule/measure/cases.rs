//! What is known of the numbers of a clause, as systems of linear inequalities, one for each case.

use crate::rule::code::Code;
use crate::rule::linear::{Linear, impossible};
use crate::rule::measure::masks;
use crate::rule::program::{Fixed, Program, ValueClause};
use crate::rule::step::Step;
use crate::rule::syntax::{Comparison, Function, Numbers, Operator};

/// Most cases of a clause.
const MOST_CASES: usize = 64;

/// Most numbers that are made for parts of expressions in a clause.
const MOST_VARIABLES: usize = 60;

/// Cases, any of which may hold; in each, all its inequalities do.
#[derive(Clone)]
pub(super) struct Cases<'p> {
    program: &'p Program,
    systems: Vec<Vec<Linear>>,
    next: usize,
    /// Expressions that variables stand for already, in all cases.
    known: Vec<(Code, Linear)>,
}

/// Alternatives to be added to a case, each a few inequalities.
type Split = Vec<Vec<Linear>>;

impl<'p> Cases<'p> {
    /// Coordinates that are not negative.
    pub(super) fn of(program: &'p Program) -> Cases<'p> {
        let natural = (0..program.arity).map(Linear::variable).collect();
        Cases {
            program,
            systems: vec![natural],
            next: program.slots.max(program.arity),
            known: Vec::new(),
        }
    }

    /// What is known in each case.
    pub(super) fn into_systems(self) -> Vec<Vec<Linear>> {
        self.systems
    }

    pub(super) fn systems(&self) -> &[Vec<Linear>] {
        &self.systems
    }

    /// Adds what is at least 0 to all cases; drops those that it makes impossible.
    pub(super) fn require(&mut self, linear: &Linear, work: &mut u64) {
        self.systems.retain_mut(|system| {
            if system.contains(linear) {
                return true;
            }
            system.push(linear.clone());
            !impossible(system, work)
        });
    }

    /// Divides each case into those alternatives that are possible in it.
    fn split(&mut self, alternatives: &Split, work: &mut u64) -> Option<()> {
        let mut systems = Vec::new();
        for system in &self.systems {
            for alternative in alternatives {
                let mut system = system.clone();
                system.extend(alternative.iter().cloned());
                if !impossible(&system, work) {
                    systems.push(system);
                }
            }
            if systems.len() > MOST_CASES {
                return None;
            }
        }
        self.systems = systems;
        Some(())
    }

    /// Both sets of cases.
    fn or(&mut self, other: Cases<'p>) -> Option<()> {
        self.next = self.next.max(other.next);
        // A variable may stand for one thing here and for another there.
        let both = self.known.iter().zip(&other.known);
        let shared = both.take_while(|(one, other)| one == other).count();
        self.known.truncate(shared);
        self.systems.extend(other.systems);
        (self.systems.len() <= MOST_CASES).then_some(())
    }

    /// Whether something is at least 0 in every case.
    fn sure(&self, linear: &Linear, work: &mut u64) -> bool {
        let Some(below) = linear
            .times(-1)
            .and_then(|below| below.plus(&Linear::number(1), -1))
        else {
            return false;
        };
        self.systems.iter().all(|system| {
            let mut system = system.clone();
            system.push(below.clone());
            impossible(&system, work)
        })
    }

    fn fresh(&mut self) -> Option<usize> {
        let variable = self.next;
        self.next += 1;
        let own = self.program.slots.max(self.program.arity);
        (variable < own + MOST_VARIABLES).then_some(variable)
    }

    /// The coordinates are what a pattern asks for.
    pub(super) fn pattern(&mut self, fixed: &Fixed, work: &mut u64) -> Option<()> {
        for (place, number) in fixed.iter().enumerate() {
            if let Some(number) = number {
                self.equal(
                    &Linear::variable(place),
                    &Linear::number((*number).into()),
                    work,
                )?;
            }
        }
        Some(())
    }

    fn equal(&mut self, a: &Linear, b: &Linear, work: &mut u64) -> Option<()> {
        let both = vec![a.minus(b)?, b.minus(a)?];
        self.split(&vec![both], work)
    }

    /// The clause says no value of the position.
    pub(super) fn no_value(&mut self, clause: &ValueClause, work: &mut u64) -> Option<()> {
        let mut alternatives: Option<Cases<'p>> = None;
        let mut add = |cases: Cases<'p>| match &mut alternatives {
            None => {
                alternatives = Some(cases);
                Some(())
            }
            Some(all) => all.or(cases),
        };
        for (place, number) in clause.fixed.iter().enumerate() {
            let Some(number) = number else { continue };
            let mut other = self.clone();
            let number = Linear::number((*number).into());
            other.compare(Comparison::Unequal, &Linear::variable(place), &number, work)?;
            add(other)?;
        }
        for step in &clause.steps {
            match step {
                // An array read before its beginning leaves the clause out whatever else holds.
                Step::Guard(condition) if !reads_array(condition) => {
                    let mut other = self.clone();
                    other.condition(condition, false, work)?;
                    add(other)?;
                }
                _ => return Some(()),
            }
        }
        if reads_array(&clause.value) {
            return Some(());
        }
        match alternatives {
            Some(cases) => *self = cases,
            None => self.systems.clear(),
        }
        Some(())
    }

    /// A generator or a guard.
    pub(super) fn step(&mut self, step: &Step, work: &mut u64) -> Option<()> {
        match step {
            Step::Guard(condition) => self.condition(condition, true, work),
            Step::Let(slot, code) => {
                let value = self.linear(code, work)?;
                self.equal(&Linear::variable(*slot), &value, work)
            }
            Step::Range(slot, from, to) => {
                let (from, to) = (self.linear(from, work)?, self.linear(to, work)?);
                let slot = Linear::variable(*slot);
                self.split(&vec![vec![slot.minus(&from)?, to.minus(&slot)?]], work)
            }
            Step::Open(slot, from, _) => {
                let from = self.linear(from, work)?;
                self.require(&Linear::variable(*slot).minus(&from)?, work);
                Some(())
            }
            Step::Set(slot, elements) => {
                let numbers: Option<Vec<i64>> = elements.iter().map(Code::constant).collect();
                if let (Some(numbers), true) = (numbers, elements.len() > 4) {
                    return self.one_of(*slot, &numbers, work);
                }
                let mut all: Option<Cases<'p>> = None;
                for element in elements {
                    let mut case = self.clone();
                    let value = case.linear(element, work)?;
                    case.equal(&Linear::variable(*slot), &value, work)?;
                    match &mut all {
                        None => all = Some(case),
                        Some(all) => all.or(case)?,
                    }
                }
                match all {
                    Some(cases) => *self = cases,
                    None => self.systems.clear(),
                }
                Some(())
            }
            Step::Array(slot, array) => {
                let program = self.program;
                self.one_of(*slot, &program.arrays[*array], work)
            }
            Step::Numbers(mask, numbers, code) => {
                let of = self.linear(code, work)?;
                let slot = Linear::variable(*mask);
                let least = Linear::number(match numbers {
                    Numbers::Divisors | Numbers::Submasks => 1,
                    Numbers::Primes | Numbers::PrimeFactors => 2,
                });
                self.split(&vec![vec![slot.minus(&least)?, of.minus(&slot)?]], work)?;
                match numbers {
                    Numbers::Submasks => self.submask(*mask, code, work),
                    _ => Some(()),
                }
            }
        }
    }

    /// Whether no two exponents are ever the same.
    fn all_differ(&mut self, exponents: &[Code], work: &mut u64) -> bool {
        (exponents.iter().enumerate()).all(|(place, one)| {
            let mut others = exponents[place + 1..].iter();
            others.all(|other| masks::plainly_differ(one, other) || self.differ(one, other, work))
        })
    }

    fn differ(&mut self, one: &Code, other: &Code, work: &mut u64) -> bool {
        let (one, other) = (self.linear(one, work), self.linear(other, work));
        let Some((one, other)) = one.zip(other) else {
            return false;
        };
        let (Some(above), Some(below)) = (one.minus(&other), other.minus(&one)) else {
            return false;
        };
        self.systems.iter().all(|system| {
            let mut equal = system.clone();
            equal.extend([above.clone(), below.clone()]);
            impossible(&equal, work)
        })
    }

    /// The binary digit of a number at a place is 1, or 0.
    fn one(&mut self, of: &Code, exponent: &Code, is_there: bool, work: &mut u64) -> Option<()> {
        let power = masks::power(exponent);
        // Of a number that has it where either part has, and of one that has it where both have.
        if let Code::Binary(operator, pair, _) = of
            && *operator
                == if is_there {
                    Operator::BitAnd
                } else {
                    Operator::BitOr
                }
        {
            self.one(&pair[0], exponent, is_there, work)?;
            self.one(&pair[1], exponent, is_there, work)?;
        }
        let both = self.linear(&masks::common(of, &power), work)?;
        let known = match is_there {
            true => self.linear(&power, work)?,
            false => Linear::number(0),
        };
        self.equal(&both, &known, work)
    }

    /// All ones of a number are ones of another.
    fn submask(&mut self, slot: usize, of: &Code, work: &mut u64) -> Option<()> {
        let mask = Code::Slot(slot);
        if let Code::Binary(operator, pair, _) = of {
            match (operator, masks::fixed(&pair[0])) {
                (Operator::BitAnd, _) => {
                    self.submask(slot, &pair[0], work)?;
                    self.submask(slot, &pair[1], work)?;
                }
                // What a number from 0 to 2^k - 1 lacks of that. What is below 0 has other ones than those.
                (Operator::Subtract, Some(full))
                    if full > 0 && (full.unsigned_abs() + 1).is_power_of_two() =>
                {
                    let (part, whole) = (self.linear(&pair[1], work)?, self.linear(of, work)?);
                    if self.sure(&part, work) && self.sure(&whole, work) {
                        let both = self.linear(&masks::common(&pair[1], &mask), work)?;
                        self.equal(&both, &Linear::number(0), work)?;
                    }
                }
                _ => {}
            }
        }
        let both = self.linear(&masks::common(of, &mask), work)?;
        self.equal(&both, &Linear::variable(slot), work)
    }

    /// The variable is one of these numbers: from the least to the greatest.
    fn one_of(&mut self, variable: usize, numbers: &[i64], work: &mut u64) -> Option<()> {
        let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) else {
            self.systems.clear();
            return Some(());
        };
        let variable = Linear::variable(variable);
        let above = variable.minus(&Linear::number((*least).into()))?;
        let below = Linear::number((*most).into()).minus(&variable)?;
        self.split(&vec![vec![above, below]], work)
    }

    /// A condition holds, or does not.
    fn condition(&mut self, code: &Code, holds: bool, work: &mut u64) -> Option<()> {
        match code {
            Code::Not(inner) => self.condition(inner, !holds, work),
            Code::Binary(operator @ (Operator::And | Operator::Or), pair, _) => {
                if (*operator == Operator::And) == holds {
                    self.condition(&pair[0], holds, work)?;
                    return self.condition(&pair[1], holds, work);
                }
                let mut other = self.clone();
                other.condition(&pair[1], holds, work)?;
                self.condition(&pair[0], holds, work)?;
                self.or(other)
            }
            Code::Compare(comparison, pair) => {
                if let Some(told) = masks::told(*comparison, pair, holds)
                    && self.all_differ(&told.exponents, work)
                {
                    for exponent in &told.exponents {
                        self.one(&told.of, exponent, told.there, work)?;
                    }
                }
                let (a, b) = (self.linear(&pair[0], work)?, self.linear(&pair[1], work)?);
                let comparison = match (comparison, holds) {
                    (comparison, true) => *comparison,
                    (Comparison::Equal, false) => Comparison::Unequal,
                    (Comparison::Unequal, false) => Comparison::Equal,
                    (Comparison::Less, false) => Comparison::AtLeast,
                    (Comparison::AtMost, false) => Comparison::Greater,
                    (Comparison::Greater, false) => Comparison::AtMost,
                    (Comparison::AtLeast, false) => Comparison::Less,
                };
                self.compare(comparison, &a, &b, work)
            }
            _ => Some(()),
        }
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        a: &Linear,
        b: &Linear,
        work: &mut u64,
    ) -> Option<()> {
        let one = Linear::number(1);
        let (above, below) = (a.minus(b)?, b.minus(a)?);
        let (beyond, short) = (above.minus(&one)?, below.minus(&one)?);
        let alternatives = match comparison {
            Comparison::Equal => vec![vec![above, below]],
            Comparison::Unequal => vec![vec![beyond], vec![short]],
            Comparison::Less => vec![vec![short]],
            Comparison::AtMost => vec![vec![below]],
            Comparison::Greater => vec![vec![beyond]],
            Comparison::AtLeast => vec![vec![above]],
        };
        self.split(&alternatives, work)
    }

    /// A variable that is equal to an expression.
    pub(super) fn variable(&mut self, code: &Code, work: &mut u64) -> Option<usize> {
        let value = self.linear(code, work)?;
        let variable = self.fresh()?;
        self.equal(&Linear::variable(variable), &value, work)?;
        Some(variable)
    }

    /// An expression as a linear form; parts that are not linear become variables of which bounds are known.
    pub(super) fn linear(&mut self, code: &Code, work: &mut u64) -> Option<Linear> {
        if let Some(power) = masks::canonical(code) {
            return self.linear(&power, work);
        }
        let same = |known: &Code| known == code || commuted(known, code);
        if let Some((_, linear)) = self.known.iter().find(|(known, _)| same(known)) {
            return Some(linear.clone());
        }
        let linear = self.formed(code, work)?;
        if !matches!(code, Code::Number(_) | Code::Slot(_)) {
            self.known.push((code.clone(), linear.clone()));
        }
        Some(linear)
    }

    fn formed(&mut self, code: &Code, work: &mut u64) -> Option<Linear> {
        match code {
            Code::Number(number) => Some(Linear::number((*number).into())),
            // Whatever number it is.
            Code::Length(_) | Code::Fold(_) => Some(Linear::variable(self.fresh()?)),
            Code::Slot(slot) => Some(Linear::variable(*slot)),
            Code::Compare(..) | Code::Not(_) | Code::Binary(Operator::And | Operator::Or, ..) => {
                // 1 where it holds, 0 where it does not.
                let number = Linear::variable(self.fresh()?);
                let mut other = self.clone();
                other.condition(code, false, work)?;
                other.equal(&number, &Linear::number(0), work)?;
                self.condition(code, true, work)?;
                self.equal(&number, &Linear::number(1), work)?;
                self.or(other)?;
                Some(number)
            }
            Code::Binary(operator @ (Operator::BitOr | Operator::Xor), pair, span) => {
                let a = self.linear(&pair[0], work)?;
                let b = self.linear(&pair[1], work)?;
                if !self.sure(&a, work) || !self.sure(&b, work) {
                    return self.operation(*operator, &a, &b, work);
                }
                // Two numbers are together what they have together, once and once more.
                let [one, other] = (**pair).clone();
                let both = Code::binary(Operator::BitAnd, one, other, span.0);
                let both = self.linear(&both, work)?;
                let times = if *operator == Operator::Xor { -2 } else { -1 };
                a.plus(&b, 1)?.plus(&both, times)
            }
            Code::Element(array, index, _) => {
                // Elsewhere the array cannot be read.
                let length = self.program.arrays[*array].len();
                let last = Linear::number(i128::try_from(length).ok()? - 1);
                let index = self.linear(index, work)?;
                self.split(&vec![vec![index.clone(), last.minus(&index)?]], work)?;
                let element = self.fresh()?;
                let program = self.program;
                self.one_of(element, &program.arrays[*array], work)?;
                Some(Linear::variable(element))
            }
            // Some number that is not negative.
            Code::Of(..) => {
                let number = Linear::variable(self.fresh()?);
                self.require(&number, work);
                Some(number)
            }
            Code::Binary(Operator::BitAnd, pair, _)
                if masks::exponents(&pair[1]).is_some() || masks::exponents(&pair[0]).is_some() =>
            {
                self.at_places(pair, work)
            }
            Code::Binary(Operator::Power, pair, _) if pair[0].constant().is_some() => {
                let a = self.linear(&pair[0], work)?;
                let b = self.linear(&pair[1], work)?;
                let power = self.operation(Operator::Power, &a, &b, work)?;
                self.in_order(a.constant()?, &b, &power, work)?;
                Some(power)
            }
            Code::Binary(operator, pair, _) => {
                let a = self.linear(&pair[0], work)?;
                let b = self.linear(&pair[1], work)?;
                self.operation(*operator, &a, &b, work)
            }
            Code::Call(function, parts, _) => {
                let mut numbers = Vec::new();
                for part in parts {
                    numbers.push(self.linear(part, work)?);
                }
                self.call(*function, &numbers, work)
            }
        }
    }

    /// What a number has in common with a mask: what it has of each power that is part of it.
    fn at_places(&mut self, pair: &[Code; 2], work: &mut u64) -> Option<Linear> {
        let (of, mask) = match masks::exponents(&pair[1]) {
            Some(_) => (&pair[0], &pair[1]),
            None => (&pair[1], &pair[0]),
        };
        let exponents = masks::exponents(mask)?;
        // Equal powers would add up to others.
        if let Some(own) = masks::exponents(of)
            && self.all_differ(&own, work)
            && self.all_differ(&exponents, work)
        {
            let mut pairs = own
                .iter()
                .flat_map(|one| exponents.iter().map(move |other| [one, other]));
            if pairs.all(|[one, other]| {
                masks::plainly_differ(one, other) || self.differ(one, other, work)
            }) {
                return Some(Linear::number(0));
            }
        }
        let powers: Vec<Code> = exponents.iter().map(masks::power).collect();
        let is_one = matches!(&powers[..], [power] if power == mask);
        if is_one || !self.all_differ(&exponents, work) {
            let (a, b) = (self.linear(of, work)?, self.linear(mask, work)?);
            return self.operation(Operator::BitAnd, &a, &b, work);
        }
        let number = self.linear(of, work)?;
        let mut sum = Linear::number(0);
        for power in &powers {
            let both = self.linear(&masks::common(of, power), work)?;
            sum = sum.plus(&both, 1)?;
        }
        if self.sure(&number, work) {
            let rest = number.minus(&sum)?;
            self.require(&rest, work);
        }
        Some(sum)
    }

    /// A power of a number from 2 on beside all others of it that are known: that of the larger exponent is at least so many times the other.
    fn in_order(
        &mut self,
        base: i128,
        exponent: &Linear,
        power: &Linear,
        work: &mut u64,
    ) -> Option<()> {
        if base < 2 || !self.sure(exponent, work) {
            return Some(());
        }
        let others: Vec<(Code, Linear)> = self.known.clone();
        let mut known = Vec::new();
        for (code, other) in &others {
            let Code::Binary(Operator::Power, pair, _) = code else {
                continue;
            };
            if pair[0].constant().map(i128::from) != Some(base) {
                continue;
            }
            let below = self.linear(&pair[1], work)?;
            if !self.sure(&below, work) {
                continue;
            }
            let one = Linear::number(1);
            let pairs = [
                (exponent, power, &below, other),
                (&below, other, exponent, power),
            ];
            for (more, greater, less, smaller) in pairs {
                let above = more.minus(less)?;
                if self.sure(&above.minus(&one)?, work) {
                    known.push(greater.plus(smaller, -base)?);
                } else if self.sure(&above, work) {
                    known.push(greater.minus(smaller)?);
                }
            }
        }
        self.split(&vec![known], work)
    }

    fn operation(
        &mut self,
        operator: Operator,
        a: &Linear,
        b: &Linear,
        work: &mut u64,
    ) -> Option<Linear> {
        let one = Linear::number(1);
        let (factor_a, factor_b) = (a.constant(), b.constant());
        match operator {
            Operator::And | Operator::Or => return None,
            Operator::Add => return a.plus(b, 1),
            Operator::Subtract => return a.minus(b),
            Operator::Multiply if factor_b.is_some() => return a.times(factor_b?),
            Operator::Multiply if factor_a.is_some() => return b.times(factor_a?),
            Operator::ShiftLeft if factor_b.is_some_and(|by| (0..63).contains(&by)) => {
                return a.times(1 << factor_b?);
            }
            Operator::Power if factor_a.is_some() && factor_b.is_some() => {
                let exponent = u32::try_from(factor_b?).ok().filter(|&by| by < 64);
                if let Some(power) = exponent.and_then(|by| factor_a?.checked_pow(by)) {
                    return Some(Linear::number(power)).filter(|_| power.abs() < 1 << 64);
                }
            }
            Operator::Divide if factor_b.is_some_and(|by| by > 0) => {
                return Some(self.divided(a, factor_b?, work)?.0);
            }
            Operator::ShiftRight if factor_b.is_some_and(|by| (0..63).contains(&by)) => {
                return Some(self.divided(a, 1 << factor_b?, work)?.0);
            }
            Operator::Remainder if factor_b.is_some_and(|by| by > 0) => {
                return Some(self.divided(a, factor_b?, work)?.1);
            }
            _ => {}
        }
        let result = Linear::variable(self.fresh()?);
        let at_least_one_a = self.sure(&a.minus(&one)?, work);
        let at_least_one_b = self.sure(&b.minus(&one)?, work);
        let (natural_a, natural_b) = (self.sure(a, work), self.sure(b, work));
        let above = |bound: &Linear| result.minus(bound);
        let below = |bound: &Linear| bound.minus(&result);
        // The lowest one of a number from 1 on: no less than 1, and no more than the number.
        let negated = a.times(-1);
        if operator == Operator::BitAnd
            && at_least_one_a.max(at_least_one_b)
            && negated.as_ref() == Some(b)
        {
            let number = if at_least_one_a { a } else { b };
            let known = vec![result.minus(&one)?, number.minus(&result)?];
            self.split(&vec![known], work)?;
            return Some(result);
        }
        let mut known = Vec::new();
        match operator {
            Operator::Multiply if natural_a && natural_b => {
                known.push(result.clone());
                known.extend(at_least_one_b.then(|| above(a)).flatten());
                known.extend(at_least_one_a.then(|| above(b)).flatten());
            }
            Operator::Divide | Operator::ShiftRight if natural_a && natural_b => {
                // Division by 0 is a fault, and so leads nowhere.
                known.extend([result.clone(), below(a)?]);
                // By 2 or more, at most half of it.
                let two =
                    operator == Operator::Divide && self.sure(&b.minus(&Linear::number(2))?, work);
                known.extend(two.then(|| below(a)?.minus(&result)).flatten());
            }
            Operator::Remainder if natural_b => {
                known.extend([result.clone(), below(&b.minus(&one)?)?]);
                known.extend(natural_a.then(|| below(a)).flatten());
            }
            Operator::Power if at_least_one_a && natural_b => {
                known.push(above(&one)?);
                known.extend(at_least_one_b.then(|| above(a)).flatten());
                // 2^k is at least k + 1.
                let two = self.sure(&a.minus(&Linear::number(2))?, work);
                known.extend(two.then(|| above(&b.plus(&one, 1)?)).flatten());
                // Where the exponent has a bound, so has the power.
                if factor_a == Some(2) && self.sure(&Linear::number(62).minus(b)?, work) {
                    known.push(below(&Linear::number(1 << 62))?);
                }
            }
            Operator::Power if natural_a && at_least_one_b => known.push(above(a)?),
            Operator::ShiftLeft if natural_a && natural_b => {
                known.push(above(a)?);
                known.extend(at_least_one_a.then(|| above(&b.plus(&one, 1)?)).flatten());
            }
            Operator::BitAnd => {
                known.extend((natural_a || natural_b).then(|| result.clone()));
                known.extend(natural_a.then(|| below(a)).flatten());
                known.extend(natural_b.then(|| below(b)).flatten());
            }
            Operator::BitOr if natural_a && natural_b => {
                known.extend([above(a)?, above(b)?, below(&a.plus(b, 1)?)?]);
            }
            Operator::Xor if natural_a && natural_b => {
                known.extend([result.clone(), below(&a.plus(b, 1)?)?]);
                known.extend([above(&a.minus(b)?)?, above(&b.minus(a)?)?]);
            }
            _ => {}
        }
        self.split(&vec![known], work)?;
        Some(result)
    }

    /// Quotient and remainder by a positive number.
    fn divided(&mut self, a: &Linear, by: i128, work: &mut u64) -> Option<(Linear, Linear)> {
        let quotient = Linear::variable(self.fresh()?);
        let rest = a.plus(&quotient, -by)?;
        let below = Linear::number(by - 1).minus(&rest)?;
        let mut known = vec![rest.clone(), below];
        // So the number is no less than its remainder, which fractions would not show.
        known.extend(self.sure(a, work).then(|| quotient.clone()));
        self.split(&vec![known], work)?;
        Some((quotient, rest))
    }

    fn call(&mut self, function: Function, numbers: &[Linear], work: &mut u64) -> Option<Linear> {
        let result = Linear::variable(self.fresh()?);
        let one = Linear::number(1);
        let first = numbers.first()?;
        let equal = |a: &Linear, b: &Linear| Some([a.minus(b)?, b.minus(a)?]);
        let alternatives: Split = match function {
            Function::Min | Function::Max => {
                let mut alternatives = Vec::new();
                for chosen in numbers {
                    let mut case = equal(&result, chosen)?.to_vec();
                    for other in numbers {
                        case.push(match function {
                            Function::Min => other.minus(chosen)?,
                            _ => chosen.minus(other)?,
                        });
                    }
                    alternatives.push(case);
                }
                alternatives
            }
            Function::Abs => {
                let negated = first.times(-1)?;
                let [a, b] = equal(&result, first)?;
                let [c, d] = equal(&result, &negated)?;
                vec![vec![a, b, first.clone()], vec![c, d, negated]]
            }
            Function::Gcd => {
                // At least 1 and at most each number, where one is not 0.
                let mut known = vec![result.clone()];
                for number in numbers {
                    if self.sure(&number.minus(&one)?, work) {
                        known.extend([result.minus(&one)?, number.minus(&result)?]);
                    }
                }
                vec![known]
            }
            Function::Popcount | Function::BitLength | Function::Sqrt | Function::DigitSum => {
                // None is defined below 0; of 0 each is 0, and otherwise from 1 to the number itself.
                let zero = Linear::number(0);
                let mut none = equal(first, &zero)?.to_vec();
                none.extend(equal(&result, &zero)?);
                let some = vec![
                    first.minus(&one)?,
                    result.minus(&one)?,
                    first.minus(&result)?,
                ];
                vec![none, some]
            }
            // Each is defined from 1 on at least, and below its number there; of 0 the last is 0.
            Function::Valuation | Function::Log => {
                vec![vec![result.clone(), first.minus(&one)?.minus(&result)?]]
            }
            Function::Zeckendorf => vec![vec![result.clone(), first.minus(&result)?]],
            Function::IsPrime => vec![vec![result.clone(), one.minus(&result)?]],
            // Each is defined from 1 on; the first two are below their number.
            Function::Omega | Function::BigOmega => {
                vec![vec![result.clone(), first.minus(&one)?.minus(&result)?]]
            }
            Function::NumDiv => vec![vec![result.minus(&one)?, first.minus(&result)?]],
        };
        self.split(&alternatives, work)?;
        Some(result)
    }
}

/// Whether two numbers are joined in one and the other order.
fn commuted(one: &Code, other: &Code) -> bool {
    use Operator::{BitAnd, BitOr, Xor};
    match (one, other) {
        (Code::Binary(operator @ (BitAnd | BitOr | Xor), a, _), Code::Binary(same, b, _)) => {
            operator == same && a[0] == b[1] && a[1] == b[0]
        }
        _ => false,
    }
}

fn reads_array(code: &Code) -> bool {
    match code {
        Code::Number(_) | Code::Slot(_) | Code::Length(_) => false,
        Code::Element(..) | Code::Of(..) | Code::Fold(_) => true,
        Code::Binary(_, pair, _) | Code::Compare(_, pair) => pair.iter().any(reads_array),
        Code::Not(part) => reads_array(part),
        Code::Call(_, parts, _) => parts.iter().any(reads_array),
    }
}
