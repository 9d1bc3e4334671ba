//! A question of the page: its request is run by the service, and the answer takes the form that was asked for by the printers
//! and pictures of the commands.

use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::engine::graph::Graph;
use grundy::{Answer, Budget, Lang, Message};
use grundy_service::{Attached, Failure, Refused, Request, chart, sequence, steps, table};
use grundy_web::{Answers, Form, Question};

use crate::commands::graph::ROUNDS;
use crate::commands::seq::{Encoder, Format, TooWide, Width};
use crate::dots::Dots;
use crate::failure;
use crate::picture::chart::{Chart, HEIGHT, WIDTH};
use crate::picture::vertices::{self, Scene};
use crate::picture::{binary, graph, png, scatter, svg};
use crate::print::dot::dot;
use crate::print::poured::{Pieces, Poured};
use crate::print::{csv, steps as rounds, table as printed};
use crate::words;

use super::kept::Kept;
use super::small;

/// Most cells of a table as text.
const TEXT_CELLS: u128 = 20_000_000;

/// Answers by the service.
pub(super) struct Service;

impl Answers for Service {
    fn answer(&self, question: &Question, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Failure> {
        let budget = question.budget(stop);
        let kept = Kept::new(question.most_output);
        let work = Work {
            question,
            budget,
            kept: &kept,
        };
        work.run()?;
        Ok(kept.take())
    }

    fn at_once(&self, question: &Question) -> Option<Vec<u8>> {
        small::answer(question)
    }
}

/// What is at work on a question.
struct Work<'w> {
    question: &'w Question,
    budget: Budget,
    kept: &'w Kept,
}

