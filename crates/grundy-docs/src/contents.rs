//! The contents of the book: the pages of the guide in the order in which they are read.

use grundy_base::Text;

/// Pages that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Their heading.
    pub title: Text,
    /// Their names, without an ending.
    pub pages: &'static [&'static str],
}

/// All groups.
pub const GROUPS: &[Group] = &[
    Group {
        title: Text {
            en: "First steps",
            zh: "入门",
        },
        pages: &[
            "install", "solve", "moves", "play", "serve", "games", "notation",
        ],
    },
    Group {
        title: Text {
            en: "Your own rules",
            zh: "自定规则",
        },
        pages: &["rules", "words", "lists", "rules-on-graphs"],
    },
    Group {
        title: Text {
            en: "In a contest",
            zh: "竞赛",
        },
        pages: &["find", "emit", "check", "judge", "problems"],
    },
    Group {
        title: Text {
            en: "Values and pictures",
            zh: "SG 值与图",
        },
        pages: &["table", "sequences", "period", "pictures", "nimber"],
    },
    Group {
        title: Text {
            en: "Boards and graphs",
            zh: "棋盘与图",
        },
        pages: &["boards", "graph", "cluster"],
    },
    Group {
        title: Text {
            en: "Theory and proofs",
            zh: "理论与证明",
        },
        pages: &["theory", "misere", "certificates", "proofs", "promised"],
    },
    Group {
        title: Text {
            en: "From programs",
            zh: "在程序中使用",
        },
        pages: &["library", "python", "json"],
    },
];
