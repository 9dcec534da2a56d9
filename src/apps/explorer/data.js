"use strict";
/* data.js -- reads the data of the page. Texts are lists of line numbers; lines follow from those
 * of the text before. Lines are counted from 1, and 0 is none. */

const data = JSON.parse(document.getElementById("data").textContent);
const CHANGED = 1, MOVED = 2, OWN = 4;

/* ---- lines ---- */

/* A row of the table of lines is "TEXT\nSTYLE NODES". */
function lineText(id) {
  const row = data.lines[id];
  return row.slice(0, row.lastIndexOf("\n"));
}

function lineNumbers(id) {
  const row = data.lines[id];
  return row.slice(row.lastIndexOf("\n") + 1).split(" ").map(Number);
}

/* [[letter, length], ...] */
function lineStyles(id) {
  const runs = data.styles[lineNumbers(id)[0]].match(/[a-z.]\d+/g) || [];
  return runs.map((run) => [run[0], Number(run.slice(1))]);
}

/* The nodes of a line, outermost first, and the lines of the program that made it. */
function lineNodes(id) {
  const found = { origins: [], nodes: [] };
  for (const row of data.nodes[lineNumbers(id)[1]].split("\n")) {
    if (row[0] === "@") found.origins = row.slice(1).split(" ").map(Number);
    const parts = /^(\d+) (\d+) (\S+) (\d+) ([^]*)$/.exec(row);
    if (!parts) continue;
    const begin = Number(parts[1]);
    found.nodes.push({ begin, end: begin + Number(parts[2]), kind: parts[3],
      record: data.records[Number(parts[4])], steps: parts[5] });
  }
  return found;
}

function pathText(number) {
  let text = "";
  while (number) {
    const row = data.paths[number], blank = row.indexOf(" ");
    text = row.slice(blank + 1) + text;
    number = Number(row.slice(0, blank));
  }
  return "<root>" + text;
}

/* ---- texts ---- */

const texts = data.texts.map((from) => ({ step: from.step, from, folds: from.folds }));
texts.forEach((text) => {
  const before = data.steps[text.step].before;
  text.parent = before === undefined ? null : texts[data.steps[before].text];
});

function lineCount(runs) {
  let count = 0;
  for (let i = 0; i < runs.length;) {
    count += runs[i + 1];
    i += 3 + (runs[i + 2] & OWN ? 2 * runs[i + 1] : 0);
  }
  return count;
}

/* Decodes a text: for each line its number in the table, its path, its line before, its flags. */
function decode(text) {
  const chain = [];
  for (let t = text; t && !t.line; t = t.parent) chain.push(t);
  while (chain.length) decodeRuns(chain.pop());
  return text;
}

function decodeRuns(text) {
  const runs = text.from.runs, count = lineCount(runs), up = text.parent;
  Object.assign(text, { count, line: new Int32Array(count + 1), path: new Int32Array(count + 1),
    before: new Int32Array(count + 1), flags: new Uint8Array(count + 1) });
  for (let i = 0, line = 1; i < runs.length;) {
    const before = runs[i], size = runs[i + 1], flags = runs[i + 2];
    i += 3;
    for (let k = 0; k < size; k++, line++) {
      text.before[line] = before ? before + k : 0;
      text.flags[line] = flags;
      text.line[line] = flags & OWN ? runs[i++] : up.line[before + k];
      text.path[line] = flags & OWN ? runs[i++] : up.path[before + k];
    }
  }
  text.from = null;
}

const source = data.source && { lines: [0, ...data.source.lines], name: data.source.name };

/* The lines added, removed and changed by the step that a text is of. */
function countsOf(text) {
  if (text.counts) return text.counts;
  const counts = { added: 0, removed: 0, changed: 0 };
  decode(text);
  if (text.parent) {
    const kept = new Uint8Array(text.parent.count + 1);
    for (let line = 1; line <= text.count; line++) {
      kept[text.before[line]] = 1;
      if (!text.before[line]) counts.added++;
      else if (text.flags[line] & (CHANGED | MOVED)) counts.changed++;
    }
    for (let line = 1; line <= text.parent.count; line++) counts.removed += !kept[line];
  }
  return (text.counts = counts);
}

/* ---- the way of a line ---- */

function ancestors(text) {
  const chain = [];
  for (let t = text; t; t = t.parent) chain.push(t);
  return chain;
}

/* For each line of the parent the lines that come from it. */
function linesAfter(text, line) {
  if (!text.after) {
    decode(text);
    text.after = new Map();
    for (let i = 1; i <= text.count; i++) {
      const before = text.before[i];
      if (!before) continue;
      if (text.after.has(before)) text.after.get(before).push(i);
      else text.after.set(before, [i]);
    }
  }
  return text.after.get(line) || [];
}

/* The lines of `target` that a line came from or became. */
function related(text, line, target) {
  const goal = ancestors(target), known = new Set(goal);
  let at = text;
  for (decode(text); at !== target && !known.has(at); at = at.parent) {
    line = at.before[line];
    if (!line) return [];
    decode(at.parent);
  }
  let lines = [line];
  for (let i = goal.indexOf(at) - 1; i >= 0; i--)
    lines = lines.flatMap((each) => linesAfter(goal[i], each));
  return lines;
}

