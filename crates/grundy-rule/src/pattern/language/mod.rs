//! Words that are lost, as a regular language.
//!
//! After J. R. Myhill (1957) and A. Nerode (1958) two beginnings of words are the same state of an automaton where whatever follows makes
//! them worth the same. So an automaton is guessed from short words, and must then tell all longer ones that were looked at: all words up to some
//! length, and of those that are longer still a few ([`beyond`]).
//!
//! Where every move replaces one fixed word by another, a guess can be decided for words of all lengths. Read a word from left to right, and
//! keep beside the automaton's state every state that it could be in had one move been made so far: the states of an option, whichever
//! it is, are told by finitely many facts, so there are finitely many such sets, and in each it is looked up whether what the automaton
//! tells is the mex of what it tells of the options. If so everywhere, and every play ends, the automaton is right by induction along play
//! (the kernel of a finite-depth game is unique; the subset construction is M. O. Rabin's and D. Scott's, 1959).

mod beyond;
mod machine;
mod table;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use self::beyond::Beyond;
use self::machine::{Machine, SETS};
use self::table::{Table, Untold};
use super::counted::{self, Count, Sample};
use super::finding::{Evidence, Finding, Form, Subject};
use super::remainders::period;
use super::report::Report;
use super::strategy;
use crate::budget::{Exhausted, Meter};
use crate::message;
use crate::quotient::Play;
use crate::reason::Reason;
use crate::rule::Formula;
use crate::text::Message;
use crate::words::Rewriting;
use crate::words::compile::Pair;

/// Most words that are looked at, and where nothing is found in them.
const WORDS: [usize; 2] = [70_000, 300_000];

/// Largest value that an automaton tells.
const LARGEST: u32 = 1 << 12;

/// Patterns in the words of a rule: an automaton that tells the values or the lost words, and formulas in what is counted in them.
///
/// ```
/// use grundy::budget::Meter;
/// use grundy::pattern::{Evidence, find_in_words};
/// use grundy::words::Rewriting;
/// let rule = Rewriting::parse_with("\"ab\" -> \"b\" ; \"ba\" -> \"a\"", &[]).unwrap();
/// let report = find_in_words(&rule, &mut Meter::new(&Default::default())).unwrap();
/// let proved = |evidence: &Evidence| matches!(evidence, Evidence::Positions { theorem: Some(_), .. });
/// assert!(report.findings.iter().any(|found| proved(&found.evidence)));
/// ```
///
/// # Errors
/// A rule that cannot be evaluated, or a budget that does not suffice.
pub fn find_in_words(rule: &Rewriting, meter: &mut Meter) -> Result<Report, Reason> {
    let [some, more] = WORDS;
    let report = found_in(rule, some, meter)?;
    // What cannot be tabulated has no more values in longer words.
    if !report.findings.is_empty() || !report.strategies.is_empty() || report.searched == 0 {
        return Ok(report);
    }
    let mut part = meter.part(2);
    let larger = found_in(rule, more, &mut part);
    meter.settle(&part);
    match (larger, meter.look()) {
        (Err(reason), Err(Exhausted::Interrupted)) => Err(reason),
        // What is known of fewer words stays.
        (Err(_), _) => Ok(report),
        (Ok(larger), _) => Ok(larger),
    }
}

