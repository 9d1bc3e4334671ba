//! What is known beyond the last verified quotient: the sum by which the last candidate was refused, a law, a growth that was seen.
//!
//! Where no quotient was found with one letter more, it may be infinite. A law of that letter is looked for with a part of what is left
//! of the budget, and proved: who wins is then told by an element of a finite monoid and by linear conditions on how many there are of a
//! few letters (`infinite.rs` of the engine). The sum by which the last candidate was refused is looked up in it, or searched.

use std::time::Instant;

use grundy::budget::Meter;
use grundy::engine::misere::{Case, Element, Limits, Seen, SemilinearQuotient, Stopped};
use grundy::quotients::{Names, ORDER, SumQuotient, most_elements};
use grundy::{
    Budget, Engine, Exhausted, Game, Message, Natural, Outcome, Play, Solver, Wanted, message,
};
use serde::Serialize;

use super::{EndedBy, Response};

/// Most positions of the search for who wins a sum by which a candidate was refused.
const SEARCHED: u64 = 50_000;

/// Most elements of the finite part of a law, and most cases of exponents, of one that is told whole.
const SMALL: (usize, usize) = (64, 256);

/// Most clauses of a condition in words.
const CLAUSES: usize = 6;

/// The sum by which the last candidate with the next letter was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Letters as they are written, with exponents, the last first.
    pub sum: Vec<(String, u32)>,
    /// What the candidate called it: P, and so an option of it; or N, and none of them P.
    pub called: Outcome,
    /// How many elements the candidate had.
    pub order: usize,
    /// Who wins it in truth, where that is known.
    pub outcome: Option<Outcome>,
}

impl Failed {
    /// What is known of it.
    pub fn describe(&self) -> Message {
        let (order, sum) = (self.order as u64, sum_of(&self.sum));
        let refused = match self.called {
            Outcome::P => message!(
                "the last candidate, of {order} elements, called {sum} a P-position, and one of its options too",
                "最后的候选（{order} 个元素）把 {sum} 判为必败态，又把它的某个后继也判为必败态",
                order = order,
                sum = sum
            ),
            _ => message!(
                "the last candidate, of {order} elements, called {sum} an N-position, but none of its options a P-position",
                "最后的候选（{order} 个元素）把 {sum} 判为必胜态，却没有把它的任何后继判为必败态",
                order = order,
                sum = sum
            ),
        };
        let truth = match self.outcome {
            None => message!(
                "; which of the two is wrong is not known",
                "；其中哪一处判错尚不清楚"
            ),
            Some(outcome) if outcome == self.called => message!(
                "; the sum was right, so an option was wrong",
                "；和本身判对了，所以判错的是某个后继"
            ),
            Some(Outcome::P) => message!("; in truth it is a P-position", "；其实它是必败态"),
            Some(_) => message!("; in truth it is an N-position", "；其实它是必胜态"),
        };
        message!(
            "{refused}{truth}",
            "{refused}{truth}",
            refused = refused,
            truth = truth
        )
    }
}

/// A sum as it is read: `5·(0.3122 7) + 0.3122 1`.
fn sum_of(sum: &[(String, u32)]) -> String {
    let parts = sum.iter().map(|(letter, exponent)| match exponent {
        1 => letter.clone(),
        _ => format!("{exponent}·({letter})"),
    });
    parts.collect::<Vec<_>>().join(" + ")
}

/// What is known beyond a quotient.
#[derive(Debug, Default)]
pub(super) struct Beyond {
    pub(super) law: Option<SemilinearQuotient>,
    pub(super) failed: Option<Failed>,
    /// What ended the search for a law.
    pub(super) stopped: Option<Exhausted>,
    /// How many letters were covered when a law was looked for.
    looked: Option<usize>,
}

impl Beyond {
    /// Looks for a law of the next letter, with so many eighths of what is left; whether the quotient is infinite with that letter.
    pub(super) fn look(
        &mut self,
        built: &SumQuotient,
        (meter, budget): (&mut Meter, &Budget),
        eighths: u32,
    ) -> bool {
        let covered = Some(built.quotient().letters());
        if self.looked != covered || self.stopped.is_some() {
            (self.law, self.stopped, self.looked) = (None, None, covered);
            let mut part = Meter::new(&left(meter, budget, eighths));
            let order = most_elements(&part, ORDER);
            let found = built.semilinear(&mut Limits {
                order,
                meter: Some(&mut part),
            });
            meter.settle(&part);
            match found {
                Ok(law) => self.law = law,
                Err(Stopped::Exhausted(exhausted)) => self.stopped = Some(exhausted),
                Err(Stopped::Order(_)) => {}
            }
        }
        (self.law.as_ref()).is_some_and(SemilinearQuotient::is_infinite)
    }

