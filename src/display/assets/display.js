// The script of the board: it sends forms without leaving the page, puts what has changed
// in its place, and lets pieces be moved with mouse, finger and keys.
'use strict';

const byId = (id) => document.getElementById(id);

// ---------------------------------------------------------------- what has changed

// What a person has begun to type or choose in a part, and how to put it back.
function begun(place) {
  const fields = [...place.querySelectorAll('input:not([type=hidden]), textarea, select')];
  const changed = fields.filter((one) => one.id && !(one.form && 'auto' in one.form.dataset) && (one.options
    ? [...one.options].some((option) => option.selected !== option.defaultSelected)
    : one.value !== one.defaultValue));
  const kept = changed.map((one) => [one.id, one.value]);
  const radio = fields.find((one) => one.type === 'radio' && one.checked && !one.defaultChecked);
  return () => {
    for (const [id, value] of kept) if (byId(id)) byId(id).value = value;
    const again = radio && place.querySelector(`[name="${radio.name}"][value="${radio.value}"]`);
    if (again) again.checked = true;
  };
}

function replace(part) {
  let place = byId(part.id);
  if (!place && part.id.startsWith('moves-')) {
    place = document.createElement('div');
    place.id = part.id;
    byId('moves').append(place);
  }
  if (!place || place.dataset.hash === part.hash) return false;
  // Not all buttons have an id: the place among the others holds the focus then.
  const stops = () =>
    [...place.querySelectorAll('button, input, select, textarea, [tabindex]')];
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  const index = stops().indexOf(held);
  const before = part.id === 'board' ? contents() : null;
  const restore = begun(place);
  place.innerHTML = part.html;
  place.dataset.hash = part.hash;
  restore();
  if (before) animate(before);
  const again = held && ((held.id && byId(held.id)) || stops()[index]);
  if (again && !again.disabled) again.focus({ preventScroll: true });
  return true;
}

function update(news) {
  const ids = new Set(news.ids);
  for (const place of [...byId('moves').children]) if (!ids.has(place.id)) place.remove();
  const changed = new Set(news.parts.filter(replace).map((part) => part.id));
  if (changed.has('status')) {
    showTitle();
    tick();
  }
  if (changed.has('board')) {
    refuse('');
    board.fresh();
    // A hint is for one position.
    if (stream.wish === 'hint') stream.ask('');
  }
  if ([...changed].some((id) => id.startsWith('moves-'))) {
    roveMoves();
    showCurrent();
  }
  if (changed.has('opened')) showCurrent();
  if (changed.has('games')) showDates();
  if (changed.has('log')) byId('log-frame').scrollTop = byId('log-frame').scrollHeight;
}

// What this page wants to know is in the address of its stream, so that it ends with the page.
// A browser opens only a few connections: hidden pages give theirs up when another is shown.
const stream = {
  events: null,
  wish: sessionStorage.getItem('wish') ?? '',
  others: new BroadcastChannel('ataxx'),

  open() {
    this.events?.close();
    this.events = new EventSource(`events?wish=${this.wish}`);
    const state = (text) => { byId('connection').textContent = text; };
    this.events.onopen = () => state('');
    this.events.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      update(news);
      if (!news.over) return;
      this.events.close();
      this.isOver = true;
      state('The session is over.');
    };
    this.events.onerror = () => {
      const isClosed = this.events.readyState === EventSource.CLOSED;
      state(isClosed ? 'This page is not served; perhaps too many are open.'
        : 'Not connected; trying again …');
      if (isClosed) setTimeout(() => this.open(), 2000);
    };
  },

  ask(wish) {
    this.wish = wish;
    sessionStorage.setItem('wish', wish);
    this.open();
  },

  shown() {
    if (document.hidden) return;
    this.others.postMessage('shown');
    if (!this.isOver && (!this.events || this.events.readyState === EventSource.CLOSED)) this.open();
  },
};
stream.others.onmessage = () => { if (document.hidden) stream.events?.close(); };
document.addEventListener('visibilitychange', () => stream.shown());
window.addEventListener('pageshow', (event) => { if (event.persisted) stream.open(); });

// The side to move, or the result, is seen in the tab, too.
function showTitle() {
  document.title = `${document.querySelector('#status h2').textContent} – Ataxx`;
}

