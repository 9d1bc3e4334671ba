//! The options of a word, as nested loops: each piece of a left side is looked for where the one before it ends, names are bound on the
//! way, and what the right side says is put together, just as the rule is read (`grundy::words`).

mod right;

use grundy::words::{Dom, Move, Part, Rewriting, Times, What};

use crate::error::NotEmitted;
use crate::expressions::folded;
use crate::names::Names;
use crate::tree::{Expr, Native, Op, Pieces, Stmt, Type};

/// A literal is written out so many times up to this length.
const WRITTEN_OUT: usize = 64;

pub(crate) fn call(name: &str, arguments: Vec<Expr>) -> Expr {
    Expr::Call(name.into(), arguments)
}

pub(crate) fn local(name: &str) -> Expr {
    Expr::local(name)
}

pub(crate) fn text(text: &str) -> Expr {
    Expr::Text(text.to_owned())
}

fn number(number: usize) -> Expr {
    Expr::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

pub(crate) fn add(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (left, Expr::Number(0)) => left,
        (Expr::Number(0), right) => right,
        (Expr::Binary(Op::Add, pair), Expr::Number(more)) if matches!(pair[1], Expr::Number(_)) => {
            let [first, second] = *pair;
            add(first, folded(Op::Add, second, Expr::Number(more)))
        }
        (left, right) => folded(Op::Add, left, right),
    }
}

/// How words of the rule are cut, the letters that are alive, and those that are bound, two by two.
pub(crate) fn cuts(rule: &Rewriting, misere: bool) -> (Pieces, String, String) {
    let letters: Vec<char> = rule.letters().to_vec();
    let places = || 0..letters.len() as u8;
    let named = |place: u8| letters[usize::from(place)];
    let alive: String = places().filter(|&it| rule.is_live(it)).map(named).collect();
    let mut bonds = String::new();
    let mut plain = true;
    for left in places() {
        for right in places() {
            let bound = !rule.is_cut_between(left, right);
            plain &= bound == (rule.is_live(left) && rule.is_live(right));
            if bound {
                bonds.extend([named(left), named(right)]);
            }
        }
    }
    // Where the rule speaks of the ends of words, a piece would have to remember which it has.
    let anchored = rule.moves().iter().any(|mv| mv.start || mv.end);
    let pieces = match (misere, rule.is_cyclic()) {
        (true, true) => Pieces::Turned,
        (false, true) => Pieces::Ring,
        _ if misere || anchored => Pieces::Whole,
        _ if plain => Pieces::Alive,
        _ => Pieces::Bonds,
    };
    (pieces, alive, bonds)
}

/// The body of `list_options`, of a word called `word`.
pub(crate) fn options(rule: &Rewriting, names: &mut Names) -> Result<Vec<Stmt>, NotEmitted> {
    let [size, start] = ["size", "start"].map(|name| names.fresh(name));
    let cyclic = rule.is_cyclic();
    let mut body = Vec::new();
    let mut finding = Finding {
        letters: rule.letters(),
        word: "word".into(),
        text: "word".into(),
        size: size.clone(),
        start: start.clone(),
        ring: None,
        limit: local(&size),
        values: Vec::new(),
        least: Vec::new(),
        names,
    };
    if cyclic {
        let fresh = ["ring", "base", "text", "lap", "limit"].map(|name| finding.names.fresh(name));
        let [ring, base, text_name, lap, limit] = fresh;
        let is_ring = call("stands", vec![local("word"), Expr::Number(0), text(" ")]);
        let twice = Expr::Joined(vec![local(&base), local(&base)]);
        body.push(Stmt::Let(ring.clone(), Type::Flag, is_ring));
        let unmarked = call("unmarked", vec![local("word")]);
        body.push(Stmt::Let(base.clone(), Type::Word, unmarked));
        body.push(Stmt::Let(text_name.clone(), Type::Word, twice));
        finding.word = base.clone();
        finding.text = text_name;
        let length = Expr::WordLength(Box::new(local(&base)));
        body.push(Stmt::Let(size.clone(), Type::Number, length));
        body.push(Stmt::Let(lap.clone(), Type::Number, Expr::Number(0)));
        let whole = Stmt::Assign(crate::tree::Target::Local(lap.clone()), local(&size));
        body.push(Stmt::when(local(&ring), vec![whole]));
        finding.ring = Some((ring, lap, limit.clone()));
        finding.limit = local(&limit);
    } else {
        let length = Expr::WordLength(Box::new(local("word")));
        body.push(Stmt::Let(size, Type::Number, length));
    }
    for mv in rule.moves() {
        body.push(finding.moved(mv)?);
    }
    Ok(body)
}

