//! The one table of commands and flags, from which parsing, help, completions and the man page are made.

/// A table of flags: identifier, name and letter, what is taken, help in English and in Chinese. `(was "name")` after the name are names it had in
/// earlier versions, which are still understood and no longer shown.
macro_rules! flags {
    ($($(#[$about:meta])* $flag:ident = $name:literal $((was $($was:literal)+))? $($short:literal)? $takes:ident $(($($of:tt)*))? $en:literal $zh:literal;)*) => {$(
        $(#[$about])*
        pub(super) static $flag: crate::interface::Flag = crate::interface::Flag {
            name: $name,
            was: &[$($($was),+)?],
            short: flags!(@short $($short)?),
            takes: crate::interface::Takes::$takes$(($($of)*))?,
            help: grundy::Text { en: $en, zh: $zh },
        };
    )*};
    (@short) => { None };
    (@short $short:literal) => { Some($short) };
}

mod chart;
mod check;
mod docs;
mod emit;
mod find;
mod flags;
mod games;
mod graph;
mod moves;
mod nimber;
mod period;
mod play;
mod quotient;
mod serve;

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, ValueParser};
use clap::{Arg, ArgAction, Command, ValueHint};
use grundy::{Lang, Text};

use crate::language::Tags;
use crate::words::{self, Word};
pub(crate) use emit::language;
use flags::*;

/// What a flag takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    /// Nothing.
    Nothing,
    /// A value, by the name shown in help.
    Value(&'static str),
    /// One of some values.
    Choice(&'static [&'static str]),
    /// One of some values, the first where none is given (`--tree` or `--tree=text`).
    MaybeChoice(&'static [&'static str]),
    /// A value each time, and any number of times.
    Values(&'static str),
    /// Any number of words side by side, or none.
    AnyWords(&'static str),
    /// A value each time, up to so many words side by side.
    Words(&'static str, usize),
    /// The same with one of some values, and some more that are understood and not shown.
    Choices(&'static [&'static str], &'static [&'static str]),
}

impl Takes {
    /// Whether the flag has one value, so that giving it twice can only be meant once.
    pub(crate) fn is_single(self) -> bool {
        matches!(
            self,
            Takes::Value(_) | Takes::Choice(_) | Takes::MaybeChoice(_)
        )
    }
}

/// A flag.
#[derive(Debug)]
pub(crate) struct Flag {
    /// Its long name.
    pub(crate) name: &'static str,
    /// Names that it had before.
    pub(crate) was: &'static [&'static str],
    /// Its letter.
    pub(crate) short: Option<char>,
    /// What it takes.
    pub(crate) takes: Takes,
    /// What it does.
    pub(crate) help: Text,
}

/// A positional argument.
#[derive(Debug)]
pub(crate) struct Positional {
    /// Its name.
    pub(crate) name: &'static str,
    /// Least and most.
    pub(crate) count: (usize, usize),
    /// One of these, where it is not free.
    pub(crate) choices: &'static [&'static str],
    /// What it is.
    pub(crate) help: Text,
}

/// A command.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does, in a line.
    pub(crate) about: Text,
    /// How it is called.
    pub(crate) usage: &'static str,
    /// A valid call.
    pub(crate) example: &'static str,
    /// What else there is to know, in lines.
    pub(crate) notes: Text,
    /// Its positional arguments.
    pub(crate) places: &'static [Positional],
    /// Its flags.
    pub(crate) flags: &'static [&'static Flag],
}

const NO_NOTES: Text = Text { en: "", zh: "" };

const ANY: usize = usize::MAX;

const ONE_COMMAND: &[Positional] = &[Positional {
    name: "COMMAND",
    count: (0, 1),
    choices: &[],
    help: Text::new("One command", "某个命令"),
}];

const POSITION: &[Positional] = &[Positional {
    name: "GAME",
    count: (1, ANY),
    choices: &[],
    help: Text::new("A position, such as: nim 3 5 7", "局面，例如：nim 3 5 7"),
}];

