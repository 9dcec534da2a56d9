"use strict";
/* long.js -- the page of a long text: only the lines in view are elements. */

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const count = data.lines.length;
const closed = new Set(); /* first lines of folds */
const foldAt = new Map(); /* first line -> last line; lines count from 1 */
for (let i = 0; i < data.folds.length; i += 2)
  if (!foldAt.has(data.folds[i])) foldAt.set(data.folds[i], data.folds[i + 1]);
let shown = null; /* the lines of the rows; null: all */
let target = 0, query = "", isWrapped = false, columns = 0;

function make(tag, classes, text) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  return element;
}

const lineOf = (index) => (shown ? shown[index] : index + 1);

/* The row of a line, or of the fold that hides it. */
function indexOf(line) {
  return shown ? Math.max(0, lastAtMost(shown, line, shown.length)) : line - 1;
}

function codeOf(line) {
  const text = data.lines[line - 1], code = make("code");
  let at = 0;
  for (const [run] of data.styles[data.style[line - 1]].matchAll(/[a-z.]\d+/g)) {
    const piece = text.slice(at, at + Number(run.slice(1)));
    code.append(run[0] === "." ? piece : make("span", run[0], piece));
    at += piece.length;
  }
  code.append(text.slice(at));
  if (isWrapped) {
    const hang = hangOf(text, columns);
    code.dataset.hang = hang;
    needRule("hang", hang);
  }
  return code;
}

const pane = new Pane($("text"), (index) => {
  const line = lineOf(index), row = make("div", "l"), number = make("span", "no");
  number.dataset.n = line;
  row.append(number, codeOf(line));
  if (foldAt.has(line)) row.classList.add(closed.has(line) ? "closed" : "fold");
  if (line === target) row.classList.add("pinned");
  if (query && data.lines[line - 1].toLowerCase().includes(query)) row.classList.add("found");
  if (!row.textContent) row.setAttribute("aria-label", `line ${line}, blank`);
  return row;
}, "row l");

function show() {
  if (closed.size) {
    const rows = [];
    for (let line = 1; line <= count; line++) {
      rows.push(line);
      if (closed.has(line)) line = foldAt.get(line);
    }
    shown = rows;
  } else {
    shown = null;
  }
  const rows = shown ? shown.length : count;
  if (isWrapped) columns = columnsOf(pane);
  pane.show(rows, isWrapped ? Array.from({ length: rows }, (_, index) =>
    wrappedRows(data.lines[lineOf(index) - 1], columns)) : undefined);
}

/* The first line in view stays there. */
function setWrap(on) {
  const line = lineOf(Math.min(pane.indexAt(pane.offset), pane.count - 1));
  isWrapped = $("wrap").checked = on;
  document.body.dataset.wrap = on ? "on" : "off";
  show();
  pane.offset = pane.topOf(indexOf(line));
}

function toggle(line) {
  if (!closed.delete(line)) closed.add(line);
  show();
}

function goTo(line) {
  for (const head of [...closed]) if (head < line && line <= foldAt.get(head)) toggle(head);
  target = line;
  pane.redraw();
  pane.reveal(indexOf(line), true);
}

/* "#L12" is line 12, as in short pages. */
function readLink() {
  const line = Number((/^#L(\d+)$/.exec(location.hash) || [])[1] || 0);
  if (line > 0 && line <= count) goTo(line);
  else if (location.hash) $("hits").textContent = `there is no ${location.hash.slice(1)}`;
}

/* Goes to the next line with the words, from the marked one on. */
function search(direction) {
  query = $("query").value.toLowerCase();
  for (let i = 1; query && i <= count; i++) {
    const line = ((target - 1 + direction * i) % count + count) % count + 1;
    if (!data.lines[line - 1].toLowerCase().includes(query)) continue;
    $("hits").textContent = `line ${line}`;
    goTo(line);
    const hit = data.lines[line - 1].toLowerCase().indexOf(query);
    return isWrapped ? undefined : pane.revealColumn(hit);
  }
  $("hits").textContent = query ? "not found" : "";
  return pane.redraw();
}

$("text").addEventListener("click", (event) => {
  const index = pane.indexOf(event.target);
  if (index < 0 || String(getSelection())) return;
  const line = lineOf(index);
  pane.moveTo(index);
  if (event.target.closest(".no") && foldAt.has(line)) toggle(line);
  else if (event.target.closest(".no")) location.hash = `L${line}`;
});
pane.box.addEventListener("keydown", (event) => {
  const page = Math.floor(pane.box.clientHeight / pane.rowHeight) - 1;
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
    Home: -pane.count, End: pane.count };
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in moves) pane.moveTo(Math.max(0, pane.current + moves[event.key]));
  else if (event.key === "Enter" && foldAt.has(lineOf(pane.current))) toggle(lineOf(pane.current));
  else return;
  event.preventDefault();
});
$("find").addEventListener("submit", (event) => {
  event.preventDefault();
  search(1);
});
$("query").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.shiftKey) return;
  event.preventDefault();
  search(-1);
});
/* The functions become options when someone looks. */
$("function").addEventListener("focus", () => {
  if ($("function").options.length > 1) return;
  data.functions.forEach(([line, name]) => $("function").append(new Option(name, line)));
}, { once: true });
$("function").addEventListener("change", (event) => {
  if (event.target.value) location.hash = `L${event.target.value}`;
});
$("function").hidden = !data.functions.length;
$("wrap").addEventListener("change", (event) => setWrap(event.target.checked));
addEventListener("keydown", (event) => {
  if (event.key !== "w" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!event.target.matches("input[type=search], select")) setWrap(!isWrapped);
});
new ResizeObserver(() => {
  if (isWrapped && columnsOf(pane) !== columns) setWrap(true);
}).observe(pane.box);
addEventListener("hashchange", readLink);
$("long").hidden = false;
show();
readLink();
document.body.dataset.ready = "yes";