    /// What is known where building ended: of all that was looked for, what is of the next letter.
    pub(super) fn ended(
        mut self,
        built: &SumQuotient,
        why: &EndedBy,
        (meter, budget): (&mut Meter, &Budget),
    ) -> Beyond {
        if self.looked != Some(built.quotient().letters()) {
            (self.law, self.stopped) = (None, None);
        }
        let Some(failed) = built.failed() else {
            return self;
        };
        let letters = failed.sum.iter();
        let by_law = self.law.as_ref().and_then(|law| {
            let powers = letters.clone();
            let powers = powers.map(|&(letter, many)| (letter as usize, Natural::from(many)));
            law.outcome(&powers.collect::<Vec<_>>())
        });
        let searched = || match why {
            EndedBy::Order { .. } => searched(built, &failed.sum, &left(meter, budget, 1)),
            EndedBy::Reason(_) => None,
        };
        self.failed = Some(Failed {
            sum: letters
                .map(|&(letter, many)| (built.letter(letter), many))
                .collect(),
            called: failed.called,
            order: failed.order,
            outcome: by_law.or_else(searched),
        });
        self
    }
}

/// So many eighths of what is left of a budget.
fn left(meter: &Meter, budget: &Budget, eighths: u32) -> Budget {
    let of = |whole: u64| whole / 8 * u64::from(eighths);
    let now = Instant::now();
    let since = budget.since.unwrap_or(now);
    let time = budget.time.map(|time| time.saturating_sub(now - since));
    Budget {
        positions: of(meter.positions_left()),
        bytes: of(meter.bytes_left()),
        time: time.map(|time| time / 8 * eighths),
        since: Some(now),
        ..budget.clone()
    }
}

/// Who wins a sum of heaps of one game, if a short search tells it.
fn searched(built: &SumQuotient, sum: &[(u32, u32)], budget: &Budget) -> Option<Outcome> {
    let game = built.heaps().next().filter(|_| built.is_of_heaps())?.game;
    let mut text = game.to_owned();
    for &(heap, many) in sum {
        (0..many).for_each(|_| text.push_str(&format!(" {heap}")));
    }
    let game: Game = text.parse().ok()?;
    let mut solver = Solver::new().without(Engine::Quotient);
    solver.budget = Budget {
        positions: budget.positions.min(SEARCHED),
        ..budget.clone()
    };
    solver.wanted = Wanted::Outcome;
    solver.solve(&game, Play::Misere).outcome
}

/// A law with what its letters are called.
#[derive(Clone, Copy, Debug)]
pub struct Law<'a> {
    of: &'a SemilinearQuotient,
    built: &'a SumQuotient,
}

impl Response {
    /// The law of sums with the next letter too, where one was found and proved.
    pub fn law(&self) -> Option<Law<'_>> {
        let of = self.beyond.law.as_ref()?;
        let built = &self.built;
        Some(Law { of, built })
    }

    /// The sum by which the last candidate with the next letter was refused; nothing where there was no candidate that is small enough.
    pub fn failed(&self) -> Option<&Failed> {
        self.beyond.failed.as_ref()
    }

    /// What ended the search for a law, if the budget did.
    pub fn law_stopped(&self) -> Option<Exhausted> {
        self.beyond.stopped
    }
}

