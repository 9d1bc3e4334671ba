//! A position as it is drawn on a table: stones, pins, coins, boards and graphs, one component beside the other.
//!
//! What is drawn of a component knows where its elements lie, so that moves can be [marked](super::marked) on it by what is clicked to
//! make them, whatever the game.

use std::collections::HashMap;
use std::fmt::Write;

use grundy::scene::{Cell, Dot, DotMark, Inset, Line, MOST_DRAWN, Mark, Piece, Scene, Square};
use grundy::{Component, Game};
use grundy_play::layout;

use crate::picture::svg::{begin, centred, escaped};
use crate::print::answer::written;
use crate::print::paint::{brief, width};

/// Most components drawn.
pub(super) const COMPONENTS: usize = 24;
/// Where a new row of components begins.
const ACROSS: usize = 900;
/// Most stones of a heap that are drawn one by one.
const STONES: u64 = 16;
/// Most squares of a board on each side.
const SIDE: u64 = 24;
/// The room of a stone, and of a square.
const ROOM: usize = 28;
/// Between components, and around them.
pub(super) const GAP: usize = 24;
/// The side of a graph's picture.
const GRAPH: usize = 240;

const STONE: &str = "#495057";
const WOOD: &str = "#e9c46a";
const DARK: &str = "#b08968";
const COIN: &str = "#f4a261";
const WHITE: &str = "#faf8f3";
pub(super) const INK: &str = "#212529";
const PALE: &str = "#ced4da";
const BAD: &str = "#c92a2a";
const GROUND: &str = "#2b8a3e";

/// A place in a picture: to the right, and down.
pub(super) type Point = (f64, f64);

/// A component's picture: its size, and what is drawn within.
pub(super) struct Block {
    width: usize,
    height: usize,
    pub(super) body: String,
    /// Where the elements lie that can be clicked: one point, or both ends of an edge.
    pub(super) spots: HashMap<Mark, Vec<Point>>,
}

/// The picture of a position.
pub(crate) fn scene(game: &Game) -> String {
    // A few options show whether heaps fall apart.
    let drawn = |component: &dyn Component| block(&component.drawn(256).scene, component);
    let blocks = game.components().take(COMPONENTS).map(drawn).collect();
    page(game, blocks, &Foot::default())
}

