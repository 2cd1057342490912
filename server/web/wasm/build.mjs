// Builds the engine as WebAssembly: node wasm/build.mjs OUT. Compiles to objects and links by itself, because the compiler
// driver would run a wasm-opt it happens to find, and the bytes would differ from machine to machine.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const top = resolve(web, "../..");

export function wasmSources() {
  const cpp = (folder) => existsSync(join(top, folder))
    ? readdirSync(join(top, folder)).filter((f) => f.endsWith(".cpp")).sort().map((f) => join(folder, f)) : [];
  return [...cpp("engine"), ...cpp("formats/notation"), "server/web/wasm/exports.cpp", "server/web/wasm/runtime.cpp"];
}

export function buildWasm(out, sources = wasmSources()) {
  const folder = mkdtempSync(join(tmpdir(), "qipu-wasm-"));
  const flags = ["--target=wasm32-wasi", "-std=c++23", "-Oz", "-flto", "-fno-exceptions", "-fno-rtti", "-fno-ident",
    "-ffunction-sections", "-fdata-sections", "-DNDEBUG", `-I${top}`, `-ffile-prefix-map=${top}=.`];
  try {
    const objects = sources.map((source, i) => {
      const object = join(folder, `${i}.o`);
      execFileSync("clang++-19", [...flags, "-c", join(top, source), "-o", object], { stdio: "inherit" });
      return object;
    });
    const where = (name) => execFileSync("clang++-19", ["--target=wasm32-wasi", `-print-file-name=${name}`], { encoding: "utf8" }).trim();
    const builtins = execFileSync("clang++-19", ["--target=wasm32-wasi", "-print-libgcc-file-name", "-rtlib=compiler-rt"], { encoding: "utf8" }).trim();
    const libraries = [dirname(where("libc.a")), dirname(where("libc++.a"))].filter((d) => d !== ".").map((d) => `-L${d}`);
    execFileSync("wasm-ld-19", [where("crt1-reactor.o"), ...objects, ...libraries, "-lc++", "-lc++abi", "-lc", builtins,
      "--entry=_initialize", "--gc-sections", "--strip-all", "-O2", "--lto-O2", "-z", "stack-size=262144", "-o", out], { stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWasm(process.argv[2] ?? join(web, "engine.wasm"));
