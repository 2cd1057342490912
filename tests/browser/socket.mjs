// Talks to the service over the WebSocket from inside a page, as another client would.
export async function talk(page, token, requests) {
  return page.evaluate(({ token, requests }) => new Promise((done, failed) => {
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws", "qipu.v1"), answers = [];
    let i = -1;
    const next = () => { i++; if (i > requests.length) { socket.close(); return done(answers); } const m = i === 0 ? { type: "hello", data: { token: token ?? undefined, lang: "zh" } } : requests[i - 1]; socket.send(JSON.stringify({ v: 1, id: crypto.getRandomValues(new Uint32Array(4)).join("-"), ...m })); };
    socket.onopen = next;
    socket.onmessage = (e) => { const m = JSON.parse(e.data); if (m.type !== "ok" && m.type !== "error") return; answers.push(m.error ? { error: m.error } : m.data); next(); };
    socket.onerror = () => failed(new Error("no WebSocket"));
    setTimeout(() => failed(new Error("no answer")), 15000);
  }), { token, requests });
}

/** The game as the service has it. */
export async function gameOf(page, token, game) {
  const [, answer] = await talk(page, token, [{ type: "subscribe", data: { topic: `game/${game}` } }]);
  return answer.snapshot ?? answer;
}
