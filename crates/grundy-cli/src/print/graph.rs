//! A graph of a file and what was found of its vertices, in words and as JSON.

use std::fmt::Write;

use grundy::engine::graph::{Cycle, Loopy, LoopyValues, TokenMove};
use grundy::{Lang, Message, Outcome, Play, Reason};
use grundy_graph::{Answers, Column, Names, Row};

use crate::context::Context;
use crate::output;
use crate::print::json;
use crate::print::paint::{Paint, brief, clean, left, width};
use crate::words::{self, GraphWord, Word};

/// The name and version of the JSON schema.
const GRAPH: &str = "grundy.graph/1";

/// Widest name shown.
const NAME: usize = 40;

/// Vertices of a cycle shown.
const CYCLE: usize = 12;

/// Winning moves shown.
const MOVES: usize = 10;

/// What can be said of a whole graph.
pub(crate) struct Head<'a> {
    pub(crate) file: &'a str,
    /// The first line, if it was taken for a header.
    pub(crate) header: Option<&'a str>,
    pub(crate) play: Play,
    pub(crate) vertices: u64,
    pub(crate) edges: u64,
    /// How many vertices are P, N and D.
    pub(crate) outcomes: [u64; 3],
    pub(crate) cycle: Option<Cycle>,
}

/// A note beside the answer.
pub(crate) fn note(message: &Message, context: &Context) {
    context.aside(&noted(message, context.lang));
}

/// A note as a line for standard error.
pub(crate) fn noted(message: &Message, lang: Lang) -> String {
    let paint = Paint::new(output::error_colours());
    let word = paint.bold(Word::Note.of(lang));
    format!("{word} {}\n", clean(&message.render(lang)))
}

fn name(names: &Names, vertex: u32) -> String {
    brief(&clean(&names.name(vertex).unwrap_or_default()), NAME)
}

/// A cycle as its names, the first again at the end.
pub(crate) fn cycle(cycle: &Cycle, names: &Names) -> String {
    let shown = cycle.vertices.iter().take(CYCLE);
    let mut shown: Vec<String> = shown.map(|&vertex| name(names, vertex)).collect();
    if cycle.vertices.len() > CYCLE {
        shown.push("…".to_owned());
    }
    shown.extend(cycle.vertices.first().map(|&vertex| name(names, vertex)));
    shown.join(" → ")
}

fn heading(column: Column, lang: Lang) -> &'static str {
    match column {
        Column::Outcome => GraphWord::Outcome,
        Column::Value => GraphWord::Value,
        Column::Remoteness => GraphWord::Remoteness,
        Column::Move => GraphWord::Move,
    }
    .of(lang)
}

fn cell(column: Column, row: &Row<'_>, names: &Names) -> String {
    match column {
        Column::Outcome => row.outcome.map(|outcome| outcome.letter().to_string()),
        Column::Value => row.value.map(|value| value.to_string()),
        Column::Remoteness => row.remoteness.map(|moves| moves.to_string()),
        Column::Move => row.best.map(|best| name(names, best)),
    }
    .unwrap_or_else(|| "-".to_owned())
}

/// A line for each of some vertices.
pub(crate) struct Table<'a> {
    columns: &'a [Column],
    names: &'a Names,
    lang: Lang,
    lines: Vec<Vec<String>>,
}