/// The same in as many words.
fn found_in(rule: &Rewriting, most: usize, meter: &mut Meter) -> Result<Report, Reason> {
    let mut table = Table::sized(rule.letters().len(), most);
    let which = which(&table);
    let short = short(&table);
    let mut sample = Sample {
        counts: counts(rule),
        rows: Vec::new(),
        small: table.first[short + 1],
        which: which.clone(),
        play: Play::Normal,
    };
    meter.spend(0, 64 * table.values.len() as u64)?;
    match table.fill(rule, meter) {
        Ok(()) => {}
        Err(Untold::Reason(reason)) => return Err(reason),
        // Without values nothing is found.
        Err(Untold::Unbounded) => {
            sample.small = 0;
            return Ok(counted::find_in_sample(&sample, meter)?);
        }
    }
    for index in 0..table.values.len() {
        let word = table.word(index);
        sample
            .rows
            .push((counted_in(&word, table.letters), table.values[index]));
    }
    let mut report = counted::find_in_sample(&sample, meter)?;
    let mut machines = machines(rule, &table, short, meter)?;
    let mut positions = table.values.len() as u64;
    let mut which = which;
    if !report.findings.is_empty() || machines.iter().any(|it| it.theorem.is_none()) {
        let beyond = Beyond::of(rule, &table, meter)?;
        machines.retain(|it| it.theorem.is_some() || it.holds(&beyond));
        let further = beyond.words.iter();
        let further = further.map(|(word, value)| (counted_in(word, table.letters), *value));
        sample.rows.extend(further);
        which = beyond.told(which);
        positions += beyond.words.len() as u64;
        sample.which = which.clone();
        if !report.findings.is_empty() {
            report = counted::find_in_sample(&sample, meter)?;
        }
        report.held_out = sample.rows.len().saturating_sub(sample.small) as u64;
    }
    for found in &mut report.findings {
        let machine = machines
            .iter()
            .find(|it| it.subject == found.subject && it.theorem.is_some());
        let Form::Counted { expression, .. } = &found.form else {
            continue;
        };
        if let Some(told) = machine
            && agrees(
                expression,
                &told.machine,
                &sample.counts,
                found.subject,
                meter,
            )?
        {
            found.evidence = Evidence::Positions {
                which: which.clone(),
                positions,
                theorem: told.theorem.clone(),
            };
        }
    }
    for told in machines {
        // One state tells nothing that a formula does not.
        let said = report.findings.iter().any(|it| it.subject == told.subject);
        if said && told.machine.told.len() < 2 {
            continue;
        }
        report
            .findings
            .push(told.finding(rule, which.clone(), positions));
    }
    report.strategies.extend(strategy::of_words(rule));
    Ok(report)
}

/// The automata of [`find_in_words`]: those that are proved to tell the values or the lost words of all lengths, and those that tell all words
/// looked at. Of rules on rings there are none.
///
/// ```
/// use grundy::budget::Meter;
/// use grundy::pattern::{Subject, languages};
/// use grundy::words::Rewriting;
/// let rule = Rewriting::parse_with("\"ab\" -> \"b\" ; \"ba\" -> \"a\"", &[]).unwrap();
/// let found = languages(&rule, &mut Meter::new(&Default::default())).unwrap();
/// assert!(found.iter().any(|found| found.subject == Subject::Values));
/// ```
///
/// # Errors
/// A rule that cannot be evaluated, or a budget that does not suffice.
pub fn languages(rule: &Rewriting, meter: &mut Meter) -> Result<Vec<Finding>, Reason> {
    // A ring has no first letter.
    if rule.is_cyclic() {
        return Ok(Vec::new());
    }
    let mut table = Table::sized(rule.letters().len(), WORDS[0]);
    meter.spend(0, 64 * table.values.len() as u64)?;
    match table.fill(rule, meter) {
        Ok(()) => {}
        Err(Untold::Reason(reason)) => return Err(reason),
        Err(Untold::Unbounded) => return Ok(Vec::new()),
    }
    let mut machines = machines(rule, &table, short(&table), meter)?;
    let (mut which, mut positions) = (which(&table), table.values.len() as u64);
    if machines.iter().any(|it| it.theorem.is_none()) {
        let beyond = Beyond::of(rule, &table, meter)?;
        machines.retain(|it| it.theorem.is_some() || it.holds(&beyond));
        which = beyond.told(which);
        positions += beyond.words.len() as u64;
    }
    let found = machines.into_iter();
    let found = found.map(|it| it.finding(rule, which.clone(), positions));
    Ok(found.collect())
}

/// An automaton that was guessed, and by what it is right for words of all lengths.
struct Told {
    subject: Subject,
    machine: Machine,
    theorem: Option<Message>,
}

impl Told {
    /// Whether it tells these longer words right, too.
    fn holds(&self, beyond: &Beyond) -> bool {
        beyond.words.iter().all(|(word, value)| {
            let told = self.machine.told[self.machine.after(0, word) as usize];
            match self.subject {
                Subject::Values => told == *value,
                Subject::Losing => (told == 0) == (*value == 0),
            }
        })
    }

    fn finding(self, rule: &Rewriting, which: Message, positions: u64) -> Finding {
        Finding {
            subject: self.subject,
            form: Form::Language {
                letters: rule.letters().to_vec(),
                next: self.machine.next,
                told: self.machine.told,
            },
            evidence: Evidence::Positions {
                which,
                positions,
                theorem: self.theorem,
            },
        }
    }
}

fn which(table: &Table) -> Message {
    message!(
        "all {count} words of up to {longest} letters",
        "不超过 {longest} 个字母的全部 {count} 个字",
        count = table.values.len(),
        longest = table.longest
    )
}

