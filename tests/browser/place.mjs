// Where things are.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const top = resolve(here, "../..");
export const web = join(top, "server/web");
