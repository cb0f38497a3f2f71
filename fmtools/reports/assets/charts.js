// Charts: axes, marks, and points that answer to the mouse, to touch and to the arrow keys.
// Drawn anew when the width, a filter or a scale changes. Text goes in as text, never as markup.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const KNOWN = ["none", "random", "focused", "expert", "expert-distinct"];

function add(parent, name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  parent.appendChild(node);
  return node;
}

function number(value) {
  if (value >= 1e6) return (value / 1e6).toPrecision(3) + "M";
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Math.round(value * 10) / 10);
}

function tickText(value) {
  if (value >= 1e6) return value / 1e6 + "M";
  if (value >= 1e3) return value / 1e3 + "K";
  return String(value);
}

const macroClass = (macros) => "m-" + (KNOWN.includes(macros) ? macros : "otherwise");

// A scale maps a value to a pixel; `ticks` are the values to name on its axis.
function makeScale(values, from, to, log) {
  let low = Math.min(...values), high = Math.max(...values);
  if (log) {
    low = Math.max(low, 0.5);
    const first = Math.floor(Math.log10(low)), last = Math.max(Math.ceil(Math.log10(high)), first + 1);
    const scale = (v) => from + (to - from) * (Math.log10(Math.max(v, 10 ** first)) - first) / (last - first);
    scale.ticks = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
    return scale;
  }
  low = Math.min(low, 0);
  if (high <= low) high = low + 1;
  const raw = (high - low) / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw);
  const top = Math.ceil(high / step) * step;
  const scale = (v) => from + (to - from) * (v - low) / (top - low);
  scale.ticks = Array.from({ length: Math.round((top - low) / step) + 1 }, (_, i) => +(low + i * step).toPrecision(12));
  return scale;
}

