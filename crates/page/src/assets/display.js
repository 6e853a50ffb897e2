// The script of the board: it sends forms without leaving the page, puts what has changed
// in its place, and lets pieces be moved with mouse, finger and keys.
'use strict';

const byId = (id) => document.getElementById(id);

// ---------------------------------------------------------------- what has changed

// What a person has begun to type or choose in a part, and how to put it back.
function begun(place) {
  const fields = [...place.querySelectorAll('input[id], textarea[id], select[id]')];
  const changed = fields.filter((one) => !(one.form && 'auto' in one.form.dataset) && (one.options
    ? [...one.options].some((option) => option.selected !== option.defaultSelected)
    : one.value !== one.defaultValue || one.checked !== one.defaultChecked));
  const kept = changed.map(({ id, value, checked }) => [id, { value, checked }]);
  return () => kept.forEach(([id, state]) => Object.assign(byId(id) ?? {}, state));
}

function replace([id, html]) {
  const place = byId(id);
  if (place.shown === html) return false;
  // What is being written or chosen in a dialog stays: a comment with its move.
  const dialog = place.closest('dialog');
  if (dialog?.open) {
    dialog.onclose = () => { dialog.onclose = null; replace([id, html]); };
    return false;
  }
  // Not all buttons have an id: the place among the others holds the focus then.
  const stops = () =>
    [...place.querySelectorAll('button, input, select, textarea, [tabindex]')];
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  const index = stops().indexOf(held);
  const before = id === 'board' && place.shown ? contents() : null;
  const restore = begun(place);
  place.innerHTML = html;
  place.shown = html;
  restore();
  if (before) animate(before);
  const again = held && ((held.id && byId(held.id)) || stops()[index]);
  if (again && !again.disabled) again.focus({ preventScroll: true });
  return true;
}

function update({ parts }) {
  const changed = new Set(parts.filter(replace).map(([id]) => id));
  if (changed.has('status')) {
    // The side to move, or the result, is seen in the tab, too.
    document.title = `${document.querySelector('#status h2').textContent} – Ataxx`;
    tick();
  }
  if (changed.has('board')) {
    refuse('');
    board.fresh();
    // A hint is for one position.
    if (stream.analysis.startsWith('hint')) stream.ask('');
  }
  if (changed.has('moves')) {
    roveMoves();
    showCurrent();
  }
  if (changed.has('games')) showDates();
  if (changed.has('log')) byId('log-frame').scrollTop = byId('log-frame').scrollHeight;
}

// How long an AI has been thinking, in seconds.
function tick() {
  for (const clock of document.querySelectorAll('#status [data-since]')) {
    const seconds = Math.floor(Math.max(0, Date.now() - clock.dataset.since) / 1000);
    clock.textContent = seconds > 0 ? ` ${seconds} s` : '';
  }
}
setInterval(tick, 250);

// When the games that were kept began.
function showDates() {
  for (const time of document.querySelectorAll('[data-ms]')) {
    const date = new Date(Number(time.dataset.ms));
    time.textContent = date.toLocaleString([], { dateStyle: 'short', timeStyle: 'short' });
  }
}

// The list of moves is one stop of Tab: the move at hand. The arrows up and down lead to the others;
// all other keys do what they do elsewhere.
const listed = () => [...byId('moves').querySelectorAll('button')];
function roveMoves(to) {
  const one = to || byId('moves').querySelector('[aria-current]') || listed()[0];
  for (const move of listed()) move.tabIndex = move === one ? 0 : -1;
}

// The move at hand is kept in sight, without moving anything else.
function showCurrent() {
  const list = byId('moves');
  const current = list.querySelector('[aria-current]') ?? list.lastElementChild;
  if (!current) return;
  const inside = list.getBoundingClientRect();
  const here = current.getBoundingClientRect();
  if (here.top < inside.top || here.bottom > inside.bottom - 8) {
    list.scrollTop += here.top - inside.top - (inside.height - here.height) / 2;
  }
}

// ---------------------------------------------------------------- forms

// As long a form would be longer than the server takes.
const LARGEST_FILE = 1.3e6;

