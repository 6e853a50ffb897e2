// One stream of changes for all pages of a browser, which opens only a few connections to a server.
'use strict';
{
  const pages = new Set();
  const parts = new Map();
  let last = { state: 'open' };

  const send = (message) => pages.forEach((page) => page.postMessage(message));

  const setState = (state) => {
    last = { state };
    send(last);
  };

  const listen = () => {
    const events = new EventSource('events');
    events.onopen = () => setState('open');
    events.onmessage = (event) => {
      const news = JSON.parse(event.data);
      for (const part of news.parts) parts.set(part.id, part);
      for (const id of parts.keys()) if (!news.ids.includes(id)) parts.delete(id);
      send({ news });
      if (!news.over) return;
      events.close();
      setState('over');
    };
    events.onerror = () => {
      const isClosed = events.readyState === EventSource.CLOSED;
      setState(isClosed ? 'closed' : 'lost');
      if (isClosed) setTimeout(listen, 2000);
    };
  };

  globalThis.onconnect = ({ ports: [page] }) => {
    pages.add(page);
    page.onmessage = () => pages.delete(page);
    if (parts.size) page.postMessage({ news: { ids: [...parts.keys()], parts: [...parts.values()] } });
    page.postMessage(last);
  };

  listen();
}
