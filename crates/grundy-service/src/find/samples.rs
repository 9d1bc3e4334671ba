//! Positions in which something is counted, for the patterns of rules on boards, graphs and lists: boards by their rows and columns, all
//! trees, with a token and directed as the rule asks for, and all lists by size, each with the value that the solver gives it. Where the budget ends, the sizes that are complete are used.
//!
//! Patterns that hold there are then tried at larger positions ([`beyond`]).

mod beyond;
mod lists;

use std::collections::BTreeSet;
use std::time::Instant;

use grundy::graphs::syntax::Kind as GraphKind;
use grundy::kinds::{AnyRule, Kind};
use grundy::pattern::{Count, Sample};
use grundy::solve::Wanted;
use grundy::{Budget, Game, Message, Outcome, Play, Solver, message};

use self::beyond::{Beyond, Further, Random};
use crate::rule::Ruled;

/// Most positions that are looked at.
const POSITIONS: usize = 4_000;

/// Largest trees.
const VERTICES: usize = 12;

/// Longest side of a board or a table.
const SIDE: u64 = 24;

/// Positions of one size, each with what is counted in it.
type Size = Vec<(Game, Vec<u64>)>;

/// Positions of a rule with what is counted in them; none where there is no such list of its positions.
pub(super) fn of<'r>(ruled: &'r Ruled, play: Play, budget: &Budget) -> Option<Looked<'r>> {
    let rule = &ruled.rule;
    let coordinates = rule.head().rules.coordinates();
    match rule {
        _ if coordinates == 2 => {
            let boards = rule.kind() == Kind::Grids;
            let counts = match boards {
                true => vec![
                    count("m", message!("the number of rows", "行数")),
                    count("n", message!("the number of columns", "列数")),
                ],
                false => vec![
                    count("x", message!("the first number", "第一个数")),
                    count("y", message!("the second number", "第二个数")),
                ],
            };
            let from = u64::from(boards || rule.kind() == Kind::Graphs);
            let game = |place: Vec<u64>| {
                let mut part = rule.head();
                part.components = vec![part.rules.at(&place)?];
                Some((Game::from_parts(vec![part]), place))
            };
            let sizes = (2 * from..2 * SIDE).map(|sum| {
                let places = (from..=sum.saturating_sub(from)).map(|x| vec![x, sum - x]);
                places.filter_map(game).collect()
            });
            let which = |last: u64, all: usize| match boards {
                true => message!(
                    "all {all} boards of up to {last} rows and columns together",
                    "行数与列数之和不超过 {last} 的全部 {all} 个棋盘",
                    all = all,
                    last = last
                ),
                false => message!(
                    "all {all} places of numbers whose sum is at most {last}",
                    "两数之和不超过 {last} 的全部 {all} 处",
                    all = all,
                    last = last
                ),
            };
            let looked = sampled(counts, 2 * from, sizes, which, (play, budget))?;
            let last = looked.last;
            let places = beyond::places(from).filter(move |place| place.iter().sum::<u64>() > last);
            let further = places.filter_map(move |place| Some(Further::new(game(place)?)));
            let told = if boards {
                beyond::boards
            } else {
                beyond::pairs
            };
            Some(looked.with(Beyond::new(further, told)))
        }
        // Where several tokens stand is told by no number of the graph.
        AnyRule::Graphs(graphs) if coordinates == 0 && graphs.syntax().tokens > 1 => None,
        AnyRule::Graphs(graphs)
            if coordinates == 0 && graphs.syntax().kind == GraphKind::Digraph =>
        {
            of_digraphs(rule, graphs.has_token(), (play, budget))
        }
        // With a token on it a tree has a root.
        AnyRule::Graphs(graphs) if coordinates == 0 && graphs.has_token() => {
            if graphs.syntax().kind != GraphKind::Graph || !rule.ends() {
                return None;
            }
            let sizes = (1..=VERTICES).map(|vertices| {
                let trees = trees(vertices, true).into_iter();
                let game = |tree: Vec<usize>| {
                    let text = format!("0/{}", edges(&tree, 0));
                    Some((part(rule, &text)?, shape(&tree, true)))
                };
                trees.filter_map(game).collect()
            });
            let which = |last: u64, all: usize| {
                message!(
                    "all {all} trees of up to {last} vertices with the token on one of them",
                    "不超过 {last} 个顶点、棋子在其一顶点上的全部 {all} 棵树",
                    all = all,
                    last = last
                )
            };
            let looked = sampled(of_tokens(), 1, sizes, which, (play, budget))?;
            let further = larger_trees(looked.last).filter_map(|(tree, _)| {
                let text = format!("0/{}", edges(&tree, 0));
                Some(Further::new((part(rule, &text)?, shape(&tree, true))))
            });
            Some(looked.with(Beyond::new(further, beyond::trees)))
        }
        AnyRule::Graphs(graphs) if coordinates == 0 => {
            let rooted = graphs.syntax().kind == GraphKind::Tree;
            let sizes = (1..=VERTICES).map(|vertices| {
                let trees = trees(vertices, rooted).into_iter();
                let game = |tree: Vec<usize>| {
                    Some((part(rule, &parents(&tree, rooted))?, shape(&tree, rooted)))
                };
                trees.filter_map(game).collect()
            });
            let which = |last: u64, all: usize| {
                message!(
                    "all {all} trees of up to {last} vertices",
                    "不超过 {last} 个顶点的全部 {all} 棵树",
                    all = all,
                    last = last
                )
            };
            let looked = sampled(of_trees(rooted), 1, sizes, which, (play, budget))?;
            let further = larger_trees(looked.last).filter_map(move |(tree, _)| {
                let game = part(rule, &parents(&tree, rooted))?;
                Some(Further::new((game, shape(&tree, rooted))))
            });
            Some(looked.with(Beyond::new(further, beyond::trees)))
        }
        AnyRule::Lists(own) if coordinates == 0 => {
            let syntax = own.syntax();
            lists::of(rule, (syntax.ordered, syntax.nonzero), (play, budget))
        }
        _ => None,
    }
}

