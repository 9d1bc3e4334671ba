//! Rules on graphs against the games of the catalogue, and against their definitions written once more: plain search on lists of edges,
//! nothing taken apart, which knows no code of this module.

use std::collections::{BTreeSet, HashMap};

use grundy::budget::{Budget, Meter};
use grundy::{Game, Outcome, Play, solve};

/// A graph by its vertices and edges; an edge without direction has the lesser end first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Plain {
    vertices: BTreeSet<u8>,
    edges: BTreeSet<(u8, u8)>,
    token: Option<u8>,
}

type Rule = fn(&Plain) -> Vec<Plain>;

impl Plain {
    fn new(count: u8, edges: impl IntoIterator<Item = (u8, u8)>) -> Plain {
        Plain {
            vertices: (0..count).collect(),
            edges: edges.into_iter().collect(),
            token: None,
        }
    }

    fn beside(&self, v: u8) -> BTreeSet<u8> {
        let other = |&(a, b): &(u8, u8)| {
            let to = (a == v).then_some(b);
            to.or((b == v).then_some(a))
        };
        self.edges.iter().filter_map(other).collect()
    }

    fn degree(&self, v: u8) -> usize {
        let at = |&&(a, b): &&(u8, u8)| a == v || b == v;
        self.edges.iter().filter(at).count()
    }

    fn without(&self, gone: &BTreeSet<u8>) -> Plain {
        let stays = |v: &u8| !gone.contains(v);
        Plain {
            vertices: self.vertices.iter().copied().filter(stays).collect(),
            edges: (self.edges.iter().copied())
                .filter(|(a, b)| stays(a) && stays(b))
                .collect(),
            token: self.token,
        }
    }

    fn cut(&self, gone: &[(u8, u8)]) -> Plain {
        let mut left = self.clone();
        left.edges.retain(|edge| !gone.contains(edge));
        left
    }

    /// All that is joined to a vertex.
    fn around(&self, v: u8) -> BTreeSet<u8> {
        let mut all = BTreeSet::from([v]);
        loop {
            let wider: BTreeSet<u8> = all.iter().flat_map(|&v| self.beside(v)).collect();
            let before = all.len();
            all.extend(wider);
            if all.len() == before {
                return all;
            }
        }
    }

    fn components(&self) -> usize {
        let least = |&&v: &&u8| self.around(v).first() == Some(&v);
        self.vertices.iter().filter(least).count()
    }

    fn contracted(&self, (kept, gone): (u8, u8)) -> Plain {
        let called = |v: u8| if v == gone { kept } else { v };
        let mut left = self.without(&BTreeSet::from([gone]));
        for &(a, b) in &self.edges {
            let (a, b) = (called(a), called(b));
            if a != b {
                left.edges.insert((a.min(b), a.max(b)));
            }
        }
        left
    }

    /// The parent of each vertex of a tree whose root is 0 joined to it; the root of another component is its least vertex, as children have
    /// larger numbers here.
    fn parent(&self, v: u8) -> Option<u8> {
        self.beside(v).into_iter().find(|&below| below < v)
    }

    fn standing(&self, v: u8) -> BTreeSet<u8> {
        let mut all = BTreeSet::from([v]);
        for &other in &self.vertices {
            if self.parent(other).is_some_and(|below| all.contains(&below)) {
                all.insert(other);
            }
        }
        all
    }

    fn way_down(&self, v: u8) -> BTreeSet<u8> {
        let mut all = BTreeSet::from([v]);
        let mut at = v;
        while let Some(below) = self.parent(at) {
            all.insert(below);
            at = below;
        }
        all
    }

    fn each_vertex(&self, option: impl Fn(u8) -> Option<Plain>) -> Vec<Plain> {
        self.vertices.iter().filter_map(|&v| option(v)).collect()
    }

    fn each_edge(&self, option: impl Fn((u8, u8)) -> Option<Plain>) -> Vec<Plain> {
        self.edges.iter().filter_map(|&edge| option(edge)).collect()
    }

    /// As the notation has it.
    fn text(&self) -> String {
        let names = self.vertices.iter().map(u8::to_string);
        let edges = self.edges.iter().map(|(a, b)| format!("{a}-{b}"));
        let graph = names.chain(edges).collect::<Vec<_>>().join(",");
        match self.token {
            Some(token) => format!("{token}/{graph}"),
            None => graph,
        }
    }
}

