//! The whole program of a task: what is read, which method gives the values, what is written.

mod along;
mod answers;
mod deletions;
mod folds;
mod formulas;
mod made;
mod method_of;
mod named;
mod own;
mod quotient;
mod reading;

use grundy::kinds::AnyRule;
use grundy::pattern::Finding;
use grundy::rule::syntax::{Defined, Definition, Expression, Kind};
use grundy::rule::{Given, Measure, Rule, RuleErrors};
use grundy::{Lang, message};
use grundy_judge::{Field, Format, Options, OwnRule};

use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::functions::complete;
use crate::names::Names;
use crate::places;
use crate::tree::{Expr, Global, Program, Stmt, Target, Type};
use crate::{Task, Way};

use answers::Answers;
pub(crate) use method_of::uses;
use method_of::{Method, method};
pub(crate) use own::uses as uses_language;
use reading::Writing;

/// Numbers with which a rule is read and its measure looked for before a case gives them.
const SAMPLES: [i64; 3] = [1, 2, 5];

/// Most bytes of a rule without its data: checks of what it reads can take the square of that.
const LONGEST: usize = 4096;

/// Whether formulas of the format or a theorem on the game that it names tell what it asks.
pub(crate) fn is_known(task: &Task<'_>) -> bool {
    let format = task.format;
    format.formulas().is_some() || crate::named::find(format, task.misere).is_some()
}

/// The program of a task.
pub(crate) fn program(task: &Task<'_>) -> Result<Program, NotEmitted> {
    let format = task.format;
    if let Some(rule) = &format.own {
        return match named::known(task) {
            Some(program) if !task.tables => program,
            _ => own::program(task, rule),
        };
    }
    let by_moves = by_moves(task);
    if format.options.is_none() {
        return by_moves;
    }
    match &by_moves {
        // Where nothing can be made of its moves, what is known of the game that it names.
        Err(_) => named::known(task).unwrap_or(by_moves),
        // So too where all moves would be gone through.
        Ok(program) if !task.tables && program.way != Way::Direct => match named::known(task) {
            Some(Ok(program)) => Ok(program),
            _ => by_moves,
        },
        Ok(_) => by_moves,
    }
}

/// The program of a task by the moves of its rule on numbers, by its formulas, or by what is known of the game that it names.
fn by_moves(task: &Task<'_>) -> Result<Program, NotEmitted> {
    let format = task.format;
    let (options, formulas) = (&format.options, format.formulas());
    if options.is_none() && formulas.is_none() {
        return named::program(task);
    }
    if let Some(item) = reading::unread(format, reading::is_number) {
        return Err(reading::refused(item, format));
    }
    let options = match (options, formulas) {
        // Its moves are there for those who check, and for a pattern that is proved.
        (Some(options), Some(formulas))
            if !task.tables && !task.finding.is_some_and(|it| uses(task, options, it)) =>
        {
            return formulas::program(task, formulas);
        }
        (Some(options), _) => options,
        (None, Some(formulas)) => return formulas::program(task, formulas),
        (None, None) => return named::program(task),
    };
    let clauses = options.text().split("where").next().unwrap_or_default();
    if clauses.len() > LONGEST {
        return Err(NotEmitted::new(message!(
            "the rule is too long for a program: more than {most} bytes besides its data",
            "规则太长，无法写成程序：除数据外超过 {most} 字节",
            most = LONGEST
        )));
    }
    let assumed = task.assume_finite || format.acyclic.is_some();
    let (rule, endless) = read(options, format, assumed)?;
    let mut names = Names::new();
    let asked = names.asked();
    let mut program = Program::default();
    for field in format.layout.names() {
        names.of(field);
    }
    let mut start = Vec::new();
    let mut derived = Vec::new();
    let filled = [&mut start, &mut derived];
    let mut scope = constants(&rule, options, format, &mut names, &mut program, filled);
    let given = options.parameters().iter();
    let given: Vec<&str> = given.map(|&field| &*format.layout.names()[field]).collect();
    scope.places = places::named(rule.expanded(), &given, &mut names);
    let chosen = method(
        task,
        options,
        &rule,
        endless,
        scope.clone(),
        &mut names,
        &mut program,
    )?;
    let filled = [&mut start, &mut derived];
    places::add(&scope, task.lang, &mut names, &mut program, filled, &given);
    let fields = fields(format, options, &mut names);
    let index = names.fresh("i");
    let answers = Answers {
        format,
        options,
        method: &chosen,
        index: index.clone(),
    };
    let mut writing = Writing {
        format,
        fields,
        names,
        index,
        derived,
        changed: changes(options, &chosen),
        now: Vec::new(),
        summed: None,
        placed: Vec::new(),
        answer: &|fields, case, names| answers.position(fields, case, names),
        growing: &|fields, row, case, names| answers.growing(fields, row, case, names),
    };
    start.extend(writing.main(&mut program)?);
    program.main = start;
    reading::set_numbers(&mut program, format);
    let is_labelled = matches!(chosen, Method::Labels { .. } | Method::Loopy { .. });
    let assumed = endless && !is_labelled;
    program.notes = notes(task, options, assumed, &chosen);
    complete(&mut program, &asked, task.lang);
    Ok(program)
}

