//! Turning coins on a board without end: the product of two games of turning coins, and their acrostic.
//!
//! In the *product* of two games a move chooses squares that may be turned together in the first and squares that may be turned together in the
//! second, and turns all coins at a column of the first kind and a row of the second; the one in the last of the columns and the last of the rows goes
//! from heads to tails. The Tartan theorem (Berlekamp, Conway and Guy 1982, chapter 14): a head at (x, y) is worth the nim product of what the heads at x
//! and at y are worth in the two games. Twins times Twins is Turning Corners, by which Conway defines the nim product; Ruler times Ruler is Rugs.
//!
//! In the *acrostic* of two games a move of the first is made within one row, or one of the second within one column. A head of Acrostic Twins
//! at (x, y) is worth x ⊕ y (Ferguson, *Game Theory*, part I, chapter 5), and, by the same induction with all values one higher, one of
//! Acrostic Turtles (x ⊕ y) + 1; others are worked out.
//!
//! As in a row, a board is worth the nim-sum of its heads, since turning a coin twice is not turning it.
//!
//! ```
//! use grundy::{solve, Game, Play};
//! let value = |text: &str| solve(&text.parse::<Game>().unwrap(), Play::Normal).value.unwrap().to_string();
//! assert_eq!((value("tartan:twins,twins 3,5"), value("acrostic:twins,twins 3,5")), ("15".into(), "6".into()));
//! ```

use std::collections::BTreeSet;

use crate::coins::{Together, count, formula, singles, turns};
use crate::component::{self, Part};
use crate::message;
use crate::nimber::{Mex, Nimber};
use crate::notation::{Clause, Listing, Notation, ParseError, Word, only_by_name};
use crate::number::Natural;
use crate::number::product::small_product;
use crate::ruleset::{Capabilities, Options, Ruleset, Stop, ValueTheorem};
use crate::scene::{Clicks, Draw, MOST_DRAWN, Mark, Scene, Square};
use crate::text::{Message, Text, all_of};

/// Two games of turning coins on a board. A position is the columns and rows of the heads, from 0 and ascending.
#[derive(Clone, Debug)]
pub struct Tartan {
    listing: &'static Listing,
    /// The game of the columns, and that of the rows.
    games: [Together; 2],
    values: Values,
}

/// What single heads are worth.
#[derive(Clone, Debug)]
enum Values {
    /// The nim product of what is told for columns and rows.
    Product([Vec<u64>; 2]),
    /// In rows of so many columns, as far as worked out.
    Worked { columns: usize, values: Vec<u64> },
}

/// A head.
type Coin = (u64, u64);

const SOURCE: &str = "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 14";

/// The product in the catalogue.
pub static TARTAN: Listing = Listing {
    id: "A12",
    name: "tartan",
    aliases: &[],
    title: Text::new("Products of coin-turning games", "翻硬币游戏之积"),
    rule: Text {
        en: "On a board, choose columns as in the first game of turning coins and rows as in the second, and turn the coins where they cross, the last of them from heads to tails.",
        zh: "在棋盘上按第一种翻硬币游戏选若干列，按第二种选若干行，翻转交叉处的硬币，其中位于最后一列、最后一行的一枚须由正变反。",
    },
    form: Text::new(
        "tartan:GAME,GAME X,Y …, each GAME as behind coins: or twins, turtles, ruler, …",
        "tartan:GAME,GAME X,Y …，GAME 写法同 coins: 之后，或为 twins、turtles、ruler 等",
    ),
    example: "tartan:twins,ruler 1,2 3,3",
    source: SOURCE,
    theorems: &[],
    recognises: only_by_name,
    parse: |clause| parse(clause, &TARTAN),
};

/// The acrostic in the catalogue.
pub static ACROSTIC: Listing = Listing {
    id: "A12",
    name: "acrostic",
    aliases: &[],
    title: Text::new("Acrostic coin turning", "逐行或逐列翻硬币"),
    rule: Text {
        en: "On a board, turn coins of one row as in the first game of turning coins, or of one column as in the second, the last of them from heads to tails.",
        zh: "在棋盘上按第一种翻硬币游戏翻同一行的硬币，或按第二种翻同一列的硬币，其中最后一枚须由正变反。",
    },
    form: Text::new(
        "acrostic:GAME,GAME X,Y …, each GAME as behind coins: or twins, turtles, ruler, …",
        "acrostic:GAME,GAME X,Y …，GAME 写法同 coins: 之后，或为 twins、turtles、ruler 等",
    ),
    example: "acrostic:twins,twins 1,2 3,3",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 14; T. S. Ferguson, Game Theory, part I, chapter 5",
    theorems: &[],
    recognises: only_by_name,
    parse: |clause| parse(clause, &ACROSTIC),
};

