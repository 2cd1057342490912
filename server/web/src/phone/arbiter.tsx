// Asking the chief arbiter: where to go, and a request to be excused with its reason.
import { useState } from "preact/hooks";
import { PhoneRule } from "./card";
import { ask, game, screen } from "./store";
import { t } from "./words";

export function CallArbiter() {
  const [text, setText] = useState(""), [sent, setSent] = useState("");
  const g = game.value!, duty = g.duty;
  const send = async () => { try { await ask("duty.request_excuse", { duty: duty?.duty ?? g.game, reason: text }); setSent(t("excuseSent")); } catch (e) { setSent(e instanceof Error && e.message !== "offline" ? e.message : t("waiting")); } };
  return <main class="sheet"><div class="headline"><button class="bare link" onClick={() => (screen.value = "card")}>‹ {t("back")}</button></div>
    <h1>{t("callArbiter")}</h1><p class="lead">{t("callArbiterText")}</p>
    <label>{t("excuseReason")}<textarea rows={4} maxLength={500} value={text} onInput={(e) => setText(e.currentTarget.value)} /></label>
    <button class="ink main" disabled={!text.trim()} onClick={() => void send()}>{t("excuseSend")}</button>
    <p role="status" class="note">{sent}</p><PhoneRule /></main>;
}
