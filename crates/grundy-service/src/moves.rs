//! Every move of a position, what a page or a terminal needs to draw it and to play it: `grundy.moves/1`.

use grundy::scene::{Cell, Clicks, Inset, Scene};
use grundy::{Budget, Game, Lang, Mark, Outcome};
use grundy_play::{Board, Chosen, layout};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;

use crate::json::{self, Digits, Fixed, Sentence};
use crate::solve::Position;
use crate::{Failure, Refused, Sink, play, stopped};

/// The name and version of the schema.
pub const SCHEMA: &str = "grundy.moves/1";

/// A question for the moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// How the machine chooses a move, if it shall.
    #[serde(default)]
    pub choose: Option<Opponent>,
    /// The number of a move, to be commented on.
    #[serde(default)]
    pub played: Option<usize>,
}

/// How the machine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// How many of a hundred moves are errors.
    #[serde(default)]
    pub errs: u8,
    /// The seed of its choices.
    #[serde(default)]
    pub seed: u64,
}

/// The moves of a position.
#[derive(Debug)]
pub struct Response {
    /// The position.
    pub board: Board,
    /// The machine's choice, where it was asked for.
    pub chosen: Option<Chosen>,
    /// The number of the move to be commented on.
    pub played: Option<usize>,
    /// Where the position was asked for by a rule: what comes before it in the notation.
    pub head: Option<String>,
}

impl Request {
    /// Finds the moves.
    ///
    /// # Errors
    /// That there is no such position or no move of the number, or that somebody stopped it.
    pub fn run(&self, budget: &Budget, sink: &mut dyn Sink) -> Result<Response, Failure> {
        let (game, ruled) = self.position.read(budget, sink)?;
        let own = game.parts().first().filter(|_| ruled.is_some());
        let head = own.map(|part| part.rules.head().to_owned());
        let board = Board::new(&game, play(self.position.misere), budget);
        if let Some(number) = self.played.filter(|&played| played >= board.moves.len()) {
            let count = board.moves.len();
            return Err(Refused::NoSuchMove { number, count }.into());
        }
        let chosen = self.choose;
        let chosen = chosen.and_then(|how| board.choose(how.errs, how.seed));
        if stopped(budget) {
            return Err(Failure::Interrupted);
        }
        Ok(Response {
            chosen,
            board,
            played: self.played,
            head,
        })
    }
}

/// A position as it would be asked for: behind a rule, without the `head` that the rule has in the notation.
pub fn asked(game: &Game, head: Option<&str>) -> String {
    let text = game.to_string();
    if head == Some(&text)
        && let Some(nothing) = nothing(game)
    {
        return nothing;
    }
    match head.and_then(|head| text.strip_prefix(head)) {
        Some(rest) if rest.starts_with(' ') => rest.trim_start().to_owned(),
        _ => text,
    }
}

/// The position at zero, where nobody can move: what a rule reads in place of no position at all.
fn nothing(game: &Game) -> Option<String> {
    let rules = &game.parts().first()?.rules;
    let zeros = vec![0; rules.coordinates()];
    let steps = rules.at(&zeros)?.steps(1).ok()?;
    let written: Vec<String> = zeros.iter().map(u64::to_string).collect();
    steps.is_empty().then(|| written.join(","))
}

impl Response {
    /// A position as it would be asked for.
    pub fn asked(&self, game: &Game) -> String {
        asked(game, self.head.as_deref())
    }

    /// The JSON document of the schema, one line with its line end.
    pub fn json(&self, lang: Lang) -> String {
        let board = &self.board;
        let places = board.places.iter().enumerate();
        let moves = board.moves.iter();
        let wins = |number: usize| board.moves[number].wins;
        let comment = |played| board.comment(played).map(|message| message.render(lang));
        json::line(&Document {
            schema: SCHEMA,
            game: self.asked(&board.game),
            play: board.play.word(),
            outcome: board.answer.outcome.map(Outcome::letter),
            value: Digits::of(board.answer.value.as_ref()),
            over: board.is_over(),
            complete: board.complete,
            components: places
                .map(|(component, place)| Component {
                    component,
                    game: &place.game,
                    value: Digits::of(place.value.as_ref()),
                    scene: Picture::of(&place.scene),
                })
                .collect(),
            moves: moves
                .map(|mv| Move {
                    component: mv.component,
                    from: &board.places[mv.component].game,
                    r#move: Sentence(&mv.message, lang),
                    to: &mv.to,
                    game: self.asked(&mv.game),
                    wins: mv.wins,
                    after: mv.after.map(Outcome::letter),
                    clicks: mv.clicks.iter().map(clicks).collect(),
                })
                .collect(),
            chosen: self.chosen.map(|chosen| Choice {
                number: chosen.number,
                wins: wins(chosen.number),
                erred: chosen.erred,
            }),
            played: self.played.map(|number| Played {
                number,
                wins: wins(number),
                said: comment(number),
            }),
        })
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    game: String,
    play: &'static str,
    outcome: Option<&'static str>,
    value: Option<Digits<'a>>,
    over: bool,
    complete: bool,
    components: Vec<Component<'a>>,
    moves: Vec<Move<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Played>,
}

#[derive(Serialize)]
struct Component<'a> {
    component: usize,
    game: &'a str,
    value: Option<Digits<'a>>,
    scene: Picture<'a>,
}

