// Keeps the board of a window, and has the thinker search for it.
'use strict';

importScripts('ataxx.js');

const STOPPED = 'The board has stopped. Load the page again to go on.';
let board = null;
let thinker = null;
let isBusy = false; // the thinker
let work = ''; // what it does, or is to do once the network has come
let timer = 0;

const compiled = WebAssembly.compileStreaming(fetch('ataxx_bg.wasm'));
// It is large and comes behind. Without it the strongest levels count pieces, too.
const network = fetch('network.bin')
  .then((response) => (response.ok ? response.arrayBuffer() : null))
  .catch(() => null);

// ---------------------------------------------------------------- what the browser keeps

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

let database = null; // none where a browser keeps nothing, as in some private windows
async function kept() {
  const opening = indexedDB.open('ataxx', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('texts');
  database = await done(opening);
  const texts = database.transaction('texts').objectStore('texts');
  const [keys, all] = await Promise.all([done(texts.getAllKeys()), done(texts.getAll())]);
  return Object.fromEntries(keys.map((key, at) => [key, all[at]]));
}
const keptBefore = kept().catch(() => ({}));

async function keep(changes) {
  const texts = database?.transaction('texts', 'readwrite').objectStore('texts');
  for (const [key, text] of Object.entries(changes)) {
    if (text === null) texts?.delete(key);
    else texts?.put(text, key);
  }
}

// ---------------------------------------------------------------- the thinker

async function beginThinker() {
  const one = new Worker('thinker.js');
  one.onmessage = ({ data }) => {
    if (one !== thinker) return;
    if (data === null) {
      isBusy = false;
    } else {
      board.take(data);
      settle();
    }
  };
  // Such as too little memory. An AI plays at once then, and pauses.
  one.onerror = () => {
    if (one !== thinker) return;
    one.terminate();
    thinker = null;
    isBusy = false;
    board.order('stop', '{}');
    settle();
  };
  thinker = one;
  one.postMessage({ module: await compiled });
}

// Gives the thinker other work; an empty text is none.
async function give(other) {
  work = other;
  if (isBusy) {
    thinker.terminate();
    thinker = null;
    isBusy = false;
  }
  if (!other) return;
  const weights = JSON.parse(other).network ? await network : null;
  if (!thinker) beginThinker();
  await compiled;
  // Meanwhile it may have been given something else.
  if (work !== other) return;
  isBusy = true;
  thinker.postMessage({ weights, work: other });
}

// ---------------------------------------------------------------- the page

// Does what follows from a change of the board.
function settle() {
  const news = board.update();
  if (news) postMessage({ news: JSON.parse(news) });
  const { texts, current } = JSON.parse(board.changes() ?? '{}');
  if (texts) keep(texts);
  if (current) postMessage({ current });
  const other = board.work();
  if (other !== undefined) give(other);
  clearTimeout(timer);
  const next = board.next_move_in();
  if (next === undefined) return;
  timer = setTimeout(() => {
    board.play_on();
    settle();
  }, next);
}

async function begin({ paced, current, analysis }) {
  try {
    await wasm_bindgen({ module_or_path: await compiled });
  } catch (error) {
    postMessage({ failed: `This browser cannot run the board: ${error}` });
    return;
  }
  board = new wasm_bindgen.Board(JSON.stringify(await keptBefore), paced);
  if (current) board.order('kept', JSON.stringify({ game: current }));
  board.ask(analysis);
  settle();
  // It comes later.
  network.then((weights) => weights && wasm_bindgen.install_network(new Uint8Array(weights)));
}

// A message is answered after those before it.
let queue = Promise.resolve();
onmessage = ({ data }) => {
  queue = queue.then(async () => {
    if (data.begin) {
      await begin(data.begin);
    } else if (!board) {
      // It does not run here, and the page says so.
    } else if ('ask' in data) {
      board.ask(data.ask);
      settle();
    } else if (data.form) {
      const answer = board.order(data.form, JSON.stringify(data.fields));
      postMessage({ number: data.number, answer: answer && JSON.parse(answer) });
      settle();
    } else {
      postMessage({ number: data.number, answer: JSON.parse(board.file(data.file)) });
    }
  }).catch((error) => postMessage({ number: data.number, failed: `${STOPPED} ${error}` }));
};
