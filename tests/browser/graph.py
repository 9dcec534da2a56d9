#!/usr/bin/env python3
"""Uses the graph of pages in a headless Chromium, as a reader does: on a page of its own, whose
nodes are made here.

usage: graph.py SOURCE [PICTURES]

SOURCE is the root of the sources. With the name of a folder, leaves pictures of the pages there.
"""

import json
import pathlib
import random
import sys
import tempfile

import driver
from page import audit, attempt, check_log, expect, problems, same

MANY = 5000
SIZES = [(1440, 900), (1024, 768), (390, 844)]
EVIL = "</script><img src=x onerror='window.hit = 1'>\"'&<!--]]>"
GRAPH = "document.querySelector('section.graph').graph"
BOX = ".graph-box"
# Where a node is, from the middle of the canvas, in pixels.
PLACE = f"""((graph, node) => {{
  const at = graph.at[node], [wide, high] = graph.size;
  return [(graph.layout.x[at] - graph.x) * graph.scale - wide / 2,
    (graph.layout.y[at] - graph.y) * graph.scale - high / 2].map(Math.round);
}})({GRAPH}, arguments[0])"""
SHOWN = "document.querySelector('.graph-details').innerText"


def place(browser, node):
    return browser.run(PLACE, node)


def write_page(root, path, data):
    """A page with a graph: with the styles and scripts of the sources."""
    def read(name):
        return (root / "src/util" / name).read_text(encoding="utf-8")

    styles = "".join(f"<style>{read(name)}</style>" for name in ("theme.css", "graph.css"))
    scripts = "".join(f"<script>{read(name)}</script>" for name in ("layout.js", "graph.js"))
    rows = "".join(f'<tr id="r{i}"><td><a href="#r{i}">row {i}</a></td></tr>' for i in range(8))
    text = json.dumps(data).replace("<", "\\u003C")
    path.write_text(
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>a graph</title>{styles}'
        f'<main><h1>a graph</h1><section class="graph" aria-label="the graph">'
        f'<script type="application/json">{text}</script></section><table>{rows}</table></main>'
        f'{scripts}</html>', encoding="utf-8")
    return path


def small(root, folder):
    """Two parameters, a node that two others use, and one that uses both; with all members."""
    nodes = [{"label": "x", "leaf": True}, {"label": "w", "leaf": True},
             {"label": "nn.conv2d", "note": "%0", "row": "r2", "place": "row 2", "class": "b1",
              "heat": [1, 0.2], "facts": [["type", "float32[8]"]],
              "table": [["b1", "npu{2}", "5.70 us", "chosen"], ["b0", "host", "7.60 us", ""]]},
             {"label": "fused_nn_conv2d_add_nn_relu_multiply_12", "note": "%1", "row": "r3",
              "heat": [0, 0.9]},
             {"label": EVIL, "note": "%2", "row": "r4", "mark": "NaN", "heat": [0.4, 0]},
             {"label": "add", "note": "%3", "row": "r5"}]
    view = {"name": "main", "nodes": nodes, "edges": [0, 2, 1, 2, 2, 3, 2, 4, 3, 5, 4, 5],
            "groups": [{"label": "npu 5.70 us", "class": "b1", "nodes": [2, 3]}]}
    calls = {"name": "calls", "nodes": [{"label": "f", "row": "r6"}, {"label": "g", "row": "r7"}],
             "edges": [0, 1, 1, 0, 1, 1]}
    heats = [{"name": name, "low": "0", "high": high}
             for name, high in (("Error", "1"), ("Time", "9 us"))]
    return write_page(root, folder / "small.html",
                      {"name": f"small {EVIL}", "views": [view, calls], "heats": heats,
                       "legend": [["b0", "host"], ["b1", "npu"]]})


