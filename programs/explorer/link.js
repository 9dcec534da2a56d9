"use strict";
/* link.js -- the address of what is shown. */

let written = null;

function writeLink() {
  const link = [`step=${state.step}`];
  if (state.pin && !state.pin.text.program) {
    const here = relatedIn(state.pin, textOf(state.step))[0];
    if (here) link.push(`line=${here}`);
  }
  if (state.view !== "split" || matchMedia("(max-width: 800px)").matches) link.push(`view=${state.view}`);
  if (state.query) link.push(`q=${encodeURIComponent(state.query)}`);
  const hide = [...hidden].join(",");
  if (hide !== usualFilters) link.push(`hide=${hide}`);
  written = "#" + link.join("&");
  try {
    history.replaceState(null, "", written);
  } catch (error) { /* some browsers do not allow it in local files */ }
}

function readLink() {
  if (location.hash === written) return;
  const found = new URLSearchParams(location.hash.slice(1));
  const step = found.get("step") === "last" ? steps.length - 1 : Number(found.get("step"));
  const line = Number(found.get("line"));
  const narrow = matchMedia("(max-width: 800px)").matches;
  state.view = ["text", "inline", "split"].includes(found.get("view")) ? found.get("view")
    : narrow ? "inline" : "split";
  const first = steps.findIndex((each, i) => i && isChanged(i));
  state.step = found.has("step") && Number.isInteger(step) && steps[step] ? step : Math.max(0, first);
  const text = textOf(state.step);
  state.pin = Number.isInteger(line) && line > 0 && line <= text.count ? { text, line } : null;
  $("inspector").hidden = true;
  const hide = (found.has("hide") ? found.get("hide") : usualFilters).split(",");
  for (const [name] of FILTERS.filter((row) => $(`hide-${row[0]}`)))
    if (hidden.has(name) !== hide.includes(name)) setFilter(name, hide.includes(name));
  if ((found.get("q") || "") !== state.query) searchFor(found.get("q") || "");
  setView(state.view);
}
