//! The functions that programs use: arithmetic that languages do not bring, the mex by stamps.

use grundy::Lang;

use crate::asked::Asked;
use crate::linked;
use crate::tree::{Expr, Function, Global, Native, Op, Program, Stmt, Target, Type, visit};

fn local(name: &str) -> Expr {
    Expr::local(name)
}

fn number(name: &str, value: Expr) -> Stmt {
    Stmt::Let(name.into(), Type::Number, value)
}

fn assign(name: &str, value: Expr) -> Stmt {
    Stmt::Assign(Target::Local(name.into()), value)
}

fn update(name: &str, op: Op, value: Expr) -> Stmt {
    Stmt::Update(Target::Local(name.into()), op, value)
}

use Expr::Number as N;

fn op(op: Op, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right)
}

fn function(
    name: &str,
    note: &str,
    parameters: &[&str],
    returns: Type,
    body: Vec<Stmt>,
) -> Function {
    Function {
        name: name.into(),
        notes: vec![note.into()],
        parameters: parameters
            .iter()
            .map(|&it| (it.into(), Type::Number))
            .collect(),
        returns: Some(returns),
        body,
        state: false,
    }
}

/// A function of numbers by its name.
fn arithmetic(name: &str, lang: Lang) -> Option<Function> {
    let note = |en: &'static str, zh: &'static str| match lang {
        Lang::En => en,
        Lang::Zh => zh,
    };
    let (a, b, n) = (local("a"), local("b"), local("n"));
    Some(match name {
        "gcd" => {
            let body = vec![
                number("rest", a.clone()),
                number("other", b.clone()),
                Stmt::when(
                    op(Op::Less, local("rest"), N(0)),
                    vec![assign("rest", op(Op::Subtract, N(0), local("rest")))],
                ),
                Stmt::when(
                    op(Op::Less, local("other"), N(0)),
                    vec![assign("other", op(Op::Subtract, N(0), local("other")))],
                ),
                Stmt::While(
                    op(Op::Greater, local("other"), N(0)),
                    vec![
                        number(
                            "next",
                            op(Op::PlainRemainder, local("rest"), local("other")),
                        ),
                        assign("rest", local("other")),
                        assign("other", local("next")),
                    ],
                ),
                Stmt::Return(local("rest")),
            ];
            let message = note(
                "the greatest common divisor (Euclid)",
                "最大公约数（欧几里得）",
            );
            function("gcd", message, &["a", "b"], Type::Number, body)
        }
        "holds" => {
            let body = vec![
                Stmt::when(local("condition"), vec![Stmt::Return(N(1))]),
                Stmt::Return(N(0)),
            ];
            let message = note(
                "1 where a condition holds, otherwise 0",
                "条件成立为 1，否则为 0",
            );
            Function {
                parameters: vec![("condition".into(), Type::Flag)],
                ..function("holds", message, &[], Type::Number, body)
            }
        }
        "power" => {
            let body = vec![
                number("result", N(1)),
                Stmt::For {
                    name: "step".into(),
                    from: N(0),
                    to: b,
                    included: false,
                    body: vec![update("result", Op::Multiply, a)],
                },
                Stmt::Return(local("result")),
            ];
            function(
                "power",
                note("a to the power b", "a 的 b 次幂"),
                &["a", "b"],
                Type::Number,
                body,
            )
        }
        "isqrt" => {
            let (root, step) = (local("root"), local("step"));
            let sum = op(Op::Add, root.clone(), step.clone());
            // Without a product, which might be too large.
            let most = op(Op::PlainDivide, n.clone(), sum.clone());
            let highest = op(Op::PlainDivide, n, step.clone());
            let body = vec![
                number("root", N(0)),
                number("step", N(1)),
                Stmt::While(
                    op(Op::AtMost, step.clone(), highest),
                    vec![update("step", Op::Add, step.clone())],
                ),
                Stmt::While(
                    op(Op::Greater, step.clone(), N(0)),
                    vec![
                        Stmt::when(
                            op(Op::AtMost, sum, most),
                            vec![update("root", Op::Add, step.clone())],
                        ),
                        assign("step", op(Op::PlainDivide, step, N(2))),
                    ],
                ),
                Stmt::Return(root),
            ];
            let message = note("the square root rounded down", "平方根下取整");
            function("isqrt", message, &["n"], Type::Number, body)
        }
        "digit_sum" => {
            let rest = local("rest");
            let body = vec![
                number("rest", n),
                number("sum", N(0)),
                Stmt::While(
                    op(Op::Greater, rest.clone(), N(0)),
                    vec![
                        update(
                            "sum",
                            Op::Add,
                            op(Op::PlainRemainder, rest.clone(), local("base")),
                        ),
                        assign("rest", op(Op::PlainDivide, rest, local("base"))),
                    ],
                ),
                Stmt::Return(local("sum")),
            ];
            let message = note("the sum of the digits", "数字和");
            function("digit_sum", message, &["n", "base"], Type::Number, body)
        }
        "valuation" | "floor_log" => {
            let rest = local("rest");
            let fits = op(Op::AtLeast, rest.clone(), b.clone());
            let divides = op(
                Op::Equal,
                op(Op::PlainRemainder, rest.clone(), b.clone()),
                N(0),
            );
            let (goes_on, message) = match name {
                "valuation" => (
                    Expr::and(fits, divides),
                    note("how often b divides n", "n 中因子 b 的次数"),
                ),
                _ => (
                    fits,
                    note(
                        "the logarithm to base b, rounded down",
                        "以 b 为底的对数，向下取整",
                    ),
                ),
            };
            let body = vec![
                number("rest", n),
                number("times", N(0)),
                Stmt::While(
                    goes_on,
                    vec![
                        assign("rest", op(Op::PlainDivide, rest, b)),
                        update("times", Op::Add, N(1)),
                    ],
                ),
                Stmt::Return(local("times")),
            ];
            function(name, message, &["n", "b"], Type::Number, body)
        }
        "smallest_part" => smallest_part(note(
            "the smallest part of n as a sum of Schwenk's numbers: of Fibonacci numbers for c = 2",
            "n 写成 Schwenk 数之和（c = 2 时为 Fibonacci 数）时的最小一项",
        )),
        "divisors" => {
            let d = local("d");
            let divides = op(
                Op::Equal,
                op(Op::PlainRemainder, n.clone(), d.clone()),
                N(0),
            );
            // Those above the square root, from the largest small one on.
            let back = op(
                Op::Subtract,
                op(Op::Subtract, local("small"), N(1)),
                local("i"),
            );
            let body = vec![
                Stmt::Let("all".into(), Type::List, Expr::NewList),
                Stmt::Count {
                    name: "d".into(),
                    from: N(1),
                    goes_on: op(
                        Op::AtMost,
                        op(Op::Multiply, d.clone(), d.clone()),
                        n.clone(),
                    ),
                    body: vec![Stmt::when(divides, vec![Stmt::Push(local("all"), d)])],
                },
                number("small", Expr::length(local("all"))),
                Stmt::For {
                    name: "i".into(),
                    from: N(0),
                    to: local("small"),
                    included: false,
                    body: vec![
                        number("low", Expr::element(local("all"), back)),
                        number("high", op(Op::PlainDivide, n, local("low"))),
                        Stmt::when(
                            op(Op::Greater, local("high"), local("low")),
                            vec![Stmt::Push(local("all"), local("high"))],
                        ),
                    ],
                },
                Stmt::Return(local("all")),
            ];
            function(
                "divisors",
                note("the divisors of n, from the least on", "n 的约数，从小到大"),
                &["n"],
                Type::List,
                body,
            )
        }
        "prime_factors" => {
            let (d, rest) = (local("d"), local("rest"));
            let divides = op(
                Op::Equal,
                op(Op::PlainRemainder, rest.clone(), d.clone()),
                N(0),
            );
            let body = vec![
                Stmt::Let("all".into(), Type::List, Expr::NewList),
                number("rest", n),
                Stmt::Count {
                    name: "d".into(),
                    from: N(2),
                    goes_on: op(
                        Op::AtMost,
                        op(Op::Multiply, d.clone(), d.clone()),
                        rest.clone(),
                    ),
                    body: vec![Stmt::when(
                        divides.clone(),
                        vec![
                            Stmt::Push(local("all"), d.clone()),
                            Stmt::While(
                                divides,
                                vec![assign("rest", op(Op::PlainDivide, rest.clone(), d))],
                            ),
                        ],
                    )],
                },
                Stmt::when(
                    op(Op::Greater, rest.clone(), N(1)),
                    vec![Stmt::Push(local("all"), rest)],
                ),
                Stmt::Return(local("all")),
            ];
            let message = note("the primes that divide n", "n 的质因数");
            function("prime_factors", message, &["n"], Type::List, body)
        }
        "big_omega" => {
            let (d, rest) = (local("d"), local("rest"));
            let divides = op(
                Op::Equal,
                op(Op::PlainRemainder, rest.clone(), d.clone()),
                N(0),
            );
            let body = vec![
                number("rest", n),
                number("count", N(0)),
                Stmt::Count {
                    name: "d".into(),
                    from: N(2),
                    goes_on: op(
                        Op::AtMost,
                        op(Op::Multiply, d.clone(), d.clone()),
                        rest.clone(),
                    ),
                    body: vec![Stmt::While(
                        divides,
                        vec![
                            assign("rest", op(Op::PlainDivide, rest.clone(), d)),
                            update("count", Op::Add, N(1)),
                        ],
                    )],
                },
                Stmt::when(
                    op(Op::Greater, rest, N(1)),
                    vec![update("count", Op::Add, N(1))],
                ),
                Stmt::Return(local("count")),
            ];
            let message = note(
                "how many prime factors n has, each as often as it divides n",
                "n 的质因数个数，重复的重复计",
            );
            function("big_omega", message, &["n"], Type::Number, body)
        }
        "is_prime" => {
            let d = local("d");
            let divides = op(
                Op::Equal,
                op(Op::PlainRemainder, n.clone(), d.clone()),
                N(0),
            );
            // 2, and then the odd numbers.
            let step = op(Op::Add, N(1), op(Op::PlainRemainder, d.clone(), N(2)));
            let body = vec![
                Stmt::when(
                    op(Op::Less, n.clone(), N(2)),
                    vec![Stmt::Return(Expr::Flag(false))],
                ),
                number("d", N(2)),
                Stmt::While(
                    op(Op::AtMost, op(Op::Multiply, d.clone(), d), n),
                    vec![
                        Stmt::when(divides, vec![Stmt::Return(Expr::Flag(false))]),
                        update("d", Op::Add, step),
                    ],
                ),
                Stmt::Return(Expr::Flag(true)),
            ];
            let message = note("whether n is prime", "n 是否为质数");
            function("is_prime", message, &["n"], Type::Flag, body)
        }
        "grow_primes" => primes(note(
            "all primes up to n are known from here on (sieve of Eratosthenes)",
            "求出 n 以内的全部质数（埃拉托斯特尼筛法）",
        )),
        "primes_up_to" => primes_up_to(note(
            "how many primes there are up to n",
            "n 以内质数的个数",
        )),
        _ => return None,
    })
}

