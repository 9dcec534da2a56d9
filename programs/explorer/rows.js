"use strict";
/* rows.js -- the rows of the panes: full texts, and differences in one text or side by side. */

/* The ranges of lines of the chosen function in a text: [[first, last], ...]. Null stands for all
 * lines. */
function scopeOf(text) {
  return state.function && !text.program
    ? text.folds.filter((fold) => fold[2] === state.function) : null;
}

function isIn(scope, line) {
  return line > 0 && (!scope || scope.some((fold) => fold[0] <= line && line <= fold[1]));
}

/* The rows of a diff that belong to the chosen function. */
function rowsInScope(before, text) {
  const rows = diffRows(before, text), old = scopeOf(before), now = scopeOf(text);
  if (!old) return rows;
  const kept = { old: [], now: [], kind: [] };
  rows.kind.forEach((kind, i) => {
    if (!isIn(old, rows.old[i]) && !isIn(now, rows.now[i])) return;
    kept.old.push(rows.old[i]);
    kept.now.push(rows.now[i]);
    kept.kind.push(kind);
  });
  return kept;
}

const knownCounts = new Map(); /* "STEP FUNCTION" -> counts */
const NO_COUNTS = { added: 0, removed: 0, changed: 0 };

/* The lines added, removed and changed by a step, in the chosen function. */
function countsOf(step) {
  if (!state.function) return steps[step].counts;
  const key = `${step} ${state.function}`;
  if (!isChanged(step) || !step || !hasFunction(step, state.function)) return NO_COUNTS;
  if (!knownCounts.has(key)) {
    const { kind } = rowsInScope(beforeOf(step), textOf(step));
    const count = (wanted) => kind.filter((each) => each === wanted).length;
    knownCounts.set(key, { added: count(NEW), removed: count(OLD), changed: count(BOTH) });
  }
  return knownCounts.get(key);
}

/* The functions that the filter hides: those that the step left as they were. */
function hiddenFunctions(text) {
  const before = beforeOf(state.step), now = textOf(state.step);
  if (!hidden.has("functions") || !before || (text !== before && text !== now)) return new Map();
  const names = unchangedFunctions(before, now);
  return new Map(functionFolds(text).filter((fold) => names.has(fold[2]))
    .map((fold) => [fold[0], fold]));
}

/* The lines of a text, except those that are folded or that filters hide: [{text, line, fold}]. */
function plainRows(text) {
  const rows = [], heads = new Map(foldsOf(text).map((fold) => [fold[0], fold]));
  const gone = hiddenFunctions(text), scope = scopeOf(text);
  if (scope && !scope.length) return [{ gap: 1, what: `${state.function} is not in this text` }];
  for (let line = 1; line <= text.count; line++) {
    if (!isIn(scope, line)) continue;
    const fold = heads.get(line), closed = fold && folded.has(fold[2]), away = gone.get(line);
    const key = away && `${state.step} ${away[2]}`;
    if (away && !opened.has(key)) {
      const size = away[1] - line + 1;
      rows.push({ gap: size, key, what: `${size} lines of ${away[2]}, unchanged` });
      line = away[1];
      continue;
    }
    if (isHiddenLine(text, line)) continue;
    rows.push({ text, line, kind: SAME, fold, closed });
    if (closed) line = fold[1];
  }
  return rows;
}

/* The rows of a diff as they are shown: indices into them, and runs of unchanged ones. Around the
 * pinned line, rows are shown as around a change. */
function shownRows(rows, step) {
  const shown = [], count = rows.kind.length;
  const pinned = new Set(state.pin ? relatedIn(state.pin, textOf(step)) : []);
  const changes = rows.kind.some(isChange);
  const isQuietRow = (k) => !isChange(rows.kind[k]) && !pinned.has(rows.now[k]);
  for (let i = 0, end; i < count; i = end) {
    for (end = i; end < count && isQuietRow(end);) end++;
    const key = `${step} ${rows.old[i]}/${rows.now[i]}`, [first, last] = opened.get(key) || [0, 0];
    const from = (i ? i + CONTEXT : 0) + first, to = (end < count ? end - CONTEXT : end) - last;
    const folds = changes && to - from > 1;
    for (let k = i; k < end; k++) {
      if (folds && k === from) {
        const weak = rows.kind.slice(from, to).filter((kind) => kind === WEAK).length;
        shown.push({ gap: to - from, weak, key });
        k = to - 1;
      } else {
        shown.push(k);
      }
    }
    for (; end < count && !isQuietRow(end); end++) shown.push(end);
  }
  return shown;
}

/* Removed lines stand beside the added ones in their place. */
function splitRows(before, text, step) {
  const rows = visibleRows(rowsInScope(before, text), before, text), left = [], right = [];
  let old = [], now = [];
  const flush = () => {
    for (let i = 0; i < Math.max(old.length, now.length); i++) {
      left.push(old[i] || { none: true });
      right.push(now[i] || { none: true });
    }
    old = [];
    now = [];
  };
  for (const i of shownRows(rows, step)) {
    if (typeof i === "object") {
      flush();
      left.push(i);
      right.push(i);
      continue;
    }
    const kind = rows.kind[i], mate = kind === BOTH ? { old: rows.old[i], now: rows.now[i] } : null;
    if (kind !== OLD && kind !== NEW) flush();
    if (rows.old[i]) old.push({ text: before, line: rows.old[i], kind, mate, old: true });
    if (rows.now[i]) now.push({ text, line: rows.now[i], kind, mate });
    if (kind !== OLD && kind !== NEW) flush();
  }
  flush();
  return [left, right];
}

/* Pairs of changed lines become the old ones and behind them the new ones. */
function inlineRows(before, text, step) {
  const rows = visibleRows(rowsInScope(before, text), before, text), result = [];
  let late = [];
  for (const i of shownRows(rows, step)) {
    const kind = typeof i === "object" ? SAME : rows.kind[i];
    if (kind !== BOTH) {
      result.push(...late);
      late = [];
    }
    if (typeof i === "object") {
      result.push(i);
      continue;
    }
    const old = rows.old[i], now = rows.now[i], mate = kind === BOTH ? { old, now } : null;
    if (kind === BOTH || !now)
      result.push({ text: before, line: old, kind, mate, old: true });
    const row = { text, line: now, kind, mate };
    if (kind === BOTH) late.push(row);
    else if (now) result.push(row);
  }
  return result.concat(late);
}
