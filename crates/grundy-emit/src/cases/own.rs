//! The program of a rule of the user's own on words, grids, lists or graphs: what is read, the search of the positions, what is written.

use grundy::graphs::GraphRule;
use grundy::graphs::syntax::Kind;
use grundy::kinds::AnyRule;
use grundy::pattern::{Finding, Form, Subject};
use grundy::{Lang, Message, message};
use grundy_judge::{Field, Format, Item, OwnPlace, OwnRule, Reply};

use super::folds::Formulating;
use super::reading::{self, Summed, Writing};
use super::{answers, deletions, parameter, sampled, titled};
use crate::error::NotEmitted;
use crate::functions::complete;
use crate::names::Names;
use crate::packed::{most_cells, packed};
use crate::tree::{Expr, Function, Global, Lists, Op, Pieces, Program, Search, Stmt, Target, Type};
use crate::words::{call, cuts};
use crate::{Task, Way};
use crate::{graphs, grids, lists, patterns, shapes, words};

/// Refuses parameters below 0, of which rules on words, boards, lists and graphs make nothing in programs.
fn natural(own: &OwnRule, format: &Format) -> Result<(), NotEmitted> {
    let mut given = own.parameters().iter();
    let Some(&field) = given.find(|&&field| format.layout.may_be_negative(field)) else {
        return Ok(());
    };
    Err(NotEmitted::new(message!(
        "in programs the numbers that a rule on words, boards, lists or graphs takes from the case must be at least 0, but '{name}' may be below 0",
        "程序中，字、棋盘、列表或图上的规则从数据取用的数须不小于 0，而 '{name}' 可以小于 0",
        name = format.layout.names()[field].to_string()
    )))
}