impl<'a> Law<'a> {
    /// The law itself.
    pub fn semilinear(&self) -> &'a SemilinearQuotient {
        self.of
    }

    /// The letters whose numbers count.
    pub fn free(&self) -> Vec<String> {
        let free = self.of.free().into_iter();
        free.map(|letter| self.built.letter(letter)).collect()
    }

    /// Whether the quotient with the next letter is infinite, where that is proved either way.
    pub fn infinite(&self) -> Option<bool> {
        match (self.of.is_infinite(), self.of.is_finite()) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// What it says.
    pub fn describe(&self) -> Message {
        let (free, (clip, period)) = (self.free(), self.of.clip_and_period());
        let names = message!(
            "{en}",
            "{zh}",
            en = free.join(" and "),
            zh = free.join("、")
        );
        let (order, cases) = (self.of.finite_order(), self.of.cases() as u64);
        let at = self.built.next().unwrap_or_default();
        if self.of.is_finite() {
            let bound = order as u64 * self.of.states() as u64;
            let (from, period) = (u64::from(clip + 1), u64::from(period));
            let beyond = match period {
                1 => message!(
                    "{from} or more being alike",
                    "{from} 个及以上视为相同",
                    from = from
                ),
                _ => message!(
                    "from {from} on by their remainders modulo {period}",
                    "自 {from} 起只看除以 {period} 的余数",
                    from = from,
                    period = period
                ),
            };
            return message!(
                "with {at}: finite (proved), with at most {bound} elements: who wins is decided by one of {order} elements and by the numbers of {free}, {beyond}, proved in {cases} cases",
                "加上 {at}：有限（已证明），至多 {bound} 个元素：胜负由 {order} 个元素之一与 {free} 的个数给出（{beyond}），已分 {cases} 种情形证明",
                at = at,
                bound = bound,
                order = order as u64,
                free = names,
                beyond = beyond,
                cases = cases
            );
        }
        let how = match self.of.distinct_powers() {
            Some(letter) => message!(
                "infinite (proved), because no two numbers of {letter} are equivalent",
                "无穷（已证明），因为 {letter} 的个数不同则互不等价",
                letter = self.built.letter(letter)
            ),
            None => message!("perhaps infinite", "也许无穷"),
        };
        message!(
            "with {at}: {how}; who wins is decided by one of {order} elements and by linear conditions on the numbers of {free}, proved in {cases} cases",
            "加上 {at}：{how}；胜负由 {order} 个元素之一与关于 {free} 个数的线性条件给出，已分 {cases} 种情形证明",
            at = at,
            how = how,
            order = order as u64,
            free = names,
            cases = cases
        )
    }

    /// What it says of many of two free letters beside the first element for which their difference matters; where that is short.
    pub fn example(&self) -> Option<Message> {
        let [one, other] = &self.free()[..] else {
            return None;
        };
        // The first of the two is that of the first number.
        let [[(p, _), (q, _)]] = self.of.differences()[..] else {
            return None;
        };
        let (clip, period) = self.of.clip_and_period();
        let term = |times: u32, name: &str| match times {
            1 => name.to_owned(),
            _ => format!("{times}{name}"),
        };
        let difference = format!("{} − {}", term(p, "x"), term(q, "y"));
        let numbers = Numbers {
            period,
            times: (p.into(), q.into()),
        };
        let cases = self.of.outcomes();
        let far: Vec<Far<'_>> = cases.iter().filter_map(Far::of).collect();
        let elements = 0..self.of.finite_order() as u32;
        let (f, clauses) = elements.into_iter().find_map(|f| {
            let clauses = clauses(&far, f, i64::from(clip), &numbers)?;
            Some((f, clauses))
        })?;
        let told = |and: &str, or: &str| {
            let clause = |clause: &Clause| clause.told(&difference, i64::from(clip), and, or);
            clauses.iter().map(clause).collect::<Vec<_>>()
        };
        let beside = match f {
            0 => message!("alone", "而别无其他"),
            _ => {
                let word = self.of.finite().word(Element(f)).into_iter();
                let word = word.map(|(letter, many)| (self.built.letter(letter), many));
                message!(
                    "beside {rest}",
                    "与 {rest} 一起",
                    rest = sum_of(&word.collect::<Vec<_>>())
                )
            }
        };
        Some(message!(
            "x of {one} and y of {other}, more than {clip} of each, {beside}: P exactly if {en}",
            "x 个 {one} 与 y 个 {other}（各多于 {clip} 个）{beside}：当且仅当 {zh} 时为 P",
            one = one.clone(),
            other = other.clone(),
            clip = u64::from(clip),
            beside = beside,
            en = told(" and ", " or ").join("; or "),
            zh = told(" 且 ", " 或 ").join("；或 ")
        ))
    }

    pub(super) fn document(&self) -> Document {
        let of = self.of;
        let (clip, period) = of.clip_and_period();
        let letter = |letter| self.built.letter(letter);
        let term = |(times, of)| Term {
            times,
            letter: letter(of),
        };
        let is_small = of.finite_order() <= SMALL.0 && of.states() <= SMALL.1;
        Document {
            at: self.built.next().unwrap_or_default(),
            infinite: self.infinite(),
            distinct_powers_of: of.distinct_powers().map(letter),
            finite_order: of.finite_order(),
            free: self.free(),
            clip,
            period,
            differences: (of.differences().into_iter())
                .map(|both| both.map(term))
                .collect(),
            cases: of.cases(),
            set: is_small.then(|| self.set()),
        }
    }

    /// All that tells who wins.
    fn set(&self) -> Set {
        let finite = self.of.finite();
        let mut names = Names::of(&finite);
        let words: Vec<String> = (0..finite.order() as u32)
            .map(|f| names.word(&finite, Element(f)))
            .collect();
        let generators = finite.generators().iter().enumerate();
        let relations = finite.relations().into_iter();
        let (clip, _) = self.of.clip_and_period();
        let phi = (0..self.of.letters()).map_while(|letter| {
            Some(match self.of.place(letter)? {
                Ok(element) => Worth::Word(words[element.0 as usize].clone()),
                Err(free) => Worth::Free(free),
            })
        });
        let cases = self.of.outcomes().into_iter();
        let cases = cases.filter(|case| !case.in_p.is_empty());
        Set {
            generators: generators
                .map(|(place, &letter)| Generator {
                    name: Names::name(place),
                    letter: self.built.letter(letter),
                })
                .collect(),
            relations: relations
                .map(|(one, other)| [names.product(one), names.product(other)])
                .collect(),
            phi: phi.collect(),
            p: cases.map(|case| InP::of(case, clip, &words)).collect(),
        }
    }
}

