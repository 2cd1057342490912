import { makeWords } from "../words/words";
import { zh } from "./words.zh";
export const { t, ready } = makeWords(zh, { en: async () => (await import("./words.en")).en, "zh-Hant": async () => (await import("./words.hant")).hant });
export type { Key } from "./words.zh";
