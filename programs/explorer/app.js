"use strict";
/* app.js -- the page: the panes, the line that is looked at, the pointer and the keys. */

/* ---- panes ---- */

const panes = {}, rowsOf = { source: [], before: [], after: [] };
for (const name of ["source", "before", "after"]) {
  panes[name] = new Pane($(name), (index) => rowElement(rowsOf[name][index]));
  wire(name);
}

/* ---- wrapped lines ---- */

function heightOf(row, columns) {
  if (!row || !row.line) return 1;
  const id = row.text.line[row.line], all = lineText(id), [begin, end] = windowOf(id);
  const width = widthOf(all.slice(begin, end)), marks = (begin > 0) + (all.length > end);
  const more = Math.max(0, width - columns) / (columns - hangOf(all, columns));
  return 1 + Math.ceil(more) + marks;
}

/* The heights of the rows of a pane beside those of another one. */
function heightsOf(pane, rows, other, otherRows) {
  if (!state.wrap) return undefined;
  const columns = columnsOf(pane), others = other ? columnsOf(other) : 0;
  pane.columns = columns;
  return rows.map((row, i) => Math.max(heightOf(row, columns),
    other ? heightOf(otherRows[i], others) : 1));
}

function setRows(name, rows, heading, other) {
  const pane = panes[name];
  rowsOf[name] = rows;
  pane.current = -1;
  pane.box.setAttribute("aria-label", heading);
  pane.box.removeAttribute("aria-activedescendant");
  pane.show(rows.length, heightsOf(pane, rows, other && panes[other], other && rowsOf[other]));
}

/* Names the function that is in view. */
function nameWithin(name, index) {
  const within = panes[name].heading.querySelector(".within");
  if (!within) return;
  const row = rowsOf[name].slice(index, index + 10).find((each) => each.line);
  const around = row && functionFolds(row.text).filter((fold) =>
    fold[0] < row.line && row.line <= fold[1]).pop();
  const shown = state.function || (around ? around[2] : "");
  within.textContent = shown ? `in ${isMlir ? "@" : "def "}${shown}` : "";
}

function head(name, label, title, step) {
  const heading = panes[name].heading;
  heading.replaceChildren(make("span", "label", label), make("span", "name", title),
    make("span", "within"));
  if (name === "after" && madeBy(step))
    heading.append(Object.assign(make("span", "made", madeBy(step)), { title: madeBy(step) }));
  if (state.function && name === "after") {
    const all = make("button", "all", "all functions");
    all.type = "button";
    all.addEventListener("click", () => setFunction(""));
    heading.append(all);
  }
  addCopy(name, heading);
  const found = step === undefined ? [] : labelledLines(step);
  if (!found.length) return;
  const button = make("button", "findings", found.length === 1 ? "1 finding"
    : `${found.length} findings`);
  button.type = "button";
  button.addEventListener("click", () => {
    const at = found.findIndex((line) => state.pin && state.pin.text === textOf(step) &&
      line > state.pin.line);
    pin(textOf(step), found[Math.max(0, at)]);
  });
  heading.append(button);
}

function stepTitle(step) {
  return `${step} ${steps[step].name}`;
}

/* The primitive of a schedule that made the step: "by sch.split(...)". */
function madeBy(step) {
  const { primitive } = steps[step] || {};
  return primitive ? `by ${primitive}` : "";
}

/* Shows the step in the view. `where` is kept in sight: {text, line}, or the first change. */
function show(where) {
  if (isReading) return; /* all of an address is shown at once */
  const text = textOf(state.step), before = beforeOf(state.step);
  const view = before ? state.view : "text";
  document.body.dataset.view = before ? state.view : "single";
  document.body.dataset.source = state.withSource ? "on" : "off";
  if (view === "split") {
    const [left, right] = splitRows(before, text, state.step);
    rowsOf.after = right;
    setRows("before", left, `Before ${steps[state.step].name}`, "after");
    setRows("after", right, `After ${steps[state.step].name}`, "before");
  } else {
    setRows("before", before && view === "text" ? plainRows(before) : [], "Before");
    setRows("after", view === "inline" ? inlineRows(before, text, state.step) : plainRows(text),
      `After ${steps[state.step].name}`);
  }
  if (before) head("before", "before", stepTitle(steps[state.step].before), steps[state.step].before);
  head("after", view === "inline" ? "changes of" : "after", stepTitle(state.step), state.step);
  markStep();
  listChanged();
  Object.entries(panes).forEach(([name, pane]) => nameWithin(name, pane.indexAt(pane.offset)));
  findMark();
  if (state.pin) inspect();
  revealIn(where);
  light();
  writeLink();
}

function revealIn(where) {
  const rows = rowsOf.after;
  let index = where
    ? rows.findIndex((row) => row.text === where.text && row.line === where.line) : -1;
  if (index < 0 && where && where.line && where.text) index = placeOf("after", where);
  if (index < 0) index = rows.findIndex((row) => row.none || (isChange(row.kind) && !row.gap));
  if (index < 0) index = 0;
  panes.after.reveal(Math.max(0, index), true);
  if (state.view === "split") panes.before.reveal(Math.max(0, index), true);
  else if (where) revealRelated("before", where);
  if (!where) return;
  revealRelated("source", where);
  revealColumn("after", where);
}

