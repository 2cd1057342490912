// 晨 / 夜 / 随系统 and the text size, kept on the device.
import { effect, signal } from "@preact/signals";
import { setting } from "../wire/keep";

export type Theme = "light" | "dark" | "system";
export const theme = signal<Theme>((setting.get("theme") as Theme | null) ?? "system");
export const textSize = signal<number>(Number(setting.get("size")) || 100);
export const oldFaces = signal<boolean>(setting.get("faces") === "traditional");

const dark = matchMedia("(prefers-color-scheme: dark)");
const system = signal(dark.matches);
dark.addEventListener?.("change", (e) => (system.value = e.matches));

export function startLook() {
  effect(() => {
    const isDark = theme.value === "dark" || (theme.value === "system" && system.value);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    setting.set("theme", theme.value);
  });
  effect(() => {
    document.documentElement.style.fontSize = `${textSize.value}%`;
    document.documentElement.dataset.size = String(textSize.value);
    setting.set("size", String(textSize.value));
  });
  effect(() => setting.set("faces", oldFaces.value ? "traditional" : "simplified"));
}

const SIZES = [100, 125, 150, 200];
export const nextSize = () => (textSize.value = SIZES[(SIZES.indexOf(textSize.value) + 1) % SIZES.length]!);
const THEMES: Theme[] = ["system", "light", "dark"];
export const nextTheme = () => (theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!);