/// The primes are kept: how many are up to n is sought by halves.
fn primes_up_to(note: &str) -> Function {
    let primes = Expr::global("primes");
    let (low, high, mid) = (local("low"), local("high"), local("mid"));
    let half = op(
        Op::PlainDivide,
        op(Op::Add, low.clone(), high.clone()),
        N(2),
    );
    let is_below = op(
        Op::AtMost,
        Expr::element(primes.clone(), mid.clone()),
        local("n"),
    );
    let body = vec![
        Stmt::Do(Expr::Call("grow_primes".into(), vec![local("n")])),
        number("low", N(0)),
        number("high", Expr::length(primes)),
        Stmt::While(
            op(Op::Less, low.clone(), high),
            vec![
                number("mid", half),
                Stmt::If(
                    is_below,
                    vec![assign("low", op(Op::Add, mid.clone(), N(1)))],
                    vec![assign("high", mid)],
                ),
            ],
        ),
        Stmt::Return(low),
    ];
    Function {
        state: true,
        ..function("primes_up_to", note, &["n"], Type::Number, body)
    }
}

/// As the rule language evaluates it: parts as far as they fit, then the greatest first.
fn smallest_part(note: &str) -> Function {
    let (parts, least, last) = (local("parts"), local("least"), local("last"));
    let (rest, at) = (local("rest"), local("at"));
    let before = op(Op::Subtract, last.clone(), N(1));
    let of = |place: &Expr| Expr::element(parts.clone(), place.clone());
    let body = vec![
        Stmt::Let("parts".into(), Type::List, Expr::NewList),
        Stmt::Push(parts.clone(), N(1)),
        number("least", N(0)),
        number("last", N(1)),
        Stmt::While(
            op(
                Op::AtMost,
                of(&least),
                op(Op::Subtract, local("n"), last.clone()),
            ),
            vec![
                update("last", Op::Add, of(&least)),
                Stmt::Push(parts.clone(), last),
                Stmt::While(
                    op(
                        Op::AtMost,
                        of(&least),
                        op(Op::PlainDivide, before, local("c")),
                    ),
                    vec![update("least", Op::Add, N(1))],
                ),
            ],
        ),
        number("rest", local("n")),
        number("smallest", N(0)),
        number("at", op(Op::Subtract, Expr::length(parts.clone()), N(1))),
        Stmt::While(
            op(Op::Greater, rest.clone(), N(0)),
            vec![
                Stmt::when(
                    op(Op::AtMost, of(&at), rest),
                    vec![
                        update("rest", Op::Subtract, of(&at)),
                        assign("smallest", of(&at)),
                    ],
                ),
                update("at", Op::Subtract, N(1)),
            ],
        ),
        Stmt::Return(local("smallest")),
    ];
    function("smallest_part", note, &["n", "c"], Type::Number, body)
}