function placeOf(name, where) {
  const rows = rowsOf[name];
  if (!rows.length) return -1;
  const lit = litLines(where);
  return rows.findIndex((row) => row.line && lit.get(row.text) && lit.get(row.text).has(row.line));
}

function revealRelated(name, where) {
  const index = placeOf(name, where);
  if (index >= 0) panes[name].reveal(index, false);
  revealColumn(name, where);
}

/* Scrolls to the column, if lines do not wrap. */
function revealColumn(name, where) {
  const isHere = where.column !== undefined && !state.wrap &&
    rowsOf[name].some((row) => row.text === where.text && row.line === where.line);
  if (!isHere) return;
  panes[name].revealColumn(where.column - windowOf(where.text.line[where.line])[0]);
}

function showSource() {
  const text = program || textOf(0);
  setRows("source", plainRows(text), program ? `Source ${program.name}` : "First text");
  head("source", program ? "source" : "first", program ? program.name : stepTitle(0),
    program ? undefined : 0);
}

/* ---- a line ---- */

const SIGNS = { [OLD]: "-", [NEW]: "+", [BOTH]: "~" };
const KINDS = { [OLD]: "old", [NEW]: "new", [BOTH]: "both", [SAME]: "same", [WEAK]: "same weak" };

function rowElement(row) {
  if (row.none) {
    const none = make("div", "none");
    none.setAttribute("aria-label", "no line");
    return none;
  }
  if (row.gap) {
    const names = row.weak ? `, ${row.weak} with other names` : "";
    const gap = make("div", "gap"), words = row.what || `${row.gap} unchanged lines${names}`;
    gap.append(make("span", "", words));
    if (!row.what && row.gap > MORE)
      for (const side of ["up", "down"]) {
        const more = make("span", side);
        more.title = `show ${MORE} lines ${side === "up" ? "at the top" : "at the bottom"}`;
        more.setAttribute("aria-hidden", "true");
        gap.append(more);
      }
    return gap;
  }
  const kind = row.kind === BOTH ? (row.old ? "both old" : "both new") : KINDS[row.kind];
  const element = make("div", kind), number = make("span", "no");
  if (row.kind === WEAK) element.title = "only names of variables differ";
  number.dataset.n = row.line;
  element.append(number);
  if (row.fold) element.append(foldMark(row));
  else element.append(make("span", "sign", row.kind === BOTH ? (row.old ? "-" : "+")
    : SIGNS[row.kind] || ""));
  const id = row.text.line[row.line], [begin] = windowOf(id), code = codeElement(row);
  if (begin) code.prepend(make("span", "more", `${begin} characters before`));
  if (state.wrap) {
    const hang = hangOf(lineText(id), panes.after.columns || 80);
    code.dataset.hang = hang;
    needRule("hang", hang);
  }
  element.append(code);
  if (row.closed) element.append(make("span", "folded", `${row.fold[1] - row.fold[0]} lines`));
  if (!element.textContent) element.setAttribute("aria-label", `line ${row.line}, blank`);
  markRow(element, row);
  return element;
}