// How long an AI has been thinking, in seconds, and what is left on a clock.
function tick() {
  for (const clock of document.querySelectorAll('#status [data-since], #status [data-until]')) {
    const { since, until } = clock.dataset;
    const seconds = Math.floor(Math.max(0, since ? Date.now() - since : until - Date.now()) / 1000);
    if (until) clock.textContent = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
    else clock.textContent = seconds > 0 ? ` ${seconds} s` : '';
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

// The list of moves is one stop of Tab: the move at hand. Arrows lead to the others.
const listed = () => [...byId('moves').querySelectorAll('button')];
function roveMoves(to) {
  const one = to || byId('moves').querySelector('[aria-current]') || listed()[0];
  for (const move of listed()) move.tabIndex = move === one ? 0 : -1;
}

// The move at hand, and the step of a scenario, are kept in sight, without moving anything else.
function showCurrent() {
  document.querySelectorAll('#moves, .steps').forEach(keepInSight);
}

function keepInSight(list) {
  // After the last step it is the last.
  const current = list.querySelector('[aria-current]') ?? list.lastElementChild;
  if (!current) return;
  const inside = list.getBoundingClientRect();
  const here = current.getBoundingClientRect();
  if (here.top < inside.top || here.bottom > inside.bottom - 8) {
    list.scrollTop += here.top - inside.top - (inside.height - here.height) / 2;
  }
}

// ---------------------------------------------------------------- forms

async function send(action, fields) {
  refuse('');
  byId('printed').textContent = '';
  try {
    const response = await fetch(action, {
      method: 'POST',
      headers: { Accept: 'text/plain' },
      body: new URLSearchParams(fields),
    });
    if (response.status === 204) return true;
    const answer = await response.text();
    if (response.headers.get('ataxx-answer') === 'printed') {
      byId('printed').textContent = answer;
      return true;
    }
    refuse(answer);
  } catch {
    refuse('the program was not reached');
  }
  return false;
}

// Says why an order from this page was refused.
function refuse(why) {
  const begin = /^[a-g][1-7]/.test(why) ? why[0] : why[0]?.toUpperCase();
  byId('refusal').textContent = why && `${begin}${why.slice(1).trim()}`.replace(/[^.!?]$/, '$&.');
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const action = form.getAttribute('action');
  const done = await send(action, new FormData(form, event.submitter));
  if (done && form.dataset.clear) form.elements[form.dataset.clear].value = '';
  if (done && form.dataset.close) {
    byId(form.dataset.close).close();
    form.reset();
  }
});

document.addEventListener('change', async (event) => {
  const form = event.target.form;
  if (form && 'auto' in form.dataset) form.requestSubmit();
  if (event.target.id === 'plies') stream.ask(event.target.value);
  const file = event.target.id === 'open-file' && event.target.files[0];
  if (!file) return;
  if (file.size > event.target.dataset.most) refuse('this file is too large for a page');
  else await send('do/open', { text: await file.text() });
  event.target.value = '';
});

document.addEventListener('click', async (event) => {
  const copy = event.target.closest('[data-copy]');
  if (copy) {
    const text = byId(copy.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.value);
      copy.textContent = 'Copied';
    } catch {
      text.select();
      copy.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
  }
  const dialog = event.target.closest('[data-dialog]');
  if (dialog) byId(dialog.dataset.dialog).showModal();
  const close = event.target.closest('button[data-close]');
  if (close) byId(close.dataset.close).close();
  if (event.target.closest('#do-flip')) flip();
  const act = event.target.closest('[data-do]');
  if (act) send(...`do/${act.dataset.do}?`.split('?'));
  const asks = event.target.closest('[data-wish]');
  if (asks) stream.ask(asks.getAttribute('aria-pressed') === 'true' ? '' : asks.dataset.wish);
  if (asks?.dataset.shows) showPanel(asks.dataset.shows);
  if (event.target.closest('#sound')) {
    sound.turn(!sound.isOn);
    sound.play(440, 0);
  }
  const course = event.target.closest('#course svg');
  if (course) {
    const box = course.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * course.dataset.plies);
    game.at(ply)?.click();
  }
});

// Goes through the game by the buttons of its moves.
const game = {
  at: (ply) => byId('moves').querySelector(`[data-ply="${ply}"]`),
  ply: () => Number(byId('moves').querySelector('[aria-current]')?.dataset.ply ?? 0),
  last: () => byId('moves').querySelectorAll('[data-ply]').length - 1,
  go(ply) {
    if (ply !== this.ply()) this.at(Math.max(0, Math.min(ply, this.last())))?.click();
  },
};

// ---------------------------------------------------------------- the board

// Each page has its own side of the board below.
const isTurned = () => document.documentElement.classList.contains('turned');
function flip() {
  document.documentElement.classList.toggle('turned');
  sessionStorage.setItem('turned', isTurned() ? 'yes' : '');
}

