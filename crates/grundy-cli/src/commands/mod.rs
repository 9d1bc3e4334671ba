//! The commands: each reads its arguments, asks the library and hands the answer to a printer.

mod arguments;
mod chart;
mod check;
mod completions;
mod emit;
mod find;
mod games;
mod graph;
pub(crate) mod judge;
mod lines;
mod man;
mod moves;
mod period;
mod play;
mod position;
pub(crate) mod ruled;
mod seq;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod table;
mod tree;

pub use check::Checked;

use std::ffi::OsString;
use std::path::Path;

use clap::ArgMatches;
use clap::parser::ValueSource;

#[cfg(feature = "web")]
pub(crate) use serve::worker;

use crate::context::Context;
use crate::failure::{ErrorData, Exit, Failure};
use crate::interface;
use crate::output::Written;
use crate::words;

/// The commands that answer whoever asks from elsewhere.
const OFFERED: [&str; 10] = [
    "solve", "moves", "chart", "table", "find", "emit", "period", "seq", "graph", "games",
];

/// What these commands do for nobody elsewhere: they would keep files, or call upon further processes.
const NOT_OFFERED: [&str; 13] = [
    "allow-public",
    "atlas",
    "certificate",
    "checkpoint",
    "every",
    "hosts",
    "partition",
    "patience",
    "process",
    "restart",
    "resume",
    "scratch",
    "workers",
];

/// Runs what the arguments say, of which the first is the name of the program.
pub(crate) fn run(arguments: &[OsString], context: &Context) -> Result<Exit, Failure> {
    let matches =
        match interface::command_for(arguments, context.lang).try_get_matches_from(arguments) {
            Ok(matches) => matches,
            Err(error) => return arguments::told(&error, arguments, context),
        };
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(Exit::Usage);
    };
    if context.has_files() {
        context.will_write(outputs(matches))?;
    } else {
        is_offered(name, matches)?;
    }
    match name {
        "solve" => solve::run(matches, context),
        "table" => table::run(matches, context),
        "find" => find::run(matches, context),
        "emit" => emit::run(matches, context),
        "moves" => moves::run(matches, context),
        "play" => play::run(matches, context),
        "chart" => chart::run(matches, context),
        "period" => period::run(matches, context),
        "seq" => seq::run(matches, context),
        "check" => check::run(matches, context),
        "graph" => graph::run(matches, context),
        "judge" => judge::run(matches, context),
        "serve" => serve::run(matches, context),
        "games" => games::run(matches, context),
        "completions" => completions::run(matches, context),
        "man" => man::run(matches, context),
        _ => help(matches, context),
    }
}

/// The files and folders that a command is to write, behind the flags that name them.
fn outputs(matches: &ArgMatches) -> Vec<Written> {
    let flags = [
        ("output", "-o"),
        ("plot", "--plot"),
        ("certificate", "--certificate"),
        ("checkpoint", "--checkpoint"),
        ("atlas", "--atlas"),
    ];
    let named = |flag| matches.try_get_one::<String>(flag).ok().flatten();
    let is_kept = named("checkpoint").is_some();
    let written = flags.into_iter().filter_map(|(name, flag)| {
        let path = named(name).filter(|path| *path != "-")?;
        Some(Written::new(
            flag,
            Path::new(path),
            match name {
                "checkpoint" | "atlas" => &[".lock"],
                "output" if is_kept => &[".part"],
                _ => &[],
            },
        ))
    });
    written.collect()
}

/// What a command answered in another context.
pub struct Answered {
    /// How it ended.
    pub exit: Exit,
    /// What it wrote.
    pub out: Vec<u8>,
    /// What it said beside the answer.
    pub asides: String,
    /// What went wrong.
    pub told: Option<ErrorData>,
}

