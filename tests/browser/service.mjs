// Starts the service that the browser talks to: the real binary on its demonstration tournament, on a new data folder. With
// QIPU_STAND_IN=1, or where the binary cannot serve, the stand-in of fixture/.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { here } from "./place.mjs";

const freePort = () => new Promise((done) => { const s = createServer().listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => done(port)); }); });

export async function startService() {
  const why = process.env.QIPU_STAND_IN ? "as wished" : await startReal();
  if (typeof why !== "string") return why;
  console.log(`against the stand-in service: ${why}`);
  const port = await freePort(), base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(here, "fixture/service.mjs"), String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  await answers(base, child);
  return { base, port, real: false, phone: `${base}/r#red`, opponent: "black", desk: { user: "a", password: "b" }, stop: async () => { child.kill(); } };
}

/** The real service on its demonstration, or why there is none. */
async function startReal() {
  const started = await startBinary();
  if (typeof started === "string") return started;
  if (new URL(started.phone).hash && started.desk.user) return started;
  await started.stop();
  return "the binary serves pages, but no demonstration tournament";
}

/** Starts the binary; its pages are there even where its demonstration is not. */
export async function startBinary() {
  const binary = process.env.QIPU_BINARY;
  if (!binary || !existsSync(binary)) return "the binary is not built";
  if (spawnSync(binary, ["serve", "--help"], { stdio: "ignore" }).status !== 0) return "the binary cannot serve";
  const port = await freePort(), base = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), "qipu-browser-"));
  const child = spawn(binary, ["serve", "--demo", "--data", data, "--listen", `127.0.0.1:${port}`, "--json"], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "", talk = "";
  child.stderr.on("data", (chunk) => { talk = (talk + chunk).slice(-2000); });
  const first = await new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error("serve said nothing for 30 s")), 30000);
    child.stdout.on("data", (chunk) => { out += chunk; if (out.includes("\n")) { clearTimeout(late); done(JSON.parse(out.split("\n")[0])); } });
    child.on("exit", (code) => failed(new Error(`serve ended with ${code}: ${talk.slice(0, 500)}`)));
  });
  await answers(base, child);
  const gone = new Promise((done) => child.on("exit", done));
  return { base, port, real: true, phone: new URL(first.links.phone, base).href, desk: first.desk, live: first.links.live,
    stop: async () => { child.kill("SIGTERM"); await Promise.race([gone, new Promise((done) => setTimeout(done, 12000))]); rmSync(data, { recursive: true, force: true }); } };
}

async function answers(base, child) {
  for (let i = 0; i < 150; i++) {
    if (child.exitCode !== null) throw new Error("the service ended");
    try { if ((await fetch(`${base}/r`)).ok) return; } catch { /* not yet */ }
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("the service does not answer");
}

/** A wire that can be cut: a TCP proxy to the service. */
export async function startWire(target) {
  const open = new Set();
  let down = false;
  const server = createServer((client) => {
    if (down) return client.destroy();
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) { open.add(socket); socket.on("error", () => {}); socket.on("close", () => { open.delete(socket); client.destroy(); upstream.destroy(); }); }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { port: server.address().port, cut: () => { down = true; for (const s of open) s.destroy(); }, mend: () => { down = false; }, close: () => { for (const s of open) s.destroy(); server.close(); } };
}