const grid = () => document.querySelector('#board .grid');
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
  drag: null, // what follows the pointer
  file: '', // the first half of a typed square

  data: () => grid().dataset,
  moves() {
    return this.data().moves.split(' ').filter(Boolean).map((move) => move.split('-'));
  },
  targets(from) {
    return this.moves().filter((move) => move[0] === from).map((move) => move[1]);
  },

  // After the board was put in place anew.
  fresh() {
    drawing.clear();
    const held = this.from;
    this.from = null;
    endDrag();
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
    if (!at) return;
    if (this.from && button(at).classList.contains('target')) {
      const other = this.data().turn === 'red' ? 'blue' : 'red';
      for (let f = -1; f <= 1; f += 1) {
        for (let r = -1; r <= 1; r += 1) {
          const next = square(file(at) + f, rank(at) + r);
          if (next && button(next).classList.contains(other)) button(next).classList.add('flips');
        }
      }
    }
  },

  play(from, to) {
    const fields = { move: `${from}-${to}`, board: this.data().board };
    this.drop();
    send('do/move', fields);
  },

  // A click or a key on a square.
  press(at) {
    if (this.data().mode !== 'play') {
      painting.begin(at, false);
      painting.end();
    } else if (this.from === at) {
      this.drop();
    } else if (this.from && button(at).classList.contains('target')) {
      this.play(this.from, at);
    } else if (this.targets(at).length) {
      this.hold(at);
    } else {
      this.drop();
    }
  },
};

document.addEventListener('click', (event) => {
  const pressed = event.target.closest('.square-button');
  if (!pressed) return;
  board.rove(pressed);
  // What the pointer has taken up is not put down by the same click.
  if (board.justTaken === pressed.value) board.justTaken = null;
  else board.press(pressed.value);
});

// The mouse leaves the keys where they are, so that they go through the game.
document.addEventListener('mousedown', (event) => {
  if (!event.target.closest('.square-button')) return;
  event.preventDefault();
  document.activeElement.blur();
});

const squareAt = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest('.square-button');

document.addEventListener('pointerdown', (event) => {
  board.justTaken = null;
  const pressed = event.target.closest('.square-button');
  if (!pressed || event.button !== 0 || board.data().mode !== 'play') return;
  if (!board.targets(pressed.value).length || board.from === pressed.value) return;
  pressed.releasePointerCapture?.(event.pointerId);
  board.hold(pressed.value);
  board.justTaken = pressed.value;
  board.drag = { x: event.clientX, y: event.clientY, from: pressed.value };
});

document.addEventListener('pointermove', (event) => {
  if (!board.drag) return;
  const { drag } = board;
  const picture = document.querySelector('#board .picture svg');
  const scale = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
  const sign = isTurned() ? -1 : 1;
  const [x, y] = [sign * (event.clientX - drag.x), sign * (event.clientY - drag.y)];
  if (Math.hypot(x, y) < 6 && !drag.moves) return;
  if (!drag.moves) {
    drag.moves = true;
    drag.origin = pieceOn(drag.from);
    drag.piece = drag.origin.cloneNode(true);
    drag.piece.setAttribute('class', `${drag.origin.classList[0]} ${drag.origin.classList[1]}`);
    picture.append(drag.piece);
  }
  drag.piece.setAttribute('transform', `translate(${x * scale} ${y * scale})`);
  const over = squareAt(event);
  // An extend leaves a piece where it was; a jump does not.
  drag.origin.classList.toggle('leaves', !over?.classList.contains('extend'));
  board.preview(over?.value);
});

// The piece that followed the pointer goes back.
function endDrag() {
  const { drag } = board;
  board.drag = null;
  drag?.piece?.remove();
  drag?.origin?.classList.remove('leaves');
  return drag;
}

document.addEventListener('pointerup', (event) => {
  const drag = endDrag();
  if (!drag?.moves) return;
  board.justTaken = null;
  const to = squareAt(event);
  if (to?.classList.contains('target')) board.play(drag.from, to.value);
  else if (to?.value !== drag.from) board.drop();
});

document.addEventListener('pointercancel', () => {
  endDrag();
  painting.end();
  board.drop();
});

for (const kind of ['pointerover', 'focusin']) {
  document.addEventListener(kind, (event) => {
    if (!board.drag) board.preview(event.target.closest?.('.square-button')?.value);
  });
}

// ---------------------------------------------------------------- setting up

// A pointer that is drawn over the board paints the squares it comes to: with the chosen
// content, or empty where it began on a square with that content, or with the right button.
const painting = {
  content: null,
  last: null,
  sent: Promise.resolve(),
  begin(at, erases) {
    const tool = document.querySelector('[name="tool"]:checked').value;
    this.content = erases || button(at).classList.contains(tool) ? 'empty' : tool;
    this.last = null;
    this.paint(at);
  },
  paint(at) {
    if (!this.content || !at || at === this.last) return;
    this.last = at;
    const fields = { square: at, content: this.content };
    this.sent = this.sent.then(() => send('do/square', fields));
  },
  end() {
    this.content = null;
  },
};

document.addEventListener('pointerdown', (event) => {
  const at = squareAt(event)?.value;
  if (!at || board.data().mode !== 'set-up' || (event.button !== 0 && event.button !== 2)) return;
  event.target.releasePointerCapture?.(event.pointerId);
  board.justTaken = at;
  painting.begin(at, event.button === 2);
});