/// The commands.
pub(crate) static COMMANDS: &[Entry] = &[
    Entry {
        name: "solve",
        about: Text::new("Who wins, by which moves, and why", "谁胜、必胜走法及理由"),
        usage: "grundy solve [--misere] [--format FORMAT | --tree | --binary] [-o FILE] [--rule RULE] GAME …\n       grundy solve --parquet FILE -o FILE",
        example: "grundy solve nim 3 5 7",
        notes: Text {
            en: "Join games by '+' to form a sum: grundy solve nim 3 5 + wythoff 3,5\n@FILE stands for the text of a file where a game takes edges, a tree or a table (graph @FILE a, tree @FILE, tax:2/@FILE 5) and after --rule; @- is standard input.\ngrundy solve - < positions.txt answers a file of positions, one per line, by one JSON object per line.\nExit codes: 0 answered, 1 unknown, 2 not understood, 130 interrupted.",
            zh: "用 '+' 将游戏连接成和：grundy solve nim 3 5 + wythoff 3,5\n游戏需要边、树或表时（graph @FILE a、tree @FILE、tax:2/@FILE 5），以及在 --rule 之后，@FILE 代表文件的内容，@- 代表标准输入。\ngrundy solve - < positions.txt 回答文件中的局面（每行一个），每行输出一个 JSON 对象。\n退出码：0 已回答，1 未知，2 无法理解，130 被中断。",
        },
        places: &[Positional {
            name: "GAME",
            count: (1, ANY),
            choices: &[],
            help: Text {
                en: "A position, such as: nim 3 5 7; '-' reads one per line",
                zh: "局面，例如：nim 3 5 7；'-' 从标准输入逐行读取",
            },
        }],
        flags: &[
            &RULE,
            &LET,
            &MISERE,
            &FORM,
            &JSON,
            &ALL,
            &EXPLAIN,
            &GENUS,
            &VERIFY,
            &BOARDS,
            &TREE,
            &BINARY,
            &PARQUET,
            &OUTPUT,
            &SEARCH_THREADS,
            &TABLES,
            &PROCESSES,
            &LISTEN,
            &JOIN,
            &TOKEN_FILE,
            &POSITIONS,
            &MEMORY,
            &TIME,
        ],
    },
    Entry {
        name: "table",
        about: Text {
            en: "Values or outcomes over a range of heaps, or two",
            zh: "一个或两个坐标范围内的 SG 值或胜负表",
        },
        usage: "grundy table [--misere] [--format FORMAT] [-o FILE] [--rule RULE | GAME] RANGE [RANGE]",
        example: "grundy table wythoff 0..10 0..10",
        notes: Text {
            en: "0..10 is 0 to 9, 0..=10 is 0 to 10.\nThe first range gives the rows, the second the columns.\nFor a game on one heap, two ranges mean the sum of two heaps.",
            zh: "0..10 即 0 至 9，0..=10 即 0 至 10。\n第一个范围为行，第二个为列。\n单堆游戏给两个范围时，表示两堆之和。",
        },
        places: &[
            Positional {
                name: "GAME",
                count: (0, 1),
                choices: &[],
                help: Text {
                    en: "A game with its parameters, without positions: wythoff, take:1,3,4",
                    zh: "游戏及其参数，不含局面：wythoff、take:1,3,4",
                },
            },
            Positional {
                name: "RANGE",
                count: (0, 2),
                choices: &[],
                help: Text {
                    en: "A range of heaps or of a coordinate: 0..10",
                    zh: "堆或坐标的范围：0..10",
                },
            },
        ],
        flags: &[
            &RULE,
            &LET,
            &MISERE,
            &OUTCOMES,
            &FORMAT,
            &JSON,
            &OUTPUT,
            &CELL_THREADS,
            &POSITIONS,
            &MEMORY,
            &NO_TIME,
        ],
    },
    moves::MOVES,
    play::PLAY,
    find::FIND,
    emit::EMIT,
    chart::CHART,
    period::PERIOD,
    quotient::QUOTIENT,
    nimber::NIMBER,
    graph::GRAPH,
    Entry {
        name: "seq",
        about: Text {
            en: "The nim-sequence of a take-and-break game, fast and resumable",
            zh: "高速输出取分游戏的 SG 值序列，可中断续算",
        },
        usage: "grundy seq [-n N] [--format FORMAT] [-o FILE] [--stats] [--checkpoint FILE] [--rule RULE | CODE]",
        example: "grundy seq 0.106 -n 1e6 -o values.u8 --stats",
        notes: Text {
            en: "Values go to standard output or to a file; --stats and --plot can replace them.\nA run with a checkpoint can be interrupted at any time and continued with --resume.\nExit codes: 0 computed, 1 ended by a limit before the last value, 2 not understood, 130 interrupted.",
            zh: "值写到标准输出或文件；也可只要统计或图。\n带检查点的运行可随时中止，用 --resume 继续。\n退出码：0 已算完，1 未到最后一个值即达到限度，2 无法理解，130 被中断。",
        },
        places: &[Positional {
            name: "CODE",
            count: (0, 1),
            choices: &[],
            help: Text {
                en: "The game: a code such as 0.106, take:1,3,4, kayles, grundy, couples",
                zh: "游戏：0.106 之类的代号、take:1,3,4、kayles、grundy、couples",
            },
        }],
        flags: &[
            &RULE,
            &LET,
            &NUMBER,
            &FROM,
            &FORMAT_VALUES,
            &OUTPUT,
            &WIDTH,
            &STATS,
            &JSON_STATS,
            &PLOT,
            &CHECKPOINT,
            &EVERY,
            &RESUME,
            &RESTART,
            &SEQUENCE_THREADS,
            &POSITIONS,
            &MEMORY,
            &NO_TIME,
        ],
    },
    Entry {
        name: "judge",
        about: Text {
            en: "Answer a contest's input with the judge's output",
            zh: "读取竞赛输入，给出评测所需的输出",
        },
        usage: "grundy judge [--explain] [--format FORMAT] [--rule RULE | --problem FILE] [NAME] [INPUT]\n       grundy judge --list [WORD …]",
        example: "grundy judge nyoj585 < input.txt",
        notes: NO_NOTES,
        places: &[
            Positional {
                name: "NAME",
                count: (0, 1),
                choices: &[],
                help: Text {
                    en: "The format; without one, the known formats are listed",
                    zh: "格式名；省略时列出已知格式",
                },
            },
            Positional {
                name: "INPUT",
                count: (0, 1),
                choices: &[],
                help: Text {
                    en: "The file to read (default: standard input)",
                    zh: "输入文件（默认为标准输入）",
                },
            },
        ],
        flags: &[
            &LIST,
            &ABOUT,
            &SHOW,
            &EXPLAIN_CASES,
            &PROBLEM,
            &FORM_OR_FILE,
            &JSON_CASES,
            &check::RULE,
            &LET,
            &check::MISERE,
            &ASSUME_FINITE,
            &THREADS,
            &POSITIONS,
            &MEMORY,
            &TIME,
        ],
    },
    check::CHECK,
    serve::SERVE,
    docs::DOCS,
    games::GAMES,
    Entry {
        name: "completions",
        about: Text::new("A completion script for a shell", "生成 shell 补全脚本"),
        usage: "grundy completions SHELL",
        example: "grundy completions bash",
        notes: NO_NOTES,
        places: &[Positional {
            name: "SHELL",
            count: (1, 1),
            choices: &["bash", "zsh", "fish", "powershell", "elvish"],
            help: Text {
                en: "bash, zsh, fish, powershell or elvish",
                zh: "bash、zsh、fish、powershell 或 elvish",
            },
        }],
        flags: &[],
    },
    Entry {
        name: "man",
        about: Text {
            en: "The manual page of grundy or of one command",
            zh: "生成 grundy 或某个命令的手册页",
        },
        usage: "grundy man [COMMAND]",
        example: "grundy man solve | man -l -",
        notes: NO_NOTES,
        places: ONE_COMMAND,
        flags: &[],
    },
    Entry {
        name: "help",
        about: Text::new(
            "Help for all commands, or for one",
            "显示本帮助，或某个命令的帮助",
        ),
        usage: "grundy help [COMMAND]",
        example: "grundy help solve",
        notes: NO_NOTES,
        places: ONE_COMMAND,
        flags: &[],
    },
];

