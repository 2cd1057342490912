// The live pages: round, game, hall, embed, overlay. No pass, no engine.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import "../look/base.css";
import "./live.css";
import { startLook } from "../look/theme";
import { Game } from "./game";
import { Hall, Overlay } from "./hall";
import { Round } from "./round";
import { game, gameId, round, start } from "./store";
import { roundName } from "./said";
import { ready, t } from "./words";

const kind = location.pathname.split("/")[1];
function App() {
  const g = game.value, id = gameId.value;
  useEffect(() => { document.title = `${g && id ? `${g.red.name} – ${g.black.name}` : round.value ? roundName(round.value) : t("live")} · ${t("brand")}`; }, [g?.game, id, round.value]);
  useEffect(() => scrollTo(0, 0), [id]);
  if (kind === "hall") return <Hall />;
  if (kind === "overlay" || (kind === "embed" && id)) return <Overlay />;
  return id ? <Game /> : <Round embed={kind === "embed"} />;
}
startLook();
void start();
void ready.then(() => render(<App />, document.getElementById("app")!));
