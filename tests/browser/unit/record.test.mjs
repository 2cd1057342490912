// The page's record: words, corrections that keep the tail, gaps, readings of what was written. Run on the committed engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundle, engineFromDist } from "../bundle.mjs";
import { games } from "../games.mjs";

const { record, nearest, reading, placement, narrow } = await bundle();
const engine = await engineFromDist();
const START = placement.START_FEN;
const line = (moves) => ({ ...record.emptyLine(START), moves, marks: moves.map(() => null) });
const append = (from_ply, moves) => ({ type: "record.append", data: { game: "g", from_ply, moves } });
const replace = (at_ply, count, insert) => ({ type: "record.replace", data: { game: "g", at_ply, delete: count, insert } });

test("every real game plays through and its Chinese words read back to the same moves", () => {
  for (const game of games) {
    const told = engine.play(START, game.moves);
    assert.equal(told.stop, null);
    assert.equal(told.plies.length, game.moves.length);
    const back = engine.play(START, told.plies.map((p) => p.words));
    assert.deepEqual(back.plies.map((p) => p.move), game.moves);
    assert.equal(back.fen, told.fen);
  }
});

test("why a move is impossible is said by the engine's code", () => {
  assert.equal(engine.why(START, "b0d1").code, "leg_blocked");
  assert.equal(engine.why(START, "h2e2"), null);
  assert.equal(engine.why(START, "e4e5").code, "no_piece");
  assert.equal(engine.legal(START).length, 44);
});

test("a text that can only mean one move names it though it cannot be played", () => {
  const stop = engine.play(START, ["马二进四"]).stop;
  assert.equal(stop.code, "move.leg_blocked");
  assert.equal(stop.move, "h0f1");
  assert.equal(engine.play(START, ["胡言乱语"]).stop.move, undefined);
});

test("placing pieces by coordinates gives the engine's own position", () => {
  let at = placement.parseFen(START).placement;
  for (const move of games[0].moves) at = placement.moved(at, move);
  assert.equal(placement.placementText(at), engine.play(START, games[0].moves).fen.split(" ")[0]);
});

test("a correction of ply 10 keeps what still fits and marks the rest, losing nothing", () => {
  const moves = games[1].moves.slice(0, 60), told = record.tell(engine, line(moves));
  let broken = 0;
  for (const other of engine.legal(told.steps[8].fenAfter)) {
    if (other.move === moves[9]) continue;
    const now = record.apply(engine, line(moves), replace(9, 1, [other.move]));
    assert.equal(now.moves.length + now.tail.length, 60);
    assert.equal(now.moves[9], other.move);
    assert.deepEqual(now.moves.slice(0, 9), moves.slice(0, 9));
    assert.equal(engine.play(START, now.moves).plies.length, now.moves.length, "what is kept as moves is legal");
    if (now.tail.length) broken++;
    const back = record.apply(engine, now, replace(9, 1, [moves[9]]));
    assert.equal(back.moves.length + back.tail.length, 60);
  }
  assert.ok(broken > 5, "some corrections break the tail");
});

test("taking a wrong correction back restores the game", () => {
  const moves = games[1].moves.slice(0, 60);
  const wrong = record.apply(engine, line(moves), replace(9, 1, ["a6a5"]));
  const back = record.apply(engine, wrong, replace(9, 1, [moves[9]]));
  assert.deepEqual([...back.moves], moves);
  assert.deepEqual(back.tail, []);
});

test("a missed ply is put in, a doubled one taken out", () => {
  const moves = games[2].moves;
  const missing = record.apply(engine, record.emptyLine(START), append(0, [...moves.slice(0, 6)]));
  const cut = record.apply(engine, line(moves), replace(10, 1, []));
  assert.equal(cut.moves.length + cut.tail.length, moves.length - 1);
  const again = record.apply(engine, cut, replace(10, 0, [moves[10]]));
  assert.deepEqual([...again.moves], moves, "what was in the tail fits again");
  assert.equal(missing.moves.length, 6);
});

test("the same append twice has one effect", () => {
  const once = record.apply(engine, record.emptyLine(START), append(0, games[0].moves.slice(0, 8)));
  assert.deepEqual(record.apply(engine, once, append(0, games[0].moves.slice(0, 8))), once);
});

test("deleting at the end reaches into the tail", () => {
  const broken = { ...line(games[0].moves.slice(0, 4)), tail: [{ text: "马九进八", code: "does_not_fit" }, { text: games[0].moves[4], code: "does_not_fit" }] };
  const now = record.apply(engine, broken, replace(4, 1, []));
  assert.equal(now.moves.length, 5);
  assert.deepEqual(now.tail, []);
});

test("moves after a gap are checked in their own island", () => {
  const moves = games[0].moves, first = record.apply(engine, record.emptyLine(START), append(0, moves.slice(0, 10)));
  const resume = engine.play(START, moves.slice(0, 20)).fen;
  const gapped = record.apply(engine, first, { type: "record.gap", data: { game: "g", at_ply: 10, plies: 10, resume_fen: resume } });
  const on = record.apply(engine, gapped, append(10, moves.slice(20, 40)));
  const told = record.tell(engine, on);
  assert.equal(told.steps.length, 30);
  assert.ok(told.steps.every((s) => s.mark !== "illegal_as_played"));
  assert.equal(told.steps[10].pair, 11);
  assert.deepEqual(record.firstGap(told, on), { from: 6, to: 10 });
});