/// The command with all sub-commands.
pub(crate) fn command(lang: Lang) -> Command {
    with(COMMANDS, lang)
}

/// The command with as many sub-commands as it takes to understand arguments: where they begin with the name of one, the
/// others need not be made.
pub(crate) fn command_for(arguments: &[OsString], lang: Lang) -> Command {
    let name = arguments.get(1).and_then(|name| name.to_str());
    let only = COMMANDS.iter().find(|entry| Some(entry.name) == name);
    with(only.map_or(COMMANDS, std::slice::from_ref), lang)
}

fn with(entries: &'static [Entry], lang: Lang) -> Command {
    let about = Text {
        en: "Impartial combinatorial games: who wins, by how much, which moves win, and why",
        zh: "公平组合游戏：谁胜、SG 值、必胜走法及理由",
    };
    let version = Text::new("Print the version", "显示版本");
    let mut command = Command::new("grundy")
        .about(about.of(lang))
        .version(env!("CARGO_PKG_VERSION"))
        .override_usage("grundy COMMAND …")
        .after_help(after(lang, &NO_NOTES, "grundy solve nim 3 5 7"))
        .help_template(template(lang))
        .subcommand_help_heading(Word::Commands.of(lang))
        .subcommand_required(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .arg(help(lang))
        .arg(flag(&LANG, lang))
        .arg(
            Arg::new("version")
                .long("version")
                .short('V')
                .action(ArgAction::Version)
                .help(version.of(lang))
                .help_heading(Word::Options.of(lang)),
        );
    for entry in entries {
        command = command.subcommand(subcommand(entry, lang));
    }
    command
}

/// The first command that has this flag, which begins with `--`.
pub(crate) fn with_flag(found: &str) -> Option<&'static str> {
    let name = found.strip_prefix("--")?;
    let mut entries = COMMANDS.iter();
    let entry = entries.find(|entry| entry.flags.iter().any(|flag| flag.name == name))?;
    Some(entry.name)
}