/// Farthest columns and rows.
const FARTHEST: u64 = 1 << 62;

/// Steps for the values of single heads of an acrostic.
const STEPS: u64 = 1 << 22;

/// Games that have a name of their own.
const NAMES: [(&str, Together); 7] = [
    ("turtles", Together::Count(1, 2)),
    ("mock-turtles", Together::Count(1, 3)),
    ("twins", Together::Count(2, 2)),
    ("triplets", Together::Count(3, 3)),
    ("ruler", Together::ANY_RUN),
    ("moebius", Together::Count(1, 5)),
    ("mogul", Together::Count(1, 7)),
];

fn read_game(word: &Word<'_>) -> Result<Together, ParseError> {
    match NAMES.iter().find(|(name, _)| *name == word.text) {
        Some(&(_, game)) => Ok(game),
        None => Together::read(word),
    }
}

fn write_game(game: Together) -> String {
    match NAMES.iter().find(|(_, named)| *named == game) {
        Some((name, _)) => (*name).to_owned(),
        None => game.write(),
    }
}

fn parse(clause: &Clause<'_>, listing: &'static Listing) -> Result<Part, ParseError> {
    let parameters = clause.needs_parameters()?;
    let (first, second) = parameters.cut(',');
    let games = match second {
        Some(second) => [read_game(&first)?, read_game(&second)?],
        None => {
            return Err(parameters.error(message!(
                "expected two games, that of the columns and that of the rows: {form}",
                "此处应为两种游戏，分别用于列与行：{form}",
                form = &listing.form
            )));
        }
    };
    let mut heads: Vec<(Coin, Word<'_>)> = Vec::new();
    for word in clause.words {
        let (x, Some(y)) = word.cut(',') else {
            // The error for what is no pair.
            word.pair()?;
            continue;
        };
        heads.push((
            (x.number_below(FARTHEST)?, y.number_below(FARTHEST)?),
            *word,
        ));
    }
    heads.sort_by_key(|&(head, _)| head);
    if let Some(pair) = heads.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let (x, y) = pair[0].0;
        return Err(pair[1].1.error(message!(
            "two coins at {x},{y}",
            "{x},{y} 处有两枚硬币",
            x = x,
            y = y
        )));
    }
    let heads: Box<[Coin]> = heads.into_iter().map(|(head, _)| head).collect();
    let far = |of: fn(&Coin) -> u64| {
        heads
            .iter()
            .map(of)
            .max()
            .map_or(0, |last| last as usize + 1)
    };
    let far = [far(|head| head.0), far(|head| head.1)];
    let values = match listing.name {
        "tartan" => Values::Product([0, 1].map(|side| singles(games[side], far[side]))),
        _ => acrostic(games, far),
    };
    let rules = Tartan {
        listing,
        games,
        values,
    };
    Ok(component::encoded_part(rules, vec![heads]))
}

/// What single heads of an acrostic are worth, row by row as far as it goes: the least number that neither the rest of a turn in the row
/// nor one in the column is worth.
fn acrostic(games: [Together; 2], [columns, rows]: [usize; 2]) -> Values {
    let mut values: Vec<u64> = Vec::new();
    let (mut mex, mut steps) = (Mex::new(), 0);
    let is_told = told(games, (0, 0)).is_some() || columns as u64 > STEPS;
    'rows: for y in (0..rows).take_while(|_| !is_told) {
        for x in 0..columns {
            steps += 1 + count(games[0], &[x as u64]).saturating_add(count(games[1], &[y as u64]));
            if steps > STEPS {
                break 'rows;
            }
            mex.clear();
            for (side, right) in [x, y].into_iter().enumerate() {
                let value = |&square: &u64| match side {
                    0 => values[y * columns + square as usize],
                    _ => values[square as usize * columns + x],
                };
                let all = turns(games[side], right as u64, |turn| {
                    let others = turn[1..].iter().map(value);
                    let sum = others.fold(0, |sum, value| sum ^ value);
                    u32::try_from(sum).map(|sum| mex.insert(sum))
                });
                if all.is_err() {
                    break 'rows;
                }
            }
            values.push(mex.least_missing().into());
        }
    }
    Values::Worked { columns, values }
}