/// The program of a task with such a rule.
pub(super) fn program(task: &Task<'_>, own: &OwnRule) -> Result<Program, NotEmitted> {
    let format = task.format;
    let rule = own.rule();
    if let Some(numbers) = lists::on_numbers(format, task.assume_finite) {
        let program = super::program(&Task {
            format: &numbers,
            ..*task
        });
        match program {
            Ok(program) => return Ok(summed(program, task, own)),
            // A sum whose misère quotient is not known is searched whole.
            Err(_) if task.misere => {}
            Err(why) => return Err(why),
        }
    }
    // What is reached is labelled, and play that does not end is a draw.
    let all = sampled(own, format)?;
    let ends = all.iter().all(AnyRule::ends);
    let draws = format.draw.is_some() && !ends;
    if !ends && !task.assume_finite && !draws {
        return Err(NotEmitted::new(endless(rule)));
    }
    let counted = matches!(format.tell, Reply::Count(_));
    if !counted && !matches!(format.tell, Reply::Outcome { .. } | Reply::Value(_)) {
        return Err(NotEmitted::new(message!(
            "programs for rules on words, grids, lists and graphs print who wins, the value or the number of winning moves, not the moves themselves",
            "字、网格、列表与图规则的程序只输出胜负、SG 值或必胜走法数，不输出走法本身"
        )));
    }
    if let (AnyRule::Words(_) | AnyRule::Grids(_), [first, ..]) = (rule, own.parameters()) {
        return Err(NotEmitted::new(message!(
            "'{name}' is a number of the case: the patterns of a rule on words or grids are written out in a program, and it would change them; grundy judge answers such inputs",
            "'{name}' 由每组数据给出：字与网格规则的图案要在程序中写定，而它会改变图案；这样的输入可用 grundy judge 作答",
            name = format.layout.names()[*first].to_string()
        )));
    }
    if let Some(deletion) = graphs::deleted::deletion(task, own) {
        return deletions::program(task, own, deletion);
    }
    let finding = task.finding.filter(|finding| uses(task, own, finding));
    let is_read = match rule {
        AnyRule::Lists(_) | AnyRule::Graphs(_) => reading::is_number,
        _ => reading::is_word_or_number,
    };
    if let Some(other) = reading::unread(format, is_read) {
        return Err(reading::refused(other, format));
    }
    natural(own, format)?;
    if let OwnPlace::Letters(field, _) = own.place() {
        reading::fit_words(*field, format)?;
    }
    let summed = summed_words(format, own);
    let groups = match own.place() {
        OwnPlace::List(field) => format.layout.nested(*field),
        _ => None,
    };
    if (summed.is_some() || groups.is_some()) && task.misere {
        return Err(NotEmitted::new(message!(
            "under misère play several words or lists form a sum, whose outcome does not follow from those of its parts",
            "反常规则下多个字或列表组成和，其胜负无法由各部分的胜负得出"
        )));
    }
    if counted && (summed.is_some() || groups.is_some()) {
        return Err(NotEmitted::new(message!(
            "programs count the winning moves of one word, board, list or graph, not of a sum of several; grundy judge answers such inputs",
            "程序只数一个字、棋盘、列表或图的必胜走法数，不数多个之和的；这样的输入可用 grundy judge 作答"
        )));
    }
    let merges =
        |rule: &AnyRule| matches!(rule, AnyRule::Graphs(rule) if graphs::makes_edges(rule));
    if counted && merges(rule) {
        return Err(NotEmitted::new(message!(
            "where the ends of an edge become one vertex, programs do not count winning moves; grundy judge answers such inputs",
            "一步会使边的两端合为一点时，程序不数必胜走法；这样的输入可用 grundy judge 作答"
        )));
    }
    let stands_alone = match rule {
        AnyRule::Graphs(rule) => rule.has_token(),
        _ => summed.is_none() && groups.is_none(),
    };
    if draws && (counted || !stands_alone) {
        return Err(NotEmitted::new(message!(
            "where play need not end, programs say only of a single position who wins or that it is a draw: one word, board or list, or a token on a graph",
            "对局未必结束时，程序只判断单独局面的胜、负、和：一个字、一个棋盘、一个列表，或图上的一枚棋子"
        )));
    }
    let mut names = Names::of_words();
    let asked = names.asked();
    for field in format.layout.names() {
        names.of(field);
    }
    let mut program = Program::default();
    let said = |message: &Message| message.render(task.lang);
    let mut fields: Vec<Expr> = Vec::new();
    let mut given: Vec<(&str, Expr)> = Vec::new();
    for (field, name) in format.layout.names().iter().enumerate() {
        let written = names.of(name);
        if !own.parameters().contains(&field) {
            fields.push(Expr::Local(written));
            continue;
        }
        program.globals.push(parameter(format, field, &written));
        fields.push(Expr::global(written.clone()));
        given.push((name, Expr::Global(written)));
    }
    let own_lists = match rule {
        AnyRule::Lists(rule) => Some(Lists {
            ordered: rule.syntax().ordered,
            nonzero: rule.syntax().nonzero,
        }),
        _ => None,
    };
    let kept = match own_lists {
        _ if finding.is_some() => [].as_slice(),
        Some(_) => &[("known", Type::ListMap), ("found", Type::Lists)],
        None => &[("known", Type::WordMap), ("found", Type::Words)],
    };
    for &(name, kind) in kept {
        program.globals.push(Global {
            name: name.into(),
            kind,
            first: Vec::new(),
            note: String::new(),
        });
    }
    let listing = |parameter: (String, Type), body: Vec<Stmt>| {
        let note = match parameter.1 {
            Type::List => message!(
                "offers every list that a move leads to",
                "列出一步能到的所有列表"
            ),
            _ => message!(
                "offers every word that a move leads to",
                "列出一步能到的所有字"
            ),
        };
        Function {
            name: "list_options".into(),
            notes: vec![said(&note)],
            parameters: vec![parameter],
            returns: None,
            body,
            state: true,
        }
    };
    let word = || ("word".to_owned(), Type::Word);
    // Of options it is then only asked whether they are lost.
    let told_outcome = counted || matches!(format.tell, Reply::Outcome { .. });
    // Whether a graph is never cut into several.
    let (mut laid, mut single, mut by_parts) = (None, false, false);
    let mut as_numbers = None;
    let (pieces, alive, bonds) = match (rule, own.place()) {
        (AnyRule::Words(rule), _) => match finding {
            Some(finding) => {
                patterns::add_language(finding, &mut program, &mut names, task.lang)?;
                (Pieces::Whole, String::new(), String::new())
            }
            None => {
                let body = words::options(rule, &mut names)?;
                program.functions.push(listing(word(), body));
                cuts(rule, task.misere || draws)
            }
        },
        (AnyRule::Grids(rule), _) => {
            let torus = rule.is_torus();
            let is_cut = !rule.shapes().cuts.is_empty();
            let sums = shapes::makes_sums(rule);
            let is_whole = task.misere || draws || (is_cut && !sums);
            let body = grids::options(rule, sums && is_whole, &mut names)?;
            if !draws {
                as_numbers = packed(rule, is_whole, most_cells(own, format), task.lang);
            }
            let pieces = match is_whole {
                true => Pieces::Whole,
                // Boards stand one behind the other.
                false if sums => Pieces::Alive,
                false => Pieces::Regions { torus },
            };
            if matches!(pieces, Pieces::Regions { .. }) {
                program.globals.push(Global {
                    name: "region".into(),
                    kind: Type::List,
                    first: Vec::new(),
                    note: said(&message!(
                        "by cell: another of its region, -1 where no pattern ever lies",
                        "按格：同一区域的另一格；-1 表示图案永远不会覆盖"
                    )),
                });
                program.functions.push(Function {
                    name: "link_cells".into(),
                    notes: vec![said(&message!(
                        "links cells that a pattern may come to cover together",
                        "连起某个图案可能同时覆盖的各格"
                    ))],
                    ..listing(word(), grids::links(rule, &mut names)?)
                });
            }
            program.functions.push(listing(word(), body));
            let alive = match pieces {
                Pieces::Alive => rule.letters() + "/",
                _ => String::new(),
            };
            (pieces, alive, String::new())
        }
        (AnyRule::Lists(rule), _) => {
            let (list, body) = lists::options(rule, &all, &given, &mut program, &mut names)?;
            program.functions.push(listing((list, Type::List), body));
            let is_sum = |rule: &AnyRule| matches!(rule, AnyRule::Lists(rule) if rule.is_sum());
            let pieces = match all.iter().all(is_sum) && !task.misere && !draws {
                true => Pieces::Entries,
                false => Pieces::Whole,
            };
            (pieces, String::new(), String::new())
        }
        (AnyRule::Graphs(rule), OwnPlace::Edges { vertices, ends, .. }) => {
            let (pieces, by_components) = parts(rule, task.misere || (draws && rule.tokens() > 1));
            by_parts = by_components;
            let mut whole = |name: String, kind: Type| {
                program.globals.push(Global {
                    name: name.clone(),
                    kind,
                    first: match kind {
                        Type::Number => vec![0],
                        _ => Vec::new(),
                    },
                    note: String::new(),
                });
                Expr::Global(name)
            };
            let mut of_all = |field: usize, kind: Type| {
                if own.parameters().contains(&field) {
                    return fields[field].clone();
                }
                if let Expr::Local(name) = fields[field].clone() {
                    fields[field] = whole(name, kind);
                }
                fields[field].clone()
            };
            let vertices = of_all(*vertices, Type::Number);
            let [from, to] = match graphs::makes_edges(rule) {
                false => [of_all(ends[0], Type::List), of_all(ends[1], Type::List)],
                true => ["one_end", "other_end"].map(|name| whole(names.fresh(name), Type::List)),
            };
            let graph = graphs::Graph { vertices, from, to };
            let note = |en: &str, zh: &str| match task.lang {
                Lang::En => en.to_owned(),
                Lang::Zh => zh.to_owned(),
            };
            let asked = graphs::Asked {
                outcome: told_outcome && !graphs::is_forest(rule),
                by_parts,
                given: &given,
            };
            graphs::add_functions(rule, &graph, asked, &mut program, &mut names, &note)?;
            single = rule.tokens() == 1 || (rule.syntax().kind == Kind::Tree && asked.outcome);
            laid = Some((rule, graph));
            (pieces, String::new(), String::new())
        }
        // Rules on numbers are no rules of such a kind.
        _ => return Ok(program),
    };
    let by_regions = told_outcome && matches!(pieces, Pieces::Regions { .. });
    let is_one = single || groups.is_none() && matches!(pieces, Pieces::Whole | Pieces::Turned);
    // A sum asks what each of its words or boards is worth.
    let alone = finding.is_none() && summed.is_none();
    let outcome = (by_regions || told_outcome && is_one) && alone;
    program.search = Some(Search {
        pieces,
        outcome,
        counted,
        ways_note: said(&message!(
            "how many positions a winning move leads to",
            "必胜走法所到的局面数"
        )),
        draws,
        by_parts,
        told: finding.is_some(),
        lists: own_lists,
        misere: task.misere,
        alive,
        bonds,
        packed: as_numbers,
        note: said(&match (own_lists.is_some(), outcome) {
            _ if draws => message!(
                "1 if the mover wins, 0 if the mover loses, 2 for a draw: all that is reached is labelled backwards from the ends of play",
                "先手胜为 1，负为 0，和局为 2：对所有可到达的局面从终局倒推"
            ),
            (_, true) if by_regions => message!(
                "whether a board beside a heap of Nim is lost: all regions but the largest are worth a heap (Sprague 1935, Grundy 1939)",
                "棋盘与一堆尼姆石子之和是否必败：除最大的区域外，其余区域各相当于一堆（Sprague 1935，Grundy 1939）"
            ),
            (_, true) => message!(
                "positions that wait for others stand on a stack of their own, however many they are",
                "等待其他局面的局面放在自备的栈上，再多也不会使递归溢出"
            ),
            (true, false) => message!(
                "lists that wait for the values of others stand on a stack of their own, however many they are",
                "等待其他值的列表放在自备的栈上，再多也不会使递归溢出"
            ),
            (false, false) => message!(
                "words that wait for the values of others stand on a stack of their own, however long they are",
                "等待其他值的字放在自备的栈上，字再长也不会使递归溢出"
            ),
        }),
    });
    let index = names.fresh("i");
    let is_ring = matches!(pieces, Pieces::Ring | Pieces::Turned);
    let total = names.fresh("total");
    let position_of = |word: Expr| {
        let mut position = word;
        if let OwnPlace::Letters(_, Some((from, to))) = own.place() {
            let letters =
                |letters: &[u8]| Expr::Text(String::from_utf8_lossy(letters).into_owned());
            position = call("exchanged", vec![position, letters(from), letters(to)]);
        }
        match is_ring {
            true => Expr::Joined(vec![Expr::Text(" ".to_owned()), position]),
            false => position,
        }
    };
    let answer = |fields: &[Expr], case: &Expr, names: &mut Names| {
        let mut stmts = Vec::new();
        if summed.is_some() {
            let value = Expr::local(total.clone());
            let lost = Expr::binary(Op::Equal, value.clone(), Expr::Number(0));
            return answers::told(format, lost, Some(value), case);
        }
        if let (OwnPlace::List(field), Some(nested)) = (own.place(), groups) {
            let group = names.fresh("group");
            let number = fields[nested.group].clone();
            let value = Expr::local(total.clone());
            let mut body = Vec::new();
            let mut within = Formulating {
                format,
                fields,
                names,
            };
            let list = within.copied(*field, &Expr::local(group.clone()), &mut body);
            let told = call("sg", vec![list]);
            body.push(Stmt::Update(Target::Local(total.clone()), Op::Xor, told));
            stmts.push(Stmt::Let(total.clone(), Type::Number, Expr::Number(0)));
            stmts.push(Stmt::For {
                name: group,
                from: Expr::Number(0),
                to: Expr::length(number),
                included: false,
                body,
            });
            let lost = Expr::binary(Op::Equal, value.clone(), Expr::Number(0));
            stmts.extend(answers::told(format, lost, Some(value), case)?);
            return Ok(stmts);
        }
        let position = match own.place() {
            OwnPlace::Letters(field, _) => position_of(fields[*field].clone()),
            OwnPlace::List(field) => fields[*field].clone(),
            OwnPlace::Edges {
                vertices,
                ends,
                token,
                others,
            } => {
                if let Some((rule, graph)) = &laid {
                    let read = graphs::Graph {
                        vertices: fields[*vertices].clone(),
                        from: fields[ends[0]].clone(),
                        to: fields[ends[1]].clone(),
                    };
                    stmts.extend(graphs::begin(rule, graph, &read, names));
                }
                for token in others.iter().chain(token).filter(|_| !others.is_empty()) {
                    let place = answers::shifted(fields[*token].clone(), -1);
                    let token = Target::Element("after".into(), place);
                    stmts.push(Stmt::Update(token, Op::Add, Expr::Number(1)));
                }
                if let Some(token) = token.filter(|_| others.is_empty()) {
                    let place = answers::shifted(fields[token].clone(), -1);
                    let token = Target::Element("after".into(), place);
                    stmts.push(Stmt::Assign(token, Expr::Number(2)));
                }
                call("after_word", Vec::new())
            }
        };
        if draws {
            let label = names.fresh("label");
            let told = call("outcome", vec![position]);
            stmts.push(Stmt::Let(label.clone(), Type::Number, told));
            let is = |number: i64| {
                Expr::binary(Op::Equal, Expr::local(label.clone()), Expr::Number(number))
            };
            stmts.extend(answers::of_three(format, is(0), is(1), case)?);
            return Ok(stmts);
        }
        if finding.is_some_and(|finding| finding.subject == Subject::Losing) {
            let lost = call("loses", vec![position]);
            stmts.extend(answers::told(format, lost, None, case)?);
            return Ok(stmts);
        }
        if let Reply::Count(told) = &format.tell {
            let count = names.fresh("count");
            let ways = call("ways", vec![position]);
            stmts.push(Stmt::Let(count.clone(), Type::Number, ways));
            let count = Expr::Local(count);
            stmts.extend(answers::written(told, case, Some(&count), None)?);
            return Ok(stmts);
        }
        if outcome {
            let lost = Expr::Not(Box::new(call("wins", vec![position])));
            stmts.extend(answers::told(format, lost, None, case)?);
            return Ok(stmts);
        }
        let value = names.fresh("value");
        stmts.push(Stmt::Let(
            value.clone(),
            Type::Number,
            call("sg", vec![position]),
        ));
        let value = Expr::Local(value);
        let lost = Expr::binary(Op::Equal, value.clone(), Expr::Number(0));
        stmts.extend(answers::told(format, lost, Some(value), case)?);
        Ok(stmts)
    };
    let mut writing = Writing {
        format,
        fields,
        names,
        index,
        derived: Vec::new(),
        // What is known is of the parameters before; graphs begin anew each time.
        changed: (!given.is_empty() && own_lists.is_some()).then(|| {
            let reset = vec![Stmt::Clear(Expr::global("known"))];
            (own.parameters().to_vec(), reset)
        }),
        now: Vec::new(),
        summed: summed.map(|field| Summed {
            field,
            total: total.clone(),
            position: &position_of,
        }),
        placed: Vec::new(),
        answer: &answer,
        growing: &|_, _, _, _| Ok(None),
    };
    program.main = writing.main(&mut program)?;
    reading::set_numbers(&mut program, format);
    if finding.is_none() {
        program.way = Way::Search;
    }
    program.notes = match finding {
        Some(finding) => notes_of_finding(task, own, finding, summed.is_some()),
        None => notes(task, own, pieces, outcome, draws),
    };
    complete(&mut program, &asked, task.lang);
    Ok(program)
}