def large(root, folder):
    """A model of many nodes: each uses one or two of the 40 before it, and some the first one."""
    random.seed(1)
    nodes = [{"label": f"fused_nn_conv2d_add_nn_relu_{i}", "note": f"%{i}"} for i in range(MANY)]
    edges = []
    for i in range(1, MANY):
        for _ in range(random.choice((1, 1, 2))):
            edges += [max(0, i - 1 - random.randrange(40)), i]
        if i % 100 == 0:
            edges += [0, i]
    return write_page(root, folder / "large.html",
                      {"name": "large",
                       "views": [{"name": "main", "nodes": nodes, "edges": edges}]})


# ---- the layout ----

def check_layout(browser, path):
    """Edges lead downwards, nodes do not overlap, and the places depend on the graph alone."""
    browser.open(path)
    browser.wait(f"Boolean({GRAPH})")
    same(browser.run(f"""((graph) => {{
      const {{ layout, widths, kept }} = graph;
      let upwards = 0, over = 0;
      for (let e = 0; e < kept.length / 2; e++) {{
        const route = layout.route(e);
        for (let i = 3; i < route.length; i += 2) if (route[i] <= route[i - 2]) upwards++;
      }}
      for (const layer of layout.layers)
        for (let i = 1; i < layer.length; i++)
          if (layout.x[layer[i]] - layout.x[layer[i - 1]] <
            (widths[layer[i]] + widths[layer[i - 1]]) / 2) over++;
      const again = layOutGraph(widths, kept, graph.height);
      const isSame = again.x.every((x, i) => x === layout.x[i]);
      const nodes = layout.layers.reduce((sum, layer) => sum + layer.length, 0);
      const source = [...document.scripts].find((each) => each.text.includes("const sweepsOf"));
      const plain = new Function("widths", "edges", "height", source.text.replace(
        /^const sweepsOf .*$/m, "const sweepsOf = () => 0;") +
        "return layOutGraph(widths, edges, height);")(widths, kept, graph.height);
      return [upwards, over, isSame, nodes, layout.crossings < plain.crossings / 2];
    }})({GRAPH})"""), [0, 0, True, MANY, True], "the layout of many nodes")


def check_speed(browser, path):
    """The work of the page until its first picture, and of a second of panning."""
    browser.open(path)
    browser.cpu()
    browser.run("location.reload()")
    browser.wait(f"Boolean(document.querySelector('section.graph') && {GRAPH} && "
                 f"{GRAPH}.painted !== undefined)")
    first = browser.cpu()
    expect(first < 2, f"layout and first picture of {MANY} nodes: {first:.2f} s")
    for scale, what in (("graph.scale", "near"), ("graph.whole()", "the whole graph")):
        before = browser.cpu()
        browser.run(f"""void (() => {{
          const graph = {GRAPH};
          let frames = 0;
          window.panned = false;
          graph.centre({scale});
          const step = () => {{
            graph.pan(frames % 2 ? 8 : -12, 10);
            if (++frames < 30) requestAnimationFrame(step);
            else window.panned = true;
          }};
          requestAnimationFrame(step);
        }})()""")
        browser.wait("window.panned")
        each = (browser.cpu() - before) / 30
        expect(each < 1 / 30, f"panning, {what}: {each * 1000:.1f} ms a frame")
        print(f"browser.graph: {what}: {each * 1000:.1f} ms a frame, first picture {first:.2f} s")


# ---- one graph ----

