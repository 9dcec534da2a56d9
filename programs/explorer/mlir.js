"use strict";
/* mlir.js -- texts of MLIR: regions, the scopes of values, filters, searches by words, and the
 * operations of each step by dialect. The styles of a line say what its words are: "o" an
 * operation, "v" a value, "b" a block, "y" a symbol, "a" an attribute, "l" a location. */

const isMlir = data.marks.length > 1;

/* ---- marks and words of a line ---- */

/* How many regions a line ends and begins, the columns of its dictionaries, and the dialects of its
 * operations that are written without one. */
function lineMarks(id) {
  const row = data.marks[lineNumbers(id)[2] || 0], at = row.indexOf("=");
  const dialects = at < 0 ? [] : row.slice(at + 1).split(",");
  const numbers = (at < 0 ? row : row.slice(0, at)).trim();
  const [ended, begun, ...flat] = numbers ? numbers.split(" ").map(Number) : [0, 0];
  const dictionaries = [];
  for (let i = 0; i < flat.length; i += 2) dictionaries.push([flat[i], flat[i + 1]]);
  return { ended, begun, dictionaries, dialects };
}

/* The words of a line that have one of the styles: [{begin, end, style, text}]. */
function lineWords(id, styles) {
  const text = lineText(id), found = [];
  let at = 0;
  for (const [style, size] of lineStyles(id)) {
    if (styles.includes(style))
      found.push({ begin: at, end: at + size, style, text: text.slice(at, at + size) });
    at += size;
  }
  return found;
}

