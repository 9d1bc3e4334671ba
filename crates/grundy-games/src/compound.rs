//! Compounds: games played together by other rules than those of a sum.
//!
//! C. A. B. Smith, *Graphs and composite games*, Journal of Combinatorial Theory 1 (1966); J. H. Conway, *On Numbers and Games* (1976), chapter 14. In a sum a player moves
//! in one of the games. Here:
//!
//! * **conjunctive**: in all of them, and play ends as soon as one of them has ended. The winner wants to win soon and the loser to lose late, and how long that takes
//!   is the *remoteness*: 0 where no move is left, one more than the least even remoteness of an option if there is one, else one more than the greatest. The
//!   first game that ends decides: the remoteness of the compound is the least of the games';
//! * **long conjunctive** (continued): in all that have not ended, until all have. The *suspense* is as the remoteness with long and soon exchanged, and that of the
//!   compound is the greatest of the games';
//! * **selective**: in any of them, one at least. All lost is lost, else whoever moves makes all lost. Under misère play so it is too while two games have not ended;
//! * **ordinal**: in one of them, and all that stand behind it are gone. By the colon principle (Conway) G : H has the value of G : *n where n is the value of H,
//!   and that is the nth number, from 0, which no option of G has as its value.
//!
//! A position is N exactly if remoteness or suspense is odd; under misère play *odd* and *even* are exchanged, but for the 0 of games that have ended.
//! A game may also be a rule of one's own, in brackets: `conjunctive 'rule (n -> n-k for k in 1..=2) 5 & kayles 3'`.
//! A move may break a game into several: they are a sum within the compound, one game of it.
//!
//! ```
//! use grundy::{solve, Game, Outcome, Play};
//! let outcome = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).outcome;
//! assert_eq!(outcome("selective 'nim 3 | nim 3'"), Some(Outcome::N));
//! assert_eq!(outcome("conjunctive 'take:1-2 3 & take:1-2 8'"), Some(Outcome::P)); // the first game ends first
//! ```

mod drawing;
mod nested;
mod solve;
mod why;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use grundy_core::catalogue::{self, Catalogue};

use crate::GAMES;
use crate::component::{self, Component, Part};
use crate::encoded::{Encoded, Undecodable};
use crate::message;
use crate::notation::{Clause, Listing, Notation, ParseError, QUOTE, Word, no_files, only_by_name};
use crate::ruleset::{Capabilities, Options, Ruleset, Stop};
use crate::text::{Message, Text};

/// How games are played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In all, until one has ended.
    Conjunctive,
    /// In all that have not ended.
    Long,
    /// In some.
    Selective,
    /// In one, and those behind it are gone.
    Ordinal,
}

/// Compounds of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Compound(Kind);

/// One of the games: a sum.
pub(crate) type One = Vec<Box<dyn Component>>;

/// The games of a compound, in their order.
#[derive(Clone, Debug)]
pub struct Games {
    games: Vec<One>,
    /// As they are written, which tells them apart.
    text: String,
}

