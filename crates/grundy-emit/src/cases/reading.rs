//! What a program reads: the cases one after another, in each the items of the layout, and the answer behind them.

use grundy::message;
use grundy_judge::{Cases, Count, Field, Format, Item, Span};

use super::answers;
use super::folds::{begins, reads_groups};
use super::made::{is_places, spelled};
use crate::error::NotEmitted;
use crate::names::Names;
use crate::tree::{Expr, Global, Native, Op, Program, Stmt, Target, Type, visit};

/// The items of a layout, those of positions and groups too.
fn all_items(format: &Format) -> Vec<&Item> {
    fn add<'i>(items: &'i [Item], all: &mut Vec<&'i Item>) {
        for item in items {
            match item {
                Item::Group(items, ..) => add(items, all),
                item => all.push(item),
            }
        }
    }
    let mut all = Vec::new();
    add(format.layout.head(), &mut all);
    if let Some((items, _)) = format.layout.bracket() {
        add(items, &mut all);
    }
    all
}

/// The first item that is not read.
pub(super) fn unread(format: &Format, is_read: impl Fn(&Item) -> bool) -> Option<&Item> {
    let places = |item: &Item| !has_marks(format) && is_places(item, format);
    (all_items(format).into_iter()).find(|item| !is_read(item) && !places(item))
}

/// Refuses numbers below 0 among other signs: a minus may be one of these.
pub(super) fn fit_signs(format: &Format) -> Result<(), NotEmitted> {
    if !has_marks(format) || !format.layout.reads_negatives() {
        return Ok(());
    }
    Err(NotEmitted::new(message!(
        "programs read numbers below 0 only where numbers are separated by blanks, without lists in brackets or text between them; the layout is '{layout}'",
        "程序只在数与数以空白分隔时读取小于 0 的数，不能有方括号中的列表与数之间的文字；布局为 '{layout}'",
        layout = format.layout.text()
    )))
}

/// Refuses words of a group that are a position and numbers too.
pub(super) fn fit_words(field: Field, format: &Format) -> Result<(), NotEmitted> {
    let outer = format.layout.head().iter();
    let within = outer.filter_map(|item| match item {
        Item::Group(items, ..) => Some(items.iter()),
        _ => None,
    });
    let mut items = within.flatten();
    match items.find(|item| item.fields() == [field] && is_places(item, format)) {
        Some(item) => Err(refused(item, format)),
        None => Ok(()),
    }
}

/// Whether an item is numbers, with signs between them that are none.
pub(super) fn is_number(item: &Item) -> bool {
    match item {
        Item::Number(_) | Item::Rows(..) | Item::Listed(_) => true,
        Item::Literal(text) => !text.contains(|letter: char| letter.is_ascii_digit()),
        _ => false,
    }
}

/// Whether an item is numbers or letters up to a blank.
pub(super) fn is_word_or_number(item: &Item) -> bool {
    match item {
        Item::Number(_) | Item::Rows(..) => true,
        Item::Letters(_, span) => *span != Span::Listed,
        _ => false,
    }
}

/// Whether numbers stand between other signs.
pub(super) fn has_marks(format: &Format) -> bool {
    let mut items = all_items(format).into_iter();
    items.any(|item| matches!(item, Item::Listed(_) | Item::Literal(_)))
}

/// Says of a program how its numbers stand in the input.
pub(super) fn set_numbers(program: &mut Program, format: &Format) {
    let layout = &format.layout;
    program.stops = has_marks(format).then(|| {
        let mut stops: Vec<u8> = Vec::new();
        for item in all_items(format) {
            match item {
                Item::Listed(_) => stops.extend(b",]["),
                Item::Literal(text) => stops.extend(text.bytes().next()),
                _ => {}
            }
        }
        stops.sort_unstable();
        stops.dedup();
        stops
    });
    program.signs = layout.has_signs();
    program.below_zero = layout.reads_negatives();
}

