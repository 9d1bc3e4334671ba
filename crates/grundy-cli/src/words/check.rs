//! What is said of a program that is tried, and of rules of one's own in a format.

use std::io;
use std::time::Duration;

use grundy::text::seconds;
use grundy::{Message, message, system};
use grundy_judge::NoFormats;

messages! {
    /// Neither a problem nor a rule is named.
    fn which_problem()
        "Which problem? Name one that 'grundy judge --list' lists, or give a rule with --rule"
        "哪道题？请给出 'grundy judge --list' 中的题目名，或用 --rule 给出规则";
    /// No program is named.
    fn which_program() "--cmd is missing: which program should be checked?" "缺少 --cmd：要检查哪个程序？";
    /// A number of cases that is none.
    fn no_cases(text: &str, most: u64)
        "expected a number of cases from 1 to {most}, found '{text}'"
        "此处应为 1 到 {most} 的数据组数，却是 '{text}'";
    /// A seed that is none.
    fn no_seed(text: &str)
        "expected a seed from 0 to 18446744073709551615, found '{text}'"
        "此处应为 0 到 18446744073709551615 的种子，却是 '{text}'";
    /// A time limit that is none.
    fn no_limit(text: &str)
        "expected a time limit such as 2s or 500ms, found '{text}'"
        "此处应为每次运行的时限，如 2s 或 500ms，却是 '{text}'";
    /// The shell does not start.
    fn cannot_run(error: &io::Error => system::reason(error))
        "cannot run the program: {error}"
        "无法运行程序：{error}";
    /// The shell does not find the program.
    fn no_program(command: &str)
        "cannot run '{command}': there is no such program"
        "无法运行 '{command}'：没有这个程序";
    /// The shell may not run the program.
    fn not_runnable(command: &str)
        "cannot run '{command}': the file is not a program, or not executable (chmod +x)"
        "无法运行 '{command}'：该文件不是程序，或没有执行权限（chmod +x）";
    /// Nothing to try.
    fn no_new_case()
        "could not generate a case that the judge can answer; try giving ranges in the problem file, or a larger budget"
        "造出的数据评测均无法回答；可在题目文件中给出 ranges，或放宽预算";
    /// Cases that were right when somebody asked to stop, or a limit was reached.
    fn agreed_until_then(cases: u64)
        "interrupted; all {cases} cases tried so far agree"
        "已中断；此前 {cases} 组全部一致";
    /// The same after all that was promised.
    fn agreed_before_large(cases: u64, far: u64)
        "interrupted while trying larger numbers; all {cases} cases agree, and {far} more with larger numbers"
        "在试更大的数时中断；此前 {cases} 组全部一致，另有 {far} 组较大的数也一致";
    /// Nothing is wrong.
    fn all_agree(cases: u64, seed: u64)
        "All cases agree: {cases} (seed {seed})"
        "全部一致：{cases} 组（种子 {seed}）";
    /// Nothing is wrong with what was tried within the time of the check.
    fn agree_within(time: Duration as seconds => seconds(time), cases: u64, seed: u64)
        "Stopped by --time after {seconds} s; all cases tried so far agree: {cases} (seed {seed})"
        "已到 --time 的 {seconds} 秒，检查结束；此前所试全部一致：{cases} 组（种子 {seed}）";
    /// Nothing is wrong, but too little was tried to say so of the program.
    fn too_few_within(time: Duration as seconds => seconds(time), cases: u64, seed: u64)
        "Inconclusive: only {cases} cases were tried within --time, {seconds} s; all of them agree (seed {seed}). Allow more time."
        "尚无结论：--time 的 {seconds} 秒内只试了 {cases} 组，全部一致（种子 {seed}）。请放宽时间。";
    /// Cases are made up.
    fn making_cases() "cases were still being generated" "还在造数据";
    /// The judge answers.
    fn judging_cases() "the judge was still answering" "评测还在计算答案";
    /// The program runs.
    fn running_program() "the program was still running" "程序还在运行";
    /// Large numbers are tried.
    fn trying_large_numbers() "larger numbers were still being tried" "还在试更大的数";
    /// Large numbers are tried from now on.
    fn now_large_numbers()
        "All cases agree so far; now trying larger numbers."
        "至此全部一致；正在试更大的数。";
    /// What fails is made smaller.
    fn shrinking_input() "the failing input was still being minimised" "还在缩小出错的输入";
    /// A largest number that is none.
    fn no_largest(text: &str)
        "expected a largest number to try from 0 to 9223372036854775807, found '{text}'"
        "此处应为所试的最大数，0 到 9223372036854775807，却是 '{text}'";
    /// Where it failed.
    fn failed_within(cases: u64, seed: u64)
        "cases tried: {cases} (seed {seed}); the failing input was minimised"
        "已试 {cases} 组（种子 {seed}）；出错的输入已缩小";
    /// Where only the sample failed.
    fn sample_fails(cases: u64, seed: u64)
        "all {cases} generated cases agree (seed {seed}), but the sample of the statement does not"
        "造出的 {cases} 组均一致（种子 {seed}），但题目样例不一致";
    /// Before the input of a sample.
    fn sample() "The sample input" "样例输入";
    /// What was not proved and is taken to be so.
    fn assumed_finite()
        "termination is not proved; --assume-finite assumes it, and positions that can repeat have no answer"
        "未能证明对局必然结束；--assume-finite 视为成立，会重复的局面没有答案";
    /// A format to show that is not one of those known here.
    fn show_one()
        "--show prints one of the known problems: name it, without --rule and --problem"
        "--show 输出一道已知题目：请给出名称，且不与 --rule、--problem 合用";
    /// Another answer.
    fn wrong_answer() "Wrong answer" "答案错误";
    /// Output without end.
    fn flooded()
        "Output limit exceeded: the program writes far more than any answer needs"
        "输出超限：输出远多于答案";
    /// Before the input.
    fn least_input() "The smallest input found" "找到的最小输入";
    /// Before the right output.
    fn expected() "Expected" "应为";
    /// Before the program's output.
    fn got() "Got" "实为";
    /// Before standard error.
    fn complaint() "On standard error" "标准错误";
    /// Before the reasons.
    fn reason() "The right answer" "正确答案";
    /// An output without anything in it.
    fn nothing_written() "(nothing)" "（空）";
    /// Cases that were not tried.
    fn refused_cases(count: u64)
        "Generated cases that were skipped because the judge has no answer: {count}"
        "已生成但跳过的数据（无法求出答案）：{count} 组";
    /// Cases that were left out for other reasons than those that are shown.
    fn refused_otherwise(count: u64)
        "{count} for other reasons"
        "{count} 组另有原因";
    /// Nothing is wrong, where the judge's answers are a formula.
    fn formula_agrees(cases: u64, seed: u64)
        "The program agrees with the formula of the problem: {cases} cases (seed {seed})"
        "程序与题目的公式一致：{cases} 组（种子 {seed}）";
    /// What is not checked then, and how it is.
    fn nothing_independent()
        "This says nothing about the formula itself: the judge's answers are its values. To check the formula, let the judge search by the moves: give them by --rule, as in --rule 'n -> n-k for k in 1..=3', or write `options` or `rule` in the problem file instead of `value` and `wins`."
        "这不能检验公式本身：评测的答案就是公式的值。要检验公式本身，应让评测按走法搜索：用 --rule 给出走法，例如 --rule 'n -> n-k for k in 1..=3'，或在题目文件中以 `options` 或 `rule` 代替 `value` 与 `wins`。";
    /// How the formula itself was checked.
    fn formula_searched(cases: u64)
        "The formula itself agrees with a search by the moves, `options` of the problem, on {cases} small cases."
        "公式本身与按走法（题目的 `options`）搜索的结果一致：{cases} 组较小的数据。";
    /// Misère play without a rule.
    fn misere_needs_rule()
        "the problem decides whether play is misère (misere = true in a problem file); --misere goes with --rule"
        "是否为反常规则由题目决定，题目文件中用 misere = true；--misere 须与 --rule 合用";
}