fn value(graph: &Plain, rule: Rule, known: &mut HashMap<Plain, u32>) -> u32 {
    if let Some(&value) = known.get(graph) {
        return value;
    }
    let values: BTreeSet<u32> = rule(graph)
        .iter()
        .map(|left| value(left, rule, known))
        .collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap_or(0);
    known.insert(graph.clone(), value);
    value
}

/// Whether the player to move wins where who cannot move wins.
fn wins_misere(graph: &Plain, rule: Rule, known: &mut HashMap<Plain, bool>) -> bool {
    if let Some(&wins) = known.get(graph) {
        return wins;
    }
    let options = rule(graph);
    let wins = options.is_empty() || options.iter().any(|left| !wins_misere(left, rule, known));
    known.insert(graph.clone(), wins);
    wins
}

const UNDIRECTED: &[(&str, Rule)] = &[
    ("graph remove vertex", |g| {
        g.each_vertex(|v| Some(g.without(&BTreeSet::from([v]))))
    }),
    ("graph remove vertex with neighbours", |g| {
        g.each_vertex(|v| {
            let mut gone = g.beside(v);
            gone.insert(v);
            Some(g.without(&gone))
        })
    }),
    (
        "graph remove vertex with neighbours if vertices >= 1",
        |g| {
            g.each_vertex(|v| {
                let mut gone = g.beside(v);
                gone.insert(v);
                Some(g.without(&gone))
            })
        },
    ),
    ("graph remove vertex within 2", |g| {
        g.each_vertex(|v| {
            let mut gone: BTreeSet<u8> =
                g.beside(v).into_iter().flat_map(|w| g.beside(w)).collect();
            gone.extend(g.beside(v));
            gone.insert(v);
            Some(g.without(&gone))
        })
    }),
    ("graph remove edge", |g| {
        g.each_edge(|edge| Some(g.cut(&[edge])))
    }),
    ("graph remove edge with ends", |g| {
        g.each_edge(|(a, b)| Some(g.without(&BTreeSet::from([a, b]))))
    }),
    ("graph remove vertex | remove edge with ends", |g| {
        let mut all = g.each_vertex(|v| Some(g.without(&BTreeSet::from([v]))));
        all.extend(g.each_edge(|(a, b)| Some(g.without(&BTreeSet::from([a, b])))));
        all
    }),
    ("graph contract edge", |g| {
        g.each_edge(|edge| Some(g.contracted(edge)))
    }),
    ("graph contract edge | remove edge", |g| {
        let mut all = g.each_edge(|edge| Some(g.contracted(edge)));
        all.extend(g.each_edge(|edge| Some(g.cut(&[edge]))));
        all
    }),
    ("graph remove edges at vertex", |g| {
        let mut all = Vec::new();
        for &v in &g.vertices {
            let at: Vec<(u8, u8)> = g
                .edges
                .iter()
                .copied()
                .filter(|&(a, b)| a == v || b == v)
                .collect();
            for chosen in 1..1u32 << at.len() {
                let gone: Vec<(u8, u8)> = (0..at.len())
                    .filter(|bit| chosen >> bit & 1 == 1)
                    .map(|bit| at[bit])
                    .collect();
                all.push(g.cut(&gone));
            }
        }
        all
    }),
    ("graph remove edges at vertex if k <= m where m = 2", |g| {
        let mut all = g.each_edge(|edge| Some(g.cut(&[edge])));
        for &one in &g.edges {
            for &other in &g.edges {
                let meet =
                    one.0 == other.0 || one.0 == other.1 || one.1 == other.0 || one.1 == other.1;
                if one < other && meet {
                    all.push(g.cut(&[one, other]));
                }
            }
        }
        all
    }),
    ("graph remove vertex if degree(v)%2 == 0", |g| {
        g.each_vertex(|v| (g.degree(v) % 2 == 0).then(|| g.without(&BTreeSet::from([v]))))
    }),
    (
        "graph remove vertex if degree(v)%2 == 1; remove edge if not leaf(u) and leaf(v)",
        |g| {
            let mut all =
                g.each_vertex(|v| (g.degree(v) % 2 == 1).then(|| g.without(&BTreeSet::from([v]))));
            all.extend(g.each_edge(|(a, b)| {
                let leaf = |v| g.degree(v) == 1;
                (leaf(a) != leaf(b)).then(|| g.cut(&[(a, b)]))
            }));
            all
        },
    ),
    ("graph remove vertex | remove edge", |g| {
        let mut all = g.each_vertex(|v| Some(g.without(&BTreeSet::from([v]))));
        all.extend(g.each_edge(|edge| Some(g.cut(&[edge]))));
        all
    }),
    ("graph remove edge if degree(u) > degree(v)+1", |g| {
        g.each_edge(|(a, b)| (g.degree(a).abs_diff(g.degree(b)) > 1).then(|| g.cut(&[(a, b)])))
    }),
    ("graph remove edge if parts == 1", |g| {
        g.each_edge(|edge| {
            let left = g.cut(&[edge]);
            (left.components() == g.components()).then_some(left)
        })
    }),
    ("graph remove vertex if parts <= 1", |g| {
        g.each_vertex(|v| {
            let left = g.without(&BTreeSet::from([v]));
            (left.components() <= g.components()).then_some(left)
        })
    }),
    (
        "graph remove vertex if not bipartite or edges >= cycles+3",
        |g| {
            g.each_vertex(|v| {
                let around = g.around(v);
                let edges = g.edges.iter().filter(|(a, _)| around.contains(a)).count();
                let odd = odd_cycle(g, v);
                (odd || around.len() >= 4).then_some(())?;
                let _ = edges;
                Some(g.without(&BTreeSet::from([v])))
            })
        },
    ),
];

