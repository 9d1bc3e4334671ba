//! What is said where a question is not understood or cannot be answered.

use std::io;
use std::path::Path;

use grundy::{Message, message};

/// An error message with an example.
pub(crate) fn with_example(what: Message, example: String) -> Message {
    if what.is_question() {
        return message!(
            "{what} For example: {example}",
            "{what} 例如：{example}",
            what = what,
            example = example
        );
    }
    message!(
        "{what}; for example: {example}",
        "{what}；例如：{example}",
        what = what,
        example = example
    )
}

/// What cannot be done to a file, and why.
pub(crate) fn file_error(what: Message, path: &Path, error: &io::Error) -> Message {
    message!(
        "{what} '{path}': {error}",
        "{what} '{path}'：{error}",
        what = what,
        path = path.display().to_string(),
        error = error.to_string()
    )
}

/// A file that cannot be written.
pub(crate) fn cannot_write() -> Message {
    message!("cannot write", "无法写入")
}

/// A file of somebody else's where the lock would be.
pub(crate) fn no_lock(path: &Path, other: &Path) -> Message {
    message!(
        "'{other}' holds something, and a run with '{path}' needs this name for its lock: name another file",
        "'{other}' 有内容，而使用 '{path}' 的运行要用这个名字作锁文件：请换一个文件名",
        other = other.display().to_string(),
        path = path.display().to_string()
    )
}

/// Two outputs of which one would be lost.
pub(crate) fn same_file(flags: [&str; 2], [one, other]: [&Path; 2]) -> Message {
    let [first, second] = flags;
    if one == other {
        return message!(
            "{first} and {second} would both be written to '{path}', and one would be lost: name two files",
            "{first} 与 {second} 都要写到 '{path}'，其一会丢失：请用两个不同的文件",
            first = first,
            second = second,
            path = one.display().to_string()
        );
    }
    message!(
        "{first} '{one}' and {second} '{other}' would be written to one file (beside FILE stand FILE.part and FILE.lock for a while), and one would be lost: name another",
        "{first} '{one}' 与 {second} '{other}' 会写到同一个文件（FILE 旁边有时还有 FILE.part 和 FILE.lock），其一会丢失：请换一个文件名",
        first = first,
        one = one.display().to_string(),
        second = second,
        other = other.display().to_string()
    )
}

/// An output in the place of what the command reads.
pub(crate) fn onto_itself(read: &Path, flag: &str) -> Message {
    message!(
        "'{path}' is read by this command, and {flag} would write over it: name another file behind {flag}",
        "本命令要读取 '{path}'，而 {flag} 会将其覆盖：请为 {flag} 指定另一个文件",
        path = read.display().to_string(),
        flag = flag
    )
}

/// A file that another run goes on with.
pub(crate) fn in_use(path: &Path) -> Message {
    message!(
        "'{path}' is in use by another run that has not ended; wait for it, or end it first",
        "'{path}' 正被另一个尚未结束的运行使用；请等它结束，或先将其终止",
        path = path.display().to_string()
    )
}

/// Before the name of a file that cannot be read.
pub(crate) fn cannot_read() -> Message {
    message!("cannot read", "无法读取")
}

/// Standard input that cannot be read.
pub(crate) fn cannot_read_input(error: &io::Error) -> Message {
    message!(
        "cannot read standard input: {error}",
        "无法读取标准输入：{error}",
        error = error.to_string()
    )
}

/// Standard output that cannot be written.
pub(crate) fn cannot_print(error: &io::Error) -> Message {
    message!(
        "cannot write to standard output: {error}",
        "无法写到标准输出：{error}",
        error = error.to_string()
    )
}

/// A file in the notation that cannot be read.
pub(crate) fn no_such_file(path: &str, error: &io::Error) -> Message {
    message!(
        "cannot read the file '{path}': {error}",
        "无法读取文件 '{path}'：{error}",
        path = path,
        error = error.to_string()
    )
}

/// A file that is larger than the budget.
pub(crate) fn file_too_large(path: &str, most: u64) -> Message {
    message!(
        "the file '{path}' has more than {most} bytes; --budget-bytes allows more",
        "文件 '{path}' 超过 {most} 字节；可用 --budget-bytes 放宽",
        path = path,
        most = most
    )
}

/// A file that is asked for from elsewhere.
pub(crate) fn no_files_here() -> Message {
    message!("files are not read or written here", "此处不读写文件")
}

/// A command or a flag that only the terminal has.
pub(crate) fn not_offered(what: &str) -> Message {
    message!(
        "'{what}' is not offered here, only in a terminal",
        "此处不提供 '{what}'，只能在终端中使用",
        what = what
    )
}