function mark(parent, shape, x, y, r, classes) {
  const paths = {
    circle: `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`,
    square: `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
    triangle: `M${x},${y - r}L${x + r},${y + r}L${x - r},${y + r}Z`,
    diamond: `M${x},${y - 1.25 * r}L${x + 1.25 * r},${y}L${x},${y + 1.25 * r}L${x - 1.25 * r},${y}Z`,
    cross: `M${x - r},${y - r}L${x + r},${y + r}M${x - r},${y + r}L${x + r},${y - r}`,
    arrow: `M${x - r},${y - r}L${x + 1.3 * r},${y}L${x - r},${y + r}Z`,
  };
  return add(parent, "path", { d: paths[shape], class: classes });
}

// One plot. `draw(svg, width)` returns [height, points]; a point is {x, y, text}.
function plot(host, label, draw) {
  const box = document.createElement("div");
  box.className = "plot";
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label + ". Arrow keys read its points.");
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  const said = document.createElement("p");
  said.className = "vh";
  said.setAttribute("aria-live", "polite");
  host.append(box);
  let points = [], chosen = -1, ring = null, svg = null;

  function choose(index, speak) {
    chosen = index;
    if (ring) ring.remove();
    ring = null;
    tip.hidden = index < 0 || !points.length;
    if (tip.hidden) return;
    const point = points[index];
    ring = add(svg, "circle", { cx: point.x, cy: point.y, r: 9, class: "found" });
    tip.textContent = point.text;
    if (speak) said.textContent = point.text.replaceAll("\n", ", ");
    const shown = box.clientWidth / svg.viewBox.baseVal.width;
    tip.style.left = "0px";
    const room = box.clientWidth - tip.offsetWidth;
    tip.style.left = Math.max(0, Math.min(room, point.x * shown - tip.offsetWidth / 2)) + "px";
    const above = point.y * shown - tip.offsetHeight - 14;
    tip.style.top = (above < -20 ? point.y * shown + 14 : above) + "px";
  }
  function nearest(event) {
    const frame = svg.getBoundingClientRect(), shown = frame.width / svg.viewBox.baseVal.width;
    const x = (event.clientX - frame.left) / shown, y = (event.clientY - frame.top) / shown;
    let best = -1, least = 40 * 40;
    points.forEach((point, index) => {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance < least) [best, least] = [index, distance];
    });
    choose(best, false);
  }
  box.addEventListener("pointermove", nearest);
  box.addEventListener("pointerdown", nearest);
  box.addEventListener("pointerleave", () => choose(-1));
  box.addEventListener("blur", () => choose(-1));
  box.addEventListener("keydown", (event) => {
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -points.length, End: points.length };
    if (event.key === "Escape") choose(-1);
    if (!(event.key in moves) || !points.length) return;
    event.preventDefault();
    const next = chosen < 0 ? (moves[event.key] > 0 ? 0 : points.length - 1) : chosen + moves[event.key];
    choose(Math.max(0, Math.min(points.length - 1, event.key === "End" ? points.length - 1 : next)), true);
  });
  function render() {
    const width = Math.max(260, Math.round(box.clientWidth || 640));
    box.replaceChildren();
    svg = add(box, "svg", { role: "img", "aria-label": label });
    ring = null;
    chosen = -1;
    tip.hidden = true;
    const [height, found] = draw(svg, width);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    points = found;
    box.append(tip, said);
  }
  let last = 0;
  new ResizeObserver(() => {
    if (box.clientWidth && box.clientWidth !== last) { last = box.clientWidth; render(); }
  }).observe(box);
  return { box, render };
}

function xAxis(svg, scale, left, right, top, bottom, label) {
  let end = -99;
  for (const value of scale.ticks) {
    const x = scale(value);
    add(svg, "path", { d: `M${x},${top}V${bottom}`, class: "grid" });
    if (x - end < 30) continue;
    end = x;
    add(svg, "text", { x, y: bottom + 16, "text-anchor": "middle" }, tickText(value));
  }
  add(svg, "path", { d: `M${left},${bottom}H${right}`, class: "axis" });
  add(svg, "text", { x: (left + right) / 2, y: bottom + 34, "text-anchor": "middle" }, label);
}

function yAxis(svg, scale, left, right, top, bottom, label) {
  for (const value of scale.ticks) {
    const y = scale(value);
    add(svg, "path", { d: `M${left},${y}H${right}`, class: "grid" });
    add(svg, "text", { x: left - 6, y: y + 4, "text-anchor": "end" }, tickText(value));
  }
  add(svg, "path", { d: `M${left},${top}V${bottom}`, class: "axis" });
  add(svg, "text", { x: left - 6, y: top - 10 }, label).setAttribute("text-anchor", left > 60 ? "middle" : "start");
  svg.lastChild.setAttribute("x", 2);
  svg.lastChild.setAttribute("text-anchor", "start");
}

// Lines with bands, or marks sized by weight: one panel.
function xyPanel(svg, width, series, options) {
  const left = 46, right = width - 12, top = 44, bottom = 250;
  add(svg, "text", { x: width / 2, y: 14, "text-anchor": "middle", class: "name" }, options.title);
  const all = series.flatMap((one) => one.points);
  if (!all.length) {
    add(svg, "text", { x: 10, y: 60 }, "Nothing selected.");
    return [80, []];
  }
  const xs = makeScale(all.map((p) => p.x), left, right, options.xLog);
  const heights = all.flatMap((p) => [p.y, p.low ?? p.y, p.high ?? p.y]);
  const ys = makeScale(heights, bottom, top, options.yLog);
  xAxis(svg, xs, left, right, top, bottom, options.xLabel);
  yAxis(svg, ys, left, right, top, bottom, options.yLabel);
  const points = [];
  for (const one of series) {
    const group = add(svg, "g", { class: macroClass(one.macros) });
    const path = (pick) => one.points.map((p) => `${xs(p.x).toFixed(1)},${ys(pick(p)).toFixed(1)}`);
    if (options.lines) {
      const band = [...path((p) => p.high ?? p.y), ...path((p) => p.low ?? p.y).reverse()];
      add(group, "path", { d: "M" + band.join("L") + "Z", class: "band" });
      add(group, "path", { d: "M" + path((p) => p.y).join("L"), class: "line", "stroke-dasharray": one.dash });
    }
    one.points.forEach((p, index) => {
      const x = xs(p.x), y = ys(p.y);
      if (!options.lines) mark(group, one.marker, x, y, 3.5 + Math.sqrt(p.weight) / 3, "mark ring");
      else if (options.dots) mark(group, one.marker, x, y, 3.5, "mark");
      if (!options.lines || options.dots || index % 3 === 0) points.push({ x, y, text: options.text(one, p) });
    });
  }
  return [bottom + 42, points];
}

// Table 2 as a chart: a row per world, planner and macros, whiskers for intervals.
function resultsPanel(svg, width, bars, log) {
  if (!bars.length) {
    add(svg, "text", { x: 10, y: 30 }, "Nothing selected.");
    return [50, []];
  }
  const narrow = width < 520, left = narrow ? 12 : 190, right = width - 16, top = 12;
  const rows = [];
  let y = top;
  for (const bar of bars) {
    const last = rows[rows.length - 1];
    const same = last && last.bar.world === bar.world && last.bar.planner === bar.planner;
    if (!same) y += narrow ? 30 : 12;
    y += 15;
    const group = same ? last.group : { first: y, last: y };
    group.last = y;
    rows.push({ bar, y, group, first: !same });
  }
  const bottom = y + 14;
  const values = bars.flatMap((b) => [b.mean, b.low ?? b.mean, b.high ?? b.mean, b.paper ?? b.mean]);
  const xs = makeScale(values, left, right, log);
  xAxis(svg, xs, left, right, top, bottom, "generated states");
  const points = [];
  for (const { bar, y: row, group: rowsOfPlace, first } of rows) {
    if (first) {
      const middle = (rowsOfPlace.first + rowsOfPlace.last) / 2 + 4;
      const place = narrow ? { x: left, y: row - 12 } : { x: left - 10, y: middle, "text-anchor": "end" };
      add(svg, "text", place, `${bar.world}, ${bar.planner}`);
    }
    const group = add(svg, "g", { class: macroClass(bar.macros) });
    const x = xs(bar.mean);
    if (bar.low !== null) add(group, "path", { d: `M${xs(bar.low)},${row}H${xs(bar.high)}`, class: "line" });
    mark(group, bar.is_capped ? "arrow" : bar.marker, x, row, 4.5, "mark");
    const interval = bar.low === null ? "no interval" : `95%: ${number(bar.low)} to ${number(bar.high)}`;
    const lines = [`${bar.world}, ${bar.planner}, ${bar.words}`,
      `${bar.is_capped ? "at least " : ""}${number(bar.mean)} generated (${interval})`, `solved ${bar.solved.toFixed(2)}`];
    if (bar.paper !== null) {
      mark(svg, bar.paper_is_bound ? "arrow" : "diamond", xs(bar.paper), row, 4.5, "theirs");
      lines.push(`paper: ${bar.paper_is_bound ? "more than " : ""}${number(bar.paper)}`);
    }
    points.push({ x, y: row, text: lines.join("\n") });
  }
  return [bottom + 42, points];
}
