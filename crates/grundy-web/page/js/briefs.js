/*
 * What the cards of the catalogue say and show: the rules of games in one short sentence each, where the catalogue's own words are
 * longer than a card, and positions that are quickly answered.
 */

/** Name to [English, Chinese]. */
const BRIEFS = {
  bash: ["Take from 1 to M stones from a heap; whoever takes the last one wins.", "每次从一堆取 1 到 M 颗，取走最后一颗者胜。"],
  take: ["Take from a heap a number of stones that the set allows.", "每次从一堆取走集合中允许的颗数。"],
  "0.137": ["Take from a row; the code says after which takes nothing, one row or two may be left.", "从一行中取；代号规定取几个之后可以剩下零、一或两行。"],
  "0.[37]": ["Like octal games, with codes that repeat for ever or leave more than two rows.", "同八进制代号游戏，但代号可以循环，也可以剩下更多行。"],
  treblecross: ["Take three neighbouring pins from a row.", "从一行中取走相邻的三个瓶。"],
  tax: ["Take some stones of a heap, and pay as many more as the table asks for.", "从一堆取若干颗，再按表多取一些作为税。"],
  fibonacci: ["One heap: never take it whole at first, later at most twice the take before.", "一堆石子：先手不能取完，此后至多取上次的两倍。"],
  cross: ["A pair of numbers becomes two pairs, each with one number made smaller.", "一个数对变成两个数对，各有一个数变小。"],
  passing: ["Take stones from a heap, then move any of its others onto heaps that are not empty.", "从一堆取石子，再把其余的任意移到非空堆上。"],
  staircase: ["Coins lie on steps; move some of one step to the next one down.", "硬币放在台阶上，每次把某级的若干枚移到下一级。"],
  nimble: ["Coins stand on squares; move one any distance to the left.", "硬币放在格上，每次把一枚左移任意格，同格可有多枚。"],
  northcott: ["Two opposing coins stand in each row; close the gap by any amount.", "每行有两枚相对的棋子，每次把间隔缩小任意格。"],
  dollar: ["Coins move to the left; once the silver dollar is in the bag, a player may take the bag.", "硬币左移；银元入袋之后，可以拿走钱袋而结束。"],
  coins: ["Turn from A to B coins, the rightmost from heads to tails.", "翻 A 到 B 枚硬币，最右一枚须由正变反。"],
  tartan: ["Turn the coins where chosen columns and chosen rows cross.", "选若干列与若干行，翻转交叉处的硬币。"],
  acrostic: ["Turn coins within one row or within one column.", "翻同一行或同一列中的若干枚硬币。"],
  welter: ["Coins on different squares; move one to any free square on its left.", "硬币各在不同的格，每次把一枚移到左边任意空格。"],
  rim: ["Draw a loop through spots; those left lie inside or outside it.", "画一个穿过若干点的闭圈，剩下的点分在圈内与圈外。"],
  blocking: ["Nim, but each move forbids up to K of the opponent's answers.", "尼姆，但每次行动后可禁止对手的至多 K 种走法。"],
  clobber: ["Move a stone onto a neighbour of the other colour, which is taken.", "将一枚棋子移到相邻的异色棋子上，并吃掉它。"],
  fission: ["Split a stone into two, onto the empty squares on both sides of it.", "将一枚棋子分裂成两枚，放到它两侧的空格上。"],
  nogo: ["Put a stone of either colour; every block must keep an empty square beside it.", "放一枚任一颜色的棋子；每块同色棋子旁都须有空格。"],
  amazons: ["Move any queen, then let it shoot: the square that is hit is blocked.", "移动任一枚皇后，再射一箭；中箭的格从此堵住。"],
  "toads-and-frogs": ["Toads go to the right and frogs to the left, by a step or a jump over one other.", "蟾蜍向右、青蛙向左，走一格或跳过对方一只。"],
  "toppling-dominoes": ["Topple a domino of a row to one side: all on that side fall too.", "推倒一块骨牌，它那一侧的全部随之倒下。"],
  kotzig: ["Around a circle: put a man a given step clockwise from the last one.", "沿一圈位置，从上一枚棋子起顺时针走给定步数放子。"],
  sylver: ["Name a number that is no sum of multiples of those named before.", "说出一个数，它不能是已说过的数的倍数之和。"],
  chomp: ["Take a square of the bar with all above and to the right; not the last one.", "选一格，连同上方和右方的所有格取走；左下角不能取。"],
  graph: ["Move a token along an edge of a directed graph; endless play is a draw.", "沿有向图的一条边移动棋子；无限循环即为和局。"],
  "arc-kayles": ["Choose an edge of a graph; it goes with both its ends.", "在图上选一条边，连同它的两个端点一并删去。"],
  geography: ["Move a token along a directed edge to where it has not been.", "沿有向边把棋子移到一个未到过的顶点。"],
  "undirected-geography": ["Move a token along an edge to where it has not been.", "沿边把棋子移到一个未到过的顶点。"],
  "graph-nim": ["Take from a pile beside the token, and move the token along that edge.", "从棋子旁的一条边上取石子，并沿该边移动棋子。"],
  nimstring: ["Cut a string of a net; a box that is left with one string loses it.", "剪断网上的一条边；只剩一条边的格自动失去它。"],
  sprouts: ["Join two spots by a line, with a new spot on it; at most three ends at each.", "画一条线连接两点并添一个新点；每点至多三条线端。"],
  "brussels-sprouts": ["Join two free ends by a line, with a stroke across it that adds two ends.", "连接两个自由端，再画一短横添两个自由端。"],
  ring: ["Take neighbouring pins from a ring, as many as the set allows.", "从环上取走相邻的若干个瓶，个数属于给定集合。"],
  multiply: ["Multiply by 2 to 9 in turn; whoever reaches N wins.", "轮流乘以 2 到 9 中的一个数，先达到 N 者胜。"],
  boxes: ["Move cards from a box to a lower one that fits it.", "把一盒中的若干张牌移到编号更小的适当的盒。"],
  hill: ["Bring a climber up, past nobody; whoever brings the king to the top wins.", "把一人上移，不得越过他人；先使国王登顶者胜。"],
  paper: ["Cut a sheet of squares into two; whoever first cuts off a single square wins.", "把方格纸剪成两张；先剪出单个方格者胜。"],
  primes: ["Choose a prime power; all numbers that it divides are divided by it.", "选一个质数幂，凡被它整除的数都除以它。"],
};

