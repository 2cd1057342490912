import { baseZh } from "../words/base.zh";
export const zh = {
  ...baseZh,
  lead: "头条 · {n} 台", spoilerFree: "不剧透", delay: "直播慢 {n} 分钟", delaySeconds: "直播慢 {n} 秒", live: "直播", prev: "‹ {round}", next: "{round} ›", others: "其余各台", all: "全部 {n} 台", starts: "{time} 开赛", stale: "{n} 分钟没有新着", lostFeed: "断线 · 所见是 {time} 的",
  h_limit: "{board} 台第 {r} 回合，离自然限着还有 {k} 回合", h_clock: "{board} 台{name}只剩 {m}", h_result: "{name}执{side}胜", h_drawn: "{board} 台和棋", h_playing: "{n} 台还在下", h_over: "{round}下完了", h_before: "{round}还没开始", h_spoiler: "{round}", noRound: "还没有编排", loadingRound: "正在取对局…", pickLead: "看这一台",
  follow: "跟着直播", first: "开头", stepBack: "上一着", stepOn: "下一着", last: "到底", flip: "翻转", faces: "繁 / 简", atMove: "第 {n} 回合 {side}", timeUsed: "用时", timeHint: "红上黑下，每着一格", counters: "计数", toHere: "到这一着", limitRounds: "自然限着（回合）", samePosition: "同一局面", record: "棋谱", bothSigned: "双方已签", oneSigned: "录谱人已签", notSigned: "还没签", copyDhtml: "复制东萍代码", copyFen: "复制 FEN", savePicture: "存图", embed: "嵌入…", qr: "二维码", embedCode: "贴到自己的网页里", moves: "着法", roundColumn: "回合", used: "用时", variation: "变着", gapHere: "缺着", corrected: "第 {n} 回合有更正", ruling: "裁决", whole: "{n} 回合，{kind}", plain: "{n} 回合", unknownGame: "没有这盘棋", backToRound: "回到本轮", resultHidden: "结果没显示（不剧透）", disputedNow: "有异议，裁判在看",
  hallHead: "{round}赛况", hallPage: "第 {a}–{b} 台 · 共 {n} 台，每 12 秒翻页", hallCall: "请到登分台录谱", hallDeadline: "{round} {time} 截止", hallFoul: "过时可记犯规", hallNext: "下一轮", hallNothing: "没有要叫的人", hallPhones: "赛场里请关机。手机响一次，犯规一次。", c_board: "台", c_red: "红方", c_result: "结果", c_black: "黑方", owing_required: "没动", owing_incomplete: "缺着", owing_doubtful: "来对谱", owing_overdue: "过时", owing_submitted: "差签字", owing_false: "不实",
  openGame: "打开 {n} 台", leadBoard: "头条棋盘", sections: "组别", 
};
export type Key = keyof typeof zh;
