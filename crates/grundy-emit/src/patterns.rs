//! The value of a position by a pattern that was found: no table is needed then.

use grundy::pattern::{Finding, Form, Subject};
use grundy::rule::Formula;
use grundy::{Lang, message};

use crate::error::NotEmitted;
use crate::expressions::Scope;
use crate::facts::Known;
use crate::names::Names;
use crate::tree::{Expr, Function, Global, Op, Program, Stmt, Target, Type};

/// What a program asks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Its value, by `sg`.
    Value,
    /// Whether it is lost, by `loses`.
    Outcome,
}

fn local(name: &str) -> Expr {
    Expr::local(name)
}

fn number(number: u64) -> Expr {
    Expr::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

fn op(op: Op, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right)
}

fn wrong() -> NotEmitted {
    NotEmitted::new(message!(
        "the pattern does not fit the rule",
        "所给规律与规则不符"
    ))
}

/// Whether the pattern can be written into a program at all.
pub(crate) fn is_written(finding: &Finding) -> bool {
    // What goes back to smaller heaps is as quick by a table.
    !matches!(finding.form, Form::Game { .. } | Form::Descent { .. })
}

/// Adds the function that answers by the pattern. `coordinates` are the names in the rule and how they are written.
pub(crate) fn add(
    finding: &Finding,
    coordinates: &[(String, String)],
    parameters: &Scope,
    program: &mut Program,
    names: &mut Names,
    lang: Lang,
) -> Result<Asked, NotEmitted> {
    let asked = match finding.subject {
        Subject::Values => Asked::Value,
        Subject::Losing => Asked::Outcome,
    };
    let heap = match coordinates {
        [(_, written)] => Some(local(written)),
        _ => None,
    };
    let tells_lost = matches!(
        finding.form,
        Form::Recurrence { .. } | Form::Automaton { .. }
    );
    if tells_lost && asked == Asked::Value {
        return Err(wrong());
    }
    let mut state = true;
    let body = match &finding.form {
        Form::Periodic {
            preperiod,
            period,
            saltus,
            values,
        } => periodic(heap, *preperiod, *period, *saltus, values, asked, program)?,
        Form::Formula {
            expression,
            exceptions,
        } => {
            state = false;
            formula(expression, exceptions, coordinates, parameters, asked)?
        }
        Form::Recurrence {
            first,
            coefficients,
            constant,
        } => recurrence(heap, first, coefficients, *constant, program, names)?,
        Form::Automaton {
            base,
            most_first,
            next,
            accepting,
        } => {
            let tables = (next.as_slice(), accepting.as_slice());
            automaton(heap, *base, *most_first, tables, program, names)?
        }
        Form::Descent { .. } | Form::Game { .. } | Form::Counted { .. } | Form::Language { .. } => {
            return Err(wrong());
        }
    };
    let written = coordinates
        .iter()
        .map(|(_, written)| (written.clone(), Type::Number));
    program.functions.push(Function {
        name: match asked {
            Asked::Value => "sg".into(),
            Asked::Outcome => "loses".into(),
        },
        notes: vec![finding.message().render(lang)],
        parameters: written.collect(),
        returns: Some(match asked {
            Asked::Value => Type::Number,
            Asked::Outcome => Type::Flag,
        }),
        body,
        // A parameter of a case belongs to the whole program.
        state: state || parameters.has_names(),
    });
    Ok(asked)
}

/// Adds the function that reads the letters of a word by an automaton: `sg` where that tells values, `loses` where it tells lost words.
pub(crate) fn add_language(
    finding: &Finding,
    program: &mut Program,
    names: &mut Names,
    lang: Lang,
) -> Result<(), NotEmitted> {
    let Form::Language {
        letters,
        next,
        told,
    } = &finding.form
    else {
        return Err(wrong());
    };
    add_next_states(next, told.len(), letters.len(), program)?;
    list(
        program,
        "told_value",
        told.iter().map(|&it| it.into()).collect(),
    );
    // No other name of such a program is this one.
    let word = "word".to_owned();
    let [state, at] = ["state", "at"].map(|name| names.fresh(name));
    let letter = Expr::Call(
        "place_of".into(),
        vec![
            Expr::Text(letters.iter().collect()),
            local(&word),
            local(&at),
        ],
    );
    let row = op(Op::Multiply, local(&state), number(letters.len() as u64));
    let step = Expr::element(Expr::global("next_state"), op(Op::Add, row, letter));
    let mut body = vec![Stmt::Let(state.clone(), Type::Number, Expr::Number(0))];
    if !letters.is_empty() {
        body.push(Stmt::For {
            name: at,
            from: Expr::Number(0),
            to: Expr::WordLength(Box::new(local(&word))),
            included: false,
            body: vec![Stmt::Assign(Target::Local(state.clone()), step)],
        });
    }
    let value = Expr::element(Expr::global("told_value"), local(&state));
    let (name, returns, value) = match finding.subject {
        Subject::Values => ("sg", Type::Number, value),
        Subject::Losing => {
            let lost = op(Op::Equal, value, Expr::Number(0));
            ("loses", Type::Flag, lost)
        }
    };
    body.push(Stmt::Return(value));
    program.functions.push(Function {
        name: name.into(),
        notes: vec![finding.message().render(lang)],
        parameters: vec![(word, Type::Word)],
        returns: Some(returns),
        body,
        state: true,
    });
    Ok(())
}