/* For the pointer; keys are f, z and Enter. */
function foldMark(row) {
  const mark = make("span", row.closed ? "fold closed" : "fold");
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

/* The ranges of a line that have a class besides their style: [begin, end, class]. */
function rangesOf(row, text) {
  const ranges = [];
  if (row.mate) {
    const step = state.step, mine = row.old ? 0 : 1;
    const left = lineText(beforeOf(step).line[row.mate.old]);
    const right = lineText(textOf(step).line[row.mate.now]);
    diffParts(left, right)[mine].forEach((part) => ranges.push([...part, "part"]));
  }
  for (const label of labelsOf(row.text, row.line))
    ranges.push([label.begin, Math.max(label.end, label.begin + 1),
      label.primary ? `wavy ${label.severity}` : "wavy aside-label"]);
  const id = row.text.line[row.line];
  if (search.test) search.ranges(text, id).forEach((part) => ranges.push([...part, "hit"]));
  if (isMlir && !row.text.program)
    lineMarks(id).dictionaries.forEach((part) => ranges.push([...part, "dictionary"]));
  if (state.mark && state.mark.text === row.text)
    ranges.push(...(state.mark.places.get(row.line) || []));
  return ranges;
}

/* The styles of a line: those of the data; for a program, those of words that most languages share. */
function stylesOf(row, id) {
  if (!row.text.program) return lineStyles(id);
  const runs = [];
  let end = 0;
  for (const match of lineText(id).matchAll(PROGRAM_WORDS)) {
    const letter = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    if (match.index > end) runs.push([".", match.index - end]);
    runs.push([letter, match[0].length]);
    end = match.index + match[0].length;
  }
  return runs;
}

const PROGRAM_WORDS = new RegExp([/(?<m>#.*|\/\/.*)/, /(?<s>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/,
  /(?<n>\b\d[\w.]*)/, new RegExp("(?<k>\\b(?:and|as|assert|auto|bool|break|char|class|const|" +
    "continue|def|elif|else|except|False|float|for|from|if|import|in|int|is|lambda|None|not|or|pass|" +
    "raise|return|static|struct|True|try|void|while|with|yield)\\b)")].map((each) => each.source)
  .join("|"), "g");

/* The characters of a line that are shown, in their styles. */
function codeElement(row) {
  const id = row.text.line[row.line], all = lineText(id), [begin, end] = windowOf(id);
  const text = all.slice(0, end), code = make("code"), ranges = rangesOf(row, text);
  const cuts = new Set([begin, text.length]), styles = [];
  let at = 0;
  for (const [letter, size] of stylesOf(row, id)) {
    styles.push([at, at + size, letter]);
    cuts.add(Math.min(at + size, text.length));
    at += size;
  }
  for (const [from, to] of ranges) {
    cuts.add(Math.min(from, text.length));
    cuts.add(Math.min(to, text.length));
  }
  const sorted = [...cuts].filter((cut) => cut >= begin).sort((a, b) => a - b);
  for (let i = 0, s = 0; i + 1 < sorted.length; i++) {
    const from = sorted[i], to = sorted[i + 1];
    while (s < styles.length && styles[s][1] <= from) s++;
    const style = s < styles.length && styles[s][2] !== "." ? styles[s][2] : "";
    const classes = ranges.filter((r) => r[0] <= from && from < r[1]).map((r) => r[2]);
    if (style) classes.unshift(style);
    const piece = text.slice(from, to);
    code.append(classes.length ? make("span", classes.join(" "), piece) : piece);
  }
  if (all.length > end) code.append(make("span", "more", `${all.length - end} more characters`));
  return code;
}

/* ---- diagnostics ---- */

const labels = new Map(); /* text -> line -> labels */
steps.forEach((step) => (step.diagnostics || []).forEach((diagnostic) => {
  const text = texts[step.text];
  if (!labels.has(text)) labels.set(text, new Map());
  diagnostic.labels.forEach((label) => {
    const lines = labels.get(text);
    if (!lines.has(label.line)) lines.set(label.line, []);
    lines.get(label.line).push({ ...label, severity: diagnostic.severity, diagnostic });
  });
}));

function labelsOf(text, line) {
  return (labels.get(text) && labels.get(text).get(line)) || [];
}

function labelledLines(step) {
  const lines = labels.get(texts[steps[step].text]);
  return lines ? [...lines.keys()].filter((line) => line).sort((a, b) => a - b) : [];
}

/* ---- lines that belong together ---- */

/* The lines of the user's program that made a line. */
function originsOf(text, line) {
  return text.program ? [] : lineNodes(text.line[line]).origins;
}

/* The lines of a text that a line of the user's program made. */
function linesOfOrigin(text, origin) {
  if (!text.origins) {
    text.origins = new Map();
    for (let line = 1; line <= text.count; line++) {
      for (const from of originsOf(text, line)) {
        if (text.origins.has(from)) text.origins.get(from).push(line);
        else text.origins.set(from, [line]);
      }
    }
  }
  return text.origins.get(origin) || [];
}

function relatedIn(where, target) {
  if (where.text === target) return [where.line];
  if (where.text.program) return linesOfOrigin(target, where.line);
  if (target.program)
    return originsOf(where.text, where.line).filter((origin) => origin <= target.count);
  return related(where.text, where.line, target);
}

/* text -> the lines that belong to a line. */
function litLines(where) {
  const shown = [textOf(state.step), beforeOf(state.step), program || textOf(0)];
  return new Map(shown.filter((text) => text).map((text) =>
    [text, new Set(relatedIn(where, text))]));
}

let hoverLit = new Map(), pinLit = new Map();

function markRow(element, row) {
  const has = (lit) => Boolean(row.line && lit.get(row.text) && lit.get(row.text).has(row.line));
  element.classList.toggle("lit", has(hoverLit));
  element.classList.toggle("pinned", has(pinLit));
  const { pin, last } = state;
  element.classList.toggle("ranged", Boolean(pin && last && row.text === pin.text &&
    pin.line <= row.line && row.line <= last));
}

/* Marks the rows that belong to the line under the pointer and to the pinned one. */
function light() {
  hoverLit = state.hover ? litLines(state.hover) : new Map();
  pinLit = state.pin ? litLines(state.pin) : new Map();
  for (const [name, pane] of Object.entries(panes))
    pane.drawn.forEach((element, index) => {
      const row = rowsOf[name][index];
      if (!row || !row.line) return;
      markRow(element, row);
      element.setAttribute("aria-selected", element.classList.contains("pinned"));
    });
}

/* ---- the pinned line ---- */

/* Finds the value, block or symbol at the pinned place. */
function findMark() {
  const { text, line, column } = state.pin || {}, had = state.mark;
  state.mark = text ? markAt(text, line, column) : null;
  if (had || state.mark) Object.values(panes).forEach((pane) => pane.redraw());
}

function pin(text, line, column) {
  state.pin = { text, line, column };
  state.last = 0;
  forgetHint();
  if (openWindow(text.program ? text.line[line] : decode(text).line[line], column))
    Object.values(panes).forEach((pane) => pane.redraw());
  findMark();
  const shown = [textOf(state.step), beforeOf(state.step), program || textOf(0)];
  if (shown.includes(text)) inspect();
  else goTo(text.step, { text, line });
  for (const name of Object.keys(panes)) revealRelated(name, state.pin);
  light();
  writeLink();
}

/* Marks the lines from the pinned one to another one of the same text. */
function pinTo(line) {
  const { text } = state.pin, first = Math.min(state.pin.line, line);
  state.last = Math.max(state.last || state.pin.line, state.pin.line, line);
  if (line > state.pin.line) state.last = line;
  state.pin = { text, line: first };
  show(state.pin);
}

function unpin() {
  state.pin = null;
  state.last = 0;
  $("inspector").hidden = true;
  findMark();
  light();
  writeLink();
}

function section(title, ...content) {
  const box = make("section");
  box.append(make("h3", "", title), ...content);
  return box;
}

function inspect() {
  const { text, line, column } = state.pin, details = $("details");
  $("inspector").hidden = false;
  details.replaceChildren(make("h2", "", `${titleOf(text)}, line ${line}`));
  const here = make("div");
  here.append(codeElement({ text, line, kind: SAME }), ...findings(text, line));
  details.append(here);
  if (text.program) {
    details.append(...missing(text, line));
    return;
  }
  if (state.mark) details.append(markSection(state.mark));
  details.append(section("History", historyList(text, line), ...missing(text, line)));
  const { nodes } = lineNodes(text.line[line]);
  const inside = nodes.filter((node) => column === undefined ||
    (node.begin <= column && column < node.end));
  if (!inside.length) return;
  const base = pathText(text.path[line]);
  const list = make("div", "nodes"), view = make("div", "node");
  inside.forEach((node, index) => {
    const button = make("button", "", node.record.split("\n")[0] || node.kind);
    button.type = "button";
    button.title = base + node.steps;
    button.addEventListener("click", () => showNode(view, list, index, node, base));
    list.append(button);
  });
  details.append(section("Node", list, view));
  const first = column === undefined ? 0 : inside.length - 1;
  showNode(view, list, first, inside[first], base);
}

/* The definition of a name and its uses, as links. */
function markSection({ text, name, defined, used }) {
  const list = make("p", "places"), places = used.map((line) => ["used in", line]);
  if (defined) places.unshift(["defined in", defined]);
  for (const [what, line] of places.slice(0, MOST_PLACES)) {
    const button = make("button", "", `${name[0] === "@" ? "in" : what} line ${line}`);
    button.type = "button";
    button.addEventListener("click", () => pin(text, line, state.mark.places.get(line)[0][0]));
    list.append(button);
  }
  if (places.length > MOST_PLACES)
    list.append(make("span", "why", `${places.length - MOST_PLACES} more`));
  return section(name, list);
}

/* Marks the next name of the pinned line, or of the current one. */
function markNext() {
  const row = rowsOf.after[panes.after.current], at = state.pin || (row && row.line ? row : null);
  if (!at || !isMlir || at.text.program) return;
  const words = lineWords(at.text.line[at.line], "vby");
  const next = words.find((word) => at.column !== undefined && word.begin > at.column) || words[0];
  if (next) pin(at.text, at.line, next.begin);
}

/* The places of a span; those of the program that is shown are links to it. */
function spanCell(value) {
  const cell = make("td"), lines = program ? relatedIn(state.pin, program) : [];
  value.split(", ").forEach((place, i) => {
    const line = Number((/:(\d+)(?::\d+)?$/.exec(place) || [])[1]);
    if (i) cell.append(", ");
    if (!lines.includes(line)) return cell.append(place);
    const button = make("button", "", place);
    button.type = "button";
    button.addEventListener("click", () => {
      if (!state.withSource) setSource(true);
      pin(program, line);
    });
    return cell.append(button);
  });
  return cell;
}

function showNode(view, list, index, node, base) {
  [...list.children].forEach((button, i) => button.setAttribute("aria-pressed", i === index));
  const [type, ...fields] = node.record.split("\n"), table = make("table");
  for (const field of fields) {
    const [name, value] = field.split("\t"), row = table.insertRow();
    row.append(make("th", "", name), name === "span" ? spanCell(value) : make("td", "", value));
    row.cells[0].scope = "row";
  }
  view.replaceChildren(make("p", "type", type || "a value without a node"),
    make("p", "path", base + node.steps), make("p", "kind", `printed as: ${node.kind}`));
  if (fields.length) view.append(table);
}

const DEEDS = { first: "in the first text", inserted: "inserted", moved: "moved",
  changed: "changed", renamed: "names changed", removed: "removed", split: "split from another line",
  merged: "merged into another line", made: "made from another line" };

/* The name of a text: that of the step in a pane that has it, or of the first step that has it. */
function titleOf(text) {
  if (text.program) return program.name;
  const { before } = steps[state.step], isHere = textOf(state.step) === text;
  const isBefore = before !== undefined && textOf(before) === text;
  return stepTitle(isHere ? state.step : isBefore ? before : text.step);
}

/* Why a text has no line that belongs to a line of another text. */
function whyMissing(text, line, other) {
  if (other.program) return "no span of the line names this file";
  if (text.program) return "no span there names the line";
  const deed = other.step < text.step ? "inserted" : "removed";
  const event = historyOf(text, line, textOf(steps.length - 1)).find((one) => one.deed === deed);
  if (event) return `${stepTitle(event.step)} ${deed} it`;
  return steps[other.step].part ? "the pass ran on a part without it" : "no link leads there";
}

/* Says why panes that are shown have no line that belongs to the pinned one. */
function missing(text, line) {
  const source = state.withSource && (program || textOf(0));
  const shown = new Set([source, beforeOf(state.step), textOf(state.step)]);
  return [...shown].filter((each) => each && !relatedIn({ text, line }, each).length)
    .map((each) => make("p", "missing",
      `No line of ${titleOf(each)} belongs to it: ${whyMissing(text, line, each)}.`));
}

function historyList(text, line) {
  const list = make("ol", "history");
  for (const event of historyOf(text, line, textOf(steps.length - 1))) {
    const item = make("li"), button = make("button");
    button.type = "button";
    button.append(make("b", "", stepTitle(event.step)), " " + DEEDS[event.deed]);
    const made = event.deed === "first" ? "" : madeBy(event.step);
    if (made) button.append(make("span", "made", ` ${made}`));
    if (event.why)
      button.append(make("span", "why", ` (${event.why}${event.sure ? "" : ", probable"})`));
    button.addEventListener("click", () => {
      if (event.line) state.pin = { text: textOf(event.step), line: event.line };
      goTo(event.step, state.pin);
    });
    item.append(button);
    list.append(item);
  }
  return list;
}

function findings(text, line) {
  return labelsOf(text, line).map((label) => {
    const box = make("section", `finding ${label.severity}`), all = label.diagnostic;
    const code = all.code ? `[${all.code}]` : "";
    box.append(make("p", "message", `${all.severity}${code}: ${all.message}`));
    if (label.text) box.append(make("p", "", label.text));
    all.notes.forEach((note) => box.append(make("p", "", `${note.severity}: ${note.text}`)));
    return box;
  });
}

/* ---- pointer ---- */

/* The first character of the line that is shown. */
function windowBefore(code) {
  const row = code.closest(".row"), name = Object.keys(panes).find((each) => panes[each].puck.contains(row));
  const shown = name && rowsOf[name][panes[name].indexOf(row)];
  return shown ? windowOf(shown.text.line[shown.line])[0] : 0;
}

/* The column of a line under the pointer. */
function columnAt(event, code) {
  const at = document.caretPositionFromPoint
    ? document.caretPositionFromPoint(event.clientX, event.clientY)
    : document.caretRangeFromPoint(event.clientX, event.clientY);
  const node = at && (at.offsetNode || at.startContainer);
  if (!node || !code.contains(node)) return undefined;
  let column = (at.offsetNode ? at.offset : at.startOffset) + windowBefore(code);
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text && text !== node; text = walker.nextNode())
    if (!text.parentElement.closest(".more")) column += text.length;
  return column;
}

function wire(name) {
  const pane = panes[name], box = pane.box;
  box.addEventListener("mousemove", (event) => {
    const row = rowsOf[name][pane.indexOf(event.target)];
    const next = row && row.line ? { text: row.text, line: row.line } : null;
    const same = next && state.hover
      ? next.text === state.hover.text && next.line === state.hover.line : next === state.hover;
    if (same) return;
    state.hover = next;
    light();
  });
  box.addEventListener("mouseleave", () => {
    state.hover = null;
    light();
  });
  pane.onDraw = (index) => nameWithin(name, index);
  box.addEventListener("mousedown", () => { document.body.dataset.select = name; });
  box.addEventListener("click", (event) => {
    const index = pane.indexOf(event.target), row = rowsOf[name][index];
    if (!row || (String(getSelection()) && !event.shiftKey)) return;
    if (event.target.closest(".more")) return showWhole(row);
    if (event.target.closest(".up, .down")) return openMore(row, event.target.className);
    if (event.shiftKey && row.line && state.pin && state.pin.text === row.text) {
      getSelection().removeAllRanges();
      return pinTo(row.line);
    }
    if (event.target.closest(".fold, .folded") && row.fold) return toggleFold(row.fold[2]);
    activate(row, index, name, event);
  });
  box.addEventListener("keydown", (event) => paneKey(event, name));
  box.addEventListener("scroll", () => follow(name));
}

function activate(row, index, name, event) {
  panes[name].moveTo(index);
  if (row.gap) {
    if (!row.key) return;
    opened.set(row.key, [Infinity, 0]);
    const first = rowsOf.after[index + 1] || rowsOf.after[index - 1];
    show(first && first.line ? first : undefined);
  } else if (row.line) {
    const code = event && event.target.closest("code");
    pin(row.text, row.line, code ? columnAt(event, code) : undefined);
  }
}

function showWhole(row) {
  openWhole(row.text.line[row.line]);
  const { scrollLeft } = panes.after.box;
  again();
  panes.after.box.scrollLeft = scrollLeft;
}

/* Shows some lines at an end of a run of unchanged ones. */
function openMore(row, side) {
  const [first, last] = opened.get(row.key) || [0, 0];
  opened.set(row.key, side === "up" ? [first + MORE, last] : [first, last + MORE]);
  again();
}

/* Shows the rows once more, at the same place. */
function again() {
  const offsets = Object.entries(panes).map(([name, pane]) => [name, pane.offset]);
  show(state.pin);
  showSource();
  offsets.forEach(([name, offset]) => { panes[name].offset = offset; });
  light();
}

/* Both sides of a diff scroll together. */
let leader = null;
function follow(name) {
  if (document.body.dataset.view !== "split" || name === "source") return;
  const other = name === "before" ? "after" : "before";
  if (leader === other) {
    leader = null;
    return;
  }
  const from = panes[name].box, to = panes[other].box;
  if (to.scrollTop === from.scrollTop && to.scrollLeft === from.scrollLeft) return;
  leader = name;
  to.scrollTo(from.scrollLeft, from.scrollTop);
}

function toggleFold(name) {
  if (!folded.delete(name)) folded.add(name);
  refold();
}

function refold() {
  if (isReading) return;
  const top = panes.after.offset;
  show(state.pin);
  showSource();
  if (!state.pin) panes.after.offset = top;
}

/* Folds or unfolds the innermost function or region around the current line. */
function foldHere() {
  const row = rowsOf.after[panes.after.current], at = row && row.line ? row : state.pin;
  const around = at ? foldsOf(at.text).filter((fold) => fold[0] <= at.line && at.line <= fold[1]) : [];
  if (around.length) toggleFold(around[around.length - 1][2]);
}

function foldAll() {
  const names = functionFolds(textOf(state.step)).map((fold) => fold[2]);
  const all = names.every((name) => folded.has(name));
  names.forEach((name) => (all ? folded.delete(name) : folded.add(name)));
  refold();
}

/* ---- keys ---- */

function setView(view) {
  state.view = view;
  document.querySelector(`input[name=view][value=${view}]`).checked = true;
  show(state.pin);
}

function setFilter(name, on) {
  if (on) hidden.add(name);
  else hidden.delete(name);
  $(`hide-${name}`).checked = on;
  document.body.dataset.hide = [...hidden].join(" ");
  $("filters").querySelector("summary").textContent = hidden.size ? `Hide (${hidden.size})` : "Hide";
  refold();
}

function listFilters() {
  const box = $("filters").querySelector("div");
  for (const [name, key, words] of FILTERS) {
    const label = make("label"), input = make("input");
    Object.assign(input, { type: "checkbox", id: `hide-${name}` });
    input.addEventListener("change", () => setFilter(name, input.checked));
    label.append(input, `${words} (${key})`);
    box.append(label);
  }
}

function setWrap(on) {
  state.wrap = on;
  $("wrap").checked = on;
  document.body.dataset.wrap = on ? "on" : "off";
  again();
  writeLink();
}

function setSource(on) {
  state.withSource = on;
  $("with-source").checked = on;
  show(state.pin);
}

/* Goes to the next run of changed rows. */
function changeOn(direction) {
  const rows = rowsOf.after, differs = (row) => row && (row.none || (row.line && isChange(row.kind)));
  const pane = panes.after;
  let at = pane.current >= 0 ? pane.current
    : pane.indexAt(pane.offset + pane.box.clientHeight / 3);
  while (differs(rows[at])) at += direction;
  while (at >= 0 && at < rows.length && !differs(rows[at])) at += direction;
  if (!differs(rows[at])) return;
  if (direction < 0) while (differs(rows[at - 1])) at--;
  pane.reveal(at, true);
  pane.moveTo(at);
}

const KEYS = [
  ["j", "the next pass that changed something", () => stepOn(1, false)],
  ["k", "the previous one", () => stepOn(-1, false)],
  ["J", "the next pass", () => stepOn(1, true)],
  ["K", "the previous pass", () => stepOn(-1, true)],
  ["]", "the next change in the text", () => changeOn(1)],
  ["[", "the previous change", () => changeOn(-1)],
  ["/", "search", () => $("query").focus()],
  ["n", "the next match", () => search.go(1)],
  ["N", "the previous match", () => search.go(-1)],
  ["1", "both texts", () => setView("text")],
  ["2", "differences inline", () => setView("inline")],
  ["3", "differences side by side", () => setView("split")],
  ["s", "show or hide the source", () => setSource(!state.withSource)],
  ["w", "wrap long lines, or not", () => setWrap(!state.wrap)],
  ["x", "show all of a long line", () => {
    const row = rowsOf.after[panes.after.current] || state.pin;
    if (row && row.line) showWhole(row);
  }],
  ["f", isMlir ? "fold or unfold the region around the line"
    : "fold or unfold the function around the line", () => foldHere()],
  ["z", "fold or unfold all functions", () => foldAll()],
  ...FILTERS.map(([name, key, words]) =>
    [key, `hide or show ${words}`, () => setFilter(name, !hidden.has(name))]),
  ...(isMlir ? [["v", "mark the next name of the line", () => markNext()]] : []),
  ...(dialects.length ? [["d", "the operations by dialect", () => showDialects()]] : []),
  ["Escape", "close, or let go of the line", () => escape()],
  ["?", "this list", () => $("keys").showModal()],
];
const MORE_KEYS = [["Arrows, Page, Home, End", "move in a text"],
  ["Shift and click", "mark the lines from the pinned one to this one"],
  ["Enter", "pin the line, open a fold"],
  ...(isMlir ? [["%x, ^x", "search a value or a block"],
    ["op:arith.addi", "search an operation; op:arith. a dialect"]] : [])];

function escape() {
  $("filters").open = false;
  $("passes").classList.remove("open");
  $("note").hidden = true;
  unpin();
}

function paneKey(event, name) {
  const pane = panes[name], page = Math.floor(pane.box.clientHeight / pane.rowHeight) - 1;
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
    Home: -pane.count, End: pane.count };
  const row = rowsOf[name][pane.current];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in moves) {
    const top = pane.indexAt(pane.offset + pane.rowHeight - 1);
    const start = pane.current < 0 ? top - 1 : pane.current;
    pane.moveTo(Math.max(0, start + moves[event.key]));
    const now = rowsOf[name][pane.current];
    state.hover = now && now.line ? { text: now.text, line: now.line } : null;
    light();
  } else if ((event.key === "Enter" || event.key === " ") && row) {
    if (row.closed) toggleFold(row.fold[2]);
    else activate(row, pane.current, name);
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input[type=search], select")) {
    if (event.key === "Escape") panes.after.box.focus();
    return;
  }
  const inList = event.target.closest("#steps");
  const arrows = { ArrowDown: 1, ArrowUp: -1 };
  if (inList && event.key in arrows) {
    event.preventDefault();
    stepOn(arrows[event.key], false);
    stepButtons[state.step].focus();
    return;
  }
  const key = KEYS.find((row) => row[0] === event.key);
  if (!key) return;
  event.preventDefault();
  key[2]();
});

