// The arbiters' desk, its print views, and /kiosk.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import "../look/base.css";
import "./desk.css";
import "./print.css";
import { startLook } from "../look/theme";
import { BracketPage } from "./bracket";
import { DutyPage } from "./duty";
import { Frame } from "./frame";
import { Gate } from "./gate";
import { Kiosk } from "./kiosk";
import { Login } from "./login";
import { PrintPage } from "./print";
import { Results } from "./results";
import { Round } from "./round";
import { RulingPage } from "./ruling";
import { Standings } from "./standings";
import { link, page, role, start, token } from "./store";
import { ready, t, type Key } from "./words";

function App() {
  const p = page.value, l = link.value;
  useEffect(() => { document.title = `${t(`p_${p}` as Key)} · ${t("brand")}`; scrollTo(0, 0); }, [p]);
  if (!token.value || l?.state.value === "refused" || (role.value === "public" && l?.state.value === "open")) return <Login />;
  return <Frame>{p === "round" ? <Round /> : p === "duty" ? <DutyPage /> : p === "gate" ? <Gate /> : p === "ruling" ? <RulingPage /> : p === "results" ? <Results /> : p === "standings" ? <Standings /> : p === "bracket" ? <BracketPage /> : <PrintPage />}</Frame>;
}

startLook();
const kiosk = /^\/kiosk/.test(location.pathname);
if (!kiosk) start();
void ready.then(() => render(kiosk ? <Kiosk /> : <App />, document.getElementById("app")!));