test("an illegal move that was played stays in the record and the game goes on behind it", () => {
  const odd = record.apply(engine, line(games[0].moves.slice(0, 2)), { type: "record.append", data: { game: "g", from_ply: 2, moves: ["a0a9"], as_played: true } });
  const told = record.tell(engine, odd);
  assert.equal(told.steps[2].mark, "illegal_as_played");
  assert.equal(told.side, "black");
});

test("slips of the hand lead to the right move, the one that lets the game go on first", () => {
  let found = 0, tried = 0;
  for (const game of games.slice(0, 4)) {
    const told = record.tell(engine, line(game.moves));
    for (let i = 6; i < game.moves.length - 12; i += 9) {
      const words = [...told.steps[i].words], swapped = [words[0], words[3], words[2], words[1]].join("");
      const before = told.steps[i - 1].fenAfter;
      if (swapped === told.steps[i].words || engine.play(before, [swapped]).plies.length) continue;
      const rest = told.steps.slice(i + 1).map((s) => ({ move: null, text: s.words }));
      const readings = nearest.nearest(engine, before, swapped, rest);
      tried++;
      if (readings[0]?.move === game.moves[i]) found++;
      assert.ok(readings.every((r) => engine.why(before, r.move) === null));
    }
  }
  assert.ok(tried >= 10 && found / tried > 0.8, `${found} of ${tried}`);
});

test("homophones and look-alikes are read as meant", () => {
  const one = (text) => nearest.nearest(engine, START, text, [])[0];
  assert.equal(one("泡二平五").words, "炮二平五");
  assert.equal(one("马二近三").words, "马二进三");
  assert.deepEqual(one("马二近三").slip, { kind: "character", was: "近", now: "进" });
});

test("pasted texts in every notation give the same game", () => {
  const moves = games[3].moves.slice(0, 40), told = record.tell(engine, line(moves));
  const chinese = told.steps.map((s, i) => (i % 2 ? "" : `${s.pair}. `) + s.words).join(" ");
  const glued = told.steps.map((s) => s.words).join("");
  const pgn = `[Event "x"]\n[FEN "${START}"]\n\n` + moves.map((m, i) => (i % 2 ? "" : `${i / 2 + 1}. `) + `${m.slice(0, 2).toUpperCase()}-${m.slice(2).toUpperCase()}`).join(" ") + " {a note 炮二平五} 1-0";
  const dhtml = "[DhtmlXQ][DhtmlXQ_movelist]" + moves.map((m) => { const f = (c) => c.charCodeAt(0) - 97, r = (c) => 9 - Number(c); return `${f(m[0])}${r(m[1])}${f(m[2])}${r(m[3])}`; }).join("") + "[/DhtmlXQ_movelist]";
  const full = chinese.replace(/[1-9]/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)).replaceAll("马", "馬").replaceAll("车", "車");
  for (const text of [chinese, glued, pgn, dhtml, full, moves.join(" ")]) {
    const read = reading.readTokens(engine, START, reading.tokensOf(text).tokens, new Map()).moves;
    assert.deepEqual(read.map((m) => m.move), moves, text.slice(0, 60));
    assert.ok(read.every((m) => m.state === "read"));
  }
  assert.equal(reading.tokensOf(pgn).result, "red");
});

test("a doubtful word in a pasted game is proposed and the rest still read", () => {
  const moves = games[3].moves.slice(0, 30), words = record.tell(engine, line(moves)).steps.map((s) => s.words);
  words[8] = words[8].replace(/[进退平]/, (c) => ({ 进: "近", 退: "腿", 平: "评" })[c]);
  const read = reading.readTokens(engine, START, reading.tokensOf(words.join(" ")).tokens, new Map()).moves;
  assert.equal(read[8].state, "doubtful");
  assert.equal(read[8].move, moves[8]);
  assert.ok(read.every((m, i) => i === 8 || m.state === "read"));
});

test("the keypad reaches every legal move of real positions and lights nothing else", () => {
  let keys = 0, count = 0;
  for (const game of games.slice(0, 3)) {
    const told = record.tell(engine, line(game.moves));
    let fen = START;
    game.moves.forEach((move, i) => {
      const legal = engine.legal(fen), target = told.steps[i].words;
      let prefix = narrow(legal, "").prefix, presses = 0;
      for (let guard = 0; guard < 6; guard++) {
        const at = narrow(legal, prefix);
        if (at.left.length === 1) { assert.equal(at.left[0].words, target); break; }
        const next = [...target][[...at.prefix].length];
        assert.ok(at.next.has(next), `${target} after ${at.prefix}`);
        prefix = at.prefix + next;
        presses++;
      }
      keys += presses;
      count++;
      fen = told.steps[i].fenAfter;
    });
  }
  console.log(`keys per move: ${(keys / count).toFixed(2)} over ${count} real moves`);
  assert.ok(keys / count < 3.3);
});