/// The rule as it is written, what cases give it by its name.
fn shown(own: &OwnRule) -> String {
    match own.parameters() {
        [] => own.rule().to_string(),
        _ => own.rule().text().to_owned(),
    }
}

/// Whether an automaton answers what is asked of words: every play must end or be assumed to, and of words that are a sum it must tell the values.
pub(crate) fn uses(task: &Task<'_>, own: &OwnRule, finding: &Finding) -> bool {
    let Form::Language { letters, .. } = &finding.form else {
        return false;
    };
    let AnyRule::Words(rule) = own.rule() else {
        return false;
    };
    let answers = match finding.subject {
        Subject::Values => matches!(task.format.tell, Reply::Outcome { .. } | Reply::Value(_)),
        Subject::Losing => {
            let outcome = matches!(task.format.tell, Reply::Outcome { .. });
            outcome && summed_words(task.format, own).is_none()
        }
    };
    // Beside positions that are drawn, which no automaton tells, nothing is assumed.
    let ends = rule.ends() || (task.assume_finite && task.format.draw.is_none());
    !task.misere && answers && ends && rule.letters() == letters.as_slice()
}

/// What a program says of itself that an automaton answers for.
fn notes_of_finding(
    task: &Task<'_>,
    own: &OwnRule,
    finding: &Finding,
    is_sum: bool,
) -> Vec<String> {
    // What it relies on comes before all else.
    let mut all = Vec::new();
    if !own.rule().ends() {
        all.push(assumed().render(task.lang));
    }
    all.extend(finding.caution().map(|caution| caution.render(task.lang)));
    all.extend(titled(task));
    all.push(moves(task, own));
    all.push(finding.message().render(task.lang));
    if is_sum {
        let message = message!(
            "Several words are worth the exclusive or of their values (Sprague 1935, Grundy 1939).",
            "多个字的值等于各字 SG 值的异或（Sprague-Grundy 定理，1935/1939）。"
        );
        all.push(message.render(task.lang));
    }
    all
}

