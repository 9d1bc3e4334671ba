//! Programs of formats that make lists of graphs, trees and boards, and along their edges, and of those that read several boards: in every
//! language whose tools are here, on made-up cases, against the judge.

use crate::support;
use crate::support::each_language_agrees_with_the_judge;

use grundy_emit::Language;
use grundy_judge::Format;
use support::made_up;

const OUTCOME: &str = r#"answer = { win = "W\n", lose = "L\n" }"#;
const VALUE: &str = r#"answer = { value = "{value}\n" }"#;
const EACH: &str = r#"answer = { value = "{value} ", each = true, after-case = "\n" }"#;

fn formats() -> Vec<Format> {
    const PARENTS: &str =
        "bounds = { p = \"0..=index-1\" }\nranges = { n = \"1..=7\", a = \"0..=5\" }";
    let of_parents = [
        "b = depths(p)",
        "b = sizes(p)",
        "b = order(p)",
        "b = places(order(p))",
        "b = counts(p, n)",
        "b = [max(b+1) + a*n up p]",
        "b = [abs(sum(b)-1) up p]",
        "b = [xor(b+1) up p]",
        "b = [any(b == 0) up p]",
        "b = [all(b == 0 or a > 2) and a < 4 up p]",
        "b = [len(b) + count(b > 1 if a > 2) up p]",
        "b = [min(a*n+b) + index up p]",
        "b = [gcd(a+2, gcd(b)) up p]",
        "b = [max(b-3 if a > 0) + 5 up p]",
        "b = [a[0] + p*2 + sum(index) + sum(t for t in 1..=a) up p]",
        "b = [(b xor a) + index down p]",
        "b = [b + 1 down p]",
        "+-c = [a-3 down p]; +-d = [min(d+c) - max(c) up p]; b = [d*d/2 + 1]",
    ];
    let mut all: Vec<String> = Vec::new();
    let text = |keys: &str, answer: &str| {
        format!("[[format]]\nname = \"trees\"\ncases = \"until-end\"\n{keys}\n{answer}\n")
    };
    for lists in of_parents {
        let keys = format!("layout = \"n p*n a*n\"\nlists = \"{lists}\"\nvalue = \"b\"\n{PARENTS}");
        all.push(text(&keys, EACH));
    }
    let of_edges = [
        ("b = components(n, u, v)", EACH),
        ("b = parents(n, u, v, r)", EACH),
        ("b = depths(parents(n, u, v))", EACH),
        ("b = counts(u + v, n)", EACH),
        (
            "c = components(n, u, v); s = counts(c); b = counts([c[u[j]-1] for j in 0..m], max(c))",
            EACH,
        ),
    ];
    for (lists, answer) in of_edges {
        let keys = format!(
            "layout = \"n m r (u v)*m\"\nlists = \"{lists}\"\nvalue = \"b\"\nbounds = {{ u = \"1..=n\", v = \"1..=n\", r = \"1..=n\" }}\nranges = {{ n = \"1..=6\", m = \"0..=7\" }}"
        );
        all.push(text(&keys, answer));
    }
    all.push(text(
        "layout = \"n tree:n(u v)*n-1\"\nlists = \"p = parents(n, u, v); f = [abs(sum(f)-1) up p]\"\nwins = \"first(f) > 0\"\nranges = { n = \"1..=7\" }",
        OUTCOME,
    ));
    all.push(text(
        "layout = \"n tree:n(u v)*n-1\"\nlists = \"p = parents(n, u, v); h = [max(h+1) up p]; x = xor(h); o = order(p); s = sizes(p); k = sorted([(h[o[t]-1]*2^20+t)*2 for t in 0..n] + [((h[o[t]-1] xor x)*2^20+t)*2+1 for t in 0..n]); w = [0] + [(k[i]%2 == 0)*k[i] + (k[i]%2 == 1)*w[i] for i in 0..2*n]; z = count(x > 0 and k[i]%2 == 1 and w[i] > 0 and w[i]/2^21 == k[i]/2^21 and k[i]/2%2^20 < w[i]/2%2^20 + s[o[w[i]/2%2^20]-1] for i in 0..2*n)\"\nvalue = \"z\"\nranges = { n = \"1..=8\" }",
        VALUE,
    ));
    // In a rule the numbers are those of the case; with queries they are made for each.
    all.push(text(
        "layout = \"n tree:n(u v)*n-1 q [r]*q\"\nlists = \"p = parents(n, u, v, r); h = [max(h+1) up p]; x = h[r-1] + 0*max(h)\"\noptions = \"x -> x-k for k in 1..=2\"\nposition = \"x\"\nbounds = { r = \"1..=n\" }\nranges = { n = \"1..=7\", q = \"1..=3\" }",
        OUTCOME,
    ));
    all.push(text(
        "layout = \"n p*n\"\nlists = \"d = depths(p)\"\noptions = \"x -> x-k for k in d if k > 0\"\nposition = \"n\"\nbounds = { p = \"0..=index-1\" }\nranges = { n = \"1..=7\" }",
        VALUE,
    ));
    let of_boards = [
        "b = regions(a, m, 4)",
        "b = regions(a, m, 8)",
        "b = [sum(a) around m]",
        "b = [max(a+1) beside m]",
        "b = [min(a*n+1 if a > 0) + a around m]",
        "b = [len(a) + 10*count(a == 2) + xor(index) + gcd(a) beside m]",
        "b = [any(a == 3) and a == 0 around m]",
        "b = [all(a > 0) or n > 2 beside m]",
        "b = [max(2-a) + a[0] + 5 around m]",
        "+-c = [a-1]; +-d = [max(c) - min(c) beside m]; b = [d*d]",
    ];
    for lists in of_boards {
        let keys = format!(
            "layout = \"n m a*n*m\"\nlists = \"{lists}\"\nvalue = \"b\"\nranges = {{ n = \"1..=4\", m = \"1..=4\", a = \"0..=3\" }}"
        );
        all.push(text(&keys, EACH));
    }
    // Mines are left alone: a turn opens a covered cell, and those next to one without mines beside it.
    all.push(text(
        "layout = \"n m k (x y)*k\"\nlists = \"mine = counts([x*m+y+1], n*m); near = [sum(mine) around m]; r = regions([mine == 0 and near == 0], m, 8); open = [max(r) around m]; c = counts([open if mine == 0 and near > 0], max(r)); alone = count(mine == 0 and near > 0 and open == 0)\"\nwins = \"(xor(1+c%2) xor (alone%2)) != 0\"\nbounds = { x = \"0..=n-1\", y = \"0..=m-1\" }\nranges = { n = \"1..=6\", m = \"1..=6\", k = \"0..=6\" }",
        OUTCOME,
    ));
    all.push(text(
        "layout = \"n m s:'.xo'*n*m\"\nlists = \"t = letters(s); r = regions([t == 1], m, 4); c = counts(r)\"\noptions = \"x -> x-k for k in 1..=3\"\nposition = \"c\"\nranges = { n = \"1..=4\", m = \"1..=5\" }",
        OUTCOME,
    ));
    all.push(text(
        "layout = \"n m a*n*m\"\nlists = \"f = a[0] + 2*a[n*m-1]\"\nvalue = \"f\"\nranges = { n = \"1..=4\", m = \"1..=4\", a = \"0..=3\" }",
        VALUE,
    ));
    // Boards of groups are a sum.
    for (layout, answer) in [
        ("k (n m s:'01'*n*m)*k", OUTCOME),
        ("k (x n m s:'01'*n*m)*k", VALUE),
        ("k m (n s:'01'*n*m)*k", OUTCOME),
    ] {
        let keys = format!(
            "layout = \"{layout}\"\nrule = 'grid \"00/00\" -> \"11/11\"; \"00\" -> \"11\"'\nranges = {{ k = \"1..=3\", n = \"1..=3\", m = \"1..=3\" }}"
        );
        all.push(text(&keys, answer));
    }
    let read = |text: &String| Format::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    all.iter().map(read).collect()
}

fn agrees(language: Language) {
    made_up(language, "trees", &formats());
}

each_language_agrees_with_the_judge!(agrees);
