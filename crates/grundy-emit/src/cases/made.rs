//! What a format makes of the numbers of a case: `b = sorted(a); gap = [b[i]-b[i-1] for i in 1..len(b)]`.
//!
//! Lists in brackets are the [loops](super::folds) of formulas, which push where others add. Letters are read as their places in the alphabet.

use grundy_judge::{Arranged, Field, Format, How, Item, Made, Span};

use super::folds::{Formulating, Found};
use super::reading::Writing;
use crate::linked;
use crate::tree::{Expr, Op, Stmt, Target, Type};

/// Whether an item is letters of which a format takes the places alone, so that they are read as numbers, or that are only written again.
pub(super) fn is_places(item: &Item, format: &Format) -> bool {
    let Item::Letters(field, span) = item else {
        return false;
    };
    let taken = places_of(*field, format).is_some()
        || lengths_of(*field, format).is_some()
        || format.layout.marked(*field).is_some()
        || format.echoed().contains(field);
    *span != Span::Listed && taken
}

/// The first list of the places of letters.
fn places_of(letters: Field, format: &Format) -> Option<Field> {
    first_of(Arranged::Letters, letters, format)
}

/// The first list of the lengths of words.
fn lengths_of(letters: Field, format: &Format) -> Option<Field> {
    first_of(Arranged::Lengths, letters, format)
}

fn first_of(arranged: Arranged, letters: Field, format: &Format) -> Option<Field> {
    let mut made = format.layout.all_made().iter();
    let found = made.find(|made| made.how == How::Of(arranged, letters));
    found.map(|made| made.field)
}

/// Letters as a text.
pub(super) fn spelled(alphabet: &[u8]) -> String {
    String::from_utf8_lossy(alphabet).into_owned()
}

