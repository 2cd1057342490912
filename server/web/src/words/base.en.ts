import type { BaseKey } from "./base.zh";
export const baseEn: Record<BaseKey, string> = {
  brand: "Qipu", red: "Red", black: "Black", redShort: "Red", blackShort: "Black", win: "won", lose: "lost", draw: "drew", bothLose: "both lost",
  redWins: "Red won", blackWins: "Black won", drawn: "Draw", board: "Board {n}", round: "Round {n}", knockoutRound: "Knockout {n}",
  open: "Open", children: "Children", pair: "Move {n}", traditional: "Traditional", simplified: "Simplified",
  theme: "Colours", light: "Day", dark: "Night", system: "As system", textSize: "Text size", back: "Back", close: "Close", cancel: "Leave it", retry: "Retry", loading: "Fetching the record…",
  playing: "Playing", noResult: "No result yet", to_move: "{side} to move", minutes: "{n} minutes", boardLabel: "Board {board}, move {pair}, {move}",
  startPosition: "starting position", kind_mate: "Checkmate", kind_stalemate: "Stalemate", kind_resign: "Resigned", kind_time: "On time", kind_agreed: "Agreed", kind_ruling: "No change",
  kind_limit: "Natural limit", kind_simple_draw: "Theoretical", kind_foul: "Foul", kind_illegal: "Illegal moves", kind_absent: "Absent",
  state_not_required: "Voluntary", state_required: "Not started", state_submitted: "Handed in", state_incomplete: "Incomplete", state_doubtful: "Doubtful", state_complete: "Confirmed",
  state_false: "Untrue", state_accepted_on_paper: "On paper", state_excused: "Excused", state_exempt: "Live, exempt", state_overdue: "Overdue", state_disputed: "Disputed",
  state_to_sign: "Opponent to sign", state_recording: "At move {n}", state_gap: "Moves missing", state_playing: "Playing",
  master: "Master", grandmaster: "GM", file: "file {f} line {n}", canGo: "can go", canTake: "can take", empty: "empty", copied: "Copied", copyFailed: "Cannot copy; press the text to copy it",
  skip: "Skip to the content", connected: "Connected", 
};
