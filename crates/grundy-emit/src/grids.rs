//! The options of a board, whose rows stand one behind the other with `/` between them: wherever a pattern lies, its rows are looked for and
//! replaced.
//!
//! Cells that no pattern can ever cover together stand in different regions, and a board is the sum of its regions (Sprague 1935, Grundy 1939):
//! wherever a pattern may come to lie, because each letter can become the one that it asks for, its cells are linked. A region is a board of its
//! own with blanks around it.

use grundy::grids::{Pattern, Patterns};
use grundy::message;

use crate::error::NotEmitted;
use crate::expressions::folded;
use crate::names::Names;
use crate::shapes;
use crate::tree::{Expr, Op, Stmt, Target, Type};
use crate::words::{add, call, local};

/// Most patterns that are written out.
const MOST: usize = 256;

/// What numbers of a board are called: columns and rows, and a row, a column and a place.
type Fresh = [String; 5];

/// Names that nothing else has.
fn fresh(names: &mut Names) -> Fresh {
    ["columns", "rows", "row", "column", "at"].map(|name| names.fresh(name))
}

/// A board that moves are made on: a word of its own, or a part of one between blanks.
pub(crate) struct Lying {
    word: String,
    around: Option<[String; 2]>,
}

impl Lying {
    /// The letters of the board.
    pub(crate) fn word(&self) -> Expr {
        local(&self.word)
    }

    /// Offers what becomes of it, with what lies beside it.
    pub(crate) fn offer(&self, option: Expr) -> Stmt {
        // Boards that stand behind one another are put in order: they are a sum.
        let ordered = |all: Vec<Expr>| call("side_by_side", vec![Expr::Joined(all)]);
        let option = match &self.around {
            None => match option {
                Expr::Joined(all) => ordered(all),
                one => one,
            },
            Some([before, after]) => {
                let mut all = vec![local(before)];
                match option {
                    Expr::Joined(parts) => all.extend(parts),
                    one => all.push(one),
                }
                all.push(local(after));
                ordered(all)
            }
        };
        Stmt::Do(call("offer", vec![option]))
    }
}

/// The body of `list_options`, of boards in a word called `word`: one, or several with blanks between them.
pub(crate) fn options(
    rule: &Patterns,
    several: bool,
    names: &mut Names,
) -> Result<Vec<Stmt>, NotEmitted> {
    let lying = match several {
        false => Lying {
            word: "word".to_owned(),
            around: None,
        },
        true => Lying {
            word: names.fresh("board"),
            around: Some(["before", "after"].map(|name| names.fresh(name))),
        },
    };
    let fresh = fresh(names);
    let mut body = match rule.patterns().is_empty() {
        true => Vec::new(),
        false => each_place(rule, &fresh, &lying.word, &|board, pattern| {
            board.placed(rule, pattern, &lying)
        })?,
    };
    body.extend(shapes::options(rule, &lying, names)?);
    let Some([before, after]) = &lying.around else {
        return Ok(body);
    };
    let [start, end] = ["start", "stop"].map(|name| names.fresh(name));
    let size = || Expr::WordLength(Box::new(local("word")));
    let blank = |at: Expr| {
        call(
            "one_of",
            vec![local("word"), at, Expr::Text(" ".to_owned())],
        )
    };
    let slice = |from: Expr, to: Expr| call("slice", vec![local("word"), from, to]);
    let first = Expr::binary(Op::Equal, local(&start), Expr::Number(0));
    let behind = blank(folded(Op::Subtract, local(&start), Expr::Number(1)));
    let goes_on = Expr::and(
        Expr::binary(Op::Less, local(&end), size()),
        Expr::Not(Box::new(blank(local(&end)))),
    );
    let mut inner = vec![
        Stmt::Let(end.clone(), Type::Number, local(&start)),
        Stmt::While(
            goes_on,
            vec![Stmt::Update(
                Target::Local(end.clone()),
                Op::Add,
                Expr::Number(1),
            )],
        ),
        Stmt::Let(
            lying.word.clone(),
            Type::Word,
            slice(local(&start), local(&end)),
        ),
        Stmt::Let(
            before.clone(),
            Type::Word,
            slice(Expr::Number(0), local(&start)),
        ),
        Stmt::Let(after.clone(), Type::Word, slice(local(&end), size())),
    ];
    inner.extend(body);
    Ok(vec![Stmt::For {
        name: start.clone(),
        from: Expr::Number(0),
        to: size(),
        included: false,
        body: vec![Stmt::when(Expr::binary(Op::Or, first, behind), inner)],
    }])
}

