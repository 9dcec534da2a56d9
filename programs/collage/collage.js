"use strict";
/* collage.js -- shows the candidates and costs of an expression beside it: for the pointer, and for
 * the keyboard, which moves from expression to expression with the arrow keys. */
(() => {
  const nodes = [...document.querySelectorAll(".node")];
  const panelOf = (node) => document.getElementById(node.getAttribute("href").slice(1));
  let shown = null;

  function hide() {
    if (shown) panelOf(shown).classList.remove("shown");
    shown = null;
  }

  /* Below the box, or above it where there is more room. They touch, so that the pointer can move
   * from one to the other. */
  function place() {
    const box = shown.getBoundingClientRect(), panel = panelOf(shown);
    const size = panel.getBoundingClientRect();
    const below = box.bottom + size.height <= innerHeight || box.top < innerHeight - box.bottom;
    const room = document.documentElement.clientWidth - size.width - 8;
    const left = Math.max(8, Math.min(box.left, room));
    panel.style.left = `${left}px`;
    panel.style.top = `${below ? box.bottom : Math.max(0, box.top - size.height)}px`;
  }

  function show(node) {
    if (node === shown) return;
    hide();
    shown = node;
    if (!node) return;
    panelOf(node).classList.add("shown");
    place();
  }

  const focused = () => document.activeElement.closest(".node");

  /* While one selects text of the panel, and as long as it is selected, the panel stays. */
  let pressed = false;
  function isSelected() {
    const selection = getSelection();
    return shown && !selection.isCollapsed && panelOf(shown).contains(selection.anchorNode);
  }

  /* The one of the nodes that Tab reaches. */
  function move(node) {
    nodes.forEach((each) => each.setAttribute("tabindex", each === node ? "0" : "-1"));
  }

  document.addEventListener("pointerover", (event) => {
    if (event.target.closest(".panel") || pressed || isSelected()) return;
    show(event.target.closest(".node") || focused());
  });
  document.addEventListener("pointerdown", (event) => {
    pressed = event.target.closest(".panel") !== null;
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => { pressed = false; });
  document.documentElement.addEventListener("pointerleave", () => {
    if (!pressed && !isSelected()) show(focused());
  });
  document.addEventListener("focusin", () => {
    const node = focused();
    if (node) move(node);
    show(node);
  });
  document.addEventListener("focusout", () => {
    if (!pressed) hide();
  });
  document.addEventListener("click", (event) => {
    const node = event.target.closest(".node");
    if (!node && !event.target.closest(".panel") && !isSelected()) show(focused());
    if (!node) return;
    event.preventDefault();
    node.focus();
    show(node);
  });
  document.addEventListener("scroll", (event) => {
    if (shown && event.target !== panelOf(shown)) place();
  }, true);
  addEventListener("resize", hide);

  const keys = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1,
    Home: -nodes.length, End: nodes.length };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (modified || !focused() || !(event.key in keys)) return;
    event.preventDefault();
    const next = nodes.indexOf(focused()) + keys[event.key];
    nodes[Math.max(0, Math.min(next, nodes.length - 1))].focus();
  });

  if (nodes.length) move(nodes[0]);
})();