/// The automata that tell the values and the lost words of a table.
fn machines(
    rule: &Rewriting,
    table: &Table,
    short: usize,
    meter: &mut Meter,
) -> Result<Vec<Told>, Exhausted> {
    let mut all = Vec::new();
    let most = table.values.iter().max().copied().unwrap_or(0);
    for subject in [Subject::Values, Subject::Losing] {
        if subject == Subject::Values && most > LARGEST {
            continue;
        }
        let truths: Vec<u32> = match subject {
            Subject::Values => table.values.clone(),
            Subject::Losing => table.values.iter().map(|&value| value.min(1)).collect(),
        };
        if let Some(machine) = Machine::learned(table, &truths, short, meter)? {
            let theorem = proved(rule, &machine, subject, meter)?;
            all.push(Told {
                subject,
                machine,
                theorem,
            });
        }
    }
    Ok(all)
}

/// Words of up to so many letters are guessed from: an eighth of all at most, and two where there is one letter.
fn short(table: &Table) -> usize {
    if table.letters < 2 {
        return table.longest / 8;
    }
    let most = table.values.len() / 8;
    let fits = (0..=table.longest).take_while(|&length| table.first[length + 1] <= most);
    fits.last().unwrap_or(0)
}

/// What is replaced by what, where each move of a rule replaces one fixed word by another and every play ends.
fn replaced_words(rule: &Rewriting) -> Option<&[Pair]> {
    let pairs = rule.program().pairs.as_deref();
    pairs.filter(|_| !rule.is_cyclic() && rule.ends())
}

/// By what the automaton is right for words of all lengths.
fn proved(
    rule: &Rewriting,
    machine: &Machine,
    subject: Subject,
    meter: &mut Meter,
) -> Result<Option<Message>, Exhausted> {
    let Some(pairs) = replaced_words(rule) else {
        return Ok(None);
    };
    let outcomes = subject == Subject::Losing;
    if machine.is_kernel(pairs, outcomes, meter)? != Some(true) {
        return Ok(None);
    }
    Ok(Some(match subject {
        Subject::Values => message!(
            "every play ends, and for words of any length its answer is the mex of its answers for the options: all sets of its states that one move can lead to were checked (Rabin and Scott 1959)",
            "对局必然结束，且对任意长的字，它给出的正是它对各后继所给之值的 mex：一步之后可能处于的状态集已逐一核对（Rabin 与 Scott 1959）"
        ),
        Subject::Losing => message!(
            "every play ends, and for words of any length no move leads from one that it calls lost to another, while from every other word some move does: all sets of its states that one move can lead to were checked (Rabin and Scott 1959)",
            "对局必然结束，且对任意长的字，由它判为必败者没有走法到另一必败者，而由其余各字都有走法到必败者：一步之后可能处于的状态集已逐一核对（Rabin 与 Scott 1959）"
        ),
    }))
}

/// What is counted in words: their length, each letter where there are few, and the runs of equal letters.
fn counts(rule: &Rewriting) -> Vec<Count> {
    let letters = rule.letters();
    let mut all = vec![Count {
        name: "n".to_owned(),
        meaning: message!("the length of the word", "字的长度"),
    }];
    if letters.len() <= MOST_LETTERS {
        all.extend(letters.iter().zip(NAMES).map(|(letter, name)| Count {
            name: name.to_owned(),
            meaning: message!(
                "the number of letters \"{letter}\"",
                "字母 \"{letter}\" 的个数",
                letter = letter.to_string()
            ),
        }));
    }
    all.push(Count {
        name: "r".to_owned(),
        meaning: message!("the number of runs of equal letters", "相同字母连成的段数"),
    });
    all
}

/// Letters of which each is counted.
const MOST_LETTERS: usize = 5;
const NAMES: [&str; MOST_LETTERS] = ["a", "b", "c", "d", "e"];

fn counted_in(word: &[u8], letters: usize) -> Vec<u64> {
    let mut all = vec![word.len() as u64];
    if letters <= MOST_LETTERS {
        let count = |letter: usize| {
            word.iter()
                .filter(|&&one| usize::from(one) == letter)
                .count()
        };
        all.extend((0..letters).map(|letter| count(letter) as u64));
    }
    let runs = word.chunk_by(|one, other| one == other).count();
    all.push(runs as u64);
    all
}

