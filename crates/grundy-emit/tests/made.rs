//! Programs of formats that make lists of those they read, read letters as numbers or ask formulas of each group: in every language whose
//! tools are here, on made-up cases, against the judge.

use crate::support;
use crate::support::each_language_agrees_with_the_judge;

use grundy_emit::Language;
use grundy_judge::Format;
use support::made_up;

const OUTCOME: &str = r#"answer = { win = "W\n", lose = "L\n" }"#;
const VALUE: &str = r#"answer = { value = "{value}\n" }"#;
const EACH: &str = r#"answer = { value = "{value} ", each = true, after-case = "\n" }"#;

fn formats() -> Vec<Format> {
    let formats = [
        // Gaps between sorted numbers, every other one.
        (
            "until-end",
            "layout = \"n a*n\"\nlists = \"b = sorted(a); gap = [b[i]-b[i-1] for i in 1..len(b)]; odd = [gap[len(gap)-1-2*i] for i in 0..(len(gap)+1)/2]\"\noptions = \"odd -> odd-k for k in 1..\"\nranges = { n = \"0..=5\", a = \"0..=30\" }",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"n a*n\"\nlists = \"b = reversed(a); c = counts(a); d = distinct(a); s = sums(a); m = sum(a*index if a % 2 == 1)\"\nvalue = \"a xor b\"\nwins = \"total != 0 and len(c) == len(d) and last(s) % 2 == 1 or m > max(d)\"\nranges = { n = \"0..=5\", a = \"0..=9\" }",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"n a*n\"\nlists = \"h = counts(a); c = sorted([x+1 for x in h])\"\nrule = 'multiset c[i] -> c[i]-k for k in 1..=2'\nranges = { n = \"0..=5\", a = \"0..=9\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"n a*n\"\nlists = \"b = [0] + sorted(a + [3, n]) + [9]; c = [1, 1] + [(c[k]+c[k+1]+b[k]) % 7 for k in 0..n]\"\nvalue = \"c\"\nranges = { n = \"0..=5\", a = \"0..=9\" }",
            EACH,
        ),
        // Stones on a tree go to the parent.
        (
            "counted",
            "layout = \"n parent*n-1 a*n\"\nlists = \"depth = [0] + [depth[parent[i]]+1 for i in 0..n-1]\"\nvalue = \"a if depth % 2 == 1; 0\"\nbounds = { parent = \"0..=index-1\" }\nranges = { n = \"1..=6\", a = \"0..=9\" }",
            VALUE,
        ),
        // Letters.
        (
            "until-end",
            "layout = \"s:'a-e'\"\nlists = \"t = letters(s); low = [t[0]] + [min(low[i-1], t[i]) for i in 1..len(t)]\"\nvalue = \"low < t\"",
            EACH,
        ),
        (
            "counted",
            "layout = \"n m s:'.#'*n*m q [k]*q\"\nlists = \"t = letters(s); mask = sum(2^i for i in 0..len(t) if t[i] == 1); u = mask + k; v = [x*k for x in t]; w = letters(s)\"\nvalue = \"u + sum(v) + len(w)\"",
            VALUE,
        ),
        (
            "counted",
            "layout = \"n s:'01'*n m\"\nlists = \"t = letters(s); mask = sum(t*2^(index-1))\"\noptions = \"(x,k) -> (x-2^i,k) for i in 0..8 if (x>>i) & 1 == 1 and i % k == 0\"\nposition = \"mask m\"\nranges = { m = \"1..=3\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"n m s:'.#'(row column)*n*m |a|\"\noptions = \"(x,y) -> (x-k,y) | (x,y-k) for k in 1..\"\nposition = \"row-1 column-1\"",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"s:'.c'(place) n\"\noptions = \"p -> p-k for k in 1..=3\"\nposition = \"place\"",
            "answer = { win = \"\", move = \"Case {case}: {index} {take}\\n\", lose = \"Case {case}: -\\n\", first = true }",
        ),
        (
            "until-end",
            "layout = \"n |a|*n\"\noptions = \"a -> a-k for k in 1..=3\"",
            VALUE,
        ),
        // A list for each group.
        (
            "until-end",
            "layout = \"n (m a*m)*n\"\nrule = 'list a[i],a[i-1] -> a[i]-k,a[i-1]+k for k in 1..; a[0] -> a[0]-k for k in 1..'\nranges = { n = \"0..=3\", m = \"0..=3\", a = \"0..=3\" }",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"n (m a*m)*n\"\nrule = 'multiset a[i] -> a[i]-k for k in 1..=2'\nranges = { n = \"0..=3\", m = \"0..=3\", a = \"0..=9\" }",
            VALUE,
        ),
        // Folds that see what runs around them.
        (
            "until-end",
            "layout = \"m n a*n\"\nlists = \"c = [sum(1 for x in a if x % d == 0) for d in 1..=m]; p = [xor(a[t] for t in 0..=i) for i in 0..n if any(a[t] == i for t in 0..=i)]; q = [count(a > d) + len(a) for d in 0..m]\"\nvalue = \"sum(c) + xor(p) + max(q)\"\nranges = { m = \"0..=4\", n = \"0..=5\", a = \"0..=9\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"k n a*n\"\nlists = \"d = [1] + [max(d[j] for j in 0..i) + min(x for x in d if x < i) % 5 for i in 1..=n]\"\nvalue = \"sum(d) + sum(sum(last(p for p in primes(m)) + gcd(x for x in a if x > m) for m in 2..=k if m != s) for s in 0..3) + count(first(x for x in {s,k,s} if x >= s) == s for s in 1..=k)\"\nranges = { k = \"0..=9\", n = \"0..=5\", a = \"0..=9\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"n k a*n b*n\"\nvalue = \"a xor sum(a if b > k) xor count(any(y > x+z for y in b) for x in a, z in 0..k)\"\nwins = \"total != 0 and all(count(x == c for x in a) <= 2 or any(y == c for y in b if y > k) for c in a)\"\nranges = { n = \"0..=4\", k = \"0..=3\", a = \"0..=5\", b = \"0..=5\" }",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"n (m a*m)*n\"\nvalue = \"sum(count(x == y for x in a) for y in a) + m + sum(sum(a if a > y) for y in {index,m})\"\nranges = { n = \"1..=3\", m = \"0..=4\", a = \"0..=5\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"n a*n\"\noptions = \"x -> x-k for k in 1..=3\"\nposition = \"sum(max(a[j] for j in 0..=i) for i in 0..n)\"\nranges = { n = \"0..=4\", a = \"0..=5\" }",
            OUTCOME,
        ),
        // Words and how long they are.
        (
            "until-end",
            "layout = \"n (w:'a-c')*n\"\nlists = \"l = lengths(w); t = letters(w); b = sums(l); c = [count(t[j] == 0 for j in b[i]..b[i+1]) for i in 0..n]; k = lengths(w)\"\nvalue = \"10*l + c + k\"\nranges = { n = \"0..=4\", w = \"1..=4\" }",
            EACH,
        ),
        (
            "counted",
            "layout = \"n (k s:'AB'*k w:'xyz')*n\"\nlists = \"l = lengths(s); m = lengths(w)\"\nvalue = \"l*10 + m\"\nranges = { n = \"0..=3\", k = \"1..=3\", w = \"1..=3\" }",
            EACH,
        ),
        (
            "until-end",
            "layout = \"s:'a-c' q [x]*q\"\nlists = \"l = lengths(s)\"\nvalue = \"first(l) + x + last(letters(s)) + len(distinct(letters(s)))\"\nranges = { q = \"0..=3\", x = \"0..=5\" }",
            "answer = { value = \"{value}\\n\", before-case = \"{case} {s}:\" }",
        ),
        // Prime factors.
        (
            "until-end",
            "layout = \"n a*n\"\nvalue = \"omega(a+1) + 10*bigomega(a+1) + 100*numdiv(a+1) + 10000*isprime(a) + 3*len(primefactors(a)) xor sum(divisors(a))\"\nranges = { n = \"1..=6\", a = \"0..=1000\" }",
            EACH,
        ),
        (
            "until-end",
            "layout = \"n a*n\"\nlists = \"f = primefactors(n); d = [0] + divisors(n) + primes(n); c = count(any(x % p == 0 for p in primes(sqrt(x))) for x in a); e = [len(divisors(x)) for x in a]\"\nvalue = \"sum(p for p in f) + max(d) + c + sum(e) + max(counts(a)) + count(isprime(x) and not any(y % p == 0 for p in primes(x) for y in a if y > 0) for x in a)\"\nranges = { n = \"1..=9\", a = \"0..=300\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"n\"\noptions = \"n -> n-1 if isprime(n); n -> n-omega(n) | n-numdiv(n) if n > 1; n -> n-bigomega(n) if any(n % p == 0 for p in primes(sqrt(n))); n -> n-max(primefactors(n)) if n > 1 and not isprime(n)\"\nranges = { n = \"0..=90\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"n\"\nwins = \"isprime(n) or len(p for p in primes(n) if n % p == 1) == 2\"\nranges = { n = \"0..=20000\" }",
            OUTCOME,
        ),
        // Entries at a place beside those of the row.
        (
            "until-end",
            "layout = \"n a*n u*n\"\nlists = \"b = [a + u[n-index]]\"\nvalue = \"b\"\nranges = { n = \"0..=4\", a = \"0..=9\", u = \"0..=9\" }",
            EACH,
        ),
        (
            "until-end",
            "layout = \"n p*n a*n k\"\noptions = \"(t,u) -> (t-j,u) for j in 1..=3; (t,u) -> (t,u-1) if u > t\"\nposition = \"a[p - 1] a[k]\"\nbounds = { p = \"permutation\", k = \"0..=n-1\" }\nranges = { n = \"1..=4\", a = \"0..=9\", k = \"0..=3\" }",
            VALUE,
        ),
        // Who wins by what is known of all values.
        (
            "until-end",
            "layout = \"turn n a*n\"\noptions = \"a -> a-k for k in 1..=3\"\nwins = \"(total != 0) == (turn == 0)\"\nranges = { turn = \"0..=1\", n = \"0..=4\", a = \"0..=20\" }",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"n (l c)*n\"\noptions = \"(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..\"\nposition = \"l c\"\nwins = \"any(l == c and l > 0) or total != 0 and most < 9 or sum % 7 == rows\"\nranges = { n = \"0..=4\", l = \"0..=9\", c = \"0..=9\" }",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"a b\"\noptions = \"n -> n-2^k for k in 0..\"\nposition = \"a*b\"\nwins = \"total == 0 or a > b\"\nranges = { a = \"0..=9\", b = \"0..=9\" }",
            OUTCOME,
        ),
        // Groups.
        (
            "counted",
            "layout = \"n (m p*m)*n\"\noptions = \"x -> x-2^b for b in 0..6 if (x>>b) & 1 == 1\"\nposition = \"sum(2^(p[i]) for i in 0..m)\"\nranges = { n = \"1..=3\", m = \"1..=3\", p = \"0..=3\" }",
            VALUE,
        ),
        (
            "until-end",
            "layout = \"n (x y z m (p q r)*m)*n\"\nlists = \"px = [min(p) xor (x-1-max(p))]; qy = [min(q) xor (y-1-max(q))]\"\nvalue = \"px xor qy xor min(r) xor (z-1-max(r))\"\nranges = { n = \"1..=3\", m = \"1..=3\", x = \"5..=9\", y = \"5..=9\", z = \"5..=9\", p = \"0..=4\", q = \"0..=4\", r = \"0..=4\" }",
            OUTCOME,
        ),
        (
            "until-end",
            "layout = \"n (m a*m)*n\"\nlists = \"s = [sum(a if a > 2)]; f = [first(a)+last(a) if m > 1]; g = [x for x in a]; t = sum(a)\"\nvalue = \"s % 4 + len(a if a > 1) + count(y > m for y in a)\"\nwins = \"total != 0 and len(f) > 0 and len(g) > 2 and t > 0\"\nranges = { n = \"1..=3\", m = \"0..=3\", a = \"0..=9\" }",
            OUTCOME,
        ),
    ];
    let read = |(cases, keys, answer): &(&str, &str, &str)| {
        let text = format!("[[format]]\nname = \"made\"\ncases = \"{cases}\"\n{keys}\n{answer}\n");
        Format::parse(&text).unwrap_or_else(|why| panic!("{keys}: {why}"))
    };
    formats.iter().map(read).collect()
}

fn agrees(language: Language) {
    made_up(language, "made", &formats());
}

each_language_agrees_with_the_judge!(agrees);
