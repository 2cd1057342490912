import { useState } from "preact/hooks";
import { WordMark } from "../board/drawing";
import { link, connect } from "./store";
import { t } from "./words";

/** Sign-in of arbiters: the token goes into hello, no cookie. */
export function Login() {
  const [user, setUser] = useState(""), [password, setPassword] = useState(""), [fault, setFault] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const response = await fetch("/api/v1/desk/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ user, password }) });
      if (!response.ok) return setFault(t(response.status >= 500 ? "signInFailed" : "signInWrong"));
      connect(((await response.json()) as { token: string }).token);
    } catch { setFault(t("signInFailed")); }
  };
  return <main class="login"><WordMark size={44} /><div class="wenwu" /><h1>{t("signIn")}</h1>
    <form onSubmit={(e) => void submit(e)}><label>{t("user")}<input name="user" autocomplete="username" value={user} onInput={(e) => setUser(e.currentTarget.value)} /></label>
      <label>{t("password")}<input name="password" type="password" autocomplete="current-password" value={password} onInput={(e) => setPassword(e.currentTarget.value)} /></label>
      <button class="ink" disabled={!user || !password}>{t("enter")}</button></form>
    <p role="alert" class="st-stop">{fault || (link.value?.state.value === "refused" ? t("signInWrong") : "")}</p><p class="sub">{t("signInHint")}</p></main>;
}
