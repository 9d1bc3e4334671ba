//! Sums of positions whose play need not end: each has a loopy value (Smith 1966; Fraenkel and Perl 1975).
//!
//! A position is worth m where m is the least number that no option is worth, and each option that is worth neither m nor less leads to a position
//! worth m: whoever leaves for it is answered. What has no such number is worth ∞, with the set of the numbers of its options. A sum of which
//! one part is worth ∞ is won where the nim-sum of the others is in that set, and drawn otherwise; with two such parts it is drawn. The numbers
//! are given one after another, each backwards from the positions of which it is known at once, as lost positions are labelled.

use super::labels::{put, set};
use super::search::{add, number, value_of};
use super::{Game, call, global, local, op};
use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Function, Op, Program, Stmt, Type};

/// What is kept of the positions reached, by its names in the program.
struct Kept {
    /// By number: where its options begin in `leads`, and behind them where they end.
    begins: String,
    ends: String,
    leads: String,
    /// By number: the last edge back, and by edge: where it comes from, and the one before it.
    edges: String,
    from: String,
    before: String,
    /// By number: options that nothing answers as yet, and whether some option is worth the number at hand.
    left: String,
    met: String,
    /// By number: the number that it may still be worth.
    may_be: String,
    /// Positions with such an option, in the order in which they were found.
    queue: String,
}

impl Kept {
    fn of(&self, list: &str, position: &str) -> Expr {
        Expr::element(global(list), local(position))
    }
}

fn is(value: Expr, number: i64) -> Expr {
    op(Op::Equal, value, Expr::Number(number))
}

fn less(value: Expr, number: i64) -> Expr {
    op(Op::Less, value, Expr::Number(number))
}

fn upto(name: &str, from: Expr, to: Expr, body: Vec<Stmt>) -> Stmt {
    Stmt::For {
        name: name.into(),
        from,
        to,
        included: false,
        body,
    }
}