/// The body of `link_cells`, of a board called `word`: cells that a pattern may come to cover are linked.
pub(crate) fn links(rule: &Patterns, names: &mut Names) -> Result<Vec<Stmt>, NotEmitted> {
    let becomes = becoming(rule);
    if rule.patterns().is_empty() {
        return Ok(shapes::links(rule, names));
    }
    let fresh = fresh(names);
    // Patterns may lie in the same cells, whatever they ask for there.
    let mut told: Vec<Stmt> = Vec::new();
    let body = each_place(rule, &fresh, "word", &|board, pattern| {
        board.linked(rule, pattern, &becomes)
    })?;
    for stmt in body {
        if !told.contains(&stmt) {
            told.push(stmt);
        }
    }
    told.extend(shapes::links(rule, names));
    Ok(told)
}

/// For each letter, all that can become it, itself among them.
pub(crate) fn becoming(rule: &Patterns) -> Vec<(char, String)> {
    let mut pairs: Vec<(char, char)> = Vec::new();
    for pattern in rule.patterns() {
        pairs.extend(
            pattern
                .cells(rule)
                .into_iter()
                .map(|(_, _, from, to)| (from, to)),
        );
    }
    for flood in &rule.shapes().floods {
        let to = rule.letters_of(1 << flood.to);
        let to = to.chars().next();
        let from = rule.letters_of(flood.from);
        pairs.extend(from.chars().filter_map(|from| Some((from, to?))));
    }
    let of = |wanted: char| {
        let mut all = vec![wanted];
        let mut next = 0;
        while let Some(&letter) = all.get(next) {
            for &(from, to) in &pairs {
                if to == letter && !all.contains(&from) {
                    all.push(from);
                }
            }
            next += 1;
        }
        all.sort_unstable();
        all.into_iter().collect::<String>()
    };
    let letters = rule.letters();
    letters.chars().map(|letter| (letter, of(letter))).collect()
}

/// What is done wherever a pattern lies within the board.
fn each_place(
    rule: &Patterns,
    names: &Fresh,
    word: &str,
    done: &dyn Fn(&Board, &Pattern) -> Stmt,
) -> Result<Vec<Stmt>, NotEmitted> {
    if rule.patterns().len() > MOST {
        return Err(NotEmitted::new(message!(
            "the rule has {count} patterns with all their rotations, but programs write out at most {most}; name fewer letters or shorter patterns, as in grid \"..\" -> \"##\"",
            "规则的图案连同各种翻转共 {count} 个，程序最多写出 {most} 个；请减少字母或缩短图案，例如 grid \"..\" -> \"##\"",
            count = rule.patterns().len(),
            most = MOST
        )));
    }
    let [columns, rows, row, column, at] = names.clone();
    let wide = add(local(&columns), Expr::Number(1));
    let letters = add(Expr::WordLength(Box::new(local(word))), Expr::Number(1));
    let count = folded(Op::PlainDivide, letters, wide.clone());
    let board = Board {
        columns: local(&columns),
        rows: local(&rows),
        row: local(&row),
        column: local(&column),
        at: local(&at),
        wide,
        torus: rule.is_torus(),
    };
    let found = call("columns_of", vec![local(word)]);
    let mut body = vec![
        Stmt::Let(columns.clone(), Type::Number, found),
        Stmt::Let(rows.clone(), Type::Number, count),
    ];
    for pattern in rule.patterns() {
        let (height, width) = pattern.sides();
        let (height, width) = (height as i64, width as i64);
        let offer = done(&board, pattern);
        let within = |whole: &str, side: i64| match (board.torus, side) {
            (true, _) | (false, 1) => local(whole),
            (false, side) => folded(Op::Subtract, local(whole), Expr::Number(side - 1)),
        };
        let mut inner = Vec::new();
        if !board.torus {
            let place = folded(Op::Multiply, local(&row), board.wide.clone());
            let place = add(place, local(&column));
            inner.push(Stmt::Let(at.clone(), Type::Number, place));
        }
        inner.push(offer);
        let to = within(&columns, width);
        let inner = vec![Stmt::For {
            name: column.clone(),
            from: Expr::Number(0),
            to,
            included: false,
            body: inner,
        }];
        let to = within(&rows, height);
        let all = Stmt::For {
            name: row.clone(),
            from: Expr::Number(0),
            to,
            included: false,
            body: inner,
        };
        let fits =
            |whole: &str, side: i64| Expr::binary(Op::AtLeast, local(whole), Expr::Number(side));
        body.push(match board.torus {
            // A pattern does not lie over itself.
            true if height > 1 || width > 1 => {
                let mut fit = Expr::Flag(true);
                if height > 1 {
                    fit = fits(&rows, height);
                }
                if width > 1 {
                    fit = Expr::and(fit, fits(&columns, width));
                }
                Stmt::when(fit, vec![all])
            }
            _ => all,
        });
    }
    Ok(body)
}

