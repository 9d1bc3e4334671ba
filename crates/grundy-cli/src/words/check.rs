//! What is said of a program that is tried, and of rules of one's own in a format.

use std::io;
use std::time::Duration;

use grundy::{Message, message};

/// Neither a format nor a rule is named.
pub(crate) fn which_problem() -> Message {
    message!(
        "Which problem? Name a format of 'grundy judge --list', or give a --rule",
        "哪道题？请给出 'grundy judge --list' 中的格式名，或用 --rule 给出规则"
    )
}

/// No program is named.
pub(crate) fn which_program() -> Message {
    message!("Which program is to be checked?", "要检查哪个程序？")
}

/// A number of cases that is none.
pub(crate) fn no_cases(text: &str, most: u64) -> Message {
    message!(
        "'{text}' is no number of cases from 1 to {most}",
        "'{text}' 不是 1 到 {most} 的组数",
        text = text,
        most = most
    )
}

/// A seed that is none.
pub(crate) fn no_seed(text: &str) -> Message {
    message!(
        "'{text}' is no seed: a number from 0 to 18446744073709551615",
        "'{text}' 不是种子：须为 0 到 18446744073709551615 的数",
        text = text
    )
}

/// A time limit that is none.
pub(crate) fn no_limit(text: &str) -> Message {
    message!(
        "'{text}' is no time for a run, such as 2s or 500ms",
        "'{text}' 不是每次运行的时限，例如 2s 或 500ms",
        text = text
    )
}

/// The shell does not start.
pub(crate) fn cannot_run(error: &io::Error) -> Message {
    message!(
        "cannot run the program: {error}",
        "无法运行程序：{error}",
        error = error.to_string()
    )
}

/// The shell does not find the program.
pub(crate) fn no_program(command: &str) -> Message {
    message!(
        "cannot run '{command}': there is no such program",
        "无法运行 '{command}'：没有这个程序",
        command = command
    )
}

/// The shell may not run the program.
pub(crate) fn not_runnable(command: &str) -> Message {
    message!(
        "cannot run '{command}': the file is no program, or not executable (chmod +x)",
        "无法运行 '{command}'：该文件不是程序，或没有执行权限（chmod +x）",
        command = command
    )
}

/// Nothing to try.
pub(crate) fn no_case_made() -> Message {
    message!(
        "no case was made up that the judge can answer; ranges in the format, or a larger budget, may help",
        "造出的数据评测均无法回答；可在格式中给出 ranges，或放宽预算"
    )
}

/// Cases that were right when somebody asked to stop, or a limit was reached.
pub(crate) fn agreed_until_then(cases: u64) -> Message {
    message!(
        "interrupted; {cases} cases agreed until then",
        "已中断；此前 {cases} 组全部一致",
        cases = cases
    )
}

/// Nothing is wrong.
pub(crate) fn all_agree(cases: u64, seed: u64) -> Message {
    message!(
        "All cases agree: {cases} (seed {seed})",
        "全部一致：{cases} 组（种子 {seed}）",
        cases = cases,
        seed = seed
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
            "Tried with numbers up to {largest}: {far} cases more.",
            "所试的数最大为 {largest}：另有 {far} 组。",
            largest = largest,
            far = far
        ),
    }
}

/// Numbers for which the program is no good, where nothing says that it must be.
pub(crate) fn gave_up(size: u64) -> Message {
    message!(
        "With numbers up to {size} it broke or took too long, which is not counted: no range is given for them.",
        "数达到 {size} 时程序出错或超时，不计为错误：未给出数的范围。",
        size = size
    )
}

/// A largest number that is none.
pub(crate) fn no_largest(text: &str) -> Message {
    message!(
        "'{text}' is not a largest number to try, from 0 to 9223372036854775807",
        "'{text}' 不是所试的最大数：须为 0 到 9223372036854775807 的数",
        text = text
    )
}

/// Where it failed.
pub(crate) fn failed_within(cases: u64, seed: u64) -> Message {
    message!(
        "cases tried: {cases} (seed {seed}); the input that fails was made smaller",
        "已试 {cases} 组（种子 {seed}）；出错的输入已缩小",
        cases = cases,
        seed = seed
    )
}

/// Where only the sample failed.
pub(crate) fn sample_fails(cases: u64, seed: u64) -> Message {
    message!(
        "made-up cases that agree: {cases} (seed {seed}); the sample of the statement does not",
        "造出的 {cases} 组均一致（种子 {seed}），但题目样例不一致",
        cases = cases,
        seed = seed
    )
}

/// Before the input of a sample.
pub(crate) fn sample() -> Message {
    message!("The sample input", "样例输入")
}

/// Another answer.
pub(crate) fn wrong_answer() -> Message {
    message!("Wrong answer", "答案错误")
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

/// No end within the time.
pub(crate) fn too_late(time: Duration) -> Message {
    message!(
        "Time limit exceeded: no end within {seconds} s",
        "超时：{seconds} 秒内未结束",
        seconds = time.as_secs_f64().to_string()
    )
}

/// Output without end.
pub(crate) fn flooded() -> Message {
    message!(
        "Output limit exceeded: it writes far more than any answer is long",
        "输出超限：输出远多于答案"
    )
}

/// Before the input.
pub(crate) fn least_input() -> Message {
    message!("The smallest input found", "找到的最小输入")
}

/// Before the right output.
pub(crate) fn expected() -> Message {
    message!("Expected", "应为")
}

/// Before the program's output.
pub(crate) fn got() -> Message {
    message!("Got", "实为")
}

/// Before standard error.
pub(crate) fn complaint() -> Message {
    message!("On standard error", "标准错误")
}

/// Before the reasons.
pub(crate) fn reason() -> Message {
    message!("The right answer", "正确答案")
}

/// An output without anything in it.
pub(crate) fn nothing_written() -> Message {
    message!("(nothing)", "（空）")
}

/// Under the beginning of a text.
pub(crate) fn more_lines(count: usize) -> Message {
    message!(
        "… and {count} more lines",
        "……另有 {count} 行",
        count = count
    )
}

/// Cases that were not tried.
pub(crate) fn refused_cases(count: u64) -> Message {
    message!(
        "{count} made-up cases were left out: the rule does not allow them, or they need too much work",
        "另有 {count} 组造出的数据未用：规则不允许，或求解代价过大",
        count = count
    )
}

/// Misère play without a rule.
pub(crate) fn misere_needs_rule() -> Message {
    message!(
        "a format says itself whether its play is misère; --misere goes with --rule",
        "格式自身已说明是否为反规则；--misere 须与 --rule 合用"
    )
}
