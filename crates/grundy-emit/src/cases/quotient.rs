//! Misère play of sums by the misère quotient of the rule's heaps (Plambeck 2005; Plambeck and Siegel 2008).
//!
//! The program holds the value of each heap up to the end of its first period, as the number of one of a few values, a table of what
//! an element becomes beside a heap of each value, and which elements are lost. It is written where the form of the rule proves it to
//! be a code or a set of takes, and the values are proved to repeat.

use grundy::budget::Meter;
use grundy::engine::misere::{Element, HeapQuotient, Limits, MisereQuotient, Repeats};
use grundy::engine::sequence::Rules;
use grundy::rule::{Evidence, Rule};
use grundy::{Budget, Message, Outcome, message};

use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Type};

/// Most numbers of the table of products in a program.
const MOST: usize = 20_000;

/// The names under which a program holds a quotient.
#[derive(Clone, Debug)]
pub(crate) struct Quotient {
    /// By element and value: the product.
    beside: String,
    /// By element: 1 where it is lost.
    lost: String,
    /// How many values of heaps there are.
    values: i64,
}

impl Quotient {
    /// What a sum is worth with one more heap of a value.
    pub(crate) fn product(&self, sum: Expr, value: Expr) -> Expr {
        let row = Expr::binary(Op::Multiply, sum, Expr::Number(self.values));
        Expr::element(
            Expr::global(&*self.beside),
            Expr::binary(Op::Add, row, value),
        )
    }

    /// Whether a sum is lost.
    pub(crate) fn is_lost(&self, sum: Expr) -> Expr {
        let lost = Expr::element(Expr::global(&*self.lost), sum);
        Expr::binary(Op::Equal, lost, Expr::Number(1))
    }
}

fn unknown(why: Message) -> NotEmitted {
    NotEmitted::new(message!(
        "under misère play (the player who cannot move wins) a program for sums needs the misère quotient of the rule, and {why}",
        "反常规则（不能行动者胜）下，和的程序需要该规则的反常规则商，而{why}",
        why = why
    ))
}

/// That a rule with numbers of the case has no program of this kind.
pub(crate) fn of_cases() -> NotEmitted {
    unknown(message!(
        "the rule depends on what each case gives",
        "该规则取决于每组数据给出的数"
    ))
}

/// Most elements.
const ORDER: usize = 1 << 10;

/// The quotient of a rule's heaps, of any size.
fn quotient(rule: &Rule) -> Result<(Rules, HeapQuotient, Repeats), NotEmitted> {
    let shown = rule.shown_alone();
    let shown = shown.filter(|known| known.evidence == Evidence::Form);
    let Some(rules) = shown.and_then(|known| known.rules) else {
        return Err(unknown(message!(
            "the form of the rule does not show that it is a code or a set of takes",
            "由规则的形式看不出它是一个代号或取数集合"
        )));
    };
    let known = HeapQuotient::known(&rules, ORDER);
    let mut built = known.unwrap_or_else(|| HeapQuotient::new(rules.clone()));
    let mut meter = Meter::new(&Budget::default());
    let covered = built.cover(
        u64::MAX,
        &mut Limits {
            order: ORDER,
            meter: Some(&mut meter),
        },
    );
    match (covered, built.repeats()) {
        (Ok(()), Some(repeats)) => Ok((rules, built, repeats)),
        _ => Err(unknown(message!(
            "that of {rules} was not found for all heaps: to heap {heap} it has {order} elements",
            "未能对所有堆求出 {rules} 的反常规则商：到堆 {heap} 为止有 {order} 个元素",
            rules = rules.to_string(),
            heap = built.covered().saturating_sub(1) as u64,
            order = built.quotient().order() as u64
        ))),
    }
}