struct Board {
    columns: Expr,
    rows: Expr,
    row: Expr,
    column: Expr,
    /// The place of the cell in the word, where nothing goes round.
    at: Expr,
    /// How far one row is from the next.
    wide: Expr,
    torus: bool,
}

impl Board {
    /// Where a cell of a pattern stands.
    fn place(&self, down: usize, right: usize) -> Expr {
        let number = |number: usize| Expr::Number(number as i64);
        if self.torus {
            let round = |place: &Expr, more: usize, whole: &Expr| match more {
                0 => place.clone(),
                more => {
                    let moved = add(place.clone(), number(more));
                    folded(Op::PlainRemainder, moved, whole.clone())
                }
            };
            let row = round(&self.row, down, &self.rows);
            let column = round(&self.column, right, &self.columns);
            return add(folded(Op::Multiply, row, self.wide.clone()), column);
        }
        let below = match down {
            0 => self.at.clone(),
            1 => add(self.at.clone(), self.wide.clone()),
            down => {
                let rows = folded(Op::Multiply, number(down), self.wide.clone());
                add(self.at.clone(), rows)
            }
        };
        add(below, number(right))
    }

    /// Links the cells of a pattern where it may come to lie.
    fn linked(&self, rule: &Patterns, pattern: &Pattern, becomes: &[(char, String)]) -> Stmt {
        let mut holds = Expr::Flag(true);
        let mut links = Vec::new();
        let mut first = None;
        for (down, right, from, _) in pattern.cells(rule) {
            let place = self.place(down, right);
            let letters = becomes.iter().find(|(letter, _)| *letter == from);
            let letters = letters.map_or(String::new(), |(_, letters)| letters.clone());
            let may = vec![local("word"), place.clone(), Expr::Text(letters)];
            holds = Expr::and(holds, call("one_of", may));
            let first = first.get_or_insert_with(|| place.clone());
            links.push(Stmt::Do(call("link", vec![first.clone(), place])));
        }
        // The first cell is linked with the others, if there are any.
        if links.len() > 1 {
            links.remove(0);
        }
        Stmt::when(holds, links)
    }

    /// Offers the board after a move, where the pattern lies.
    fn placed(&self, rule: &Patterns, pattern: &Pattern, lying: &Lying) -> Stmt {
        // Cells side by side are looked for together, where nothing goes round.
        let mut strips: Vec<(usize, usize, String, String)> = Vec::new();
        for (down, right, from, to) in pattern.cells(rule) {
            match strips.last_mut() {
                Some((row, column, before, after))
                    if !self.torus && *row == down && *column + before.len() == right =>
                {
                    before.push(from);
                    after.push(to);
                }
                _ => strips.push((down, right, from.into(), to.into())),
            }
        }
        let mut holds = Expr::Flag(true);
        let mut option = lying.word();
        for (down, right, before, after) in strips {
            let place = self.place(down, right);
            let stands = call(
                "stands",
                vec![lying.word(), place.clone(), Expr::Text(before.clone())],
            );
            holds = Expr::and(holds, stands);
            if before != after {
                option = call("put", vec![option, place, Expr::Text(after)]);
            }
        }
        Stmt::when(holds, vec![lying.offer(option)])
    }
}