/// What stands under a picture.
#[derive(Default)]
pub(super) struct Foot {
    /// What is drawn, [`GAP`] from the left.
    pub(super) body: String,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// The components of a game side by side, in rows, each with what it is called.
pub(super) fn page(game: &Game, blocks: Vec<Block>, foot: &Foot) -> String {
    let names = game.components().map(|one| brief(&written(one), 40));
    let mut blocks: Vec<(Block, String)> = blocks.into_iter().zip(names).collect();
    let left_out = game.components().count() - blocks.len();
    if left_out > 0 {
        blocks.push((text(&format!("+ {left_out}")), String::new()));
    }
    let wide = |(block, name): &(Block, String)| block.width.max(8 * width(name));
    let (mut rows, mut across) = (vec![Vec::new()], GAP);
    for one in &blocks {
        if across > GAP && across + wide(one) > ACROSS {
            rows.push(Vec::new());
            across = GAP;
        }
        across += wide(one) + GAP;
        if let Some(row) = rows.last_mut() {
            row.push(one);
        }
    }
    let (mut body, mut top, mut whole) = (String::new(), GAP, foot.width + 2 * GAP);
    for row in rows {
        let high = row.iter().map(|(block, _)| block.height).max().unwrap_or(0);
        let mut left = GAP;
        for one in row {
            let (block, name) = one;
            let wide = wide(one);
            let _ = writeln!(
                body,
                "<g transform=\"translate({} {})\">\n{}</g>",
                left + (wide - block.width) / 2,
                top + high - block.height,
                block.body
            );
            centred(&mut body, left + wide / 2, top + high + 18, INK, name);
            left += wide + GAP;
        }
        whole = whole.max(left);
        top += high + 36 + GAP;
    }
    if !foot.body.is_empty() {
        let _ = writeln!(
            body,
            "<g transform=\"translate({GAP} {top})\">\n{}</g>",
            foot.body
        );
        top += foot.height;
    }
    let mut out = begin(
        whole.max(2 * GAP),
        top.max(2 * GAP),
        &brief(&game.to_string(), 80),
    );
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}

/// What is drawn of a component.
pub(super) fn block(scene: &Scene, component: &dyn Component) -> Block {
    match scene {
        Scene::Heap(heap) => heaps(&[*heap], |_, stone| Mark::Stone(stone)),
        Scene::Heaps(sizes) if sizes.len() <= 32 => heaps(sizes, Mark::Of),
        Scene::Row(pins) if *pins <= 60 => row(*pins),
        Scene::Ring(stones) if *stones <= 60 => ring(*stones),
        Scene::Piece { piece, at } if at.0.max(at.1) < SIDE => board_of(*piece, *at),
        Scene::Strip(cells) if cells.len() <= MOST_DRAWN => strip(cells),
        Scene::Board { width, squares } => board(*width, squares),
        Scene::Graph { vertices, edges } => graph(vertices, edges),
        Scene::Several(insets) => several(insets, component),
        _ => text(&brief(&component.position(), 60)),
    }
}

/// Pictures side by side, each with its label below.
fn several(insets: &[Inset], component: &dyn Component) -> Block {
    let blocks: Vec<Block> = (insets.iter())
        .map(|inset| block(&inset.scene, component))
        .collect();
    let highest = blocks.iter().map(|block| block.height).max().unwrap_or(0);
    let (mut body, mut spots, mut left) = (String::new(), HashMap::new(), 0);
    for (place, (block, inset)) in blocks.into_iter().zip(insets).enumerate() {
        let top = highest - block.height;
        let _ = writeln!(
            body,
            "<g transform=\"translate({left} {top})\">\n{}</g>",
            block.body
        );
        let middle = left + block.width / 2;
        centred(&mut body, middle, highest + 14, INK, &escaped(&inset.label));
        let moved = |(x, y): Point| (x + left as f64, y + top as f64);
        let within = |(mark, points): (Mark, Vec<Point>)| {
            (mark.within(place), points.into_iter().map(moved).collect())
        };
        spots.extend(block.spots.into_iter().map(within));
        left += block.width + GAP;
    }
    Block {
        width: left.saturating_sub(GAP),
        height: highest + 22,
        body,
        spots,
    }
}

/// What is only written.
fn text(written: &str) -> Block {
    let wide = 8 * width(written) + 16;
    let mut body = String::new();
    let _ = writeln!(
        body,
        "<text x=\"{}\" y=\"18\" text-anchor=\"middle\" font-family=\"monospace\" font-size=\"13\" fill=\"{INK}\">{}</text>",
        wide / 2,
        escaped(written)
    );
    Block {
        width: wide,
        height: ROOM,
        body,
        spots: HashMap::new(),
    }
}

/// A place in whole pixels.
fn point(x: usize, y: usize) -> Vec<Point> {
    vec![(x as f64, y as f64)]
}

fn disc(body: &mut String, x: usize, y: usize, radius: usize, fill: &str) {
    let _ = writeln!(
        body,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"
    );
}

/// A stone of one of two sides; its rim shows a white one on white.
fn stone(body: &mut String, x: usize, y: usize, radius: usize, white: bool) {
    let fill = if white { WHITE } else { INK };
    let _ = writeln!(
        body,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\"/>"
    );
}

fn square(body: &mut String, x: usize, y: usize, fill: &str) {
    let _ = writeln!(
        body,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{ROOM}\" height=\"{ROOM}\" fill=\"{fill}\" stroke=\"{DARK}\"/>"
    );
}

/// Stones on top of each other, in heaps side by side; of large heaps the number.
fn heaps(sizes: &[u64], mark: impl Fn(usize, u64) -> Mark) -> Block {
    let shown = |size: u64| usize::try_from(size.min(STONES)).unwrap_or(0);
    let highest = sizes
        .iter()
        .map(|&size| shown(size))
        .max()
        .unwrap_or(0)
        .max(1);
    let (step, height) = (14, 14 * highest + 24);
    let (mut body, mut spots) = (String::new(), HashMap::new());
    for (place, &size) in sizes.iter().enumerate() {
        let middle = place * 2 * ROOM + ROOM;
        for stone in 0..shown(size) {
            let y = height - 10 - stone * step;
            spots.insert(mark(place, stone as u64), point(middle, y));
            let _ = writeln!(
                body,
                "<ellipse cx=\"{middle}\" cy=\"{y}\" rx=\"20\" ry=\"8\" fill=\"{STONE}\" stroke=\"#ffffff\"/>"
            );
        }
        if size > STONES {
            centred(&mut body, middle, 6, INK, &format!("⋮ {size}"));
        }
    }
    let width = sizes.len().max(1) * 2 * ROOM;
    let _ = writeln!(
        body,
        "<path d=\"M0 {height}H{width}\" stroke=\"{DARK}\" stroke-width=\"2\"/>"
    );
    Block {
        width,
        height: height + 2,
        body,
        spots,
    }
}

/// Pins side by side.
fn row(pins: u64) -> Block {
    let pins = usize::try_from(pins).unwrap_or(0);
    let (step, width) = (16, 16 * pins.max(1) + 8);
    let (mut body, mut spots) = (String::new(), HashMap::new());
    for pin in 0..pins {
        let x = pin * step + 12;
        spots.insert(Mark::Stone(pin as u64), point(x, 24));
        spots.insert(Mark::Gap(pin as u64), point(x - step / 2, 24));
        disc(&mut body, x, 8, 5, COIN);
        let _ = writeln!(
            body,
            "<path d=\"M{} 34Q{x} 8 {} 34Z\" fill=\"{COIN}\"/>",
            x - 6,
            x + 6
        );
    }
    let _ = writeln!(
        body,
        "<path d=\"M0 36H{width}\" stroke=\"{DARK}\" stroke-width=\"2\"/>"
    );
    Block {
        width,
        height: 38,
        body,
        spots,
    }
}

/// Stones in a ring.
fn ring(stones: u64) -> Block {
    let around = f64::from(u32::try_from(stones).unwrap_or(1).max(1));
    let radius = (around * 18.0 / std::f64::consts::TAU).max(14.0);
    let side = 2 * radius.ceil() as usize + 24;
    let middle = side as f64 / 2.0;
    let (mut body, mut spots) = (String::new(), HashMap::new());
    for stone in 0..stones {
        let turn = stone as f64 / around * std::f64::consts::TAU;
        let (x, y) = (middle + radius * turn.sin(), middle - radius * turn.cos());
        spots.insert(Mark::Stone(stone), vec![(x, y)]);
        let _ = writeln!(
            body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{STONE}\"/>"
        );
    }
    Block {
        width: side,
        height: side,
        body,
        spots,
    }
}

/// A piece on a board of which the corner 0,0 is at the bottom left.
fn board_of(piece: Piece, at: (u64, u64)) -> Block {
    let far = |coordinate: u64| usize::try_from(coordinate.max(7)).unwrap_or(7);
    let (last_x, last_y) = (far(at.0), far(at.1));
    let (mut body, mut spots) = (String::new(), HashMap::new());
    for y in 0..=last_y {
        for x in 0..=last_x {
            let fill = if (x + y) % 2 == 0 { DARK } else { WOOD };
            let (left, top) = (x * ROOM, (last_y - y) * ROOM);
            square(&mut body, left, top, fill);
            let mark = Mark::Square(x as u64, y as u64);
            spots.insert(mark, point(left + ROOM / 2, top + ROOM / 2));
        }
    }
    let sign = match piece {
        Piece::Queen => "♛",
        Piece::Rook => "♜",
        Piece::Bishop => "♝",
        Piece::Knight => "♞",
        Piece::King => "♚",
        Piece::Token => "●",
    };
    let place = |coordinate: u64| usize::try_from(coordinate).unwrap_or(0);
    let (x, y) = (
        place(at.0) * ROOM + ROOM / 2,
        (last_y - place(at.1)) * ROOM + ROOM / 2,
    );
    let _ = writeln!(
        body,
        "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" font-size=\"22\" text-anchor=\"middle\" fill=\"{INK}\">{sign}</text>"
    );
    Block {
        width: (last_x + 1) * ROOM,
        height: (last_y + 1) * ROOM,
        body,
        spots,
    }
}

/// Squares in a row, in lines of 24, with what lies on them.
fn strip(cells: &[Cell]) -> Block {
    const LINE: usize = 24;
    let (mut body, mut spots) = (String::new(), HashMap::new());
    for (place, cell) in cells.iter().enumerate() {
        let (x, y) = (place % LINE * ROOM, place / LINE * (ROOM + 14));
        square(&mut body, x, y, "#ffffff");
        let (middle, down) = (x + ROOM / 2, y + ROOM / 2);
        spots.insert(Mark::Cell(place as u64), point(middle, down));
        let written = match cell {
            Cell::Empty => None,
            Cell::Coin | Cell::Heads => Some((COIN, String::new())),
            Cell::Tails => Some((PALE, String::new())),
            Cell::Dollar => Some((WOOD, "$".to_owned())),
            Cell::White | Cell::Black => {
                stone(&mut body, middle, down, 10, *cell == Cell::White);
                None
            }
            Cell::Stack(coins) => Some((COIN, coins.to_string())),
            Cell::Number(number) => {
                centred(&mut body, middle, down, INK, &number.to_string());
                None
            }
            Cell::Letter(letter) => {
                centred(&mut body, middle, down, INK, &escaped(&letter.to_string()));
                None
            }
        };
        if let Some((fill, sign)) = written {
            disc(&mut body, middle, down, 10, fill);
            centred(&mut body, middle, down, INK, &sign);
        }
        let _ = writeln!(
            body,
            "<text x=\"{middle}\" y=\"{}\" font-size=\"9\" text-anchor=\"middle\" fill=\"#868e96\">{place}</text>",
            y + ROOM + 10
        );
    }
    Block {
        width: cells.len().clamp(1, LINE) * ROOM,
        height: cells.len().max(1).div_ceil(LINE) * (ROOM + 14),
        body,
        spots,
    }
}

/// Squares in rows, the lowest first.
fn board(width: usize, squares: &[Square]) -> Block {
    let high = squares.len().div_ceil(width.max(1));
    let (mut body, mut spots) = (String::new(), HashMap::new());
    for (place, one) in squares.iter().enumerate() {
        let (column, row) = (place % width.max(1), place / width.max(1));
        let (x, y) = (column * ROOM, (high - 1 - row) * ROOM);
        let mark = Mark::Square(column as u64, row as u64);
        spots.insert(mark, point(x + ROOM / 2, y + ROOM / 2));
        match one {
            Square::Full => square(&mut body, x, y, WOOD),
            Square::Free => square(&mut body, x, y, "#ffffff"),
            Square::Covered => {
                square(&mut body, x, y, "#ffffff");
                let (x, y, side) = (x + ROOM / 8, y + ROOM / 8, ROOM * 3 / 4);
                let _ = writeln!(
                    body,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"3\" fill=\"{DARK}\"/>"
                );
            }
            Square::Heads | Square::Tails | Square::Counter => {
                square(&mut body, x, y, "#ffffff");
                let fill = if *one == Square::Tails { PALE } else { COIN };
                disc(&mut body, x + ROOM / 2, y + ROOM / 2, 10, fill);
            }
            Square::Queen => {
                square(&mut body, x, y, "#ffffff");
                centred(&mut body, x + ROOM / 2, y + ROOM / 2, INK, "♛");
            }
            Square::Poison => {
                square(&mut body, x, y, WOOD);
                centred(&mut body, x + ROOM / 2, y + ROOM / 2, BAD, "☠");
            }
            Square::White | Square::Black => {
                square(&mut body, x, y, "none");
                let (x, y, radius) = (x + ROOM / 2, y + ROOM / 2, ROOM * 2 / 5);
                stone(&mut body, x, y, radius, *one == Square::White);
            }
            Square::Letter(_) | Square::Toad | Square::Frog | Square::Elephant | Square::Rhino => {
                square(&mut body, x, y, "#ffffff");
                let letter: String = one.letter().into_iter().collect();
                let letter = escaped(&letter);
                centred(&mut body, x + ROOM / 2, y + ROOM / 2, INK, &letter);
            }
            Square::Gone => {
                let _ = writeln!(
                    body,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{ROOM}\" height=\"{ROOM}\" fill=\"none\" stroke=\"{PALE}\" stroke-dasharray=\"3\"/>"
                );
            }
        }
    }
    Block {
        width: width.max(1) * ROOM,
        height: high.max(1) * ROOM,
        body,
        spots,
    }
}

/// Vertices and edges, the token in a colour of its own.
fn graph(vertices: &[Dot], edges: &[Line]) -> Block {
    let side = GRAPH + 6 * vertices.len().min(60);
    let inner = (side - 40) as f64;
    let places: Vec<(f64, f64)> = layout::places(vertices, edges)
        .into_iter()
        .map(|(x, y)| (20.0 + x * inner, 20.0 + y * inner))
        .collect();
    let (mut body, mut spots) = (String::new(), HashMap::new());
    for (number, edge) in edges.iter().enumerate() {
        let (Some(&from), Some(&to)) = (places.get(edge.from), places.get(edge.to)) else {
            continue;
        };
        spots.insert(Mark::Edge(number), vec![from, to]);
        line(&mut body, edge, from, to);
    }
    for (number, (vertex, &(x, y))) in vertices.iter().zip(&places).enumerate() {
        spots.insert(Mark::Vertex(number), vec![(x, y)]);
        let fill = match vertex.mark {
            DotMark::Plain | DotMark::Spot => STONE,
            DotMark::Token => BAD,
            DotMark::Ground => GROUND,
            DotMark::Gone => PALE,
        };
        let _ = writeln!(
            body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{fill}\"/>\n<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"{INK}\">{}</text>",
            x + 9.0,
            y - 7.0,
            escaped(&brief(&vertex.label, 16))
        );
    }
    Block {
        width: side,
        height: side,
        body,
        spots,
    }
}

fn line(body: &mut String, edge: &Line, from: (f64, f64), to: (f64, f64)) {
    let stroke = if edge.gone { PALE } else { INK };
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        // From a vertex to itself.
        let _ = writeln!(
            body,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"10\" fill=\"none\" stroke=\"{stroke}\"/>",
            from.0,
            from.1 - 10.0
        );
        return;
    }
    // Beside the straight line, so that two ways between two vertices are seen apart.
    let bend = if edge.directed { 0.12 } else { 0.0 };
    let (middle_x, middle_y) = (from.0 + dx / 2.0 - dy * bend, from.1 + dy / 2.0 + dx * bend);
    let _ = writeln!(
        body,
        "<path d=\"M{:.1} {:.1}Q{middle_x:.1} {middle_y:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>",
        from.0, from.1, to.0, to.1
    );
    if edge.directed {
        let (ax, ay) = (to.0 - middle_x, to.1 - middle_y);
        let far = ax.hypot(ay).max(1.0);
        let (ux, uy) = (ax / far, ay / far);
        let (tip_x, tip_y) = (to.0 - 8.0 * ux, to.1 - 8.0 * uy);
        let corner = |side: f64| {
            (
                tip_x - 9.0 * ux - side * 4.0 * uy,
                tip_y - 9.0 * uy + side * 4.0 * ux,
            )
        };
        let (one, other) = (corner(1.0), corner(-1.0));
        let _ = writeln!(
            body,
            "<path d=\"M{tip_x:.1} {tip_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{stroke}\"/>",
            one.0, one.1, other.0, other.1
        );
    }
    if let Some(count) = edge.count {
        let _ = writeln!(
            body,
            "<text x=\"{middle_x:.1}\" y=\"{middle_y:.1}\" font-size=\"11\" fill=\"{INK}\">{count}</text>"
        );
    }
}