impl PartialEq for Games {
    fn eq(&self, other: &Games) -> bool {
        self.text == other.text
    }
}
impl Eq for Games {}
impl Hash for Games {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
impl PartialOrd for Games {
    fn partial_cmp(&self, other: &Games) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Games {
    fn cmp(&self, other: &Games) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Encoded for Games {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.text.encode(bytes);
    }
    fn decode(bytes: &mut &[u8]) -> Result<Games, Undecodable> {
        let text = String::decode(bytes)?;
        let word = Word { text: &text, at: 0 };
        let kind = nested::kind_of(&text).unwrap_or(Kind::Conjunctive);
        let games = games_of(&word, kind, GAMES);
        games
            .ok()
            .filter(|games| games.text == text)
            .ok_or(Undecodable::OutOfRange)
    }
}

const SMITH: &str = "C. A. B. Smith, Graphs and composite games, Journal of Combinatorial Theory 1 (1966); J. H. Conway, On Numbers and Games (1976), chapter 14";

/// The line of conjunctive compounds in the catalogue.
pub static CONJUNCTIVE: Listing = Listing {
    id: "E",
    name: "conjunctive",
    aliases: &["join"],
    title: Text::new("Conjunctive compound", "合取复合"),
    rule: Text {
        en: "Move in every component game; play ends as soon as one of them has ended.",
        zh: "每次须在其中每个游戏里各走一步；有一个游戏结束，整局即结束。",
    },
    form: Text::same("conjunctive 'GAME & GAME & …' …"),
    example: "conjunctive 'nim 3 & take:1-2 5'",
    source: SMITH,
    theorems: &[],
    recognises: only_by_name,
    parse,
};

/// The line of long conjunctive compounds in the catalogue.
pub static LONG: Listing = Listing {
    id: "E",
    name: "long-conjunctive",
    aliases: &["continued-conjunctive"],
    title: Text::new("Long conjunctive compound", "持续合取复合"),
    rule: Text {
        en: "Move in every component game that has not ended; play ends when all have.",
        zh: "每次须在其中每个尚未结束的游戏里各走一步；全部结束时整局结束。",
    },
    form: Text::same("long-conjunctive 'GAME & GAME & …' …"),
    example: "long-conjunctive 'nim 2 & take:1-2 5'",
    source: SMITH,
    theorems: &[],
    recognises: only_by_name,
    parse,
};

/// The line of selective compounds in the catalogue.
pub static SELECTIVE: Listing = Listing {
    id: "E",
    name: "selective",
    aliases: &["union"],
    title: Text::new("Selective compound", "选择复合"),
    rule: Text {
        en: "Move in as many of the component games as you like, at least one.",
        zh: "每次在其中任意多个游戏里各走一步，至少一个。",
    },
    form: Text::same("selective 'GAME | GAME | …' …"),
    example: "selective 'nim 2 | take:1-2 3'",
    source: SMITH,
    theorems: &[],
    recognises: only_by_name,
    parse,
};

/// The line of ordinal sums in the catalogue.
pub static ORDINAL: Listing = Listing {
    id: "E",
    name: "ordinal",
    aliases: &[],
    title: Text::new("Ordinal sum", "序和"),
    rule: Text {
        en: "Move in one of the component games; all games after it are removed.",
        zh: "每次在其中一个游戏里走一步；排在它后面的游戏全部作废。",
    },
    form: Text::same("ordinal 'GAME : GAME : …' …"),
    example: "ordinal 'kayles 3 : nim 2'",
    source: "J. H. Conway, On Numbers and Games (1976), chapter 15; E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 7",
    theorems: &[],
    recognises: only_by_name,
    parse,
};

/// Most games of a compound.
const MOST: usize = 64;

/// Moves of a game, beyond which they are not gone through.
const MOST_MOVES: usize = 1 << 16;

fn parse(clause: &Clause<'_>) -> Result<Part, ParseError> {
    let (rules, positions) = Compound::read(clause)?;
    // What is not in this catalogue could not be read back from bytes.
    let has_rules = |games: &Games| {
        let mut parts = games.games.iter().flatten();
        parts.any(|part| nested::has_rule(part.head(), &part.position()))
    };
    Ok(match positions.iter().any(has_rules) {
        true => component::part(rules, positions),
        false => component::encoded_part(rules, positions),
    })
}

impl Kind {
    const ALL: [Kind; 4] = [
        Kind::Conjunctive,
        Kind::Long,
        Kind::Selective,
        Kind::Ordinal,
    ];

    fn listing(self) -> &'static Listing {
        match self {
            Kind::Conjunctive => &CONJUNCTIVE,
            Kind::Long => &LONG,
            Kind::Selective => &SELECTIVE,
            Kind::Ordinal => &ORDINAL,
        }
    }

    /// What stands between the games.
    fn sign(self) -> &'static str {
        match self {
            Kind::Conjunctive | Kind::Long => "&",
            Kind::Selective => "|",
            Kind::Ordinal => ":",
        }
    }

    fn of_sign(sign: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.sign() == sign)
    }

    fn of_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| {
            let listing = kind.listing();
            listing.name == name || listing.aliases.contains(&name)
        })
    }
}

