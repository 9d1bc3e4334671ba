//! `grundy graph`: a token on a graph in a file, answered for every vertex or for some.

#[cfg(feature = "cluster")]
mod cluster;
mod game;
mod pictures;
mod reading;
mod rows;
mod tokens;

#[cfg(feature = "web")]
pub(super) use pictures::ROUNDS;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Once;

use clap::ArgMatches;
use clap::parser::ValueSource;
use grundy::engine::graph::{Graph, Labelling, labelling};
use grundy::{Budget, Lang, Play};
use grundy_graph::{Column, Format, Input, Options, RowFormat};

use crate::commands::place;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::limits::{self, text};
use crate::output;
use crate::picture::vertices;
use crate::print::graph as print;
use crate::print::paint::Paint;
use crate::words;

/// Most vertices that are marked step by step.
const STEPPED: usize = 100_000;

/// What reading holds besides the graph: names are kept even where the graph goes to scratch files.
const LEAST: u64 = 16 << 20;

/// What the arguments ask for.
pub(super) struct Asked<'m> {
    file: &'m str,
    at: Vec<&'m str>,
    play: Play,
    columns: Vec<Column>,
    format: Written,
    output: Option<PathBuf>,
    options: Options,
    input: Option<Format>,
    scratch: PathBuf,
    threads: usize,
    budget: Budget,
    json: bool,
    all: bool,
    interrupt: Interrupt,
    context: &'m Context,
    lang: Lang,
    /// The first line of the file, once it was taken for a header.
    header: OnceCell<String>,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Text,
    Rows(RowFormat),
    Dot,
    Svg,
    Packed,
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Exit, Failure> {
    let interrupt = context.listen();
    let asked = Asked::read(matches, &interrupt, context)?;
    asked.agree(matches)?;
    damaged_columns_are_told_once();
    if text(matches, "workers").is_some() {
        return cluster::run(&asked, matches);
    }
    let alone = ["hosts", "process", "checkpoint", "partition", "patience"];
    if let Some(flag) = alone
        .into_iter()
        .find(|&flag| text(matches, flag).is_some())
    {
        return Err(refuse(words::needs_workers(flag)));
    }
    if let Some(name) = text(matches, "game") {
        return game::run(&asked, name);
    }
    if asked.format == Written::Packed {
        return reading::pack(&asked);
    }
    let graphs = reading::read(&asked)?;
    if let Some(format) = text(matches, "steps") {
        let (graph, names) = graphs.small(STEPPED)?;
        return pictures::steps(&asked, &graph, &names, format);
    }
    match asked.format {
        Written::Dot | Written::Svg => {
            let most = match asked.format {
                Written::Svg => vertices::VERTICES,
                _ => STEPPED,
            };
            let (graph, names) = graphs.small(most)?;
            pictures::whole(&asked, &graph, &names)
        }
        Written::Rows(format) if asked.at.is_empty() => rows::write(&asked, graphs, format),
        _ if asked.at.is_empty() => rows::show(&asked, graphs),
        _ => tokens::run(&asked, graphs),
    }
}

