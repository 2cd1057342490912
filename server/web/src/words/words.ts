// Dictionaries: keys are those of the simplified Chinese one, which each page brings along; the others are loaded when asked for.
import { computed, signal } from "@preact/signals";
import { setting } from "../wire/keep";
import type { BothTexts } from "../wire/shapes";

export type Language = "zh-Hans" | "zh-Hant" | "en";
export type Params = Record<string, string | number>;

const fromBrowser = (): Language => {
  for (const tag of navigator.languages ?? [navigator.language]) {
    if (/^zh\b.*(hant|tw|hk|mo)/i.test(tag)) return "zh-Hant";
    if (/^zh/i.test(tag)) return "zh-Hans";
    if (/^en/i.test(tag)) return "en";
  }
  return "zh-Hans";
};
const fromAddress = () => new URLSearchParams(location.search).get("lang");
const known = (value: string | null): value is Language => value === "zh-Hans" || value === "zh-Hant" || value === "en";
const wished = fromAddress();

export const language = signal<Language>(known(wished) ? wished : known(setting.get("language")) ? (setting.get("language") as Language) : fromBrowser());
export const serverLanguage = () => (language.value === "en" ? "en" : "zh");

/** A text that came in both languages from the service. */
export const both = (text: BothTexts | null | undefined): string => (text ? (language.value === "en" ? text.en : text.zh) || text.zh : "");

export function choose(next: Language) {
  language.value = next;
  setting.set("language", next);
}

export function makeWords<K extends string>(zh: Record<K, string>, others: { "zh-Hant": () => Promise<Record<K, string>>; en: () => Promise<Record<K, string>> }) {
  const loaded = signal<Partial<Record<Language, Record<K, string>>>>({ "zh-Hans": zh });
  const ready = (async () => load(language.value))();
  async function load(which: Language) {
    if (which !== "zh-Hans" && !loaded.value[which]) loaded.value = { ...loaded.value, [which]: await others[which]() };
    document.documentElement.lang = which;
  }
  const dictionary = computed(() => {
    void load(language.value);
    return loaded.value[language.value] ?? zh;
  });
  /** The text for a key; {name} is replaced by the parameter of that name. */
  const t = (key: K, params?: Params): string => fill(dictionary.value[key] ?? zh[key], params);
  return { t, ready };
}

export function fill(text: string, params?: Params): string {
  return params ? text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole)) : text;
}
