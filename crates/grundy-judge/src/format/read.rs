//! Formats out of TOML text.

use super::formula::{Apart, Bound, Formulas, Over};
use super::layout::{Field, Layout};
use super::options::{Options, OptionsError};
use super::own::{OwnPlace, OwnRule};
use super::plan::Plan;
use super::rule::Rule;
use super::tell::{Reply, Slot, Wording};
use super::within::WithNames;
use super::{Cases, Count, Format, FormatError, Item, Sample, Sentence, Shape, said};
use crate::known::Memory;
use grundy::notation::MOST_ERRORS;
use grundy::{Message, Text, message};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText {
    #[serde(default)]
    format: Vec<FormatText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormatText {
    name: Spanned<String>,
    #[serde(default)]
    aliases: Vec<String>,
    title: Option<Sentence>,
    cases: Spanned<Cases>,
    layout: Spanned<String>,
    lists: Option<Spanned<String>>,
    rule: Option<Spanned<String>>,
    options: Option<Spanned<String>>,
    position: Option<Spanned<String>>,
    misere: Option<Spanned<bool>>,
    value: Option<Spanned<String>>,
    wins: Option<Spanned<String>>,
    #[serde(default)]
    ranges: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    far: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    bounds: BTreeMap<Spanned<String>, Spanned<String>>,
    answer: Spanned<AnswerText>,
    answers: Option<Spanned<Answers>>,
    acyclic: Option<Spanned<String>>,
    require: Option<Spanned<String>>,
    sentence: Option<Sentence>,
    #[serde(default)]
    source: String,
    #[serde(default)]
    limits: String,
    sample: Option<Sample>,
}

/// For what a case is answered, where it is not for its positions.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Answers {
    Prefixes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AnswerText {
    win: Option<Spanned<String>>,
    lose: Option<Spanned<String>>,
    draw: Option<Spanned<String>>,
    count: Option<Spanned<String>>,
    value: Option<Spanned<String>>,
    #[serde(rename = "move")]
    one: Option<Spanned<String>>,
    between: Option<Spanned<String>>,
    after: Option<Spanned<String>>,
    #[serde(default)]
    first: bool,
    order: Option<Spanned<String>>,
    #[serde(default)]
    each: bool,
    row: Option<Spanned<String>>,
    before_case: Option<Spanned<String>>,
    after_case: Option<Spanned<String>>,
}

/// A fault: the byte where it stands, and what it is.
pub(super) type Fault = (usize, Message);

/// The formats of a text.
pub(super) fn formats(text: &str) -> Result<Vec<Format>, FormatError> {
    let read = |file: &str| -> Result<FileText, FormatError> {
        toml::from_str(file).map_err(|error| {
            let begin = error.span().map_or(0, |span| span.start);
            match super::whole::explained(file, error.message(), begin) {
                Some((at, message)) => error_at(file, at, message),
                None => error_at(file, begin, not_toml(error.message())),
            }
        })
    };
    let checked =
        |table: FormatText| check(text, table).map_err(|(at, message)| error_at(text, at, message));
    let (formats, errors): (Vec<_>, Vec<_>) = match read(text) {
        Ok(file) => parted(file.format.into_iter().map(checked)),
        // What is no table of formats as a whole is looked at table by table.
        Err(first) => {
            let alone = tables(text);
            let read = alone.iter().flat_map(|table| match read(table) {
                Ok(file) => file.format.into_iter().map(checked).collect(),
                Err(error) => vec![Err(error)],
            });
            let (formats, errors) = parted(read);
            match errors.is_empty() {
                true => (formats, vec![first]),
                false => (formats, errors),
            }
        }
    };
    let mut errors = errors.into_iter();
    match errors.next() {
        Some(mut first) => {
            first.more = errors.collect();
            Err(first)
        }
        None => Ok(formats),
    }
}

/// Formats, and what is wrong with others.
fn parted(
    all: impl Iterator<Item = Result<Format, FormatError>>,
) -> (Vec<Format>, Vec<FormatError>) {
    let (mut formats, mut errors) = (Vec::new(), Vec::new());
    for one in all {
        match one {
            Ok(format) => formats.push(format),
            Err(error) => errors.push(error),
        }
    }
    errors.truncate(MOST_ERRORS);
    (formats, errors)
}

/// The text with each table of a format alone, blanks in the place of all others; what stands before the first goes with it.
fn tables(text: &str) -> Vec<String> {
    let mut begins: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("[[format]]") {
            begins.push(at);
        }
        at += line.len();
    }
    if let Some(first) = begins.first_mut() {
        *first = 0;
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    let blank = |part: &str| -> String {
        let kept = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        part.bytes().map(kept).collect()
    };
    let alone = begins.iter().zip(ends).take(MOST_ERRORS);
    alone
        .map(|(&begin, end)| blank(&text[..begin]) + &text[begin..end])
        .collect()
}

/// The byte of the file where byte `at` of a string stands, if the string is written plainly.
fn within(file: &str, value: &Spanned<String>, at: usize) -> usize {
    let span = value.span();
    let plain = file.get(span.start + 1..span.end.saturating_sub(1)) == Some(value.get_ref());
    if plain {
        span.start + 1 + at
    } else {
        span.start
    }
}

/// Builds a format out of what its table says; what does not go together is a fault.
fn check(file: &str, mut text: FormatText) -> Result<Format, Fault> {
    if text.name.get_ref().is_empty() {
        return Err((
            text.name.span().start,
            message!("a format needs a name", "格式须有名称"),
        ));
    }
    let layout = Layout::parse(text.layout.get_ref())
        .map_err(|(at, message)| (within(file, &text.layout, at), message))?;
    let plain = layout;
    let mut layout = plain.clone();
    if let Some(lists) = &text.lists {
        let made = layout.make_names(lists.get_ref());
        made.map_err(|(at, message)| (within(file, lists, at), message))?;
        if let Some(answers) = &text.answers {
            let fault = message!(
                "`answers` = \"prefixes\" is only for names that are read; what `lists` defines depends on the whole case",
                "`answers` = \"prefixes\" 只能用于读入的名字；`lists` 由整组数据算得"
            );
            return Err((answers.span().start, fault));
        }
    }
    let mut spoken = spoken(&text);
    // With an answer for each row nothing is made of a whole case.
    let makes = text.answers.is_none();
    let value = with_names(file, text.value.as_ref().filter(|_| makes), &mut layout)?;
    let wins_of = with_names(file, text.wins.as_ref().filter(|_| makes), &mut layout)?;
    if let Some(position) = &mut text.position
        && makes
        && let Some(named) = with_names(file, Some(&*position), &mut layout)?
    {
        *position.get_mut() = named.text().to_owned();
    }
    let cases = *text.cases.get_ref();
    if cases == Cases::UntilZero && layout.leading() == 0 {
        let fault = message!(
            "`cases` = \"until-zero\" needs a number at the beginning of a case",
            "`cases` \"until-zero\" 要求每组数据以一个数开头"
        );
        return Err((text.layout.span().start, fault));
    }
    let (options, own) = options(
        file,
        text.options,
        text.position,
        text.rule.as_ref(),
        &layout,
    )?;
    // The list that is the position need not be called so in the rule.
    if let Some(OwnPlace::List(list)) = own.as_ref().map(OwnRule::place) {
        spoken.push(layout.fields[*list].to_string());
    }
    let lists = text.lists.as_ref().map_or("", |lists| lists.get_ref());
    let unused = super::unused::names(lists, &spoken, &layout);
    // Where the rule itself is one on words, grids or graphs, nothing else judges.
    let is_own = text.rule.as_ref().is_some_and(is_own);
    let wins = match (&text.value, &text.rule, &text.wins) {
        (None, None, Some(wins)) if options.is_some() => {
            let wins = wins_of
                .as_ref()
                .map_or(wins.get_ref().as_str(), WithNames::text);
            let read = Over::parse(wins, &layout, true).ok();
            read.filter(Over::has_known)
        }
        _ => None,
    };
    let formula = match wins {
        Some(_) => None,
        None => {
            let value = (text.value.as_ref(), value.as_ref());
            formula(value, (text.wins.as_ref(), wins_of.as_ref()), file, &layout)?
        }
    };
    if let (Some(_), Some(rule)) = (&formula, &text.rule) {
        let fault = message!(
            "a format needs a `rule`, or `value` and `wins`",
            "一个格式要么有 `rule`，要么有 `value` 与 `wins`"
        );
        return Err((rule.span().start, fault));
    }
    let misere = misere(text.misere.as_ref(), text.rule.as_ref(), formula.is_some())?;
    let mut rule = match (&text.rule, &options) {
        _ if let Some(formula) = &formula => Rule::of_options(formula.text(), false),
        (Some(rule), _) if is_own => {
            let (text, _) = played(rule.get_ref());
            Rule::of_options(text, misere)
        }
        (Some(rule), _) if rule.get_ref().contains("->") => {
            let fault = message!(
                "`rule` names a game, as in rule = \"nim {heap}\"; write moves in `options`: options = \"{moves}\"",
                "`rule` 按名字给出游戏，如 rule = \"nim {heap}\"；走法写在 `options` 中：options = \"{moves}\"",
                moves = played(rule.get_ref()).0
            );
            return Err((within(file, rule, 0), fault));
        }
        (Some(rule), _) => {
            let mut read = Rule::parse(rule.get_ref(), &layout)
                .map_err(|(at, message)| (within(file, rule, at), message))?;
            let natural = super::options::are_natural(read.fields(), &layout);
            natural.map_err(|why| (within(file, rule, 0), why))?;
            read.misere = misere;
            read
        }
        (None, Some(options)) => Rule::of_options(options.text(), misere),
        (None, None) if let Some(own) = &own => Rule::of_options(own.rule().text(), misere),
        (None, None) => {
            let fault = message!(
                "a format needs a `rule`, or `options`, as in rule = \"nim {heap}\" or options = \"heap -> heap-k for k in 1..=3\"",
                "格式须有 `rule` 或 `options`，如 rule = \"nim {heap}\" 或 options = \"heap -> heap-k for k in 1..=3\""
            );
            return Err((text.name.span().start, fault));
        }
    };
    let span = text.answer.span();
    let answer = text.answer.into_inner();
    let each = answer.each;
    // A rule of one's own has names of its own for the numbers of a move.
    let named = formula.is_none() && text.rule.is_none() && options.is_some();
    // With an answer for each row there is no whole case to be read from.
    let echoed = text.answers.is_none().then_some(&layout);
    let tell = tell(&answer, span.start, named, echoed)?;
    let before_case = around(answer.before_case.as_ref(), Some(&layout))?;
    let after_case = around(answer.after_case.as_ref(), echoed)?;
    let plan = match (&text.rule, &options) {
        _ if let Some(formula) = formula => {
            let fit = match tell {
                Reply::Outcome { .. } => true,
                Reply::Value(_) => !formula.has_condition(),
                _ => false,
            };
            if !fit || (each && formula.has_condition()) {
                let fault = message!(
                    "a formula gives outcomes; or values, where it has no `wins`",
                    "公式给出胜负；没有 `wins` 时也可给出值"
                );
                return Err((span.start, fault));
            }
            Plan::Formula(Box::new(formula))
        }
        (text, _) if is_own || text.is_none() => {
            let fit = super::options::fit(&tell, rule.misere, options.as_ref());
            fit.map_err(|error| (span.start, error.first()))?;
            match (&options, &own) {
                (_, Some(own)) => match own.known(&tell, rule.misere || answer.draw.is_some()) {
                    Some((named, plan)) if !each => {
                        rule = named;
                        plan
                    }
                    _ => Plan::Own(Box::new(own.clone())),
                },
                (Some(options), None) => {
                    Plan::Options(Box::new(options.clone()), Memory::default())
                }
                (None, None) => Plan::General,
            }
        }
        (text, _) => {
            let at = text.as_ref().map_or(0, |text| text.span().start);
            Plan::of(&rule, &tell, &layout, each).map_err(|message| (at, message))?
        }
    };
    if let (Some(_), Some(told)) = (&wins, &text.wins) {
        let fit = matches!(tell, Reply::Outcome { .. }) && answer.draw.is_none() && !each;
        if !fit || rule.misere {
            let fault = message!(
                "`wins` together with `options` is only for `win` and `lose` under normal play, without `draw` and `each`",
                "`options` 之外的 `wins` 只用于正常规则下的 `win` 与 `lose`，不与 `draw`、`each` 同用"
            );
            return Err((told.span().start, fault));
        }
    }
    let is_game = text.rule.is_some();
    let is_whole = match &plan {
        Plan::Own(_) => true,
        Plan::Whole(form) => !form.answers_each(),
        _ => false,
    };
    let parts = !is_whole && (!is_game || rule.shape() == Shape::Single);
    if each && (!parts || matches!(tell, Reply::Moves { .. })) {
        let fault = message!(
            "`each` is only for outcomes, counts or values of heaps that are one number each",
            "`each` 只用于每堆一个数时的胜负、个数或值"
        );
        return Err((span.start, fault));
    }
    let draw = match &answer.draw {
        Some(draw) => {
            let fits = matches!(plan, Plan::General | Plan::Own(_) | Plan::Options(..))
                && matches!(tell, Reply::Outcome { .. });
            if !fits {
                let fault = message!(
                    "`draw` is only for `win` and `lose` of a rule of your own, or of a game without a special form here",
                    "`draw` 只与 `win`、`lose` 同用，且用于自定规则或此处没有专门形式的游戏"
                );
                return Err((draw.span().start, fault));
            }
            Some(case_wording(Some(draw), &[Slot::Case], echoed)?)
        }
        None => None,
    };
    if let Some(answers) = &text.answers {
        let last = layout.head().last();
        let is_list = match last {
            Some(Item::Rows(fields, _)) => layout.shape(fields[0]).is_none(),
            Some(Item::Listed(field)) => layout.alphabet(*field).is_none(),
            _ => false,
        };
        if layout.bracket().is_some() || !is_list || each {
            let fault = message!(
                "`answers` = \"prefixes\" needs a layout that ends with a list of numbers, as in \"n a*n\", and no `each`",
                "`answers` = \"prefixes\" 要求布局以数列结尾，如 \"n a*n\"，且没有 `each`"
            );
            return Err((answers.span().start, fault));
        }
    }
    let row = match &answer.row {
        Some(row) => Some(row_of(row, each, &plain)?),
        None => None,
    };
    let acyclic = match &text.acyclic {
        Some(arcs) => Some(arcs_of(arcs, &plain)?),
        None => None,
    };
    let require = match &text.require {
        Some(condition) => Some(required(condition, file, &layout)?),
        None => None,
    };
    // Numbers that are made up are those that are read.
    let far = far(text.far, &plain)?;
    let (ranges, signed_ranges, steps) = ranges(text.ranges, &plain)?;
    let (bounds, apart) = bounds(text.bounds, file, &plain)?;
    Ok(Format {
        name: text.name.into_inner(),
        aliases: text.aliases,
        title: text.title,
        cases,
        layout,
        rule,
        options,
        own,
        ranges,
        signed_ranges,
        steps,
        far,
        bounds,
        apart,
        tell,
        draw,
        each,
        row,
        acyclic,
        require,
        prefixes: text.answers.is_some(),
        before_case,
        after_case,
        sentence: text.sentence,
        source: text.source,
        limits: text.limits,
        sample: text.sample,
        wins,
        lists: text.lists.map(Spanned::into_inner),
        unused,
        plan,
    })
}

/// A formula as it is written, and with names for the lists that it makes.
type Named<'t> = (Option<&'t Spanned<String>>, Option<&'t WithNames>);

/// All texts of a format that may speak of names, but for `lists`.
fn spoken(text: &FormatText) -> Vec<String> {
    let answer = text.answer.get_ref();
    let all = [
        &text.rule,
        &text.options,
        &text.position,
        &text.value,
        &text.wins,
        &text.acyclic,
        &text.require,
        &answer.win,
        &answer.lose,
        &answer.draw,
        &answer.count,
        &answer.value,
        &answer.one,
        &answer.between,
        &answer.after,
        &answer.row,
        &answer.before_case,
        &answer.after_case,
    ];
    let all = all.into_iter().flatten();
    all.map(|text| text.get_ref().clone()).collect()
}

/// The formulas of a format.
fn formula(
    value: Named<'_>,
    wins: Named<'_>,
    file: &str,
    layout: &Layout,
) -> Result<Option<Formulas>, Fault> {
    let Some(first) = value.0.or(wins.0) else {
        return Ok(None);
    };
    fn text<'t>((written, named): Named<'t>) -> Option<&'t str> {
        let named = named.map(WithNames::text);
        named.or(written.map(|text| text.get_ref().as_str()))
    }
    let formulas = Formulas::parse(text(value), text(wins), layout);
    let formulas = formulas.map_err(|(in_wins, at, message)| {
        let (place, named) = match in_wins {
            true => (wins.0.unwrap_or(first), wins.1),
            false => (first, value.1),
        };
        let at = named.map_or(at, |named| named.placed((at, Message::verbatim(""))).0);
        (within(file, place, at), message)
    })?;
    let written = |(written, _): Named<'_>| written.map(|text| text.get_ref().clone());
    Ok(Some(formulas.written(written(value), written(wins))))
}

