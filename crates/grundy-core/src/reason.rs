//! Why a question has no answer, as a type that callers can match.
//!
//! Engines, theories and [`Answer`](crate::answer::Answer) give reasons, not sentences: whoever asks may want to give more time where time
//! ran out, and must not where no theorem applies. The sentences, in both languages, are made here and nowhere else.

use std::error::Error;
use std::fmt;

use crate::budget::Exhausted;
use crate::engine::graph::GraphError;
use crate::fault::Fault;
use crate::message;
use crate::text::{Lang, Message};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// No theorem tells what is asked.
    NoTheorem(NoTheorem),
    /// A limit of the budget was reached: which, and what it was. Interruption is [`Interrupted`](Reason::Interrupted).
    Exhausted(Exhausted),
    /// Somebody asked to stop.
    Interrupted,
    /// The rule cannot be evaluated at a position that play can reach.
    Fault(Box<Fault>),
    /// A position can be repeated, so that Grundy values are not defined; the position as it is written, where it is known.
    Repeats(Option<String>),
    /// It was not seen that every play ends, and to go through everything that can follow failed for this reason.
    MayNotEnd(Box<Reason>),
    /// The engine is not made for such positions.
    NotCovered(NotCovered),
    /// Something is larger than the engine holds, whatever the budget.
    TooLarge(TooLarge),
    /// The first of these stood in the way; a pattern that is observed would tell the answer, but is not proved.
    OnlyObserved(Box<Reason>),
    /// The misère quotient of the components is larger than its engine goes, or infinite.
    Quotient(Box<TooWild>),
    /// Every engine that could answer is switched off.
    Off,
    /// A reason of the caller's own.
    Other(Box<Other>),
}

/// What no theorem tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoTheorem {
    /// The Grundy value of the position.
    Value,
    /// The Grundy value of one of its options.
    OptionValue,
    /// Who wins it.
    Outcome,
    /// Who wins one of its options.
    OptionOutcome,
    /// What it is worth in a sum; who wins it alone is known.
    ValueInSum,
    /// That it behaves like a Nim heap under misère play.
    Tame,
    /// That a pattern of the values goes on as it is observed.
    OnlyObserved,
}

/// What an engine is not made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotCovered {
    /// Positions that are not single heaps.
    NotHeaps,
    /// Positions that stand in no table over two coordinates.
    NoTable,
    /// A position outside the table that was filled.
    OutsideTable,
    /// A position that the search by components is not made for.
    Couples,
    /// A staircase so thin that a table of the enclosing rectangle would hold far more positions than can be reached.
    Thin,
    /// A position from which so little is reached that a table would hold far more than what can follow.
    Little,
    /// Values: the engine tells only who wins.
    Values,
    /// A table with another number of sizes than the rule has coordinates: this many.
    Sizes(usize),
}

/// What is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TooLarge {
    /// A value of 2^32 or more.
    Value,
    /// A heap beyond every table.
    Heap,
    /// More moves of one position than this.
    Moves(usize),
    /// Play that can go on for more than so many moves.
    Plays(u32),
    /// A graph with more vertices or edges than can be numbered.
    Graph(GraphError),
}

/// Where a misère quotient ends that was built as far as it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooWild {
    /// Of what it is the quotient, as it is written.
    pub of: String,
    /// The last heap that it covers, where it is of the heaps of one game.
    pub heap: Option<u64>,
    /// How many letters it covers: heaps, or components with other options than all before.
    pub covered: u64,
    /// Its elements. With one letter more it has at least as many.
    pub order: u64,
    /// Elements that were allowed when the next letter was given up.
    pub most: u64,
}

/// A reason that is not the library's: that of a program which uses it, or one that was kept as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// A word for it, as of [`Reason::word`].
    pub word: String,
    /// The position that it is about, as it is written, where there is one.
    pub place: Option<String>,
    /// The whole sentence.
    pub message: Message,
}

impl Reason {
    /// The reason behind it: a reason that only says why something else was tried is looked through.
    pub fn root(&self) -> &Reason {
        match self {
            Reason::MayNotEnd(cause) | Reason::OnlyObserved(cause) => cause.root(),
            _ => self,
        }
    }