def check_view(browser, path):
    browser.open(path)
    scale = browser.run(f"{GRAPH}.scale")
    browser.run("document.querySelector('.graph-box').focus()")
    browser.keys("+")
    expect(browser.run(f"{GRAPH}.scale") > scale, "+ does not zoom in")
    browser.keys("-", "-")
    expect(browser.run(f"{GRAPH}.scale") < scale, "- does not zoom out")
    browser.keys("0")
    same(browser.run(f"{GRAPH}.scale === {GRAPH}.whole()"), True, "0 shows the whole graph")
    x = browser.run(f"{GRAPH}.x")
    browser.keys("ArrowRight")
    expect(browser.run(f"{GRAPH}.x") > x, "arrows do not pan")
    before = browser.run(f"[{GRAPH}.x, {GRAPH}.y]")
    browser.drag(BOX, 30, 20)
    after = browser.run(f"[{GRAPH}.x, {GRAPH}.y]")
    expect(after[0] < before[0] and after[1] < before[1], "dragging does not pan")
    scale = browser.run(f"{GRAPH}.scale")
    for steps in (-240, 120):
        origin = browser.find(BOX)
        browser.post("/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": 0, "y": 0, "deltaX": 0, "deltaY": steps, "duration": 0,
             "origin": origin}]}]})
        browser.wait(f"{GRAPH}.scale !== {scale}")
        now = browser.run(f"{GRAPH}.scale")
        expect((now > scale) == (steps < 0), f"the wheel by {steps}: {scale} to {now}")
        scale = now
    pinch(browser)
    expect(browser.run(f"{GRAPH}.scale") > scale, "two fingers do not zoom")


def pinch(browser):
    """Two fingers, which part."""
    move = {"type": "pointerMove", "duration": 50, "origin": browser.find(BOX), "y": 0}
    browser.post("/actions", {"actions": [{
        "type": "pointer", "id": f"finger{side}", "parameters": {"pointerType": "touch"},
        "actions": [{**move, "x": side * 20}, {"type": "pointerDown", "button": 0},
                    {**move, "x": side * 50}, {**move, "x": side * 80},
                    {"type": "pointerUp", "button": 0}]} for side in (-1, 1)]})


def check_nodes(browser, path):
    browser.open(path)
    expect("4 nodes" in browser.run(SHOWN) and "2 parameters" in browser.run(SHOWN),
           f"the size of the graph: {browser.run(SHOWN)}")
    browser.move(BOX, *place(browser, 2))
    browser.wait(f"{SHOWN}.includes('nn.conv2d')")
    shown = browser.run(SHOWN)
    for wanted in ("%0", "float32[8]", "npu{2}", "5.70 us", "chosen", "row 2"):
        expect(wanted in shown, f"the node under the pointer has no {wanted}: {shown}")
    browser.run("document.querySelector('.graph-box').focus()")
    browser.keys("Home", "ArrowDown")
    chosen = browser.run(f"{GRAPH}.chosen")
    expect(chosen in (3, 4), f"ArrowDown goes to a user: {chosen}")
    browser.keys("ArrowRight" if chosen == 3 else "ArrowLeft")
    other = browser.run(f"{GRAPH}.chosen")
    browser.keys("ArrowLeft" if chosen == 3 else "ArrowRight")
    same(sorted([chosen, other]), [3, 4], "ArrowLeft and ArrowRight go along the layer")
    browser.keys("ArrowDown")
    same(browser.run(f"{GRAPH}.chosen"), 5, "ArrowDown goes on")
    browser.keys("Enter")
    same(browser.run("location.hash"), "#r5", "Enter goes to the row")
    same(browser.run("document.querySelector('.graph-row').id"), "r5", "the row is marked")
    browser.run("document.querySelector('.graph-box').focus()")
    browser.keys("Enter")  # the address stays, and the next link is followed
    browser.run("location.hash = 'r3'")
    browser.wait(f"{GRAPH}.chosen === 3")
    browser.run("location.hash = '%'")
    browser.run("document.querySelector('.graph-box').focus()")
    browser.keys("Escape")
    same(browser.run(f"[{GRAPH}.chosen, document.querySelectorAll('.graph-row').length]"), [-1, 0],
         "Escape")
    browser.click("#r3 a")
    browser.wait(f"{GRAPH}.chosen === 3")
    browser.click("#r7 a")
    browser.wait(f"{GRAPH}.view.name === 'calls' && {GRAPH}.chosen === 1")
    browser.run(f"{GRAPH}.show(0)")
    same(browser.run(f"{GRAPH}.labels[1]"), "fused_nn_conv2...u_multiply_12", "a label in a box")
    browser.click(".graph-leaves input")
    same(browser.run(f"{GRAPH}.shown.length"), 6, "parameters")


