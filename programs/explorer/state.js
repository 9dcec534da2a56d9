"use strict";
/* state.js -- what the page shows, and what all its parts need. */

const CONTEXT = 3; /* unchanged rows around changed ones */
const MOST_PLACES = 40; /* of a name, in the panel */
const LONGEST = 2000; /* characters of a line that are shown at first */
const MOST_SHOWN = 200000; /* characters of a line that are shown at all */
const MORE = 20; /* unchanged lines that a click shows */
const $ = (id) => document.getElementById(id);
const steps = data.steps;

function make(tag, classes, text) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  return element;
}

const textOf = (step) => decode(texts[steps[step].text]);
const beforeOf = (step) => (steps[step].before === undefined ? null : textOf(steps[step].before));
const isChanged = (step) => step === 0 || texts[steps[step].text].step === step;
/* The user's program is a text of its own: {program: true}. */
const program = source && { program: true, line: source.lines, count: source.lines.length - 1,
  folds: [], name: source.name };

/* ---- what is shown ---- */

const state = { step: 0, view: "split", pin: null, hover: null, function: "", query: "",
  everywhere: true, withSource: true, mark: null, wrap: false, last: 0 };
/* `last` is the last line of a range that begins with the pinned line, or 0. */
const folded = new Set(); /* keys of folds */
/* Of runs of unchanged rows, how many are shown at both ends: "STEP OLD/NOW" -> [first, last]. */
const opened = new Map();
const windows = new Map(); /* line of the table -> the characters that are shown: [begin, end] */

/* ---- sizes ---- */

const sizeSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sizeSheet];

/* ---- long lines ---- */

function windowOf(id) {
  return windows.get(id) || [0, Math.min(LONGEST, lineText(id).length)];
}

/* Shows the characters around a column. Returns whether others were shown before. */
function openWindow(id, column) {
  const [begin, end] = windowOf(id), size = lineText(id).length;
  if (column === undefined || (begin <= column && column < end) || column >= size) return false;
  const from = Math.max(0, Math.min(column - LONGEST / 2, size - LONGEST));
  windows.set(id, [from, Math.min(size, from + LONGEST)]);
  return true;
}

function openWhole(id) {
  windows.set(id, [0, Math.min(MOST_SHOWN, lineText(id).length)]);
}
