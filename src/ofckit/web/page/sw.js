// Offline: the page and its engine are kept after the first visit. Only the static site registers this. The build
// writes its own VERSION, so that a new one is installed beside the old, which then goes as a whole.
const VERSION = "unbuilt";
const CACHE = `ofckit-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const plan = await fetch("engine.json", { cache: "no-cache" });
      if (!plan.ok) throw new Error(`engine.json: ${plan.status}`);
      const { files } = await plan.json();
      const cache = await caches.open(CACHE);
      await cache.addAll([...new Set(["./", "engine.json", ...files])]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("ofckit-") && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)),
  );
});