/// Adds where an automaton goes from each state by each letter.
fn add_next_states(
    next: &[u32],
    states: usize,
    letters: usize,
    program: &mut Program,
) -> Result<(), NotEmitted> {
    let fits = next.iter().all(|&state| (state as usize) < states);
    if states == 0 || next.len() != states.saturating_mul(letters) || !fits {
        return Err(wrong());
    }
    let next = next.iter().map(|&it| it.into()).collect();
    list(program, "next_state", next);
    Ok(())
}

fn list(program: &mut Program, name: &str, first: Vec<i64>) {
    program.globals.push(Global {
        name: name.into(),
        kind: Type::List,
        first,
        note: String::new(),
    });
}

fn periodic(
    heap: Option<Expr>,
    preperiod: u64,
    period: u64,
    saltus: u32,
    values: &[u32],
    asked: Asked,
    program: &mut Program,
) -> Result<Vec<Stmt>, NotEmitted> {
    let n = heap.ok_or_else(wrong)?;
    if period == 0 || preperiod.checked_add(period) != Some(values.len() as u64) {
        return Err(wrong());
    }
    list(
        program,
        "first_values",
        values.iter().map(|&it| it.into()).collect(),
    );
    let table = || Expr::global("first_values");
    let past = match preperiod {
        0 => n.clone(),
        before => op(Op::Subtract, n.clone(), number(before)),
    };
    let place = op(Op::PlainRemainder, past.clone(), number(period));
    let place = match preperiod {
        0 => place,
        before => op(Op::Add, number(before), place),
    };
    let mut value = Expr::element(table(), place);
    if saltus > 0 {
        let periods = op(Op::PlainDivide, past, number(period));
        value = op(
            Op::Add,
            value,
            op(Op::Multiply, number(saltus.into()), periods),
        );
    }
    let told = |value: Expr| match asked {
        Asked::Value => Stmt::Return(value),
        Asked::Outcome => Stmt::Return(op(Op::Equal, value, Expr::Number(0))),
    };
    let mut body = Vec::new();
    if preperiod > 0 {
        body.push(Stmt::when(
            op(Op::Less, n.clone(), number(preperiod)),
            vec![told(Expr::element(table(), n))],
        ));
    }
    body.push(told(value));
    Ok(body)
}

fn formula(
    expression: &str,
    exceptions: &[(Vec<u64>, u32)],
    coordinates: &[(String, String)],
    parameters: &Scope,
    asked: Asked,
) -> Result<Vec<Stmt>, NotEmitted> {
    let mut names: Vec<&str> = coordinates.iter().map(|(name, _)| name.as_str()).collect();
    let numbers = parameters.numbers();
    names.extend(numbers.iter().map(String::as_str));
    let formula = Formula::parse(expression, &names).map_err(|errors| {
        NotEmitted::new(message!(
            "the formula of the pattern cannot be read: {errors}",
            "无法读取规律中的公式：{errors}",
            errors = errors.render(Lang::En)
        ))
    })?;
    if formula.is_condition() != (asked == Asked::Outcome) {
        return Err(wrong());
    }
    let mut scope = parameters.clone();
    for (name, written) in coordinates {
        let known = Known {
            name: name.clone(),
            least: Some(0),
            ..Known::default()
        };
        scope.bind(known, local(written));
    }
    let mut body = Vec::new();
    for (position, value) in exceptions {
        let equal = coordinates.iter().zip(position);
        let equal = equal.map(|((_, it), at)| op(Op::Equal, local(it), number(*at)));
        let there = match asked {
            Asked::Value => Expr::Number((*value).into()),
            Asked::Outcome => Expr::Flag(*value == 0),
        };
        body.push(Stmt::when(
            equal.fold(Expr::Flag(true), Expr::and),
            vec![Stmt::Return(there)],
        ));
    }
    body.push(Stmt::Return(scope.translate(formula.expression())));
    Ok(body)
}

