//! What is found of a rule's values, and how far it is known: data, with its sentence in two languages.

use std::collections::BTreeSet;

use super::closed;
use super::counted::{self, Count};
use super::descent::{self, Case};
use super::described;
use super::family::Parameter;
use crate::message;
use crate::text::{Message, all_of, list_of};

/// One pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub subject: Subject,
    /// What it says.
    pub form: Form,
    /// How far that is known.
    pub evidence: Evidence,
}

/// What a pattern is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The Grundy values.
    Values,
    /// The set of P-positions.
    Losing,
}

/// What a pattern says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// One coordinate: G(n + period) = G(n) + saltus for n >= preperiod. Of the P-positions: the same of the sequence
    /// that is 0 at P-positions and 1 at N-positions, the saltus being 0.
    Periodic {
        /// How many heaps come before the repetition.
        preperiod: u64,
        /// After how many heaps it repeats.
        period: u64,
        /// By how much values grow in a period.
        saltus: u32,
        /// The first preperiod + period values.
        values: Vec<u32>,
    },
    /// An expression in the notation's own language over the names of the coordinates: a number for the values, a
    /// condition for the P-positions. [`rule::Formula`](crate::rule::Formula) reads and evaluates it.
    Formula {
        /// The expression.
        expression: String,
        /// The positions where it does not hold (or has no value), with what is there: the Grundy value; for P-positions
        /// 0 stands for P and 1 for N.
        exceptions: Vec<(Vec<u64>, u32)>,
    },
    /// One coordinate: the P-positions in increasing order begin with `first`, and from then on
    /// t(i) = c · t(i−1) + d · t(i−2) + … + constant, where `coefficients` are c, d, ….
    Recurrence {
        /// The first P-positions.
        first: Vec<u64>,
        /// What the terms before are multiplied by, the last term first.
        coefficients: Vec<i64>,
        /// What is added.
        constant: i64,
    },
    /// One coordinate: G(n) is one of the first values, or for n = m·i + r, where m is the number of the cases, what the case r says
    /// of i. See [`Case`].
    Descent {
        /// The first values.
        first: Vec<u32>,
        /// By remainder.
        cases: Vec<Case>,
    },
    /// One coordinate: P iff the automaton, having read the digits of n, is in an accepting state. Of 0 there is no
    /// digit to read.
    Automaton {
        /// The base of the digits.
        base: u32,
        /// Whether the most significant digit is read first.
        most_first: bool,
        /// `next[state * base + digit]`; state 0 is the start.
        next: Vec<u32>,
        /// By state, whether n is a P-position.
        accepting: Vec<bool>,
    },
    /// An expression over what is counted in a position.
    Counted {
        /// The expression; a condition for the P-positions.
        expression: String,
        /// What its names mean.
        legend: Vec<Count>,
    },
    /// Of words: what the automaton tells, having read the letters, is the Grundy value; for P-positions 0 stands for P and 1 for N.
    Language {
        /// The alphabet.
        letters: Vec<char>,
        /// `next[state * letters + letter]`; state 0 is the start.
        next: Vec<u32>,
        /// By state.
        told: Vec<u32>,
    },
    /// It is this game of the catalogue: the head of its notation, as `wythoff`, `0.77`, `take:1,3,4`.
    Game {
        /// The head.
        head: String,
    },
}

/// How far a pattern is known to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// For all positions.
    Proved {
        /// By what.
        theorem: Message,
        /// Every position whose coordinates are all below this was looked at besides.
        checked_to: u64,
    },
    /// At every position whose coordinates are all below this.
    Checked {
        /// The bound.
        to: u64,
        /// Positions beyond that were looked at too.
        spread: Option<Spread>,
    },
    /// At all of some positions, or where there is a theorem, at all that there are.
    Positions {
        /// Which were looked at, as "all words of up to 10 letters".
        which: Message,
        /// How many they are.
        positions: u64,
        /// By what it is proved.
        theorem: Option<Message>,
    },
    /// For every rule of a family, at every number below this.
    Family {
        /// The bound of the number.
        to: u64,
        /// The parameters.
        parameters: Vec<Parameter>,
    },
}