async function send(action, fields) {
  refuse('');
  byId('printed').textContent = '';
  try {
    const answer = await post(action, fields);
    if (answer?.kind !== 'printed') {
      refuse(answer?.text ?? '');
      return !answer;
    }
    byId('printed').textContent = answer.text;
    return true;
  } catch {
    refuse(UNREACHED);
    return false;
  }
}

// Says why an order from this page was refused.
function refuse(why) {
  byId('refusal').textContent = why;
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  // The form can be put in place anew while it is sent.
  const dialog = form.closest('dialog');
  const done = await send(form.getAttribute('action'), new FormData(form, event.submitter));
  if (done && form.dataset.clear) form.elements[form.dataset.clear].value = '';
  if (!done || !dialog) return;
  dialog.querySelector('form').reset();
  dialog.close();
});

document.addEventListener('change', async (event) => {
  const form = event.target.form;
  if (form && 'auto' in form.dataset) form.requestSubmit();
  if (event.target.id === 'plies') stream.ask(event.target.value);
  const file = event.target.id === 'open-file' && event.target.files[0];
  if (!file) return;
  if (file.size > LARGEST_FILE) refuse('This file is too large for a page.');
  else await send('do/open', { text: await file.text() });
  event.target.value = '';
});

// What a click on an element, or in it, does.
const clicks = {
  '[data-copy]': copy,
  '[data-dialog]': (one) => byId(one.dataset.dialog).showModal(),
  '[data-close]': (one) => one.closest('dialog').close(),
  '[data-do]': (one) => (one.dataset.ask ? ask(one) : send(...`do/${one.dataset.do}?`.split('?'))),
  '[data-tab]': (one) => showPanel(one.dataset.tab),
  '[data-analysis]': (one) =>
    stream.ask(one.getAttribute('aria-pressed') === 'true' ? '' : one.dataset.analysis),
  '#do-flip': flip,
  '#sound': () => {
    sound.turn(!sound.isOn);
    sound.play(440, 0);
  },
  '#course svg': (course, event) => {
    const box = course.getBoundingClientRect();
    goTo(Math.round(((event.clientX - box.left) / box.width) * course.dataset.plies));
  },
  '.square-button': (one) => board.click(one),
};
document.addEventListener('click', (event) => {
  for (const [selector, act] of Object.entries(clicks)) {
    const one = event.target.closest(selector);
    if (one) act(one, event);
  }
});

// Asks before an order is sent.
function ask(one) {
  byId('ask-text').textContent = one.dataset.ask;
  byId('ask-yes').textContent = one.ariaLabel ?? one.textContent;
  byId('ask-yes').dataset.do = one.dataset.do;
  byId('ask-dialog').showModal();
}

async function copy(one) {
  const text = byId(one.dataset.copy);
  try {
    await navigator.clipboard.writeText(text.value);
    one.textContent = 'Copied';
  } catch {
    text.select();
    one.textContent = 'Press Ctrl+C';
  }
  setTimeout(() => { one.textContent = 'Copy'; }, 1500);
}

// Goes through the game by the buttons of its moves.
const plies = () => [...byId('moves').querySelectorAll('[data-ply]')];
const currentPly = () => plies().findIndex((one) => one.hasAttribute('aria-current'));
function goTo(ply) {
  const to = plies()[Math.max(0, Math.min(ply, plies().length - 1))];
  if (!to) return;
  if (byId('moves').contains(document.activeElement)) to.focus();
  if (!to.hasAttribute('aria-current')) to.click();
}

// ---------------------------------------------------------------- the board

// Each page has its own side of the board below.
const isTurned = () => document.documentElement.classList.contains('turned');
function flip() {
  document.documentElement.classList.toggle('turned');
  sessionStorage.setItem('turned', isTurned() ? 'yes' : '');
}

const button = (square) => byId(`square-${square}`);
const all = () => [...document.querySelectorAll('.square-button')];
const file = (square) => square.charCodeAt(0) - 97;
const rank = (square) => square.charCodeAt(1) - 49;
const square = (f, r) =>
  f >= 0 && f < 7 && r >= 0 && r < 7 ? String.fromCharCode(97 + f, 49 + r) : null;
const distance = (a, b) =>
  Math.max(Math.abs(file(a) - file(b)), Math.abs(rank(a) - rank(b)));