impl<'a> Table<'a> {
    /// With the headings only.
    pub(crate) fn new(columns: &'a [Column], names: &'a Names, lang: Lang) -> Table<'a> {
        let mut headings = vec![GraphWord::Vertex.of(lang).to_owned()];
        headings.extend(
            columns
                .iter()
                .map(|&column| heading(column, lang).to_owned()),
        );
        Table {
            columns,
            names,
            lang,
            lines: vec![headings],
        }
    }

    /// Adds a vertex.
    pub(crate) fn add(&mut self, row: &Row<'_>) {
        let mut line = vec![name(self.names, row.vertex)];
        let cells = self.columns.iter();
        line.extend(cells.map(|&column| cell(column, row, self.names)));
        self.lines.push(line);
    }

    /// In words: the whole graph, then the lines.
    pub(crate) fn text(&self, head: &Head<'_>, paint: Paint) -> String {
        let lang = self.lang;
        let mut out = String::new();
        let message = words::graph_of(head.vertices, head.edges).render(lang);
        let _ = writeln!(
            out,
            "{}  ({})",
            paint.bold(&format!("{}: {message}", clean(head.file))),
            words::play(head.play).of(lang)
        );
        let [lost, won, drawn] = head.outcomes;
        let _ = writeln!(
            out,
            "{}   {}   {}",
            paint.loss(&format!("P {lost}")),
            paint.win(&format!("N {won}")),
            paint.open(&format!("D {drawn}"))
        );
        if let Some(found) = &head.cycle {
            let shown = words::cycle(&cycle(found, self.names)).render(lang);
            let _ = writeln!(out, "{shown}");
        }
        if head.vertices == 0 {
            return out;
        }
        out.push('\n');
        let widths: Vec<usize> = (0..=self.columns.len())
            .map(|column| {
                let cells = self.lines.iter().map(|line| width(&line[column]));
                cells.max().unwrap_or(0)
            })
            .collect();
        for (at, line) in self.lines.iter().enumerate() {
            let cells = line.iter().zip(&widths).enumerate();
            let cells: Vec<String> = cells
                .map(|(place, (text, &width))| {
                    let padded = left(text, width);
                    match (at, place.checked_sub(1).map(|place| self.columns[place])) {
                        (0, _) => paint.dim(&padded),
                        (_, Some(Column::Outcome)) => coloured(paint, text, &padded),
                        _ => padded,
                    }
                })
                .collect();
            let _ = writeln!(out, "{}", cells.join("  ").trim_end());
        }
        let left_out = (head.vertices + 1).saturating_sub(self.lines.len() as u64);
        if left_out > 0 {
            let _ = writeln!(out, "{}", words::more_vertices(left_out).render(lang));
        }
        out
    }
}

fn coloured(paint: Paint, letter: &str, padded: &str) -> String {
    match letter {
        "P" => paint.loss(padded),
        "N" => paint.win(padded),
        _ => paint.open(padded),
    }
}

fn play(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

fn json_name(out: &mut String, key: &str, names: &Names, vertex: Option<u32>) {
    json::key(out, key);
    match vertex.and_then(|vertex| names.name(vertex)) {
        Some(name) => json::string(out, &name),
        None => out.push_str("null"),
    }
}

fn json_value(out: &mut String, key: &str, value: Option<Loopy<'_>>) {
    json::key(out, key);
    match value {
        None => out.push_str("null"),
        Some(Loopy::Finite(value)) => {
            let _ = write!(out, "{value}");
        }
        Some(Loopy::Infinite(set)) => {
            let set: Vec<String> = set.iter().map(u32::to_string).collect();
            let _ = write!(out, "{{\"infinite\":[{}]}}", set.join(","));
        }
    }
}

fn json_number(out: &mut String, key: &str, number: Option<u32>) {
    json::key(out, key);
    match number {
        Some(number) => {
            let _ = write!(out, "{number}");
        }
        None => out.push_str("null"),
    }
}

fn json_outcome(out: &mut String, outcome: Option<Outcome>) {
    json::key(out, "outcome");
    match outcome {
        Some(outcome) => json::string(out, outcome.letter()),
        None => out.push_str("null"),
    }
}

fn json_header(out: &mut String, header: Option<&str>) {
    match header {
        Some(line) => json::field(out, "header", line),
        None => {
            json::key(out, "header");
            out.push_str("null");
        }
    }
}

/// As a JSON object with all vertices.
pub(crate) fn json(
    head: &Head<'_>,
    names: &Names,
    columns: &[Column],
    answers: &Answers,
) -> String {
    let mut out = String::from("{");
    json::field(&mut out, "schema", GRAPH);
    json::field(&mut out, "play", play(head.play));
    json_header(&mut out, head.header);
    let _ = write!(
        out,
        ",\"vertices\":{},\"edges\":{}",
        head.vertices, head.edges
    );
    json::key(&mut out, "cycle");
    match &head.cycle {
        None => out.push_str("null"),
        Some(cycle) => {
            out.push('[');
            for (at, &vertex) in cycle.vertices.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                json::string(&mut out, &names.name(vertex).unwrap_or_default());
            }
            out.push(']');
        }
    }
    let [lost, won, drawn] = head.outcomes;
    let _ = write!(
        out,
        ",\"outcomes\":{{\"P\":{lost},\"N\":{won},\"D\":{drawn}}}"
    );
    json::key(&mut out, "rows");
    out.push('[');
    for (at, vertex) in answers.vertices().enumerate() {
        out.push_str(if at > 0 { ",{" } else { "{" });
        let row = answers.row(vertex);
        json_name(&mut out, "vertex", names, Some(vertex));
        for column in columns {
            match column {
                Column::Outcome => json_outcome(&mut out, row.outcome),
                Column::Value => json_value(&mut out, "value", row.value),
                Column::Remoteness => json_number(&mut out, "remoteness", row.remoteness),
                Column::Move => json_name(&mut out, "move", names, row.best),
            }
        }
        out.push('}');
    }
    out.push_str("]}\n");
    out
}