/// Positions here and there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// How many.
    pub positions: u64,
    /// The largest coordinate among them.
    pub to: u64,
}

impl Finding {
    /// The sentence, without a full stop.
    pub fn message(&self) -> Message {
        let what = self.form.message(self.subject);
        match &self.evidence {
            Evidence::Proved {
                theorem,
                checked_to,
            } => message!(
                "{what}; proved: {theorem} (also checked for all positions below {to})",
                "{what}；已证明：{theorem}（并已验证 {to} 以下的全部局面）",
                what = what,
                theorem = theorem.clone(),
                to = *checked_to
            ),
            Evidence::Checked { to, spread } => message!(
                "{what}; {checked}, not proved",
                "{what}；{checked}，未证明",
                what = what,
                checked = self.checked(*to, *spread)
            ),
            Evidence::Family { to, parameters } => message!(
                "{what}; {checked}, not proved",
                "{what}；{checked}，未证明",
                what = what,
                checked = of_family(*to, parameters)
            ),
            Evidence::Positions {
                which,
                theorem: Some(theorem),
                ..
            } => message!(
                "{what}; proved: {theorem} (and checked for {which})",
                "{what}；已证明：{theorem}（并已对{which}验证）",
                what = what,
                theorem = theorem.clone(),
                which = which.clone()
            ),
            Evidence::Positions { which, .. } => message!(
                "{what}; checked for {which}, not proved",
                "{what}；已对{which}验证，未证明",
                what = what,
                which = which.clone()
            ),
        }
    }
}

/// For which rules of a family, and how far.
fn of_family(to: u64, parameters: &[Parameter]) -> Message {
    let each = parameters.iter().map(|it| {
        let (first, last) = (it.from, it.until.saturating_sub(1));
        format!("{} = {first}..={last}", it.name)
    });
    let guessed = parameters.iter().map(|it| {
        let (first, last) = (it.from, it.to.saturating_sub(1));
        format!("{} = {first}..={last}", it.name)
    });
    message!(
        "guessed from {guessed}, verified for {each} and all numbers below {to}",
        "由 {guessed} 猜出，对 {each} 及小于 {to} 的数全部验证",
        guessed = all_of(&guessed.collect::<Vec<_>>()),
        each = all_of(&each.collect::<Vec<_>>()),
        to = to
    )
}

impl Finding {
    /// How far it was checked, in words.
    fn checked(&self, to: u64, spread: Option<Spread>) -> Message {
        let all = match self.form {
            Form::Formula { .. } | Form::Game { .. } => message!(
                "verified for all numbers below {to}",
                "对小于 {to} 的数全部验证",
                to = to
            ),
            _ => message!("verified for all n < {to}", "对 n < {to} 全部验证", to = to),
        };
        match spread {
            None => all,
            Some(spread) => message!(
                "{all} and at {positions} positions spread up to {most}",
                "{all}，并在直至 {most} 的 {positions} 个局面上验证",
                all = all,
                positions = spread.positions,
                most = rounded(spread.to)
            ),
        }
    }

    /// What a program that goes by the pattern must say first: that it is not proved, and how far it was checked. `None` where it is
    /// proved.
    pub fn caution(&self) -> Option<Message> {
        match self.evidence {
            Evidence::Proved { .. } => None,
            Evidence::Checked { to, spread } => Some(message!(
                "Warning: this program relies on a pattern that is not proved, only {checked}.",
                "警告：本程序依据一条未经证明的规律，仅{checked}。",
                checked = self.checked(to, spread)
            )),
            Evidence::Positions {
                theorem: Some(_), ..
            } => None,
            Evidence::Positions { ref which, .. } => Some(message!(
                "Warning: this program relies on a pattern that is not proved, only checked for {which}.",
                "警告：本程序依据一条未经证明的规律，仅对{which}验证过。",
                which = which.clone()
            )),
            Evidence::Family { to, ref parameters } => Some(message!(
                "Warning: this program relies on a pattern that is not proved, only {checked}.",
                "警告：本程序依据一条未经证明的规律，仅{checked}。",
                checked = of_family(to, parameters)
            )),
        }
    }
}