const pieceOn = (at) => document.querySelector(`#board .piece.${at}`);

// What is on each square, and its picture.
function contents() {
  return new Map(all().map((one) => [one.value, [one.classList[1], pieceOn(one.value)]]));
}

const isPiece = (content) => content === 'red' || content === 'blue';
const isStill = matchMedia('(prefers-reduced-motion: reduce)');

// Pieces that came appear. Those that changed sides turn one after the other, the nearest to
// the piece that took them first.
function animate(before) {
  const changed = [...contents()]
    .filter(([at, [now]]) => isPiece(now) && before.get(at)[0] !== now)
    .map(([at, [, piece]]) => ({ at, piece, was: before.get(at) }));
  const fresh = changed.filter(({ was }) => !isPiece(was[0]));
  for (const { piece } of fresh) piece.classList.add('fresh');
  if (fresh.length) sound.play(330, 0);
  const far = ({ at }) =>
    fresh.length === 1
      ? Math.hypot(file(at) - file(fresh[0].at), rank(at) - rank(fresh[0].at))
      : 0;
  const flipped = changed.filter(({ was }) => isPiece(was[0]));
  flipped.sort((one, other) => far(one) - far(other));
  flipped.forEach(({ piece, was: [, old] }, place) => {
    piece.classList.add('flipped');
    sound.play(440 + 40 * place, 100 + 70 * place);
    if (isStill.matches) return;
    piece.before(old);
    old.classList.add('leaving');
    for (const one of [old, piece]) one.style.setProperty('--wait', `${place * 70}ms`);
    old.addEventListener('animationend', () => old.remove());
  });
}

// ---------------------------------------------------------------- sound

// A tone for a piece that comes, and a higher one for each that it takes.
const sound = {
  isOn: false,
  turn(isOn) {
    this.isOn = isOn;
    localStorage.setItem('sound', isOn ? 'on' : '');
    byId('sound').setAttribute('aria-pressed', isOn);
  },
  play(pitch, wait) {
    if (!this.isOn) return;
    this.context ??= new AudioContext();
    // Before a person has clicked, a browser plays nothing.
    if (this.context.state === 'suspended') {
      this.context.resume();
      return;
    }
    const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
    const begin = this.context.currentTime + wait / 1000;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.12);
    tone.connect(volume).connect(this.context.destination);
    tone.start(begin);
    tone.stop(begin + 0.12);
  },
};

const board = {
  at: 'square-a7', // where the keys are
  from: null, // the piece that is held
  file: '', // the first half of a typed square

  data: () => document.querySelector('#board .grid').dataset,
  moves() {
    return this.data().moves.split(' ').filter(Boolean).map((move) => move.split('-'));
  },
  targets(from) {
    return this.moves().filter((move) => move[0] === from).map((move) => move[1]);
  },

  // After the board was put in place anew.
  fresh() {
    if (shapes.size) {
      shapes.clear();
      showShapes();
    }
    const held = this.from;
    this.from = null;
    gesture?.cancel?.();
    this.rove(byId(this.at) || all()[0]);
    if (held && this.targets(held).length) this.hold(held);
  },

  // One square is reached by Tab, the others from there.
  rove(to) {
    for (const one of all()) one.tabIndex = one === to ? 0 : -1;
    this.at = to.id;
  },

  clear(...names) {
    for (const one of all()) one.classList.remove(...names);
  },

  hold(from) {
    this.drop();
    this.from = from;
    button(from).classList.add('held');
    button(from).setAttribute('aria-pressed', 'true');
    for (const to of this.targets(from)) {
      const jump = distance(from, to) > 1;
      const target = button(to);
      target.classList.add('target', jump ? 'jump' : 'extend');
      target.dataset.label ??= target.getAttribute('aria-label');
      target.setAttribute('aria-label', `${target.dataset.label}, ${jump ? 'jump' : 'extend'}`);
    }
  },

  drop() {
    this.from = null;
    for (const one of all()) {
      one.removeAttribute('aria-pressed');
      if (one.dataset.label) one.setAttribute('aria-label', one.dataset.label);
    }
    this.clear('held', 'target', 'jump', 'extend', 'flips');
  },

  // Shows what a click here would do.
  preview(at) {
    this.clear('flips');
    if (!at || !this.from || !button(at).classList.contains('target')) return;
    const other = this.data().turn === 'red' ? 'blue' : 'red';
    for (const one of all()) {
      if (distance(one.value, at) === 1 && one.classList.contains(other)) one.classList.add('flips');
    }
  },

  play(from, to) {
    const fields = { move: `${from}-${to}`, board: this.data().board };
    this.drop();
    send('do/move', fields);
  },

  click(pressed) {
    this.rove(pressed);
    // What the pointer has taken up is not put down by the same click.
    if (this.justTaken === pressed.value) this.justTaken = null;
    else this.press(pressed.value);
  },

  // A click or a key on a square.
  press(at) {
    if (this.data().mode !== 'play') {
      paint(at, false);
    } else if (this.from && button(at).classList.contains('target')) {
      this.play(this.from, at);
    } else if (this.from !== at && this.targets(at).length) {
      this.hold(at);
    } else {
      this.drop();
    }
  },
};

