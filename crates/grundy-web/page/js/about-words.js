/*
 * The sentences of the view that says what this is, which are read with it; see words.js.
 */

/** Name to [English, Chinese], or to a function that gives the two. */
export const ABOUT_WORDS = {
  aboutTitle: ["About grundy", "关于 grundy"],
  aboutOne: [
    "grundy says who wins an impartial game, by which moves, why, and what the Grundy value is. This page and its pictures are made on this computer; nothing is sent elsewhere.",
    "grundy 回答公平游戏谁必胜、怎么走、为什么，以及 SG 值是多少。本页与图都在本机生成，不向别处发送任何内容。",
  ],
  aboutTwo: [
    "The interface below gives programs the same answers as this page and the command line.",
    "其他程序可通过下面的接口取得与本页、与命令行相同的答案。",
  ],
  aboutGuide: ["The guide, as a book", "指南全书"],
  aboutApi: ["The interface", "接口"],
  aboutApiText: ["JSON over HTTP, described by an OpenAPI document: ", "基于 HTTP 的 JSON，由 OpenAPI 文档描述："],
  aboutExamples: ["Examples", "示例"],
  aboutWords: ["Words", "术语"],
  aboutN: ["the player about to move can win.", "即将走的一方必胜。"],
  aboutP: ["the player who just moved can win.", "刚走完的一方必胜。"],
  aboutValue: ["the size of the Nim heap to which the position is equivalent; P means 0.", "与局面等价的尼姆堆的大小；必败态为 0。"],
  aboutSum: ["addition in binary without carry; under normal play the value of a sum is the nim-sum of the values of its components.", "不进位的二进制加法；正常规则下，和的值等于各分量值的异或和。"],
  aboutMisere: ["the player who cannot move wins.", "不能行动者胜。"],
  miserePlay: ["misère play", "反常规则"],
};