/// Makes the lists that a formula makes to ask something of them.
fn with_names(
    file: &str,
    text: Option<&Spanned<String>>,
    layout: &mut Layout,
) -> Result<Option<WithNames>, Fault> {
    let Some(text) = text else { return Ok(None) };
    let named = layout.name_lists(text.get_ref(), 0);
    let named = named.map_err(|(at, message)| (within(file, text, at), message))?;
    Ok(Some(named))
}

fn wording(text: Option<&Spanned<String>>, slots: &[Slot]) -> Result<Wording, Fault> {
    let Some(text) = text else {
        return Ok(Wording::default());
    };
    Wording::parse(text.get_ref(), slots).ok_or((text.span().start, said(&UNKNOWN_SLOT)))
}

/// The text of an answer, which may have names of the layout.
fn case_wording(
    text: Option<&Spanned<String>>,
    slots: &[Slot],
    layout: Option<&Layout>,
) -> Result<Wording, Fault> {
    let (Some(text), Some(layout)) = (text, layout) else {
        return wording(text, slots);
    };
    let read = Wording::of_case(text.get_ref(), slots, layout);
    read.ok_or((text.span().start, said(&UNKNOWN_NAME)))
}

/// The text before or after the answers of a case, which may have names of what is known of it then.
fn around(text: Option<&Spanned<String>>, layout: Option<&Layout>) -> Result<Wording, Fault> {
    let Some(layout) = layout else {
        return wording(text, &[Slot::Case]);
    };
    let read = case_wording(text, &[Slot::Case], Some(layout))?;
    let is_late = read.read_fields().any(|field| layout.is_late(field));
    match (text, is_late) {
        (Some(text), true) => Err((text.span().start, said(&LATE_NAME))),
        _ => Ok(read),
    }
}

