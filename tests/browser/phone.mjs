// The phone against the service: whole real games by touch, by keypad, pasted; cuts of the network; corrections; two devices.
import { newPage, shot, axe, overflow } from "./browser.mjs";
import { games } from "./games.mjs";
import { assert, equal, long, main, seeded, test } from "./harness.mjs";
import { startWire } from "./service.mjs";
import { gameOf, talk } from "./socket.mjs";
import { engineFromDist } from "./bundle.mjs";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const point = (name) => (name.charCodeAt(1) - 48) * 9 + name.charCodeAt(0) - 97;
const tokenOf = (service) => decodeURIComponent(new URL(service.phone).hash.slice(1));
let engine;

/** Opens the pass, empties the record, and begins to record; gives the page and the game's id. */
async function recorder(browser, service, options = {}) {
  engine ??= await engineFromDist();
  const page = await newPage(browser, { width: 390, height: 844, ...options }), address = options.port ? service.phone.replace(String(service.port), String(options.port)) : service.phone;
  await page.goto(address);
  await page.waitForSelector("button.main");
  const [hello] = await talk(page, tokenOf(service), []), game = hello.games[hello.games.length - 1];
  if (!options.keep) {
    const now = await gameOf(page, tokenOf(service), game), n = now.moves.length + (now.tail?.length ?? 0);
    if (n) await talk(page, tokenOf(service), [{ type: "record.replace", data: { game, at_ply: 0, delete: n, insert: [] } }]);
  }
  await page.locator("button.main").first().click();
  await page.waitForSelector("[data-point]");
  return { page, game };
}
const tapPoint = (page, p) => page.evaluate((p) => {
  const cell = document.querySelector(`[data-point="${p}"]`), box = cell.getBoundingClientRect(), at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, pointerId: 1, isPrimary: true, pointerType: "touch" };
  cell.dispatchEvent(new PointerEvent("pointerdown", at));
  cell.dispatchEvent(new PointerEvent("pointerup", at));
}, p);
const realTap = (page, p) => page.locator(`[data-point="${p}"]`).tap();
const plies = (page) => page.locator(".rows .ply").count();
async function shownPlies(page, n) { await page.waitForFunction((n) => document.querySelectorAll(".rows .ply").length === n, n, { timeout: 10000 }); }
async function stored(page, service, game, moves, what) {
  await page.waitForFunction(() => /已存|saved/i.test(document.querySelector(".headstate")?.textContent ?? ""), null, { timeout: 20000 });
  const now = await gameOf(page, tokenOf(service), game);
  equal(now.moves, moves, what);
  equal(now.tail ?? [], [], `${what}: nothing to check`);
  return now;
}
const clean = (page) => equal(page.faults, [], "errors in the page");

test("a whole real game by touch, source then target", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service), moves = games[0].moves, began = Date.now();
  let taps = 0;
  for (const [i, m] of moves.entries()) {
    for (const name of [m.slice(0, 2), m.slice(2)]) { await realTap(page, point(name)); taps++; }
    if (i % 20 === 19) await shownPlies(page, i + 1);
  }
  await shownPlies(page, moves.length);
  await stored(page, service, game, moves, "touched game");
  console.log(`      touch: ${(taps / moves.length).toFixed(2)} taps a move, ${moves.length} plies in ${((Date.now() - began) / 1000).toFixed(1)} s of a test robot`);
  await shot(page, "phone-390-touched");
  clean(page);
}, 180000);

test("a whole real game by target first: one tap where one piece can go", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service), moves = games[3].moves, began = Date.now();
  let taps = 0, fen = START, asked = false;
  for (const [i, m] of moves.entries()) {
    const legal = engine.legal(fen), going = legal.filter((x) => x.move.slice(2) === m.slice(2));
    await tapPoint(page, point(m.slice(2)));
    taps++;
    if (going.length > 1) {
      const words = engine.play(fen, [m]).plies[0].words;
      await page.locator(".whogoes button", { hasText: words }).first().waitFor();
      if (!asked) { asked = true; await shot(page, "phone-390-who-goes"); equal(await axe(page), [], "axe"); }
      await page.locator(".whogoes button", { hasText: words }).first().tap();
      taps++;
    }
    await shownPlies(page, i + 1);
    fen = engine.play(fen, [m]).fen;
  }
  await stored(page, service, game, moves, "game by targets");
  console.log(`      target first: ${(taps / moves.length).toFixed(2)} taps a move, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  clean(page);
}, 180000);

test("a whole real game by the keypad, only lit keys pressed", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service), moves = games[2].moves, words = engine.play(START, moves).plies.map((p) => p.words), began = Date.now();
  let keys = 0;
  await page.locator("#tab-keys").tap();
  for (const [i, w] of words.entries()) {
    for (let guard = 0; guard < 5 && (await plies(page)) === i; guard++) {
      const filled = await page.locator(".slot.full").count(), symbol = [...w][filled];
      await page.locator(".keys .key.lit", { hasText: symbol }).first().tap();
      keys++;
      if (i === 20 && guard === 0) { await shot(page, "phone-390-keypad"); equal(await axe(page), [], "axe"); }
    }
    await shownPlies(page, i + 1);
  }
  await stored(page, service, game, moves, "game by keys");
  console.log(`      keypad: ${(keys / moves.length).toFixed(2)} keys a move, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  clean(page);
}, 180000);