/// Runs a command for somebody elsewhere; `arguments` are those behind the name of the program.
pub fn answer(arguments: &[String], context: Context) -> Answered {
    let name = OsString::from("grundy");
    let arguments: Vec<OsString> = [name]
        .into_iter()
        .chain(arguments.iter().map(OsString::from))
        .collect();
    let ended = run(&arguments, &context);
    let told = ended
        .as_ref()
        .err()
        .and_then(|failure| failure.told(context.lang));
    let exit = match (ended, &told) {
        (_, Some(told)) => told.exit,
        (Ok(exit), None) => exit,
        (Err(_), None) => Exit::Answered,
    };
    let asides = context.asides();
    Answered {
        exit,
        out: context.into_kept(),
        asides,
        told,
    }
}

/// Refuses what is for the terminal alone.
fn is_offered(name: &str, matches: &ArgMatches) -> Result<(), Failure> {
    let example = || {
        interface::entry("solve")
            .map_or("", |entry| entry.example)
            .to_owned()
    };
    if !OFFERED.contains(&name) {
        return Err(Failure::Arguments(words::not_offered(name), example()));
    }
    let told = |flag: &str| matches.value_source(flag) == Some(ValueSource::CommandLine);
    let flags = matches.ids().map(clap::Id::as_str);
    match flags
        .into_iter()
        .find(|flag| NOT_OFFERED.contains(flag) && told(flag))
    {
        None => Ok(()),
        Some(flag) => Err(Failure::Arguments(
            words::not_offered(&format!("--{flag}")),
            example(),
        )),
    }
}

/// A positional argument that may be missing.
fn place<'m>(matches: &'m ArgMatches, name: &str) -> Option<&'m str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// Prints the help of a command, or of all.
fn help(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let mut command = interface::command(context.lang);
    let help = match place(matches, "COMMAND") {
        None => command.render_help(),
        Some(name) => arguments::subcommand(&mut command, name)?.render_help(),
    };
    print_styled(&help, context)
}