def check_find(browser, path):
    browser.open(path)
    browser.click(".graph-bar input[type=search]")
    browser.keys(*"nn")
    hits = "document.querySelector('.graph-bar output').textContent"
    same(browser.run(hits), "2 found", "nodes that are found")
    same(browser.run(f"{GRAPH}.chosen"), 2, "the first of them")
    browser.keys("Enter")
    same(browser.run(f"[{GRAPH}.chosen, {hits}]"), [3, "2 of 2"], "the next")
    browser.keys("Escape")
    same(browser.run("document.activeElement.className"), "graph-box", "Escape leaves the field")


def check_files(browser, path):
    """The pictures have what the screen has."""
    browser.open(path)
    svg = browser.run(f"{GRAPH}.svg()")
    found = browser.run("((file) => [file.querySelector('parsererror') === null, "
                        "[...file.querySelectorAll('text')].map((each) => each.textContent)])"
                        "(new DOMParser().parseFromString(arguments[0], 'image/svg+xml'))", svg)
    same(found[0], True, "the SVG is well-formed")
    for wanted in ("nn.conv2d", "fused_nn_conv2...u_multiply_12", "npu 5.70 us", "NaN"):
        expect(wanted in found[1], f"the SVG has no {wanted}: {found[1]}")
    expect("var(" not in svg and "light-dark" not in svg, "the SVG needs no style sheet")
    same(browser.run(f"((canvas) => canvas.width > 300 && canvas.height > 300 && canvas.toDataURL()"
                     f".startsWith('data:image/png'))({GRAPH}.picture())"), True, "the PNG")
    browser.run("HTMLCanvasElement.prototype.toBlob = (take) => take(null)")
    browser.run(f"{GRAPH}.savePng()")
    expect("PNG" in browser.run("document.querySelector('.graph-bar output').textContent"),
           "a PNG that is too large is no error")
    name = browser.run(f"{GRAPH}.fileName('.svg')")
    expect(name.endswith("-main.svg") and all(c.isalnum() or c in "._-" for c in name), name)


def look(browser, path, where):
    browser.open(path)
    browser.run(f"{GRAPH}.choose(2)")
    audit(browser, where)
    same(browser.run("[window.hit === undefined, document.querySelectorAll('img').length]"),
         [True, 0], f"{where}: no name becomes markup")
    colours = browser.run(f"[{GRAPH}.paperOf({GRAPH}.nodes[2]), {GRAPH}.ink('plain').paper]")
    expect(colours[0] != colours[1], f"{where}: heat has a colour: {colours}")
    browser.click(".graph-bar .scheme label:last-child")
    same(browser.run(f"{GRAPH}.heat"), 1, f"{where}: the other heat")
    expect("9 us" in browser.run("document.querySelector('.graph-legend').innerText"),
           f"{where}: the legend")
    if len(sys.argv) > 2:
        browser.picture(f"{sys.argv[2]}/graph-{where.replace(' ', '-')}.png")
    return browser.run(f"{GRAPH}.ink('plain').paper")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    missing = driver.missing()
    if missing:
        print(f"skipped: browser.graph (no {missing})")
        return 77
    papers = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        page, many = small(root, folder), large(root, folder)
        for number, (size, dark) in enumerate((s, d) for s in SIZES for d in (False, True)):
            browser = driver.Browser(folder / f"profile{number}", *size, dark)
            try:
                papers.append(look(browser, page, f"{size[0]} {'dark' if dark else 'light'}"))
                if number == 0:
                    for check in (check_view, check_nodes, check_find, check_files):
                        attempt(check, browser, page)
                    for check in (check_layout, check_speed):
                        attempt(check, browser, many)
                check_log(browser, f"{size}")
            finally:
                browser.close()
    same(len(set(papers)), 2, "the paper of nodes, light and dark")
    print(*problems, f"browser.graph: {len(problems)} problems", sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