/// The page in a program that was built without it.
#[cfg(not(feature = "web"))]
pub(crate) fn no_web() -> Message {
    message!(
        "this program was built without the page: build it with the feature 'web'",
        "此程序未包含网页：请以 'web' 特性编译"
    )
}

/// An answer that is longer than what is kept of one.
pub(crate) fn answer_too_long(most: usize) -> Message {
    message!(
        "the answer has more than {most} bytes; ask for less",
        "答案超过 {most} 字节；请缩小范围",
        most = most
    )
}

/// Ctrl-C.
pub(crate) fn interrupted() -> Message {
    message!("interrupted", "已中断")
}

/// A command that reached a limit; `flag` sets it.
pub(crate) fn over_budget(exhausted: grundy::budget::Exhausted, flag: &'static str) -> Message {
    message!(
        "{exhausted} ({flag})",
        "{exhausted}({flag})",
        exhausted = exhausted.message(),
        flag = flag
    )
}

/// Two things to say.
pub(crate) fn and(one: Message, other: Message) -> Message {
    message!("{one}; {other}", "{one};{other}", one = one, other = other)
}

/// A line that is too long.
pub(crate) fn line_too_long(most: usize) -> Message {
    message!(
        "the line has more than {most} bytes; the longest has an eighth of --budget-bytes, and at most 16 MiB",
        "此行超过 {most} 字节；最长为 --budget-bytes 的八分之一，且不超过 16 MiB",
        most = most
    )
}

/// Bytes that are no text.
pub(crate) fn not_utf8(column: usize) -> Message {
    message!(
        "column {column}: the text is not valid UTF-8",
        "第 {column} 列：文本不是合法的 UTF-8",
        column = column
    )
}

/// A number of positions that is none.
pub(crate) fn no_count(found: &str) -> Message {
    message!(
        "--budget-positions: expected a number such as 500000 or 20M, found '{found}'",
        "--budget-positions：此处应为 500000 或 20M 这样的数，却是 '{found}'",
        found = found
    )
}

/// A size that is none.
pub(crate) fn no_size(found: &str) -> Message {
    message!(
        "--budget-bytes: expected a size such as 512M or 2G, found '{found}'",
        "--budget-bytes：此处应为 512M 或 2G 这样的大小，却是 '{found}'",
        found = found
    )
}

/// A time that is none.
pub(crate) fn no_time(found: &str) -> Message {
    message!(
        "--budget-time: expected a time such as 500ms, 30s, 5m or none, found '{found}'",
        "--budget-time：此处应为 500ms、30s、5m 或 none 这样的时间，却是 '{found}'",
        found = found
    )
}

/// A state graph that is too large to draw.
pub(crate) fn tree_too_large(why: Message, flag: &str) -> Message {
    message!(
        "the state graph is too large to draw: {why}; {flag} allows more",
        "状态图太大，无法画出：{why}；可用 {flag} 放宽",
        why = why,
        flag = flag
    )
}

/// `--tree` beside what it cannot stand with.
pub(crate) fn tree_needs_one() -> Message {
    message!(
        "--tree draws one position, not lines from standard input",
        "--tree 只画一个局面，不能用于标准输入的多行"
    )
}

/// A table too large for any kind of picture or text.
pub(crate) fn too_many_cells(cells: u128, most: u128) -> Message {
    message!(
        "a table of {cells} cells is too large: at most {most}, as a PNG picture",
        "{cells} 格的表太大：最多 {most} 格，以 PNG 图片输出",
        cells = cells,
        most = most
    )
}

/// A table whose cells need more memory than the budget has.
pub(crate) fn cells_beyond_budget(cells: u128, most: u128) -> Message {
    message!(
        "a table of {cells} cells has to be solved cell by cell, and memory allows {most}; --budget-bytes allows more",
        "{cells} 格的表须逐格求解，内存只够 {most} 格；可用 --budget-bytes 放宽",
        cells = cells,
        most = most
    )
}

/// A table too large for one kind of picture or text.
pub(crate) fn use_other_format(cells: u128, most: usize, other: &'static str) -> Message {
    message!(
        "a table of {cells} cells is too large for this format (at most {most}); use --format {other}",
        "{cells} 格的表对此格式太大（最多 {most} 格）；请用 --format {other}",
        cells = cells,
        most = most,
        other = other
    )
}

