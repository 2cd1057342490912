// The phone: the card, recording, result and signatures. Starts from the pass in the address's fragment or a code.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import "../look/base.css";
import "./phone.css";
import { startLook } from "../look/theme";
import { Card, CodeEntry } from "./card";
import { after, loadAfter } from "./later";
import { Record } from "./record";
import { begin, engine, game, gameId, link, open, screen, token } from "./store";
import { ready, t } from "./words";

const waitingWorker = signal<ServiceWorker | null>(null);

function App() {
  const s = screen.value, g = game.value;
  useEffect(() => { document.title = g ? `${t("board", { n: g.board })} · ${t("brand")}` : t("brand"); scrollTo(0, 0); }, [s, g?.game]);
  if (!token.value || (link.value?.state.value === "refused" && !g)) return <CodeEntry onToken={open} />;
  if (s === "record") return <><Record />{waitingWorker.value && <Update />}</>;
  if (!g || !engine.value || !gameId.value || s === "card") return <><Card />{waitingWorker.value && <Update />}</>;
  const a = after.value;
  if (!a) { void loadAfter(); return <p class="note" role="status">{t("loading")}</p>; }
  return s === "result" ? <a.Result /> : s === "check" ? <a.Check /> : s === "foul" ? <a.FoulScreen /> : <a.CallArbiter />;
}

const Update = () => <p class="update" role="status">{t("newVersion")} <button class="bare link" onClick={() => waitingWorker.value?.postMessage("take-over")}>{t("useNew")}</button></p>;

async function register() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    const watch = (worker: ServiceWorker | null) => worker?.addEventListener("statechange", () => { if (worker.state === "installed" && navigator.serviceWorker.controller) waitingWorker.value = worker; });
    if (registration.waiting && navigator.serviceWorker.controller) waitingWorker.value = registration.waiting;
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    let asked = false;
    navigator.serviceWorker.addEventListener("controllerchange", () => { if (waitingWorker.value && !asked) { asked = true; location.reload(); } });
  } catch { /* not over HTTPS, or not allowed here: the page works without */ }
}

startLook();
void begin();
void ready.then(() => render(<App />, document.getElementById("app")!));
addEventListener("load", () => setTimeout(() => { void register(); void loadAfter(); }, 300));
