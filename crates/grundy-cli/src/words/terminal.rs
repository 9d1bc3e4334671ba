//! What is said where a game is played in a terminal.

use grundy::{Message, Play, message};

messages! {
    /// The screen in a program that was built without it.
    #[cfg(not(feature = "tui"))]
    fn no_tui()
        "this program was built without the full screen (feature 'tui'); the game is played line by line"
        "此程序未包含全屏界面（'tui' 特性），改为逐行对弈";
    /// Two people.
    fn two_people() "two people" "两人对局";
    /// Two machines.
    fn two_machines() "the computer against itself" "电脑自弈";
    /// Whose turn it is, to somebody who plays alone.
    fn your_move() "Your move." "轮到你走。";
    /// Whose turn it is.
    fn to_move(player: &str) "{player} is to move." "轮到{player}走。";
    /// What somebody played.
    fn has_played(player: &str, mv: Message as move) "{player}: {move}" "{player}：{move}";
    /// A winning move.
    fn hint_wins(mv: Message as move) "Hint: {move} wins." "提示：“{move}”必胜。";
    /// A move that keeps a draw.
    fn hint_draws(mv: Message as move)
        "Hint: no move is known to win; {move} keeps the draw."
        "提示：没有已知的必胜走法；“{move}”可保持和局。";
    /// There is none.
    fn hint_none() "Every move loses here against perfect play: hope for a mistake." "此处每一步都会输，只能等对手出错。";
    /// Nobody knows.
    fn hint_unknown() "Which move wins here is unknown." "此处哪一步必胜尚不清楚。";
    /// Some moves win.
    fn some_win(winning: usize, count: usize)
        "Winning moves: {winning} of {count}."
        "{count} 种走法中 {winning} 种必胜。";
    /// No move of several wins.
    fn none_wins(count: usize)
        "None of the {count} moves wins."
        "{count} 种走法都不能取胜。";
    /// There is one move, and it loses.
    fn only_move_loses() "The only move loses." "唯一的走法不能取胜。";
    /// What a click would do.
    fn would_play(mv: Message as move, game: &str) "{move} → {game}" "{move} → {game}";
    /// A click that does not yet make a move.
    fn more_clicks(count: usize)
        "Click again to complete the move: {count} start here."
        "请继续点击：由此开始的走法有 {count} 种。";
    /// A click that begins one move only.
    fn begins(mv: Message as move) "This starts: {move}" "由此开始：{move}";
    /// A move is begun.
    fn go_on(count: usize)
        "Now click where the move continues ({count} possible); Escape takes the click back."
        "请点击下一个元素（还有 {count} 种走法）；Escape 收回。";
    /// A move is complete, and others go on from it.
    fn complete_or_further(mv: Message as move)
        "Enter plays {move}; another click continues it."
        "Enter 走“{move}”；也可继续点击。";
    /// Several moves are clicked alike.
    fn several_alike(count: usize)
        "This click may mean any of {count} moves: choose one from the list."
        "此次点击对应 {count} 种走法，将列出供选择。";
    /// What cannot be clicked.
    fn not_clickable() "No move starts or continues there." "此处不能开始或继续任何走法。";
    /// Moves are chosen from the list here.
    fn from_the_list()
        "Press m to choose a move from the list."
        "请按 m：此游戏的走法从列表中选择。";
    /// Nothing to undo or redo.
    fn nothing_to_undo() "You have no move to take back." "没有可悔的棋。";
    /// Nothing to redo.
    fn nothing_to_redo() "There is no move to play again." "没有可重走的棋。";
    /// The window.
    fn too_small(columns: u16, rows: u16)
        "The terminal is too small: at least {columns} × {rows} are needed."
        "终端太小：至少需要 {columns} × {rows}。";
    /// A position that nobody plays by hand.
    fn too_large_to_play()
        "this position has too many moves to play by hand; 'grundy solve' says who wins and how"
        "该局面的走法太多，无法手动对局；可用 'grundy solve' 求胜负与走法";
    /// What is asked for where lines are read.
    fn plain_ask(count: usize)
        "A number from 1 to {count}, a move in words, a position, or hint, why, undo, moves, help, quit"
        "输入 1 至 {count} 的编号、走法文字、局面，或 提示、理由、悔棋、走法、帮助、退出";
    /// A line that is none of these.
    fn plain_wrong(line: &str, count: usize)
        "'{line}' is not a move here. Expected: a number from 1 to {count}, a move in words as listed, the position wanted, or help."
        "'{line}' 不是此处的走法。应为：1 至 {count} 的编号、列表中的走法文字、走到的局面，或 help（帮助）。";
    /// Words that mean several moves.
    fn plain_several(line: &str, numbers: &str)
        "'{line}' may be one of several moves: {numbers}"
        "'{line}' 可指多种走法：{numbers}";
    /// A list that is not shown at once.
    fn plain_many(count: usize, example: Message)
        "{count} moves ('moves' lists them), such as: {example}"
        "共 {count} 种走法（输入 moves 列出），例如：{example}";
    /// A line after the end of the game that is no command.
    fn plain_over(line: &str)
        "The game is over, so '{line}' is not a move. Expected: undo, new, why, help or quit."
        "对局已结束，'{line}' 不是走法。应为：悔棋（undo）、新局（new）、理由（why）、帮助（help）或退出（quit）。";
    /// What is played, and by whom.
    fn plain_begin(play: &str, pairing: Message) "{play}; {pairing}" "{play}；{pairing}";
    /// When lines end before the game.
    fn plain_stopped() "The game ends here, unfinished." "对局到此结束，未分胜负。";
    /// A game of machines that does not end.
    fn plain_endless(count: usize) "No end after {count} moves." "走了 {count} 步仍未结束。";
    /// After the end of a game on the screen.
    fn after_the_end()
        "n: a new game   u: undo   w: why   q: quit"
        "n：新局   u：悔棋   w：理由   q：退出";
}

