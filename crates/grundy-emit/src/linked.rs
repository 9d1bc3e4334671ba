//! Functions of programs that make lists of the vertices of a graph or a tree, as the judge makes them: by queues, without recursion.

use grundy::Lang;
use grundy_judge::Linked;

use crate::tree::{Expr, Function, Op, Stmt, Target, Type};

/// What goes through the vertices of a tree, each behind all that hangs on it.
pub(crate) const LEAVES_FIRST: &str = "leaves_first";

/// The functions, each behind those that it calls.
const ALL: [&str; 9] = [
    LEAVES_FIRST,
    "parents_of",
    "components_of",
    "depths_of",
    "sizes_of",
    "order_of",
    "places_of",
    "counts_of",
    "regions_of",
];

/// The call that makes a list of these lists and numbers.
pub(crate) fn call(linked: Linked, mut taken: Vec<Expr>) -> Expr {
    let parents = |mut taken: Vec<Expr>| {
        taken.resize(4, Expr::Number(1));
        Expr::Call("parents_of".into(), taken)
    };
    let name = match linked {
        Linked::Parents => return parents(taken),
        Linked::Components => {
            taken = vec![parents(taken)];
            "components_of"
        }
        Linked::Depths => "depths_of",
        Linked::Sizes => "sizes_of",
        Linked::Order => "order_of",
        Linked::Places => "places_of",
        Linked::Counts => "counts_of",
        Linked::Regions => "regions_of",
    };
    Expr::Call(name.into(), taken)
}

/// The functions of which a program calls some, with those that these call, in an order in which each stands behind what it calls.
pub(crate) fn functions(called: &[String], lang: Lang) -> Vec<Function> {
    let calls = |name: &str| called.iter().any(|own| own == name);
    let needs_order = ["components_of", "depths_of", "sizes_of", "order_of"];
    let is_needed = |name: &str| {
        calls(name)
            || name == LEAVES_FIRST && needs_order.iter().any(|name| calls(name))
            || name == "sizes_of" && calls("order_of")
    };
    let needed = ALL.iter().filter(|name| is_needed(name));
    needed.map(|name| function(name, lang)).collect()
}

use Expr::Number as N;

fn local(name: &str) -> Expr {
    Expr::local(name)
}

fn op(op: Op, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right)
}

fn plus(left: Expr, right: Expr) -> Expr {
    op(Op::Add, left, right)
}

fn less_one(number: Expr) -> Expr {
    op(Op::Subtract, number, N(1))
}

fn number(name: &str, value: Expr) -> Stmt {
    Stmt::Let(name.into(), Type::Number, value)
}

fn list(name: &str, value: Expr) -> Stmt {
    Stmt::Let(name.into(), Type::List, value)
}

fn entry(name: &str, place: Expr) -> Expr {
    Expr::element(local(name), place)
}

fn set(name: &str, place: Expr, value: Expr) -> Stmt {
    Stmt::Assign(Target::Within(name.into(), place), value)
}

fn add(name: &str, place: Expr, value: Expr) -> Stmt {
    Stmt::Update(Target::Within(name.into(), place), Op::Add, value)
}

fn push(name: &str, value: Expr) -> Stmt {
    Stmt::Push(local(name), value)
}

fn through(name: &str, from: Expr, to: Expr, included: bool, body: Vec<Stmt>) -> Stmt {
    Stmt::For {
        name: name.into(),
        from,
        to,
        included,
        body,
    }
}

/// A local list of so many equal numbers.
fn filled(name: &str, length: Expr, with: i64) -> [Stmt; 2] {
    [
        list(name, Expr::NewList),
        through("i", N(0), length, false, vec![push(name, N(with))]),
    ]
}

/// Does something with each vertex and its parent that has one, the leaves first or the roots.
fn each_with_parent(up: bool, body: Vec<Stmt>, always: Vec<Stmt>) -> Vec<Stmt> {
    let count = Expr::length(local("p"));
    let place = match up {
        true => local("i"),
        false => op(Op::Subtract, less_one(local("count")), local("i")),
    };
    let mut inner = vec![
        number("vertex", entry("all", place)),
        number("parent", entry("p", less_one(local("vertex")))),
        Stmt::when(op(Op::Greater, local("parent"), N(0)), body),
    ];
    inner.extend(always);
    vec![
        number("count", count),
        list("all", Expr::Call(LEAVES_FIRST.into(), vec![local("p")])),
        through("i", N(0), local("count"), false, inner),
    ]
}

