// Words that every page uses, simplified Chinese: the source of the keys.
export const baseZh = {
  brand: "棋谱", red: "红方", black: "黑方", redShort: "红", blackShort: "黑", win: "胜", lose: "负", draw: "和", bothLose: "双负",
  redWins: "红胜", blackWins: "黑胜", drawn: "和棋", board: "{n} 台", round: "第 {n} 轮", knockoutRound: "淘汰赛第 {n} 轮",
  open: "公开组", children: "少年组", pair: "第 {n} 回合", traditional: "繁", simplified: "简",
  theme: "颜色", light: "晨", dark: "夜", system: "随系统", textSize: "字号", back: "返回", close: "关上", cancel: "不改了", retry: "再连一次", loading: "正在取棋谱…",
  playing: "对局中", noResult: "还没有结果", to_move: "{side}走", minutes: "{n} 分钟", boardLabel: "{board} 台，第 {pair} 回合，{move}",
  startPosition: "开局", kind_mate: "将死", kind_stalemate: "困毙", kind_resign: "认输", kind_time: "超时", kind_agreed: "协议", kind_ruling: "不变",
  kind_limit: "自然限着", kind_simple_draw: "理论和", kind_foul: "犯规", kind_illegal: "走不合法的着", kind_absent: "缺席",
  state_not_required: "自愿交谱", state_required: "没动", state_submitted: "已交", state_incomplete: "不完整", state_doubtful: "存疑", state_complete: "已核",
  state_false: "不实", state_accepted_on_paper: "收了纸谱", state_excused: "准免", state_exempt: "直播，免", state_overdue: "过时", state_disputed: "有异议",
  state_to_sign: "待对方签", state_recording: "录到 {n} 回合", state_gap: "缺着", state_playing: "对局中",
  master: "大师", grandmaster: "特大", file: "{f}路 {n} 线", canGo: "可到", canTake: "可吃", empty: "空", copied: "已复制", copyFailed: "复制不了，长按文字来复制",
  skip: "跳到正文", connected: "连着", 
};
export type BaseKey = keyof typeof baseZh;