/// Whether the component of a vertex has a cycle of odd length: whether it can be reached from itself by an odd number of steps.
fn odd_cycle(g: &Plain, v: u8) -> bool {
    let mut reached = BTreeSet::from([(v, false)]);
    loop {
        let wider: BTreeSet<(u8, bool)> = (reached.iter())
            .flat_map(|&(v, odd)| g.beside(v).into_iter().map(move |w| (w, !odd)))
            .collect();
        let before = reached.len();
        reached.extend(wider);
        if reached.len() == before {
            return reached.contains(&(v, true));
        }
    }
}

const DIRECTED: &[(&str, Rule)] = &[
    ("digraph remove vertex if indegree(v) == 0", |g| {
        g.each_vertex(|v| {
            let source = g.edges.iter().all(|&(_, to)| to != v);
            source.then(|| g.without(&BTreeSet::from([v])))
        })
    }),
    ("digraph remove edge if outdegree(u) >= indegree(v)", |g| {
        g.each_edge(|(a, b)| {
            let out = g.edges.iter().filter(|&&(from, _)| from == a).count();
            let into = g.edges.iter().filter(|&&(_, to)| to == b).count();
            (out >= into).then(|| g.cut(&[(a, b)]))
        })
    }),
    ("digraph remove edges at vertex if degree(v) == 2", |g| {
        let mut all = Vec::new();
        for &v in g.vertices.iter().filter(|&&v| g.degree(v) == 2) {
            let at: Vec<(u8, u8)> = g
                .edges
                .iter()
                .copied()
                .filter(|&(a, b)| a == v || b == v)
                .collect();
            all.extend([g.cut(&at[..1]), g.cut(&at[1..]), g.cut(&at)]);
        }
        all
    }),
];

const MOVING: &[(&str, Rule)] = &[
    ("move token along edge and remove vertex", |g| {
        let from = g.token.unwrap_or(0);
        let to = g.edges.iter().filter(|edge| edge.0 == from);
        to.map(|&(_, to)| Plain {
            token: Some(to),
            ..g.without(&BTreeSet::from([from]))
        })
        .collect()
    }),
    ("move token along edge and remove edge", |g| {
        let from = g.token.unwrap_or(0);
        let to = g.edges.iter().filter(|edge| edge.0 == from);
        to.map(|&(_, to)| Plain {
            token: Some(to),
            ..g.cut(&[(from, to)])
        })
        .collect()
    }),
];