labels! {
    /// Labels of the screen.
    TerminalWord {
        /// Somebody at the keyboard.
        You "You" "你";
        /// The opponent.
        Machine "The computer" "电脑";
        /// The opponent, where there is little room.
        ShortMachine "Computer" "电脑";
        /// The one who begins, where there is little room.
        ShortFirst "First" "先手";
        /// The other.
        ShortSecond "Second" "后手";
        /// The one who begins, where both are of a kind.
        First "The first player" "先手";
        /// The other.
        Second "The second player" "后手";
        /// Heads the moves that were played.
        Played "Played" "棋谱";
        /// Heads the list of moves.
        Moves "Moves" "走法";
        /// Heads help.
        Help "Help" "帮助";
        /// Heads the choice between moves that are clicked alike.
        Which "Which of these?" "走哪一种？";
        /// The keys that always help.
        Keys
            "←↑↓→ choose  Enter play  m moves  h hint  w why  u undo  n new  ? help  q quit"
            "←↑↓→ 选择  Enter 走  m 走法  h 提示  w 理由  u 悔棋  n 新局  ？帮助  q 退出";
        /// The same where there is less room.
        FewKeys "Enter play  ? help  q quit" "Enter 走  ？帮助  q 退出";
        /// The keys of whoever watches.
        WatchKeys
            "Enter next  p pause  w why  u undo  n new  ? help  q quit"
            "Enter 下一步  p 暂停  w 理由  u 悔棋  n 新局  ？帮助  q 退出";
        /// Keys of a list.
        ListKeys "↑↓ choose  Enter play  Esc, q back" "↑↓ 选择  Enter 走  Esc、q 返回";
        /// Keys of a text.
        TextKeys "↑↓ scroll  Esc, q back" "↑↓ 滚动  Esc、q 返回";
        /// The machine is at work.
        Thinking "thinking …" "思考中……";
        /// A coin that shows heads.
        Heads "H" "正";
        /// A coin that shows tails.
        Tails "T" "反";
        /// What help says on the screen.
        ScreenHelp
            "\
arrow keys   go to the nearest element that can be clicked
Tab          the next component (Shift-Tab: the one before)
Space        click the element; Enter too, or play what is complete
Escape       take back the last click
m            all moves, to choose one from the list
h            a hint: a winning move (again: the next one)
w            why: who wins, the values, the nim-sum in binary columns
u, r         undo, back to before your last move; redo
n            a new game from the same position
q            quit (Ctrl-C too)

The mouse works too. In a heap, click the lowest stone you take; in a row,
the first and the last pin that go (the same pin twice for one), or the gap
where it is split. What would go is hollow."
            "\
方向键       移到最近的可点元素
Tab          下一个分量（Shift-Tab：上一个）
空格         点击该元素；Enter 亦可，或走出已完整的一步
Escape       收回上一次点击
m            全部走法，从列表中选择
h            提示：一种必胜走法（再按：下一种）
w            理由：谁胜、各分量的 SG 值、二进制异或和
u、r         悔棋（回到你上一步之前）；重走
n            从同一局面重新开始
q            退出（Ctrl-C 亦可）

也可用鼠标。取石子时点要取的最下面一颗（它和它上面的都取走）；成排的
木瓶点取走的第一个和最后一个（只取一个则点两次），或点要分开的空隙。
将被取走的显示为空心。";
        /// What help says where lines are read.
        PlainHelp
            "\
a number       play the move of this number
take 3         play a move in words, as the list shows it
nim 2 5        play to this position
moves          list all moves
hint           a winning move
why            who wins, and why
undo, redo     back to before your last move; forward again
new            a new game from the same position
quit           end (so does the end of input)"
            "\
编号           走该编号的走法
取 3 颗        用列表中的文字走
nim 2 5        走到该局面
走法（moves）   列出全部走法
提示（hint）    一种必胜走法
理由（why）     谁胜及理由
悔棋（undo）    回到你上一步之前；重走（redo）
新局（new）     从同一局面重新开始
退出（quit）    结束（输入结束亦然）";
    }
}

