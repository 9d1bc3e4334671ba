//! Questions that are made up: calls of all commands with sizes from small to absurd, and inputs to them.

/// Makes them, always the same ones from a seed.
pub(crate) struct Made(u64);

const GAMES: &[&str] = &[
    "nim",
    "kayles",
    "dawson",
    "0.007",
    "0.6",
    "0.137",
    "4.7",
    "take:1,3,4",
    "take:!2,5",
    "lasker",
    "euclid",
    "wythoff",
    "fibonacci",
    "grundy",
    "moore:2",
    "rook",
    "cram",
    "turning-turtles",
    "staircase",
    "euclid",
    "nimble",
    "0.0{0,1,2,3,4,5,6,7}{0,1,2,3,4,5,6,7}",
];

const RULES: &[&str] = &[
    "n -> n-k for k in {1,3,4}",
    "n -> n-k for k in 1..=sqrt(n)",
    "n -> n-k for k in 1..=n if gcd(n,k) == 1",
    "n -> n/2 if n > 0 | n-1 if n > 0",
    "n -> a + b for a in 0..n for b in 0..n if a+b+1 == n",
    "(x,y) -> (x-i,y-i) for i in 1..=min(x,y) | (x-1,y) if x > 0 | (x,y-1) if y > 0",
    "(x,y) -> (x-i,y-j) for i in 0..=x for j in 0..=y if i+j > 0 and gcd(i,j) == 1",
];

impl Made {
    pub(crate) fn new(seed: u64) -> Made {
        Made(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % most.max(1)
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// Few digits as a rule, sometimes very many.
    fn number(&mut self) -> String {
        let digits = match self.below(20) {
            0..=9 => 1 + self.below(3),
            10..=15 => 1 + self.below(12),
            16..=18 => 1 + self.below(60),
            _ => 1 + self.below(300),
        };
        let first = char::from(b'1' + self.below(9) as u8);
        let rest = (1..digits).map(|_| char::from(b'0' + self.below(10) as u8));
        std::iter::once(first)
            .chain(rest.collect::<Vec<_>>())
            .collect()
    }

    fn position(&mut self) -> String {
        let game = self.of(GAMES);
        let count = 1 + self.below(4);
        let heaps: Vec<String> = (0..count)
            .map(|_| match game {
                "euclid" | "wythoff" | "rook" => format!("{},{}", self.number(), self.number()),
                "cram" => format!("{}x{}", 1 + self.below(12), 1 + self.below(12)),
                _ => self.number(),
            })
            .collect();
        format!("{game} {}", heaps.join(" "))
    }

    fn range(&mut self) -> String {
        match self.below(4) {
            0 => format!("0..{}", 1 + self.below(50)),
            1 => format!("0..{}", 1 + self.below(3000)),
            2 => format!("0..{}", 1 + self.below(30_000_000)),
            _ => format!("{0}..={0}", self.number()),
        }
    }

    /// A call and its input; `{}` in the call is the name of the file with the input.
    pub(crate) fn question(&mut self) -> (String, String) {
        let none = String::new();
        let misere = self.of(&["", "", "--misere "]);
        let (line, input) = match self.below(16) {
            0 => {
                let more = self.of(&[
                    "",
                    "--all",
                    "--explain",
                    "--json",
                    "--tree",
                    "--tree=svg",
                    "--binary",
                ]);
                (
                    format!(
                        "solve {misere}{more} {} + {}",
                        self.position(),
                        self.position()
                    ),
                    none,
                )
            }
            1 => (format!("solve {misere}{}", self.position()), none),
            2 => {
                let lines: Vec<String> = (0..1 + self.below(9)).map(|_| self.position()).collect();
                ("solve -".to_owned(), lines.join("\n"))
            }
            3 => {
                let heaps: Vec<String> = (0..self.below(20_000)).map(|_| self.number()).collect();
                let long = "7".repeat(self.below(300_000));
                (
                    "solve -".to_owned(),
                    format!("{} {} {long}", self.of(GAMES), heaps.join(" ")),
                )
            }
            4 => (
                format!(
                    "solve {misere}--rule '{}' {}",
                    self.of(RULES),
                    self.number()
                ),
                none,
            ),
            5 => {
                let (game, format) = (
                    self.of(GAMES),
                    self.of(&["text", "csv", "json", "svg", "png"]),
                );
                let ranges = format!(
                    "{} {}",
                    self.range(),
                    if self.below(2) == 0 {
                        self.range()
                    } else {
                        none.clone()
                    }
                );
                (format!("table {misere}{game} {ranges} -f {format}"), none)
            }
            6 => {
                let ranges = format!(
                    "{} {}",
                    self.range(),
                    if self.below(2) == 0 {
                        self.range()
                    } else {
                        none.clone()
                    }
                );
                (
                    format!("table {misere}--rule '{}' {ranges} -f csv", self.of(RULES)),
                    none,
                )
            }
            7 => (format!("chart {} {}", self.of(GAMES), self.range()), none),
            8 => (format!("find --rule '{}'", self.of(RULES)), none),
            9 => (
                format!(
                    "emit --rule '{}' --lang {}",
                    self.of(RULES),
                    self.of(&["cpp", "python", "rust", "java"])
                ),
                none,
            ),
            10 => {
                let more = self.of(&["--stats", "--json", "-f u8", "-f csv", "-f npy", "--plot -"]);
                (
                    format!(
                        "seq {} -n {} {more}",
                        self.of(GAMES),
                        1 + self.below(1_000_000_000)
                    ),
                    none,
                )
            }
            11 => (format!("period {} --json", self.of(GAMES)), none),
            12 => (format!("moves {misere}{}", self.position()), none),
            13 => {
                let count = self.below(200_000);
                let cases: Vec<String> = (0..count).map(|_| self.number()).collect();
                let name = self.of(&[
                    "cses1730", "hdu1847", "nyoj585", "hdu1850", "hdu1848", "hdu2147",
                ]);
                let more = self.of(&["", "--json", "--explain"]);
                (
                    format!("judge {name} {more}"),
                    cases.join(self.of(&[" ", "\n"])),
                )
            }
            14 => {
                let count = self.below(200_000);
                let edges: Vec<String> = (0..count)
                    .map(|_| {
                        format!(
                            "{}{} {}",
                            self.of(&["", "", "v"]),
                            self.below(100_000),
                            self.below(100_000)
                        )
                    })
                    .collect();
                let form = self.of(&[
                    "edges",
                    "adjacency",
                    "csv",
                    "tsv",
                    "dot",
                    "graphml",
                    "json",
                    "parquet",
                    "grg",
                ]);
                let more = self.of(&[
                    "",
                    "--json",
                    "-f csv",
                    "-f dot",
                    "-f svg",
                    "--steps",
                    "--at 1",
                    "--misere",
                    "--game nim --at 1",
                ]);
                (
                    format!("graph {{}} --input {form} {more}"),
                    edges.join("\n"),
                )
            }
            _ => {
                let command = self.of(&["yes", "cat", "true", "sleep 9", "echo 1", "kill -9 $$"]);
                let name = self.of(&["cses1730", "cses1098", "hdu1847", "hdu1848"]);
                (format!("check {name} --cmd '{command}'"), none)
            }
        };
        (line, input)
    }
}
