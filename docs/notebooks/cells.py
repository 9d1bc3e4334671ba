"""The cells of the example notebooks: code once, prose in English and in Chinese. LANGUAGE in code is "en" or "zh"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Prose:
    """A cell to read, in both languages."""

    en: str
    zh: str


CELLS: list[Prose | str] = [
    Prose(
        """# grundy: a tour

Impartial games in a notebook: for those who learn and teach the theory (1–2), for contests (3), for
research (4–5), and for games of your own (6–8). The [guide](../guide/en/python.md) describes every function.

Besides grundy, the pictures need matplotlib, and the graphs of section 8 NetworkX: `pip install matplotlib networkx`.""",
        """# grundy 导览

在笔记本里研究公平组合游戏：学习与讲授理论（第 1、2 节），准备竞赛（第 3 节），做研究（第 4、5 节），以及自己的游戏（第 6 至 8 节）。全部函数见[指南](../guide/zh/python.md)。

除 grundy 外，作图需要 matplotlib，第 8 节的图需要 NetworkX：`pip install matplotlib networkx`。""",
    ),
    """import grundy
from grundy import Game, Nimber, Rule

grundy.set_language("LANGUAGE")""",
    Prose(
        """## 1. Nim, in binary

Three heaps; a player takes any number of stones from one of them; a player who cannot move loses. The answer shows
who wins, by which moves, and the nim-sum of the heaps in binary. The columns with an odd number of ones are
those that a winning move clears (Bouton, 1901).""",
        """## 1. 尼姆与二进制

三堆石子，每次从一堆中取走任意多颗，不能行动者负。答案显示谁必胜、有哪些必胜走法，以及各堆在二进制下的异或和。1 的个数为奇数的那些列，正是必胜走法要消去的（Bouton，1901）。""",
    ),
    """answer = grundy.solve("nim 3 5 7")
answer""",
    Prose(
        """**Why does the first move win?** After it the nim-sum is 0, and every move of the opponent changes
that. So every one of them leads to an N-position, where we win again.""",
        """**第一种走法为什么必胜？** 走后异或和为 0，而对手无论怎么走都会破坏它。所以对手的每一步都走到 N 局面，我们又能取胜。""",
    ),
    """move = answer.moves[0]
print(move, "→", move.game, "→", grundy.solve(move.game).value)
for reply in move.game.moves():
    print("   ", reply, "→", reply.game, reply.after, grundy.solve(reply.game).value)""",
    """print(grundy.solve(move.game).why())""",
    Prose(
        """**A game against the best reply.** A makes the first move in the list, B plays to win; the player who cannot move in the
end has lost. `moves()` lists all moves, `solve(...).moves` those that win.""",
        """**与最佳应对对局。** A 总走列表中的第一种走法，B 力求取胜；最后不能行动者负。`moves()` 列出全部走法，`solve(...).moves` 只列必胜走法。""",
    ),
    """game, player = Game("nim 1 2 4"), "A"
while all_moves := game.moves():
    winning = grundy.solve(game).moves
    move = winning[0] if winning and player == "B" else all_moves[0]
    print(f"{player}: {str(game):12} {move.text():8} → {move.game}")
    game, player = move.game, "AB"[player == "A"]
print(f"{player}: {game}")""",
    Prose(
        """All positions that can be reached from a small one: green positions are won by the player to move, red ones are lost;
thick arrows are winning moves.""",
        """由小局面可到达的全部局面：轮到行动的一方在绿色局面必胜，在红色局面必败；粗线是必胜走法。""",
    ),
    """grundy.states("nim 2 2")""",
    Prose(
        """**Misère play**, where a player who cannot move wins, is another matter: there are no values, and only in Nim does the old
recipe almost work. In Kayles the P-positions are different from the start:""",
        """**反常规则**下不能行动者胜，情形就不同了：没有 SG 值，只有在尼姆中旧方法才几乎照样可用。而在保龄球中，必败态从一开始就不同：""",
    ),
    """print(grundy.solve("nim 1 1 1", misere=True).why())
normal = [n for n in range(25) if grundy.solve(f"kayles {n}").outcome == "P"]
misere = [n for n in range(25) if grundy.solve(f"kayles {n}", misere=True).outcome == "P"]
normal, misere""",
    Prose(
        """## 2. The values of your own game

A heap from which 1, 3 or 4 stones may be taken. The Grundy value is the *mex*, the least number that is not
the value of an option. That takes a few lines of Python, or one line as a rule:""",
        """## 2. 自己的游戏的 SG 值

一堆石子，每次取 1、3 或 4 颗。SG 值是 *mex*：不在各后继的值之中的最小的数。写成 Python 要几行，写成规则只要一行：""",
    ),
    """from functools import cache


