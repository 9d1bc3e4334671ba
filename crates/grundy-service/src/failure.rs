//! What a question comes to that has no response: a type to be matched, with a sentence that knows no flag and no key.

use std::error::Error;
use std::fmt;

use grundy::kinds::Kind;
use grundy::rule::RuleErrors;
use grundy::text::{all_of, list_of};
use grundy::{Message, ParseError, Reason, message};
use grundy_judge::{FormatError, InputError};

use crate::Why;

/// What a question comes to that has no response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// This text is no game.
    Game(String, Box<ParseError>),
    /// This text is no rule.
    Rule(String, Box<RuleErrors>),
    /// This rule does not fit the format that it is to be played in, for this reason.
    Misplaced(String, Message),
    /// This file of formats has a mistake.
    Formats(String, Box<FormatError>),
    /// The input of a contest is not as its format says; the format's sample, if it has one.
    Input(Box<InputError>, Option<String>),
    /// What the question names or brings cannot be read, or not be run.
    File(Message),
    /// The question asks for what there is not.
    Refused(Refused),
    /// The answer is not known, or needs more than it may.
    Unknown(Why),
    /// So many cells would be solved one by one, of which memory allows `most`.
    Cells {
        /// How many cells there are.
        cells: u128,
        /// How many may be.
        most: u128,
    },
    /// Two searches tell different values of a position: the program is wrong.
    Disagree {
        /// The position.
        game: String,
        /// The value by the first search.
        first: String,
        /// The value by the second.
        second: String,
    },
    /// Somebody stopped it.
    Interrupted,
}

/// What there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// Neither a game nor a rule.
    NothingAsked,
    /// More or less than one game without positions.
    OneGame(String),
    /// A table of a game whose positions have no coordinates.
    NoCoordinates(String),
    /// A table of a rule with more coordinates than a table has.
    TooManyCoordinates(usize),
    /// A table of a game that needs so many ranges.
    Ranges {
        /// The game.
        head: String,
        /// How many coordinates its positions have.
        needed: usize,
    },
    /// So many values of a sequence: none, or more than [`MOST`](crate::sequence::MOST).
    NumberOfValues(u64),
    /// A table of codes of so many digits.
    Digits(u32),
    /// A sequence that ends before its first heap.
    FirstHeap {
        /// The first heap.
        from: u64,
        /// The heap before which it ends.
        number: u64,
    },
    /// A chart that goes farther than it can.
    WindowTooLong {
        /// The heap before which it would end.
        end: u64,
        /// How far it can go.
        most: u64,
    },
    /// A chart of a game that is not played on one heap.
    NotOfHeaps(String),
    /// A table of more cells than this form of it has.
    TooManyCells {
        /// How many cells.
        cells: u128,
        /// How many there may be.
        most: u128,
    },
    /// What is no range.
    NoRange(String),
    /// A range without numbers, as it is written.
    EmptyRange(String),
    /// A game beside the rule that takes its place.
    GameBesideRule(String),
    /// Something is given to a rule, and there is none.
    GivenWithoutRule,
    /// Something is given to a rule that is neither a number nor numbers.
    NoGiven(String),
    /// A position of a rule with so many coordinates, written so.
    NoRulePosition {
        /// What was written.
        found: String,
        /// How many coordinates the rule has.
        arity: usize,
    },
    /// A word that is no position of a rule on something other than numbers: what was expected.
    NoPositionOfRule(Message),
    /// What is only told of rules on numbers, asked of a rule of this kind.
    NeedsNumbers(Kind),
    /// A table or sequence of a rule of this kind that names no positions by numbers, or not by one.
    NeedsFamily(Kind),
    /// A sequence of a rule with so many coordinates.
    OneCoordinate(usize),
    /// Patterns in a range of so many numbers, which is too small or too large.
    SmallRange(u32),
    /// A parameter of a family of rules, written so.
    Parameter(String),
    /// A parameter of a family of rules that the rule does not use.
    ParameterUnused(String),
    /// A family of something else than rules of one number.
    FamilyOfRules,
    /// A family of so many rules, or of more than three parameters.
    FamilyTooLarge(u64),
    /// Patterns in no values, in values above 2^31 - 1, or in a grid with more or fewer cells than its sides say.
    Values,
    /// Values of the asker's own under misère play.
    MisereValues,
    /// A format of this name, with names that are like it.
    NoFormat(String, Vec<String>),
    /// One of these formats, which has to be named.
    WhichFormat(Vec<String>),
    /// Misère play of a format's own rule, which says itself how it is played.
    MisereOfFormat,
    /// A check with no case, or with more than `most`.
    Cases {
        /// How many cases.
        found: u64,
        /// How many there may be.
        most: u64,
    },
    /// A check of no program, or with no time for a run.
    NoProgram,
    /// A number of a position by a power of ten that is too large to be written out.
    PowerOfTen(String),
    /// A certificate of the value of a position that can have none.
    NoBoards,
    /// A certificate of the period of a rule that is neither a code nor a set of takes.
    NotCertified,
    /// A name that is given twice to a rule.
    GivenTwice(String),
    /// A name that is given to a rule which does not use it.
    GivenUnused(String),
    /// A quotient of no element, or of more than [`MOST_ORDER`](crate::quotient::MOST_ORDER).
    NumberOfElements(u64),
    /// A quotient of a game whose positions are not single heaps, without a position.
    NeedsPositions(String),
    /// A list of positions without one.
    NoPositions,
    /// What is to be gone on with is no certificate, or a wrong one; why.
    NoCertificate(Message),
    /// What is to be gone on with is a certificate of these rules, or the question is not one of the heaps of one game.
    CertificateOf(Option<String>),
    /// Something in this line of several, from 1.
    InLine(usize, Box<Refused>),
    /// A move by a number, of so many moves.
    NoSuchMove {
        /// The number.
        number: usize,
        /// How many moves there are.
        count: usize,
    },
}