/// One rule on its way into loops.
struct Finding<'n> {
    letters: &'n [char],
    /// The word, and what is matched: the same, or in a ring the word twice.
    word: String,
    text: String,
    size: String,
    start: String,
    /// In a ring: whether the word is still one, how many letters may be gone round, and where a match ends at the latest.
    ring: Option<(String, String, String)>,
    limit: Expr,
    /// What the names of the move stand for, once they are bound.
    values: Vec<Option<Expr>>,
    /// Numbers that are known to be at least so large.
    least: Vec<(String, i64)>,
    names: &'n mut Names,
}

/// What is done behind a piece, which ends there.
type Then<'t> = &'t mut dyn FnMut(&mut Finding<'_>, Expr) -> Result<Vec<Stmt>, NotEmitted>;

impl Finding<'_> {
    fn spelled(&self, letters: &[u8]) -> String {
        // The letter that no word has is a blank.
        let letter = |&letter: &u8| {
            self.letters
                .get(usize::from(letter))
                .copied()
                .unwrap_or(' ')
        };
        letters.iter().map(letter).collect()
    }

    fn set(&self, set: u64) -> Expr {
        let letters = self.letters.iter().enumerate();
        let letters = letters.filter(|(place, _)| set >> place & 1 == 1);
        Expr::Text(letters.map(|(_, letter)| *letter).collect())
    }

    fn value(&self, slot: usize) -> Expr {
        self.values[slot].clone().unwrap_or(Expr::Number(0))
    }

    fn bind(&mut self, mv: &Move, slot: usize) -> String {
        let name = self.names.fresh(&Names::spelled(&mv.slots[slot].name));
        self.values[slot] = Some(local(&name));
        name
    }

    /// Whether it is plain that a number is so large.
    fn is_at_least(&self, times: &Expr, least: i64) -> bool {
        match times {
            Expr::Number(number) => *number >= least,
            Expr::Local(name) => {
                let known = self.least.iter().find(|(known, _)| known == name);
                known.is_some_and(|(_, known)| *known >= least)
            }
            _ => false,
        }
    }

    /// All the places of a move.
    fn moved(&mut self, mv: &Move) -> Result<Stmt, NotEmitted> {
        self.values = vec![None; mv.slots.len()];
        let start = local(&self.start);
        let inner = self.side(mv, 0, start.clone())?;
        let mut body = Vec::new();
        if let Some((_, lap, limit)) = &self.ring {
            let around = add(start, local(lap));
            let limit = limit.clone();
            let most = Expr::Native(Native::Max, vec![local(&self.size), around]);
            body.push(Stmt::Let(limit, Type::Number, most));
        }
        body.extend(inner);
        let size = local(&self.size);
        let to = match mv.start {
            true => Expr::Native(Native::Min, vec![size, Expr::Number(1)]),
            false => size,
        };
        Ok(Stmt::For {
            name: self.start.clone(),
            from: Expr::Number(0),
            to,
            included: false,
            body,
        })
    }

    fn side(&mut self, mv: &Move, place: usize, at: Expr) -> Result<Vec<Stmt>, NotEmitted> {
        let Some(part) = mv.left.get(place) else {
            return self.ended(mv, at);
        };
        let mut then = |finding: &mut Finding<'_>, at: Expr| finding.side(mv, place + 1, at);
        match &part.times {
            Times::Once => self.repeated(mv, part, Expr::Number(1), at, &mut then),
            Times::Of(times) => {
                let times = self.number(times)?;
                self.repeated(mv, part, times, at, &mut then)
            }
            Times::Bind(slot) => {
                let slot = *slot;
                let left = folded(Op::Subtract, self.limit.clone(), at.clone());
                match &mv.slots[slot].domain {
                    Dom::Set(numbers) => {
                        let numbers = numbers.iter().map(|it| self.number(it));
                        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
                        let name = self.bind(mv, slot);
                        let body = self.repeated(mv, part, local(&name), at, &mut then)?;
                        self.values[slot] = None;
                        Ok(vec![Stmt::Among(name, numbers, body)])
                    }
                    Dom::Range(from, to) => {
                        let from = self.number(from)?;
                        let from = match from {
                            Expr::Number(from) => Expr::Number(from.max(0)),
                            from => Expr::Native(Native::Max, vec![from, Expr::Number(0)]),
                        };
                        let to = match to {
                            None => left,
                            Some(to) => {
                                let to = self.number(to)?;
                                Expr::Native(Native::Min, vec![to, left])
                            }
                        };
                        let name = self.bind(mv, slot);
                        let least = match from {
                            Expr::Number(from) => from,
                            _ => 0,
                        };
                        self.least.push((name.clone(), least));
                        let body = self.repeated(mv, part, local(&name), at, &mut then)?;
                        self.values[slot] = None;
                        Ok(vec![Stmt::For {
                            name,
                            from,
                            to,
                            included: true,
                            body,
                        }])
                    }
                    _ => Ok(Vec::new()),
                }
            }
        }
    }

    /// A piece of the left side so many times.
    fn repeated(
        &mut self,
        mv: &Move,
        part: &Part,
        times: Expr,
        at: Expr,
        then: Then<'_>,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let (slot, back) = match &part.what {
            What::Letters(letters) => {
                let piece = text(&self.spelled(letters));
                let length = number(letters.len());
                return self.found(piece, length, times, at, 0, then);
            }
            What::Slot(slot) => (*slot, false),
            What::Back(slot) => (*slot, true),
        };
        if let Some(piece) = self.values[slot].clone() {
            let length = self.length(mv, slot);
            let piece = match back {
                true => call("reversed", vec![piece]),
                false => piece,
            };
            return self.found(piece, length, times, at, 1, then);
        }
        let once = times == Expr::Number(1);
        let (text, limit) = (local(&self.text), self.limit.clone());
        match mv.slots[slot].domain {
            Dom::Letters(set) => {
                let set = self.set(set);
                let is_letter = call("one_of", vec![text.clone(), at.clone(), set]);
                let is_letter = match self.ring {
                    Some(_) => Expr::and(Expr::binary(Op::Less, at.clone(), limit), is_letter),
                    None => is_letter,
                };
                let name = self.bind(mv, slot);
                let next = add(at.clone(), Expr::Number(1));
                let letter = call("slice", vec![text, at.clone(), next.clone()]);
                let mut body = vec![Stmt::Let(name.clone(), Type::Word, letter)];
                body.extend(match once {
                    true => then(self, next)?,
                    false => self.found(local(&name), Expr::Number(1), times, at, 1, then)?,
                });
                self.values[slot] = None;
                Ok(vec![Stmt::when(is_letter, body)])
            }
            Dom::Words(set) => {
                let set = self.set(set);
                let to = self.names.fresh("to");
                let last = folded(Op::Subtract, local(&to), Expr::Number(1));
                let other = Expr::Not(Box::new(call("one_of", vec![text.clone(), last, set])));
                let longer = Expr::binary(Op::Greater, local(&to), at.clone());
                let mut body = vec![Stmt::when(Expr::and(longer, other), vec![Stmt::Break])];
                let name = self.bind(mv, slot);
                let piece = call("slice", vec![text, at.clone(), local(&to)]);
                body.push(Stmt::Let(name.clone(), Type::Word, piece));
                body.extend(match once {
                    true => then(self, local(&to))?,
                    false => {
                        let length = Expr::WordLength(Box::new(local(&name)));
                        self.found(local(&name), length, times, at.clone(), 1, then)?
                    }
                });
                self.values[slot] = None;
                Ok(vec![Stmt::For {
                    name: to,
                    from: at,
                    to: limit,
                    included: true,
                    body,
                }])
            }
            Dom::Runs(set) => {
                let set = self.set(set);
                let end = self.names.fresh("end");
                let lap = match &self.ring {
                    Some((_, lap, _)) => local(lap),
                    None => Expr::Number(0),
                };
                // The text is there twice even where the word is no ring any more.
                let once_or_twice = match &self.ring {
                    Some(_) => {
                        let letters = add(local(&self.size), lap.clone());
                        call("slice", vec![text.clone(), Expr::Number(0), letters])
                    }
                    None => text.clone(),
                };
                let run = call("run_end", vec![once_or_twice, at.clone(), lap]);
                let mut all = vec![Stmt::Let(end.clone(), Type::Number, run)];
                let mut is_run = Expr::and(
                    Expr::binary(Op::AtLeast, local(&end), Expr::Number(0)),
                    call("one_of", vec![text.clone(), at.clone(), set]),
                );
                is_run = Expr::and(is_run, Expr::binary(Op::AtMost, local(&end), limit));
                if !once {
                    let once = Expr::binary(Op::Equal, times, Expr::Number(1));
                    is_run = Expr::and(once, is_run);
                }
                let name = self.bind(mv, slot);
                let piece = call("slice", vec![text, at, local(&end)]);
                let mut body = vec![Stmt::Let(name, Type::Word, piece)];
                body.extend(then(self, local(&end))?);
                self.values[slot] = None;
                all.push(Stmt::when(is_run, body));
                Ok(all)
            }
            Dom::Range(..) | Dom::Set(_) | Dom::Groups(_) | Dom::Boards => Ok(Vec::new()),
        }
    }

    /// Known letters so many times, at least so often.
    fn found(
        &mut self,
        piece: Expr,
        length: Expr,
        times: Expr,
        at: Expr,
        least: i64,
        then: Then<'_>,
    ) -> Result<Vec<Stmt>, NotEmitted> {
        let mut all = Vec::new();
        let mut holds = Expr::Flag(true);
        let (piece, length) = match (&piece, &times) {
            (_, Expr::Number(1)) => (piece, length),
            (_, Expr::Number(times)) if *times < least => return Ok(Vec::new()),
            (Expr::Text(letters), Expr::Number(times))
                if usize::try_from(*times)
                    .is_ok_and(|times| times * letters.len() <= WRITTEN_OUT) =>
            {
                let letters = letters.repeat(usize::try_from(*times).unwrap_or(0));
                let length = number(letters.len());
                (Expr::Text(letters), length)
            }
            _ => {
                if !self.is_at_least(&times, least) {
                    holds = Expr::binary(Op::AtLeast, times.clone(), Expr::Number(least));
                }
                let length = match length {
                    Expr::Number(1) => times.clone(),
                    length => folded(Op::Multiply, length, times.clone()),
                };
                (call("times", vec![piece, times]), length)
            }
        };
        if length == Expr::Number(0) {
            return then(self, at);
        }
        let mut next = add(at.clone(), length);
        if self.ring.is_some() {
            let within = Expr::binary(Op::AtMost, next.clone(), self.limit.clone());
            holds = Expr::and(holds, within);
        }
        let stands = call("stands", vec![local(&self.text), at, piece]);
        holds = Expr::and(holds, stands);
        let mut body = Vec::new();
        if next.is_long() {
            let name = self.names.fresh("next");
            body.push(Stmt::Let(name.clone(), Type::Number, next));
            next = local(&name);
        }
        body.extend(then(self, next)?);
        all.push(Stmt::when(holds, body));
        Ok(all)
    }

    /// The left side is found.
    fn ended(&mut self, mv: &Move, at: Expr) -> Result<Vec<Stmt>, NotEmitted> {
        let inner = self.rest(mv, 0, &at)?;
        let start = local(&self.start);
        let mut holds = Expr::Flag(true);
        let stands = |part: &Part| match (&part.what, &part.times) {
            (What::Letters(letters), Times::Once) => !letters.is_empty(),
            (What::Slot(slot), _) => !matches!(mv.slots[*slot].domain, Dom::Words(_)),
            _ => false,
        };
        if !mv.left.iter().any(stands) {
            holds = Expr::binary(Op::Greater, at.clone(), start);
        }
        if mv.end {
            let last = Expr::binary(Op::Equal, at, local(&self.size));
            holds = Expr::and(holds, last);
        }
        Ok(match holds {
            Expr::Flag(true) => inner,
            holds => vec![Stmt::when(holds, inner)],
        })
    }
}