/* The deeds of the steps on a line, in their order: {step, line, deed}. */
function historyOf(text, line, last) {
  const events = [];
  decode(text);
  for (let t = text, at = line; t && at; at = t.before[at], t = t.parent) {
    const flags = t.flags[at], up = t.before[at];
    const deed = !up ? (t.parent ? "inserted" : "first") : flags & MOVED ? "moved"
      : flags & CHANGED ? "changed" : flags & OWN && t.parent &&
      lineText(t.line[at]) !== lineText(t.parent.line[up]) ? "renamed" : "";
    if (deed) events.unshift({ step: t.step, line: at, deed });
  }
  const chain = ancestors(last), here = chain.indexOf(text);
  for (let i = here - 1, at = line; i >= 0; i--) {
    const next = linesAfter(chain[i], at)[0];
    if (!next) {
      events.push({ step: chain[i].step, line: 0, deed: "removed" });
      break;
    }
    const flags = chain[i].flags[next];
    if (flags & (CHANGED | MOVED))
      events.push({ step: chain[i].step, line: next, deed: flags & MOVED ? "moved" : "changed" });
    at = next;
  }
  return events;
}

/* ---- differences ---- */

const SAME = 0, BOTH = 1, OLD = 2, NEW = 3;

/* For each line of `text` its line in an ancestor, and whether a step on the way changed it. */
function mapTo(text, ancestor) {
  decode(text);
  const line = new Int32Array(text.count + 1), changed = new Uint8Array(text.count + 1);
  for (let i = 1; i <= text.count; i++) {
    let at = i, t = text;
    for (; at && t !== ancestor; t = t.parent) {
      changed[i] |= t.flags[at] & CHANGED;
      at = t.before[at];
    }
    line[i] = at;
  }
  return { line, changed };
}

/* The lines of a longest run of pairs in the order of both sides: other pairs have moved. */
function inOrder(partner) {
  const tails = [], back = new Int32Array(partner.length), kept = new Uint8Array(partner.length);
  for (let i = 1; i < partner.length; i++) {
    if (!partner[i]) continue;
    let low = 0, high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (partner[tails[middle]] < partner[i]) low = middle + 1;
      else high = middle;
    }
    back[i] = low ? tails[low - 1] : 0;
    tails[low] = i;
  }
  for (let i = tails.length ? tails[tails.length - 1] : 0; i; i = back[i]) kept[i] = 1;
  return kept;
}

/* The rows of a diff: {old, now, kind} as arrays. */
function diffRows(a, b) {
  const known = new Set(ancestors(a));
  let top = b;
  while (!known.has(top)) top = top.parent;
  const from = mapTo(a, top), to = mapTo(b, top), place = new Map();
  for (let i = a.count; i; i--) if (from.line[i]) place.set(from.line[i], i);
  const partner = new Int32Array(b.count + 1);
  for (let i = 1; i <= b.count; i++) partner[i] = place.get(to.line[i]) || 0;
  const kept = inOrder(partner), rows = { old: [], now: [], kind: [] };
  const push = (old, now, kind) => {
    rows.old.push(old);
    rows.now.push(now);
    rows.kind.push(kind);
  };
  let old = 1;
  for (let i = 1; i <= b.count; i++) {
    if (!kept[i]) {
      push(0, i, NEW);
      continue;
    }
    for (; old < partner[i]; old++) push(old, 0, OLD);
    push(old++, i, to.changed[i] || from.changed[partner[i]] ? BOTH : SAME);
  }
  for (; old <= a.count; old++) push(old, 0, OLD);
  return rows;
}

function words(text) {
  return text.match(/\w+|\s+|[^\w\s]/g) || [];
}

/* The parts of two lines that differ, word by word: [[begin, end], ...] of each. */
function diffParts(left, right) {
  const a = words(left), b = words(right), n = a.length, m = b.length;
  if (n * m > 40000) return [[[0, left.length]], [[0, right.length]]];
  const table = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
  for (let i = n - 1; i >= 0; i--)
    for (let k = m - 1; k >= 0; k--)
      table[i][k] = a[i] === b[k] ? table[i + 1][k + 1] + 1
        : Math.max(table[i + 1][k], table[i][k + 1]);
  const parts = [[], []], at = [0, 0];
  const take = (side, size) => {
    const last = parts[side][parts[side].length - 1];
    if (last && last[1] === at[side]) last[1] += size;
    else parts[side].push([at[side], at[side] + size]);
    at[side] += size;
  };
  for (let i = 0, k = 0; i < n || k < m;) {
    if (i < n && k < m && a[i] === b[k]) {
      at[0] += a[i++].length;
      at[1] += b[k++].length;
    } else if (k === m || (i < n && table[i + 1][k] >= table[i][k + 1])) {
      take(0, a[i++].length);
    } else {
      take(1, b[k++].length);
    }
  }
  return parts;
}
