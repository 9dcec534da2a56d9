"use strict";
/* passes.js -- the list of passes: the tree, quiet passes, functions. */

const stepButtons = [];

/* "changed main\nadded relu\n" -> [["changed", "main"], ...] */
function functionsOf(step) {
  return (steps[step].functions || "").split("\n").filter((row) => row).map((row) => {
    const blank = row.indexOf(" ");
    return [row.slice(0, blank), row.slice(blank + 1)];
  });
}

function hasFunction(step, name) {
  return functionsOf(step).some((pair) => pair[1].split(" -> ").includes(name));
}

const MOST_FUNCTIONS = 200; /* in the list of those that a step changed */

/* "+1 -2 ~3" */
function figuresOf(counts) {
  const figures = make("span", "figures");
  for (const [kind, sign] of [["added", "+"], ["removed", "-"], ["changed", "~"]])
    if (counts[kind]) figures.append(make("span", kind, sign + counts[kind]));
  return figures;
}

function stepButton(step) {
  const item = make("li"), button = make("button", "step");
  button.type = "button";
  button.append(make("span", "index", step), make("span", "name", steps[step].name));
  indent(button, step);
  if (steps[step].symbol) button.append(make("span", "part symbol", `@${steps[step].symbol}`));
  else if (steps[step].part) button.append(make("span", "part", "on a part"));
  if (firstOf[step] !== step)
    button.append(make("span", "part", `ran ${firstOf[step]}-${step - 1}`));
  if (isChanged(step) && step && (!state.function || hasFunction(step, state.function))) {
    button.append(figuresOf(countsOf(step)));
  } else {
    button.classList.toggle("quiet", step > 0);
  }
  if (steps[step].diagnostics) button.append(make("span", "flag", "!"));
  button.append(make("span", "found"));
  button.title = [`${steps[step].name} ${madeBy(step)}`.trim(),
    ...functionsOf(step).map((pair) => pair.join(" ")), steps[step].file].join("\n");
  button.addEventListener("click", () => goTo(step));
  stepButtons[step] = button;
  item.append(button);
  return item;
}

/* The tree of passes: for each step the first step that its pass ran, or itself, and its depth. A
 * pass comes after those that it ran. */
const firstOf = steps.map((step, i) => i), depthOf = steps.map(() => 0);
steps.forEach(({ parent }, i) => {
  if (parent > i) firstOf[parent] = Math.min(firstOf[parent], firstOf[i]);
});
for (let i = steps.length - 1; i >= 0; i--)
  if (steps[i].parent > i) depthOf[i] = depthOf[steps[i].parent] + 1;

/* The steps in the order of the list: a pass before those that it ran. */
function listOrder() {
  const order = [];
  steps.forEach((step, i) => {
    if (firstOf[i] !== i) return; /* it is in the list already */
    const branch = [i];
    for (let at = steps[i].parent; at > i && firstOf[at] === i; at = steps[at].parent)
      branch.push(at);
    order.push(...branch.reverse());
  });
  return order;
}

/* Passes that are not shown one by one: those without changes, or without the chosen function. */
function isQuiet(step) {
  if (step === 0 || (!state.function && firstOf[step] !== step)) return false;
  return state.function ? !hasFunction(step, state.function) : !isChanged(step);
}

function listSteps() {
  const list = $("steps"), order = listOrder();
  list.replaceChildren();
  for (let k = 0, end; k < order.length; k = end) {
    const { anchor } = steps[order[k]], isSame = (i) => steps[order[i]].anchor === anchor;
    for (end = k + 1; end < order.length && isSame(end);) end++;
    appendSteps(anchor ? anchorGroup(list, anchor, order.slice(k, end)) : list, order.slice(k, end));
  }
  markStep();
}

/* Passes that a pipeline runs on operations of a kind inside the module: `func.func(cse)`. */
function anchorGroup(list, anchor, members) {
  const item = make("li"), inner = make("ol"), button = make("button", "group anchor");
  const names = [...new Set(members.map((step) => steps[step].name))];
  button.type = "button";
  button.append(make("span", "name", anchor));
  button.title = `${anchor}(${names.join(", ")})`;
  button.setAttribute("aria-expanded", "true");
  button.addEventListener("click", () => openGroup(button, inner, inner.hidden));
  item.append(button, inner);
  list.append(item);
  return inner;
}

function appendSteps(list, order) {
  const isNext = (k) => order[k] === order[k - 1] + 1 && depthOf[order[k]] === depthOf[order[k - 1]];
  for (let k = 0, end; k < order.length; k = end) {
    for (end = k; end < order.length && isQuiet(order[end]) && (end === k || isNext(end));) end++;
    if (end - k > 1) list.append(quietGroup(order[k], order[k] + end - k));
    else list.append(stepButton(order[k]));
    if (end === k) end++;
  }
}

function indent(button, step) {
  if (depthOf[step]) button.classList.add(`depth${Math.min(depthOf[step], 4)}`);
}