static LATE_NAME: Text = Text::new(
    "`before-case` and `after-case` are printed once per case, and may name what is read before […] and what is computed from that alone",
    "`before-case` 与 `after-case` 每组数据只出现一次，其中的名字须在 […] 之前读入，或只由这些算得",
);

static UNKNOWN_SLOT: Text = Text::new(
    "unknown slot; write a brace itself twice: {{ and }}",
    "此处没有这个占位符；花括号本身须写两次：{{ 与 }}",
);

static UNKNOWN_NAME: Text = Text::new(
    "unknown slot; `win`, `lose`, `draw`, `count`, `value`, `before-case` and `after-case` may name numbers, lists and words of the layout, as in \"{n} {s}\"; write a brace itself twice: {{ and }}",
    "此处没有这个占位符；`win`、`lose`、`draw`、`count`、`value`、`before-case` 与 `after-case` 中可以有布局中的数、列表和字的名字，如 \"{n} {s}\"；花括号本身须写两次：{{ 与 }}",
);

/// The text of a move, which may have names of the rule.
fn move_wording(text: Option<&Spanned<String>>, named: bool) -> Result<Wording, Fault> {
    use Slot::{Case, From, Heaps, Index, Take, To};
    let slots = [Case, Index, From, To, Take, Heaps];
    match text {
        Some(text) if named => {
            Wording::of_move(text.get_ref(), &slots).ok_or((text.span().start, said(&UNKNOWN_SLOT)))
        }
        text => wording(text, &slots),
    }
}

