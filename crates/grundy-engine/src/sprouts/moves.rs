//! The lines that can be drawn on a land.
//!
//! A line between two boundaries of a region makes one of them; a line from a boundary to itself cuts the region in two, and each other boundary comes to
//! lie on one side or the other. At both ends a corner becomes two.

use std::ops::ControlFlow;

use super::{LETTER, Land, STOP, TWO, WALL, settle};

/// A line that can be drawn. Regions, boundaries and spots are told by their places in the land as it is written, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The region.
    pub region: usize,
    /// Where it begins: the boundary, and the spot on it.
    pub from: (usize, usize),
    /// Where it ends.
    pub to: (usize, usize),
    /// Where it ends on the boundary on which it begins: the boundaries that come to lie on the side of the spots from the first to the second.
    pub aside: Vec<usize>,
}

/// One region with equal boundaries told together.
struct Region<'l> {
    /// Boundary, the place of the first of its kind, how many there are.
    kinds: Vec<(&'l [u8], usize, usize)>,
}

impl<'l> Region<'l> {
    fn new(boundaries: &[&'l [u8]]) -> Region<'l> {
        let mut kinds: Vec<(&[u8], usize, usize)> = Vec::with_capacity(boundaries.len());
        for (place, &boundary) in boundaries.iter().enumerate() {
            match kinds.last_mut() {
                Some((last, _, count)) if *last == boundary => *count += 1,
                _ => kinds.push((boundary, place, 1)),
            }
        }
        Region { kinds }
    }
}

/// What is drawn: tokens of the position that comes about.
struct Drawing<'l> {
    /// The land.
    tokens: &'l [u8],
    /// The region in which the line is.
    region: usize,
    /// The first letter that is free.
    fresh: u8,
    out: Vec<u8>,
}

/// What an end of a line makes of its spot.
#[derive(Clone, Copy)]
struct End {
    place: usize,
    /// What stands at the corners after it, if the spot still lives.
    left: Option<u8>,
    /// The letter that has no life any more.
    dead: u8,
}

/// No letter.
const NONE: u8 = 0;

impl End {
    /// The end of a line at a spot that has other lines; `letter` is what the spot is called where it needs one.
    fn new(boundary: &[u8], place: usize, letter: u8) -> End {
        let (left, dead) = match boundary[place] {
            0 => (Some(1), NONE),
            1 => (Some(letter), NONE),
            TWO => (None, NONE),
            dead => (None, dead),
        };
        End { place, left, dead }
    }
}

impl Drawing<'_> {
    /// Begins with all other regions.
    fn begin(&mut self, dead: [u8; 2]) {
        self.out.clear();
        let others = self.tokens.split_inclusive(|&token| token == WALL);
        for (place, other) in others.enumerate() {
            if place != self.region {
                self.living(other, dead);
            }
        }
    }

    fn living(&mut self, tokens: &[u8], dead: [u8; 2]) {
        let living = tokens
            .iter()
            .filter(|&&token| token < LETTER || !dead.contains(&token));
        self.out.extend(living);
    }

    /// A boundary from one place on, round to the other: both corners but what lies on them already.
    fn run(&mut self, boundary: &[u8], from: End, to: End, dead: [u8; 2]) {
        self.out.extend(from.left);
        let mut place = from.place;
        loop {
            place = (place + 1) % boundary.len();
            if place == to.place {
                break;
            }
            self.living(&boundary[place..=place], dead);
        }
        self.out.extend(to.left);
    }
}

/// About how many lines there are, as [`lines`] tells them.
pub(super) fn count(land: &Land) -> u32 {
    let mut count = 0u32;
    for boundaries in land.regions() {
        let region = Region::new(&boundaries);
        let (mut corners, mut sides) = (0u32, 1u32);
        for &(_, _, many) in &region.kinds {
            sides = sides.saturating_mul(many as u32 + 1);
        }
        for &(boundary, _, many) in &region.kinds {
            let spots = boundary.len() as u32;
            // With the corners of the kinds before, and with those of another of its kind.
            let again = if many > 1 { spots * (spots + 1) / 2 } else { 0 };
            count = count.saturating_add(spots * corners + again);
            corners += spots;
            let within = match boundary {
                [0] => 1,
                _ => spots * spots.saturating_sub(1) / 2,
            };
            let aside = sides / (many as u32 + 1) * many as u32;
            count = count.saturating_add(within.saturating_mul(aside));
        }
    }
    count.max(1)
}

