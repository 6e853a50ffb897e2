// Keeps the board of a window, and has the thinker search for it.
'use strict';

importScripts('ataxx.js');

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

const database = new Promise((resolve) => {
  const none = () => resolve(null);
  try {
    const opening = indexedDB.open('ataxx', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('games');
      opening.result.createObjectStore('solved');
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = none;
    opening.onblocked = none;
  } catch {
    none();
  }
});

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function kept() {
  const base = await database;
  if (!base) return {};
  const stores = base.transaction(['games', 'solved']);
  const games = stores.objectStore('games');
  const solved = stores.objectStore('solved');
  const [ids, texts, names] = await Promise.all([
    done(games.getAllKeys()), done(games.getAll()), done(solved.getAllKeys()),
  ]);
  return { games: Object.fromEntries(ids.map((id, at) => [id, texts[at]])), solved: names };
}

async function keep(changes) {
  const base = await database;
  if (!base) return;
  const stores = base.transaction(['games', 'solved'], 'readwrite');
  for (const { game, removed, solved } of changes) {
    if (game) stores.objectStore('games').put(game[1], game[0]);
    if (removed) stores.objectStore('games').delete(removed);
    for (const name of solved ?? []) stores.objectStore('solved').put(true, name);
  }
}

// ---------------------------------------------------------------- the thinker

async function beginThinker() {
  const one = new Worker('thinker.js');
  one.onmessage = ({ data }) => {
    if (one !== thinker) return;
    if (data === null) isBusy = false;
    else found(data);
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

// What the thinker has found. A move waits until the one before was seen.
function found(text) {
  if (!board.take(text)) {
    settle();
    return;
  }
  setTimeout(() => {
    board.play();
    settle();
  }, board.settled_in());
}

// ---------------------------------------------------------------- the page

// Does what follows from a change of the board.
function settle() {
  const news = board.update();
  if (news) postMessage({ news: JSON.parse(news) });
  const changes = JSON.parse(board.changes() ?? '[]');
  if (changes.length) {
    keep(changes);
    const games = changes.filter(({ game }) => game);
    if (games.length) postMessage({ current: games.at(-1).game[0] });
  }
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
    postMessage({ failed: String(error) });
    return;
  }
  board = new wasm_bindgen.Board(JSON.stringify(await kept()), paced);
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
    } else if (data.file === 'how-to-play') {
      // Its style sheets lie beside this script.
      const base = `<head><base href="${new URL('.', location)}">`;
      const text = board.how_to_play().replace('<head>', base);
      postMessage({ number: data.number, answer: { kind: 'text/html', text } });
    } else {
      postMessage({ number: data.number, answer: JSON.parse(board.file(data.file)) });
    }
  });
};
