//! Sprouts as it is drawn: maps in the plane that know nothing but the rules.
//!
//! Each line has two *darts*, one from each end, and each dart knows the next one round its spot (a rotation system: L. Heffter 1891, J. Edmonds 1960).
//! Whoever keeps the drawing at his left hand and goes along the darts meets the boundaries; which of them bound the same region is kept beside.
//! Spots without a life stay, and nothing is left out.

use std::collections::{BTreeSet, HashMap};

/// A drawing.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    /// By dart, its spot.
    spot: Vec<usize>,
    /// By dart, the next round its spot.
    round: Vec<usize>,
    /// By dart, the region at its left.
    left: Vec<usize>,
    /// By spot, how many darts it has.
    degree: Vec<usize>,
    /// By spot without a line, the region in which it lies.
    alone: Vec<Option<usize>>,
    regions: usize,
}

/// Where a line may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Corner {
    /// At a spot without a line.
    Alone(usize),
    /// Between the dart before and this one.
    Before(usize),
}

/// What bounds a region.
#[derive(Clone, Debug)]
enum Boundary {
    Alone(usize),
    /// The darts that are gone along, each with the region at its left.
    Darts(Vec<usize>),
}

/// The other dart of a line: darts come in pairs.
fn other(dart: usize) -> usize {
    dart ^ 1
}

impl Drawing {
    pub(super) fn spots(count: usize) -> Drawing {
        Drawing {
            spot: Vec::new(),
            round: Vec::new(),
            left: Vec::new(),
            degree: vec![0; count],
            alone: vec![Some(0); count],
            regions: 1,
        }
    }

    /// The dart that is gone along behind this one.
    fn ahead(&self, dart: usize) -> usize {
        self.round[other(dart)]
    }

    fn walk(&self, from: usize) -> Vec<usize> {
        let mut walk = vec![from];
        let mut dart = self.ahead(from);
        while dart != from {
            walk.push(dart);
            dart = self.ahead(dart);
        }
        walk
    }

    fn boundaries(&self, region: usize) -> Vec<Boundary> {
        let alone = (0..self.alone.len()).filter(|&spot| self.alone[spot] == Some(region));
        let mut boundaries: Vec<Boundary> = alone.map(Boundary::Alone).collect();
        let mut seen = BTreeSet::new();
        for dart in 0..self.left.len() {
            if self.left[dart] == region && !seen.contains(&dart) {
                let walk = self.walk(dart);
                seen.extend(walk.iter().copied());
                boundaries.push(Boundary::Darts(walk));
            }
        }
        boundaries
    }

    fn spot_at(&self, corner: Corner) -> usize {
        match corner {
            Corner::Alone(spot) => spot,
            Corner::Before(dart) => self.spot[dart],
        }
    }

    /// Puts a dart at a corner; it becomes the one before the corner's.
    fn put(&mut self, corner: Corner, dart: usize) {
        let spot = self.spot_at(corner);
        self.spot[dart] = spot;
        self.degree[spot] += 1;
        match corner {
            Corner::Alone(spot) => {
                self.alone[spot] = None;
                self.round[dart] = dart;
            }
            Corner::Before(next) => {
                let before = (0..self.round.len()).find(|&at| at != dart && self.round[at] == next);
                self.round[before.expect("each dart follows one")] = dart;
                self.round[dart] = next;
            }
        }
    }

    /// All drawings after one more line.
    pub(super) fn options(&self) -> Vec<Drawing> {
        let mut options = Vec::new();
        for region in 0..self.regions {
            let boundaries = self.boundaries(region);
            let corners = |boundary: &Boundary| match boundary {
                Boundary::Alone(spot) => vec![Corner::Alone(*spot)],
                Boundary::Darts(darts) => darts.iter().map(|&dart| Corner::Before(dart)).collect(),
            };
            let corners: Vec<Corner> = boundaries.iter().flat_map(corners).collect();
            for (place, &one) in corners.iter().enumerate() {
                for &another in &corners[place..] {
                    let (a, b) = (self.spot_at(one), self.spot_at(another));
                    let lives = |spot: usize| 3usize.saturating_sub(self.degree[spot]);
                    if lives(a) < 1 || lives(b) < 1 || a == b && lives(a) < 2 {
                        continue;
                    }
                    self.drawn(region, &boundaries, one, another, &mut options);
                }
            }
        }
        options
    }