pub(super) fn moves(task: &Task<'_>, own: &OwnRule) -> String {
    let rule = shown(own);
    match task.lang {
        Lang::En => format!("The moves: {rule}"),
        Lang::Zh => format!("走法：{rule}"),
    }
}

/// How graphs are cut; whether they are not, and have their moves found component by component.
fn parts(rule: &GraphRule, misere: bool) -> (Pieces, bool) {
    let syntax = rule.syntax();
    let is_tree = syntax.kind == Kind::Tree;
    if !misere || rule.tokens() == 1 || (is_tree && !graphs::is_forest(rule)) {
        return (Pieces::Parts, false);
    }
    // Under misère play a graph is searched whole, and conditions speak of components.
    let mut clauses = syntax.clauses.iter();
    let speaks = clauses.any(|clause| !clause.guards.is_empty());
    (Pieces::Whole, speaks || is_tree)
}

/// What is taken to be so where no measure was seen.
fn assumed() -> Message {
    message!(
        "Assumed, not proved: every play ends.",
        "假定而未证明：每局必然结束。"
    )
}

/// Play may go on for ever.
fn endless(rule: &AnyRule) -> Message {
    let example = match rule {
        AnyRule::Lists(_) => "multiset a[i] -> a[i]-k for k in 1..",
        _ => "\"++\" -> \"--\"",
    };
    message!(
        "I cannot prove that the game terminates, so I will not write a program that might loop; let each move use something up, as in {example}, or pass --assume-finite",
        "看不出每局必然结束，搜索也就未必结束；请让每步用掉一些东西，如 {example}，或用 --assume-finite 视为成立",
        example = example
    )
}