test("a whole real game pasted, a doubtful and an unreadable move settled", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service), moves = games[5].moves, words = engine.play(START, moves).plies.map((p) => p.words);
  words[6] = words[6].replace(/[进退平]/, (c) => ({ 进: "近", 退: "腿", 平: "评" })[c]);
  await page.locator("#tab-paste").tap();
  await page.fill("#pastebox", words.map((w, i) => (i % 2 ? w : `${i / 2 + 1}.${w}`)).join(" "));
  await page.locator(".doubts li").first().waitFor();
  equal(await page.locator(".doubts li").count(), 1, "doubts");
  await shot(page, "phone-390-paste");
  equal(await axe(page), [], "axe");
  await page.locator(".doubts li .ink").tap();
  await page.locator(".pastefoot .ink:not([disabled])").tap();
  await page.waitForSelector("[data-point]");
  await stored(page, service, game, moves, "pasted game");
  clean(page);
});

test("the network cut at random points: nothing lost, nothing twice", async ({ browser, service }) => {
  const wire = await startWire(service.port), random = seeded(20190712), total = long ? 100 : 25;
  const { page, game } = await recorder(browser, service, { port: wire.port });
  let cuts = 0;
  const list = [...games[4].moves];
  const at = new Set();
  while (at.size < Math.min(total, list.length - 2)) at.add(1 + Math.floor(random() * (list.length - 2)));
  for (let round = 0; cuts < total; round++) {
    if (round) { await page.waitForFunction(() => /已存|saved/i.test(document.querySelector(".headstate")?.textContent ?? ""), null, { timeout: 30000 }); await talk(page, tokenOf(service), [{ type: "record.replace", data: { game, at_ply: 0, delete: list.length, insert: [] } }]); await shownPlies(page, 0); }
    for (const [i, m] of list.entries()) {
      await tapPoint(page, point(m.slice(0, 2)));
      await tapPoint(page, point(m.slice(2)));
      if (at.has(i) && cuts < total) {
        cuts++;
        await new Promise((done) => setTimeout(done, random() * 12));
        wire.cut();
        await new Promise((done) => setTimeout(done, 20 + random() * 60));
        wire.mend();
        if (random() < 0.5) await page.evaluate(() => dispatchEvent(new Event("online")));
      }
    }
    await shownPlies(page, list.length);
    await page.waitForFunction(() => /已存|已补传|saved|sent/i.test(document.querySelector(".headstate")?.textContent ?? ""), null, { timeout: 60000 });
    await stored(page, service, game, list, `after ${cuts} cuts`);
  }
  console.log(`      ${cuts} cuts`);
  wire.close();
}, 400000);

test("offline with a reload in between: the page and the record are still there", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service), moves = games[2].moves;
  for (const m of moves.slice(0, 20)) { await tapPoint(page, point(m.slice(0, 2))); await tapPoint(page, point(m.slice(2))); }
  await shownPlies(page, 20);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 10000 });
  await page.waitForTimeout(500);
  await page.context().setOffline(true);
  for (const m of moves.slice(20, 26)) { await tapPoint(page, point(m.slice(0, 2))); await tapPoint(page, point(m.slice(2))); }
  await shownPlies(page, 26);
  await page.waitForSelector(".band");
  await shot(page, "phone-390-offline");
  equal(await axe(page), [], "axe offline");
  assert(/待传 6 着/.test(await page.locator(".band").innerText()), "the words of what waits");
  await page.reload();
  await page.locator("button.main").first().tap();
  await shownPlies(page, 26);
  for (const m of moves.slice(26)) { await tapPoint(page, point(m.slice(0, 2))); await tapPoint(page, point(m.slice(2))); }
  await shownPlies(page, moves.length);
  await page.context().setOffline(false);
  await page.waitForFunction(() => /已补传|已存/.test(document.querySelector(".headstate")?.textContent ?? ""), null, { timeout: 20000 });
  await page.waitForTimeout(4500);
  await stored(page, service, game, moves, "record after flight mode");
}, 180000);

