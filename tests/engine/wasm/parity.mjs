// The engine as WebAssembly against the same engine native: node counts of `qipu perft` and the fingerprint of test_engine.
// node parity.mjs QIPU TEST_ENGINE. Prints size, start-up and speed of the module.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildWasm, top } from "../../../server/web/wasm/build.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [qipu, testEngine] = process.argv.slice(2);
const positions = [
  ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 4],
  ["r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", 4],
  ["r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w", 4],
  ["1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", 5],
  ["CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 b", 4],
  ["C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w", 4],
];

try {
  execFileSync("clang++-19", ["--version"]);
  execFileSync("wasm-ld-19", ["--version"]);
} catch {
  console.log("SKIPPED: clang++-19 and wasm-ld-19 are not installed");
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "qipu-parity-"));
let failures = 0;
const expect = (what, got, wanted) => {
  if (got === wanted) return;
  console.error(`${what}: ${got}, native ${wanted}`);
  ++failures;
};
try {
  const out = join(folder, "engine.wasm");
  const engine = readdirSync(join(top, "engine")).filter((f) => f.endsWith(".cpp")).map((f) => join("engine", f));
  buildWasm(out, [...engine, join(here, "exports.cpp").slice(top.length + 1), "server/web/wasm/runtime.cpp"]);
  const bytes = readFileSync(out);
  const module = await WebAssembly.compile(bytes);
  const begin = performance.now();
  const { exports } = await WebAssembly.instantiate(module, {});
  exports._initialize();
  const startup = performance.now() - begin;
  const put = (text) => {
    const data = new TextEncoder().encode(text);
    new Uint8Array(exports.memory.buffer).set(data, exports.input_at());
    return data.length;
  };

  let nodes = 0, milliseconds = 0;
  for (const [fen, depth] of positions)
    for (let d = 1; d <= depth; ++d) {
      const wanted = JSON.parse(execFileSync(qipu, ["perft", "--json", "--depth", `${d}`, "--fen", fen], { encoding: "utf8" })).nodes;
      const size = put(fen), start = performance.now();
      const got = Number(exports.perft(size, d));
      milliseconds += performance.now() - start;
      nodes += got;
      expect(`perft ${d} of ${fen}`, got, wanted);
    }
  for (const [fen] of positions) expect(`list and why_illegal of ${fen}`, exports.disagreements(put(fen)), 0);
  expect("a text that is no FEN", exports.perft(put("nonsense"), 1), -1n);

  const native = execFileSync(testEngine, ["--gtest_filter=Fingerprint.*"], { encoding: "utf8" });
  const [, ...wanted] = native.match(/nodes (\d+) checks (\d+) captures (\d+) keys ([0-9a-f]+)/);
  const print = [0, 1, 2, 3].map((i) => BigInt.asUintN(64, exports.fingerprint(i)).toString(i === 3 ? 16 : 10));
  print.forEach((field, i) => expect(`fingerprint ${i}`, field.padStart(wanted[i].length, "0"), wanted[i]));

  console.log(`module ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed; start-up ${startup.toFixed(1)} ms; ` +
    `${(nodes / milliseconds / 1000).toFixed(0)} Mnodes/s counted; fingerprint ${print.join(" ")}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures ? 1 : 0);
