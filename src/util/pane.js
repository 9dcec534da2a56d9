"use strict";
/* pane.js -- a list of rows of which only those in view are elements. A row may have the height of
 * several lines. */

const TALLEST = 8000000; /* pixels; browsers limit the height of elements */
const OVERDRAW = 20; /* rows above and below those in view */
const MOST_PRINTED = 5000; /* rows on paper */

/* The last index at which the sorted `list` is at most `value`, of those below `end`; -1 if none. */
function lastAtMost(list, value, end) {
  let low = 0, high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/* ---- rules that depend on numbers: the page's policy allows no style attributes ---- */

const ruleSheet = new CSSStyleSheet(), knownRules = new Set();
document.adoptedStyleSheets = [ruleSheet];

/* Makes the rules of `data-hang="N"` and `data-rows="N"`. */
function needRule(name, number) {
  if (knownRules.has(name + number)) return;
  knownRules.add(name + number);
  ruleSheet.insertRule("body[data-wrap=on] " + (name === "rows"
    ? `.row[data-rows="${number}"] { min-height: ${number * 20}px; }`
    : `[data-hang="${number}"] { padding-left: ${number}ch; text-indent: -${number}ch; }`));
}

/* ---- wrapped lines ---- */

/* The columns in which a text wraps. */
function columnsOf(pane) {
  const { left, character } = pane.metrics, LEAST = 16, PADDING = 16;
  return Math.max(LEAST, Math.floor((pane.box.clientWidth - left - PADDING) / (character || 8)));
}

/* Wrapped lines keep their indentation, and two columns more. */
function hangOf(text, columns) {
  return Math.min(/^ */.exec(text)[0].length + 2, Math.floor(columns / 2));
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;

/* The columns of a text: characters of East Asia have two. */
function widthOf(text) {
  return text.length + (text.match(WIDE) || []).length;
}

/* The rows that a text takes. */
function wrappedRows(text, columns) {
  const more = Math.max(0, widthOf(text) - columns);
  return 1 + Math.ceil(more / (columns - hangOf(text, columns)));
}

/* ---- panes ---- */

class Pane {
  /* `build(index)` makes the element of a row; `classes` are those of rows. */
  constructor(section, build, classes = "row") {
    this.section = section;
    this.classes = classes;
    this.heading = section.querySelector("h2");
    this.box = section.querySelector(".lines");
    this.build = build;
    this.count = 0;
    this.current = -1;
    this.drawn = new Map();
    this.onDraw = null; /* called with the first row in view */
    this.isPrinted = false; /* draws all rows */
    this.slider = document.createElement("div");
    this.slider.className = "slider";
    this.puck = document.createElement("div");
    this.puck.className = "puck";
    this.slider.append(this.puck);
    this.box.append(this.slider);
    this.box.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.box);
  }

  get rowHeight() {
    if (!this.height) this.height = this.measure();
    return this.height;
  }

  /* Rows have the height that the style sheet gives them. */
  measure() {
    const probe = document.createElement("div");
    probe.className = this.classes;
    this.puck.append(probe);
    const height = probe.getBoundingClientRect().height || 20;
    probe.remove();
    return height;
  }

  /* `heights`: the lines that each row takes; undefined: one. */
  show(count, heights) {
    this.count = count;
    this.tops = null;
    if (heights) {
      this.tops = new Float64Array(count + 1);
      for (let i = 0; i < count; i++) this.tops[i + 1] = this.tops[i] + heights[i];
    }
    this.full = this.topOf(count);
    this.slider.style.height = Math.min(this.full, TALLEST) + "px";
    this.redraw();
  }

  /* The pixels above a row. */
  topOf(index) {
    return (this.tops ? this.tops[index] : index) * this.rowHeight;
  }

  /* The row at a number of pixels from the top. */
  indexAt(pixels) {
    const lines = Math.floor(pixels / this.rowHeight);
    return this.tops ? Math.max(0, lastAtMost(this.tops, lines, this.count)) : lines;
  }

  /* The pixels above the view, of all rows in their full height. */
  get offset() {
    const view = this.box.clientHeight, shown = Math.min(this.full, TALLEST);
    if (shown === this.full || shown <= view) return this.box.scrollTop;
    return this.box.scrollTop * ((this.full - view) / (shown - view));
  }

  set offset(pixels) {
    const view = this.box.clientHeight, shown = Math.min(this.full, TALLEST);
    const scaled = shown === this.full || shown <= view
      ? pixels : pixels * ((shown - view) / (this.full - view));
    this.box.scrollTop = scaled;
    this.draw();
  }

  redraw() {
    this.drawn.forEach((row) => row.remove());
    this.drawn.clear();
    this.draw();
  }

  draw() {
    if (!this.count) return;
    const offset = this.offset, all = this.isPrinted;
    const first = all ? 0 : Math.max(0, this.indexAt(offset) - OVERDRAW);
    const last = Math.min(this.count, all ? MOST_PRINTED
      : this.indexAt(offset + this.box.clientHeight) + 1 + OVERDRAW);
    this.drawn.forEach((row, index) => {
      if (index >= first && index < last) return;
      row.remove();
      this.drawn.delete(index);
    });
    let next = this.puck.firstChild;
    for (let index = first; index < last; index++) {
      let row = this.drawn.get(index);
      if (!row) {
        row = this.element(index);
        this.drawn.set(index, row);
        this.puck.insertBefore(row, next);
      }
      next = row.nextSibling;
    }
    this.puck.style.transform = `translateY(${this.box.scrollTop - offset + this.topOf(first)}px)`;
    if (this.onDraw) this.onDraw(this.indexAt(offset));
  }

  element(index) {
    const row = this.build(index);
    row.classList.add("row");
    const lines = this.tops ? this.tops[index + 1] - this.tops[index] : 1;
    if (lines > 1) {
      row.dataset.rows = lines;
      needRule("rows", lines);
    }
    row.id = `${this.section.id}-${index}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", this.count);
    row.setAttribute("aria-posinset", index + 1);
    row.setAttribute("aria-selected", row.classList.contains("pinned"));
    row.classList.toggle("current", index === this.current);
    return row;
  }

  /* The index of the row that holds an element; -1 if none does. */
  indexOf(target) {
    const row = target.closest ? target.closest(".row") : null;
    return row && this.puck.contains(row) ? Number(row.id.slice(this.section.id.length + 1)) : -1;
  }

  reveal(index, always) {
    const view = this.box.clientHeight, top = this.topOf(index), offset = this.offset;
    if (!always && top >= offset && this.topOf(index + 1) <= offset + view) return;
    this.offset = Math.max(0, top - view / 3);
  }

  /* The width of a character, and of what stands before the text of a line, in pixels. */
  get metrics() {
    const probe = document.createElement("div"), code = document.createElement("code");
    probe.className = this.classes;
    code.textContent = "0".repeat(20);
    for (const name of ["no", "sign"]) {
      const part = document.createElement("span");
      part.className = name;
      probe.append(part);
    }
    probe.append(code);
    this.puck.append(probe);
    const range = document.createRange();
    range.selectNodeContents(code.firstChild);
    const text = range.getBoundingClientRect();
    const left = text.left - probe.getBoundingClientRect().left;
    probe.remove();
    return { left, character: text.width / 20 };
  }

  /* Scrolls until a column of the text is in view. */
  revealColumn(column) {
    const { left, character } = this.metrics, { box } = this, x = left + column * character;
    if (x >= box.scrollLeft + left && x < box.scrollLeft + box.clientWidth - 4 * character) return;
    box.scrollLeft = Math.max(0, x - box.clientWidth / 2);
  }

  moveTo(index) {
    const was = this.drawn.get(this.current);
    if (was) was.classList.remove("current");
    this.current = Math.max(-1, Math.min(this.count - 1, index));
    if (this.current < 0) {
      this.box.removeAttribute("aria-activedescendant");
      return;
    }
    const offset = this.offset, top = this.topOf(this.current), end = this.topOf(this.current + 1);
    if (top < offset) this.offset = top;
    else if (end > offset + this.box.clientHeight) this.offset = end - this.box.clientHeight;
    this.draw();
    const row = this.drawn.get(this.current);
    if (row) row.classList.add("current");
    this.box.setAttribute("aria-activedescendant", `${this.section.id}-${this.current}`);
  }
}