/* The name of the operation that begins in a line, without quotes; "" if none does. */
function operationOf(id) {
  const word = lineWords(id, "o")[0];
  return word ? word.text.replace(/"/g, "") : "";
}

/* The operations of a line: [{begin, end, name, dialect}]. */
function lineOperations(id) {
  const words = lineWords(id, "o"), { dialects: usual } = lineMarks(id);
  return words.map(({ begin, end, text }) => {
    const name = text.replace(/"/g, ""), dot = name.indexOf(".");
    const dialect = dot < 0 ? usual.shift() || "" : name.slice(0, dot);
    return { begin, end, name, dialect };
  });
}

/* ---- regions ---- */

/* The regions of a text, outermost first: {head, last, up, depth}. `inside` has the number of the
 * innermost region of each line, -1 for none; the lines where a region begins and ends are not
 * inside. */
function regionsOf(text) {
  if (text.regions) return text.regions;
  const all = [], open = [], inside = new Int32Array(text.count + 1).fill(-1);
  for (let line = 1; line <= text.count; line++) {
    const { ended, begun } = lineMarks(text.line[line]);
    for (let i = 0; i < ended && open.length; i++)
      Object.assign(all[open.pop()], { last: line, goesOn: begun > 0 });
    inside[line] = open.length ? open[open.length - 1] : -1;
    for (let i = 0; i < begun; i++) {
      open.push(all.length);
      all.push({ head: line, last: text.count, up: open.length > 1 ? open[open.length - 2] : -1,
        depth: open.length });
    }
  }
  text.regions = { all, inside };
  return text.regions;
}

/* The folds of a text, [head, last, key], outermost first. Functions have their names as keys; a
 * region has the key of the one around it, its operation, and which of these it is. */
function foldsOf(text) {
  if (!isMlir || text.program) return text.folds;
  if (text.allFolds) return text.allFolds;
  const { all } = regionsOf(text), named = new Map(text.folds.map((fold) => [fold[0], fold]));
  const keys = [], times = new Map(), folds = [];
  all.forEach((region, i) => {
    const name = named.get(region.head);
    const kind = `${region.up < 0 ? "" : keys[region.up]}/${operationOf(text.line[region.head])}`;
    times.set(kind, (times.get(kind) || 0) + 1);
    keys[i] = name ? name[2] : `${kind}#${times.get(kind)}`;
    const last = region.goesOn ? region.last - 1 : region.last;
    if (last > region.head && !(folds.length && folds[folds.length - 1][0] === region.head))
      folds.push(name || [region.head, last, keys[i]]);
  });
  text.allFolds = folds;
  return folds;
}

/* The functions: named folds without others inside. */
function functionFolds(text) {
  return text.folds.filter((fold, i) =>
    !(text.folds[i + 1] && text.folds[i + 1][0] <= fold[1]));
}

/* ---- values ---- */

/* The word under a column that names something: a value, a block or a symbol. */
function nameAt(text, line, column) {
  if (!isMlir || text.program || column === undefined) return null;
  const word = lineWords(text.line[line], "vby").find((each) =>
    each.begin <= column && column < each.end);
  return word ? word.text : null;
}

function baseName(word) {
  return word.replace(/^(%[^#:]*)[#:].*$/, "$1");
}

/* Where a name occurs: {line, begin, end, region, isDefined}. `region` is the scope of the name that
 * is defined there, and null where it may be a use: in the heading of an operation with regions, as
 * in `scf.for %i = %a to %b {`, a name is defined if it is not visible from outside. */
function occurrencesOf(text, name) {
  const { all, inside } = regionsOf(text), found = [], headings = new Map();
  all.forEach((region, i) => headings.has(region.head) || headings.set(region.head, i));
  for (let line = 1; line <= text.count; line++) {
    const id = text.line[line];
    if (!lineText(id).includes(name)) continue;
    const words = lineWords(id, "ovby"), operation = words.findIndex((word) => word.style === "o");
    const isLabel = words.length > 0 && words[0].style === "b" && operation < 0;
    words.forEach((word, i) => {
      if (word.style === "o" || baseName(word.text) !== name) return;
      const isResult = word.style === "v" && operation >= 0 && i < operation;
      const isArgument = isLabel && (i === 0 || word.style === "v") &&
        !lineText(id).slice(0, word.begin).includes("//");
      found.push({ line, begin: word.begin, end: word.end, isDefined: isResult || isArgument,
        region: isResult || isArgument ? inside[line] : null,
        heading: headings.has(line) ? headings.get(line) : null });
    });
  }
  return found;
}

/* The definition that a name in a line means: that in the innermost scope. */
function meaningIn(text, defined, line) {
  const { all, inside } = regionsOf(text);
  const own = defined.find((each) => each.line === line && each.isHeading);
  if (own) return own;
  for (let region = inside[line]; ; region = all[region].up) {
    const here = defined.find((each) => each.region === region);
    if (here || region < 0) return here || null;
  }
}

/* All places of the value, block or symbol at a column: {text, name, places: line -> ranges,
 * defined: line or 0, used: lines}. */
function markAt(text, line, column) {
  const word = nameAt(text, line, column);
  if (!word) return null;
  const name = baseName(word), found = occurrencesOf(text, name);
  const defined = found.filter((each) => each.isDefined);
  for (const each of found)
    if (each.heading !== null && !each.isDefined && !meaningIn(text, defined, each.line))
      defined.push(Object.assign(each, { isDefined: true, isHeading: true, region: each.heading }));
  const isSymbol = name[0] === "@";
  const wanted = isSymbol ? null : meaningIn(text, defined, line);
  const places = new Map(), used = new Set();
  for (const each of found) {
    if (!isSymbol && meaningIn(text, defined, each.line) !== wanted) continue;
    push(places, each.line, [each.begin, each.end, each === wanted ? "place defined" : "place"]);
    if (each !== wanted) used.add(each.line);
  }
  return { text, name, places, defined: wanted ? wanted.line : 0, used: [...used] };
}

/* ---- filters ---- */

/* The name of a filter, its key, its words, and the texts that have it: of MLIR, of TVM, or all. */
const FILTERS = [
  ["locations", "l", "locations", "mlir"], ["attributes", "a", "attributes", ""],
  ["constants", "c", "constants", "mlir"], ["metadata", "m", "metadata", "tvm"],
  ["renames", "r", "other names", ""], ["functions", "u", "unchanged functions", ""],
].filter((row) => !row[3] || (row[3] === "mlir") === isMlir);
const hidden = new Set(); /* the names of filters that are on */
/* Locations do not count as changes, so they are hidden at first. */
const usualFilters = isMlir && data.styles.some((row) => row.includes("l")) ? "locations" : "";

/* An operation without operands whose name is that of constants. */
function isConstant(id) {
  const words = lineWords(id, "ov"), operation = words.findIndex((word) => word.style === "o");
  if (operation < 0 || words.length > operation + 1 || lineMarks(id).begun) return false;
  return /(^|[._])(const|constant|cst|zero|undef|poison)(\.\w+)?$/i.test(
    words[operation].text.replace(/"/g, ""));
}

/* Whether a line defines an alias: `#map = affine_map<...>`. It counts as no change: those of the
 * lines that use the alias do. */
function isAlias(id) {
  return isMlir && /^[#!][^ ]* = /.test(data.lines[id]);
}

/* Lines of TVMScript that are only attributes, and constants and other data behind the text. */
const ATTRIBUTES = /^\s*(?:T|R|I|Tx|X)\.(?:\w*_)?attrs?\(.*\)$/;
const METADATA = /^metadata = |^__tvm_meta__ = |^# Metadata|^\s*#\[metadata\]/;

function metadataOf(text) {
  if (text.metadata) return text.metadata;
  let first = 0, last = 0;
  for (let line = 1; line <= text.count && !first; line++)
    if (METADATA.test(data.lines[text.line[line]])) first = line;
  for (last = first; last && last < text.count && !/"""\)?$/.test(lineText(text.line[last]).slice(12));)
    last++;
  text.metadata = [first, last];
  return text.metadata;
}

/* Whether a filter hides a whole line. */
function isHiddenLine(text, line) {
  if (!hidden.size || text.program || !line) return false;
  const id = text.line[line];
  if (!isMlir) {
    const [first, last] = hidden.has("metadata") ? metadataOf(text) : [0, 0];
    return (first && first <= line && line <= last) ||
      (hidden.has("attributes") && ATTRIBUTES.test(lineText(id)));
  }
  const first = lineStyles(id)[0], isAlias = first && !/^\s/.test(lineText(id)) ? first[0] : "";
  return (hidden.has("locations") && isAlias === "l") ||
    (hidden.has("attributes") && isAlias === "a") || (hidden.has("constants") && isConstant(id));
}

/* The rows of a diff without those that filters hide. */
function visibleRows(rows, before, text) {
  if (!hidden.size) return rows;
  const kept = { old: [], now: [], kind: [] };
  rows.kind.forEach((kind, i) => {
    const old = rows.old[i], now = rows.now[i];
    if ((!old || isHiddenLine(before, old)) && (!now || isHiddenLine(text, now))) return;
    kept.old.push(old);
    kept.now.push(now);
    kept.kind.push(kind === WEAK && old && now && hidden.has("renames") ? SAME : kind);
  });
  return kept;
}

/* The names of the functions of two texts in which no line differs. */
function unchangedFunctions(before, text) {
  const rows = before === text ? null : diffRows(before, text), changed = new Set();
  const note = (of, lines) => functionFolds(of).forEach((fold) => {
    for (let line = fold[0]; line <= fold[1]; line++) if (lines[line]) changed.add(fold[2]);
  });
  const old = new Uint8Array(before.count + 1), now = new Uint8Array(text.count + 1);
  if (rows) rows.kind.forEach((kind, i) => {
    if (!isChange(kind)) return;
    old[rows.old[i]] = 1;
    now[rows.now[i]] = 1;
  });
  old[0] = now[0] = 0;
  note(before, old);
  note(text, now);
  return new Set([...functionFolds(before), ...functionFolds(text)].map((fold) => fold[2])
    .filter((name) => !changed.has(name)));
}

/* ---- search ---- */

/* A test for the words of a query: `op:arith.` finds operations by name, `%x` and `^x` are whole
 * names. NULL for other queries. */
function wordTest(query) {
  if (!isMlir) return null;
  if (/^op:./.test(query)) {
    const wanted = query.slice(3), dialect = /^([^.]+)\.$/.exec(wanted), low = wanted.toLowerCase();
    const isMeant = (operation) => (dialect
      ? tableName(operation.dialect).toLowerCase() === dialect[1].toLowerCase()
      : operation.name.toLowerCase().includes(low));
    return (id) => lineOperations(id).filter(isMeant).map((each) => [each.begin, each.end]);
  }
  if (!/^[%^][\w$.-]+$/.test(query)) return null;
  return (id) => lineWords(id, "vb").filter((word) => baseName(word.text) === query)
    .map((word) => [word.begin, word.end]);
}

/* ---- dialects ---- */

/* The operations of each step by dialect: [{arith: 12}, ...]; empty if the page has none. */
const dialects = (() => {
  const element = document.getElementById("dialects-data");
  return element ? JSON.parse(element.textContent).steps.map((step) => step.dialects) : [];
})();

const dialectNames = [...new Set(dialects.flatMap((counts) => Object.keys(counts)))];

/* The name under which the table counts a dialect: the last one stands for all that have none. */
function tableName(dialect) {
  return dialectNames.length && !dialectNames.includes(dialect) ? "others" : dialect;
}

function hasSameDialects(a, b) {
  return dialectNames.every((name) => dialects[a][name] === dialects[b][name]);
}