impl Work<'_> {
    fn run(&self) -> Result<(), Failure> {
        let (lang, form) = (self.question.lang, self.question.form);
        let mut sink = self.sink();
        match (&self.question.request, form) {
            (Request::Solve(request), Form::Svg) => {
                let solved = request.run(&self.budget, &mut sink)?;
                self.goes_on()?;
                self.write(&columns(&solved.answer, lang)?)
            }
            (Request::Table(request), form) => self.table(request, form),
            (Request::Sequence(request), Form::Svg) => self.dots(request),
            (Request::Sequence(request), form) if form != Form::Json => self.values(request, form),
            (Request::Chart(request), Form::Svg) => {
                let shown = request.run(&self.budget, &mut sink)?;
                self.goes_on()?;
                self.write(&self.chart(&shown))
            }
            (Request::States(request), form) if form != Form::Json => {
                let states = request.run(&self.budget, &mut sink)?;
                self.goes_on()?;
                self.write(&match form {
                    Form::Svg => graph::graph(&states, lang).map_err(unknown)?,
                    _ => dot(&states, lang),
                })
            }
            (Request::Steps(request), form) if form != Form::Json => {
                let labelled = request.run(&self.budget, &mut sink)?;
                self.goes_on()?;
                self.write(&labelling(&labelled, form, lang)?)
            }
            (Request::Emit(request), Form::Text) => {
                let emitted = request.run(&self.budget, &mut sink)?;
                self.write(&emitted.program)
            }
            (request, _) => {
                let response = request.run(&self.budget, &mut sink)?;
                self.goes_on()?;
                self.write(&response.json(lang))
            }
        }
    }

    /// Whether somebody still waits for the answer.
    fn goes_on(&self) -> Result<(), Failure> {
        match self.budget.is_stopped(0) {
            true => Err(Failure::Interrupted),
            false => Ok(()),
        }
    }

    fn sink(&self) -> Attached {
        Attached::new(self.question.input.clone())
    }

    fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.kept.clone().write_all(bytes);
        written.map_err(|error| told(failure::Failure::write(error)))
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        self.write_bytes(text.as_bytes())
    }

    /// A table, a cell after the other.
    fn table(&self, request: &table::Request, form: Form) -> Result<(), Failure> {
        let mut sink = self.sink();
        let asked = request.read(&self.budget, &sink)?;
        let cells = asked.cells();
        let most = match form {
            Form::Svg => svg::CELLS as u128,
            Form::Png => png::CELLS,
            _ => TEXT_CELLS,
        };
        if cells > most {
            return Err(Refused::TooManyCells { cells, most }.into());
        }
        let grid = asked.run(&self.budget, &mut sink)?.grid;
        self.goes_on()?;
        let outcomes = printed::shows_outcomes(&grid, self.question.look.outcomes);
        let goes_on = || !self.budget.is_stopped(0);
        let mut out = BufWriter::new(self.kept.clone());
        let written = match form {
            Form::Png => png::png(&grid, outcomes, &mut out, &goes_on),
            Form::Svg => {
                let text = svg::svg(&grid, outcomes, self.question.lang);
                out.write_all(text.as_bytes())
                    .map_err(failure::Failure::write)
            }
            Form::Csv => csv::csv(&mut Poured::new(&mut out, &goes_on), &grid, outcomes),
            _ => {
                let mut pieces = Pieces::new(&mut out, &goes_on);
                let written = table::write(&grid, &mut pieces);
                pieces.finish(written)
            }
        };
        written
            .and_then(|()| out.flush().map_err(failure::Failure::write))
            .map_err(told)
    }

    /// The values of a sequence, as they come.
    fn values(&self, request: &sequence::Request, form: Form) -> Result<(), Failure> {
        let format = match form {
            Form::Csv => Format::Csv,
            Form::U8 => Format::Raw(Width::One),
            Form::U16 => Format::Raw(Width::Two),
            Form::U32 => Format::Raw(Width::Four),
            _ => Format::Text,
        };
        let code = request.code.as_deref().unwrap_or_default();
        let mut encoder = Encoder::new(format, code, request.from, 0, Vec::new());
        let mut bytes = encoder.head(request.number.saturating_sub(request.from));
        let mut sink = self.sink();
        request.each(&self.budget, &mut sink, &mut |first, values| {
            let pushed = encoder.push(values, &mut bytes);
            pushed.map_err(|TooWide { place, value }| {
                let heap = first + place as u64;
                Failure::File(words::too_wide_for(
                    heap,
                    value,
                    format.name(),
                    format.most(),
                ))
            })?;
            self.write_bytes(&bytes)?;
            bytes.clear();
            Ok(())
        })?;
        encoder.end(&mut bytes);
        self.write_bytes(&bytes)
    }

    /// The values of a sequence as dots.
    fn dots(&self, request: &sequence::Request) -> Result<(), Failure> {
        let wanted = request.number.saturating_sub(request.from);
        let mut dots = Dots::new(request.from, wanted);
        let mut sink = self.sink();
        let run = request.each(&self.budget, &mut sink, &mut |first, values| {
            dots.add(first, values);
            Ok(())
        })?;
        self.write(&scatter::svg(&dots, &run.code, self.question.lang))
    }

    fn chart(&self, shown: &chart::Response) -> String {
        let look = self.question.look;
        let size = [look.width.unwrap_or(WIDTH), look.height.unwrap_or(HEIGHT)];
        Chart::of(shown, look.log, size).svg(self.question.lang)
    }
}

/// The nim-sum in binary columns.
fn columns(answer: &Answer, lang: Lang) -> Result<String, Failure> {
    match binary::widest(answer) {
        Some(bits) if bits <= binary::BITS => Ok(binary::binary(answer, lang)),
        Some(bits) => Err(unknown(words::binary_too_wide(bits, binary::BITS))),
        None => Err(unknown(words::no_binary())),
    }
}

/// The rounds of a labelling.
fn labelling(labelled: &steps::Response, form: Form, lang: Lang) -> Result<String, Failure> {
    let (graph, labelling) = (&labelled.graph, &labelled.labelling);
    let names = |vertex| labelled.name(vertex);
    if form == Form::Dot {
        return Ok(rounds::dot(graph, &names, labelling, ROUNDS, lang));
    }
    fits(graph)?;
    let scene = Scene {
        graph,
        names: &names,
        labelling,
        values: None,
    };
    // The graph came with the question and has no name of its own.
    let title = words::graph_of(graph.vertices() as u64, graph.edges() as u64).render(lang);
    Ok(vertices::steps_svg(&scene, &title, lang))
}