/// The command of this name.
pub(crate) fn entry(name: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| entry.name == name)
}

fn subcommand(entry: &'static Entry, lang: Lang) -> Command {
    let mut command = Command::new(entry.name)
        .about(entry.about.of(lang))
        .override_usage(entry.usage)
        .after_help(after(lang, &entry.notes, entry.example))
        .help_template(template(lang))
        .disable_help_flag(true)
        .disable_version_flag(true);
    for (before, place) in entry.places.iter().enumerate() {
        // Said, for who changes an argument puts it behind the others.
        let mut arg = Arg::new(place.name)
            .index(before + 1)
            .help(place.help.of(lang))
            .help_heading(Word::Arguments.of(lang))
            .hide_possible_values(true);
        // A file stands for the position.
        let has_file = entry.flags.iter().any(|flag| flag.name == PARQUET.name);
        arg = match has_file {
            true => arg.required_unless_present(PARQUET.name),
            false => arg.required(place.count.0 > 0),
        };
        if ["FILE", "INPUT"].contains(&place.name) {
            arg = arg.value_hint(ValueHint::FilePath);
        }
        if place.count.1 > 1 {
            arg = arg.num_args(place.count.0.max(1)..=place.count.1);
        }
        if !place.choices.is_empty() {
            arg = arg.value_parser(clap::builder::PossibleValuesParser::new(place.choices));
        }
        command = command.arg(arg);
    }
    // A command may say more of the language than the others.
    let own = entry.flags.iter().any(|flag| flag.name == LANG.name);
    for one in entry
        .flags
        .iter()
        .chain([&&LANG].into_iter().filter(|_| !own))
    {
        command = command.arg(flag(one, lang));
    }
    command.arg(help(lang))
}