/// That an item is not read.
pub(super) fn refused(item: &Item, format: &Format) -> NotEmitted {
    let what = match item {
        Item::Literal(text) => format!("'{text}'"),
        Item::Letters(field, _) => format!("{}:'…'", format.layout.names()[*field]),
        _ => "*[]".to_owned(),
    };
    NotEmitted::new(message!(
        "programs read numbers, lists and groups of them, and for rules on words and boards words, lines and boards, as in \"n m s:'.#'*n*m\"; '{layout}' has {what}",
        "程序读取数、数列与数的分组；字与网格规则还读取字、行与棋盘，例如 \"n m s:'.#'*n*m\"；布局 '{layout}' 含有 {what}",
        layout = format.layout.text(),
        what = what
    ))
}

/// Answers a position whose numbers have been read.
pub(super) type Answer<'w> =
    dyn Fn(&[Expr], &Expr, &mut Names) -> Result<Vec<Stmt>, NotEmitted> + 'w;

/// Answers after each row of the last list: what stands before the loop, and what in it.
pub(crate) struct Growing {
    pub(crate) before: Vec<Stmt>,
    pub(crate) each: Vec<Stmt>,
}

/// Answers after a row, given by its place, where what is known of the rows before is enough.
pub(super) type Grow<'w> =
    dyn Fn(&[Expr], &Expr, &Expr, &mut Names) -> Result<Option<Growing>, NotEmitted> + 'w;

/// Words that are a sum.
#[derive(Clone)]
pub(super) struct Summed<'w> {
    pub(super) field: Field,
    /// What they are worth.
    pub(super) total: String,
    /// The position that a word is.
    pub(super) position: &'w dyn Fn(Expr) -> Expr,
}

/// The reading of cases and the answering of positions, on their way into statements.
pub(super) struct Writing<'w> {
    pub(super) format: &'w Format,
    pub(super) fields: Vec<Expr>,
    pub(super) names: Names,
    /// What counts the entries of lists.
    pub(super) index: String,
    /// What is made of the parameters of a case.
    pub(super) derived: Vec<Stmt>,
    pub(super) changed: Option<(Vec<Field>, Vec<Stmt>)>,
    /// Numbers of the group at hand.
    pub(super) now: Vec<(Field, Expr)>,
    /// The words of a group that are a sum.
    pub(super) summed: Option<Summed<'w>>,
    /// Letters that are read as their places in an alphabet.
    pub(super) placed: Vec<(Field, String)>,
    pub(super) answer: &'w Answer<'w>,
    pub(super) growing: &'w Grow<'w>,
}

