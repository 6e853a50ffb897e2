// Receives updates from the board and sends it forms, by messages to the worker that has the board.
'use strict';

const UNREACHED = 'The board does not answer.';
const worker = new Worker('worker.js');
const calls = new Map();
let lastCall = 0;

// Asks the worker. Resolves to its answer.
function call(message) {
  lastCall += 1;
  const number = lastCall;
  return new Promise((resolve) => {
    calls.set(number, resolve);
    worker.postMessage({ ...message, number });
  });
}

// Sends a form. Resolves to its answer, or to nothing if it is done and there is nothing to say.
function post(action, fields) {
  const form = action.replace(/^do\//, '');
  return call({ form, fields: Object.fromEntries(new URLSearchParams(fields)) });
}

const stream = {
  analysis: sessionStorage.getItem('analysis') ?? '',
  say(text) { byId('connection').textContent = text; },
  ask(analysis) {
    this.analysis = analysis;
    sessionStorage.setItem('analysis', analysis);
    worker.postMessage({ ask: analysis });
  },
  // The page can be filled.
  shown() {
    this.say('Loading …');
    worker.postMessage({
      begin: {
        paced: !new URLSearchParams(location.search).has('no-pace'),
        // A window goes on with its game when it is loaded again.
        current: sessionStorage.getItem('current'),
        analysis: this.analysis,
      },
    });
  },
};

worker.onmessage = ({ data }) => {
  if (data.news) {
    stream.say('');
    update(data.news);
  }
  if (data.current) sessionStorage.setItem('current', data.current);
  if (data.failed) stream.say(data.failed);
  if (data.number) {
    calls.get(data.number)?.(data.answer);
    calls.delete(data.number);
  }
};
worker.onerror = () => stream.say('The board has stopped. Load the page again to go on.');

// Games as files come from the worker.
document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[href^="game/"]');
  if (!link) return;
  event.preventDefault();
  const { kind, text } = await call({ file: link.getAttribute('href').replace('game/', '') });
  if (kind === 'refused') {
    refuse(text);
    return;
  }
  const file = document.createElement('a');
  file.href = URL.createObjectURL(new Blob([text], { type: kind }));
  file.download = link.download;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60000);
});

// Once loaded, the board needs no network. On an address that is not encrypted there is no such thing.
navigator.serviceWorker?.register('offline.js').catch(() => {});
