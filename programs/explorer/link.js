"use strict";
/* link.js -- the address of what is shown. */

const BETWEEN_ENTRIES = 300; /* milliseconds; quicker changes are one entry of the browser's history */
let written = null, isReading = false, lastEntry = 0;

/* The Source pane is shown at first if lines belong to it. */
function usualSource() {
  const hasOrigins = data.nodes.some((row) => row[0] === "@");
  return Boolean(program) && hasOrigins && matchMedia("(min-width: 1100px)").matches;
}

function usualView() {
  return matchMedia("(max-width: 800px)").matches ? "inline" : "split";
}

function linkOf() {
  const link = [`step=${state.step}`];
  const encode = (words) => encodeURIComponent(words).replace(/%2C/g, "%252C");
  if (state.pin && !state.pin.text.program) {
    const here = relatedIn(state.pin, textOf(state.step))[0];
    if (here) link.push(`line=${here}${state.last ? `-${here + state.last - state.pin.line}` : ""}`);
  }
  if (state.view !== "split" || usualView() !== "split") link.push(`view=${state.view}`);
  if (state.query) link.push(`q=${encodeURIComponent(state.query)}`);
  if (!state.everywhere) link.push("in=step");
  const hide = [...hidden].join(",");
  if (hide !== usualFilters) link.push(`hide=${hide}`);
  if (state.function) link.push(`fn=${encodeURIComponent(state.function)}`);
  if (state.withSource !== usualSource()) link.push(`source=${state.withSource ? "on" : "off"}`);
  if (folded.size) link.push(`fold=${[...folded].map(encode).join(",")}`);
  if (state.wrap) link.push("wrap=on");
  const scheme = document.querySelector("input[name=scheme]:checked").id;
  if (scheme) link.push(`scheme=${scheme}`);
  return "#" + link.join("&");
}

/* Steps, lines, views and functions are entries of the browser's history, so that its button goes
 * back to them. A search that is being typed is not. */
function writeLink() {
  if (isReading) return;
  const link = linkOf(), was = written;
  if (link === was) return;
  written = link;
  const plain = (words) => words.replace(/&(q|scheme|wrap)=[^&]*/g, "");
  const isEntry = was !== null && plain(link) !== plain(was) && Date.now() - lastEntry > BETWEEN_ENTRIES;
  replaceLink(link, isEntry);
}

function replaceLink(link, isEntry) {
  try {
    if (isEntry) history.pushState(null, "", link);
    else history.replaceState(null, "", link);
    if (isEntry) lastEntry = Date.now();
  } catch (error) { /* some browsers do not allow it in local files */ }
}

/* Reads "7" or "7-15" as lines of a text; null if it has none. */
function readLines(words, text) {
  const match = /^(\d+)(?:-(\d+))?$/.exec(words);
  if (!match) return null;
  const first = Number(match[1]), last = Number(match[2] || 0);
  return first && Math.max(first, last) <= text.count && (!last || last >= first)
    ? { first, last: last > first ? last : 0 } : null;
}

/* Takes the step and the lines. Returns what is wrong with them. */
function readPlace(found) {
  const problems = [], words = found.get("step"), first = steps.findIndex((each, i) => i && isChanged(i));
  const step = words === "last" ? steps.length - 1 : Number(words);
  const isStep = /^(\d+|last)$/.test(words || "") && Boolean(steps[step]);
  state.step = isStep ? step : Math.max(0, first);
  if (words !== null && !isStep)
    problems.push(`there is no step ${words}: the steps are 0 to ${steps.length - 1}`);
  const text = textOf(state.step);
  const range = found.has("line") ? readLines(found.get("line"), text) : null;
  state.pin = range ? { text, line: range.first } : null;
  state.last = range ? range.last : 0;
  if (found.has("line") && !range)
    problems.push(`step ${state.step} has no line ${found.get("line")}: it has ${text.count}`);
  return problems;
}

/* Takes what the page shows of the place. Returns what is wrong with it. */
function readLook(found) {
  const problems = [], views = ["text", "inline", "split"], names = new Set();
  texts.forEach((text) => text.folds.forEach((fold) => names.add(fold[2])));
  const view = found.get("view"), name = found.get("fn") || "";
  state.view = views.includes(view) ? view : usualView();
  if (view !== null && !views.includes(view)) problems.push(`there is no view ${view}`);
  state.function = names.has(name) ? name : "";
  if (name && !state.function) problems.push(`no step has a function ${name}`);
  state.withSource = found.has("source") ? found.get("source") === "on" : usualSource();
  state.wrap = found.get("wrap") === "on";
  state.everywhere = found.get("in") !== "step";
  folded.clear();
  (found.get("fold") || "").split(",").filter((key) => key)
    .forEach((key) => folded.add(key.replace(/%2C/g, ",")));
  for (const scheme of document.querySelectorAll("input[name=scheme]"))
    scheme.checked = scheme.id === (found.get("scheme") || "");
  if (!document.querySelector("input[name=scheme]:checked"))
    document.querySelector("input[name=scheme]").checked = true;
  return problems;
}

function readLink() {
  if (location.hash === written) return;
  const found = new URLSearchParams(location.hash.slice(1)), had = state.function;
  isReading = true;
  const problems = [...readPlace(found), ...readLook(found)];
  $("inspector").hidden = true;
  $("wrap").checked = state.wrap;
  $("with-source").checked = state.withSource;
  $("everywhere").checked = state.everywhere;
  document.body.dataset.wrap = state.wrap ? "on" : "off";
  const hide = (found.has("hide") ? found.get("hide") : usualFilters).split(",");
  for (const [name] of FILTERS)
    if (hidden.has(name) !== hide.includes(name)) setFilter(name, hide.includes(name));
  if ((found.get("q") || "") !== state.query) searchFor(found.get("q") || "");
  if (had !== state.function) setFunction(state.function);
  setView(state.view);
  isReading = false;
  written = linkOf();
  replaceLink(written);
  show(state.pin);
  showSource();
  if (problems.length) say(`The address is wrong: ${problems.join("; ")}.`);
}