fn recurrence(
    heap: Option<Expr>,
    first: &[u64],
    coefficients: &[i64],
    constant: i64,
    program: &mut Program,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let n = heap.ok_or_else(wrong)?;
    if first.is_empty() || first.len() < coefficients.len() {
        return Err(wrong());
    }
    let terms = first.iter().map(|&it| i64::try_from(it));
    let terms: Result<Vec<i64>, _> = terms.collect();
    list(program, "losing", terms.map_err(|_| wrong())?);
    let losing = || Expr::global("losing");
    let back = |steps: i64| {
        let place = op(Op::Subtract, Expr::length(losing()), Expr::Number(steps));
        Expr::element(losing(), place)
    };
    let [next, low, high, middle] = ["next", "low", "high", "middle"].map(|name| names.fresh(name));
    let mut sum: Option<Expr> = None;
    for (steps, &coefficient) in (1..).zip(coefficients).filter(|(_, it)| **it != 0) {
        let size = Expr::Number(coefficient.saturating_abs());
        let term = match coefficient {
            1 | -1 => back(steps),
            _ => op(Op::Multiply, size, back(steps)),
        };
        sum = Some(match (sum, coefficient > 0) {
            (None, true) => term,
            (None, false) => op(Op::Subtract, Expr::Number(0), term),
            (Some(sum), true) => op(Op::Add, sum, term),
            (Some(sum), false) => op(Op::Subtract, sum, term),
        });
    }
    let sum = match (sum, constant) {
        (Some(sum), 0) => sum,
        (Some(sum), constant) => op(Op::Add, sum, Expr::Number(constant)),
        (None, constant) => Expr::Number(constant),
    };
    let set = |name: &String, value: Expr| Stmt::Assign(Target::Local(name.clone()), value);
    let half = op(
        Op::PlainDivide,
        op(Op::Add, local(&low), local(&high)),
        Expr::Number(2),
    );
    let at = |name: &String| Expr::element(losing(), local(name));
    Ok(vec![
        Stmt::While(
            op(Op::Less, back(1), n.clone()),
            vec![
                Stmt::Let(next.clone(), Type::Number, sum),
                // The terms grow; where they would not, the list ends.
                Stmt::when(op(Op::AtMost, local(&next), back(1)), vec![Stmt::Break]),
                Stmt::Push(losing(), local(&next)),
            ],
        ),
        Stmt::Let(low.clone(), Type::Number, Expr::Number(0)),
        Stmt::Let(
            high.clone(),
            Type::Number,
            op(Op::Subtract, Expr::length(losing()), Expr::Number(1)),
        ),
        Stmt::While(
            op(Op::Less, local(&low), local(&high)),
            vec![
                Stmt::Let(middle.clone(), Type::Number, half),
                Stmt::If(
                    op(Op::Less, at(&middle), n.clone()),
                    vec![set(&low, op(Op::Add, local(&middle), Expr::Number(1)))],
                    vec![set(&high, local(&middle))],
                ),
            ],
        ),
        Stmt::Return(op(Op::Equal, at(&low), n)),
    ])
}

fn automaton(
    heap: Option<Expr>,
    base: u32,
    most_first: bool,
    (next, accepting): (&[u32], &[bool]),
    program: &mut Program,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let n = heap.ok_or_else(wrong)?;
    if base < 2 {
        return Err(wrong());
    }
    add_next_states(next, accepting.len(), base as usize, program)?;
    list(
        program,
        "accepting",
        accepting.iter().map(|&it| it.into()).collect(),
    );
    let [state, rest, digits, digit] =
        ["state", "rest", "digits", "digit"].map(|name| names.fresh(name));
    let base = || Expr::Number(base.into());
    let digit_of = || op(Op::PlainRemainder, local(&rest), base());
    let set = |name: &String, value: Expr| Stmt::Assign(Target::Local(name.clone()), value);
    let shorter = || set(&rest, op(Op::PlainDivide, local(&rest), base()));
    let step = |digit: Expr| {
        let row = op(Op::Multiply, local(&state), base());
        set(
            &state,
            Expr::element(Expr::global("next_state"), op(Op::Add, row, digit)),
        )
    };
    let more = || op(Op::Greater, local(&rest), Expr::Number(0));
    let mut body = vec![
        Stmt::Let(state.clone(), Type::Number, Expr::Number(0)),
        Stmt::Let(rest.clone(), Type::Number, n),
    ];
    if most_first {
        body.push(Stmt::Let(digits.clone(), Type::List, Expr::NewList));
        body.push(Stmt::While(
            more(),
            vec![Stmt::Push(local(&digits), digit_of()), shorter()],
        ));
        let last = op(Op::Subtract, Expr::length(local(&digits)), Expr::Number(1));
        body.push(Stmt::While(
            op(Op::Greater, Expr::length(local(&digits)), Expr::Number(0)),
            vec![
                Stmt::Let(
                    digit.clone(),
                    Type::Number,
                    Expr::element(local(&digits), last),
                ),
                Stmt::Pop(local(&digits)),
                step(local(&digit)),
            ],
        ));
    } else {
        body.push(Stmt::While(more(), vec![step(digit_of()), shorter()]));
    }
    let accepted = Expr::element(Expr::global("accepting"), local(&state));
    body.push(Stmt::Return(op(Op::Equal, accepted, Expr::Number(1))));
    Ok(body)
}