/// All positions up to some size, and larger ones.
pub(super) struct Looked<'r> {
    pub(super) sample: Sample,
    /// The largest size.
    last: u64,
    solver: Solver,
    beyond: Option<Beyond<'r>>,
}

impl<'r> Looked<'r> {
    fn with(self, beyond: Beyond<'r>) -> Looked<'r> {
        Looked {
            beyond: Some(beyond),
            ..self
        }
    }
}

/// Trees with each way to direct their edges; with a token on the vertex from which all are written.
fn of_digraphs<'r>(
    rule: &'r AnyRule,
    has_token: bool,
    asked: (Play, &Budget),
) -> Option<Looked<'r>> {
    let game = move |tree: &[usize], way: u64| {
        let written = edges(tree, way);
        let text = match has_token {
            true => format!("0/{written}"),
            false => written,
        };
        Some((part(rule, &text)?, directed(tree, way, has_token)))
    };
    let sizes = (1..=VERTICES).map(|vertices| {
        let mut all = Vec::new();
        let ways = 1u64.checked_shl(vertices as u32 - 1).unwrap_or(u64::MAX);
        for tree in trees(vertices, has_token) {
            for way in 0..ways {
                if all.len() > POSITIONS {
                    return all;
                }
                all.extend(game(&tree, way));
            }
        }
        all
    });
    let which = |last: u64, all: usize| match has_token {
        true => message!(
            "the {all} ways to direct the edges of trees of up to {last} vertices with the token on one of them",
            "不超过 {last} 个顶点、棋子在其一顶点上的树的全部 {all} 种定向",
            all = all,
            last = last
        ),
        false => message!(
            "the {all} ways to direct the edges of trees of up to {last} vertices",
            "不超过 {last} 个顶点的树的全部 {all} 种定向",
            all = all,
            last = last
        ),
    };
    let looked = sampled(of_directed(has_token), 1, sizes, which, asked)?;
    let further = larger_trees(looked.last)
        .filter_map(move |(tree, ways)| Some(Further::new(game(&tree, ways)?)));
    Some(looked.with(Beyond::new(further, beyond::trees)))
}

/// Trees of more than so many vertices, made up, with a way to direct the edges of each.
fn larger_trees(last: u64) -> impl Iterator<Item = (Vec<usize>, u64)> {
    let mut random = Random::new();
    let known = usize::try_from(last).unwrap_or(VERTICES);
    (0..beyond::MOST).map(move |round| (beyond::tree(round, known, &mut random), random.next()))
}

fn count(name: &str, meaning: Message) -> Count {
    Count {
        name: name.to_owned(),
        meaning,
    }
}