impl<'w> Writing<'w> {
    /// Where nothing is made of the numbers of a case, and words are no sum.
    pub(super) fn plain(
        format: &'w Format,
        (fields, names, index): (Vec<Expr>, Names, String),
        answer: &'w Answer<'w>,
        growing: &'w Grow<'w>,
    ) -> Writing<'w> {
        Writing {
            format,
            fields,
            names,
            index,
            derived: Vec::new(),
            changed: None,
            now: Vec::new(),
            summed: None,
            placed: Vec::new(),
            answer,
            growing,
        }
    }

    pub(super) fn main(&mut self, program: &mut Program) -> Result<Vec<Stmt>, NotEmitted> {
        fit_signs(self.format)?;
        let case = self.names.fresh("case_number");
        let format = self.format;
        let mut one = Vec::new();
        let leading = format
            .layout
            .head()
            .iter()
            .take_while(|item| matches!(item, Item::Number(_)));
        let leading = leading.count();
        for (index, item) in format.layout.head().iter().enumerate() {
            one.extend(self.item(item));
            if format.cases == Cases::UntilZero && index < leading {
                let zero = |item: &Item| match item {
                    Item::Number(field) => {
                        let number = self.fields[*field].clone();
                        Expr::binary(Op::Equal, number, Expr::Number(0))
                    }
                    _ => Expr::Flag(true),
                };
                let numbers = format.layout.head()[..=index].iter();
                let mut all = numbers.map(zero).fold(Expr::Flag(true), Expr::and);
                // Zeros that end the input may be fewer than a case begins with.
                if index + 1 < leading {
                    all = Expr::and(all, Expr::AtEnd);
                }
                one.push(Stmt::when(all, vec![Stmt::Break]));
            }
        }
        one.extend(self.made(false));
        one.append(&mut self.derived);
        one.extend(self.changed(program));
        let number = Expr::local(case.clone());
        one.extend(answers::written(&format.before_case, &number, None, None)?);
        match format.layout.bracket() {
            None if format.prefixes => one.extend(self.prefixes(&number)?),
            None => one.extend((self.answer)(&self.fields, &number, &mut self.names)?),
            Some((items, count)) => {
                let mut body = Vec::new();
                for (place, item) in items.iter().enumerate() {
                    body.extend(self.item(item));
                    // Positions up to one that begins with 0.
                    if let (Count::Fixed(0), 0, Item::Number(field)) = (count, place, item) {
                        let number = self.fields[*field].clone();
                        let zero = Expr::binary(Op::Equal, number, Expr::Number(0));
                        body.push(Stmt::when(zero, vec![Stmt::Break]));
                    }
                }
                body.extend(self.made(true));
                body.extend((self.answer)(&self.fields, &number, &mut self.names)?);
                if count == Count::Fixed(0) {
                    one.push(Stmt::While(Expr::Flag(true), body));
                    one.extend(answers::written(&format.after_case, &number, None, None)?);
                    return self.all(one, case);
                }
                let name = self.names.fresh("query");
                one.push(Stmt::For {
                    name,
                    from: Expr::Number(0),
                    to: self.count(count),
                    included: false,
                    body,
                });
            }
        }
        one.extend(answers::written(&format.after_case, &number, None, None)?);
        self.all(one, case)
    }

    /// An answer after each row of the last list, for the rows up to it. What counts the list is then their number.
    fn prefixes(&mut self, case: &Expr) -> Result<Vec<Stmt>, NotEmitted> {
        let (lists, count) = self.format.layout.last_rows();
        let Some(&first) = lists.first() else {
            return Ok(Vec::new());
        };
        let [row, so_far] = ["row", "so_far"].map(|name| self.names.fresh(name));
        let (here, number) = (Expr::local(row.clone()), Expr::local(so_far.clone()));
        let length = Expr::length(self.fields[first].clone());
        let mut fields = self.fields.clone();
        if let Some(count) = count {
            fields[count] = number;
        }
        let growing = (self.growing)(&fields, &here, case, &mut self.names)?;
        let Growing { before, each } = match growing {
            Some(growing) => growing,
            None => {
                let (mut before, mut each) = (Vec::new(), Vec::new());
                for &field in lists {
                    let whole = self.fields[field].clone();
                    let name = self.format.layout.names()[field].to_string();
                    let list = self
                        .names
                        .fresh(&format!("first_{}", Names::spelled(&name)));
                    fields[field] = Expr::local(list.clone());
                    before.push(Stmt::Let(list.clone(), Type::List, Expr::NewList));
                    let entry = Expr::element(whole, here.clone());
                    each.push(Stmt::Push(Expr::Local(list), entry));
                }
                each.extend((self.answer)(&fields, case, &mut self.names)?);
                Growing { before, each }
            }
        };
        let mut body = Vec::new();
        let mut is_used = false;
        visit(&each, &mut |part| {
            is_used |= matches!(part, Expr::Local(name) if *name == so_far);
        });
        if is_used {
            let value = answers::shifted(here, 1);
            body.push(Stmt::Let(so_far, Type::Number, value));
        }
        body.extend(each);
        let mut stmts = before;
        stmts.push(Stmt::For {
            name: row,
            from: Expr::Number(0),
            to: length,
            included: false,
            body,
        });
        Ok(stmts)
    }

    /// The cases, one after another.
    fn all(&mut self, mut one: Vec<Stmt>, case: String) -> Result<Vec<Stmt>, NotEmitted> {
        self.echo(&mut one)?;
        let numbers = self.format.numbers_cases();
        Ok(match self.format.cases {
            Cases::One => {
                let mut all = Vec::new();
                if numbers {
                    all.push(Stmt::Let(case, Type::Number, Expr::Number(1)));
                }
                all.extend(one);
                all
            }
            Cases::Counted => {
                let count = self.names.fresh("cases");
                vec![
                    Stmt::Let(count.clone(), Type::Number, Expr::Read),
                    Stmt::For {
                        name: case,
                        from: Expr::Number(1),
                        to: Expr::Local(count),
                        included: true,
                        body: one,
                    },
                ]
            }
            _ => {
                let mut all = Vec::new();
                let mut body = Vec::new();
                if numbers {
                    all.push(Stmt::Let(case.clone(), Type::Number, Expr::Number(0)));
                    body.push(Stmt::Update(Target::Local(case), Op::Add, Expr::Number(1)));
                }
                body.extend(one);
                all.push(Stmt::While(Expr::Not(Box::new(Expr::AtEnd)), body));
                all
            }
        })
    }

    /// Puts in the place of each echo how what was read is written: a number, numbers with blanks between them, or a word.
    fn echo(&mut self, body: &mut Vec<Stmt>) -> Result<(), NotEmitted> {
        let mut at = 0;
        while at < body.len() {
            if let Stmt::Echo(field, plus) = body[at] {
                let stmts = self.echoed(field, plus)?;
                let count = stmts.len();
                body.splice(at..=at, stmts);
                at += count;
                continue;
            }
            for inner in body[at].bodies_mut() {
                self.echo(inner)?;
            }
            at += 1;
        }
        Ok(())
    }

    fn echoed(&mut self, field: Field, plus: i64) -> Result<Vec<Stmt>, NotEmitted> {
        let read = self.fields[field].clone();
        let layout = &self.format.layout;
        if layout.alphabet(field).is_some() {
            return match read {
                Expr::Local(_) => Ok(vec![Stmt::WriteWord(read)]),
                _ => Err(NotEmitted::new(message!(
                    "the program keeps no word '{name}' that its answer could have",
                    "程序不保留字 '{name}'，无法写进答案",
                    name = layout.names()[field].to_string()
                ))),
            };
        }
        if layout.rows_of(field).is_none() {
            return Ok(vec![Stmt::Write(answers::shifted(read, plus))]);
        }
        let place = self.names.fresh("place");
        let here = Expr::local(place.clone());
        let is_later = Expr::binary(Op::Greater, here.clone(), Expr::Number(0));
        let between = vec![Stmt::WriteText(" ".to_owned())];
        Ok(vec![Stmt::For {
            name: place,
            from: Expr::Number(0),
            to: Expr::length(read.clone()),
            included: false,
            body: vec![
                Stmt::when(is_later, between),
                Stmt::Write(Expr::element(read, here)),
            ],
        }])
    }

    pub(super) fn count(&self, count: Count) -> Expr {
        match count {
            Count::Fixed(count) => Expr::Number(i64::try_from(count).unwrap_or(i64::MAX)),
            Count::Named(field, plus) => answers::shifted(self.number(field), plus),
            Count::Times(rows, width) => {
                Expr::binary(Op::Multiply, self.number(rows), self.number(width))
            }
        }
    }

    /// A number that was read: of a group the last one.
    fn number(&self, field: Field) -> Expr {
        let now = self.now.iter().find(|(own, _)| *own == field);
        now.map_or_else(|| self.fields[field].clone(), |(_, now)| now.clone())
    }

    /// A list begins.
    pub(super) fn new_list(list: &Expr) -> Stmt {
        match list {
            Expr::Local(name) => Stmt::Let(name.clone(), Type::List, Expr::NewList),
            list => Stmt::Clear(list.clone()),
        }
    }

    /// The items of a group, again and again: what they read stands in lists.
    fn group(&mut self, items: &[Item], fields: &[Field], count: Count) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for &field in fields {
            match &self.summed {
                Some(summed) if summed.field == field => {
                    let total = summed.total.clone();
                    stmts.push(Stmt::Let(total, Type::Number, Expr::Number(0)));
                }
                _ => {
                    // Of letters only their places are kept, or how many they are.
                    let lists = self.lists_of_letters(field);
                    match lists.is_empty() {
                        true => stmts.push(Writing::new_list(&self.fields[field])),
                        false => stmts.extend(lists.iter().map(Writing::new_list)),
                    }
                }
            }
        }
        let grouped = |field: &&Field| reads_groups(self.format, **field);
        let grouped: Vec<Field> = fields.iter().filter(grouped).copied().collect();
        let begins = grouped.iter().map(|&field| {
            let begins = Expr::Local(begins(self.format, field, &mut self.names));
            (begins, Expr::length(self.fields[field].clone()))
        });
        let begins: Vec<(Expr, Expr)> = begins.collect();
        stmts.extend(begins.iter().map(|(begins, _)| Writing::new_list(begins)));
        let begin = |(begins, length): &(Expr, Expr)| Stmt::Push(begins.clone(), length.clone());
        let to = self.count(count);
        let mut body: Vec<Stmt> = begins.iter().map(begin).collect();
        for item in items {
            match item {
                Item::Number(field) => {
                    let name = &self.format.layout.names()[*field];
                    let now = self.names.fresh(&format!("next_{}", Names::spelled(name)));
                    let list = self.fields[*field].clone();
                    self.now.push((*field, Expr::local(now.clone())));
                    body.push(Stmt::Let(now.clone(), Type::Number, self.read(*field)));
                    body.push(Stmt::Push(list, Expr::Local(now)));
                }
                Item::Rows(fields, count) => {
                    let push =
                        |&field: &Field| Stmt::Push(self.fields[field].clone(), self.read(field));
                    body.push(Stmt::For {
                        name: self.index.clone(),
                        from: Expr::Number(0),
                        to: self.count(*count),
                        included: false,
                        body: fields.iter().map(push).collect(),
                    });
                }
                Item::Listed(field) => {
                    let one = self.names.fresh("number");
                    let push = Stmt::Push(self.fields[*field].clone(), Expr::local(one.clone()));
                    body.push(Stmt::Each(one, Expr::ReadList, vec![push]));
                }
                Item::Letters(field, span)
                    if let Some(read) = self.grouped_places(*field, *span) =>
                {
                    body.extend(read);
                }
                other => body.extend(self.item(other)),
            }
        }
        self.now.clear();
        stmts.push(Stmt::For {
            name: self.names.fresh("group"),
            from: Expr::Number(0),
            to,
            included: false,
            body,
        });
        stmts.extend(begins.iter().map(begin));
        stmts
    }

    /// Reads a number of a field. Where others are below 0, a minus sign that is passed over is taken away here.
    fn read(&self, field: Field) -> Expr {
        let layout = &self.format.layout;
        match layout.reads_negatives() && layout.passes_sign(field) {
            true => Expr::Native(Native::Abs, vec![Expr::Read]),
            false => Expr::Read,
        }
    }

    fn item(&mut self, item: &Item) -> Vec<Stmt> {
        match item {
            Item::Number(field) => vec![match &self.fields[*field] {
                Expr::Global(name) => Stmt::Assign(Target::Global(name.clone()), self.read(*field)),
                Expr::Local(name) => Stmt::Let(name.clone(), Type::Number, self.read(*field)),
                _ => Stmt::Do(Expr::Read),
            }],
            Item::Rows(fields, count) => {
                let mut stmts = Vec::new();
                let mut body = Vec::new();
                for &field in fields {
                    let list = self.fields[field].clone();
                    stmts.push(Writing::new_list(&list));
                    body.push(Stmt::Push(list, self.read(field)));
                }
                stmts.push(Stmt::For {
                    name: self.index.clone(),
                    from: Expr::Number(0),
                    to: self.count(*count),
                    included: false,
                    body,
                });
                stmts
            }
            Item::Letters(field, span) => {
                if let Some(stmts) = self.places(*field, *span) {
                    return stmts;
                }
                let letters = spelled(self.format.layout.alphabet(*field).unwrap_or_default());
                let read = match span {
                    Span::Board(rows, width) => {
                        let [between, letters] = ["/".to_owned(), letters].map(Expr::Text);
                        let parts = vec![self.count(*rows), self.count(*width), between, letters];
                        Expr::Call("read_rows".into(), parts)
                    }
                    Span::Line(count) => Expr::ReadWord(Box::new(self.count(*count)), letters),
                    Span::Word | Span::Listed => {
                        Expr::ReadWord(Box::new(Expr::Number(-1)), letters)
                    }
                };
                self.word(*field, read)
            }
            Item::Listed(field) => vec![match &self.fields[*field] {
                Expr::Global(name) => Stmt::Copy(name.clone(), Expr::ReadList),
                Expr::Local(name) => Stmt::Let(name.clone(), Type::List, Expr::ReadList),
                _ => Stmt::Do(Expr::ReadList),
            }],
            Item::Group(items, fields, count) => self.group(items, fields, *count),
            Item::Literal(text) => {
                let text = vec![Expr::Text(text.to_string())];
                vec![Stmt::Do(Expr::Call("read_text".into(), text))]
            }
            // Formats with others are refused before.
            _ => Vec::new(),
        }
    }

    fn word(&mut self, field: Field, read: Expr) -> Vec<Stmt> {
        let Expr::Local(name) = self.fields[field].clone() else {
            return vec![Stmt::Do(read)];
        };
        let mut stmts = vec![Stmt::Let(name.clone(), Type::Word, read)];
        if let Some(summed) = self.summed.as_ref().filter(|summed| summed.field == field) {
            let position = (summed.position)(Expr::Local(name));
            let value = Expr::Call("sg".into(), vec![position]);
            let total = Target::Local(summed.total.clone());
            stmts.push(Stmt::Update(total, Op::Xor, value));
        }
        stmts
    }

    /// What was computed is forgotten where the parameters of the case are not those before.
    fn changed(&mut self, program: &mut Program) -> Vec<Stmt> {
        let Some((parameters, reset)) = self.changed.take() else {
            return Vec::new();
        };
        if self.format.cases == Cases::One {
            return Vec::new();
        }
        let mut differs: Option<Expr> = None;
        let mut kept = Vec::new();
        for field in parameters {
            let Expr::Global(name) = self.fields[field].clone() else {
                continue;
            };
            let before = self.names.fresh(&format!("last_{name}"));
            let is_list = self.format.layout.rows_of(field).is_some();
            let pair = [Expr::global(name.clone()), Expr::global(before.clone())];
            let one = if is_list {
                kept.push(Stmt::Copy(before.clone(), Expr::Global(name)));
                Expr::Not(Box::new(Expr::Same(Box::new(pair))))
            } else {
                kept.push(Stmt::Assign(
                    Target::Global(before.clone()),
                    pair[0].clone(),
                ));
                Expr::Binary(Op::Unequal, Box::new(pair))
            };
            differs = Some(match differs {
                None => one,
                Some(all) => Expr::binary(Op::Or, all, one),
            });
            program.globals.push(Global {
                name: before,
                kind: if is_list { Type::List } else { Type::Number },
                first: if is_list { Vec::new() } else { vec![-1] },
                note: String::new(),
            });
        }
        let Some(differs) = differs else {
            return Vec::new();
        };
        let mut body = reset;
        body.extend(kept);
        vec![Stmt::when(differs, body)]
    }
}