fn function(name: &str, lang: Lang) -> Function {
    let (parent, vertex) = (local("parent"), local("vertex"));
    let (above, here) = (less_one(parent.clone()), less_one(vertex.clone()));
    let count = || Expr::length(local("p"));
    let mut parameters = vec![("p", Type::List)];
    let (en, zh, body) = match name {
        LEAVES_FIRST => (
            "the vertices of a tree, each behind all that hangs on it; p are the parents, 0 for a root",
            "树的各顶点，每个都在其子树之后；p 为父结点，根为 0",
            leaves_first(),
        ),
        "parents_of" => {
            parameters = vec![
                ("n", Type::Number),
                ("u", Type::List),
                ("v", Type::List),
                ("root", Type::Number),
            ];
            (
                "the vertex before each on a shortest way from the root, 0 for a root; each component has one",
                "从根出发的最短路上每个顶点的前一个顶点，根为 0；每个连通分量有一个根",
                parents(),
            )
        }
        "components_of" => {
            let is_root = op(Op::Equal, entry("p", local("i")), N(0));
            let begin = vec![
                Stmt::Update(Target::Local("found".into()), Op::Add, N(1)),
                set("told", local("i"), local("found")),
            ];
            let mut body = filled("told", count(), 0).to_vec();
            body.push(number("found", N(0)));
            let begin = vec![Stmt::when(is_root, begin)];
            body.push(through("i", N(0), count(), false, begin));
            let same = set("told", here, entry("told", above));
            body.extend(each_with_parent(false, vec![same], Vec::new()));
            body.push(Stmt::Return(local("told")));
            (
                "the number of the component of each vertex, from 1; p are the parents",
                "各顶点所在连通分量的编号，从 1 起；p 为父结点",
                body,
            )
        }
        "depths_of" => {
            let mut body = filled("told", count(), 0).to_vec();
            let deeper = set("told", here, plus(entry("told", above), N(1)));
            body.extend(each_with_parent(false, vec![deeper], Vec::new()));
            body.push(Stmt::Return(local("told")));
            (
                "how many edges lie above each vertex; p are the parents",
                "各顶点的深度；p 为父结点",
                body,
            )
        }
        "sizes_of" => {
            let mut body = filled("told", count(), 1).to_vec();
            let more = add("told", above, entry("told", here));
            body.extend(each_with_parent(true, vec![more], Vec::new()));
            body.push(Stmt::Return(local("told")));
            (
                "how many vertices hang on each, itself among them; p are the parents",
                "各顶点的子树大小；p 为父结点",
                body,
            )
        }
        "order_of" => {
            let mut body = vec![list(
                "size",
                Expr::Call("sizes_of".into(), vec![local("p")]),
            )];
            body.extend(filled("taken", plus(count(), N(1)), 0));
            body.push(list("place", Expr::NewList));
            let of = entry("p", local("i"));
            let behind = vec![
                number("of", of),
                push("place", entry("taken", local("of"))),
                add("taken", local("of"), entry("size", local("i"))),
            ];
            body.push(through("i", N(0), count(), false, behind));
            body.extend(filled("told", count(), 0));
            let deeper = add("place", here.clone(), plus(entry("place", above), N(1)));
            let told = set("told", entry("place", here), vertex);
            body.extend(each_with_parent(false, vec![deeper], vec![told]));
            body.push(Stmt::Return(local("told")));
            (
                "the vertices, each before what hangs on it, which follows it together; p are the parents",
                "各顶点的先序；p 为父结点",
                body,
            )
        }
        "places_of" => {
            parameters = vec![("o", Type::List)];
            let length = || Expr::length(local("o"));
            let mut body = filled("told", length(), 0).to_vec();
            let place = less_one(entry("o", local("i")));
            let told = vec![set("told", place, local("i"))];
            body.push(through("i", N(0), length(), false, told));
            body.push(Stmt::Return(local("told")));
            (
                "where each of the numbers from 1 on stands, from 0",
                "从 1 起各数所在的位置，从 0 数起",
                body,
            )
        }
        "regions_of" => {
            parameters = vec![
                ("a", Type::List),
                ("m", Type::Number),
                ("near", Type::Number),
            ];
            (
                "the number of the region of each cell, from 1: cells next to each other with the same entry; 0 where the entry is 0",
                "各格所在区域的编号，从 1 起：相邻且数相同的格在同一区域；数为 0 的格为 0",
                regions(),
            )
        }
        _ => {
            parameters = vec![("a", Type::List), ("n", Type::Number)];
            let mut body = filled("told", local("n"), 0).to_vec();
            let fits = Expr::and(
                op(Op::AtLeast, local("entry"), N(1)),
                op(Op::AtMost, local("entry"), local("n")),
            );
            let more = add("told", less_one(local("entry")), N(1));
            let each = vec![Stmt::when(fits, vec![more])];
            body.push(Stmt::Each("entry".into(), local("a"), each));
            body.push(Stmt::Return(local("told")));
            (
                "how often each of the numbers from 1 to n comes",
                "1 到 n 各数出现的次数",
                body,
            )
        }
    };
    let note = match lang {
        Lang::En => en,
        Lang::Zh => zh,
    };
    Function {
        name: name.into(),
        notes: vec![note.into()],
        parameters: parameters
            .into_iter()
            .map(|(name, kind)| (name.into(), kind))
            .collect(),
        returns: Some(Type::List),
        body,
        state: false,
    }
}