impl<'m> Asked<'m> {
    fn read(
        matches: &'m ArgMatches,
        interrupt: &Interrupt,
        context: &'m Context,
    ) -> Result<Asked<'m>, Failure> {
        let file = place(matches, "FILE").ok_or_else(|| refuse(words::no_graph_file()))?;
        let output = text(matches, "output").map(PathBuf::from);
        let format = format(matches, output.as_deref())?;
        let by_itself = matches!(format, Written::Rows(RowFormat::Parquet) | Written::Packed);
        if by_itself && output.is_none() {
            return Err(refuse(words::binary_needs_file()));
        }
        if matches!(format, Written::Rows(rows) if !rows.is_built()) {
            return Err(refuse(words::no_parquet()));
        }
        let play = if matches.get_flag("misere") {
            Play::Misere
        } else {
            Play::Normal
        };
        let mut options = Options::default();
        options.undirected = matches.get_flag("undirected");
        options.header = text(matches, "header")
            .filter(|&told| told != "auto")
            .map(|told| told == "yes");
        options.columns = text(matches, "ends").map(ends).transpose()?;
        options.threads = match text(matches, "threads") {
            None => 2,
            Some(told) => match limits::count(told) {
                Some(threads @ 1..=2) => threads as usize,
                _ => return Err(refuse(words::no_graph_threads(told))),
            },
        };
        let budget = limits::budget(matches, None, interrupt, context)?;
        options.bytes = budget.bytes.max(LEAST);
        Ok(Asked {
            file,
            at: matches
                .get_many::<String>("at")
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect(),
            play,
            columns: columns(text(matches, "columns"), play)?,
            format,
            output,
            threads: options.threads,
            options,
            input: text(matches, "input").and_then(form),
            scratch: text(matches, "scratch").map_or_else(std::env::temp_dir, PathBuf::from),
            budget,
            json: limits::as_json(matches),
            all: matches.get_flag("all"),
            interrupt: interrupt.clone(),
            context,
            lang: context.lang,
            header: OnceCell::new(),
        })
    }

    /// Whether the flags make one question.
    fn agree(&self, matches: &ArgMatches) -> Result<(), Failure> {
        // Rows and pictures stand apart; text and JSON are the one answer in two forms.
        let is_form = matches!(text(matches, "format"), Some("text" | "json"));
        let given = |flag: &str| match flag {
            "json" => self.json,
            "format" if is_form => false,
            _ => matches.value_source(flag) == Some(ValueSource::CommandLine),
        };
        let apart = [
            (
                "steps",
                &["at", "json", "format", "columns", "game", "workers"][..],
            ),
            ("at", &["columns", "workers"]),
            ("game", &["columns", "format", "workers"]),
            (
                "workers",
                &[
                    "json",
                    "all",
                    "undirected",
                    "input",
                    "ends",
                    "scratch",
                    "threads",
                ],
            ),
            ("json", &["format"]),
        ];
        for (flag, others) in apart {
            if let Some(other) = others.iter().find(|other| given(flag) && given(other)) {
                let [flag, other] = [flag, other].map(|flag| format!("--{flag}"));
                return Err(refuse(words::flags_apart(&flag, &other)));
            }
        }
        let whole = matches!(self.format, Written::Dot | Written::Svg | Written::Packed);
        if whole && (!self.at.is_empty() || self.json || given("workers") || given("game")) {
            return Err(refuse(words::one_answer()));
        }
        self.context.reads(self.file).map_err(Failure::Input)
    }

    /// Does something that Ctrl-C may end at once: what is half-written goes then.
    fn at_once<T>(&self, work: impl FnOnce() -> T) -> T {
        self.interrupt.working(false);
        let done = work();
        self.interrupt.working(true);
        done
    }

    /// The file, from its beginning.
    fn input(&self) -> Input {
        let input = match self.file {
            "-" => Input::reader(Box::new(std::io::stdin())),
            file => Input::path(file),
        };
        match self.input {
            Some(format) => input.with_format(format),
            None => input,
        }
    }

    /// What the file is called in what is said.
    fn named(&self) -> &'m str {
        match self.file {
            "-" => words::standard_input(self.lang),
            file => file,
        }
    }

    /// What a picture of the graph is called: a file by its name, and what has no name by how large it is.
    fn titled(&self, graph: &Graph) -> String {
        match self.file {
            "-" => {
                let (vertices, edges) = (graph.vertices() as u64, graph.edges() as u64);
                words::graph_of(vertices, edges).render(self.lang)
            }
            file => file.to_owned(),
        }
    }

    fn paint(&self) -> Paint {
        Paint::new(self.output.is_none() && self.context.colours())
    }

    /// Writes to the file asked for, or to standard output.
    fn tell(&self, text: &str) -> Result<Exit, Failure> {
        match &self.output {
            None => self.context.write(text.as_bytes())?,
            Some(path) => self.context.write_file(path, |file| {
                file.write_all(text.as_bytes())
                    .map_err(|error| Failure::File(path.clone(), words::cannot_write(), error))
            })?,
        }
        Ok(Exit::Answered)
    }

    /// The rounds of a small graph under the play asked for.
    fn labelling(&self, graph: &Graph) -> Labelling {
        labelling(graph, self.play)
    }
}

