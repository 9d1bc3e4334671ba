//! Rules of real problems, each against its options written out by hand, and against values known from elsewhere.

use std::collections::HashMap;

use super::Rule;
use crate::budget::{Budget, Meter};
use crate::ruleset::Ruleset;

/// A sum of positions.
type Sum = Vec<Vec<i64>>;

pub(crate) struct Example {
    pub(crate) rule: &'static str,
    /// The options, by hand; where a clause says a value, the smaller nimbers are told as `[-1, size]`.
    pub(crate) options: fn(&[i64]) -> Vec<Sum>,
    /// How far each coordinate is compared.
    pub(crate) box_: &'static [usize],
    /// The first values, the first coordinate running fastest.
    pub(crate) first: &'static [u32],
}

fn single(numbers: impl IntoIterator<Item = i64>) -> Vec<Sum> {
    numbers.into_iter().map(|n| vec![vec![n]]).collect()
}

fn pairs(numbers: impl IntoIterator<Item = (i64, i64)>) -> Vec<Sum> {
    let inside = numbers.into_iter().filter(|&(x, y)| x >= 0 && y >= 0);
    inside.map(|(x, y)| vec![vec![x, y]]).collect()
}

fn nim_heap(size: i64) -> Vec<Sum> {
    (0..size).map(|size| vec![vec![-1, size]]).collect()
}

fn is_prime(n: i64) -> bool {
    n > 1 && (2..n).all(|d| n % d != 0)
}

fn rook(x: i64, y: i64) -> impl Iterator<Item = (i64, i64)> {
    (0..x)
        .map(move |i| (i, y))
        .chain((0..y).map(move |j| (x, j)))
}

const DATA: [i64; 12] = [1, 0, 2, 1, 0, 0, 3, 1, 2, 0, 1, 0];

pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        rule: "n -> n-k for k in {1,3,4}",
        options: |p| single([1, 3, 4].map(|k| p[0] - k).into_iter().filter(|&n| n >= 0)),
        box_: &[60],
        first: &[0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2],
    },
    Example {
        rule: "n -> n-k for k in 1..=m where m = 3",
        options: |p| single((1..=3).map(|k| p[0] - k).filter(|&n| n >= 0)),
        box_: &[60],
        first: &[0, 1, 2, 3, 0, 1, 2, 3, 0],
    },
    // Kayles.
    Example {
        rule: "n -> a + b for k in 1..=2, a in 0..=n-k, b = n-k-a",
        options: |p| {
            let n = p[0];
            let left =
                (1..=2).flat_map(|k| (0..=n - k).map(move |a| vec![vec![a], vec![n - k - a]]));
            left.collect()
        },
        box_: &[40],
        first: &[
            0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6,
        ],
    },
    // Grundy's game.
    Example {
        rule: "n -> a + b for a in 1..n, b = n-a if a != b",
        options: |p| {
            let n = p[0];
            let left = (1..n).filter(|a| 2 * a != n);
            left.map(|a| vec![vec![a], vec![n - a]]).collect()
        },
        box_: &[40],
        first: &[
            0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0,
        ],
    },
    // Treblecross: an X forbids the two cells on each side, some of which may not be there.
    Example {
        rule: "n -> max(i-3,0) + max(n-i-2,0) for i in 1..=n",
        options: |p| {
            let n = p[0];
            let left = (1..=n).map(|i| vec![vec![(i - 3).max(0)], vec![(n - i - 2).max(0)]]);
            left.collect()
        },
        box_: &[40],
        first: &[0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3],
    },
    // A heap into three not empty ones.
    Example {
        rule: "n -> a + b + c for a in 1..=n/3, b in a..=(n-a)/2, c = n-a-b",
        options: |p| {
            let n = p[0];
            let mut options = Vec::new();
            for a in 1..n {
                for b in a..n {
                    let c = n - a - b;
                    if c >= b {
                        options.push(vec![vec![a], vec![b], vec![c]]);
                    }
                }
            }
            options
        },
        box_: &[30],
        first: &[0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7],
    },
    // Take 2b and leave two heaps.
    Example {
        rule: "n -> (n-2*b) + (n-b) for b in 1..=n/2",
        options: |p| {
            let n = p[0];
            let left = (1..=n / 2).map(|b| vec![vec![n - 2 * b], vec![n - b]]);
            left.collect()
        },
        box_: &[40],
        first: &[0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2],
    },
    // Lasker's Nim.
    Example {
        rule: "n -> n-k for k in 1..; n -> a + (n-a) for a in 1..=n/2",
        options: |p| {
            let n = p[0];
            let mut options = single(0..n);
            options.extend((1..=n / 2).map(|a| vec![vec![a], vec![n - a]]));
            options
        },
        box_: &[40],
        first: &[0, 1, 2, 4, 3, 5, 6, 8, 7],
    },
    // Wythoff's game, the queen.
    Example {
        rule: "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
        options: |p| {
            let (x, y) = (p[0], p[1]);
            let diagonal = (1..=x.min(y)).map(|k| (x - k, y - k));
            pairs(rook(x, y).chain(diagonal))
        },
        box_: &[9, 9],
        first: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 0, 4, 5, 3, 7, 8, 6],
    },
    // The rook.
    Example {
        rule: "(x,y) -> (i,y) for i in 0..x; (x,y) -> (x,j) for j in 0..y",
        options: |p| pairs(rook(p[0], p[1])),
        box_: &[8, 8],
        first: &[0, 1, 2, 3, 4, 5, 6, 7, 1, 0, 3, 2],
    },
    // The king.
    Example {
        rule: "(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)",
        options: |p| {
            let (x, y) = (p[0], p[1]);
            pairs([(x - 1, y), (x, y - 1), (x - 1, y - 1)])
        },
        box_: &[8, 8],
        first: &[0, 1, 0, 1, 0, 1, 0, 1, 1, 2, 3, 2, 3, 2, 3, 2],
    },
    // The knight, towards the corner.
    Example {
        rule: "(x,y) -> (x-2,y+1) | (x-2,y-1) | (x+1,y-2) | (x-1,y-2)",
        options: |p| {
            let (x, y) = (p[0], p[1]);
            pairs([
                (x - 2, y + 1),
                (x - 2, y - 1),
                (x + 1, y - 2),
                (x - 1, y - 2),
            ])
        },
        box_: &[8, 8],
        first: &[
            0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 2, 1, 0, 0, 1, 1, 1, 2, 2, 2, 3, 2, 2, 2,
        ],
    },
    // Aliquot game: subtract a proper divisor.
    Example {
        rule: "n -> n-d for d in divisors(n) if d < n",
        options: |p| single((1..p[0]).filter(|d| p[0] % d == 0).map(|d| p[0] - d)),
        box_: &[60],
        first: &[0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4],
    },
    // Binary ones that two numbers have in common are taken from one of them.
    Example {
        rule: "(x,a) -> (x-d,a) for d in submasks(a & x)",
        options: |p| {
            let masks = (1..=p[0]).filter(|d| d & !(p[0] & p[1]) == 0);
            pairs(masks.map(|d| (p[0] - d, p[1])))
        },
        box_: &[8, 8],
        first: &[
            0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1,
        ],
    },
    Example {
        rule: "n -> n-1 | n/2 if n > 0",
        options: |p| {
            if p[0] > 0 {
                single([p[0] - 1, p[0] / 2])
            } else {
                vec![]
            }
        },
        box_: &[60],
        first: &[0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1],
    },
    Example {
        rule: "n -> n-popcount(n) if n > 0",
        options: |p| {
            if p[0] > 0 {
                single([p[0] - i64::from(p[0].count_ones())])
            } else {
                vec![]
            }
        },
        box_: &[60],
        first: &[0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0],
    },
    Example {
        rule: "n -> n-p for p in primes(n)",
        options: |p| single((2..=p[0]).filter(|&k| is_prime(k)).map(|k| p[0] - k)),
        box_: &[60],
        first: &[0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0],
    },
    // Subtract a square.
    Example {
        rule: "n -> n-k^2 for k in 1..",
        options: |p| single((1..=p[0]).map(|k| p[0] - k * k).filter(|&n| n >= 0)),
        box_: &[80],
        first: &[0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2],
    },
    // Subtract a power of two.
    Example {
        rule: "n -> n-2^k for k in 0..",
        options: |p| single((0..8).map(|k| p[0] - (1 << k)).filter(|&n| n >= 0)),
        box_: &[60],
        first: &[0, 1, 2, 0, 1, 2, 0, 1, 2],
    },
    // A digit of the number.
    Example {
        rule: "n -> n-d for i in 0..=6, d = n / 10^i % 10 if d > 0",
        options: |p| {
            let digits = (0..=6).map(|i| p[0] / 10i64.pow(i) % 10);
            single(digits.filter(|&d| d > 0).map(|d| p[0] - d))
        },
        box_: &[120],
        first: &[
            0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 0, 2, 1, 1,
        ],
    },
    // Numbers coprime to the heap.
    Example {
        rule: "n -> n-k for k in 1..=n if gcd(k,n) == 1",
        options: |p| {
            let n = p[0];
            let common = |k: i64| (2..=k).any(|d| k % d == 0 && n % d == 0);
            single((1..=n).filter(|&k| !common(k)).map(|k| n - k))
        },
        box_: &[40],
        first: &[0, 1, 0, 2, 0, 3, 0, 4, 0, 2, 0, 5, 0, 6, 0, 2, 0, 7],
    },
    // Data: from place n one may go to places told by a table.
    Example {
        rule: "n -> n-j-v[n-j] for j in 0..=k if j+v[n-j] > 0 where k = 2, v = [1,0,2,1,0,0,3,1,2,0,1,0]",
        options: |p| {
            let n = p[0];
            let places = (0..=2).filter(|j| n - j >= 0);
            let jumps = places.map(|j| (j, DATA[usize::try_from(n - j).expect("not negative")]));
            let moves = jumps.filter(|(j, v)| j + v > 0).map(|(j, v)| n - j - v);
            single(moves.filter(|&n| n >= 0))
        },
        box_: &[12],
        first: &[0, 0, 1, 2, 2, 0, 1, 3, 0, 0, 2, 1],
    },
    // Guards, several clauses: odd heaps lose one, even heaps are halved or lose two.
    Example {
        rule: "n -> n-1 if n%2 == 1; n -> n/2 | n-2 if n%2 == 0 and n > 0",
        options: |p| match p[0] {
            0 => vec![],
            n if n % 2 == 1 => single([n - 1]),
            n => single([n / 2, n - 2]),
        },
        box_: &[60],
        first: &[0, 1, 2, 0, 0, 1, 1, 0, 2, 0, 0, 1],
    },
    // Fibonacci Nim: at most twice what was taken before.
    Example {
        rule: "(n,limit) -> (n-k,2*k) for k in 1..=min(n,limit)",
        options: |p| {
            let (n, limit) = (p[0], p[1]);
            pairs((1..=n.min(limit)).map(|k| (n - k, 2 * k)))
        },
        box_: &[14, 10],
        first: &[
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1,
        ],
    },
    // The largest take is the square root.
    Example {
        rule: "n -> n-k for k in 1..=sqrt(n)",
        options: |p| single((1..=p[0]).filter(|k| k * k <= p[0]).map(|k| p[0] - k)),
        box_: &[60],
        first: &[0, 1, 0, 1, 2, 0, 1, 2, 0, 3, 1, 2, 0, 3, 1, 2],
    },
    // At most half.
    Example {
        rule: "n -> n-k for k in 1..=n/2",
        options: |p| single((1..=p[0] / 2).map(|k| p[0] - k)),
        box_: &[60],
        first: &[0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6],
    },
    // Euclid's game: subtract a multiple of the smaller heap from the larger.
    Example {
        rule: "(x,y) -> (x-k*y,y) for k in 1..=x/max(y,1) if y > 0 and x >= y; \
               (x,y) -> (x,y-k*x) for k in 1..=y/max(x,1) if x > 0 and y >= x",
        options: |p| {
            let (x, y) = (p[0], p[1]);
            let mut options = Vec::new();
            if y > 0 {
                options.extend((1..=x / y).map(|k| (x - k * y, y)));
            }
            if x > 0 {
                options.extend((1..=y / x).map(|k| (x, y - k * x)));
            }
            pairs(options)
        },
        box_: &[12, 12],
        first: &[
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 2, 1, 0,
            2, 1, 3, 3, 4, 4, 5, 5,
        ],
    },
    // Cutting paper into two: both sums of vertical and horizontal cuts.
    Example {
        rule: "(x,y) -> (i,y) + (x-i,y) for i in 1..=x/2; (x,y) -> (x,j) + (x,y-j) for j in 1..=y/2",
        options: |p| {
            let (x, y) = (p[0], p[1]);
            let mut options: Vec<Sum> = Vec::new();
            options.extend((1..=x / 2).map(|i| vec![vec![i, y], vec![x - i, y]]));
            options.extend((1..=y / 2).map(|j| vec![vec![x, j], vec![x, y - j]]));
            options
        },
        box_: &[8, 8],
        first: &[],
    },
    // Base values: at the borders one plays Nim.
    Example {
        rule: "(x,y) -> (x,j) + (i,y) for i in 0..x, j in 0..y; (x,0) = *x; (0,y) = *y",
        options: |p| match (p[0], p[1]) {
            (x, 0) => nim_heap(x),
            (0, y) => nim_heap(y),
            (x, y) => (0..x)
                .flat_map(|i| (0..y).map(move |j| vec![vec![x, j], vec![i, y]]))
                .collect(),
        },
        box_: &[8, 8],
        first: &[0, 1, 2, 3, 4, 5, 6, 7, 1, 1],
    },
    // The nimber of the empty heap is 3; one may also take the whole heap and be done.
    Example {
        rule: "0 = *3; n -> n-1 | end",
        options: |p| match p[0] {
            0 => nim_heap(3),
            n => vec![vec![vec![n - 1]], vec![]],
        },
        box_: &[20],
        first: &[3, 1, 2, 1, 2, 1],
    },
    // Nim with three heaps.
    Example {
        rule: "(x,y,z) -> (x-k,y,z) | (x,y-k,z) | (x,y,z-k) for k in 1..",
        options: |p| {
            let mut options = Vec::new();
            for heap in 0..3 {
                for left in 0..p[heap] {
                    let mut to = p.to_vec();
                    to[heap] = left;
                    options.push(vec![to]);
                }
            }
            options
        },
        box_: &[5, 5, 5],
        first: &[0, 1, 2, 3, 4, 1, 0, 3, 2, 5],
    },
];