test("ply 10 of 60 corrected: the tail is kept, what no longer fits is marked, and the way back", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service), moves = games[1].moves.slice(0, 60);
  await page.locator("#tab-paste").tap();
  await page.fill("#pastebox", moves.join(" "));
  await page.locator(".pastefoot .ink:not([disabled])").tap();
  await shownPlies(page, 60);
  const change = async (move) => {
    await page.locator(".rows .ply").nth(9).tap();
    await page.locator(".actions button").first().tap();
    await page.waitForSelector(".edit");
    await tapPoint(page, point(move.slice(0, 2)));
    await tapPoint(page, point(move.slice(2)));
    await page.waitForSelector(".edit .pair2 .ink:not([disabled])");
  };
  const before = engine.play(START, moves.slice(0, 9)).fen;
  let breaking = null;
  for (const x of engine.legal(before)) { const on = engine.play(engine.play(before, [x.move]).fen, moves.slice(10)).plies.length; if (x.move !== moves[9] && on > 3 && on < 40) { breaking = x.move; break; } }
  await change(breaking);
  await shot(page, "phone-390-correcting");
  equal(await axe(page), [], "axe while correcting");
  await page.locator(".edit .pair2 .ink").tap();
  await page.waitForSelector(".fault");
  await shot(page, "phone-390-fault");
  equal(await axe(page), [], "axe at a fault");
  await page.waitForTimeout(500);
  const now = await gameOf(page, tokenOf(service), game);
  equal(now.moves[9], breaking, "the new ply");
  equal(now.moves.length + now.tail.length, 60, "moves and tail");
  await page.locator(".fault .foot .link").tap();
  await change(moves[9]);
  await page.locator(".edit .pair2 .ink").tap();
  await shownPlies(page, 60);
  await stored(page, service, game, moves, "the game as it was");
  clean(page);
});

test("two phones on one record end the same", async ({ browser, service }) => {
  const { page: a, game } = await recorder(browser, service), { page: b } = await recorder(browser, service, { keep: true }), moves = games[2].moves.slice(0, 30);
  for (const [i, m] of moves.entries()) {
    const page = i % 2 ? b : a;
    await shownPlies(page, i);
    await tapPoint(page, point(m.slice(0, 2)));
    await tapPoint(page, point(m.slice(2)));
  }
  await shownPlies(a, 30);
  await shownPlies(b, 30);
  await stored(a, service, game, moves, "both phones");
  // The same ply by both at once, from a lost connection: nothing twice.
  await b.context().setOffline(true);
  const next = games[2].moves.slice(30, 33);
  for (const m of next.slice(0, 2)) { await tapPoint(a, point(m.slice(0, 2))); await tapPoint(a, point(m.slice(2))); }
  for (const m of next) { await tapPoint(b, point(m.slice(0, 2))); await tapPoint(b, point(m.slice(2))); }
  await shownPlies(b, 33);
  await b.context().setOffline(false);
  await shownPlies(a, 33);
  await stored(a, service, game, games[2].moves.slice(0, 33), "both phones after a cut");
});

test("keyboard only: moves, undo, result", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service, { touch: false, hasTouch: false }), moves = games[0].moves.slice(0, 12);
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  const go = async (target) => {
    for (let guard = 0; guard < 30; guard++) {
      const at = Number(await page.evaluate(() => document.activeElement?.dataset?.point ?? -1));
      if (at === target) return page.keyboard.press("Enter");
      const seat = await page.evaluate(() => document.querySelector('[role=row]:first-child [role=gridcell]').dataset.point), flipped = Number(seat) < 45;
      const up = Math.floor(target / 9) > Math.floor(at / 9), right = target % 9 > at % 9;
      await page.keyboard.press(Math.floor(target / 9) !== Math.floor(at / 9) ? (up !== flipped ? "ArrowUp" : "ArrowDown") : right !== flipped ? "ArrowRight" : "ArrowLeft");
    }
    throw new Error("the point cannot be reached");
  };
  for (const m of moves) { await go(point(m.slice(0, 2))); await go(point(m.slice(2))); }
  await shownPlies(page, 12);
  await page.keyboard.press("u");
  await shownPlies(page, 11);
  await stored(page, service, game, moves.slice(0, 11), "game by keyboard");
  const spoken = await page.locator(".record > p[aria-live=polite]").innerText();
  assert(/方，/.test(spoken), `the move was spoken: ${spoken}`);
  for (let i = 0; i < 60; i++) { await page.keyboard.press("Tab"); if (await page.evaluate(() => document.activeElement?.matches(".bar .ink"))) break; }
  await page.keyboard.press("Enter");
  await page.waitForSelector(".result");
  clean(page);
});

