// The shapes on the wire, as server/docs/wire.md has them.

export type Side = "red" | "black";
export type OutcomeName = "red" | "black" | "draw" | "both_lose" | "red_walkover" | "black_walkover" | "none";
export type KindName = "mate" | "stalemate" | "resign" | "time" | "agreed" | "ruling" | "limit" | "simple_draw" | "foul" | "illegal" | "absent";
export type DutyState = "not_required" | "required" | "submitted" | "incomplete" | "doubtful" | "complete" | "false"
  | "accepted_on_paper" | "excused" | "exempt" | "overdue";
export interface BothTexts { zh: string; en: string }

export interface Person { entrant: string; no: number; name: string; unit: string; title: "none" | "master" | "grandmaster" }
export interface Result {
  outcome: OutcomeName; kind: KindName | null; registered: boolean; signed?: string[];
  stated?: { by: string; outcome: OutcomeName; kind: KindName | null; at: string }[];
}
export interface ProblemShape { code: string; message: string; message_zh?: string; message_en?: string; params?: Record<string, unknown>; clause?: string | null; at?: { ply?: number; text?: string } | null }
export interface Gap { after_ply: number; plies?: number | null; resume_fen?: string | null }
export interface Ply { clock_ms?: number | null; at?: string | null; mark?: null | "to_check" | "illegal_as_played" | "corrected" }
export interface Proposal {
  id: string; kind: string; ply?: number; certainty?: string; message: BothTexts; clause?: string | null;
  data?: Record<string, unknown>; state: "open" | "accepted" | "dismissed"; game?: string;
}
export interface Foul {
  foul: string; entrant: string; kind: string; clause?: string | null; message?: BothTexts;
  effect?: { fouls: [number, number]; cumulative: [number, number] };
}
export interface Duty {
  duty: string; section: string; round: string | number; board: number; game: string; red: string; black: string;
  red_name: string; black_name: string; reasons: string[]; owner: string | null; helper: string | null;
  owner_side: Side | null; deadline: string | null; frozen?: boolean; state: DutyState; clause?: string | null; why?: BothTexts;
  progress?: { plies: number; known_rounds: number; gaps: number }; signed: boolean; confirmed: boolean; disputed: boolean;
  completion_until?: string | null; excuse?: { by?: string; reason?: string; at?: string; requested?: string } | null;
  reassigned?: boolean; called_at?: string | null; findings?: { code: string; weight: number; message: BothTexts; data?: unknown }[];
  proposed_foul?: Foul | null; version?: number;
}
export interface You { side: Side | null; may_write: boolean; may_sign: boolean; owner: boolean; hints: boolean }
export interface Counting { countable: number; checks: number; may_claim: boolean }
export interface Limits { limit_rounds: number; quiet_plies: number; red?: Counting; black?: Counting; occurrences?: number }
export interface SignedBy { by: string; at: string }
export interface RecordState {
  state: DutyState; hash: string; sources?: string[]; signed: SignedBy | null; confirmed: SignedBy | null;
  disputed: { by: string; ply: number; reason: string; at: string } | null; unanswered?: boolean; complete?: boolean; known_rounds?: number; locked?: boolean;
}
export interface Version { source: string; by: string; moves: string[]; notation?: string[]; hash: string; at: string }
export interface GameShape {
  game: string; tournament?: string; section: string; round: string | number; board: number; match?: string | null; game_no?: number | null; pace?: string;
  red: Person; black: Person; start_fen: string; moves: string[]; notation: string[]; plies?: Ply[];
  tail?: { text: string; code: string }[]; gaps?: Gap[]; fen: string; last_move: string | null; result: Result; live?: boolean; broadcast?: string | null;
  record: RecordState; duty: Duty | null; proposals?: Proposal[]; limits?: Limits | null; you?: You | null; version: number; updated?: string;
  versions?: Version[]; first_difference?: { ply: number; left: string | null; right: string | null } | null;
  variations?: { after_ply: number; moves: string[]; notation?: string[] }[]; comments?: { ply: number; text: string }[]; offers?: { after_ply: number; by: string }[];
}
export interface BoardRow {
  board: number; game: string; match?: string | null; game_no?: number | null; red: Person; black: Person; red_points?: number; black_points?: number;
  fen: string; last_move: string | null; last_move_zh?: string | null; ply: number; result: Result; live?: boolean; to_move?: Side;
  clocks?: { red_ms: number; black_ms: number } | null; updated?: string; record_state?: DutyState; limits?: Limits | null;
}
export interface RoundShape {
  tournament: string; section: string; round: string | number; phase: "swiss" | "knockout"; state: "planned" | "paired" | "playing" | "finished";
  starts_at?: string | null; deadline?: string | null; boards: BoardRow[]; bye?: Person | null; delay?: number;
}
export interface DutiesShape { section: string; round: string | number; counts: Partial<Record<DutyState, number>>; duties: Duty[] }
export interface GateGame { game: string; game_no?: number; pace?: string; result?: Result; state: DutyState | "playing"; owner?: string; since?: string | null }
export interface GateMatch {
  match: string; players: { entrant: string; no?: number; seed?: number; name?: string; may_enter: boolean; missing: GateGame[] }[];
  games?: GateGame[]; winner?: string | null; sentence?: BothTexts;
}
export interface GateShape { open: boolean; section?: string; round?: string | number; matches: GateMatch[] }
export interface HelloAnswer {
  role: string; entrant?: string | null; person?: Person | null; duties?: Duty[]; games?: string[]; server_time: string; rules_version?: string; name?: string; tournament?: string;
}