#[cfg(test)]
mod tests {
    use grundy::rulesets::CATALOGUE;

    use super::*;

    /// The pictures within a compound's.
    fn within(scene: &Scene) -> usize {
        match scene {
            Scene::Several(insets) => insets.iter().map(|inset| 1 + within(&inset.scene)).sum(),
            _ => 0,
        }
    }

    #[test]
    fn every_game_of_the_catalogue_is_drawn() {
        let mut drawn = 0;
        for listing in CATALOGUE {
            let Ok(game) = listing.example.parse::<Game>() else {
                continue;
            };
            let picture = scene(&game);
            assert!(
                picture.starts_with("<svg") && picture.ends_with("</svg>\n"),
                "{game}"
            );
            let opened = picture.matches("<g ").count();
            assert_eq!(opened, picture.matches("</g>").count(), "{game}");
            let shown = game.components().take(COMPONENTS);
            let pictures = shown.map(|component| 1 + within(&component.drawn(256).scene));
            assert_eq!(opened, pictures.sum::<usize>(), "{game}");
            drawn += 1;
        }
        assert!(drawn > 50);
    }

    #[test]
    fn large_positions_stay_small_pictures() {
        for text in [
            "nim 1000000000000000000000000000000 5",
            "nim 3 5 7 9 11 2 4 6 8 10 3 5 7 9 11 2 4 6 8 10 1 2 3 4 5 6 7 8",
            "kayles 10000",
            "wythoff 100000,5",
            "nim",
        ] {
            let picture = scene(&text.parse().expect(text));
            assert!(picture.len() < 60_000, "{text}: {}", picture.len());
        }
        // Of five stones, five are drawn.
        let picture = scene(&"nim 5".parse().expect("a game"));
        assert_eq!(picture.matches("<ellipse").count(), 5);
    }
}