/// The field of words that stand in a group: they are a sum.
fn summed_words(format: &Format, own: &OwnRule) -> Option<Field> {
    let OwnPlace::Letters(field, _) = own.place() else {
        return None;
    };
    let inner = format.layout.bracket().map_or(&[][..], |(items, _)| items);
    let mut items = format.layout.head().iter().chain(inner);
    let grouped = |item: &Item| matches!(item, Item::Group(_, fields, _) if fields.contains(field));
    items.any(grouped).then_some(*field)
}

/// Each move is about one entry.
fn is_summed() -> Message {
    message!(
        "Each move is about one entry alone, so a list is worth the exclusive or of its entries (Sprague 1935, Grundy 1939).",
        "每步只涉及一项，列表的值等于各项 SG 值的异或（Sprague-Grundy 定理，1935/1939）。"
    )
}

/// The program of the rule on numbers that a rule on lists is for each of its entries.
fn summed(mut program: Program, task: &Task<'_>, own: &OwnRule) -> Program {
    let (begin, note) = match task.lang {
        Lang::En => ("The options", "The rule: "),
        Lang::Zh => ("局面的后继", "规则："),
    };
    let at = program
        .notes
        .iter()
        .position(|note| note.starts_with(begin));
    program
        .notes
        .insert(at.unwrap_or(0), format!("{note}{}", shown(own)));
    program
}