/// Whether a formula in the length and the letters tells of all words what an automaton tells: it must depend on remainders only, which
/// are then gone through beside the states.
fn agrees(
    expression: &str,
    machine: &Machine,
    counts: &[Count],
    subject: Subject,
    meter: &mut Meter,
) -> Result<bool, Exhausted> {
    let names: Vec<&str> = counts.iter().map(|it| it.name.as_str()).collect();
    let letters = machine.letters;
    if letters > MOST_LETTERS {
        return Ok(false);
    }
    let Ok(formula) = Formula::parse(expression, &names) else {
        return Ok(false);
    };
    let mut used = std::collections::HashSet::new();
    counted::mentioned(formula.expression(), &mut used);
    let Some(period) = period(formula.expression()).filter(|_| !used.contains("r")) else {
        return Ok(false);
    };
    type Place = (u32, Arc<[u64]>);
    let start: Place = (0, vec![0; letters].into());
    let mut known: BTreeSet<Place> = [start.clone()].into();
    let mut waiting = VecDeque::from([start]);
    while let Some((state, rests)) = waiting.pop_front() {
        meter.spend(2, 64)?;
        let mut place = vec![rests.iter().sum::<u64>() % period];
        place.extend_from_slice(&rests);
        place.push(0);
        let told = machine.told[state as usize];
        let right = match (subject, formula.value(&place)) {
            (Subject::Values, Ok(value)) => value == i64::from(told),
            (Subject::Losing, Ok(holds)) => (holds != 0) == (told == 0),
            (_, Err(_)) => false,
        };
        if !right {
            return Ok(false);
        }
        for letter in 0..letters {
            let mut rests = rests.to_vec();
            rests[letter] = (rests[letter] + 1) % period;
            let next: Place = (machine.after(state, &[letter as u8]), rests.into());
            if known.len() >= SETS {
                return Ok(false);
            }
            if known.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn read(text: &str) -> Rewriting {
        Rewriting::parse_with(text, &[]).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
    }

    fn meter() -> Meter {
        Meter::new(&Budget::default())
    }

    /// Rules of one or two clauses over two letters that make words shorter, or as long and of fewer letters a.
    fn rules() -> Vec<String> {
        let sides: Vec<(String, String)> = ["a", "ab", "ba", "aa", "bab", "abb", "aab"]
            .iter()
            .flat_map(|left| {
                ["", "b", "a", "bb", "ba"].map(|right| (left.to_string(), right.to_string()))
            })
            .filter(|(left, right)| {
                let many = |word: &str| word.matches('a').count();
                right.len() < left.len() || (right.len() == left.len() && many(right) < many(left))
            })
            .collect();
        let clause = |(left, right): &(String, String), place: usize| match place % 4 {
            1 => format!("^ \"{left}\" -> \"{right}\""),
            2 => format!("\"{left}\" $ -> \"{right}\""),
            _ => format!("\"{left}\" -> \"{right}\""),
        };
        let mut all = Vec::new();
        for (place, one) in sides.iter().enumerate() {
            for (other, two) in sides.iter().enumerate() {
                let first = clause(one, place * 3 + other);
                all.push(format!(
                    "{first}; {} over \"ab\"",
                    clause(two, place + other)
                ));
            }
        }
        all
    }

    /// An automaton that is called right by the proof is right for all words that plain search knows; one that tells one of them wrong is
    /// not called right, however it was guessed.
    #[test]
    fn what_is_proved_holds_and_what_fails_is_not_proved() {
        let (mut proved, mut refused) = (0, 0);
        for (number, text) in rules().iter().enumerate().step_by(3) {
            let rule = read(text);
            assert!(rule.ends(), "{text}");
            let pairs = rule.program().pairs.clone().expect("few moves");
            let mut table = Table::sized(2, WORDS[0]);
            table.longest = 10;
            table.first.truncate(12);
            table.values.truncate(table.first[11]);
            table
                .fill(&rule, &mut meter())
                .unwrap_or_else(|_| panic!("{text}"));
            for outcomes in [false, true] {
                let truths: Vec<u32> = (table.values.iter())
                    .map(|&value| if outcomes { value.min(1) } else { value })
                    .collect();
                // From few words, so that many are wrong.
                for short in 1..=6 {
                    for ahead in 0..short {
                        let guess = Machine::guessed(&table, &truths, short, ahead, &mut meter());
                        let Some(mut machine) = guess.expect("time") else {
                            continue;
                        };
                        for changed in [false, true] {
                            if changed {
                                let place = number % machine.told.len();
                                machine.told[place] ^= 1;
                            }
                            let is_right = machine.is_right(&table, &truths);
                            let kernel = machine.is_kernel(&pairs, outcomes, &mut meter());
                            match kernel.expect("time") {
                                Some(true) => {
                                    assert!(is_right, "{text}: {machine:?}");
                                    proved += 1;
                                }
                                Some(false) => refused += 1,
                                None => {}
                            }
                        }
                    }
                }
            }
        }
        assert!(proved > 300 && refused > 300, "{proved} {refused}");
    }
}