impl Game<'_> {
    /// Adds `sg`: the value of a position, or -2 less its number where that is ∞; and `leads_to`, whether an option of the position of such a
    /// number is worth something.
    pub(crate) fn add_loopy(
        &self,
        program: &mut Program,
        names: &mut Names,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let all = self.add_known(program, names);
        let mut fresh = |name: &str| names.fresh(name);
        let kept = Kept {
            begins: fresh("options_begin"),
            ends: fresh("options_end"),
            leads: fresh("leads"),
            edges: fresh("edges"),
            from: fresh("edge_from"),
            before: fresh("edge_before"),
            left: fresh("left"),
            met: fresh("met"),
            may_be: fresh("may_be"),
            queue: fresh("queue"),
        };
        for (name, en, zh) in [
            (
                "values",
                "by number: the value, -1 where not yet found, -2 less the number where it is infinite",
                "按编号：值；未求出为 -1，无穷为 -2 减编号",
            ),
            (
                "found",
                "numbers of options; -1 where nothing is left",
                "各后继的编号；-1 表示什么都不剩",
            ),
            (
                kept.begins.as_str(),
                "by number: where its options stand in the next list but one",
                "按编号：其后继在再下一个表中的起止",
            ),
            (kept.ends.as_str(), "", ""),
            (kept.leads.as_str(), "", ""),
            (
                kept.edges.as_str(),
                "by number: the last edge from a position that leads to it, or -1",
                "按编号：到达它的最后一条边，没有则为 -1",
            ),
            (
                kept.from.as_str(),
                "by edge: where it comes from, and the edge before it",
                "按边：起点，以及前一条边",
            ),
            (kept.before.as_str(), "", ""),
            (
                kept.left.as_str(),
                "by number: how many options are not answered by the value at hand",
                "按编号：尚不能以当前的值应对的后继个数",
            ),
            (
                kept.met.as_str(),
                "by number: 1 if some option has the value at hand",
                "按编号：有后继取当前的值则为 1",
            ),
            (
                kept.may_be.as_str(),
                "by number: the value that it may have, to which all smaller ones are values of options",
                "按编号：可能取的值，更小的值都已是后继的值",
            ),
            (
                kept.queue.as_str(),
                "positions in the order in which such an option was found",
                "按发现这样的后继的先后排列的局面",
            ),
        ] {
            let note = self.note(en, zh);
            self.list(program, name, note);
        }
        let zero = [
            &kept.begins,
            &kept.ends,
            &kept.left,
            &kept.met,
            &kept.may_be,
        ];
        let mut further: Vec<(String, i64)> = zero.iter().map(|&it| (it.clone(), 0)).collect();
        further.push((kept.edges.clone(), -1));
        self.add_number(program, names, &all, &further);
        self.add_listing(program, names)?;
        let has_said = self.add_said(program, names);
        self.add_leads_to(&kept, program, names);
        self.add_give(&kept, program, names);
        let start: Vec<String> = (self.coordinates.iter())
            .map(|name| names.fresh(&format!("from_{name}")))
            .collect();
        let body = self.loopy(&start, &all, &kept, has_said, names);
        program.functions.push(Function {
            name: "sg".into(),
            notes: vec![self.note(
                "the value of a position, or -2 less its number where that is infinite: the values 0, 1, 2, … are given one after another to what is reached",
                "局面的值，无穷时为 -2 减编号：对所有可到达的局面依次给出值 0、1、2、……",
            )],
            parameters: start.iter().map(|it| (it.clone(), Type::Number)).collect(),
            returns: Some(Type::Number),
            body,
            state: true,
        });
        let lists = all.iter().map(String::as_str);
        let lists = lists.chain(further.iter().map(|(list, _)| list.as_str()));
        let lists = lists.chain([kept.leads.as_str(), "known", "values"]);
        Ok(lists.map(|name| Stmt::Clear(global(name))).collect())
    }

    /// Adds `leads_to`: 1 if some option of a position, given by its number, has a value.
    fn add_leads_to(&self, kept: &Kept, program: &mut Program, names: &mut Names) {
        let [position, wanted, place, option] =
            ["position_number", "wanted", "place", "option"].map(|name| names.fresh(name));
        let yes = || vec![Stmt::Return(Expr::Number(1))];
        let worth = op(Op::Equal, value_of(local(&option)), local(&wanted));
        let mut look = vec![number(&option, kept.of(&kept.leads, &place))];
        look.push(match self.ends_at_once() {
            true => Stmt::If(
                less(local(&option), 0),
                vec![Stmt::when(is(local(&wanted), 0), yes())],
                vec![Stmt::when(worth, yes())],
            ),
            false => Stmt::when(worth, yes()),
        });
        let (from, to) = (
            kept.of(&kept.begins, &position),
            kept.of(&kept.ends, &position),
        );
        program.functions.push(Function {
            name: "leads_to".into(),
            notes: vec![self.note(
                "1 if an option of a position has this value, otherwise 0",
                "局面的某个后继取此值则为 1，否则为 0",
            )],
            parameters: vec![(position, Type::Number), (wanted, Type::Number)],
            returns: Some(Type::Number),
            body: vec![upto(&place, from, to, look), Stmt::Return(Expr::Number(0))],
            state: true,
        });
    }

    /// Adds `give`: gives a position its value, and tells those that lead to it.
    fn add_give(&self, kept: &Kept, program: &mut Program, names: &mut Names) {
        let [position, level, edge, other] =
            ["position_number", "level", "edge", "other"].map(|name| names.fresh(name));
        let open = Expr::and(
            is(value_of(local(&other)), -1),
            is(kept.of(&kept.met, &other), 0),
        );
        let back = vec![
            number(&other, kept.of(&kept.from, &edge)),
            Stmt::when(
                open,
                vec![
                    put(&kept.met, local(&other), Expr::Number(1)),
                    Stmt::Push(global(&kept.queue), local(&other)),
                ],
            ),
            set(&edge, kept.of(&kept.before, &edge)),
        ];
        program.functions.push(Function {
            name: "give".into(),
            notes: vec![self.note(
                "gives a position its value, and tells those that lead to it",
                "给出局面的值，并告知能走到它的局面",
            )],
            parameters: vec![
                (position.clone(), Type::Number),
                (level.clone(), Type::Number),
            ],
            returns: None,
            body: vec![
                put("values", local(&position), local(&level)),
                number(&edge, kept.of(&kept.edges, &position)),
                Stmt::While(op(Op::AtLeast, local(&edge), Expr::Number(0)), back),
            ],
            state: true,
        });
    }

    fn loopy(
        &self,
        start: &[String],
        all: &[String],
        kept: &Kept,
        has_said: bool,
        names: &mut Names,
    ) -> Vec<Stmt> {
        let [first, at, level, goes_on, here, place] =
            ["first", "at", "level", "goes_on", "here", "place"].map(|name| names.fresh(name));
        let starts = start.iter().map(|name| local(name)).collect();
        let positions = || Expr::length(global("values"));
        let open = |position: &str| is(value_of(local(position)), -1);
        let may_be = |position: &str| op(Op::Equal, kept.of(&kept.may_be, position), local(&level));
        // A position without an option of this value, all of whose other options are answered, has it.
        let fits = |position: &str| {
            let unmet = Expr::and(is(kept.of(&kept.met, position), 0), may_be(position));
            Expr::and(
                Expr::and(open(position), is(kept.of(&kept.left, position), 0)),
                unmet,
            )
        };
        let give = |position: &str| Stmt::Do(call("give", vec![local(position), local(&level)]));
        let mut reach = Vec::new();
        for (name, list) in self.coordinates.iter().zip(all) {
            reach.push(number(name, kept.of(list, &at)));
        }
        let looked = self.reached(&first, &at, kept, names);
        match has_said {
            false => reach.extend(looked),
            true => {
                let given = names.fresh("given");
                reach.push(number(&given, call("said", self.here())));
                let is_given = op(Op::AtLeast, local(&given), Expr::Number(0));
                let known = vec![put("values", local(&at), local(&given))];
                reach.push(Stmt::If(is_given, known, looked));
            }
        }
        reach.push(add(&at, Expr::Number(1)));
        let counted = self.counted(&place, &level, kept, names);
        let edge = names.fresh("edge");
        let other = names.fresh("other");
        let answered = vec![
            number(&other, kept.of(&kept.from, &edge)),
            put(
                &kept.left,
                local(&other),
                op(Op::Subtract, kept.of(&kept.left, &other), Expr::Number(1)),
            ),
            Stmt::when(fits(&other), vec![give(&other)]),
            set(&edge, kept.of(&kept.before, &edge)),
        ];
        let each = |body: Vec<Stmt>| upto(&place, local(&first), positions(), body);
        let next = op(Op::Add, local(&level), Expr::Number(1));
        let goes = Expr::and(
            Expr::and(open(&place), is(kept.of(&kept.met, &place), 1)),
            may_be(&place),
        );
        let levels = vec![
            Stmt::Clear(global(&kept.queue)),
            each(vec![Stmt::when(open(&place), counted)]),
            each(vec![Stmt::when(fits(&place), vec![give(&place)])]),
            number(&at, Expr::Number(0)),
            Stmt::While(
                op(Op::Less, local(&at), Expr::length(global(&kept.queue))),
                vec![
                    number(&here, kept.of(&kept.queue, &at)),
                    number(&edge, kept.of(&kept.edges, &here)),
                    Stmt::While(op(Op::AtLeast, local(&edge), Expr::Number(0)), answered),
                    add(&at, Expr::Number(1)),
                ],
            ),
            set(&goes_on, Expr::Flag(false)),
            each(vec![Stmt::when(
                goes,
                vec![
                    put(&kept.may_be, local(&place), next.clone()),
                    set(&goes_on, Expr::Flag(true)),
                ],
            )]),
            set(&level, next),
        ];
        let infinite = op(Op::Subtract, Expr::Number(-2), local(&place));
        vec![
            number(&first, call("number", starts)),
            Stmt::when(
                op(Op::Unequal, value_of(local(&first)), Expr::Number(-1)),
                vec![Stmt::Return(value_of(local(&first)))],
            ),
            Stmt::Clear(global(&kept.from)),
            Stmt::Clear(global(&kept.before)),
            Stmt::Block(vec![
                number(&at, local(&first)),
                Stmt::While(op(Op::Less, local(&at), positions()), reach),
            ]),
            number(&level, Expr::Number(0)),
            Stmt::Let(goes_on.clone(), Type::Flag, Expr::Flag(true)),
            Stmt::While(local(&goes_on), levels),
            each(vec![Stmt::when(
                open(&place),
                vec![put("values", local(&place), infinite)],
            )]),
            Stmt::Return(value_of(local(&first))),
        ]
    }

    /// The options of a position are kept, with edges back from those that are new.
    fn reached(&self, first: &str, at: &str, kept: &Kept, names: &mut Names) -> Vec<Stmt> {
        let option = names.fresh("option");
        let last = op(
            Op::Subtract,
            Expr::length(global(&kept.from)),
            Expr::Number(1),
        );
        let is_new = op(Op::AtLeast, local(&option), local(first));
        let edge = vec![
            Stmt::Push(global(&kept.from), local(at)),
            Stmt::Push(global(&kept.before), kept.of(&kept.edges, &option)),
            put(&kept.edges, local(&option), last),
        ];
        let length = || Expr::length(global(&kept.leads));
        vec![
            Stmt::Clear(global("found")),
            Stmt::Do(call("list_options", self.here())),
            put(&kept.begins, local(at), length()),
            Stmt::Each(
                option.clone(),
                global("found"),
                vec![
                    Stmt::Push(global(&kept.leads), local(&option)),
                    Stmt::when(is_new, edge),
                ],
            ),
            put(&kept.ends, local(at), length()),
        ]
    }

    /// Before a value is given: which options have it already, and how many are not answered.
    fn counted(&self, place: &str, level: &str, kept: &Kept, names: &mut Names) -> Vec<Stmt> {
        let [lead, option] = ["lead", "option"].map(|name| names.fresh(name));
        let more = |list: &str| {
            let more = op(Op::Add, kept.of(list, place), Expr::Number(1));
            put(list, local(place), more)
        };
        let meets = || vec![put(&kept.met, local(place), Expr::Number(1))];
        let worth = || value_of(local(&option));
        let infinite = op(Op::Subtract, Expr::Number(-2), worth());
        let answers = call("leads_to", vec![infinite, local(level)]);
        let known = Stmt::If(
            op(Op::Equal, worth(), local(level)),
            meets(),
            vec![Stmt::If(
                is(worth(), -1),
                vec![more(&kept.left)],
                vec![Stmt::when(
                    Expr::and(less(worth(), -1), is(answers, 0)),
                    vec![more(&kept.left)],
                )],
            )],
        );
        let look = match self.ends_at_once() {
            // Where nothing is left, the value is 0.
            true => Stmt::If(
                less(local(&option), 0),
                vec![Stmt::when(is(local(level), 0), meets())],
                vec![known],
            ),
            false => known,
        };
        let (from, to) = (kept.of(&kept.begins, place), kept.of(&kept.ends, place));
        vec![
            put(&kept.left, local(place), Expr::Number(0)),
            put(&kept.met, local(place), Expr::Number(0)),
            upto(
                &lead,
                from,
                to,
                vec![number(&option, kept.of(&kept.leads, &lead)), look],
            ),
            Stmt::when(
                is(kept.of(&kept.met, place), 1),
                vec![Stmt::Push(global(&kept.queue), local(place))],
            ),
        ]
    }
}