/// Who plays against whom, at the top.
pub(crate) fn you_and_machine(you_begin: bool, errs: u8) -> Message {
    match (you_begin, errs) {
        (true, 0) => message!(
            "you against the computer; you move first",
            "你对电脑，你先走"
        ),
        (false, 0) => message!(
            "you against the computer, which moves first",
            "你对电脑，电脑先走"
        ),
        (true, _) => message!(
            "you against a computer that makes a random move {errs}% of the time; you move first",
            "你对电脑（{errs}% 的步数随机走），你先走",
            errs = errs
        ),
        (false, _) => message!(
            "you against a computer that makes a random move {errs}% of the time and moves first",
            "你对电脑（{errs}% 的步数随机走），电脑先走",
            errs = errs
        ),
    }
}

/// How a game ended for somebody who played the machine.
pub(crate) fn you_and_the_end(won: bool, play: Play) -> Message {
    match (won, play) {
        (true, Play::Normal) => message!(
            "The computer has no move left, so you win.",
            "电脑已不能行动，你胜。"
        ),
        (true, Play::Misere) => message!(
            "You have no move left, and under misère play that wins: you win.",
            "你已不能行动，而反常规则下不能行动者胜：你胜。"
        ),
        (false, Play::Normal) => message!(
            "You have no move left, so the computer wins.",
            "你已不能行动，电脑胜。"
        ),
        (false, Play::Misere) => message!(
            "The computer has no move left, and under misère play that wins: the computer wins.",
            "电脑已不能行动，而反常规则下不能行动者胜：电脑胜。"
        ),
    }
}

/// How a game ended between two of a kind.
pub(crate) fn the_end(winner: &str, play: Play) -> Message {
    match play {
        Play::Normal => message!(
            "{winner} wins: the other player has no move left.",
            "{winner}胜：对方已不能行动。",
            winner = winner
        ),
        Play::Misere => message!(
            "{winner} has no move left, and under misère play that wins.",
            "{winner}已不能行动，而反常规则下不能行动者胜：{winner}胜。",
            winner = winner
        ),
    }
}

/// How many moves win.
pub(crate) fn winning_of(winning: usize, count: usize) -> Message {
    match (winning, count) {
        (0, 1) => only_move_loses(),
        (0, _) => none_wins(count),
        _ => some_win(winning, count),
    }
}