const TREES: &[(&str, Rule)] = &[
    ("tree cut edge", |g| {
        g.each_vertex(|v| g.parent(v).map(|_| g.without(&g.standing(v))))
    }),
    ("tree cut edge if depth(u) >= 0", |g| {
        g.each_vertex(|v| g.parent(v).map(|_| g.without(&g.standing(v))))
    }),
    ("tree cut edge if size(v) <= 2", |g| {
        g.each_vertex(|v| {
            g.parent(v)?;
            (g.standing(v).len() <= 2).then(|| g.without(&g.standing(v)))
        })
    }),
    (
        "tree remove vertex if children(v) != 1 and depth(v) > 0",
        |g| {
            g.each_vertex(|v| {
                g.parent(v)?;
                let children = g.vertices.iter().filter(|&&c| g.parent(c) == Some(v));
                (children.count() != 1).then(|| g.without(&g.standing(v)))
            })
        },
    ),
    ("tree remove path to vertex", |g| {
        g.each_vertex(|v| Some(g.without(&g.way_down(v))))
    }),
    (
        "tree remove path to vertex if k >= 2 or height(v) == 0",
        |g| {
            g.each_vertex(|v| {
                let leaf = g.vertices.iter().all(|&c| g.parent(c) != Some(v));
                (g.way_down(v).len() >= 2 || leaf).then(|| g.without(&g.way_down(v)))
            })
        },
    ),
    ("tree contract edge if isolated(u) or height(v) <= 1", |g| {
        g.each_edge(|(a, b)| {
            let low = g
                .standing(b)
                .iter()
                .all(|&up| up == b || g.parent(up) == Some(b));
            low.then(|| g.contracted((a, b)))
        })
    }),
    ("tree remove path to vertex | contract edge", |g| {
        let mut all = g.each_vertex(|v| Some(g.without(&g.way_down(v))));
        all.extend(g.each_edge(|edge| Some(g.contracted(edge))));
        all
    }),
    ("tree remove edge with ends", |g| {
        g.each_edge(|(a, _)| Some(g.without(&g.standing(a))))
    }),
];

fn told(text: &str) -> u32 {
    let game: Game = text.parse().expect(text);
    let value = solve(&game, Play::Normal).value.expect(text).to_string();
    let value = value.parse().expect("a small value");
    let again: Game = game.to_string().parse().expect("printed");
    assert_eq!(again, game, "{text}");
    value
}

/// Value, and the value by a second search through the options as they are told to players.
fn agrees(rule: &str, graph: &Plain, text: &str, expected: u32) {
    let whole = format!("rule '{rule}' {text}");
    assert_eq!(told(&whole), expected, "{whole} ({graph:?})");
    let game: Game = whole.parse().expect(&whole);
    for component in game.components() {
        let again = component.value_again(1, &mut Meter::new(&Budget::default()));
        assert_eq!(
            again.map(|value| value.to_string()),
            Ok(expected.to_string()),
            "{whole}"
        );
    }
}

fn misere(rule: &str, text: &str, wins: bool) {
    let whole = format!("rule '{rule}' {text}");
    let answer = solve(&whole.parse().expect(&whole), Play::Misere);
    let expected = if wins { Outcome::N } else { Outcome::P };
    assert_eq!(answer.outcome, Some(expected), "{whole}");
}

fn graphs(count: u8) -> impl Iterator<Item = Plain> {
    let pairs: Vec<(u8, u8)> = (0..count)
        .flat_map(|one| (0..one).map(move |other| (other, one)))
        .collect();
    (0..1u32 << pairs.len()).map(move |chosen| {
        let kept = (0..pairs.len()).filter(|bit| chosen >> bit & 1 == 1);
        Plain::new(count, kept.map(|bit| pairs[bit]))
    })
}

#[test]
fn all_graphs_of_four_vertices_and_some_of_five() {
    for &(text, rule) in UNDIRECTED {
        let (mut known, mut outcomes) = (HashMap::new(), HashMap::new());
        let more = graphs(5).enumerate().filter(|(at, _)| at % 37 == 5);
        for graph in graphs(4).chain(more.map(|(_, graph)| graph)) {
            let expected = value(&graph, rule, &mut known);
            agrees(text, &graph, &graph.text(), expected);
            misere(
                text,
                &graph.text(),
                wins_misere(&graph, rule, &mut outcomes),
            );
        }
    }
}