/// A sum in the order in which equal sums are written alike.
fn one(mut sum: One) -> One {
    sum.sort_by_cached_key(|part| (part.head().to_owned(), part.position()));
    sum
}

fn written(sum: &One) -> String {
    if sum.is_empty() {
        // A game that has ended.
        return "nim 0".to_owned();
    }
    let parts = sum
        .iter()
        .map(|part| nested::bracketed(part.head(), &part.position()));
    parts.collect::<Vec<_>>().join(" + ")
}

impl Games {
    fn new(games: Vec<One>, kind: Kind) -> Games {
        let between = format!(" {} ", kind.sign());
        let text = games.iter().map(written).collect::<Vec<_>>().join(&between);
        Games { games, text }
    }
}

/// Reads games with a sign between them.
fn games_of(word: &Word<'_>, kind: Kind, catalogue: Catalogue) -> Result<Games, ParseError> {
    let mut games = Vec::new();
    let mut begun = 0;
    let text = word.text;
    // The sign stands by itself.
    let between = format!(" {} ", kind.sign());
    nested::check(word)?;
    loop {
        let rest = &text[begun..];
        let inside = nested::find(rest, &between).map_or(rest, |end| &rest[..end]);
        if inside.trim().is_empty() {
            return Err(ParseError::at(
                word.at + begun,
                1,
                message!(
                    "expected a game here: {sign} separates games",
                    "此处应为一个游戏：{sign} 用于隔开各游戏",
                    sign = kind.sign()
                ),
            ));
        }
        // Errors point into the whole text.
        let at = word.at + begun;
        let quoted = nested::quoted(&Word { text: inside, at })?;
        let padded = format!("{}{quoted}", " ".repeat(at));
        let sum = catalogue::read(catalogue, &padded, &no_files)?;
        let parts: One = sum.components().map(Component::boxed).collect();
        if let Some(part) = parts.iter().find(|part| !part.ends()) {
            let place = Word {
                text: inside,
                at: word.at + begun,
            };
            return Err(place.error(match nested::is_rule(part.head()) {
                true => message!(
                    "in a compound every play must end, which is not proved for this rule; add a bound or a guard, such as: if n > 0",
                    "复合中的每个游戏都须必然结束，而此规则未能证明；请加上界或条件，例如 if n > 0"
                ),
                false => message!(
                    "in a compound every play must end; in '{head}' it need not",
                    "复合中的每个游戏都须必然结束；'{head}' 未必",
                    head = part.head()
                ),
            }));
        }
        games.push(one(parts));
        if games.len() > MOST {
            return Err(word.error(message!(
                "a compound has at most {most} games",
                "一个复合最多 {most} 个游戏",
                most = MOST
            )));
        }
        begun += inside.len() + between.len();
        if begun > text.len() {
            return Ok(Games::new(games, kind));
        }
    }
}

/// A game of which the component at this place becomes these.
fn after(game: &One, place: usize, to: One) -> One {
    let others = game.iter().enumerate().filter(|&(other, _)| other != place);
    let kept = others.map(|(_, part)| part.clone());
    one(kept.chain(to).collect())
}

/// A move in one game, and what it leaves of it.
type Choice = (Message, One);

/// The moves in a game, each once.
pub(crate) fn choices(game: &One, limit: usize) -> Result<Vec<Choice>, Stop> {
    let mut all: Vec<Choice> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (place, part) in game.iter().enumerate() {
        for step in part.steps(limit)? {
            let left = after(game, place, step.to);
            if seen.insert(written(&left)) {
                if all.len() >= limit {
                    return Err(Stop::Full);
                }
                all.push((step.message, left));
            }
        }
    }
    Ok(all)
}