/* ---- start ---- */

function listKeys() {
  const body = $("keys").querySelector("tbody");
  for (const [key, what] of [...KEYS, ...MORE_KEYS]) {
    const row = body.insertRow(), cell = make("th");
    cell.scope = "row";
    cell.append(make("kbd", "", key));
    row.append(cell, make("td", "", what));
  }
}

/* A server makes a new page when dumps arrive. A view of the last step goes to the new one. */
function watch() {
  const events = new EventSource("events");
  events.addEventListener("message", (event) => {
    if (Number(event.data) === data.live) return;
    events.close();
    writeLink();
    if (state.step === steps.length - 1 && !state.pin)
      history.replaceState(null, "", written.replace(/step=\d+/, "step=last"));
    location.reload();
  });
}

/* ---- copies ---- */

function copy(text, button) {
  const words = button.textContent, done = () => {
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = words; }, 1500);
  };
  navigator.clipboard.writeText(text).then(done, () => {
    say("The browser did not let the page copy.");
  });
}

/* The lines of the marked range, or of the whole text. */
function copied(text) {
  const { pin, last } = state, isRange = pin && last && pin.text === text, all = [];
  for (let line = isRange ? pin.line : 1; line <= (isRange ? last : text.count); line++)
    all.push(lineText(text.line[line]));
  return all.join("\n") + "\n";
}

