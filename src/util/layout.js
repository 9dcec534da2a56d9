"use strict";
/* layout.js -- places for the nodes of a graph in layers, each edge downwards, with few crossings
 * (Sugiyama, Tagawa, Toda 1981; Gansner et al., TSE 1993): ranks by the longest way, orders by the
 * means of neighbours, and places near those of the neighbours. The result depends on the order of
 * nodes and edges only. The time is nearly linear: 5,000 nodes take a fraction of a second. */

const GAP_X = 24, GAP_Y = 40;
const LARGE = 20000; /* nodes and points; larger graphs get half of the sweeps */
const sweepsOf = (count) => (count > LARGE ? 4 : 8);
const MOST_POINTS = 60000; /* at which long edges cross layers; other edges are drawn straight */

/* The neighbours of each item, in one array: those of item i are list[start[i]] ... list[start[i + 1]
 * - 1]. `pairs` has an item and its neighbour, in turn; `side` says which of both is the item. */
function neighboursOf(count, pairs, side) {
  const start = new Uint32Array(count + 1), list = new Uint32Array(pairs.length / 2);
  for (let i = side; i < pairs.length; i += 2) start[pairs[i] + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice();
  for (let i = 0; i < pairs.length; i += 2) list[next[pairs[i + side]]++] = pairs[i + 1 - side];
  return { start, list };
}

/* For each edge: whether it leads back to a node whose users are being visited. Turned round, the
 * edges have no circle. */
function findBackEdges(count, edges) {
  const back = new Uint8Array(edges.length / 2), state = new Uint8Array(count);
  const start = new Uint32Array(count + 1), list = new Uint32Array(edges.length / 2);
  for (let i = 0; i < edges.length; i += 2) start[edges[i] + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice();
  for (let e = 0; e < back.length; e++) list[next[edges[2 * e]]++] = e;
  const at = start.slice();
  for (let root = 0; root < count; root++) {
    const stack = state[root] ? [] : [root];
    if (stack.length) state[root] = 1;
    while (stack.length) {
      const node = stack[stack.length - 1];
      if (at[node] === start[node + 1]) {
        state[node] = 2;
        stack.pop();
        continue;
      }
      const edge = list[at[node]++], to = edges[2 * edge + 1];
      if (state[to] === 1) back[edge] = 1;
      else if (!state[to]) {
        state[to] = 1;
        stack.push(to);
      }
    }
  }
  return back;
}

/* The layer of each node: below all inputs, and no layer has more than `most` nodes. A node without
 * inputs is right above its first user. */
function findRanks(count, pairs, most) {
  const ranks = new Uint32Array(count), waits = new Uint32Array(count), sizes = [];
  const users = neighboursOf(count, pairs, 0);
  for (let i = 1; i < pairs.length; i += 2) waits[pairs[i]]++;
  const ready = [], isSource = waits.map((each) => (each ? 0 : 1));
  for (let i = 0; i < count; i++) if (!waits[i]) ready.push(i);
  for (let k = 0; k < ready.length; k++) {
    const node = ready[k];
    while ((sizes[ranks[node]] || 0) >= most) ranks[node]++;
    sizes[ranks[node]] = (sizes[ranks[node]] || 0) + 1;
    for (let i = users.start[node]; i < users.start[node + 1]; i++) {
      const user = users.list[i];
      ranks[user] = Math.max(ranks[user], ranks[node] + 1);
      if (!--waits[user]) ready.push(user);
    }
  }
  for (let node = 0; node < count; node++) {
    if (!isSource[node] || users.start[node] === users.start[node + 1]) continue;
    let nearest = Infinity;
    for (let i = users.start[node]; i < users.start[node + 1]; i++)
      nearest = Math.min(nearest, ranks[users.list[i]]);
    let rank = nearest - 1;
    while (rank > ranks[node] && sizes[rank] >= most) rank--;
    sizes[ranks[node]]--;
    ranks[node] = rank;
    sizes[rank] = (sizes[rank] || 0) + 1;
  }
  return ranks;
}

/* The number of crossings between two layers: pairs of edges whose ends are in opposite orders,
 * counted with a tree of sums (Barth, Juenger, Mutzel 2002). */
function countCrossings(layer, lowerSize, place, below) {
  let first = 1, crossings = 0;
  while (first < lowerSize) first *= 2;
  const tree = new Uint32Array(2 * first);
  for (const item of layer) {
    const ends = Array.from(below.list.subarray(below.start[item], below.start[item + 1]),
      (each) => place[each]).sort((a, b) => a - b);
    for (const end of ends) {
      let at = end + first;
      tree[at]++;
      while (at > 1) {
        if (at % 2 === 0) crossings += tree[at + 1];
        at >>= 1;
        tree[at]++;
      }
    }
  }
  return crossings;
}

/* Sorts each layer by the mean places of neighbours, and keeps the best of several orders. */
function findOrders(layers, place, above, below) {
  const key = new Float64Array(place.length);
  const number = (layer) => layer.forEach((item, i) => { place[item] = i; });
  const count = () => layers.reduce((sum, layer, rank) => sum + (rank + 1 < layers.length
    ? countCrossings(layer, layers[rank + 1].length, place, below) : 0), 0);
  layers.forEach(number);
  let least = count(), best = layers.map((layer) => layer.slice());
  for (let sweep = 0; sweep < sweepsOf(place.length) && least; sweep++) {
    const down = sweep % 2 === 0, near = down ? above : below;
    for (let i = 1; i < layers.length; i++) {
      const layer = layers[down ? i : layers.length - 1 - i];
      for (const item of layer) {
        const begin = near.start[item], end = near.start[item + 1];
        let sum = 0;
        for (let k = begin; k < end; k++) sum += place[near.list[k]];
        key[item] = begin === end ? place[item] : sum / (end - begin);
      }
      layer.sort((a, b) => key[a] - key[b]);
      number(layer);
    }
    const crossings = count();
    if (crossings < least) least = crossings, best = layers.map((layer) => layer.slice());
  }
  best.forEach((layer, rank) => { layers[rank] = layer; });
  return least;
}

/* Moves the items of each layer to the means of their neighbours, as far as the order and the gaps
 * allow: half way between the places when pushed from the left and from the right. Points of long
 * edges are drawn to each other, so that these edges become straight. */
function findPlaces(layers, widths, real, above, below) {
  const x = new Float64Array(widths.length), wish = new Float64Array(widths.length);
  const left = new Float64Array(widths.length);
  const apart = (a, b) => (widths[a] + widths[b]) / 2 + (a < real && b < real ? GAP_X : GAP_X / 2);
  for (const layer of layers)
    for (let i = 1; i < layer.length; i++)
      x[layer[i]] = x[layer[i - 1]] + apart(layer[i - 1], layer[i]);
  for (const layer of layers) {
    const middle = layer.length ? (x[layer[0]] + x[layer[layer.length - 1]]) / 2 : 0;
    for (const item of layer) x[item] -= middle;
  }
  function weigh(item, near, total) {
    for (let k = near.start[item]; k < near.start[item + 1]; k++) {
      const other = near.list[k];
      const weight = item < real ? (other < real ? 1 : 2) : (other < real ? 2 : 8);
      total.sum += weight * x[other];
      total.weight += weight;
    }
  }
  for (let sweep = 0; sweep < 2 * sweepsOf(widths.length); sweep++)
    for (let i = 0; i < layers.length; i++) {
      const layer = layers[sweep % 2 ? layers.length - 1 - i : i];
      for (const item of layer) {
        const total = { sum: 0, weight: 0 };
        weigh(item, above, total);
        weigh(item, below, total);
        wish[item] = total.weight ? total.sum / total.weight : x[item];
      }
      for (let k = 0; k < layer.length; k++) {
        left[k] = wish[layer[k]];
        if (k) left[k] = Math.max(left[k], left[k - 1] + apart(layer[k - 1], layer[k]));
      }
      let right = Infinity;
      for (let k = layer.length - 1; k >= 0; k--) {
        const item = layer[k];
        if (k + 1 < layer.length) right -= apart(item, layer[k + 1]);
        right = Math.min(right, wish[item]);
        x[item] = (right + left[k]) / 2;
      }
    }
  return x;
}

/* `edges` has the numbers of two different nodes for each edge: from, to. `widths` are those of the
 * nodes, which all have the same height. Returns the middles x and y of the nodes, their ranks, the
 * layers with the nodes from left to right, the size, and which edges lead upwards (`back`). */
function layOutGraph(widths, edges, height) {
  const count = widths.length, edgeCount = edges.length / 2;
  const back = findBackEdges(count, edges), pairs = new Uint32Array(edges.length);
  for (let e = 0; e < edgeCount; e++) {
    pairs[2 * e] = edges[2 * e + back[e]];
    pairs[2 * e + 1] = edges[2 * e + 1 - back[e]];
  }
  const ranks = findRanks(count, pairs, Math.max(10, Math.ceil(Math.sqrt(count))));
  /* Long edges of a node share their points: one in each layer down to the last user. Nodes whose
   * users are near come first. */
  const itemRanks = Array.from(ranks), itemWidths = Array.from(widths), links = [];
  const last = Uint32Array.from(ranks), first = new Int32Array(count).fill(-1);
  for (let i = 0; i < pairs.length; i += 2)
    last[pairs[i]] = Math.max(last[pairs[i]], ranks[pairs[i + 1]]);
  const byLength = Array.from(ranks.keys()).sort((a, b) =>
    (last[a] - ranks[a]) - (last[b] - ranks[b]));
  for (const node of byLength) {
    const points = last[node] - ranks[node] - 1;
    if (itemRanks.length - count + points > MOST_POINTS) break;
    if (points > 0) first[node] = itemRanks.length;
    for (let k = 1; k <= points; k++) {
      links.push(k === 1 ? node : itemRanks.length - 1, itemRanks.length);
      itemRanks.push(ranks[node] + k);
      itemWidths.push(4);
    }
  }
  for (let i = 0; i < pairs.length; i += 2) {
    const node = pairs[i], steps = ranks[pairs[i + 1]] - ranks[node];
    if (steps === 1) links.push(node, pairs[i + 1]);
    else if (first[node] >= 0) links.push(first[node] + steps - 2, pairs[i + 1]);
  }
  const layers = [];
  itemRanks.forEach((rank, item) => {
    while (layers.length <= rank) layers.push([]);
    layers[rank].push(item);
  });
  /* Long edges begin in the middle of their layers, so that their users spread to both sides. */
  layers.forEach((layer, rank) => {
    const nodes = layer.filter((item) => item < count), half = nodes.length >> 1;
    layers[rank] = [...nodes.slice(0, half), ...layer.slice(nodes.length), ...nodes.slice(half)];
  });
  const above = neighboursOf(itemRanks.length, links, 1);
  const below = neighboursOf(itemRanks.length, links, 0);
  const crossings = findOrders(layers, new Uint32Array(itemRanks.length), above, below);
  const x = findPlaces(layers, itemWidths, count, above, below);

  let left = Infinity, right = -Infinity;
  for (let i = 0; i < x.length; i++) {
    left = Math.min(left, x[i] - itemWidths[i] / 2);
    right = Math.max(right, x[i] + itemWidths[i] / 2);
  }
  for (let i = 0; i < x.length; i++) x[i] -= left;
  const pitch = height + GAP_Y, yOf = (rank) => rank * pitch + height / 2;
  return {
    x, y: Float64Array.from(ranks, yOf), ranks, back, crossings, pitch,
    layers: layers.map((layer) => layer.filter((item) => item < count)),
    width: count ? right - left : 0, height: layers.length ? yOf(layers.length - 1) + height / 2 : 0,
    /* The middles of the ends of an edge and of its points, x and y in turn, downwards. */
    route(e) {
      const top = pairs[2 * e], bottom = pairs[2 * e + 1], points = [x[top], yOf(ranks[top])];
      for (let rank = ranks[top] + 1; first[top] >= 0 && rank < ranks[bottom]; rank++)
        points.push(x[first[top] + rank - ranks[top] - 1], yOf(rank));
      points.push(x[bottom], yOf(ranks[bottom]));
      return points;
    },
  };
}
