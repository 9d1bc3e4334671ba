//! A graph of a file and what was found of its vertices, in words.

use std::fmt::Write;

use grundy::engine::graph::{Cycle, Loopy, LoopyValues};
use grundy::{Lang, Message, Outcome};
use grundy_graph::{Column, Names, Row};
pub(crate) use grundy_service::graph::{Head, Position};

use crate::context::Context;
use crate::output;
use crate::print::paint::{Paint, brief, clean, left, width};
use crate::words::{self, GraphWord, Word};

/// Widest name shown.
const NAME: usize = 40;

/// Vertices of a cycle shown.
const CYCLE: usize = 12;

/// Winning moves shown.
const MOVES: usize = 10;

/// A note beside the answer.
pub(crate) fn note(message: &Message, context: &Context) {
    context.aside(&noted(message, context.lang));
}

/// A note as a line for standard error.
pub(crate) fn noted(message: &Message, lang: Lang) -> String {
    let paint = Paint::new(output::error_colours());
    let word = paint.bold(Word::Note.of(lang));
    format!("{word}{}\n", clean(&message.render(lang)))
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
            "{}{}{}",
            paint.bold(&format!(
                "{}{}{message}",
                clean(head.file),
                words::colon(lang)
            )),
            words::before_brackets("  ", lang),
            words::bracketed(words::play(head.play).of(lang), lang)
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

/// In words.
pub(crate) fn position(shown: &Position<'_>, all: bool, lang: Lang, paint: Paint) -> String {
    let mut out = String::new();
    let tokens: Vec<String> = shown
        .tokens
        .iter()
        .map(|&token| name(shown.names, token))
        .collect();
    let head = format!(
        "{}{}{}",
        clean(shown.file),
        words::colon(lang),
        tokens.join(" + ")
    );
    let _ = writeln!(
        out,
        "{}{}{}",
        paint.bold(&head),
        words::before_brackets("  ", lang),
        words::bracketed(words::play(shown.play).of(lang), lang)
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
    let _ = writeln!(out, "{}", line.join(words::between_notes(lang)));
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
            let message = words::more_moves(&left_out.into(), 0, all, usize::MAX);
            let _ = writeln!(out, "    {}", message.render(lang));
        }
    }
    if !shown.complete {
        let _ = writeln!(out, "\n{}", words::moves_untold().render(lang));
    }
    out
}