fn flag(flag: &'static Flag, lang: Lang) -> Arg {
    let mut arg = Arg::new(flag.name)
        .long(flag.name)
        .aliases(flag.was)
        .help(flag.help.of(lang))
        .help_heading(Word::Options.of(lang));
    if !matches!(flag.takes, Takes::Nothing) {
        arg = arg.hide_possible_values(true);
    }
    if let Takes::Value(name) | Takes::Values(name) = flag.takes {
        arg = arg.value_hint(completed(name));
    }
    if let Some(short) = flag.short {
        arg = arg.short(short);
    }
    match flag.takes {
        Takes::Nothing => arg.action(ArgAction::SetTrue).overrides_with(flag.name),
        // Every value is kept, so that two that differ can be told.
        Takes::Value(name) => arg
            .value_name(name)
            .allow_negative_numbers(true)
            .action(ArgAction::Append),
        Takes::Values(name) => arg.value_name(name).action(ArgAction::Append),
        Takes::Words(name, most) => (arg.value_name(name))
            .num_args(1..=most)
            .action(ArgAction::Append),
        Takes::AnyWords(name) => (arg.value_name(name))
            .num_args(0..)
            .action(ArgAction::Append),
        Takes::Choices(choices, hidden) => arg
            .value_name(choices_name(flag))
            .value_parser(choice_of(
                flag,
                choices
                    .iter()
                    .map(choice)
                    .chain(hidden.iter().map(|hidden| choice(hidden).hide(true))),
            ))
            .action(ArgAction::Append),
        Takes::Choice(choices) => arg
            .value_name(choices_name(flag))
            .value_parser(choice_of(flag, choices.iter().map(choice)))
            .action(ArgAction::Append),
        Takes::MaybeChoice(choices) => arg
            .value_name(choices_name(flag))
            .value_parser(choice_of(flag, choices.iter().map(choice)))
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(choices[0])
            .action(ArgAction::Append),
    }
}

/// What a shell completes in the place of a value.
fn completed(value: &str) -> ValueHint {
    match value {
        "DIR" | "FOLDER" => ValueHint::DirPath,
        "COMMAND" => ValueHint::CommandString,
        "HOST" | "ADDRESS" => ValueHint::Hostname,
        name if name.starts_with("FILE") => ValueHint::FilePath,
        _ => ValueHint::Unknown,
    }
}

/// One of some values, and by which other words it is understood: `cpp|c++`.
fn choice(words: &&'static str) -> PossibleValue {
    let mut words = words.split('|');
    PossibleValue::new(words.next().unwrap_or_default()).aliases(words)
}

/// One of some values; a language may be named by the tag that systems have for it.
fn choice_of(flag: &Flag, values: impl Iterator<Item = PossibleValue>) -> ValueParser {
    let others = PossibleValuesParser::new(values);
    match flag.name == LANG.name {
        true => Tags { others }.into(),
        false => others.into(),
    }
}

/// The name of a value that is one of a few.
fn choices_name(flag: &Flag) -> &'static str {
    match flag.name {
        "lang" => "LANG",
        "to" => "LANGUAGE",
        "width" => "BITS",
        "with" | "first" => "WHO",
        "threads" => "N",
        "header" | "partition" => "HOW",
        _ => "FORMAT",
    }
}

fn help(lang: Lang) -> Arg {
    let help = Text::new("Print help", "显示帮助");
    Arg::new("help")
        .long("help")
        .short('h')
        .action(ArgAction::HelpShort)
        .help(help.of(lang))
        .help_heading(Word::Options.of(lang))
}

fn template(lang: Lang) -> StyledStr {
    let usage = Word::Usage.of(lang);
    StyledStr::from(format!(
        "{{about}}\n\n{usage}{}{{usage}}\n\n{{all-args}}{{after-help}}",
        words::colon(lang)
    ))
}

fn after(lang: Lang, notes: &Text, example: &str) -> String {
    let example = format!(
        "{}{}{example}",
        Word::ForExample.of(lang),
        words::colon(lang)
    );
    match notes.of(lang) {
        "" => example,
        notes => format!("{notes}\n\n{example}"),
    }
}