#[test]
fn all_directed_graphs_of_three_vertices() {
    let pairs: Vec<(u8, u8)> = (0..3)
        .flat_map(|one| {
            (0..3)
                .filter(move |&other| other != one)
                .map(move |other| (one, other))
        })
        .collect();
    for chosen in 0..1u32 << pairs.len() {
        let kept = (0..pairs.len()).filter(|bit| chosen >> bit & 1 == 1);
        let graph = Plain::new(3, kept.map(|bit| pairs[bit]));
        for &(text, rule) in DIRECTED {
            agrees(
                text,
                &graph,
                &graph.text(),
                value(&graph, rule, &mut HashMap::new()),
            );
        }
        for &(text, rule) in MOVING {
            let graph = Plain {
                token: Some(0),
                ..graph.clone()
            };
            let text = format!("digraph {text}");
            agrees(
                &text,
                &graph,
                &graph.text(),
                value(&graph, rule, &mut HashMap::new()),
            );
            misere(
                &text,
                &graph.text(),
                wins_misere(&graph, rule, &mut HashMap::new()),
            );
        }
    }
}

#[test]
fn geography_is_that_of_the_catalogue() {
    let games = ["geography", "edge-geography"];
    for ((text, _), name) in MOVING.iter().zip(games) {
        for (at, graph) in graphs(5).enumerate().filter(|(at, _)| at % 11 == 3) {
            let edges = graph.text();
            let outcome = |text: String| solve(&text.parse().expect(&text), Play::Normal).outcome;
            let own = outcome(format!("rule 'graph {text}' 2/{edges}"));
            assert_eq!(
                own,
                outcome(format!("undirected-{name}:{edges} 2")),
                "{name} {at}"
            );
            let own = outcome(format!("rule 'digraph {text}' 0/{edges}"));
            assert_eq!(own, outcome(format!("{name}:{edges} 0")), "{name} {at}");
        }
    }
    // A token that takes nothing: a graph game, where play may go on for ever.
    for graph in ["a-b,b-c,a-c,c-d", "a-b,b-a,b-c", "a-b,b-c,c-a", "a-b,b-a"] {
        for play in [Play::Normal, Play::Misere] {
            let outcome = |text: String| solve(&text.parse().expect(&text), play).outcome;
            let own = outcome(format!("rule 'digraph move token along edge' a/{graph}"));
            assert_eq!(own, outcome(format!("graph:{graph} a")), "{graph}");
        }
    }
}

#[test]
fn all_trees_of_six_vertices() {
    fn parents(count: u8) -> Vec<Vec<u8>> {
        match count {
            1 => vec![Vec::new()],
            _ => (parents(count - 1).iter())
                .flat_map(|before| (0..count - 1).map(|parent| [&before[..], &[parent]].concat()))
                .collect(),
        }
    }
    for &(text, rule) in TREES {
        let (mut known, mut outcomes) = (HashMap::new(), HashMap::new());
        for parents in (2..=6).flat_map(parents) {
            let edges = (1..).zip(&parents).map(|(child, &parent)| (parent, child));
            let tree = Plain::new(parents.len() as u8 + 1, edges);
            let list: Vec<String> = parents.iter().map(u8::to_string).collect();
            let list = list.join(",");
            let expected = value(&tree, rule, &mut known);
            agrees(text, &tree, &list, expected);
            // The same by edges, with names in another order.
            let edges = tree
                .edges
                .iter()
                .map(|(a, b)| format!("{}-{}", 9 - a, 9 - b));
            agrees(text, &tree, &edges.collect::<Vec<_>>().join(","), expected);
            if parents.len() < 5 {
                misere(text, &list, wins_misere(&tree, rule, &mut outcomes));
            }
            if text == "tree cut edge" {
                assert_eq!(told(&format!("tree {list}")), expected, "{list}");
            }
        }
    }
}

