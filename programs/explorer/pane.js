"use strict";
/* pane.js -- a list of rows of which only those in view are elements. */

const TALLEST = 8000000; /* pixels; browsers limit the height of elements */
const OVERDRAW = 20; /* rows above and below those in view */

class Pane {
  /* `build(index)` makes the element of a row. `onMove(index)` is called when the current row
   * changes by a key. */
  constructor(section, build) {
    this.section = section;
    this.heading = section.querySelector("h2");
    this.box = section.querySelector(".lines");
    this.build = build;
    this.count = 0;
    this.current = -1;
    this.drawn = new Map();
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
    probe.className = "row";
    this.puck.append(probe);
    const height = probe.getBoundingClientRect().height || 20;
    probe.remove();
    return height;
  }

  show(count) {
    this.count = count;
    this.full = count * this.rowHeight;
    this.slider.style.height = Math.min(this.full, TALLEST) + "px";
    this.redraw();
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
    const height = this.rowHeight, offset = this.offset;
    const first = Math.max(0, Math.floor(offset / height) - OVERDRAW);
    const last = Math.min(this.count, Math.ceil((offset + this.box.clientHeight) / height) + OVERDRAW);
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
    this.puck.style.transform = `translateY(${this.box.scrollTop - offset + first * height}px)`;
  }

  element(index) {
    const row = this.build(index);
    row.classList.add("row");
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
    const height = this.rowHeight, view = this.box.clientHeight, top = index * height;
    const offset = this.offset;
    if (!always && top >= offset && top + height <= offset + view) return;
    this.offset = Math.max(0, top - view / 3);
  }

  moveTo(index) {
    const was = this.drawn.get(this.current);
    if (was) was.classList.remove("current");
    this.current = Math.max(-1, Math.min(this.count - 1, index));
    if (this.current < 0) {
      this.box.removeAttribute("aria-activedescendant");
      return;
    }
    const offset = this.offset, height = this.rowHeight, top = this.current * height;
    if (top < offset) this.offset = top;
    else if (top + height > offset + this.box.clientHeight)
      this.offset = top + height - this.box.clientHeight;
    this.draw();
    const row = this.drawn.get(this.current);
    if (row) row.classList.add("current");
    this.box.setAttribute("aria-activedescendant", `${this.section.id}-${this.current}`);
  }
}