@cache
def brute_force(n):
    return int(Nimber.mex(brute_force(n - k) for k in (1, 3, 4) if k <= n))


rule = Rule("n -> n-k for k in {1,3,4}")
values = grundy.table(rule, 500)
print(values[:21])
[brute_force(n) for n in range(500)] == values.tolist()""",
    Prose(
        """Two coordinates make a picture. A rook that goes one or two squares to the left or upwards, and a queen that
goes any distance (Wythoff's game); in the first picture the red squares are P-positions, in the second the
P-positions lie along two lines whose slopes come from the golden ratio:""",
        """两个坐标可以画成图。车每次向左或向上走一格或两格；皇后可走任意远（威佐夫博弈）。第一张图中红色的格是必败态，第二张图中必败态沿两条斜率与黄金比有关的直线排列：""",
    ),
    """rook = Rule("(x,y) -> (x-k,y) | (x,y-k) for k in {1,2}")
grundy.heatmap(rook, (20, 20))""",
    """import matplotlib.pyplot as plt
import numpy as np

wythoff = grundy.table("(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..", (200, 200))
lost = np.argwhere(wythoff == 0)
golden = (1 + 5**0.5) / 2

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5))
left.imshow(wythoff, origin="lower", cmap="viridis")
right.plot(lost[:, 0], lost[:, 1], ".", color="#c92a2a")
right.plot([0, 123], [0, 123 * golden], [0, 199], [0, 199 / golden], lw=0.5, color="#868e96")
right.set_aspect("equal")
plt.show()
lost[:12:2].tolist()""",
    Prose(
        """## 3. From a rule to a program

A contest asks for heaps up to 10^18. `find` looks for the pattern, and says whether it is proved or only
verified:""",
        """## 3. 从规则到程序

竞赛题的堆可达 10^18。`find` 寻找规律，并说明是已证明，还是只经过验证：""",
    ),
    """found = grundy.find(rule)
found""",
    Prose(
        """A pattern can be called like a function. `emit` writes the program (also in C++, Rust and Java), and `check` compares it with
the rule on random inputs.""",
        """规律可以直接调用。`emit` 写出程序（也有 C++、Rust 与 Java），`check` 用随机输入将它与规则对拍。""",
    ),
    """losing = found.losing
print([n for n in range(30) if losing(n)], losing(10**18))
assert np.array_equal(losing(np.arange(500)), values == 0)

program = grundy.emit(rule, "python")
print(program)""",
    """from pathlib import Path

Path("right.py").write_text(program)
Path("wrong.py").write_text(program.replace("n % 7", "n % 6"))
for name in ("right.py", "wrong.py"):
    checked = grundy.check(rule, name)
    print(name, checked)""",
    Prose(
        """Many problems are known by name, with their formats:""",
        """许多题目连同输入输出格式都已收录：""",
    ),
    """print(grundy.judge("hdu1847", "1\\n3\\n", explain=True))""",
    Prose(
        """## 4. Sequences and periods

Kayles: knock down one pin or two neighbours; a row may split into two. Its values have a period, with
exceptions at the beginning:""",
        """## 4. 序列与周期

保龄球：击倒一个或相邻的两个瓶，一行可能断成两行。它的值有周期，开头有一些例外：""",
    ),
    """grundy.chart("kayles", 120)""",
    """period = grundy.period("kayles")
print(period.proved, period.period, period.preperiod, period.theorem, period.last_exception)
period(10**30), grundy.solve(f"kayles {10**30}").value""",
    Prose(
        """The period is a theorem, so the second question has an answer: a row of 10^30 pins is won, and grundy names