/// The text of a move, with the order in which moves come, which goes with the first move of a rule.
fn ordered(each: Wording, order: Option<&Spanned<String>>, goes: bool) -> Result<Wording, Fault> {
    let Some(order) = order else {
        return Ok(each);
    };
    let at = order.span().start;
    if !goes {
        return Err((
            at,
            message!(
                "`order` says which winning move of a rule of your own comes first; it needs `options` and `first = true`",
                "`order` 说明自定规则的必胜走法中哪一个在先；须与 `options` 和 `first = true` 同用"
            ),
        ));
    }
    each.ordered(order.get_ref()).ok_or((
        at,
        message!(
            "an order lists names of numbers of a move, separated by commas, with a minus sign for the largest first, as in \"take, -index\"",
            "次序由走法中各数的名字组成，以逗号分隔，名字前加负号表示从大到小，如 \"take, -index\""
        ),
    ))
}

/// A rule without what it says of the play, and whether who cannot move wins.
fn played(text: &str) -> (&str, bool) {
    match text.trim_start().strip_prefix("--misere ") {
        Some(text) => (text, true),
        None => (text, false),
    }
}

/// Whether who cannot move wins: by `misere`, or by what the rule begins with.
fn misere(
    told: Option<&Spanned<bool>>,
    rule: Option<&Spanned<String>>,
    by_formula: bool,
) -> Result<bool, Fault> {
    let by_rule = rule.is_some_and(|rule| played(rule.get_ref()).1);
    let Some(told) = told else {
        return Ok(by_rule);
    };
    let at = told.span().start;
    if by_formula {
        return Err((
            at,
            message!(
                "`misere` is only for `rule` or `options`; formulas themselves say who wins",
                "`misere` 须与 `rule` 或 `options` 同用；公式本身已说明谁胜"
            ),
        ));
    }
    if by_rule && !told.get_ref() {
        return Err((
            at,
            message!(
                "`rule` begins with --misere, but `misere` is false",
                "`rule` 以 --misere 开头，而 `misere` 为 false"
            ),
        ));
    }
    Ok(*told.get_ref())
}

