//! Functions of the user's own, `where f(k) = k*(k+1)/2`: each use is replaced by what it stands for, before anything else is looked at.
//!
//! A function knows its own names, the constants and arrays of the rule, and the functions that stand before it; so none comes back to
//! itself, and what is left has no functions. How large that is and how deep is bounded.

use std::collections::{HashMap, HashSet};

use crate::budget::pulse;
use crate::message;
use crate::notation::shortened;
use crate::rule::error::RuleError;
use crate::rule::guards;
use crate::rule::parse::{DEEPEST, FUNCTION};
use crate::rule::syntax::{
    Body, Clause, Defined, Definition, Domain, Expression, Item, Kind, Name, Span, Syntax, Term,
};

/// Most parts of all expressions of a rule, after functions are replaced.
const LARGEST: usize = 1 << 16;

/// The same rule without functions, and with each guard before the ranges that it protects.
///
/// # Errors
/// All that is wrong with the functions and their uses.
pub(crate) fn expanded(syntax: &Syntax) -> Result<Syntax, Vec<RuleError>> {
    let mut syntax = without_functions(syntax)?;
    for clause in &mut syntax.clauses {
        clause.tail = guards::first(std::mem::take(&mut clause.tail));
    }
    Ok(syntax)
}

fn without_functions(syntax: &Syntax) -> Result<Syntax, Vec<RuleError>> {
    let is_function = |definition: &Definition| matches!(definition.value, Defined::Function(..));
    if !syntax.definitions.iter().any(is_function) && !syntax.applies() {
        return Ok(syntax.clone());
    }
    let names = syntax.definitions.iter().filter(|one| !is_function(one));
    let mut expander = Expander {
        functions: HashMap::new(),
        later: (syntax.definitions.iter().filter(|one| is_function(one)))
            .map(|one| one.name.text.as_str())
            .collect(),
        constants: names.map(|one| one.name.text.as_str()).collect(),
        errors: Vec::new(),
        room: LARGEST,
    };
    let definitions = expander.definitions(&syntax.definitions);
    let clauses = syntax.clauses.iter().map(|one| expander.clause(one));
    let clauses = clauses.collect();
    match expander.errors {
        errors if errors.is_empty() => Ok(Syntax {
            clauses,
            definitions,
        }),
        errors => Err(errors),
    }
}

impl Syntax {
    /// Whether some expression uses a function of the user's own.
    fn applies(&self) -> bool {
        let mut found = false;
        let mut look = |expression: &Expression| found |= applies(expression);
        for clause in &self.clauses {
            match &clause.body {
                Body::Value(value) => look(value),
                Body::Options(sums) => (sums.iter().flatten())
                    .flat_map(|term| &term.coordinates)
                    .for_each(&mut look),
            }
            for item in &clause.tail {
                match item {
                    Item::Let(_, one) | Item::If(one) | Item::In(_, Domain::Numbers(_, one)) => {
                        look(one);
                    }
                    Item::In(_, Domain::Range { from, to }) => {
                        look(from);
                        to.iter().for_each(|(to, _)| look(to));
                    }
                    Item::In(_, Domain::Set(all)) => all.iter().for_each(&mut look),
                    Item::In(_, Domain::Array(_)) => {}
                }
            }
        }
        for definition in &self.definitions {
            match &definition.value {
                Defined::Number(one) | Defined::Function(_, one) => look(one),
                Defined::Array(all) => all.iter().for_each(&mut look),
            }
        }
        found
    }
}

fn applies(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Apply(..) => true,
        Kind::Number(_) | Kind::Name(_) => false,
        Kind::Negate(part) | Kind::Not(part) | Kind::Index(_, part) => applies(part),
        Kind::Binary(_, pair) => pair.iter().any(applies),
        Kind::Compare(first, rest) => applies(first) || rest.iter().any(|(_, one)| applies(one)),
        Kind::Call(_, parts) => parts.iter().any(applies),
        Kind::Fold(folding) => folding.parts().into_iter().any(applies),
    }
}

/// What names within a function stand for: `None` outside of functions, where they stay.
type Given<'g> = Option<&'g HashMap<&'g str, Expression>>;

struct Expander<'s> {
    /// Functions that have been read: their names, and what they say, itself without functions.
    functions: HashMap<&'s str, (&'s [Name], Expression)>,
    /// All functions, also those behind.
    later: HashSet<&'s str>,
    constants: HashSet<&'s str>,
    errors: Vec<RuleError>,
    /// Parts that may still be made.
    room: usize,
}