    /// The word for its [`root`](Reason::root) in JSON and in Python: `no-theorem`, `positions`, `bytes`, `time`, `interrupted`,
    /// `fault`, `repeats`, `not-covered`, `too-large`, `quotient`, `off`, or another's own.
    pub fn word(&self) -> &str {
        match self {
            Reason::NoTheorem(_) => "no-theorem",
            Reason::Exhausted(exhausted) => match exhausted {
                Exhausted::Positions(_) => "positions",
                Exhausted::Bytes(_) => "bytes",
                Exhausted::Time(_) => "time",
                Exhausted::Interrupted => "interrupted",
            },
            Reason::Interrupted => "interrupted",
            Reason::Fault(_) => "fault",
            Reason::Repeats(_) => "repeats",
            Reason::MayNotEnd(cause) | Reason::OnlyObserved(cause) => cause.word(),
            Reason::NotCovered(_) => "not-covered",
            Reason::TooLarge(_) => "too-large",
            Reason::Quotient(_) => "quotient",
            Reason::Off => "off",
            Reason::Other(other) => &other.word,
        }
    }

    /// The position that it is about, as it is written, where it is about one.
    pub fn place(&self) -> Option<&str> {
        match self.root() {
            Reason::Fault(fault) => Some(fault.place()),
            Reason::Repeats(place) => place.as_deref(),
            Reason::Other(other) => other.place.as_deref(),
            _ => None,
        }
    }

    /// The fault of the rule, if it is one.
    pub fn fault(&self) -> Option<&Fault> {
        match self.root() {
            Reason::Fault(fault) => Some(fault),
            _ => None,
        }
    }

    /// The sentence.
    pub fn describe(&self) -> Message {
        match self {
            Reason::NoTheorem(what) => what.describe(),
            Reason::Exhausted(exhausted) => exhausted.message(),
            Reason::Interrupted => Exhausted::Interrupted.message(),
            Reason::Fault(fault) => fault.describe(),
            Reason::Repeats(None) => message!(
                "a position can be repeated, so play need not end",
                "局面可能重复，对局不一定结束"
            ),
            Reason::Repeats(Some(position)) => message!(
                "position {position} can recur, so it has no Grundy value",
                "对局可能回到 {position}，故没有 SG 值",
                position = position.clone()
            ),
            Reason::MayNotEnd(cause) => message!(
                "termination is not proved, and {why}",
                "未能证明对局必然结束，且{why}",
                why = cause.describe()
            ),
            Reason::OnlyObserved(cause) => message!(
                "{why}; a pattern was observed but not proved, so it is not used for an answer: `grundy find` shows it",
                "{why}；观察到一条规律，但未经证明，故不用来作答：可用 `grundy find` 查看",
                why = cause.describe()
            ),
            Reason::NotCovered(what) => what.describe(),
            Reason::TooLarge(what) => what.describe(),
            Reason::Quotient(ends) => ends.describe(),
            Reason::Off => message!(
                "every engine that could answer is off",
                "能回答的引擎均已关闭"
            ),
            Reason::Other(other) => other.message.clone(),
        }
    }

    /// The sentence in one language.
    pub fn render(&self, lang: Lang) -> String {
        self.describe().render(lang)
    }
}

impl TooWild {
    fn describe(&self) -> Message {
        let TooWild {
            of,
            heap,
            covered,
            order,
            most,
        } = self;
        match heap {
            Some(heap) => message!(
                "the misère quotient of {of} is known up to heap {heap}, with {order} elements; with heap {next} it has at least as many, but none with at most {most} was found",
                "{of} 的反常规则商已求到堆 {heap}，有 {order} 个元素；再加上堆 {next}，元素不会更少，而在至多 {most} 个元素内未能求出",
                of = of.clone(),
                heap = *heap,
                order = *order,
                next = heap + 1,
                most = *most
            ),
            None => message!(
                "the misère quotient of {of} is known for {covered} components with different options, with {order} elements; with one more it has at least as many, but none with at most {most} was found",
                "{of} 的反常规则商已知到 {covered} 个后继不同的分量，有 {order} 个元素；再加一个后不会更少，在至多 {most} 个元素内未能求出",
                of = of.clone(),
                covered = *covered,
                order = *order,
                most = *most
            ),
        }
    }
}