fn fits(graph: &Graph) -> Result<(), Failure> {
    match vertices::fits(graph) {
        true => Ok(()),
        false => Err(unknown(words::graph_too_large_to_draw(
            vertices::VERTICES as u64,
            vertices::EDGES as u64,
        ))),
    }
}

fn unknown(message: Message) -> Failure {
    Failure::Unknown(message.into())
}

/// What a printer of the commands says.
fn told(failure: failure::Failure) -> Failure {
    use failure::Failure as Of;
    match failure {
        Of::Unknown(why) => Failure::Unknown(why),
        Of::Input(message) => Failure::File(message),
        Of::Interrupted => Failure::Interrupted,
        other => unknown(words::as_it_is(
            other.sentence(Lang::En),
            other.sentence(Lang::Zh),
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use grundy_web::Look;

    use super::*;

    /// A question within five seconds and a megabyte of answer.
    fn question(request: &str, form: Form) -> Question {
        Question {
            request: serde_json::from_str(request).expect("a request"),
            form,
            look: Look::default(),
            input: None,
            lang: Lang::En,
            most_output: 1 << 20,
            most_time: Some(Duration::from_secs(5)),
            most_bytes: 96 << 20,
            most_positions: 20_000_000,
        }
    }

    fn answer(question: &Question) -> Result<Vec<u8>, Failure> {
        Service.answer(question, &Arc::default())
    }

    #[test]
    fn each_request_is_answered_in_its_forms() {
        for (request, form, begins) in [
            (
                r#"{"ask":"solve","position":{"game":"nim 3 5 7"}}"#,
                Form::Json,
                "{\"schema\":\"grundy.answer/",
            ),
            (
                r#"{"ask":"solve","position":{"game":"nim 3 5 7"}}"#,
                Form::Svg,
                "<svg",
            ),
            (
                r#"{"ask":"states","position":{"game":"nim 1 2"}}"#,
                Form::Svg,
                "<svg",
            ),
            (
                r#"{"ask":"states","position":{"game":"nim 1 2"}}"#,
                Form::Dot,
                "digraph",
            ),
            (
                r#"{"ask":"table","game":"nim","ranges":[{"first":0,"count":5}]}"#,
                Form::Csv,
                "n,value",
            ),
            (
                r#"{"ask":"table","game":"nim","ranges":[{"first":0,"count":5}]}"#,
                Form::Json,
                "{\"schema\"",
            ),
            (
                r#"{"ask":"sequence","code":"0.106","number":5}"#,
                Form::Csv,
                "n,value",
            ),
            (
                r#"{"ask":"sequence","code":"0.106","number":50}"#,
                Form::Text,
                "0 1 0 ",
            ),
            (
                r#"{"ask":"sequence","code":"0.106","number":50}"#,
                Form::Json,
                "{\"schema\"",
            ),
            (
                r#"{"ask":"sequence","code":"0.106","number":50}"#,
                Form::Svg,
                "<svg",
            ),
            (r#"{"ask":"chart","game":"kayles"}"#, Form::Svg, "<svg"),
            (
                r#"{"ask":"period","code":"0.77"}"#,
                Form::Json,
                "{\"schema\"",
            ),
            (
                r#"{"ask":"find","of":{"game":"take:1,2"}}"#,
                Form::Json,
                "{\"schema\"",
            ),
            (r#"{"ask":"games","name":"nim"}"#, Form::Json, "{\"schema\""),
            (
                r#"{"ask":"atlas"}"#,
                Form::Json,
                "{\"schema\":\"grundy.atlas/",
            ),
            (
                r#"{"ask":"quotients"}"#,
                Form::Json,
                "{\"schema\":\"grundy.quotients/",
            ),
            (
                r#"{"ask":"theorems","name":"nim"}"#,
                Form::Json,
                "{\"schema\":\"grundy.theorems/",
            ),
            (
                r#"{"ask":"steps","graph":"a b\nb c"}"#,
                Form::Json,
                "{\"schema\":\"grundy.steps/",
            ),
            (
                r#"{"ask":"steps","graph":"a b\nb c"}"#,
                Form::Dot,
                "digraph",
            ),
            (r#"{"ask":"steps","graph":"a b\nb c"}"#, Form::Svg, "<svg"),
        ] {
            let answer = answer(&question(request, form)).expect(request);
            let text = String::from_utf8_lossy(&answer);
            assert!(text.starts_with(begins), "{request} {form:?}: {text}");
        }
        let numbers = question(r#"{"ask":"sequence","code":"0.106","number":5}"#, Form::U16);
        assert_eq!(answer(&numbers).expect("numbers").len(), 10);
    }

    #[test]
    fn files_are_not_read() {
        for request in [
            r#"{"ask":"solve","position":{"game":"tree @/etc/passwd"}}"#,
            r#"{"ask":"solve","position":{"game":"3 + tree @/etc/passwd","rule":{"text":"n -> n-1"}}}"#,
            r#"{"ask":"moves","position":{"game":"hackenbush @/etc/passwd"}}"#,
            r#"{"ask":"states","position":{"game":"tree @/etc/passwd"}}"#,
            r#"{"ask":"find","of":{"game":"tree @/etc/passwd"}}"#,
            r#"{"ask":"chart","game":"tree @/etc/passwd"}"#,
            r#"{"ask":"table","game":"tree @/etc/passwd","ranges":[{"first":0,"count":5}]}"#,
            r#"{"ask":"emit","problem":{"formats":"/etc/passwd"},"language":"cpp"}"#,
        ] {
            let failure = answer(&question(request, Form::Json)).expect_err(request);
            let sentence = failure.describe().render(Lang::En);
            assert!(
                sentence.contains("files are not read or written here"),
                "{sentence}"
            );
        }
    }

    #[test]
    fn limits_hold_whatever_is_asked() {
        let begun = Instant::now();
        let short = |request| Question {
            most_time: Some(Duration::from_millis(100)),
            ..question(request, Form::Json)
        };
        let hard = r#"{"ask":"moves","position":{"game":"0.007 1000 1000","misere":true}}"#;
        assert!(answer(&short(hard)).is_ok());
        let hard = r#"{"ask":"solve","position":{"game":"lasker 1000 1000","misere":true},"thorough":true}"#;
        let unknown = answer(&short(hard)).expect("what is known");
        assert!(String::from_utf8_lossy(&unknown).contains(r#""kind":"time""#));
        let open = answer(&short(r#"{"ask":"period","code":"0.007"}"#)).expect("a report");
        assert!(String::from_utf8_lossy(&open).contains(r#""proved":false"#));
        let long = r#"{"ask":"table","game":"nim","ranges":[{"first":0,"count":100000}]}"#;
        for (request, form) in [
            (long, Form::Csv),
            (long, Form::Json),
            (
                r#"{"ask":"sequence","code":"0.106","number":1000000000000000}"#,
                Form::Csv,
            ),
        ] {
            let question = Question {
                most_output: 1000,
                ..question(request, form)
            };
            let failure = answer(&question).expect_err(request);
            assert!(failure.describe().render(Lang::En).contains("1000 bytes"));
        }
        let few = Question {
            most_positions: 100,
            ..question(
                r#"{"ask":"states","position":{"game":"nim 100 100"}}"#,
                Form::Json,
            )
        };
        assert!(matches!(answer(&few), Err(Failure::Unknown(_))));
        let stop = Arc::new(AtomicBool::new(true));
        for request in [
            r#"{"ask":"sequence","code":"0.106","number":1000000000000000}"#,
            r#"{"ask":"period","code":"0.007"}"#,
            r#"{"ask":"chart","game":"0.007"}"#,
            r#"{"ask":"table","game":"wythoff","ranges":[{"first":0,"count":9},{"first":0,"count":9}]}"#,
        ] {
            let stopped = Service.answer(&question(request, Form::Json), &stop);
            assert!(
                matches!(stopped, Err(Failure::Interrupted)),
                "{request}: {stopped:?}"
            );
        }
        assert!(begun.elapsed() < Duration::from_secs(3));
    }
}