function addCopy(name, heading) {
  const button = make("button", "copy", "Copy");
  button.type = "button";
  button.title = "Copy the whole text, or the marked lines";
  button.addEventListener("click", () => copy(copied(name === "source" ? program || textOf(0)
    : name === "before" ? beforeOf(state.step) : textOf(state.step)), button));
  heading.append(button);
}

/* ---- borders ---- */

const sizes = { passes: 264, source: 1, before: 1, after: 1, inspector: 0 };

function applySizes() {
  const { passes, source: first, before, after, inspector } = sizes;
  sizeSheet.replaceSync(`:root { --passes: ${passes}px; --source: ${first}; --before: ${before};` +
    ` --after: ${after}; ${inspector ? `--inspector: ${inspector}px;` : ""} }`);
  for (const border of document.querySelectorAll(".border")) {
    const { of } = border.dataset, size = sizes[of] * (of in panes ? 100 : 1);
    border.setAttribute("aria-valuenow", Math.round(size));
    border.setAttribute("aria-valuetext", of in panes ? `${Math.round(size)} %` : `${Math.round(size)} pixels`);
  }
}

/* Moves the border of a part by pixels. */
function moveBorder(of, pixels) {
  const LEAST = 120, wide = matchMedia("(min-width: 1600px)").matches;
  if (of === "passes") {
    sizes.passes = Math.max(LEAST, Math.min(innerWidth / 2, sizes.passes + pixels));
  } else if (of === "inspector") {
    const box = $("inspector").getBoundingClientRect(), size = wide ? box.width : box.height;
    sizes.inspector = Math.max(LEAST, Math.min((wide ? innerWidth : innerHeight) * 0.7, size - pixels));
  } else {
    const next = of === "source" ? $("before").checkVisibility() ? "before" : "after" : "after";
    const [a, b] = [of, next].map((name) => $(name).getBoundingClientRect().width);
    const moved = Math.max(LEAST - a, Math.min(b - LEAST, pixels)), sum = sizes[of] + sizes[next];
    sizes[of] = sum * (a + moved) / (a + b);
    sizes[next] = sum - sizes[of];
  }
  applySizes();
}