fn leaves_first() -> Vec<Stmt> {
    let count = || Expr::length(local("p"));
    let parent = local("parent");
    let mut body = filled("waiting", plus(count(), N(1)), 0).to_vec();
    body.push(Stmt::Each(
        "parent".into(),
        local("p"),
        vec![add("waiting", parent.clone(), N(1))],
    ));
    body.push(list("all", Expr::NewList));
    let is_free = |vertex: Expr| op(Op::Equal, entry("waiting", vertex), N(0));
    let leaf = Stmt::when(is_free(local("vertex")), vec![push("all", local("vertex"))]);
    body.push(through("vertex", N(1), count(), true, vec![leaf]));
    body.push(number("at", N(0)));
    let freed = vec![
        Stmt::Update(
            Target::Within("waiting".into(), parent.clone()),
            Op::Subtract,
            N(1),
        ),
        Stmt::when(is_free(parent.clone()), vec![push("all", parent.clone())]),
    ];
    body.push(Stmt::While(
        op(Op::Less, local("at"), Expr::length(local("all"))),
        vec![
            number("parent", entry("p", less_one(entry("all", local("at"))))),
            Stmt::Update(Target::Local("at".into()), Op::Add, N(1)),
            Stmt::when(op(Op::Greater, parent, N(0)), freed),
        ],
    ));
    body.push(Stmt::Return(local("all")));
    body
}