/// Tokens and what was found of them.
pub(crate) struct Position<'a> {
    pub(crate) file: &'a str,
    /// The first line, if it was taken for a header.
    pub(crate) header: Option<&'a str>,
    pub(crate) play: Play,
    pub(crate) names: &'a Names,
    pub(crate) tokens: &'a [u32],
    pub(crate) outcome: Option<Outcome>,
    /// The value of each token, and its set if that is ∞; none in misère play.
    pub(crate) values: Vec<(Option<u32>, Vec<u32>)>,
    /// Of a single token.
    pub(crate) remoteness: Option<u32>,
    /// The moves that win, or hold the draw.
    pub(crate) moves: Vec<TokenMove>,
    /// Whether these are all of them; from scratch files one of the quickest is known at most.
    pub(crate) complete: bool,
}

/// A value that does not borrow.
pub(crate) fn owned(value: Loopy<'_>) -> (Option<u32>, Vec<u32>) {
    match value {
        Loopy::Finite(value) => (Some(value), Vec::new()),
        Loopy::Infinite(set) => (None, set.to_vec()),
    }
}

/// The values of tokens.
pub(crate) fn values(values: &LoopyValues, tokens: &[u32]) -> Vec<(Option<u32>, Vec<u32>)> {
    let value = |&token: &u32| values.value(token).map(owned);
    tokens.iter().filter_map(value).collect()
}

impl Position<'_> {
    /// The values of the tokens.
    pub(crate) fn loopy(&self) -> impl Iterator<Item = Loopy<'_>> {
        self.values.iter().map(|(value, set)| match value {
            Some(value) => Loopy::Finite(*value),
            None => Loopy::Infinite(set),
        })
    }

    /// The nim-sum, where all values are finite.
    fn total(&self) -> Option<u32> {
        let mut values = self.values.iter().map(|(value, _)| *value);
        let sum = values.try_fold(0, |sum, value| Some(sum ^ value?));
        sum.filter(|_| !self.values.is_empty())
    }
}

