//! The form that stands for all lands that are equal up to names, order, and the way round of each region.
//!
//! Letters get colours that tell where they stand, each from those around it, until no more letters are told apart by it (colour refinement). Letters of
//! one colour that are left are mostly images of each other under a symmetry: each in turn is made different, and the least of the forms so
//! found is taken. Two equal forms show a symmetry, and what is its image need not be looked at (B. McKay, *Practical graph isomorphism*, 1981).

use std::cmp::Reverse;

use super::{LETTER, STOP, WALL};

/// The least form of a land.
pub(super) fn form(tokens: &[u8]) -> Box<[u8]> {
    let map = Map::new(tokens);
    let mut colours = map.first_colours();
    map.refine(&mut colours);
    let mut search = Search {
        map: &map,
        path: Vec::new(),
        first: None,
        best: None,
    };
    search.go_on(&colours);
    match search.best {
        Some(best) => best.form.into(),
        None => tokens.into(),
    }
}

/// A land with letters numbered from 0.
struct Map {
    /// Spots: `0`, `1`, `2`, or the number of a letter and [`LETTER`].
    spots: Vec<u8>,
    /// By boundary, where its spots end.
    boundaries: Vec<usize>,
    /// By region, where its boundaries end.
    regions: Vec<usize>,
    letters: usize,
}

/// A number that depends on all digits of another.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    number ^ number >> 29
}

/// The base of the sums by which what is read in order is told.
const BASE: u64 = 0xD6E8_FEB8_6659_FD93;

impl Map {
    fn new(tokens: &[u8]) -> Map {
        let mut names = [0u8; 256];
        let mut map = Map {
            spots: Vec::with_capacity(tokens.len()),
            boundaries: Vec::with_capacity(tokens.len() / 2),
            regions: Vec::with_capacity(4),
            letters: 0,
        };
        for &token in tokens {
            match token {
                STOP => map.boundaries.push(map.spots.len()),
                WALL => map.regions.push(map.boundaries.len()),
                0..LETTER => map.spots.push(token),
                _ => {
                    let name = &mut names[usize::from(token)];
                    if *name == 0 {
                        *name = LETTER + map.letters as u8;
                        map.letters += 1;
                    }
                    map.spots.push(*name);
                }
            }
        }
        map
    }

    /// Each region as its boundaries, each the range of its spots.
    fn regions(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, usize)> + Clone> {
        let mut start = 0;
        self.regions.iter().map(move |&end| {
            let boundaries = start..end;
            start = end;
            boundaries.map(|boundary| {
                let before = boundary
                    .checked_sub(1)
                    .map_or(0, |before| self.boundaries[before]);
                (before, self.boundaries[boundary])
            })
        })
    }

    fn first_colours(&self) -> Vec<u64> {
        vec![1; self.letters]
    }

    /// Colours letters by what is around them until that tells no more of them apart.
    fn refine(&self, colours: &mut [u64]) {
        if self.letters < 2 {
            return;
        }
        let mut kinds = kinds(colours);
        let mut next = vec![0u64; self.letters];
        let mut ahead = vec![0u64; self.spots.len()];
        let mut back = vec![0u64; self.spots.len()];
        while kinds < self.letters {
            next.fill(0);
            for region in self.regions() {
                // Read in either way round, from each corner: what follows on the boundary, and all boundaries of the region.
                let (mut all_ahead, mut all_back) = (0u64, 0u64);
                for (start, end) in region.clone() {
                    let (one, other) = self.read(start, end, colours, &mut ahead, &mut back);
                    all_ahead = all_ahead.wrapping_add(mix(one));
                    all_back = all_back.wrapping_add(mix(other));
                }
                for (start, end) in region {
                    for place in start..end {
                        let Some(letter) = self.letter(place) else {
                            continue;
                        };
                        let one = mix(ahead[place] ^ mix(all_ahead));
                        let other = mix(back[place] ^ mix(all_back));
                        let corner = mix(one.wrapping_add(other));
                        next[letter] = next[letter].wrapping_add(corner);
                    }
                }
            }
            for (colour, next) in colours.iter_mut().zip(&next) {
                *colour = mix(*colour ^ next);
            }
            let now = self::kinds(colours);
            if now == kinds {
                break;
            }
            kinds = now;
        }
    }

    fn letter(&self, place: usize) -> Option<usize> {
        self.spots[place].checked_sub(LETTER).map(usize::from)
    }

    /// Tells, for each corner of a boundary, what is read from it on and back; and the boundary as a whole, in either way round.
    fn read(
        &self,
        start: usize,
        end: usize,
        colours: &[u64],
        ahead: &mut [u64],
        back: &mut [u64],
    ) -> (u64, u64) {
        let colour = |place: usize| match self.letter(place) {
            Some(letter) => colours[letter],
            None => 3 + 2 * u64::from(self.spots[place]),
        };
        let follow = |read: u64, colour: u64| read.wrapping_mul(BASE).wrapping_add(colour);
        let (mut on, mut round, mut power) = (0u64, 0u64, 1u64);
        for place in start..end {
            on = follow(on, colour(place));
            power = power.wrapping_mul(BASE);
        }
        for place in (start..end).rev() {
            round = follow(round, colour(place));
        }
        // What is read first goes, and is read last: from the next corner on.
        let next =
            |read: u64, colour: u64| follow(read, colour).wrapping_sub(colour.wrapping_mul(power));
        let (mut all_on, mut all_round) = (0u64, 0u64);
        for (place, ahead) in (start..end).zip(&mut ahead[start..end]) {
            *ahead = on;
            all_on = all_on.wrapping_add(mix(on));
            on = next(on, colour(place));
        }
        for place in (start..end).rev() {
            back[place] = round;
            all_round = all_round.wrapping_add(mix(round));
            round = next(round, colour(place));
        }
        (all_on, all_round)
    }

