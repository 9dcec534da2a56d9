"use strict";
/* data.js -- reads the data of the page. Texts are lists of line numbers; lines follow from those
 * of the text before. Lines are counted from 1, and 0 is none. */

const data = JSON.parse(document.getElementById("data").textContent);
/* Flags of a line; above them is how a diff shows it beside the line before, and the reason of the
 * link with that line. The kinds, rows and reasons of links are in the order of
 * <tunip/diff_lines.h>. */
const CHANGED = 1, MOVED = 2, OWN = 4, RENAMED = 8, SURE = 16, ROW_SHIFT = 5, REASON_SHIFT = 7;
const APART = 0, ROW_SAME = 1, ROW_RENAMED = 2, ROW_CHANGED = 3;
const LINK_KINDS = ["same", "renamed", "changed", "moved", "split", "merged", "made"];
const REASONS = ["same span", "paired by the edit script", "same content",
  "same definition and uses", "stands in place of it", "converted from it"];

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

const texts = data.texts.map((from) => ({ step: from.step, from, folds: from.folds,
  flat: from.links }));
texts.forEach((text) => {
  const before = data.steps[text.step].before;
  text.parent = before === undefined ? null : texts[data.steps[before].text];
});

/* The runs of a text, in the order of its lines: the first line of each, the line of the text before
 * from which it comes, or 0, its flags, and where its own numbers are in the data. A text has fewer
 * runs than lines, so links are looked up in them. */
function runsOf(text) {
  if (text.runs) return text.runs;
  const flat = text.from.runs, start = [], before = [], flags = [], at = [];
  let line = 1;
  for (let i = 0; i < flat.length;) {
    const size = flat[i + 1];
    start.push(line);
    before.push(flat[i]);
    flags.push(flat[i + 2]);
    at.push(i + 3);
    line += size;
    i += 3 + (flat[i + 2] & OWN ? 2 * size : 0);
  }
  start.push(line); /* the end of the last one */
  text.count = line - 1;
  text.runs = { start, before, flags, at };
  return text.runs;
}

/* The number of lines. */
function lineCount(text) {
  runsOf(text);
  return text.count;
}

/* The line of the text before from which a line comes, or 0, and its flags. */
function descentOf(text, line) {
  const { start, before, flags } = runsOf(text);
  const run = lastAtMost(start, line, start.length - 1);
  return { own: before[run] ? before[run] + line - start[run] : 0, flags: flags[run] };
}

/* Decodes a text: for each line its number in the table, its path, its line before, its flags. */
function decode(text) {
  const chain = [];
  for (let t = text; t && !t.line; t = t.parent) chain.push(t);
  while (chain.length) decodeRuns(chain.pop());
  return text;
}

function decodeRuns(text) {
  const { start, before, flags, at } = runsOf(text), flat = text.from.runs, up = text.parent;
  const count = text.count;
  Object.assign(text, { line: new Int32Array(count + 1), path: new Int32Array(count + 1),
    before: new Int32Array(count + 1), flags: new Uint16Array(count + 1) });
  before.forEach((from, run) => {
    for (let line = start[run], i = at[run], k = 0; line < start[run + 1]; line++, k++) {
      text.before[line] = from ? from + k : 0;
      text.flags[line] = flags[run];
      text.line[line] = flags[run] & OWN ? flat[i++] : up.line[from + k];
      text.path[line] = flags[run] & OWN ? flat[i++] : up.path[from + k];
    }
  });
  text.from = null;
}

const source = data.source && { lines: [0, ...data.source.lines], name: data.source.name };

/* ---- the way of a line ---- */

function ancestors(text) {
  const chain = [];
  for (let t = text; t; t = t.parent) chain.push(t);
  return chain;
}

function push(map, key, item) {
  if (map.has(key)) map.get(key).push(item);
  else map.set(key, [item]);
}

/* Links of a line with lines of earlier texts: the first is that with its own predecessor, if it has
 * one. {text, line, kind, reason, sure} */
function linksOf(text, line) {
  if (!text.others) {
    text.others = new Map();
    for (let i = 0; i < text.flat.length; i += 6)
      push(text.others, text.flat[i], { text: texts[text.flat[i + 1]], line: text.flat[i + 2],
        kind: LINK_KINDS[text.flat[i + 3]], reason: text.flat[i + 4], sure: text.flat[i + 5] > 0 });
  }
  const { own, flags } = descentOf(text, line);
  const kind = flags & MOVED ? "moved" : flags & CHANGED ? "changed"
    : flags & RENAMED ? "renamed" : "same";
  const first = own ? [{ text: text.parent, line: own, kind, reason: flags >> REASON_SHIFT,
    sure: (flags & SURE) > 0 }] : [];
  return first.concat(text.others.get(line) || []);
}

function isOwn(link) {
  return LINK_KINDS.indexOf(link.kind) <= 3;
}

/* The texts that have a text before them, and the other links that lead to its lines. */
let children = null, laterOthers = null;

function indexLater() {
  children = new Map();
  laterOthers = new Map(texts.map((each) => [each, new Map()]));
  texts.forEach((to, order) => {
    if (to.parent) push(children, to.parent, { to, order });
    for (let i = 0; i < to.flat.length; i += 6)
      push(laterOthers.get(texts[to.flat[i + 1]]), to.flat[i + 2], { to, order, line: to.flat[i] });
  });
}

