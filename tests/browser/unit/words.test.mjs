// Dictionaries are whole: same keys, same parameters, nothing empty that is not meant to be; no Chinese in the code of the pages.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packages } from "../bundle.mjs";
import { web } from "../place.mjs";

async function load(file, name) {
  const built = await packages("esbuild").build({ entryPoints: [join(web, "src", file)], bundle: true, format: "esm", write: false, charset: "utf8", logLevel: "error" });
  return (await import("data:text/javascript;base64," + Buffer.from(built.outputFiles[0].text).toString("base64")))[name];
}
const parameters = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

for (const page of ["phone", "desk", "live"])
  test(`${page}: Chinese, traditional Chinese and English say the same things`, async () => {
    const zh = await load(`${page}/words.zh.ts`, "zh"), en = await load(`${page}/words.en.ts`, "en"), hant = await load(`${page}/words.hant.ts`, "hant");
    assert.deepEqual(Object.keys(en).sort(), Object.keys(zh).sort());
    assert.deepEqual(Object.keys(hant).sort(), Object.keys(zh).sort(), "run node words.mjs");
    for (const key of Object.keys(zh)) {
      assert.ok(zh[key], key);
      assert.ok(parameters(zh[key]).includes(parameters(en[key])) || parameters(en[key]).split(",").every((p) => parameters(zh[key]).includes(p)), `${key}: ${en[key]}`);
      assert.equal(parameters(hant[key]), parameters(zh[key]), key);
      assert.ok(!/[！!]|您/.test(zh[key]), `tone: ${key}`);
      assert.ok(!/[一-鿿]/.test(en[key].replace(/选手 012|中/g, "")), `Chinese in English: ${key}`);
    }
  });

test("the pages' code carries no sentence", () => {
  const allowed = /[车車俥居扯伡马馬傌码玛吗妈炮砲包泡跑兵卒宾冰并仕士四是事相象像向香帅帥将將王进進近劲金尽退推腿平评瓶屏前钱后後厚候中忠一二三四五六七八九壹依贰贰两叁肆伍两兩舞陆柒期捌吧玖酒久红紅胜勝黑和棋先负台第回合繁简體楚河漢界谱简体文闲]/g;
  for (const folder of ["phone", "desk", "live", "board", "look", "wire", "game", "engine"])
    for (const file of readdirSync(join(web, "src", folder)).filter((f) => /\.tsx?$/.test(f) && !/words\.|glyphs/.test(f))) {
      const code = readFileSync(join(web, "src", folder, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
      const left = (code.match(/["'`][^"'`\n]*[一-鿿][^"'`\n]*["'`]/g) ?? []).filter((s) => /[一-鿿]/.test(s.replace(allowed, "")));
      assert.deepEqual(left, [], `${folder}/${file}`);
    }
});
