// Makes the traditional dictionaries from the simplified ones: node words.mjs. Run by hand, its results are committed.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { Converter } from "opencc-js/cn2t";

const web = dirname(fileURLToPath(import.meta.url)), convert = Converter({ from: "cn", to: "tw" });
// Words of the game keep the spelling that players use.
const fix = (text) => convert(text).replaceAll("着", "著").replaceAll("祇", "只").replaceAll("臺", "檯").replaceAll("台", "檯").replaceAll("登分檯", "登分臺");
for (const page of ["phone", "desk", "live"]) {
  let built;
  try { built = await esbuild.build({ entryPoints: [join(web, `src/${page}/words.zh.ts`)], bundle: true, format: "esm", write: false, charset: "utf8" }); } catch { continue; }
  const { zh } = await import("data:text/javascript;base64," + Buffer.from(built.outputFiles[0].text).toString("base64"));
  const rows = Object.entries(zh).map(([key, text]) => `  ${key}: ${JSON.stringify(fix(text))},`);
  writeFileSync(join(web, `src/${page}/words.hant.ts`), `// Made by words.mjs from words.zh.ts.\nimport type { Key } from "./words.zh";\nexport const hant: Record<Key, string> = {\n${rows.join("\n")}\n};\n`);
}