fn part(rule: &AnyRule, text: &str) -> Option<Game> {
    Some(Game::from_parts(vec![rule.part(&[text]).ok()?]))
}

/// Positions by size, as long as they have values; an eighth of them, by whole sizes, is what patterns are guessed from.
fn sampled(
    counts: Vec<Count>,
    first: u64,
    sizes: impl Iterator<Item = Size>,
    which: impl Fn(u64, usize) -> Message,
    (play, budget): (Play, &Budget),
) -> Option<Looked<'static>> {
    let mut solver = Solver::new();
    solver.budget = budget.clone();
    solver.budget.since = Some(budget.since.unwrap_or_else(Instant::now));
    // The rest is for what is looked for in the values.
    solver.budget.time = budget.time.map(|time| time / 2);
    if play == Play::Normal {
        solver.wanted = Wanted::Value;
    }
    solver.reasons = false;
    solver.thorough = true;
    let mut rows: Vec<(Vec<u64>, u32)> = Vec::new();
    let mut ends = Vec::new();
    'sizes: for size in sizes {
        let before = rows.len();
        if before + size.len() > POSITIONS {
            break;
        }
        for (game, counts) in size {
            let Some(value) = worth(&mut solver, &game, play) else {
                rows.truncate(before);
                break 'sizes;
            };
            rows.push((counts, value));
        }
        ends.push(rows.len());
    }
    let last = first + (ends.len() as u64).saturating_sub(1);
    let small = ends.iter().take_while(|&&end| 4 * end <= rows.len());
    let sample = Sample {
        counts,
        small: small.last().copied().unwrap_or(0),
        which: which(last, rows.len()),
        rows,
        play,
    };
    solver.budget.time = budget.time.map(|time| time * 3 / 4);
    Some(Looked {
        sample,
        last,
        solver,
        beyond: None,
    })
}

/// The value of a position; under misère play 0 for P and 1 for N.
fn worth(solver: &mut Solver, game: &Game, play: Play) -> Option<u32> {
    let answer = solver.solve(game, play);
    match play {
        Play::Normal => answer
            .value
            .and_then(|value| u32::try_from(value.to_u64()?).ok()),
        Play::Misere => answer.outcome.and_then(|outcome| match outcome {
            Outcome::P => Some(0),
            Outcome::N => Some(1),
            Outcome::D => None,
        }),
    }
}

/// All trees of so many vertices as the depths of their vertices, each behind the one that it stands on: T. Beyer's and S. M. Hedetniemi's
/// order of rooted trees (1980), and of trees without a root one rooted form of each.
fn trees(vertices: usize, rooted: bool) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    let mut depths: Vec<usize> = (0..vertices).collect();
    loop {
        if rooted || known.insert(free_form(&depths)) {
            all.push(depths.clone());
        }
        // The last vertex deeper than 1 goes up, and what stands behind it repeats what stood there before.
        let Some(last) = depths.iter().rposition(|&depth| depth > 1) else {
            return all;
        };
        let parent = depths[..last]
            .iter()
            .rposition(|&depth| depth + 1 == depths[last]);
        let Some(parent) = parent else { return all };
        for place in last..vertices {
            depths[place] = depths[place - (last - parent)];
        }
    }
}

/// By vertex, the one that it stands on.
fn below(depths: &[usize]) -> Vec<usize> {
    let parent = |(place, depth): (usize, &usize)| {
        let before = depths[..place]
            .iter()
            .rposition(|other| other + 1 == *depth);
        before.unwrap_or(0)
    };
    depths.iter().enumerate().map(parent).collect()
}

fn neighbours(depths: &[usize]) -> Vec<Vec<usize>> {
    let below = below(depths);
    let mut all = vec![Vec::new(); depths.len()];
    for vertex in 1..depths.len() {
        all[vertex].push(below[vertex]);
        all[below[vertex]].push(vertex);
    }
    all
}

/// The same for the same tree, whatever its root: the least form from any vertex.
fn free_form(depths: &[usize]) -> String {
    fn form(all: &[Vec<usize>], at: usize, from: usize) -> String {
        let on = all[at].iter().filter(|&&next| next != from);
        let mut forms: Vec<String> = on.map(|&next| form(all, next, at)).collect();
        forms.sort();
        format!("({})", forms.concat())
    }
    let all = neighbours(depths);
    let forms = (0..all.len()).map(|root| form(&all, root, usize::MAX));
    forms.min().unwrap_or_default()
}