/// What is known of a single head of an acrostic by a formula.
fn told(games: [Together; 2], (x, y): Coin) -> Option<u64> {
    match games {
        [Together::Count(2, 2), Together::Count(2, 2)] => Some(x ^ y),
        [Together::Count(1, 2), Together::Count(1, 2)] => Some((x ^ y) + 1),
        _ => None,
    }
}

impl Tartan {
    fn is_product(&self) -> bool {
        matches!(self.values, Values::Product(_))
    }

    fn single(&self, head: Coin) -> Option<u128> {
        let (x, y) = head;
        match &self.values {
            Values::Product(values) => {
                let of = |side: usize, square: u64| {
                    formula(self.games[side], square).or_else(|| {
                        let place = usize::try_from(square).ok()?;
                        values[side].get(place).copied()
                    })
                };
                Some(small_product(of(0, x)?.into(), of(1, y)?.into()))
            }
            Values::Worked { columns, values } => {
                let worked = || {
                    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
                    let place = y.checked_mul(*columns)?.checked_add(x)?;
                    values.get(place).copied()
                };
                told(self.games, head).or_else(worked).map(u128::from)
            }
        }
    }

    /// How many moves there are, or the largest number there is.
    fn count(&self, heads: &[Coin]) -> u64 {
        heads.iter().fold(0, |all: u64, &(x, y)| {
            let (across, down) = (count(self.games[0], &[x]), count(self.games[1], &[y]));
            all.saturating_add(match self.is_product() {
                true => across.saturating_mul(down),
                false => across.saturating_add(down),
            })
        })
    }
}

/// What a move turns: these columns at these rows, the last of each first.
#[derive(Clone, Debug)]
pub struct Turned {
    columns: Vec<u64>,
    rows: Vec<u64>,
}

fn turned(heads: &[Coin], turn: &Turned) -> Box<[Coin]> {
    let mut left: BTreeSet<Coin> = heads.iter().copied().collect();
    for &x in &turn.columns {
        for &y in &turn.rows {
            if !left.remove(&(x, y)) {
                left.insert((x, y));
            }
        }
    }
    left.into_iter().collect()
}

impl Ruleset for Tartan {
    type Position = Box<[Coin]>;
    type Move = Turned;

    fn options(
        &self,
        heads: &Box<[Coin]>,
        options: &mut Options<Box<[Coin]>, Turned>,
    ) -> Result<(), Stop> {
        // Asked first, since options hold many heads each.
        if self.count(heads) > options.room() as u64 {
            return Err(Stop::Full);
        }
        let mut push = |columns: &[u64], rows: &[u64]| {
            let turn = Turned {
                columns: columns.to_vec(),
                rows: rows.to_vec(),
            };
            let to = turned(heads, &turn);
            options.push(turn, &[to])
        };
        let [across, down] = self.games;
        for &(x, y) in heads.iter() {
            match self.is_product() {
                true => turns(across, x, |columns| {
                    turns(down, y, |rows| push(columns, rows))
                })?,
                false => {
                    turns(across, x, |columns| push(columns, &[y]))?;
                    // One coin alone is one turn, whichever way it is looked at.
                    turns(down, y, |rows| match rows {
                        [_] if is_single(across) => Ok(()),
                        rows => push(&[x], rows),
                    })?;
                }
            }
        }
        Ok(())
    }

    fn describe(&self, _: &Box<[Coin]>, turn: &Turned) -> Message {
        let (columns, rows) = (all_of(&turn.columns), all_of(&turn.rows));
        let columns = match turn.columns.len() {
            1 => message!("column {all}", "第 {all} 列", all = columns),
            _ => message!("columns {all}", "第 {all} 列", all = columns),
        };
        let rows = match turn.rows.len() {
            1 => message!("row {all}", "第 {all} 行", all = rows),
            _ => message!("rows {all}", "第 {all} 行", all = rows),
        };
        message!(
            "turn {columns} in {rows}",
            "翻{rows}的{columns}",
            columns = columns,
            rows = rows
        )
    }