const EXAMPLE: &str = "grundy graph roads.txt";

fn refuse(message: grundy::Message) -> Failure {
    Failure::Arguments(message, EXAMPLE.to_owned())
}

/// The form of the answers, by its flag or by the file's name. Workers write a folder.
fn format(matches: &ArgMatches, output: Option<&Path>) -> Result<Written, Failure> {
    let file = output.filter(|_| text(matches, "workers").is_none());
    let is_packed = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ["gz", "zst"].contains(&&*ending.unwrap_or_default().to_ascii_lowercase())
    };
    if file.is_some_and(is_packed) {
        return Err(refuse(words::written_plain()));
    }
    let endings = [
        ("csv", "csv"),
        ("json", "jsonl"),
        ("json", "json"),
        ("jsonl", "jsonl"),
        ("ndjson", "jsonl"),
        ("parquet", "parquet"),
        ("dot", "dot"),
        ("gv", "dot"),
        ("svg", "svg"),
        ("grg", "grg"),
    ];
    let name = output::format_of(file, limits::form(matches), &endings);
    Ok(match name.map_err(refuse)? {
        Some("csv") => Written::Rows(RowFormat::Csv),
        Some("jsonl") => Written::Rows(RowFormat::JsonLines),
        Some("parquet") => Written::Rows(RowFormat::Parquet),
        Some("dot") => Written::Dot,
        Some("svg") => Written::Svg,
        Some("grg") => Written::Packed,
        _ => Written::Text,
    })
}

/// The reader of Parquet panics on some damaged files; that is caught and told as an error, and need not be told twice.
fn damaged_columns_are_told_once() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let place = panic.location().map_or("", |location| location.file());
            if !place.contains("parquet") {
                told(panic);
            }
        }));
    });
}

fn form(name: &str) -> Option<Format> {
    Some(match name {
        "edges" => Format::Edges,
        "adjacency" => Format::Adjacency,
        "csv" => Format::Csv,
        "tsv" => Format::Tsv,
        "dot" => Format::Dot,
        "graphml" => Format::GraphMl,
        "json" => Format::Json,
        "parquet" => Format::Parquet,
        "grg" => Format::Packed,
        _ => return None,
    })
}

fn ends(told: &str) -> Result<[String; 2], Failure> {
    match told.split_once(',') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() && from != to => {
            Ok([from.to_owned(), to.to_owned()])
        }
        _ => Err(refuse(words::no_ends(told))),
    }
}

/// The columns asked for, in the order in which they are always written.
fn columns(told: Option<&str>, play: Play) -> Result<Vec<Column>, Failure> {
    let every = [
        (Column::Outcome, "outcome"),
        (Column::Value, "value"),
        (Column::Remoteness, "remoteness"),
        (Column::Move, "move"),
    ];
    let Some(told) = told else {
        let known = every.into_iter().map(|(column, _)| column);
        return Ok(known
            .filter(|&column| play == Play::Normal || column != Column::Value)
            .collect());
    };
    let asked: Vec<&str> = told.split(',').map(str::trim).collect();
    if let Some(wrong) = asked
        .iter()
        .find(|name| every.iter().all(|(_, known)| known != *name))
    {
        return Err(refuse(words::no_column(wrong)));
    }
    if play == Play::Misere && asked.contains(&"value") {
        return Err(refuse(words::no_misere_values()));
    }
    let chosen = every.into_iter().filter(|(_, name)| asked.contains(name));
    Ok(chosen.map(|(column, _)| column).collect())
}

/// What there is instead where the program was built without workers.
#[cfg(not(feature = "cluster"))]
mod cluster {
    use clap::ArgMatches;

    use super::{Asked, refuse, words};
    use crate::failure::{Exit, Failure};

    pub(super) fn run(_: &Asked<'_>, _: &ArgMatches) -> Result<Exit, Failure> {
        Err(refuse(words::no_cluster()))
    }
}
