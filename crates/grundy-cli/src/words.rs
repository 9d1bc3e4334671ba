//! Every sentence that the command line says of its own, in English and in Chinese.
//!
//! They stand in tables of labels and of sentences; what is chosen among several is a function below the table, by [`message!`].
//! None of them compiles without both languages.

/// A table of sentences: when each is said, its name and its facts, English, Chinese.
///
/// A fact stands in a sentence by the name of its parameter, or by the name behind `as`, and as it is, or as what stands behind `=>`.
macro_rules! messages {
    ($(
        $(#[$about:meta])*
        fn $name:ident($($given:ident: $type:ty $(as $fact:ident)? $(=> $value:expr)?),* $(,)?) $en:literal $zh:literal;
    )*) => {$(
        $(#[$about])*
        pub(crate) fn $name($($given: $type),*) -> grundy::Message {
            grundy::Message::new(
                const { &grundy::Text { en: $en, zh: $zh } },
                vec![$((messages!(@name $given $($fact)?), messages!(@value $given $($value)?).into())),*],
            )
        }
    )*};
    (@name $given:ident) => { stringify!($given) };
    (@name $given:ident $fact:ident) => { stringify!($fact) };
    (@value $given:ident) => { $given };
    (@value $given:ident $value:expr) => { $value };
}

/// A table of labels: where each stands, its name, English, Chinese.
macro_rules! labels {
    ($(#[$about:meta])* $labels:ident { $($(#[$where:meta])* $label:ident $en:literal $zh:literal;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $labels { $($(#[$where])* $label),* }

        impl $labels {
            /// The label in one language.
            pub(crate) const fn of(self, lang: grundy::Lang) -> &'static str {
                let (en, zh) = match self { $($labels::$label => ($en, $zh)),* };
                grundy::Text { en, zh }.of(lang)
            }
        }
    };
}

mod check;
mod crew;
mod find;
mod games;
mod graph;
mod man;
mod nimber;
mod period;
mod play;
mod quotient;
mod refusals;
mod rules;
mod sequences;
#[cfg(feature = "web")]
mod serve;
mod solve;
#[cfg_attr(not(feature = "tui"), allow(dead_code, reason = "for the screen"))]
mod terminal;

pub(crate) use check::*;
pub(crate) use crew::*;
pub(crate) use find::*;
pub(crate) use games::{
    MORE as MORE_OF_A_GAME, group as group_of_games, no_game_of_code, no_game_with,
};
pub(crate) use graph::*;
pub(crate) use man::*;
pub(crate) use nimber::*;
pub(crate) use period::*;
pub(crate) use play::*;
pub(crate) use quotient::*;
pub(crate) use refusals::*;
pub(crate) use rules::*;
pub(crate) use sequences::*;
#[cfg(feature = "web")]
pub(crate) use serve::*;
pub(crate) use solve::*;
pub(crate) use terminal::*;

use std::path::Path;

use grundy::answer::{Declined, Winning};
use grundy::{Answer, Exhausted, Lang, Message, Natural, Outcome, Play, Reason, message};

/// A path, as the system shows it.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

labels! {
    /// A label.
    Word {
        /// Before an error.
        Error "error: " "错误：";
        /// The last row of the binary columns.
        NimSum "nim-sum" "异或和";
        /// Heads the reasons.
        Why "Why" "理由";
        /// Heads the engines that declined.
        Declined "Engines that declined" "未能回答的引擎";
        /// Heads the theorems that a machine has checked.
        Checked "Theorems of these games and of sums that a machine has checked (proofs/theories)" "有关这些游戏与和的、经机器检验的定理（proofs/theories）";
        /// Heads the genus of each component.
        Genus "Genus" "Genus 符号";
        /// Says that no engine declined.
        NoneDeclined "none" "无";
        /// A sum of nothing.
        Nothing "nothing" "空";
        /// Before an example.
        Example "example" "示例";
        /// The book in which the manual pages stand.
        Manual "Grundy manual" "Grundy 手册";
        /// Before an example in help.
        ForExample "Example" "示例";
        /// Before the form of the notation.
        Form "form" "写法";
        /// Before other names.
        Aliases "also called" "别名";
        /// Before the reference.
        Source "reference" "文献";
        /// Before the theorems of a game that a machine has checked.
        Theorems "proved by machine" "经机器证明";
        /// The whole sum.
        WholeSum "the whole sum" "整个和";
        /// Under normal play.
        Normal "normal play: a player who cannot move loses" "正常规则：不能行动者负";
        /// Under misère play.
        Misere "misère play: a player who cannot move wins" "反常规则：不能行动者胜";
        /// Usage line of help.
        Usage "Usage" "用法";
        /// Commands in help.
        Commands "Commands" "命令";
        /// Arguments in help.
        Arguments "Arguments" "参数";
        /// Options in help.
        Options "Options" "选项";
        /// P-positions, in a legend.
        PPosition "P-position" "必败态";
        /// N-positions, in a legend.
        NPosition "N-position" "必胜态";
        /// D-positions, in a legend.
        DPosition "draw" "和局";
        /// Cells that are not known, in a legend.
        UnknownCell "unknown" "未知";
        /// No option, in a state graph.
        NoOption "no move" "无后继";
        /// Before the rule of a format.
        Rule "rule" "规则";
        /// Before the rule of a format in the one-line notation.
        OneLine "in a line" "一行写法";
        /// Heads what is known of a rule.
        OwnRule "Rule" "规则";
        /// Before something worth knowing that is no error.
        Note "note: " "注意：";
        /// Before something that is wrong and ends nothing.
        Warning "warning: " "警告：";
        /// Heads what a second search said.
        Again "Second search" "再次搜索";
        /// Before the layout of an input.
        Input "a case" "每组";
        Made "made of it" "由此算得";
        /// Before how the cases end.
        Cases "cases" "组数";
        /// Before what is written.
        Answer "answer" "答案";
        /// Before the limits of a statement.
        Limits "limits" "范围";
        /// Before where a problem was set.
        Set "source" "来源";
        /// Before what is to be known of a sample.
        Sample "sample" "样例";
        /// Before the input of a sample.
        SampleInput "Sample input" "样例输入";
        /// Before the output of a sample.
        SampleOutput "Sample output" "样例输出";
        /// Before the engine.
        Engine "engine" "引擎";
        /// Before the largest value.
        LargestValue "largest value" "最大值";
        /// Before the split into rare and common values.
        SparseSpace "sparse space" "稀疏空间";
        /// Before the rare values.
        RareValues "rare values" "稀有值";
        /// Before the time.
        Time "time" "用时";
        /// Heads values.
        Value "value" "值";
        /// Heads how often each occurred.
        Frequency "heaps" "堆数";
        /// Heads the last heap of each.
        LastHeap "last heap" "最后的堆";
        /// Marks a rare value.
        Rare "rare" "稀有";
    }
}

/// The play, as a heading says it.
pub(crate) fn play(play: Play) -> Word {
    match play {
        Play::Normal => Word::Normal,
        Play::Misere => Word::Misere,
    }
}

/// The title of a picture, and under which play it is.
pub(crate) fn under(title: &str, play: Play, lang: Lang) -> String {
    let play = self::play(play).of(lang);
    let titled = message!(
        "{title} ({play})",
        "{title}（{play}）",
        title = title,
        play = play
    );
    titled.render(lang).trim_start().to_owned()
}

/// Who wins.
pub(crate) fn verdict(outcome: Option<Outcome>) -> Message {
    match outcome {
        Some(Outcome::N) => message!(
            "The player to move wins (N-position)",
            "先手必胜（必胜态 N）"
        ),
        Some(Outcome::P) => message!(
            "The player to move loses (P-position)",
            "后手必胜（必败态 P）"
        ),
        Some(Outcome::D) => message!(
            "A draw (D-position): neither player can force a win",
            "和局（D 局面）：双方都不能强制取胜"
        ),
        None => message!("Unknown", "未知"),
    }
}

/// Words in the brackets of a language.
pub(crate) fn bracketed(words: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("({words})"),
        Lang::Zh => format!("（{words}）"),
    }
}

/// What parts brackets from what stands before them, where English has so many blanks: Chinese brackets bring their own room.
pub(crate) fn before_brackets(blanks: &'static str, lang: Lang) -> &'static str {
    match lang {
        Lang::En => blanks,
        Lang::Zh => "",
    }
}

/// Between parts of a sentence.
pub(crate) fn comma(lang: Lang) -> &'static str {
    grundy::Text::new(", ", "，").of(lang)
}

/// Between names in a list.
pub(crate) fn listed(lang: Lang) -> &'static str {
    grundy::Text::new(", ", "、").of(lang)
}