/* Borders are dragged, or moved by arrow keys. */
function startBorders() {
  applySizes();
  for (const border of document.querySelectorAll(".border")) {
    const { of } = border.dataset, isLow = () => getComputedStyle(border).cursor === "row-resize";
    const at = (event) => (isLow() ? event.clientY : event.clientX);
    let from = null;
    border.addEventListener("pointerdown", (event) => {
      border.setPointerCapture(event.pointerId);
      from = at(event);
      event.preventDefault();
    });
    border.addEventListener("pointermove", (event) => {
      if (from === null) return;
      moveBorder(of, at(event) - from);
      from = at(event);
    });
    border.addEventListener("pointerup", () => {
      from = null;
      if (state.wrap) again();
    });
    border.addEventListener("keydown", (event) => {
      const steps_ = { ArrowLeft: -16, ArrowUp: -16, ArrowRight: 16, ArrowDown: 16 };
      if (!(event.key in steps_)) return;
      event.preventDefault();
      event.stopPropagation();
      moveBorder(of, steps_[event.key]);
      if (state.wrap) again();
    });
  }
}

/* ---- notes ---- */

const HINT = "tunip: a line was clicked"; /* in the browser's storage */

function storage(action) {
  try {
    return action(localStorage);
  } catch (error) { /* some browsers have none for local files */
    return null;
  }
}

