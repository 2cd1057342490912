// The pages as the real binary serves them: headers, content security without a violation, the engine, the service worker, how
// soon they can be used with the processor four times slower.
import { chromiumPath, launch, newPage, shot } from "./browser.mjs";
import { ensurePackages, needBrowser, skip } from "./needs.mjs";
import { startBinary } from "./service.mjs";

ensurePackages();
needBrowser(chromiumPath);
const service = await startBinary();
if (typeof service === "string") skip(service);
const browser = await launch(), faults = [];
const check = (truth, what) => { console.log(`${truth ? "ok   " : "FAIL "} ${what}`); if (!truth) faults.push(what); };
try {
  for (const path of ["/r", "/desk", "/kiosk", "/live", "/hall"]) {
    const page = await newPage(browser, path === "/r" ? {} : { width: 1440, height: 900 });
    const refused = [];
    page.on("response", (r) => { if (r.status() >= 400 && !r.url().includes("/api/")) refused.push(`${r.status()} ${r.url()}`); });
    await page.goto(service.base + path);
    await page.waitForSelector("h1");
    await page.waitForTimeout(600);
    await shot(page, `served${path.replace("/", "-")}`);
    check(refused.length === 0, `${path}: every file is there ${refused.join(" ")}`);
    check(page.faults.length === 0, `${path}: no error and no violation of the content security ${page.faults.join(" | ")}`);
    await page.context().close();
  }
  const html = await (await fetch(`${service.base}/r`)).text();
  for (const [, file] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
    const answer = await fetch(service.base + file);
    check(/immutable/.test(answer.headers.get("cache-control") ?? "") && answer.ok, `${file}: kept for good`);
    if (file.endsWith(".wasm")) check(answer.headers.get("content-type") === "application/wasm", "the engine has its type");
  }
  check(/no-cache/.test((await fetch(`${service.base}/sw.js`)).headers.get("cache-control") ?? ""), "/sw.js is asked for again each time");
  const page = await newPage(browser, {});
  await page.goto(`${service.base}/r`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 15000 });
  await page.waitForTimeout(500);
  await page.context().setOffline(true);
  await page.reload();
  check((await page.locator("h1").count()) === 1, "the phone opens in flight mode after the first visit");
  await page.context().setOffline(false);
  await page.context().close();
  const slow = await newPage(browser, {}), session = await slow.context().newCDPSession(slow);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await slow.goto(`${service.base}/r`);
  await slow.waitForSelector("h1");
  const at = await slow.evaluate(() => Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1));
  console.log(`      first contentful paint of /r at fourfold throttle: ${at} ms`);
} finally {
  await browser.close();
  await service.stop();
}
process.exit(faults.length ? 1 : 0);
