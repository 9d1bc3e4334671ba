//! What is said around the list of games.

use grundy::Text;

/// What the games of a group have in common; the first letter of an id is the group.
pub(crate) fn group(id: &str) -> Text {
    match id.chars().next() {
        Some('A') => Text::new("Games with a theorem", "有定理的游戏"),
        Some('B') => Text::new("Heap games by a set or a code", "由集合或代号给出的堆游戏"),
        Some('C') => Text::new("Graphs and trees", "图与树"),
        Some('D') => Text::new("Boards and graphs, by search", "棋盘与图，靠搜索求解"),
        Some('E') => Text::new("Compounds of games", "游戏的复合"),
        Some('F') => Text::new("Games of contest problems", "竞赛题中的游戏"),
        _ => Text::new("Other games", "其他游戏"),
    }
}

messages! {
    /// A search that found nothing.
    fn no_game_with(words: &str)
        "no game has all of these words in its name, title or rules: {words}"
        "没有游戏的名称、标题或规则含有所有这些词：{words}";
    /// A code that no game of the catalogue has.
    fn no_game_of_code(code: &str)
        "no game of the catalogue has the code {code}; the code is a game by itself"
        "目录中没有代号为 {code} 的游戏；代号本身就可作为游戏";
}

/// Under the list.
pub(crate) const MORE: Text = Text {
    en: "grundy games NAME shows the rule, notation, example and source of a game.\ngrundy games WORD … lists the games with these words in name, title or rules.",
    zh: "grundy games NAME 给出一种游戏的规则、写法、例子与出处。\ngrundy games WORD … 列出名称、标题或规则中含有这些词的游戏。",
};