fn parents() -> Vec<Stmt> {
    let (n, i) = (local("n"), local("i"));
    let mut body = filled("begins", plus(n.clone(), N(2)), 0).to_vec();
    for ends in ["u", "v"] {
        let count = add("begins", plus(local("end"), N(1)), N(1));
        body.push(Stmt::Each("end".into(), local(ends), vec![count]));
    }
    body.push(through(
        "i",
        N(1),
        plus(n.clone(), N(1)),
        true,
        vec![add(
            "begins",
            i.clone(),
            entry("begins", less_one(i.clone())),
        )],
    ));
    body.push(list("next", Expr::NewList));
    body.push(Stmt::Each(
        "begin".into(),
        local("begins"),
        vec![push("next", local("begin"))],
    ));
    let edges = || Expr::length(local("u"));
    body.extend(filled("beside", op(Op::Multiply, edges(), N(2)), 0));
    let mut laid = vec![
        number("one", entry("u", i.clone())),
        number("another", entry("v", i.clone())),
    ];
    for (one, other) in [("one", "another"), ("another", "one")] {
        laid.push(set("beside", entry("next", local(one)), local(other)));
        laid.push(add("next", local(one), N(1)));
    }
    body.push(through("i", N(0), edges(), false, laid));
    body.extend(filled("told", n.clone(), 0));
    body.extend(filled("reached", plus(n.clone(), N(1)), 0));
    body.push(list("queue", Expr::NewList));
    body.push(number("at", N(0)));
    let is_new = |vertex: Expr| op(Op::Equal, entry("reached", vertex), N(0));
    let enter = |vertex: &str| {
        [
            set("reached", local(vertex), N(1)),
            push("queue", local(vertex)),
        ]
    };
    let mut reach = vec![set("told", less_one(local("other")), local("vertex"))];
    reach.extend(enter("other"));
    let beside = vec![
        number("other", entry("beside", local("i"))),
        Stmt::when(is_new(local("other")), reach),
    ];
    let spread = vec![
        number("vertex", entry("queue", local("at"))),
        Stmt::Update(Target::Local("at".into()), Op::Add, N(1)),
        through(
            "i",
            entry("begins", local("vertex")),
            entry("begins", plus(local("vertex"), N(1))),
            false,
            beside,
        ),
    ];
    let mut begin = enter("first").to_vec();
    begin.push(Stmt::While(
        op(Op::Less, local("at"), Expr::length(local("queue"))),
        spread,
    ));
    let fits = Expr::and(
        op(Op::AtMost, local("first"), n.clone()),
        is_new(local("first")),
    );
    let is_root = op(Op::Equal, local("turn"), N(0));
    body.push(through(
        "turn",
        N(0),
        n,
        true,
        vec![
            number("first", local("turn")),
            Stmt::when(
                is_root,
                vec![Stmt::Assign(Target::Local("first".into()), local("root"))],
            ),
            Stmt::when(fits, begin),
        ],
    ));
    body.push(Stmt::Return(local("told")));
    body
}

fn regions() -> Vec<Stmt> {
    let length = || Expr::length(local("a"));
    let is_free = |cell: &str| op(Op::Equal, entry("told", local(cell)), N(0));
    let enter = |cell: &str| {
        [
            set("told", local(cell), local("found")),
            push("queue", local(cell)),
        ]
    };
    let is_straight = op(
        Op::Or,
        op(Op::Equal, local("near"), N(8)),
        op(
            Op::Or,
            op(Op::Equal, local("down"), N(0)),
            op(Op::Equal, local("across"), N(0)),
        ),
    );
    let other = plus(
        plus(local("cell"), op(Op::Multiply, local("down"), local("m"))),
        local("across"),
    );
    let column = plus(local("column"), local("across"));
    let is_there = [
        op(Op::AtLeast, column.clone(), N(0)),
        op(Op::Less, column, local("m")),
        op(Op::AtLeast, local("other"), N(0)),
        op(Op::Less, local("other"), length()),
    ];
    let is_there = is_there.into_iter().fold(is_straight, Expr::and);
    let is_same = Expr::and(
        op(
            Op::Equal,
            entry("a", local("other")),
            entry("a", local("cell")),
        ),
        is_free("other"),
    );
    let across = vec![
        number("other", other),
        Stmt::when(is_there, vec![Stmt::when(is_same, enter("other").to_vec())]),
    ];
    let down = vec![through("across", N(-1), N(1), true, across)];
    let spread = vec![
        number("cell", entry("queue", local("at"))),
        Stmt::Update(Target::Local("at".into()), Op::Add, N(1)),
        number("column", op(Op::PlainRemainder, local("cell"), local("m"))),
        through("down", N(-1), N(1), true, down),
    ];
    let mut begin = vec![Stmt::Update(Target::Local("found".into()), Op::Add, N(1))];
    begin.extend(enter("first"));
    begin.push(Stmt::While(
        op(Op::Less, local("at"), Expr::length(local("queue"))),
        spread,
    ));
    let is_new = Expr::and(
        op(Op::Unequal, entry("a", local("first")), N(0)),
        is_free("first"),
    );
    let mut body = filled("told", length(), 0).to_vec();
    body.push(list("queue", Expr::NewList));
    body.push(number("at", N(0)));
    body.push(number("found", N(0)));
    let each = vec![Stmt::when(is_new, begin)];
    body.push(through("first", N(0), length(), false, each));
    body.push(Stmt::Return(local("told")));
    body
}