the moves. For research there are arrays, which are the engine's own memory:""",
        """周期是经过证明的，所以 10^30 个瓶的一行也有答案：先手必胜，走法也能列出。供研究之用的是数组，它就是引擎自己的内存：""",
    ),
    """print(grundy.solve(f"kayles {10**30}").moves[0].game)
sequence = grundy.sequence("0.77", 10**7)
print(sequence.dtype, sequence.shape)
np.bincount(sequence)""",
    Prose(
        """In Grundy's game a heap is split into two unequal ones. Nobody knows whether its values have a period. Here they
are:""",
        """格兰迪游戏把一堆分成大小不同的两堆，是否有周期至今无人知道。它的值：""",
    ),
    """grundys_game = grundy.sequence("grundy", 20_000)
figure = plt.figure(figsize=(11, 3))
plt.plot(grundys_game, ",", color="#1971c2")
plt.show()
period = grundy.period("grundy", n=20_000)
period.proved, period.period""",
    Prose(
        """## 5. Nimbers are a field

Nim heaps can be multiplied as well as added. With Conway's product the numbers 0 to 15 are the field of 16 elements: every
row but the first contains a 1, so there are inverses.""",
        """## 5. 尼姆数构成域

尼姆堆不仅能相加。有了 Conway 的乘法，0 至 15 就是 16 元域：除首行外每行都有 1，所以都有逆元。""",
    ),
    """product = np.array([[int(Nimber(a) * Nimber(b)) for b in range(16)] for a in range(16)])
figure, axes = plt.subplots(figsize=(6, 6))
axes.imshow(product, cmap="viridis")
for (a, b), value in np.ndenumerate(product):
    axes.text(b, a, value, ha="center", va="center", size=8, color="white" if value < 10 else "black")
plt.show()
assert (np.sort(product[1:], axis=1) == np.arange(16)).all()
Nimber(7).inverse(), Nimber(7) * Nimber(7).inverse(), Nimber(2).sqrt(), Nimber(2**64) ** 2""",
    Prose(
        """## 6. A rule that is a function

A rule that cannot be written in one line can be written as a function: a position is anything that can be the key of a dictionary,
and an option that is a list is a sum. Here two adjacent letters are struck out if they are
equal, and the word splits into two:""",
        """## 6. 用函数写的规则

一行文字写不出的规则，可以写成函数：凡能作字典键的都可以是局面，是列表的后继就是和。这里每步划去相邻的两个相同的字母，字断成两段：""",
    ),
    """def pairs(word):
    return [[word[:i], word[i + 2 :]] for i in range(len(word) - 1) if word[i] == word[i + 1]]


grundy.solve(Rule(pairs)("aabbbaab", "xxxxxx"))""",
    Prose(
        """If all letters are equal, only the length matters, and this is an old game: Dawson's Kayles, with the octal code 0.07
and the period 34:""",
        """若字母全都相同，就只与长度有关，这其实是道森保龄球，八进制代号为 0.07，周期为 34：""",
    ),
    """values = [int(grundy.solve(Rule(pairs)("x" * n)).value) for n in range(60)]
print(values)
values == grundy.sequence("0.07", 60).tolist(), grundy.period("0.07").period""",
    Prose(
        """## 7. When there is no answer

Nothing is guessed. An error in a text gives its place, and the answer to a question beyond the limits is unknown, with the reason:""",
        """## 7. 没有答案时

绝不猜测。写错的文字会指出位置；超出限度的回答“未知”，并说明原因：""",
    ),
    """for question in ("nim 3 x", "wythof 3,5"):
    try:
        grundy.solve(question)
    except grundy.ParseError as wrong:
        print(wrong)
try:
    grundy.solve("cram 5x6", misere=True, positions=1000)
except grundy.Unknown as unknown:
    print(unknown)""",
    Prose(
        """## 8. Graphs, cycles included

Every impartial game can be seen as moving a token on a graph. Here play may go on for ever: then there are draws, D,
where neither player can force a win. Graphs come from NetworkX, NumPy, SciPy, pandas or a file.""",
        """## 8. 图，可以有环

任何公平组合游戏都可以看作在图上移动一枚棋子。这里对局可能永不结束，于是出现和局 D：双方都不能强制取胜。图可以来自 NetworkX、NumPy、SciPy、pandas 或文件。""",
    ),
    """import networkx

town = networkx.DiGraph()
networkx.add_path(town, ["gate", "well", "mill", "gate"])
networkx.add_path(town, ["well", "inn", "home"])
networkx.add_path(town, ["mill", "oak", "hill", "oak"])
streets = grundy.graph(town)
streets""",
    """for name in streets:
    print(streets[name].why())
print(streets.cycle(), streets.sum("well", "inn"))""",
    Prose(
        """The well alone is a draw. With a second token on the inn, whose value 1 is in the set of the well's
∞{1}, the next player wins (Smith, 1966).

Answers are arrays in the order of the vertices. A large random graph, with the number of vertices of each
kind:""",
        """单独一枚棋子在 well 是和局。若另有一枚在 inn，它的值 1 在 well 的 ∞{1} 的集合之中，于是先手必胜（Smith，1966）。

答案是按顶点次序排列的数组。再看一张很大的随机图，各类顶点各有多少：""",
    ),
    """random = np.random.default_rng(1)
large = grundy.graph(random.integers(0, 200_000, (300_000, 2)), vertices=200_000)
print(large.counts, large.remoteness.max())
figure = plt.figure(figsize=(7, 3))
plt.hist(large.remoteness[large.remoteness >= 0], bins=np.arange(44) - 0.5, color="#2b8a3e", log=True)
plt.show()""",
]