// The mouse leaves the keys where they are, so that they go through the game.
document.addEventListener('mousedown', (event) => {
  if (!event.target.closest('.square-button')) return;
  event.preventDefault();
  document.activeElement.blur();
});

// ---------------------------------------------------------------- the pointer

const squareAt = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest('.square-button');

// What the pointer does while it is held: it drags a piece, paints squares of a position that is
// set up, or draws with the right button.
let gesture = null;

document.addEventListener('pointerdown', (event) => {
  board.justTaken = null;
  const at = squareAt(event)?.value;
  if (!at || (event.button !== 0 && event.button !== 2)) return;
  if (event.target.hasPointerCapture(event.pointerId)) {
    event.target.releasePointerCapture(event.pointerId);
  }
  if (board.data().mode === 'set-up') gesture = paint(at, event.button === 2);
  else if (event.button === 2) gesture = draw(at);
  else if (board.targets(at).length && board.from !== at) gesture = drag(at, event);
});

document.addEventListener('pointermove', (event) => gesture?.move?.(event));

document.addEventListener('pointerup', (event) => {
  gesture?.end?.(event);
  gesture = null;
});

document.addEventListener('pointercancel', () => {
  gesture?.cancel?.();
  gesture = null;
  board.drop();
});

for (const kind of ['pointerover', 'focusin']) {
  document.addEventListener(kind, (event) => {
    if (!gesture) board.preview(event.target.closest?.('.square-button')?.value);
  });
}

document.addEventListener('contextmenu', (event) => {
  if (squareAt(event)) event.preventDefault();
});

// A piece follows the pointer.
function drag(from, start) {
  board.hold(from);
  board.justTaken = from;
  const picture = document.querySelector('#board .picture svg');
  const scale = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
  const sign = isTurned() ? -scale : scale;
  const origin = pieceOn(from);
  let piece = null;
  return {
    move(event) {
      const by = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!piece) {
        if (Math.hypot(...by) < 6) return;
        piece = origin.cloneNode(true);
        piece.setAttribute('class', [...origin.classList].slice(0, 2).join(' '));
        picture.append(piece);
      }
      piece.setAttribute('transform', `translate(${by[0] * sign} ${by[1] * sign})`);
      const over = squareAt(event);
      // An extend leaves a piece where it was; a jump does not.
      origin.classList.toggle('leaves', !over?.classList.contains('extend'));
      board.preview(over?.value);
    },
    // The piece goes back.
    cancel() {
      piece?.remove();
      origin.classList.remove('leaves');
      gesture = null;
    },
    end(event) {
      this.cancel();
      if (!piece) return;
      board.justTaken = null;
      const to = squareAt(event);
      if (to?.classList.contains('target')) board.play(from, to.value);
      else if (to?.value !== from) board.drop();
    },
  };
}

// The squares that the pointer comes to get the chosen content; none where it began on a square
// with that content, or with the right button.
let painted = Promise.resolve();
function paint(first, erases) {
  const tool = document.querySelector('[name="tool"]:checked').value;
  const content = erases || button(first).classList.contains(tool) ? 'empty' : tool;
  let last = null;
  const put = (at) => {
    if (!at || at === last) return;
    last = at;
    painted = painted.then(() => send('do/set-up', { step: 'paint', square: at, content }));
  };
  put(first);
  board.justTaken = first;
  return { move: (event) => put(squareAt(event)?.value) };
}

