//! What is said where a question is not understood or cannot be answered.

use std::io;
use std::path::Path;

use grundy::notation::shortened;
use grundy::{Message, Text, message, system};

use super::shown;

/// An error message with an example.
pub(crate) fn with_example(what: Message, example: String) -> Message {
    if what.is_question() {
        return message!(
            "{what} For example: {example}",
            "{what}例如：{example}",
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

messages! {
    /// What cannot be done to a file, and why.
    fn file_error(
        what: Message,
        path: &Path => shown(path),
        error: &io::Error => system::reason(error),
    )
        "{what} '{path}': {error}"
        "{what} '{path}'：{error}";
    /// A file that cannot be written.
    fn cannot_write() "cannot write" "无法写入";
    /// A file of somebody else's where the lock would be.
    fn no_lock(
        path: &Path => shown(path),
        other: &Path => shown(other),
    )
        "'{other}' is not empty, and a run with '{path}' needs this name for its lock: name another file"
        "'{other}' 有内容，而使用 '{path}' 的运行要用这个名字作锁文件：请换一个文件名";
    /// An output in the place of what the command reads.
    fn onto_itself(read: &Path as path => shown(read), flag: &str)
        "'{path}' is read by this command, and {flag} would overwrite it: give {flag} another file"
        "本命令要读取 '{path}'，而 {flag} 会将其覆盖：请为 {flag} 指定另一个文件";
    /// A file that another run goes on with.
    fn in_use(path: &Path => shown(path))
        "'{path}' is in use by another run that has not ended; wait for it, or end it first"
        "'{path}' 正被另一个尚未结束的运行使用；请等它结束，或先将其终止";
    /// Before the name of a file that cannot be read.
    fn cannot_read() "cannot read" "无法读取";
    /// Standard input that cannot be read.
    fn cannot_read_input(error: &io::Error => system::reason(error))
        "cannot read standard input: {error}"
        "无法读取标准输入：{error}";
    /// Standard output that cannot be written.
    fn cannot_print(error: &io::Error => system::reason(error))
        "cannot write to standard output: {error}"
        "无法写到标准输出：{error}";
    /// A file in the notation that cannot be read.
    fn no_such_file(path: &str, error: &io::Error => system::reason(error))
        "cannot read the file '{path}': {error}"
        "无法读取文件 '{path}'：{error}";
    /// A file that is larger than the budget.
    fn file_too_large(path: &str, most: u64)
        "the file '{path}' has more than {most#byte}; --memory allows more"
        "文件 '{path}' 超过 {most} 字节；可用 --memory 放宽";
    /// The page in a program that was built without it.
    #[cfg(not(feature = "web"))]
    fn no_web()
        "this program was built without the page: build it with the feature 'web'"
        "此程序未包含网页：请以 'web' 特性编译";
    /// An answer that is longer than what is kept of one.
    fn answer_too_long(most: usize)
        "the answer has more than {most#byte}; ask for less"
        "答案超过 {most} 字节；请缩小范围";
    /// Ctrl-C.
    fn interrupted() "interrupted" "已中断";
    /// A command that reached a limit; `flag` sets it.
    fn over_budget(exhausted: grundy::budget::Exhausted => exhausted.message(), flag: &'static str)
        "{exhausted} ({flag})"
        "{exhausted}（{flag}）";
    /// Two things to say.
    fn and(one: Message, other: Message) "{one}; {other}" "{one}；{other}";
    /// A line that is too long.
    fn line_too_long(most: usize)
        "the line has more than {most#byte}; a line may have an eighth of --memory, and at most 16 MiB"
        "此行超过 {most} 字节；最长为 --memory 的八分之一，且不超过 16 MiB";
    /// Bytes that are no text.
    fn not_utf8(column: usize)
        "column {column}: the text is not valid UTF-8"
        "第 {column} 列：文本不是合法的 UTF-8";
    /// A number of positions that is none.
    fn no_count(found: &str)
        "--positions: expected a number such as 500000, 20M, 1e9 or none, found '{found}'"
        "--positions：此处应为 500000、20M、1e9 或 none 这样的数，却是 '{found}'";
    /// A size that is none.
    fn no_size(found: &str)
        "--memory: expected a size such as 512M or 2G, found '{found}'"
        "--memory：此处应为 512M 或 2G 这样的大小，却是 '{found}'";
    /// A game without a position.
    fn heaps_missing(game: &str)
        "'{game}' is a game; add a position to ask about"
        "'{game}' 是游戏名；请写出要问的局面";
    /// The kind of play in the place of a heap.
    fn misere_is_flag()
        "misère play is asked for by a flag"
        "反常规则由标志指定";
    /// Coordinates with blanks between them.
    fn coordinates_apart()
        "the coordinates of one position are joined by commas"
        "一个局面的各坐标用逗号连接";
    /// A rule in the place of a game.
    fn rule_without_flag(rule: &str => shortened(rule))
        "'{rule}' is a rule: put --rule before it"
        "'{rule}' 是规则：请在前面加上 --rule";
    /// A rule without quotation marks.
    fn rule_unquoted()
        "the shell took the rule apart: put it in quotation marks"
        "shell 把规则拆开了：请给规则加上引号";
    /// A file where a rule should be.
    fn rule_is_file(path: &str => shortened(path))
        "'{path}' is a file: a rule in a file is named with @ before it"
        "'{path}' 是文件：从文件读规则时在文件名前加 @";
    /// A number of values without its flag.
    fn count_without_flag(found: &str)
        "unexpected argument '{found}'; did you mean -n {found}?"
        "多余的参数 '{found}'；是否想输入 -n {found}？";
    /// Braces, of which the shell has made several words.
    fn braces_of_the_shell(typed: &str, code: &str)
        "the shell makes several words of the braces in {typed}: write {code}"
        "shell 会把 {typed} 中的花括号展开成多个词：请写 {code}";
    /// A table without its game.
    fn game_before_ranges()
        "the game is named first, then the ranges"
        "应先写游戏名，再写范围";
    /// A file where a position should stand.
    fn file_of_positions(name: &str)
        "'{name}' is a file; its positions, one a line, are read from standard input"
        "'{name}' 是文件；其中的局面（每行一个）从标准输入读取";
    /// A file among the positions of a game that reads none.
    fn reads_no_file(game: &str)
        "{game} does not read files: put the text of the file on the command line, or give 'grundy solve -' one position per line"
        "{game} 不读文件：请把文件内容写入命令行，或用 'grundy solve -' 逐行给出局面";
    /// Components side by side.
    fn joined_by_plus()
        "components of a sum are joined by '+'"
        "和的各分量以 '+' 连接";
    /// Text where there are only objects of JSON.
    fn lines_are_json()
        "with '-' every answer is a JSON object on a line of its own, whatever --format says; only a single position is answered in text"
        "用 '-' 时每行的答案都是一个 JSON 对象，没有 text 形式；单个局面才以文字回答";
    /// A time that is none.
    fn no_time(found: &str)
        "--time: expected a time such as 500ms, 30s, 5m or none, found '{found}'"
        "--time：此处应为 500ms、30s、5m 或 none 这样的时间，却是 '{found}'";
    /// A state graph that is too large to draw.
    fn tree_too_large(why: Message, flag: &str)
        "the state graph is too large to draw: {why}; {flag} allows more"
        "状态图太大，无法画出：{why}；可用 {flag} 放宽";
    /// `--tree` beside what it cannot stand with.
    fn tree_needs_one()
        "--tree draws one position, not lines from standard input"
        "--tree 只画一个局面，不能用于标准输入的多行";
    /// A table too large for any kind of picture or text.
    fn too_many_cells(cells: u128, most: u128)
        "a table of {cells} cells is too large: at most {most} can be shown, as a PNG picture"
        "{cells} 格的表太大：最多 {most} 格，且只能输出为 PNG 图片";
    /// A table whose cells need more memory than the budget has.
    fn cells_beyond_budget(cells: u128, most: u128)
        "a table of {cells} cells has to be solved cell by cell, and memory allows only {most}; --memory allows more"
        "{cells} 格的表须逐格求解，内存只够 {most} 格；可用 --memory 放宽";
    /// A table too large for one kind of picture or text.
    fn use_other_format(cells: u128, most: usize, other: &'static str)
        "a table of {cells} cells is too large for this format (at most {most}); use --format {other}"
        "{cells} 格的表对此格式太大（最多 {most} 格）；请用 --format {other}";
    /// A picture that would go to a terminal.
    fn picture_needs_file()
        "a picture cannot be shown in a terminal; write it to a file with -o FILE"
        "图片不能显示在终端；请用 -o FILE 写到文件";
    /// What a legend says of the values between 1 and the largest.
    fn gradient(largest: u128) "Grundy values 1 to {largest}" "SG 值 1 至 {largest}";
    /// An argument too many.
    fn one_too_many(found: &str) "unexpected argument '{found}'" "多余的参数 '{found}'";
    /// A value behind an option that takes none.
    fn takes_no_value(option: &str) "{option} takes no value" "{option} 不带值";
    /// A game where a command should stand.
    fn game_as_command(found: &str)
        "'{found}' is a game, not a command"
        "'{found}' 是游戏，不是命令";
    /// A value that an option does not take.
    fn no_such_value(option: &str, found: &str, choices: &str)
        "{option}: expected one of {choices}, found '{found}'"
        "{option}：此处应为 {choices} 之一，却是 '{found}'";
    /// An option without its value.
    fn value_missing(option: &str) "{option} needs a value" "{option} 需要一个值";
    /// An argument that is missing.
    fn argument_missing(what: &str) "{what} is missing" "缺少 {what}";
    /// A question about a position without one.
    fn position_missing() "the position is missing" "缺少局面";
    /// A table of a rule without ranges.
    fn range_missing() "the range of positions is missing" "缺少局面的范围";
    /// An option given twice.
    fn twice(option: &str) "{option} is given twice" "{option} 出现了两次";
    /// A flag given twice, and not with the same value.
    fn two_values(flag: &str, one: &str => shortened(one), other: &str => shortened(other))
        "{flag} is given twice, with '{one}' and with '{other}': give one of them"
        "{flag} 出现了两次，分别为 '{one}' 和 '{other}'：请只给其一";
    /// Two flags of which one would have no effect, or would say the contrary of the other.
    fn flags_apart(flag: &str, other: &str)
        "{flag} and {other} cannot be combined"
        "{flag} 与 {other} 不能合用";
    /// A file whose ending says another format than the flag beside it.
    fn ending_apart(path: &Path => shown(path), flag: &str)
        "the ending of '{path}' contradicts {flag}: leave out {flag}, or name another file"
        "'{path}' 的结尾与 {flag} 矛盾：请去掉 {flag}，或换一个文件名";
    /// Arguments that are no text.
    fn argument_not_utf8() "an argument is not valid UTF-8" "参数不是合法的 UTF-8";
    /// Arguments that cannot be understood otherwise.
    fn not_understood(what: String)
        "the arguments cannot be understood: {what}"
        "无法理解这些参数：{what}";
    /// A state graph that is too large for a picture.
    fn too_many_to_draw(count: usize, most: usize)
        "{count} positions are too many to draw (at most {most})"
        "{count} 个局面太多，无法画出（最多 {most} 个）";
    /// A state graph that cannot be drawn, where there is another form to ask for.
    fn tree_as_text(why: Message) "{why}; --tree=text lists them" "{why}；--tree=text 可列出";
    /// A sentence that exists in both languages already.
    fn as_it_is(en: String, zh: String) "{en}" "{zh}";
    /// A sample that need not be the one of the statement.
    fn unverified_sample()
        "not verified: the statement's own may differ"
        "未经核实，题面的样例可能不同";
    /// Other names of a format.
    fn also_called(names: String) "also called {names}" "别名 {names}";
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
            path = shown(one)
        );
    }
    message!(
        "{first} '{one}' and {second} '{other}' would be written to one file (FILE.part and FILE.lock exist beside FILE for a while), and one would be lost: name another",
        "{first} '{one}' 与 {second} '{other}' 会写到同一个文件（FILE 旁边有时还有 FILE.part 和 FILE.lock），其一会丢失：请换一个文件名",
        first = first,
        one = shown(one),
        second = second,
        other = shown(other)
    )
}

/// What one might ask first, for whoever asked nothing.
pub(crate) const FIRST_STEPS: Text = Text::new(
    "grundy: impartial combinatorial games. Who wins, by how much, which moves win, and why.

Five things to try:
  grundy solve nim 3 5 7                           who wins, and why
  grundy play kayles 8                             play against the computer
  grundy find --rule 'n -> n-k for k in {1,3,4}'   the pattern of your own game
  grundy emit hdu1847 --to cpp                     a program that a judge accepts
  grundy serve                                     every game drawn, in your browser

'grundy help' lists all commands, 'grundy games' all games.
",
    "grundy：公平组合游戏。谁必胜，SG 值是多少，怎么走，为什么。

不妨先试试：
  grundy solve nim 3 5 7                           谁必胜，为什么
  grundy play kayles 8                             与电脑对局
  grundy find --rule 'n -> n-k for k in {1,3,4}'   自己的游戏有什么规律
  grundy emit hdu1847 --to cpp                     生成能通过评测的代码
  grundy serve                                     在浏览器中看图、对局

“grundy help” 列出全部命令，“grundy games” 列出全部游戏。
",
);

/// A number below 0 in the place of an option.
pub(crate) fn negative(found: &str) -> Message {
    message!(
        "heaps and other numbers of a position cannot be negative: '{found}'",
        "局面中的堆和其他数不能为负：'{found}'",
        found = found
    )
}

/// A command or option that does not exist.
pub(crate) fn no_such_argument(found: &str, nearest: Option<&str>) -> Message {
    match nearest {
        Some(nearest) => message!(
            "there is no option '{found}'; did you mean '{nearest}'?",
            "没有选项 '{found}'；是否想输入 '{nearest}'？",
            found = found,
            nearest = nearest
        ),
        None if let Some(other) = crate::interface::with_flag(found) => message!(
            "this command has no option '{found}'; 'grundy {other}' has it",
            "此命令没有选项 '{found}'；'grundy {other}' 有",
            found = found,
            other = other
        ),
        None => message!(
            "there is no option '{found}'",
            "没有选项 '{found}'",
            found = found
        ),
    }
}

/// An option between quotation marks, with more behind it.
pub(crate) fn option_with_more(option: &str) -> Message {
    message!(
        "give the option '{option}' by itself, not in one pair of quotation marks with what follows, as in {option} --rule 'n -> n-k for k in 1..'",
        "选项 '{option}' 应单独给出，不与后面的内容写在同一对引号里，例如 {option} --rule 'n -> n-k for k in 1..'",
        option = option
    )
}

/// A flag that says something of another one, which is not there: one of these.
pub(crate) fn flag_needs(flag: &str, others: &[String]) -> Message {
    message!(
        "{flag} has no effect without {en}",
        "{flag} 须与 {zh} 合用",
        flag = flag,
        en = others.join(" or "),
        zh = others.join(" 或 ")
    )
}

/// Names to choose from: 'a', 'b' or 'c'.
fn one_of(names: &[&str]) -> Message {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match &quoted[..] {
        [] => Message::verbatim(""),
        [only] => Message::verbatim(only),
        [before @ .., last] => message!(
            "{en} or {last}",
            "{zh} 或 {last}",
            en = before.join(", "),
            zh = before.join("、"),
            last = last.as_str()
        ),
    }
}

/// A command that does not exist, and those that are near it, the nearest first.
pub(crate) fn no_such_command(found: &str, near: &[&str]) -> Message {
    match near {
        [_, ..] => message!(
            "there is no command '{found}'; did you mean {nearest}?",
            "没有命令 '{found}'；是否想输入 {nearest}？",
            found = found,
            nearest = one_of(near)
        ),
        [] => message!(
            "there is no command '{found}'; 'grundy help' lists them",
            "没有命令 '{found}'；'grundy help' 列出全部",
            found = found
        ),
    }
}

/// A contest format that does not exist.
pub(crate) fn no_such_format(found: &str, near: &[String]) -> Message {
    match near {
        [] => message!(
            "there is no problem '{found}'; 'grundy judge --list' lists them",
            "没有题目 '{found}'；用 'grundy judge --list' 列出",
            found = found
        ),
        near => message!(
            "there is no problem '{found}'; similar ones are {near}, and 'grundy judge --list' lists all",
            "没有题目 '{found}'；相近的有 {zh}，用 'grundy judge --list' 列出全部",
            found = found,
            near = near.join(", "),
            zh = near.join("、")
        ),
    }
}