document.addEventListener('pointermove', (event) => painting.paint(squareAt(event)?.value));
document.addEventListener('pointerup', () => painting.end());

// ---------------------------------------------------------------- drawing on the board

// With the right button: an arrow from square to square, or a mark on one. The same again
// removes it, and a move removes all.
const drawing = {
  from: null,
  shapes: new Map(),
  toggle(from, to) {
    const name = `${from}-${to}`;
    if (!this.shapes.delete(name)) this.shapes.set(name, [from, to]);
    this.show();
  },
  clear() {
    if (!this.shapes.size) return;
    this.shapes.clear();
    this.show();
  },
  // The middle of a square, in squares from the top left.
  middle(at) {
    const place = all().indexOf(button(at));
    return [(place % 7) + 0.5, Math.floor(place / 7) + 0.5];
  },
  show() {
    const path = ([from, to]) => {
      const [[x0, y0], [x1, y1]] = [this.middle(from), this.middle(to)];
      if (from === to) return `M${x0} ${y0 - 0.42}l.42 .42l-.42 .42l-.42 -.42z`;
      const [angle, size] = [Math.atan2(y1 - y0, x1 - x0), 0.34];
      const point = (turn) =>
        `${x1 - size * Math.cos(angle + turn)} ${y1 - size * Math.sin(angle + turn)}`;
      return `M${x0} ${y0}L${x1} ${y1}M${point(0.6)}L${x1} ${y1}L${point(-0.6)}`;
    };
    byId('drawn').firstElementChild.setAttribute('d', [...this.shapes.values()].map(path).join(''));
  },
};

document.addEventListener('contextmenu', (event) => {
  if (squareAt(event)) event.preventDefault();
});

document.addEventListener('pointerdown', (event) => {
  const draws = event.button === 2 && board.data().mode !== 'set-up';
  if (draws) drawing.from = squareAt(event)?.value ?? null;
});

document.addEventListener('pointerup', (event) => {
  const to = squareAt(event)?.value;
  if (event.button === 2 && drawing.from && to) drawing.toggle(drawing.from, to);
  if (event.button === 2) drawing.from = null;
});

// ---------------------------------------------------------------- keys

document.addEventListener('keydown', (event) => {
  if (document.querySelector('dialog[open]')) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if ((event.ctrlKey || event.metaKey) && !typing) {
    const what = { z: 'undo', y: 'redo' }[event.key.toLowerCase()];
    if (what) {
      event.preventDefault();
      byId(`do-${what}`)?.click();
    }
    return;
  }
  if (event.key === 'Escape') {
    if (board.from) board.drop();
    else if (!typing) byId('do-stop')?.click();
    return;
  }
  const here = event.target.closest('.square-button');
  if (event.altKey) return;
  const move = event.target.closest('#moves button');
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (move && (by || event.key === 'Home' || event.key === 'End')) {
    event.preventDefault();
    const moves = listed();
    const place = { Home: 0, End: moves.length - 1 }[event.key] ?? moves.indexOf(move) + by;
    const to = moves[Math.max(0, Math.min(place, moves.length - 1))];
    roveMoves(to);
    to.focus();
    return;
  }
  if (!typing && !here && !event.target.closest('.moves, .log, pre, summary')) {
    const to = {
      ArrowLeft: game.ply() - 1, ArrowRight: game.ply() + 1, Home: 0, End: game.last(),
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      game.go(to);
      return;
    }
  }
  if (!typing && event.key === '?') byId('keys-dialog').showModal();
  if (!typing && !here && event.key.toLowerCase() === 'f') flip();
  if (!here) return;
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (step) {
    event.preventDefault();
    const squares = all();
    const sign = isTurned() ? -1 : 1;
    const place = squares.indexOf(here);
    const [row, column] = [Math.floor(place / 7) + sign * step[0], (place % 7) + sign * step[1]];
    if (row < 0 || row > 6 || column < 0 || column > 6) return;
    visit(squares[row * 7 + column]);
  } else if (/^[a-g]$/i.test(event.key)) {
    board.file = event.key.toLowerCase();
  } else if (/^[1-7]$/.test(event.key) && board.file) {
    visit(button(board.file + event.key));
  } else if (event.key === '-' && board.from !== here.value) {
    board.press(here.value);
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
byId('tabs').addEventListener('click', (event) => {
  const tab = event.target.closest('button');
  if (tab) showPanel(tab.dataset.tab);
});

if (sessionStorage.getItem('turned')) flip();
showPanel('moves');
board.fresh();
roveMoves();
showTitle();
showDates();
tick();
if (localStorage.getItem('sound')) sound.turn(true);
stream.open();
stream.shown();