function quietGroup(from, to) {
  const item = make("li"), inner = make("ol"), button = make("button", "group");
  button.type = "button";
  indent(button, from);
  button.append(make("span", "index", `${from}-${to - 1}`),
    make("span", "name", `${to - from} passes${state.function ? "" : ", no change"}`));
  button.setAttribute("aria-expanded", "false");
  inner.hidden = true;
  button.addEventListener("click", () => openGroup(button, inner, inner.hidden));
  for (let i = from; i < to; i++) inner.append(stepButton(i));
  item.append(button, inner);
  return item;
}

function openGroup(button, inner, open) {
  inner.hidden = !open;
  button.setAttribute("aria-expanded", open);
}

function markStep() {
  stepButtons.forEach((button, step) => {
    if (step !== state.step) {
      button.removeAttribute("aria-current");
      return;
    }
    button.setAttribute("aria-current", "step");
    for (let inner; (inner = button.closest("ol[hidden]"));)
      openGroup(inner.previousSibling, inner, true);
    button.scrollIntoView({ block: "nearest" });
  });
  $("status").textContent = stepTitle(state.step);
  timeline.mark();
}

function goTo(step, where) {
  if (step < 0 || step >= steps.length) return;
  state.step = step;
  state.hover = null;
  $("passes").classList.remove("open");
  $("menu").setAttribute("aria-expanded", "false");
  show(where || state.pin);
}

/* The next step in a direction; `all` also those that are quiet. */
function stepOn(direction, all) {
  for (let step = state.step + direction; step >= 0 && step < steps.length; step += direction)
    if (all || !isQuiet(step)) return goTo(step);
  return undefined;
}

function listFunctions() {
  const names = new Set(texts.flatMap((text) => text.folds.map((fold) => fold[2])));
  const select = $("function");
  select.append(new Option("all", ""));
  const changed = new Set(steps.flatMap((step, i) => functionsOf(i)
    .flatMap((pair) => pair[1].split(" -> "))));
  [...names].filter((name) => changed.has(name)).sort()
    .forEach((name) => select.append(new Option(name, name)));
  select.addEventListener("change", () => {
    setFunction(select.value);
  });
}

/* Shows only a function: its lines, the passes that changed it, and what they changed in it. */
function setFunction(name) {
  state.function = name;
  $("function").value = name;
  stepButtons.length = 0;
  listSteps();
  timeline.draw();
  search.count();
  show(state.pin);
}

/* ---- the functions that the step changed ---- */

/* The lines that a step added, removed and changed in each function: name -> counts. */
function countsByFunction(step) {
  const before = beforeOf(step), text = textOf(step), rows = diffRows(before, text);
  const found = new Map();
  const kinds = [new Uint8Array(before.count + 1), new Uint8Array(text.count + 1)];
  rows.kind.forEach((kind, i) => {
    if (rows.old[i]) kinds[0][rows.old[i]] = kind;
    if (rows.now[i]) kinds[1][rows.now[i]] = kind;
  });
  [before, text].forEach((of, side) => functionFolds(of).forEach((fold) => {
    const counts = found.get(fold[2]) || { added: 0, removed: 0, changed: 0 };
    found.set(fold[2], counts);
    for (let line = fold[0]; line <= fold[1]; line++) {
      counts.added += kinds[side][line] === NEW;
      counts.removed += kinds[side][line] === OLD;
      counts.changed += side && kinds[side][line] === BOTH;
    }
  }));
  return found;
}

function goToFunction(name) {
  const find = (text) => text && text.folds.find((fold) => name.split(" -> ").includes(fold[2]));
  const now = find(textOf(state.step)), old = find(beforeOf(state.step));
  for (const [pane, fold, text] of [["after", now, textOf(state.step)],
    ["before", old, beforeOf(state.step)]]) {
    const at = fold ? rowsOf[pane].findIndex((row) => row.text === text && row.line >= fold[0] &&
      row.line <= fold[1] && (row.none || isChange(row.kind))) : -1;
    if (at >= 0) return panes[pane].reveal(at, true);
  }
  return undefined;
}

function listChanged() {
  const box = $("changed"), list = box.querySelector("ul");
  const names = state.step ? functionsOf(state.step) : [];
  box.hidden = !names.length;
  if (!names.length) return;
  const counts = beforeOf(state.step) ? countsByFunction(state.step) : new Map();
  box.querySelector("summary").textContent = names.length === 1 ? "1 function" : `${names.length} functions`;
  list.replaceChildren(...names.slice(0, MOST_FUNCTIONS).map(([verb, name]) => {
    const item = make("li"), button = make("button"), of = counts.get(name.split(" -> ").pop());
    button.type = "button";
    button.append(make("span", "name", name), make("span", "part", verb));
    if (of) button.append(figuresOf(of));
    button.addEventListener("click", () => goToFunction(name));
    item.append(button);
    return item;
  }));
  if (names.length > MOST_FUNCTIONS)
    list.append(make("li", "part", `${names.length - MOST_FUNCTIONS} more`));
}
