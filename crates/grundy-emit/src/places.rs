//! Ranges of which a guard leaves the places of one number in an array: `for k in 0..m if from[k] == x`.
//!
//! To try every edge at every vertex takes the product of both numbers. Programs link the places of equal numbers to each other instead,
//! in rising order, when the array is known, and go from the first to the next.

use std::collections::BTreeSet;

use grundy::Lang;
use grundy::rule::syntax::{
    Body, Comparison, Defined, Domain, Expression, Function as Named, Item, Kind, Operator, Syntax,
};

use crate::expressions::Scope;
use crate::names::Names;
use crate::options::guarded;
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Target, Type, visit};
use crate::witness::each_name;

/// Arrays that a rule writes out are gone through if they are shorter.
const SHORT: usize = 32;

/// Greatest number at which a range begins: what comes before it is passed over one by one.
const FIRST: i64 = 16;

/// The links of an array, by their names in the program.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// What the rule calls the array.
    array: String,
    /// A map from a number to its first place.
    first: String,
    /// By place, the next one of the same number, or -1.
    next: String,
    /// The function that makes the links.
    link: String,
}

/// Names for the links of every array that a guard may ask; `given` are those that cases give.
pub(crate) fn named(syntax: &Syntax, given: &[&str], names: &mut Names) -> Vec<Places> {
    let short = |name: &str| {
        let mut definitions = syntax.definitions.iter();
        let own = definitions.find(|it| it.name.text == name && !given.contains(&name));
        own.is_some_and(|own| matches!(&own.value, Defined::Array(all) if all.len() < SHORT))
    };
    let mut arrays = BTreeSet::new();
    let moves = (syntax.clauses.iter()).filter(|clause| matches!(clause.body, Body::Options(_)));
    for item in moves.flat_map(|clause| &clause.tail) {
        if let Item::If(guard) = item {
            equals(guard, &mut |array, _, _| {
                if !short(array) {
                    arrays.insert(array.to_owned());
                }
            });
        }
    }
    let places = arrays.into_iter().map(|array| {
        let spelled = Names::spelled(&array);
        Places {
            first: names.fresh(&format!("first_{spelled}")),
            next: names.fresh(&format!("next_{spelled}")),
            link: names.fresh(&format!("link_{spelled}")),
            array,
        }
    });
    places.collect()
}

