//! The parameters that several routes share.

use grundy::Text;

use super::{Answer, Budget, Goes, Kind, Parameter};

pub(super) const SVG: Answer = Answer {
    media: "image/svg+xml",
    schema: None,
};
pub(super) const PNG: Answer = Answer {
    media: "image/png",
    schema: None,
};
pub(super) const CSV: Answer = Answer {
    media: "text/csv; charset=utf-8",
    schema: None,
};
pub(super) const PLAIN: Answer = Answer {
    media: "text/plain; charset=utf-8",
    schema: None,
};
pub(super) const BYTES: Answer = Answer {
    media: "application/octet-stream",
    schema: None,
};

pub(super) const fn json(schema: &'static str) -> Answer {
    Answer {
        media: "application/json",
        schema: Some(schema),
    }
}

pub(super) const ALL_BUDGETS: &[Budget] = &[
    Budget::Time("--budget-time"),
    Budget::Bytes("--budget-bytes"),
    Budget::Positions("--budget-positions"),
];

/// Without positions: the command knows a better number.
pub(super) const TIME_AND_BYTES: &[Budget] = &[
    Budget::Time("--budget-time"),
    Budget::Bytes("--budget-bytes"),
];

pub(super) const GAME: Parameter = Parameter {
    name: "game",
    kind: Kind::Text,
    goes: Goes::Place,
    required: true,
    help: Text {
        en: "The position; with a rule, its heaps or coordinates",
        zh: "局面；给出规则时为其堆或坐标",
    },
    example: "nim 3 5 7",
};
pub(super) const RULES: Parameter = Parameter {
    name: "game",
    kind: Kind::Text,
    goes: Goes::Place,
    required: false,
    help: Text {
        en: "A game without a position: an octal code such as 0.77, take:1,3,4, kayles",
        zh: "不带局面的游戏：0.77 之类的八进制码、take:1,3,4、kayles",
    },
    example: "0.77",
};
pub(super) const RULE: Parameter = Parameter {
    name: "rule",
    kind: Kind::Text,
    goes: Goes::Flag("--rule"),
    required: false,
    help: Text {
        en: "A rule in place of a game",
        zh: "以规则代替游戏",
    },
    example: "n -> n-k for k in {1,3,4}",
};
pub(super) const LET: Parameter = Parameter {
    name: "let",
    kind: Kind::Texts,
    goes: Goes::Flag("--let"),
    required: false,
    help: Text {
        en: "Gives the rule a number or an array; may be repeated",
        zh: "给规则提供数或数组；可重复",
    },
    example: "m=3",
};
pub(super) const MISERE: Parameter = Parameter {
    name: "misere",
    kind: Kind::Flag,
    goes: Goes::Flag("--misere"),
    required: false,
    help: Text {
        en: "Misère play: who cannot move wins",
        zh: "反规则：不能行动者胜",
    },
    example: "true",
};
pub(super) const INPUT: Parameter = Parameter {
    name: "input",
    kind: Kind::Text,
    goes: Goes::Input(""),
    required: false,
    help: Text {
        en: "The text that @- in the position stands for: a graph or a tree",
        zh: "局面中 @- 所代表的文本：图或树",
    },
    example: "a b",
};
pub(super) const FROM: Parameter = Parameter {
    name: "from",
    kind: Kind::Count,
    goes: Goes::Flag("--from"),
    required: false,
    help: Text {
        en: "The first heap (default: 0)",
        zh: "第一堆（默认 0）",
    },
    example: "0",
};
pub(super) const fn number(
    name: &'static str,
    flag: &'static str,
    (least, most): (u64, u64),
    help: Text,
    example: &'static str,
) -> Parameter {
    Parameter {
        name,
        kind: Kind::Number { least, most },
        goes: Goes::Flag(flag),
        required: false,
        help,
        example,
    }
}

pub(super) const fn flag(name: &'static str, flag: &'static str, help: Text) -> Parameter {
    Parameter {
        name,
        kind: Kind::Flag,
        goes: Goes::Flag(flag),
        required: false,
        help,
        example: "true",
    }
}

pub(super) const fn format(choices: &'static [super::Choice]) -> Parameter {
    Parameter {
        name: "format",
        kind: Kind::Choice(choices),
        goes: Goes::Choice,
        required: false,
        help: Text {
            en: "The form of the answer",
            zh: "答案的格式",
        },
        example: choices[0].name,
    }
}
