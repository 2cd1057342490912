// The desk against the service: every page by keyboard and by touch, the gate from red to green while it is watched.
import { newPage, shot, axe, overflow } from "./browser.mjs";
import { assert, equal, main, test } from "./harness.mjs";

const PAGES = ["round", "duty", "gate", "ruling", "results", "standings", "bracket", "print"];

async function desk(browser, service, options = {}) {
  const page = await newPage(browser, { width: 1440, height: 900, ...options });
  await page.goto(`${service.base}/desk`);
  await page.waitForSelector("input[name=user]");
  await page.fill("input[name=user]", service.desk.user);
  await page.fill("input[name=password]", service.desk.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".tabs");
  await page.waitForFunction(() => document.querySelectorAll(".mast select")[1]?.options.length > 0);
  return page;
}
const rounds = (page) => page.locator(".mast select").nth(1).locator("option").evaluateAll((all) => all.map((o) => o.value));
async function goRound(page, wanted) {
  const all = await rounds(page), value = all.find(wanted);
  if (value === undefined) return null;
  await page.locator(".mast select").nth(1).selectOption(value);
  await page.waitForTimeout(500);
  return value;
}
async function see(page, name) {
  await page.waitForTimeout(250);
  await shot(page, `desk-${name}`);
  equal(await axe(page), [], `axe ${name}`);
  assert((await overflow(page)) <= 0, `sideways scroll: ${name}`);
}
const clean = (page) => equal(page.faults, [], "errors in the page");

test("a wrong password is said, the right one opens the round", async ({ browser, service }) => {
  const page = await newPage(browser, { width: 1440, height: 900 });
  await page.goto(`${service.base}/desk`);
  await page.waitForSelector("input[name=user]");
  await see(page, "1440-login");
  if (service.real) {
    await page.fill("input[name=user]", service.desk.user);
    await page.fill("input[name=password]", "not this one");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("[role=alert]")?.textContent);
  }
  await page.context().close();
  const inside = await desk(browser, service);
  await inside.waitForSelector(".duties tbody tr, .page-round h1");
  clean(inside);
});

test("every page by its digit: axe, no sideways scroll, pictures at 1440, 1024 and 320", async ({ browser, service }) => {
  for (const [name, options] of [["1440", {}], ["1024", { width: 1024, height: 768, touch: true }], ["320", { width: 320, height: 640 }], ["1440-dark", { colorScheme: "dark" }], ["1440-en", { locale: "en-GB" }]]) {
    const page = await desk(browser, service, options);
    await goRound(page, (r) => !/^k/.test(r));
    for (const [i, p] of PAGES.entries()) {
      await page.keyboard.press("Escape");
      if (p !== "duty") await page.waitForTimeout(1000);
      await page.keyboard.press(String(i + 1));
      await page.waitForSelector(`.page-${p}`, { timeout: 5000 });
      if (p === "duty" && (await page.locator(".picklist button").count())) { await page.locator(".picklist button").first().click(); await page.waitForTimeout(400); }
      if (p === "gate") { if (await goRound(page, (r) => /^k/.test(r))) await page.waitForTimeout(300); }
      if (name === "1440" || name === "320" || i < 3) await see(page, `${name}-${p}`);
    }
    clean(page);
    await page.context().close();
  }
}, 240000);

test("the gate goes from held to passing while it is watched, with nobody touching the page", async ({ browser, service }) => {
  const watched = await desk(browser, service);
  if (!(await goRound(watched, (r) => /^k/.test(r)))) { console.log("      no knockout round in this tournament: not tried"); return; }
  await watched.keyboard.press("3");
  await watched.waitForSelector(".gate tbody tr");
  const held = await watched.locator(".verdict.held").count();
  assert(held > 0, "somebody is held");
  const headline = await watched.locator("h1").innerText();
  assert(/还不能进下一轮/.test(headline), `the headline names who is held: ${headline}`);
  const why = await watched.locator("tr:has(.verdict.held) .why").first().innerText();
  assert(/第 \d 局/.test(why), `what is missing, without a click: ${why}`);
  await watched.keyboard.press("p");
  assert(await watched.evaluate(() => !!document.activeElement?.querySelector(".missing")), "pairing with a closed gate leads to the list of what is missing");
  const acting = await desk(browser, service);
  await goRound(acting, (r) => /^k/.test(r));
  await acting.keyboard.press("1");
  await acting.waitForSelector(".call");
  const before = await acting.locator(".call").count();
  for (let i = 0; i < before; i++) {
    await acting.locator(".call button", { hasText: "准免" }).first().click();
    await acting.locator("dialog button[type=submit]").click();
    assert(/要写理由/.test(await acting.locator("dialog").innerText()), "no excuse without a reason");
    await acting.fill("dialog textarea", "送医");
    await acting.locator("dialog button[type=submit]").click();
    await acting.waitForFunction((n) => document.querySelectorAll(".call").length === n, before - i - 1);
  }
  await watched.waitForFunction(() => !document.querySelector(".verdict.held"), null, { timeout: 5000 });
  assert((await watched.locator("tr.changed").count()) > 0, "what changed is marked");
  await see(watched, "1440-gate-open");
  clean(watched);
  clean(acting);
});

