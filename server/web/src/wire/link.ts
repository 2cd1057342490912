// The WebSocket to the service: hello first, answers by id, topics with resume, reconnecting with growing pauses. A request
// keeps its id until it is answered, over any number of connections; the service answers a repeated id with the same answer.
import { signal } from "@preact/signals";
import type { HelloAnswer, ProblemShape } from "./shapes";

export type LinkState = "connecting" | "open" | "lost" | "refused";
export class Refused extends Error {
  constructor(readonly problem: ProblemShape) { super(problem.message || problem.code); }
}

interface Waiting { type: string; data: unknown; done: (data: any) => void; failed: (e: Error) => void; sent: boolean; keep: boolean }
interface Topic { seq: number; take: (type: string, data: any) => void; since?: number }
interface Envelope { v: 1; type: string; id?: string; topic?: string; seq?: number; data?: any; error?: ProblemShape }

const PROTOCOL = "qipu.v1";
const STEPS = [500, 1000, 2000, 4000, 8000, 15000];

export const makeId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
};

export interface LinkOptions { token?: string | null; device?: string; lang?: () => string; url?: string }

export class Link {
  readonly state = signal<LinkState>("connecting");
  readonly closeCode = signal<number | null>(null);
  readonly hello = signal<HelloAnswer | null>(null);
  readonly lastHeard = signal(Date.now());
  /** Server clock minus ours. */
  readonly skew = signal(0);
  onPush: ((type: string, topic: string | undefined, data: any) => void) | null = null;
  onHello: ((answer: HelloAnswer) => void) | null = null;
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly topics = new Map<string, Topic>();
  private tries = 0;
  private timer = 0;
  private closed = false;

  constructor(private readonly options: LinkOptions) {
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.retry(); });
    this.connect();
  }

  now(): number { return Date.now() + this.skew.value; }

  retry() {
    if (this.closed || this.state.value === "open" || this.state.value === "refused") return;
    if (this.socket && this.socket.readyState === WebSocket.CONNECTING) return;
    this.tries = 0;
    this.connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Sends now or after the next hello; resolves with the answer's data, rejects with Refused. `keep`: survives a lost connection. */
  request<T = any>(type: string, data: unknown, id = makeId(), keep = true): Promise<T> {
    return new Promise<T>((done, failed) => {
      this.waiting.set(id, { type, data, done, failed, sent: false, keep });
      if (this.state.value === "open") this.flush();
      else if (!keep) { this.waiting.delete(id); failed(new Error("offline")); }
    });
  }

  subscribe(topic: string, take: (type: string, data: any) => void): () => void {
    this.topics.set(topic, { seq: 0, take });
    if (this.state.value === "open") this.subscribeNow(topic);
    return () => {
      if (this.topics.get(topic)?.take !== take) return;
      this.topics.delete(topic);
      if (this.state.value === "open") this.send({ v: 1, type: "unsubscribe", id: makeId(), data: { topic } });
    };
  }

  private connect() {
    clearTimeout(this.timer);
    if (navigator.onLine === false) { this.state.value = "lost"; return; }
    if (this.state.value !== "lost") this.state.value = "connecting";
    const socket = new WebSocket(this.options.url ?? location.origin.replace(/^http/, "ws") + "/ws", PROTOCOL);
    this.socket?.close();
    this.socket = socket;
    const id = makeId();
    socket.onopen = () => {
      const resume: Record<string, number> = {};
      for (const [name, topic] of this.topics) if (topic.seq) resume[name] = topic.seq;
      socket.send(JSON.stringify({ v: 1, type: "hello", id, data: { token: this.options.token ?? undefined, device: this.options.device, lang: this.options.lang?.() ?? "zh", resume } }));
    };
    socket.onmessage = (event) => { if (socket === this.socket) this.take(event.data as string, id); };
    socket.onclose = (event) => { if (socket === this.socket) this.lost(event.code); };
  }

  private drop() {
    this.socket?.close();
    this.lost(1006);
  }

  private lost(code: number) {
    this.closeCode.value = code;
    this.socket = null;
    for (const [id, w] of this.waiting) {
      w.sent = false;
      if (!w.keep) { this.waiting.delete(id); w.failed(new Error("offline")); }
    }
    if (code === 4401 || code === 4403) { this.state.value = "refused"; return; }
    this.state.value = "lost";
    if (this.closed) return;
    const pause = STEPS[Math.min(this.tries++, STEPS.length - 1)]!;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2)) as unknown as number;
  }

  private take(text: string, helloId: string) {
    const message = JSON.parse(text) as Envelope;
    this.lastHeard.value = Date.now();
    if (message.id === helloId) {
      if (message.error) {
        this.state.value = "refused";
        this.closeCode.value = 4401;
        this.closed = true;
        this.socket?.close();
        return;
      }
      const answer = message.data as HelloAnswer;
      this.skew.value = answer.server_time ? Date.parse(answer.server_time) - Date.now() : 0;
      this.tries = 0;
      this.hello.value = answer;
      this.state.value = "open";
      this.onHello?.(answer);
      for (const name of this.topics.keys()) this.subscribeNow(name);
      this.flush();
      return;
    }
    if (message.id && this.waiting.has(message.id)) {
      const w = this.waiting.get(message.id)!;
      this.waiting.delete(message.id);
      if (message.error || message.type === "error") w.failed(new Refused(message.error ?? { code: "unknown", message: "" }));
      else w.done(message.data);
      return;
    }
    if (message.topic) {
      const topic = this.topics.get(message.topic);
      if (topic) {
        if (message.seq !== undefined) {
          if (message.type !== "snapshot" && message.seq < topic.seq) return;
          topic.seq = message.seq;
        }
        topic.take(message.type, message.data);
      }
    }
    this.onPush?.(message.type, message.topic, message.data);
  }

  private subscribeNow(name: string) {
    const topic = this.topics.get(name)!;
    const id = makeId();
    this.waiting.set(id, {
      type: "subscribe", data: { topic: name, since: topic.seq || undefined }, sent: true, keep: false,
      done: (data) => {
        if (!data) return;
        const body = data.snapshot ?? data.data ?? data;
        if (typeof data.seq === "number") topic.seq = Math.max(topic.seq, data.seq);
        for (const push of (data.pushes as Envelope[] | undefined) ?? []) topic.take(push.type, push.data);
        if (body && (body.game || body.boards || body.duties || body.sections || body.round || body.tournament)) topic.take("snapshot", body);
      },
      failed: (e) => { if (e instanceof Refused) topic.take("refused", e.problem); },
    });
    this.send({ v: 1, type: "subscribe", id, data: { topic: name, since: topic.seq || undefined } });
  }

  private flush() {
    for (const [id, w] of this.waiting) {
      if (w.sent) continue;
      w.sent = true;
      this.send({ v: 1, type: w.type, id, data: w.data as any });
    }
  }

  private send(message: Envelope) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
