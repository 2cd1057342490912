// The pages' own modules for node: bundled with esbuild, and the engine from the committed build.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { web } from "./place.mjs";

export const packages = createRequire(join(web, "package.json"));

/** The module that dist/ holds stands for the built one, which a machine without the WebAssembly compiler does not have. */
const committedEngine = { name: "committed-engine", setup(build) {
  build.onResolve({ filter: /engine\.wasm$/ }, () => ({ path: join(web, "dist/assets", readdirSync(join(web, "dist/assets")).find((f) => f.endsWith(".wasm"))) }));
} };

export async function bundle() {
  const esbuild = packages("esbuild");
  const source = ["record", "nearest", "reading"].map((m) => `export * as ${m} from "./src/game/${m}";`).join("") + 'export { Engine } from "./src/engine/engine"; export * as placement from "./src/board/placement"; export { narrow } from "./src/phone/keypad_narrow";';
  const built = await esbuild.build({ stdin: { contents: source, resolveDir: web, loader: "ts" }, bundle: true, format: "esm", write: false, platform: "neutral", loader: { ".wasm": "empty" }, plugins: [committedEngine], charset: "utf8", logLevel: "error" });
  return import("data:text/javascript;base64," + Buffer.from(built.outputFiles[0].text).toString("base64"));
}

export async function engineFromDist() {
  const { Engine } = await bundle();
  const name = readdirSync(join(web, "dist/assets")).find((f) => f.endsWith(".wasm"));
  const bytes = readFileSync(join(web, "dist/assets", name));
  return Engine.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