/// What an answer by formulas goes by: a value, a condition under which the mover wins, or both.
pub(crate) fn by_formulas(text: &str) -> Message {
    const WINS: &str = "wins if ";
    let value = |value: &str| value.strip_prefix("value ").map(str::to_owned);
    match (text.strip_prefix(WINS), text.split_once("; wins if ")) {
        (Some(condition), _) => message!(
            "by the formula: the first player wins exactly if {condition}",
            "由公式：当且仅当 {condition} 时先手必胜",
            condition = condition
        ),
        (None, Some((before, condition))) if let Some(value) = value(before) => message!(
            "by the formulas: each value is {value}, and the first player wins exactly if {condition}",
            "由公式：各值为 {value}；当且仅当 {condition} 时先手必胜",
            value = value,
            condition = condition
        ),
        _ => match value(text) {
            Some(value) => message!(
                "by the formula: each value is {value}",
                "由公式：各值为 {value}",
                value = value
            ),
            None => super::by_formula(text),
        },
    }
}

/// A formula that is not what its own format says of the moves.
pub(crate) fn formula_differs(input: &str, formula: &str, moves: &str) -> Message {
    let input: Vec<&str> = input.split_whitespace().collect();
    message!(
        "the problem contradicts itself: for the input {input} its formula gives {formula}, but a search by `options` gives {moves}",
        "题目自相矛盾：对输入 {input}，公式的答案为 {formula}，按 `options` 搜索的答案为 {moves}",
        input = input.join(" "),
        formula = formula,
        moves = moves
    )
}