impl Refused {
    /// The sentence.
    pub fn describe(&self) -> Message {
        match self {
            Refused::NothingAsked => {
                message!("expected a game or a rule", "此处应为一个游戏或规则")
            }
            Refused::OneGame(found) => message!(
                "expected one game with its parameters and no positions, found '{found}'",
                "此处应为一个游戏及其参数，不含局面，却是 '{found}'",
                found = found.as_str()
            ),
            Refused::NoCoordinates(head) => message!(
                "{head} has no tables: its positions have no coordinates",
                "{head} 没有表：其局面没有坐标",
                head = head.as_str()
            ),
            Refused::TooManyCoordinates(found) => message!(
                "a table shows one or two coordinates, and this rule has {found}",
                "表只能显示一个或两个坐标，而此规则有 {found} 个",
                found = *found
            ),
            Refused::Ranges { head, needed: 1 } => message!(
                "{head} needs one range, or two for the sum of two heaps",
                "{head} 需要一个范围，或两个范围表示两堆之和",
                head = head.as_str()
            ),
            Refused::Ranges { head, needed } => message!(
                "{head} needs {needed} ranges",
                "{head} 需要 {needed} 个范围",
                head = head.as_str(),
                needed = *needed
            ),
            Refused::Digits(digits) => message!(
                "there are no tables of codes of {digits} digits: 1 to 4 are possible",
                "没有 {digits} 位代号的表：可以是 1 到 4 位",
                digits = *digits
            ),
            Refused::NumberOfValues(found) => message!(
                "expected a number of values from 1 to 10^18, found {found}",
                "值的个数应为 1 至 10^18，却是 {found}",
                found = *found
            ),
            Refused::FirstHeap { from, number } => message!(
                "expected a first heap from 0 to {last}, found {from}",
                "首堆应为 0 至 {last}，却是 {from}",
                last = number.saturating_sub(1),
                from = *from
            ),
            Refused::WindowTooLong { end, most } => message!(
                "the chart goes to heap {end}; at most {most} can be drawn",
                "图到堆 {end}；最多 {most}",
                end = *end,
                most = *most
            ),
            Refused::NotOfHeaps(head) => message!(
                "'{head}' is not a game on one heap, so there is no sequence of values to draw",
                "'{head}' 不是单堆游戏，没有可绘制的 SG 值序列",
                head = head.as_str()
            ),
            Refused::TooManyCells { cells, most } => message!(
                "a table of {cells} cells is too large for this format: at most {most}",
                "{cells} 格的表对此格式太大：最多 {most} 格",
                cells = *cells,
                most = *most
            ),
            Refused::NoRange(found) => message!(
                "expected a range such as 0..30 (without 30) or 0..=30 (with 30), found '{found}'",
                "此处应为 0..30（不含 30）或 0..=30（含 30）这样的范围，却是 '{found}'",
                found = found.as_str()
            ),
            Refused::EmptyRange(found) => message!(
                "the range '{found}' is empty",
                "范围 '{found}' 为空",
                found = found.as_str()
            ),
            Refused::GameBesideRule(found) => message!(
                "a rule replaces the game, but '{found}' is given as well",
                "已给出规则，就不应再给游戏 '{found}'",
                found = found.as_str()
            ),
            Refused::GivenWithoutRule => message!(
                "numbers for a rule are given, but there is no rule",
                "给出了规则所用的数，但没有规则"
            ),
            Refused::NoGiven(found) => message!(
                "expected NAME=NUMBER or NAME=[1,2,3], found '{found}'",
                "此处应为 名称=数 或 名称=[1,2,3]，却是 '{found}'",
                found = found.as_str()
            ),
            Refused::NoRulePosition { found, arity } => no_rule_position(found, *arity),
            Refused::NoPositionOfRule(why) => why.clone(),
            Refused::NeedsNumbers(kind) => message!(
                "this needs a rule on numbers, such as n -> n-k for k in {set}, but this rule is on {kind}",
                "此处需要数的规则，例如 n -> n-k for k in {set}，而此规则的局面是{kind}",
                set = "{1,3,4}",
                kind = kind.describe()
            ),
            Refused::NeedsFamily(kind) => message!(
                "tables and sequences need a rule on numbers, or words, boards or lists named by 'from', such as {example}; this rule on {kind} names none that fit",
                "表与序列用于数的规则，或由 'from' 给出的字、棋盘或列表，例如 {example}；此规则的局面是{kind}，未给出合适的 'from'",
                example = "\"++\" -> \"--\" from \"+\"{n}",
                kind = kind.describe()
            ),
            Refused::OneCoordinate(found) => message!(
                "a sequence needs a rule with one coordinate, this one has {found}",
                "序列要求规则只有一个坐标，此规则有 {found} 个",
                found = *found
            ),
            Refused::SmallRange(found) => message!(
                "expected a range of 5 to 1000000 numbers, found {found}",
                "范围应含 5 至 1000000 个数，却是 {found}",
                found = *found
            ),
            Refused::Parameter(found) => message!(
                "expected a parameter with 3 to 1000 values up to 1000000, such as 'm in 2..12', found '{found}'",
                "此处应为有 3 至 1000 个值、不超过 1000000 的参数，例如 'm in 2..12'，却是 '{found}'",
                found = found.as_str()
            ),
            Refused::ParameterUnused(name) => message!(
                "the rule does not use the parameter '{name}', so all rules of the family are the same",
                "规则没有用到参数 '{name}'，族中的规则全都相同",
                name = name.as_str()
            ),
            Refused::FamilyOfRules => message!(
                "parameters need a rule with one coordinate after --rule, or one parameter a rule with two, such as 'n -> n-k for k in 1..=m'",
                "参数只用于单坐标的规则，或只有一个参数的两坐标规则：应以 --rule 给出，例如 'n -> n-k for k in 1..=m'"
            ),
            Refused::FamilyTooLarge(found) => message!(
                "these parameters make {found} rules; expected at most three parameters and 3000 rules, three times as many for each parameter as it has values",
                "这些参数共有 {found} 条规则；至多三个参数、3000 条规则，每个参数按其值数的三倍计",
                found = *found
            ),
            Refused::Values => message!(
                "expected Grundy values from 0 to 2147483647, in a line or in full rows",
                "此处应为 0 至 2147483647 的 SG 值，排成一行或整齐的各行"
            ),
            Refused::MisereValues => message!(
                "values say nothing about misère play: expected a rule or a game",
                "数值与反常规则无关：此处应为规则或游戏"
            ),
            Refused::NoFormat(found, near) if near.is_empty() => message!(
                "no problem named '{found}' is known",
                "没有收录名为 '{found}' 的题目",
                found = found.as_str()
            ),
            Refused::NoFormat(found, near) => message!(
                "no problem named '{found}' is known; similar names: {near}",
                "没有收录名为 '{found}' 的题目；相近的有 {near}",
                found = found.as_str(),
                near = list_of(near)
            ),
            Refused::WhichFormat(known) => message!(
                "which format? The file has {known}",
                "要用哪个格式？文件中有 {known}",
                known = all_of(known)
            ),
            Refused::MisereOfFormat => message!(
                "a format itself says whether its play is misère (misere = true in a problem file); --misere goes only with a rule",
                "格式自身已说明是否为反常规则（题目文件中写 misere = true）；--misere 只与规则合用"
            ),
            Refused::Cases { found, most } => message!(
                "expected 1 to {most} cases, found {found}",
                "应为 1 到 {most} 组，却是 {found}",
                found = *found,
                most = *most
            ),
            Refused::NoProgram => message!(
                "expected a command and a time limit for each run",
                "此处应为命令及每次运行的时限"
            ),
            Refused::PowerOfTen(found) => message!(
                "'{found}' is too large: powers of ten go up to 1e20000, and a larger number is written in digits",
                "'{found}' 太大：10 的幂至多写到 1e20000，更大的数请写出各位数字",
                found = found.as_str()
            ),
            Refused::NoBoards => message!(
                "there is no certificate of this value: only a single position of Cram, Node Kayles or Arc Kayles under normal play has one",
                "此值没有证书：只有 Cram、Node Kayles、Arc Kayles 的单个局面在正常规则下才有证书"
            ),
            Refused::NotCertified => message!(
                "certificates are for codes and sets of takes; this rule is computed as a whole",
                "证书只用于代号与取数集合；此规则须一次算完"
            ),
            Refused::GivenTwice(name) => message!(
                "'{name}' is given twice",
                "'{name}' 给出了两次",
                name = name.as_str()
            ),
            Refused::GivenUnused(name) => message!(
                "'{name}' is given, but the rule has no such name",
                "给出了 '{name}'，但规则中没有这个名称",
                name = name.as_str()
            ),
            Refused::NumberOfElements(found) => message!(
                "expected a number of elements from 1 to {most}, found {found}",
                "元素个数应为 1 至 {most}，却是 {found}",
                most = crate::quotient::MOST_ORDER,
                found = *found
            ),
            Refused::NeedsPositions(head) => message!(
                "'{head}' is not a game on one heap: name positions to get the quotient of those",
                "'{head}' 不是单堆游戏：请给出局面，商将由它们及其后续局面得出",
                head = head.as_str()
            ),
            Refused::NoPositions => message!(
                "there is no position, only empty lines",
                "没有局面，只有空行"
            ),
            Refused::NoCertificate(why) => message!(
                "the certificate cannot be continued: {why}",
                "无法从该证书继续：{why}",
                why = why.clone()
            ),
            Refused::CertificateOf(Some(rules)) => message!(
                "the certificate is of {rules}",
                "该证书属于 {rules}",
                rules = rules.as_str()
            ),
            Refused::CertificateOf(None) => message!(
                "only a certificate of the heaps of one game can be continued",
                "只能从单个游戏的各堆的证书继续"
            ),
            Refused::InLine(line, refused) => message!(
                "line {line} of the positions: {what}",
                "局面列表第 {line} 行：{what}",
                line = *line as u64,
                what = refused.describe()
            ),
            Refused::NoSuchMove { number, count } => message!(
                "there are {count} moves, numbered from 0; there is no move {number}",
                "共有 {count} 种走法，从 0 编号，没有第 {number} 号",
                count = *count,
                number = *number
            ),
        }
    }
}

