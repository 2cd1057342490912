// One file of browser tests: needs, a service, a browser, tests in order, counts at the end.
import { chromiumPath, launch } from "./browser.mjs";
import { ensurePackages, needBrowser } from "./needs.mjs";
import { startService } from "./service.mjs";

const tests = [];
export const test = (name, run, limit = 120000) => tests.push({ name, run, limit });
export const assert = (truth, what) => { if (!truth) throw new Error(what); };
export const equal = (a, b, what) => assert(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)?.slice(0, 300)} is not ${JSON.stringify(b)?.slice(0, 300)}`);
export const long = !!process.env.QIPU_LONG;

export async function main() {
  ensurePackages();
  needBrowser(chromiumPath);
  const only = process.argv[2], service = await startService(), browser = await launch();
  let failed = 0, passed = 0;
  try {
    for (const { name, run, limit } of tests) {
      if (only && !name.includes(only)) continue;
      const began = Date.now();
      let timer;
      try {
        await Promise.race([run({ browser, service }), new Promise((_, no) => { timer = setTimeout(() => no(new Error(`took longer than ${limit / 1000} s`)), limit); })]);
        passed++;
        console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed++;
        console.log(`FAIL  ${name}: ${error.message?.split("\n").slice(0, 6).join("\n      ")}`);
        for (const context of browser.contexts()) for (const page of context.pages()) await page.screenshot({ path: `${process.env.QIPU_SHOTS ?? "/tmp/qipu-screens"}/failed-${name.replace(/\W+/g, "-").slice(0, 40)}.png` }).catch(() => {});
      } finally {
        clearTimeout(timer);
        for (const context of browser.contexts()) await context.close().catch(() => {});
      }
    }
  } finally {
    await browser.close().catch(() => {});
    await service.stop();
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

/** A seeded random number generator. */
export function seeded(seed) {
  let s = seed >>> 0;
  return () => { s = (s + 0x6d2b79f5) >>> 0; let x = Math.imul(s ^ (s >>> 15), 1 | s); x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x; return ((x ^ (x >>> 14)) >>> 0) / 4294967296; };
}
