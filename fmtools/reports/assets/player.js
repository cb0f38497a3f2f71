// Macros step by step: previous, next, play, a slider, and the arrow keys.
"use strict";

const PAUSE = 700;

function player(host, steps, name, faces) {
  const cube = steps.kind === "cube";
  if (!cube) host.classList.add("puzzle");
  const size = cube ? 26 : 46, gap = cube ? 4 : 0;
  const place = (n) => n * size + (cube ? Math.floor(n / 3) * gap : 0) + 3;
  const far = (axis) => place(Math.max(...steps.cells.map((cell) => cell[axis]))) + size + 3;
  const svg = add(host, "svg", { viewBox: `0 0 ${far(1)} ${far(0)}`, role: "img", "aria-label": `${name}, step by step` });
  const cells = steps.cells.map(([row, column]) => {
    const x = place(column), y = place(row);
    const box = add(svg, "rect", { x: x + 1, y: y + 1, width: size - 2, height: size - 2, rx: 3, class: "cell" });
    return { box, text: add(svg, "text", { x: x + size / 2, y: y + size / 2 + 5 }) };
  });
  const step = document.createElement("p");
  step.className = "step";
  step.setAttribute("aria-live", "polite");
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = 0;
  slider.max = steps.frames.length - 1;
  slider.value = 0;
  slider.setAttribute("aria-label", `Step of ${name}`);
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  const made = (text, label, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", `${label}: ${name}`);
    button.addEventListener("click", act);
    buttons.append(button);
    return button;
  };
  let at = 0, timer = null;
  const last = steps.frames.length - 1;

  function show(index) {
    at = Math.max(0, Math.min(last, index));
    const frame = steps.frames[at], before = steps.frames[Math.max(0, at - 1)], start = steps.frames[0];
    cells.forEach(({ box, text }, cell) => {
      const value = frame[cell], same = value === start[cell];
      const fill = cube ? faces[value] : value === "" ? "#e3e6ea" : same ? "#cfd5dd" : "#f2b35e";
      box.setAttribute("fill", fill);
      const classes = ["cell", cube && same ? "same" : "", at > 0 && value !== before[cell] ? "now" : ""];
      box.setAttribute("class", classes.join(" ").trim());
      text.textContent = value;
    });
    const done = at === 0 ? "start" : `after ${at} of ${last}: ${steps.steps[at - 1]}`;
    step.textContent = done;
    slider.value = at;
    slider.setAttribute("aria-valuetext", done);
    previous.setAttribute("aria-disabled", at === 0);
    next.setAttribute("aria-disabled", at === last);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }
  function go(index) { stop(); show(index); }
  const previous = made("Previous", "Previous step", () => go(at - 1));
  const play = made("Play", "Play", () => {
    if (timer !== null) return stop();
    if (at === last) show(0);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { show(at + 1); if (at === last) stop(); }, PAUSE);
  });
  const next = made("Next", "Next step", () => go(at + 1));
  play.setAttribute("aria-pressed", "false");
  slider.addEventListener("input", () => go(Number(slider.value)));
  host.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    if (event.target === slider || !(event.key in moves)) return;
    event.preventDefault();
    go(moves[event.key]);
  });
  host.append(step, slider, buttons);
  show(0);
}