#[test]
fn families_are_the_games_of_the_catalogue() {
    for family in [
        "path=17",
        "cycle=14",
        "grid=4x4",
        "queen=4",
        "king=4",
        "knight=4",
        "complete=6",
        "petersen=5x2",
        "hypercube=4",
        "wheel=8",
        "bipartite=3x4",
        "torus=3x4",
        "star=7",
        "grid=2x40",
    ] {
        for (rule, name) in [
            ("graph remove vertex with neighbours", "node-kayles"),
            ("graph remove edge with ends", "arc-kayles"),
        ] {
            let known = told(&format!("{name}:{family}"));
            assert_eq!(told(&format!("rule '{rule}' {family}")), known, "{family}");
            // The same, as if nothing were known of it.
            if family != "grid=2x40" {
                let guarded = format!("rule '{rule} if edges >= 0' {family}");
                assert_eq!(told(&guarded), known, "{family}");
            }
        }
    }
    // Kayles is the game on a path in which a vertex goes, or an edge with its ends; Nim is that of edges at the middle of a star.
    for count in 1..40 {
        let path = told(&format!(
            "rule 'graph remove vertex | remove edge with ends' path={count}"
        ));
        assert_eq!(path, told(&format!("0.77 {count}")));
    }
    for count in 1..9 {
        assert_eq!(
            told(&format!("rule 'graph remove edges at vertex' star={count}")),
            count
        );
    }
}

#[test]
fn rules_print_back() {
    for (text, printed) in [
        ("graph remove vertex", "graph remove vertex"),
        (
            "graph  delete vertex with neighbors",
            "graph remove vertex with neighbours",
        ),
        (
            "graph remove vertex within 1",
            "graph remove vertex with neighbours",
        ),
        ("graph remove vertex within 0", "graph remove vertex"),
        (
            "graph cut edge; contract edge",
            "graph remove edge; contract edge",
        ),
        (
            "tree remove edge if (depth(u)) < 2",
            "tree cut edge if depth(u) < 2",
        ),
        (
            "graph remove edge on grid=2xn",
            "graph remove edge on grid=2xn",
        ),
        (
            "graph remove edge if cycles > m on path=x where m = -2",
            "graph remove edge if cycles > m on path=x where m = -2",
        ),
        (
            "graph remove vertex; contract edge on torus=xxx",
            "graph remove vertex; contract edge on torus=xxx",
        ),
        (
            "digraph move token along edge and remove edge if outdegree(v) > m where m = 2;",
            "digraph move token along edge and remove edge if outdegree(v) > m where m = 2",
        ),
        (
            "graph remove edge if leaf(u) or not bipartite if parts≠2; remove vertex",
            "graph remove edge if leaf(u) or not bipartite if parts != 2; remove vertex",
        ),
    ] {
        let rule = super::GraphRule::parse(text).expect(text);
        assert_eq!(rule.to_string(), printed);
        assert_eq!(super::GraphRule::parse(printed).as_ref(), Ok(&rule));
    }
    for text in [
        "graph -> graph-1",
        "graph → graph-1",
        "tree = *1",
        "n -> n-1",
        "graphs remove vertex",
    ] {
        assert!(!super::GraphRule::begins(text), "{text}");
    }
}

#[test]
fn errors_of_rules_have_their_places() {
    for (text, columns) in [
        ("graph", &[6][..]),
        ("graph remove", &[13]),
        (
            "graph remove vertx | contract edg; remove edge wit ends",
            &[14, 31, 48],
        ),
        ("graph remove vertex within 999", &[28]),
        ("graph remove vertex if degre(v) == 1", &[24]),
        ("graph remove vertex if degree(u) == 1", &[24]),
        ("graph remove vertex | remove edge if degree(u) == 1", &[38]),
        ("graph remove edge if k == 1", &[22]),
        ("graph remove edge if depth(u) == 1", &[22]),
        ("graph remove edge if degree(u)", &[22]),
        ("graph remove edge if degree(u) == 1 | remove vertex", &[37]),
        ("graph remove path to vertex", &[7]),
        ("tree remove edges at vertex", &[6]),
        ("graph move token along edge | remove edge", &[31]),
        ("graph remove edge where edges = 3", &[25]),
        ("graph remove edge where m = n", &[29]),
        ("graph remove edge if v[3] == 1", &[22]),
        ("graph remove edge if 1/0 == 1", &[22]),
        ("graph remove edge if", &[21]),
        ("graph remove edge remove", &[19]),
        ("graph remove edge on", &[21]),
        ("graph remove edge on gird=n", &[22]),
        ("graph remove edge on grid", &[22]),
        ("graph remove edge on path=2xn", &[22]),
    ] {
        let wrong = super::GraphRule::parse(text).expect_err(text);
        let found: Vec<usize> = wrong.errors.iter().map(|error| error.column).collect();
        assert_eq!(found, columns, "{text}: {wrong}");
    }
}