/// What the program says of itself.
fn notes(
    task: &Task<'_>,
    own: &OwnRule,
    pieces: Pieces,
    outcome: bool,
    draws: bool,
) -> Vec<String> {
    let mut notes: Vec<Message> = Vec::new();
    let ends = sampled(own, task.format).is_ok_and(|all| all.iter().all(AnyRule::ends));
    if !ends && !draws {
        notes.push(assumed());
    }
    let mut all: Vec<String> = notes.drain(..).map(|it| it.render(task.lang)).collect();
    all.extend(titled(task));
    all.push(moves(task, own));
    if draws {
        notes.push(answers::labelled());
        if task.misere {
            notes.push(message!("A player who cannot move wins.", "不能行动者胜。"));
        }
        all.extend(notes.iter().map(|it| it.render(task.lang)));
        let lines = all.iter().flat_map(|note| note.lines());
        return lines.map(str::to_owned).collect();
    }
    notes.push(match task.misere {
        false if outcome => message!(
            "A position is won if a move leads to a lost one, and lost otherwise: the first such move ends the search of a position.",
            "能走到必败局面则必胜，否则必败；找到一步这样的走法，该局面就搜索完毕。"
        ),
        true => message!(
            "Misère play: the player who cannot move wins. A position is won if there is no move, or one to a lost position.",
            "反常规则：不能行动者胜。不能行动，或能走到必败局面，则先手胜。"
        ),
        false => message!(
            "The value of a position is the mex of the values of its options.",
            "局面的 SG 值等于其各后继之值的 mex。"
        ),
    });
    let is_board = matches!(own.rule(), AnyRule::Grids(_));
    if is_board && pieces == Pieces::Alive {
        notes.push(message!(
            "Boards that are cut apart are worth the exclusive or of their values (Sprague 1935, Grundy 1939).",
            "切开的各棋盘的值等于各自 SG 值的异或（Sprague-Grundy 定理，1935/1939）。"
        ));
    } else if matches!(pieces, Pieces::Alive | Pieces::Bonds | Pieces::Ring) {
        notes.push(message!(
            "Where no move ever reaches across, a word is cut and worth the exclusive or of its pieces (Sprague 1935, Grundy 1939).",
            "任何走法都不会跨过之处可以切开，字的值等于各段 SG 值的异或（Sprague-Grundy 定理，1935/1939）。"
        ));
    }
    if pieces == Pieces::Entries {
        notes.push(is_summed());
    }
    if matches!(pieces, Pieces::Regions { .. }) {
        notes.push(message!(
            "A board is worth the exclusive or of its regions, which no pattern ever links (Sprague 1935, Grundy 1939).",
            "棋盘的值等于各区域 SG 值的异或，任何图案都不会连起两个区域（Sprague-Grundy 定理，1935/1939）。"
        ));
    }
    if pieces == Pieces::Parts {
        notes.push(message!(
            "A graph is worth the exclusive or of its components (Sprague 1935, Grundy 1939).",
            "图的值等于各连通分量 SG 值的异或（Sprague-Grundy 定理，1935/1939）。"
        ));
    }
    all.extend(notes.iter().map(|it| it.render(task.lang)));
    let lines = all.iter().flat_map(|note| note.lines());
    lines.map(str::to_owned).collect()
}