/* The line of a text that comes from a line of the text before it; 0 if none does. */
function successorIn(to, line) {
  const { start, before } = runsOf(to);
  if (!to.byBefore) {
    const runs = before.map((from, run) => run).filter((run) => before[run]);
    runs.sort((a, b) => before[a] - before[b]);
    to.byBefore = { runs, before: runs.map((run) => before[run]) };
  }
  const run = to.byBefore.runs[lastAtMost(to.byBefore.before, line, to.byBefore.runs.length)];
  if (run === undefined) return 0;
  const at = start[run] + line - before[run];
  return at < start[run + 1] ? at : 0;
}

/* The links of later lines with a line: {text, line} is the later one. */
function linksAfter(text, line) {
  if (!children) indexLater();
  const places = [...(laterOthers.get(text).get(line) || [])];
  for (const { to, order } of children.get(text) || []) {
    const at = successorIn(to, line);
    if (at) places.push({ to, order, line: at });
  }
  places.sort((a, b) => a.order - b.order || a.line - b.line);
  const seen = new Set(), found = [];
  for (const { to, line: at } of places) {
    if (seen.has(`${to.step} ${at}`)) continue;
    seen.add(`${to.step} ${at}`);
    for (const link of linksOf(to, at))
      if (link.text === text && link.line === line) found.push({ ...link, text: to, line: at });
  }
  return found;
}

/* The links that a way follows: certain ones, and those of the line's own predecessor or successor;
 * other probable ones only if there is no such line. */
function followed(links, back) {
  const own = links.some(isOwn);
  return links.filter((link) => isOwn(link) || link.sure || !own || (!back && link.kind === "split"));
}

const MOST_FOLLOWED = 256; /* lines of one text */

/* All lines that a line came from or became: text -> Set of lines. */
function wayOf(text, line) {
  const way = new Map();
  for (const back of [true, false]) {
    const open = [{ text, line }];
    for (let i = 0; i < open.length; i++) {
      const at = open[i];
      if (!way.has(at.text)) way.set(at.text, new Set());
      const known = way.get(at.text);
      if (i && (known.has(at.line) || known.size >= MOST_FOLLOWED)) continue;
      known.add(at.line);
      open.push(...followed(back ? linksOf(at.text, at.line) : linksAfter(at.text, at.line), back));
    }
  }
  return way;
}

let lastWay = { text: null, line: 0, way: null };

/* The lines of `target` that a line came from or became. */
function related(text, line, target) {
  if (lastWay.text !== text || lastWay.line !== line)
    lastWay = { text, line, way: wayOf(text, line) };
  return [...(lastWay.way.get(target) || [])];
}

function isNews(link) {
  return link.kind !== "same";
}

/* The deeds of the steps on a line, in their order: {step, line, deed, why, sure}. */
function historyOf(text, line, last) {
  const events = [];
  for (let t = text, at = line; t && at;) {
    const links = linksOf(t, at), link = links[0];
    if (!link) events.unshift({ step: t.step, line: at, deed: t.parent ? "inserted" : "first" });
    else if (isNews(link))
      events.unshift({ step: t.step, line: at, deed: link.kind, why: REASONS[link.reason],
        sure: link.sure });
    t = link && link.text;
    at = link && link.line;
  }
  for (let t = text, at = line; ;) {
    const next = followed(linksAfter(t, at), false);
    const link = next.find(isOwn) || next[0];
    if (!link) {
      const gone = ancestors(last).reverse().find((each) => each.parent === t);
      if (gone) events.push({ step: gone.step, line: 0, deed: "removed" });
      break;
    }
    if (isNews(link))
      events.push({ step: link.text.step, line: link.line, deed: link.kind,
        why: REASONS[link.reason], sure: link.sure, more: next.length - 1 });
    t = link.text;
    at = link.line;
  }
  return events;
}

/* ---- differences ---- */

const SAME = 0, BOTH = 1, OLD = 2, NEW = 3, WEAK = 4; /* WEAK: only names differ, or an
                                                      alias has no partner */

function isChange(kind) {
  return kind === BOTH || kind === OLD || kind === NEW;
}

/* For each line of `text` its line in an ancestor, if each step on the way shows both lines in one
 * row, and the row that shows most. */
function mapTo(text, ancestor) {
  decode(text);
  const line = new Int32Array(text.count + 1), row = new Uint8Array(text.count + 1).fill(ROW_SAME);
  for (let i = 1; i <= text.count; i++) {
    let at = i, t = text;
    for (; at && t !== ancestor; t = t.parent) {
      const here = (t.flags[at] >> ROW_SHIFT) & 3;
      row[i] = Math.max(row[i], here);
      at = here === APART ? 0 : t.before[at];
    }
    line[i] = at;
  }
  return { line, row };
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
  const add = (old, now, kind) => {
    rows.old.push(old);
    rows.now.push(now);
    rows.kind.push(kind);
  };
  let old = 1, now = 1;
  for (let i = 1; i <= b.count + 1; i++) {
    if (i <= b.count && !kept[i]) continue;
    const end = i <= b.count ? partner[i] : a.count + 1; /* removed lines before added ones */
    for (; old < end; old++) add(old, 0, isAlias(a.line[old]) ? WEAK : OLD);
    for (; now < i; now++) add(0, now, isAlias(b.line[now]) ? WEAK : NEW);
    if (i > b.count) break;
    const row = Math.max(to.row[i], from.row[partner[i]]);
    add(old++, now++, row === ROW_CHANGED ? BOTH : row === ROW_RENAMED ? WEAK : SAME);
  }
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