/// Tells every line that can be drawn on a land and the lands that it leaves, until `visit` breaks. Lines that differ only in which
/// of equal boundaries they touch are told once.
pub fn lines<F, B>(land: &Land, mut visit: F) -> ControlFlow<B>
where
    F: FnMut(Line, &[Land]) -> ControlFlow<B>,
{
    let tokens = land.as_bytes();
    let letters = tokens
        .iter()
        .filter(|&&token| (LETTER..STOP).contains(&token));
    let fresh = letters.max().map_or(LETTER, |&most| most + 1);
    for (place, boundaries) in land.regions().enumerate() {
        let region = Region::new(&boundaries);
        let mut drawing = Drawing {
            tokens,
            region: place,
            fresh,
            out: Vec::with_capacity(tokens.len() + 8),
        };
        for one in 0..region.kinds.len() {
            within(&region, one, &mut drawing, &mut visit)?;
            for other in one..region.kinds.len() {
                between(&region, one, other, &mut drawing, &mut visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Lines between two boundaries of these kinds.
fn between<F, B>(
    region: &Region<'_>,
    one: usize,
    other: usize,
    drawing: &mut Drawing<'_>,
    visit: &mut F,
) -> ControlFlow<B>
where
    F: FnMut(Line, &[Land]) -> ControlFlow<B>,
{
    let (a, first, count) = region.kinds[one];
    let (b, second, _) = region.kinds[other];
    if one == other && count < 2 {
        return ControlFlow::Continue(());
    }
    let middle = drawing.fresh;
    for from in 0..a.len() {
        for to in 0..b.len() {
            if one == other && to < from || a[from] == b[to] && a[from] >= LETTER {
                continue;
            }
            let start = End::new(a, from, middle + 1);
            let end = End::new(b, to, middle + 2);
            let dead = [start.dead, end.dead];
            drawing.begin(dead);
            for (kind, &(boundary, _, count)) in region.kinds.iter().enumerate() {
                let used = usize::from(kind == one) + usize::from(kind == other);
                for _ in used..count {
                    drawing.living(boundary, dead);
                    drawing.out.push(STOP);
                }
            }
            for (boundary, end) in [(a, start), (b, end)] {
                match boundary {
                    // A spot without a line has one corner then too.
                    [0] => drawing.out.push(1),
                    _ => drawing.run(boundary, end, end, dead),
                }
                drawing.out.push(middle);
            }
            drawing.out.extend([STOP, WALL]);
            let line = Line {
                region: drawing.region,
                from: (first, from),
                to: (second + usize::from(one == other), to),
                aside: Vec::new(),
            };
            visit(line, &settle::lands(&mut drawing.out))?;
        }
    }
    ControlFlow::Continue(())
}

/// Lines from a boundary of this kind to itself.
fn within<F, B>(
    region: &Region<'_>,
    one: usize,
    drawing: &mut Drawing<'_>,
    visit: &mut F,
) -> ControlFlow<B>
where
    F: FnMut(Line, &[Land]) -> ControlFlow<B>,
{
    let (boundary, first, _) = region.kinds[one];
    let others =
        || (region.kinds.iter().enumerate()).map(|(kind, of)| of.2 - usize::from(kind == one));
    let middle = drawing.fresh;
    for from in 0..boundary.len() {
        for to in from..boundary.len() {
            let (a, b) = (boundary[from], boundary[to]);
            if from == to && a >= TWO || from != to && a == b && a >= LETTER {
                continue;
            }
            let (mut start, mut end) = (
                End::new(boundary, from, middle + 1),
                End::new(boundary, to, middle + 2),
            );
            if from == to {
                // Both ends at one spot: without a line it keeps a life and has a corner on either side, else none.
                start.left = (a == 0).then_some(middle + 1);
                end.left = None;
            }
            let dead = [start.dead, end.dead];
            // How many of each kind lie aside.
            let mut aside: Vec<usize> = vec![0; region.kinds.len()];
            loop {
                drawing.begin(dead);
                for side in [true, false] {
                    for ((left, &aside), kind) in others().zip(&aside).zip(&region.kinds) {
                        for _ in 0..if side { aside } else { left - aside } {
                            drawing.living(kind.0, dead);
                            drawing.out.push(STOP);
                        }
                    }
                    if from == to && side {
                        drawing.out.extend(start.left);
                    } else {
                        let (start, end) = if side { (start, end) } else { (end, start) };
                        drawing.run(boundary, start, end, dead);
                    }
                    drawing.out.extend([middle, STOP, WALL]);
                }
                let places = |(kind, &count): (usize, &usize)| {
                    let first = region.kinds[kind].1 + usize::from(kind == one);
                    first..first + count
                };
                let line = Line {
                    region: drawing.region,
                    from: (first, from),
                    to: (first, to),
                    aside: aside.iter().enumerate().flat_map(places).collect(),
                };
                visit(line, &settle::lands(&mut drawing.out))?;
                // The next choice of what lies aside.
                let mut more = others().zip(&mut aside);
                let raised = more.any(|(left, aside)| {
                    let raise = *aside < left;
                    *aside = if raise { *aside + 1 } else { 0 };
                    raise
                });
                if !raised {
                    break;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