/// Numbers for the parameters of a rule, some and others; without parameters once nothing.
pub(crate) fn samples<'f>(parameters: &[Field], format: &'f Format) -> Vec<Vec<(&'f str, Given)>> {
    // Without parameters every reading is the same.
    let readings = if parameters.is_empty() {
        1
    } else {
        SAMPLES.len()
    };
    let given = |&sample: &i64| {
        let given = parameters.iter().map(|&field| {
            let below = format.layout.may_be_negative(field);
            let value = match format.layout.rows_of(field) {
                Some(_) if below => Given::Array((-sample..=sample).collect()),
                Some(_) => Given::Array((1..=sample).collect()),
                // Of both signs.
                None if below && sample != 2 => Given::Number(-sample),
                None => Given::Number(sample),
            };
            (&*format.layout.names()[field], value)
        });
        given.collect()
    };
    SAMPLES[..readings].iter().map(given).collect()
}

/// A rule of one's own with samples for what a case gives.
pub(crate) fn sampled(own: &OwnRule, format: &Format) -> Result<Vec<AnyRule>, NotEmitted> {
    let samples = samples(own.parameters(), format);
    let read = |given: &Vec<(&str, Given)>| AnyRule::parse_with(own.rule().text(), given);
    let rules: Result<Vec<AnyRule>, _> = samples.iter().map(read).collect();
    rules.map_err(|errors| unread(&errors))
}

fn unread(errors: &RuleErrors) -> NotEmitted {
    NotEmitted::new(message!(
        "the rule cannot be read: {errors}",
        "无法读取规则：{errors}",
        errors = errors.render(Lang::En)
    ))
}

/// The rule with samples for what a case gives, and whether play need not end.
fn read(
    options: &Options,
    format: &Format,
    assume_finite: bool,
) -> Result<(Rule, bool), NotEmitted> {
    let (mut last, mut endless) = (None, false);
    for given in samples(options.parameters(), format) {
        let rule = Rule::parse_with(options.text(), &given).map_err(|errors| unread(&errors))?;
        endless |= *rule.measure() == Measure::Unknown;
        if endless && !assume_finite && format.draw.is_none() {
            let remedy = rule.remedy().unwrap_or_else(|| rule.ending());
            return Err(NotEmitted::new(message!(
                "I cannot prove that the game terminates, so I will not write a program that might loop: {remedy}; or pass --assume-finite",
                "看不出每局必然结束，填表或搜索也就未必结束：{remedy}；或用 --assume-finite 视为成立",
                remedy = remedy
            )));
        }
        last = Some(rule);
    }
    let rule = last.ok_or_else(|| NotEmitted::new(message!("there is no rule", "没有规则")))?;
    Ok((rule, endless))
}

fn literal(expression: &Expression) -> Option<i64> {
    match &expression.kind {
        Kind::Number(number) => Some(*number),
        Kind::Negate(part) => literal(part)?.checked_neg(),
        _ => None,
    }
}

/// The constants of the rule and the parameters that cases give, as globals. What depends on no parameter is filled at the start, the rest when
/// the parameters of a case are read.
fn constants(
    rule: &Rule,
    options: &Options,
    format: &Format,
    names: &mut Names,
    program: &mut Program,
    [start, derived]: [&mut Vec<Stmt>; 2],
) -> Scope {
    let mut scope = Scope::new(names.asked());
    let given = options.parameters().iter();
    let mut of_case: Vec<&str> = given.map(|&field| &*format.layout.names()[field]).collect();
    for &field in options.parameters() {
        let name = &*format.layout.names()[field];
        let written = names.of(name);
        program.globals.push(parameter(format, field, &written));
        let known = Known {
            name: name.to_owned(),
            least: folds::least(format, field),
            given: !format.layout.may_be_negative(field),
            ..Known::default()
        };
        scope.bind(known, Expr::Global(written));
    }
    let is_given = |definition: &&Definition| {
        let name = definition.name.text.as_str();
        let mut given = options.parameters().iter();
        given.any(|&field| &*format.layout.names()[field] == name)
    };
    for definition in rule
        .expanded()
        .definitions
        .iter()
        .filter(|it| !is_given(it))
    {
        let name = definition.name.text.as_str();
        // What is read under the same name is something else.
        let written = match format.layout.field(name) {
            Some(_) => names.fresh(name),
            None => names.of(name),
        };
        let list = Expr::global(written.clone());
        let depends = match &definition.value {
            Defined::Number(number) => number.speaks_of(&of_case),
            Defined::Array(all) => all.iter().any(|it| it.speaks_of(&of_case)),
            Defined::Function(..) => false,
        };
        let filled = if depends { &mut *derived } else { &mut *start };
        if depends {
            of_case.push(name);
        }
        let (kind, first, least) = match &definition.value {
            Defined::Number(number) => {
                let known = literal(number);
                if known.is_none() {
                    let place = Target::Global(written.clone());
                    filled.push(Stmt::Assign(place, scope.translate(number)));
                }
                (Type::Number, vec![known.unwrap_or(0)], known)
            }
            // There are none in what functions were replaced in.
            Defined::Function(..) => continue,
            Defined::Array(elements) => {
                let known: Option<Vec<i64>> = elements.iter().map(literal).collect();
                if known.is_none() {
                    if depends {
                        filled.push(Stmt::Clear(list.clone()));
                    }
                    let elements = elements.iter().map(|it| scope.translate(it));
                    filled.extend(elements.map(|it| Stmt::Push(list.clone(), it)));
                }
                let least = known.as_ref().and_then(|all| all.iter().min().copied());
                (Type::List, known.unwrap_or_default(), least)
            }
        };
        program.globals.push(Global {
            name: written,
            kind,
            first,
            note: String::new(),
        });
        let known = Known {
            name: name.to_owned(),
            least,
            ..Known::default()
        };
        scope.bind(known, list);
    }
    scope
}

