//! The options of a board that are about groups of equal letters and about cuts: groups are found cell by cell, lines are gone through.
//!
//! A group is a word as long as the board, in which all other cells are blank; what conditions ask is counted in it. Boards that a cut leaves stand
//! one behind the other, with a blank between them.

use grundy::grids::Patterns;
use grundy::grids::shapes::{Cut, Flood};
use grundy::message;
use grundy::words::syntax::Symmetry;
use grundy::words::{Num, Test};

use crate::error::NotEmitted;
use crate::expressions::folded;
use crate::grids::Lying;
use crate::names::Names;
use crate::tree::{Expr, Op, Stmt, Type};
use crate::words::{add, call, local, text};

/// Most moves that are written out.
const MOST: usize = 256;

/// Whether boards may become several.
pub(crate) fn makes_sums(rule: &Patterns) -> bool {
    rule.shapes().cuts.iter().any(|cut| cut.kept.len() > 1)
}

/// What is offered by moves of such kinds, in a board as it lies in its word.
pub(crate) fn options(
    rule: &Patterns,
    lying: &Lying,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let shapes = rule.shapes();
    if shapes.floods.len() + shapes.cuts.len() > MOST {
        return Err(NotEmitted::new(message!(
            "the rule has {count} moves of groups and boards with all values of their names, but programs write out at most {most}; name fewer letters or numbers",
            "规则中连通块与切割的走法按名称的取值展开共 {count} 种，程序最多写出 {most} 种；请减少字母或数的取值",
            count = shapes.floods.len() + shapes.cuts.len(),
            most = MOST
        )));
    }
    let mut all = Vec::new();
    for flood in &shapes.floods {
        all.extend(flooded(rule, flood, lying, names)?);
    }
    for cut in &shapes.cuts {
        let frames: &[(bool, bool)] = match rule.symmetry() {
            Symmetry::All | Symmetry::Turned => {
                &[(false, false), (false, true), (true, false), (true, true)]
            }
            Symmetry::Mirrored => &[(false, false), (false, true)],
            Symmetry::Fixed => &[(false, false)],
        };
        for &frame in frames {
            all.extend(parted(rule, cut, frame, lying, names)?);
        }
    }
    Ok(all)
}

/// Links cells that may come to be of one group, or beside one where that matters.
pub(crate) fn links(rule: &Patterns, names: &mut Names) -> Vec<Stmt> {
    let becomes = crate::grids::becoming(rule);
    let may = |set: u64| {
        let wanted = rule.letters_of(set);
        let of = |letter: char| becomes.iter().find(|(one, _)| *one == letter);
        let mut all: Vec<char> = wanted
            .chars()
            .filter_map(of)
            .flat_map(|(_, from)| from.chars())
            .collect();
        all.sort_unstable();
        all.dedup();
        Expr::Text(all.into_iter().collect())
    };
    let mut told: Vec<(Expr, Expr)> = Vec::new();
    for flood in &rule.shapes().floods {
        let pair = (may(flood.from), may(flood.from | flood.asks_beside()));
        if !told.contains(&pair) {
            told.push(pair);
        }
    }
    let mut all = Vec::new();
    for (group, near) in told {
        let cell = names.fresh("cell");
        let is_one = call("one_of", vec![local("word"), local(&cell), group]);
        let torus = Expr::Flag(rule.is_torus());
        let link = call("link_near", vec![local("word"), local(&cell), near, torus]);
        all.push(Stmt::For {
            name: cell.clone(),
            from: Expr::Number(0),
            to: Expr::WordLength(Box::new(local("word"))),
            included: false,
            body: vec![Stmt::when(is_one, vec![Stmt::Do(link)])],
        });
    }
    all
}