impl Writing<'_> {
    /// Letters of a group, whose places, or whose number, are put behind those of the groups before.
    pub(super) fn grouped_places(&mut self, letters: Field, span: Span) -> Option<Vec<Stmt>> {
        if let Some((_, alphabet)) = self.placed.iter().find(|(own, _)| *own == letters) {
            let alphabet = alphabet.clone();
            return Some(self.words_of_places(letters, &alphabet, span));
        }
        let places = places_of(letters, self.format);
        let lengths = lengths_of(letters, self.format);
        places.or(lengths)?;
        let alphabet = self.format.layout.alphabet(letters).unwrap_or_default();
        let mut stmts = Vec::new();
        let mut word = self.read_letters(letters, span);
        if let Some(field) = lengths {
            let name = self.names.fresh("word");
            let read = std::mem::replace(&mut word, Expr::local(name.clone()));
            stmts.push(Stmt::Let(name, Type::Word, read));
            stmts.push(self.length_pushed(field, word.clone()));
        }
        if let Some(field) = places {
            let read = Expr::PlacesIn(Box::new(word), spelled(alphabet));
            let list = self.fields[field].clone();
            let one = self.names.fresh("letter");
            let push = Stmt::Push(list, Expr::local(one.clone()));
            stmts.push(Stmt::Each(one, read, vec![push]));
        }
        Some(stmts)
    }

    /// The places of the letters of a word of a group, behind a -1 where others stand before.
    fn words_of_places(&mut self, letters: Field, alphabet: &str, span: Span) -> Vec<Stmt> {
        let list = self.fields[letters].clone();
        let others = Expr::binary(Op::Greater, Expr::length(list.clone()), Expr::Number(0));
        let between = vec![Stmt::Push(list.clone(), Expr::Number(-1))];
        let one = self.names.fresh("letter");
        let push = vec![Stmt::Push(list, Expr::local(one.clone()))];
        let word = Box::new(self.read_letters(letters, span));
        let read = Expr::PlacesIn(word, alphabet.to_owned());
        vec![Stmt::when(others, between), Stmt::Each(one, read, push)]
    }

    fn length_pushed(&self, lengths: Field, word: Expr) -> Stmt {
        Stmt::Push(
            self.fields[lengths].clone(),
            Expr::WordLength(Box::new(word)),
        )
    }

    /// The lists of the places of letters that stand in a group, and of their numbers.
    pub(super) fn lists_of_letters(&self, letters: Field) -> Vec<Expr> {
        let lists = [
            places_of(letters, self.format),
            lengths_of(letters, self.format),
        ];
        let placed = self.placed.iter().map(|(own, _)| *own);
        let placed = placed.filter(|own| *own == letters);
        let lists = lists.into_iter().flatten().chain(placed);
        lists.map(|field| self.fields[field].clone()).collect()
    }

    /// Letters, read as their places in the alphabet.
    pub(super) fn places(&mut self, letters: Field, span: Span) -> Option<Vec<Stmt>> {
        if let Some((_, alphabet)) = self.placed.iter().find(|(own, _)| *own == letters) {
            let word = Box::new(self.read_letters(letters, span));
            let read = Expr::PlacesIn(word, alphabet.clone());
            return Some(vec![assigned(&self.fields[letters], read)]);
        }
        let field = places_of(letters, self.format);
        let lengths = lengths_of(letters, self.format);
        let marked = self.format.layout.marked(letters);
        if field.is_none() && marked.is_none() && lengths.is_none() {
            return None;
        }
        let mut stmts = Vec::new();
        let mut word = self.read_letters(letters, span);
        if self.format.echoed().contains(&letters)
            && let Expr::Local(name) = self.fields[letters].clone()
        {
            let read = std::mem::replace(&mut word, Expr::local(name.clone()));
            stmts.push(Stmt::Let(name, Type::Word, read));
        }
        if let Some(field) = lengths {
            if !matches!(word, Expr::Local(_)) {
                let name = self.names.fresh("word");
                let read = std::mem::replace(&mut word, Expr::local(name.clone()));
                stmts.push(Stmt::Let(name, Type::Word, read));
            }
            stmts.push(Writing::new_list(&self.fields[field]));
            stmts.push(self.length_pushed(field, word.clone()));
        }
        if field.is_none() && marked.is_none() {
            return Some(stmts);
        }
        let alphabet = self.format.layout.alphabet(letters).unwrap_or_default();
        let alphabet_length = i64::try_from(alphabet.len()).unwrap_or(0);
        let read = Expr::PlacesIn(Box::new(word), spelled(alphabet));
        let list = match field {
            Some(field) => self.fields[field].clone(),
            None => Expr::Local(self.names.fresh("letters")),
        };
        stmts.push(assigned(&list, read));
        if let Some(marked) = marked {
            let last = alphabet_length.saturating_sub(1);
            stmts.extend(self.marked(&list, marked, last, span));
        }
        Some(stmts)
    }

    fn read_letters(&self, letters: Field, span: Span) -> Expr {
        let alphabet = self.format.layout.alphabet(letters).unwrap_or_default();
        let count = match span {
            Span::Word | Span::Listed => Expr::Number(-1),
            Span::Line(count) => self.count(count),
            Span::Board(rows, width) => {
                Expr::binary(Op::Multiply, self.count(rows), self.count(width))
            }
        };
        Expr::ReadWord(Box::new(count), spelled(alphabet))
    }

    /// Where the last letter of the alphabet stands: its rows and columns, or its places, from 1.
    fn marked(&mut self, letters: &Expr, marked: &[Field], last: i64, span: Span) -> Vec<Stmt> {
        let lists = marked.iter().map(|&field| self.fields[field].clone());
        let lists: Vec<Expr> = lists.collect();
        let mut stmts: Vec<Stmt> = lists.iter().map(Writing::new_list).collect();
        let index = self.names.fresh("i");
        let here = Expr::local(index.clone());
        let from_one = |place: Expr| Expr::binary(Op::Add, place, Expr::Number(1));
        let numbers = match span {
            Span::Board(_, width) => {
                let width = self.count(width);
                let part = |op: Op| Expr::binary(op, here.clone(), width.clone());
                vec![part(Op::PlainDivide), part(Op::PlainRemainder)]
            }
            _ => vec![here.clone()],
        };
        let pushes = lists.into_iter().zip(numbers);
        let pushes = pushes.map(|(list, number)| Stmt::Push(list, from_one(number)));
        let letter = Expr::element(letters.clone(), here.clone());
        let is_marked = Expr::binary(Op::Equal, letter, Expr::Number(last));
        let body = vec![Stmt::when(is_marked, pushes.collect())];
        stmts.push(through(index, Expr::length(letters.clone()), body));
        stmts
    }

    /// What is made of the numbers of a case, or of those of a position in `[…]`.
    pub(super) fn made(&mut self, late: bool) -> Vec<Stmt> {
        let all = self.format.layout.all_made().iter();
        let mut stmts = Vec::new();
        for made in all.filter(|made| made.late == late) {
            self.one(made, &mut stmts);
        }
        stmts
    }

    fn one(&mut self, made: &Made, stmts: &mut Vec<Stmt>) {
        let field = self.fields[made.field].clone();
        let fields = self.fields.clone();
        let mut within = Formulating {
            format: self.format,
            fields: &fields,
            names: &mut self.names,
        };
        let mut numbers = Vec::new();
        let (arranged, of) = match &made.how {
            How::Number(over) => {
                let mut found = Found::default();
                within.before(over, &mut found, stmts);
                let scope = within.scope(over, None, &mut found, stmts);
                let number = scope.number(over.formula().expression());
                stmts.push(match field {
                    Expr::Local(name) => Stmt::Let(name, Type::Number, number),
                    Expr::Global(name) => Stmt::Assign(Target::Global(name), number),
                    _ => Stmt::Do(number),
                });
                return;
            }
            How::List(folded) => {
                stmts.push(Writing::new_list(&field));
                within.list(folded, &field, stmts);
                return;
            }
            How::Linked(linked, taken) => {
                let taken = taken.iter().map(|&field| fields[field].clone());
                let call = linked::call(*linked, taken.collect());
                stmts.push(match field {
                    Expr::Local(name) => Stmt::Let(name, Type::List, call),
                    Expr::Global(name) => Stmt::Copy(name, call),
                    _ => Stmt::Do(call),
                });
                return;
            }
            How::Along(along) => {
                stmts.push(Writing::new_list(&field));
                within.along(along, (made.field, &field), stmts);
                return;
            }
            How::Joined(lists) => {
                stmts.push(Writing::new_list(&field));
                self.joined(lists, &field, stmts);
                return;
            }
            How::Recurrence(lists, further) => {
                stmts.push(Writing::new_list(&field));
                within.further(further, (made.field, &field), &mut numbers);
                self.joined(lists, &field, stmts);
                stmts.append(&mut numbers);
                return;
            }
            How::Of(arranged, of) => (*arranged, *of),
        };
        let read = fields[of].clone();
        if matches!(arranged, Arranged::Letters | Arranged::Lengths) {
            // The first is how they are read.
            let first = first_of(arranged, of, self.format);
            if let Some(first) = first.filter(|first| *first != made.field) {
                stmts.push(Writing::new_list(&field));
                self.each_of(fields[first].clone(), stmts, |entry| {
                    Stmt::Push(field, entry)
                });
            }
            return;
        }
        stmts.push(Writing::new_list(&field));
        let push = |entry: Expr| Stmt::Push(field.clone(), entry);
        match arranged {
            Arranged::Sorted => {
                self.each_of(read, stmts, push);
                stmts.push(Stmt::Sort(field.clone()));
            }
            Arranged::Reversed => {
                let index = self.names.fresh("i");
                let length = Expr::length(read.clone());
                let last = Expr::binary(Op::Subtract, length.clone(), Expr::Number(1));
                let place = Expr::binary(Op::Subtract, last, Expr::local(index.clone()));
                stmts.push(through(
                    index,
                    length,
                    vec![push(Expr::element(read, place))],
                ));
            }
            Arranged::Sums => {
                let sum = self.names.fresh("sum");
                stmts.push(Stmt::Let(sum.clone(), Type::Number, Expr::Number(0)));
                stmts.push(push(Expr::Number(0)));
                let added = push(Expr::local(sum.clone()));
                let name = self.names.fresh("entry");
                let add = Stmt::Update(Target::Local(sum), Op::Add, Expr::local(name.clone()));
                stmts.push(Stmt::Each(name, read, vec![add, added]));
            }
            Arranged::Distinct | Arranged::Counts => {
                let sorted = self.names.fresh("rising");
                let list = Expr::local(sorted.clone());
                stmts.push(Stmt::Let(sorted, Type::List, Expr::NewList));
                self.each_of(read, stmts, |entry| Stmt::Push(list.clone(), entry));
                stmts.push(Stmt::Sort(list.clone()));
                self.runs(arranged, &list, &field, stmts);
            }
            // They are read so.
            Arranged::Letters | Arranged::Lengths => {}
        }
    }

    /// The different entries of a list in rising order, or how often each comes.
    fn runs(&mut self, arranged: Arranged, list: &Expr, field: &Expr, stmts: &mut Vec<Stmt>) {
        let index = self.names.fresh("i");
        let here = Expr::local(index.clone());
        let length = Expr::length(list.clone());
        let entry = |place: Expr| Expr::element(list.clone(), place);
        let beside = |op: Op| Expr::binary(op, here.clone(), Expr::Number(1));
        let differs = |other: Expr| Expr::binary(Op::Unequal, entry(here.clone()), entry(other));
        if arranged == Arranged::Distinct {
            let is_first = Expr::binary(Op::Equal, here.clone(), Expr::Number(0));
            let begins = Expr::binary(Op::Or, is_first, differs(beside(Op::Subtract)));
            let push = Stmt::Push(field.clone(), entry(here.clone()));
            stmts.push(through(index, length, vec![Stmt::when(begins, vec![push])]));
            return;
        }
        let count = self.names.fresh("count");
        stmts.push(Stmt::Let(count.clone(), Type::Number, Expr::Number(0)));
        let place = || Target::Local(count.clone());
        let is_last = Expr::binary(Op::Equal, beside(Op::Add), length.clone());
        let ends = Expr::binary(Op::Or, is_last, differs(beside(Op::Add)));
        let body = vec![
            Stmt::Update(place(), Op::Add, Expr::Number(1)),
            Stmt::when(
                ends,
                vec![
                    Stmt::Push(field.clone(), Expr::local(count.clone())),
                    Stmt::Assign(place(), Expr::Number(0)),
                ],
            ),
        ];
        stmts.push(through(index, length, body));
    }

    /// Puts the entries of lists behind those of another.
    fn joined(&mut self, lists: &[Field], field: &Expr, stmts: &mut Vec<Stmt>) {
        for &list in lists {
            let list = self.fields[list].clone();
            self.each_of(list, stmts, |entry| Stmt::Push(field.clone(), entry));
        }
    }

    /// Does something with each entry of a list.
    fn each_of(&mut self, list: Expr, stmts: &mut Vec<Stmt>, what: impl FnOnce(Expr) -> Stmt) {
        let name = self.names.fresh("entry");
        let body = vec![what(Expr::local(name.clone()))];
        stmts.push(Stmt::Each(name, list, body));
    }
}

/// A list becomes what was read.
fn assigned(list: &Expr, read: Expr) -> Stmt {
    match list {
        Expr::Global(name) => Stmt::Copy(name.clone(), read),
        Expr::Local(name) => Stmt::Let(name.clone(), Type::List, read),
        _ => Stmt::Do(read),
    }
}

fn through(index: String, length: Expr, body: Vec<Stmt>) -> Stmt {
    Stmt::For {
        name: index,
        from: Expr::Number(0),
        to: length,
        included: false,
        body,
    }
}
