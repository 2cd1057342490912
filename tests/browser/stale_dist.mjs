// Fails when server/web/dist was not built from the sources that stand beside it, or is larger than allowed.
import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { web } from "./place.mjs";
const { sourceHash } = await import(join(web, "build.mjs"));

const manifest = JSON.parse(readFileSync(join(web, "dist/manifest.json"), "utf8"));
const faults = [];
if (manifest.source !== sourceHash()) faults.push("server/web/dist is stale: run npm ci && node build.mjs in server/web, and commit dist");
for (const name of Object.keys(manifest.files)) if (!existsSync(join(web, "dist", name))) faults.push(`missing: ${name}`);
const limits = { phone: 80, live: 60, desk: 120 };
for (const [entry, limit] of Object.entries(limits)) {
  const size = manifest.entries[entry].compressed / 1024;
  console.log(`${entry}: ${size.toFixed(1)} KB compressed of ${limit}`);
  if (size >= limit) faults.push(`${entry} is ${size.toFixed(1)} KB compressed, allowed are ${limit}`);
}
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);
