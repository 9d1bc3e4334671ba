//! One case by choices: whoever chooses, in turn at random or all one after the other, the case fits its layout.

use super::allowed::Left;
use super::case::{Case, base, is_zero, range};
use super::random::Random;
use super::text;
use crate::format::{Apart, Cases, Count, Edges, Field, Format, Item, Numbers, Span, shifted};

/// Chooses numbers.
pub(super) trait Choose {
    /// A number for this field from `low` to `high`; `rows` where it says how many rows there are.
    fn choose(&mut self, field: Field, low: u64, high: u64, rows: bool) -> u64;

    /// The random numbers by which vertices get other names, where not all cases are gone through.
    fn random(&mut self) -> Option<&mut Random> {
        None
    }
}

/// Most rows that are made up.
const MOST_ROWS: u64 = 2000;

/// Most positions that are made up where their number is not told before.
const MOST_POSITIONS: u64 = 3;

/// A case of the chosen numbers.
pub(super) fn draw(format: &Format, choose: &mut dyn Choose) -> Case {
    let layout = &format.layout;
    let mut drawer = Drawer {
        format,
        numbers: Numbers::of(layout),
        group: None,
        order: 0,
        choose,
    };
    if format.acyclic.is_some()
        && let Some(random) = drawer.choose.random()
        && !random.once_in(3)
    {
        drawer.order = random.within(1, u64::MAX);
    }
    let head = drawer.items(layout.head());
    let mut positions = Vec::new();
    if let Some((inner, count)) = layout.bracket() {
        let many = match count {
            // Up to one that begins with 0: few, and just one where all are gone through.
            Count::Fixed(0) => {
                let most = drawer.choose.random().map_or(1, |_| MOST_POSITIONS);
                drawer.choose.choose(inner[0].fields()[0], 1, most, true)
            }
            _ => drawer.rows(count),
        };
        for _ in 0..many {
            positions.push(drawer.items(inner));
        }
    }
    let mut case = Case { head, positions };
    case.counted(layout);
    let leading = layout.leading().min(case.head.len());
    let mut first = layout.head().iter().zip(&case.head[..leading]);
    let zeros = first.all(|(item, list)| is_zero(format, item, list));
    if format.cases == Cases::UntilZero && zeros {
        // Such numbers would end the input.
        let counts = |place: &usize| {
            layout
                .counted_by(layout.head()[*place].fields()[0])
                .is_some()
        };
        let free = (0..leading).rev().find(|place| !counts(place));
        if let Some(list) = free.and_then(|place| case.head.get_mut(place)) {
            *list = vec![list.first().copied().unwrap_or(0) + 1];
        }
    }
    case
}

/// Draws the items of a case.
struct Drawer<'c> {
    format: &'c Format,
    /// By field, the number that was drawn last.
    numbers: Numbers,
    /// The group that is drawn, from 0.
    group: Option<usize>,
    /// By what vertices are put in an order in which arcs go on; where it is 0 in that of their numbers.
    order: u64,
    choose: &'c mut dyn Choose,
}

