// The venue's tablet for players without a phone: the code of a card opens the recorder in this tab, one player after another.
import { useState } from "preact/hooks";
import { WordMark } from "../board/drawing";
import { setting } from "../wire/keep";
import { t } from "./words";

export function Kiosk() {
  const [code, setCode] = useState(""), [fault, setFault] = useState(""), [token, setToken] = useState<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const response = await fetch("/api/v1/pass", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code: code.toUpperCase().replace(/[^0-9A-Z]/g, "") }) });
      if (!response.ok) return setFault(t("k_failed"));
      setCode(""); setFault("");
      setToken(((await response.json()) as { token: string }).token);
    } catch { setFault(t("signInFailed")); }
  };
  const done = () => { setting.set("token", ""); setting.set("game", ""); setToken(null); };
  if (token) return <main class="kiosk open"><header><span>{t("k_hint")}</span><button class="ink" onClick={done}>{t("k_done")}</button></header><iframe title={t("k_head")} src={`/r?kiosk#${token}`} /></main>;
  return <main class="login kiosk"><WordMark size={44} /><div class="wenwu" /><h1>{t("k_head")}</h1><form onSubmit={(e) => void submit(e)}><label>{t("k_code")}<input class="num kcode" autocomplete="off" autocapitalize="characters" maxLength={12} value={code} onInput={(e) => setCode(e.currentTarget.value)} /></label><button class="ink" disabled={code.trim().length < 6}>{t("k_open")}</button></form><p role="alert" class="st-stop">{fault}</p></main>;
}