fn flooded(
    rule: &Patterns,
    flood: &Flood,
    lying: &Lying,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let (cell, group) = (names.fresh("cell"), names.fresh("group"));
    let torus = Expr::Flag(rule.is_torus());
    let letters = rule.letters_of(flood.from);
    if letters.is_empty() {
        return Ok(Vec::new());
    }
    let found = vec![lying.word(), local(&cell), text(&letters), torus.clone()];
    let leaf = |number: &Num, turned: bool| {
        let reach = |down: bool| match down != turned {
            true => call("height_of", vec![local(&group)]),
            false => call("width_of", vec![local(&group)]),
        };
        match number {
            Num::Length(_) => call("count_of", vec![local(&group), text(&letters)]),
            Num::Count(_, set) => call(
                "count_of",
                vec![local(&group), text(&rule.letters_of(*set))],
            ),
            Num::Rows(_) => reach(true),
            Num::Columns(_) => reach(false),
            Num::Beside(_, set) => {
                let beside = vec![
                    lying.word(),
                    local(&group),
                    text(&rule.letters_of(*set)),
                    torus.clone(),
                ];
                call("beside_of", beside)
            }
            _ => Expr::Number(0),
        }
    };
    let mut holds = all_hold(&flood.tests, &|number| leaf(number, false));
    if flood.tells_sides() && matches!(rule.symmetry(), Symmetry::All | Symmetry::Turned) {
        holds = or(holds, all_hold(&flood.tests, &|number| leaf(number, true)));
    }
    let is_group = Expr::binary(
        Op::Greater,
        Expr::WordLength(Box::new(local(&group))),
        Expr::Number(0),
    );
    let to = rule.letters_of(1 << flood.to);
    let filled = call("recoloured", vec![lying.word(), local(&group), text(&to)]);
    let body = vec![
        Stmt::Let(group.clone(), Type::Word, call("group_of", found)),
        Stmt::when(Expr::and(is_group, holds), vec![lying.offer(filled)]),
    ];
    Ok(vec![Stmt::For {
        name: cell,
        from: Expr::Number(0),
        to: Expr::WordLength(Box::new(lying.word())),
        included: false,
        body,
    }])
}

/// A cut along lines between rows, or columns; its boards counted from the other end where `back`.
fn parted(
    rule: &Patterns,
    cut: &Cut,
    (across, back): (bool, bool),
    lying: &Lying,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let columns = call("columns_of", vec![lying.word()]);
    let cells = add(Expr::WordLength(Box::new(lying.word())), Expr::Number(1));
    let rows = folded(
        Op::PlainDivide,
        cells,
        add(columns.clone(), Expr::Number(1)),
    );
    let (long, wide) = (names.fresh("long"), names.fresh("wide"));
    let [along, other] = match across {
        false => [rows, columns],
        true => [columns, rows],
    };
    let lines: Vec<String> = (1..cut.boards).map(|_| names.fresh("line")).collect();
    let parts: Vec<String> = (0..cut.boards).map(|_| names.fresh("part")).collect();
    let edge = |place: usize| match place {
        0 => Expr::Number(0),
        place => lines
            .get(place - 1)
            .map_or_else(|| local(&long), |line| local(line)),
    };
    let place = |of: usize| if back { cut.boards - 1 - of } else { of };
    let letters = rule.letters();
    let leaf = |number: &Num| match *number {
        Num::Length(of) => call("count_of", vec![local(&parts[place(of)]), text(&letters)]),
        Num::Count(of, set) => call(
            "count_of",
            vec![local(&parts[place(of)]), text(&rule.letters_of(set))],
        ),
        Num::Rows(of) => folded(Op::Subtract, edge(place(of) + 1), edge(place(of))),
        Num::Columns(_) => local(&wide),
        _ => Expr::Number(0),
    };
    let mut asked = vec![false; cut.boards];
    for test in &cut.tests {
        each_leaf(test, &mut |number| {
            if let Num::Length(of) | Num::Count(of, _) = number {
                asked[place(*of)] = true;
            }
        });
    }
    let mut kept: Vec<usize> = cut.kept.iter().map(|&of| place(of)).collect();
    kept.sort_unstable();
    let of = |at: usize| {
        let part = vec![lying.word(), edge(at), edge(at + 1), Expr::Flag(across)];
        call("part_of", part)
    };
    let mut body = Vec::new();
    for at in (0..cut.boards).filter(|&at| asked[at] || kept.contains(&at)) {
        body.push(Stmt::Let(parts[at].clone(), Type::Word, of(at)));
    }
    let mut stays = Vec::new();
    for &at in &kept {
        if !stays.is_empty() {
            stays.push(text(" "));
        }
        stays.push(local(&parts[at]));
    }
    let stays = match <[Expr; 1]>::try_from(stays) {
        Ok([one]) => one,
        Err(all) => Expr::Joined(all),
    };
    let offer = lying.offer(stays);
    body.push(match all_hold(&cut.tests, &leaf) {
        Expr::Flag(true) => offer,
        holds => Stmt::when(holds, vec![offer]),
    });
    for (at, line) in lines.iter().enumerate().rev() {
        let from = match at {
            0 => Expr::Number(1),
            at => add(local(&lines[at - 1]), Expr::Number(1)),
        };
        body = vec![Stmt::For {
            name: line.clone(),
            from,
            to: local(&long),
            included: false,
            body,
        }];
    }
    let mut asks_wide = false;
    for test in &cut.tests {
        each_leaf(test, &mut |number| {
            asks_wide |= matches!(number, Num::Columns(_))
        });
    }
    let mut all = vec![Stmt::Let(long, Type::Number, along)];
    if asks_wide {
        all.push(Stmt::Let(wide, Type::Number, other));
    }
    all.extend(body);
    Ok(vec![Stmt::Block(all)])
}