    /// The form in which letters have these names, each another: regions and boundaries the least way round, in order; and letters then
    /// named as they come.
    fn named(&self, names: &[u8]) -> Leaf {
        let name = |&spot: &u8| {
            spot.checked_sub(LETTER)
                .map_or(spot, |letter| names[usize::from(letter)])
        };
        let mut spots: Vec<u8> = self.spots.iter().map(name).collect();
        let mut regions: Vec<Vec<u8>> = Vec::with_capacity(self.regions.len());
        for region in self.regions() {
            let ahead = told(&mut spots, region.clone());
            for (start, end) in region.clone() {
                spots[start..end].reverse();
            }
            regions.push(ahead.min(told(&mut spots, region)));
        }
        // The larger regions first.
        regions.sort_unstable_by(|one, other| {
            (Reverse(one.len()), one).cmp(&(Reverse(other.len()), other))
        });
        let mut form = regions.concat();
        let mut renamed = [0u8; 256];
        let mut count = LETTER;
        for spot in &mut form {
            if (LETTER..STOP).contains(spot) {
                let renamed = &mut renamed[usize::from(*spot)];
                if *renamed == 0 {
                    *renamed = count;
                    count += 1;
                }
                *spot = *renamed;
            }
        }
        let names = names
            .iter()
            .map(|&name| renamed[usize::from(name)])
            .collect();
        Leaf {
            form,
            names,
            path: Vec::new(),
        }
    }
}

/// Boundaries, each from the corner on from which it is least, in order. They are left so that they begin there.
fn told(spots: &mut [u8], boundaries: impl Iterator<Item = (usize, usize)> + Clone) -> Vec<u8> {
    let mut length = 1;
    for (start, end) in boundaries.clone() {
        let boundary = &mut spots[start..end];
        boundary.rotate_left(least_turn(boundary));
        length += boundary.len() + 1;
    }
    let mut order: Vec<&[u8]> = boundaries.map(|(start, end)| &spots[start..end]).collect();
    order.sort_unstable();
    let mut told = Vec::with_capacity(length);
    for boundary in order {
        told.extend_from_slice(boundary);
        told.push(STOP);
    }
    told.push(WALL);
    told
}

/// From where on a boundary is least.
fn least_turn(spots: &[u8]) -> usize {
    let mut least = 0;
    for turn in 1..spots.len() {
        let (one, other) = (&spots[turn..], &spots[..turn]);
        let (best, rest) = (&spots[least..], &spots[..least]);
        if spots[turn] <= spots[least] && one.iter().chain(other).lt(best.iter().chain(rest)) {
            least = turn;
        }
    }
    least
}

/// How many different colours there are.
fn kinds(colours: &[u64]) -> usize {
    let different = |&place: &usize| !colours[..place].contains(&colours[place]);
    (0..colours.len()).filter(different).count()
}

/// A form that was found.
struct Leaf {
    form: Vec<u8>,
    /// By letter, its name in the form.
    names: Vec<u8>,
    /// The letters that were made different on the way to it.
    path: Vec<usize>,
}

impl Leaf {
    /// Where the ways to two equal forms part, if letters there are images of each other: one is then as good as the other.
    fn image(&self, other: &Leaf) -> Option<usize> {
        if self.form != other.form {
            return None;
        }
        let ways = || self.path.iter().zip(&other.path);
        let parted = ways().position(|(one, other)| one != other)?;
        let mut together = ways().take(parted + 1);
        together
            .all(|(&one, &another)| self.names[one] == other.names[another])
            .then_some(parted)
    }
}

struct Search<'m> {
    map: &'m Map,
    path: Vec<usize>,
    first: Option<Leaf>,
    best: Option<Leaf>,
}

impl Search<'_> {
    /// Looks at all forms with these colours, and says how many letters of the path are to be kept: fewer than there are where the
    /// rest is an image of what has been looked at.
    fn go_on(&mut self, colours: &[u64]) -> usize {
        let depth = self.path.len();
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_unstable_by_key(|&letter| colours[letter]);
        let mut classes = order.chunk_by(|&one, &other| colours[one] == colours[other]);
        let Some(class) = classes.find(|class| class.len() > 1) else {
            let mut names = vec![0; colours.len()];
            for (place, &letter) in order.iter().enumerate() {
                names[letter] = LETTER + place as u8;
            }
            return self.found(self.map.named(&names));
        };
        for &letter in class {
            let mut colours = colours.to_vec();
            colours[letter] = mix(colours[letter] ^ BASE);
            self.map.refine(&mut colours);
            self.path.push(letter);
            let kept = self.go_on(&colours);
            self.path.pop();
            if kept < depth {
                return kept;
            }
        }
        depth
    }

    fn found(&mut self, mut leaf: Leaf) -> usize {
        leaf.path.clone_from(&self.path);
        let known = [&self.first, &self.best].into_iter().flatten();
        if let Some(parted) = known.filter_map(|known| known.image(&leaf)).min() {
            return parted;
        }
        if self.best.as_ref().is_none_or(|best| leaf.form < best.form) {
            let best = self.best.replace(leaf);
            if self.first.is_none() {
                self.first = best;
            }
        }
        self.path.len()
    }
}
