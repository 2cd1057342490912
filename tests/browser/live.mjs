// The public pages against the service: boards that move, one game, hall, overlay, no spoilers.
import { newPage, shot, axe, overflow } from "./browser.mjs";
import { games } from "./games.mjs";
import { assert, equal, main, test } from "./harness.mjs";
import { gameOf, talk } from "./socket.mjs";

const tokenOf = (service) => decodeURIComponent(new URL(service.phone).hash.slice(1));
async function see(page, name) {
  await page.waitForTimeout(400);
  await shot(page, `live-${name}`);
  equal(await axe(page), [], `axe ${name}`);
  assert((await overflow(page)) <= 0, `sideways scroll: ${name}`);
}
const clean = (page) => equal(page.faults, [], "errors in the page");
async function mine(page, service) {
  const [hello] = await talk(page, tokenOf(service), []), game = hello.games[hello.games.length - 1];
  return { game, now: await gameOf(page, tokenOf(service), game) };
}

test("a game moves on the public page as its moves arrive, and a correction is shown as one", async ({ browser, service }) => {
  const page = await newPage(browser, { width: 1440, height: 900 });
  await page.goto(`${service.base}/live`);
  await page.waitForSelector("h1");
  const { game, now } = await mine(page, service), n = now.moves.length + (now.tail?.length ?? 0);
  await talk(page, tokenOf(service), [...(n ? [{ type: "record.replace", data: { game, at_ply: 0, delete: n, insert: [] } }] : []), { type: "record.append", data: { game, from_ply: 0, moves: games[3].moves.slice(0, 10) } }]);
  await page.goto(`${service.base}/live#game/${game}`);
  await page.waitForFunction(() => document.querySelectorAll(".moves td button").length === 10);
  await talk(page, tokenOf(service), [{ type: "record.append", data: { game, from_ply: 10, moves: games[3].moves.slice(10, 12) } }]);
  await page.waitForFunction(() => document.querySelectorAll(".moves td button").length === 12, null, { timeout: 5000 });
  await see(page, "1440-game");
  await talk(page, tokenOf(service), [{ type: "record.replace", data: { game, at_ply: 11, delete: 1, insert: [] } }]);
  await page.waitForFunction(() => document.querySelectorAll(".moves td button").length === 11, null, { timeout: 5000 });
  for (const [keys, ply] of [["Home", 0], ["ArrowRight", 1], ["End", 11], ["ArrowLeft", 10]]) {
    await page.keyboard.press(keys);
    await page.waitForTimeout(80);
    const current = await page.locator(".moves [aria-current]").count();
    equal(current, ply ? 1 : 0, `${keys} leads to ply ${ply}`);
  }
  clean(page);
});

test("round, game, hall, embed and overlay: axe, no sideways scroll, pictures", async ({ browser, service }) => {
  const first = await newPage(browser, { width: 1440, height: 900 });
  await first.goto(`${service.base}/live`);
  await first.waitForFunction(() => document.querySelector(".smalls, .lead"), null, { timeout: 10000 });
  const { game } = await mine(first, service);
  await first.context().close();
  for (const [name, path, options] of [["1440-round", "/live", { width: 1440, height: 900 }], ["390-round", "/live", {}], ["320-round", "/live", { width: 320, height: 640 }], ["1440-round-dark", "/live", { width: 1440, height: 900, colorScheme: "dark" }], ["390-game", `/live#game/${game}`, {}], ["720-game-zoom-200", `/live#game/${game}`, { width: 720, height: 450 }],
    ["1440-game-en", `/live#game/${game}`, { width: 1440, height: 900, locale: "en-GB" }], ["1920-hall", "/hall", { width: 1920, height: 1080 }], ["embed", `/embed/game/${game}`, { width: 420, height: 640 }], ["overlay", `/overlay/${game}?bg=transparent`, { width: 480, height: 640 }], ["unknown", "/live#game/nothing-1-1", { width: 1440, height: 900 }]]) {
    const page = await newPage(browser, options);
    await page.goto(service.base + path);
    await page.waitForSelector("h1");
    await page.waitForTimeout(400);
    await see(page, name);
    clean(page);
    await page.context().close();
  }
}, 200000);

test("no spoilers: results and headline are hidden, and stay so on this device", async ({ browser, service }) => {
  const page = await newPage(browser, { width: 1440, height: 900 });
  await page.goto(`${service.base}/live`);
  await page.waitForFunction(() => document.querySelector(".smalls, .lead"), null, { timeout: 10000 });
  await page.locator(".switch").click();
  const words = () => page.locator("main").innerText();
  assert(!/红胜|黑胜|和棋/.test(await words()), "no result is on the page");
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".smalls, .lead"), null, { timeout: 10000 });
  assert(!/红胜|黑胜|和棋/.test(await words()), "no result after a reload");
  equal(await page.locator(".switch").getAttribute("aria-checked"), "true", "the switch");
  await shot(page, "live-1440-no-spoilers");
  clean(page);
});

test("the delay holds back what the public sees", async ({ browser, service }) => {
  const page = await newPage(browser, { width: 1440, height: 900 });
  await page.goto(`${service.base}/desk`);
  const login = await page.evaluate(async (d) => { const r = await fetch("/api/v1/desk/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(d) }); return r.ok ? r.json() : null; }, service.desk);
  const { game, now } = await mine(page, service), n = now.moves.length + (now.tail?.length ?? 0);
  const [, set] = await talk(page, login.token, [{ type: "delay.set", data: { seconds: 600, section: now.section, round: now.round, board: now.board } }]);
  if (set?.error) { console.log(`      the service takes no delay for a board (${set.error.code}): not tried`); return; }
  await talk(page, tokenOf(service), [{ type: "record.replace", data: { game, at_ply: 0, delete: n, insert: [] } }, { type: "record.append", data: { game, from_ply: 0, moves: games[0].moves.slice(0, 6) } }]);
  const [, seen] = await talk(page, null, [{ type: "subscribe", data: { topic: `game/${game}` } }]);
  assert(JSON.stringify((seen.snapshot ?? seen).moves ?? []) !== JSON.stringify(games[0].moves.slice(0, 6)), "the public does not see moves of this minute");
});

await main();
