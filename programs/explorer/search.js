"use strict";
/* search.js -- the search in all texts, and the table of dialects, which leads to searches. */

const search = {
  test: null, /* a regular expression or a function of wordTest(), or null */
  lines: null, /* whether each line of the table matches */

  /* Words are searched as they are; "/a.c/" is a regular expression. */
  start(query) {
    const pattern = /^\/(.+)\/$/.exec(query);
    const escaped = query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    this.test = wordTest(query);
    try {
      if (query && !this.test) this.test = new RegExp(pattern ? pattern[1] : escaped, "giu");
    } catch (error) {
      $("hits").textContent = "no valid pattern";
      return;
    }
    this.lines = this.test && data.lines.map((row, id) => this.ranges(lineText(id), id).length > 0);
    this.count();
    Object.values(panes).forEach((pane) => pane.redraw());
  },

  ranges(text, id) {
    const found = [];
    if (typeof this.test === "function") return this.test(id);
    this.test.lastIndex = 0;
    for (let match; (match = this.test.exec(text)) && found.length < 500;) {
      if (!match[0]) this.test.lastIndex++;
      else found.push([match.index, match.index + match[0].length]);
    }
    return found;
  },

  hitsOf(text) {
    const hits = [];
    decode(text);
    for (let line = 1; this.test && line <= text.count; line++)
      if (this.lines[text.line[line]]) hits.push(line);
    return hits;
  },

  searched() {
    return state.everywhere ? texts : [textOf(state.step)];
  },

  count() {
    const counts = texts.map((text) => (this.test ? this.hitsOf(text).length : 0));
    stepButtons.forEach((button, step) => {
      const number = isChanged(step) ? counts[steps[step].text] : 0;
      button.querySelector(".found").textContent = number || "";
    });
    const here = counts[steps[state.step].text], all = counts.reduce((a, b) => a + b, 0);
    $("hits").textContent = !this.test ? "" : state.everywhere
      ? `${here} here, ${all} in all` : `${here} lines`;
  },

  /* Goes to the next line that matches, from the pinned one or from the step. */
  go(direction) {
    if (!this.test) return;
    const list = this.searched(), text = textOf(state.step);
    const line = state.pin && state.pin.text === text ? state.pin.line : direction > 0 ? 0 : Infinity;
    const start = Math.max(0, list.indexOf(text));
    for (let i = 0; i <= list.length; i++) {
      const at = list[(start + direction * i + list.length * 2) % list.length];
      let hits = this.hitsOf(at);
      if (i === 0) hits = hits.filter((hit) => (direction > 0 ? hit > line : hit < line));
      if (!hits.length) continue;
      const hit = hits[direction > 0 ? 0 : hits.length - 1];
      const [part] = this.ranges(lineText(at.line[hit]), at.line[hit]);
      state.pin = { text: at, line: hit, column: part && part[0] };
      state.last = 0;
      openWindow(at.line[hit], state.pin.column);
      goTo(at.step, state.pin);
      this.count();
      return;
    }
  },
};

/* ---- the table of dialects ---- */

function searchFor(query) {
  $("query").value = state.query = query;
  search.start(query);
  writeLink();
}

function dialectCell(row, step, previous, name) {
  const count = dialects[step][name] || 0, cell = row.insertCell();
  const was = previous === undefined ? count : dialects[previous][name] || 0;
  cell.textContent = count || "\u00b7";
  if (count !== was) cell.className = count > was ? "more" : "less";
}

/* Steps with the counts of the step before are left out, but for the step that is shown. */
function listDialects() {
  const table = $("dialects").querySelector("table"), head = table.createTHead();
  const body = table.tBodies[0] || table.createTBody();
  head.replaceChildren();
  body.replaceChildren();
  const top = head.insertRow();
  top.append(make("th", "", "pass"));
  for (const name of dialectNames) {
    const cell = make("th"), button = make("button", "", name);
    button.type = "button";
    button.title = `search the operations of ${name}`;
    button.addEventListener("click", () => {
      $("dialects").close();
      searchFor(`op:${name}.`);
    });
    cell.scope = "col";
    cell.append(button);
    top.append(cell);
  }
  dialects.forEach((counts, step) => {
    const { before } = steps[step];
    if (before !== undefined && hasSameDialects(step, before) && step !== state.step) return;
    const row = body.insertRow(), cell = make("th"), button = make("button", "", stepTitle(step));
    button.type = "button";
    button.addEventListener("click", () => {
      $("dialects").close();
      goTo(step);
    });
    cell.scope = "row";
    cell.append(button);
    row.append(cell);
    if (step === state.step) row.setAttribute("aria-current", "step");
    dialectNames.forEach((name) => dialectCell(row, step, before, name));
  });
}

function showDialects() {
  if (!dialects.length) return;
  listDialects();
  $("dialects").showModal();
}