/// A large number by its size.
fn rounded(number: u64) -> String {
    match number.checked_ilog10() {
        Some(power @ 7..) => match number / 10u64.pow(power) {
            1 => format!("10^{power}"),
            first => format!("{first}*10^{power}"),
        },
        _ => number.to_string(),
    }
}

impl Form {
    /// The pattern in words.
    fn message(&self, subject: Subject) -> Message {
        match self {
            Form::Periodic {
                preperiod,
                period,
                saltus,
                values,
            } => match (subject, period, values.last()) {
                (Subject::Losing, 1, Some(1)) => message!(
                    "from n = {preperiod} on there is no P-position",
                    "自 n = {preperiod} 起没有必败的堆",
                    preperiod = *preperiod
                ),
                _ => periodic(subject, *preperiod, *period, *saltus),
            },
            Form::Formula {
                expression,
                exceptions,
            } => {
                let message = formula(subject, expression);
                if exceptions.is_empty() {
                    return message;
                }
                let listed = exceptions.iter().map(|(position, value)| {
                    let place: Vec<String> = position.iter().map(u64::to_string).collect();
                    let what = match (subject, value) {
                        (Subject::Values, value) => value.to_string(),
                        (Subject::Losing, 0) => "P".to_owned(),
                        (Subject::Losing, _) => "N".to_owned(),
                    };
                    format!("({}): {what}", place.join(","))
                });
                message!(
                    "{what}, except at {places}",
                    "{what}，例外：{places}",
                    what = message,
                    places = list_of(&listed.collect::<Vec<_>>())
                )
            }
            Form::Descent { first, cases } => descent::message(first, cases),
            Form::Recurrence {
                first,
                coefficients,
                constant,
            } => message!(
                "the P-positions are {first}, and from then on t(i) = {sum}",
                "必败的堆依次为 {first}，此后 t(i) = {sum}",
                first = list_of(first),
                sum = recurrence(coefficients, *constant)
            ),
            Form::Automaton {
                base,
                most_first,
                next,
                accepting,
            } => {
                let words = described::described(*base, *most_first, next, accepting);
                let (base, states) = (*base, accepting.len());
                let read = if *most_first {
                    message!(
                        "P-positions are recognised by a {states}-state automaton reading n in base {base}, most significant digit first",
                        "由 {states} 个状态的自动机从高位起读 n 的 {base} 进制数字，即可判定必败的堆",
                        states = states,
                        base = base
                    )
                } else {
                    message!(
                        "P-positions are recognised by a {states}-state automaton reading n in base {base}, least significant digit first",
                        "由 {states} 个状态的自动机从低位起读 n 的 {base} 进制数字，即可判定必败的堆",
                        states = states,
                        base = base
                    )
                };
                match words {
                    None => read,
                    Some(words) => message!(
                        "the P-positions from 1 on are those {words}: {read}",
                        "从 1 起，必败的堆恰为{words}的数：{read}",
                        words = words,
                        read = read
                    ),
                }
            }
            Form::Counted { expression, legend } => {
                let what = formula(subject, expression);
                // Where all positions are alike nothing is counted.
                let is_alike = subject == Subject::Losing
                    && [" < 0", " >= 0"]
                        .iter()
                        .any(|it| is_of_a_name(expression, it));
                let legend = if is_alike { &[][..] } else { legend };
                match counted::where_these(legend) {
                    None => what,
                    Some(legend) => message!(
                        "{what}, where {legend}",
                        "{what}，其中 {legend}",
                        what = what,
                        legend = legend
                    ),
                }
            }
            Form::Language { told, .. } => match subject {
                Subject::Values => message!(
                    "an automaton of {states} states that reads the letters of a word gives its Grundy value",
                    "由 {states} 个状态的自动机依次读字的字母，即可给出其 SG 值",
                    states = told.len()
                ),
                Subject::Losing => message!(
                    "the lost words form a regular language, recognised by an automaton of {states} states that reads the letters",
                    "必败的字构成正则语言：由 {states} 个状态的自动机依次读字母，即可判定",
                    states = told.len()
                ),
            },
            Form::Game { head } => message!(
                "this is the game {head}",
                "这就是游戏 {head}",
                head = head.clone()
            ),
        }
    }
}