impl<'s> Expander<'s> {
    fn wrong(&mut self, span: Span, message: crate::text::Message) {
        self.errors.push(RuleError::new(span, message, FUNCTION));
    }

    fn definitions(&mut self, definitions: &'s [Definition]) -> Vec<Definition> {
        let mut kept = Vec::new();
        for definition in definitions {
            let name = &definition.name;
            let value = match &definition.value {
                Defined::Number(one) => Defined::Number(self.whole(one)),
                Defined::Array(all) => Defined::Array(self.all(all)),
                Defined::Function(parameters, says) => {
                    self.function(name, parameters, says);
                    continue;
                }
            };
            kept.push(Definition {
                name: name.clone(),
                value,
            });
        }
        kept
    }

    fn function(&mut self, name: &'s Name, parameters: &'s [Name], says: &'s Expression) {
        let twice = |name: &Name| {
            message!(
                "the name '{name}' is given twice",
                "名字 '{name}' 重复",
                name = name.text.clone()
            )
        };
        let known = self.functions.contains_key(name.text.as_str());
        if known || self.constants.contains(name.text.as_str()) {
            self.wrong(name.span, twice(name));
        }
        let mut own: HashMap<&str, Expression> = HashMap::new();
        for parameter in parameters {
            let itself = Expression {
                kind: Kind::Name(parameter.text.clone()),
                span: parameter.span,
            };
            let taken = self.constants.contains(parameter.text.as_str());
            if own.insert(&parameter.text, itself).is_some() || taken {
                self.wrong(parameter.span, twice(parameter));
            }
        }
        let says = self.put(says, Some(&own)).0;
        self.functions.insert(&name.text, (parameters, says));
    }

    fn clause(&mut self, clause: &Clause) -> Clause {
        let body = match &clause.body {
            Body::Value(value) => Body::Value(self.whole(value)),
            Body::Options(sums) => Body::Options(
                (sums.iter())
                    .map(|sum| {
                        let term = |term: &Term| Term {
                            coordinates: self.all(&term.coordinates),
                            span: term.span,
                        };
                        sum.iter().map(term).collect()
                    })
                    .collect(),
            ),
        };
        let tail = clause.tail.iter().map(|item| match item {
            Item::If(guard) => Item::If(self.whole(guard)),
            Item::Let(name, value) => Item::Let(name.clone(), self.whole(value)),
            Item::In(name, domain) => {
                let domain = match domain {
                    Domain::Range { from, to } => Domain::Range {
                        from: self.whole(from),
                        to: (to.as_ref()).map(|(to, included)| (self.whole(to), *included)),
                    },
                    Domain::Set(all) => Domain::Set(self.all(all)),
                    Domain::Array(array) => Domain::Array(array.clone()),
                    Domain::Numbers(numbers, of) => Domain::Numbers(*numbers, self.whole(of)),
                };
                Item::In(name.clone(), domain)
            }
        });
        let tail = tail.collect();
        Clause {
            pattern: clause.pattern.clone(),
            body,
            tail,
        }
    }

    fn all(&mut self, expressions: &[Expression]) -> Vec<Expression> {
        expressions.iter().map(|one| self.whole(one)).collect()
    }

    fn whole(&mut self, expression: &Expression) -> Expression {
        self.put(expression, None).0
    }

