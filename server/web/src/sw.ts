// The service worker: install fills a cache with what the phone needs, activate drops older ones, fetch answers from it.
// Pages come from the network first and from the cache without it; hashed files from the cache first.
/// <reference lib="webworker" />
declare const PRECACHE: string[];
declare const VERSION: string;
const worker = self as unknown as ServiceWorkerGlobalScope;
export {};
const cacheName = `qipu-${VERSION}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...PRECACHE, "/r"])));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((k) => k.startsWith("qipu-") && k !== cacheName).map((k) => caches.delete(k))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(event.request).then((hit) => hit ?? fetch(event.request)));
  } else if (event.request.mode === "navigate" && /^\/r(\/|$)/.test(url.pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match("/r").then((hit) => hit ?? Response.error())));
  }
});

worker.addEventListener("message", (event) => {
  if (event.data === "take-over") worker.skipWaiting();
});