/// A formula, and what those parts of it count that have a name.
fn formula(subject: Subject, expression: &str) -> Message {
    let it = expression.to_owned();
    let mut all = bare(subject, it);
    let words = expression.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let words: BTreeSet<&str> = words.filter(|word| !word.is_empty()).collect();
    for (written, what, number) in words.into_iter().flat_map(closed::called) {
        if expression == written {
            return message!(
                "{all}, {what}, {number} in the OEIS",
                "{all}，即{what}，OEIS 的 {number}",
                all = all,
                what = what,
                number = number
            );
        }
        if expression.contains(&written) {
            all = message!(
                "{all}, where {written} is {what}, {number} in the OEIS",
                "{all}，其中 {written} 为{what}，即 OEIS 的 {number}",
                all = all,
                written = written,
                what = what,
                number = number
            );
        }
    }
    all
}

fn bare(subject: Subject, it: String) -> Message {
    match subject {
        Subject::Values => message!("the Grundy value is {it}", "SG 值为 {it}", it = it),
        // What is counted is never negative.
        Subject::Losing if is_of_a_name(&it, " < 0") => {
            message!("no position is lost", "没有必败局面")
        }
        Subject::Losing if is_of_a_name(&it, " >= 0") => {
            message!("every position is lost", "全部局面必败")
        }
        Subject::Losing => message!(
            "the P-positions are exactly those with {it}",
            "必败局面恰为 {it}",
            it = it
        ),
    }
}

/// Whether a condition is of a single name and this comparison.
fn is_of_a_name(condition: &str, comparison: &str) -> bool {
    let name = condition.strip_suffix(comparison);
    name.is_some_and(|name| {
        name.chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

fn periodic(subject: Subject, preperiod: u64, period: u64, saltus: u32) -> Message {
    match (subject, saltus) {
        (Subject::Values, 0) => message!(
            "the Grundy values have period {period} from n = {preperiod} on",
            "SG 值自 n = {preperiod} 起以 {period} 为周期",
            period = period,
            preperiod = preperiod
        ),
        (Subject::Values, _) => message!(
            "from n = {preperiod} on the Grundy values grow by {saltus} every {period} heaps: G(n+{period}) = G(n) + {saltus}",
            "自 n = {preperiod} 起 SG 值每 {period} 增加 {saltus}：G(n+{period}) = G(n) + {saltus}",
            period = period,
            preperiod = preperiod,
            saltus = saltus
        ),
        (Subject::Losing, _) => message!(
            "the P-positions have period {period} from n = {preperiod} on",
            "必败的堆自 n = {preperiod} 起以 {period} 为周期",
            period = period,
            preperiod = preperiod
        ),
    }
}

/// The right side of a recurrence.
fn recurrence(coefficients: &[i64], constant: i64) -> String {
    let mut text = String::new();
    let terms = (1..).zip(coefficients).map(|(back, &by)| {
        let term = format!("t(i-{back})");
        let size = by.unsigned_abs();
        let shown = if size == 1 {
            term
        } else {
            format!("{size}*{term}")
        };
        (by, shown)
    });
    let last = (constant, constant.unsigned_abs().to_string());
    for (by, shown) in terms.chain([last]).filter(|(by, _)| *by != 0) {
        let sign = match (by < 0, text.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        text.push_str(sign);
        text.push_str(&shown);
    }
    if text.is_empty() {
        "0".to_owned()
    } else {
        text
    }
}