impl Compound {
    /// Pushes every way to choose one of the lists, in which none means that nothing is done in a game.
    fn combine(
        self,
        from: &Games,
        lists: &[Vec<Option<&Choice>>],
        options: &mut Options<Games, Vec<(usize, Message)>>,
    ) -> Result<(), Stop> {
        let mut chosen = vec![0; lists.len()];
        loop {
            let (mut moves, mut left) = (Vec::new(), from.games.clone());
            for (place, (list, &at)) in lists.iter().zip(&chosen).enumerate() {
                if let Some((message, game)) = list[at] {
                    moves.push((place, message.clone()));
                    left[place] = game.clone();
                }
            }
            if !moves.is_empty() {
                options.push(moves, &[Games::new(left, self.0)])?;
            }
            let Some(next) = (0..lists.len())
                .rev()
                .find(|&at| chosen[at] + 1 < lists[at].len())
            else {
                return Ok(());
            };
            chosen[next] += 1;
            chosen[next + 1..].fill(0);
        }
    }
}

impl Ruleset for Compound {
    type Position = Games;
    /// The games moved in, by their places, and how.
    type Move = Vec<(usize, Message)>;

    fn options(
        &self,
        from: &Games,
        options: &mut Options<Games, Vec<(usize, Message)>>,
    ) -> Result<(), Stop> {
        let room = options.room().min(MOST_MOVES);
        let all = from.games.iter().map(|game| choices(game, room));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        if self.0 == Kind::Ordinal {
            for (place, choices) in all.iter().enumerate() {
                for (message, left) in choices {
                    let before = from.games[..place].iter().cloned();
                    let games = before.chain([left.clone()]).collect();
                    let moves = vec![(place, message.clone())];
                    options.push(moves, &[Games::new(games, self.0)])?;
                }
            }
            return Ok(());
        }
        if self.0 == Kind::Conjunctive && all.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let may_rest = |choices: &Vec<Choice>| self.0 == Kind::Selective || choices.is_empty();
        let lists: Vec<Vec<Option<&Choice>>> = (all.iter())
            .map(|choices| {
                let nothing = may_rest(choices).then_some(None);
                nothing
                    .into_iter()
                    .chain(choices.iter().map(Some))
                    .collect()
            })
            .collect();
        self.combine(from, &lists, options)
    }

    fn describe(&self, _: &Games, moves: &Vec<(usize, Message)>) -> Message {
        let told = moves.iter().map(|(place, told)| {
            message!(
                "in game {place} {told}",
                "在第 {place} 个游戏中{told}",
                place = place + 1,
                told = told.clone()
            )
        });
        let joined = told.reduce(|before, next| {
            message!(
                "{before}; {next}",
                "{before}；{next}",
                before = before,
                next = next
            )
        });
        joined.unwrap_or_else(|| message!("do nothing", "不动"))
    }

    fn heap_bytes(&self, position: &Games) -> u64 {
        let parts: u64 = position
            .games
            .iter()
            .flatten()
            .map(|part| 64 + part.heap_bytes())
            .sum();
        parts + position.text.len() as u64 + 32 * position.games.len() as u64
    }

    fn capabilities(&self) -> Capabilities<'_, Compound> {
        Capabilities {
            reached: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Notation for Compound {
    fn listing(&self) -> &'static Listing {
        self.0.listing()
    }
    fn read(clause: &Clause<'_>) -> Result<(Compound, Vec<Games>), ParseError> {
        clause.no_parameters()?;
        let kind = Kind::of_name(clause.listing.name).unwrap_or(Kind::Conjunctive);
        let mut positions = Vec::with_capacity(clause.words.len());
        for word in clause.words {
            let inside = word.text.strip_prefix(QUOTE);
            let inside = inside.and_then(|inside| inside.strip_suffix(QUOTE));
            let inside = inside.ok_or_else(|| {
                word.error(message!(
                    "expected games in quotation marks, {sign} between them: {example}",
                    "此处应为引号中的游戏，以 {sign} 隔开：{example}",
                    sign = kind.sign(),
                    example = kind.listing().example
                ))
            })?;
            let at = word.at + QUOTE.len_utf8();
            let word = Word { text: inside, at };
            positions.push(games_of(&word, kind, clause.catalogue)?);
        }
        Ok((Compound(kind), positions))
    }
    fn head(&self) -> String {
        self.0.listing().name.to_owned()
    }
    fn write(&self, position: &Games) -> String {
        format!("{QUOTE}{}{QUOTE}", position.text)
    }
}

#[cfg(test)]
mod tests;