/// Values by the options written by hand.
struct Plain<'e> {
    example: &'e Example,
    values: HashMap<Vec<i64>, u32>,
}

impl Plain<'_> {
    fn value(&mut self, position: &[i64]) -> u32 {
        if position[0] == -1 {
            return u32::try_from(position[1]).expect("a nimber");
        }
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        let options = (self.example.options)(position);
        let reached: Vec<u32> = options
            .iter()
            .map(|sum| sum.iter().fold(0, |value, part| value ^ self.value(part)))
            .collect();
        let value = (0..).find(|value| !reached.contains(value)).expect("a mex");
        self.values.insert(position.to_vec(), value);
        value
    }
}

/// All positions of a box, the first coordinate running fastest.
pub(crate) fn positions(sizes: &[usize]) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for &size in sizes {
        let numbers = 0..i64::try_from(size).expect("small");
        all = numbers
            .flat_map(|number| {
                all.iter().map(move |before: &Vec<i64>| {
                    let mut next = before.clone();
                    next.push(number);
                    next
                })
            })
            .collect();
    }
    all
}

#[test]
fn options_are_those_written_by_hand() {
    for example in EXAMPLES {
        let rule = Rule::parse(example.rule).unwrap_or_else(|errors| panic!("{errors}"));
        for place in positions(example.box_) {
            let coordinates: Vec<u64> = place.iter().map(|&n| n.unsigned_abs()).collect();
            let position = rule.position(&coordinates).expect("coordinates");
            let mut options = crate::ruleset::Options::with_limit(100_000);
            rule.options(&position, &mut options).expect("told");
            let written = |part: &super::Position| match part.as_nim_heap() {
                Some(size) => vec![-1, i64::from(size)],
                None => part.numbers()[..rule.arity()].to_vec(),
            };
            let mut told: Vec<Sum> = options
                .iter()
                .map(|(_, sum)| sum.iter().map(written).collect())
                .collect();
            let mut expected = (example.options)(&place);
            for options in [&mut told, &mut expected] {
                options.iter_mut().for_each(|sum| sum.sort());
                options.sort();
                options.dedup();
            }
            assert_eq!(told, expected, "{} at {place:?}", example.rule);
        }
    }
}

#[test]
fn tables_are_those_of_plain_search() {
    assert!(EXAMPLES.len() >= 20);
    for example in EXAMPLES {
        let rule = Rule::parse(example.rule).unwrap_or_else(|errors| panic!("{errors}"));
        let mut meter = Meter::new(&Budget::default());
        let table = rule.table_by_options(example.box_, &mut meter);
        let table = table.expect(example.rule);
        let first = &table.cells()[..example.first.len()];
        assert_eq!(first, example.first, "{}", example.rule);
        let mut plain = Plain {
            example,
            values: HashMap::new(),
        };
        for (place, &value) in positions(example.box_).iter().zip(table.cells()) {
            let expected = plain.value(place);
            assert_eq!(value, expected, "{} at {place:?}", example.rule);
            let coordinates: Vec<usize> = place
                .iter()
                .map(|&n| usize::try_from(n).expect("not negative"))
                .collect();
            assert_eq!(table.get(&coordinates), Some(value));
        }
    }
}