/// Prints help, in colours only on a terminal.
fn print_styled(help: &clap::builder::StyledStr, context: &Context) -> Result<Exit, Failure> {
    let text = if context.colours() {
        help.ansi().to_string()
    } else {
        help.to_string()
    };
    context.write(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// What there is instead where the program was built without a server.
#[cfg(not(feature = "web"))]
mod serve {
    use clap::ArgMatches;

    use crate::context::Context;
    use crate::failure::{Exit, Failure};
    use crate::words;

    pub(super) fn run(_: &ArgMatches, _: &Context) -> Result<Exit, Failure> {
        Err(Failure::Input(words::no_web()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use grundy::{Budget, Lang};

    use super::*;

    /// More than any answer here needs.
    const LENGTH: usize = 1 << 20;

    fn most() -> Budget {
        Budget {
            time: Some(Duration::from_secs(5)),
            ..Budget::default()
        }
    }

    fn asked_with(arguments: &[&str], lang: Lang, input: &[u8]) -> Answered {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let context = Context::elsewhere(lang, most(), input.to_vec(), LENGTH);
        answer(&arguments, context)
    }

    fn asked(arguments: &[&str]) -> Answered {
        asked_with(arguments, Lang::En, b"")
    }

    fn text(answered: &Answered) -> String {
        let told = answered.told.as_ref();
        assert_eq!(told, None);
        String::from_utf8(answered.out.clone()).expect("text")
    }

    #[test]
    fn what_is_offered_answers_into_the_desk() {
        for (arguments, begins) in [
            (
                &["solve", "--json", "nim 3 5 7"][..],
                "{\"schema\":\"grundy.answer/",
            ),
            (&["solve", "--tree=svg", "nim 1 2"], "<svg"),
            (
                &["table", "--format=json", "wythoff", "0..5", "0..5"],
                "{\"schema\"",
            ),
            (&["table", "--format=png", "nim", "0..5", "0..5"], ""),
            (
                &[
                    "table",
                    "--format=csv",
                    "--rule=n -> n-k for k in {1,3}",
                    "0..5",
                ],
                "n,value",
            ),
            (&["seq", "0.106", "-n", "5", "--format=csv"], "n,value"),
            (&["seq", "0.106", "-n", "50", "--json"], "{\"schema\""),
            (&["seq", "0.106", "-n", "50", "--plot", "-"], "<svg"),
            (&["period", "--json", "0.77"], "{\"schema\""),
            (&["find", "--json", "take:1,2,3"], "{\"schema\""),
            (&["emit", "hdu1847", "--lang", "cpp"], "//"),
            (&["games", "--json", "nim"], "{\"schema\""),
        ] {
            let answered = asked(arguments);
            assert_eq!(answered.told, None, "{arguments:?}");
            assert_eq!(answered.exit, Exit::Answered, "{arguments:?}");
            assert!(
                answered.out.starts_with(begins.as_bytes()),
                "{arguments:?}: {}",
                String::from_utf8_lossy(&answered.out)
            );
            assert!(!answered.out.is_empty(), "{arguments:?}");
        }
    }

    #[test]
    fn what_came_with_the_question_is_standard_input() {
        let edges = b"a b\nb c\n";
        let graph = asked_with(&["graph", "-", "--json"], Lang::En, edges);
        assert!(text(&graph).contains("\"edges\":2"));
        let steps = asked_with(&["graph", "-", "--steps=svg"], Lang::En, edges);
        assert!(text(&steps).starts_with("<svg"));
        let rule = ["table", "--rule=@-", "0..5", "--format=csv"];
        let ruled = asked_with(&rule, Lang::En, b"n -> n-k for k in {1,3}");
        assert!(text(&ruled).starts_with("n,value,outcome\n0,0,P\n1,1,N\n"));
        let lines = asked_with(&["solve", "-"], Lang::En, b"nim 1\nnim 1 1\n");
        assert_eq!(text(&lines).lines().count(), 2);
    }

    #[test]
    fn no_file_is_read_or_written() {
        let folder = std::env::temp_dir().join(format!("grundy-context-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let there = folder.join("there");
        std::fs::write(&there, "a b\n").expect("a file");
        let (there, new) = (
            there.display().to_string(),
            folder.join("new").display().to_string(),
        );
        let refused = [
            vec!["solve", "hackenbush @THERE"],
            vec!["solve", "graph @THERE a"],
            vec!["solve", "--rule=@THERE", "3"],
            vec!["solve", "--rule=n -> n-k for k in v", "--let=v=@THERE", "3"],
            vec!["table", "nim", "0..5", "-o", "NEW"],
            vec!["table", "--rule=@THERE", "0..5"],
            vec!["find", "tree @THERE"],
            vec!["seq", "0.106", "-n", "5", "-o", "NEW"],
            vec!["seq", "0.106", "-n", "5", "--plot", "NEW.svg"],
            vec![
                "seq",
                "0.106",
                "-n",
                "5",
                "-o",
                "NEW",
                "--checkpoint",
                "NEW.save",
            ],
            vec!["seq", "--rule=@THERE", "-n", "5"],
            vec!["period", "0.77", "--checkpoint", "NEW"],
            vec!["period", "0.77", "--certificate", "NEW"],
            vec!["period", "--atlas", "NEW", "--seconds", "0s"],
            vec!["find", "--values", "THERE"],
            vec!["find", "--rule=@THERE"],
            vec!["emit", "hdu1847", "--lang=cpp", "-o", "NEW"],
            vec!["emit", "--format=THERE", "--lang=cpp"],
            vec!["emit", "--rule=@THERE", "--lang=cpp"],
            vec!["graph", "THERE"],
            vec!["graph", "-", "-o", "NEW"],
            vec!["graph", "-", "--format=grg", "-o", "NEW"],
            vec!["graph", "-", "--scratch", "NEW"],
            vec!["graph", "-", "--workers=2", "-o", "NEW"],
            vec!["judge", "nyoj585", "THERE"],
            vec!["check", "cses1098", "--cmd", "touch NEW"],
            vec!["completions", "bash"],
            vec!["man"],
            vec!["help"],
        ];
        for arguments in refused {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|word| word.replace("THERE", &there).replace("NEW", &new))
                .collect();
            for lang in [Lang::En, Lang::Zh] {
                let context = Context::elsewhere(lang, most(), b"a b\n".to_vec(), LENGTH);
                let answered = answer(&arguments, context);
                let told = answered.told.expect("a refusal");
                assert_eq!(told.exit, Exit::Usage, "{arguments:?}");
                let message = match lang {
                    Lang::En => ["files are not read or written here", "is not offered here"],
                    Lang::Zh => ["此处不读写文件", "此处不提供"],
                };
                assert!(
                    message.iter().any(|message| told.message.contains(message)),
                    "{arguments:?}: {}",
                    told.message
                );
                assert!(answered.out.is_empty(), "{arguments:?}");
            }
        }
        let left: Vec<_> = std::fs::read_dir(&folder).expect("the folder").collect();
        assert_eq!(left.len(), 1);
        std::fs::remove_dir_all(&folder).expect("an end");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let told =
            |arguments: &[&str], lang| asked_with(arguments, lang, b"").told.expect("a refusal");
        let game = told(&["solve", "--json", "nim 3 xy 7"], Lang::En);
        assert_eq!(
            (game.line, game.column, game.length),
            (Some(1), Some(7), Some(1))
        );
        assert_eq!(game.exit, Exit::Usage);
        assert!(!game.message.contains("column"), "{}", game.message);
        assert!(game.example.is_some());
        let chinese = told(&["solve", "--json", "nim 3 xy 7"], Lang::Zh);
        assert_ne!(game.message, chinese.message);
        let graph = asked_with(
            &["solve", "graph @- a"],
            Lang::En,
            b"digraph {\n a -> \n}\n",
        );
        let graph = graph.told.expect("a refusal");
        assert_eq!((graph.line, graph.column), (None, None));
        assert!(graph.message.contains("line 3"), "{}", graph.message);
        let rule = told(&["solve", "--rule=n -> n-k for k in {1,", "7"], Lang::En);
        assert_eq!(rule.line, Some(1));
        assert!(rule.column > Some(20), "{rule:?}");
        // The example is that of the command that was asked for, not of the program that runs.
        let flag = told(&["table", "--no-such-flag"], Lang::En);
        let table = interface::entry("table").expect("a command");
        assert_eq!(flag.example.as_deref(), Some(table.example));
    }

    #[test]
    fn limits_hold_whatever_flags_ask_for() {
        let begun = Instant::now();
        let context = |most: Budget, length| Context::elsewhere(Lang::En, most, Vec::new(), length);
        let run = |words: &[&str], context| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            answer(&words, context)
        };
        let short = Budget {
            time: Some(Duration::from_millis(100)),
            ..Budget::default()
        };
        let hard = [
            "solve",
            "--json",
            "--budget-time=none",
            "--budget-positions=1000G",
            "--misere",
            "0.007 1000 1000",
        ];
        let late = run(&hard, context(short.clone(), LENGTH));
        assert_eq!(late.exit, Exit::Unknown);
        let late = run(&["period", "--json", "0.007"], context(short, LENGTH));
        assert_eq!(late.exit, Exit::Unknown);
        let long = run(
            &["table", "nim", "0..100000", "--format=csv"],
            context(most(), 1000),
        );
        assert_eq!(long.exit, Exit::Unknown);
        assert!(long.told.expect("a reason").message.contains("1000 bytes"));
        let stop = Arc::new(AtomicBool::new(true));
        let stopped = Budget {
            stop: Some(stop),
            ..most()
        };
        let stopped = run(
            &["seq", "0.106", "-n", "1e15", "--stats"],
            context(stopped, LENGTH),
        );
        assert_eq!(stopped.exit, Exit::Interrupted);
        assert!(begun.elapsed() < Duration::from_secs(3));
    }

    #[test]
    fn many_may_ask_at_the_same_time() {
        let alone = asked(&["solve", "--json", "kayles 20 31"]).out;
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        assert_eq!(asked(&["solve", "--json", "kayles 20 31"]).out, alone);
                    }
                });
            }
        });
    }
}