/// A tree as it is written: by parents, or edge by edge.
fn parents(depths: &[usize], rooted: bool) -> String {
    let below = below(depths);
    let each = (1..depths.len()).map(|vertex| match rooted {
        true => below[vertex].to_string(),
        false => format!("{}-{vertex}", below[vertex]),
    });
    let text = each.collect::<Vec<_>>().join(",");
    match (depths.len(), rooted) {
        (1, true) => "r".to_owned(),
        (1, false) => "0".to_owned(),
        _ => text,
    }
}

/// A tree edge by edge, those of the set bits turned towards the first vertex.
fn edges(depths: &[usize], turned: u64) -> String {
    let below = below(depths);
    let each = (1..depths.len()).map(|vertex| match turned >> (vertex - 1) & 1 {
        0 => format!("{}-{vertex}", below[vertex]),
        _ => format!("{vertex}-{}", below[vertex]),
    });
    let text = each.collect::<Vec<_>>().join(",");
    match depths.len() {
        1 => "0".to_owned(),
        _ => text,
    }
}

fn of_tokens() -> Vec<Count> {
    vec![
        count("n", message!("the number of vertices", "顶点数")),
        count(
            "l",
            message!(
                "the number of vertices from which no edge leads away from the token",
                "没有边离开棋子方向的顶点数"
            ),
        ),
        count(
            "h",
            message!("the greatest distance from the token", "离棋子的最大距离"),
        ),
        count(
            "c",
            message!("the number of edges at the token", "棋子所在顶点的度"),
        ),
        count(
            "o",
            message!(
                "the number of vertices from which an odd number of edges leads away from the token",
                "离开棋子方向的边数为奇数的顶点数"
            ),
        ),
        count(
            "x",
            message!(
                "the nim-sum of the distances from the token",
                "到棋子各距离的异或"
            ),
        ),
    ]
}

fn of_directed(has_token: bool) -> Vec<Count> {
    let mut counts = vec![
        count("n", message!("the number of vertices", "顶点数")),
        count(
            "s",
            message!(
                "the number of vertices to which no edge leads",
                "入度为 0 的顶点数"
            ),
        ),
        count(
            "t",
            message!(
                "the number of vertices from which no edge leads",
                "出度为 0 的顶点数"
            ),
        ),
        count(
            "o",
            message!(
                "the number of vertices from which an odd number of edges leads",
                "出度为奇数的顶点数"
            ),
        ),
        count(
            "p",
            message!("the length of the longest path", "最长路的边数"),
        ),
    ];
    if has_token {
        counts.extend([
            count(
                "c",
                message!("the number of edges from the token", "棋子所在顶点的出度"),
            ),
            count(
                "h",
                message!(
                    "the length of the longest path from the token",
                    "从棋子出发的最长路的边数"
                ),
            ),
            count(
                "q",
                message!(
                    "the length of the shortest path from the token to where no edge leads on",
                    "从棋子走到出度为 0 的顶点的最短路的边数"
                ),
            ),
        ]);
    }
    counts
}

/// What is counted in a tree with the edges of the set bits turned towards the first vertex, from which a token goes.
fn directed(depths: &[usize], turned: u64, has_token: bool) -> Vec<u64> {
    let below = below(depths);
    let vertices = depths.len();
    let (mut onward, mut into) = (vec![Vec::new(); vertices], vec![0usize; vertices]);
    for (vertex, &below) in below.iter().enumerate().skip(1) {
        let (from, to) = match turned >> (vertex - 1) & 1 {
            0 => (below, vertex),
            _ => (vertex, below),
        };
        onward[from].push(to);
        into[to] += 1;
    }
    // A tree has no cycles: the longest path and the shortest to an end grow until nothing changes.
    let (mut longest, mut shortest) = (vec![0u64; vertices], vec![0u64; vertices]);
    for _ in 0..vertices {
        for vertex in 0..vertices {
            let of = |far: &[u64]| -> Vec<u64> {
                onward[vertex].iter().map(|&next| far[next] + 1).collect()
            };
            longest[vertex] = of(&longest).into_iter().max().unwrap_or(0);
            shortest[vertex] = of(&shortest).into_iter().min().unwrap_or(0);
        }
    }
    let having =
        |is: &dyn Fn(usize) -> bool| (0..vertices).filter(|&vertex| is(vertex)).count() as u64;
    let mut numbers = vec![
        vertices as u64,
        having(&|vertex| into[vertex] == 0),
        having(&|vertex| onward[vertex].is_empty()),
        having(&|vertex| onward[vertex].len() % 2 == 1),
        longest.iter().max().copied().unwrap_or(0),
    ];
    if has_token {
        numbers.extend([onward[0].len() as u64, longest[0], shortest[0]]);
    }
    numbers
}