/// Whether a rule is one of the user's own on words, grids or graphs, and not a game with gaps.
fn is_own(rule: &Spanned<String>) -> bool {
    let (text, _) = played(rule.get_ref());
    OwnRule::is_meant(text) && !(names_game(text) && text.contains('{'))
}

/// Whether a rule begins with the name of a game.
fn names_game(text: &str) -> bool {
    let first = text.split([' ', ':', '{']).next().unwrap_or_default();
    crate::tally::form(first).is_some() || grundy::game::listing(first).is_some()
}

/// What the one-line notation says of a format's rule.
type Noted = (Option<Options>, Option<OwnRule>);

/// The rule in the one-line notation: `options`, or `rule` where it is one on words, grids or graphs.
fn options(
    file: &str,
    text: Option<Spanned<String>>,
    position: Option<Spanned<String>>,
    rule: Option<&Spanned<String>>,
    layout: &Layout,
) -> Result<Noted, Fault> {
    let text = match (text, rule) {
        (None, Some(rule)) if is_own(rule) => Some(rule.clone()),
        (text, _) => text,
    };
    let Some(text) = text else {
        let Some(position) = position else {
            return Ok((None, None));
        };
        let fault = message!(
            "`position` needs `options`",
            "`position` 须与 `options` 同用"
        );
        return Err((position.span().start, fault));
    };
    let place = position
        .as_ref()
        .map(|position| position.get_ref().as_str());
    let (written, is_misere) = played(text.get_ref());
    if is_misere && !rule.is_some_and(is_own) {
        let fault = message!(
            "`options` lists only the moves; for misère play (the player who cannot move wins) write misere = true on a line of its own",
            "`options` 只写走法；反常规则（无法走者胜）请另起一行写 misere = true"
        );
        return Err((within(file, &text, 0), fault));
    }
    if !written.contains("->") && !OwnRule::is_meant(written) && names_game(written) {
        let fault = message!(
            "`options` lists moves, as in options = \"heap -> heap-k for k in 1..=3\"; give a game by its name in `rule`: rule = \"{name}\"",
            "`options` 写走法，如 options = \"heap -> heap-k for k in 1..=3\"；按名字给出的游戏写在 `rule` 中：rule = \"{name}\"",
            name = written.trim()
        );
        return Err((within(file, &text, 0), fault));
    }
    let skipped = text.get_ref().len() - written.len();
    let read = match OwnRule::is_meant(written) {
        true => OwnRule::parse(written, place, layout).map(|own| (None, Some(own))),
        false => Options::parse(written, place, layout).map(|read| (Some(read), None)),
    };
    read.map_err(|error| match &error {
        OptionsError::Rule(errors) => {
            // The first is told where it stands in the file.
            let first = errors.errors.first();
            let at = skipped + first.map_or(0, |error| error.span.start);
            (within(file, &text, at), error.first())
        }
        OptionsError::Position(_) => {
            let span = position.as_ref().map_or(text.span(), Spanned::span);
            (span.start, error.first())
        }
    })
}