/// Names that are made and not read.
pub(crate) fn unused_names(names: &[String]) -> Message {
    message!(
        "`lists` defines {names}, which nothing uses: neither the rule, the position, a formula, an answer, nor another name in use",
        "`lists` 中的 {zh} 未被使用：规则、局面、公式、答案与其他用到的名字都没有读它",
        names = names.join(", "),
        zh = names.join("、")
    )
}

/// That the judge's answer stands without reasons, and why those are unknown.
pub(crate) fn no_reasons(why: Option<Message>) -> Message {
    match why {
        Some(why) => message!(
            "This is the judge's answer; the reasons for it could not be found within the limits: {why}",
            "答案由评测给出；其理由在限制之内未知：{why}",
            why = why
        ),
        None => message!(
            "This is the judge's answer; the reasons for it could not be found within the limits.",
            "答案由评测给出；其理由在限制之内未知。"
        ),
    }
}

/// That the judge has no answer to a sample, whose output is that of the statement.
pub(crate) fn sample_unknown(en: &str, zh: &str) -> Message {
    message!(
        "The judge could not answer the sample within its limits; the expected output is that of the sample. {en}",
        "评测自己对样例的答案在限制之内未知；“应为”是样例的输出。{zh}",
        en = en.to_owned(),
        zh = zh.to_owned()
    )
}

/// That a sample is not what its own rule says.
pub(crate) fn sample_differs(answer: &str) -> Message {
    message!(
        "The sample of the problem contradicts its rule; the program was compared with the rule, by which the answer to the sample is {answer}",
        "题目的样例与其规则不符，程序按规则比较：对样例的输入，评测的答案为 {answer}",
        answer = answer
    )
}

/// Words by which no format is found.
pub(crate) fn no_formats(none: &NoFormats) -> Message {
    match none {
        NoFormats::Word(none) if none.near.is_empty() => message!(
            "no problem has the word '{word}'; 'grundy judge --list' lists all",
            "没有题目含有 '{word}'；用 'grundy judge --list' 列出全部",
            word = none.word.as_str()
        ),
        NoFormats::Word(none) => message!(
            "no problem has the word '{word}'; did you mean {near}?",
            "没有题目含有 '{word}'，是否指 {zh}？",
            word = none.word.as_str(),
            near = none.near.join(", "),
            zh = none.near.join("、")
        ),
        NoFormats::Together => message!(
            "each of these words is in some problem, but no problem has them all",
            "每个词都有题目含有，但没有题目同时含有全部"
        ),
    }
}

/// No case was tried when the time was over.
pub(crate) fn no_time_for_a_case(time: Duration, at: Message) -> Message {
    message!(
        "no case was completed within {seconds} s: {at}; allow more with --time, or reduce the ranges of the problem",
        "{seconds} 秒内未能试完任何一组数据：{at}；可用 --time 放宽，或缩小题目的 ranges",
        seconds = seconds(time),
        at = at
    )
}

/// What a check was at when its time was over.
pub(crate) fn was_at(at: Message) -> Message {
    message!("When the time ran out, {at}.", "时间到时{at}。", at = at)
}

/// That the judge had no more time for a case.
pub(crate) fn judge_stopped((each, all): (Duration, Duration)) -> Message {
    message!(
        "the judge was stopped: it has {each} s for one case and {all} s for the cases of one run; a longer --time gives it more, smaller ranges of the problem less to do",
        "评测被停止：每组最多计算 {each} 秒，每次运行的各组共 {all} 秒；可用 --time 放宽，或缩小题目的 ranges",
        each = seconds(each),
        all = seconds(all)
    )
}

/// No case was tried, and the most frequent reason with an example.
pub(crate) fn no_case_made(count: u64, en: &str, zh: &str, example: &str) -> Message {
    message!(
        "could not generate a case that the judge can answer; try giving ranges in the problem file, or a larger budget. Most often ({count}): {en} (input: {example})",
        "造出的数据评测均无法回答；可在题目文件中给出 ranges，或放宽预算。最常见的原因（{count} 组）：{zh}（输入：{example}）",
        count = count,
        en = en.to_owned(),
        zh = zh.to_owned(),
        example = example.to_owned()
    )
}