/// Stretches of numbers, each as long as those before together, as far as a stretch fits into the cache.
fn primes(note: &str) -> Function {
    let (primes, tried) = (Expr::global("primes"), Expr::global("tried"));
    let (size, marks, at, i) = (local("size"), local("marks"), local("at"), local("i"));
    let prime = local("prime");
    let prime_at = Expr::element(primes.clone(), at.clone());
    let end = op(Op::Add, tried.clone(), size.clone());
    let square = op(Op::Multiply, prime_at.clone(), prime_at.clone());
    let beyond = op(
        Op::Subtract,
        prime.clone(),
        op(
            Op::Add,
            op(Op::PlainRemainder, tried.clone(), prime.clone()),
            N(1),
        ),
    );
    let each = |to: Expr, body: Vec<Stmt>| Stmt::For {
        name: "i".into(),
        from: N(0),
        to,
        included: false,
        body,
    };
    let is_prime = op(Op::Equal, Expr::element(marks.clone(), i.clone()), N(0));
    let this = op(Op::Add, op(Op::Add, tried.clone(), i), N(1));
    let body = vec![Stmt::While(
        op(Op::Less, tried.clone(), local("n")),
        vec![
            number("size", Expr::Native(Native::Min, vec![tried, N(STRETCH)])),
            Stmt::Let("marks".into(), Type::List, Expr::NewList),
            each(size.clone(), vec![Stmt::Push(marks, N(0))]),
            number("at", N(0)),
            Stmt::While(
                op(Op::AtMost, square, end.clone()),
                vec![
                    number("prime", prime_at),
                    number("multiple", beyond),
                    Stmt::While(
                        op(Op::Less, local("multiple"), size.clone()),
                        vec![
                            Stmt::Assign(Target::Within("marks".into(), local("multiple")), N(1)),
                            update("multiple", Op::Add, prime),
                        ],
                    ),
                    update("at", Op::Add, N(1)),
                ],
            ),
            each(
                size,
                vec![Stmt::when(is_prime, vec![Stmt::Push(primes, this)])],
            ),
            Stmt::Assign(Target::Global("tried".into()), end),
        ],
    )];
    Function {
        returns: None,
        state: true,
        ..function("grow_primes", note, &["n"], Type::Number, body)
    }
}