/// `row = "n"`: after how many answers a line ends.
fn row_of(text: &Spanned<String>, each: bool, layout: &Layout) -> Result<Count, Fault> {
    let at = text.span().start;
    if !each {
        return Err((
            at,
            message!(
                "`row` needs `each`: it is the number of answers per line",
                "`row` 须与 `each` 同用：表示一行有多少个答案"
            ),
        ));
    }
    let named = || {
        let (name, plus) = super::layout::named(text.get_ref())?;
        let field = layout.field(name)?;
        let is_number = layout.rows_of(field).is_none() && layout.alphabet(field).is_none();
        (is_number && !layout.may_be_negative(field)).then_some(Count::Named(field, plus))
    };
    let fixed = text.get_ref().parse().ok().filter(|&count: &u64| count > 0);
    let count = fixed.map(Count::Fixed).or_else(named);
    let fault = message!(
        "expected the number of answers per line: a number, or a number of the layout, as in row = \"n\"",
        "此处应为一行的答案个数：一个数，或布局中的一个数，如 row = \"n\""
    );
    count.ok_or((at, fault))
}

/// `require = "sum(a) == n"`: what holds of the numbers of every case.
fn required(text: &Spanned<String>, file: &str, layout: &Layout) -> Result<Over, Fault> {
    let wrong = |(at, message): (usize, Message)| (within(file, text, at), message);
    let condition = Over::parse(text.get_ref(), layout, true).map_err(wrong)?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = text.get_ref().split(|letter| !is_part(letter));
    let mut fields = words.filter_map(|word| layout.field(word));
    if condition.has_known() || fields.any(|field| layout.is_late(field)) {
        let fault = message!(
            "expected a condition on the beginning of a case, before any positions in […], as in require = \"sum(a) == n\"",
            "此处应为对每组数据开头部分（[…] 中的局面之前）的条件，如 require = \"sum(a) == n\""
        );
        return Err((text.span().start, fault));
    }
    Ok(condition)
}

/// `acyclic = "u v"`: the lists of the arcs that have no cycle.
fn arcs_of(text: &Spanned<String>, layout: &Layout) -> Result<[Field; 2], Fault> {
    let fields = text.get_ref().split_whitespace();
    let fields: Vec<Option<Field>> = fields.map(|name| layout.field(name)).collect();
    match fields[..] {
        [Some(from), Some(to)] if are_arcs(from, to, layout) && !layout.is_late(from) => {
            Ok([from, to])
        }
        _ => {
            let fault = message!(
                "expected two numbers of the same rows, read before any positions in […]: the start and the end of each arc, as in acyclic = \"u v\" with (u v)*m",
                "此处应为同一行中的两个数，且在 […] 中的局面之前读入：每条有向边的起点与终点，如布局 (u v)*m 配 acyclic = \"u v\""
            );
            Err((text.span().start, fault))
        }
    }
}