fn of_input(error: &InputError) -> Message {
    let (en, zh) = (error.to_string(), error.chinese());
    message!("{en}", "{zh}", en = en, zh = zh)
}

fn no_rule_position(found: &str, arity: usize) -> Message {
    let form = ["7", "3,5", "3,5,7", "3,5,7,9"];
    let form = form.get(arity.saturating_sub(1)).copied().unwrap_or("7");
    if found.is_empty() {
        return message!(
            "expected a position of the rule, such as {form}",
            "此处应为规则的一个局面，例如 {form}",
            form = form
        );
    }
    if arity == 1 {
        return message!(
            "expected a position of the rule, a whole number from 0, such as {form}, found '{found}'",
            "此处应为规则的局面，即一个非负整数，例如 {form}，却是 '{found}'",
            form = form,
            found = found
        );
    }
    message!(
        "expected a position of the rule with {arity} whole numbers from 0, such as {form}, found '{found}'",
        "此处应为规则的局面，即 {arity} 个非负整数，例如 {form}，却是 '{found}'",
        arity = arity,
        form = form,
        found = found
    )
}

impl Failure {
    /// Text that is no game.
    pub(crate) fn game(text: &str, error: ParseError) -> Failure {
        Failure::Game(text.to_owned(), Box::new(error))
    }

