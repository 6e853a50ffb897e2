"use strict";
// Shows games move by move: the one of the page, or those of a table, one at a time. What a
// game looks like to this script is said in encoded.rs.
(() => {
  const viewer = document.getElementById("replay");
  if (!viewer) return;
  const rows = [...document.querySelectorAll("table.games tbody tr")];
  const find = (selector) => viewer.querySelector(selector);
  const svg = find("svg"), heading = find("h3"), how = find(".how"), status = find(".status");
  const slider = find("input"), list = find(".plies");
  const sample = document.getElementById("pieces").content.querySelector("svg");
  const layer = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  const sides = { r: "Red", b: "Blue" };

  const index = (letter) => letter.charCodeAt(0) - (letter >= "a" ? 71 : 65);
  const name = (square) => "abcdefg"[square % 7] + (1 + Math.floor(square / 7));
  const corner = (square) => {
    const { x, y } = svg.querySelector(".square." + name(square));
    return [x.baseVal.value, y.baseVal.value];
  };
  // One of everything, and where it stands: a1 is 0, c1 is 2, g1 is 6, a7 is 42.
  const pieces = {
    r: [".piece.red", 0], b: [".piece.blue", 42], x: [".block", 6],
    from: [".mark.from", 0], to: [".mark.to", 2],
  };
  const put = (what, square) => {
    const [selector, stands] = pieces[what];
    const copy = sample.querySelector(selector).cloneNode(true);
    const [[x, y], [x0, y0]] = [corner(square), corner(stands)];
    copy.setAttribute("transform", `translate(${x - x0} ${y - y0})`);
    layer.appendChild(copy);
  };

  let game = null, ply = 0, shown = null;

  const read = (text) => {
    const [mover, turn, start, moves] = text.split(" ");
    const boards = [[...start]], plies = [];
    let side = mover, number = Number(turn);
    for (const word of moves.split(",").slice(0, -1)) {
      const board = [...boards.at(-1)];
      const jump = word.startsWith("-");
      const squares = [...(jump ? word.slice(1) : word)].map(index);
      for (const square of squares.slice(1)) board[square] = side;
      if (jump) board[squares[0]] = "-";
      boards.push(board);
      const text = squares.length ? name(squares[0]) + "-" + name(squares[1]) : "pass";
      plies.push({ side, number, text, squares, first: side === "r" || !plies.length });
      if (side === "b") number += 1;
      side = side === "r" ? "b" : "r";
    }
    return { boards, plies, side: mover };
  };

  const show = (to) => {
    ply = Math.max(0, Math.min(to, game.plies.length));
    const board = game.boards[ply], last = game.plies[ply - 1];
    layer.replaceChildren();
    if (last && last.squares.length) {
      put("from", last.squares[0]);
      put("to", last.squares[1]);
    }
    board.forEach((cell, square) => cell !== "-" && put(cell, square));
    const count = (side) => board.filter((cell) => cell === side).length;
    const what = last ? `${last.number}. ${sides[last.side]}: ${last.text}` : "The start";
    status.textContent = `${what} (Red ${count("r")}, Blue ${count("b")})`;
    svg.querySelector("desc").textContent = status.textContent;
    slider.value = ply;
    slider.setAttribute("aria-valuetext", what);
    [...list.querySelectorAll("button")].forEach((button, number) => {
      if (number + 1 === ply) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
  };

  const begin = (text) => {
    game = read(text);
    slider.max = game.plies.length;
    list.replaceChildren(...game.plies.map((move, number) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = (move.first ? `${move.number}${move.side === "r" ? "." : "..."} ` : "") + move.text;
      button.addEventListener("click", () => show(number + 1));
      item.append(button);
      return item;
    }));
    viewer.hidden = false;
    show(0);
  };

  const open = (row) => {
    if (shown) shown.classList.remove("shown");
    shown = row;
    row.classList.add("shown");
    const cells = [...row.cells].map((cell) => cell.textContent);
    heading.textContent = `Game ${cells[0]}: ${cells[2]} – ${cells[3]}`;
    how.textContent = `${cells[4]}, ${cells[6]}`;
    begin(row.dataset.game);
    viewer.focus({ preventScroll: true });
    viewer.scrollIntoView({ block: "nearest" });
  };

  const close = () => {
    if (!shown) return;
    viewer.hidden = true;
    shown.classList.remove("shown");
    shown.querySelector("button").focus();
  };
  const go = {
    first: () => show(0), previous: () => show(ply - 1),
    next: () => show(ply + 1), last: () => show(Infinity), close,
  };
  for (const button of viewer.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => go[button.dataset.go]());
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", Escape: "close" };
  document.addEventListener("keydown", (event) => {
    if (viewer.hidden || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, .table[tabindex]")) return;
    // Home and End scroll the page, unless somebody is at the board.
    if (!event.key.startsWith("Arrow") && !viewer.contains(event.target)) return;
    if (keys[event.key]) {
      event.preventDefault();
      go[keys[event.key]]();
    }
  });

  const only = document.querySelector("div.game");
  if (only) {
    for (const other of [heading, how, find("[data-go=close]")]) other.remove();
    begin(only.dataset.game);
    return;
  }

  for (const row of rows) {
    if (!row.dataset.game) continue;
    const number = row.querySelector(".number"), button = document.createElement("button");
    button.type = "button";
    button.textContent = number.textContent;
    button.setAttribute("aria-label", `Look at game ${number.textContent}`);
    button.addEventListener("click", () => open(row));
    number.replaceChildren(button);
  }

  const choice = document.querySelector("form.choice");
  const choose = () => {
    const { player, end } = choice.elements;
    let count = 0;
    for (const row of rows) {
      const { red, blue, end: ended } = row.dataset;
      const fits = (!player.value || [red, blue].includes(player.value)) && (!end.value || end.value === ended);
      row.hidden = !fits;
      count += fits;
    }
    choice.querySelector("output").textContent = count === rows.length ? "" : `${count} of ${rows.length}`;
  };
  choice.hidden = false;
  choice.addEventListener("change", choose);
  choice.addEventListener("submit", (event) => event.preventDefault());
  choose();

  const linked = () => {
    const row = rows.find((row) => "#game-" + row.dataset.number === location.hash);
    if (row && row.dataset.game) open(row);
  };
  addEventListener("hashchange", linked);
  linked();
})();