test("every screen of the phone: axe, no sideways scroll at 320 and with doubled text, pictures", async ({ browser, service }) => {
  for (const [name, options] of [["390", { width: 390, height: 844 }], ["320", { width: 320, height: 568 }], ["landscape", { width: 844, height: 390 }], ["390-dark", { width: 390, height: 844, colorScheme: "dark" }], ["390-en", { width: 390, height: 844, locale: "en-GB" }], ["zoom-200", { width: 195, height: 422, touch: true }], ["text-200", { width: 390, height: 844, text: 200 }]]) {
    const page = await newPage(browser, options), see = async (what) => {
      await page.waitForTimeout(150);
      await shot(page, `phone-${name}-${what}`);
      if (!/landscape|zoom|text/.test(name)) equal(await axe(page), [], `axe ${name} ${what}`);
      assert((await overflow(page)) <= 0, `sideways scroll ${name} ${what}`);
    };
    if (options.text) await page.addInitScript((size) => localStorage.setItem("qipu.size", String(size)), options.text);
    await page.goto(service.phone);
    await page.waitForSelector("button.main");
    await see("card");
    if (name === "320") {
      const foot = await page.locator(".phonerule").boundingBox();
      assert(foot && foot.y + foot.height <= 570, `the phone rule is in view without scrolling: ${JSON.stringify(foot)}`);
    }
    await page.locator("button.main").first().click();
    await page.waitForSelector("[data-point]");
    await see("tap");
    if (name === "390" || name === "320") {
      const small = await page.evaluate(() => [...document.querySelectorAll("button")].map((b) => [b.textContent, b.getBoundingClientRect()]).filter(([, r]) => r.width && (r.height < 43.5 || r.width < 43.5)).map(([t, r]) => `${t} ${Math.round(r.width)}×${Math.round(r.height)}`));
      equal(small, [], `targets of 44 at ${name}`);
    }
    await page.locator("[role=tab]").nth(1).click();
    await see("keys");
    await page.locator("[role=tab]").nth(2).click();
    await see("paste");
    await page.locator("[role=tab]").nth(0).click();
    await page.locator(".bar button").nth(1).click();
    await see("gap");
    await page.keyboard.press("Escape");
    await page.locator(".bar .ink").click();
    await page.waitForSelector(".result");
    await see("result");
    await page.locator(".backward").click();
    await page.locator(".backward").click();
    await page.locator(".two button").last().click();
    await see("arbiter");
    clean(page);
    await page.context().close();
  }
  const page = await newPage(browser, {});
  await page.goto(`${service.base}/r`);
  await page.waitForSelector(".codeform");
  await shot(page, "phone-390-code");
  equal(await axe(page), [], "axe code");
}, 240000);

test("result and both signatures: on one phone with the code of the card", async ({ browser, service }) => {
  const { page, game } = await recorder(browser, service);
  await page.locator("#tab-paste").tap();
  await page.fill("#pastebox", games[2].moves.join(" "));
  await page.locator(".pastefoot .ink:not([disabled])").tap();
  await stored(page, service, game, games[2].moves, "record");
  await page.locator(".bar .ink").tap();
  await page.locator(".three button").first().tap();
  await page.locator(".kinds button").first().tap();
  await page.locator(".calls .main:not([disabled])").first().tap();
  await page.waitForFunction(() => /已签/.test(document.querySelector(".result")?.textContent ?? ""));
  await shot(page, "phone-390-signed");
  const signed = await gameOf(page, tokenOf(service), game);
  assert(signed.record.signed, "the owner's signature is stored");
  await page.locator(".calls .main").first().tap();
  await page.waitForSelector(".check");
  await page.waitForTimeout(200);
  await shot(page, "phone-390-check");
  equal(await axe(page), [], "axe check");
  const wrong = await page.locator(".codeinput").count();
  if (wrong) {
    await page.fill(".codeinput", "0000");
    await page.locator(".check .calls .ink").tap();
    await page.waitForTimeout(400);
    assert(!(await gameOf(page, tokenOf(service), game)).record.confirmed, "a wrong code signs nothing");
  }
  clean(page);
});

await main();