// An arrow from square to square, or a mark on one. The same again removes it, and a move removes
// all.
const shapes = new Map();
function draw(from) {
  return {
    end(event) {
      const to = squareAt(event)?.value;
      if (to && !shapes.delete(from + to)) shapes.set(from + to, [from, to]);
      showShapes();
    },
  };
}

function showShapes() {
  // The middle of a square, in squares from the top left.
  const middle = (at) => [file(at) + 0.5, 6.5 - rank(at)];
  const path = ([from, to]) => {
    const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
    if (from === to) return `M${x0} ${y0 - 0.42}l.42 .42l-.42 .42l-.42 -.42z`;
    const [angle, size] = [Math.atan2(y1 - y0, x1 - x0), 0.34];
    const point = (turn) =>
      `${x1 - size * Math.cos(angle + turn)} ${y1 - size * Math.sin(angle + turn)}`;
    return `M${x0} ${y0}L${x1} ${y1}M${point(0.6)}L${x1} ${y1}L${point(-0.6)}`;
  };
  byId('drawn').firstElementChild.setAttribute('d', [...shapes.values()].map(path).join(''));
}

// ---------------------------------------------------------------- keys

document.addEventListener('keydown', (event) => {
  if (document.querySelector('dialog[open]') || event.altKey) return;
  const { key, target } = event;
  const here = target.closest('.square-button');
  const move = target.closest('#moves button');
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  if (key === 'Escape' && (board.from || !isTyping)) {
    if (board.from) board.drop();
    else byId('do-stop')?.click();
  }
  if (isTyping) return;
  const order = (event.ctrlKey || event.metaKey) && { z: 'undo', y: 'redo' }[key.toLowerCase()];
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  const end = { Home: 0, End: listed().length - 1 }[key];
  if (order) {
    event.preventDefault();
    byId(`do-${order}`)?.click();
  } else if (event.ctrlKey || event.metaKey) {
    // A command of the browser.
  } else if (move && /^Arrow(Up|Down)$/.test(key)) {
    event.preventDefault();
    const to = listed()[listed().indexOf(move) + by] ?? move;
    roveMoves(to);
    to.focus();
  } else if (here && by) {
    event.preventDefault();
    const way = isTurned() ? -by : by;
    const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
    const [f, r] = [file(here.value) + (isAcross ? way : 0), rank(here.value) - (isAcross ? 0 : way)];
    if (square(f, r)) visit(button(square(f, r)));
  } else if (here && /^[a-g]$/i.test(key)) {
    board.file = key.toLowerCase();
  } else if (here && /^[1-7]$/.test(key) && board.file) {
    visit(button(board.file + key));
  } else if (here && key === '-' && board.from !== here.value) {
    board.press(here.value);
  } else if (!here && (move || !target.closest('.log, pre, summary'))
    && (end !== undefined || /^Arrow(Left|Right)$/.test(key))) {
    event.preventDefault();
    goTo(end ?? currentPly() + by);
  } else if (key === '?') {
    byId('keys-dialog').showModal();
  } else if (!here && key.toLowerCase() === 'f') {
    flip();
  }
});

function visit(to) {
  board.rove(to);
  to.focus();
}

// ---------------------------------------------------------------- panels on a phone

// There, one panel is seen at a time, under the board.
function showPanel(name) {
  for (const tab of document.querySelectorAll('#tabs button')) {
    tab.setAttribute('aria-pressed', tab.dataset.tab === name);
  }
  for (const panel of document.querySelectorAll('[data-panel]')) {
    const isIt = panel.dataset.panel === name;
    panel.classList.toggle('chosen', isIt);
    if (isIt && name !== 'more' && onPhone.matches) panel.open = true;
  }
  showCurrent();
}
const onPhone = matchMedia('(max-width: 33.99rem) and (min-height: 34.01rem)');
onPhone.addEventListener('change', showCurrent);

if (sessionStorage.getItem('turned')) flip();
showPanel('moves');
if (localStorage.getItem('sound')) sound.turn(true);
stream.shown();
