// Keeps the files of the board, so that it opens without a network.
'use strict';

const FILES = []; // filled in by examples/site.rs
const VERSION = '';

self.addEventListener('install', (event) => {
  const keepAll = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(keepAll());
});

self.addEventListener('activate', (event) => {
  const begin = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener('fetch', (event) => {
  const answer = async () => {
    const kept = await caches.match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
