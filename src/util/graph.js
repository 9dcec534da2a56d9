"use strict";
/* graph.js -- a graph that one can zoom, search and walk through: <section class="graph"> with its
 * data as JSON. The canvas has only what is in view. The pens of the canvas and of SVG draw the same
 * scene, so that an exported picture is the graph on the screen.
 *
 * The data: {"name": of exported files, "views": [view, ...], "first": the view to begin with,
 * "heats": [{"name", "low", "high"}, ...], "legend": [[class, text], ...], "follow": whether the page
 * scrolls to the row of a chosen node}. A view is {"name", "nodes", "edges": [from, to, from, to, ...],
 * "groups": [{"label", "class", "nodes": [...]}]}. A node is {"label"}, and may have "note" (a second
 * line), "class" (its colour), "leaf" (a parameter or a constant, which can be hidden), "row" (the id
 * of an element of the page, and "place", what this is called), "heat" (a number from 0 to 1 for each
 * of "heats"), "mark" (a word in the colour of errors), "facts" ([[name, text], ...]) and "table"
 * ([[class, text, ...], ...]). */

const LETTERS = 30; /* of a label; longer ones lose their middle */
const SMALLEST = 0.02, LARGEST = 4; /* scales */
const READABLE = 0.55; /* a graph begins with at least this scale */
const STEP = 1.25, PAN = 80;
const GROUP = 26; /* what a group and its label need around its nodes */
const MOST_PIXELS = 8192; /* of a side of an exported picture */
const MOST_LISTED = 40;

/* "fused_nn_conv2d_add_nn_relu_12" -> "fused_nn_con...nn_relu_12": the ends tell names apart. */
function shortened(text, letters = LETTERS) {
  const all = Array.from(text);
  if (all.length <= letters) return text;
  const head = Math.ceil((letters - 3) / 2), tail = letters - 3 - head;
  return all.slice(0, head).join("") + "..." + all.slice(all.length - tail).join("");
}

class CanvasPen {
  constructor(context, font) {
    this.c = context;
    this.font = font;
    context.textBaseline = "middle";
  }

  boxes(list, fill, stroke, width, radius) {
    const { c } = this;
    c.beginPath();
    for (const [x, y, w, h] of list) {
      if (radius) c.roundRect(x, y, w, h, radius);
      else c.rect(x, y, w, h);
    }
    if (fill) c.fillStyle = fill, c.fill();
    if (stroke) c.strokeStyle = stroke, c.lineWidth = width, c.stroke();
  }

  /* `trace` gets something with moveTo(), lineTo() and bezierCurveTo(). */
  lines(trace, stroke, width, dash) {
    const { c } = this;
    c.beginPath();
    trace(c);
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.lineCap = c.lineJoin = "round";
    c.setLineDash(dash || []);
    c.stroke();
    c.setLineDash([]);
  }

  text(text, x, y, fill, size, middle) {
    this.c.font = `${size}px ${this.font}`;
    this.c.textAlign = middle ? "center" : "left";
    this.c.fillStyle = fill;
    this.c.fillText(text, x, y);
  }
}

class SvgPen {
  constructor(font) {
    this.font = font;
    this.parts = [];
  }

  boxes(list, fill, stroke, width, radius) {
    for (const [x, y, w, h] of list)
      this.parts.push(`<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" ` +
        `height="${h.toFixed(1)}" rx="${radius}" fill="${fill || "none"}" ` +
        `stroke="${stroke || "none"}" stroke-width="${width || 0}"/>`);
  }

  lines(trace, stroke, width, dash) {
    const d = [];
    const add = (letter) => (...at) => d.push(letter + at.map((each) => each.toFixed(1)).join(" "));
    trace({ moveTo: add("M"), lineTo: add("L"), bezierCurveTo: add("C") });
    this.parts.push(`<path d="${d.join("")}" fill="none" stroke="${stroke}" stroke-width="${width}" ` +
      `stroke-linecap="round" stroke-linejoin="round"${dash ? ` stroke-dasharray="${dash}"` : ""}/>`);
  }

