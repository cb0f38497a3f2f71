// Run inside the page: texts whose contrast with what is behind them is below WCAG's AA.
(() => {
  const parse = (text) => {
    const found = text.match(/rgba?\(([^)]+)\)/);
    if (!found) return null;
    const [r, g, b, a] = found[1].split(/[,/ ]+/).filter(Boolean).map(Number);
    return { r, g, b, a: a === undefined ? 1 : a };
  };
  const over = (top, base) => ({
    r: top.r * top.a + base.r * (1 - top.a), g: top.g * top.a + base.g * (1 - top.a),
    b: top.b * top.a + base.b * (1 - top.a), a: 1,
  });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (one, two) => {
    const [a, b] = [light(one), light(two)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const behind = (node) => {
    const layers = [];
    for (let at = node; at && at.nodeType === 1; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color && color.a > 0) layers.push(color);
    }
    return layers.reverse().reduce((base, top) => over(top, base), { r: 255, g: 255, b: 255, a: 1 });
  };
  // In a drawing, what lies behind a text are the rectangles painted before it that contain it.
  const behindInDrawing = (text) => {
    const svg = text.ownerSVGElement, box = text.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    let base = behind(svg);
    for (const rect of svg.querySelectorAll("rect")) {
      if (!(rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
      const r = rect.getBoundingClientRect(), style = getComputedStyle(rect), fill = parse(style.fill);
      if (!fill || x < r.left || x > r.right || y < r.top || y > r.bottom) continue;
      base = over({ ...fill, a: fill.a * Number(style.fillOpacity) }, base);
    }
    return base;
  };
  const bad = [];
  let seen = 0;
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own.length || ["SCRIPT", "STYLE", "NOSCRIPT", "TITLE"].includes(node.tagName.toUpperCase())) continue;
    if (!node.checkVisibility() || node.closest(".vh, .skip")) continue;
    const drawn = node instanceof SVGElement, style = getComputedStyle(node);
    const color = parse(drawn ? style.fill : style.color);
    const base = drawn ? behindInDrawing(node) : behind(node);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const found = ratio(over(color, base), base);
    seen += 1;
    if (found < (large ? 3 : 4.5)) bad.push(`${found.toFixed(2)} ${node.tagName}.${node.getAttribute("class")}: ${own[0].textContent.trim().slice(0, 40)}`);
  }
  return { seen, bad: [...new Set(bad)] };
})()
