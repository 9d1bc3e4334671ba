//! Lists that a format makes of graphs and trees, and along their edges: against the plain definitions.

use crate::common::own::{format, judged};

/// The entries of the list `b`.
fn made(layout: &str, lists: &str, input: &str) -> Vec<i64> {
    let keys = format!(
        "layout = \"{layout}\"\nlists = \"{lists}\"\nvalue = \"b\"\nanswer = {{ value = \"{{value}} \", each = true }}"
    );
    let told = judged(&keys, input).unwrap_or_else(|error| panic!("{lists}: {error}\n{input}"));
    let words = told.split_whitespace();
    words.map(|word| word.parse().unwrap()).collect()
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Parents from 1, 0 for a root, of vertices in any order.
fn forests() -> Vec<Vec<usize>> {
    let mut random = Random(5);
    let mut all = vec![vec![0], vec![0, 1], vec![2, 0], vec![0, 0, 0]];
    for _ in 0..150 {
        let count = 1 + random.below(9);
        let mut names: Vec<usize> = (1..=count).collect();
        for place in (1..count).rev() {
            names.swap(place, random.below(place + 1));
        }
        let mut parents = vec![0; count];
        for place in 1..count {
            if random.below(6) > 0 {
                parents[names[place] - 1] = names[random.below(place)];
            }
        }
        all.push(parents);
    }
    all
}

fn text(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    words.join(" ")
}

fn plain_depth(parents: &[usize], vertex: usize) -> i64 {
    match parents[vertex - 1] {
        0 => 0,
        parent => 1 + plain_depth(parents, parent),
    }
}

fn below(parents: &[usize], vertex: usize) -> impl Iterator<Item = usize> {
    let all = (1..=parents.len()).filter(move |&other| parents[other - 1] == vertex);
    all.collect::<Vec<_>>().into_iter()
}

fn plain_order(parents: &[usize], vertex: usize, order: &mut Vec<i64>) {
    if vertex > 0 {
        order.push(vertex as i64);
    }
    for vertex in below(parents, vertex) {
        plain_order(parents, vertex, order);
    }
}

fn plain_size(parents: &[usize], vertex: usize) -> i64 {
    let sizes = below(parents, vertex).map(|vertex| plain_size(parents, vertex));
    1 + sizes.sum::<i64>()
}

#[test]
fn what_is_made_of_parents() {
    for parents in forests() {
        let count = parents.len();
        let input = format!("{count} {}", text(&parents));
        let of = |lists: &str| made("n p*n", lists, &input);
        let all = |of: &dyn Fn(usize) -> i64| (1..=count).map(of).collect::<Vec<i64>>();
        assert_eq!(
            of("b = depths(p)"),
            all(&|vertex| plain_depth(&parents, vertex))
        );
        assert_eq!(
            of("b = sizes(p)"),
            all(&|vertex| plain_size(&parents, vertex))
        );
        let mut order = Vec::new();
        plain_order(&parents, 0, &mut order);
        assert_eq!(of("b = order(p)"), order);
        let place = |vertex: usize| order.iter().position(|&own| own == vertex as i64);
        assert_eq!(
            of("b = places(order(p))"),
            all(&|vertex| place(vertex).unwrap() as i64)
        );
        assert_eq!(
            of("b = counts(p, n)"),
            all(&|vertex| below(&parents, vertex).count() as i64)
        );
    }
}

#[test]
fn lists_along_a_tree() {
    /// What a vertex has, by what those below it have.
    type Of<'f> = &'f dyn Fn(usize, &[(usize, i64)]) -> i64;
    fn up(parents: &[usize], vertex: usize, of: Of<'_>) -> i64 {
        let all = below(parents, vertex).map(|below| (below, up(parents, below, of)));
        let all: Vec<(usize, i64)> = all.collect();
        of(vertex, &all)
    }
    let mut random = Random(9);
    for parents in forests() {
        let count = parents.len();
        let a: Vec<usize> = (0..count).map(|_| random.below(6)).collect();
        let input = format!("{count} {} {}", text(&parents), text(&a));
        let number = |vertex: usize| a[vertex - 1] as i64;
        type Plain<'p> = &'p dyn Fn(usize, &[(usize, i64)]) -> i64;
        let all: [(&str, Plain<'_>); 12] = [
            ("b = [max(b+1) up p]", &|_, all| {
                all.iter().map(|all| all.1 + 1).max().unwrap_or(0)
            }),
            ("b = [abs(sum(b)-1) up p]", &|_, all| {
                (all.iter().map(|all| all.1).sum::<i64>() - 1).abs()
            }),
            ("b = [a + sum(b) up p]", &|vertex, all| {
                number(vertex) + all.iter().map(|all| all.1).sum::<i64>()
            }),
            ("b = [xor(b+1) up p]", &|_, all| {
                all.iter().fold(0, |sum, all| sum ^ (all.1 + 1))
            }),
            ("b = [any(b == 0) up p]", &|_, all| {
                i64::from(all.iter().any(|all| all.1 == 0))
            }),
            ("b = [len(b) + count(b > 1 if a > 2) up p]", &|_, all| {
                let many = all.iter().filter(|all| all.1 > 1 && number(all.0) > 2);
                all.len() as i64 + many.count() as i64
            }),
            ("b = [min(a*n+b) + index up p]", &|vertex, all| {
                let least = all.iter().map(|all| number(all.0) * count as i64 + all.1);
                least.min().unwrap_or(0) + vertex as i64
            }),
            ("b = [gcd(a+2, gcd(b)) up p]", &|vertex, all| {
                let gcd = |mut a: i64, mut b: i64| {
                    while b > 0 {
                        (a, b) = (b, a % b);
                    }
                    a
                };
                gcd(
                    number(vertex) + 2,
                    all.iter().fold(0, |one, all| gcd(one, all.1)),
                )
            }),
            (
                "b = [all(a > 1 or b == 1) and a > 0 up p]",
                &|vertex, all| {
                    let holds = all.iter().all(|all| number(all.0) > 1 || all.1 == 1);
                    i64::from(holds && number(vertex) > 0)
                },
            ),
            ("b = [max(b-3 if a > 0) + 5 up p]", &|_, all| {
                let some = all.iter().filter(|all| number(all.0) > 0);
                some.map(|all| all.1 - 3).max().unwrap_or(0) + 5
            }),
            ("b = [a[0] + p*2 + n + sum(index) up p]", &|vertex, all| {
                let sum: usize = all.iter().map(|all| all.0).sum();
                (a[0] + 2 * parents[vertex - 1] + count + sum) as i64
            }),
            (
                "b = [sum(b) + sum(t for t in 1..=a) up p]",
                &|vertex, all| {
                    let own = number(vertex);
                    all.iter().map(|all| all.1).sum::<i64>() + own * (own + 1) / 2
                },
            ),
        ];
        for (lists, plain) in all {
            let expected: Vec<i64> = (1..=count)
                .map(|vertex| up(&parents, vertex, plain))
                .collect();
            assert_eq!(made("n p*n a*n", lists, &input), expected, "{lists}");
        }
        let path = |vertex: usize| {
            let (mut at, mut path) = (vertex, vec![]);
            while at > 0 {
                path.push(at);
                at = parents[at - 1];
            }
            path
        };
        let xors: Vec<i64> = (1..=count)
            .map(|vertex| {
                let path = path(vertex).into_iter();
                path.fold(0, |xor, vertex| xor ^ number(vertex))
            })
            .collect();
        assert_eq!(made("n p*n a*n", "b = [b xor a down p]", &input), xors);
        let most: Vec<i64> = (1..=count)
            .map(|vertex| path(vertex).into_iter().map(number).max().unwrap())
            .collect();
        assert_eq!(made("n p*n a*n", "b = [max(b, a) down p]", &input), most);
    }
}

#[test]
fn what_is_made_of_edges() {
    let mut random = Random(3);
    for _ in 0..150 {
        let count = 1 + random.below(7);
        let edges = random.below(8);
        let ends: Vec<usize> = (0..2 * edges).map(|_| 1 + random.below(count)).collect();
        let root = 1 + random.below(count);
        let input = format!("{count} {edges} {root} {}", text(&ends));
        // All distances by the plain definition.
        let mut far = vec![vec![99i64; count + 1]; count + 1];
        for (vertex, row) in far.iter_mut().enumerate() {
            row[vertex] = 0;
        }
        for edge in ends.chunks(2) {
            if edge[0] != edge[1] {
                far[edge[0]][edge[1]] = 1;
                far[edge[1]][edge[0]] = 1;
            }
        }
        for over in 1..=count {
            for from in 1..=count {
                for to in 1..=count {
                    far[from][to] = far[from][to].min(far[from][over] + far[over][to]);
                }
            }
        }
        let layout = "n m r (u v)*m";
        let least = |vertex: usize| (1..=count).find(|&other| far[vertex][other] < 99).unwrap();
        let mut numbers: Vec<usize> = (1..=count).map(least).collect();
        let leaders: Vec<usize> = (1..=count).filter(|&it| least(it) == it).collect();
        for number in &mut numbers {
            *number = 1 + leaders.iter().position(|own| own == number).unwrap();
        }
        let numbers: Vec<i64> = numbers.into_iter().map(|number| number as i64).collect();
        assert_eq!(
            made(layout, "b = components(n, u, v)", &input),
            numbers,
            "{input}"
        );
        let parents = made(layout, "b = parents(n, u, v, r)", &input);
        let depths = made(layout, "b = depths(parents(n, u, v, r))", &input);
        for vertex in 1..=count {
            let top = match far[root][vertex] < 99 {
                true => root,
                false => least(vertex),
            };
            assert_eq!(depths[vertex - 1], far[top][vertex], "{input}");
            match usize::try_from(parents[vertex - 1]).unwrap() {
                0 => assert_eq!(vertex, top),
                parent => {
                    assert_eq!(far[parent][vertex], 1);
                    assert_eq!(far[top][parent] + 1, far[top][vertex]);
                }
            }
        }
        let degrees: Vec<i64> = (1..=count)
            .map(|vertex| ends.iter().filter(|&&end| end == vertex).count() as i64)
            .collect();
        assert_eq!(made(layout, "b = counts(u + v, n)", &input), degrees);
        // The edges of each component.
        let of = |component: usize| {
            let edges = ends.chunks(2);
            edges
                .filter(|edge| numbers[edge[0] - 1] == component as i64)
                .count() as i64
        };
        let expected: Vec<i64> = (1..=leaders.len()).map(of).collect();
        let lists = "c = components(n, u, v); b = counts([c[u[j]-1] for j in 0..m], max(c))";
        assert_eq!(made(layout, lists, &input), expected, "{input}");
    }
}

/// A token on a tree goes to a vertex above or below it, however far, where it has not been; the first player puts it where he likes.
#[test]
fn a_token_that_goes_up_or_down() {
    let keys = "layout = \"n tree:n(u v)*n-1\"\nlists = \"p = parents(n, u, v); f = [abs(sum(f)-1) up p]\"\nwins = \"first(f) > 0\"\nanswer = { win = \"Alice\", lose = \"Bob\" }";
    fn stuck(joined: &[Vec<bool>], at: usize, been: u32) -> bool {
        let next = (0..joined.len()).filter(|&to| joined[at][to] && been >> to & 1 == 0);
        next.into_iter()
            .all(|to| !stuck(joined, to, been | 1 << to))
    }
    let mut random = Random(1);
    for _ in 0..120 {
        let count = 1 + random.below(7);
        let parents: Vec<usize> = (1..count).map(|vertex| random.below(vertex)).collect();
        let mut joined = vec![vec![false; count]; count];
        let mut join = |one: usize, other: usize| {
            joined[one][other] = true;
            joined[other][one] = true;
        };
        for vertex in 1..count {
            let mut at = vertex;
            while at > 0 {
                at = parents[at - 1];
                join(vertex, at);
            }
        }
        let edges = parents.iter().zip(2..);
        let edges: Vec<String> = edges
            .map(|(parent, vertex)| format!("{} {vertex}", parent + 1))
            .collect();
        let wins = (0..count).any(|at| stuck(&joined, at, 1 << at));
        let told = judged(keys, &format!("{count} {}", edges.join(" "))).unwrap();
        assert_eq!(told, if wins { "Alice" } else { "Bob" }, "{edges:?}");
    }
}

/// On each vertex of a tree stands a piece; a turn moves one to a vertex below it. How many first moves win.
#[test]
fn pieces_that_go_down_a_tree() {
    let keys = "layout = \"n tree:n(u v)*n-1\"\nlists = \"p = parents(n, u, v); h = [max(h+1) up p]; x = xor(h); o = order(p); s = sizes(p); k = sorted([(h[o[t]-1]*2^20+t)*2 for t in 0..n] + [((h[o[t]-1] xor x)*2^20+t)*2+1 for t in 0..n]); w = [0] + [k[i] if k[i]%2 == 0 else w[i] for i in 0..2*n]; z = count(1 for i in 0..2*n)\"\nvalue = \"z\"\nanswer = { value = \"{value}\" }";
    // No conditional expressions: the words are refused with their place.
    assert!(format(keys).is_err());
    let keys = keys
        .replace(
            "k[i] if k[i]%2 == 0 else w[i]",
            "(k[i]%2 == 0)*k[i] + (k[i]%2 == 1)*w[i]",
        )
        .replace(
            "count(1 for",
            "count(x > 0 and k[i]%2 == 1 and w[i] > 0 and w[i]/2^21 == k[i]/2^21 and k[i]/2%2^20 < w[i]/2%2^20 + s[o[w[i]/2%2^20]-1] for",
        );
    let mut random = Random(2);
    for _ in 0..120 {
        let count = 1 + random.below(8);
        let parents: Vec<usize> = (1..count).map(|vertex| random.below(vertex)).collect();
        let is_above = |above: usize, vertex: usize| {
            let mut at = vertex;
            while at > 0 && at != above {
                at = parents[at - 1];
            }
            at == above && vertex != above
        };
        // The least value that no vertex below has.
        let mut values = vec![0usize; count];
        for vertex in (0..count).rev() {
            let below: Vec<usize> = (0..count)
                .filter(|&other| is_above(vertex, other))
                .map(|other| values[other])
                .collect();
            values[vertex] = (0..).find(|value| !below.contains(value)).unwrap();
        }
        let total = values.iter().fold(0, |total, value| total ^ value);
        let mut ways = 0;
        for from in 0..count {
            for to in 0..count {
                let wins = total ^ values[from] ^ values[to] == 0;
                ways += usize::from(is_above(from, to) && wins);
            }
        }
        let edges = parents.iter().zip(2..);
        let edges: Vec<String> = edges
            .map(|(parent, vertex)| format!("{} {vertex}", parent + 1))
            .collect();
        let told = judged(&keys, &format!("{count} {}", edges.join(" "))).unwrap();
        assert_eq!(told, ways.to_string(), "{edges:?}");
    }
}

#[test]
fn a_path_of_a_million_vertices() {
    let count = 1_000_000;
    let mut input = format!("{count}");
    for vertex in 1..count {
        input.push_str(&format!(" {} {vertex}", vertex + 1));
    }
    let keys = "layout = \"n tree:n(u v)*n-1\"\nlists = \"p = parents(n, u, v); d = depths(p); s = sizes(p); o = order(p); h = [max(h+1) up p]; e = [e+1 down p]; c = components(n, u, v)\"\nvalue = \"max(d) + max(s) + last(o) + first(h) + last(e) + max(c)\"\nanswer = { value = \"{value}\" }";
    let expected = (count - 1) + count + count + (count - 1) + count + 1;
    assert_eq!(judged(keys, &input).unwrap(), expected.to_string());
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let wrong = |lists: &str| {
        let keys = format!(
            "layout = \"n p*n s:'ab' (u v)*n\"\nlists = \"{lists}\"\nvalue = \"n\"\nanswer = {{ value = \"{{value}}\" }}"
        );
        format(&keys).err().unwrap_or_default()
    };
    for (lists, place) in [
        (
            "b = parents(u, v)",
            "column 22: expected as many lists and numbers as in parents(n, u, v)",
        ),
        (
            "b = parents(n, u, n)",
            "column 28: 'n' is not a list of numbers",
        ),
        ("b = parents(p, u, v)", "column 22: expected a number here"),
        (
            "b = depths(q)",
            "column 21: expected a list of the layout, not 'q'",
        ),
        ("b = depths(s)", "column 21: 's' is not a list of numbers"),
        (
            "b = [b+1 up p]",
            "column 15: 'b' is being defined here: for the vertices just below use max(b)",
        ),
        (
            "b = [max(b[0]) up p]",
            "column 19: 'b' is being defined here: without [ ]",
        ),
        (
            "b = [max(b) down p]",
            "column 15: going down the tree there are no vertices below",
        ),
        (
            "b = [first(b) up p]",
            "column 15: vertices right below and cells next to one have no order",
        ),
        (
            "b = [max(b + sum(p)) up p]",
            "column 23: ask for one thing at a time",
        ),
        ("b = [sum(b > 0) up p]", "column 19: sum takes a number"),
        (
            "b = [max(b) up n]",
            "column 25: 'n' is not a list of numbers",
        ),
        (
            "b = [max(b) up q]",
            "column 25: expected a list of the layout, not 'q'",
        ),
        (
            "b = [max(c) up p]",
            "column 19: the name 'c' is not defined here",
        ),
        (
            "b = [max(b) if n > 1 up p]",
            "column 22: one number for each vertex",
        ),
    ] {
        let told = wrong(lists);
        assert!(told.contains(place), "{lists}: {told}");
    }
}

#[test]
fn what_a_case_does_not_allow_is_told() {
    let told = |lists: &str, input: &str| {
        let keys = format!(
            "layout = \"n p*n m (u v)*m\"\nlists = \"{lists}\"\nvalue = \"n\"\nanswer = {{ value = \"{{value}}\" }}"
        );
        judged(&keys, input).unwrap_err().to_string()
    };
    let trees = "3 0 1 5 1 1 4";
    assert!(told("b = depths(p)", trees).contains("b: 5 is not one of the numbers from 1 to 3"));
    assert!(
        told("b = [max(b) up p]", trees).contains("b: 5 is not one of the numbers from 1 to 3")
    );
    assert!(
        told("b = components(n, u, v)", trees)
            .contains("b: 4 is not one of the numbers from 1 to 3")
    );
    assert!(
        told("b = parents(n, u, v, m+4)", "3 0 0 0 0").contains("b: 4 is not one of the numbers")
    );
    assert!(told("b = places(p)", "3 1 2 1 0").contains("b: 1 comes twice"));
    let cycle = "3 2 3 2 0";
    for lists in [
        "b = depths(p)",
        "b = order(p)",
        "b = sizes(p)",
        "b = [b down p]",
    ] {
        assert!(
            told(lists, cycle).contains("b: the parents form a cycle"),
            "{lists}"
        );
    }
    assert!(
        told("b = [u+max(b) up p]", "3 0 1 1 0")
            .contains("b: the lists it is made of differ in length")
    );
    assert!(
        told("b = [max(b)-1 up p]", "1 0 0").contains("b: one of its numbers would be negative")
    );
    assert!(
        told("b = counts(p, 10^15)", "1 0 0").contains("too many")
            || told("b = counts(p, 10^15)", "1 0 0").contains("b")
    );
}