#[test]
fn errors_of_positions_have_their_places() {
    for (rule, position, column) in [
        ("graph remove edge", "a-a", 1),
        ("graph remove edge", "a-b,c-b,b-c", 9),
        ("graph remove edge", "a-b,b-a", 5),
        ("graph remove edge", "a-b-c-a-b", 7),
        ("graph remove edge", "a--b", 3),
        ("graph remove edge", "cycle=2", 1),
        ("graph remove edge", "queen=17", 1),
        ("graph remove edge", "a/a-b", 1),
        ("graph remove edge", "path=5:1,6", 10),
        ("graph remove edge", "path=5:1-2,2-4", 12),
        ("graph move token along edge and remove vertex", "a-b", 1),
        ("graph move token along edge and remove vertex", "c/a-b", 1),
        (
            "graph move token along edge and remove vertex",
            "a/a-b:b",
            1,
        ),
        ("tree cut edge", "a-b,b-c,d-e", 9),
        ("tree cut edge", "a-b,b-c,c-a", 9),
        ("tree cut edge", "0,0,9", 5),
        ("tree cut edge", "0,3,2", 5),
        ("tree cut edge", "cycle=5", 1),
    ] {
        let text = format!("rule '{rule}' {position}");
        let error = text.parse::<Game>().expect_err(&text);
        assert_eq!(error.column, rule.len() + 8 + column, "{text}: {error}");
    }
}

#[test]
fn files_are_read() {
    let read = |rule: &str, file: &str| {
        let text = format!("rule '{rule}' @graph");
        let game = Game::parse(&text, &|_| Ok(file.to_owned()));
        game.map(|game| game.to_string())
            .map_err(|error| error.to_string())
    };
    let edges = "graph remove edge";
    assert_eq!(
        read(edges, "a b\nb c # more\n\nd\n"),
        Ok("rule 'graph remove edge' a-b,b-c,d".to_owned())
    );
    assert_eq!(
        read(edges, "graph { a -- b -- c }"),
        Ok("rule 'graph remove edge' a-b,b-c".to_owned())
    );
    assert_eq!(
        read("tree cut edge", "0 0 1\n"),
        Ok("rule 'tree cut edge' 0,0,1".to_owned())
    );
    assert_eq!(
        read("tree cut edge", "5 3\n3 4\n"),
        Ok("rule 'tree cut edge' 5-3,3-4".to_owned())
    );
    for (rule, file, told) in [
        (edges, "a b\nb a\n", "line 2"),
        (edges, "a b\nb b\n", "line 2"),
        (edges, "a b\nb c d\n", "line 2"),
        (edges, "graph { a -- b\n b -> c }", "line 2"),
        ("tree cut edge", "a b\nc d\n", "line 1"),
    ] {
        let error = read(rule, file).expect_err(file);
        assert!(error.contains(told), "{file}: {error}");
    }
}

#[test]
fn sizes_of_a_family_are_positions() {
    let rule = "graph remove vertex with neighbours on grid=2xn";
    for size in 1..6 {
        assert_eq!(
            told(&format!("rule '{rule}' {size}")),
            told(&format!("node-kayles:grid=2x{size}"))
        );
    }
    let text = format!("rule '{rule}' 3 + nim 2");
    let game: Game = text.parse().expect(&text);
    assert_eq!(game.to_string(), format!("rule '{rule}' grid=2x3 + nim 2"));
    let wrong = format!("rule '{rule}' 3,4").parse::<Game>();
    assert_eq!(wrong.expect_err("two sizes").column, rule.len() + 9);
    let token = "rule 'graph move token along edge and remove vertex on path=n' 4";
    assert_eq!(
        told(token),
        told("rule 'graph move token along edge and remove vertex' 1/path=4")
    );
}

#[test]
fn what_cannot_be_evaluated_is_told() {
    let text = "rule 'graph remove vertex if 6/degree(v) >= 2' a-b,b-c,d";
    let answer = solve(&text.parse().expect(text), Play::Normal);
    assert!(answer.value.is_none());
    let text = "rule 'graph remove edges at vertex' star=20";
    let answer = solve(&text.parse().expect(text), Play::Normal);
    assert!(answer.value.is_none());
}