/** Where no short words are known, whole sentences or clauses of the longer ones are taken, up to so many letters. */
const LETTERS = { en: 100, zh: 52 };

/**
 * The rule of a game, short enough for a card.
 * @param {{name: string, rule: Record<string, string>}} game
 * @param {"en"|"zh"} lang
 */
export function briefOf({ name, rule }, lang) {
  if (Object.hasOwn(BRIEFS, name)) return BRIEFS[name][lang === "zh" ? 1 : 0];
  const text = rule[lang] ?? rule.en;
  if (text.length <= LETTERS[lang]) return text;
  const clauses = text.split(lang === "zh" ? /(?<=[；。])/ : /(?<=[;.] )/);
  let brief = clauses[0];
  for (const clause of clauses.slice(1)) {
    if (brief.length + clause.length > LETTERS[lang]) break;
    brief += clause;
  }
  return brief.trim().replace(/[;；]$/, lang === "zh" ? "。" : ".");
}

/** Positions of fewer moves than the examples, where a picture of the example would be a long answer. */
const SMALLER = {
  passing: "passing 1 1 2 2",
  moore: "moore:2 1 2 3",
  exact: "exact:2 1 2 3",
  blocking: "blocking:1 1 2",
  cram: "cram 3x4",
  clobber: "clobber 2x3",
  "cannibal-clobber": "cannibal-clobber 2x3",
  tactix: "tactix 2x3",
  coins: "coins:2-4 1 3",
  moebius: "moebius 0 2 3",
  mogul: "mogul 0 2 3",
  "mock-turtles": "mock-turtles 0 2 3",
  tartan: "tartan:twins,ruler 1,1 2,2",
  "brussels-sprouts": "brussels-sprouts 2",
  nimstring: "nimstring 2x2",
  amazons: "amazons x..",
  "0.[37]": "0.[37] 6",
  fibonacci: "fibonacci 9",
};

/** The position whose picture a card shows. */
export function exampleFor({ name, example }) {
  return SMALLER[name] ?? example;
}
