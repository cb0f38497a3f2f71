// The page: reads its data, builds charts and players, and wires the filters.
"use strict";

function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const redraw = [];
  const chosen = (name) => new Set([...document.querySelectorAll(`input[name="${name}"]:checked`)].map((box) => box.value));
  const isOn = (id) => { const box = document.getElementById(id); return !box || box.checked; };
  const shown = { worlds: chosen("world"), planners: chosen("planner") };
  const isShown = (world) => !data.worlds.includes(world) || shown.worlds.has(world);
  const every = () => redraw.forEach((one) => one());

  function chart(id, label, draw) {
    const host = document.getElementById(id);
    if (!host) return;
    const one = plot(host, label, draw);
    redraw.push(one.render);
  }
  chart("chart-results", "Generated states by world, planner and macros", (svg, width) => {
    const bars = data.bars.filter((bar) => shown.worlds.has(bar.world) && shown.planners.has(bar.planner));
    return resultsPanel(svg, width, bars, isOn("log-results"));
  });

  function panels(id, series, options) {
    const host = document.getElementById(id);
    if (!host) return;
    for (const world of new Set(series.map((one) => one.world))) {
      const own = series.filter((one) => one.world === world);
      const one = plot(host, `${options.label}, ${world}`, (svg, width) => xyPanel(svg, width, own, { ...options, ...options.logs(), title: world }));
      redraw.push(() => { one.box.classList.toggle("gone", !isShown(world)); if (isShown(world)) one.render(); });
    }
  }
  const range = (p) => `${number(p.low)} to ${number(p.high)}`;
  panels("chart-curves", data.curves, {
    label: "Best goal count by generated states", xLabel: "generated states", yLabel: "best goal count #g", lines: true,
    logs: () => ({ xLog: isOn("log-curves") }),
    text: (one, p) => `${one.words}\n${number(p.x)} generated: #g ${number(p.y)}\nmiddle 80% of runs: ${range(p)}`,
  });
  panels("chart-effects", data.effects, {
    label: "Effect size by length", xLabel: "length (primitive actions)", yLabel: "effect size", logs: () => ({}),
    text: (one, p) => `${one.words}\nlength ${p.x}, effect size ${p.y}\n${one.macros === "none" ? "every action" : p.weight + (p.weight === 1 ? " macro" : " macros")}`,
  });
  panels("chart-suitcase", data.suitcase, {
    label: "Generated states by effect size", xLabel: "mean effect size of actions", yLabel: "generated states", lines: true, dots: true,
    logs: () => ({ yLog: isOn("log-suitcase") }),
    text: (one, p) => `effect size ${number(p.x)}\n${number(p.y)} generated\nmiddle 80% of ${p.weight} runs: ${range(p)}`,
  });

  const rows = [...document.querySelectorAll("tr[data-world]")];
  const chapters = [...document.querySelectorAll(".chapter")];
  function filter() {
    shown.worlds = chosen("world");
    shown.planners = chosen("planner");
    let visible = 0;
    for (const row of rows) {
      const planner = row.dataset.planner;
      const keep = isShown(row.dataset.world) && (!data.planners.includes(planner) || shown.planners.has(planner));
      row.classList.toggle("gone", !keep);
      visible += keep;
    }
    for (const chapter of chapters) chapter.classList.toggle("gone", !isShown(chapter.dataset.world));
    const status = document.getElementById("filter-status");
    if (status) status.textContent = `${visible} of ${rows.length} table rows shown`;
    every();
  }
  for (const box of document.querySelectorAll('input[name="world"], input[name="planner"]')) box.addEventListener("change", filter);
  const all = document.getElementById("filter-all");
  if (all) all.addEventListener("click", () => {
    for (const box of document.querySelectorAll('input[name="world"], input[name="planner"]')) box.checked = true;
    filter();
  });
  for (const box of document.querySelectorAll(".toggle input")) box.addEventListener("change", every);
  for (const host of document.querySelectorAll(".player")) player(host, data.steps[Number(host.dataset.steps)], host.dataset.name, data.faces);
  filter();
  addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("details")) one.open = true; });
}
start();