/// Between a label and what it is about.
pub(crate) fn colon(lang: Lang) -> &'static str {
    grundy::Text::new(": ", "：").of(lang)
}

/// An engine, for people.
pub(crate) fn engine_word(engine: grundy::Engine) -> grundy::Text {
    use grundy::Engine;
    match engine {
        Engine::Theorem => grundy::Text::new("theorem", "定理"),
        Engine::Table => grundy::Text::new("table", "表"),
        Engine::Pattern => grundy::Text::new("proved pattern", "已证明的规律"),
        Engine::Couples => grundy::Text::new("couples", "局面与数的配对搜索"),
        Engine::Search => grundy::Text::new("search", "搜索"),
        Engine::Outcome => grundy::Text::new("outcome", "胜负定理"),
        Engine::Cancel => grundy::Text::new("cancel", "相消"),
        Engine::Loopy => grundy::Text::new("loopy", "有环值定理"),
        Engine::Quotient => grundy::Text::new("quotient", "反常规则商"),
        Engine::SumSearch => grundy::Text::new("whole", "整体搜索"),
    }
}

messages! {
    /// The Grundy value, behind the verdict.
    fn value(value: &Natural) "Grundy value {value}" "SG 值 {value}";
    /// Under a table of components that is not all of them.
    fn more_components(count: usize) "… and {count} more" "……另有 {count} 个";
    /// Beside components without a value of their own.
    fn not_needed()
        "not needed: equal components cancel, and a P-position has the value 0"
        "无需求值：相同分量相消，必败态的值为 0";
    /// Lists that are asked for together, or with a name.
    fn one_list_at_a_time()
        "--octal, --quotients and --theorems are asked for one at a time; only --theorems takes a name, and --octal a code (without --digits)"
        "--octal、--quotients、--theorems 每次只列其一；只有 --theorems 可带名称，--octal 可带代号（此时不用 --digits）";
    /// Closes a list of theorems.
    fn theorems_meaning(count: usize)
        "{count#theorem}, each proved in Coq without an axiom, in proofs/theories. 'proofs/build check' compiles them."
        "共 {count} 个定理，均在 Coq 中不用公理证明，见 proofs/theories；用 proofs/build check 编译检验。";
    /// A theorem that a machine has checked.
    fn theorem(file: &str, name: &str, statement: &str)
        "{file}, {name}: {statement}"
        "{file}，{name}：{statement}";
    /// A component by its place, for the engines that declined.
    fn component(place: usize => place + 1, game: &str)
        "component {place}, {game}"
        "分量 {place}，{game}";
    /// A game that cannot be explained as one of the catalogue.
    fn by_formula(rule: &str) "by the formula of {rule}" "按 {rule} 的公式";
}

