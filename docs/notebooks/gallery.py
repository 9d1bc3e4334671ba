"""The cells of the gallery: ten pictures of the field, each with the code that makes it. LANGUAGE in code is "en" or "zh"."""

from __future__ import annotations

from cells import Prose

CELLS: list[Prose | str] = [
    Prose(
        """# A gallery of impartial games

Ten classic pictures of the field, each with the few lines of code that make it. Change the numbers and look again. The
[tour](en.ipynb) explains the functions. Besides grundy, this needs matplotlib: `pip install matplotlib`.""",
        """# 公平组合游戏画廊

十幅本领域的名图，每幅只需几行代码。改动其中的数，再看一遍。各函数的用法见[导览](zh.ipynb)。除 grundy 外需要 matplotlib：`pip install matplotlib`。""",
    ),
    """import matplotlib.pyplot as plt
import numpy as np

import grundy
from grundy import Rule

grundy.set_language("LANGUAGE")
plt.rcParams.update({"figure.figsize": (6, 6), "figure.dpi": 72, "axes.grid": False})""",
    Prose(
        """## 1. The nim-sum

The value of two heaps of Nim is their nim-sum (Bouton, 1901). Every row and column of a square of side 2ᵏ holds each number once, and the
picture repeats itself at every scale.""",
        """## 1. 异或和

尼姆两堆的 SG 值就是二者的异或和（Bouton，1901）。边长为 2ᵏ 的方阵中，每行每列恰好出现每个数一次；图案在各个尺度上重复自身。""",
    ),
    """plt.imshow(grundy.table("nim", (64, 64)), cmap="viridis");""",
    Prose(
        """## 2. Sierpinski's triangle in Nim

Three heaps are a P-position when their nim-sum is 0. Those in which two heaps x and y have no binary digit in common, that is
`x + y = x ⊕ y`, are exactly the places of Pascal's triangle where the binomial coefficient is odd (Kummer, Lucas).""",
        """## 2. 尼姆中的谢尔宾斯基三角形

三堆的异或和为 0 时是 P 局面。其中两堆 x 与 y 没有公共二进制位的，即 `x + y = x ⊕ y`，正对应帕斯卡三角形中为奇数的二项式系数（Kummer、Lucas）。""",
    ),
    """values = grundy.table("nim", (128, 128))
x, y = np.indices(values.shape)
plt.imshow(values == x + y, cmap="binary");""",
    Prose(
        """## 3. The P-positions of Wythoff's queen

A queen is moved towards the corner; the player who reaches it wins. The P-positions lie along two lines whose slopes are the golden ratio and its
inverse (Wythoff, 1907).""",
        """## 3. 威佐夫皇后的 P 局面

皇后向角落移动，先到者胜。必败态沿两条直线分布，斜率为黄金分割比及其倒数（Wythoff，1907）。""",
    ),
    """lost = np.argwhere(grundy.table("wythoff", (100, 100), outcomes=True) == "P")
golden = (1 + 5**0.5) / 2
plt.plot([0, 100], [0, 100 * golden], [0, 100], [0, 100 / golden], color="lightgrey")
plt.scatter(*lost.T, s=14)
plt.xlim(-1, 100)
plt.ylim(-1, 100);""",
    Prose(
        """## 4. The values of Wythoff's game

The P-positions are simple; the other values are not. No formula for them is known, but each row differs from `n` by a sequence that is
eventually periodic (Blass and Fraenkel, 1990; Dress, Flammenkamp and Pink, 1999).""",
        """## 4. 威佐夫博弈的 SG 值

P 局面很简单，其余的值却不然：至今没有公式，但每一行与 `n` 之差最终有周期（Blass 与 Fraenkel，1990；Dress、Flammenkamp 与 Pink，1999）。""",
    ),
    """plt.imshow(grundy.table("wythoff", (400, 400)), cmap="twilight");""",
    Prose(
        """## 5. Kayles on a clock face

Kayles repeats with period 12 from heap 71 on (Guy and Smith, 1956). On a spiral of twelve spokes the values become constant along each
spoke; the exceptions are all near the centre.""",
        """## 5. 画在钟面上的保龄球

保龄球从第 71 堆起以 12 为周期（Guy 与 Smith，1956）。画成十二根辐条的螺线，每根辐条上的值最终不变，例外都在中心附近。""",
    ),
    """n = np.arange(300)
values = grundy.sequence("kayles", 300)
axes = plt.subplot(projection="polar")
axes.scatter(2 * np.pi * n / 12, n, c=values, cmap="tab10", s=30)
axes.set_yticks([71])
axes.set_xticklabels([]);""",
    Prose(
        """## 6. The rare values of 0.106

A value of the code 0.106 is *common* if it has an even number of the binary digits of 1101 on an even heap, an odd number on an odd one;
else it is *rare*. Among 60,000 heaps 15 are rare, the last of them heap 1103. That is what makes long sequences computable, and what led
to the proof of the period of 328,226,140,474 (Flammenkamp). The rare heaps in red.""",
        """## 6. 0.106 的稀有值

在偶数堆上，若值与 1101 的公共二进制位有偶数个（奇数堆上为奇数个），则称为八进制代号 0.106 的*常见值*，否则为*稀有值*。前 60,000 堆中只有 15 堆稀有，最后一堆是 1103。
正因如此，很长的序列才算得出来，周期 328,226,140,474 才得以证明（Flammenkamp）。红色为稀有的堆。""",
    ),
    """values = grundy.sequence("0.106", 60_000)
n = np.arange(len(values))
rare = np.bitwise_count(values & 0b1101) % 2 != n % 2
plt.scatter(n + 1, values, s=1, color="silver")
plt.scatter(n[rare] + 1, values[rare], s=12, color="crimson")
plt.xscale("log")
print(*n[rare])""",
    Prose(
        """## 7. Grundy's game

A heap is split into two unequal ones. Nobody knows whether the values are periodic; they have been computed beyond 2³⁵ (Flammenkamp).""",
        """## 7. 格兰迪游戏

把一堆分成不相等的两堆。其值是否有周期至今未知，已经算到 2³⁵ 以上（Flammenkamp）。""",
    ),
    """values = grundy.sequence("grundy", 20_000)
plt.scatter(np.arange(len(values)), values, s=0.4, alpha=0.5);""",
    Prose(
        """## 8. Chomp with three rows

A bar of three rows is bitten from its upper right; the player who must eat the last square loses. Each point is a P-position: the lengths of the second
and third row across and up, that of the first row as colour. The apparent order is only partly understood (Zeilberger, 2001; Friedman and Landsberg, 2007).""",
        """## 8. 三行的 Chomp

三行巧克力从右上方咬起，被迫吃最后一格者负。每个点是一个 P 局面：横轴、纵轴为第二、三行的长度，颜色为第一行的长度。
其中的秩序至今只弄懂了一部分（Zeilberger，2001；Friedman 与 Landsberg，2007）。""",
    ),
    """chomp = Rule(
    "(a,b,c) -> (k,min(b,k),min(c,k)) for k in 1..a; (a,b,c) -> (a,k,min(c,k)) for k in 0..b; (a,b,c) -> (a,b,k) for k in 0..c"
)
lost = np.argwhere(grundy.table(chomp, (64, 64, 64), outcomes=True) == "P")
lost = lost[(lost[:, 0] >= lost[:, 1]) & (lost[:, 1] >= lost[:, 2]) & (lost[:, 0] > 0)]
plt.scatter(lost[:, 1], lost[:, 2], c=lost[:, 0], s=24, cmap="plasma")
plt.colorbar();""",
    Prose(
        """## 9. Green Hackenbush

A move cuts an edge, and everything that is no longer connected to the ground is removed. A house with a chimney: cycles fuse to a point (the fusion principle), stalks
add by nim-sum (the colon principle; Berlekamp, Conway and Guy).""",
        """## 9. 绿色 Hackenbush

每步剪去一条边，不再与地面相连的部分随之去掉。一座带烟囱的房子：环可缩为一点（融合原理），分叉的茎按异或和相加（克朗原理；Berlekamp、Conway 与 Guy）。""",
    ),
    """house = grundy.Game("hackenbush ground-left,left-roof,roof-right,right-ground,left-right,roof-chimney,chimney-smoke")
print(grundy.solve(house))
house""",
    Prose(
        """## 10. The misère quotient of Kayles

Under misère play the values of Kayles are the 40 elements of a commutative monoid (Plambeck, 2005; Plambeck and Siegel, 2008). Its Cayley
graph: an arrow adds one of the seven generators, each in its own colour; red elements are P-positions.""",
        """## 10. 保龄球的反常规则商

在反常规则（不能行动者胜）下，保龄球的“值”是一个 40 元交换幺半群的元素（Plambeck，2005；Plambeck 与 Siegel，2008）。
下面是它的凯莱图：每条边加上七个生成元之一，各有其色；红色元素为 P 局面。""",
    ),
    """quotient = grundy.quotient("0.77")
print(quotient.order, *quotient.generators)
grundy.Picture(svg=quotient.svg())""",
]
