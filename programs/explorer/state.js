"use strict";
/* state.js -- what the page shows, and what all its parts need. */

const CONTEXT = 3; /* unchanged rows around changed ones */
const MOST_PLACES = 40; /* of a name, in the panel */
const LONGEST = 2000; /* characters of a line that are shown */
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
  everywhere: true, withSource: true, mark: null };
const folded = new Set(); /* keys of folds */
const opened = new Set(); /* runs of unchanged rows that are shown: "STEP OLD/NOW" */
