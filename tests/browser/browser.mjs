// Chromium through playwright-core, with what every test needs: pages that report their errors, screenshots, axe.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packages } from "./bundle.mjs";

export const chromiumPath = [process.env.QIPU_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => p && existsSync(p));
export const shots = process.env.QIPU_SHOTS ?? "/tmp/qipu-screens";

export async function launch() {
  const { chromium } = packages("playwright-core");
  mkdirSync(shots, { recursive: true });
  return chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-timer-throttling"] });
}

export async function newPage(browser, { width = 390, height = 844, touch = width < 900, ...more } = {}) {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width, height }, hasTouch: touch, deviceScaleFactor: more.scale ?? 1, locale: more.locale ?? "zh-CN", timezoneId: "Asia/Shanghai", ...more });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (e) => page.faults.push(String(e)));
  page.on("console", (m) => { if (m.type() === "error" && !/WebSocket|ERR_INTERNET|Failed to load resource/.test(m.text())) page.faults.push(m.text()); });
  return page;
}

export const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });

/** axe's violations as short lines. */
export async function axe(page) {
  await page.evaluate(readFileSync(packages.resolve("axe-core/axe.min.js"), "utf8"));
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ")).join(" | ")}`);
}

/** Sideways overflow in pixels. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