/// Numbers of a stretch at most.
const STRETCH: i64 = 1 << 15;

/// The primes that are known before, and up to where these are all.
const FIRST_PRIMES: [i64; 4] = [2, 3, 5, 7];
const FIRST_TRIED: i64 = 10;

/// Adds the functions that its expressions ask, and those that the program calls and does not have.
pub(crate) fn complete(program: &mut Program, asked: &Asked, lang: Lang) {
    program.functions.splice(0..0, asked.take());
    program.refusal = match lang {
        Lang::En => "The input does not match the expected format.",
        Lang::Zh => "输入与格式不符。",
    };
    program.too_large = match lang {
        Lang::En => "Numbers of the input must be below 2^63.",
        Lang::Zh => "输入中的数必须小于 2^63。",
    };
    let mut called: Vec<String> = Vec::new();
    let mut note = |expression: &Expr| {
        if let Expr::Call(name, _) = expression
            && !called.contains(name)
        {
            called.push(name.clone());
        }
    };
    visit(&program.main, &mut note);
    for function in &program.functions {
        visit(&function.body, &mut note);
    }
    let has = |name: &String| program.functions.iter().any(|it| it.name == *name);
    called.retain(|name| !has(name));
    // What it calls stands before it.
    let counts = called.iter().position(|name| name == "primes_up_to");
    if let Some(place) = counts {
        called.retain(|name| name != "grow_primes");
        called.insert(place.min(called.len()), "grow_primes".into());
    }
    if called.iter().any(|name| name == "grow_primes") {
        program.globals.push(Global {
            name: "primes".into(),
            kind: Type::List,
            first: FIRST_PRIMES.to_vec(),
            note: String::new(),
        });
        program.globals.push(Global {
            name: "tried".into(),
            kind: Type::Number,
            first: vec![FIRST_TRIED],
            note: String::new(),
        });
    }
    let mut added: Vec<Function> = called
        .iter()
        .filter_map(|name| arithmetic(name, lang))
        .collect();
    added.extend(linked::functions(&called, lang));
    added.append(&mut program.functions);
    program.functions = added;
    // Who calls a function of the program's state is one.
    loop {
        let of_state = |name: &str| {
            let mut all = program.functions.iter();
            all.any(|it| it.state && it.name == name)
        };
        let calls = |function: &Function| {
            let mut found = false;
            visit(&function.body, &mut |part| {
                found |= matches!(part, Expr::Call(name, _) if of_state(name));
            });
            found
        };
        let missed = |it: &Function| !it.state && calls(it);
        let Some(place) = program.functions.iter().position(missed) else {
            break;
        };
        program.functions[place].state = true;
    }
}