/* A newcomer is told once what a click does. */
function showHint() {
  if (state.pin || !$("note").hidden || storage((store) => store.getItem(HINT))) return;
  say("Click a line to see where it comes from, which pass changed it, and what became of it.");
}

function forgetHint() {
  storage((store) => store.setItem(HINT, "yes"));
  $("note").hidden = true;
}

function say(words) {
  $("note").hidden = false;
  $("note").firstElementChild.textContent = words;
}

/* ---- paper ---- */

/* On paper all rows are shown, up to a limit. */
function print(on) {
  Object.values(panes).forEach((pane) => {
    pane.isPrinted = on;
    pane.redraw();
  });
}

function start() {
  $("app").hidden = false;
  $("title").textContent = $("title").title = data.title;
  state.withSource = usualSource();
  $("with-source").checked = state.withSource;
  listKeys();
  listSteps();
  listFunctions();
  timeline.start();
  listFilters();
  readLink();
  $("menu").addEventListener("click", () => {
    const open = $("passes").classList.toggle("open");
    $("menu").setAttribute("aria-expanded", open);
  });
  $("unpin").addEventListener("click", unpin);
  $("with-dialects").hidden = !dialects.length;
  $("with-dialects").addEventListener("click", showDialects);
  if (data.live) watch();
  $("help").addEventListener("click", () => $("keys").showModal());
  $("with-source").addEventListener("change", (event) => setSource(event.target.checked));
  $("views").addEventListener("change", (event) => setView(event.target.value));
  let waiting = 0;
  $("query").addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => searchFor(event.target.value), 80);
  });
  $("find").addEventListener("submit", (event) => {
    event.preventDefault();
    if (search.test === null) search.start($("query").value);
    search.go(1);
  });
  $("query").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(waiting);
    if (state.query !== event.target.value) searchFor(event.target.value);
    search.go(event.shiftKey ? -1 : 1);
  });
  $("everywhere").addEventListener("change", (event) => {
    state.everywhere = event.target.checked;
    search.count();
  });
  $("hit-on").addEventListener("click", () => search.go(1));
  $("hit-back").addEventListener("click", () => search.go(-1));
  $("wrap").addEventListener("change", (event) => setWrap(event.target.checked));
  $("copy-link").addEventListener("click", (event) => copy(location.href, event.target));
  $("note").querySelector("button").addEventListener("click", forgetHint);
  document.querySelectorAll("input[name=scheme]").forEach((each) =>
    each.addEventListener("change", () => writeLink()));
  document.addEventListener("copy", (event) => {
    if (String(getSelection()) || !state.last) return;
    event.clipboardData.setData("text/plain", copied(state.pin.text));
    event.preventDefault();
  });
  let width = 0;
  new ResizeObserver(() => {
    const now = panes.after.box.clientWidth;
    if (state.wrap && now !== width) again();
    width = now;
  }).observe(panes.after.box);
  startBorders();
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  addEventListener("popstate", readLink);
  addEventListener("hashchange", readLink);
  showHint();
  document.body.dataset.ready = "yes";
}

start();
