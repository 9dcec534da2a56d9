// site.js -- the search of the site, and the colours that a reader chose. The index is a script,
// because a page on disk may load scripts but no other files.
"use strict";

const input = document.querySelector("#search");
const list = document.querySelector("#found");
const root = document.documentElement.dataset.root;
const MOST = 30;

// ---- colours ----

const choices = document.querySelectorAll(".scheme input");
const remember = (action) => {
  try {
    return action();
  } catch {
    return null; // a browser may refuse to store anything for a page on disk
  }
};
const chosen = remember(() => localStorage.getItem("tunip-scheme"));
for (const choice of choices) {
  if (choice.id && choice.id === chosen) choice.checked = true;
  choice.addEventListener("change", () => {
    remember(() => localStorage.setItem("tunip-scheme", choice.id));
  });
}

// ---- search ----

let sections = null;

// The index calls this function: rows [page, title of the page, title of the section, place, text].
function takeIndex(rows) {
  sections = rows.map(([page, about, title, place, text]) => ({
    url: root + page + (place ? `#${place}` : ""), about, title, text,
    low: `${title} ${about} ${text}`.toLowerCase(), head: title.toLowerCase(),
    first: about.toLowerCase(),
  }));
  show();
}

function load() {
  if (document.querySelector("#index")) return;
  const script = document.createElement("script");
  script.id = "index";
  script.src = `${root}index.js`;
  document.head.append(script);
}

// A section that has all words counts; more, if they are in its title, and most, if they are its title.
function weight(section, words, query) {
  if (!words.every((word) => section.low.includes(word))) return 0;
  let sum = section.head === query ? 100 : 1;
  for (const word of words) {
    if (section.head.includes(word)) sum += section.head.startsWith(word) ? 12 : 8;
    if (section.first.includes(word)) sum += 3;
  }
  return sum;
}

function find(query) {
  const words = query.split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return sections
    .map((section) => ({ section, weight: weight(section, words, words.join(" ")) }))
    .filter((found) => found.weight)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST)
    .map(({ section }) => ({ section, words }));
}

// The text around the first of the words, with all of them marked.
function excerpt({ section, words }) {
  const line = document.createElement("p");
  const low = section.text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => low.indexOf(word)).filter((i) => i >= 0)));
  const from = Number.isFinite(at) ? Math.max(0, at - 60) : 0;
  const text = section.text.slice(from, from + 160);
  const quoted = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  for (const part of text.split(new RegExp(`(${quoted.join("|")})`, "i"))) {
    const mark = words.includes(part.toLowerCase()) ? document.createElement("mark") : null;
    if (mark) mark.textContent = part;
    line.append(mark ?? part);
  }
  return line;
}

function row(found) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const title = document.createElement("b");
  const about = document.createElement("span");
  link.href = found.section.url;
  title.textContent = found.section.title;
  about.textContent = found.section.about === found.section.title ? "" : found.section.about;
  link.append(title, about, excerpt(found));
  item.append(link);
  return item;
}

function show() {
  const query = input.value.trim().toLowerCase();
  list.hidden = !query;
  if (!query) return;
  const found = sections ? find(query) : [];
  list.replaceChildren(...found.map(row));
  if (!found.length) {
    const item = document.createElement("li");
    item.textContent = sections ? "nothing found" : "reading the index ...";
    list.append(item);
  }
}

input.addEventListener("focus", load);
input.addEventListener("input", () => {
  load();
  show();
});
input.form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  } else if (event.key === "Escape") {
    list.hidden = true;
  } else if (!list.hidden && links.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    (links[next] ?? (next < 0 ? input : links[0])).focus();
  }
});
document.addEventListener("click", (event) => {
  if (!input.form.contains(event.target)) list.hidden = true;
  else if (event.target.closest("#found a")) list.hidden = true;
});