    /// Adds the drawings with a line between two corners of a region.
    fn drawn(
        &self,
        region: usize,
        boundaries: &[Boundary],
        one: Corner,
        another: Corner,
        options: &mut Vec<Drawing>,
    ) {
        let mut drawing = self.clone();
        let (middle, dart) = (self.degree.len(), self.spot.len());
        drawing.degree.push(0);
        drawing.alone.push(Some(region));
        for _ in 0..4 {
            drawing.spot.push(usize::MAX);
            drawing.round.push(usize::MAX);
            drawing.left.push(region);
        }
        // From the first end to the middle, and on to the second end.
        let (from, mid, on, to) = (dart, dart + 1, dart + 2, dart + 3);
        drawing.put(Corner::Alone(middle), mid);
        drawing.put(Corner::Before(mid), on);
        drawing.put(one, from);
        let another = if one == another {
            Corner::Before(from)
        } else {
            another
        };
        drawing.put(another, to);
        let ahead = drawing.walk(from);
        if ahead.contains(&mid) {
            options.push(drawing);
            return;
        }
        let fresh = drawing.regions;
        drawing.regions += 1;
        for &dart in &ahead {
            drawing.left[dart] = fresh;
        }
        // All other boundaries, on either side.
        let used = |boundary: &&Boundary| match boundary {
            Boundary::Alone(spot) => drawing.degree[*spot] == 0,
            Boundary::Darts(darts) => {
                let walk = drawing.walk(darts[0]);
                !walk.contains(&from) && !walk.contains(&mid)
            }
        };
        let others: Vec<&Boundary> = boundaries.iter().filter(used).collect();
        for sides in 0..1usize << others.len() {
            let mut drawing = drawing.clone();
            for (place, boundary) in others.iter().enumerate() {
                if sides >> place & 1 == 1 {
                    match boundary {
                        Boundary::Alone(spot) => drawing.alone[*spot] = Some(fresh),
                        Boundary::Darts(darts) => {
                            darts.iter().for_each(|&dart| drawing.left[dart] = fresh);
                        }
                    }
                }
            }
            options.push(drawing);
        }
    }

    /// The drawing as a position is written, letters for all spots of two lines.
    pub(super) fn text(&self) -> String {
        let mut names: HashMap<usize, char> = HashMap::new();
        let mut regions = Vec::new();
        for region in 0..self.regions {
            let mut written = String::new();
            for boundary in self.boundaries(region) {
                let spots: Vec<usize> = match boundary {
                    Boundary::Alone(spot) => vec![spot],
                    Boundary::Darts(darts) => darts.iter().map(|&dart| self.spot[dart]).collect(),
                };
                let before = written.len();
                for spot in spots {
                    let fresh = ('A'..='Z').chain('a'..='z').nth(names.len());
                    match self.degree[spot] {
                        0 => written.push('0'),
                        1 => written.push('1'),
                        2 => {
                            let name = names
                                .entry(spot)
                                .or_insert_with(|| fresh.expect("a letter"));
                            written.push(*name);
                        }
                        _ => {}
                    }
                }
                if written.len() > before {
                    written.push('.');
                }
            }
            if !written.is_empty() {
                regions.push(written);
            }
        }
        regions.join("/")
    }

    /// A text that is the same for exactly those drawings on the sphere that a turn makes equal.
    pub(super) fn shape(&self) -> String {
        // Seen from a region that has the rarest look.
        let look = |region: &usize| {
            let darts = self.left.iter().filter(|&left| left == region).count();
            (darts, self.boundaries(*region).len())
        };
        let looks: Vec<_> = (0..self.regions).map(|region| look(&region)).collect();
        let times = |look: &(usize, usize)| looks.iter().filter(|&other| other == look).count();
        let rarest = looks.iter().map(|look| (times(look), *look)).min();
        let from = (0..self.regions)
            .filter(|&region| rarest.is_some_and(|(_, look)| looks[region] == look));
        let seen = from.map(|region| self.within(region, &|_| false));
        seen.min().unwrap_or_default()
    }

    /// What lies in a region, but for one boundary.
    fn within(&self, region: usize, but: &dyn Fn(&Boundary) -> bool) -> String {
        let boundaries = self.boundaries(region);
        let others = boundaries.iter().filter(|boundary| !but(boundary));
        let mut told: Vec<String> = others
            .map(|boundary| match boundary {
                Boundary::Alone(_) => "0".to_owned(),
                Boundary::Darts(darts) => {
                    let piece = |&dart: &usize| self.piece(dart);
                    darts.iter().map(piece).min().unwrap_or_default()
                }
            })
            .collect();
        told.sort();
        format!("({})", told.join(" "))
    }

    /// The connected piece of a dart, seen from the region at its left, with what lies in its other regions.
    fn piece(&self, first: usize) -> String {
        let (mut order, mut number) = (vec![first], HashMap::from([(first, 0)]));
        let mut told = String::new();
        let mut next = 0;
        while next < order.len() {
            let dart = order[next];
            for near in [other(dart), self.round[dart]] {
                let fresh = order.len();
                let near_number = *number.entry(near).or_insert(fresh);
                if near_number == fresh {
                    order.push(near);
                }
                told.push_str(&format!("{near_number},"));
            }
            next += 1;
        }
        let mut seen: BTreeSet<usize> = self.walk(first).into_iter().collect();
        for dart in order {
            if seen.insert(dart) {
                let walk = self.walk(dart);
                let this = |boundary: &Boundary| matches!(boundary, Boundary::Darts(darts) if darts.contains(&dart));
                told.push_str(&self.within(self.left[dart], &this));
                seen.extend(walk);
            }
        }
        told
    }
}