impl Drawer<'_> {
    fn rows(&self, count: Count) -> u64 {
        let number = |field| u64::try_from(self.numbers.last(field)).unwrap_or(u64::MAX);
        let rows = match count {
            Count::Fixed(fixed) => fixed,
            Count::Times(one, other) => number(one).saturating_mul(number(other)),
            Count::Named(field, plus) => {
                let number = shifted(self.numbers.last(field), plus).unwrap_or(0);
                u64::try_from(number).unwrap_or(u64::MAX)
            }
        };
        rows.min(MOST_ROWS)
    }

    /// The least and the largest number of a field in a row, from 0: within the range, and within the bounds where both leave one.
    fn within(&self, field: Field, row: usize) -> (u64, u64) {
        let (mut low, mut high) = range(self.format, field);
        let base = i128::from(base(self.format, field));
        if self.counts(field) {
            high = high.min(low.max(MOST_ROWS));
        }
        let row = self.group.unwrap_or(row);
        let mut bounds = self.format.bounds.iter();
        if let Some(bound) = bounds.find(|bound| bound.field == field)
            && let Ok((least, most)) = bound.within(&self.numbers, row)
        {
            let above = |end: i64| u64::try_from(i128::from(end) - base).unwrap_or(0);
            low = low.max(above(least));
            high = high.min(above(most)).max(low);
        }
        (low, high)
    }

    /// Whether a number says how many there are of something.
    fn counts(&self, field: Field) -> bool {
        self.format.layout.counted_by(field).is_some()
    }

    /// A number of a field in a row.
    fn number(&mut self, field: Field, row: usize) -> u64 {
        let (low, high) = self.within(field, row);
        let counts = self.counts(field);
        let number = self.choose.choose(field, low, high, counts);
        let number = match self.format.step_of(field) {
            1 => number,
            step => low + number.saturating_sub(low) / step * step,
        };
        self.set(field, number);
        number
    }

    fn set(&mut self, field: Field, number: u64) {
        let base = i128::from(base(self.format, field));
        self.numbers.0[field] = vec![(base + i128::from(number)).cast_unsigned()];
    }

    /// A number of a list whose numbers differ as the format says.
    fn entry(&mut self, field: Field, row: usize, left: &mut Left) -> u64 {
        match left {
            Left::All => self.number(field, row),
            Left::Others(taken) => {
                let first = self.number(field, row);
                let (low, high) = self.within(field, row);
                // The next one that is free; where none is, the list has one twice.
                let mut number = first;
                while !taken.insert(number) {
                    number = if number < high { number + 1 } else { low };
                    if number == first {
                        break;
                    }
                }
                self.set(field, number);
                number
            }
            Left::Among(numbers) => {
                let last = (numbers.len() as u64).saturating_sub(1);
                let place = self.choose.choose(field, 0, last, false);
                let place = usize::try_from(place.min(last)).unwrap_or(0);
                let number = match place < numbers.len() {
                    true => numbers.remove(place),
                    false => 1,
                };
                self.set(field, number);
                number
            }
        }
    }

    /// Puts the numbers of lists in order that are to rise.
    fn rise(&self, fields: &[Field], entries: &mut [u64]) {
        for (place, &field) in fields.iter().enumerate() {
            if !self.format.apart_of(field).is_some_and(Apart::is_rising) {
                continue;
            }
            let column = entries.iter().skip(place).step_by(fields.len());
            let mut column: Vec<u64> = column.copied().collect();
            column.sort_unstable();
            let places = entries.iter_mut().skip(place).step_by(fields.len());
            for (entry, number) in places.zip(column) {
                *entry = number;
            }
        }
    }

    fn items(&mut self, of: &[Item]) -> Vec<Vec<u64>> {
        let mut lists = Vec::with_capacity(of.len());
        for item in of {
            let mut entries = Vec::new();
            match item {
                Item::Number(field) => entries.push(self.number(*field, 0)),
                Item::Rows(fields, count) if self.format.layout.shape(fields[0]).is_some() => {
                    let count = self.rows(*count);
                    self.edges(fields, count, &mut entries);
                }
                Item::Rows(fields, count) => {
                    let places =
                        self.places_of_arcs(|arc| fields.iter().position(|own| *own == arc));
                    let rows = self.rows(*count);
                    let left = fields
                        .iter()
                        .map(|&field| Left::of(self.format, field, rows));
                    let mut left: Vec<Left> = left.collect();
                    for row in 0..rows as usize {
                        let numbers = fields.iter().zip(&mut left);
                        let numbers = numbers.map(|(&field, left)| self.entry(field, row, left));
                        let mut numbers: Vec<u64> = numbers.collect();
                        if let Some([from, to]) = places {
                            let arc = [numbers[from], numbers[to]];
                            [numbers[from], numbers[to]] = self.arc(arc, row);
                        }
                        entries.extend(numbers);
                    }
                    self.rise(fields, &mut entries);
                }
                Item::Letters(field, span) => self.letters(*field, *span, &mut entries),
                Item::Listed(field) => {
                    let rows = self.choose.choose(*field, 1, 6, true);
                    let mut left = Left::of(self.format, *field, rows);
                    for row in 0..rows as usize {
                        entries.push(self.entry(*field, row, &mut left));
                    }
                    self.rise(std::slice::from_ref(field), &mut entries);
                }
                Item::Literal(_) => {}
                Item::Group(inner, _, count) => {
                    for group in 0..self.rows(*count) as usize {
                        self.group = Some(group);
                        let mut lists = self.items(inner);
                        let place = |arc| inner.iter().position(|own| *own == Item::Number(arc));
                        if let Some([from, to]) = self.places_of_arcs(place) {
                            let arc = self.arc([lists[from][0], lists[to][0]], group);
                            [lists[from][0], lists[to][0]] = arc;
                        }
                        text::join(inner, &lists, &mut entries);
                    }
                    self.group = None;
                }
            }
            lists.push(entries);
        }
        lists
    }

    /// Where both ends of the arcs stand that have no cycle.
    fn places_of_arcs(&self, place: impl Fn(Field) -> Option<usize>) -> Option<[usize; 2]> {
        let [from, to] = self.format.acyclic?;
        Some([place(from)?, place(to)?])
    }

    /// An arc that goes on in the order of the vertices; where both ends are one vertex, to another if there is one.
    fn arc(&mut self, [from, mut to]: [u64; 2], row: usize) -> [u64; 2] {
        const TRIES: usize = 20;
        let field = self.format.acyclic.map_or(0, |[_, to]| to);
        for _ in 0..TRIES {
            if from != to || self.choose.random().is_none() {
                break;
            }
            to = self.number(field, row);
        }
        match self.rank(from) <= self.rank(to) {
            true => [from, to],
            false => [to, from],
        }
    }

    /// The place of a vertex in the order.
    fn rank(&self, vertex: u64) -> u64 {
        match self.order {
            0 => vertex,
            order => Random(order ^ vertex.wrapping_mul(0x9E37_79B9_7F4A_7C15)).within(0, u64::MAX),
        }
    }

    fn letters(&mut self, field: Field, span: Span, entries: &mut Vec<u64>) {
        let letters = self.format.layout.alphabet(field).unwrap_or_default();
        let (lines, width) = match span {
            Span::Word | Span::Listed => {
                let (low, high) = text::lengths(self.format, field);
                // Letters are what rows are elsewhere: their number grows, and each is any of the alphabet.
                (1, self.choose.choose(field, low, high, true))
            }
            Span::Line(width) => (1, self.rows(width)),
            Span::Board(lines, width) => (self.rows(lines), self.rows(width)),
        };
        for line in 0..lines {
            if line > 0 {
                entries.push(text::BREAK);
            }
            for _ in 0..width {
                let last = letters.len().saturating_sub(1) as u64;
                let letter = self.choose.choose(field, 0, last, false);
                let letter = letters.get(letter as usize).copied();
                entries.push(letter.unwrap_or(b'?').into());
            }
        }
    }

    /// Rows of vertices that are what the layout says, where the vertices are enough.
    fn edges(&mut self, fields: &[Field], count: u64, entries: &mut Vec<u64>) {
        let Some((shape, vertices)) = self.format.layout.shape(fields[0]) else {
            return;
        };
        let vertices = u64::try_from(self.numbers.last(vertices))
            .unwrap_or(1)
            .max(1);
        let mut pairs = match shape {
            Edges::Tree | Edges::Forest => {
                let up = |row| (self.choose.choose(fields[0], 1, row + 1, false), row + 2);
                (0..count).map(up).collect()
            }
            Edges::Circuits => self.circuits(fields[0], count),
            Edges::Graph | Edges::Arcs => self.arcs(fields, count, vertices, shape),
        };
        if let Some(random) = self.choose.random() {
            mix(&mut pairs, vertices, random);
        }
        for (row, (from, to)) in pairs.into_iter().enumerate() {
            entries.extend([from, to]);
            entries.extend(fields[2..].iter().map(|&field| self.number(field, row)));
        }
    }

    /// Circuits of at least three vertices each on so many vertices.
    fn circuits(&mut self, field: Field, count: u64) -> Vec<(u64, u64)> {
        const LEAST: u64 = 3;
        let mut pairs = Vec::new();
        let mut first = 1;
        while first <= count {
            let left = count + 1 - first;
            // One of all that are left, or one that leaves enough for another.
            let length = match left.checked_sub(LEAST) {
                Some(most) if most >= LEAST => {
                    let chosen = self.choose.choose(field, LEAST - 1, most, false);
                    if chosen < LEAST { left } else { chosen }
                }
                _ => left,
            };
            pairs.extend((0..length).map(|at| (first + at, first + (at + 1) % length)));
            first += length;
        }
        pairs
    }

    fn arcs(
        &mut self,
        fields: &[Field],
        count: u64,
        vertices: u64,
        shape: Edges,
    ) -> Vec<(u64, u64)> {
        const TRIES: u64 = 20;
        let mut seen: Vec<(u64, u64)> = Vec::new();
        for _ in 0..count {
            let mut pair = (1, 1);
            for _ in 0..TRIES {
                let from = self.choose.choose(fields[0], 1, vertices, false);
                pair = (from, self.choose.choose(fields[1], 1, vertices, false));
                if shape == Edges::Arcs {
                    break;
                }
                if pair.0 == pair.1 {
                    pair.1 = pair.0 % vertices + 1;
                }
                if !seen.contains(&pair) && !seen.contains(&(pair.1, pair.0)) {
                    break;
                }
            }
            seen.push(pair);
        }
        seen
    }
}

/// Gives vertices other names, turns pairs round, and puts them in another order.
fn mix(pairs: &mut [(u64, u64)], vertices: u64, random: &mut Random) {
    if random.once_in(3) {
        return;
    }
    let mut names: Vec<u64> = (1..=vertices.min(MOST_ROWS)).collect();
    shuffle(&mut names, random);
    for pair in &mut *pairs {
        let name = |vertex: u64| names.get(vertex as usize - 1).copied().unwrap_or(vertex);
        *pair = (name(pair.0), name(pair.1));
        if random.once_in(2) {
            *pair = (pair.1, pair.0);
        }
    }
    shuffle(pairs, random);
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for place in (1..list.len()).rev() {
        list.swap(place, random.within(0, place as u64) as usize);
    }
}