/// A picture that would go to a terminal.
pub(crate) fn picture_needs_file() -> Message {
    message!(
        "a PNG picture is not for a terminal; name a file with -o",
        "PNG 图片不能输出到终端；请用 -o 指定文件"
    )
}

/// What a legend says of the values between 1 and the largest.
pub(crate) fn gradient(largest: u128) -> Message {
    message!(
        "Grundy values 1 to {largest}",
        "SG 值 1 至 {largest}",
        largest = largest
    )
}

/// A command or option that does not exist.
pub(crate) fn no_such_argument(found: &str, nearest: Option<&str>) -> Message {
    match nearest {
        Some(nearest) => message!(
            "there is no option '{found}'; did you mean '{nearest}'?",
            "没有选项 '{found}'；是否想输入 '{nearest}'?",
            found = found,
            nearest = nearest
        ),
        None => message!(
            "there is no option '{found}'",
            "没有选项 '{found}'",
            found = found
        ),
    }
}

/// An argument too many.
pub(crate) fn one_too_many(found: &str) -> Message {
    message!(
        "the argument '{found}' is one too many",
        "参数 '{found}' 是多余的",
        found = found
    )
}

/// A value behind an option that takes none.
pub(crate) fn takes_no_value(option: &str) -> Message {
    message!(
        "{option} takes no value",
        "{option} 不带值",
        option = option
    )
}

/// A command that does not exist.
pub(crate) fn no_such_command(found: &str, nearest: Option<&str>) -> Message {
    match nearest {
        Some(nearest) => message!(
            "there is no command '{found}'; did you mean '{nearest}'?",
            "没有命令 '{found}'；是否想输入 '{nearest}'?",
            found = found,
            nearest = nearest
        ),
        None => message!(
            "there is no command '{found}'; 'grundy help' lists them",
            "没有命令 '{found}'；'grundy help' 列出全部",
            found = found
        ),
    }
}

/// A game where a command should stand.
pub(crate) fn game_as_command(found: &str) -> Message {
    message!(
        "'{found}' is a game, not a command",
        "'{found}' 是游戏，不是命令",
        found = found
    )
}

/// A value that an option does not take.
pub(crate) fn no_such_value(option: &str, found: &str, choices: &str) -> Message {
    message!(
        "{option}: expected one of {choices}, found '{found}'",
        "{option}：此处应为 {choices} 之一，却是 '{found}'",
        option = option,
        found = found,
        choices = choices
    )
}

/// An option without its value.
pub(crate) fn value_missing(option: &str) -> Message {
    message!(
        "{option} needs a value",
        "{option} 需要一个值",
        option = option
    )
}

/// An argument that is missing.
pub(crate) fn argument_missing(what: &str) -> Message {
    message!("{what} is missing", "缺少 {what}", what = what)
}

/// An option given twice.
pub(crate) fn twice(option: &str) -> Message {
    message!(
        "{option} stands twice",
        "{option} 出现了两次",
        option = option
    )
}

/// Arguments that are no text.
pub(crate) fn argument_not_utf8() -> Message {
    message!("an argument is not valid UTF-8", "参数不是合法的 UTF-8")
}

/// Arguments that cannot be understood otherwise.
pub(crate) fn not_understood(what: String) -> Message {
    message!(
        "the arguments cannot be understood: {what}",
        "无法理解这些参数：{what}",
        what = what
    )
}

/// A contest format that does not exist.
pub(crate) fn no_such_format(found: &str, near: &[String]) -> Message {
    match near {
        [] => message!(
            "there is no format '{found}'; 'grundy judge --list' lists them",
            "没有格式 '{found}'；用 'grundy judge --list' 列出",
            found = found
        ),
        near => message!(
            "there is no format '{found}'; near it are {near}, and 'grundy judge --list' lists all",
            "没有格式 '{found}'；相近的有 {near}，用 'grundy judge --list' 列出全部",
            found = found,
            near = near.join(", ")
        ),
    }
}

/// A state graph that is too large for a picture.
pub(crate) fn too_many_to_draw(count: usize, most: usize) -> Message {
    message!(
        "{count} positions are too many to draw (at most {most}); --tree=text lists them",
        "{count} 个局面太多，无法画出（最多 {most} 个）；--tree=text 可列出",
        count = count,
        most = most
    )
}

/// A sentence that exists in both languages already.
pub(crate) fn as_it_is(en: String, zh: String) -> Message {
    message!("{en}", "{zh}", en = en, zh = zh)
}

/// Other names of a format.
pub(crate) fn also_called(names: String) -> Message {
    message!("also called {names}", "别名 {names}", names = names)
}
