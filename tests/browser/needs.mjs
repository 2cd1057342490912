// What a test needs beside node: the npm packages of server/web (installed when a registry answers) and a browser.
import { existsSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { web } from "./place.mjs";

const skip = (why) => { console.log(`SKIPPED: ${why}`); process.exit(0); };

export function ensurePackages() {
  if (existsSync(join(web, "node_modules/playwright-core")) && existsSync(join(web, "node_modules/esbuild"))) return;
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: web, encoding: "utf8", timeout: 180000 });
  if (npm.status !== 0) skip(`the npm packages of server/web are not installed (npm ci: ${npm.error?.message ?? npm.stderr?.trim().split("\n")[0] ?? npm.status})`);
}

export function needBrowser(path) {
  if (!path) skip("no chromium (set QIPU_CHROMIUM or install the package chromium)");
}
export { skip };
