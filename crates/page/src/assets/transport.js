// Receives updates from the program and sends it forms, by HTTP.
'use strict';

const UNREACHED = 'The program was not reached.';

// Sends a form. Resolves to its answer, or to nothing if it is done and there is nothing to say.
async function post(action, fields) {
  const response = await fetch(action, {
    method: 'POST',
    headers: { Accept: 'text/plain' },
    body: new URLSearchParams(fields),
  });
  if (response.status === 204) return null;
  const kind = response.headers.get('ataxx-answer') === 'printed' ? 'printed' : 'refused';
  return { kind, text: await response.text() };
}

// What this page wants to know is in the address of its stream, so that it ends with the page.
// A browser opens six connections to a program, all windows together. So hidden pages give their
// streams up when another is shown, and of those that are seen the ones at hand last have one.
const MOST_STREAMS = 5;
const stream = {
  events: null,
  analysis: sessionStorage.getItem('analysis') ?? '',
  others: new BroadcastChannel('ataxx'),
  id: `${Date.now()} ${Math.random()}`,
  newer: new Set(), // the pages that were shown after this one
  isOver: false,

  say(text) { byId('connection').textContent = text; },

  open() {
    this.events?.close();
    this.events = new EventSource(`events?analysis=${this.analysis}`);
    this.events.onopen = () => {
      this.say('');
      if (byId('refusal').textContent === UNREACHED) refuse('');
    };
    this.events.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      update(news);
      if (news.over) this.end(news.why ?? 'The session is over.');
    };
    this.events.onerror = () => {
      if (this.events.readyState === EventSource.CLOSED) this.explain();
      else this.say('Not connected; trying again …');
    };
  },

  end(why) {
    this.events.close();
    this.isOver = true;
    this.say(why);
  },

  // Why there is no stream: the program is another one, or has too many pages.
  async explain() {
    const answer = await fetch('.', { cache: 'no-store' }).catch(() => null);
    if (answer?.status === 403) {
      this.end('This address is no longer valid. Open the one that the program has printed.');
      return;
    }
    this.say(answer?.ok ? 'Too many pages are open; trying again …' : 'Not connected; trying again …');
    setTimeout(() => { if (!document.hidden && this.newer.size < MOST_STREAMS) this.resume(); }, 2000);
  },

  ask(analysis) {
    this.analysis = analysis;
    sessionStorage.setItem('analysis', analysis);
    if (!this.isOver) this.open();
  },

  isOpen() { return !!this.events && this.events.readyState !== EventSource.CLOSED; },
  resume() { if (!this.isOver && !this.isOpen()) this.open(); },

  // This page is the one at hand.
  shown() {
    if (document.hidden || this.isOver) return;
    this.newer.clear();
    this.others.postMessage({ shown: this.id });
    this.resume();
  },

  // Another page is at hand, or gives its stream up.
  hear({ shown, gone }) {
    this.newer.delete(gone);
    if (shown) this.newer.add(shown);
    const isCrowded = this.newer.size >= MOST_STREAMS;
    if (shown && this.isOpen() && (document.hidden || isCrowded)) {
      this.leave();
      if (!document.hidden) {
        this.say(`More than ${MOST_STREAMS} windows are open. This one goes on when you click in it.`);
      }
    }
    if (gone && !document.hidden && !isCrowded) this.resume();
  },

  leave() {
    this.events?.close();
    this.others.postMessage({ gone: this.id });
  },
};
stream.others.onmessage = ({ data }) => stream.hear(data);
document.addEventListener('visibilitychange', () => stream.shown());
window.addEventListener('focus', () => stream.shown());
window.addEventListener('pointerdown', () => { if (!stream.isOpen()) stream.shown(); });
window.addEventListener('pagehide', () => stream.leave());
window.addEventListener('pageshow', (event) => { if (event.persisted) stream.shown(); });