fn of_trees(rooted: bool) -> Vec<Count> {
    let vertices = count("n", message!("the number of vertices", "顶点数"));
    match rooted {
        true => vec![
            vertices,
            count(
                "l",
                message!("the number of vertices on which none stands", "叶的个数"),
            ),
            count("h", message!("the height", "高度")),
            count(
                "c",
                message!("the number of vertices on the root", "根的子结点数"),
            ),
            count(
                "o",
                message!(
                    "the number of vertices on which an odd number stands",
                    "子结点数为奇数的顶点数"
                ),
            ),
            count("x", message!("the nim-sum of the depths", "各深度的异或")),
        ],
        false => vec![
            vertices,
            count(
                "l",
                message!("the number of vertices of degree 1", "度为 1 的顶点数"),
            ),
            count("d", message!("the diameter", "直径")),
            count(
                "o",
                message!("the number of vertices of odd degree", "度为奇数的顶点数"),
            ),
            count("t", message!("the greatest degree", "最大度")),
        ],
    }
}

fn shape(depths: &[usize], rooted: bool) -> Vec<u64> {
    let all = neighbours(depths);
    let degree = |vertex: usize| all[vertex].len();
    let vertices = depths.len();
    let height = depths.iter().max().copied().unwrap_or(0);
    let numbers = match rooted {
        true => {
            let children = |vertex: usize| degree(vertex) - usize::from(vertex > 0);
            let having = |is: &dyn Fn(usize) -> bool| {
                (0..vertices).filter(|&vertex| is(children(vertex))).count()
            };
            vec![
                vertices,
                having(&|many| many == 0),
                height,
                children(0),
                having(&|many| many % 2 == 1),
                depths.iter().fold(0, |sum, depth| sum ^ depth),
            ]
        }
        false => {
            let far = |from: usize| {
                let mut seen = vec![usize::MAX; vertices];
                let mut order = vec![from];
                seen[from] = 0;
                let mut next = 0;
                while let Some(&at) = order.get(next) {
                    next += 1;
                    for &other in &all[at] {
                        if seen[other] == usize::MAX {
                            seen[other] = seen[at] + 1;
                            order.push(other);
                        }
                    }
                }
                let last = order.last().copied().unwrap_or(from);
                (last, seen[last])
            };
            let having = |is: &dyn Fn(usize) -> bool| {
                (0..vertices).filter(|&vertex| is(degree(vertex))).count()
            };
            vec![
                vertices,
                having(&|degree| degree == 1),
                far(far(0).0).1,
                having(&|degree| degree % 2 == 1),
                (0..vertices).map(degree).max().unwrap_or(0),
            ]
        }
    };
    numbers.into_iter().map(|number| number as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_as_many_as_are_known() {
        // A000081 and A000055 of the OEIS.
        for (vertices, rooted, free) in [
            (1, 1, 1),
            (2, 1, 1),
            (3, 2, 1),
            (4, 4, 2),
            (5, 9, 3),
            (6, 20, 6),
            (7, 48, 11),
            (8, 115, 23),
            (9, 286, 47),
        ] {
            assert_eq!(trees(vertices, true).len(), rooted);
            assert_eq!(trees(vertices, false).len(), free);
        }
    }

    #[test]
    fn what_is_counted_in_directed_trees() {
        // 0 -> 1 -> 2, 3 -> 0.
        let tree = [0, 1, 2, 1];
        assert_eq!(edges(&tree, 0b100), "0-1,1-2,3-0");
        assert_eq!(directed(&tree, 0b100, true), [4, 1, 1, 3, 3, 1, 2, 2]);
        assert_eq!(directed(&tree, 0, false), [4, 1, 2, 1, 2]);
        assert_eq!(edges(&[0], 0), "0");
    }
}