    /// A word for what is wrong, for programs: that of the reason where the question cannot be answered.
    pub fn word(&self) -> &str {
        match self {
            Failure::Game(..) => "position",
            Failure::Rule(..) => "rule",
            Failure::Refused(_) => "arguments",
            Failure::Misplaced(..)
            | Failure::Formats(..)
            | Failure::Input(..)
            | Failure::File(_) => "input",
            Failure::Unknown(why) => why.word(),
            Failure::Cells { .. } | Failure::Disagree { .. } => "unknown",
            Failure::Interrupted => "interrupted",
        }
    }

    /// The sentence.
    pub fn describe(&self) -> Message {
        match self {
            Failure::Game(_, error) => error.message.clone(),
            Failure::Rule(_, errors) => match errors.errors.first() {
                Some(first) => first.message.clone(),
                None => message!("this is not a rule", "这不是规则"),
            },
            Failure::Misplaced(rule, why) => message!(
                "the rule '{rule}': {why}",
                "规则 '{rule}'：{why}",
                rule = rule.as_str(),
                why = why.clone()
            ),
            Failure::Formats(file, error) => message!(
                "{file}, line {line}, column {column}: {what}",
                "{file} 第 {line} 行第 {column} 列：{what}",
                file = file.as_str(),
                line = error.line,
                column = error.column,
                what = error.message.clone()
            ),
            Failure::Input(error, None) => of_input(error),
            Failure::Input(error, Some(sample)) => message!(
                "{error}; for example: {sample}",
                "{error}；例如：{sample}",
                error = of_input(error),
                sample = sample.as_str()
            ),
            Failure::Refused(refused) => refused.describe(),
            Failure::File(message) => message.clone(),
            Failure::Unknown(why) => why.message().clone(),
            Failure::Cells { cells, most } => message!(
                "a table of {cells} cells has to be solved cell by cell, and memory allows only {most}",
                "{cells} 格的表须逐格求解，内存只够 {most} 格",
                cells = *cells,
                most = *most
            ),
            Failure::Disagree {
                game,
                first,
                second,
            } => message!(
                "two searches disagree, which is an error in grundy: for {game} one finds the value {first}, the other {second}; please report this",
                "两次搜索结果不一致，这是 grundy 的错误：{game} 的值一为 {first}，一为 {second}；请报告此问题",
                game = game.as_str(),
                first = first.as_str(),
                second = second.as_str()
            ),
            Failure::Interrupted => Reason::Interrupted.describe(),
        }
    }
}

impl fmt::Display for Failure {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe().fmt(f)
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Failure::Game(_, error) => Some(error.as_ref()),
            Failure::Rule(_, errors) => Some(errors.as_ref()),
            Failure::Formats(_, error) => Some(error.as_ref()),
            Failure::Input(error, _) => Some(error.as_ref()),
            Failure::Unknown(why) => Some(why),
            _ => None,
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused)
    }
}

impl From<Why> for Failure {
    fn from(why: Why) -> Failure {
        Failure::Unknown(why)
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Failure {
        match reason {
            Reason::Interrupted => Failure::Interrupted,
            reason => Failure::Unknown(reason.into()),
        }
    }
}