/// In words.
pub(crate) fn position(shown: &Position<'_>, all: bool, lang: Lang, paint: Paint) -> String {
    let mut out = String::new();
    let tokens: Vec<String> = shown
        .tokens
        .iter()
        .map(|&token| name(shown.names, token))
        .collect();
    let head = format!("{}: {}", clean(shown.file), tokens.join(" + "));
    let _ = writeln!(
        out,
        "{}  ({})",
        paint.bold(&head),
        words::play(shown.play).of(lang)
    );
    let verdict = words::verdict(shown.outcome).render(lang);
    let verdict = match shown.outcome {
        Some(Outcome::P) => paint.loss(&verdict),
        Some(Outcome::N) => paint.win(&verdict),
        _ => paint.open(&verdict),
    };
    let mut line = vec![verdict];
    if let Some(total) = shown.total() {
        line.push(words::value(&total.into()).render(lang));
    } else if let ([value], 1) = (&shown.loopy().collect::<Vec<_>>()[..], shown.tokens.len()) {
        line.push(words::loopy_value(value.to_string()).render(lang));
    }
    if let Some(moves) = shown.remoteness {
        line.push(words::remoteness(moves.into()).render(lang));
    }
    let _ = writeln!(out, "{}", line.join("; "));
    if shown.tokens.len() > 1 {
        let widest = tokens.iter().map(|token| width(token)).max().unwrap_or(0);
        out.push('\n');
        for (token, value) in tokens.iter().zip(shown.loopy()) {
            let _ = writeln!(out, "    {}  {}", left(token, widest), value);
        }
        if let Some(why) = words::sum_of_loopy(
            shown
                .values
                .iter()
                .filter(|(value, _)| value.is_none())
                .count(),
            shown.outcome,
        ) {
            let _ = writeln!(out, "{}", why.render(lang));
        }
    }
    if !shown.moves.is_empty() {
        let heading =
            words::graph_moves(shown.outcome, shown.moves.len(), shown.complete).render(lang);
        let _ = writeln!(out, "\n{}", paint.bold(&heading));
        let most = if all { usize::MAX } else { MOVES };
        for step in shown.moves.iter().take(most) {
            let from = name(shown.names, shown.tokens[step.token]);
            let _ = writeln!(out, "    {from} → {}", name(shown.names, step.to));
        }
        if let Some(left_out) = shown
            .moves
            .len()
            .checked_sub(most)
            .filter(|&count| count > 0)
        {
            let message = words::more_moves(&left_out.into(), all, usize::MAX);
            let _ = writeln!(out, "    {}", message.render(lang));
        }
    }
    if !shown.complete {
        let _ = writeln!(out, "\n{}", words::moves_untold().render(lang));
    }
    out
}

/// As a JSON object, with the reason where there is no answer.
pub(crate) fn position_json(shown: &Position<'_>, unknown: Option<&Reason>, lang: Lang) -> String {
    let mut out = String::from("{");
    json::field(&mut out, "schema", GRAPH);
    json::field(&mut out, "play", play(shown.play));
    json_header(&mut out, shown.header);
    json_outcome(&mut out, shown.outcome);
    json::key(&mut out, "value");
    match shown.total() {
        Some(total) => {
            let _ = write!(out, "{total}");
        }
        None => out.push_str("null"),
    }
    json_number(&mut out, "remoteness", shown.remoteness);
    json::key(&mut out, "tokens");
    out.push('[');
    let mut values = shown.loopy();
    for (at, &token) in shown.tokens.iter().enumerate() {
        out.push_str(if at > 0 { ",{" } else { "{" });
        json_name(&mut out, "vertex", shown.names, Some(token));
        json_value(&mut out, "value", values.next());
        out.push('}');
    }
    out.push(']');
    json::key(&mut out, "moves");
    out.push('[');
    for (at, step) in shown.moves.iter().enumerate() {
        let _ = write!(
            out,
            "{}{{\"token\":{}",
            if at > 0 { "," } else { "" },
            step.token
        );
        json_name(
            &mut out,
            "from",
            shown.names,
            shown.tokens.get(step.token).copied(),
        );
        json_name(&mut out, "to", shown.names, Some(step.to));
        out.push('}');
    }
    out.push(']');
    json::key(&mut out, "complete");
    let _ = write!(out, "{}", shown.complete);
    if let Some(why) = unknown {
        json::reason(&mut out, "unknown", why, lang);
    }
    out.push_str("}\n");
    out
}