/// Why cases were left out, with an example.
pub(crate) fn refused_because(count: u64, en: &str, zh: &str, example: &str) -> Message {
    message!(
        "{count}: {en} (input: {example})",
        "{count} 组：{zh}（输入：{example}）",
        count = count,
        en = en.to_owned(),
        zh = zh.to_owned(),
        example = example.to_owned()
    )
}

/// How large the numbers were.
pub(crate) fn tried_up_to(largest: u64, far: u64) -> Message {
    match far {
        0 => message!(
            "Tried with numbers up to {largest}.",
            "所试的数最大为 {largest}。",
            largest = largest
        ),
        far => message!(
            "{far} more cases, with numbers up to {largest}.",
            "另试了 {far} 组较大的数（最大为 {largest}）。",
            largest = largest,
            far = far
        ),
    }
}

/// Numbers for which the program is no good, where that is not held against it; whether a statement promises such numbers.
pub(crate) fn gave_up(size: u64, is_promised: bool) -> Message {
    match is_promised {
        true => message!(
            "With numbers up to {size} the program ran too long; this is not counted as an error, since one run may have many cases.",
            "数达到 {size} 时程序超时，不计为错误：一次运行可能含多组数据。",
            size = size
        ),
        false => message!(
            "With numbers up to {size} the program failed or ran too long; this is not counted as an error, since no range is given.",
            "数达到 {size} 时程序出错或超时，不计为错误：未给出数的范围。",
            size = size
        ),
    }
}

/// No end within the time: whether the program worked too long or only waited, where the system tells it.
pub(crate) fn too_late(limit: Duration, patience: u32, has_worked: Option<bool>) -> Message {
    let limit_of = seconds(limit);
    match has_worked {
        Some(true) => message!(
            "Time limit exceeded: more than {seconds} s of CPU time (--limit-time)",
            "超时：CPU 时间超过 {seconds} 秒（--limit-time）",
            seconds = limit_of
        ),
        Some(false) => message!(
            "Time limit exceeded: no end within {lasted} s; less than the limit of {seconds} s (--limit-time) of CPU time was used, so it mostly waited",
            "超时：{lasted} 秒内未结束；所用 CPU 时间不足时限 {seconds} 秒（--limit-time），大多在等待",
            lasted = seconds(limit.saturating_mul(patience)),
            seconds = limit_of
        ),
        None => message!(
            "Time limit exceeded: no end within {seconds} s (--limit-time)",
            "超时：{seconds} 秒内未结束（--limit-time）",
            seconds = limit_of
        ),
    }
}

/// What a run took until it was stopped.
pub(crate) fn run_took(run: usize, worked: Option<Duration>, lasted: Duration) -> Message {
    let lasted = seconds(lasted);
    match worked {
        Some(worked) => message!(
            "run {run}: stopped after {lasted} s; CPU time {worked} s",
            "第 {run} 次运行：{lasted} 秒后被停止，其中 CPU 时间 {worked} 秒",
            run = run,
            lasted = lasted,
            worked = seconds(worked)
        ),
        None => message!(
            "run {run}: stopped after {lasted} s",
            "第 {run} 次运行：{lasted} 秒后被停止",
            run = run,
            lasted = lasted
        ),
    }
}

/// Under the beginning of a text that is longer.
pub(crate) fn not_whole(more: usize, lines: usize, bytes: usize) -> Message {
    match more {
        0 => message!(
            "… {bytes} bytes in all; --json shows more",
            "……共 {bytes} 字节；--json 给出更多",
            bytes = bytes
        ),
        more => message!(
            "… and {more} more lines ({lines} lines, {bytes} bytes in all; --json shows more)",
            "……另有 {more} 行（共 {lines} 行，{bytes} 字节；--json 给出更多）",
            more = more,
            lines = lines,
            bytes = bytes
        ),
    }
}

/// An exit code or a signal, which is a negative number.
pub(crate) fn crashed(code: Option<i32>) -> Message {
    match code {
        Some(code @ 0..) => message!(
            "Runtime error: exit code {code}",
            "运行错误：退出码 {code}",
            code = code.unsigned_abs()
        ),
        Some(signal) => message!(
            "Runtime error: ended by signal {signal}",
            "运行错误：被信号 {signal} 终止",
            signal = signal.unsigned_abs()
        ),
        None => message!("Runtime error", "运行错误"),
    }
}
