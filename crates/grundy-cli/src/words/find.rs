//! What is said of patterns.

use grundy::pattern::SequenceMatch;
use grundy::{Message, message};

labels! {
    /// Headings.
    FindWord {
        /// Of the patterns.
        Found "Found" "规律";
        /// Of known sequences.
        Sequences "Known sequences" "已知数列";
        /// Of the misère quotient.
        Quotient "Misère quotient" "反常规则商";
    }
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Which digit is read first.
fn order(most_first: bool) -> Message {
    match most_first {
        true => message!("the greatest", "高"),
        false => message!("the least", "低"),
    }
}

messages! {
    /// No pattern that is told, but some that holds for small numbers.
    fn nothing_told() "No pattern found." "没有找到规律。";
    /// Nothing was found in values from a file.
    fn more_values_to_try()
        "to go on, give more values: 'grundy seq' and 'grundy table' write them"
        "可再试：给出更多的值，'grundy seq' 与 'grundy table' 可写出";
    /// Only the empty position is lost, so that there is nothing to learn.
    fn trivial_pattern(condition: &str)
        "This is trivial: only the empty position is lost ({condition}), from every other one the player to move wins."
        "这是平凡的：只有空局面必败（{condition}），其余局面都是先手必胜。";
    /// What was looked at before the budget was spent.
    fn find_cut_short(why: Message)
        "The search was not completed ({why}): a larger limit may find more."
        "寻找尚未完成（{why}）：放宽限制或可找到更多。";
    /// What is known of all heaps.
    fn quotient_of_heaps(order: usize, p: usize, preperiod: u64, period: u64)
        "complete, proved: {order} elements, {p} of them in P; every heap from {preperiod} on has the same value as the heap that is {period} larger"
        "完整，已证明：{order} 个元素，其中 {p} 个属于 P；自堆 {preperiod} 起，每堆与大 {period} 的堆等价";
    /// How a program that plays sums is written.
    fn emit_misere(rule: String)
        "a program for sums of such heaps: grundy emit --misere --rule '{rule}'"
        "求解此类堆之和的程序：grundy emit --misere --rule '{rule}'";
    /// A range that is too small or no number.
    fn no_small_range(found: &str)
        "--small: expected a number from 5 to 1000000, found '{found}'"
        "--small：应为 5 至 1000000 的数，却是 '{found}'";
    /// Neither a rule nor values nor a game.
    fn nothing_to_look_at()
        "give a rule with --rule, values with --values, or a game"
        "应以 --rule 给出规则，以 --values 给出数值，或给出一个游戏";
    /// More than one of them.
    fn one_thing_to_look_at()
        "give only one of a rule, a file of values and a game"
        "规则、数值文件、游戏三者只能给出一个";
    /// A picture of an automaton, and none was found.
    fn no_automaton_to_draw()
        "no automaton to draw: the pattern found is not one of the digits of n or of the letters of a word"
        "没有可画的自动机：所找到的规律不是 n 的数字上的规律，也不是字的字母上的规律";
    /// How the picture of an automaton is read.
    fn automaton_legend(base: u32, most_first: bool => order(most_first))
        "The digits of n in base {base}, {most_first} digit first; a double line: a P-position."
        "从{most_first}位起读 n 的 {base} 进制数字；双线：必败态。";
    /// The same of words that are lost.
    fn language_legend()
        "The letters of a word from the left; a double line: a P-position."
        "从左起读字的字母；双线：必败态。";
    /// The same of the values of words.
    fn language_of_values_legend()
        "The letters of a word from the left; in each state the Grundy value of what was read. A double line: a P-position."
        "从左起读字的字母；状态中的数是已读部分的 SG 值；双线：必败态。";
    /// No programming language.
    fn which_language()
        "expected the program's language: --to cpp, python, rust or java"
        "应给出程序的语言：--to cpp、python、rust 或 java";
    /// A program that goes by a pattern without proof.
    fn program_by_checked_pattern(caution: Message)
        "{caution} Use --table for a table-based program."
        "{caution}可用 --table 写出打表的程序。";
    /// A program that fills tables.
    fn program_by_tables(language: &str, rate: &str)
        "this program tabulates up to the largest input, with at most 8 bytes for each position (10^6 positions take 8 MB) and a look at each of its options (in {language} {rate} a second); it may exceed the judge's time or memory limit"
        "本程序按最大的输入打表，每个局面至多占 8 字节（10^6 个局面占 8 MB），并要看其每个后继（{language} 每秒 {rate} 个），可能超出评测的时间或内存限制";
    /// A program that fills tables whose size the ranges of its format say.
    fn program_by_tables_of(cells: u128, size: &str, language: &str, rate: &str)
        "this program tabulates up to the largest input, by the ranges of the problem {cells} positions with at most {size} of memory and a look at each of their options (in {language} {rate} a second); it may exceed the judge's time or memory limit"
        "本程序按最大的输入打表，按格式的 ranges 为 {cells} 个局面，内存至多 {size}，并要看其每个后继（{language} 每秒 {rate} 个），可能超出评测的时间或内存限制";
    /// A program that searches.
    fn program_by_search()
        "this program searches all positions that can follow; it may exceed the judge's time or memory limit"
        "本程序搜索局面的所有后续，可能超出评测的时间或内存限制";
    /// A program for which not all patterns were looked for.
    fn pattern_cut_short(why: Message)
        "the search for a pattern was not completed ({why}): a larger --time may find one"
        "规律尚未寻找完毕（{why}）：增大 --time 或可找到";
}

/// What can be tried where nothing was found in values that were computed.
pub(crate) fn what_to_try(is_misere: bool, larger: Option<u64>, has_tables: bool) -> Message {
    let small = larger.map_or_else(|| "N".to_owned(), |larger| larger.to_string());
    match is_misere {
        false if !has_tables => message!(
            "to go on, guess from a larger range (--small {small}), or ask who wins under misère play (--misere)",
            "可再试：扩大猜测的范围（--small {small}），或改问反常规则下的胜负（--misere）",
            small = small
        ),
        false => message!(
            "to go on, guess from a larger range (--small {small}), ask who wins under misère play (--misere), or look at the values: 'grundy table' shows them, 'grundy period' goes far beyond them",
            "可再试：扩大猜测的范围（--small {small}），改问反常规则下的胜负（--misere），或直接看数值：'grundy table' 列出，'grundy period' 算得更远",
            small = small
        ),
        true => message!(
            "to go on, guess from a larger range (--small {small}), ask for the values under normal play (without --misere), or for the misère quotient: 'grundy quotient'",
            "可再试：扩大猜测的范围（--small {small}），去掉 --misere 改问正常规则下的值，或求反常规则商：'grundy quotient'",
            small = small
        ),
    }
}

/// No pattern in so many values.
pub(crate) fn nothing_found(searched: u64) -> Message {
    message!(
        "No pattern found in the first {searched} values.",
        "在前 {searched} 个值中没有找到规律。",
        searched = grouped(searched)
    )
}

/// So few values that no pattern is sought.
pub(crate) fn too_few_values(seen: usize) -> Message {
    match seen {
        1 => message!(
            "One value is too few to see a pattern: give at least 66.",
            "只有 1 个值，看不出规律：至少应给出 66 个。"
        ),
        _ => message!(
            "{seen} values are too few to see a pattern: give at least 66.",
            "{seen} 个值太少，看不出规律：至少应给出 66 个。",
            seen = seen
        ),
    }
}

/// A pattern of outcomes was sought in too little, or fails.
pub(crate) fn no_pattern_of_outcomes(seen: u64) -> Message {
    match seen {
        1 => message!(
            "No pattern found in the outcome of 1 position.",
            "在 1 个局面的胜负中没有找到规律。"
        ),
        _ => message!(
            "No pattern found in the outcomes of {seen} positions.",
            "在 {seen} 个局面的胜负中没有找到规律。",
            seen = grouped(seen)
        ),
    }
}

/// How far was looked.
pub(crate) fn how_found(searched: u64, held_out: u64) -> Message {
    match searched {
        1 => message!(
            "Guessed from 1 position; verified on {held_out} more.",
            "由 1 个局面猜出，并在另外 {held_out} 个局面上验证。",
            held_out = grouped(held_out)
        ),
        _ => message!(
            "Guessed from {searched} positions; verified on {held_out} more.",
            "由 {searched} 个局面猜出，并在另外 {held_out} 个局面上验证。",
            searched = grouped(searched),
            held_out = grouped(held_out)
        ),
    }
}

/// A known sequence.
pub(crate) fn sequence(found: &SequenceMatch) -> Message {
    message!(
        "{id} in the OEIS: {name} (the first {terms} terms agree)",
        "OEIS {id}：{name}（前 {terms} 项相同）",
        id = found.id,
        name = found.name,
        terms = found.terms
    )
}