  text(text, x, y, fill, size, middle) {
    const marks = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
    this.parts.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${fill}" ` +
      `font-size="${size}" dominant-baseline="central"${middle ? ' text-anchor="middle"' : ""}>` +
      `${text.replace(/[&<>"]/g, (each) => marks[each])}</text>`);
  }

  file(width, height, margin, paper) {
    const box = [-margin, -margin, width + 2 * margin, height + 2 * margin].map(Math.round);
    const font = this.font.replace(/"/g, "'");
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" ` +
      `height="${box[3]}" font-family="${font}"><rect x="${box[0]}" y="${box[1]}" ` +
      `width="100%" height="100%" fill="${paper}"/>${this.parts.join("\n")}</svg>\n`;
  }
}

class Graph {
  constructor(section) {
    this.section = section;
    this.data = JSON.parse(section.querySelector("script").textContent);
    this.scale = 1;
    this.x = this.y = 0; /* of the graph, at the left and upper end of the canvas */
    this.chosen = this.hovered = -1;
    this.found = [];
    this.heat = 0;
    this.folds = true;
    this.inks = new Map();
    this.build();
    this.listen();
    section.graph = this;
    this.show(this.data.first || 0);
    section.dataset.ready = "yes";
  }

  /* ---- elements ---- */

  make(tag, parent, attributes, text) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  }

  button(parent, text, label, action) {
    const button = this.make("button", parent, { type: "button", title: label }, text);
    if (text.length < 2) button.setAttribute("aria-label", label);
    button.addEventListener("click", action);
    return button;
  }

  build() {
    const { section, data } = this, bar = this.make("div", section, { class: "graph-bar" });
    if (data.views.length > 1) {
      this.views = this.make("select", bar, { "aria-label": "What the graph shows" });
      data.views.forEach((view, i) => this.views.append(new Option(view.name, i)));
      this.views.addEventListener("change", () => this.show(Number(this.views.value)));
    }
    const form = this.make("form", bar, { role: "search" });
    this.query = this.make("input", form, { type: "search", placeholder: "Find a node",
      "aria-label": "Find a node", autocomplete: "off", spellcheck: "false" });
    this.hits = this.make("output", form);
    const zoom = this.make("span", bar, { class: "graph-zoom" });
    this.button(zoom, "-", "Zoom out (-)", () => this.zoom(1 / STEP));
    this.button(zoom, "+", "Zoom in (+)", () => this.zoom(STEP));
    this.button(zoom, "Fit", "The whole graph (0)", () => this.fit());
    this.leaves = this.make("label", bar, { class: "graph-leaves" });
    this.unfold = this.make("input", this.leaves, { type: "checkbox" });
    this.leaves.append(" Parameters");
    if ((data.heats || []).length > 1) this.buildHeats(bar);
    this.button(bar, "SVG", "Save the graph as SVG", () => this.saveSvg());
    this.button(bar, "PNG", "Save the graph as PNG", () => this.savePng());

    const body = this.make("div", section, { class: "graph-body" });
    this.box = this.make("div", body, { class: "graph-box", tabindex: "0", role: "application",
      "aria-roledescription": "graph", "aria-label": data.name });
    this.canvas = this.make("canvas", this.box);
    this.details = this.make("div", body, { class: "graph-details", "aria-live": "polite" });
    this.legend = this.make("ul", section, { class: "graph-legend" });
    this.probe = this.make("i", section, { "aria-hidden": "true", class: "graph-probe" });
    this.context = this.canvas.getContext("2d");
    this.font = getComputedStyle(this.box).fontFamily;
  }

  buildHeats(bar) {
    const choice = this.make("fieldset", bar, { class: "scheme" });
    this.make("legend", choice, {}, "The colours of nodes");
    this.data.heats.forEach((heat, i) => {
      const label = this.make("label", choice);
      const input = this.make("input", label, { type: "radio", name: "graph-heat" });
      input.checked = i === this.heat;
      label.append(heat.name);
      input.addEventListener("change", () => {
        this.heat = i;
        this.showLegend();
        this.draw();
      });
    });
  }

  showLegend() {
    const heat = (this.data.heats || [])[this.heat];
    this.legend.replaceChildren();
    for (const [name, text] of this.data.legend || []) {
      const row = this.make("li", this.legend);
      this.make("span", row, { class: `graph-key ${name}` });
      row.append(text);
    }
    if (heat) {
      const row = this.make("li", this.legend);
      row.append(`${heat.name}: ${heat.low} `);
      this.make("span", row, { class: "graph-scale" });
      row.append(` ${heat.high}`);
    }
    const marks = new Set(this.nodes.map((node) => node.mark).filter(Boolean));
    if (marks.size) {
      const row = this.make("li", this.legend);
      this.make("span", row, { class: "graph-key marked" });
      row.append([...marks].slice(0, 4).join("; "));
    }
    this.make("li", this.legend, { class: "graph-help" },
      "Drag moves, + and - zoom (the wheel, too, after a click), 0 shows all. " +
      "Enter chooses a node, arrows go along the edges.");
  }

  /* ---- the view ---- */

  show(number) {
    const view = this.data.views[number];
    this.view = view;
    this.nodes = view.nodes;
    if (this.views) this.views.value = number;
    this.chosen = this.hovered = -1;
    this.inputs = this.nodes.map(() => []);
    this.users = this.nodes.map(() => []);
    for (let i = 0; i < view.edges.length; i += 2) {
      const from = view.edges[i], to = view.edges[i + 1];
      if (from === to) continue;
      this.inputs[to].push(from);
      this.users[from].push(to);
    }
    this.leaves.hidden = this.nodes.every((node) => !node.leaf);
    this.height = this.nodes.some((node) => node.note) ? 42 : 28;
    this.place();
    this.showLegend();
    this.begin();
    this.find(false);
    this.describe();
  }

  /* The layout of the nodes that are shown: nodes without leaves, if they are folded. */
  place() {
    const folds = this.folds && this.nodes.some((node) => !node.leaf);
    this.unfold.checked = !folds;
    this.shown = [];
    this.at = new Int32Array(this.nodes.length).fill(-1);
    this.nodes.forEach((node, i) => {
      if (folds && node.leaf) return;
      this.at[i] = this.shown.length;
      this.shown.push(i);
    });
    const { edges } = this.view, kept = [];
    for (let i = 0; i < edges.length; i += 2) {
      const from = this.at[edges[i]], to = this.at[edges[i + 1]];
      if (from >= 0 && to >= 0 && from !== to) kept.push(from, to);
    }
    this.context.font = `12px ${this.font}`;
    this.labels = this.shown.map((i) => shortened(this.nodes[i].label));
    this.notes = this.shown.map((i) => shortened(this.nodes[i].note || ""));
    this.widths = this.shown.map((node, i) => 18 + Math.max(36, this.wide(this.labels[i]),
      this.wide(this.notes[i])));
    this.layout = layOutGraph(this.widths, kept, this.height);
    this.kept = kept;
    this.routes = [];
    this.bounds = new Float64Array(2 * kept.length); /* left, top, right, bottom of each edge */
    for (let e = 0; e < kept.length / 2; e++) {
      const route = this.layout.route(e);
      let left = Infinity, right = -Infinity;
      for (let i = 0; i < route.length; i += 2) {
        left = Math.min(left, route[i]);
        right = Math.max(right, route[i]);
      }
      this.routes.push(route);
      this.bounds.set([left, route[1], right, route[route.length - 1]], 4 * e);
    }
  }

  wide(text) {
    return this.context.measureText(text).width;
  }

  fold(folds) {
    const { chosen } = this;
    this.folds = folds;
    this.place();
    if (chosen >= 0 && this.at[chosen] >= 0) this.reveal(chosen);
    else this.begin();
    this.find(false);
    this.describe();
  }

  get size() {
    return [this.box.clientWidth || 1, this.box.clientHeight || 1];
  }

  whole() {
    const [wide, high] = this.size, { width, height } = this.layout;
    const around = this.view.groups ? 2 * GROUP : 1;
    return Math.max(SMALLEST,
      Math.min(1.6, (wide - 40) / (width + around), (high - 40) / (height + around)));
  }

  centre(scale) {
    const [wide, high] = this.size;
    this.scale = scale;
    this.x = this.layout.width / 2 - wide / scale / 2;
    this.y = this.layout.height / 2 - high / scale / 2;
    this.draw();
  }

  fit() {
    this.centre(this.whole());
  }

  /* At first, the whole graph, or its upper end if the names of the whole were too small. */
  begin() {
    const whole = this.whole();
    this.centre(Math.max(whole, READABLE));
    if (whole < READABLE) {
      const first = this.layout.layers[0] || [], [wide] = this.size;
      this.y = -20 / this.scale;
      if (this.layout.width * this.scale > wide && first.length)
        this.x = this.layout.x[first[first.length >> 1]] - wide / this.scale / 2;
    }
  }

  /* Zooms; the point of the canvas stays where it is. */
  zoom(factor, px = this.size[0] / 2, py = this.size[1] / 2) {
    const scale = Math.max(Math.min(SMALLEST, this.whole()), Math.min(LARGEST, this.scale * factor));
    this.x += px / this.scale - px / scale;
    this.y += py / this.scale - py / scale;
    this.scale = scale;
    this.draw();
  }

  pan(dx, dy) {
    this.x += dx / this.scale;
    this.y += dy / this.scale;
    this.draw();
  }

  /* Moves a node into view. */
  reveal(node, always) {
    const at = this.at[node], [wide, high] = this.size;
    if (at < 0) return this.fold(false), this.reveal(node, always);
    if (this.scale < READABLE) this.zoom(READABLE / this.scale);
    const x = (this.layout.x[at] - this.x) * this.scale, y = (this.layout.y[at] - this.y) * this.scale;
    if (always || x < 60 || x > wide - 60 || y < 30 || y > high - 30)
      this.pan(x - wide / 2, y - high / 2);
    return this.draw();
  }

  /* ---- drawing ---- */

  /* The colours of a class, as the style sheet has them. */
  ink(name) {
    let ink = this.inks.get(name);
    if (ink) return ink;
    this.probe.className = `graph-probe ${name}`;
    const style = getComputedStyle(this.probe);
    ink = { paper: style.backgroundColor, text: style.color, edge: style.borderTopColor };
    this.inks.set(name, ink);
    return ink;
  }

  mixed(cold, hot, part) {
    const numbers = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
    const [from, to] = [numbers(cold), numbers(hot)];
    return `rgb(${from.map((each, i) => Math.round(each + (to[i] - each) * part)).join(", ")})`;
  }

  paperOf(node) {
    const paper = this.ink(node.class || "plain").paper;
    if (!node.heat || !node.heat[this.heat]) return paper;
    const part = Math.round(node.heat[this.heat] * 10) / 10;
    const key = `${paper} ${part}`;
    if (!this.inks.has(key)) this.inks.set(key, this.mixed(paper, this.ink("hot").paper, part));
    return this.inks.get(key);
  }

  draw() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.paintCanvas();
    });
  }

  paintCanvas() {
    const [wide, high] = this.size, dense = window.devicePixelRatio || 1, { canvas, context } = this;
    const pixels = [Math.round(wide * dense), Math.round(high * dense)];
    if (canvas.width !== pixels[0] || canvas.height !== pixels[1])
      [canvas.width, canvas.height] = pixels;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, ...pixels);
    const factor = this.scale * dense;
    context.setTransform(factor, 0, 0, factor, -this.x * factor, -this.y * factor);
    const begin = performance.now();
    this.paint(new CanvasPen(context, this.font),
      [this.x, this.y, this.x + wide / this.scale, this.y + high / this.scale], this.scale);
    this.painted = performance.now() - begin; /* milliseconds, for tests */
  }

  /* Draws what is in `view`: left, top, right, bottom. Small scales leave out what nobody sees. */
  paint(pen, view, scale) {
    const plain = this.ink("plain"), near = scale > 0.3;
    for (const group of this.view.groups || []) this.paintGroup(pen, group, scale);
    const strong = this.chosen >= 0 ? this.at[this.chosen] : -1;
    const isSeen = (e) => this.bounds[4 * e] <= view[2] && this.bounds[4 * e + 2] >= view[0] &&
      this.bounds[4 * e + 1] <= view[3] && this.bounds[4 * e + 3] >= view[1];
    const sorts = [[], [], []]; /* edges downwards, edges back, those of the chosen node */
    for (let e = 0; e < this.routes.length; e++) {
      if (!isSeen(e)) continue;
      const touches = this.kept[2 * e] === strong || this.kept[2 * e + 1] === strong;
      sorts[touches ? 2 : this.layout.back[e]].push(e);
    }
    const trace = (list) => (to) => list.forEach((e) => this.traceEdge(to, this.routes[e], near));
    const thin = Math.max(1, 0.5 / scale), accent = this.ink("accent").text;
    if (sorts[0].length) pen.lines(trace(sorts[0]), this.ink("line").text, thin);
    if (sorts[1].length) pen.lines(trace(sorts[1]), accent, thin, [5, 4]);
    if (sorts[2].length) pen.lines(trace(sorts[2]), accent, 2 * thin);
    if (scale >= 0.4)
      for (const group of this.view.groups || []) this.paintGroupLabel(pen, group);
    this.paintNodes(pen, view, scale, plain);
  }

  traceEdge(to, route, curved) {
    const half = this.height / 2, { length } = route;
    let x = route[0], y = route[1] + half;
    to.moveTo(x, y);
    for (let i = 2; i < length; i += 2) {
      const isLast = i === length - 2, nx = route[i], ny = route[i + 1] - half;
      const middle = (y + ny) / 2;
      if (curved) to.bezierCurveTo(x, middle, nx, middle, nx, ny);
      else to.lineTo(nx, ny);
      x = nx;
      y = isLast ? ny : route[i + 1] + half;
      if (!isLast) to.lineTo(x, y);
    }
  }

  boxOf(at) {
    const width = this.widths[at];
    return [this.layout.x[at] - width / 2, this.layout.y[at] - this.height / 2, width, this.height];
  }

  paintNodes(pen, view, scale, plain) {
    const near = scale > 0.3, radius = near ? 5 : 0, byPaper = new Map(), seen = [];
    this.layout.layers.forEach((layer, rank) => {
      const top = rank * this.layout.pitch;
      if (top > view[3] || top + this.height < view[1]) return;
      for (const at of layer) {
        const box = this.boxOf(at);
        if (box[0] > view[2] || box[0] + box[2] < view[0]) continue;
        const paper = this.paperOf(this.nodes[this.shown[at]]);
        if (!byPaper.has(paper)) byPaper.set(paper, []);
        byPaper.get(paper).push(box);
        seen.push(at);
      }
    });
    const thin = near ? 1 : 0.5 / scale;
    byPaper.forEach((list, paper) => pen.boxes(list, paper, plain.edge, thin, radius));
    const boxes = (test) => seen.filter((at) => test(this.shown[at])).map((at) => this.boxOf(at));
    const found = new Set(this.found);
    const outline = (test, ink, width) => {
      const list = boxes(test);
      if (list.length) pen.boxes(list, null, ink, Math.max(width, 1.5 / scale), radius);
    };
    outline((node) => this.nodes[node].mark, this.ink("marked").text, 2);
    if (found.size) outline((node) => found.has(node), this.ink("found").text, 3);
    outline((node) => node === this.hovered, this.ink("accent").text, 1.5);
    outline((node) => node === this.chosen, this.ink("accent").text, 3);
    if (scale < 0.4) return;
    for (const at of seen) this.paintWords(pen, at);
  }

  paintWords(pen, at) {
    const node = this.nodes[this.shown[at]], x = this.layout.x[at], y = this.layout.y[at];
    const hot = node.heat && node.heat[this.heat] > 0.5 ? "hot" : node.class || "plain";
    const text = this.ink(hot).text;
    pen.text(this.labels[at], x, this.notes[at] ? y - 8 : y, text, 12, true);
    if (this.notes[at]) pen.text(this.notes[at], x, y + 9, text, 11, true);
    if (!node.mark) return;
    const width = 7 * node.mark.length + 8, [left, top, wide] = this.boxOf(at);
    pen.boxes([[left + wide - width, top - 13, width, 15]], this.ink("marked").paper,
      this.ink("marked").text, 1, 4);
    pen.text(node.mark, left + wide - width / 2, top - 5, this.ink("marked").text, 10, true);
  }

  /* An outline around the nodes of a group and around the edges between them, with its label. */
  paintGroup(pen, group, scale) {
    const members = group.nodes.map((node) => this.at[node]).filter((at) => at >= 0);
    const isMember = new Set(members), ink = this.ink(group.class);
    if (!members.length) return;
    const inner = [];
    this.groupEdges(group, isMember).forEach((e) => inner.push(this.routes[e]));
    const trace = (to) => inner.forEach((route) => this.traceEdge(to, route, scale > 0.3));
    const grown = (by) => members.map((at) => {
      const [x, y, w, h] = this.boxOf(at);
      return [x - by, y - by, w + 2 * by, h + 2 * by];
    });
    const edge = this.ink("group").text;
    pen.boxes(grown(9), edge, null, 0, 9);
    if (inner.length) pen.lines(trace, edge, 22);
    pen.boxes(grown(7.5), ink.paper, null, 0, 8);
    if (inner.length) pen.lines(trace, ink.paper, 19);
  }

  /* Above the first node of the group, over the edges that cross it. */
  paintGroupLabel(pen, group) {
    const members = group.nodes.map((node) => this.at[node]).filter((at) => at >= 0);
    if (!members.length) return;
    const top = members.reduce((a, b) => (this.layout.y[b] < this.layout.y[a] ? b : a));
    const [x, y] = this.boxOf(top);
    pen.boxes([[x - 9, y - 24, 6.8 * group.label.length + 2, 14]], this.ink("panel").paper, null, 0, 2);
    pen.text(group.label, x - 8, y - 17, this.ink("plain").text, 11, false);
  }

  groupEdges(group, isMember) {
    if (group.layout !== this.layout) {
      group.layout = this.layout;
      group.edges = [];
      for (let e = 0; e < this.routes.length; e++)
        if (isMember.has(this.kept[2 * e]) && isMember.has(this.kept[2 * e + 1])) group.edges.push(e);
    }
    return group.edges;
  }

  /* ---- files ---- */

  save(blob, ending) {
    const link = this.make("a", null, { download: this.fileName(ending) });
    link.href = URL.createObjectURL(blob);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  fileName(ending) {
    const words = `${this.data.name} ${this.data.views.length > 1 ? this.view.name : ""}`;
    return (words.replace(/[^\w.-]+/g, "-").replace(/^[-.]+|-+$/g, "").slice(0, 80) || "graph") + ending;
  }

  svg() {
    const { width, height } = this.layout, pen = new SvgPen(this.font);
    this.paint(pen, [-Infinity, -Infinity, Infinity, Infinity], 1);
    return pen.file(width, height, 30, this.ink("plain").paper);
  }

  saveSvg() {
    this.save(new Blob([this.svg()], { type: "image/svg+xml" }), ".svg");
  }

  /* The whole graph, at twice its size if it is not too large. */
  picture() {
    const { width, height } = this.layout, canvas = this.make("canvas"), margin = 30;
    const scale = Math.min(2, MOST_PIXELS / (Math.max(width, height) + 2 * margin));
    canvas.width = Math.max(1, Math.round((width + 2 * margin) * scale));
    canvas.height = Math.max(1, Math.round((height + 2 * margin) * scale));
    const context = canvas.getContext("2d");
    context.fillStyle = this.ink("plain").paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, margin * scale, margin * scale);
    this.paint(new CanvasPen(context, this.font), [-Infinity, -Infinity, Infinity, Infinity], scale);
    return canvas;
  }

  savePng() {
    this.picture().toBlob((blob) => {
      if (blob) this.save(blob, ".png");
      else this.hits.textContent = "the browser cannot make a PNG of this size";
    }, "image/png");
  }

  /* ---- nodes ---- */

  choose(node, always) {
    this.chosen = node;
    this.hovered = -1; /* until the pointer moves on */
    if (node >= 0) this.reveal(node, always);
    this.markRow();
    this.describe();
    this.draw();
  }

  /* Marks the row of the chosen node in the page. */
  markRow() {
    document.querySelectorAll(".graph-row").forEach((row) => row.classList.remove("graph-row"));
    const node = this.nodes[this.chosen];
    const row = node && node.row ? document.getElementById(node.row) : null;
    if (row) row.classList.add("graph-row");
    return row;
  }

  goToRow() {
    const node = this.nodes[this.chosen];
    if (!node || !node.row) return;
    const before = location.hash;
    location.hash = node.row;
    this.isLeaving = location.hash !== before; /* until the event, which there is only then */
    const row = document.getElementById(node.row);
    if (!this.isLeaving && row) row.scrollIntoView();
  }

  /* The node of a row, in this view or else in another. */
  chooseRow(id) {
    const has = (nodes) => nodes.findIndex((node) => node.row === id);
    if (this.chosen >= 0 && this.nodes[this.chosen].row === id) return true;
    if (has(this.nodes) < 0) {
      const other = this.data.views.findIndex((view) => has(view.nodes) >= 0);
      if (other < 0) return false;
      this.show(other);
    }
    this.choose(has(this.nodes));
    return true;
  }

  /* The node under the pointer, or -1. */
  nodeAt(px, py) {
    const x = px / this.scale + this.x, y = py / this.scale + this.y;
    const rank = Math.floor(y / this.layout.pitch), layer = this.layout.layers[rank];
    if (!layer || y - rank * this.layout.pitch > this.height) return -1;
    const at = layer.find((each) => Math.abs(this.layout.x[each] - x) <= this.widths[each] / 2);
    return at === undefined ? -1 : this.shown[at];
  }

  /* The node nearest to the middle of the canvas. */
  middle() {
    const [wide, high] = this.size;
    const x = this.x + wide / this.scale / 2, y = this.y + high / this.scale / 2;
    const away = (at) => (this.layout.x[at] - x) ** 2 + (this.layout.y[at] - y) ** 2;
    const best = this.shown.reduce((a, node, at) => (a < 0 || away(at) < away(a) ? at : a), -1);
    return best < 0 ? -1 : this.shown[best];
  }

  /* From the chosen node down, up, or to its neighbours in the layer. */
  walk(key) {
    const near = (list) => list.map((node) => this.at[node]).filter((at) => at >= 0)
      .sort((a, b) => Math.abs(this.layout.x[a] - this.layout.x[from]) -
        Math.abs(this.layout.x[b] - this.layout.x[from]))[0];
    const from = this.at[this.chosen], layer = this.layout.layers[this.layout.ranks[from]];
    const place = layer.indexOf(from);
    const to = key === "ArrowDown" ? near(this.users[this.chosen])
      : key === "ArrowUp" ? near(this.inputs[this.chosen])
        : layer[place + (key === "ArrowRight" ? 1 : -1)];
    if (to !== undefined) this.choose(this.shown[to]);
  }

  describe() {
    const { details } = this, number = this.hovered >= 0 ? this.hovered : this.chosen;
    if (number < 0 && this.described >= 0 && this.describedView === this.view) return;
    this.described = number;
    this.describedView = this.view;
    details.replaceChildren();
    if (number < 0) {
      const leaves = this.nodes.length - this.shown.length;
      const folded = leaves === 1 ? "1 parameter or constant" : `${leaves} parameters and constants`;
      this.make("p", details, { class: "graph-hint" }, `${this.shown.length} nodes, ` +
        `${this.kept.length / 2} edges${leaves ? `, ${folded} folded` : ""}. ` +
        "Point at a node or choose one to see it here.");
      return;
    }
    const node = this.nodes[number];
    this.make("h3", details, {}, node.label);
    if (node.note) this.make("p", details, { class: "graph-note" }, node.note);
    if (node.mark) this.make("p", details, { class: "graph-mark" }, node.mark);
    if (node.facts) {
      const list = this.make("dl", details);
      for (const [name, text] of node.facts) {
        this.make("dt", list, {}, name);
        this.make("dd", list, {}, text);
      }
    }
    if (node.table) {
      const table = this.make("table", details);
      for (const [name, ...cells] of node.table) {
        const row = this.make("tr", table), head = this.make("td", row);
        this.make("span", head, { class: `graph-key ${name}` });
        head.append(cells[0]);
        cells.slice(1).forEach((cell) => this.make("td", row, {}, cell));
      }
    }
    this.listNodes("from", this.inputs[number]);
    this.listNodes("to", this.users[number]);
    if (node.row) this.make("a", details, { href: `#${node.row}` }, node.place || "its row");
  }

  listNodes(title, list) {
    if (!list.length) return;
    const box = this.make("p", this.details, { class: "graph-ends" }, `${title} `);
    list.slice(0, MOST_LISTED).forEach((node) => {
      const { label, note } = this.nodes[node];
      this.button(box, shortened(note && note.length < 12 ? `${note} ${label}` : label), label,
        () => this.choose(node));
    });
    if (list.length > MOST_LISTED) box.append(`and ${list.length - MOST_LISTED} more`);
  }

  /* ---- find ---- */

  find(moves) {
    const words = this.query.value.trim().toLowerCase();
    const has = (text) => text && text.toLowerCase().includes(words);
    this.found = [];
    if (words) this.nodes.forEach((node, i) => {
      if (has(node.label) || has(node.note)) this.found.push(i);
    });
    this.hits.textContent = words ? `${this.found.length || "none"} found` : "";
    if (moves && this.found.length) this.choose(this.found[0], true);
    this.draw();
  }

  next(step) {
    if (!this.found.length) return;
    const { length } = this.found, at = this.found.indexOf(this.chosen);
    const to = at < 0 ? 0 : (at + step + length) % length;
    this.choose(this.found[to], true);
    this.hits.textContent = `${to + 1} of ${length}`;
  }

  /* ---- input ---- */

  press(event) {
    const keys = { "+": STEP, "=": STEP, "-": 1 / STEP, _: 1 / STEP };
    const pans = { ArrowLeft: [-PAN, 0], ArrowRight: [PAN, 0], ArrowUp: [0, -PAN], ArrowDown: [0, PAN] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in keys) this.zoom(keys[event.key]);
    else if (event.key === "0") this.fit();
    else if (event.key in pans && (this.chosen < 0 || event.shiftKey)) this.pan(...pans[event.key]);
    else if (event.key in pans) this.walk(event.key);
    else if (event.key === "Home" && this.shown.length) this.choose(this.shown[0]);
    else if (event.key === "End" && this.shown.length) this.choose(this.shown[this.shown.length - 1]);
    else if (event.key === "Enter" && this.chosen < 0) this.choose(this.middle());
    else if (event.key === "Enter") this.goToRow();
    else if (event.key === "Escape" && this.chosen >= 0) {
      this.described = -1;
      this.choose(-1);
    } else if (event.key === "/") this.query.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  listen() {
    const { box } = this, pointers = new Map();
    let travelled = 0, spread = 0;
    const where = (event) => {
      const rect = this.canvas.getBoundingClientRect();
      return [event.clientX - rect.left, event.clientY - rect.top];
    };
    box.addEventListener("pointerdown", (event) => {
      box.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, where(event));
      travelled = pointers.size > 1 ? Infinity : 0;
      spread = 0;
    });
    box.addEventListener("pointermove", (event) => {
      const at = where(event), was = pointers.get(event.pointerId);
      if (!was) return this.hover(this.nodeAt(...at));
      pointers.set(event.pointerId, at);
      travelled += Math.abs(at[0] - was[0]) + Math.abs(at[1] - was[1]);
      if (travelled < 4) return;
      this.pan((was[0] - at[0]) / pointers.size, (was[1] - at[1]) / pointers.size);
      if (pointers.size !== 2) return;
      const [a, b] = [...pointers.values()], apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (spread) this.zoom(apart / spread, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      spread = apart;
    });
    box.addEventListener("pointerup", (event) => {
      if (pointers.has(event.pointerId) && travelled < 4) this.click(this.nodeAt(...where(event)));
      pointers.delete(event.pointerId);
      spread = 0;
    });
    box.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
    box.addEventListener("pointerleave", () => this.hover(-1));
    box.addEventListener("dblclick", () => this.goToRow());
    box.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== box) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), ...where(event));
    }, { passive: false });
    box.addEventListener("keydown", (event) => this.press(event));
    this.query.addEventListener("input", () => this.find(true));
    this.query.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") box.focus();
    });
    this.query.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.next(1);
    });
    this.unfold.addEventListener("change", () => this.fold(!this.unfold.checked));
    addEventListener("hashchange", () => this.follow());
    document.addEventListener("click", (event) => {
      if (this.section.contains(event.target) || !event.target.closest) return;
      for (let row = event.target.closest("[id]"); row; row = row.parentElement.closest("[id]"))
        if (this.chooseRow(row.id)) return;
    });
    document.addEventListener("change", (event) => {
      if (event.target.name === "scheme") this.recolour();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
    let wide = 0;
    new ResizeObserver(() => {
      if (!wide && box.clientWidth) this.begin();
      wide = box.clientWidth;
      this.draw();
    }).observe(box);
  }

  /* A link to a row chooses its node. The graph comes into view only for a link beside it. */
  follow() {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      /* an address such as "#%" is its own text */
    }
    if (!this.isLeaving) this.chooseRow(id);
    this.isLeaving = false;
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.box.classList.toggle("on-node", node >= 0);
    this.describe();
    this.draw();
  }

  click(node) {
    if (node < 0) this.described = -1;
    this.choose(node);
    const row = this.data.follow && this.markRow();
    if (row) row.scrollIntoView({ block: "nearest" });
    else if (this.data.follow && node >= 0) this.goToRow(); /* the page makes the row an element */
  }

  recolour() {
    this.inks.clear();
    this.draw();
  }
}

document.querySelectorAll("section.graph").forEach((section) => {
  const start = () => section.graph || new Graph(section), fold = section.closest("details");
  if (fold && innerWidth <= 900) fold.open = false; /* it would cover the text */
  if (!fold || fold.open) start();
  else fold.addEventListener("toggle", start, { once: true });
});
