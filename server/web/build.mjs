// Builds the pages into dist/, which is committed: hashed files under dist/assets, an HTML file for each entry, the service
// worker, and dist/manifest.json with the hash of the sources. Usage: node build.mjs [--watch-free] [--out DIR]
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync, statSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildWasm, top, wasmSources } from "./wasm/build.mjs";

const web = dirname(fileURLToPath(import.meta.url));

function filesUnder(folder, keep) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path, keep) : keep(entry.name) ? [path] : [];
  });
}

/** C++ without comments and white space: a changed comment does not make the module stale. */
const bare = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "").replace(/\s+/g, " ");

/** The hash of everything that dist/ is made from. */
export function sourceHash() {
  const hash = createHash("sha256");
  const add = (path, text) => hash.update(relative(top, path) + "\0" + text + "\0");
  for (const path of filesUnder(join(web, "src"), (n) => /\.(tsx?|css|html)$/.test(n))) add(path, readFileSync(path, "utf8"));
  for (const path of filesUnder(join(web, "fonts"), (n) => n.endsWith(".woff2"))) add(path, readFileSync(path).toString("base64"));
  for (const name of ["build.mjs", "package-lock.json", "wasm/build.mjs"]) add(join(web, name), readFileSync(join(web, name), "utf8"));
  const headers = [...filesUnder(join(top, "formats/notation"), (n) => n.endsWith(".hpp")),
    ...readdirSync(join(top, "engine")).filter((n) => n.endsWith(".hpp")).sort().map((n) => join(top, "engine", n))];
  for (const path of [...wasmSources().map((s) => join(top, s)), ...headers]) add(path, bare(readFileSync(path, "utf8")));
  return hash.digest("hex");
}

const entries = { phone: "src/phone/main.tsx", desk: "src/desk/main.tsx", live: "src/live/main.tsx" };

async function build(out) {
  const esbuild = await import("esbuild");
  const wasm = join(web, "engine.wasm");
  let haveCompiler = true;
  try { execFileSync("clang++-19", ["--version"], { stdio: "ignore" }); } catch { haveCompiler = false; }
  if (haveCompiler) buildWasm(wasm);
  else if (!existsSync(wasm)) {
    const committed = readdirSync(join(web, "dist/assets")).find((f) => f.endsWith(".wasm"));
    writeFileSync(wasm, readFileSync(join(web, "dist/assets", committed)));
    console.error("no WebAssembly compiler: the committed module stays");
  }
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "assets"), { recursive: true });
  const shared = { bundle: true, minify: true, charset: "utf8", target: ["es2020", "chrome87", "safari14.1"], legalComments: "none",
    jsx: "automatic", jsxImportSource: "preact", loader: { ".wasm": "file", ".woff2": "file" }, publicPath: "/assets", logLevel: "warning",
    absWorkingDir: web };
  const result = await esbuild.build({ ...shared, entryPoints: entries, outdir: join(out, "assets"), format: "esm", splitting: true, metafile: true,
    entryNames: "[name]-[hash]", chunkNames: "part-[hash]", assetNames: "[name]-[hash]" });
  const outputs = Object.entries(result.metafile.outputs).map(([path, o]) => ({ ...o, name: relative(join(out, "assets"), join(web, path)) }));
  const closure = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const i of outputs.find((o) => o.name === name)?.imports ?? [])
      if (i.kind === "import-statement") closure(relative(join(out, "assets"), join(web, i.path)), seen);
    return seen;
  };
  const wasmName = outputs.find((o) => o.name.endsWith(".wasm"))?.name;
  const manifest = { source: sourceHash(), entries: {}, files: {} };
  for (const entry of Object.keys(entries)) {
    const script = outputs.find((o) => o.entryPoint === entries[entry]);
    const scripts = [...closure(script.name)];
    const style = script.cssBundle && relative(join(out, "assets"), join(web, script.cssBundle));
    const needsEngine = entry !== "live";
    const html = readFileSync(join(web, "src/page.html"), "utf8").replaceAll("{{entry}}", entry)
      .replace("{{head}}", [style && `<link rel="stylesheet" href="/assets/${style}">`,
        ...scripts.map((s) => `<link rel="modulepreload" href="/assets/${s}">`),
        needsEngine && wasmName && `<link rel="preload" as="fetch" crossorigin="anonymous" type="application/wasm" href="/assets/${wasmName}">`,
        `<script type="module" src="/assets/${script.name}"></script>`].filter(Boolean).join("\n"));
    writeFileSync(join(out, `${entry}.html`), html);
    const fonts = outputs.filter((o) => o.name.endsWith(".woff2")).map((o) => o.name);
    const first = [...scripts, style, ...fonts, needsEngine && wasmName].filter(Boolean);
    manifest.entries[entry] = { html: `${entry}.html`, first: first.map((f) => `assets/${f}`),
      compressed: gzipSync(html, { level: 9 }).length + first.reduce((n, f) => n + gzipSync(readFileSync(join(out, "assets", f)), { level: 9 }).length, 0) };
  }
  const reach = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const i of outputs.find((o) => o.name === name)?.imports ?? []) reach(relative(join(out, "assets"), join(web, i.path)), seen);
    return seen;
  };
  const phoneScript = outputs.find((o) => o.entryPoint === entries.phone);
  const precache = [...reach(phoneScript.name), relative(join(out, "assets"), join(web, phoneScript.cssBundle)),
    ...outputs.filter((o) => /\.(woff2|wasm)$/.test(o.name)).map((o) => o.name)].map((n) => `/assets/${n}`).sort().filter((n, i, all) => all.indexOf(n) === i);
  const version = createHash("sha256").update(precache.join() + readFileSync(join(out, "phone.html"))).digest("hex").slice(0, 12);
  await esbuild.build({ ...shared, entryPoints: { sw: "src/sw.ts" }, outdir: out, format: "iife",
    define: { PRECACHE: JSON.stringify(precache), VERSION: JSON.stringify(version) } });
  writeFileSync(join(out, "licences.txt"), licences());
  for (const path of filesUnder(out, () => true)) {
    const name = relative(out, path);
    manifest.files[name] = { bytes: statSync(path).size, immutable: name.startsWith("assets/") };
  }
  writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest, null, 1) + "\n");
  for (const [entry, e] of Object.entries(manifest.entries)) console.log(`${entry}: ${(e.compressed / 1024).toFixed(1)} KB compressed`);
}

function licences() {
  const npm = ["preact", "@preact/signals", "@preact/signals-core", "qrcode-generator"].map((name) => {
    const folder = join(web, "node_modules", name), version = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
    const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    return `${name} ${version} (MIT)\n\n${file ? readFileSync(join(folder, file), "utf8") : "MIT licence; see the package."}`;
  });
  return ["Qipu is licensed under the Apache License 2.0. The pages contain:", ...npm, readFileSync(join(web, "fonts/OFL.txt"), "utf8")].join("\n\n----\n\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--hash")) console.log(sourceHash());
  else await build(process.argv.includes("--out") ? process.argv[process.argv.indexOf("--out") + 1] : join(web, "dist"));
}