/// What the mex needs: marks of the values that options have, by the number of the position they were made for.
pub(crate) fn marks(program: &mut Program, lang: Lang) {
    let note = |en: &str, zh: &str| match lang {
        Lang::En => en.to_owned(),
        Lang::Zh => zh.to_owned(),
    };
    let (seen, stamp) = (Expr::global("seen"), Expr::global("stamp"));
    program.globals.push(Global {
        name: "seen".into(),
        kind: Type::List,
        first: vec![0, 0],
        note: note(
            "seen[v] == stamp: an option of the position at hand has value v",
            "seen[v] == stamp 表示当前局面有值为 v 的后继",
        ),
    });
    program.globals.push(Global {
        name: "stamp".into(),
        kind: Type::Number,
        first: vec![0],
        note: String::new(),
    });
    let v = local("v");
    program.functions.push(Function {
        name: "mark".into(),
        notes: vec![note("an option has the value v", "某个后继的值为 v")],
        parameters: vec![("v".into(), Type::Number)],
        returns: None,
        state: true,
        body: vec![
            Stmt::While(
                op(Op::AtMost, Expr::length(seen.clone()), v.clone()),
                vec![Stmt::Push(seen.clone(), N(0))],
            ),
            Stmt::Assign(Target::Element("seen".into(), v.clone()), stamp.clone()),
        ],
    });
    let is_seen = |value: Expr| op(Op::Equal, Expr::element(seen.clone(), value), stamp.clone());
    program.functions.push(Function {
        name: "mex".into(),
        notes: vec![note(
            "the least value that no option has",
            "后继的值中未出现的最小非负整数（mex）",
        )],
        parameters: Vec::new(),
        returns: Some(Type::Number),
        state: true,
        body: vec![
            number("v", N(0)),
            Stmt::While(
                Expr::and(
                    op(Op::Less, v.clone(), Expr::length(seen.clone())),
                    is_seen(v.clone()),
                ),
                vec![update("v", Op::Add, N(1))],
            ),
            Stmt::Return(v),
        ],
    });
}