fn or(one: Expr, other: Expr) -> Expr {
    match (one, other) {
        (Expr::Flag(false), other) | (other, Expr::Flag(false)) => other,
        (Expr::Flag(true), _) | (_, Expr::Flag(true)) => Expr::Flag(true),
        (one, other) if one == other => one,
        (one, other) => Expr::binary(Op::Or, one, other),
    }
}

fn and(one: Expr, other: Expr) -> Expr {
    match (one, other) {
        (Expr::Flag(false), _) | (_, Expr::Flag(false)) => Expr::Flag(false),
        (one, other) => Expr::and(one, other),
    }
}

fn all_hold(tests: &[Test], leaf: &dyn Fn(&Num) -> Expr) -> Expr {
    let tests = tests.iter().map(|test| holds(test, leaf));
    tests.fold(Expr::Flag(true), and)
}

fn holds(test: &Test, leaf: &dyn Fn(&Num) -> Expr) -> Expr {
    match test {
        Test::Numbers(first, rest) => {
            let mut left = number(first, leaf);
            let mut all = Expr::Flag(true);
            for (sign, right) in rest {
                let right = number(right, leaf);
                let op = Op::compared(sign);
                all = and(all, folded(op, left, right.clone()));
                left = right;
            }
            all
        }
        // All names stand for letters that are known.
        Test::Words(first, rest) => {
            let mut left = first;
            let mut all = true;
            for (sign, right) in rest {
                all &= (left == right) == (*sign == "==");
                left = right;
            }
            Expr::Flag(all)
        }
        Test::Not(one) => match holds(one, leaf) {
            Expr::Flag(known) => Expr::Flag(!known),
            one => Expr::Not(Box::new(one)),
        },
        Test::And(tests) => all_hold(tests, leaf),
        Test::Or(tests) => tests
            .iter()
            .map(|one| holds(one, leaf))
            .fold(Expr::Flag(false), or),
    }
}

fn number(number: &Num, leaf: &dyn Fn(&Num) -> Expr) -> Expr {
    match number {
        Num::Constant(number) => Expr::Number(*number),
        Num::Of(sign, both) => {
            let op = match sign {
                '+' => Op::Add,
                '-' => Op::Subtract,
                '*' => Op::Multiply,
                '/' => Op::Divide,
                _ => Op::Remainder,
            };
            folded(op, self::number(&both.0, leaf), self::number(&both.1, leaf))
        }
        asked => leaf(asked),
    }
}

fn each_leaf(test: &Test, see: &mut dyn FnMut(&Num)) {
    fn of(number: &Num, see: &mut dyn FnMut(&Num)) {
        match number {
            Num::Of(_, both) => {
                of(&both.0, see);
                of(&both.1, see);
            }
            leaf => see(leaf),
        }
    }
    match test {
        Test::Numbers(first, rest) => {
            of(first, see);
            rest.iter().for_each(|(_, number)| of(number, see));
        }
        Test::Words(..) => {}
        Test::Not(one) => each_leaf(one, see),
        Test::And(all) | Test::Or(all) => all.iter().for_each(|one| each_leaf(one, see)),
    }
}