/// Adds `sg`, which tells the number of a heap's value, and the tables; with what the program says of them.
pub(crate) fn add(
    rule: &Rule,
    heap: &str,
    note: &dyn Fn(&Message) -> String,
    program: &mut Program,
    names: &mut Names,
) -> Result<(Quotient, Vec<Message>), NotEmitted> {
    let (rules, built, Repeats { preperiod, period }) = quotient(rule)?;
    let quotient = built.quotient();
    let values = &quotient.values()[..preperiod + period];
    let mut distinct = values.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() * quotient.order() > MOST {
        return Err(unknown(message!(
            "that of {rules} has {order} elements, too many for a program",
            "{rules} 的反常规则商有 {order} 个元素，程序放不下",
            rules = rules.to_string(),
            order = quotient.order() as u64
        )));
    }
    let number = |value: &u32| distinct.partition_point(|other| other < value) as i64;
    let [worth, beside, lost] = ["worth", "beside", "lost"].map(|name| names.fresh(name));
    let mut list = |name: &str, first: Vec<i64>, message: Message| {
        program.globals.push(Global {
            name: name.to_owned(),
            kind: Type::List,
            first,
            note: note(&message),
        });
    };
    list(
        &worth,
        values.iter().map(number).collect(),
        message!(
            "by heap: the number of its value in the misère quotient",
            "各堆在反常规则商中的取值编号"
        ),
    );
    list(
        &beside,
        products(quotient, &distinct),
        message!(
            "by sum and value: what the sum is worth with a heap of that value more",
            "和再加一堆某取值后的元素"
        ),
    );
    list(
        &lost,
        (0..quotient.order() as u32)
            .map(|one| i64::from(quotient.outcome(Element(one)) == Outcome::P))
            .collect(),
        message!("by sum: 1 where the mover loses", "1 表示先手负的元素"),
    );
    let n = || Expr::local(heap);
    let (from, length) = (preperiod as i64, period as i64);
    let distance = Expr::binary(Op::Subtract, n(), Expr::Number(from));
    let around = Expr::binary(Op::PlainRemainder, distance, Expr::Number(length));
    let place = Expr::binary(Op::Add, Expr::Number(from), around);
    let table = || Expr::global(&*worth);
    program.functions.push(Function {
        name: "sg".into(),
        notes: vec![note(&message!(
            "the number of a heap's value; from heap {from} on values repeat after {period}",
            "堆的取值编号；从堆 {from} 起以 {period} 为周期",
            from = preperiod as u64,
            period = period as u64
        ))],
        parameters: vec![(heap.to_owned(), Type::Number)],
        returns: Some(Type::Number),
        body: vec![
            Stmt::when(
                Expr::binary(Op::Less, n(), Expr::length(table())),
                vec![Stmt::Return(Expr::element(table(), n()))],
            ),
            Stmt::Return(Expr::element(table(), place)),
        ],
        state: true,
    });
    let notes = vec![message!(
        "Misère play: the player who cannot move wins. The heaps of {rules} have a misère quotient of {order} elements (Plambeck and Siegel 2008), verified exactly, and their values are proved to repeat: a heap multiplies the sum's element, and {count} elements are lost.",
        "反常规则：不能行动者胜。{rules} 的各堆有一个 {order} 元的反常规则商（Plambeck 与 Siegel，2008），已精确验证，且取值的周期已证明：加一堆即把其元素乘入和；其中 {count} 个元素为先手必败。",
        rules = rules.to_string(),
        order = quotient.order() as u64,
        count = quotient.p_count() as u64
    )];
    let values = distinct.len() as i64;
    Ok((
        Quotient {
            beside,
            lost,
            values,
        },
        notes,
    ))
}

/// The products of each element with each of some values, element by element.
fn products(quotient: &MisereQuotient, values: &[u32]) -> Vec<i64> {
    let of = |element: u32| {
        let product = move |&value: &u32| i64::from(quotient.product_of(element, value));
        values.iter().map(product)
    };
    (0..quotient.order() as u32).flat_map(of).collect()
}