/// Whether two lists are numbers of the same rows.
fn are_arcs(from: Field, to: Field, layout: &Layout) -> bool {
    let is_number =
        |field: Field| layout.alphabet(field).is_none() && !layout.may_be_negative(field);
    let together = |item: &Item| match item {
        Item::Rows(fields, _) => fields.contains(&from) && fields.contains(&to),
        Item::Group(items, ..) => {
            items.contains(&Item::Number(from)) && items.contains(&Item::Number(to))
        }
        _ => false,
    };
    from != to && is_number(from) && is_number(to) && layout.head().iter().any(together)
}

/// By field, which numbers are made up.
type Ranges<N> = Vec<(Field, RangeInclusive<N>)>;

/// By field, every how many of them.
type Steps = Vec<(Field, u64)>;

/// `{ heap = "1..=1000000000" }`: names of the layout, and the numbers of the statement.
fn far(
    texts: BTreeMap<Spanned<String>, Spanned<String>>,
    layout: &Layout,
) -> Result<Ranges<u64>, Fault> {
    let begins: Vec<usize> = texts.keys().map(|name| name.span().start).collect();
    let (far, _, steps) = ranges(texts, layout)?;
    let is_number =
        |field: Field| layout.counted_by(field).is_none() && layout.alphabet(field).is_none();
    // Of names that count, and of numbers below 0, only the ranges are made up.
    match far.len() == begins.len()
        && steps.is_empty()
        && far.iter().all(|(field, _)| is_number(*field))
    {
        true => Ok(far),
        false => Err((
            begins.first().copied().unwrap_or(0),
            message!(
                "`far` is only for numbers from 0 on that are not counts, as in far = { heap = \"1..=1000000000\" }",
                "`far` 只用于不表示个数的非负数，如 far = { heap = \"1..=1000000000\" }"
            ),
        )),
    }
}

/// `{ heap = "0..=100" }`: names of the layout, and the numbers that are made up for them.
fn ranges(
    texts: BTreeMap<Spanned<String>, Spanned<String>>,
    layout: &Layout,
) -> Result<(Ranges<u64>, Ranges<i64>, Steps), Fault> {
    let mut ranges = Vec::with_capacity(texts.len());
    let (mut signed, mut steps) = (Vec::new(), Vec::new());
    for (name, text) in texts {
        let field = layout.field(name.get_ref()).ok_or((
            name.span().start,
            message!(
                "a range needs a name of the layout",
                "范围须对应布局中的名字"
            ),
        ))?;
        if layout.may_be_negative(field) {
            let ends = text.get_ref().split_once("..=").and_then(|(from, to)| {
                let (from, to): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
                (from <= to).then_some(from..=to)
            });
            let wrong = message!(
                "expected a range of numbers, as in \"-100..=100\"",
                "此处应为数的范围，如 \"-100..=100\""
            );
            signed.push((field, ends.ok_or((text.span().start, wrong))?));
            continue;
        }
        let (between, step) = match text.get_ref().split_once(" by ") {
            Some((between, step)) => (between, step.parse().ok().filter(|&step: &u64| step > 0)),
            None => (text.get_ref().as_str(), Some(1)),
        };
        let ends = between.split_once("..=").and_then(|(from, to)| {
            let (from, to): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
            (from <= to).then_some((from..=to, step?))
        });
        let wrong = match text.get_ref().contains('-') {
            true => {
                message!(
                    "expected a range of numbers, as in \"0..=100\"; for numbers below 0 write +- before their name in the layout, as in +-x",
                    "此处应为数的范围，如 \"0..=100\"；名字前写 +-（如 +-x）时，布局才读入负数"
                )
            }
            false => message!(
                "expected a range of numbers, as in \"0..=100\"",
                "此处应为数的范围，如 \"0..=100\""
            ),
        };
        let (range, step) = ends.ok_or((text.span().start, wrong))?;
        ranges.push((field, range));
        if step > 1 {
            steps.push((field, step));
        }
    }
    ranges.sort_unstable_by_key(|(field, _)| *field);
    Ok((ranges, signed, steps))
}

/// Between which numbers those of a name stand, and lists whose numbers differ.
type Bounds = (Vec<Bound>, Vec<(Field, Apart)>);

