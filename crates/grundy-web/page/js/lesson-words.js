/*
 * The sentences of the lessons' interface, in English and in Chinese, as in words.js; the lessons themselves are texts
 * of their own. What is said about positions comes from the server.
 */

import { language } from "./words.js";

const many = (count, one, more) => (String(count) === "1" ? one : more);

/** Values in a sentence, the last after a word of its own. */
const listed = (values, between, last) => (values.length > 1 ? values.slice(0, -1).join(between) + last + values.at(-1) : values.join(""));

/** The sentences: name to [English, Chinese], or to a function that gives the two. */
export const LESSON_WORDS = {
  // The list of lessons
  title: ["Lessons", "课程"],
  intro: [
    "The theory in sixteen short lessons, each with something to play, something to find out, and a challenge at the end. Your answers are checked by the engine, and your progress is kept in this browser.",
    "十六节短课讲完这门理论，每课都有可以玩的、可以想的，最后还有一道挑战。答案由引擎检查，进度保存在本浏览器中。",
  ],
  allDone: ["All sixteen are done. Well played.", "十六课全部完成。玩得好。"],
  progress: (p) => [`${p.done} of ${p.count} done`, `已完成 ${p.done}/${p.count}`],
  beginHere: (p) => [`Begin with lesson ${p.number}: ${p.title}`, `从第 ${p.number} 课开始：${p.title}`],
  goOn: (p) => [`Continue with lesson ${p.number}: ${p.title}`, `继续第 ${p.number} 课：${p.title}`],
  done: ["Done", "完成"],
  notBegun: ["Not started", "未开始"],
  forget: ["Clear my progress", "清除进度"],
  forgotten: ["Your progress has been cleared.", "进度已清除。"],
  noLesson: ["There is no such lesson.", "没有这一课。"],
  toList: ["All lessons", "全部课程"],
  lessonNumber: (p) => [`Lesson ${p.number} of ${p.count}`, `第 ${p.number} 课，共 ${p.count} 课`],
  previous: (p) => [`Previous: ${p.title}`, `上一课：${p.title}`],
  next: (p) => [`Next: ${p.title}`, `下一课：${p.title}`],
  around: ["Other lessons", "其他课程"],
  lessonDone: ["This lesson is done.", "这一课完成了。"],

  // The review and sheets for paper
  reviewTitle: ["Review", "复习"],
  reviewIntro: [
    "Tasks of the lessons that you have finished, with new numbers. What you answer correctly at once comes back after 3, 7, 21 and 60 days; anything else comes back tomorrow.",
    "已完成课程的练习，数字都是新的。一次答对的，过 3、7、21、60 天再来；没有答对的，明天再来。",
  ],
  reviewDue: (p) => [many(p.count, "One lesson is due for review.", `${p.count} lessons are due for review.`), `有 ${p.count} 课该复习了。`],
  reviewNext: (p) => [`The next review is due in ${many(p.days, "1 day", `${p.days} days`)}.`, `${p.days} 天后该复习下一课。`],
  reviewNow: ["Review now", "现在复习"],
  reviewEmpty: ["Finish a lesson first: its tasks come back here.", "请先完成一课，它的练习会在这里再次出现。"],
  reviewFrom: (p) => [`From lesson ${p.number}: ${p.title}`, `第 ${p.number} 课：${p.title}`],
  reviewMore: ["More tasks", "再来几道"],
  reviewDone: ["All of these are right.", "这几道都答对了。"],
  ask_outcome: ["Who wins?", "谁必胜？"],
  ask_value: ["What is the value?", "SG 值是多少？"],
  ask_count: ["How many winning moves are there?", "有多少种必胜走法？"],
  ask_move: ["Make a winning move.", "走出一步必胜走法。"],
  askMisere: ["The last move loses.", "走最后一步者负。"],
  sheetLink: ["Exercise sheets to print", "可打印的习题单"],
  sheetTitle: ["Exercises", "习题"],
  sheetIntro: ["Random positions, with the solutions on a page of their own. The same address gives the same sheet again.", "随机给出的局面，答案另起一页。同一个网址总得到同一份习题。"],
  sheetOf: ["From", "题目来自"],
  sheetCount: ["How many", "题数"],
  sheetNew: ["Other positions", "换一批"],
  sheetPrint: ["Print", "打印"],
  sheetSolutions: ["Solutions", "答案"],
  sheetAsk: ["Who wins, and by which move?", "谁必胜？怎么走？"],
  sheetFewer: (p) => [`Only ${p.count} different positions were found.`, `只找到 ${p.count} 个不同的局面。`],
  sheetMoves: (p) => [`Winning: ${p.values.join("; ")}${p.more > 0 ? `; and ${p.more} more` : ""}.`, `必胜走法：${p.values.join("；")}${p.more > 0 ? `；另有 ${p.more} 种` : ""}。`],

  // Playing
  begin: ["Your move. You can win this one.", "轮到你走。这一局你能赢。"],
  beginLost: ["Your move.", "轮到你走。"],
  machineMoves: ["The computer is thinking …", "电脑正在思考……"],
  machineMoved: (p) => [`The computer: ${p.move}. Your move.`, `电脑：${p.move}。轮到你走。`],
  youWin: ["You win.", "你赢了。"],
  machineWins: ["The computer wins. Try again: you can win from the start.", "电脑赢了。再试一次：从一开始你就能赢。"],
  again: ["Play again", "再来一局"],
  takeBack: ["Take back", "悔棋"],
  showWinning: ["Show winning moves", "显示必胜走法"],
  hideWinning: ["Hide winning moves", "不显示必胜走法"],
  tookBack: ["Move taken back. Your move.", "已悔棋。轮到你走。"],

  // Tasks
  winTask: (p) => [`Task ${p.number}: win this game`, `练习 ${p.number}：赢下这一局`],
  task: (p) => [`Task ${p.number}`, `练习 ${p.number}`],
  allTasks: ["Show all tasks", "显示全部练习"],
  oneTask: ["One task at a time", "一次一道练习"],
  challenge: ["Challenge", "挑战"],
  live_find: ["Find the pattern", "找规律"],
  live_emit: ["Write the program", "写程序"],
  live_check: ["Make a test", "生成测试"],
  live_program: ["Program", "程序"],
  live_input: ["Input", "输入"],
  live_output: ["Expected output", "应有的输出"],
  check: ["Check", "检查"],
  hint: ["Hint", "提示"],
  checking: ["One moment …", "请稍候……"],
  right: ["Right.", "正确。"],
  wrong: ["Not yet.", "还不对。"],
  moverWins: ["The player to move", "将要走的一方"],
  otherWins: ["The player who has just moved", "刚走完的一方"],
  nobodyWins: ["Nobody: a draw", "没有人：和局"],
  whoWins: ["Who wins?", "谁必胜？"],
  yourNumber: ["Your number", "你的答案"],
  numberWanted: ["Enter a whole number, such as 7.", "请写一个整数，例如 7。"],
  yourRule: ["Your rule", "你的规则"],
  ruleWanted: ["Write a rule, such as n -> n-k for k in {1,3,4}.", "请写一条规则，例如 n -> n-k for k in {1,3,4}。"],
  cells: ["Positions; mark the P-positions", "局面；标出必败态"],
  cell: (p) => [`position ${p.name}`, `局面 ${p.name}`],
  makeMove: ["Make your move on the board.", "在棋盘上走一步。"],

  // Pictures that react.
  stripHint: ["Press a number to see where it leads, and why its label follows.", "点一个数，看它能走到哪里、标记为什么是这样。"],
  stripEnd: (p) => [`From ${p.heap} there is no move: it is ${p.outcome === "P" ? "a P-position" : "an N-position"}.`, `从 ${p.heap} 没有走法：它是${p.outcome === "P" ? "必败态" : "必胜态"}。`],
  stripEndValue: (p) => [`From ${p.heap} there is no move, so the value is 0.`, `从 ${p.heap} 没有走法，所以 SG 值是 0。`],
  stripN: (p) => [
    `From ${p.heap} one can go to ${listed(p.heaps, ", ", " and ")}. There ${p.good} is a P-position, so ${p.heap} is an N-position.`,
    `从 ${p.heap} 可以走到 ${listed(p.heaps, "、", " 与 ")}，其中 ${p.good} 是必败态，所以 ${p.heap} 是必胜态。`,
  ],
  stripP: (p) => [
    `From ${p.heap} one can only go to ${listed(p.heaps, ", ", " and ")}. ${p.heaps.length > 1 ? "These are all N-positions" : "That is an N-position"}, so ${p.heap} is a P-position.`,
    `从 ${p.heap} 只能走到 ${listed(p.heaps, "、", " 与 ")}，${p.heaps.length > 1 ? "都" : ""}是必胜态，所以 ${p.heap} 是必败态。`,
  ],
  stripMex: (p) => [
    `From ${p.heap} one can go to ${listed(p.heaps, ", ", " and ")}, with the ${p.values.length > 1 ? "values" : "value"} ${listed(p.values, ", ", " and ")}. The smallest number that is missing there is ${p.value}: that is the value of ${p.heap}.`,
    `从 ${p.heap} 可以走到 ${listed(p.heaps, "、", " 与 ")}，SG 值有 ${listed(p.values, "、", " 与 ")}。其中没有出现的最小数是 ${p.value}，这就是 ${p.heap} 的 SG 值。`,
  ],
  columnsHeap: ["Heap", "堆"],
  columnsReset: ["As at the beginning", "恢复原样"],
  columnsLess: (p) => [`heap ${p.number}: one stone less`, `第 ${p.number} 堆：减一颗`],
  columnsMore: (p) => [`heap ${p.number}: one stone more`, `第 ${p.number} 堆：加一颗`],
  columnsBit: (p) => [`${p.bit}, heap ${p.number}, digit worth ${p.worth}`, `${p.bit}，第 ${p.number} 堆，值 ${p.worth} 的那一位`],
  columnsEven: ["Every column has an even number of ones: the nim-sum is 0.", "每一列都有偶数个 1：异或和是 0。"],
  columnsOdd: (p) => [
    `The ${p.columns.length > 1 ? "columns" : "column"} of ${listed(p.columns, ", ", " and ")} ${p.columns.length > 1 ? "have" : "has"} an odd number of ones: the nim-sum is ${p.sum}.`,
    `值 ${listed(p.columns, "、", " 与 ")} 的列有奇数个 1：异或和是 ${p.sum}。`,
  ],

  // What the engine says.
  isN: (p) => [`The player to move wins.${p.move ? ` One winning move: ${p.move}.` : ""}`, `将要走的一方必胜。${p.move ? `必胜走法之一：${p.move}。` : ""}`],
  isP: ["No move wins: each leaves the opponent an N-position.", "没有必胜走法：每一步都给对手留下必胜态。"],
  slip: (p) => [`“${p.move}” leaves ${p.left}, an N-position; “${p.better}” leaves ${p.kept}, a P-position.`, `“${p.move}”留下 ${p.left}，是必胜态；“${p.better}”留下 ${p.kept}，是必败态。`],
  isPEnd: ["The player to move loses.", "将要走的一方必败。"],
  isD: ["Neither player can force a win.", "双方都不能保证获胜。"],
  moveTo: (p) => {
    // A heap from which some stones are taken is told as one.
    const [, taken] = /^(?:take|取) (\d+)(?: 颗)?$/.exec(p.move) ?? [];
    const [, left] = /^[^ ,]+ (\d+)$/.exec(p.to) ?? [];
    if (taken && left && /^\d+$/.test(p.from)) return [`take ${taken} from the heap of ${p.from}, leaving ${left}`, `从 ${p.from} 颗的堆取 ${taken} 颗，剩 ${left} 颗`];
    return [`${p.from}: ${p.move}, to ${p.to}`, `${p.from}：${p.move}，走到 ${p.to}`];
  },
  nothingLeft: ["nothing", "空"],
  because: (p) => [`The engine: ${p.because}.`, `引擎：${p.because}。`],
  nimSum: (p) => [`The nim-sum of ${listed(p.values, ", ", " and ")} is ${p.value}.`, `${listed(p.values, "、", " 与 ")} 的异或和是 ${p.value}。`],
  addValues: (p) => [`Add ${listed(p.values, ", ", " and ")} in binary, without carry.`, `把 ${listed(p.values, "、", " 与 ")} 用二进制不进位相加。`],
  valueIs: (p) => [`The value is ${p.value}.`, `SG 值是 ${p.value}。`],
  optionValues: (p) => [`The values of its options are ${listed(p.values, ", ", " and ")}: take the mex.`, `它的后继的 SG 值是 ${listed(p.values, "、", " 与 ")}：取 mex。`],
  winningMoves: (p) => [many(p.count, `There is 1 winning move.`, `There are ${p.count} winning moves.`), `有 ${p.count} 种必胜走法。`],
  oneOfThem: (p) => [`One winning move: ${p.move}.`, `必胜走法之一：${p.move}。`],
  notP: (p) => [`${p.name} is not a P-position. ${p.why}`, `${p.name} 不是必败态。${p.why}`],
  missed: (p) => [many(p.count, "One P-position is still missing.", `${p.count} P-positions are still missing.`), `还漏了 ${p.count} 个必败态。`],
  allP: (p) => [`The P-positions are ${listed(p.names, ", ", " and ")}.`, `必败态是 ${listed(p.names, "、", " 与 ")}。`],
  someWins: ["Some move from there leaves the opponent a P-position.", "从那里有一步能给对手留下必败态。"],
  not_N: ["The player to move cannot force a win: no move leaves the opponent a P-position.", "将要走的一方不能保证获胜：没有一步能给对手留下必败态。"],
  not_P: ["The player to move need not lose: not every move leaves the opponent an N-position.", "将要走的一方不一定输：并非每一步都给对手留下必胜态。"],
  not_D: ["It is not a draw: one of the players can force a win.", "不是和局：有一方能保证获胜。"],
  slipOnly: (p) => [`“${p.move}” leaves ${p.left}, an N-position: your opponent can win.`, `“${p.move}”留下 ${p.left}，是必胜态：对手能赢。`],
  slipDraw: (p) => [`“${p.move}” leaves ${p.left}, from where your opponent can keep a draw.`, `“${p.move}”留下 ${p.left}，对手在那里可以守成和局。`],
  moreWin: (p) => [`There are more winning moves than ${p.number}.`, `必胜走法不止 ${p.number} 种。`],
  fewerWin: (p) => [`There are fewer winning moves than ${p.number}.`, `必胜走法不到 ${p.number} 种。`],
  notSum: (p) => [`${p.number} is not the nim-sum.`, `${p.number} 不是异或和。`],
  optionHas: (p) => [`It cannot be ${p.number}: one of its options has that value already.`, `不可能是 ${p.number}：它有一个后继的 SG 值就是 ${p.number}。`],
  smallerMissing: (p) => [`${p.number} is missing among the values of its options, but it is not the smallest such number.`, `后继的 SG 值中确实没有 ${p.number}，但它不是没有出现的最小数。`],
  notValue: (p) => [`The value is not ${p.number}.`, `SG 值不是 ${p.number}。`],
  showSolution: ["Show solution", "显示答案"],
  allMarked: (p) => [`These are all ${p.count} P-positions.`, `这就是全部 ${p.count} 个必败态。`],
  periodIs: (p) => [`The period is ${p.period}${p.pre > 0 ? `, from heap ${p.pre} on` : ""}, proved.`, `周期是 ${p.period}${p.pre > 0 ? `，从第 ${p.pre} 堆起` : ""}，已证明。`],
  periodMultiple: (p) => [`The values do repeat after ${p.number}, but they do so earlier too.`, `相隔 ${p.number} 确实会重复，但更早就重复了。`],
  periodDiffers: (p) => [
    `If ${p.number} were the period, the heaps ${p.one} and ${p.two} would have the same value. They have ${p.a} and ${p.b}.`,
    `如果周期是 ${p.number}，${p.one} 与 ${p.two} 的 SG 值应当相同，而它们是 ${p.a} 与 ${p.b}。`,
  ],
  periodPositive: ["A period is at least 1.", "周期至少是 1。"],
  ruleSame: (p) => [`Your rule has the same values for ${p.from} to ${p.to}.`, `你的规则从 ${p.from} 到 ${p.to} 的 SG 值都相同。`],
  ruleDiffers: (p) => [`For ${p.at} your rule has the value ${p.yours}, but the game has ${p.its}.`, `${p.at} 的 SG 值，你的规则是 ${p.yours}，所求的游戏是 ${p.its}。`],
  ruleOneHeap: ["The rule should be about a single heap n.", "规则应当只有一堆 n。"],
};

/**
 * A sentence of the lessons in the language spoken.
 * @param {string} name a name of LESSON_WORDS
 * @param {object} [parameters] what stands in it
 * @returns {string}
 */
export function tell(name, parameters = {}) {
  if (!Object.hasOwn(LESSON_WORDS, name)) throw new Error(`there are no words '${name}'`);
  const entry = LESSON_WORDS[name];
  const pair = typeof entry === "function" ? entry(parameters) : entry;
  return pair[language() === "zh" ? 1 : 0];
}