/// How two numbers are looked at: by their remainders modulo the period, and by the difference of multiples of them.
struct Numbers {
    period: u32,
    times: (i64, i64),
}

/// A case of great exponents of two letters: the remainders, what is seen of the difference, and what is in P there.
struct Far<'a> {
    remainders: [u32; 2],
    difference: i64,
    in_p: &'a [u32],
}

impl<'a> Far<'a> {
    fn of(case: &'a Case) -> Option<Far<'a>> {
        let [Seen::Beyond(x), Seen::Beyond(y)] = case.exponents[..] else {
            return None;
        };
        Some(Far {
            remainders: [x, y],
            difference: *case.differences.first()?,
            in_p: &case.in_p,
        })
    }
}

/// What a remainder is looked at of, and the modulus.
#[derive(Clone, Copy, Debug)]
enum Of {
    Number(char),
    Difference,
    Both,
}

/// Remainders, with runs of the difference: it is P in these.
struct Clause {
    remainders: Option<(Of, u32, Vec<u32>)>,
    runs: Vec<(i64, i64)>,
}

impl Clause {
    fn told(&self, difference: &str, clip: i64, and: &str, or: &str) -> String {
        let run = |&(low, high): &(i64, i64)| {
            let told = |number: i64| number.to_string().replace('-', "−");
            match (low < -clip, high > clip) {
                (true, _) => format!("{difference} ≤ {}", told(high)),
                (_, true) => format!("{difference} ≥ {}", told(low)),
                _ if low == high => format!("{difference} = {}", told(low)),
                _ => format!("{} ≤ {difference} ≤ {}", told(low), told(high)),
            }
        };
        let runs: Vec<String> = self.runs.iter().map(run).collect();
        let is_always = self
            .runs
            .iter()
            .any(|&(low, high)| low < -clip && high > clip);
        let runs = match (is_always, runs.len()) {
            (true, _) => String::new(),
            (_, 1) => runs.join(or),
            _ => format!("({})", runs.join(or)),
        };
        let Some((of, modulus, remainders)) = &self.remainders else {
            return runs;
        };
        let name = match of {
            Of::Number(name) => format!("{name} mod {modulus}"),
            Of::Difference => format!("({difference}) mod {modulus}"),
            Of::Both => format!("(x mod {modulus}, y mod {modulus})"),
        };
        let of = |remainder: &u32| match of {
            Of::Both => format!("({}, {})", remainder / modulus, remainder % modulus),
            _ => remainder.to_string(),
        };
        let list: Vec<String> = remainders.iter().map(of).collect();
        let remainders = match &list[..] {
            [only] => format!("{name} = {only}"),
            _ => format!("{name} ∈ {{{}}}", list.join(", ")),
        };
        match is_always {
            true => remainders,
            false => format!("{remainders}{and}{runs}"),
        }
    }
}

/// By which differences an element is in P, by the remainder of a number or of the difference, or by both numbers'; nothing if the difference does not matter,
/// if remainders do not tell it, or if it is long.
fn clauses(far: &[Far<'_>], f: u32, clip: i64, shape: &Numbers) -> Option<Vec<Clause>> {
    [Of::Number('x'), Of::Number('y'), Of::Difference, Of::Both]
        .into_iter()
        .find_map(|of| {
            let period = shape.period;
            let mut moduli = (1..=period).filter(|modulus| period.is_multiple_of(*modulus));
            let (modulus, rows) = moduli
                .find_map(|modulus| Some((modulus, rows(far, f, of, clip, modulus, shape)?)))?;
            let mut clauses: Vec<Clause> = Vec::new();
            for (remainder, row) in (0u32..).zip(&rows) {
                let runs = runs(row, clip);
                if runs.is_empty() {
                    continue;
                }
                let same = clauses.iter_mut().find(|clause| clause.runs == runs);
                match same.and_then(|clause| clause.remainders.as_mut()) {
                    Some((_, _, remainders)) => remainders.push(remainder),
                    None => clauses.push(Clause {
                        remainders: (modulus > 1).then(|| (of, modulus, vec![remainder])),
                        runs,
                    }),
                }
            }
            let bounded = |&(low, high): &(i64, i64)| low >= -clip || high <= clip;
            let matters = clauses.iter().any(|clause| clause.runs.iter().all(bounded));
            let many: usize = clauses.iter().map(|clause| clause.runs.len()).sum();
            (matters && many <= CLAUSES).then_some(clauses)
        })
}

/// By a remainder: by difference, whether it is in P, where it can be met; nothing if that takes more than the remainder.
fn rows(
    far: &[Far<'_>],
    f: u32,
    of: Of,
    clip: i64,
    modulus: u32,
    shape: &Numbers,
) -> Option<Vec<Vec<Option<bool>>>> {
    let width = (2 * clip + 3) as usize;
    let count = match of {
        Of::Both => modulus * modulus,
        _ => modulus,
    };
    let mut rows = vec![vec![None; width]; count as usize];
    for case in far {
        let [x, y] = case.remainders.map(i64::from);
        let rest = |number: i64| number.rem_euclid(i64::from(modulus));
        let row = match of {
            Of::Number('x') => rest(x),
            Of::Number(_) => rest(y),
            Of::Difference => rest(shape.times.0 * x - shape.times.1 * y),
            Of::Both => i64::from(modulus) * rest(x) + rest(y),
        };
        let row = &mut rows[row as usize];
        let seen = &mut row[(case.difference + clip + 1) as usize];
        let is_p = case.in_p.contains(&f);
        if *seen.get_or_insert(is_p) != is_p {
            return None;
        }
    }
    Some(rows)
}

/// The runs of differences that are in P, each with the first and the last that can be met.
fn runs(row: &[Option<bool>], clip: i64) -> Vec<(i64, i64)> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    let mut is_open = false;
    for (difference, seen) in (-clip - 1..).zip(row) {
        let Some(is_p) = *seen else { continue };
        match (is_p, runs.last_mut()) {
            (true, Some(last)) if is_open => last.1 = difference,
            (true, _) => runs.push((difference, difference)),
            (false, _) => {}
        }
        is_open = is_p;
    }
    runs
}

#[derive(Serialize)]
pub(super) struct Document {
    at: String,
    infinite: Option<bool>,
    distinct_powers_of: Option<String>,
    finite_order: usize,
    free: Vec<String>,
    clip: u32,
    period: u32,
    differences: Vec<[Term; 2]>,
    cases: usize,
    set: Option<Set>,
}

#[derive(Serialize)]
struct Term {
    times: u32,
    letter: String,
}

#[derive(Serialize)]
struct Set {
    generators: Vec<Generator>,
    relations: Vec<[String; 2]>,
    phi: Vec<Worth>,
    p: Vec<InP>,
}

#[derive(Serialize)]
struct Generator {
    name: String,
    letter: String,
}

/// What a letter is worth: a word of the finite part, or one more of a free letter.
#[derive(Serialize)]
#[serde(untagged)]
enum Worth {
    Word(String),
    Free(usize),
}

/// A case of numbers, and the words that are in P with them.
#[derive(Serialize)]
struct InP {
    numbers: Vec<Bound>,
    differences: Vec<Bound>,
    words: Vec<String>,
}

/// What is seen of a number or of a difference.
#[derive(Serialize)]
#[serde(untagged)]
enum Bound {
    Is(i64),
    Above { above: i64, remainder: u32 },
    Greater { above: i64 },
    Less { below: i64 },
}

impl InP {
    fn of(case: Case, clip: u32, words: &[String]) -> InP {
        let clip = i64::from(clip);
        let numbers = case.exponents.into_iter().map(|seen| match seen {
            Seen::Is(number) => Bound::Is(i64::from(number)),
            Seen::Beyond(remainder) => Bound::Above {
                above: clip,
                remainder,
            },
        });
        let differences = case.differences.into_iter().map(|seen| match seen {
            seen if seen > clip => Bound::Greater { above: clip },
            seen if seen < -clip => Bound::Less { below: -clip },
            seen => Bound::Is(seen),
        });
        let words = case.in_p.iter().map(|&f| words[f as usize].clone());
        InP {
            numbers: numbers.collect(),
            differences: differences.collect(),
            words: words.collect(),
        }
    }
}