/// `{ start = "1..=n" }`: between which numbers of the same case the made-up numbers of a name stand.
fn bounds(
    texts: BTreeMap<Spanned<String>, Spanned<String>>,
    file: &str,
    layout: &Layout,
) -> Result<Bounds, Fault> {
    let (mut bounds, mut differ) = (Vec::new(), Vec::new());
    for (name, text) in texts {
        let field = layout.field(name.get_ref()).ok_or((
            name.span().start,
            message!(
                "a bound needs a name of the layout",
                "界限须对应布局中的名字"
            ),
        ))?;
        let (between, apart) = Apart::split(text.get_ref());
        if let Some(apart) = apart {
            let is_list = layout.items().any(|item| is_list(item, field, layout));
            let is_whole = apart != Apart::Permutation || !layout.may_be_negative(field);
            let is_alone = apart != Apart::Permutation || between.is_empty();
            if !is_list || !is_whole || !is_alone {
                let message = message!(
                    "\"permutation\", \"distinct\" and \"rising\" are of lists that are read, a permutation of the numbers 1 to its length without a range",
                    "\"permutation\"、\"distinct\" 与 \"rising\" 用于读入的列表；其中 permutation 是 1 到列表长度的排列，不写范围"
                );
                return Err((text.span().start, message));
            }
            differ.push((field, apart));
        }
        if apart.is_none() || !between.is_empty() {
            let bound = Bound::parse(field, between, layout);
            bounds.push(bound.map_err(|(at, message)| (within(file, &text, at), message))?);
        }
    }
    Ok((bounds, differ))
}

/// Whether a name is one of a list of numbers, alone or in each of several groups, and no end of an edge.
fn is_list(item: &Item, field: Field, layout: &Layout) -> bool {
    match item {
        Item::Rows(fields, _) => {
            let ends = layout.shape(fields[0]).map_or(0, |_| 2);
            fields[ends..].contains(&field)
        }
        Item::Listed(own) => *own == field,
        Item::Group(items, ..) => items.iter().any(|item| is_list(item, field, layout)),
        _ => false,
    }
}

/// What the answer says is told.
fn tell(
    answer: &AnswerText,
    at: usize,
    named: bool,
    layout: Option<&Layout>,
) -> Result<Reply, Fault> {
    use Slot::{Case, Count, Value};
    let outcome = answer.win.is_some() && answer.lose.is_some();
    let neither = answer.win.is_none() && answer.lose.is_none();
    let listing = answer.between.is_some()
        || answer.after.is_some()
        || answer.first
        || answer.order.is_some();
    let case = |text: &Option<Spanned<String>>| wording(text.as_ref(), &[Case]);
    match (&answer.one, &answer.count, &answer.value) {
        (Some(_), None, None) if outcome => Ok(Reply::Moves {
            win: case(&answer.win)?,
            each: ordered(
                move_wording(answer.one.as_ref(), named)?,
                answer.order.as_ref(),
                named && answer.first,
            )?,
            between: case(&answer.between)?,
            after: case(&answer.after)?,
            lose: case(&answer.lose)?,
            first: answer.first,
        }),
        (None, None, None) if outcome && !listing => Ok(Reply::Outcome {
            win: case_wording(answer.win.as_ref(), &[Case], layout)?,
            lose: case_wording(answer.lose.as_ref(), &[Case], layout)?,
        }),
        (None, Some(count), None) if neither && !listing => {
            let count = case_wording(Some(count), &[Case, Count], layout)?;
            Ok(Reply::Count(count))
        }
        (None, None, Some(value)) if neither && !listing => {
            let value = case_wording(Some(value), &[Case, Value], layout)?;
            Ok(Reply::Value(value))
        }
        _ => Err((
            at,
            message!(
                "an answer needs `win` and `lose`; or `count`; or `value`; or `win`, `move` and `lose`",
                "答案可以是 `win` 与 `lose`，或 `count`，或 `value`，或 `win`、`move` 与 `lose`"
            ),
        )),
    }
}

/// What a reader of TOML says, in one line.
fn not_toml(said: &str) -> Message {
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let unknown = |kind: &str| {
        let (key, known) = said.strip_prefix(kind)?.split_once("`, expected ")?;
        Some((
            key.to_owned(),
            known.trim_start_matches("one of ").to_owned(),
        ))
    };
    if let Some((key, known)) = unknown("unknown field `") {
        message!(
            "{said}",
            "没有 `{key}` 这个键；可用的有 {known}",
            said = said,
            key = key,
            known = known
        )
    } else if let Some((value, known)) = unknown("unknown variant `") {
        message!(
            "{said}",
            "此处不能是 `{value}`；可用的有 {known}",
            said = said,
            value = value,
            known = known
        )
    } else {
        message!("{said}", "TOML 语法错误：{said}", said = said)
    }
}

fn error_at(text: &str, offset: usize, message: Message) -> FormatError {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before
        .chars()
        .rev()
        .take_while(|&character| character != '\n')
        .count()
        + 1;
    FormatError {
        line,
        column,
        message,
        more: Vec::new(),
    }
}