    /// What an option may hold: the heads with what a move adds, and the move itself.
    fn heap_bytes(&self, heads: &Box<[Coin]>) -> u64 {
        let most = |game: Together, far: u64| match game {
            Together::Count(_, most) | Together::Spaced(most) => (far + 1).min(most as u64),
            Together::Run(most) => (far + 1).min(most),
            Together::Symmetric => far + 1,
        };
        let sides = heads
            .iter()
            .map(|&(x, y)| (most(self.games[0], x), most(self.games[1], y)));
        let held =
            sides.map(|(across, down)| across.saturating_mul(down).saturating_add(across + down));
        let held = held.max().unwrap_or(0).saturating_add(heads.len() as u64);
        // Far more than anybody has, and far from overflow.
        16 * held.min(1 << 48)
    }

    fn capabilities(&self) -> Capabilities<'_, Tartan> {
        Capabilities {
            values: Some(self),
            drawn: Some(self),
            ..Capabilities::NONE
        }
    }
}

impl Draw<Box<[Coin]>, Turned> for Tartan {
    /// The board goes as far as they do.
    fn scene(&self, heads: &Box<[Coin]>) -> Option<Scene> {
        let far = |of: fn(&Coin) -> u64| 1 + heads.iter().map(of).max().unwrap_or(0);
        let (width, height) = (far(|head| head.0), far(|head| head.1));
        let count = width
            .checked_mul(height)
            .filter(|&count| count <= MOST_DRAWN as u64)?;
        let mut squares = vec![Square::Tails; count as usize];
        for &(x, y) in heads.iter() {
            squares[(y * width + x) as usize] = Square::Heads;
        }
        // At most as many columns as squares.
        let width = width as usize;
        Some(Scene::Board { width, squares })
    }

    /// The coins that are turned, the last first.
    fn clicks(&self, _: &Box<[Coin]>, turn: &Turned, _: &[Box<[Coin]>]) -> Vec<Clicks> {
        let row = |&x: &u64| turn.rows.iter().map(move |&y| Mark::Square(x, y));
        vec![turn.columns.iter().flat_map(row).collect()]
    }
}

/// Whether a coin may be turned alone.
fn is_single(game: Together) -> bool {
    match game {
        Together::Count(least, most) => least == 1 && most >= 1,
        Together::Run(_) | Together::Symmetric => true,
        Together::Spaced(_) => false,
    }
}

impl ValueTheorem<Box<[Coin]>> for Tartan {
    fn value(&self, heads: &Box<[Coin]>) -> Option<Nimber> {
        let sum = heads
            .iter()
            .try_fold(0u128, |sum, &head| Some(sum ^ self.single(head)?))?;
        Some(Nimber(Natural::from(sum)))
    }

    fn because(&self, heads: &Box<[Coin]>) -> Message {
        let shown = heads.iter().take(12).filter_map(|&head| self.single(head));
        let mut values: Vec<String> = shown.map(|value| value.to_string()).collect();
        if heads.len() > 12 {
            values.push("…".to_owned());
        }
        let values = match values.is_empty() {
            true => "0".to_owned(),
            false => values.join(" ⊕ "),
        };
        match self.is_product() {
            true => message!(
                "the Tartan theorem: each head is worth the nim product of its column's and its row's value, the board their nim-sum: {values}",
                "Tartan 定理：每个正面值为其列值与行值的尼姆积，整个棋盘为各值的异或和：{values}",
                values = values
            ),
            false => message!(
                "the value of a board is the nim-sum of the values of its heads, each alone: {values}",
                "棋盘的 SG 值等于各正面硬币单独时 SG 值的异或和：{values}",
                values = values
            ),
        }
    }
}

impl Notation for Tartan {
    const SINGLE_COMPONENT: bool = true;