#[derive(Serialize)]
struct Move<'a> {
    component: usize,
    from: &'a str,
    r#move: Sentence<'a>,
    to: &'a [String],
    game: String,
    wins: Option<bool>,
    after: Option<&'static str>,
    clicks: Vec<Vec<Click<'a>>>,
}

#[derive(Serialize)]
struct Choice {
    number: usize,
    wins: Option<bool>,
    erred: bool,
}

#[derive(Serialize)]
struct Played {
    number: usize,
    wins: Option<bool>,
    said: Option<String>,
}

/// What is clicked, as it is written.
struct Click<'a>(&'a Mark);

impl Serialize for Click<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

fn clicks(clicks: &Clicks) -> Vec<Click<'_>> {
    clicks.iter().map(Click).collect()
}

/// A scene, with the places of a graph's vertices.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Picture<'a> {
    Heap {
        count: u64,
    },
    Row {
        count: u64,
    },
    Ring {
        count: u64,
    },
    Heaps {
        counts: Vec<u64>,
    },
    Piece {
        piece: &'static str,
        at: [u64; 2],
        size: [u64; 2],
    },
    Strip {
        cells: Vec<StripCell>,
    },
    Board {
        width: usize,
        height: usize,
        cells: Vec<Cow<'static, str>>,
    },
    Graph {
        vertices: Vec<Vertex<'a>>,
        edges: Vec<Edge>,
    },
    Several {
        scenes: Vec<Inner<'a>>,
    },
    Text,
}

/// One of several scenes.
#[derive(Serialize)]
struct Inner<'a> {
    label: &'a str,
    #[serde(flatten)]
    scene: Picture<'a>,
}

#[derive(Serialize)]
struct StripCell {
    mark: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

#[derive(Serialize)]
struct Vertex<'a> {
    label: &'a str,
    x: Fixed<4>,
    y: Fixed<4>,
    mark: &'static str,
}

#[derive(Serialize)]
struct Edge {
    from: usize,
    to: usize,
    directed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    gone: bool,
}

impl Picture<'_> {
    fn of(scene: &Scene) -> Picture<'_> {
        match scene {
            Scene::Heap(count) => Picture::Heap { count: *count },
            Scene::Row(count) => Picture::Row { count: *count },
            Scene::Ring(count) => Picture::Ring { count: *count },
            Scene::Heaps(counts) => Picture::Heaps {
                counts: counts.clone(),
            },
            Scene::Piece { piece, at } => Picture::Piece {
                piece: piece.word(),
                at: [at.0, at.1],
                size: [at.0.max(7) + 1, at.1.max(7) + 1],
            },
            Scene::Strip(cells) => Picture::Strip {
                cells: cells.iter().map(strip_cell).collect(),
            },
            Scene::Board { width, squares } => Picture::Board {
                width: *width,
                height: squares.len() / (*width).max(1),
                cells: squares.iter().map(|square| square.word()).collect(),
            },
            Scene::Graph { vertices, edges } => {
                let places = layout::places(vertices, edges);
                let vertices = vertices.iter().zip(places);
                Picture::Graph {
                    vertices: vertices
                        .map(|(dot, (x, y))| Vertex {
                            label: &dot.label,
                            x: Fixed(x),
                            y: Fixed(y),
                            mark: dot.mark.word(),
                        })
                        .collect(),
                    edges: edges
                        .iter()
                        .map(|line| Edge {
                            from: line.from,
                            to: line.to,
                            directed: line.directed,
                            count: line.count,
                            gone: line.gone,
                        })
                        .collect(),
                }
            }
            Scene::Several(insets) => Picture::Several {
                scenes: insets.iter().map(Inner::of).collect(),
            },
            _ => Picture::Text,
        }
    }
}

impl Inner<'_> {
    fn of(inset: &Inset) -> Inner<'_> {
        Inner {
            label: &inset.label,
            scene: Picture::of(&inset.scene),
        }
    }
}

fn strip_cell(cell: &Cell) -> StripCell {
    let count = match cell {
        Cell::Stack(count) | Cell::Number(count) => Some(*count),
        _ => None,
    };
    StripCell {
        mark: cell.word(),
        count,
    }
}