impl NoTheorem {
    fn describe(self) -> Message {
        match self {
            NoTheorem::Value => message!(
                "no theorem gives the value of this position",
                "没有定理给出此局面的 SG 值"
            ),
            NoTheorem::OptionValue => message!(
                "no theorem gives the value of an option",
                "没有定理给出某个后继的值"
            ),
            NoTheorem::Outcome => message!("no theorem decides who wins", "没有定理判定其胜负"),
            NoTheorem::OptionOutcome => message!(
                "no theorem decides who wins an option",
                "没有定理判定某个后继的胜负"
            ),
            NoTheorem::ValueInSum => message!(
                "a theorem decides who wins this component alone, but not its value in a sum",
                "有定理判定此分量单独时的胜负，但没有其在和中的值"
            ),
            NoTheorem::Tame => message!(
                "no theorem says that this component behaves like a Nim heap under misère play",
                "没有定理保证该分量在反常规则下等同于尼姆堆"
            ),
            NoTheorem::OnlyObserved => message!(
                "a pattern of the values is observed, but not proved",
                "观察到 SG 值的一条规律，但未经证明"
            ),
        }
    }
}

impl NotCovered {
    fn describe(self) -> Message {
        match self {
            NotCovered::NotHeaps => {
                message!("the positions are not single heaps", "局面不是单个堆")
            }
            NotCovered::NoTable => message!(
                "no table of this ruleset holds the position",
                "此规则没有包含该局面的表"
            ),
            NotCovered::OutsideTable => {
                message!("the table does not reach the position", "表未覆盖该局面")
            }
            NotCovered::Couples => message!(
                "the search by components does not apply to this position",
                "按分量的搜索不适用于此局面"
            ),
            NotCovered::Little => message!(
                "so few positions can be reached from this one that a table would be far larger",
                "由该局面可达的局面很少，填表反而更费"
            ),
            NotCovered::Thin => message!(
                "a table of the enclosing rectangle would hold far more positions than can be reached",
                "外接矩形的表远多于可能的后续局面"
            ),
            NotCovered::Values => message!("this engine gives no values", "此引擎不给出 SG 值"),
            NotCovered::Sizes(arity) => message!(
                "the table must have {arity} sizes",
                "表须有 {arity} 个尺寸",
                arity = arity
            ),
        }
    }
}

impl TooLarge {
    fn describe(&self) -> Message {
        match self {
            TooLarge::Value => message!("the value is too large", "SG 值太大"),
            TooLarge::Heap => message!("the heap is too large for a table", "堆太大，无法列表"),
            TooLarge::Moves(limit) => message!(
                "there are more than {limit} moves to examine",
                "需要检查的走法超过 {limit} 种",
                limit = *limit
            ),
            TooLarge::Plays(moves) => message!(
                "play can go on for more than {moves} moves",
                "对局可能超过 {moves} 步",
                moves = *moves
            ),
            TooLarge::Graph(error) => error.message(),
        }
    }
}

impl From<Exhausted> for Reason {
    fn from(exhausted: Exhausted) -> Reason {
        match exhausted {
            Exhausted::Interrupted => Reason::Interrupted,
            limit => Reason::Exhausted(limit),
        }
    }
}

impl From<Fault> for Reason {
    fn from(fault: Fault) -> Reason {
        Reason::Fault(Box::new(fault))
    }
}

impl From<Box<Fault>> for Reason {
    fn from(fault: Box<Fault>) -> Reason {
        Reason::Fault(fault)
    }
}

impl From<NoTheorem> for Reason {
    fn from(what: NoTheorem) -> Reason {
        Reason::NoTheorem(what)
    }
}

impl From<NotCovered> for Reason {
    fn from(what: NotCovered) -> Reason {
        Reason::NotCovered(what)
    }
}

impl From<TooLarge> for Reason {
    fn from(what: TooLarge) -> Reason {
        Reason::TooLarge(what)
    }
}

impl fmt::Display for Reason {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

impl Error for Reason {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Reason::Exhausted(exhausted) => Some(exhausted),
            Reason::Fault(fault) => Some(fault.as_ref()),
            Reason::MayNotEnd(cause) | Reason::OnlyObserved(cause) => Some(cause.as_ref()),
            Reason::TooLarge(TooLarge::Graph(error)) => Some(error),
            _ => None,
        }
    }
}