    fn listing(&self) -> &'static Listing {
        self.listing
    }
    fn read(clause: &Clause<'_>) -> Result<(Tartan, Vec<Box<[Coin]>>), ParseError> {
        // Each game has a reader of its own, in its listing.
        Err(clause.name.error(message!(
            "expected a game of turning coins",
            "此处应为翻硬币游戏"
        )))
    }
    fn head(&self) -> String {
        let [across, down] = self.games.map(write_game);
        format!("{}:{across},{down}", self.listing.name)
    }
    fn write(&self, heads: &Box<[Coin]>) -> String {
        let heads: Vec<String> = heads.iter().map(|(x, y)| format!("{x},{y}")).collect();
        heads.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::quotient::Play;

    const GAMES: [&str; 8] = [
        "twins",
        "turtles",
        "mock-turtles",
        "ruler",
        "run-2",
        "spaced-3",
        "symmetric",
        "2-3",
    ];

    fn rules(text: &str, heads: &str) -> grundy::Game {
        format!("{text} {heads}").parse().expect(text)
    }

    /// All boards of three by three, against search that knows only the rules, for pairs of games.
    #[test]
    fn theorems_agree_with_search() {
        for listing in [&TARTAN, &ACROSTIC] {
            for (place, across) in GAMES.into_iter().enumerate() {
                // A third of the pairs.
                for down in GAMES.into_iter().skip(2 * place % 3).step_by(3) {
                    let games = [across, down]
                        .map(|text| read_game(&Word { text, at: 0 }).expect("a game"));
                    let far = [3, 3];
                    let values = match listing.name {
                        "tartan" => Values::Product([0, 1].map(|side| singles(games[side], 3))),
                        _ => acrostic(games, far),
                    };
                    let rules = Tartan {
                        listing,
                        games,
                        values,
                    };
                    let boards = (0u32..1 << 9).step_by(3).map(|board| {
                        let heads = (0u64..9).filter(|place| board >> place & 1 == 1);
                        let mut heads: Vec<Coin> =
                            heads.map(|place| (place / 3, place % 3)).collect();
                        heads.sort_unstable();
                        heads.into()
                    });
                    oracle::values(&rules, boards.collect::<Vec<Box<[Coin]>>>());
                }
            }
        }
    }

    #[test]
    fn whole_answers_agree_with_search() {
        for head in [
            "tartan:twins,twins",
            "tartan:ruler,ruler",
            "tartan:turtles,run-2",
            "acrostic:twins,twins",
            "acrostic:ruler,turtles",
        ] {
            oracle::both(&format!("{head} 1,2 2,1"));
            oracle::game(&format!("{head} 2,2 + nim 2"), Play::Normal);
            oracle::engines(&format!("{head} 1,1 2,0"), Play::Normal);
        }
    }

    /// Turning Corners is the nim product by definition; far heads by formula.
    #[test]
    fn far_heads() {
        let value = |text: &str| {
            let answer = grundy::solve(&text.parse().expect(text), Play::Normal);
            answer.value.map(|value| value.to_string())
        };
        for (text, expected) in [
            ("tartan:twins,twins 4,4", "6"),
            ("tartan:twins,twins 4294967296,4294967296", "6442450944"),
            ("tartan:ruler,ruler 3,3", "6"),
            ("acrostic:twins,twins 1000000000000,1", "1000000000001"),
            ("acrostic:turtles,turtles 5,5 7,7", "0"),
        ] {
            assert_eq!(value(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn text_reads_back_and_errors_have_a_place() {
        for (text, printed) in [
            ("tartan:2,run 3,1 0,2", "tartan:turtles,ruler 0,2 3,1"),
            (
                "acrostic:spaced-3,symmetric 1,1",
                "acrostic:spaced-3,symmetric 1,1",
            ),
            ("tartan:twins,2-4", "tartan:twins,2-4"),
        ] {
            let game: grundy::Game = text.parse().expect(text);
            assert_eq!(game.to_string(), printed);
            assert_eq!(printed.parse::<grundy::Game>().expect("reads back"), game);
        }
        let column = |text: &str| text.parse::<grundy::Game>().expect_err(text).column;
        assert_eq!(column("tartan:twins 1,1"), 8);
        assert_eq!(column("tartan:twins,cube 1,1"), 14);
        assert_eq!(column("tartan:twins,twins 1"), 20);
        assert_eq!(column("tartan:twins,twins 1,1 1,1"), 24);
        assert_eq!(column("tartan:twins,twins 1,x"), 22);
        let many = rules("tartan:ruler,ruler", "4000000000,4000000000");
        let mut solver = grundy::Solver::new().without(grundy::Engine::Theorem);
        assert_eq!(solver.solve(&many, Play::Normal).outcome, None);
    }
}
