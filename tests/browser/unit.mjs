// Runs the unit tests of the pages with node's own runner.
import { existsSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { here } from "./place.mjs";
import { ensurePackages } from "./needs.mjs";

ensurePackages();
const files = ["record", "words"].map((n) => join(here, "unit", `${n}.test.mjs`)).filter(existsSync);
process.exit(spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1);