/// Calls on every array, its place and the number that a condition demands there.
fn equals(condition: &Expression, see: &mut dyn FnMut(&str, &str, &Expression)) {
    match &condition.kind {
        Kind::Binary(Operator::And, pair) => pair.iter().for_each(|part| equals(part, see)),
        Kind::Compare(one, rest) => {
            if let [(Comparison::Equal, other)] = rest.as_slice() {
                for (array, number) in [(&**one, other), (other, &**one)] {
                    if let Kind::Index(array, place) = &array.kind
                        && let Kind::Name(place) = &place.kind
                    {
                        see(&array.text, place, number);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Adds the links that the functions of the program use; what makes them goes to where their arrays are filled.
pub(crate) fn add(
    scope: &Scope,
    lang: Lang,
    names: &mut Names,
    program: &mut Program,
    [start, derived]: [&mut Vec<Stmt>; 2],
    given: &[&str],
) {
    for places in &scope.places {
        let mut is_used = false;
        for function in &program.functions {
            visit(&function.body, &mut |part| {
                is_used |= matches!(part, Expr::Has(map, _) if *map == places.first);
            });
        }
        if !is_used {
            continue;
        }
        let array = scope.array(&places.array);
        let is_of_case = given.contains(&&*places.array)
            || derived.iter().any(|stmt| match stmt {
                Stmt::Push(list, _) | Stmt::Clear(list) => *list == array,
                _ => false,
            });
        let name = &places.array;
        let (first, next) = match lang {
            Lang::En => (
                format!("by number: the first place where {name} has it"),
                format!("by place: the next one where {name} has the same, or -1"),
            ),
            Lang::Zh => (
                format!("按数：它在 {name} 中首次出现的下标"),
                format!("按下标：{name} 中下一个相同数的下标，没有则为 -1"),
            ),
        };
        for (name, kind, note) in [
            (&places.first, Type::Map(1), first),
            (&places.next, Type::List, next),
        ] {
            program.globals.push(Global {
                name: name.clone(),
                kind,
                first: Vec::new(),
                note,
            });
        }
        let function = places.linking(&array, lang, names);
        program.functions.insert(0, function);
        let link = Stmt::Do(Expr::Call(places.link.clone(), Vec::new()));
        match is_of_case {
            true => derived.push(link),
            false => start.push(link),
        }
    }
}

impl Places {
    /// The function that links equal numbers, from the last place to the first.
    fn linking(&self, array: &Expr, lang: Lang, names: &mut Names) -> Function {
        let [back, place, value] = ["back", "place", "value"].map(|name| names.fresh(name));
        let local = |name: &String| Expr::local(name.clone());
        let key = || vec![local(&value)];
        let after = |number: Expr| {
            let target = Target::Element(self.next.clone(), local(&place));
            vec![Stmt::Assign(target, number)]
        };
        let length = || Expr::length(array.clone());
        let number = |name: &String, value: Expr| Stmt::Let(name.clone(), Type::Number, value);
        let body = vec![
            number(&place, Expr::binary(Op::Subtract, length(), local(&back))),
            number(&value, Expr::element(array.clone(), local(&place))),
            Stmt::If(
                Expr::Has(self.first.clone(), key()),
                after(Expr::Entry(self.first.clone(), key())),
                after(Expr::Number(-1)),
            ),
            Stmt::Assign(Target::Entry(self.first.clone(), key()), local(&place)),
        ];
        let note = match lang {
            Lang::En => format!("links the places of equal numbers in {}", self.array),
            Lang::Zh => format!("把 {} 中相同的数按下标连成链", self.array),
        };
        Function {
            name: self.link.clone(),
            notes: vec![note],
            parameters: Vec::new(),
            returns: None,
            body: vec![
                Stmt::Clear(Expr::global(self.first.clone())),
                Stmt::Zeros(self.next.clone(), length()),
                Stmt::For {
                    name: back.clone(),
                    from: Expr::Number(1),
                    to: length(),
                    included: true,
                    body,
                },
            ],
            state: true,
        }
    }
}

/// A range of which a guard leaves the places of one number.
pub(crate) struct Sought<'s> {
    places: &'s Places,
    number: Expression,
    from: i64,
    to: (&'s Expression, bool),
    /// What follows the range, without the equality.
    pub(crate) rest: Vec<Item>,
}

impl<'s> Sought<'s> {
    /// The places that the items behind a range leave of it, if they are those of a number that is known before it.
    pub(crate) fn of(
        name: &str,
        domain: &'s Domain,
        rest: &[Item],
        scope: &'s Scope,
    ) -> Option<Sought<'s>> {
        let Domain::Range {
            from,
            to: Some((to, included)),
        } = domain
        else {
            return None;
        };
        let Kind::Number(from) = from.kind else {
            return None;
        };
        if !(0..=FIRST).contains(&from) {
            return None;
        }
        for (at, item) in rest.iter().enumerate() {
            let Item::If(guard) = item else { continue };
            let mut found = None;
            equals(guard, &mut |array, place, number| {
                let mut places = scope.places.iter();
                let places = places.find(|places| places.array == array);
                if found.is_none() && place == name && is_known(number, scope) {
                    found = places.map(|places| (places, number.clone()));
                }
            });
            if let Some((places, number)) = found {
                let mut rest = rest.to_vec();
                rest[at] = Item::If(without(guard, &places.array, name, &number));
                return Some(Sought {
                    places,
                    number,
                    from,
                    to: (to, *included),
                    rest,
                });
            }
        }
        None
    }

    /// The loop.
    pub(crate) fn through(
        self,
        names: &mut Names,
        written: String,
        scope: &Scope,
        mut body: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let (to, included) = self.to;
        let at = names.fresh("at");
        let here = || Expr::local(at.clone());
        let mut stmts = Vec::new();
        let mut kept = |name: &str, number: Expr, names: &mut Names| {
            if !number.is_long() {
                return number;
            }
            let name = names.fresh(&format!("{name}_{written}"));
            stmts.push(Stmt::Let(name.clone(), Type::Number, number));
            Expr::Local(name)
        };
        let last = kept("last", scope.number(to), names);
        let key = kept("of", scope.number(&self.number), names);
        if self.from > 0 {
            let begun = Expr::binary(
                Op::AtLeast,
                Expr::local(written.clone()),
                Expr::Number(self.from),
            );
            body = guarded(begun, body);
        }
        let mut each = vec![
            Stmt::Let(written, Type::Number, here()),
            Stmt::Assign(
                Target::Local(at.clone()),
                Expr::element(Expr::global(self.places.next.clone()), here()),
            ),
        ];
        each.append(&mut body);
        let below = if included { Op::AtMost } else { Op::Less };
        let goes_on = Expr::and(
            Expr::binary(Op::AtLeast, here(), Expr::Number(0)),
            Expr::binary(below, here(), last),
        );
        let first = Expr::Entry(self.places.first.clone(), vec![key.clone()]);
        stmts.push(Stmt::when(
            Expr::Has(self.places.first.clone(), vec![key]),
            vec![
                Stmt::Let(at.clone(), Type::Number, first),
                Stmt::While(goes_on, each),
            ],
        ));
        guarded(
            Expr::and(scope.present(to), scope.present(&self.number)),
            stmts,
        )
    }
}

/// Whether a number is known at a place, depends on what the clause names, and can be told even where it is not needed.
fn is_known(number: &Expression, scope: &Scope) -> bool {
    let bound = scope.numbers();
    let (mut all, mut some) = (true, false);
    each_name(number, &mut |name| {
        all &= bound.iter().any(|known| known == name);
        some |= matches!(scope.named(name), Expr::Local(_));
    });
    all && some && is_plain(number)
}

/// Whether a number is made without arrays.
fn is_plain(number: &Expression) -> bool {
    match &number.kind {
        Kind::Number(_) | Kind::Name(_) => true,
        Kind::Negate(part) => is_plain(part),
        Kind::Binary(operator, pair) => {
            use Operator::{Add, BitAnd, BitOr, Divide, Multiply, Remainder, Subtract, Xor};
            matches!(
                operator,
                Add | Subtract | Multiply | Divide | Remainder | BitAnd | BitOr | Xor
            ) && pair.iter().all(is_plain)
        }
        Kind::Call(function, parts) => {
            matches!(function, Named::Min | Named::Max | Named::Abs) && parts.iter().all(is_plain)
        }
        Kind::Not(_) | Kind::Compare(..) | Kind::Index(..) | Kind::Apply(..) => false,
        Kind::Fold(_) => false,
    }
}

/// A condition with nothing in the place of an equality, which is known to hold.
fn without(condition: &Expression, array: &str, place: &str, number: &Expression) -> Expression {
    let mut kind = condition.kind.clone();
    let mut is_it = false;
    match &mut kind {
        Kind::Binary(Operator::And, pair) => {
            for part in pair.iter_mut() {
                *part = without(part, array, place, number);
            }
        }
        Kind::Compare(..) => equals(condition, &mut |its_array, its_place, its_number| {
            is_it |= its_array == array && its_place == place && its_number == number;
        }),
        _ => {}
    }
    if is_it {
        let zero = Expression {
            kind: Kind::Number(0),
            span: condition.span,
        };
        // Nothing is compared, so it holds.
        kind = Kind::Compare(Box::new(zero), Vec::new());
    }
    if let Kind::Binary(Operator::And, pair) = &kind {
        let holds =
            |part: &Expression| matches!(&part.kind, Kind::Compare(_, rest) if rest.is_empty());
        if holds(&pair[0]) {
            return pair[1].clone();
        }
        if holds(&pair[1]) {
            return pair[0].clone();
        }
    }
    Expression {
        kind,
        span: condition.span,
    }
}