    /// The expression without functions, with what names stand for in their place, and how deep it is.
    fn put(&mut self, expression: &Expression, given: Given<'_>) -> (Expression, usize) {
        pulse::step(300);
        pulse::room(size_of::<Expression>() as u64);
        let span = expression.span;
        if self.room == 0 {
            return (expression.clone(), 0);
        }
        self.room -= 1;
        if self.room == 0 {
            let message = message!(
                "with its functions expanded the rule has more than {most} parts",
                "展开函数后规则超过 {most} 个成分",
                most = LARGEST
            );
            self.wrong(span, message);
        }
        let mut deepest = 0;
        let mut part = |own: &mut Self, part: &Expression| {
            let (part, depth) = own.put(part, given);
            deepest = deepest.max(depth);
            part
        };
        let kind = match &expression.kind {
            Kind::Number(_) => expression.kind.clone(),
            Kind::Name(name) => match given {
                None => expression.kind.clone(),
                Some(given) => match given.get(name.as_str()) {
                    Some(value) => {
                        let (value, depth) = self.put(&value.clone(), None);
                        deepest = depth;
                        value.kind
                    }
                    None => {
                        if !self.constants.contains(name.as_str()) {
                            let message = message!(
                                "a function can use only its own parameters and the constants after 'where'; '{name}' is neither",
                                "函数只认识自己的参数与 'where' 后的常数；'{name}' 两者都不是",
                                name = shortened(name)
                            );
                            self.wrong(span, message);
                        }
                        expression.kind.clone()
                    }
                },
            },
            Kind::Negate(one) => Kind::Negate(Box::new(part(self, one))),
            Kind::Not(one) => Kind::Not(Box::new(part(self, one))),
            Kind::Binary(operator, pair) => {
                let pair = [part(self, &pair[0]), part(self, &pair[1])];
                Kind::Binary(*operator, Box::new(pair))
            }
            Kind::Compare(first, rest) => {
                let first = part(self, first);
                let rest = rest.iter();
                let rest = rest.map(|(comparison, one)| (*comparison, part(self, one)));
                Kind::Compare(Box::new(first), rest.collect())
            }
            Kind::Call(function, parts) => {
                let parts = parts.iter().map(|one| part(self, one));
                Kind::Call(*function, parts.collect())
            }
            Kind::Index(array, one) => Kind::Index(array.clone(), Box::new(part(self, one))),
            // None stands in what a function says.
            Kind::Fold(folding) => {
                let mut folding = folding.clone();
                for one in folding.parts_mut() {
                    *one = part(self, one);
                }
                Kind::Fold(folding)
            }
            Kind::Apply(name, parts) => {
                let parts: Vec<Expression> = parts.iter().map(|one| part(self, one)).collect();
                let (kind, depth) = self.apply(name, parts, span);
                deepest = deepest.max(depth);
                kind
            }
        };
        let depth = deepest + 1;
        if depth == DEEPEST + 1 {
            let message = message!(
                "with its functions expanded an expression is nested more than {most} deep",
                "展开函数后表达式超过 {most} 层",
                most = DEEPEST
            );
            self.wrong(span, message);
        }
        (Expression { kind, span }, depth)
    }

    /// What a function says of these.
    fn apply(&mut self, name: &Name, parts: Vec<Expression>, span: Span) -> (Kind, usize) {
        let Some((parameters, says)) = self.functions.get(name.text.as_str()).cloned() else {
            let message = match self.later.contains(name.text.as_str()) {
                true => message!(
                    "the function '{name}' is defined later; a function may use only those before it, and never itself",
                    "函数 '{name}' 定义在后；函数只能使用在它之前定义的函数，不能使用自己",
                    name = shortened(&name.text)
                ),
                false => unknown(&name.text),
            };
            self.wrong(name.span, message);
            return (Kind::Number(0), 1);
        };
        if parameters.len() != parts.len() {
            let message = message!(
                "'{name}' takes {wanted} numbers, not {found}",
                "'{name}' 需要 {wanted} 个数，而不是 {found} 个",
                name = shortened(&name.text),
                wanted = parameters.len(),
                found = parts.len()
            );
            self.wrong(span, message);
            return (Kind::Number(0), 1);
        }
        let names = parameters.iter().map(|name| name.text.as_str());
        let given: HashMap<&str, Expression> = names.zip(parts).collect();
        let (says, depth) = self.put(&says, Some(&given));
        (says.kind, depth)
    }
}

/// What functions of other languages are called here.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["lowbit", "lsb"], "n & -n"),
    (&["bit_count", "bitcount", "ones"], "popcount(n)"),
    (&["bit_length", "bits"], "bitlen(n)"),
    (&["ctz", "v2", "countr_zero"], "valuation(n,2)"),
    (&["log2", "ilog2", "lg"], "bitlen(n)-1"),
    (&["isqrt"], "sqrt(n)"),
    (&["floor", "div"], "n/k"),
    (&["mod"], "n%k"),
    (&["prime", "is_prime", "isPrime"], "isprime(n)"),
    (
        &["tau", "divisor_count", "num_divisors", "sigma0"],
        "numdiv(n)",
    ),
];

/// There is no such function.
pub(crate) fn unknown(name: &str) -> crate::text::Message {
    if let Some((_, here)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name)) {
        return message!(
            "there is no function '{name}'; write {here}",
            "没有函数 '{name}'；请写 {here}",
            name = name.to_owned(),
            here = *here
        );
    }
    message!(
        "there is no function '{name}'; there are min, max, abs, popcount, gcd, bitlen, sqrt, digitsum, valuation, log, zeckendorf, isprime, omega, bigomega and numdiv, and those defined after 'where'",
        "没有函数 '{name}'；可用的有 min、max、abs、popcount、gcd、bitlen、sqrt、digitsum、valuation、log、zeckendorf、isprime、omega、bigomega、numdiv，以及 'where' 后定义的函数",
        name = shortened(name)
    )
}

#[cfg(test)]
mod tests;
