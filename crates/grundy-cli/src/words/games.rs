//! What is said around the list of games.

use grundy::Text;

/// What the games of a group have in common; the first letter of an id is the group.
pub(crate) fn group(id: &str) -> Text {
    match id.chars().next() {
        Some('A') => Text {
            en: "Games with a theorem",
            zh: "有定理的游戏",
        },
        Some('B') => Text {
            en: "Heap games by a set or a code",
            zh: "由集合或代码给出的堆游戏",
        },
        Some('C') => Text {
            en: "Graphs and trees",
            zh: "图与树",
        },
        Some('D') => Text {
            en: "Boards and graphs, by search",
            zh: "棋盘与图，靠搜索求解",
        },
        Some('F') => Text {
            en: "Games of contest problems",
            zh: "竞赛题中的游戏",
        },
        _ => Text {
            en: "Other games",
            zh: "其他游戏",
        },
    }
}

/// Under the list.
pub(crate) const MORE: Text = Text {
    en: "grundy games NAME tells the rule of a game, its form, an example and the source.",
    zh: "grundy games NAME 给出一种游戏的规则、写法、例子与出处。",
};