test("the round by keyboard: J, C, Enter, board number, F, help", async ({ browser, service }) => {
  const page = await desk(browser, service);
  await goRound(page, (r) => !/^k/.test(r));
  await page.waitForSelector(".duties tbody tr");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  assert((await page.locator(".duties tr.at").count()) === 1, "a row is chosen");
  const all = await page.locator(".duties tbody tr").count();
  await page.keyboard.press("f");
  await page.waitForTimeout(100);
  assert((await page.locator(".duties tbody tr").count()) <= all, "only open ones");
  await page.keyboard.press("f");
  const board = await page.locator(".duties tbody tr th").nth(3).innerText();
  await page.keyboard.type(board);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".page-duty");
  await page.waitForFunction((b) => document.querySelector("h1")?.textContent.startsWith(`${b} 台`), board);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".page-round");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  equal(await axe(page), [], "axe help");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  assert(await page.evaluate(() => document.activeElement?.id === "search"), "search has the focus");
  clean(page);
});

test("two records side by side stop at the first difference and step together", async ({ browser, service }) => {
  const page = await desk(browser, service);
  // Disputed records are among them of which only one side wrote one.
  const twoRecords = async () => {
    for (const round of (await rounds(page)).filter((r) => !/^k/.test(r))) {
      for (let i = 0; ; i++) {
        await goRound(page, (r) => r === round);
        await page.keyboard.press("1");
        await page.waitForSelector(".duties tbody tr");
        await page.waitForTimeout(400);
        const disputed = page.locator(".call button", { hasText: "对谱" });
        if (i >= (await disputed.count())) break;
        await disputed.nth(i).click();
        await page.waitForSelector(".twogrid, .onegrid");
        if (await page.locator(".twogrid").count()) return true;
      }
    }
    return false;
  };
  assert(await twoRecords(), "a game of which both sides wrote a record");
  const head = await page.locator("h1").innerText();
  assert(/两份谱从第 \d+ 回合[红黑]方起不一样/.test(head), head);
  const at = () => page.locator(".moves [aria-current]").allInnerTexts();
  const first = await at();
  assert(first.length === 2 && first[0] !== first[1], `the first difference is shown: ${first}`);
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(100);
  const same = await at();
  equal(same[0], same[1], "one step back both are the same");
  await page.keyboard.press("n");
  await page.waitForTimeout(100);
  equal(await at(), first, "N leads to the difference");
  await see(page, "1440-two-records");
  clean(page);
});

test("a repetition waits for a ruling: the cycle as numbered arrows, stepped through, and what the arbiter decides", async ({ browser, service }) => {
  const page = await desk(browser, service);
  await goRound(page, (r) => r === "8");
  await page.waitForSelector(".duties tbody tr");
  await page.waitForSelector(".tabs button:nth-of-type(4) .count");
  await page.locator(".tabs button").nth(3).click();
  await page.locator(".waiting button").first().click();
  await page.waitForSelector(".cycle svg");
  await page.waitForSelector(".advice");
  assert(/重的禁止着法/.test(await page.locator("h1").innerText()), "the headline says what each side does");
  equal(await page.locator(".cycle .arrow.red, .cycle .arrow.black").count(), 4, "arrows of one turn of the cycle");
  assert((await page.locator(".cycle .arrow.threat").count()) >= 1, "the chase is drawn");
  assert(/黑方须变着；不变，判黑负/.test(await page.locator(".advice").innerText()), "the advice");
  assert(/黑方须变着/.test(await page.locator(".proposal").first().innerText()), "what was proposed");
  await see(page, "1440-ruling-cycle");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  assert(/[车马炮兵卒将帅士仕象相][\d一二三四五六七八九]/.test(await page.locator(".cycle .buttons").innerText()), "the step is named");
  await page.locator(".right .radio", { hasText: "黑方变着" }).or(page.locator(".right .radio").nth(2)).first().click();
  await page.locator(".right button.ink").click();
  assert(/要写理由|理由/.test(await page.locator(".right [role=alert]").innerText()), "no ruling without a reason");
  await page.fill(".right textarea", "长捉，已当面告知");
  await page.locator(".right button.ink").click();
  await page.waitForFunction(() => !document.querySelector(".waiting button"));
  clean(page);
});

test("print views fit their paper and need no colour", async ({ browser, service }) => {
  const page = await desk(browser, service);
  await page.waitForTimeout(400);
  await page.keyboard.press("8");
  await page.waitForSelector(".printlist");
  for (let i = 0; i < (await page.locator(".printlist li").count()); i++) {
    await page.locator(".printlist li button.strong").nth(i).click();
    await page.waitForTimeout(200);
    await shot(page, `desk-print-${i}`);
    equal(await axe(page), [], `axe print ${i}`);
    await page.locator(".noprint button").first().click();
  }
  await page.locator(".printlist li button.strong").nth(4).click();
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
  const sheets = await page.locator(".scoresheet").count(), pages = (pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g) ?? []).length;
  if (sheets) assert(pages === sheets, `a score sheet a page: ${sheets} sheets, ${pages} pages`);
  clean(page);
});

await main();