/// Moves to the end, behind the verdict.
pub(crate) fn remoteness(moves: u64) -> Message {
    if moves == 1 {
        return message!("perfect play ends after 1 move", "双方最优时 1 步结束");
    }
    message!(
        "perfect play ends after {moves} moves",
        "双方最优时 {moves} 步结束",
        moves = moves
    )
}

/// Heads the winning moves.
pub(crate) fn winning_moves(winning: &Winning, misere_end: bool) -> Message {
    match &winning.count {
        _ if misere_end => message!(
            "There is no move, and a player who cannot move wins",
            "无需行动：没有走法，而不能行动者胜"
        ),
        Some(count) if count.is_zero() => message!("No winning move", "没有必胜走法"),
        Some(count) if count.is_one() => message!("1 winning move", "1 种必胜走法"),
        Some(count) if *count <= Natural::from(winning.listed.len()) => {
            message!("{count} winning moves", "{count} 种必胜走法", count = count)
        }
        Some(count) if winning.listed.is_empty() => message!(
            "{count} winning moves, none of them listed",
            "{count} 种必胜走法，均未列出",
            count = count
        ),
        Some(count) => message!(
            "{count} winning moves, of which the first {listed}",
            "{count} 种必胜走法，前 {listed} 种",
            count = count,
            listed = winning.listed.len()
        ),
        None if winning.listed.is_empty() => message!(
            "The number of winning moves is unknown",
            "必胜走法的数目未知"
        ),
        None => message!(
            "Some winning moves; their number is unknown",
            "部分必胜走法；总数未知"
        ),
    }
}

/// Why it is not known of all moves whether they win, with the flag that allows more.
pub(crate) fn moves_unknown(answer: &Answer) -> Option<Message> {
    let is_left = |one: &&Declined| {
        // What had nothing left failed because of what came before.
        let spent = Reason::Exhausted(Exhausted::Positions(0));
        one.why != spent && one.why != Reason::Exhausted(Exhausted::Bytes(0))
    };
    let declined = answer.declined.iter().rev().find(is_left);
    let why = (answer.unknown.as_ref()).or(declined.map(|declined| &declined.why))?;
    let flag = match why {
        Reason::Exhausted(exhausted) => budget_flag(*exhausted),
        _ => "",
    };
    Some(match flag {
        "" => message!("because {why}", "原因：{why}", why = why.describe()),
        flag => message!(
            "because {why}; {flag} allows more",
            "原因：{why}；可用 {flag} 放宽",
            why = why.describe(),
            flag = flag
        ),
    })
}

