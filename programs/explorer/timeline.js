"use strict";
/* timeline.js -- the passes as bars above the panes. The height of a bar is the size of the text
 * after its pass; the lines that the pass changed, added and removed are stacked in it. The numbers
 * are those of the list of passes. */

const BARS_HEIGHT = 46, BRACKETS_HEIGHT = 10; /* pixels; the style sheet has their sum and margins */
const WIDEST_BAR = 36, NARROWEST_BAR = 3;
const LEVELS = 2; /* of brackets that are told apart */

/* The steps from which the last one comes. Others are branches, or parts of the module. */
const trunk = new Set();
for (let step = steps.length - 1; step !== undefined; step = steps[step].before) trunk.add(step);

const timeline = {
  bars: [], /* {from, to, x, width}: a step, or several without changes: steps from `from` to `to` */
  unit: "lines",
  barOf: [], /* the bar of each step */

  size(step) {
    if (this.unit === "operations")
      return Object.values(dialects[step]).reduce((sum, count) => sum + count, 0);
    const text = texts[steps[step].text];
    if (!state.function) return lineCount(text);
    return text.folds.filter((fold) => fold[2] === state.function)
      .reduce((sum, fold) => sum + fold[1] - fold[0] + 1, 0);
  },

  /* The parts of a bar from below. Operations have no parts. */
  parts(step) {
    const now = this.size(step), { added, removed, changed } = countsOf(step);
    if (this.unit === "operations" || !step || isQuiet(step)) return { same: now };
    return { same: Math.max(0, now - added - changed), changed, added, removed };
  },

  label({ from, to }) {
    if (to > from) return `${from}-${to}, ${to - from + 1} passes without change`;
    const { added, removed, changed } = countsOf(from), words = [];
    for (const [count, sign] of [[added, "+"], [removed, "-"], [changed, "~"]])
      if (count && !isQuiet(from)) words.push(sign + count);
    const part = steps[from].symbol ? ` on @${steps[from].symbol}`
      : steps[from].part ? " on a part" : "";
    return `${stepTitle(from)}${part}: ${this.size(from)} ${this.unit}` +
      (words.length ? `, ${words.join(" ")}` : from ? ", no change" : "");
  },

  /* Steps in a row that the list dims are one bar of half the width. */
  divide() {
    this.bars = [];
    for (let step = 0, end; step < steps.length; step = end) {
      for (end = step + 1; isQuiet(step) && end < steps.length && isQuiet(end);) end++;
      for (let i = step; i < end; i++) this.barOf[i] = this.bars.length;
      this.bars.push({ from: step, to: end - 1 });
    }
    const room = $("timeline").querySelector(".track").clientWidth - 8;
    const width = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, Math.floor(room / this.bars.length)));
    let x = 4;
    for (const bar of this.bars) {
      Object.assign(bar, { x, width: bar.to > bar.from ? Math.max(2, width >> 1) : width });
      x += bar.width;
    }
    this.width = x + 4;
  },

  draw() {
    const track = $("timeline").querySelector(".track");
    if (!track.clientWidth) return;
    this.divide();
    const paths = { dim: "", same: "", changed: "", added: "", removed: "" };
    const tallest = Math.max(1, ...steps.map((step, i) => this.size(i) +
      (this.unit === "lines" ? countsOf(i).removed : 0)));
    for (const bar of this.bars) {
      const isDim = isQuiet(bar.from) || steps[bar.from].part || !trunk.has(bar.from);
      const gap = bar.width > 4 ? 1 : 0;
      let bottom = BRACKETS_HEIGHT + BARS_HEIGHT;
      for (const [kind, count] of Object.entries(this.parts(bar.from))) {
        if (!count) continue;
        const share = count / tallest * BARS_HEIGHT, height = Math.max(kind === "same" ? 1 : 2, share);
        bottom = Math.max(0, bottom - height);
        paths[kind === "same" && isDim ? "dim" : kind] +=
          `M${bar.x} ${bottom.toFixed(1)}h${bar.width - gap}v${height.toFixed(1)}h${gap - bar.width}z`;
      }
    }
    const svg = track.querySelector("svg");
    svg.setAttribute("width", this.width);
    svg.setAttribute("height", BRACKETS_HEIGHT + BARS_HEIGHT + 3);
    for (const [kind, path] of Object.entries(paths))
      svg.querySelector(`.${kind}`).setAttribute("d", path);
    svg.querySelector(".brackets").setAttribute("d", this.brackets());
    track.setAttribute("aria-valuemax", this.bars.length - 1);
    this.mark();
  },

  /* A pass that ran others, and passes that a pipeline runs inside the module. */
  brackets() {
    const pairs = [];
    steps.forEach((step, i) => {
      if (firstOf[i] !== i) pairs.push([firstOf[i], i, depthOf[i]]);
      if (!step.anchor || (i && steps[i - 1].anchor === step.anchor)) return;
      let end = i;
      while (end + 1 < steps.length && steps[end + 1].anchor === step.anchor) end++;
      pairs.push([i, end, 0]);
    });
    return pairs.map(([from, to, depth]) => {
      const first = this.bars[this.barOf[from]], last = this.bars[this.barOf[to]];
      const y = 1 + Math.min(depth, LEVELS - 1) * (BRACKETS_HEIGHT / LEVELS);
      return `M${first.x + 0.5} ${y + 3}V${y + 0.5}H${last.x + last.width - 1.5}V${y + 3}`;
    }).join("");
  },

  /* Marks the bar of the step that is shown. */
  mark() {
    const track = $("timeline").querySelector(".track"), index = this.barOf[state.step];
    const bar = this.bars[index];
    if (!bar) return;
    for (const rect of track.querySelectorAll(".now")) {
      rect.setAttribute("x", bar.x - 1);
      rect.setAttribute("width", bar.width + 1);
    }
    track.setAttribute("aria-valuenow", index);
    track.setAttribute("aria-valuetext", bar.to > bar.from
      ? `${stepTitle(state.step)}: no change` : this.label(bar));
    if (bar.x < track.scrollLeft || bar.x + bar.width > track.scrollLeft + track.clientWidth)
      track.scrollLeft = bar.x - track.clientWidth / 2;
    this.say(null);
  },

  /* Writes what the bar under the pointer is. */
  say(bar) {
    const caption = $("timeline").querySelector(".caption");
    caption.textContent = bar ? this.label(bar) : "";
    caption.hidden = !bar;
  },

  at(event) {
    const track = $("timeline").querySelector(".track");
    const x = event.clientX - track.getBoundingClientRect().left + track.scrollLeft;
    return this.bars.find((bar) => x < bar.x + bar.width) || this.bars[this.bars.length - 1];
  },

  move(index) {
    const bar = this.bars[Math.max(0, Math.min(this.bars.length - 1, index))];
    goTo(bar.from);
    this.say(bar);
  },

  start() {
    const track = $("timeline").querySelector(".track"), unit = $("unit");
    track.addEventListener("mousemove", (event) => this.say(this.at(event)));
    track.addEventListener("mouseleave", () => this.say(null));
    track.addEventListener("blur", () => this.say(null));
    track.addEventListener("click", (event) => goTo(this.at(event).from));
    track.addEventListener("keydown", (event) => {
      const index = this.barOf[state.step];
      const places = { ArrowRight: index + 1, ArrowUp: index + 1, ArrowLeft: index - 1,
        ArrowDown: index - 1, Home: 0, End: this.bars.length - 1 };
      if (!(event.key in places) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(places[event.key]);
    });
    unit.hidden = !dialects.length;
    unit.addEventListener("change", () => {
      this.unit = unit.value;
      this.draw();
    });
    new ResizeObserver(() => this.draw()).observe(track);
  },
};