/// What holds a parameter, which is of the whole program.
fn parameter(format: &Format, field: Field, written: &str) -> Global {
    let is_list = format.layout.rows_of(field).is_some();
    Global {
        name: written.to_owned(),
        kind: if is_list { Type::List } else { Type::Number },
        first: if is_list { Vec::new() } else { vec![0] },
        note: String::new(),
    }
}

/// By field, what it is in the program.
fn fields(format: &Format, options: &Options, names: &mut Names) -> Vec<Expr> {
    let layout = &format.layout;
    let written = layout.names().iter().enumerate().map(|(field, name)| {
        let written = names.of(name);
        match options.parameters().contains(&field) {
            true => Expr::Global(written),
            false => Expr::Local(written),
        }
    });
    written.collect()
}

/// What has to be forgotten where the parameters of a case differ from those before.
fn changes(options: &Options, method: &Method) -> Option<(Vec<Field>, Vec<Stmt>)> {
    let parameters = options.parameters();
    let reset = method.reset();
    (!parameters.is_empty() && !reset.is_empty()).then(|| (parameters.to_vec(), reset.to_vec()))
}

/// What the program says of itself; of what is assumed, that every play ends.
fn notes(task: &Task<'_>, options: &Options, assumed: bool, method: &Method) -> Vec<String> {
    // What it relies on comes before all else.
    let finding = match method {
        Method::Nim { .. } | Method::Labels { .. } | Method::Loopy { .. } => None,
        _ => task.finding.filter(|finding| uses(task, options, finding)),
    };
    let caution = finding.and_then(Finding::caution);
    let caution = caution.map(|message| message.render(task.lang));
    let assumed = assumed.then(|| {
        let name = |field: Field| task.format.layout.names()[field].to_string();
        let message = match task.format.acyclic {
            Some([from, to]) => message!(
                "Assumed, not proved: every play ends, since the arcs {from} {to} of the input have no cycle.",
                "假定而未证明：每局必然结束，因为输入中的有向边 {from} {to} 无环。",
                from = name(from),
                to = name(to)
            ),
            None => message!(
                "Assumed, not proved: every play ends.",
                "假定而未证明：每局必然结束。"
            ),
        };
        message.render(task.lang)
    });
    let cautions = beyond(task).into_iter().chain(assumed).chain(caution);
    let mut notes: Vec<String> = cautions.collect();
    notes.extend(titled(task));
    let rule = match task.lang {
        Lang::En => format!("The options of a position: {}", options.text()),
        Lang::Zh => format!("局面的后继：{}", options.text()),
    };
    notes.push(rule);
    notes.extend(
        method
            .notes()
            .iter()
            .map(|message| message.render(task.lang)),
    );
    notes
        .iter()
        .flat_map(|note| note.lines().map(str::to_owned))
        .collect()
}

/// Which numbers of the input the program cannot hold.
fn beyond(task: &Task<'_>) -> Option<String> {
    let format = task.format;
    let mut ranges = format.ranges.iter().chain(&format.far);
    let (field, _) = ranges.find(|(_, range)| *range.end() > i64::MAX as u64)?;
    let message = message!(
        "Numbers below 2^63 are answered; '{name}' may be larger.",
        "只对小于 2^63 的数作答；'{name}' 可能更大。",
        name = format.layout.names()[*field].to_string()
    );
    Some(message.render(task.lang))
}

/// The problem's title.
fn titled(task: &Task<'_>) -> Option<String> {
    let title = task.format.title.as_ref().map(|title| match task.lang {
        Lang::En => &title.en,
        Lang::Zh => &title.zh,
    });
    let title = title.filter(|_| !task.format.source.is_empty())?;
    Some(format!("{title} ({})", task.format.source))
}