/// Under a list of moves of which some are marked so: what the mark means.
pub(crate) fn unknown_mark(mark: &str, because: Option<Message>) -> Message {
    match because {
        None => message!(
            "{mark}: not known whether it wins",
            "{mark}：不知是否必胜",
            mark = mark
        ),
        Some(because) => message!(
            "{mark}: not known whether it wins, {because}",
            "{mark}：不知是否必胜，{because}",
            mark = mark,
            because = because
        ),
    }
}

/// Under a list that is not all of them.
pub(crate) fn more_moves(
    left_out: &Natural,
    listed: usize,
    all_asked: bool,
    most: usize,
) -> Message {
    if all_asked {
        message!(
            "{count} more; --all lists at most {most}",
            "另有 {count} 种；--all 最多列出 {most} 种",
            count = left_out,
            most = most
        )
    } else if most > 0 && left_out + Natural::from(listed) > Natural::from(most) {
        message!(
            "{count} more; --all lists the first {most}",
            "另有 {count} 种；用 --all 列出前 {most} 种",
            count = left_out,
            most = most
        )
    } else {
        message!(
            "{count} more; --all lists them",
            "另有 {count} 种；用 --all 列出",
            count = left_out
        )
    }
}

/// How the cases of a format are counted.
pub(crate) fn cases(cases: grundy_judge::Cases) -> Message {
    use grundy_judge::Cases;
    match cases {
        Cases::One => message!("one", "一组"),
        Cases::Counted => message!("their number comes first", "先给出组数"),
        Cases::UntilZero => message!(
            "until the numbers before the first list are all 0, or the input ends",
            "直到首个列表之前的数全为 0，或输入结束"
        ),
        _ => message!("until the input ends", "直到输入结束"),
    }
}

/// A rule of one line and the numbers of its position.
pub(crate) fn wins_if(rule: &str, condition: &str) -> Message {
    message!(
        "{rule}; the mover wins if {condition}",
        "{rule}；满足 {condition} 时先手胜",
        rule = rule,
        condition = condition
    )
}

pub(crate) fn placed(rule: &str, position: &str) -> Message {
    message!(
        "{rule}; position {position}",
        "{rule}；局面 {position}",
        rule = rule,
        position = position
    )
}

/// What a format answers, and when.
pub(crate) fn answers(format: &grundy_judge::Format) -> Message {
    let answer = tells(&format.tell, format.draw.as_ref());
    let heading = format.before_case.text();
    let answer = match heading.is_empty() {
        true => answer,
        false => message!(
            "{heading} before each case; {answer}",
            "每组之前写 {heading}；{answer}",
            heading = format!("{heading:?}"),
            answer = answer
        ),
    };
    if format.prefixes {
        return message!(
            "{answer}; after each entry of the last list, for the entries up to it",
            "{answer}；在最后一列的每个数之后，对至此的各数作答",
            answer = answer
        );
    }
    if format.each {
        return message!(
            "{answer}; for each heap by itself",
            "{answer}；逐堆作答",
            answer = answer
        );
    }
    answer
}

/// What a format answers for a position.
fn tells(tell: &grundy_judge::Reply, draw: Option<&grundy_judge::Wording>) -> Message {
    use grundy_judge::Reply;
    let shown = |wording: &grundy_judge::Wording| format!("{:?}", wording.text());
    match tell {
        Reply::Outcome { win, lose } if let Some(draw) = draw => message!(
            "{win} if the mover wins, {lose} if the mover loses, {draw} if neither player can force a win",
            "先手必胜时 {win}，必败时 {lose}，双方都不能必胜时 {draw}",
            win = shown(win),
            lose = shown(lose),
            draw = shown(draw)
        ),
        Reply::Outcome { win, lose } => message!(
            "{win} if the mover wins, else {lose}",
            "先手必胜时 {win}，否则 {lose}",
            win = shown(win),
            lose = shown(lose)
        ),
        Reply::Count(told) => message!(
            "the number of winning first moves, as {told}",
            "必胜的第一步的种数，写作 {told}",
            told = shown(told)
        ),
        Reply::Value(told) => {
            message!(
                "the value, as {told}",
                "值，写作 {told}",
                told = shown(told)
            )
        }
        Reply::Moves {
            win, each, lose, ..
        } => message!(
            "{win}, then {each} for each winning first move; {lose} if there is none",
            "{win}，再对每种必胜的第一步写 {each}；没有时写 {lose}",
            win = shown(win),
            each = shown(each),
            lose = shown(lose)
        ),
        _ => message!("see the guide", "见指南"),
    }
}

/// Heads one case of many.
pub(crate) fn case(case: u64, position: u64) -> Message {
    if position == 0 {
        message!("Case {case}", "第 {case} 组", case = case)
    } else {
        message!(
            "Case {case}, position {position}",
            "第 {case} 组第 {position} 个局面",
            case = case,
            position = position
        )
    }
}
