//! What a rule means: 64-bit integers, quotients rounded down, remainders with the sign of the divisor, and no option with a
//! negative coordinate.

use super::{Call, Clause, Number, Operation, Place, Plain, Run, Test, Undefined};

/// Every option as the positions of its sum.
type Options = Vec<Vec<Place>>;

impl Plain {
    /// The options of a place; `Err(())` where more are gone through than are left.
    pub(crate) fn options(
        &self,
        place: &[i64],
        left: &mut u64,
    ) -> Result<Result<Options, Undefined>, ()> {
        let mut found = Vec::new();
        for clause in &self.clauses {
            let mut names = place.to_vec();
            if run(clause, &clause.runs, &mut names, &mut found, left)?.is_err() {
                return Ok(Err(Undefined));
            }
        }
        Ok(Ok(found))
    }
}

fn run(
    clause: &Clause,
    runs: &[Run],
    names: &mut Vec<i64>,
    found: &mut Options,
    left: &mut u64,
) -> Result<Result<(), Undefined>, ()> {
    *left = left.checked_sub(1).ok_or(())?;
    let Some((first, rest)) = runs.split_first() else {
        return Ok(give(clause, names, found));
    };
    let numbers: Box<dyn Iterator<Item = i64>> = match first {
        Run::Among(set) => Box::new(set.iter().copied()),
        Run::Is(number) => match value(number, names) {
            Ok(number) => Box::new(std::iter::once(number)),
            Err(Undefined) => return Ok(Err(Undefined)),
        },
        Run::Through(from, to) => match (value(from, names), value(to, names)) {
            (Ok(from), Ok(to)) => Box::new(from..=to),
            _ => return Ok(Err(Undefined)),
        },
    };
    for number in numbers {
        names.push(number);
        let told = run(clause, rest, names, found, left)?;
        names.pop();
        if told.is_err() {
            return Ok(told);
        }
    }
    Ok(Ok(()))
}

fn give(clause: &Clause, names: &[i64], found: &mut Options) -> Result<(), Undefined> {
    for Test(left, compared, right) in &clause.tests {
        let (a, b) = (value(left, names)?, value(right, names)?);
        let holds = match *compared {
            "<" => a < b,
            "<=" => a <= b,
            ">" => a > b,
            ">=" => a >= b,
            "==" => a == b,
            _ => a != b,
        };
        if !holds {
            return Ok(());
        }
    }
    let mut sum = Vec::with_capacity(clause.sum.len());
    for part in &clause.sum {
        let mut place = Vec::with_capacity(part.len());
        for number in part {
            let number = value(number, names)?;
            if number < 0 {
                return Ok(());
            }
            place.push(number);
        }
        sum.push(place);
    }
    found.push(sum);
    Ok(())
}

fn value(number: &Number, names: &[i64]) -> Result<i64, Undefined> {
    match number {
        Number::Constant(number) => Ok(*number),
        Number::Name(place) => Ok(names[*place]),
        Number::Of(operation, pair) => {
            let (a, b) = (value(&pair[0], names)?, value(&pair[1], names)?);
            let told = joined(*operation, a.into(), b.into()).ok_or(Undefined)?;
            i64::try_from(told).map_err(|_| Undefined)
        }
        Number::Call(call, parts) => {
            let parts: Result<Vec<i64>, Undefined> =
                parts.iter().map(|part| value(part, names)).collect();
            called(*call, &parts?).ok_or(Undefined)
        }
    }
}

fn joined(operation: Operation, a: i128, b: i128) -> Option<i128> {
    let floor = |a: i128, b: i128| {
        let quotient = a / b;
        if quotient * b != a && (a < 0) != (b < 0) {
            quotient - 1
        } else {
            quotient
        }
    };
    Some(match operation {
        Operation::Add => a + b,
        Operation::Subtract => a - b,
        Operation::Multiply => a * b,
        Operation::Divide | Operation::Rest if b == 0 => return None,
        Operation::Divide => floor(a, b),
        Operation::Rest => a - floor(a, b) * b,
        Operation::Power => {
            let mut power: i128 = 1;
            if b < 0 {
                return None;
            }
            for _ in 0..b.min(200) {
                power = power.checked_mul(a)?;
            }
            // Beyond that only 0, 1 and −1 are left, whose powers repeat.
            if b > 200 && b % 2 != 0 && a < 0 {
                power = -1;
            }
            power
        }
        Operation::And => a & b,
        Operation::Or => a | b,
        Operation::Xor => a ^ b,
        Operation::Left if b < 0 => return None,
        Operation::Left if a == 0 => 0,
        Operation::Left if b > 62 => return None,
        Operation::Left => a << b,
        Operation::Right if b < 0 => return None,
        Operation::Right => a >> b.min(100),
    })
}

fn called(call: Call, parts: &[i64]) -> Option<i64> {
    let first = parts[0];
    match call {
        Call::Min => parts.iter().copied().min(),
        Call::Max => parts.iter().copied().max(),
        Call::Abs => first.checked_abs(),
        Call::Gcd => {
            let (mut a, mut b) = (i128::from(first).abs(), i128::from(parts[1]).abs());
            while b > 0 {
                (a, b) = (b, a % b);
            }
            i64::try_from(a).ok()
        }
        _ if first < 0 => None,
        Call::Sqrt => {
            // By bisection: floating point is not exact.
            let (mut low, mut high) = (0i128, 1 << 33);
            while high - low > 1 {
                let middle = (low + high) / 2;
                if middle * middle <= i128::from(first) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            i64::try_from(low).ok()
        }
        Call::BitLength => Some(format!("{first:b}").len() as i64 - i64::from(first == 0)),
        Call::Popcount => {
            let ones = format!("{first:b}");
            Some(ones.matches('1').count() as i64)
        }
        Call::DigitSum => {
            let base = parts.get(1).copied().unwrap_or(10);
            if base < 2 {
                return None;
            }
            let (mut rest, mut sum) = (first, 0);
            while rest > 0 {
                sum += rest % base;
                rest /= base;
            }
            Some(sum)
        }
    }
}
