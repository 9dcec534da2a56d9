/* audit.js -- checks the accessibility of the page that is shown; returns what is wrong. */
(() => {
  const problems = [];
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0;
  const describe = (element) => element.tagName.toLowerCase() + (element.id ? "#" + element.id : "") +
    (element.className ? "." + String(element.className).trim().split(/\s+/).join(".") : "");

  /* names */
  const nameOf = (element) => (element.getAttribute("aria-label") ||
    [...(element.labels || [])].map((label) => label.textContent).join(" ") ||
    (element.getAttribute("aria-labelledby") || "").split(" ")
      .map((id) => (document.getElementById(id) || {}).textContent || "").join(" ") ||
    (/^(BUTTON|A|SUMMARY|OPTION)$/.test(element.tagName) ? element.textContent : "")).trim();
  document.querySelectorAll("button, input, select, a[href], dialog, [role=listbox], nav")
    .forEach((element) => {
      if (isShown(element) && !nameOf(element)) problems.push(`no name: ${describe(element)}`);
    });

  document.querySelectorAll("summary a, summary button").forEach((element) =>
    problems.push(`control inside of a summary: ${describe(element)}`));

  /* structure */
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => problems.push(`twice: #${id}`));
  if (!document.documentElement.lang) problems.push("no language");
  if (!document.title) problems.push("no title");
  if (document.querySelectorAll("main").length !== 1) problems.push("not one main");
  if (document.querySelectorAll("h1").length !== 1) problems.push("not one h1");
  const landmarks = "header, nav, main, aside, dialog, section[aria-label], [role=region], [role=status]";
  document.querySelectorAll("p, table, h1, h2, [role=separator]").forEach((element) => {
    if (isShown(element) && !element.closest(landmarks))
      problems.push(`outside of all regions: ${describe(element)}`);
  });
  document.querySelectorAll("[role=option]").forEach((row) => {
    if (!nameOf(row) && !row.textContent) problems.push(`no name: ${describe(row)}`);
    if (row.querySelector("button, a, input")) problems.push(`control inside ${describe(row)}`);
    if (!row.closest("[role=listbox]")) problems.push(`option outside: ${describe(row)}`);
  });
  document.querySelectorAll("[aria-controls], [aria-activedescendant]").forEach((element) => {
    for (const name of ["aria-controls", "aria-activedescendant"]) {
      const id = element.getAttribute(name);
      if (id && !document.getElementById(id)) problems.push(`${name} of ${describe(element)}`);
    }
  });
  document.querySelectorAll("[style]:not(.slider, .puck, .panel)").forEach((element) =>
    problems.push(`style attribute: ${describe(element)}`));

  /* contrast of all text */
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => colour.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return rgba(getComputedStyle(document.documentElement).backgroundColor);
  };
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || !isShown(element) || /^(SCRIPT|STYLE)$/.test(element.tagName)) continue;
    const style = getComputedStyle(element), ink = rgba(style.color), paper = behind(element);
    const [light, dark] = [luminance(ink), luminance(paper)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05), row = `${style.color} on ${paper}`;
    if (ratio < 4.5 && !seen.has(row)) problems.push(`contrast ${ratio.toFixed(2)}: ` +
      `${describe(element)} "${text.data.trim().slice(0, 20)}" ${row}`);
    seen.add(row);
  }

  /* width */
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth + 1) problems.push(`page of ${page.scrollWidth} in ${innerWidth}`);
  return problems;
})()
