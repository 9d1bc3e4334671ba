//! What manual pages say behind what the table of flags tells.

use grundy::{Message, Text};

/// Heads the variables.
pub(crate) const ENVIRONMENT: Text = Text::new("ENVIRONMENT", "环境变量");

/// The variables of the environment that matter, each with what it does.
pub(crate) const VARIABLES: &[(&str, Text)] = &[
    (
        "LC_ALL, LC_MESSAGES, LANG",
        Text::new(
            "Without --lang, the first of these that is set determines the language: Chinese if it begins with zh, otherwise English.",
            "没有 --lang 时，由其中首个已设置者决定语言：以 zh 开头为中文，否则为英文。",
        ),
    ),
    (
        "NO_COLOR",
        Text::new(
            "If set, no colours are used. Colours are only for terminals anyway.",
            "设置后不用颜色。颜色本来也只用于终端。",
        ),
    ),
    (
        "COLUMNS",
        Text::new(
            "The width of text, from 40 to 120 columns (default: 100).",
            "文字的宽度，40 至 120 列（默认 100）。",
        ),
    ),
    (
        "TMPDIR",
        Text::new(
            "The directory for temporary files of large graphs, unless --scratch is given.",
            "没有 --scratch 时，大图的临时文件所在的目录。",
        ),
    ),
];

/// Heads the files.
pub(crate) const FILES: Text = Text::new("FILES", "文件");

/// Which files there are.
pub(crate) const OWN_FILES: Text = Text::new(
    "There is no configuration and no cache. Only files named by a flag are written; while one is being written, FILE.part or FILE.lock may exist beside it.",
    "没有配置文件，也没有缓存。只写选项所指的文件；写入期间，其旁边可能有 FILE.part 或 FILE.lock。",
);

messages! {
    /// A page that is shown as it is written, which nobody reads.
    fn to_read_a_page(call: &str)
        "to read it: {call} | man -l -"
        "阅读方法：{call} | man -l -";
}

/// The call that wrote a page, and how it is read.
pub(crate) fn how_to_read(command: Option<&str>) -> Message {
    match command {
        None => to_read_a_page("grundy man"),
        Some(name) => to_read_a_page(&format!("grundy man {name}")),
    }
}
